//! The speed-up of the loaded program over the number of nodes: one run after the other, interleaved with the other
//! tasks.

use super::{MachineOptions, Refused, Session, Update};
use crate::exercise::{
    Case, CaseRun, Ends, Exercise, Expect, MachineSize, RunFacts, Target, Visibility, judge, reference_run,
};
use crate::view::{Baseline, OutcomeView, SpeedUpFault, SpeedUpPoint, SpeedUpView};
use crate::{Files, Outcome};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use mcore_base::{Array, Cycle, Text};
use mcore_cpu::program::Program;
use mcore_toolchain::Compilers;

/// Maximum number of sizes.
pub const MAX_SIZES: usize = 32;
/// Maximum number of cycles of one run: more than a page's user would wait for.
const MAX_CYCLES: Cycle = 200_000_000;

/// A speed-up measurement in progress.
pub(super) struct SpeedUpJob {
    view: SpeedUpView,
    program: Arc<Program>,
    /// The case that runs on each size: the inputs of the exercise's case and its expected result; without an exercise,
    /// neither.
    case: Case,
    /// Sizes: columns and rows, the smallest first.
    sizes: Vec<(u8, u8)>,
    /// The sequential program; it runs first.
    reference: Option<CaseRun>,
    /// The current run.
    run: Option<CaseRun>,
}

/// Work without an exercise, as a case without expectations. `files`: those at cycle 0.
fn scratch(options: &MachineOptions, files: &Files) -> Case {
    let &MachineOptions { width, height, node_memory_kib, mirrored, cycle_limit, .. } = options;
    Case {
        name: Text::default(),
        visibility: Visibility::Visible,
        seed: 0,
        cycle_limit,
        ends: Ends::Any,
        points: 0,
        machine: MachineSize { width, height, node_memory_kib, mirrored },
        inputs: Vec::new(),
        files: files.clone(),
        expects: Vec::new(),
    }
}

/// True for expectations that must hold on every size. The distribution of work and its cost are what is being
/// measured.
fn is_about_the_result(expect: &Expect) -> bool {
    matches!(
        expect,
        Expect::Halted
            | Expect::Exit { .. }
            | Expect::NoTrap
            | Expect::Console { .. }
            | Expect::File { .. }
            | Expect::Memory(_)
    )
}

impl SpeedUpJob {
    /// `sizes` are columns and rows.
    fn new(
        program: Arc<Program>,
        options: &MachineOptions,
        files: &Files,
        exercise: Option<&Exercise>,
        compilers: &Compilers,
        mut sizes: Vec<(u8, u8)>,
    ) -> Result<Self, Refused> {
        sizes.sort_by_key(|(width, height)| (u32::from(*width) * u32::from(*height), *height));
        sizes.dedup();
        if sizes.is_empty() || sizes.len() > MAX_SIZES {
            return Err(SpeedUpFault::Sizes(MAX_SIZES).into());
        }
        let of_exercise = exercise.and_then(|e| Some((e, e.cases.first().filter(|case| case.can_run())?)));
        let (case, reference) = match of_exercise {
            None => (scratch(options, files), None),
            Some((exercise, case)) => {
                let reference =
                    reference_run(exercise, case, compilers).map_err(|fault| Refused::BadSpeedUp(fault.text()))?;
                let expects = case.expects.iter().filter(|e| is_about_the_result(e)).cloned().collect();
                (Case { expects, ..case.clone() }, reference)
            }
        };
        Ok(Self { view: SpeedUpView::default(), program, case, sizes, reference, run: None })
    }

    /// The case on another size. With fewer nodes the cycle limit grows in proportion.
    fn case(&self, (width, height): (u8, u8)) -> Case {
        let nodes = |w: u8, h: u8| u64::from(w) * u64::from(h);
        let MachineSize { width: w, height: h, .. } = self.case.machine;
        let fewer = (nodes(w, h) / nodes(width, height).max(1)).max(1);
        let limit = self.case.cycle_limit;
        Case {
            cycle_limit: limit.saturating_mul(fewer).min(MAX_CYCLES.max(limit)),
            machine: MachineSize { width, height, ..self.case.machine },
            ..self.case.clone()
        }
    }

    /// Why the case does not fit an array of this size.
    fn size_error(&self, (width, height): (u8, u8)) -> Option<Text> {
        let array = Array::new(width, height);
        let node_of = |target: Target| match target {
            Target::Node(node) => Some(node),
            _ => None,
        };
        let places = self.case.inputs.iter().filter_map(|i| node_of(i.target));
        let results = self.case.expects.iter().filter_map(|e| match e {
            Expect::Memory(memory) => node_of(memory.target),
            Expect::Exit { node, .. } => *node,
            Expect::Console { node, .. } => Some(*node),
            _ => None,
        });
        let lacking = places.chain(results).find(|node| array.rank(*node).is_none())?;
        Some(SpeedUpFault::Node(lacking, (width, height)).text())
    }

    /// Number of sizes measured, plus one for the reference once it has ended.
    pub(super) fn done(&self) -> usize {
        self.view.points.len() + usize::from(self.reference.as_ref().is_none_or(CaseRun::is_over))
    }

    /// Simulates at most `cycles` cycles; true if there is something new to show.
    fn advance(&mut self, cycles: u64) -> bool {
        if let Some(reference) = self.reference.as_mut().filter(|r| !r.is_over()) {
            if reference.advance(cycles) {
                return false;
            }
            self.measure_reference();
            return true;
        }
        let Some(&size) = self.sizes.get(self.view.points.len()) else { return false };
        let (width, height) = size;
        let point = |cycles, problem| SpeedUpPoint { width, height, cycles, problem, speedup: None, efficiency: None };
        let begun = match (self.run.take(), self.size_error(size)) {
            (Some(run), _) => Ok(run),
            (None, Some(problem)) => Err(problem),
            (None, None) => CaseRun::new(&self.program, &self.case(size)).map_err(|fault| fault.text()),
        };
        let mut run = match begun {
            Ok(run) => run,
            Err(problem) => {
                self.view.push(point(0, Some(problem)));
                return true;
            }
        };
        if run.advance(cycles) {
            self.run = Some(run);
            return false;
        }
        let problem = self.problem(&run);
        self.view.push(point(run.facts().cycles(), problem));
        true
    }

    /// The reference has ended; if it failed, the program's own smallest run is the baseline.
    fn measure_reference(&mut self) {
        let Some(reference) = &self.reference else { return };
        match reference.machine().outcome() {
            Some(Outcome::Halted { .. }) => {
                self.view.baseline = Some(Baseline::Reference { cycles: reference.facts().cycles() });
            }
            _ => {
                let how = OutcomeView::of(reference.machine()).map(|o| o.message).unwrap_or_default();
                self.view.note = Some(SpeedUpFault::Reference(how).text());
            }
        }
    }

    /// Why a finished run does not count.
    fn problem(&self, run: &CaseRun) -> Option<Text> {
        let outcome = OutcomeView::of(run.machine())?;
        let facts = run.facts();
        // The exercise defines the exit codes; without one, 0 means success.
        if !outcome.ok || (self.case.expects.is_empty() && !facts.all_halted_with_zero()) {
            return Some(outcome.message);
        }
        let beside = self.reference.as_ref().map(|r| (r, r.facts()));
        let reference = beside.as_ref().map(|(r, facts)| (&**r.program(), facts as &dyn RunFacts));
        let checks = judge(&self.case, &self.program, &facts, reference);
        let wrong = checks.iter().find(|c| !c.passed && !c.withheld)?;
        Some(wrong.with_detail())
    }
}

impl Session {
    /// Starts to measure the loaded program on these sizes. Replaces a measurement in progress.
    pub(super) fn begin_speedup(&mut self, sizes: Vec<(u8, u8)>) -> Result<(), Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        let program = work.start.image(0).program.clone();
        let (options, exercise) = (self.current_options(), self.exercise.as_ref());
        let files = &work.start.state.files;
        let job = SpeedUpJob::new(program, &options, files, exercise, &self.compilers, sizes)?;
        self.speedup = Some(job);
        Ok(())
    }

    /// Measures for at most `cycles` cycles.
    pub(super) fn measure_speedup(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let Some(job) = &mut self.speedup else { return };
        if job.advance(cycles) {
            let done = job.view.points.len() == job.sizes.len();
            updates.push(Update::SpeedUp { view: Box::new(job.view.clone()), done });
            if done {
                self.speedup = None;
                return;
            }
        }
        updates.push(Update::SpeedUpProgress {
            point: job.view.points.len() as u32,
            points: job.sizes.len() as u32,
            cycle: job.run.as_ref().map_or(0, |run| run.machine().state.cycle),
        });
    }
}
