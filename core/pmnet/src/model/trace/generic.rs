//! A format for custom tracers: `[thread] R|W|N address [size]`.

use super::AccessKind;
use super::reader::{Line, address, decimal, size};
use mcore_base::{Text, text};

/// Bytes of an access without a size.
const DOUBLE: u32 = 8;

/// One line. Words are separated by white space or commas; the thread is a decimal number, the address hexadecimal with
/// or without `0x`.
pub(super) fn line(line: &[u8]) -> Result<Line, Text> {
    let mut words = line.split(|b| b.is_ascii_whitespace() || *b == b',').filter(|w| !w.is_empty()).peekable();
    let thread = words.peek().and_then(|w| decimal(w));
    if thread.is_some() {
        words.next();
    }
    let kind = match words.next() {
        Some(b"R" | b"r") => AccessKind::Read,
        Some(b"W" | b"w") => AccessKind::Write,
        Some(b"N" | b"n") => AccessKind::NonTemporal,
        _ => {
            return Err(text!(
                "needs R (load), W (store) or N (non-temporal store) before the address",
                "アドレスの前に R (読み)、W (書き)、N (non-temporal の書き) のどれかが必要です"
            ));
        }
    };
    let Some(place) = words.next() else {
        return Err(text!("has no address", "アドレスがありません"));
    };
    let addr = address(place)?;
    let bytes = words.next().map_or(Ok(DOUBLE), size)?;
    if words.next().is_some() {
        return Err(text!("has something behind the size", "サイズの後に余分なものがあります"));
    }
    Ok(Line::Access(thread, kind, addr, bytes))
}
