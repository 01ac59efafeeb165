//! `mcore run --comm` and `--mpi-profile`: the messages of a program with MPI.

use crate::failure::Failure;
use crate::modes::chip::accesses::Out;
use crate::modes::chip::args::{Run, StatsFormat};
use crate::output;
use crate::report::Report;
use mcore::base::Text;
use mcore::modes::chip::view::MpiProfileView;
use mcore::modes::chip::{CommRecord, Machine, MpiProfile};
use mcore::text;
use std::fs::File;
use unicode_width::UnicodeWidthStr as _;

/// The most ranks whose matrix is printed whole.
const MATRIX_RANKS: usize = 16;
/// The most pairs that are printed of a larger one.
const PAIRS: usize = 20;

/// The observers of a run, and the file of the record, which is made before the run so that a wrong name is known at once.
pub struct Mpi {
    /// Takes the events of the run.
    pub record: CommRecord,
    /// Takes the events of the run.
    pub profile: MpiProfile,
    file: Option<File>,
}

impl Mpi {
    /// Observers of a machine at cycle 0, if an option wants them.
    pub fn new(options: &Run, machine: &Machine) -> Result<Option<Self>, Failure> {
        if options.comm.is_none() && options.mpi_profile.is_none() {
            return Ok(None);
        }
        let create = |path| File::create(path).map_err(|error| Failure::writing_file(path, &error));
        let file = options.comm.as_deref().map(create).transpose()?;
        Ok(Some(Self { record: CommRecord::new(machine), profile: MpiProfile::new(machine), file }))
    }

    /// Writes the record and the profile after the run.
    pub fn finish(self, options: &Run, report: &Report, machine: &Machine) -> Result<(), Failure> {
        if !self.record.has_mpi() {
            report.line(report.say(&text!(
                "The program uses no function of MPI that sends or receives, so no message was recorded.",
                "プログラムは送受信を行う MPI 関数を使っていないため、メッセージは記録されていません。"
            )));
        }
        if let (Some(path), Some(file)) = (&options.comm, self.file) {
            let mut out = Out::new(file);
            // `Out` remembers its first error.
            let _ = self.record.write(&mut out);
            out.finish().map_err(|error| Failure::writing_file(path, &error))?;
        }
        let Some(format) = options.mpi_profile else { return Ok(()) };
        let view = MpiProfileView::of(machine, &self.profile);
        if format == StatsFormat::Json {
            report.line(&output::json(&view)?);
            return Ok(());
        }
        report.line(report.say(&view.summary()));
        for text in view.late() {
            report.line(report.say(&text));
        }
        for table in view.tables() {
            print_table(report, &table);
        }
        report.line(
            report
                .say(&text!("Bytes from rank (rows) to rank (columns):", "ランク (行) からランク (列) へのバイト数:")),
        );
        print_table(report, &matrix(&view));
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

/// Prints a table whose cells, except those of the last column, are numbers.
fn print_table(report: &Report, rows: &[Vec<Text>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let shown = |row: &[Text], i: usize| row.get(i).map(|text| report.say(text).to_owned()).unwrap_or_default();
    let widths: Vec<usize> =
        (0..columns).map(|i| rows.iter().map(|row| shown(row, i).width()).max().unwrap_or(0)).collect();
    for row in rows {
        let cells: Vec<String> = (0..columns)
            .map(|i| {
                let text = shown(row, i);
                // The last column of a table with names is aligned to the left.
                let gap = " ".repeat(widths[i] - text.width());
                let names = i + 1 == columns && rows[1..].iter().any(|row| shown(row, i).parse::<u64>().is_err());
                if names { text } else { format!("{gap}{text}") }
            })
            .collect();
        report.line(cells.join("  ").trim_end());
    }
}
