//! Unpacks files while they are read. The first bytes of a file decide how it was packed, not its name. The page and
//! the command read traces with this package; it holds only a buffer of a file and the memory that the format itself
//! asks for, up to a limit.
//!
//! Check sums are verified, so that a damaged file ends in an error and never in a wrong count.

// A panic loses work, so every failure is returned as an error.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod tap;
mod zstd;

use mcore_base::{Text, text};
use std::io::{self, BufReader, Read};
use tap::{Seen, Tap};

/// Bytes of a packed file per read.
const CHUNK: usize = 256 << 10;
/// The number of first bytes that identify a packing.
const MAGIC: u64 = 6;

/// Why a file cannot be read further.
#[derive(Debug)]
pub enum Problem {
    /// The file itself cannot be read.
    Reading(io::Error),
    /// Its contents cannot be unpacked: why, and what to do.
    Packing(Text),
}

/// The format of a packed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Gzip,
    Xz,
    Zstd,
}

impl Packing {
    /// The packing of a file with these first bytes; `None` if it is not packed.
    fn of(magic: &[u8]) -> Result<Option<Self>, Text> {
        let begins = |with: &[u8]| magic.starts_with(with);
        if begins(b"BZh") || begins(b"PK\x03\x04") {
            return Err(text!(
                "bzip2 and zip are not read here; unpack it and use gzip, xz or zstd",
                "bzip2 と zip は読めません。展開するか、gzip、xz、zstd を使ってください"
            ));
        }
        Ok(match magic {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0xfd, b'7', b'z', b'X', b'Z', 0] => Some(Self::Xz),
            // The second is a skippable frame: some programs write one first.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
        }
    }

    fn cut(self) -> Text {
        let name = self.name();
        text!(
            "the {name} file ends in the middle; fetch it again",
            "{name} ファイルが途中で切れています。取り直してください"
        )
    }

    fn damaged(self, why: &io::Error) -> Text {
        let name = self.name();
        text!(
            "the {name} file is damaged ({why}); fetch it again",
            "{name} ファイルが壊れています ({why})。取り直してください"
        )
    }

    fn unknown(self, why: &io::Error) -> Text {
        let name = self.name();
        text!(
            "the {name} file was packed in a way that is not known here ({why}); unpack it first",
            "{name} ファイルの圧縮方法に対応していません ({why})。先に展開してください"
        )
    }

    fn too_large(self, limit: u64) -> Text {
        let (name, mib) = (self.name(), limit >> 20);
        // With their usual settings both programs need at most 8 MiB.
        let usual = match self {
            Self::Zstd => "zstd -19",
            _ => "xz -6",
        };
        if mib > 10 {
            text!(
                "unpacking this {name} file takes more than the {mib} MiB of memory that it may have here; unpack it first, or pack it again by `{usual}`",
                "この {name} ファイルの展開には、上限の {mib} MiB を超えるメモリが必要です。先に展開するか、`{usual}` で圧縮し直してください"
            )
        } else {
            text!(
                "unpacking this {name} file takes more memory than it may have here; unpack it first, or read fewer files at once",
                "この {name} ファイルの展開には、上限を超えるメモリが必要です。先に展開するか、一度に読むファイルを減らしてください"
            )
        }
    }
}

/// The contents of a file that may be packed.
pub struct Unpacked {
    body: Body,
    packing: Option<Packing>,
    seen: std::sync::Arc<Seen>,
    /// Bytes of memory that unpacking may take.
    memory: u64,
}

enum Body {
    /// Nothing has been read.
    Begin(Box<dyn Read + Send>),
    Inside(Box<dyn Read + Send>),
    /// There was an error, and no bytes follow it.
    Failed,
}

impl Unpacked {
    /// Reads from `raw`. The history that a packed file needs (a dictionary, a window) may take at most `memory` bytes.
    pub fn new(raw: impl Read + Send + 'static, memory: u64) -> Self {
        let (tap, seen) = Tap::new(raw);
        Self { body: Body::Begin(Box::new(tap)), packing: None, seen, memory }
    }

    /// Bytes that have been read from the file, counted before unpacking.
    pub fn taken(&self) -> u64 {
        self.seen.taken()
    }

    /// Puts the next bytes into `buffer` and returns their number; 0 at the end.
    ///
    /// # Errors
    /// The file cannot be read further. Bytes returned before are sound as far as the format allows to check until
    /// then. After an error there are no more bytes.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Problem> {
        let read = self.inside().and_then(|body| body.read(buffer).map_err(Stop::Error));
        read.map_err(|stop| {
            self.body = Body::Failed;
            self.problem(stop)
        })
    }

    /// Fills `buffer` as far as possible, since some unpackers return a few bytes at a time. Returns the number of
    /// bytes, and the error if one ended them early.
    pub fn fill(&mut self, buffer: &mut [u8]) -> (usize, Result<(), Problem>) {
        let mut length = 0;
        while length < buffer.len() {
            match self.read(&mut buffer[length..]) {
                Ok(0) => break,
                Ok(count) => length += count,
                Err(problem) => return (length, Err(problem)),
            }
        }
        (length, Ok(()))
    }

    /// The reader of the contents; chooses the unpacker on the first call.
    fn inside(&mut self) -> Result<&mut Box<dyn Read + Send>, Stop> {
        if let Body::Begin(_) = self.body
            && let Body::Begin(raw) = std::mem::replace(&mut self.body, Body::Failed)
        {
            self.body = Body::Inside(self.begin(raw)?);
        }
        match &mut self.body {
            Body::Inside(body) => Ok(body),
            _ => Err(Stop::Error(io::Error::other("an error came before"))),
        }
    }

    fn begin(&mut self, mut raw: Box<dyn Read + Send>) -> Result<Box<dyn Read + Send>, Stop> {
        let mut magic = Vec::new();
        raw.by_ref().take(MAGIC).read_to_end(&mut magic).map_err(Stop::Error)?;
        self.packing = Packing::of(&magic).map_err(Stop::Unknown)?;
        let whole = io::Cursor::new(magic).chain(raw);
        let Some(packing) = self.packing else { return Ok(Box::new(whole)) };
        let packed = BufReader::with_capacity(CHUNK, whole);
        Ok(match packing {
            // Several parts one after the other are one file: `cat` and multi-threaded packers write such files.
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(packed)),
            Packing::Xz => {
                let kib = u32::try_from(self.memory >> 10).unwrap_or(u32::MAX);
                Box::new(lzma_rust2::XzReader::new_mem_limit(packed, true, kib))
            }
            Packing::Zstd => Box::new(zstd::Frames::new(packed, self.memory)),
        })
    }

    fn problem(&self, stop: Stop) -> Problem {
        let error = match stop {
            Stop::Unknown(text) => return Problem::Packing(text),
            Stop::Error(error) => error,
        };
        // An error of the file itself goes before the unpacker's error about it.
        if let Some(own) = self.seen.failed() {
            return Problem::Reading(own);
        }
        let Some(packing) = self.packing else { return Problem::Reading(error) };
        Problem::Packing(match error.kind() {
            io::ErrorKind::OutOfMemory => packing.too_large(self.memory),
            io::ErrorKind::Unsupported => packing.unknown(&error),
            _ if self.seen.ended() => packing.cut(),
            _ => packing.damaged(&error),
        })
    }
}

/// Why there are no more bytes.
enum Stop {
    Error(io::Error),
    Unknown(Text),
}

#[cfg(test)]
mod tests;
