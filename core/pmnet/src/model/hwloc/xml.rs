//! The XML of hwloc 1 and 2: `<topology>` with nested `<object type="...">`.

use super::{Item, Level, Sizes, convert};
use crate::model::dat::Dat;
use mcore_base::{Text, text};
use roxmltree::{Document, Node, ParsingOptions};

/// Maximum number of elements.
const MAX_NODES: u32 = 1 << 20;
/// Maximum nesting of objects; hwloc has about ten levels.
const MAX_DEPTH: usize = 64;

/// Reads the output of `lstopo --of xml`.
///
/// # Errors
/// The text is not XML, or not from hwloc.
pub fn read(text: &str) -> Result<Dat, Text> {
    // hwloc declares a document type; it has no entities to expand.
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| text!("the text is not XML: {error}", "XML ではありません: {error}"))?;
    let root = document.root_element();
    let machine = root.children().find(|n| n.has_tag_name("object"));
    let (true, Some(machine)) = (root.has_tag_name("topology"), machine) else {
        return Err(text!(
            "the text is not a topology of hwloc; make it by `lstopo --of xml`",
            "hwloc のトポロジーではありません。`lstopo --of xml` で作ってください"
        ));
    };
    let mut top = Item::new(Level::Box);
    object(machine, &mut top, 0)?;
    convert::convert("hwloc", top)
}

/// Adds an object and everything below it.
fn object(node: Node<'_, '_>, above: &mut Item, depth: usize) -> Result<(), Text> {
    if depth > MAX_DEPTH {
        return Err(text!(
            "objects are nested deeper than {MAX_DEPTH}",
            "オブジェクトの入れ子が {MAX_DEPTH} 段を超えています"
        ));
    }
    let number = |key: &str| node.attribute(key).and_then(|v| v.parse::<u64>().ok());
    let kind = node.attribute("type").unwrap_or_default();
    let level = match kind {
        // hwloc 1 writes Cache with a depth; type 2 of a cache means instructions.
        "Cache" | "L1Cache" | "L2Cache" | "L3Cache" | "L4Cache" | "L5Cache" | "MemCache"
            if node.attribute("cache_type") != Some("2") =>
        {
            let from_name = kind.as_bytes().get(1).filter(|b| b.is_ascii_digit()).map(|b| u64::from(b - b'0'));
            Some(Level::Cache(number("depth").or(from_name).unwrap_or(3).clamp(1, 9) as u8))
        }
        "Core" => Some(Level::Core),
        "PU" => Some(Level::Thread),
        "NUMANode" => None,
        "Bridge" | "PCIDev" | "OSDev" | "Misc" => return Ok(()),
        _ => Some(Level::Box),
    };
    let below = |item: &mut Item| {
        node.children().filter(|n| n.has_tag_name("object")).try_for_each(|n| object(n, item, depth + 1))
    };
    let Some(level) = level else {
        let memory = (number("local_memory").unwrap_or(0), number("os_index"));
        let inner = node.children().any(|n| n.has_tag_name("object"));
        if inner {
            // hwloc 1: a NUMA node contains the items that belong to it.
            let mut item = Item::new(Level::Box);
            item.memories.push(memory);
            below(&mut item)?;
            above.children.push(item);
        } else {
            // hwloc 2: a NUMA node is attached to the item that it is near.
            above.memories.push(memory);
        }
        return Ok(());
    };
    let mut item = Item::new(level);
    let ways = node.attribute("cache_associativity").and_then(|v| v.parse::<i64>().ok()).unwrap_or(0);
    item.sizes = Sizes {
        bytes: number("cache_size").unwrap_or(0),
        // -1 is fully associative: as many ways as lines, more than the maximum in most caches.
        ways: u64::try_from(ways).unwrap_or(0),
        line: number("cache_linesize").unwrap_or(0),
    };
    below(&mut item)?;
    above.children.push(item);
    Ok(())
}
