//! The output of a node.

use alloc::{string::String, sync::Arc, vec::Vec};
use core::hash::{Hash, Hasher};
use core::ops::Range;

const CHUNK: usize = 1024;

/// Output of one node; clones share all full chunks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Console {
    full: Vec<Arc<[u8]>>,
    rest: Vec<u8>,
    /// Byte numbers where the standard output ends and the standard error begins, and the other way round, in turn.
    changes: Vec<u32>,
}

impl Hash for Console {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.full, &self.rest).hash(state);
        if !self.changes.is_empty() {
            self.changes.hash(state);
        }
    }
}

impl Console {
    /// Appends a byte.
    pub fn push(&mut self, byte: u8) {
        self.rest.push(byte);
        if self.rest.len() == CHUNK {
            self.full.push(Arc::from(self.rest.as_slice()));
            self.rest.clear();
        }
    }

    /// Selects the stream of the following bytes: the standard error or the standard output.
    pub fn select(&mut self, error: bool) {
        if error == (self.changes.len() % 2 == 1) {
            return;
        }
        let at = self.len() as u32;
        // Nothing was printed since the last change.
        if self.changes.pop_if(|last| *last == at).is_none() {
            self.changes.push(at);
        }
    }

    /// True if the byte with a number is on the standard error.
    fn is_error(&self, at: usize) -> bool {
        self.changes.partition_point(|change| *change as usize <= at) % 2 == 1
    }

    /// The bytes of the standard output, or of the standard error, among all bytes of these numbers.
    pub fn stream(&self, error: bool, range: Range<usize>) -> impl Iterator<Item = u8> + '_ {
        let all = range.clone().zip(self.bytes(range.start));
        all.filter(move |(at, _)| self.is_error(*at) == error).map(|(_, byte)| byte)
    }

    /// Bytes printed so far.
    pub fn len(&self) -> usize {
        self.full.len() * CHUNK + self.rest.len()
    }

    /// True if nothing has been printed.
    pub fn is_empty(&self) -> bool {
        self.full.is_empty() && self.rest.is_empty()
    }

    /// The bytes from number `from`.
    pub fn bytes(&self, from: usize) -> impl Iterator<Item = u8> + '_ {
        let chunks = self.full.iter().skip(from / CHUNK).flat_map(|chunk| chunk.iter());
        let skip = if from / CHUNK < self.full.len() { from % CHUNK } else { 0 };
        let rest = self.rest.get(from.saturating_sub(self.full.len() * CHUNK)..).unwrap_or_default();
        chunks.skip(skip).chain(rest).copied()
    }

    /// The last `limit` bytes as text; invalid UTF-8 shows as replacement characters.
    pub fn tail(&self, limit: usize) -> String {
        let bytes: Vec<u8> = self.bytes(self.len().saturating_sub(limit)).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Bytes of memory that a clone takes, without shared chunks.
    pub fn own_bytes(&self) -> usize {
        self.full.len() * 16 + self.rest.len() + self.changes.len() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_belong_to_the_stream_that_was_selected() {
        let mut c = Console::default();
        let print = |c: &mut Console, text: &str| text.bytes().for_each(|b| c.push(b));
        print(&mut c, "one");
        c.select(true);
        c.select(false);
        assert!(c.changes.is_empty());
        for (error, text) in [(true, "E1"), (true, "E2"), (false, "two"), (true, ""), (false, "three"), (true, "E3")] {
            c.select(error);
            print(&mut c, text);
        }
        let text = |error, from| String::from_utf8(c.stream(error, from..c.len()).collect()).unwrap();
        assert_eq!((text(false, 0).as_str(), text(true, 0).as_str()), ("onetwothree", "E1E2E3"));
        assert_eq!((text(false, 4).as_str(), text(true, 4).as_str()), ("twothree", "1E2E3"));
        assert_eq!(c.tail(100), "oneE1E2twothreeE3");
        let mut same = Console::default();
        print(&mut same, "oneE1E2twothreeE3");
        assert_ne!(c, same);
    }

    #[test]
    fn tail_crosses_chunks() {
        let mut c = Console::default();
        (0..2500u32).for_each(|i| c.push(b'a' + (i % 26) as u8));
        assert_eq!(c.len(), 2500);
        let tail = c.tail(1500);
        assert_eq!(tail.len(), 1500);
        assert_eq!(tail.as_bytes()[0], b'a' + (1000 % 26) as u8);
        assert_eq!(c.tail(usize::MAX).len(), 2500);
        for from in [0, 1, 1023, 1024, 1025, 2047, 2048, 2049, 2499, 2500, 9000] {
            let bytes: Vec<u8> = c.bytes(from).collect();
            let expected: Vec<u8> = (from as u32..2500).map(|i| b'a' + (i % 26) as u8).collect();
            assert_eq!(bytes, expected, "from {from}");
        }
    }
}
