//! The results of a run, as a table or as JSON.

use crate::failure::Failure;
use crate::output::line;
use crate::report::Report;
use crate::table::{self, heads};
use mcore::base::Text;
use mcore::modes::pmnet::model::{Kind, ObjectReport, PhaseReport, PlaceLevel, PlaceReport, Report as Found, Roofline};
use mcore::modes::pmnet::{bandwidth_text, bottleneck_text, kind_text, moved_text, seconds_text};
use mcore::text;
use std::collections::BTreeMap;

/// Lines of a program that the table shows.
const SHOWN_PLACES: usize = 20;
/// Phases that the table shows.
const SHOWN_PHASES: usize = 40;

/// Sums of the objects of one class.
#[derive(Default)]
struct Group<'f> {
    first: Option<&'f ObjectReport>,
    objects: u64,
    reads: u64,
    writes: u64,
    misses: u64,
    bytes: u64,
    longest: f64,
}

/// The prediction, the classes, the phases.
pub fn print(found: &Found, report: &Report) -> Result<(), Failure> {
    let (time, bandwidth) = (seconds_text(found.time), bandwidth_text(found.memory_bandwidth));
    let (accesses, threads) = (found.accesses, found.threads);
    line(report.say(&text!(
        "{accesses} accesses by {threads} threads. Predicted time {time}; the memories move {bandwidth}.",
        "{threads} スレッドの {accesses} アクセス。予測時間 {time}、メモリの転送 {bandwidth}。"
    )))?;
    line(report.say(&bottleneck_text(found)))?;
    if found.pages_without_room > 0 {
        let pages = found.pages_without_room;
        line(report.say(&text!(
            "{pages} pages found no room in any memory; they are counted where they would have gone.",
            "{pages} ページはどのメモリにも空きがなく、行くはずだったメモリで数えました。"
        )))?;
    }
    if found.cores_without_rate > 0 {
        let cores = found.cores_without_rate;
        line(report.say(&text!(
            "{cores} cores computed something for which their class gives no rate; that time is missing.",
            "{cores} 個のコアの計算は、クラスに速度がないため時間に入っていません。"
        )))?;
    }
    line("")?;
    let mut groups: BTreeMap<(Kind, u8, &str), Group<'_>> = BTreeMap::new();
    for object in &found.objects {
        let group = groups.entry((object.kind, object.level, object.class.as_str())).or_default();
        group.first.get_or_insert(object);
        group.objects += 1;
        group.reads += object.counts.reads;
        group.writes += object.counts.writes;
        group.misses += object.counts.misses();
        group.bytes += object.counts.bytes();
        group.longest = group.longest.max(object.time);
    }
    let names = [
        text!("objects", "個数"),
        text!("class", "クラス"),
        text!("reads", "読み"),
        text!("writes", "書き"),
        text!("misses", "ミス"),
        text!("rate", "率"),
        text!("moved", "転送量"),
        text!("longest time", "最長時間"),
    ];
    let mut rows = vec![heads(report, &names)];
    for ((kind, _, class), group) in &groups {
        let cache = *kind == Kind::Cache;
        let of = group.reads + group.writes;
        let rate = if cache && of > 0 { format!("{:.2}%", 100.0 * group.misses as f64 / of as f64) } else { "".into() };
        let word = group.first.map(|o| kind_text(o.kind, o.level)).unwrap_or_default();
        let counted = |n: u64| if *kind == Kind::Core { String::new() } else { n.to_string() };
        rows.push([
            group.objects.to_string(),
            format!("{} {class}", report.say(&word)),
            counted(group.reads),
            counted(group.writes),
            if cache { group.misses.to_string() } else { String::new() },
            rate,
            if *kind == Kind::Core { String::new() } else { moved_text(group.bytes) },
            seconds_text(group.longest),
        ]);
    }
    table::print(&rows, &[1])?;
    if !found.regions.is_empty() {
        misses(found, report)?;
    }
    if !found.places.is_empty() {
        places(found, report)?;
    }
    if found.roofline.flops > 0 {
        roofline(&found.roofline, report)?;
    }
    if !found.phases.is_empty() {
        phases(found, report)?;
    }
    Ok(())
}

/// Misses by level, kind and region.
fn misses(found: &Found, report: &Report) -> Result<(), Failure> {
    line("")?;
    let names = [
        text!("level", "レベル"),
        text!("region", "領域"),
        text!("accesses", "アクセス"),
        text!("cold", "コールド"),
        text!("capacity", "容量"),
        text!("conflict", "競合"),
        text!("coherence", "コヒーレンス"),
    ];
    let mut rows = vec![heads(report, &names)];
    let count = found.regions.iter().map(|region| region.levels.len()).max().unwrap_or(0);
    for place in 0..count {
        for (region, level) in found.regions.iter().filter_map(|region| Some((region, region.levels.get(place)?))) {
            let misses = level.misses;
            if level.accesses > 0 {
                let rest = text!("(other addresses)", "(その他のアドレス)");
                rows.push([
                    format!("L{}", level.level),
                    if region.range.is_some() { region.name.clone() } else { report.say(&rest).to_owned() },
                    level.accesses.to_string(),
                    misses.cold.to_string(),
                    misses.capacity.to_string(),
                    misses.conflict.to_string(),
                    misses.coherence.to_string(),
                ]);
            }
        }
    }
    table::print(&rows, &[0, 1])
}

/// The lines of the program with the most misses.
fn places(found: &Found, report: &Report) -> Result<(), Failure> {
    line("")?;
    let name = |level: &PlaceLevel| {
        let level = level.level;
        text!("L{level} misses", "L{level} のミス")
    };
    let levels = found.places.first().map(|place| place.levels.as_slice()).unwrap_or_default();
    let names: Vec<Text> = [text!("line", "行")].into_iter().chain(levels.iter().map(name)).collect();
    let mut rows = vec![names.iter().map(|name| report.say(name).to_owned()).collect::<Vec<_>>()];
    let row = |place: &PlaceReport| {
        let misses = place.levels.iter().map(|level| level.misses.sum().to_string());
        [place.place.clone()].into_iter().chain(misses).collect()
    };
    rows.extend(found.places.iter().take(SHOWN_PLACES).map(row));
    table::print(&rows, &[0])?;
    let more = found.places.len().saturating_sub(SHOWN_PLACES);
    if more > 0 {
        line(report.say(&text!("and {more} more lines; all are in --json", "ほか {more} 行（すべては --json に）")))?;
    }
    Ok(())
}

/// Intensity and performance at the memories.
fn roofline(found: &Roofline, report: &Report) -> Result<(), Failure> {
    let Some(memory) = found.roofs.iter().find(|roof| roof.level == 0) else { return Ok(()) };
    let (intensity, reached) = (memory.intensity(found.flops), found.flops_per_s / 1e9);
    let roof = intensity * memory.bytes_per_s;
    let roof = if found.peak_flops_per_s > 0.0 { roof.min(found.peak_flops_per_s) } else { roof } / 1e9;
    line("")?;
    line(report.say(&text!(
        "Roofline: {intensity:.3} FLOP per byte of memory; {reached:.2} GFLOP/s, the roof there is {roof:.2} GFLOP/s.",
        "ルーフライン: メモリ 1 バイトあたり {intensity:.3} FLOP、{reached:.2} GFLOP/s。そこでの上限は {roof:.2} GFLOP/s です。"
    )))
}

fn phases(found: &Found, report: &Report) -> Result<(), Failure> {
    line("")?;
    let names = [
        text!("phase", "フェーズ"),
        text!("times", "回数"),
        text!("accesses", "アクセス"),
        text!("time", "時間"),
        text!("bottleneck", "ボトルネック"),
    ];
    let mut rows = vec![heads(report, &names)];
    let row = |phase: &PhaseReport| {
        let name = |place: usize| {
            let object = &found.objects[place];
            format!("{} {}", report.say(&kind_text(object.kind, object.level)), object.name)
        };
        [
            report.say(&phase.name).to_owned(),
            phase.times.to_string(),
            phase.accesses.to_string(),
            seconds_text(phase.time),
            phase.bottleneck.map(name).unwrap_or_default(),
        ]
    };
    rows.extend(found.phases.iter().take(SHOWN_PHASES).map(row));
    table::print(&rows, &[0, 4])?;
    let more = found.phases.len().saturating_sub(SHOWN_PHASES);
    if more > 0 {
        line(report.say(&text!("{more} more with --json", "あと {more} 件は --json で見られます")))?;
    }
    let sum = seconds_text(found.time_by_phases);
    line(report.say(&text!("phase by phase: {sum}", "フェーズごとの合計: {sum}")))
}

/// One line of a sweep.
pub fn swept(property: &str, value: f64, found: &Found) -> serde_json::Value {
    let bottleneck = found.bottleneck();
    let levels: BTreeMap<String, f64> = found
        .objects
        .iter()
        .filter(|o| o.kind == Kind::Cache)
        .fold(BTreeMap::<String, (u64, u64)>::new(), |mut sums, o| {
            let sum = sums.entry(format!("L{}", o.level)).or_default();
            (sum.0, sum.1) = (sum.0 + o.counts.misses(), sum.1 + o.counts.accesses());
            sums
        })
        .into_iter()
        .map(|(level, (misses, all))| (level, if all > 0 { misses as f64 / all as f64 } else { 0.0 }))
        .collect();
    serde_json::json!({
        "property": property,
        "value": value,
        "time": found.time,
        "time_by_phases": found.time_by_phases,
        "memory_bandwidth": found.memory_bandwidth,
        "bottleneck": bottleneck.map(|o| &o.name),
        "bottleneck_kind": bottleneck.map(|o| o.kind),
        "next": found.ranking.iter().skip(1).take(3).map(|o| &found.objects[*o].name).collect::<Vec<_>>(),
        "miss_rates": levels,
        "accesses": found.accesses,
    })
}

/// The line of a sweep for a value that cannot be run.
pub fn refused(property: &str, value: f64, why: &Text) -> serde_json::Value {
    serde_json::json!({"property": property, "value": value, "error": why})
}
