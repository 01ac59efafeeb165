//! All frames of a zstd file, one after the other, each compared with its length and check sum.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, ErrorKind, Read};

/// The frames of a file.
pub struct Frames<R> {
    packed: R,
    decoder: FrameDecoder,
    /// Bytes of the current frame that have been returned; `None` between frames.
    given: Option<u64>,
}

impl<R: BufRead> Frames<R> {
    /// Reads from `packed`, with windows of at most `window` bytes.
    pub fn new(packed: R, window: u64) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(window);
        Self { packed, decoder, given: None }
    }

    /// Begins a frame. False at the end of the file.
    fn begin(&mut self) -> io::Result<bool> {
        use FrameDecoderError::{DictNotProvided, ReadFrameHeaderError as Header, WindowSizeTooBig};
        loop {
            if self.packed.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.decoder.reset(&mut self.packed) {
                Ok(()) => return Ok(true),
                Err(Header(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let length = u64::from(length);
                    if io::copy(&mut self.packed.by_ref().take(length), &mut io::sink())? < length {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error @ WindowSizeTooBig { .. }) => return Err(io::Error::new(ErrorKind::OutOfMemory, error)),
                Err(error @ DictNotProvided { .. }) => return Err(io::Error::new(ErrorKind::Unsupported, error)),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Compares a finished frame with its length and check sum.
    fn check(&self, given: u64) -> io::Result<()> {
        let length = self.decoder.content_size();
        // A frame may omit its length and its check sum; the decoder reports a missing length as zero.
        if length != 0 && length != given {
            return Err(io::Error::other("wrong length"));
        }
        let written = self.decoder.get_checksum_from_data();
        if written.is_some() && written != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("wrong check sum"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.given.is_none() && !self.begin()? {
                return Ok(0);
            }
            let given = self.given.unwrap_or(0);
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let decoded = self.decoder.decode_blocks(&mut self.packed, BlockDecodingStrategy::UptoBlocks(1));
                decoded.map_err(io::Error::other)?;
            }
            let count = self.decoder.read(buffer)?;
            self.given = Some(given + count as u64);
            if count > 0 {
                return Ok(count);
            }
            self.check(given)?;
            self.given = None;
        }
    }
}
