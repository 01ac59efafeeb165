//! The text of `valgrind --tool=lackey --trace-mem=yes`.
//!
//! `I  addr,size` is an instruction, ` L`, ` S` and ` M` a load, a store, and both. Lines of valgrind itself start with
//! `==` or `--`; ` SB addr` marks a superblock.

use super::hex::{digits_before, eight_digits, number};
use super::reader::{Line, address, size};
use super::{Access, AccessKind};
use alloc::vec::Vec;
use mcore_base::{Text, text};

/// The start of a common line, by the lowest bits of its second byte, which are unique.
static HEADS: [u32; 64] = {
    let mut heads = [u32::MAX; 64];
    let known = [*b" L ", *b" S ", *b" M ", *b"I  "];
    let mut at = 0;
    while at < known.len() {
        let [first, second, third] = known[at];
        heads[second as usize % 64] = u32::from_le_bytes([first, second, third, 0]);
        at += 1;
    }
    heads
};

/// Sizes of one digit followed by the end of the line, or of two digits, by the lower halves of both bytes: the bytes,
/// and the size.
static SIZES: [([u8; 2], u8); 256] = {
    let mut sizes = [([u8::MAX; 2], 0); 256];
    let mut size = 1;
    while size < 100 {
        let (tens, ones) = (size / 10, size % 10);
        sizes[(tens | ones << 4) as usize] = ([b'0' + tens, b'0' + ones], size);
        if tens == 0 {
            sizes[(ones | (b'\n' & 15) << 4) as usize] = ([b'0' + ones, b'\n'], size);
        }
        size += 1;
    }
    sizes
};

/// Reads lines as long as they are common: an address of eight to fifteen digits, a size of at most two. Returns the
/// number of bytes and lines read, and the number of instructions among them.
///
/// Differences between lines are computed without branches, because the host could not predict them.
#[inline]
pub(super) fn common(text: &[u8], thread: u16, accesses: &mut Vec<Access>) -> (usize, u64, u64) {
    let (mut rest, mut lines, mut modified) = (text, 0, 0);
    let before = accesses.len();
    // Accesses are collected here and added in groups: fewer checks than if each one were added alone.
    let (mut some, mut count) = ([Access::read(0, 1); 64], 0);
    // An address of up to fifteen digits, with everything around it, fits into this many bytes.
    while let Some(line) = rest.first_chunk::<24>() {
        let [k0, kind, k2, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ..] = *line;
        if u32::from_le_bytes([k0, kind, k2, a]) & 0xff_ffff != HEADS[usize::from(kind) % HEADS.len()] {
            break;
        }
        let Some(high) = eight_digits([a, b, c, d, e, f, g, h]) else { break };
        let (mut addr, mut at) = (u64::from(high), 12);
        // Most programs use low addresses; only addresses of a stack have more digits.
        if i != b',' {
            let Some((low, digits @ ..8)) = digits_before(b',', [i, j, k, l, m, n, o, p]) else { break };
            (addr, at) = (addr << (4 * digits) | u64::from(low), at + digits);
        }
        let Some(two) = line[at..].first_chunk::<2>() else { break };
        let (bytes, size) = SIZES[usize::from(two[0] & 15 | two[1] << 4)];
        let end = at + 1 + usize::from(two[1] != b'\n');
        if *two != bytes || line.get(end) != Some(&b'\n') {
            break;
        }
        let write = kind == b'S';
        let kind_of = if write { AccessKind::Write } else { AccessKind::Read };
        if count > some.len() - 2 {
            accesses.extend_from_slice(&some[..count]);
            count = 0;
        }
        some[count] = Access { addr, size: u32::from(size), thread, kind: kind_of };
        // The next access overwrites the entry of an instruction.
        count += usize::from(kind != b' ');
        if kind == b'M' {
            some[count] = Access { addr, size: u32::from(size), thread, kind: AccessKind::Write };
            (count, modified) = (count + 1, modified + 1);
        }
        lines += 1;
        rest = &rest[end + 1..];
    }
    accesses.extend_from_slice(&some[..count]);
    (text.len() - rest.len(), lines, lines + modified - (accesses.len() - before) as u64)
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
