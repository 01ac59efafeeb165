//! Reads a text line by line, in chunks of any length. A wrong line is counted and skipped, the first ones are kept for
//! display, and too many of them end the reading: the text is then probably in another format.

use super::directive::{self, Directive};
use super::{Access, AccessKind, Batch, MAX_ACCESS, MAX_THREADS, Mark, din, generic, lackey};
use crate::model::machine::Work;
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, without_mark};

/// Maximum length of a line, in bytes.
pub const MAX_LINE: usize = 4096;
/// Number of wrong lines kept.
const SHOWN: usize = 10;
/// Bytes kept of a wrong line.
const SHOWN_BYTES: usize = 80;

/// A format of traces as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `valgrind --tool=lackey --trace-mem=yes`: `I  addr,size`, ` L addr,size`, ` S addr,size`, ` M addr,size`.
    Lackey,
    /// Dinero: `0 addr` (read), `1 addr` (write), `2 addr` (instruction); a size may follow, else it is 4.
    Din,
    /// `[thread] R|W|N addr [size]`; N is a non-temporal store; the size is 8 if none is given.
    Generic,
}

impl Format {
    /// The format with this name; `None` for other words, such as `auto`.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "lackey" => Self::Lackey,
            "din" => Self::Din,
            "generic" => Self::Generic,
            _ => return None,
        })
    }

    /// The format that a text seems to have, from its first line that is not a comment.
    pub fn guess(text: &[u8]) -> Option<Self> {
        let text = without_mark(text);
        let line = text.split(|b| *b == b'\n').find(|line| {
            let line = line.trim_ascii();
            !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"--") && !line.starts_with(b"==")
        });
        let Some(line) = line else {
            return text.starts_with(b"==").then_some(Self::Lackey);
        };
        let mut words = line.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
        let (first, second) = (words.next()?, words.next().unwrap_or_default());
        let access = |word: &[u8]| matches!(word, b"R" | b"W" | b"N" | b"r" | b"w" | b"n");
        match first {
            b"I" | b"L" | b"S" | b"M" if second.contains(&b',') => Some(Self::Lackey),
            _ if access(first) => Some(Self::Generic),
            _ if first.iter().all(u8::is_ascii_digit) && access(second) => Some(Self::Generic),
            b"0" | b"1" | b"2" | b"3" | b"4" if super::hex::number(strip_0x(second)).is_some() => Some(Self::Din),
            _ => None,
        }
    }
}

/// A line that could not be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: u64,
    /// Its beginning.
    pub text: String,
    /// The problem.
    pub why: Text,
}

/// The content of a line.
pub(super) enum Line {
    /// Nothing of importance here.
    Nothing,
    /// An instruction was fetched.
    Instruction,
    /// A load or store by a thread, if the line names one.
    Access(Option<u64>, AccessKind, u64, u32),
    /// A load and then a store of the same bytes.
    Modify(u64, u32),
}

/// Reads one trace.
#[derive(Clone, Debug)]
pub struct Reader {
    format: Format,
    /// The beginning of a line whose end has not arrived yet.
    rest: Vec<u8>,
    /// The line in `rest` would be too long; its end is awaited.
    skipping: bool,
    lines: u64,
    bad: u64,
    first_bad: Vec<BadLine>,
    max_bad: u64,
    /// Threads by the numbers in the trace; `None` for lines without one.
    threads: BTreeMap<Option<u64>, u16>,
    /// The thread of the last line that names one.
    last: (Option<u64>, u16),
    /// Instructions that have not been assigned yet.
    instructions: u64,
}

impl Reader {
    /// A reader that gives up after more than `max_bad` wrong lines.
    pub fn new(format: Format, max_bad: u64) -> Self {
        Self {
            format,
            rest: Vec::new(),
            skipping: false,
            lines: 0,
            bad: 0,
            first_bad: Vec::new(),
            max_bad,
            threads: BTreeMap::new(),
            last: (None, u16::MAX),
            instructions: 0,
        }
    }

    /// Number of lines so far.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Number of wrong lines so far.
    pub fn bad(&self) -> u64 {
        self.bad
    }

    /// The first wrong lines.
    pub fn first_bad(&self) -> &[BadLine] {
        &self.first_bad
    }

    /// Reads a chunk of the text and adds its contents to the batch.
    ///
    /// # Errors
    /// Too many lines are wrong.
    pub fn feed(&mut self, mut text: &[u8], batch: &mut Batch) -> Result<(), Text> {
        if !self.rest.is_empty() || self.skipping {
            let end = text.iter().position(|b| *b == b'\n');
            let part = &text[..end.unwrap_or(text.len())];
            self.keep(part);
            let Some(end) = end else { return Ok(()) };
            text = &text[end + 1..];
            self.end_of_rest(batch)?;
        }
        let thread = match self.format {
            // The common lines of this format are read without searching for their end first.
            Format::Lackey => Some(self.thread(None).unwrap_or(0)),
            _ => None,
        };
        loop {
            if let Some(thread) = thread {
                let (used, lines, instructions) = lackey::common(text, thread, &mut batch.accesses);
                text = &text[used..];
                self.lines += lines;
                self.instructions += instructions;
            }
            let Some(end) = text.iter().position(|b| *b == b'\n') else { break };
            self.line(&text[..end], batch)?;
            text = &text[end + 1..];
        }
        self.keep(text);
        self.hand_out_instructions(batch);
        batch.threads = self.threads.len();
        Ok(())
    }

    /// Ends the text: a last line without line end is a line too.
    ///
    /// # Errors
    /// As [`Reader::feed`].
    pub fn finish(&mut self, batch: &mut Batch) -> Result<(), Text> {
        if !self.rest.is_empty() || self.skipping {
            self.end_of_rest(batch)?;
        }
        self.hand_out_instructions(batch);
        batch.threads = self.threads.len();
        Ok(())
    }

    fn keep(&mut self, part: &[u8]) {
        let room = MAX_LINE - self.rest.len().min(MAX_LINE);
        self.skipping |= part.len() > room;
        self.rest.extend_from_slice(&part[..part.len().min(room)]);
    }

    fn end_of_rest(&mut self, batch: &mut Batch) -> Result<(), Text> {
        let line = core::mem::take(&mut self.rest);
        if core::mem::take(&mut self.skipping) {
            self.lines += 1;
            return self.wrong(
                &line,
                text!("longer than {MAX_LINE} bytes; is it a text?", "{MAX_LINE} バイトを超えています。テキストですか"),
            );
        }
        self.line(&line, batch)?;
        self.rest = line;
        self.rest.clear();
        Ok(())
    }

    fn line(&mut self, line: &[u8], batch: &mut Batch) -> Result<(), Text> {
        let line = if self.lines == 0 { without_mark(line) } else { line };
        self.lines += 1;
        let line = line.trim_ascii_end();
        let said = match line.trim_ascii_start() {
            [] => Ok(Line::Nothing),
            [b'#', comment @ ..] => return self.directive(line, comment, batch),
            _ => match self.format {
                Format::Lackey => lackey::line(line),
                Format::Din => din::line(line),
                Format::Generic => generic::line(line),
            },
        };
        match said {
            Ok(Line::Nothing) => {}
            Ok(Line::Instruction) => self.instructions += 1,
            Ok(Line::Access(tid, kind, addr, size)) => return self.access(line, tid, &[kind], addr, size, batch),
            Ok(Line::Modify(addr, size)) => {
                return self.access(line, None, &[AccessKind::Read, AccessKind::Write], addr, size, batch);
            }
            Err(why) => return self.wrong(line, why),
        }
        Ok(())
    }

    fn access(
        &mut self,
        line: &[u8],
        tid: Option<u64>,
        kinds: &[AccessKind],
        addr: u64,
        size: u32,
        batch: &mut Batch,
    ) -> Result<(), Text> {
        if !(Access { addr, size, thread: 0, kind: AccessKind::Read }).is_sound() {
            return self.wrong(
                line,
                text!(
                    "{size} bytes at {addr:#x}: an access has 1 to {MAX_ACCESS} bytes, all below 2^64",
                    "{addr:#x} から {size} バイト: アクセスは 1 から {MAX_ACCESS} バイトで、2^64 より前に収まるものです"
                ),
            );
        }
        let Some(thread) = self.thread(tid) else {
            return self
                .wrong(line, text!("more than {MAX_THREADS} threads", "スレッドが {MAX_THREADS} 個を超えています"));
        };
        batch.accesses.extend(kinds.iter().map(|kind| Access { addr, size, thread, kind: *kind }));
        Ok(())
    }

    /// The index of a thread here.
    fn thread(&mut self, tid: Option<u64>) -> Option<u16> {
        if self.last.0 == tid && self.last.1 != u16::MAX {
            return Some(self.last.1);
        }
        let next = self.threads.len();
        if next >= MAX_THREADS && !self.threads.contains_key(&tid) {
            return None;
        }
        let thread = *self.threads.entry(tid).or_insert(next as u16);
        self.last = (tid, thread);
        Some(thread)
    }

    fn directive(&mut self, line: &[u8], comment: &[u8], batch: &mut Batch) -> Result<(), Text> {
        let (tid, mark): (Option<u64>, fn(u16, Directive) -> Mark);
        let said = match directive::read(comment) {
            Ok(None) => return Ok(()),
            Ok(Some(said)) => said,
            Err(why) => return self.wrong(line, why),
        };
        match &said {
            Directive::Phase(name) => {
                self.hand_out_instructions(batch);
                batch.mark(Mark::Phase(name.clone()));
                return Ok(());
            }
            Directive::Core(of, _) | Directive::Work(of, _) => {
                tid = *of;
                mark = |thread, said| match said {
                    Directive::Core(_, core) => Mark::Core { thread, core },
                    Directive::Work(_, work) => Mark::Work { thread, work },
                    Directive::Phase(name) => Mark::Phase(name),
                };
            }
        }
        self.hand_out_instructions(batch);
        match self.thread(tid) {
            Some(thread) => batch.mark(mark(thread, said)),
            None => {
                return self.wrong(
                    line,
                    text!("more than {MAX_THREADS} threads", "スレッドが {MAX_THREADS} 個を超えています"),
                );
            }
        }
        Ok(())
    }

    /// Instruction fetches belong to the thread whose lines have no number.
    fn hand_out_instructions(&mut self, batch: &mut Batch) {
        let instructions = core::mem::take(&mut self.instructions);
        if instructions > 0
            && let Some(thread) = self.thread(None)
        {
            batch.mark(Mark::Work { thread, work: Work { instructions, ..Work::default() } });
        }
    }

    fn wrong(&mut self, line: &[u8], why: Text) -> Result<(), Text> {
        self.bad += 1;
        if self.first_bad.len() < SHOWN {
            let text = String::from_utf8_lossy(&line[..line.len().min(SHOWN_BYTES)]).into_owned();
            self.first_bad.push(BadLine { line: self.lines, text, why });
        }
        if self.bad <= self.max_bad {
            return Ok(());
        }
        let (most, last) = (self.max_bad, self.lines);
        let format = match self.format {
            Format::Lackey => "lackey",
            Format::Din => "din",
            Format::Generic => "generic",
        };
        Err(text!(
            "more than {most} of {last} lines are wrong; is the trace in the format `{format}`?",
            "{last} 行のうち {most} 行を超える誤りがあります。トレースの形式は `{format}` ですか"
        ))
    }
}

/// The text after `0x`, if it starts with that.
pub(super) fn strip_0x(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"0x").or_else(|| text.strip_prefix(b"0X")).unwrap_or(text)
}

/// A word that is a decimal number.
pub(super) fn decimal(word: &[u8]) -> Option<u64> {
    core::str::from_utf8(word).ok().filter(|w| w.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()
}

/// A word that is a hexadecimal address.
pub(super) fn address(word: &[u8]) -> Result<u64, Text> {
    let digits = strip_0x(word);
    match super::hex::number(digits) {
        Some((addr, length)) if length == digits.len() => Ok(addr),
        _ => {
            let word = String::from_utf8_lossy(word);
            Err(text!(
                "`{word}` is no address; write it as hexadecimal digits, at most 16",
                "`{word}` はアドレスではありません。16 桁までの 16 進数で書いてください"
            ))
        }
    }
}

/// A word that is a size in decimal.
pub(super) fn size(word: &[u8]) -> Result<u32, Text> {
    decimal(word).filter(|n| (1..=u64::from(MAX_ACCESS)).contains(n)).map(|n| n as u32).ok_or_else(|| {
        let word = String::from_utf8_lossy(word);
        text!(
            "`{word}` is no size; write 1 to {MAX_ACCESS} bytes in decimal",
            "`{word}` はサイズではありません。1 から {MAX_ACCESS} までのバイト数を 10 進数で書いてください"
        )
    })
}
