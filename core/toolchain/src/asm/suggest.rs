//! "Did you mean ...?"

use super::report::clip;
use alloc::{string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, nearest};

/// A tip with the candidates nearest to `name`, or `None` if there is no similar one.
pub(super) fn did_you_mean<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<Text> {
    let names: Vec<String> = nearest(name, candidates).iter().map(|n| alloc::format!("`{}`", clip(n))).collect();
    let (en, ja) = (names.join(" or "), names.join(" か "));
    (!names.is_empty()).then(|| text!("did you mean {en}?", "{ja} ではありませんか？"))
}
