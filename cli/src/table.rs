//! Tables on standard output.

use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use mcore::base::Text;
use unicode_width::UnicodeWidthStr as _;

/// The names of the columns, in the language of the run.
pub fn heads<const N: usize>(report: &Report, names: &[Text; N]) -> [String; N] {
    names.each_ref().map(|name| report.say(name).to_owned())
}

/// Prints rows in columns just wide enough; the columns in `left` are aligned left, the others right.
pub fn print<const N: usize>(rows: &[[String; N]], left: &[usize]) -> Result<(), Failure> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    for row in rows {
        let cells = row.iter().zip(widths).enumerate().map(|(i, (cell, width))| {
            let space = " ".repeat(width - cell.width());
            if left.contains(&i) { format!("{cell}{space}") } else { format!("{space}{cell}") }
        });
        output::line(cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
