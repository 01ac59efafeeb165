//! The session of the verbs mode: a script or a record is simulated once, in slices; then the timeline goes to any time of it, forwards
//! and back. Lists of runs are the Himeno benchmark.
//!
//! ```text
//! plan      script, record, machine, benchmark    fields   the same for a form
//! run       a run with its past                   protocol commands and updates
//! exercise  an exercise and the judgement of a script
//! ```

mod exercise;
mod fields;
mod lessons;
mod plan;
mod protocol;
mod run;

use super::model::Params;
use super::model::himeno::Running;
use super::view::{TCA_LINES, TcaCurveView, TcaHimeno, TcaMoment, tca_line};
use crate::model::himeno::Himeno;
use alloc::{boxed::Box, collections::VecDeque, vec, vec::Vec};
use mcore_mode::{Mode, Out, Problem, Refusal, Session, Turn};
use run::Recorded;

pub use exercise::{TcaExerciseView, TcaGraded, TcaTask};
pub use fields::{
    HIMENO as TCA_HIMENO, MAX_SCRIPT as TCA_MAX_SCRIPT, RATES as TCA_RATES, RECORD as TCA_RECORD, SCRIPT as TCA_SCRIPT,
    SIZES_GROUP as TCA_SIZES, SOURCE as TCA_SOURCE, TIMES as TCA_TIMES,
};
pub use lessons::{TcaLesson, tca_lessons};
pub use plan::TcaPlan;
pub use protocol::{TcaAct, TcaCommand, TcaNews, TcaUpdate};

/// The session.
pub type TcaSession = Session<Tca>;

/// A run of the benchmark.
#[derive(Debug)]
pub struct TcaJob {
    plan: Box<TcaPlan>,
    run: Himeno,
    params: Params,
    running: Option<Running>,
}

/// Charts that are being measured.
struct Charts {
    params: Params,
    gpu: bool,
    done: Vec<TcaCurveView>,
}

/// The mode.
#[derive(Default)]
pub struct Tca {
    /// The run that is recorded or shown.
    open: Option<Recorded>,
    charts: VecDeque<Charts>,
    exercise: Option<exercise::Open>,
}

impl Tca {
    /// Measures the next line of a chart.
    fn chart(&mut self, out: &mut Out<TcaNews>) {
        let Some(chart) = self.charts.front_mut() else { return };
        match tca_line(&chart.params, chart.gpu, chart.done.len()) {
            Ok(line) => chart.done.push(line),
            Err(_) => {
                // Parameters that let an operation never end have no curve.
                chart.done.clear();
                out.emit(TcaNews::Curves(chart.gpu, Vec::new()));
                self.charts.pop_front();
                return;
            }
        }
        if chart.done.len() >= TCA_LINES {
            out.emit(TcaNews::Curves(chart.gpu, core::mem::take(&mut chart.done)));
            self.charts.pop_front();
        }
    }

    fn opened(&mut self) -> Result<&mut Recorded, Refusal> {
        self.open.as_mut().filter(|open| !open.is_recording()).ok_or(Refusal::NotOpen)
    }
}

impl Mode for Tca {
    type Plan = TcaPlan;
    type Command = TcaAct;
    type News = TcaNews;
    type Frame = TcaMoment;
    type Row = TcaHimeno;
    type Job = TcaJob;

    fn check(&self, plan: &TcaPlan) -> Result<u64, Vec<Problem>> {
        plan.program().map(|_| 0)
    }

    fn begin(&mut self, plan: TcaPlan) -> Result<TcaJob, Vec<Problem>> {
        let params = plan.params()?;
        let run = plan.himeno()?;
        let running = run.begin(&params).map_err(|text| vec![Problem::new("grid", text)])?;
        Ok(TcaJob { plan: Box::new(plan), run, params, running: Some(running) })
    }

    fn step(&mut self, job: &mut TcaJob, part: u64) -> Result<Turn<TcaHimeno>, Vec<Problem>> {
        let goes_on = job.running.as_mut().is_some_and(|running| running.advance(part.max(1)));
        match job.running.take() {
            Some(running) if goes_on => {
                let progress = (running.events(), running.share());
                job.running = Some(running);
                Ok(Turn::Continues(Some(progress)))
            }
            Some(running) => {
                let times = running.end().map_err(|text| vec![Problem::new("iterations", text)])?;
                Ok(Turn::Ended(TcaHimeno::new(&job.plan.size, &job.plan.grid, &job.run, &job.params, times)))
            }
            None => Ok(Turn::Continues(None)),
        }
    }

    fn open(&mut self, plan: &TcaPlan, _out: &mut Out<TcaNews>) -> Result<(), Refusal> {
        self.open = Some(Recorded::new(plan.start()?));
        Ok(())
    }

    fn command(&mut self, command: TcaAct, out: &mut Out<TcaNews>) -> Result<(), Refusal> {
        let command = match command {
            TcaAct::Exercise { folder, files } => {
                let open = exercise::Open::new(&folder, &files)?;
                out.emit(TcaNews::Exercise(Box::new(open.view())));
                self.exercise = Some(open);
                return Ok(());
            }
            TcaAct::Judge(script) => return self.exercise.as_mut().ok_or_else(Refusal::no_exercise)?.judge(script),
            command => command,
        };
        if let TcaAct::Curves(plan, gpu) = command {
            self.charts.retain(|chart| chart.gpu != gpu);
            let Ok(params) = plan.params_of_run() else {
                // A machine that cannot be has no curves; the caller waits for an answer.
                out.emit(TcaNews::Curves(gpu, Vec::new()));
                return Ok(());
            };
            self.charts.push_back(Charts { params, gpu, done: Vec::new() });
            return Ok(());
        }
        let open = self.opened()?;
        match command {
            TcaAct::Step => open.go_to_step(open.step().saturating_add(1)),
            TcaAct::Back => open.go_back(),
            TcaAct::Seek(step) => open.go_to_step(step),
            TcaAct::SeekTime(time) => open.go_to(time),
            TcaAct::NextCompletion => open.next_completion(),
            TcaAct::LastCompletion => open.last_completion(),
            TcaAct::Look(left, right) => open.look(left, right),
            TcaAct::Diagram(from, until) => {
                out.emit(TcaNews::Diagram(Box::new(open.diagram(from, until))));
                return Ok(());
            }
            TcaAct::Explain(number) => {
                if let Some(parts) = open.parts(number) {
                    out.emit(TcaNews::Parts(Box::new(parts)));
                }
                return Ok(());
            }
            TcaAct::Curves(..) | TcaAct::Exercise { .. } | TcaAct::Judge(_) => {}
        }
        out.show();
        Ok(())
    }

    fn pause(&mut self) {
        self.charts.clear();
        if let Some(open) = &mut self.exercise {
            open.stop();
        }
        if let Some(open) = &mut self.open {
            open.stop();
        }
    }

    fn is_busy(&self) -> bool {
        self.open.as_ref().is_some_and(Recorded::is_recording)
            || self.exercise.as_ref().is_some_and(exercise::Open::is_busy)
            || !self.charts.is_empty()
    }

    fn slice(&mut self, part: u64, out: &mut Out<TcaNews>) {
        let Some(open) = self.open.as_mut().filter(|open| open.is_recording()) else {
            match &mut self.exercise {
                Some(open) if open.is_busy() => {
                    let graded = open.slice(part.max(1));
                    graded.into_iter().for_each(|graded| out.emit(TcaNews::Graded(Box::new(graded))));
                }
                _ => self.chart(out),
            }
            return;
        };
        let Some(run) = open.record(part.max(1)) else {
            let (events, time) = open.known();
            out.emit(TcaNews::Recording(events, time));
            return;
        };
        out.emit(TcaNews::Recorded(Box::new(run)));
        if let Some(parts) = open.parts(0) {
            out.emit(TcaNews::Parts(Box::new(parts)));
        }
        out.show();
    }

    fn frame(&self) -> Option<TcaMoment> {
        self.open.as_ref().filter(|open| !open.is_recording()).map(Recorded::moment)
    }
}
