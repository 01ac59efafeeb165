//! `mcore run --comm` and `--mpi-profile`: the messages of a program with MPI.

use crate::failure::Failure;
use crate::modes::chip::accesses::Out;
use crate::modes::chip::args::{Run, StatsFormat};
use crate::output;
use crate::report::Report;
use crate::table;
use mcore::base::{Sink, Text};
use mcore::modes::chip::view::MpiProfileView;
use mcore::modes::chip::{CommRecord, Event, Machine, MpiProfile};
use mcore::text;
use std::fs::File;

/// The most ranks whose matrix is printed whole.
const MATRIX_RANKS: usize = 16;
/// The most pairs that are printed of a larger one.
const PAIRS: usize = 20;

/// The observers that the options want. The file of the record is made before the run, so that a wrong name is known at once.
pub struct Mpi {
    record: Option<(CommRecord, File)>,
    profile: Option<MpiProfile>,
}

impl Sink<Event> for Mpi {
    const WANTS: u32 = <CommRecord as Sink<Event>>::WANTS | <MpiProfile as Sink<Event>>::WANTS;

    fn emit(&mut self, event: Event) {
        if let Some((record, _)) = &mut self.record {
            record.emit(event);
        }
        if let Some(profile) = &mut self.profile {
            profile.emit(event);
        }
    }
}

impl Mpi {
    /// Observers of a machine at cycle 0, if an option wants them.
    pub fn new(options: &Run, machine: &Machine) -> Result<Option<Self>, Failure> {
        if options.comm.is_none() && options.mpi_profile.is_none() {
            return Ok(None);
        }
        let create = |path| File::create(path).map_err(|error| Failure::writing_file(path, &error));
        let file = options.comm.as_deref().map(create).transpose()?;
        let record = file.map(|file| (CommRecord::new(machine), file));
        Ok(Some(Self { record, profile: options.mpi_profile.map(|_| MpiProfile::new(machine)) }))
    }

    /// Writes the record and the profile after the run.
    pub fn finish(self, options: &Run, report: &Report, machine: &Machine) -> Result<(), Failure> {
        if !machine.has_mpi() {
            report.line(report.say(&text!(
                "The program uses no function of MPI that sends or receives, so no message was recorded.",
                "プログラムは送受信を行う MPI 関数を使っていないため、メッセージは記録されていません。"
            )));
        }
        if let (Some(path), Some((record, file))) = (&options.comm, self.record) {
            let mut out = Out::new(file);
            // `Out` remembers its first error.
            let _ = record.write(&mut out);
            out.finish().map_err(|error| Failure::writing_file(path, &error))?;
        }
        let (Some(format), Some(profile)) = (options.mpi_profile, &self.profile) else { return Ok(()) };
        let view = MpiProfileView::of(machine, profile);
        if format == StatsFormat::Json {
            report.line(&output::json(&view)?);
            return Ok(());
        }
        report.line(report.say(&view.summary()));
        for text in view.late() {
            report.line(report.say(&text));
        }
        for rows in view.tables() {
            // The names are in the last column.
            let names = rows.first().map_or(0, |head| head.len().saturating_sub(1));
            print_table(report, &rows, &[names]);
        }
        report.line(
            report
                .say(&text!("Bytes from rank (rows) to rank (columns):", "ランク（行）からランク（列）へのバイト数:")),
        );
        print_table(report, &matrix(&view), &[]);
        Ok(())
    }
}

/// The bytes between ranks; of many ranks, the pairs with the most bytes.
fn matrix(view: &MpiProfileView) -> Vec<Vec<Text>> {
    let cell = |number: u64| Text::same(number.to_string());
    if view.ranks.len() > MATRIX_RANKS {
        let mut pairs = view.pairs.clone();
        pairs.sort_by_key(|pair| (std::cmp::Reverse(pair.bytes), pair.source, pair.destination));
        let head =
            [text!("from", "送り手"), text!("to", "受け手"), text!("messages", "メッセージ"), text!("bytes", "バイト")];
        let row = |pair: &mcore::modes::chip::view::MpiPairView| {
            [pair.source.into(), pair.destination.into(), pair.messages, pair.bytes].map(cell).to_vec()
        };
        return std::iter::once(head.to_vec()).chain(pairs.iter().take(PAIRS).map(row)).collect();
    }
    let ranks = 0..view.ranks.len() as u32;
    let mut rows = vec![std::iter::once(Text::same("")).chain(ranks.clone().map(|rank| cell(rank.into()))).collect()];
    for source in ranks.clone() {
        let bytes = |destination: u32| {
            let pair = view.pairs.iter().find(|pair| (pair.source, pair.destination) == (source, destination));
            pair.map_or(Text::same("."), |pair| cell(pair.bytes))
        };
        rows.push(std::iter::once(cell(source.into())).chain(ranks.clone().map(bytes)).collect());
    }
    rows
}

/// Prints a table; the columns in `left` are aligned left.
fn print_table(report: &Report, rows: &[Vec<Text>], left: &[usize]) {
    let said = |row: &Vec<Text>| row.iter().map(|text| report.say(text).to_owned()).collect::<Vec<String>>();
    let rows: Vec<Vec<String>> = rows.iter().map(said).collect();
    for line in table::lines(&rows, left) {
        report.line(&line);
    }
}
