//! Memory systems from outside: presets, files, one-line descriptions.

use crate::model::dat::MAX_BYTES;
use crate::model::preset::{NAMES, Preset};
use crate::model::{Dat, hwloc};
use alloc::{string::ToString as _, vec, vec::Vec};
use mcore_base::{Text, text};

/// Names of the presets.
pub const PMNET_PRESETS: [&str; 4] = NAMES;

/// A preset, or `mcore-MxN`.
///
/// # Errors
/// There is no preset of that name; the message lists the names.
pub fn pmnet_preset(name: &str) -> Result<Dat, Text> {
    Preset::read(name).map(Preset::dat)
}

/// A memory system from a file: a DAT, or hwloc's XML.
///
/// # Errors
/// All errors in it.
pub fn pmnet_open(text: &str) -> Result<Dat, Vec<Text>> {
    if text.len() > MAX_BYTES {
        let mib = MAX_BYTES >> 20;
        return Err(vec![text!("the file is longer than {mib} MiB", "ファイルが {mib} MiB を超えています")]);
    }
    if text.trim_start().starts_with('<') {
        return hwloc::read_xml(text).map_err(|why| vec![why]);
    }
    Dat::read(text).map_err(|errors| {
        let located = errors.iter().map(|error| match error.line_in(text) {
            Some(line) => {
                let why = error.text();
                Text::new(alloc::format!("line {line}: {}", why.en), alloc::format!("{line} 行: {}", why.ja))
            }
            None => error.text(),
        });
        located.collect()
    })
}

/// A memory system from one of hwloc's synthetic strings.
///
/// # Errors
/// The error in the description.
pub fn pmnet_synthetic(text: &str) -> Result<Dat, Text> {
    hwloc::read_synthetic(text)
}

/// The name of a memory system: its `title`, else "DAT".
pub fn pmnet_title(dat: &Dat) -> alloc::string::String {
    dat.extra.get("title").and_then(|title| title.as_str()).unwrap_or("DAT").to_string()
}
