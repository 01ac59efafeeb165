//! `mcore nsim`.

use crate::args::nsim::{Dims, Nsim, NsimCommon, NsimRun, NsimScenario, NsimSweep, Scenario, names};
use crate::failure::Failure;
use crate::report::Report;
use crate::text::Decoded;
use crate::{input, interrupt};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mcore::base::Text;
use mcore::nsim::machine::Recording;
use mcore::nsim::{Machine, Mapping, NS, Params, Pattern, Program, Progress, SpecError, Time, Topology, Trace};
use mcore::text;
use mcore::view::{NsimRecipe, NsimResult, nsim_time};
use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A run of at least so long shows that it goes on.
const LONG: Duration = Duration::from_secs(1);
/// Exit statuses.
const DEADLOCK: u8 = 5;
const LIMIT: u8 = 4;
const INTERRUPTED: u8 = 130;

/// Runs what was asked for.
pub fn run(options: &Nsim, report: &Report) -> Result<u8, Failure> {
    match options {
        Nsim::Run(options) => one(options, report),
        Nsim::Sweep(options) => sweep(options, report),
        Nsim::Scenario(options) => scenario(options, report),
    }
}

/// Everything that one run needs.
struct Plan {
    topology: Topology,
    params: Params,
    program: Program,
    mapping: Mapping,
    recipe: NsimRecipe,
}

fn plan(kind: &str, dims: &Dims, program: &str, bytes: u64, common: &NsimCommon) -> Result<Plan, Failure> {
    let topology = match &common.rings {
        Some(rings) if matches!(kind, "torus" | "mesh") => {
            let topology = Topology::with_rings(&dims.0, rings);
            topology.validate().map(|()| topology).map_err(|error| error.text())?
        }
        _ => Topology::named(kind, &dims.0).map_err(|error| error.text())?,
    };
    let name = common.params.clone().unwrap_or_else(|| if kind == "fat-tree" { "infiniband" } else { "torus" }.into());
    let params = params(&name)?;
    let (code, ranks, with_bytes) = match Pattern::named(program, bytes, common.rounds, common.compute, common.seed) {
        Some(pattern) => {
            let ranks = common.ranks.unwrap_or(topology.nodes());
            (Program::pattern(pattern, ranks), ranks, Some(bytes))
        }
        None => {
            let path = Path::new(program);
            if !path.exists() {
                let (programs, _) = names();
                return Err(text!(
                    "there is no program and no file `{program}`; programs are {programs}",
                    "`{program}` というプログラムもファイルもありません。プログラムは {programs} です"
                )
                .into());
            }
            let text = text_of(path)?;
            let trace = Trace::read(&text).map_err(|error| in_file(path, &error.text()))?;
            let ranks = common.ranks.unwrap_or(trace.ranks());
            (Program::trace(trace), ranks, None)
        }
    };
    let mapping = match common.map.as_str() {
        "xyz" if ranks <= topology.nodes() => Mapping::in_order(ranks),
        "xyz" | "random" => Mapping::random(ranks, topology.nodes(), common.seed).map_err(|error| error.text())?,
        file => {
            let path = Path::new(file);
            Mapping::read(&text_of(path)?, &topology, ranks).map_err(|error| in_file(path, &error.text()))?
        }
    };
    let recipe = NsimRecipe {
        params: name,
        program: program.to_owned(),
        bytes: with_bytes,
        seed: common.seed,
        map: common.map.clone(),
    };
    Ok(Plan { topology, params, program: code, mapping, recipe })
}

/// A set of parameters by its name, or from a file.
fn params(name: &str) -> Result<Params, Failure> {
    if let Ok(params) = Params::named(name) {
        return Ok(params);
    }
    let path = Path::new(name);
    if !path.exists() {
        let (_, known) = names();
        return Err(text!(
            "there is no set of parameters and no file `{name}`; sets are {known}",
            "`{name}` というパラメータの組もファイルもありません。組は {known} です"
        )
        .into());
    }
    Params::read(&text_of(path)?).map_err(|error| in_file(path, &error.text()))
}

fn text_of(path: &Path) -> Result<String, Failure> {
    Ok(Decoded::read(&path.display().to_string(), &input::read(path)?)?.text)
}

fn in_file(path: &Path, error: &Text) -> Failure {
    let name = path.display();
    let (en, ja) = (&error.en, &error.ja);
    Failure::Text(Text::new(format!("{name}: {en}"), format!("{name}: {ja}")))
}

/// How a run ended.
enum Ending {
    Came(Progress),
    Limit,
    Interrupted,
}

/// Runs a machine to its end, to the limit of time or until Ctrl-C.
fn go(machine: &mut Machine, most: Option<Time>, stop: &AtomicBool, report: &Report) -> Ending {
    let progress = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        progress.set_style(style);
    }
    let (started, mut limit) = (Instant::now(), false);
    let mut shown = started;
    let came = machine.run_threads(|now| {
        if shown.elapsed() > LONG {
            shown = Instant::now();
            progress.set_message(format!("{} {}", nsim_time(now), report.say(&text!("simulated", "経過 (模擬時間)"))));
            progress.tick();
        }
        limit = most.is_some_and(|most| now >= most);
        !limit && !stop.load(Ordering::Relaxed)
    });
    progress.finish_and_clear();
    match came {
        Progress::Running if limit => Ending::Limit,
        Progress::Running => Ending::Interrupted,
        came => Ending::Came(came),
    }
}

/// Builds, runs and tells; returns the machine, the result and the exit status.
fn simulate(
    plan: Plan,
    common: &NsimCommon,
    recording: &Recording,
    stop: &AtomicBool,
    report: &Report,
) -> Result<(Machine, NsimResult, u8), Failure> {
    let Plan { topology, params, program, mapping, recipe } = plan;
    let mut machine = Machine::new(topology.clone(), params.clone(), mapping, program, common.threads, recording)
        .map_err(|error: SpecError| Failure::Text(error.text()))?;
    let ending = go(&mut machine, common.max_time.map(|ns| ns * NS), stop, report);
    let (progress, status) = match ending {
        Ending::Came(Progress::Deadlock) => (Progress::Deadlock, DEADLOCK),
        Ending::Came(progress) => (progress, 0),
        Ending::Limit => (Progress::Running, LIMIT),
        Ending::Interrupted => (Progress::Running, INTERRUPTED),
    };
    let result = NsimResult::new(&machine, &topology, &params, &recipe, progress);
    if common.json {
        let line = serde_json::to_string(&result)
            .map_err(|error| text!("cannot write JSON: {error}", "JSON を書けません: {error}"))?;
        write(&line)?;
    } else {
        write(&told(&result, report))?;
    }
    match ending {
        Ending::Came(Progress::Deadlock) => {
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
            "the limit of simulated time was reached; what stands above is the state at that time",
            "模擬時間の上限に達しました。上はその時点の状態です"
        )),
        Ending::Interrupted => report.error(&text!("interrupted", "中断しました")),
        Ending::Came(_) => {}
    }
    Ok((machine, result, status))
}

/// A result for people.
fn told(result: &NsimResult, report: &Report) -> String {
    let mut lines = String::new();
    let mut row = |name: Text, value: String| {
        let name = report.say(&name);
        let pad = 22usize.saturating_sub(unicode_width::UnicodeWidthStr::width(name));
        let _ = writeln!(lines, "{name}{} {value}", " ".repeat(pad));
    };
    row(text!("network", "ネットワーク"), format!("{} ({})", result.topology, result.params));
    row(
        text!("program", "プログラム"),
        match result.bytes_a_message {
            Some(bytes) => format!("{}, {bytes} B", result.program),
            None => result.program.clone(),
        },
    );
    row(text!("ranks", "ランク"), format!("{} ({})", result.ranks, result.map));
    row(text!("simulated time", "模擬時間"), nsim_time((result.time_ns * NS as f64) as Time));
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

fn one(options: &NsimRun, report: &Report) -> Result<u8, Failure> {
    let plan = plan(&options.topology, &options.dims, &options.program, options.bytes, &options.common)?;
    let (topology, mapping) = (plan.topology.clone(), plan.mapping.clone());
    if let Some(path) = &options.write_map {
        write_file(path, &mapping.write(&topology))?;
    }
    if let Some(switch) = options.watch.iter().find(|switch| **switch >= topology.switches()) {
        let last = topology.switches() - 1;
        return Err(text!(
            "there is no switch {switch}; the last one is {last}",
            "スイッチ {switch} はありません。最後は {last} です"
        )
        .into());
    }
    let recording = Recording {
        links: if options.link_history.is_some() { 64 } else { 0 },
        ranks: options.timeline.is_some(),
        switches: options.watch.clone(),
    };
    let stop = interrupt::listen()?;
    let (machine, _, status) = simulate(plan, &options.common, &recording, &stop, report)?;
    if let Some(path) = &options.links {
        let mut text = String::from("link,switch,port,packets,bytes\n");
        for link in machine.links() {
            let _ = writeln!(text, "\"{}\",{},{},{},{}", link.name, link.switch, link.port, link.packets, link.bytes);
        }
        write_file(path, &text)?;
    }
    if let (Some(path), Some((interval, rows))) = (&options.link_history, machine.link_history()) {
        let mut text = String::from("link,from_ns,until_ns,bytes\n");
        for (link, sums) in machine.links().iter().zip(&rows) {
            for (at, bytes) in sums.iter().enumerate().filter(|(_, bytes)| **bytes > 0) {
                let from = at as u64 * interval / NS;
                let _ = writeln!(text, "\"{}\",{from},{},{bytes}", link.name, from + interval / NS);
            }
        }
        write_file(path, &text)?;
    }
    if let Some(path) = &options.buffers {
        let (changes, cut) = machine.buffer_changes();
        let mut held = std::collections::BTreeMap::new();
        let mut text = String::from("time_ns,switch,port,channel,packets\n");
        for change in changes {
            let packets: &mut i64 = held.entry((change.switch, change.port, change.channel)).or_default();
            *packets += i64::from(change.change);
            let time = change.time as f64 / NS as f64;
            let _ = writeln!(text, "{time},{},{},{},{packets}", change.switch, change.port, change.channel);
        }
        write_file(path, &text)?;
        if cut {
            report.error(&text!(
                "only the first changes of the buffers were kept; watch fewer switches",
                "バッファの変化は最初の部分だけ記録しました。--watch のスイッチを減らしてください"
            ));
        }
    }
    if let Some(path) = &options.timeline {
        let (stretches, messages) = machine.rank_history();
        let ns = |time: Time| time as f64 / NS as f64;
        let ranks: Vec<_> = stretches
            .iter()
            .map(|s| serde_json::json!({"rank": s.rank, "from_ns": ns(s.from), "until_ns": ns(s.until), "does": s.activity}))
            .collect();
        let messages: Vec<_> = messages
            .iter()
            .map(|m| {
                serde_json::json!({"from": m.from, "to": m.to, "bytes": m.bytes, "sent_ns": ns(m.sent), "received_ns": ns(m.received)})
            })
            .collect();
        write_file(path, &serde_json::json!({"ranks": ranks, "messages": messages}).to_string())?;
    }
    Ok(status)
}

fn sweep(options: &NsimSweep, report: &Report) -> Result<u8, Failure> {
    let mut plans = Vec::new();
    for kind in &options.topology {
        for dims in &options.dims {
            for program in &options.program {
                for bytes in &options.bytes {
                    // All are checked before the first one begins.
                    plans.push(plan(kind, dims, program, *bytes, &options.common)?);
                }
            }
        }
    }
    all(plans, &options.common, report)
}

fn scenario(options: &NsimScenario, report: &Report) -> Result<u8, Failure> {
    let common = |params: &str| NsimCommon {
        params: Some(params.to_owned()),
        rounds: 1,
        compute: 0,
        seed: 1,
        map: "xyz".to_owned(),
        rings: None,
        ranks: None,
        threads: options.threads,
        max_time: None,
        json: options.json,
    };
    let nodes = |dims: &[u32]| dims.iter().product::<u32>() <= options.most;
    let (common, plans) = match options.name {
        Scenario::RandomRing => {
            let common = NsimCommon { rounds: 4, ..common("infiniband") };
            let trees: [&[u32]; 6] = [&[4, 2], &[4, 4], &[8, 8], &[8, 8, 4], &[16, 16, 4], &[16, 16, 16]];
            let plans = trees
                .into_iter()
                .filter(|dims| nodes(dims))
                .map(|dims| plan("fat-tree", &Dims(dims.to_vec()), "random-ring", 2 << 20, &common));
            let plans = plans.collect::<Result<Vec<_>, _>>()?;
            (common, plans)
        }
        Scenario::BruckAlltoall => {
            let common = common("torus");
            let small: [&[u32]; 8] = [
                &[2, 2, 2],
                &[4, 4, 4],
                &[8, 8, 8],
                &[16, 8, 8],
                &[16, 16, 16],
                &[32, 16, 16],
                &[32, 32, 16],
                &[64, 32, 32],
            ];
            let mut plans = Vec::new();
            for (bytes, most) in [(4, u32::MAX), (1024, 4096)] {
                for dims in small.into_iter().filter(|dims| nodes(dims) && dims.iter().product::<u32>() <= most) {
                    plans.push(plan("torus", &Dims(dims.to_vec()), "bruck-alltoall", bytes, &common)?);
                }
            }
            (common, plans)
        }
    };
    all(plans, &common, report)
}

/// Runs all plans; the status is the first one that is not 0.
fn all(plans: Vec<Plan>, common: &NsimCommon, report: &Report) -> Result<u8, Failure> {
    let (count, mut status) = (plans.len(), 0);
    // Once for all of them: a process listens to Ctrl-C only once.
    let stop = interrupt::listen()?;
    for (at, plan) in plans.into_iter().enumerate() {
        if !common.json && at > 0 {
            write("")?;
        }
        let (_, _, came) = simulate(plan, common, &Recording::default(), &stop, report)?;
        if status == 0 {
            status = came;
        }
        if came == INTERRUPTED {
            let left = count - at - 1;
            report.error(&text!("{left} more runs were left out", "残りの {left} 個は実行していません"));
            break;
        }
    }
    Ok(status)
}

fn write_file(path: &PathBuf, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| {
        let name = path.display();
        text!("{name}: cannot be written: {error}", "{name}: 書き込めません: {error}").into()
    })
}

/// Writes a line to standard output, at once: the next one may take long.
fn write(line: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(Failure::writing)
}
