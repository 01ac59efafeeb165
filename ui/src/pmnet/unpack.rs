//! Unpacks gzip while a file is read, whatever the file is called: its first bytes tell. Other packings are refused with what to do.

use mcore::base::Text;
use mcore::session::PmnetBytes;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

/// Most bytes that one piece becomes: a piece of zeros would become a thousand times as much.
const ROOM: usize = 1 << 20;

/// What is inside of a file that may be packed.
pub struct Unpacked<B> {
    bytes: B,
    state: State,
    /// Read, but not unpacked yet.
    input: Vec<u8>,
}

enum State {
    Begin,
    Plain,
    /// Before a part of a gzip file.
    Header,
    Inside(Box<InflateState>),
    /// So many bytes of the check behind a part are still to come.
    Trailer(usize),
    End,
}

impl<B: PmnetBytes> Unpacked<B> {
    /// Of the bytes of a file.
    pub fn new(bytes: B) -> Self {
        Self { bytes, state: State::Begin, input: Vec::new() }
    }

    /// Reads until there are so many bytes, or the file ends. False if it has ended before.
    fn have(&mut self, count: usize) -> Result<bool, Text> {
        while self.input.len() < count {
            let mut piece = self.bytes.next()?;
            if piece.is_empty() {
                return Ok(false);
            }
            self.input.append(&mut piece);
        }
        Ok(true)
    }

    /// The length of a gzip header: RFC 1952.
    fn header(&mut self) -> Result<usize, Text> {
        if !self.have(10)? {
            return Err(cut());
        }
        let (method, flags) = (self.input[2], self.input[3]);
        if !self.input.starts_with(&[0x1f, 0x8b]) || method != 8 {
            return Err(damaged());
        }
        let mut at = 10;
        if flags & 4 != 0 {
            if !self.have(at + 2)? {
                return Err(cut());
            }
            at += 2 + usize::from(u16::from_le_bytes([self.input[at], self.input[at + 1]]));
        }
        // Name and comment end with a zero.
        for flag in [8, 16] {
            if flags & flag == 0 {
                continue;
            }
            loop {
                if at > 1 << 17 {
                    return Err(damaged());
                }
                if !self.have(at + 1)? {
                    return Err(cut());
                }
                at += 1;
                if self.input[at - 1] == 0 {
                    break;
                }
            }
        }
        at += if flags & 2 != 0 { 2 } else { 0 };
        if self.have(at)? { Ok(at) } else { Err(cut()) }
    }

    /// Unpacks until there is something, or nothing more.
    fn piece(&mut self) -> Result<Vec<u8>, Text> {
        loop {
            match &mut self.state {
                State::Begin => {
                    self.have(6)?;
                    let begins = |with: &[u8]| self.input.starts_with(with);
                    if begins(&[0xfd, b'7', b'z', b'X', b'Z', 0])
                        || begins(&[0x28, 0xb5, 0x2f, 0xfd])
                        || begins(b"BZh")
                        || begins(b"PK\x03\x04")
                    {
                        return Err(Text::new(
                            "of packed files only gzip is read here; unpack it, or use the command `mcore pmnet run`",
                            "圧縮ファイルは gzip だけ読めます。展開するか、`mcore pmnet run` コマンドを使ってください",
                        ));
                    }
                    self.state = if begins(&[0x1f, 0x8b]) { State::Header } else { State::Plain };
                }
                State::Plain => {
                    let held = std::mem::take(&mut self.input);
                    return if held.is_empty() { self.bytes.next() } else { Ok(held) };
                }
                State::Header => {
                    let length = self.header()?;
                    self.input.drain(..length);
                    self.state = State::Inside(InflateState::new_boxed(DataFormat::Raw));
                }
                State::Inside(inflating) => {
                    let mut out = vec![0; ROOM];
                    let result = inflate(inflating, &self.input, &mut out, MZFlush::None);
                    self.input.drain(..result.bytes_consumed);
                    out.truncate(result.bytes_written);
                    match result.status {
                        Ok(MZStatus::StreamEnd) => self.state = State::Trailer(8),
                        Ok(_) | Err(MZError::Buf) => {
                            if out.is_empty() && result.bytes_consumed == 0 {
                                let before = self.input.len();
                                if !self.have(before + 1)? {
                                    return Err(cut());
                                }
                            }
                        }
                        Err(_) => return Err(damaged()),
                    }
                    if !out.is_empty() {
                        return Ok(out);
                    }
                }
                State::Trailer(bytes) => {
                    let bytes = *bytes;
                    if !self.have(bytes)? {
                        return Err(cut());
                    }
                    self.input.drain(..bytes);
                    // Another part may follow.
                    self.state = if self.have(1)? { State::Header } else { State::End };
                }
                State::End => return Ok(Vec::new()),
            }
        }
    }
}

fn cut() -> Text {
    Text::new(
        "the gzip file ends in the middle; fetch it again",
        "gzip ファイルが途中で切れています。取り直してください",
    )
}

fn damaged() -> Text {
    Text::new("the gzip file is damaged; fetch it again", "gzip ファイルが壊れています。取り直してください")
}

impl<B: PmnetBytes> PmnetBytes for Unpacked<B> {
    fn next(&mut self) -> Result<Vec<u8>, Text> {
        self.piece()
    }

    fn taken(&self) -> u64 {
        self.bytes.taken()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes in pieces.
    struct Pieces(Vec<u8>, usize, u64);

    impl PmnetBytes for Pieces {
        fn next(&mut self) -> Result<Vec<u8>, Text> {
            let piece: Vec<u8> = self.0.drain(..self.1.min(self.0.len())).collect();
            self.2 += piece.len() as u64;
            Ok(piece)
        }

        fn taken(&self) -> u64 {
            self.2
        }
    }

    fn all(bytes: &[u8], piece: usize) -> Result<Vec<u8>, Text> {
        let mut unpacked = Unpacked::new(Pieces(bytes.to_vec(), piece, 0));
        let mut whole = Vec::new();
        loop {
            let piece = unpacked.next()?;
            if piece.is_empty() {
                return Ok(whole);
            }
            whole.extend(piece);
        }
    }

    /// A part of a gzip file with a name in its header; the check behind it is not looked at.
    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packed = vec![0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3];
        packed.extend(b"trace.txt\0");
        packed.extend(miniz_oxide::deflate::compress_to_vec(text, 6));
        packed.extend([0; 8]);
        packed
    }

    #[test]
    fn gzip_is_unpacked_in_pieces_of_any_length_and_all_its_parts() {
        let text: Vec<u8> = (0..50_000_u32).flat_map(|i| format!(" L {:x},8\n", i * 64).into_bytes()).collect();
        let packed = [gzip(&text), gzip(b" S 10,4\n")].concat();
        let wanted = [&text[..], b" S 10,4\n"].concat();
        for piece in [1, 7, 4096, 1 << 20] {
            assert!(all(&packed, piece).expect("sound") == wanted, "{piece}");
        }
        assert!(all(&text, 1000).expect("plain") == text);
        assert_eq!(all(b"R 1", 1).expect("short"), b"R 1");
        assert_eq!(all(b"", 1).expect("empty"), b"");
    }

    #[test]
    fn what_is_cut_damaged_or_packed_otherwise_is_told() {
        let packed = gzip(&[7; 5000]);
        let error = |bytes: &[u8]| all(bytes, 100).expect_err("wrong").en;
        assert!(error(&packed[..packed.len() - 12]).contains("ends in the middle"));
        assert!(error(&packed[..15]).contains("ends in the middle"));
        let mut damaged = packed;
        damaged[20] = 0xff;
        assert!(error(&damaged).contains("damaged"));
        assert!(error(&[0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0]).contains("only gzip"));
    }
}
