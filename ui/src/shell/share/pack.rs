//! The packed content of a link: the edition, a point, and as base64url four bytes of checksum and the compressed content.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use twox_hash::XxHash64;

/// Edition of the format.
const EDITION: u32 = 1;
/// Maximum length of a packed content that is read, in bytes.
const LONGEST: usize = 4 << 20;
/// Maximum size of the content, in bytes.
pub const LARGEST: usize = 16 << 20;

/// The error of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It was made by a later edition of the program.
    Later,
    /// Its end is missing.
    CutOff,
    /// Some of its content was changed.
    Damaged,
    /// It is larger than anything that this program makes.
    TooLarge,
}

/// Packs a content and its compressed form.
pub fn pack(plain: &[u8], packed: &[u8]) -> String {
    let mut bytes = sum(plain).to_vec();
    bytes.extend(packed);
    format!("{EDITION}.{}", URL_SAFE_NO_PAD.encode(bytes))
}

fn sum(plain: &[u8]) -> [u8; 4] {
    (XxHash64::oneshot(0, plain) as u32).to_le_bytes()
}

/// Unpacks a content: as much as is readable, and the fault of the rest.
///
/// # Errors
/// Nothing is readable.
pub fn unpack(text: &str) -> Result<(Vec<u8>, Option<Fault>), Fault> {
    let (edition, content) = text.split_once('.').unwrap_or((text, ""));
    match edition.parse::<u32>() {
        Ok(EDITION) if content.len() > LONGEST => Err(Fault::TooLarge),
        Ok(EDITION) => content_of(content),
        Ok(later) if later > EDITION => Err(Fault::Later),
        _ => Err(Fault::Damaged),
    }
}

fn content_of(content: &str) -> Result<(Vec<u8>, Option<Fault>), Fault> {
    // The first character outside the alphabet starts the sentence around the link.
    let strange = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let content = &content[..content.find(strange).unwrap_or(content.len())];
    // A single character after groups of four encodes no byte.
    let content = if content.len() % 4 == 1 { &content[..content.len() - 1] } else { content };
    let engine = base64::engine::GeneralPurpose::new(
        &base64::alphabet::URL_SAFE,
        base64::engine::GeneralPurposeConfig::new()
            .with_decode_padding_mode(base64::engine::DecodePaddingMode::RequireNone)
            // The last character of a cut link may hold bits of the next byte.
            .with_decode_allow_trailing_bits(true),
    );
    let bytes = engine.decode(content).map_err(|_| Fault::Damaged)?;
    let (wanted, packed) = bytes.split_first_chunk::<4>().ok_or(Fault::CutOff)?;
    let (plain, fault) = inflate(packed);
    let fault = fault.or_else(|| (sum(&plain) != *wanted).then_some(Fault::Damaged));
    Ok((plain, fault))
}

/// Decompresses as much as possible, and returns the fault that stopped it.
fn inflate(packed: &[u8]) -> (Vec<u8>, Option<Fault>) {
    let mut state = DecompressorOxide::new();
    let mut out = vec![0; (packed.len() * 4).clamp(1024, LARGEST)];
    let (mut read, mut written) = (0, 0);
    let fault = loop {
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, more_read, more_written) = decompress(&mut state, &packed[read..], &mut out, written, flags);
        read += more_read;
        written += more_written;
        match status {
            TINFLStatus::Done => break None,
            TINFLStatus::HasMoreOutput if out.len() >= LARGEST => break Some(Fault::TooLarge),
            TINFLStatus::HasMoreOutput => out.resize((out.len() * 2).min(LARGEST), 0),
            TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => break Some(Fault::CutOff),
            _ => break Some(Fault::Damaged),
        }
    };
    out.truncate(written);
    (out, fault)
}
