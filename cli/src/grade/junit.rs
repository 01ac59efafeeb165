//! Results as JUnit XML, which most systems for continuous integration show: one suite for each submission, one test
//! for each case.

use crate::failure::Failure;
use crate::kind::{CaseRow, CheckRow, Row, Sheet};
use crate::report::Report;
use mcore::base::decimals;
use mcore::text;
use quick_junit::{NonSuccessKind, Report as Junit, TestCase, TestCaseStatus, TestSuite};

/// The text of the file.
pub fn text(sheet: &Sheet, report: &Report) -> Result<String, Failure> {
    let mut all = Junit::new(format!("{} {}", sheet.pack, sheet.version));
    all.add_test_suites(sheet.rows.iter().map(|row| suite(row, report)));
    all.to_string().map_err(|e| text!("cannot write XML: {e}", "XML を書けません: {e}").into())
}

fn suite(row: &Row, report: &Report) -> TestSuite {
    let mut suite = TestSuite::new(row.submission.as_str());
    suite.add_property(("points", row.points.to_string().as_str()));
    suite.add_property(("of", row.of.to_string().as_str()));
    if let Some(speedup) = row.speedup_hundredths {
        suite.add_property(("speedup", decimals(speedup).as_str()));
    }
    let class = row.exercise.clone().unwrap_or_default();
    if let Some(why) = row.error.as_ref().filter(|_| row.cases.is_empty()) {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(report.say(why));
        let mut case = TestCase::new("submission", status);
        case.set_classname(class.as_str());
        suite.add_test_case(case);
    }
    suite.add_test_cases(row.cases.iter().map(|case| test(case, &class, report)));
    suite
}

fn test(case: &CaseRow, class: &str, report: &Report) -> TestCase {
    let status = if !case.judged {
        TestCaseStatus::skipped()
    } else if case.passed {
        TestCaseStatus::success()
    } else {
        let kind = if case.refused.is_some() { NonSuccessKind::Error } else { NonSuccessKind::Failure };
        let mut status = TestCaseStatus::non_success(kind);
        if let Some(why) = case.why() {
            status.set_message(report.say(&why));
        }
        status
    };
    let mut test = TestCase::new(report.say(&case.name), status);
    test.set_classname(class);
    let lines: Vec<String> = case.checks.iter().map(|c| line(c, report)).collect();
    if !lines.is_empty() {
        test.set_system_out(lines.join("\n"));
    }
    test
}

/// One check on one line.
pub fn line(check: &CheckRow, report: &Report) -> String {
    let sign = match check.passed {
        Some(true) => "+",
        Some(false) => "-",
        None => "?",
    };
    let detail = check.detail.as_ref().map_or_else(String::new, |d| format!(": {}", report.say(d)));
    format!("{sign} {}{detail}", report.say(&check.text))
}
