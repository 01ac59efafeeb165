//! The result of a run, as text or as JSON, and the reason if it did not finish.

use super::drive::{Ending, Ran};
use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use mcore::base::Text;
use mcore::modes::nsim::model::{NS, Progress, Time};
use mcore::modes::nsim::{NsimNetwork, NsimResult, nsim_time};
use mcore::text;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// Writes the result.
pub fn result(result: &NsimResult, json: bool, report: &Report) -> Result<(), Failure> {
    output::line(&if json { output::json(result)? } else { table(result, report) })
}

/// Reports why a run did not finish.
pub fn ending(ran: &Ran, report: &Report) {
    let result = &ran.result;
    match ran.ending {
        Ending::Ended(Progress::Deadlock) => {
            let stuck = result.deadlocked;
            report.error(&text!(
                "deadlock: {stuck} ranks wait for what will never come",
                "デッドロック: {stuck} 個のランクが、来ないものを待っています"
            ));
            for waiting in &result.waiting {
                report.line(&format!("  {}", report.say(&waiting.text)));
            }
        }
        Ending::Limit => report.error(&text!(
            "the limit of simulated time was reached; the result above is the state at that time",
            "模擬時間の上限に達しました。上はその時点の状態です"
        )),
        Ending::Interrupted => report.error(&text!("interrupted", "中断しました")),
        Ending::Ended(_) => {}
    }
}

/// A result for people.
fn table(result: &NsimResult, report: &Report) -> String {
    let mut lines = String::new();
    let mut row = |name: Text, value: String| {
        let name = report.say(&name);
        let pad = 22usize.saturating_sub(name.width());
        let _ = writeln!(lines, "{name}{} {value}", " ".repeat(pad));
    };
    row(text!("network", "ネットワーク"), format!("{} ({})", result.topology, result.params));
    let NsimNetwork { diameter, mean_hops, bisection_links: links, bisection_gb_per_s: rate } = result.network;
    let distances = text!(
        "diameter {diameter}, mean {mean_hops:.3} hops, bisection {links} links, {rate:.1} GB/s",
        "直径 {diameter}、平均 {mean_hops:.3} ホップ、バイセクション {links} リンク、{rate:.1} GB/s"
    );
    row(text!("distances", "距離"), report.say(&distances).to_owned());
    row(
        text!("program", "プログラム"),
        match result.bytes_a_message {
            Some(bytes) => format!("{}, {bytes} B", result.program),
            None => result.program.clone(),
        },
    );
    row(text!("ranks", "ランク"), format!("{} ({})", result.ranks, result.map));
    row(text!("simulated time", "模擬時間"), nsim_time((result.time_ns * NS as f64) as Time));
    if let (Some(prediction), Some(times)) = (&result.prediction, result.of_prediction()) {
        let time = nsim_time((prediction.time_ns * NS as f64) as Time);
        row(text!("by latency, bandwidth", "遅延・帯域の予測"), format!("{time} (x{times:.2})"));
    }
    row(text!("messages", "メッセージ"), format!("{} ({} B)", result.messages, result.bytes));
    row(text!("packets", "パケット"), result.packets.to_string());
    row(text!("link traversals", "リンク通過"), result.link_traversals.to_string());
    row(
        text!("links", "リンク"),
        format!("{}, {:.3} GB/s, {:.1} %", result.links, result.link_gb_per_s, result.efficiency * 100.0),
    );
    if let Some(link) = &result.busiest_link {
        let used = format!("{}: {} B, {:.1} %", link.name, link.bytes, link.utilisation * 100.0);
        row(text!("busiest link", "最も混むリンク"), used);
    }
    if let Some(latency) = &result.latency_ns {
        let text =
            format!("{:.0} / {} / {} / {} / {} ns", latency.mean, latency.p50, latency.p95, latency.p99, latency.max);
        row(text!("message latency", "メッセージ遅延"), format!("{text} (mean/p50/p95/p99/max)"));
    }
    lines.pop();
    lines
}
