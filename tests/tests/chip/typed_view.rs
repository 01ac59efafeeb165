//! Words read as numbers, characters and IEEE 754 numbers: the shown text reads back to the same word.

use mcore::modes::chip::view::{Typed, typed};
use proptest::prelude::*;

const ALL: [Typed; 9] = [
    Typed::Hex,
    Typed::Signed,
    Typed::Unsigned,
    Typed::Binary,
    Typed::Halves,
    Typed::Bytes,
    Typed::Text,
    Typed::Single,
    Typed::Double,
];

proptest! {
    #[test]
    fn numbers_read_back(low: u32, high: u32) {
        prop_assert_eq!(u32::from_str_radix(&typed(Typed::Hex, low, high), 16), Ok(low));
        prop_assert_eq!(u32::from_str_radix(&typed(Typed::Binary, low, high).replace(' ', ""), 2), Ok(low));
        prop_assert_eq!(typed(Typed::Signed, low, high).parse::<i32>(), Ok(low as i32));
        prop_assert_eq!(typed(Typed::Unsigned, low, high).parse::<u32>(), Ok(low));
        let halves: Vec<i16> = typed(Typed::Halves, low, high).split(' ').filter_map(|h| h.parse().ok()).collect();
        prop_assert_eq!(halves, vec![low as u16 as i16, (low >> 16) as u16 as i16]);
        let bytes: Vec<u8> = typed(Typed::Bytes, low, high).split(' ').filter_map(|b| b.parse().ok()).collect();
        prop_assert_eq!(bytes, low.to_le_bytes().to_vec());
        let single: f32 = typed(Typed::Single, low, high).parse().expect("a number");
        prop_assert!(single.to_bits() == low || (single.is_nan() && f32::from_bits(low).is_nan()));
        let bits = u64::from(high) << 32 | u64::from(low);
        let double: f64 = typed(Typed::Double, low, high).parse().expect("a number");
        prop_assert!(double.to_bits() == bits || (double.is_nan() && f64::from_bits(bits).is_nan()));
    }

    #[test]
    fn nothing_is_wider_than_its_column(low: u32, high: u32) {
        for kind in ALL {
            let text = typed(kind, low, high);
            prop_assert!(text.chars().count() <= kind.width(), "{:?}: {}", kind, text);
        }
    }
}
