//! What an unpacker takes from a file, as its owner sees it from outside.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What has been seen of a file.
#[derive(Default)]
pub struct Seen {
    taken: AtomicU64,
    ended: AtomicBool,
    failed: Mutex<Option<io::Error>>,
}

impl Seen {
    /// Bytes that have been taken.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// True if more was asked for than there is: a file that is unpacked without that does not end too early.
    pub fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// The error of the file itself. Unpackers put their own words around it, each in another way.
    pub fn failed(&self) -> Option<io::Error> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A file that an unpacker reads.
pub struct Tap<R> {
    raw: R,
    seen: Arc<Seen>,
}

impl<R: Read> Tap<R> {
    /// Of a file, with what will be seen of it.
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
