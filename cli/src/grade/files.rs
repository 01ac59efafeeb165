//! The files that the results of a class are written to.

use super::args::Outputs;
use super::{classroom, gradescope, junit};
use crate::failure::Failure;
use crate::kind::{Row, Sheet};
use crate::output;
use crate::report::Report;
use crate::text::pictures;
use mcore::base::decimals;
use mcore::text;
use std::path::Path;
use std::sync::Mutex;

/// Writes every requested file. Only the lecturer's own files can hold the expected and found values of hidden cases,
/// and only on request.
pub fn write_all(whole: &Sheet, outputs: &Outputs, report: &Report) -> Result<(), Failure> {
    // Ctrl-C writes from another thread.
    static WRITING: Mutex<()> = Mutex::new(());
    let _writing = WRITING.lock();
    let redacted = whole.redacted();
    let own = if outputs.with_hidden_values { whole } else { &redacted };
    let sheet = &redacted;
    if let Some(path) = &outputs.json {
        write(path, &(output::pretty_json(own)? + "\n"))?;
    }
    if let Some(path) = &outputs.csv {
        write(path, &csv(own, report)?)?;
    }
    if let Some(path) = &outputs.junit {
        write(path, &junit::text(sheet, report)?)?;
    }
    if let Some(path) = &outputs.gradescope {
        each(sheet, path, |row| output::pretty_json(&gradescope::results(row, report)))?;
    }
    if let Some(path) = &outputs.classroom {
        each(sheet, path, |row| output::pretty_json(&classroom::results(row, report)))?;
    }
    Ok(())
}

/// For formats of a single submission: a file for one, a folder with a file for each of several.
fn each(sheet: &Sheet, path: &Path, text: impl Fn(&Row) -> Result<String, Failure>) -> Result<(), Failure> {
    if let [row] = sheet.rows.as_slice() {
        return write(path, &(text(row)? + "\n"));
    }
    std::fs::create_dir_all(path).map_err(|e| Failure::writing_file(path, &e))?;
    for row in &sheet.rows {
        let name: String =
            pictures(&row.submission).chars().map(|c| if "/\\:<>".contains(c) { '_' } else { c }).collect();
        write(&path.join(format!("{name}.json")), &(text(row)? + "\n"))?;
    }
    Ok(())
}

/// Writes a file whole or not at all: an interrupted grader leaves no partial file.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut half = path.as_os_str().to_owned();
    half.push(".part");
    std::fs::write(&half, text).and_then(|()| std::fs::rename(&half, path)).map_err(|e| Failure::writing_file(path, &e))
}

/// A line for each submission, with a pair of columns for each case.
fn csv(sheet: &Sheet, report: &Report) -> Result<String, Failure> {
    let cases = sheet.rows.iter().map(|r| r.cases.len()).max().unwrap_or(0);
    let mut columns: Vec<String> =
        ["submission", "exercise", "verdict", "points", "of", "speedup", "speedup_points"].map(str::to_owned).to_vec();
    for n in 1..=cases {
        columns.extend([format!("case{n}"), format!("case{n}_points"), format!("case{n}_cycles")]);
    }
    columns.extend(["message", "notes", "student", "participant"].map(str::to_owned));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |e: csv::Error| -> Failure { text!("cannot write CSV: {e}", "CSV を書けません: {e}").into() };
    writer.write_record(&columns).map_err(failed)?;
    for row in &sheet.rows {
        let verdict = match (&row.error, row.passed) {
            (Some(_), _) => "error",
            (None, true) => "pass",
            (None, false) => "fail",
        };
        let mut line = vec![
            cell(&row.submission),
            row.exercise.clone().unwrap_or_default(),
            verdict.to_owned(),
            row.points.to_string(),
            row.of.to_string(),
            row.speedup_hundredths.map_or_else(String::new, decimals),
            row.speedup_points.to_string(),
        ];
        for n in 0..cases {
            match row.cases.get(n) {
                Some(case) => {
                    let word = if !case.judged {
                        ""
                    } else if case.passed {
                        "pass"
                    } else {
                        "fail"
                    };
                    // Withheld cycles are an empty cell, not a 0.
                    let hidden = case.withheld && case.cycles == 0;
                    let cycles = if hidden || row.kind.is_some() { String::new() } else { case.cycles.to_string() };
                    line.extend([word.to_owned(), case.points.to_string(), cycles]);
                }
                None => line.extend([String::new(), String::new(), String::new()]),
            }
        }
        let why = row.error.clone().or_else(|| row.cases.iter().find(|c| c.judged && !c.passed).and_then(|c| c.why()));
        line.push(why.map_or_else(String::new, |why| cell(report.say(&why))));
        let notes: Vec<&str> = row.notes.iter().map(|n| report.say(n)).collect();
        line.push(cell(&notes.join("; ")));
        let (student, participant) = moodle(&row.submission).unwrap_or_default();
        line.extend([cell(student), participant.to_owned()]);
        writer.write_record(&line).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|e| text!("cannot write CSV: {e}", "CSV を書けません: {e}"))?;
    // All of it was text. The mark in front makes Excel read it as UTF-8, as in the page's own tables.
    Ok(format!("\u{feff}{}", String::from_utf8_lossy(&bytes)))
}

/// Name and number of a student from the name of a file or folder as Moodle writes it: `Hana
/// Aoki_4711_assignsubmission_file`. The number is that of "Participant 4711" in Moodle's grading worksheet.
fn moodle(name: &str) -> Option<(&str, &str)> {
    let (student, number) = name.split_once("_assignsubmission_")?.0.rsplit_once('_')?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some((student, number))
}

/// Keeps spreadsheets from reading students' text as a formula.
fn cell(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match text.starts_with(['=', '+', '-', '@']) {
        true => format!("'{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_moodle_are_taken_apart() {
        let both = Some(("Hana Aoki", "4711"));
        assert_eq!(moodle("Hana Aoki_4711_assignsubmission_file"), both);
        assert_eq!(moodle("Hana Aoki_4711_assignsubmission_file_sum.s"), both);
        assert_eq!(moodle("Participant_12_assignsubmission_file_"), Some(("Participant", "12")));
        assert_eq!(moodle("a_b_3_assignsubmission_onlinetext"), Some(("a_b", "3")));
        for other in ["sum.s", "aoki_4711", "aoki__assignsubmission_file", "aoki_x1_assignsubmission_file"] {
            assert_eq!(moodle(other), None, "{other}");
        }
    }
}
