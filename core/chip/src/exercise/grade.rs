//! The grade of a program: every case is run and judged, and the points are added up.
//!
//! Grading is a pure function of exercise and program. It works in slices, so that a page stays responsive and a
//! command can show progress.

use super::facts::{Carried, Traffic};
use super::{
    Case, Check, Exercise, Finished, HandedIn, LoadFault, RunFacts, Visibility, is_right, judge, load,
    speedup_hundredths,
};
use crate::{Machine, Phase};
use alloc::boxed::Box;
use alloc::{sync::Arc, vec::Vec};
use mcore_base::{Cycle, Text};
use mcore_cpu::program::Program;
use mcore_toolchain::Compilers;

/// A run of a program on the machine and the inputs of a case.
#[derive(Clone, Debug)]
pub struct CaseRun {
    program: Arc<Program>,
    machine: Machine,
    traffic: Option<Traffic>,
}

impl CaseRun {
    /// The run at cycle 0.
    ///
    /// # Errors
    /// The program cannot run the case, for example because it has no room for the inputs.
    pub fn new(program: &Arc<Program>, case: &Case) -> Result<Self, LoadFault> {
        let machine = load(program, case)?;
        let traffic = case.counts_traffic().then(|| Traffic::new(machine.spec().array));
        Ok(Self { program: program.clone(), machine, traffic })
    }

    /// True once it has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.machine.state.phase, Phase::Ended(_))
    }

    /// Simulates at most `cycles` cycles. False once the run has ended.
    pub fn advance(&mut self, cycles: u64) -> bool {
        let until = self.machine.state.cycle.saturating_add(cycles);
        match &mut self.traffic {
            None => self.machine.run_until(until),
            Some(traffic) => {
                while self.machine.state.cycle < until && self.machine.step_with(traffic) {}
                !self.is_over()
            }
        }
    }

    /// The machine in its current state.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The program that runs.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The network's load, if the case needs it.
    pub fn carried(&self) -> Option<Carried> {
        self.traffic.as_ref().map(Traffic::carried)
    }

    /// The facts for the judge.
    pub fn facts(&self) -> Finished<'_> {
        Finished { machine: &self.machine, carried: self.carried() }
    }
}

/// A case with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseVerdict {
    /// Name of the case.
    pub name: Text,
    /// Its visibility to students.
    pub visibility: Visibility,
    /// Every check passed.
    pub passed: bool,
    /// False if this edition of the pack lacks something needed to judge it.
    pub judged: bool,
    /// The checks, in the order of the exercise.
    pub checks: Vec<Check>,
    /// Columns and rows of compute nodes.
    pub nodes: (u8, u8),
    /// Cycles of the run; 0 if it did not begin.
    pub cycles: Cycle,
    /// Cycles of the reference on the same input.
    pub reference_cycles: Option<Cycle>,
    /// `reference_cycles / cycles`, in hundredths; only if the result is right.
    pub speedup_hundredths: Option<u64>,
    /// The reason why the run did not start.
    pub refused: Option<LoadFault>,
    /// True if `refused` is about the program alone, so it says nothing about the case.
    pub no_program: bool,
    /// Points reached.
    pub points: u32,
    /// Points for passing.
    pub of: u32,
}

impl CaseVerdict {
    fn empty(case: &Case) -> Self {
        Self {
            name: case.name.clone(),
            visibility: case.visibility,
            passed: false,
            judged: true,
            checks: Vec::new(),
            nodes: (case.machine.width, case.machine.height),
            cycles: 0,
            reference_cycles: None,
            speedup_hundredths: None,
            refused: None,
            no_program: false,
            points: 0,
            of: case.points,
        }
    }

    /// The verdict on a case that this edition of the pack cannot run.
    pub fn unjudged(case: &Case) -> Self {
        Self { judged: false, ..Self::empty(case) }
    }

    /// The verdict on a program that could not start.
    pub fn refused(case: &Case, why: LoadFault) -> Self {
        Self { refused: Some(why), ..Self::empty(case) }
    }

    /// The verdict on a finished run, compared with that of the reference.
    pub fn of(case: &Case, run: &CaseRun, reference: Option<&CaseRun>) -> Self {
        let facts = run.facts();
        let reference_facts = reference.map(|r| (r, r.facts()));
        let beside = reference_facts.as_ref().map(|(r, facts)| (&*r.program, facts as &dyn RunFacts));
        let checks = judge(case, &run.program, &facts, beside);
        let reference_cycles = beside.map(|(_, r)| r.cycles());
        let passed = checks.iter().all(|c| c.passed || c.withheld);
        Self {
            passed,
            cycles: facts.cycles(),
            reference_cycles,
            speedup_hundredths: reference_cycles.and_then(|r| speedup_hundredths(&checks, facts.cycles(), r)),
            points: if passed { case.points } else { 0 },
            checks,
            ..Self::empty(case)
        }
    }

    /// True if the program's result is right, however fast it was.
    pub fn is_right(&self) -> bool {
        self.judged && self.refused.is_none() && is_right(&self.checks)
    }
}

/// The grade of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The cases, in the order of the exercise.
    pub cases: Vec<CaseVerdict>,
    /// Every case that could be judged passed.
    pub passed: bool,
    /// The speed-up for the score: the lowest one on the score's machine, in hundredths.
    pub speedup_hundredths: Option<u64>,
    /// Points for the speed-up.
    pub speedup_points: u32,
    /// Total points.
    pub points: u32,
    /// Maximum points.
    pub of: u32,
}

impl Grade {
    /// Adds up the verdicts on all cases of an exercise.
    pub fn of(exercise: &Exercise, cases: Vec<CaseVerdict>) -> Self {
        let speedup_hundredths = exercise.score.as_ref().and_then(|score| {
            let counted = cases.iter().filter(|c| c.nodes == score.nodes && c.judged);
            // A wrong result on one input disqualifies the speed-up on all.
            let all: Option<Vec<u64>> = counted.map(|c| c.speedup_hundredths).collect();
            all?.into_iter().min()
        });
        let speedup_points = match (&exercise.score, speedup_hundredths) {
            (Some(score), Some(reached)) => score.points(reached),
            _ => 0,
        };
        Self {
            passed: cases.iter().all(|c| c.passed || !c.judged),
            speedup_hundredths,
            speedup_points,
            points: cases.iter().map(|c| c.points).sum::<u32>() + speedup_points,
            of: exercise.max_points(),
            cases,
        }
    }
}

/// The run of an exercise's reference on a case, if the exercise has a reference.
pub fn reference_run(exercise: &Exercise, case: &Case, compilers: &Compilers) -> Result<Option<CaseRun>, LoadFault> {
    let Some(program) = exercise.reference_program(case, compilers) else { return Ok(None) };
    Ok(Some(CaseRun::new(&program?, case)?))
}

/// Grades a submission: case after case, each compared with the reference.
#[derive(Clone, Debug)]
pub struct Grading {
    exercise: Arc<Exercise>,
    work: HandedIn,
    references: References,
    program: Option<(u32, Result<Arc<Program>, Text>)>,
    run: Option<CaseRun>,
    done: Vec<CaseVerdict>,
}

/// Finished runs of an exercise's reference, by case, shared by all gradings. It also holds the compilers that build
/// the reference and the submissions.
#[derive(Clone, Debug, Default)]
pub struct References {
    compilers: Compilers,
    runs: Vec<Option<Reference>>,
}

#[derive(Clone, Debug)]
enum Reference {
    /// The exercise has no reference, or the case cannot be run.
    None,
    Bad(LoadFault),
    Running(Box<CaseRun>),
    Ended(Arc<CaseRun>),
}

impl References {
    /// No runs yet. Programs are built with these compilers.
    pub fn new(compilers: Compilers) -> Self {
        Self { compilers, runs: Vec::new() }
    }

    /// Simulates at most `cycles` cycles of the reference of a case. True once it has ended.
    fn advance(&mut self, exercise: &Exercise, index: usize, cycles: u64) -> bool {
        if self.runs.len() <= index {
            self.runs.resize(index + 1, None);
        }
        let Some(case) = exercise.cases.get(index) else { return true };
        let slot = &mut self.runs[index];
        let reference = slot.get_or_insert_with(|| match reference_run(exercise, case, &self.compilers) {
            Ok(None) => Reference::None,
            Ok(Some(run)) => Reference::Running(Box::new(run)),
            Err(why) => Reference::Bad(why),
        });
        if let Reference::Running(run) = reference {
            if run.advance(cycles) {
                return false;
            }
            *reference = Reference::Ended(Arc::new((**run).clone()));
        }
        true
    }

    /// Runs the references of all cases to their ends.
    pub fn finish(&mut self, exercise: &Exercise) {
        self.go_on(exercise, u64::MAX, &|| true);
    }

    /// Runs the references of all cases, `cycles` cycles at a time, while `wanted` returns true. True once all have
    /// ended.
    pub fn go_on(&mut self, exercise: &Exercise, cycles: u64, wanted: &dyn Fn() -> bool) -> bool {
        for (index, case) in exercise.cases.iter().enumerate() {
            while case.can_run() && !self.advance(exercise, index, cycles) {
                if !wanted() {
                    return false;
                }
            }
        }
        true
    }

    /// The reason why the reference of some case cannot run.
    pub fn bad(&self) -> Option<&LoadFault> {
        self.runs.iter().flatten().find_map(|r| match r {
            Reference::Bad(why) => Some(why),
            _ => None,
        })
    }

    /// The reference run of a case, once it has ended.
    pub fn run(&self, index: usize) -> Option<&CaseRun> {
        match self.runs.get(index)?.as_ref()? {
            Reference::Ended(run) => Some(run),
            _ => None,
        }
    }

    /// Cycles of the reference run of a case, once it has ended.
    pub fn cycles(&self, index: usize) -> Option<Cycle> {
        self.run(index).map(|run| run.facts().cycles())
    }
}

impl Grading {
    /// Starts with the first case. `references` may hold runs from earlier gradings.
    pub fn new(exercise: Arc<Exercise>, work: HandedIn, references: References) -> Self {
        Self { exercise, work, references, program: None, run: None, done: Vec::new() }
    }

    /// The verdicts so far.
    pub fn done(&self) -> &[CaseVerdict] {
        &self.done
    }

    /// The exercise.
    pub fn exercise(&self) -> &Arc<Exercise> {
        &self.exercise
    }

    /// The run of the current case, if it has started.
    pub fn run(&self) -> Option<&CaseRun> {
        self.run.as_ref()
    }

    /// The reference runs, for the next grading.
    pub fn references(self) -> References {
        self.references
    }

    /// Simulates at most about `cycles` cycles. Returns the grade once all cases are judged.
    pub fn advance(&mut self, cycles: u64) -> Option<Grade> {
        let exercise = self.exercise.clone();
        let Some(case) = exercise.cases.get(self.done.len()) else {
            return Some(Grade::of(&exercise, self.done.clone()));
        };
        if let Some(verdict) = self.go_on(&exercise, case, cycles) {
            self.run = None;
            self.done.push(verdict);
        }
        None
    }

    /// Continues a case; returns its verdict once there is one.
    fn go_on(&mut self, exercise: &Exercise, case: &Case, cycles: u64) -> Option<CaseVerdict> {
        if !case.can_run() {
            return Some(CaseVerdict::unjudged(case));
        }
        let memory = case.machine.node_memory_kib * 1024;
        if self.program.as_ref().is_none_or(|(m, _)| *m != memory) {
            self.program = Some((memory, self.work.program(exercise, memory, &self.references.compilers)));
        }
        let program = match self.program.as_ref()?.1.clone() {
            Ok(program) => program,
            Err(why) => {
                let verdict = CaseVerdict::refused(case, LoadFault::Program(why));
                return Some(CaseVerdict { no_program: true, ..verdict });
            }
        };
        let index = self.done.len();
        if !self.references.advance(exercise, index, cycles) {
            return None;
        }
        let reference = match self.references.runs[index].clone() {
            Some(Reference::Bad(why)) => return Some(CaseVerdict::refused(case, why)),
            Some(Reference::Ended(run)) => Some(run),
            _ => None,
        };
        let run = match &mut self.run {
            Some(run) => run,
            empty => match CaseRun::new(&program, case) {
                Ok(run) => empty.insert(run),
                Err(why) => return Some(CaseVerdict::refused(case, why)),
            },
        };
        (!run.advance(cycles)).then(|| CaseVerdict::of(case, run, reference.as_deref()))
    }

    /// Runs the whole grading at once.
    pub fn finish(mut self) -> Grade {
        loop {
            if let Some(grade) = self.advance(u64::MAX) {
                return grade;
            }
        }
    }
}
