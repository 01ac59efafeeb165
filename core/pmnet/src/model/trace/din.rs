//! The `din` format of Dinero: a label and an address; a size may follow.

use super::AccessKind;
use super::reader::{Line, address, size};
use alloc::string::String;
use mcore_base::{Text, text};

/// Bytes of an access without a size, as Dinero IV assumes.
const WORD: u32 = 4;

/// One line: `0` read, `1` write, `2` instruction fetch, `3` unknown (taken as a read), `4` cache flush (ignored).
pub(super) fn line(line: &[u8]) -> Result<Line, Text> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
    let label = words.next().unwrap_or_default();
    let Some(place) = words.next() else {
        return Err(text!("has no address behind the label", "ラベルの後にアドレスがありません"));
    };
    let addr = address(place)?;
    // The rest of the line after the size is a comment, as in Dinero.
    let bytes = words.next().map_or(Ok(WORD), size)?;
    match label {
        b"0" | b"3" | b"r" => Ok(Line::Access(None, AccessKind::Read, addr, bytes)),
        b"1" | b"w" => Ok(Line::Access(None, AccessKind::Write, addr, bytes)),
        b"2" | b"i" => Ok(Line::Instruction),
        b"4" => Ok(Line::Nothing),
        _ => {
            let label = String::from_utf8_lossy(label);
            Err(text!(
                "`{label}` is no label; it is 0 (read), 1 (write), 2 (instruction), 3 or 4",
                "`{label}` はラベルではありません。0 (読み)、1 (書き)、2 (命令)、3、4 のいずれかです"
            ))
        }
    }
}
