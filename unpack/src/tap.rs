//! Observes what an unpacker reads from a file: the bytes taken, whether it reached the end, and the file's own error.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The observations of a [`Tap`].
#[derive(Default)]
pub struct Seen {
    taken: AtomicU64,
    ended: AtomicBool,
    failed: Mutex<Option<io::Error>>,
}

impl Seen {
    /// Bytes that have been read.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// True if the reader asked for more bytes than the file has. A damaged file that ends without this is not cut
    /// short.
    pub fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// The error of the file itself. Each unpacker wraps it differently.
    pub fn failed(&self) -> Option<io::Error> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A file that an unpacker reads, observed.
pub struct Tap<R> {
    raw: R,
    seen: Arc<Seen>,
}

impl<R: Read> Tap<R> {
    /// Wraps `raw`; the second result shows what is read from it.
    pub fn new(raw: R) -> (Self, Arc<Seen>) {
        let seen = Arc::new(Seen::default());
        (Self { raw, seen: Arc::clone(&seen) }, seen)
    }
}

impl<R: Read> Read for Tap<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.raw.read(buffer) {
                Ok(count) => {
                    self.seen.taken.fetch_add(count as u64, Ordering::Relaxed);
                    if count == 0 && !buffer.is_empty() {
                        self.seen.ended.store(true, Ordering::Relaxed);
                    }
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let kind = error.kind();
                    *self.seen.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return Err(kind.into());
                }
            }
        }
    }
}
