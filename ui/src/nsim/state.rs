//! What the page of the interconnect mode knows, and how it changes: a pure reducer.

use crate::link::wire::FromWorker;
use crate::persist;
use mcore::mode::Problem;
use mcore::session::{NsimCommand, NsimPlan, NsimUpdate};
use mcore::view::{NsimDiagram, NsimFrame, NsimOutcome, NsimResult, NsimShape};
use std::rc::Rc;
use yew::prelude::*;

/// Runs that are kept for comparison.
const MOST_RUNS: usize = 12;

/// A view of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The run that is open.
    #[default]
    Run,
    /// Links and ranks.
    Tables,
    /// Two runs.
    Compare,
    /// The experiments of the paper.
    Paper,
}

/// What a narrow page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// The form.
    #[default]
    Form,
    /// The picture, and time below it.
    Network,
    /// The results.
    Results,
}

/// Runs one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Which experiment.
    pub name: &'static str,
    /// Runs in all.
    pub count: usize,
    /// What they came to.
    pub rows: Rc<Vec<NsimResult>>,
    /// Packets of the one that is under way.
    pub packets: u64,
    /// It goes on.
    pub running: bool,
}

/// What the page knows.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// What stands in the form.
    pub plan: Rc<NsimPlan>,
    /// What the machine was built from.
    pub opened: Rc<NsimPlan>,
    /// What is wrong with the form.
    pub problems: Rc<Vec<Problem>>,
    /// Bytes of memory that the machine of the form needs at its begin.
    pub memory: Option<u64>,
    /// Looks at the form that are not answered yet.
    pub asked: u32,
    /// The network that is open.
    pub shape: Option<Rc<NsimShape>>,
    /// The time shown.
    pub frame: Rc<NsimFrame>,
    /// What ranks did.
    pub diagram: Option<Rc<NsimDiagram>>,
    /// What the open run came to.
    pub outcome: Option<Rc<NsimOutcome>>,
    /// Runs so far, the newest last.
    pub runs: Vec<Rc<NsimOutcome>>,
    /// Which two are compared.
    pub compared: (usize, usize),
    /// What is shown of the results.
    pub tab: Tab,
    /// The switch that is looked at.
    pub selected: Option<u32>,
    /// An experiment.
    pub batch: Option<Batch>,
    /// A mapping to be saved as a file.
    pub map_file: Option<Rc<str>>,
    /// What a narrow page shows.
    pub part: Part,
    /// The worker is gone, and why.
    pub dead: Option<Rc<str>>,
}

impl Default for State {
    fn default() -> Self {
        let plan = Rc::new(NsimPlan::default());
        Self {
            opened: plan.clone(),
            plan,
            problems: Rc::default(),
            memory: None,
            asked: 0,
            shape: None,
            frame: Rc::default(),
            diagram: None,
            outcome: None,
            runs: Vec::new(),
            compared: (0, 1),
            tab: Tab::default(),
            selected: None,
            batch: None,
            map_file: None,
            part: Part::default(),
            dead: None,
        }
    }
}

/// What the user does.
#[derive(Clone, Debug)]
pub enum Act {
    /// Something goes to the session.
    Send(NsimCommand),
    /// The form changes.
    Edit(Rc<NsimPlan>),
    /// Another view of the results.
    Show(Tab),
    /// A narrow page shows something else.
    Turn(Part),
    /// Other runs are compared.
    Compare(usize, usize),
    /// An experiment begins; its name and number of runs.
    Experiment(&'static str, usize),
    /// The mapping has been saved.
    MapSaved,
    /// The worker is started anew.
    Restart,
}

/// What the reducer hears.
pub enum Heard {
    /// Of the worker.
    Worker(FromWorker<NsimUpdate>),
    /// Of the user.
    Act(Act),
}

impl Reducible for State {
    type Action = Heard;

    fn reduce(self: Rc<Self>, heard: Heard) -> Rc<Self> {
        let mut next = (*self).clone();
        match heard {
            Heard::Act(act) => next.act(act),
            Heard::Worker(FromWorker::Fatal(message)) => next.dead = Some(message.into()),
            Heard::Worker(FromWorker::Updates(updates)) => updates.into_iter().for_each(|update| next.update(update)),
        }
        Rc::new(next)
    }
}

impl State {
    /// At the start: the form as it was left.
    pub fn restored() -> Self {
        let plan = Rc::new(persist::load_nsim().unwrap_or_default());
        Self { opened: plan.clone(), plan, ..Self::default() }
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Send(NsimCommand::Open(plan)) => self.opened = Rc::new(*plan),
            Act::Send(NsimCommand::Look(selected)) => self.selected = selected,
            Act::Send(NsimCommand::Check(_)) => self.asked += 1,
            Act::Send(_) => {}
            Act::Edit(plan) => self.plan = plan,
            Act::Show(tab) => self.tab = tab,
            Act::Turn(part) => self.part = part,
            Act::Compare(a, b) => self.compared = (a, b),
            Act::Experiment(name, count) => {
                self.batch = Some(Batch { name, count, running: true, ..Batch::default() });
            }
            Act::MapSaved => self.map_file = None,
            Act::Restart => {
                let (runs, compared, tab) = (std::mem::take(&mut self.runs), self.compared, self.tab);
                // The form stays as it is; nothing is open and nothing is asked.
                *self = Self { runs, compared, tab, plan: self.plan.clone(), ..Self::default() };
            }
        }
    }

    fn update(&mut self, update: NsimUpdate) {
        match update {
            NsimUpdate::Opened(shape) => {
                self.shape = Some(Rc::from(shape));
                (self.diagram, self.outcome, self.selected) = (None, None, None);
            }
            NsimUpdate::Problems(problems) => self.problems = Rc::new(problems),
            NsimUpdate::Checked(found) => {
                // Answers come in the order of the questions. Only the last one is about what stands in the form now.
                self.asked = self.asked.saturating_sub(1);
                if self.asked == 0 {
                    self.memory = found.as_ref().ok().copied();
                    self.problems = Rc::new(found.err().unwrap_or_default());
                }
            }
            NsimUpdate::Frame(frame) => self.frame = Rc::from(frame),
            NsimUpdate::Outcome(outcome) => {
                let outcome: Rc<NsimOutcome> = Rc::from(outcome);
                self.outcome = Some(outcome.clone());
                if self.runs.len() == MOST_RUNS {
                    self.runs.remove(0);
                }
                self.runs.push(outcome);
                // The last two, unless somebody chooses others.
                self.compared = (self.runs.len().saturating_sub(2), self.runs.len() - 1);
            }
            NsimUpdate::Diagram(diagram) => self.diagram = Some(Rc::from(diagram)),
            NsimUpdate::Row(_, result) => {
                if let Some(batch) = &mut self.batch {
                    Rc::make_mut(&mut batch.rows).push(*result);
                    batch.packets = 0;
                }
            }
            NsimUpdate::Under(_, packets) => {
                if let Some(batch) = &mut self.batch {
                    batch.packets = packets;
                }
            }
            NsimUpdate::BatchDone => {
                if let Some(batch) = &mut self.batch {
                    batch.running = false;
                }
            }
            NsimUpdate::MapFile(text) => self.map_file = Some(text.into()),
        }
    }

    /// The form says something else than what is open.
    pub fn edited(&self) -> bool {
        self.shape.is_none() || self.plan != self.opened
    }
}
