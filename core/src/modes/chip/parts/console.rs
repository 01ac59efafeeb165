//! The output of a node.

use alloc::{string::String, sync::Arc, vec::Vec};

const CHUNK: usize = 1024;

/// Output of one node; clones share all full chunks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Console {
    full: Vec<Arc<[u8]>>,
    rest: Vec<u8>,
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
        self.full.len() * 16 + self.rest.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
