//! The output of a node.

use alloc::{string::String, sync::Arc, vec::Vec};
use core::hash::{Hash, Hasher};
use core::ops::Range;
use mcore_base::Cycle;

/// Bytes of text in a chunk.
const CHUNK: usize = 1024;
/// Lines in a chunk.
const LINES: usize = 64;

/// A list that only grows; clones share all full chunks of `N` items.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunks<T, const N: usize> {
    full: Vec<Arc<[T]>>,
    rest: Vec<T>,
}

impl<T, const N: usize> Default for Chunks<T, N> {
    fn default() -> Self {
        Self { full: Vec::new(), rest: Vec::new() }
    }
}

impl<T: Copy, const N: usize> Chunks<T, N> {
    fn push(&mut self, item: T) {
        self.rest.push(item);
        if self.rest.len() == N {
            self.full.push(Arc::from(self.rest.as_slice()));
            self.rest.clear();
        }
    }

    fn len(&self) -> usize {
        self.full.len() * N + self.rest.len()
    }

    fn last(&self) -> Option<T> {
        self.rest.last().or_else(|| self.full.last()?.last()).copied()
    }

    /// The items from number `from`.
    fn from(&self, from: usize) -> impl Iterator<Item = T> + '_ {
        let chunks = self.full.iter().skip(from / N).flat_map(|chunk| chunk.iter());
        let skip = if from / N < self.full.len() { from % N } else { 0 };
        let rest = self.rest.get(from.saturating_sub(self.full.len() * N)..).unwrap_or_default();
        chunks.skip(skip).chain(rest).copied()
    }

    /// Bytes of memory that a clone takes, without shared chunks.
    fn own_bytes(&self) -> usize {
        self.full.len() * size_of::<Arc<[T]>>() + self.rest.len() * size_of::<T>()
    }
}

/// A line of the output, or the part of a line on one of the two streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Number of its first byte.
    pub from: u32,
    /// The cycle in which that byte was printed.
    pub cycle: Cycle,
}

/// Output of one node; clones share all full chunks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Console {
    text: Chunks<u8, CHUNK>,
    /// Byte numbers at which the stream changes, first from standard output to standard error, then back, and so on.
    changes: Vec<u32>,
    lines: Chunks<Line, LINES>,
}

impl Hash for Console {
    /// The text and its streams. The cycles of the lines are a record of the run, not part of the state.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.text.full, &self.text.rest).hash(state);
        if !self.changes.is_empty() {
            self.changes.hash(state);
        }
    }
}

impl Console {
    /// Appends a byte that is printed in a cycle.
    pub fn push(&mut self, byte: u8, cycle: Cycle) {
        let at = self.len() as u32;
        let begins = self.text.last().is_none_or(|last| last == b'\n') || self.changes.last() == Some(&at);
        if begins {
            self.lines.push(Line { from: at, cycle });
        }
        self.text.push(byte);
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
    pub fn is_error(&self, at: usize) -> bool {
        self.changes.partition_point(|change| *change as usize <= at) % 2 == 1
    }

    /// The bytes of the standard output, or of the standard error, among all bytes of these numbers.
    pub fn stream(&self, error: bool, range: Range<usize>) -> impl Iterator<Item = u8> + '_ {
        let all = range.clone().zip(self.bytes(range.start));
        all.filter(move |(at, _)| self.is_error(*at) == error).map(|(_, byte)| byte)
    }

    /// Bytes printed so far.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// True if nothing has been printed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes from number `from`.
    pub fn bytes(&self, from: usize) -> impl Iterator<Item = u8> + '_ {
        self.text.from(from)
    }

    /// Number of lines. A line on both streams counts once for each part.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The lines from number `from`. A line ends where the next one begins.
    pub fn lines(&self, from: usize) -> impl Iterator<Item = Line> + '_ {
        self.lines.from(from)
    }

    /// The last `limit` bytes as text; invalid UTF-8 shows as replacement characters.
    pub fn tail(&self, limit: usize) -> String {
        let bytes: Vec<u8> = self.bytes(self.len().saturating_sub(limit)).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The last `limit` bytes, divided where the stream changes: whether a part is on the standard error, and its text.
    pub fn tail_by_stream(&self, limit: usize) -> Vec<(bool, String)> {
        let from = self.len().saturating_sub(limit);
        let inner = self.changes.iter().map(|at| *at as usize).filter(|at| *at > from && *at < self.len());
        let bounds: Vec<usize> = core::iter::once(from).chain(inner).chain([self.len()]).collect();
        let part = |pair: &[usize]| {
            let bytes: Vec<u8> = self.bytes(pair[0]).take(pair[1] - pair[0]).collect();
            (self.is_error(pair[0]), String::from_utf8_lossy(&bytes).into_owned())
        };
        bounds.windows(2).filter(|pair| pair[0] < pair[1]).map(part).collect()
    }

    /// Bytes of memory that a clone takes, without shared chunks.
    pub fn own_bytes(&self) -> usize {
        self.text.own_bytes() + self.lines.own_bytes() + self.changes.len() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;

    #[test]
    fn bytes_belong_to_the_stream_that_was_selected() {
        let mut c = Console::default();
        let print = |c: &mut Console, text: &str| text.bytes().for_each(|b| c.push(b, 0));
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
        let parts = [(false, "one"), (true, "E1E2"), (false, "twothree"), (true, "E3")];
        assert_eq!(c.tail_by_stream(100), parts.map(|(error, text)| (error, text.to_owned())));
        assert_eq!(c.tail_by_stream(3), [(false, "e".to_owned()), (true, "E3".to_owned())]);
        assert!(Console::default().tail_by_stream(3).is_empty());
        let mut same = Console::default();
        print(&mut same, "oneE1E2twothreeE3");
        assert_ne!(c, same);
    }

    #[test]
    fn a_line_begins_after_a_newline_and_where_the_stream_changes() {
        let mut c = Console::default();
        let print = |c: &mut Console, text: &str, cycle| text.bytes().for_each(|b| c.push(b, cycle));
        print(&mut c, "a", 3);
        print(&mut c, "b\n\nc", 5);
        c.select(true);
        print(&mut c, "E", 7);
        print(&mut c, "E\n", 8);
        c.select(false);
        print(&mut c, "d\n", 9);
        let lines: Vec<_> = c.lines(0).map(|line| (line.from, line.cycle, c.is_error(line.from as usize))).collect();
        assert_eq!(lines, [(0, 3, false), (3, 5, false), (4, 5, false), (5, 7, true), (8, 9, false)]);
        assert_eq!((c.line_count(), c.lines(3).count()), (5, 2));
        let digest = |cycle| {
            let mut console = Console::default();
            print(&mut console, "text", cycle);
            let mut hasher = twox_hash::XxHash64::with_seed(0);
            console.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(digest(1), digest(2), "the cycles of lines change no digest");
    }

    #[test]
    fn tail_crosses_chunks() {
        let mut c = Console::default();
        (0..2500u32).for_each(|i| c.push(b'a' + (i % 26) as u8, 0));
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
