//! The rules for a DAT beyond the type of each key.

use super::fields::MAX_ERRORS;
use super::{Dat, DatError};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::String,
    vec::Vec,
};
use mcore_base::text;
use mcore_base::{Text, nearest};

/// Maximum number of objects, without edges.
pub const MAX_OBJECTS: usize = 8192;
/// Maximum number of lines of all caches together: half a gigabyte of tags.
const MAX_LINES: u64 = 64 << 20;
/// Maximum number of ways per set.
const MAX_WAYS: u64 = 4096;

/// Adds the errors found.
pub(super) fn check(dat: &Dat, errors: &mut Vec<DatError>) {
    let mut check = Check { errors };
    check.classes(dat);
    check.objects(dat);
    check.counts(dat);
}

struct Check<'e> {
    errors: &'e mut Vec<DatError>,
}

impl Check<'_> {
    fn wrong(&mut self, list: &str, name: &str, key: &str, what: Text) {
        if self.errors.len() < MAX_ERRORS {
            let place = if name.is_empty() { list.into() } else { format!("{list} `{name}`") };
            self.errors.push(DatError::new(place, key, what));
        }
    }

    fn classes(&mut self, dat: &Dat) {
        for class in &dat.cache_class {
            let (name, line) = (&class.name, class.linesize);
            self.line_size("cache_class", name, line);
            if class.associativity > MAX_WAYS {
                let what = text!("must be at most {MAX_WAYS} lines", "{MAX_WAYS} 以下にしてください");
                self.wrong("cache_class", name, "associativity", what);
                continue;
            }
            let set = line.saturating_mul(class.associativity).max(1);
            if class.capacity % set != 0 {
                let (below, above) = (class.capacity / set * set, (class.capacity / set).saturating_add(1));
                let above = above.saturating_mul(set);
                let capacity = class.capacity;
                let what = text!(
                    "{capacity} bytes are no multiple of a set, which is associativity x linesize = {set} bytes; choose for example {below} or {above}",
                    "{capacity} バイトは、1 セット（associativity x linesize = {set} バイト）の倍数ではありません。{below} や {above} などにしてください"
                );
                self.wrong("cache_class", name, "capacity", what);
            }
        }
        for class in &dat.mem_class {
            self.line_size("mem_class", &class.name, class.linesize);
            if class.capacity % class.linesize.max(1) != 0 {
                let (capacity, line) = (class.capacity, class.linesize);
                let what = text!(
                    "{capacity} bytes are no multiple of the line of {line} bytes",
                    "{capacity} バイトは、ライン {line} バイトの倍数ではありません"
                );
                self.wrong("mem_class", &class.name, "capacity", what);
            }
        }
        self.unique("core_class", dat.core_class.iter().map(|c| c.name.as_str()));
        self.unique("cache_class", dat.cache_class.iter().map(|c| c.name.as_str()));
        self.unique("mem_class", dat.mem_class.iter().map(|c| c.name.as_str()));
        self.unique("router_class", dat.router_class.iter().map(|c| c.name.as_str()));
        self.unique("edge_class", dat.edge_class.iter().map(|c| c.name.as_str()));
    }

    fn line_size(&mut self, list: &str, name: &str, line: u64) {
        if !line.is_power_of_two() || !(4..=4096).contains(&line) {
            let what = text!(
                "must be a power of two from 4 to 4096 bytes",
                "4 から 4096 までの 2 のべき（バイト）にしてください"
            );
            self.wrong(list, name, "linesize", what);
        }
    }

    fn unique<'n>(&mut self, list: &str, names: impl Iterator<Item = &'n str>) {
        let mut seen = BTreeSet::new();
        for name in names.filter(|n| !n.is_empty()) {
            if !seen.insert(name) {
                let what = text!("is there twice; give each its own name", "が 2 つあります。別々の名前にしてください");
                self.wrong(list, name, "name", what);
            }
        }
    }

    fn objects(&mut self, dat: &Dat) {
        let count = dat.object_count();
        if count > MAX_OBJECTS {
            let what = text!(
                "{count} objects are more than {MAX_OBJECTS}",
                "オブジェクトが {count} 個あり、上限 {MAX_OBJECTS} を超えています"
            );
            self.wrong("", "", "", what);
            return;
        }
        let cores = dat.core_obj.iter().map(|o| ("core_obj", &o.name, &o.class));
        let part = |list, objects: &'_ [super::PartObj]| -> Vec<(&'static str, String, String)> {
            objects.iter().map(|o| (list, o.name.clone(), o.class.clone())).collect()
        };
        let mut objects: Vec<(&str, String, String)> =
            cores.map(|(list, name, class)| (list, name.clone(), class.clone())).collect();
        objects.extend(part("cache_obj", &dat.cache_obj));
        objects.extend(part("mem_obj", &dat.mem_obj));
        objects.extend(part("router_obj", &dat.router_obj));

        let mut classes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        classes.insert("core_obj", dat.core_class.iter().map(|c| c.name.as_str()).collect());
        classes.insert("cache_obj", dat.cache_class.iter().map(|c| c.name.as_str()).collect());
        classes.insert("mem_obj", dat.mem_class.iter().map(|c| c.name.as_str()).collect());
        classes.insert("router_obj", dat.router_class.iter().map(|c| c.name.as_str()).collect());
        classes.insert("edge_obj", dat.edge_class.iter().map(|c| c.name.as_str()).collect());

        let mut names: BTreeMap<&str, &str> = BTreeMap::new();
        for (list, name, class) in objects.iter().filter(|o| !o.1.is_empty()) {
            if let Some(other) = names.insert(name, list) {
                let what = text!(
                    "another object ({other}) has the same name; edges could not tell them apart",
                    "同じ名前のオブジェクト ({other}) があります。エッジが区別できません"
                );
                self.wrong(list, name, "name", what);
            }
            self.class(list, name, class, &classes);
        }
        for edge in &dat.edge_obj {
            self.class("edge_obj", &edge.name, &edge.class, &classes);
            for (key, end) in [("source", &edge.source), ("target", &edge.target)] {
                if !end.is_empty() && !names.contains_key(end.as_str()) {
                    let (hint_en, hint_ja) = hint(end, names.keys().copied());
                    let what =
                        text!("there is no object `{end}`{hint_en}", "オブジェクト `{end}` はありません{hint_ja}");
                    self.wrong("edge_obj", &edge.name, key, what);
                }
            }
            if edge.source == edge.target && !edge.source.is_empty() {
                let end = &edge.target;
                let what = text!(
                    "leads back to `{end}`; an edge connects two objects",
                    "`{end}` 自身に戻っています。エッジは 2 つのオブジェクトをつなぎます"
                );
                self.wrong("edge_obj", &edge.name, "target", what);
            }
        }
        if dat.core_obj.is_empty() {
            self.wrong("core_obj", "", "", text!("there is no core; add one", "コアがありません。加えてください"));
        }
        if dat.mem_obj.is_empty() {
            self.wrong("mem_obj", "", "", text!("there is no memory; add one", "メモリがありません。加えてください"));
        }
        let lines: u64 = dat
            .cache_obj
            .iter()
            .filter_map(|o| dat.cache_class.iter().find(|c| c.name == o.class))
            .fold(0, |sum, c| sum.saturating_add(c.capacity / c.linesize.max(1)));
        if lines > MAX_LINES {
            let what = text!(
                "the caches have {lines} lines together, more than {MAX_LINES}; make them smaller",
                "キャッシュ全体で {lines} ラインあり、上限 {MAX_LINES} を超えています。小さくしてください"
            );
            self.wrong("cache_obj", "", "", what);
        }
    }

    fn class(&mut self, list: &str, name: &str, class: &str, classes: &BTreeMap<&str, Vec<&str>>) {
        let known = classes.get(list).map_or(&[][..], Vec::as_slice);
        if class.is_empty() || known.contains(&class) {
            return;
        }
        let of = list.replace("_obj", "_class");
        let (hint_en, hint_ja) = hint(class, known.iter().copied());
        let what = text!("there is no {of} `{class}`{hint_en}", "{of} に `{class}` はありません{hint_ja}");
        self.wrong(list, name, "class", what);
    }

    /// Counts of operations need a rate.
    fn counts(&mut self, dat: &Dat) {
        for core in &dat.core_obj {
            let Some(class) = dat.core_class.iter().find(|c| c.name == core.class) else { continue };
            for (key, count, of, rate) in [
                ("num_dp_flops", core.num_dp_flops, "dp_flops", class.dp_flops),
                ("num_sp_flops", core.num_sp_flops, "sp_flops", class.sp_flops),
                ("num_inst", core.num_inst, "ips", class.ips),
            ] {
                if count.is_some_and(|n| n > 0) && rate.is_none() {
                    let class = &class.name;
                    let what = text!(
                        "needs the key `{of}` in core_class `{class}`",
                        "core_class `{class}` に `{of}` が必要です"
                    );
                    self.wrong("core_obj", &core.name, key, what);
                }
            }
        }
    }
}

/// "; did you mean ...?", if there is a similar name.
fn hint<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> (String, String) {
    match nearest(name, known).first() {
        Some(near) => (format!("; did you mean `{near}`?"), format!("。`{near}` ですか")),
        None => (String::new(), String::new()),
    }
}
