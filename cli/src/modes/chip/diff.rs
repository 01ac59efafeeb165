//! `mcore diff`: the first difference between two programs.

use crate::failure::Failure;
use crate::input::{self, Target};
use crate::modes::chip::args::Diff;
use crate::output;
use crate::report::Report;
use mcore::base::Text;
use mcore::modes::chip::session::{MachineOptions, spec_error_text, spec_of};
use mcore::modes::chip::view::{DidView, DifferenceKind, DifferenceView};
use mcore::modes::chip::{Difference, Machine, Run};
use mcore::text;
use mcore::timeline::Journal;
use mcore::toolchain::asm::Options;
use std::path::Path;
use std::sync::Arc;

/// Cycles compared at a time.
const SLICE: u64 = 1 << 20;

/// Compares; the exit status is 0 if both do the same, else 1.
pub fn run(options: &Diff, report: &Report) -> Result<u8, Failure> {
    input::one_standard([&options.first, &options.second])?;
    let runs = [run_of(options, &options.first, report)?, run_of(options, &options.second, report)?];
    let Some(mut difference) = Difference::new(runs) else {
        return Err(text!("the two arrays differ in size", "2 つの配列の大きさが違います").into());
    };
    while !difference.advance(SLICE) {}
    let view = DifferenceView::of(&difference);
    if options.json {
        output::line(&output::json(&view)?)?;
        return Ok(u8::from(!view.rows.is_empty()));
    }
    output::line(report.say(&view.text))?;
    for row in &view.rows {
        let kind = report.say(&kind(row.kind)).to_owned();
        let side = |did: &Option<DidView>| match did {
            Some(did) => {
                let (cycle, place) = (did.by.cycle, did.by.place());
                let (place, what) = (report.say(&place).to_owned(), report.say(&did.text).to_owned());
                report.say(&text!("cycle {cycle}, {place}: {what}", "サイクル {cycle}、{place}: {what}")).to_owned()
            }
            None => report.say(&text!("nothing more", "以降なし")).to_owned(),
        };
        output::line(&format!("{} {kind}\n  - {}\n  + {}", row.node, side(&row.kept), side(&row.present)))?;
    }
    Ok(u8::from(!view.rows.is_empty()))
}

fn kind(kind: DifferenceKind) -> Text {
    match kind {
        DifferenceKind::Console => text!("output", "出力"),
        DifferenceKind::Dma => text!("DMA", "DMA"),
        DifferenceKind::Store => text!("store", "ストア"),
        DifferenceKind::Exit => text!("exit code", "終了コード"),
    }
}

/// A program with its run to the end.
fn run_of(options: &Diff, file: &Path, report: &Report) -> Result<Run, Failure> {
    let (width, height) = options.nodes;
    let chosen = MachineOptions { width, height, cycle_limit: options.max_cycles, ..MachineOptions::default() };
    let spec = spec_of(&chosen);
    let cannot = |error| Failure::Text(spec_error_text(&error, &chosen));
    spec.validate().map_err(cannot)?;
    let assembler = Options { memory_size: spec.node_memory, ..Options::default() };
    let program = input::program(&[file.to_owned()], &Target::new(&assembler), report, &options.c, &[])?;
    let start = Machine::new(spec, Arc::new(program)).map_err(cannot)?;
    let mut machine = start.clone();
    machine.run_until(u64::MAX);
    Ok(Run { start, journal: Arc::new(Journal::default()), end: machine.state.cycle, complete: true })
}
