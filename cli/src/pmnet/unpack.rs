//! Unpacks while reading, whatever a file is called: its first bytes tell how it was packed.

use mcore::base::Text;
use mcore::text;
use ruzstd::decoding::StreamingDecoder;
use std::io::{self, BufRead as _, BufReader, Cursor, Read};

/// Bytes that are taken from the file at once.
const PIECE: usize = 64 << 10;
/// Most memory that unpacking may take, in bytes.
const MOST_MEMORY: u64 = 256 << 20;

/// A stream of bytes.
pub type Input = Box<dyn Read + Send>;
type Packed = BufReader<io::Chain<Cursor<Vec<u8>>, Input>>;

/// Why a file is not read.
pub enum Refused {
    /// It cannot be read at all.
    Reading(io::Error),
    /// It is packed in a way that is not known here.
    Packing(Text),
}

/// What is in a file, and true if it was packed.
pub fn unpacked(mut raw: Input) -> Result<(Input, bool), Refused> {
    let mut magic = Vec::new();
    raw.by_ref().take(6).read_to_end(&mut magic).map_err(Refused::Reading)?;
    let begins = |with: &[u8]| magic.starts_with(with);
    let (gzip, xz, zstd) =
        (begins(&[0x1f, 0x8b]), begins(&[0xfd, b'7', b'z', b'X', b'Z', 0]), begins(&[0x28, 0xb5, 0x2f, 0xfd]));
    if begins(b"BZh") || begins(b"PK\x03\x04") {
        return Err(Refused::Packing(text!(
            "bzip2 and zip are not read here; unpack it and use gzip, xz or zstd",
            "bzip2 と zip は読めません。展開するか、gzip、xz、zstd を使ってください"
        )));
    }
    let raw = Cursor::new(magic).chain(raw);
    if !gzip && !xz && !zstd {
        return Ok((Box::new(raw), false));
    }
    let packed = BufReader::with_capacity(PIECE, raw);
    let input: Input = if gzip {
        Box::new(flate2::bufread::MultiGzDecoder::new(packed))
    } else if xz {
        Box::new(lzma_rust2::XzReader::new_mem_limit(packed, true, (MOST_MEMORY >> 10) as u32))
    } else {
        Box::new(Frames(Some(Frame::Next(packed))))
    };
    Ok((input, true))
}

/// All frames of a zstd file, one after the other.
struct Frames(Option<Frame>);

enum Frame {
    /// One begins, or the file ends.
    Next(Packed),
    Inside(Box<StreamingDecoder<Packed, ruzstd::decoding::FrameDecoder>>),
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let mut decoder = match self.0.take() {
                None => return Ok(0),
                Some(Frame::Next(mut packed)) => {
                    if packed.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    let decoder = StreamingDecoder::new_with_max_window_size(packed, MOST_MEMORY);
                    Box::new(decoder.map_err(io::Error::other)?)
                }
                Some(Frame::Inside(decoder)) => decoder,
            };
            let count = decoder.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                self.0 = Some(Frame::Inside(decoder));
                return Ok(count);
            }
            self.0 = Some(Frame::Next(decoder.into_inner()));
        }
    }
}
