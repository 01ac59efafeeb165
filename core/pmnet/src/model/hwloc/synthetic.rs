//! hwloc's synthetic strings: levels from the machine down, each with the number of its items per item of the level
//! above, `package:2 numa:4 l3:4(size=16MB) l2:4 core:1 pu:2`. Memories can follow in brackets after the level to which
//! they are attached, `package:2 [numa(memory=64GB)] core:8`.

use super::{Item, Level, Sizes, convert};
use crate::model::dat::{Dat, MAX_OBJECTS};
use alloc::{string::String, vec, vec::Vec};
use mcore_base::{Text, text};

/// One level.
struct Part {
    level: Level,
    count: usize,
    sizes: Sizes,
    /// Bytes of each memory attached to each item of this level.
    memories: Vec<u64>,
}

/// Reads a string.
///
/// # Errors
/// An unknown level, or a count that is no number or too large; the message says what is allowed.
pub fn read(text: &str) -> Result<Dat, Text> {
    let mut parts: Vec<Part> =
        vec![Part { level: Level::Box, count: 1, sizes: Sizes::default(), memories: Vec::new() }];
    let mut objects = 1_usize;
    for word in words(text)? {
        let (word, attached) = match word.strip_prefix('[') {
            Some(inside) => (inside.trim_end_matches(']').trim(), true),
            None => (word, false),
        };
        let (head, attributes) = word.split_once('(').unwrap_or((word, ""));
        let attributes = attributes.trim_end_matches(')');
        let (kind, count) = match head.split_once(':') {
            Some((kind, count)) => (kind.trim(), Some(count.trim())),
            None if head.bytes().all(|b| b.is_ascii_digit()) => ("group", Some(head)),
            None => (head.trim(), None),
        };
        let count = match count.map(str::parse::<usize>) {
            None if attached => 1,
            Some(Ok(count)) if (1..=MAX_OBJECTS).contains(&count) => count,
            _ => {
                return Err(text!(
                    "`{word}`: write the level and how many there are in one of the level above, for example `core:4`",
                    "`{word}`: `core:4` のように、レベルと、上のレベル 1 つの中の個数を書いてください"
                ));
            }
        };
        let bytes = attribute(attributes, "size")?;
        let memory = attribute(attributes, "memory")?;
        let name = kind.to_ascii_lowercase();
        let level = match name.trim_end_matches(':') {
            "machine" | "system" => continue,
            "package" | "pack" | "socket" | "die" | "group" | "cluster" | "tile" | "module" => Some(Level::Box),
            "numanode" | "numa" | "node" | "nd" => None,
            "core" => Some(Level::Core),
            "pu" | "thread" => Some(Level::Thread),
            "cache" | "ca" | "l2cache" | "l2" | "l2d" | "l2u" => Some(Level::Cache(2)),
            "l1cache" | "l1" | "l1d" | "l1dcache" | "l1u" => Some(Level::Cache(1)),
            "l3cache" | "l3" | "l3d" | "l3u" => Some(Level::Cache(3)),
            "l4cache" | "l4" => Some(Level::Cache(4)),
            "l5cache" | "l5" => Some(Level::Cache(5)),
            "l1icache" | "l1i" | "l2icache" | "l2i" | "l3icache" | "l3i" => continue,
            _ => {
                return Err(text!(
                    "`{kind}` is no level; there are package, die, group, numa, l5 to l1, core and pu",
                    "`{kind}` というレベルはありません。package、die、group、numa、l5 から l1、core、pu が使えます"
                ));
            }
        };
        let Some(level) = level else {
            if attached {
                // Brackets: each item of the level above has these memories.
                if let Some(above) = parts.last_mut() {
                    above.memories.extend((0..count).map(|_| memory));
                }
            } else {
                // A separate level: an item with one memory.
                objects = grow(objects, count)?;
                parts.push(Part { level: Level::Box, count, sizes: Sizes::default(), memories: vec![memory] });
            }
            continue;
        };
        objects = grow(objects, count)?;
        parts.push(Part { level, count, sizes: Sizes { bytes, ..Sizes::default() }, memories: Vec::new() });
    }
    if parts.len() == 1 {
        return Err(text!(
            "the description is empty; write for example `package:2 l3:1 core:4`",
            "記述が空です。`package:2 l3:1 core:4` のように書いてください"
        ));
    }
    convert::convert(text.trim(), tree(&parts))
}

/// The string split at white space outside brackets.
fn words(text: &str) -> Result<Vec<&str>, Text> {
    let (mut words, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if c.is_whitespace() && depth == 0 {
            words.push(&text[start..at]);
            start = at + c.len_utf8();
        }
    }
    words.push(&text[start..]);
    if depth != 0 {
        return Err(text!("brackets do not match in `{text}`", "`{text}` の括弧が対応していません"));
    }
    words.retain(|w| !w.trim().is_empty());
    Ok(words)
}

fn grow(objects: usize, count: usize) -> Result<usize, Text> {
    objects.checked_mul(count).filter(|n| *n <= MAX_OBJECTS).ok_or_else(|| {
        text!(
            "the machine has more than {MAX_OBJECTS} objects",
            "マシンのオブジェクトが {MAX_OBJECTS} 個を超えています"
        )
    })
}

fn tree(parts: &[Part]) -> Item {
    let Some((part, below)) = parts.split_first() else { return Item::new(Level::Box) };
    let mut item = Item::new(part.level);
    item.sizes = part.sizes;
    item.memories = part.memories.iter().map(|bytes| (*bytes, None)).collect();
    if let Some(next) = below.first() {
        let child = tree(below);
        item.children = vec![child; next.count];
    }
    item
}

/// A size such as `size=16MB` in a list of attributes; 0 if it is missing.
fn attribute(list: &str, key: &str) -> Result<u64, Text> {
    let value = list.split_whitespace().find_map(|item| item.strip_prefix(key)?.strip_prefix('='));
    let Some(value) = value else { return Ok(0) };
    let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = value[digits.len()..].to_ascii_lowercase();
    let shift = match unit.as_str() {
        "" | "b" => Some(0),
        "kb" | "kib" | "k" => Some(10),
        "mb" | "mib" | "m" => Some(20),
        "gb" | "gib" | "g" => Some(30),
        "tb" | "tib" | "t" => Some(40),
        _ => None,
    };
    let bytes = digits.parse::<u64>().ok().zip(shift).and_then(|(n, shift)| n.checked_mul(1 << shift));
    bytes.filter(|n| *n > 0 && *n < 1 << 60).ok_or_else(|| {
        let item: String = [key, "=", value].concat();
        text!(
            "`{item}`: write bytes with KB, MB or GB behind, for example {key}=16MB",
            "`{item}`: {key}=16MB のように、バイト数に KB、MB、GB を付けて書いてください"
        )
    })
}
