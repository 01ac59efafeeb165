//! Reads a DAT text and reports all errors at once.

use super::check::check;
use super::fields::{Fields, MAX_ERRORS};
use super::{CacheClass, CoreClass, CoreObj, Dat, DatError, EdgeClass, EdgeObj, MemClass, PartObj, RouterClass};
use alloc::{string::String, vec, vec::Vec};
use mcore_base::text;
use serde_json::{Map, Value};

/// Maximum length of a text, in bytes.
pub const MAX_BYTES: usize = 32 << 20;

impl Dat {
    /// Reads a text and checks everything that does not need the graph; see [`Graph`](crate::model::Graph).
    ///
    /// # Errors
    /// All errors, at most a hundred; each names object and key.
    pub fn read(text: &str) -> Result<Self, Vec<DatError>> {
        let whole = |what| Err(vec![DatError::new("", "", what)]);
        if text.len() > MAX_BYTES {
            let mib = MAX_BYTES >> 20;
            return whole(text!(
                "the text is longer than {mib} MiB; is it a DAT file?",
                "{mib} MiB を超えています。DAT ファイルですか"
            ));
        }
        let map = match serde_json::from_str(text) {
            Ok(Value::Object(map)) => map,
            Ok(_) => {
                return whole(text!(
                    "a DAT text is one JSON object: {{\"core_class\": [...], ...}}",
                    "DAT は 1 つの JSON オブジェクトです: {{\"core_class\": [...], ...}}"
                ));
            }
            Err(error) => {
                let (line, column) = (error.line(), error.column());
                let what = text!(
                    "line {line}, column {column} is not JSON: {error}",
                    "{line} 行 {column} 桁が JSON ではありません: {error}"
                );
                return Err(vec![DatError { line: Some(line), ..DatError::new("", "", what) }]);
            }
        };
        Self::from_map(map)
    }

    /// As [`Dat::read`], for parsed JSON.
    pub(super) fn from_map(map: Map<String, Value>) -> Result<Self, Vec<DatError>> {
        let mut errors = Vec::new();
        let dat = from_map(map, &mut errors);
        check(&dat, &mut errors);
        errors.truncate(MAX_ERRORS);
        if errors.is_empty() { Ok(dat) } else { Err(errors) }
    }

    /// Checks a DAT that was changed in memory.
    ///
    /// # Errors
    /// As [`Dat::read`].
    pub fn validate(&self) -> Result<(), Vec<DatError>> {
        let mut errors = Vec::new();
        check(self, &mut errors);
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

fn from_map(mut map: Map<String, Value>, errors: &mut Vec<DatError>) -> Dat {
    let mut list = |key: &str, errors: &mut Vec<DatError>| match map.remove(key) {
        Some(Value::Array(items)) => items,
        None => Vec::new(),
        Some(_) => {
            errors.push(DatError::new("", key, text!("must be an array [...]", "配列 [...] にしてください")));
            Vec::new()
        }
    };
    macro_rules! each {
        ($key:literal, $($f:ident)+ => $make:expr) => {{
            let items = list($key, errors);
            let mut made = Vec::with_capacity(items.len());
            for (index, item) in items.into_iter().enumerate() {
                let $($f)+ = Fields::new($key, index, item, errors);
                made.push($make);
            }
            made
        }};
    }
    let mut dat = Dat {
        core_class: each!("core_class", mut f => CoreClass {
            name: f.name("name"),
            dp_flops: f.rate_if_any("dp_flops"),
            sp_flops: f.rate_if_any("sp_flops"),
            ips: f.rate_if_any("ips"),
            extra: f.rest(),
        }),
        cache_class: each!("cache_class", mut f => CacheClass {
            name: f.name("name"),
            capacity: f.size("capacity"),
            associativity: f.size("associativity"),
            linesize: f.size("linesize"),
            read_bandwidth: f.rate("read_bandwidth"),
            write_bandwidth: f.rate("write_bandwidth"),
            extra: f.rest(),
        }),
        mem_class: each!("mem_class", mut f => MemClass {
            name: f.name("name"),
            capacity: f.size("capacity"),
            linesize: f.size("linesize"),
            read_bandwidth: f.rate("read_bandwidth"),
            write_bandwidth: f.rate("write_bandwidth"),
            extra: f.rest(),
        }),
        router_class: each!("router_class", mut f => RouterClass {
            name: f.name("name"),
            read_bandwidth: f.rate("read_bandwidth"),
            write_bandwidth: f.rate("write_bandwidth"),
            extra: f.rest(),
        }),
        edge_class: each!("edge_class", mut f => EdgeClass { name: f.name("name"), extra: f.rest() }),
        core_obj: each!("core_obj", mut f => CoreObj {
            name: f.name("name"),
            class: f.name("class"),
            num_dp_flops: f.count("num_dp_flops"),
            num_sp_flops: f.count("num_sp_flops"),
            num_inst: f.count("num_inst"),
            time_flops: f.time("time_flops"),
            time_inst: f.time("time_inst"),
            time: f.time("time"),
            numa_node: f.count("numa_node"),
            extra: f.rest(),
        }),
        cache_obj: each!("cache_obj", f => part(f)),
        mem_obj: each!("mem_obj", f => part(f)),
        router_obj: each!("router_obj", f => part(f)),
        edge_obj: each!("edge_obj", mut f => EdgeObj {
            name: f.name("name"),
            class: f.name("class"),
            source: f.name("source"),
            target: f.name("target"),
            extra: f.rest(),
        }),
        extra: super::Extra::new(),
    };
    dat.extra = map.into_iter().collect();
    dat
}

fn part(mut f: Fields<'_>) -> PartObj {
    PartObj {
        name: f.name("name"),
        class: f.name("class"),
        num_read: f.count("num_read"),
        num_write: f.count("num_write"),
        bytes_read: f.count("bytes_read"),
        bytes_write: f.count("bytes_write"),
        num_read_miss: f.count("num_read_miss"),
        num_write_miss: f.count("num_write_miss"),
        num_invalidate: f.count("num_invalidate"),
        time: f.time("time"),
        numa_node: f.count("numa_node"),
        extra: f.rest(),
    }
}
