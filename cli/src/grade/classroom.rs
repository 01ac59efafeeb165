//! The result of a test runner for GitHub Classroom's autograding, as its grading reporter reads it (this text in
//! base64 is the runner's output `result`).

use crate::kind::{CaseRow, Row};
use crate::report::Report;
use mcore::base::decimals;
use mcore::text;
use serde_json::{Value, json};

/// The results of one submission.
pub fn results(row: &Row, report: &Report) -> Value {
    let mut tests: Vec<Value> = row.cases.iter().filter(|c| c.judged).map(|c| test(c, report)).collect();
    if row.speedup_of > 0 {
        let reached = row.speedup_points == row.speedup_of;
        tests.push(json!({
            "name": report.say(&text!("Speed-up", "速度向上")),
            "status": if reached { "pass" } else { "fail" },
            "score": row.speedup_points,
            "message": row.speedup_hundredths.map(decimals),
            "line_no": 0,
        }));
    }
    let status = match (&row.error, row.passed) {
        (Some(_), _) => "error",
        (None, true) => "pass",
        (None, false) => "fail",
    };
    if tests.is_empty() {
        tests.push(json!({
            "name": "submission",
            "status": status,
            "score": 0,
            "message": row.error.as_ref().map(|e| report.say(e)),
            "line_no": 0,
        }));
    }
    json!({ "version": 1, "status": status, "max_score": row.of, "tests": tests })
}

fn test(case: &CaseRow, report: &Report) -> Value {
    let status = match (&case.refused, case.passed) {
        (Some(_), _) => "error",
        (None, true) => "pass",
        (None, false) => "fail",
    };
    json!({
        "name": report.say(&case.name),
        "status": status,
        "score": case.points,
        "message": case.why().map(|why| report.say(&why).to_owned()),
        "line_no": 0,
    })
}
