//! `mcore tca run`.

use super::args::Run;
use super::{map, text_of, wrong};
use crate::failure::Failure;
use crate::report::Report;
use crate::{input, output};
use mcore::base::grouped;
use mcore::modes::tca::model::record::Record;
use mcore::modes::tca::model::{LESSONS, Log, Machine, Outcome, Params, Part, Program, script};
use mcore::modes::tca::{TcaJson, tca_end};
use mcore::text;
use std::path::Path;
use std::sync::Arc;

/// Runs a script, a lesson or a record.
pub fn run(options: &Run, report: &Report) -> Result<u8, Failure> {
    input::one_standard([&options.file, &options.comm, &options.machine, &options.map].into_iter().flatten())?;
    let params = match &options.machine {
        Some(path) => script::machine(&text_of(path)?).map_err(|errors| wrong(path, &errors, report))?,
        None => Params::default(),
    };
    let program = program(options, &params, report)?;
    let mut machine = Machine::new(Arc::new(program));
    let mut log = Log { quiet: options.events.is_none() && options.json, ..Log::default() };
    machine.run(&mut log);
    if let Some(path) = &options.events {
        let lines = log.events.iter().map(output::json).collect::<Result<Vec<_>, _>>()?;
        output::file(path, lines.join("\n") + "\n")?;
    }
    if options.json {
        output::line(&TcaJson::new(&machine, &log).text())?;
    } else {
        show(&machine, &log, report)?;
    }
    for text in tca_end(&machine) {
        report.error(&text);
    }
    Ok(match machine.outcome() {
        Some(Outcome::Waits(_)) => 5,
        Some(Outcome::Limit) => 4,
        _ if options.strict && !log.findings.is_empty() => 1,
        _ => 0,
    })
}

fn program(options: &Run, params: &Params, report: &Report) -> Result<Program, Failure> {
    if let Some(path) = &options.comm {
        let record = Record::read(&text_of(path)?).map_err(|error| {
            let place = if error.line > 0 { format!("{}:{}: ", error.line, error.column) } else { String::new() };
            let text = mcore::base::Text::new(place.clone() + &error.text.en, place + &error.text.ja);
            Failure::from(input::named(path, &text))
        })?;
        let nodes = options.map.as_deref().map(|path| map(path, params)).transpose()?.unwrap_or_default();
        return record.program(params, &nodes).map_err(Failure::from);
    }
    let (name, text) = match (&options.file, options.lesson) {
        (Some(path), _) => (path.as_path(), text_of(path)?),
        (None, number) => {
            let script = LESSONS.get(usize::from(number.unwrap_or(1)) - 1);
            (Path::new("lesson"), script.map(|script| (*script).to_owned()).unwrap_or_default())
        }
    };
    script::compile_on(&text, params).map_err(|errors| wrong(name, &errors, report))
}

/// The result for people.
fn show(machine: &Machine, log: &Log, report: &Report) -> Result<(), Failure> {
    let (time, events) = (grouped(machine.now()), grouped(machine.events()));
    let head = text!("{time} ns, {events} events", "{time} ns、{events} イベント");
    output::line(report.say(&head))?;
    for node in 0..machine.program().nodes.len() as u8 {
        for completion in machine.completions(node) {
            let (at, wr, status) = (grouped(completion.at_ns), completion.wr_id, completion.status.name());
            let (opcode, bytes) = (completion.opcode, completion.bytes);
            let row = text!(
                "node {node}: {at} ns, request {wr}, {opcode}, {bytes} B: {status}",
                "ノード {node}: {at} ns、要求 {wr}、{opcode}、{bytes} B: {status}"
            );
            output::line(report.say(&row))?;
        }
        for (address, bytes) in machine.shown(node) {
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let hex = hex.join(" ");
            let row = text!("node {node}: {address:#x}: {hex}", "ノード {node}: {address:#x}: {hex}");
            output::line(report.say(&row))?;
        }
    }
    let sum = |part: Part| -> u64 {
        log.events.iter().filter(|event| event.stage.part() == part).map(|event| event.end - event.begin).sum()
    };
    let sums = [Part::Hardware, Part::Software, Part::Psn].map(|part| grouped(sum(part)));
    let [hardware, software, psn] = sums;
    let parts = text!(
        "hardware {hardware} ns, software {software} ns, PSN {psn} ns (sums over all requests)",
        "ハードウェア {hardware} ns、ソフトウェア {software} ns、PSN {psn} ns（全要求の合計）"
    );
    output::line(report.say(&parts))?;
    for (link, load) in machine.links() {
        if let mcore::modes::tca::model::Link::Board(from, to) = link {
            let (bytes, shared) = (grouped(load.bytes), load.shared);
            let row = text!(
                "link {from} to {to}: {bytes} B, at most {shared} at once",
                "リンク {from} から {to}: {bytes} B、同時に最大 {shared}"
            );
            output::line(report.say(&row))?;
        }
    }
    for finding in &log.findings {
        let place = format!("node {}", finding.node);
        report.warning(&place, &finding.text, "");
    }
    Ok(())
}
