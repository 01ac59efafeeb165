//! The differences between two memory systems, short enough for the name of a run.

use super::PmnetDat;
use crate::view::{bandwidth_text, moved_text};
use alloc::{format, string::String, vec::Vec};
use serde_json::{Map, Value};

/// The lists of a DAT, in the order in which changes are reported.
const LISTS: [&str; 10] = [
    "mem_class",
    "cache_class",
    "core_class",
    "router_class",
    "mem_obj",
    "cache_obj",
    "core_obj",
    "router_obj",
    "edge_class",
    "edge_obj",
];

/// Keys that change the picture but not the results of runs.
const LOOKS: [&str; 2] = ["position", "group"];

/// The differences between `first` and `other`: at most `most` changes, then `…`.
pub fn pmnet_changes(first: &PmnetDat, other: &PmnetDat, most: usize) -> Vec<String> {
    let plain = |dat: &PmnetDat| serde_json::from_str::<Value>(&dat.clone().without_results().to_json()).ok();
    let (Some(before), Some(after)) = (plain(first), plain(other)) else { return Vec::new() };
    let mut changes: Vec<String> = Vec::new();
    // A class with one object is named by that object, which the picture shows.
    let user = |class: &str| {
        let mut users = other.objects().filter(|(_, _, own, _)| *own == class).map(|(_, name, ..)| name);
        String::from(users.next().filter(|_| users.next().is_none()).unwrap_or(class))
    };
    for list in LISTS {
        let (before, after) = (entries(&before, list), entries(&after, list));
        let find = |all: &[&Map<String, Value>], name: &str| all.iter().position(|entry| name_of(list, entry) == name);
        for entry in &after {
            let name = name_of(list, entry);
            match find(&before, &name) {
                None => changes.push(format!("+{name}")),
                Some(place) => {
                    let shown = if list.ends_with("_class") { user(&name) } else { name };
                    changes.extend(changed(&shown, before[place], entry));
                }
            }
        }
        let gone = before.iter().map(|entry| name_of(list, entry)).filter(|name| find(&after, name).is_none());
        changes.extend(gone.map(|name| format!("−{name}")));
    }
    // Read and write bandwidth are usually the same.
    changes.dedup();
    if changes.len() > most {
        changes.truncate(most);
        changes.push("…".into());
    }
    changes
}

fn entries<'v>(dat: &'v Value, list: &str) -> Vec<&'v Map<String, Value>> {
    dat.get(list).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object).collect()
}

/// The name of an entry; an edge is named by its ends.
fn name_of(list: &str, entry: &Map<String, Value>) -> String {
    let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
    if list == "edge_obj" { format!("{}–{}", text("source"), text("target")) } else { text("name").into() }
}

/// The keys of an entry whose values differ.
fn changed(name: &str, before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<String> {
    let keys = after.keys().chain(before.keys().filter(|key| !after.contains_key(*key)));
    let differs =
        |key: &&String| before.get(*key) != after.get(*key) && *key != "name" && !LOOKS.contains(&key.as_str());
    let described = |key: &String| match after.get(key) {
        None => format!("{name} {key} –"),
        Some(value) => match (key.as_str(), value.as_f64(), value.as_str()) {
            ("read_bandwidth" | "write_bandwidth", Some(rate), _) => format!("{name} {}", bandwidth_text(rate)),
            ("capacity", Some(bytes), _) => format!("{name} {}", moved_text(bytes as u64)),
            (_, _, Some(text)) => format!("{name} {text}"),
            _ => format!("{name} {key} {value}"),
        },
    };
    keys.filter(differs).map(described).collect()
}
