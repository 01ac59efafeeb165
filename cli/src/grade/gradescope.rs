//! `results.json` of Gradescope's autograders: <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.

use super::junit::line;
use crate::kind::{CaseRow, Row};
use crate::report::Report;
use mcore::base::decimals;
use mcore::text;
use serde_json::{Value, json};

/// The results of one submission. Hidden cases are shown to students when the grades are published.
pub fn results(row: &Row, report: &Report) -> Value {
    let mut tests: Vec<Value> = row.cases.iter().filter(|c| c.judged).map(|c| test(c, report)).collect();
    if row.speedup_of > 0 {
        let reached = row.speedup_hundredths.map_or_else(|| "-".to_owned(), decimals);
        tests.push(json!({
            "name": report.say(&text!("Speed-up: {reached}", "速度向上: {reached} 倍")),
            "score": row.speedup_points,
            "max_score": row.speedup_of,
            "visibility": "visible",
        }));
    }
    let mut output: Vec<&str> = row.error.iter().chain(&row.notes).map(|t| report.say(t)).collect();
    if output.is_empty() && row.passed {
        output.push(match report.say(&text!("Everything passed.", "すべて合格です。")) {
            "Everything passed." => "Everything passed.",
            _ => "すべて合格です。",
        });
    }
    json!({
        "score": row.points,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "output": output.join("\n"),
        "output_format": "text",
        "tests": tests,
    })
}

fn test(case: &CaseRow, report: &Report) -> Value {
    let mut lines: Vec<String> = case.checks.iter().map(|c| line(c, report)).collect();
    if lines.is_empty() && case.refused.is_none() {
        lines.extend(case.why().map(|why| report.say(&why).to_owned()));
    }
    lines.extend(case.refused.iter().map(|why| report.say(why).to_owned()));
    json!({
        "name": report.say(&case.name),
        "score": case.points,
        "max_score": case.of,
        "status": if case.passed { "passed" } else { "failed" },
        "output": lines.join("\n"),
        "output_format": "text",
        "visibility": if case.visible { "visible" } else { "after_published" },
    })
}
