//! PMNet for a page: runs in slices that their owner sizes by its clock. The memory system as a document, before a run,
//! is in `document.rs` and needs no session.

mod changes;
mod document;
mod fields;
mod files;
mod open;
mod plan;
mod protocol;
mod scenario;
mod sweep;

pub use changes::pmnet_changes;
pub use document::PmnetDocument;
pub use fields::{PROGRAM as PMNET_PROGRAM, RUN as PMNET_RUN, TRACES as PMNET_TRACES};
pub use files::{PmnetBytes, PmnetFile};
pub use open::{PMNET_PRESETS, pmnet_open, pmnet_preset, pmnet_synthetic, pmnet_title};
use plan::FILES;
pub use plan::{FILES as PMNET_FILES, PmnetPlan, PmnetSetting, pmnet_programs, pmnet_settings};
pub use protocol::{PmnetCommand, PmnetUpdate};
pub use scenario::{PmnetScenario, pmnet_plans, pmnet_scenarios, pmnet_systems};
pub use sweep::{pmnet_properties, pmnet_sweep};

pub use crate::model::dat::Edit as PmnetEdit;
pub use crate::model::{Dat as PmnetDat, Kind as PmnetKind};

use crate::model::Run;
use crate::view::{PmnetBadLines, PmnetResult};
use alloc::{vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_mode::{Mode, Never, Out, Problem, Refusal, Session, Turn};

/// Progress is reported again after this share of the traces...
const STEP: f64 = 0.01;
/// ... or this many accesses.
const ACCESSES: u64 = 10_000_000;

/// A run in progress.
pub struct PmnetJob {
    run: Run,
    plan: PmnetPlan,
    /// Total number of accesses, if known.
    length: Option<u64>,
    /// The last progress sent: accesses and share.
    sent: (u64, f64),
}

/// The state of the mode: the trace files.
#[derive(Default)]
pub struct Pmnet {
    files: Vec<PmnetFile>,
}

/// The session.
pub type PmnetSession = Session<Pmnet>;

impl Pmnet {
    /// Sets the trace files of the runs started from now on.
    pub fn take_files(&mut self, files: Vec<PmnetFile>) {
        self.files = files;
    }
}

impl Mode for Pmnet {
    type Plan = PmnetPlan;
    type Command = Never;
    type News = Never;
    type Frame = Never;
    type Row = PmnetResult;
    type Job = PmnetJob;

    fn check(&self, plan: &PmnetPlan) -> Result<u64, Vec<Problem>> {
        plan.build(&self.files).map(|_| 0)
    }

    fn begin(&mut self, plan: PmnetPlan) -> Result<PmnetJob, Vec<Problem>> {
        let run = plan.build(&self.files)?;
        let length = run.length();
        Ok(PmnetJob { run, plan, length, sent: (0, 0.0) })
    }

    fn step(&mut self, job: &mut PmnetJob, accesses: u64) -> Result<Turn<PmnetResult>, Vec<Problem>> {
        match job.run.step(accesses) {
            Ok(true) => {
                let (now, sent) = (job.progress(), job.sent);
                let news = now.1 >= sent.1 + STEP || now.0 >= sent.0 + ACCESSES;
                if news {
                    job.sent = now;
                }
                Ok(Turn::Continues(news.then_some(now)))
            }
            Ok(false) if job.run.accesses() == 0 => Err(vec![Problem::new(FILES, self.nothing(job))]),
            Ok(false) => Ok(Turn::Ended(self.result(job, None))),
            // A trace that cannot be read at all makes no run and has no miss rates.
            Err(why) if job.run.accesses() == 0 => Err(vec![Problem::new(FILES, why)]),
            Err(why) => Ok(Turn::Ended(self.result(job, Some(why)))),
        }
    }

    fn stop(&mut self, job: PmnetJob) -> Option<PmnetResult> {
        let done = job.run.accesses();
        let why = text!(
            "Cancelled after {done} accesses; this is what they came to.",
            "{done} アクセスで取り消しました。そこまでの結果です。"
        );
        (done > 0).then(|| self.result(&job, Some(why)))
    }

    fn command(&mut self, command: Never, _out: &mut Out<Never>) -> Result<(), Refusal> {
        match command {}
    }
}

impl PmnetJob {
    /// Accesses so far, and the share of the traces that is done.
    fn progress(&self) -> (u64, f64) {
        let accesses = self.run.accesses();
        let share = match self.length {
            Some(length) => accesses as f64 / length.max(1) as f64,
            None => {
                let bytes = self.run.sources().filter_map(|source| source.bytes());
                let (taken, size) = bytes.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
                taken as f64 / u64::max(size, 1) as f64
            }
        };
        (accesses, share.clamp(0.0, 1.0))
    }
}

impl Pmnet {
    /// Why a run without any access has no result.
    fn nothing(&self, job: &PmnetJob) -> Text {
        let reader = job.run.sources().zip(&self.files).find_map(|(source, file)| Some((source.reader()?, file)));
        match reader.and_then(|(reader, file)| Some((reader.first_bad().first()?, reader, file))) {
            Some((bad, reader, file)) => {
                let (name, lines, why) = (&file.name, reader.lines(), &bad.why);
                let (en, ja, number) = (&why.en, &why.ja, bad.line);
                text!(
                    "{name}: none of its {lines} lines is a load or a store; line {number}: {en}",
                    "{name}: {lines} 行のどれもロードやストアではありません。{number} 行目: {ja}"
                )
            }
            None => text!(
                "there are no loads and stores in the trace, so there is nothing to run",
                "トレースにロードもストアもないので、実行できません"
            ),
        }
    }

    fn result(&self, job: &PmnetJob, stopped: Option<Text>) -> PmnetResult {
        let dat = job.run.dat();
        let names: Vec<&str> = self.files.iter().map(|file| file.name.as_str()).collect();
        let bad = job.run.sources().zip(&self.files).filter_map(|(source, file)| {
            let reader = source.reader().filter(|reader| reader.bad() > 0)?;
            let first = reader.first_bad().iter().map(|bad| (bad.line, bad.text.clone(), bad.why.clone()));
            Some(PmnetBadLines {
                file: file.name.clone(),
                bad: reader.bad(),
                lines: reader.lines(),
                first: first.collect(),
            })
        });
        PmnetResult {
            system: pmnet_title(dat),
            program: job.plan.program_text(&names),
            placement: job.plan.placed(dat).into(),
            coherent: job.plan.coherent,
            bad: bad.collect(),
            stopped,
            ..PmnetResult::new(&job.run.report())
        }
    }
}
