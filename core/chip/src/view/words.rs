//! Long lists of words as bytes, the lowest byte first: data sent to the page every few milliseconds is one typed array
//! instead of thousands of numbers. For `#[serde(with = "words")]`.

use alloc::vec::Vec;
use serde::de::{Deserializer, Error as _};
use serde::ser::Serializer;
use serde_bytes::{ByteBuf, Bytes};

/// Writes the words.
pub fn serialize<S: Serializer>(words: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    serde::Serialize::serialize(Bytes::new(&bytes), serializer)
}

/// Reads the words.
///
/// # Errors
/// The bytes are not a whole number of words.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    let bytes: ByteBuf = serde::Deserialize::deserialize(deserializer)?;
    let (words, rest) = bytes.as_chunks::<4>();
    if rest.is_empty() {
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    } else {
        Err(D::Error::custom("bytes that are no whole words"))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct List(#[serde(with = "super")] alloc::vec::Vec<u32>);

    #[test]
    fn words_come_back_and_pieces_of_words_do_not() {
        let list = List(alloc::vec![0, 1, 0x0102_0304, u32::MAX]);
        let text = serde_json::to_string(&list).expect("bytes can be written");
        assert!(text.starts_with("[0,0,0,0,1,0,0,0,4,3,2,1,"), "{text}");
        assert_eq!(serde_json::from_str::<List>(&text).expect("what was written"), list);
        let error = serde_json::from_str::<List>("[1,2,3]").expect_err("three bytes");
        assert!(error.to_string().contains("no whole words"), "{error}");
    }
}
