//! `mcore noc`.

use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::modes::chip::args::{Noc, Traffic};
use crate::output;
use crate::progress::{LONG, spinner};
use crate::report::Report;
use crate::study::{Planned, Study};
use crate::table::heads;
use mcore::base::{Array, Text};
use mcore::modes::chip::noc::{Bench, Spec, Stage};
use mcore::modes::chip::view::{NocCurve, NocPoint, noc_error_text, saturation_text, traffic_name};
use mcore::net::Pattern;
use mcore::text;
use std::sync::atomic::Ordering;
use std::time::Instant;
use unicode_width::UnicodeWidthStr as _;

/// Cycles times nodes between two checks of the clock and for Ctrl-C.
const SLICE: usize = 1 << 20;
/// Widths of the columns of the table, from the load to the hops.
const COLUMNS: [usize; 9] = [7, 8, 8, 9, 7, 7, 7, 7, 6];

/// Measures each load; the exit status is 130 if it was interrupted.
pub fn run(options: &Noc, report: &Report) -> Result<u8, Failure> {
    let specs = specs(options)?;
    let runs: Vec<Planned> = specs.iter().map(planned).collect();
    let mut study = Study::open(&options.part, &runs, |_| 0, report)?;
    let json = options.json || options.part.resume.is_some();
    let stop = interrupt::listen()?;
    let progress = spinner();
    if let (Some(first), false) = (specs.first(), json) {
        head(&NocCurve::new(first), report)?;
    }
    for run in study.due().to_vec() {
        let spec = &specs[run];
        let cannot = |error| Failure::Text(noc_error_text(&error, spec));
        let mut bench = Bench::new(*spec).map_err(cannot)?;
        let started = Instant::now();
        while bench.run((SLICE / spec.array.nodes()).max(1) as u64) {
            if stop.load(Ordering::Relaxed) {
                progress.finish_and_clear();
                let (load, cycle) = (spec.load, bench.cycle());
                report.error(&text!(
                    "interrupted at load {load} in cycle {cycle}",
                    "負荷 {load}、サイクル {cycle} で中断しました"
                ));
                return Ok(INTERRUPTED);
            }
            if started.elapsed() > LONG {
                let at = stage(&bench);
                progress.set_message(format!(
                    "{} {}  {} {}",
                    report.say(&load_word()),
                    spec.load,
                    bench.cycle(),
                    report.say(&at)
                ));
                progress.tick();
            }
        }
        let found = bench.report();
        let point = NocPoint::of(spec, &found);
        let state = found.saturated.map(saturation_text).unwrap_or_default();
        progress.suspend(|| match json {
            true => study.write(run, &point, 0),
            false => row(&point, report.say(&state)),
        })?;
    }
    progress.finish_and_clear();
    Ok(0)
}

/// The data that a study needs about a load before it is measured.
fn planned(spec: &Spec) -> Planned {
    let recorded = serde_json::json!({
        "mesh": format!("{}x{}", spec.array.width, spec.array.height), "traffic": traffic_name(spec.pattern),
        "burst": spec.injection.packets(), "packet": spec.packet, "seed": spec.seed, "load": spec.load,
    });
    Planned { recorded: recorded.as_object().cloned().unwrap_or_default(), parameters: format!("{spec:?}") }
}

/// An experiment for each load, all checked before the first one begins.
fn specs(options: &Noc) -> Result<Vec<Spec>, Failure> {
    let (width, height) = options.mesh;
    let pattern = match (options.traffic, options.hot) {
        (Traffic::HotSpot, Some((node, share))) => Pattern::HotSpot { node, share },
        (Traffic::HotSpot, None) => {
            return Err(text!(
                "hot-spot traffic needs a hot node and its share; give for example --hot 4,4=0.1",
                "hot-spot にはホットノードとその割合が必要です。例: --hot 4,4=0.1"
            )
            .into());
        }
        (_, Some(_)) => {
            return Err(text!(
                "--hot goes with --traffic hot-spot only; add that or leave --hot out",
                "--hot は --traffic hot-spot と一緒に使います。それを加えるか、--hot を外してください"
            )
            .into());
        }
        (Traffic::Uniform, None) => Pattern::Uniform,
        (Traffic::Transpose, None) => Pattern::Transpose,
        (Traffic::BitComplement, None) => Pattern::BitComplement,
        (Traffic::Neighbour, None) => Pattern::Neighbour,
        (Traffic::Tornado, None) => Pattern::Tornado,
        (Traffic::BitReverse, None) => Pattern::BitReverse,
        (Traffic::Shuffle, None) => Pattern::Shuffle,
    };
    let one = |load: &f64| {
        let spec = Spec {
            array: Array::new(width, height),
            pattern,
            injection: options.injection,
            packet: options.packet,
            load: *load,
            seed: options.seed,
            ..Spec::of_cycles(options.cycles)
        };
        spec.validate().map_err(|error| Failure::Text(noc_error_text(&error, &spec)))?;
        Ok(spec)
    };
    options.load.iter().map(one).collect()
}

fn load_word() -> Text {
    text!("load", "負荷")
}

fn stage(bench: &Bench) -> Text {
    match bench.stage() {
        Stage::WarmUp => text!("cycles, warming up", "サイクル（準備中）"),
        Stage::Measuring => text!("cycles, measuring", "サイクル（計測中）"),
        Stage::Draining | Stage::Done => text!("cycles, draining", "サイクル（到着待ち）"),
    }
}

/// Prints the parameters, the theoretical values, and the names of the columns.
fn head(curve: &NocCurve, report: &Report) -> Result<(), Failure> {
    let (zero, bound) = (curve.zero_load, curve.bound);
    let theory = text!(
        "Zero-load latency {zero:.2} cycles; no load beyond {bound:.4} can be carried. Loads in flits a node and cycle, latencies in cycles.",
        "無負荷の遅延 {zero:.2} サイクル、負荷の理論上限 {bound:.4}。負荷はフリット/ノード/サイクル、遅延はサイクルです。"
    );
    let names = &[
        load_word(),
        text!("offered", "投入"),
        text!("accepted", "受理"),
        text!("mean", "平均"),
        text!("p50", "p50"),
        text!("p95", "p95"),
        text!("p99", "p99"),
        text!("max", "最大"),
        text!("hops", "ホップ"),
    ];
    let cells = heads(report, names).into_iter().zip(COLUMNS);
    let cells = cells.map(|(name, width)| format!("{}{name}", " ".repeat(width.saturating_sub(name.width()))));
    output::line(&format!(
        "{}\n{}\n\n{}",
        report.say(&curve.title),
        report.say(&theory),
        cells.collect::<Vec<_>>().join(" ")
    ))
}

/// One line of the table.
fn row(point: &NocPoint, state: &str) -> Result<(), Failure> {
    let latency =
        |of: &dyn Fn(&mcore::modes::chip::view::NocLatency) -> String| point.latency.as_ref().map_or("-".into(), of);
    let cells = [
        format!("{}", point.load),
        format!("{:.4}", point.offered),
        format!("{:.4}", point.accepted),
        latency(&|l| format!("{:.2}", l.mean)),
        latency(&|l| l.p50.to_string()),
        latency(&|l| l.p95.to_string()),
        latency(&|l| l.p99.to_string()),
        latency(&|l| l.max.to_string()),
        latency(&|_| format!("{:.2}", point.hops)),
    ];
    let cells = cells.iter().zip(COLUMNS).map(|(cell, width)| format!("{cell:>width$}"));
    let line = format!("{}  {state}", cells.collect::<Vec<_>>().join(" "));
    output::line(line.trim_end())
}
