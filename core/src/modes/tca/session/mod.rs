//! The session of the verbs mode: a script runs once to its end; then the timeline goes to any event of it, forwards and back.

use super::model::{Event, Log, Machine, Stage, lessons, script};
use super::view::{TcaMoment, tca_end};
use crate::base::Text;
use crate::mode::{Field, Kind, Mode, Never, Out, Plan, Problem, Refusal, Session, Turn, UpdateOf};
use crate::text;
use crate::timeline::{Limits, Timeline};
use alloc::{string::String, sync::Arc, vec, vec::Vec};
use serde::{Deserialize, Serialize};

/// The group of the form.
const SCRIPT: &str = "script";
/// Events between two keyframes at first.
const INTERVAL: u64 = 512;
/// Bytes of keyframes.
const KEYFRAMES: usize = 32 << 20;

/// The session.
pub type TcaSession = Session<Tca>;
/// Its updates.
pub type TcaUpdate = UpdateOf<Tca>;

/// A run: its script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TcaPlan {
    /// The script.
    pub script: String,
}

impl Default for TcaPlan {
    fn default() -> Self {
        let first = lessons::lessons().into_iter().next();
        Self { script: first.map(|lesson| lesson.script).unwrap_or_default() }
    }
}

impl Plan for TcaPlan {
    fn fields(&self) -> Vec<Field> {
        vec![Field::new(SCRIPT, SCRIPT, text!("Script", "スクリプト"), Kind::Lines)]
    }

    fn get(&self, id: &str) -> String {
        if id == SCRIPT { self.script.clone() } else { String::new() }
    }

    fn set(&mut self, id: &str, value: &str) {
        if id == SCRIPT {
            self.script = value.into();
        }
    }
}

impl TcaPlan {
    fn machine(&self) -> Result<Machine, Vec<Problem>> {
        let problems = |errors: Vec<script::ScriptError>| {
            errors.iter().map(|error| Problem::new(SCRIPT, error.with_place())).collect()
        };
        script::compile(&self.script).map(|program| Machine::new(Arc::new(program))).map_err(problems)
    }
}

/// The commands of the mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TcaAct {
    /// The next event.
    Step,
    /// The event before.
    Back,
    /// The state after this many events.
    Seek(u64),
    /// The last event that is not later than this time, ns.
    SeekTime(u64),
    /// The next completion.
    NextCompletion,
    /// The completion before.
    LastCompletion,
}

/// The updates of the mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TcaNews {
    /// A run has been recorded: its events for the diagram, and words on its end.
    Recorded {
        /// Events, sorted by begin.
        events: Vec<Event>,
        /// Findings.
        findings: Vec<TcaLines>,
        /// Who waits for ever, or which limit was reached.
        end: Vec<Text>,
    },
}

/// Words with the lines of the script that they concern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TcaLines {
    /// The lines.
    pub lines: Vec<u32>,
    /// The words.
    pub text: Text,
}

/// A run with its past.
struct Open {
    timeline: Timeline<Machine>,
    log: Log,
    /// The time of each event, by its number from 1.
    times: Vec<u64>,
}

/// The mode.
#[derive(Default)]
pub struct Tca {
    open: Option<Open>,
}

impl Open {
    fn new(machine: Machine) -> Self {
        let mut recorded = machine.clone();
        let (mut log, mut times) = (Log::default(), Vec::new());
        while recorded.step_with(&mut log) {
            times.push(recorded.now());
        }
        log.sort();
        let mut timeline =
            Timeline::new(machine, Limits { work: 0, least: INTERVAL, keyframes: 4096, bytes: KEYFRAMES });
        timeline.advance(times.len() as u64);
        timeline.seek(0);
        Self { timeline, log, times }
    }

    /// Goes to the state after `event` events.
    fn seek(&mut self, event: u64) {
        self.timeline.seek(event.min(self.times.len() as u64));
    }

    /// The last event that is not later than a time.
    fn event_at(&self, time: u64) -> u64 {
        self.times.partition_point(|&at| at <= time) as u64
    }

    fn moment(&self) -> TcaMoment {
        TcaMoment::new(self.timeline.now(), &self.log.events, self.times.len() as u64)
    }
}

impl Mode for Tca {
    type Plan = TcaPlan;
    type Command = TcaAct;
    type News = TcaNews;
    type Frame = TcaMoment;
    type Row = Never;
    type Job = Never;

    fn check(&self, plan: &TcaPlan) -> Result<u64, Vec<Problem>> {
        plan.machine().map(|_| 0)
    }

    fn begin(&mut self, plan: TcaPlan) -> Result<Never, Vec<Problem>> {
        plan.machine()?;
        Err(vec![Problem::new(SCRIPT, text!("a script is opened, not listed", "スクリプトはリストでは実行できません"))])
    }

    fn step(&mut self, job: &mut Never, _part: u64) -> Result<Turn<Never>, Vec<Problem>> {
        match *job {}
    }

    fn open(&mut self, plan: &TcaPlan, out: &mut Out<TcaNews>) -> Result<(), Refusal> {
        let open = Open::new(plan.machine()?);
        let lines = |finding: &super::model::Finding| TcaLines {
            lines: vec![finding.line, finding.other_line],
            text: finding.text.clone(),
        };
        let mut ended = open.timeline.now().clone();
        while ended.step_with(&mut Log { quiet: true, ..Log::default() }) {}
        out.emit(TcaNews::Recorded {
            events: open.log.events.clone(),
            findings: open.log.findings.iter().map(lines).collect(),
            end: tca_end(&ended),
        });
        self.open = Some(open);
        out.show();
        Ok(())
    }

    fn command(&mut self, command: TcaAct, out: &mut Out<TcaNews>) -> Result<(), Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NotOpen)?;
        let (event, time) = (open.timeline.now().events(), open.timeline.now().now());
        let completions = || open.log.events.iter().filter(|event| event.stage == Stage::Completion);
        let goal = match command {
            TcaAct::Step => event + 1,
            TcaAct::Back => event.saturating_sub(1),
            TcaAct::Seek(event) => event,
            TcaAct::SeekTime(time) => open.event_at(time),
            TcaAct::NextCompletion => {
                let next = completions().find(|event| event.begin > time);
                next.map_or(event, |next| open.event_at(next.begin))
            }
            TcaAct::LastCompletion => {
                let last = completions().rfind(|event| event.begin < time);
                last.map_or(0, |last| open.event_at(last.begin))
            }
        };
        open.seek(goal);
        out.show();
        Ok(())
    }

    fn frame(&self) -> Option<TcaMoment> {
        self.open.as_ref().map(Open::moment)
    }
}
