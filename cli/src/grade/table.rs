//! The results of a class on standard output, one line each.

use crate::failure::Failure;
use crate::kind::{Row, Sheet};
use crate::report::Report;
use crate::table::{self, heads};
use mcore::base::{Text, counted, decimals};
use mcore::text;
use std::collections::BTreeSet;

/// Prints a table and a line below it.
pub fn print(sheet: &Sheet, report: &Report) -> Result<(), Failure> {
    let head = [
        text!("submission", "提出物"),
        text!("verdict", "判定"),
        text!("points", "得点"),
        text!("speed-up", "速度向上"),
        text!("cycles", "サイクル"),
        Text::default(),
    ];
    let mut rows = vec![heads(report, &head)];
    rows.extend(sheet.rows.iter().map(|row| cells(row, report)));
    // Words are aligned left, numbers right.
    table::print(&rows, &[0, 1, 5])?;
    let n = sheet.rows.len();
    let n_en = counted(n as u64, "submission", "submissions");
    let passed = sheet.rows.iter().filter(|r| r.has_passed()).count();
    let errors = sheet.rows.iter().filter(|r| r.error.is_some()).count();
    report.line(report.say(&text!(
        "{n_en}: {passed} passed, {errors} could not be run",
        "提出物 {n} 件: 合格 {passed} 件、実行できないもの {errors} 件"
    )));
    let levels: BTreeSet<String> =
        sheet.rows.iter().filter_map(|r| r.level.as_ref()).map(|l| format!("-{l}")).collect();
    if !levels.is_empty() {
        let levels = levels.into_iter().collect::<Vec<_>>().join(", ");
        report.line(report.say(&text!("C compiled at {levels}", "C の最適化レベル: {levels}")));
    }
    Ok(())
}

fn cells(row: &Row, report: &Report) -> [String; 6] {
    let verdict = match (&row.error, row.passed) {
        (Some(_), _) => text!("error", "エラー"),
        (None, true) => text!("pass", "合格"),
        (None, false) => text!("fail", "不合格"),
    };
    let why = row.error.clone().or_else(|| row.cases.iter().find(|c| c.judged && !c.passed).and_then(|c| c.why()));
    let mut message: Vec<String> = why.iter().map(|w| report.say(w).to_owned()).collect();
    message.extend(row.notes.iter().map(|n| report.say(n).to_owned()));
    let cycles = row.cases.first().filter(|c| c.cycles > 0).map_or_else(|| "-".to_owned(), |c| c.cycles.to_string());
    [
        row.submission.clone(),
        report.say(&verdict).to_owned(),
        format!("{}/{}", row.points, row.of),
        row.speedup_hundredths
            .or_else(|| row.cases.first()?.speedup_hundredths)
            .map_or_else(|| "-".to_owned(), decimals),
        cycles,
        message.join(" / "),
    ]
}
