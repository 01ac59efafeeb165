//! An editor's changes to a DAT: a change takes one and returns another, or an error. Unknown keys are preserved. Two
//! keys of our own serve pictures: an object's `position` (two numbers) and its `group` (a name).

use super::{CacheClass, CoreClass, CoreObj, Dat, DatError, EdgeClass, EdgeObj, Extra, MemClass, PartObj, RouterClass};
use crate::model::Kind;
use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::{String, ToString as _},
    vec,
    vec::Vec,
};
use mcore_base::text;
use serde_json::{Map, Value, json};

/// Distance of copies from their originals.
const BESIDE: f64 = 24.0;

/// A change. Objects are identified by name.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Adds an object of the first class of its kind, optionally at a place, and optionally connected to an object.
    Add(Kind, Option<[f64; 2]>, Option<String>),
    /// Removes objects with their edges.
    Remove(Vec<String>),
    /// Adds an edge between two objects; if there is one, removes it.
    Connect(String, String),
    /// Copies objects, with the edges between them and to others.
    Copy(Vec<String>),
    /// Moves objects to these places.
    Place(Vec<(String, [f64; 2])>),
    /// Puts objects in a group; or in none, if the name is empty.
    Group(Vec<String>, String),
    /// Gives an object a new class, equal to its present one.
    OwnClass(String),
    /// Sets a key of an entry: list (`cache_class`, `core_obj`, ...), name, key, value. An empty value removes the key.
    /// Sizes and rates may have a unit: `32 KiB`, `38.4 GB/s`.
    Set(String, String, String, String),
}

impl Dat {
    /// The position of an object in free form, if the DAT has one.
    pub fn position(extra: &Extra) -> Option<[f64; 2]> {
        let numbers = extra.get("position")?.as_array()?;
        let number = |i: usize| numbers.get(i)?.as_f64().filter(|n: &f64| n.abs() < 1e6);
        Some([number(0)?, number(1)?])
    }

    /// All objects in the order of [`Graph::objects`](crate::model::Graph): kind, name, class, other keys.
    pub fn objects(&self) -> impl Iterator<Item = (Kind, &str, &str, &Extra)> {
        let cores = self.core_obj.iter().map(|o| (Kind::Core, o.name.as_str(), o.class.as_str(), &o.extra));
        let lists = [(Kind::Cache, &self.cache_obj), (Kind::Memory, &self.mem_obj), (Kind::Router, &self.router_obj)];
        cores.chain(
            lists
                .into_iter()
                .flat_map(|(kind, list)| list.iter().map(move |o| (kind, o.name.as_str(), o.class.as_str(), &o.extra))),
        )
    }

    /// Makes a change; returns the new memory system, and the objects affected, which an editor then selects.
    ///
    /// # Errors
    /// The problem that the change would cause, with its object and key.
    pub fn edit(&self, edit: &Edit) -> Result<(Self, Vec<String>), DatError> {
        let mut dat = self.clone();
        let concerned = match edit {
            Edit::Add(kind, at, to) => {
                let name = dat.add(*kind, *at);
                if let Some(to) = to {
                    dat.connect(&name, to);
                }
                vec![name]
            }
            Edit::Remove(names) => {
                dat.remove(names);
                Vec::new()
            }
            Edit::Connect(a, b) => {
                dat.connect(a, b);
                vec![a.clone(), b.clone()]
            }
            Edit::Copy(names) => dat.copy(names),
            Edit::Place(places) => {
                for (name, [x, y]) in places {
                    if let Some(extra) = dat.extra_of(name) {
                        extra.insert("position".into(), json!([tenths(*x), tenths(*y)]));
                    }
                }
                places.iter().map(|(name, _)| name.clone()).collect()
            }
            Edit::Group(names, group) => {
                for name in names {
                    match dat.extra_of(name) {
                        Some(extra) if group.trim().is_empty() => {
                            extra.remove("group");
                        }
                        Some(extra) => {
                            extra.insert("group".into(), group.trim().into());
                        }
                        None => {}
                    }
                }
                names.clone()
            }
            Edit::OwnClass(name) => {
                dat.own_class(name);
                vec![name.clone()]
            }
            Edit::Set(list, name, key, value) => return self.set(list, name, key, value),
        };
        match dat.validate() {
            Ok(()) => Ok((dat, concerned)),
            Err(errors) => Err(errors.into_iter().next().unwrap_or_else(|| DatError::new("", "", text!("", "")))),
        }
    }

    fn extra_of(&mut self, name: &str) -> Option<&mut Extra> {
        let cores = self.core_obj.iter_mut().map(|o| (&o.name, &mut o.extra));
        let parts = self.cache_obj.iter_mut().chain(&mut self.mem_obj).chain(&mut self.router_obj);
        cores.chain(parts.map(|o| (&o.name, &mut o.extra))).find(|(own, _)| *own == name).map(|(_, extra)| extra)
    }

    fn names(&self) -> BTreeSet<String> {
        self.objects().map(|(_, name, ..)| name.to_string()).collect()
    }

    /// Adds an object of the first class of its kind; makes a class if there is none.
    fn add(&mut self, kind: Kind, at: Option<[f64; 2]>) -> String {
        let stem = match kind {
            Kind::Core => "core0",
            Kind::Cache => "cache0",
            Kind::Memory => "mem0",
            Kind::Router => "router0",
        };
        let name = fresh(stem, &self.names());
        let mut extra = Extra::new();
        if let Some([x, y]) = at {
            extra.insert("position".into(), json!([tenths(x), tenths(y)]));
        }
        let part = |class: &str| PartObj {
            name: name.clone(),
            class: class.into(),
            extra: extra.clone(),
            ..PartObj::default()
        };
        const GB: f64 = 1e9;
        match kind {
            Kind::Core => {
                if self.core_class.is_empty() {
                    self.core_class.push(CoreClass { name: "core".into(), ..CoreClass::default() });
                }
                let class = self.core_class[0].name.clone();
                self.core_obj.push(CoreObj { name: name.clone(), class, extra, ..CoreObj::default() });
            }
            Kind::Cache => {
                if self.cache_class.is_empty() {
                    self.cache_class.push(CacheClass {
                        name: "cache".into(),
                        capacity: 32 << 10,
                        associativity: 8,
                        linesize: 64,
                        read_bandwidth: 100.0 * GB,
                        write_bandwidth: 100.0 * GB,
                        extra: Extra::new(),
                    });
                }
                self.cache_obj.push(part(&self.cache_class[0].name));
            }
            Kind::Memory => {
                if self.mem_class.is_empty() {
                    self.mem_class.push(MemClass {
                        name: "memory".into(),
                        capacity: 16 << 30,
                        linesize: 64,
                        read_bandwidth: 20.0 * GB,
                        write_bandwidth: 20.0 * GB,
                        extra: Extra::new(),
                    });
                }
                self.mem_obj.push(part(&self.mem_class[0].name));
            }
            Kind::Router => {
                if self.router_class.is_empty() {
                    self.router_class.push(RouterClass {
                        name: "router".into(),
                        read_bandwidth: 100.0 * GB,
                        write_bandwidth: 100.0 * GB,
                        extra: Extra::new(),
                    });
                }
                self.router_obj.push(part(&self.router_class[0].name));
            }
        }
        name
    }

    fn remove(&mut self, names: &[String]) {
        let gone = |name: &String| names.contains(name);
        self.core_obj.retain(|o| !gone(&o.name));
        self.cache_obj.retain(|o| !gone(&o.name));
        self.mem_obj.retain(|o| !gone(&o.name));
        self.router_obj.retain(|o| !gone(&o.name));
        self.edge_obj.retain(|e| !gone(&e.source) && !gone(&e.target));
    }

    fn edge(&mut self, source: String, target: String) {
        if self.edge_class.is_empty() {
            self.edge_class.push(EdgeClass { name: "link".into(), extra: Extra::new() });
        }
        let class = self.edge_class[0].name.clone();
        let known: BTreeSet<String> = self.edge_obj.iter().map(|e| e.name.clone()).collect();
        let stem = format!("e{}", self.edge_obj.len());
        self.edge_obj.push(EdgeObj { name: fresh(&stem, &known), class, source, target, extra: Extra::new() });
    }

    fn connect(&mut self, a: &str, b: &str) {
        let before = self.edge_obj.len();
        self.edge_obj.retain(|e| !(e.source == a && e.target == b || e.source == b && e.target == a));
        if self.edge_obj.len() == before {
            self.edge(a.into(), b.into());
        }
    }

    fn copy(&mut self, names: &[String]) -> Vec<String> {
        let mut known = self.names();
        let mut copies: BTreeMap<&str, String> = BTreeMap::new();
        for name in names.iter().filter(|name| known.contains(*name)).cloned().collect::<Vec<_>>() {
            let copy = fresh(&name, &known);
            known.insert(copy.clone());
            if let Some(own) = names.iter().find(|own| **own == name) {
                copies.insert(own, copy);
            }
        }
        let beside = |extra: &Extra| {
            let mut extra = extra.clone();
            if let Some([x, y]) = Self::position(&extra) {
                extra.insert("position".into(), json!([tenths(x + BESIDE), tenths(y + BESIDE)]));
            }
            extra
        };
        let cores: Vec<CoreObj> = self
            .core_obj
            .iter()
            .filter_map(|core| {
                let name = copies.get(core.name.as_str())?.clone();
                let extra = beside(&core.extra);
                Some(CoreObj { name, extra, time: None, time_flops: None, time_inst: None, ..core.clone() })
            })
            .collect();
        self.core_obj.extend(cores);
        for list in [&mut self.cache_obj, &mut self.mem_obj, &mut self.router_obj] {
            let parts: Vec<PartObj> = list
                .iter()
                .filter_map(|part| {
                    let (class, numa_node) = (part.class.clone(), part.numa_node);
                    let name = copies.get(part.name.as_str())?.clone();
                    Some(PartObj { name, class, numa_node, extra: beside(&part.extra), ..PartObj::default() })
                })
                .collect();
            list.extend(parts);
        }
        let edges: Vec<(String, String)> = self
            .edge_obj
            .iter()
            .filter_map(|edge| {
                let end = |name: &String| copies.get(name.as_str());
                match (end(&edge.source), end(&edge.target)) {
                    (None, None) => None,
                    (a, b) => Some((a.unwrap_or(&edge.source).clone(), b.unwrap_or(&edge.target).clone())),
                }
            })
            .collect();
        edges.into_iter().for_each(|(source, target)| self.edge(source, target));
        names.iter().filter_map(|name| copies.get(name.as_str()).cloned()).collect()
    }

    fn own_class(&mut self, name: &str) {
        macro_rules! own {
            ($objects:ident, $classes:ident) => {
                if let Some(object) = self.$objects.iter_mut().find(|o| o.name == name) {
                    let known: BTreeSet<String> = self.$classes.iter().map(|c| c.name.clone()).collect();
                    if let Some(class) = self.$classes.iter().find(|c| c.name == object.class).cloned() {
                        let own = fresh(&format!("{} 2", class.name), &known);
                        object.class = own.clone();
                        let mut class = class;
                        class.name = own;
                        self.$classes.push(class);
                    }
                }
            };
        }
        own!(core_obj, core_class);
        own!(cache_obj, cache_class);
        own!(mem_obj, mem_class);
        own!(router_obj, router_class);
    }

    /// Changes a key in the text, so that typed values are checked as those of a file.
    fn set(&self, list: &str, name: &str, key: &str, value: &str) -> Result<(Self, Vec<String>), DatError> {
        let place = format!("{list} `{name}`");
        let absent = || DatError::new(place.clone(), key, text!("is no longer there", "もうありません"));
        let Ok(Value::Object(mut map)) = serde_json::to_value(self) else { return Err(absent()) };
        let entry = entries(&mut map, list).find(|entry| entry.get("name").and_then(Value::as_str) == Some(name));
        let entry = entry.ok_or_else(absent)?;
        let value = value.trim();
        let is_word = matches!(key, "name" | "class" | "source" | "target" | "group");
        match (value.is_empty(), is_word) {
            (true, _) => {
                entry.remove(key);
            }
            (false, true) => {
                entry.insert(key.into(), value.into());
            }
            (false, false) => {
                let number = number(value, matches!(key, "capacity" | "linesize")).ok_or_else(|| {
                    let what = text!(
                        "`{value}` is not a number; a unit may stand behind it, such as 32 KiB or 38.4 GB/s",
                        "`{value}` は数ではありません。32 KiB や 38.4 GB/s のように単位も書けます"
                    );
                    DatError::new(place.clone(), key, what)
                })?;
                entry.insert(key.into(), number);
                // A value that the user has set is no longer assumed.
                if let Some(Value::Array(keys)) = entry.get_mut("assumed") {
                    keys.retain(|assumed| assumed.as_str() != Some(key));
                }
                if entry.get("assumed").is_some_and(|keys| keys.as_array().is_some_and(Vec::is_empty)) {
                    entry.remove("assumed");
                }
            }
        }
        // References to the name are changed too.
        if key == "name" && !value.is_empty() {
            let (lists, keys): (&[&str], &[&str]) = match list {
                "core_class" => (&["core_obj"], &["class"]),
                "cache_class" => (&["cache_obj"], &["class"]),
                "mem_class" => (&["mem_obj"], &["class"]),
                "router_class" => (&["router_obj"], &["class"]),
                "edge_class" => (&["edge_obj"], &["class"]),
                _ => (&["edge_obj"], &["source", "target"]),
            };
            for list in lists {
                for entry in entries(&mut map, list) {
                    for key in keys {
                        if entry.get(*key).and_then(Value::as_str) == Some(name) {
                            entry.insert((*key).into(), value.into());
                        }
                    }
                }
            }
        }
        let concerned = if key == "name" && !value.is_empty() { value } else { name };
        match Self::from_map(map) {
            Ok(dat) => Ok((dat, vec![concerned.into()])),
            Err(errors) => {
                let at_key = errors.iter().position(|error| error.key == key).unwrap_or(0);
                Err(errors.into_iter().nth(at_key).unwrap_or_else(absent))
            }
        }
    }
}

fn entries<'m>(map: &'m mut Map<String, Value>, list: &str) -> impl Iterator<Item = &'m mut Map<String, Value>> {
    map.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
}

/// An unused name: the number at its end is incremented.
fn fresh(name: &str, known: &BTreeSet<String>) -> String {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut number: u64 = name[stem.len()..].parse().unwrap_or(0);
    if !known.contains(name) {
        return name.into();
    }
    loop {
        number = number.saturating_add(1);
        let next = format!("{stem}{number}");
        if !known.contains(&next) {
            return next;
        }
    }
}

/// Rounds to a tenth, which is precise enough for positions.
fn tenths(x: f64) -> f64 {
    let scaled = x.clamp(-1e5, 1e5) * 10.0;
    let whole = if scaled < 0.0 { (scaled - 0.5) as i64 } else { (scaled + 0.5) as i64 };
    whole as f64 / 10.0
}

/// A number with an optional unit: sizes in powers of 1,024 even without the i, rates in powers of 1,000.
fn number(text: &str, size: bool) -> Option<Value> {
    let plain = text.replace([',', '_'], "");
    let plain = plain.trim();
    if let Ok(whole) = plain.parse::<u64>() {
        return Some(whole.into());
    }
    if let Ok(number) = plain.parse::<f64>() {
        return serde_json::Number::from_f64(number).map(Value::Number);
    }
    let digits = plain.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '/');
    let unit = plain[digits.len()..].to_ascii_lowercase();
    let unit = unit.trim_end_matches("/s").trim_end_matches("flops").trim_end_matches('b');
    let (prefix, binary) = match unit.strip_suffix('i') {
        Some(prefix) => (prefix, true),
        None => (unit, size),
    };
    let power = ["", "k", "m", "g", "t"].iter().position(|own| *own == prefix)?;
    let base: f64 = if binary { 1024.0 } else { 1000.0 };
    let scale = (0..power).fold(1.0, |scale, _| scale * base);
    let value = digits.trim().parse::<f64>().ok()? * scale;
    match value {
        v if (0.0..9e15).contains(&v) && v == (v as u64) as f64 => Some((v as u64).into()),
        v => serde_json::Number::from_f64(v).map(Value::Number),
    }
}
