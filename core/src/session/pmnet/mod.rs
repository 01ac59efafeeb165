//! PMNet for a page: runs in slices that their owner sizes by its clock. What concerns the memory system as a document, before
//! a run, is in `document.rs` and needs no session.

mod changes;
mod document;
mod fields;
mod files;
mod open;
mod plan;
mod protocol;
mod scenario;

pub use changes::pmnet_changes;
pub use document::PmnetDocument;
pub use fields::{PROGRAM as PMNET_PROGRAM, RUN as PMNET_RUN, TRACES as PMNET_TRACES};
pub use files::{PmnetBytes, PmnetFile};
pub use open::{PMNET_PRESETS, pmnet_open, pmnet_preset, pmnet_synthetic, pmnet_title};
pub use plan::{FILES as PMNET_FILES, PmnetPlan, PmnetSetting, pmnet_programs, pmnet_settings};
pub use protocol::{PmnetCommand, PmnetProgress, PmnetUpdate};
pub use scenario::{PmnetScenario, pmnet_scenarios};

pub use crate::pmnet::dat::Edit as PmnetEdit;
pub use crate::pmnet::{Dat as PmnetDat, Kind as PmnetKind};

use crate::base::Text;
use crate::mode::Problem;
use crate::pmnet::Run;
use crate::text;
use crate::view::{PmnetBadLines, PmnetResult};
use alloc::{boxed::Box, collections::VecDeque, vec, vec::Vec};

/// Progress is told again after this share of the traces...
const STEP: f64 = 0.01;
/// ... or so many accesses.
const ACCESSES: u64 = 10_000_000;

/// A run under way.
struct Job {
    run: Run,
    plan: PmnetPlan,
    /// Accesses of the whole, if known.
    length: Option<u64>,
    told: PmnetProgress,
}

/// The session.
#[derive(Default)]
pub struct PmnetSession {
    files: Vec<PmnetFile>,
    waiting: VecDeque<PmnetPlan>,
    job: Option<Job>,
    number: u32,
    of: u32,
}

impl PmnetSession {
    /// Whether [`PmnetSession::run_slice`] has something to do.
    pub fn is_busy(&self) -> bool {
        self.job.is_some() || !self.waiting.is_empty()
    }

    /// Trace files for the runs that are asked for from now on.
    pub fn take_files(&mut self, files: Vec<PmnetFile>) {
        self.files = files;
    }

    /// Carries out a command.
    pub fn handle(&mut self, command: PmnetCommand) -> Vec<PmnetUpdate> {
        match command {
            PmnetCommand::Run(plans) => {
                self.job = None;
                (self.number, self.of) = (0, plans.len() as u32);
                self.waiting = plans.into();
                vec![PmnetUpdate::Progress(PmnetProgress { of: self.of, ..PmnetProgress::default() })]
            }
            PmnetCommand::Cancel => {
                self.waiting.clear();
                let mut updates = Vec::new();
                if let Some(job) = self.job.take().filter(|job| job.run.accesses() > 0) {
                    let done = job.run.accesses();
                    let why = text!(
                        "Cancelled after {done} accesses; this is what they came to.",
                        "{done} アクセスで取り消しました。そこまでの結果です。"
                    );
                    updates.push(PmnetUpdate::Result(self.number, Box::new(self.result(&job, Some(why)))));
                }
                updates.push(PmnetUpdate::Done);
                updates
            }
        }
    }

    /// Does about so many accesses.
    pub fn run_slice(&mut self, accesses: u64) -> Vec<PmnetUpdate> {
        let Some(mut job) = self.job.take() else { return self.begin() };
        let ended = match job.run.step(accesses) {
            Ok(true) => None,
            Ok(false) => Some(None),
            Err(why) => Some(Some(why)),
        };
        let Some(stopped) = ended else {
            let now = self.progress(&job);
            let told = job.told;
            let news = now.share >= told.share + STEP || now.accesses >= told.accesses + ACCESSES;
            if news {
                job.told = now;
            }
            self.job = Some(job);
            return if news { vec![PmnetUpdate::Progress(now)] } else { Vec::new() };
        };
        // What cannot be read at all is no run, and has no miss rates.
        if let Some(why) = stopped.as_ref().filter(|_| job.run.accesses() == 0) {
            self.waiting.clear();
            let problem = Problem::new("files", why.clone());
            return vec![PmnetUpdate::Problems(self.number, vec![problem]), PmnetUpdate::Done];
        }
        let mut updates = vec![PmnetUpdate::Result(self.number, Box::new(self.result(&job, stopped)))];
        self.number += 1;
        if self.waiting.is_empty() {
            updates.push(PmnetUpdate::Done);
        }
        updates
    }

    /// The next run of the list.
    fn begin(&mut self) -> Vec<PmnetUpdate> {
        let Some(plan) = self.waiting.pop_front() else { return Vec::new() };
        match plan.build(&self.files) {
            Ok(run) => {
                let length = run.length();
                let told = PmnetProgress { number: self.number, of: self.of, ..PmnetProgress::default() };
                self.job = Some(Job { run, plan, length, told });
                vec![PmnetUpdate::Progress(told)]
            }
            Err(problems) => {
                self.waiting.clear();
                vec![PmnetUpdate::Problems(self.number, problems), PmnetUpdate::Done]
            }
        }
    }

    fn progress(&self, job: &Job) -> PmnetProgress {
        let accesses = job.run.accesses();
        let share = match job.length {
            Some(length) => accesses as f64 / length.max(1) as f64,
            None => {
                let bytes = job.run.sources().filter_map(|source| source.bytes());
                let (taken, size) = bytes.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
                taken as f64 / u64::max(size, 1) as f64
            }
        };
        PmnetProgress { number: self.number, of: self.of, accesses, share: share.clamp(0.0, 1.0) }
    }

    fn result(&self, job: &Job, stopped: Option<Text>) -> PmnetResult {
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
