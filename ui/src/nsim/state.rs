//! What the page of the interconnect mode knows, and how it changes: a pure reducer.

use crate::persist;
use crate::shell::page::{self, Part};
use crate::shell::runs::Runs;
use mcore::mode::{Problem, Refusal};
use mcore::session::{Nsim, NsimAct, NsimCommand, NsimNews, NsimPlan, NsimUpdate};
use mcore::view::{NsimDiagram, NsimFrame, NsimOutcome, NsimResult, NsimShape};
use std::rc::Rc;

/// The mode, in the keys of the browser's storage.
pub const MODE: &str = "nsim";

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
    /// Runs so far.
    pub runs: Runs<NsimOutcome>,
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
            runs: Runs::default(),
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

impl page::State for State {
    type Mode = Nsim;
    type Act = Act;

    fn restored() -> Self {
        let plan: Rc<NsimPlan> = Rc::new(persist::load_mode(MODE).unwrap_or_default());
        Self { opened: plan.clone(), plan, ..Self::default() }
    }

    fn died(&mut self, why: Rc<str>) {
        self.dead = Some(why);
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Send(NsimCommand::Open(plan)) => self.opened = Rc::new(*plan),
            Act::Send(NsimCommand::Own(NsimAct::Look(selected))) => self.selected = selected,
            Act::Send(NsimCommand::Check(_)) => self.asked += 1,
            Act::Send(_) => {}
            Act::Edit(plan) => self.plan = plan,
            Act::Show(tab) => self.tab = tab,
            Act::Turn(part) => self.part = part,
            Act::Compare(a, b) => self.runs.compared = (a, b),
            Act::Experiment(name, count) => {
                self.batch = Some(Batch { name, count, running: true, ..Batch::default() });
            }
            Act::MapSaved => self.map_file = None,
            Act::Restart => {
                let runs = std::mem::take(&mut self.runs);
                // The form and the part that is shown stay; nothing is open and nothing is asked.
                *self = Self { runs, tab: self.tab, part: self.part, plan: self.plan.clone(), ..Self::default() };
            }
        }
    }

    fn update(&mut self, update: NsimUpdate) {
        match update {
            NsimUpdate::Own(NsimNews::Opened(shape)) => {
                self.problems = Rc::default();
                self.shape = Some(Rc::from(shape));
                (self.diagram, self.outcome, self.selected) = (None, None, None);
            }
            NsimUpdate::Refused(_, Refusal::Problems(problems)) | NsimUpdate::Failed(_, problems) => {
                self.problems = Rc::new(problems);
            }
            // Nothing is open only while the form has problems, which are shown.
            NsimUpdate::Refused(_, Refusal::NotOpen) | NsimUpdate::Done(_) => {}
            NsimUpdate::Checked(found) => {
                // Answers come in the order of the questions. Only the last one is about what stands in the form now.
                self.asked = self.asked.saturating_sub(1);
                if self.asked == 0 {
                    self.memory = found.as_ref().ok().copied();
                    self.problems = Rc::new(found.err().unwrap_or_default());
                }
            }
            NsimUpdate::Frame(frame) => self.frame = Rc::from(frame),
            NsimUpdate::Own(NsimNews::Outcome(outcome)) => {
                let outcome: Rc<NsimOutcome> = Rc::from(outcome);
                self.outcome = Some(outcome.clone());
                self.runs.push(outcome);
            }
            NsimUpdate::Own(NsimNews::Diagram(diagram)) => self.diagram = Some(Rc::from(diagram)),
            NsimUpdate::Own(NsimNews::MapFile(text)) => self.map_file = Some(text.into()),
            NsimUpdate::Row(_, result) => {
                if let Some(batch) = &mut self.batch {
                    Rc::make_mut(&mut batch.rows).push(*result);
                    batch.packets = 0;
                }
            }
            NsimUpdate::Progress(progress) => {
                if let Some(batch) = &mut self.batch {
                    batch.packets = progress.count;
                }
            }
            NsimUpdate::BatchDone => {
                if let Some(batch) = &mut self.batch {
                    batch.running = false;
                }
            }
        }
    }
}

impl State {
    /// The form says something else than what is open.
    pub fn edited(&self) -> bool {
        self.shape.is_none() || self.plan != self.opened
    }
}
