//! Judges a script: it is simulated on the machine of each case, in steps, and compared with the expectations.

use super::read::{Case, Exercise, Expect, Measure};
use super::words::{Found, line};
use crate::model::script::{ScriptError, compile_task, find};
use crate::model::{Completion, Counts, Link, Log, Machine, Outcome, Status};
use crate::view::tca_end;
use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};
use mcore_base::Text;
use mcore_base::packs::{CaseVerdict, Check, Grade, share};
use mcore_base::text;

/// Most errors of a script in a verdict.
const MAX_SHOWN: usize = 3;

/// The judgement of a hand-in in progress.
#[derive(Debug)]
pub struct Judging {
    exercise: Arc<Exercise>,
    script: String,
    run: Option<Box<(Machine, Log)>>,
    done: Vec<CaseVerdict>,
}

impl Judging {
    /// Begins.
    pub fn new(exercise: Arc<Exercise>, script: String) -> Self {
        Self { exercise, script, run: None, done: Vec::new() }
    }

    /// Simulates at most this number of events; the grade, once it is there.
    pub fn advance(&mut self, events: u64) -> Option<Grade> {
        let exercise = self.exercise.clone();
        let mut left = events.max(1);
        while left > 0 {
            let Some(case) = exercise.cases.get(self.done.len()) else { break };
            if let Some(verdict) = self.judge(case, &mut left) {
                self.run = None;
                self.done.push(verdict);
            }
        }
        let all = self.done.len() == exercise.cases.len();
        all.then(|| Grade::new(self.done.clone(), exercise.max_points()))
    }

    /// Goes on with a case; the verdict, once it is there.
    fn judge(&mut self, case: &Case, left: &mut u64) -> Option<CaseVerdict> {
        let unjudged = CaseVerdict::unjudged(&case.name, case.visible, case.points);
        let Some((params, task)) = &case.setting else { return Some(unjudged) };
        let run = match &mut self.run {
            Some(run) => run,
            None => {
                *left -= 1;
                match compile_task(&self.script, task, params) {
                    Ok(program) => {
                        let log = Log { quiet: true, ..Log::default() };
                        self.run.insert(Box::new((Machine::new(Arc::new(program)), log)))
                    }
                    Err(errors) => return Some(unjudged.refused(of_errors(&errors))),
                }
            }
        };
        let (machine, log) = &mut **run;
        while *left > 0 {
            *left -= 1;
            if !machine.step_with(log) {
                return Some(verdict(case, machine, log, unjudged));
            }
        }
        None
    }
}

/// The first errors of a script in one sentence.
fn of_errors(errors: &[ScriptError]) -> Text {
    let all: Vec<Text> = errors.iter().take(MAX_SHOWN).map(ScriptError::with_place).collect();
    let join = |of: fn(&Text) -> &str| all.iter().map(of).collect::<Vec<_>>().join("; ");
    let (en, ja) = (join(|text| &text.en), join(|text| &text.ja));
    match errors.len() - all.len() {
        0 => text!("the script: {en}", "スクリプト: {ja}"),
        more => text!("the script: {en}; {more} more", "スクリプト: {ja}、ほか {more} 件"),
    }
}

/// Compares a run that has ended with the expectations.
fn verdict(case: &Case, machine: &Machine, log: &Log, unjudged: CaseVerdict) -> CaseVerdict {
    if machine.outcome() != Some(&Outcome::Finished) {
        let why = tca_end(machine).into_iter().next();
        return unjudged.refused(why.unwrap_or_else(|| text!("the run does not end", "実行が終わりません")));
    }
    let count = case.expects.len() as u32;
    let mut checks = Vec::new();
    for (expect, number) in case.expects.iter().zip(0u32..) {
        let of = share(case.points, number, count);
        let found = match found(expect, machine, log) {
            Ok(found) => found,
            Err(why) => return unjudged.refused(why),
        };
        let passed = found.is_met(expect);
        checks.push(Check { passed, points: if passed { of } else { 0 }, of, text: line(expect, &found, passed) });
    }
    CaseVerdict {
        judged: true,
        passed: checks.iter().all(|check| check.passed),
        points: checks.iter().map(|check| check.points).sum(),
        checks,
        ..unjudged
    }
}

/// The board of a node of the script.
fn board(machine: &Machine, node: u8) -> u8 {
    machine.program().board_of(node.into()).unwrap_or(node)
}

/// The completions of a node, or those of one operation.
fn completions<'m>(machine: &'m Machine, node: u8, opcode: Option<&'m str>) -> impl Iterator<Item = &'m Completion> {
    let all = machine.completions(board(machine, node)).iter();
    all.filter(move |one| opcode.is_none_or(|opcode| one.opcode == opcode))
}

fn found(expect: &Expect, machine: &Machine, log: &Log) -> Result<Found, Text> {
    let nodes = |node: &Option<u8>| match node {
        Some(node) => *node..*node + 1,
        None => 0..machine.program().nodes.len() as u8,
    };
    let sum = |node: &Option<u8>, of: fn(&Counts) -> u64| {
        Found::Number(nodes(node).map(|node| of(&machine.counts(board(machine, node)))).sum())
    };
    Ok(match expect {
        Expect::Bytes(node, buffer, offset, data) => {
            let (board, address) = find(machine.program(), *node, buffer, *offset, data.length())?;
            Found::Bytes(machine.bytes(board, address, data.length()))
        }
        Expect::Shown(node, _) => {
            let shown = machine.shown(board(machine, *node)).last();
            Found::Bytes(shown.map(|(_, bytes)| bytes.clone()).unwrap_or_default())
        }
        Expect::Completions(node, opcode, _) => {
            Found::Statuses(completions(machine, *node, opcode.as_deref()).map(|one| one.status).collect())
        }
        Expect::Findings => Found::Findings(log.findings.iter().map(|finding| finding.text.clone()).collect()),
        Expect::Silent(node) => Found::Number(machine.counts(board(machine, *node)).sent),
        Expect::Most(measure, node, opcode, _) => match measure {
            Measure::Time => {
                let all = || nodes(node).flat_map(|node| completions(machine, node, opcode.as_deref()));
                let done = all().filter(|one| one.status == Status::Success).map(|one| one.at_ns).max();
                match done {
                    Some(time) => Found::Number(time),
                    None if opcode.is_some() || all().next().is_some() => Found::Nothing,
                    None => Found::Number(machine.now()),
                }
            }
            Measure::Packets => sum(node, |counts| counts.packets),
            Measure::Descriptors => sum(node, |counts| counts.internal + counts.host),
            Measure::Copied => sum(node, |counts| counts.copied),
            Measure::Shared => {
                let boards = machine.links().iter().filter(|(link, _)| matches!(link, Link::Board(..)));
                Found::Number(boards.map(|(_, load)| load.shared).max().unwrap_or(0))
            }
        },
    })
}
