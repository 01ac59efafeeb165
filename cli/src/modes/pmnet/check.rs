//! `mcore pmnet check`.

use super::args::Check;
use super::system;
use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use mcore::modes::pmnet::kind_text;
use mcore::modes::pmnet::model::Kind;
use mcore::text;
use serde_json::json;
use std::collections::BTreeMap;

/// Reports the parts of a valid system; the exit status is 2 if it is not valid.
pub fn run(options: &Check, report: &Report) -> Result<u8, Failure> {
    let (dat, graph) = system::load(&options.system, report)?;
    if let Some(path) = &options.out {
        system::write(path, &dat)?;
    }
    let class = |kind: Kind, index: usize| match kind {
        Kind::Core => &dat.core_obj[index].class,
        Kind::Cache => &dat.cache_obj[index].class,
        Kind::Memory => &dat.mem_obj[index].class,
        Kind::Router => &dat.router_obj[index].class,
    };
    // Order: cores, caches by level, memories, routers.
    let mut groups: BTreeMap<(Kind, u8, &str), usize> = BTreeMap::new();
    for object in &graph.objects {
        *groups.entry((object.kind, object.level, class(object.kind, object.index).as_str())).or_default() += 1;
    }
    let hops = |of: fn(u16, u16) -> u16, from: u16| {
        let all = graph.cores().flat_map(|c| (0..graph.memories.len()).map(move |m| (m, c)));
        all.fold(from, |found, (m, c)| of(found, graph.hops(m, c)))
    };
    let (least, most) = (hops(u16::min, u16::MAX), hops(u16::max, 0));
    if options.json {
        let groups: Vec<_> = groups
            .iter()
            .map(|((kind, level, class), count)| json!({"kind": kind, "level": level, "class": class, "count": count}))
            .collect();
        let (objects, edges) = (graph.objects.len(), dat.edge_obj.len());
        let all = json!({
            "objects": objects, "edges": edges, "classes": groups, "hops_to_memory": {"least": least, "most": most},
        });
        output::line(&all.to_string())?;
        return Ok(0);
    }
    for ((kind, level, class), count) in &groups {
        output::line(&format!("{count:>6}  {}  {class}", report.say(&kind_text(*kind, *level))))?;
    }
    let (objects, edges) = (graph.objects.len(), dat.edge_obj.len());
    output::line(report.say(&text!(
        "{objects} objects and {edges} edges; {least} to {most} hops from a core to a memory. No errors.",
        "オブジェクト {objects} 個、エッジ {edges} 本。コアからメモリまで {least} から {most} ホップ。誤りはありません。"
    )))?;
    Ok(0)
}
