//! A trace in a file or on standard input: unpacked while it is read, never held as a whole.

use crate::failure::Failure;
use crate::input::{self, named};
use mcore::base::Text;
use mcore::modes::pmnet::model::trace::{BadLine, Batch, Format, Reader, Source};
use mcore::text;
use mcore_unpack::{Problem, Unpacked};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes per read: some thousand lines, and small enough for the processor's second-level cache.
const CHUNK: usize = 64 << 10;
/// Bytes from which the format is guessed.
const HEAD: usize = 16 << 10;
/// Maximum memory for unpacking a file, in bytes.
const MAX_MEMORY: u64 = 256 << 20;

/// Wrong lines of a trace.
#[derive(Debug, Default)]
pub struct Wrong {
    /// Number of lines read.
    pub lines: u64,
    /// Number of wrong ones.
    pub bad: u64,
    /// The first ones.
    pub first: Vec<BadLine>,
}

/// A trace that is being read.
pub struct FileTrace {
    path: PathBuf,
    input: Unpacked,
    reader: Reader,
    /// The chunk that has been read already, to guess the format from.
    head: Option<Vec<u8>>,
    chunk: Vec<u8>,
    wrong: Arc<Mutex<Wrong>>,
}

impl FileTrace {
    /// Opens a trace; its wrong lines will be recorded in `wrong`.
    pub fn open(path: &Path, format: &str, max_bad: u64, wrong: Arc<Mutex<Wrong>>) -> Result<Self, Failure> {
        let mut input = Unpacked::new(input::open(path)?, MAX_MEMORY);
        let mut head = vec![0; HEAD];
        let (length, end) = input.fill(&mut head);
        end.map_err(|problem| named(path, &why(problem)))?;
        head.truncate(length);
        let format = Format::named(format).or_else(|| Format::guess(&head)).ok_or_else(|| {
            let why = text!(
                "the format of the trace is not clear; is it a trace? Say --format lackey, din or generic",
                "トレースの形式が分かりません。トレースですか。--format lackey、din、generic のどれかを指定してください"
            );
            Failure::Text(named(path, &why))
        })?;
        Ok(Self {
            path: path.into(),
            input,
            reader: Reader::new(format, max_bad),
            head: Some(head),
            chunk: vec![0; CHUNK],
            wrong,
        })
    }

    fn note(&self) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.lines = self.reader.lines();
        if wrong.bad != self.reader.bad() {
            wrong.bad = self.reader.bad();
            wrong.first = self.reader.first_bad().to_vec();
        }
    }
}

impl Source for FileTrace {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        let fed = match self.head.take() {
            Some(head) => self.reader.feed(&head, batch).map(|()| true),
            None => match self.input.read(&mut self.chunk) {
                Ok(0) => self.reader.finish(batch).map(|()| false),
                Ok(count) => self.reader.feed(&self.chunk[..count], batch).map(|()| true),
                Err(problem) => Err(why(problem)),
            },
        };
        self.note();
        fed.map_err(|why| named(&self.path, &why))
    }
}

/// The reason why reading ended.
fn why(problem: Problem) -> Text {
    match problem {
        Problem::Packing(why) => why,
        Problem::Reading(error) => text!("cannot be read: {error}", "読めません: {error}"),
    }
}
