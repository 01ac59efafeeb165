//! Trace files for the session; compressed ones are decompressed while they are read.

use mcore::base::Text;
use mcore::modes::pmnet::PmnetBytes;
use mcore_unpack::{Problem, Unpacked};
use std::io::Read;

/// Bytes per chunk of decompressed data.
const CHUNK: usize = 1 << 20;
/// Maximum memory for decompressing one file: the limit of `zstd` itself, and twice the need of `xz -9`.
const MAX_MEMORY: u64 = 128 << 20;
/// Maximum memory for decompressing all files of a run, which are read in turns. A WebAssembly module has at most twice
/// as much.
const MAX_OF_ALL: u64 = 2 << 30;

/// The memory for decompressing one of this many files.
pub fn memory_of(files: usize) -> u64 {
    MAX_MEMORY.min(MAX_OF_ALL / files.max(1) as u64)
}

/// A trace file that is being read.
pub struct Trace {
    inside: Unpacked,
    /// The error to return after the data already returned.
    wrong: Option<Text>,
}

impl Trace {
    /// Reads the bytes of a file, which may be compressed; decompression may take up to `memory` bytes.
    pub fn new(raw: impl Read + Send + 'static, memory: u64) -> Self {
        Self { inside: Unpacked::new(raw, memory), wrong: None }
    }
}

impl PmnetBytes for Trace {
    fn next(&mut self) -> Result<Vec<u8>, Text> {
        if let Some(wrong) = self.wrong.take() {
            return Err(wrong);
        }
        let mut chunk = vec![0; CHUNK];
        let (length, end) = self.inside.fill(&mut chunk);
        match end.map_err(explained) {
            Err(wrong) if length == 0 => return Err(wrong),
            // The data before the damage is used: the run reports how far it got.
            end => self.wrong = end.err(),
        }
        chunk.truncate(length);
        Ok(chunk)
    }

    fn taken(&self) -> u64 {
        self.inside.taken()
    }
}

fn explained(problem: Problem) -> Text {
    match problem {
        Problem::Packing(why) => why,
        Problem::Reading(_) => Text::new(
            "the file cannot be read any more; has it been changed or moved?",
            "ファイルが読めなくなりました。変更または移動しましたか",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    /// A reader that returns bytes, and then an error.
    struct Broken(&'static [u8]);

    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::ErrorKind::NotFound.into()),
                count => Ok(count),
            }
        }
    }

    #[test]
    fn a_file_comes_in_pieces_until_it_ends() {
        let text = vec![b'x'; CHUNK + 5];
        let mut trace = Trace::new(io::Cursor::new(text.clone()), memory_of(1));
        let mut whole = Vec::new();
        loop {
            let chunk = trace.next().expect("sound");
            assert!(chunk.len() <= CHUNK);
            if chunk.is_empty() {
                break;
            }
            whole.extend(chunk);
        }
        assert!(whole == text);
        assert_eq!(trace.taken(), text.len() as u64);
    }

    #[test]
    fn a_file_that_is_gone_and_one_that_is_cut_are_told_apart() {
        let mut gone = Trace::new(Broken(b"R 10 8\n"), memory_of(1));
        assert_eq!(gone.next().expect("its begin"), b"R 10 8\n");
        assert!(gone.next().expect_err("gone").en.contains("changed or moved"));
        // The data of a member is returned unchanged, and then the error after it.
        let member: &[u8] = &[
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0x0b, 0x52, 0x30, 0x34, 0x50, 0xb0, 0xe0, 2, 0, 0x44, 0x58, 0xe7, 0x8d,
            7, 0, 0, 0,
        ];
        let mut half = Trace::new(io::Cursor::new([member, &member[..8]].concat()), memory_of(1));
        assert_eq!(half.next().expect("the first"), b"R 10 8\n");
        assert!(half.next().expect_err("the second").en.contains("ends in the middle"));
        let mut cut = Trace::new(&[0x1f, 0x8b, 8, 0][..], memory_of(1));
        assert!(cut.next().expect_err("cut").ja.contains("途中で切れて"));
    }

    #[test]
    fn all_files_together_leave_room_in_the_module() {
        assert_eq!((memory_of(1), memory_of(16)), (128 << 20, 128 << 20));
        assert_eq!(memory_of(4096), 512 << 10);
        assert!((1..5000).all(|files| memory_of(files) * files as u64 <= MAX_OF_ALL));
    }
}
