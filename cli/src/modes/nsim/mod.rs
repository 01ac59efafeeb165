//! `mcore nsim`.

pub mod args;

use crate::failure::Failure;
use crate::modes::nsim::args::{Dims, Nsim, NsimCommon, NsimRun, NsimScenario, NsimSweep, Scenario, names};
use crate::report::Report;
use crate::study::{Planned, Study, digest_of};
use crate::text::Decoded;
use crate::{input, interrupt};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mcore::base::Text;
use mcore::modes::nsim::model::machine::Recording;
use mcore::modes::nsim::model::{
    Machine, Mapping, NS, Params, Pattern, Program, Progress, SpecError, Time, Topology, Trace, forecast,
};
use mcore::modes::nsim::{NsimRecipe, NsimResult, nsim_time};
use mcore::text;
use serde_json::Value;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _, stderr, stdout};
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
    /// Digests of the files that it is made of.
    files: Vec<u64>,
}

fn plan(kind: &str, dims: &Dims, program: &OsStr, bytes: u64, common: &NsimCommon) -> Result<Plan, Failure> {
    let topology = match &common.rings {
        Some(rings) if matches!(kind, "torus" | "mesh") => {
            let topology = Topology::with_rings(&dims.0, rings);
            topology.validate().map(|()| topology).map_err(|error| error.text())?
        }
        _ => Topology::named(kind, &dims.0).map_err(|error| error.text())?,
    };
    let name = common.params.clone().unwrap_or_else(|| if kind == "fat-tree" { "infiniband" } else { "torus" }.into());
    let params = params(&name)?;
    let named = [Some(program), common.params.as_deref(), Some(&common.map)];
    input::one_standard(&named.into_iter().flatten().map(PathBuf::from).collect::<Vec<_>>())?;
    let mut files = Vec::new();
    let pattern =
        program.to_str().and_then(|name| Pattern::named(name, bytes, common.rounds, common.compute, common.seed));
    let shown = program.to_string_lossy();
    let (code, ranks, with_bytes) = match pattern {
        Some(pattern) => {
            let ranks = common.ranks.unwrap_or(topology.nodes());
            (Program::pattern(pattern, ranks), ranks, Some(bytes))
        }
        None => {
            let path = Path::new(program);
            if !path.exists() && !input::is_standard(path) {
                let (programs, _) = names();
                return Err(text!(
                    "there is no program and no file `{shown}`; programs are {programs}",
                    "`{shown}` というプログラムもファイルもありません。プログラムは {programs} です"
                )
                .into());
            }
            let text = text_of(path)?;
            files.push(digest_of(&text));
            let trace = Trace::read(&text).map_err(|error| in_file(path, &error.text()))?;
            let ranks = common.ranks.unwrap_or(trace.ranks());
            (Program::trace(trace), ranks, None)
        }
    };
    let mapping = match common.map.to_str() {
        Some("xyz") if ranks <= topology.nodes() => Mapping::in_order(ranks),
        Some("xyz" | "random") => {
            Mapping::random(ranks, topology.nodes(), common.seed).map_err(|error| error.text())?
        }
        _ => {
            let path = Path::new(&common.map);
            let text = text_of(path)?;
            let mapping = Mapping::read(&text, &topology, ranks).map_err(|error| in_file(path, &error.text()))?;
            files.push(digest_of(&text));
            mapping
        }
    };
    let recipe = NsimRecipe {
        params: name.to_string_lossy().into_owned(),
        program: shown.into_owned(),
        bytes: with_bytes,
        seed: common.seed,
        map: common.map.to_string_lossy().into_owned(),
    };
    Ok(Plan { topology, params, program: code, mapping, recipe, files })
}

/// The data that a study needs about a run before it is made.
fn planned(plan: &Plan, common: &NsimCommon) -> Planned {
    let (topology, ranks, recipe) = (plan.topology.name(), plan.mapping.ranks(), &plan.recipe);
    let recorded = serde_json::json!({
        "topology": topology, "params": recipe.params, "program": recipe.program, "bytes_a_message": recipe.bytes,
        "ranks": ranks, "map": recipe.map, "seed": recipe.seed,
    });
    let (rings, rounds, compute, most) = (&common.rings, common.rounds, common.compute, common.max_time);
    let (params, files) = (&plan.params, &plan.files);
    Planned {
        parameters: format!("{recorded} {rings:?} {rounds} {compute} {most:?} {params:?} {files:?}"),
        recorded: recorded.as_object().cloned().unwrap_or_default(),
    }
}

/// The exit status that belongs to a result.
fn status_of(result: &Value) -> u8 {
    match (&result["ended"], result["deadlocked"].as_u64()) {
        (Value::Bool(true), _) => 0,
        (_, Some(0) | None) => LIMIT,
        _ => DEADLOCK,
    }
}

/// A set of parameters by its name, or from a file.
fn params(name: &OsStr) -> Result<Params, Failure> {
    if let Some(Ok(params)) = name.to_str().map(Params::named) {
        return Ok(params);
    }
    let path = Path::new(name);
    if !path.exists() && !input::is_standard(path) {
        let (name, (_, known)) = (name.to_string_lossy(), names());
        return Err(text!(
            "there is no set of parameters and no file `{name}`; sets are {known}",
            "`{name}` というパラメータの組もファイルもありません。組は {known} です"
        )
        .into());
    }
    Params::read(&text_of(path)?).map_err(|error| in_file(path, &error.text()))
}

fn text_of(path: &Path) -> Result<String, Failure> {
    Ok(Decoded::read(&input::name(path), &input::read(path)?)?.text)
}

fn in_file(path: &Path, error: &Text) -> Failure {
    let name = input::name(path);
    let (en, ja) = (&error.en, &error.ja);
    Failure::Text(Text::new(format!("{name}: {en}"), format!("{name}: {ja}")))
}

/// How a run ended.
enum Ending {
    Came(Progress),
    Limit,
    Interrupted,
}

/// How far a run is: the simulated time, and the packets that have been sent, of how many if that is known.
fn how_far(now: Time, packets: u64, expected: Option<u64>) -> Text {
    let time = nsim_time(now);
    match expected {
        None => text!("{time} simulated, {packets} packets", "経過 (模擬時間) {time}、{packets} パケット"),
        Some(expected) => {
            // Packets that only ask and answer are not expected, and of large programs the number is an estimate.
            let all = expected.max(packets);
            let share = 100 * u128::from(packets) / u128::from(all.max(1));
            text!(
                "{time} simulated, {packets} of {all} packets ({share} %)",
                "経過 (模擬時間) {time}、{packets} / {all} パケット ({share} %)"
            )
        }
    }
}

/// Runs a machine to its end, to the limit of time or until Ctrl-C.
fn go(machine: &mut Machine, most: Option<Time>, expected: Option<u64>, stop: &AtomicBool, report: &Report) -> Ending {
    let progress = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        progress.set_style(style);
    }
    let (started, mut limit) = (Instant::now(), false);
    let mut shown = started;
    let came = machine.run_threads(|now, packets| {
        if shown.elapsed() > LONG {
            shown = Instant::now();
            progress.set_message(report.say(&how_far(now, packets, expected)).to_owned());
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

/// A run that is done, or given up.
struct Ran {
    machine: Machine,
    result: NsimResult,
    ending: Ending,
    status: u8,
}

/// Builds and runs.
fn simulate(
    plan: Plan,
    common: &NsimCommon,
    recording: &Recording,
    stop: &AtomicBool,
    report: &Report,
) -> Result<Ran, Failure> {
    let Plan { topology, params, program, mapping, recipe, .. } = plan;
    // Only a progress that is shown needs it.
    let expected = stderr().is_terminal().then(|| forecast::packets(&program, mapping.ranks(), params.mtu)).flatten();
    let mut machine = Machine::new(topology.clone(), params.clone(), mapping, program, common.threads, recording)
        .map_err(|error: SpecError| Failure::Text(error.text()))?;
    let ending = go(&mut machine, common.max_time.map(|ns| ns * NS), expected, stop, report);
    let (progress, status) = match ending {
        Ending::Came(Progress::Deadlock) => (Progress::Deadlock, DEADLOCK),
        Ending::Came(progress) => (progress, 0),
        Ending::Limit => (Progress::Running, LIMIT),
        Ending::Interrupted => (Progress::Running, INTERRUPTED),
    };
    let result = NsimResult::new(&machine, &topology, &params, &recipe, progress);
    Ok(Ran { machine, result, ending, status })
}

/// Writes the result.
fn show(result: &NsimResult, json: bool, report: &Report) -> Result<(), Failure> {
    if !json {
        return write(&told(result, report));
    }
    let line = serde_json::to_string(result)
        .map_err(|error| text!("cannot write JSON: {error}", "JSON を書けません: {error}"))?;
    write(&line)
}

/// The reason why a run did not finish.
fn explain(ran: &Ran, report: &Report) {
    let result = &ran.result;
    match ran.ending {
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
    let ran = simulate(plan, &options.common, &recording, &stop, report)?;
    show(&ran.result, options.common.json, report)?;
    explain(&ran, report);
    let Ran { machine, status, .. } = ran;
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
    let common = &options.common;
    let mut named = options.program.iter().chain(&common.params).chain([&common.map]);
    if named.any(|name| input::is_standard(Path::new(name))) {
        return Err(input::only_once().into());
    }
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
    let runs: Vec<Planned> = plans.iter().map(|plan| planned(plan, &options.common)).collect();
    let mut study = Study::open(&options.part, &runs, status_of, report)?;
    drop(runs);
    let json = options.common.json || options.part.resume.is_some();
    let due = study.due().to_vec();
    // Once for all of them: a process listens to Ctrl-C only once.
    let stop = interrupt::listen()?;
    let mut plans: Vec<Option<Plan>> = plans.into_iter().map(Some).collect();
    let mut status = 0;
    for (at, run) in due.iter().enumerate() {
        let Some(plan) = plans[*run].take() else { continue };
        if !json && at > 0 {
            write("")?;
        }
        let ran = simulate(plan, &options.common, &Recording::default(), &stop, report)?;
        // A line is a whole result, so that it need not be looked at again when the study goes on.
        match (json, &ran.ending) {
            (true, Ending::Interrupted) => {}
            (true, _) => study.write(*run, &ran.result, ran.status)?,
            (false, _) => show(&ran.result, false, report)?,
        }
        explain(&ran, report);
        if status == 0 {
            status = ran.status;
        }
        if matches!(ran.ending, Ending::Interrupted) {
            left_out(due.len() - at - usize::from(!json), report);
            break;
        }
    }
    Ok(if json && status != INTERRUPTED { study.status() } else { status })
}

/// Tells of runs that a Ctrl-C has left out.
fn left_out(runs: usize, report: &Report) {
    report.error(&text!("{runs} more runs were left out", "残りの {runs} 個は実行していません"));
}

fn scenario(options: &NsimScenario, report: &Report) -> Result<u8, Failure> {
    let common = |params: &str| NsimCommon {
        params: Some(params.into()),
        rounds: 1,
        compute: 0,
        seed: 1,
        map: "xyz".into(),
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
                .map(|dims| plan("fat-tree", &Dims(dims.to_vec()), OsStr::new("random-ring"), 2 << 20, &common));
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
                    plans.push(plan("torus", &Dims(dims.to_vec()), OsStr::new("bruck-alltoall"), bytes, &common)?);
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
        let ran = simulate(plan, common, &Recording::default(), &stop, report)?;
        show(&ran.result, common.json, report)?;
        explain(&ran, report);
        if status == 0 {
            status = ran.status;
        }
        if ran.status == INTERRUPTED {
            left_out(count - at - 1, report);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_how_many_of_all_packets_have_been_sent() {
        let (now, text) = (2_500_000, |packets, expected| how_far(2_500_000, packets, expected));
        let time = nsim_time(now);
        assert_eq!(text(500, Some(2000)).en, format!("{time} simulated, 500 of 2000 packets (25 %)"));
        assert_eq!(text(2010, Some(2000)).en, format!("{time} simulated, 2010 of 2010 packets (100 %)"));
        assert_eq!(text(7, None).en, format!("{time} simulated, 7 packets"));
        assert_eq!(text(500, Some(2000)).ja, format!("経過 (模擬時間) {time}、500 / 2000 パケット (25 %)"));
    }

    #[test]
    fn a_result_in_a_file_has_the_status_that_its_run_had() {
        let result = |ended: bool, deadlocked: u32| serde_json::json!({"ended": ended, "deadlocked": deadlocked});
        assert_eq!([result(true, 0), result(false, 0), result(false, 3)].map(|r| status_of(&r)), [0, LIMIT, DEADLOCK]);
    }
}
