//! The text of `valgrind --tool=lackey --trace-mem=yes`.
//!
//! `I  addr,size` is an instruction, ` L`, ` S` and ` M` a load, a store, and both. Lines of valgrind itself begin with
//! `==` or `--`; ` SB addr` tells of a superblock.

use super::hex::{eight_digits, number};
use super::reader::{Line, address, size};
use super::{Access, AccessKind};
use crate::base::Text;
use crate::text;
use alloc::vec::Vec;

/// Reads lines as long as they are of the common kind: an address of at least eight digits, a size of at most two. Gives how
/// many bytes and lines that were, and how many instructions among them.
#[inline]
pub(super) fn common(text: &[u8], thread: u16, accesses: &mut Vec<Access>) -> (usize, u64, u64) {
    let (mut rest, mut lines, mut instructions) = (text, 0, 0);
    // An address of up to sixteen digits, with everything around it, has room in so many bytes.
    while let Some(line) = rest.first_chunk::<24>() {
        let [_, kind, b' ', a, b, c, d, e, f, g, h, ..] = *line else { break };
        let Some(high) = eight_digits([a, b, c, d, e, f, g, h]) else { break };
        let (mut addr, mut at) = (u64::from(high), 11);
        while line[at] != b',' && at < 19 {
            let Some(digit) = char::from(line[at]).to_digit(16) else { break };
            addr = (addr << 4) | u64::from(digit);
            at += 1;
        }
        let ones = line[at + 1].wrapping_sub(b'0');
        let (size, length) = match (line[at + 2], line[at + 3]) {
            (b'\n', _) if ones < 10 => (ones, at + 3),
            (digit @ b'0'..=b'9', b'\n') if ones < 10 => (ones * 10 + (digit - b'0'), at + 4),
            _ => break,
        };
        let size = u32::from(size);
        if line[at] != b',' || size == 0 || addr > u64::MAX - 99 {
            break;
        }
        match (line[0], kind) {
            (b' ', b'L') => accesses.push(Access { addr, size, thread, kind: AccessKind::Read }),
            (b' ', b'S') => accesses.push(Access { addr, size, thread, kind: AccessKind::Write }),
            (b' ', b'M') => {
                accesses.push(Access { addr, size, thread, kind: AccessKind::Read });
                accesses.push(Access { addr, size, thread, kind: AccessKind::Write });
            }
            (b'I', b' ') => instructions += 1,
            _ => break,
        }
        lines += 1;
        rest = &rest[length..];
    }
    (text.len() - rest.len(), lines, instructions)
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
