//! Tables.

use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use crate::text::pictures;
use mcore::base::Text;
use unicode_width::UnicodeWidthStr as _;

/// The names of the columns, in the language of the run.
pub fn heads<const N: usize>(report: &Report, names: &[Text; N]) -> [String; N] {
    names.each_ref().map(|name| report.say(name).to_owned())
}

/// Rows as lines, in columns just wide enough; the columns in `left` are aligned left, the others right.
pub fn lines<R: AsRef<[String]>>(rows: &[R], left: &[usize]) -> Vec<String> {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        let row = row.as_ref();
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    let line = |row: &R| {
        let cells = row.as_ref().iter().zip(&widths).enumerate().map(|(i, (cell, width))| {
            let space = " ".repeat(width - cell.width());
            if left.contains(&i) { format!("{cell}{space}") } else { format!("{space}{cell}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Prints rows on standard output, see [`lines`].
pub fn print<R: AsRef<[String]>>(rows: &[R], left: &[usize]) -> Result<(), Failure> {
    let shown = |row: &R| row.as_ref().iter().map(|cell| pictures(cell)).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(shown).collect();
    lines(&rows, left).iter().try_for_each(|line| output::line(line))
}
