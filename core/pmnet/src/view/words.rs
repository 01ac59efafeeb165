//! The results of a run of PMNet, as text.

use crate::model::{Kind, ObjectReport, Report};
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};

/// A number with three significant digits, and a unit with its prefix.
fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    let (scale, unit) = *units.iter().find(|(scale, _)| value >= *scale).or(units.last()).unwrap_or(&(1.0, ""));
    let value = value / scale;
    match value {
        v if v >= 100.0 => format!("{v:.0} {unit}"),
        v if v >= 10.0 => format!("{v:.1} {unit}"),
        v => format!("{v:.2} {unit}"),
    }
}

/// A time: `12.3 ms`.
pub fn seconds_text(seconds: f64) -> String {
    match seconds {
        0.0 => "0 s".into(),
        s => scaled(s, &[(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]),
    }
}

/// A bandwidth in decimal units, as data sheets give it: `38.4 GB/s`.
pub fn bandwidth_text(bytes: f64) -> String {
    scaled(bytes, &[(1e12, "TB/s"), (1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s"), (1.0, "B/s")])
}

/// An amount of data moved, in decimal units.
pub fn moved_text(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        _ => scaled(bytes as f64, &[(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]),
    }
}

/// The kind of an object, with the level of a cache: memory, L2 cache, router, core.
pub fn kind_text(kind: Kind, level: u8) -> Text {
    match (kind, level) {
        (Kind::Core, _) => text!("core", "コア"),
        (Kind::Memory, _) => text!("memory", "メモリ"),
        (Kind::Router, _) => text!("router", "ルータ"),
        (Kind::Cache, 0) => text!("cache", "キャッシュ"),
        (Kind::Cache, level) => text!("L{level} cache", "L{level} キャッシュ"),
    }
}

/// The bottleneck and the next three, in a sentence each.
pub fn bottleneck_text(report: &Report) -> Text {
    let Some(first) = report.bottleneck() else {
        return text!(
            "No object is occupied: the trace is empty.",
            "どのオブジェクトも使われていません。トレースが空です。"
        );
    };
    // Objects with the same use count as one: a symmetric program keeps all its cores' caches equally busy.
    let alike = |a: &ObjectReport, b: &ObjectReport| a.class == b.class && a.kind == b.kind && b.time >= 0.99 * a.time;
    let mut groups: Vec<(&ObjectReport, usize)> = Vec::new();
    for object in report.ranking.iter().map(|place| &report.objects[*place]) {
        match groups.iter().position(|(first, _)| alike(first, object)) {
            Some(group) => groups[group].1 += 1,
            None if groups.len() == 4 => break,
            None => groups.push((object, 1)),
        }
    }
    let name = |(object, count): &(&ObjectReport, usize)| {
        let (kind, name, more) = (kind_text(object.kind, object.level), &object.name, count - 1);
        match more {
            0 => Text::new(format!("{} {name}", kind.en), format!("{} {name}", kind.ja)),
            _ => Text::new(
                format!("{} {name} and {more} more like it", kind.en),
                format!("{} {name}（ほか同様に {more} 個）", kind.ja),
            ),
        }
    };
    let top = groups.first().map(name).unwrap_or_default();
    let time = seconds_text(first.time);
    let (en, ja) = (&top.en, &top.ja);
    let mut said = Text::new(
        format!("The bottleneck is the {en}: occupied for {time}."),
        format!("ボトルネックは{ja} です。占有時間は {time} です。"),
    );
    let next: Vec<(Text, String)> = groups
        .iter()
        .skip(1)
        .map(|group| (name(group), format!("{:.0} %", 100.0 * group.0.time / first.time)))
        .collect();
    if !next.is_empty() {
        let list = |of: fn(&Text) -> &String| {
            next.iter().map(|(name, share)| format!("{} ({share})", of(name))).collect::<Vec<_>>()
        };
        said.en += &format!(" Next: {}.", list(|t| &t.en).join(", "));
        said.ja += &format!("次は、{}です。", list(|t| &t.ja).join("、"));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits_that_count() {
        assert_eq!(seconds_text(0.0), "0 s");
        assert_eq!(seconds_text(0.0123), "12.3 ms");
        assert_eq!(seconds_text(1.5e-7), "150 ns");
        assert_eq!(seconds_text(2e-10), "0.20 ns");
        assert_eq!(bandwidth_text(38.4e9), "38.4 GB/s");
        assert_eq!(bandwidth_text(409.6e9), "410 GB/s");
        assert_eq!(moved_text(999), "999 B");
        assert_eq!(moved_text(1_500_000), "1.50 MB");
    }
}
