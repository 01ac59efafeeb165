//! Maps for people.

use crate::report::Report;
use mcore::base::{Text, grouped};
use mcore::modes::mopt::model::{Hops, Measures, Method, Outcome};
use mcore::modes::mopt::{MoptInput, MoptMeasures};
use mcore::text;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// A map made by hand as the result of a method.
pub fn by_hand(input: &MoptInput, map: Vec<u32>) -> Outcome {
    let measures = Measures::new(&input.graph, &input.network, &map);
    Outcome { map, measures, start: 0, tried: 0, choices: Vec::new(), refined: None, padded: false }
}

/// The measures of a map as a table of names and values.
pub fn table(input: &MoptInput, method: Method, hops: Hops, outcome: &Outcome, report: &Report) -> String {
    let measures = MoptMeasures::of_map(input, &outcome.measures, hops, &outcome.map);
    let mut lines = String::new();
    let mut row = |name: Text, value: String| {
        let name = report.say(&name);
        let pad = 22usize.saturating_sub(name.width());
        let _ = writeln!(lines, "{name}{} {value}", " ".repeat(pad));
    };
    let (ranks, pairs) = (grouped(input.graph.ranks().into()), grouped(input.graph.pairs() as u64));
    row(text!("communication", "通信"), report.say(&input.name).to_owned());
    row(text!("network", "ネットワーク"), input.network.name());
    let padded = if outcome.padded { text!(" (padded)", "（2 のべき乗に拡張）") } else { Text::default() };
    row(text!("method", "方法"), format!("{}{}", report.say(&method.label()), report.say(&padded)));
    row(text!("ranks, pairs", "ランク、組"), format!("{ranks}, {pairs}"));
    row(text!("cost", "コスト"), format!("{} ({})", measures.cost_text, report.say(&measures.definition)));
    row(
        text!("cost / bound", "コスト / 下限"),
        format!("{:.2} ({})", measures.cost_over_bound, measures.cost_bound_text),
    );
    row(text!("mean hops", "平均ホップ数"), format!("{:.2}", measures.mean_hops));
    let busiest = format!("{}, {}", measures.max_link_text, report.say(&measures.busiest_name));
    row(text!("busiest link", "最大リンク"), busiest);
    row(
        text!("link / bound", "リンク / 下限"),
        format!("{:.2} ({})", measures.link_over_bound, measures.link_bound_text),
    );
    row(text!("relief", "軽減"), format!("{:.2}", measures.relief));
    row(text!("links without traffic", "使われないリンク"), measures.idle.to_string());
    if let Some((before, swaps)) = &outcome.refined {
        let before = MoptMeasures::new(input, before, hops, None);
        let (cost, link) = (before.cost_text, before.max_link_text);
        let gain = text!("{swaps} swaps, before: {cost}, {link}", "交換 {swaps} 回、改良前: {cost}、{link}");
        row(text!("refinement", "改良"), report.say(&gain).to_owned());
    }
    lines.pop();
    lines
}
