//! The results of a run, as a table or as JSON.

use crate::failure::Failure;
use crate::report::Report;
use mcore::base::Text;
use mcore::modes::pmnet::model::{Kind, ObjectReport, PhaseReport, Report as Found};
use mcore::modes::pmnet::{bandwidth_text, bottleneck_text, kind_text, moved_text, seconds_text};
use mcore::text;
use std::collections::BTreeMap;
use std::io::{Write as _, stdout};
use unicode_width::UnicodeWidthStr as _;

/// Phases that the table shows.
const SHOWN_PHASES: usize = 40;

/// Writes a line to standard output, at once.
pub fn line(line: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(Failure::writing)
}

/// Everything as one JSON object.
pub fn json(found: &Found) -> Result<(), Failure> {
    let text = serde_json::to_string(found)
        .map_err(|error| text!("cannot write JSON: {error}", "JSON を書けません: {error}"))?;
    line(&text)
}

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
pub fn table(found: &Found, report: &Report) -> Result<(), Failure> {
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
    let mut rows = vec![
        [
            text!("objects", "個数"),
            text!("class", "クラス"),
            text!("reads", "読み"),
            text!("writes", "書き"),
            text!("misses", "ミス"),
            text!("rate", "率"),
            text!("moved", "転送量"),
            text!("longest time", "最長時間"),
        ]
        .map(|head| report.say(&head).to_owned()),
    ];
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
    columns(&rows, &[1])?;
    if !found.phases.is_empty() {
        phases(found, report)?;
    }
    Ok(())
}

fn phases(found: &Found, report: &Report) -> Result<(), Failure> {
    line("")?;
    let mut rows = vec![
        [
            text!("phase", "フェーズ"),
            text!("times", "回数"),
            text!("accesses", "アクセス"),
            text!("time", "時間"),
            text!("bottleneck", "ボトルネック"),
        ]
        .map(|head| report.say(&head).to_owned()),
    ];
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
    columns(&rows, &[0, 4])?;
    let more = found.phases.len().saturating_sub(SHOWN_PHASES);
    if more > 0 {
        line(report.say(&text!("{more} more with --json", "あと {more} 件は --json で見られます")))?;
    }
    let sum = seconds_text(found.time_by_phases);
    line(report.say(&text!("phase by phase: {sum}", "フェーズごとの合計: {sum}")))
}

/// Rows in columns just wide enough; the columns in `left` are aligned left.
fn columns<const N: usize>(rows: &[[String; N]], left: &[usize]) -> Result<(), Failure> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    for row in rows {
        let cells = row.iter().zip(widths).enumerate().map(|(i, (cell, width))| {
            let space = " ".repeat(width - cell.width());
            if left.contains(&i) { format!("{cell}{space}") } else { format!("{space}{cell}") }
        });
        line(cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
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
