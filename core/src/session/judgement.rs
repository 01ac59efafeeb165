//! The sequential reference of an exercise, and the verdict.

use super::assemble::{build, load, options_of};
use super::{Refused, Session, Update};
use crate::base::{Cycle, NodeId, Severity};
use crate::chip::{Machine, Outcome};
use crate::exercise::{Exercise, RunFacts, judge, speedup_hundredths};
use crate::program::Program;
use crate::text;
use crate::view::{CheckView, VerdictView};
use alloc::{string::String, sync::Arc, vec::Vec};

impl RunFacts for Machine {
    fn word(&self, node: NodeId, addr: u32) -> Option<u32> {
        self.peek(self.spec().array.rank(node)?, addr)
    }

    fn all_halted_with_zero(&self) -> bool {
        self.state.nodes.iter().all(|n| n.processor.halted.is_some_and(|(code, _)| code == 0))
    }

    fn cycles(&self) -> Cycle {
        match self.outcome() {
            Some(Outcome::Halted { cycles, drain }) => cycles + drain,
            _ => self.state.cycle,
        }
    }

    fn useful_instructions(&self, rank: usize) -> u64 {
        let p = &self.state.nodes[rank].processor;
        p.executed - p.polled
    }

    fn nodes(&self) -> usize {
        self.spec().array.nodes()
    }
}

/// The exercise's own program on the same input: it says what is right, and what a speed-up is measured against.
pub struct Reference {
    program: Arc<Program>,
    machine: Machine,
}

impl Reference {
    /// The reference of an exercise at cycle 0, if the exercise has one.
    pub fn of(exercise: &Exercise) -> Result<Option<Self>, Refused> {
        let (Some(source), Some(case)) = (&exercise.reference, exercise.cases.first()) else { return Ok(None) };
        let options = options_of(exercise);
        let name = &source.name;
        let assembly = build(core::slice::from_ref(source), &options);
        let error = assembly.diagnostics.iter().find(|d| d.severity == Severity::Error);
        let (en, ja) = error.map_or((String::new(), String::new()), |d| (d.message.en.clone(), d.message.ja.clone()));
        let Some(program) = assembly.program.map(Arc::new) else {
            return Err(Refused::BadExercise(text!(
                "{name}: the reference cannot be assembled: {en}",
                "{name}: 参照プログラムをアセンブルできません: {ja}"
            )));
        };
        let machine = load(program.clone(), &options, Some(case)).map_err(Refused::BadExercise)?;
        Ok(Some(Self { program, machine }))
    }

    /// True until it has ended.
    pub fn is_running(&self) -> bool {
        self.machine.outcome().is_none()
    }

    /// Simulates some cycles and says how many there have been.
    pub fn advance(&mut self, cycles: u64) -> Cycle {
        self.machine.run_until(self.machine.state.cycle.saturating_add(cycles));
        self.machine.state.cycle
    }
}

impl Session {
    /// Tells the verdict once the run and the reference have ended.
    pub(super) fn judge(&mut self, updates: &mut Vec<Update>) {
        let reference_running = self.reference.as_ref().is_some_and(Reference::is_running);
        let (Some(work), Some(exercise)) = (&mut self.work, &self.exercise) else { return };
        let Some(case) = exercise.cases.first() else { return };
        if work.judged || reference_running || !work.is_at_end() {
            return;
        }
        work.judged = true;
        let machine = work.timeline.now();
        let program = &machine.image(0).program;
        let reference = self.reference.as_ref().map(|r| (&*r.program, &r.machine as &dyn RunFacts));
        let checks = judge(case, program, machine, reference);
        let reference_cycles = reference.map(|(_, r)| r.cycles());
        updates.push(Update::Verdict(VerdictView {
            passed: checks.iter().all(|c| c.passed),
            case: case.name.clone(),
            nodes: machine.nodes() as u32,
            cycles: machine.cycles(),
            reference_cycles,
            speedup_hundredths: reference_cycles.and_then(|r| speedup_hundredths(&checks, machine.cycles(), r)),
            checks: checks
                .into_iter()
                .map(|c| CheckView { passed: c.passed, text: c.text, detail: c.detail })
                .collect(),
        }));
    }
}
