//! `mcore nsim run`.

use super::args::Run as Arguments;
use super::drive::How;
use super::plan::Run;
use super::show;
use crate::failure::Failure;
use crate::report::Report;
use crate::{interrupt, output};
use mcore::modes::nsim::model::machine::Recording;
use mcore::modes::nsim::model::{Machine, NS, Time};
use mcore::text;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Intervals of `--link-history`.
const INTERVALS: usize = 64;

/// Runs a program on one machine.
pub fn run(options: &Arguments, report: &Report) -> Result<u8, Failure> {
    let run = Run {
        topology: &options.topology,
        dims: &options.dims,
        program: &options.program,
        bytes: options.bytes,
        watch: &options.watch,
        common: &options.common,
    };
    let ready = run.build()?;
    if let Some(path) = &options.write_map {
        output::file(path, ready.built.mapping.write(&ready.built.topology))?;
    }
    let recording = Recording {
        links: if options.link_history.is_some() { INTERVALS } else { 0 },
        ranks: options.timeline.is_some(),
        switches: ready.built.watch.clone(),
    };
    let stop = interrupt::listen()?;
    let how = How { threads: options.common.threads, max_time: options.common.max_time, stop: &stop };
    let ran = how.simulate(&ready, &recording, report)?;
    show::result(&ran.result, options.common.json, report)?;
    show::ending(&ran, report);
    write_files(options, &ran.machine, report)?;
    Ok(ran.status)
}

/// Writes the requested files about a run.
fn write_files(options: &Arguments, machine: &Machine, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &options.links {
        let mut text = String::from("link,switch,port,packets,bytes\n");
        for link in machine.links() {
            let _ = writeln!(text, "\"{}\",{},{},{},{}", link.name, link.switch, link.port, link.packets, link.bytes);
        }
        output::file(path, text)?;
    }
    if let (Some(path), Some((interval, rows))) = (&options.link_history, machine.link_history()) {
        let mut text = String::from("link,from_ns,until_ns,bytes\n");
        for (link, sums) in machine.links().iter().zip(&rows) {
            for (at, bytes) in sums.iter().enumerate().filter(|(_, bytes)| **bytes > 0) {
                let from = at as u64 * interval / NS;
                let _ = writeln!(text, "\"{}\",{from},{},{bytes}", link.name, from + interval / NS);
            }
        }
        output::file(path, text)?;
    }
    if let Some(path) = &options.buffers {
        let (changes, cut) = machine.buffer_changes();
        let mut held = BTreeMap::new();
        let mut text = String::from("time_ns,switch,port,channel,packets\n");
        for change in changes {
            let packets: &mut i64 = held.entry((change.switch, change.port, change.channel)).or_default();
            *packets += i64::from(change.change);
            let time = change.time as f64 / NS as f64;
            let _ = writeln!(text, "{time},{},{},{},{packets}", change.switch, change.port, change.channel);
        }
        output::file(path, text)?;
        if cut {
            report.error(&text!(
                "only the first changes of the buffers were kept; watch fewer switches",
                "バッファの変化は最初の部分だけ記録しました。--watch のスイッチを減らしてください"
            ));
        }
    }
    if let Some(path) = &options.timeline {
        let (rank_intervals, messages) = machine.rank_history();
        let ns = |time: Time| time as f64 / NS as f64;
        let ranks: Vec<_> = rank_intervals
            .iter()
            .map(|s| serde_json::json!({"rank": s.rank, "from_ns": ns(s.from), "until_ns": ns(s.until), "does": s.activity}))
            .collect();
        let messages: Vec<_> = messages
            .iter()
            .map(|m| {
                serde_json::json!({"from": m.from, "to": m.to, "bytes": m.bytes, "sent_ns": ns(m.sent), "received_ns": ns(m.received)})
            })
            .collect();
        output::file(path, serde_json::json!({"ranks": ranks, "messages": messages}).to_string())?;
    }
    Ok(())
}
