//! Trace files of the user, read in chunks of bounded size.

use crate::model::trace::{Batch, Format, Reader, Source};
use alloc::{boxed::Box, string::String, vec::Vec};
use mcore_base::{Text, text};

/// Number of invalid lines after which a trace is rejected: it is then probably in another format.
const MAX_BAD: u64 = 1000;
/// Number of bytes from which the format is guessed.
const ENOUGH: usize = 64 << 10;

/// A file that is being read.
pub trait PmnetBytes: Send {
    /// The next chunk; empty at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read further.
    fn next(&mut self) -> Result<Vec<u8>, Text>;

    /// Bytes of the file read so far; for a compressed file, compressed bytes.
    fn taken(&self) -> u64;
}

/// A file that can be read again for each run.
pub struct PmnetFile {
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Starts to read it.
    pub open: Box<dyn Fn() -> Box<dyn PmnetBytes>>,
}

/// A trace from a file.
pub(super) struct FileSource {
    bytes: Box<dyn PmnetBytes>,
    name: String,
    size: u64,
    format: Option<Format>,
    /// The bytes read before the format was known.
    begin: Vec<u8>,
    reader: Option<Reader>,
    /// The error after the data that was read.
    wrong: Option<Text>,
    ended: bool,
}

impl FileSource {
    /// A file to be read in a given format, or in the detected one.
    pub fn new(file: &PmnetFile, format: Option<Format>) -> Self {
        Self {
            bytes: (file.open)(),
            name: file.name.clone(),
            size: file.size,
            format,
            begin: Vec::new(),
            reader: format.map(|format| Reader::new(format, MAX_BAD)),
            wrong: None,
            ended: false,
        }
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        if self.ended {
            return Ok(false);
        }
        if let Some(why) = self.wrong.take() {
            return Err(why);
        }
        let mut chunk = match self.bytes.next() {
            Ok(chunk) => chunk,
            // Data before the damage counts, even if it is too little to be sure of the format.
            Err(why) if Format::guess(&self.begin).is_some() => {
                self.wrong = Some(why);
                Vec::new()
            }
            Err(why) => return Err(why),
        };
        let end = chunk.is_empty();
        if self.reader.is_none() {
            self.begin.append(&mut chunk);
            if self.begin.len() < ENOUGH && !end {
                return Ok(true);
            }
            if self.begin.is_empty() {
                return Err(text!("the file is empty", "ファイルが空です"));
            }
            let Some(format) = self.format.or_else(|| Format::guess(&self.begin)) else {
                return Err(text!(
                    "its first lines are in none of the formats lackey, din and generic; is it a trace?",
                    "最初の行が lackey、din、generic のどの形式にも合いません。トレースですか"
                ));
            };
            self.reader = Some(Reader::new(format, MAX_BAD));
            chunk = core::mem::take(&mut self.begin);
        }
        if let Some(reader) = &mut self.reader {
            reader.feed(&chunk, batch)?;
            // The last line of a damaged file may be cut.
            if end && self.wrong.is_none() {
                reader.finish(batch)?;
                self.ended = true;
            }
        }
        Ok(true)
    }
}

impl Source for FileSource {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        self.read(batch).map_err(|why| {
            let name = &self.name;
            Text::new(alloc::format!("{name}: {}", why.en), alloc::format!("{name}: {}", why.ja))
        })
    }

    fn reader(&self) -> Option<&Reader> {
        self.reader.as_ref()
    }

    fn bytes(&self) -> Option<(u64, u64)> {
        Some((self.bytes.taken(), self.size))
    }
}
