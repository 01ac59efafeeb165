//! The text of `valgrind --tool=lackey --trace-mem=yes`.
//!
//! `I  addr,size` is an instruction, ` L`, ` S` and ` M` a load, a store, and both. Lines of valgrind itself begin with
//! `==` or `--`; ` SB addr` tells of a superblock.

use super::hex::{digits_before, eight_digits, number};
use super::reader::{Line, address, size};
use super::{Access, AccessKind};
use crate::base::Text;
use crate::text;
use alloc::vec::Vec;

/// Reads lines as long as they are of the common kind: an address of at least eight digits, a size of at most two. Gives how
/// many bytes and lines that were, and how many instructions among them.
///
/// What differs from line to line is computed rather than asked for: the host could not foretell the answers.
#[inline]
pub(super) fn common(text: &[u8], thread: u16, accesses: &mut Vec<Access>) -> (usize, u64, u64) {
    const L: u16 = u16::from_be_bytes(*b" L");
    const S: u16 = u16::from_be_bytes(*b" S");
    const M: u16 = u16::from_be_bytes(*b" M");
    const I: u16 = u16::from_be_bytes(*b"I ");
    let (mut rest, mut lines, mut modified) = (text, 0, 0);
    let before = accesses.len();
    let mut count = before;
    // An address of up to sixteen digits, with everything around it, has room in so many bytes.
    while let Some(line) = rest.first_chunk::<24>() {
        let [k0, k1, b' ', a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ..] = *line else { break };
        let Some(high) = eight_digits([a, b, c, d, e, f, g, h]) else { break };
        // Most programs lie low; only addresses of a stack have more digits.
        let more = if i == b',' { Some((0, 0)) } else { digits_before(b',', [i, j, k, l, m, n, o, p]) };
        let Some((low, digits)) = more else { break };
        let addr = (u64::from(high) << (4 * digits)) | u64::from(low);
        let at = 11 + digits;
        let [comma, first, second, third] = [line[at], line[at + 1], line[at + 2], line[at + 3]];
        let (one, two) = (first.wrapping_sub(b'0'), second.wrapping_sub(b'0'));
        let long = u32::from(second != b'\n');
        let size = u32::from(one) + long * (9 * u32::from(one) + u32::from(two));
        let end = (long == 0) | (two < 10) & (third == b'\n');
        let kind = u16::from_be_bytes([k0, k1]);
        let (write, instruction, both) = (kind == S, kind == I, kind == M);
        let known = write | instruction | both | (kind == L);
        if !((comma == b',') & (one < 10) & end & known & (size != 0) & (addr <= u64::MAX - 99)) {
            break;
        }
        if accesses.len() < count + 2 {
            accesses.resize(count + 512, Access::read(0, 1));
        }
        // An instruction's place is taken by the next access.
        accesses[count] = Access { addr, size, thread, kind: if write { AccessKind::Write } else { AccessKind::Read } };
        count += usize::from(!instruction);
        if both {
            accesses[count] = Access { addr, size, thread, kind: AccessKind::Write };
            (count, modified) = (count + 1, modified + 1);
        }
        lines += 1;
        rest = &rest[at + 3 + long as usize..];
    }
    accesses.truncate(count);
    (text.len() - rest.len(), lines, lines + modified - (count - before) as u64)
}

/// Any line.
pub(super) fn line(line: &[u8]) -> Result<Line, Text> {
    if line.starts_with(b"==") || line.starts_with(b"--") {
        return Ok(Line::Nothing);
    }
    let mut words = line.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
    let (kind, place, more) = (words.next().unwrap_or_default(), words.next().unwrap_or_default(), words.next());
    if kind == b"SB" && number(place).is_some() {
        return Ok(Line::Nothing);
    }
    let mut parts = place.splitn(2, |b| *b == b',');
    let (addr, bytes) = (parts.next().unwrap_or_default(), parts.next());
    let (Some(bytes), None, b"I" | b"L" | b"S" | b"M") = (bytes, more, kind) else {
        return Err(text!(
            "is not `I`, `L`, `S` or `M` with `address,size` behind it",
            "`I`、`L`、`S`、`M` の後に `アドレス,サイズ` が続く行ではありません"
        ));
    };
    let (addr, bytes) = (address(addr)?, size(bytes)?);
    Ok(match kind {
        b"I" => Line::Instruction,
        b"L" => Line::Access(None, AccessKind::Read, addr, bytes),
        b"S" => Line::Access(None, AccessKind::Write, addr, bytes),
        _ => Line::Modify(addr, bytes),
    })
}
