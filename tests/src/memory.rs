//! Small memory systems and traces for tests of PMNet.

use mcore::base::Text;
use mcore::modes::pmnet::model::generate::Program;
use mcore::modes::pmnet::model::preset::Preset;
use mcore::modes::pmnet::model::trace::{Access, Batch, Format, Reader, Source};
use mcore::modes::pmnet::model::{Dat, Graph, Options, Report, Run};
use serde_json::{Value, json};

/// Accesses that are given as a list, by any number of threads.
pub struct Given(pub Vec<Access>, pub usize);

impl Source for Given {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        batch.threads = self.1;
        batch.accesses = std::mem::take(&mut self.0);
        Ok(!batch.accesses.is_empty())
    }
}

/// A given text, read in chunks of a given length.
pub struct TextTrace {
    reader: Reader,
    chunks: std::vec::IntoIter<Vec<u8>>,
}

impl TextTrace {
    /// At most a hundred lines may be wrong.
    pub fn new(format: Format, text: &[u8], chunk: usize) -> Self {
        let chunks: Vec<Vec<u8>> = text.chunks(chunk.max(1)).map(<[u8]>::to_vec).collect();
        Self { reader: Reader::new(format, 100), chunks: chunks.into_iter() }
    }
}

impl Source for TextTrace {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        match self.chunks.next() {
            Some(chunk) => self.reader.feed(&chunk, batch).map(|()| true),
            None => self.reader.finish(batch).map(|()| false),
        }
    }
}

/// A DAT from the letters of its objects' names (c core, l cache, m memory, r router) and its edges; the class of a cache is
/// its name up to `_`, with capacity, ways and line size in `caches`.
pub fn system(objects: &str, caches: &[(&str, u64, u64, u64)], edges: &[(&str, &str)]) -> Dat {
    let mut lists: [(&str, Vec<Value>); 4] =
        [("core_obj", vec![]), ("cache_obj", vec![]), ("mem_obj", vec![]), ("router_obj", vec![])];
    for name in objects.split_whitespace() {
        let (list, class) = match name.as_bytes()[0] {
            b'c' => (0, "core"),
            b'l' => (1, name.split('_').next().expect("a class")),
            b'm' => (2, "memory"),
            _ => (3, "router"),
        };
        lists[list].1.push(json!({"name": name, "class": class}));
    }
    let cache_class: Vec<Value> = caches
        .iter()
        .map(|(name, capacity, ways, line)| {
            json!({"name": name, "capacity": capacity, "associativity": ways, "linesize": line,
                   "read_bandwidth": 100e9, "write_bandwidth": 100e9})
        })
        .collect();
    let edge_obj: Vec<Value> = edges
        .iter()
        .enumerate()
        .map(|(i, (a, b))| json!({"name": format!("e{i}"), "class": "edge", "source": a, "target": b}))
        .collect();
    let mut all = json!({
        "core_class": [{"name": "core", "dp_flops": 1e10, "ips": 4e9}],
        "cache_class": cache_class,
        "mem_class": [{"name": "memory", "capacity": 1 << 30, "linesize": 64,
                       "read_bandwidth": 10e9, "write_bandwidth": 5e9}],
        "router_class": [{"name": "router", "read_bandwidth": 50e9, "write_bandwidth": 50e9}],
        "edge_class": [{"name": "edge"}],
        "edge_obj": edge_obj,
    });
    for (list, objects) in lists {
        all[list] = Value::Array(objects);
    }
    Dat::read(&all.to_string()).unwrap_or_else(|e| panic!("{e:?}"))
}

/// Runs to the end.
pub fn run(dat: Dat, options: Options, sources: Vec<Box<dyn Source + Send>>) -> Report {
    let graph = Graph::new(&dat).unwrap_or_else(|e| panic!("{e:?}"));
    let mut run = Run::new(dat, graph, options, sources);
    while run.step(1_000_000).unwrap_or_else(|e| panic!("{e:?}")) {}
    run.report()
}

/// Runs a program on a preset.
pub fn preset(name: &str, program: &str, options: Options) -> Report {
    let dat = Preset::read(name).expect("a preset").dat();
    run(dat, options, Program::read(program).unwrap_or_else(|e| panic!("{e:?}")).sources())
}
