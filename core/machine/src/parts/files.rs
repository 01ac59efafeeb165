//! Files and standard input: part of the state of the chip, so they rewind with it.
//!
//! All nodes share one flat file system without folders. Each node has its own streams: open files with a position. Rank
//! 0 reads the standard input, or each node its own copy of it. A core asks for a [`FileRequest`] by a system call; the
//! chip serves the requests of a cycle in the order of ranks (`cycle.rs`), so the result does not depend on the order in which cores
//! execute.

use alloc::{string::String, string::ToString, sync::Arc, vec, vec::Vec};
use core::hash::{Hash, Hasher};

/// Bytes of a page of a file. Copies of the chip share pages until one of them is written.
const PAGE: usize = 4096;

/// Maximum number of files.
pub const MAX_FILES: usize = 1024;

/// Maximum number of streams that a node may have open.
pub const MAX_STREAMS: usize = 64;

/// Maximum number of bytes in the name of a file.
pub const MAX_NAME: usize = 255;

/// The stream of the standard input. 1 and 2 are the console; files that a program opens have greater numbers.
pub const INPUT: u32 = 3;

/// How a file is opened: bits of the second argument of [`call::OPEN`].
pub mod mode {
    /// The stream can be read.
    pub const READ: u32 = 1;
    /// The stream can be written.
    pub const WRITE: u32 = 2;
    /// Each write goes to the end of the file.
    pub const APPEND: u32 = 4;
    /// A file that does not exist is created.
    pub const CREATE: u32 = 8;
    /// The file is emptied.
    pub const TRUNCATE: u32 = 16;
    /// With [`CREATE`]: the file must not exist.
    pub const EXCLUSIVE: u32 = 32;
    /// A new file without a name, which is gone when it is closed.
    pub const UNNAMED: u32 = 64;
    /// All bits.
    pub const ALL: u32 = 127;
}

/// The numbers of the system calls that serve files.
///
/// The result is in `$v0`; a negative one is an error number of `errno.h`.
pub mod call {
    /// Opens the file with the name at `$a0` with the [`mode`](super::mode) `$a1`; `$a2`: 0, or 3 to replace the standard
    /// input. Result: the stream.
    pub const OPEN: u32 = 66;
    /// Closes the stream `$a0`.
    pub const CLOSE: u32 = 67;
    /// Reads 1 to 4 bytes, `$a1`, from the stream `$a0`. Result: the bytes, the first one lowest; their number, or an error
    /// number, is in `$v1`.
    pub const READ: u32 = 68;
    /// Writes `$a2` bytes at `$a1` to the stream `$a0`, or with -1 those of the string there. Result: their number.
    pub const WRITE: u32 = 69;
    /// Moves the position of the stream `$a0` by `$a1` from the start (`$a2` 0), the position (1), or the end (2). Result:
    /// the new position.
    pub const SEEK: u32 = 70;
    /// `vfprintf`: writes the format `$a0` with the arguments at `$a1` to the stream `$a2`. Result: the number of bytes.
    pub const FORMAT: u32 = 71;
    /// Removes the file with the name at `$a0`. Streams that have it open keep it.
    pub const REMOVE: u32 = 72;
    /// Gives the file with the name at `$a0` the name at `$a1`.
    pub const RENAME: u32 = 73;
    /// The [`flag`](super::flag) bits of the stream `$a0`, before those of `$a1` are cleared.
    pub const FLAGS: u32 = 74;
    /// The byte `$a0` is read next from the stream `$a1`.
    pub const UNREAD: u32 = 75;
    /// The file of the stream `$a0` gets `$a1` bytes; new ones are 0.
    pub const RESIZE: u32 = 76;
    /// Adds `$a1` to the shared number of the file of the stream `$a0`, or with `$a2` = 1 replaces it. Result: the number
    /// before. A file has one such number for all nodes; MPI-IO keeps its shared file pointer there.
    pub const SHARE: u32 = 77;

    /// True for one of these numbers.
    pub const fn is_of_files(number: u32) -> bool {
        matches!(number, OPEN..=SHARE)
    }
}

/// State of a stream: bits of the result of [`call::FLAGS`].
pub mod flag {
    /// A read has met the end of the file.
    pub const END: u32 = 1;
    /// A read or a write has failed.
    pub const ERROR: u32 = 2;
}

/// Error numbers, as in the library's `errno.h`.
mod errno {
    /// There is no such file.
    pub const ENOENT: i32 = 2;
    /// There is no such stream, or it cannot be read or written.
    pub const EBADF: i32 = 9;
    /// The file exists.
    pub const EEXIST: i32 = 17;
    /// A wrong argument.
    pub const EINVAL: i32 = 22;
    /// There are too many files.
    pub const ENFILE: i32 = 23;
    /// The node has too many streams.
    pub const EMFILE: i32 = 24;
    /// The file would be too long.
    pub const EFBIG: i32 = 27;
    /// The name is too long.
    pub const ENAMETOOLONG: i32 = 36;
    /// The name is not UTF-8.
    pub const EILSEQ: i32 = 84;
}

/// The bytes of a file. Copies share all pages that neither has written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Content {
    pages: Vec<Arc<[u8]>>,
    length: usize,
}

impl From<&[u8]> for Content {
    fn from(bytes: &[u8]) -> Self {
        let mut content = Self::default();
        content.write(0, bytes);
        content
    }
}

impl Content {
    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.length
    }

    /// True if there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The byte at a position before the end.
    fn byte(&self, at: usize) -> u8 {
        self.pages[at / PAGE][at % PAGE]
    }

    /// All bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut all = self.pages.concat();
        all.truncate(self.length);
        all
    }

    /// Sets the length; new bytes are 0.
    fn resize(&mut self, length: usize) {
        let page = || -> Arc<[u8]> { vec![0; PAGE].into() };
        if length < self.length && !length.is_multiple_of(PAGE) {
            // Bytes after the end stay 0, so that equal contents compare equal.
            let last = self.pages[length / PAGE].to_vec();
            let kept = last[..length % PAGE].iter().copied().chain(core::iter::repeat_n(0, PAGE - length % PAGE));
            self.pages[length / PAGE] = kept.collect();
        }
        self.pages.resize_with(length.div_ceil(PAGE), page);
        self.length = length;
    }

    /// Writes bytes at a position. A gap before it is filled with 0.
    fn write(&mut self, at: usize, bytes: &[u8]) {
        let end = at + bytes.len();
        if end > self.length {
            self.resize(end);
        }
        let mut rest = bytes;
        let mut at = at;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(PAGE - at % PAGE));
            Arc::make_mut(&mut self.pages[at / PAGE])[at % PAGE..][..now.len()].copy_from_slice(now);
            (at, rest) = (at + now.len(), later);
        }
    }
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct File {
    /// `None` once it is removed; it exists until no stream has it open.
    name: Option<String>,
    content: Content,
    /// Number of streams that have it open.
    streams: u32,
    /// The program has written it.
    written: bool,
    /// The number that the nodes share; see [`call::SHARE`].
    shared: u32,
}

/// The source of a stream's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Source {
    /// The standard input.
    Input,
    /// The standard input of a node that has none.
    Nothing,
    /// The file with this index.
    File(usize),
}

/// An open file of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stream {
    rank: u32,
    number: u32,
    source: Source,
    mode: u32,
    position: usize,
    /// A byte that is read before those of the file.
    unread: Option<u8>,
    /// Bits of [`flag`].
    flags: u32,
}

/// A request of a core to the file system. It contains the bytes of node memory that it needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FileRequest {
    Open { name: Vec<u8>, mode: u32, number: u32 },
    Close { stream: u32 },
    Read { stream: u32, bytes: u32 },
    Write { stream: u32, bytes: Vec<u8> },
    Seek { stream: u32, offset: i32, whence: u32 },
    Remove { name: Vec<u8> },
    Rename { from: Vec<u8>, to: Vec<u8> },
    Flags { stream: u32, clear: u32 },
    Unread { stream: u32, byte: u8 },
    Resize { stream: u32, bytes: u32 },
    Share { stream: u32, number: u32, replaces: bool },
}

/// All files together are larger than [`Spec::file_limit`](super::Spec::file_limit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilesFull;

/// The files, the streams of all nodes, and the standard input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    files: Vec<Option<File>>,
    /// In the order of ranks and numbers.
    streams: Vec<Stream>,
    input: Option<Content>,
    /// Every node reads its own copy of the input, not only rank 0.
    input_for_all: bool,
    /// A program has read the standard input although there is none.
    missed: bool,
    /// Bytes of all files.
    bytes: usize,
}

impl Hash for Files {
    /// Nothing for a chip without files, as in the golden digests.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { files, streams, input, input_for_all, missed, bytes } = self;
        if !files.is_empty() || !streams.is_empty() || input.is_some() {
            (files, streams, input, input_for_all, missed, bytes).hash(state);
        }
    }
}

/// The name of a file without `./` before it.
fn plain(name: &[u8]) -> Result<&str, i32> {
    let mut name = core::str::from_utf8(name).map_err(|_| errno::EILSEQ)?;
    while let Some(rest) = name.strip_prefix("./") {
        name = rest.trim_start_matches('/');
    }
    match name.len() {
        0 => Err(errno::ENOENT),
        1..=MAX_NAME => Ok(name),
        _ => Err(errno::ENAMETOOLONG),
    }
}

/// A result of 0, or the negative error number.
const fn status(result: Result<(), i32>) -> u32 {
    match result {
        Ok(()) => 0,
        Err(error) => error.wrapping_neg() as u32,
    }
}

impl Files {
    /// The files and the standard input of a chip at cycle 0. `for_all`: every node reads its own copy of the input; else
    /// rank 0 alone.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>, input: Option<&[u8]>, for_all: bool) -> Self {
        let mut all = Self { input: input.map(Content::from), input_for_all: for_all, ..Self::default() };
        for (name, bytes) in files {
            let content = Content::from(&*bytes);
            all.bytes += content.len();
            all.files.push(Some(File { name: Some(name), content, streams: 0, written: false, shared: 0 }));
        }
        all
    }

    /// The files with a name, in the order of their creation: name, bytes, and whether the program has written it.
    pub fn list(&self) -> impl Iterator<Item = (&str, &Content, bool)> {
        self.files.iter().flatten().filter_map(|file| Some((file.name.as_deref()?, &file.content, file.written)))
    }

    /// The bytes of a file.
    pub fn get(&self, name: &str) -> Option<&Content> {
        self.list().find(|(other, ..)| *other == name).map(|(_, content, _)| content)
    }

    /// True if a program has read the standard input although there is none.
    pub fn input_was_missed(&self) -> bool {
        self.missed
    }

    /// Bytes of memory that a clone takes, without shared pages.
    pub fn own_bytes(&self) -> usize {
        let pages = self.files.iter().flatten().map(|file| file.content.pages.len()).sum::<usize>();
        pages * size_of::<Arc<[u8]>>() + size_of_val(&*self.files) + size_of_val(&*self.streams)
    }

    /// The index of a file with a name.
    fn find(&self, name: &str) -> Option<usize> {
        self.files.iter().position(|file| file.as_ref().is_some_and(|file| file.name.as_deref() == Some(name)))
    }

    /// Removes a file that has no name and no stream.
    fn drop_unused(&mut self, index: usize) {
        if let Some(file) = self.files[index].take_if(|file| file.name.is_none() && file.streams == 0) {
            self.bytes -= file.content.len();
        }
    }

    /// The place of a stream of a node. The standard input is open from the start.
    fn stream(&mut self, rank: u32, number: u32) -> Result<usize, i32> {
        match self.streams.binary_search_by_key(&(rank, number), |s| (s.rank, s.number)) {
            Ok(place) => Ok(place),
            Err(place) if number == INPUT => {
                let has_input = self.input_for_all || rank == 0;
                let source = if has_input { Source::Input } else { Source::Nothing };
                let stream = Stream { rank, number, source, mode: mode::READ, position: 0, unread: None, flags: 0 };
                self.streams.insert(place, stream);
                Ok(place)
            }
            Err(_) => Err(errno::EBADF),
        }
    }

    fn length(&self, source: Source) -> usize {
        match source {
            Source::Input => self.input.as_ref().map_or(0, Content::len),
            Source::Nothing => 0,
            Source::File(index) => self.files[index].as_ref().map_or(0, |file| file.content.len()),
        }
    }

    /// Serves a request of a node: the values of `$v0` and `$v1`.
    ///
    /// # Errors
    ///
    /// All files together would have more than `limit` bytes.
    pub fn serve(&mut self, rank: u32, request: &FileRequest, limit: usize) -> Result<[u32; 2], FilesFull> {
        let result = match request {
            FileRequest::Open { name, mode, number } => match self.open(rank, name, *mode, *number) {
                Ok(stream) => stream,
                Err(error) => status(Err(error)),
            },
            FileRequest::Close { stream } => status(self.stream(rank, *stream).map(|place| self.close(place))),
            FileRequest::Read { stream, bytes } => return Ok(self.read(rank, *stream, *bytes)),
            FileRequest::Write { stream, bytes } => return self.write(rank, *stream, bytes, limit).map(|n| [n, 0]),
            FileRequest::Seek { stream, offset, whence } => match self.seek(rank, *stream, *offset, *whence) {
                Ok(position) => position,
                Err(error) => status(Err(error)),
            },
            FileRequest::Remove { name } => status(self.remove(name)),
            FileRequest::Rename { from, to } => status(self.rename(from, to)),
            FileRequest::Flags { stream, clear } => match self.stream(rank, *stream) {
                Ok(place) => {
                    let flags = &mut self.streams[place].flags;
                    let before = *flags;
                    *flags &= !clear;
                    before
                }
                Err(error) => status(Err(error)),
            },
            FileRequest::Unread { stream, byte } => status(self.unread(rank, *stream, *byte)),
            FileRequest::Resize { stream, bytes } => return self.resize(rank, *stream, *bytes, limit).map(|n| [n, 0]),
            FileRequest::Share { stream, number, replaces } => match self.share(rank, *stream, *number, *replaces) {
                Ok(before) => before,
                Err(error) => status(Err(error)),
            },
        };
        Ok([result, 0])
    }

    fn open(&mut self, rank: u32, name: &[u8], mode: u32, number: u32) -> Result<u32, i32> {
        if mode & (mode::READ | mode::WRITE) == 0 || mode & !mode::ALL != 0 || !matches!(number, 0 | INPUT) {
            return Err(errno::EINVAL);
        }
        let own = self.streams.iter().filter(|s| s.rank == rank && s.number > INPUT).map(|s| s.number);
        let free = own.fold(INPUT + 1, |free, number| if number == free { free + 1 } else { free });
        if number == 0 && free as usize > INPUT as usize + MAX_STREAMS {
            return Err(errno::EMFILE);
        }
        let named = mode & mode::UNNAMED == 0;
        let name = if named { Some(plain(name)?) } else { None };
        let found = name.and_then(|name| self.find(name));
        let index = match found {
            Some(_) if mode & mode::CREATE != 0 && mode & mode::EXCLUSIVE != 0 => return Err(errno::EEXIST),
            Some(index) => index,
            None if named && mode & mode::CREATE == 0 => return Err(errno::ENOENT),
            None => {
                let name = name.map(str::to_string);
                let new = File { name, content: Content::default(), streams: 0, written: true, shared: 0 };
                match self.files.iter().position(Option::is_none) {
                    Some(free) => {
                        self.files[free] = Some(new);
                        free
                    }
                    None if self.files.len() < MAX_FILES => {
                        self.files.push(Some(new));
                        self.files.len() - 1
                    }
                    None => return Err(errno::ENFILE),
                }
            }
        };
        let file = self.files[index].as_mut().ok_or(errno::ENOENT)?;
        file.streams += 1;
        if mode & mode::TRUNCATE != 0 {
            self.bytes -= file.content.len();
            file.content.resize(0);
            file.written = true;
        }
        let number = if number == 0 { free } else { number };
        if number == INPUT {
            let place = self.stream(rank, INPUT)?;
            self.close(place);
        }
        let source = Source::File(index);
        let stream = Stream { rank, number, source, mode, position: 0, unread: None, flags: 0 };
        let place = self.streams.partition_point(|s| (s.rank, s.number) < (rank, number));
        self.streams.insert(place, stream);
        Ok(number)
    }

    fn close(&mut self, place: usize) {
        if let Source::File(index) = self.streams.remove(place).source {
            if let Some(file) = &mut self.files[index] {
                file.streams -= 1;
            }
            self.drop_unused(index);
        }
    }

    /// The bytes, and their number or an error number.
    fn read(&mut self, rank: u32, stream: u32, bytes: u32) -> [u32; 2] {
        let place = match self.stream(rank, stream) {
            Ok(place) => place,
            Err(error) => return [0, status(Err(error))],
        };
        let source = self.streams[place].source;
        let end = self.length(source);
        let s = &mut self.streams[place];
        if s.mode & mode::READ == 0 {
            s.flags |= flag::ERROR;
            return [0, status(Err(errno::EBADF))];
        }
        let (mut word, mut count) = (0, 0);
        let content = match source {
            Source::Input => {
                self.missed |= self.input.is_none();
                self.input.as_ref()
            }
            Source::Nothing => None,
            Source::File(index) => self.files[index].as_ref().map(|file| &file.content),
        };
        while count < bytes.min(4) {
            let byte = match s.unread.take() {
                Some(byte) => byte,
                None => match content {
                    Some(content) if s.position < end => {
                        s.position += 1;
                        content.byte(s.position - 1)
                    }
                    _ => {
                        s.flags |= flag::END;
                        break;
                    }
                },
            };
            word |= u32::from(byte) << (8 * count);
            count += 1;
        }
        [word, count]
    }

    /// The number of bytes written, or the negative error number.
    fn write(&mut self, rank: u32, stream: u32, bytes: &[u8], limit: usize) -> Result<u32, FilesFull> {
        let place = match self.stream(rank, stream) {
            Ok(place) => place,
            Err(error) => return Ok(status(Err(error))),
        };
        let s = &mut self.streams[place];
        let Source::File(index) = s.source else { return Ok(status(Err(errno::EBADF))) };
        if s.mode & mode::WRITE == 0 {
            s.flags |= flag::ERROR;
            return Ok(status(Err(errno::EBADF)));
        }
        let Some(file) = &mut self.files[index] else { return Ok(status(Err(errno::EBADF))) };
        let before = file.content.len();
        if s.mode & mode::APPEND != 0 {
            s.position = before;
        } else if s.unread.take().is_some() {
            s.position = s.position.saturating_sub(1);
        }
        let end = s.position.saturating_add(bytes.len());
        if !bytes.is_empty() {
            let grown = end.saturating_sub(before);
            if grown > limit.saturating_sub(self.bytes) {
                return Err(FilesFull);
            }
            self.bytes += grown;
            file.content.write(s.position, bytes);
            file.written = true;
        }
        s.position = end;
        Ok(bytes.len() as u32)
    }

    fn seek(&mut self, rank: u32, stream: u32, offset: i32, whence: u32) -> Result<u32, i32> {
        let place = self.stream(rank, stream)?;
        let end = self.length(self.streams[place].source);
        let s = &mut self.streams[place];
        let from = match whence {
            0 => 0,
            1 => s.position as i64 - i64::from(s.unread.is_some()),
            2 => end as i64,
            _ => return Err(errno::EINVAL),
        };
        let to = from + i64::from(offset);
        let position = u32::try_from(to).ok().filter(|to| i32::try_from(*to).is_ok()).ok_or(errno::EINVAL)?;
        // A question for the position changes nothing.
        if offset != 0 || whence != 1 {
            s.unread = None;
            s.flags &= !flag::END;
            s.position = position as usize;
        }
        Ok(position)
    }

    fn unread(&mut self, rank: u32, stream: u32, byte: u8) -> Result<(), i32> {
        let place = self.stream(rank, stream)?;
        let s = &mut self.streams[place];
        if s.mode & mode::READ == 0 || s.unread.is_some() {
            return Err(errno::EINVAL);
        }
        s.unread = Some(byte);
        s.flags &= !flag::END;
        Ok(())
    }

    /// The shared number before. It stays below 2^31, so that no number is an error.
    fn share(&mut self, rank: u32, stream: u32, number: u32, replaces: bool) -> Result<u32, i32> {
        let place = self.stream(rank, stream)?;
        let Source::File(index) = self.streams[place].source else { return Err(errno::EBADF) };
        let file = self.files[index].as_mut().ok_or(errno::EBADF)?;
        let before = file.shared;
        let after = if replaces { number } else { before.wrapping_add(number) };
        if i32::try_from(after).is_err() {
            return Err(errno::EINVAL);
        }
        file.shared = after;
        Ok(before)
    }

    fn remove(&mut self, name: &[u8]) -> Result<(), i32> {
        let index = self.find(plain(name)?).ok_or(errno::ENOENT)?;
        if let Some(file) = &mut self.files[index] {
            file.name = None;
        }
        self.drop_unused(index);
        Ok(())
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), i32> {
        let (from, to) = (plain(from)?, plain(to)?);
        let index = self.find(from).ok_or(errno::ENOENT)?;
        if from == to {
            return Ok(());
        }
        if self.find(to).is_some() {
            self.remove(to.as_bytes())?;
        }
        if let Some(file) = &mut self.files[index] {
            (file.name, file.written) = (Some(to.to_string()), true);
        }
        Ok(())
    }

    /// 0, or the negative error number.
    fn resize(&mut self, rank: u32, stream: u32, bytes: u32, limit: usize) -> Result<u32, FilesFull> {
        let place = match self.stream(rank, stream) {
            Ok(place) => place,
            Err(error) => return Ok(status(Err(error))),
        };
        let s = &self.streams[place];
        let file = match s.source {
            Source::File(index) if s.mode & mode::WRITE != 0 => self.files[index].as_mut(),
            _ => None,
        };
        let Some(file) = file else { return Ok(status(Err(errno::EINVAL))) };
        let (before, after) = (file.content.len(), bytes as usize);
        if i32::try_from(bytes).is_err() {
            return Ok(status(Err(errno::EFBIG)));
        }
        if after.saturating_sub(before) > limit.saturating_sub(self.bytes) {
            return Err(FilesFull);
        }
        self.bytes = self.bytes - before + after;
        file.content.resize(after);
        file.written = true;
        Ok(0)
    }
}

#[cfg(test)]
mod tests;
