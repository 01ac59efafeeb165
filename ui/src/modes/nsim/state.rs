//! The state of the interconnect page, and how it changes: a pure reducer.

use crate::shell::page::{self, Part};
use crate::shell::persist;
use crate::shell::runs::Runs;
use mcore::mode::{Problem, Refusal};
use mcore::modes::nsim::{Nsim, NsimAct, NsimCommand, NsimNews, NsimPlan, NsimUpdate};
use mcore::modes::nsim::{NsimDiagram, NsimFrame, NsimOutcome, NsimResult, NsimShape};
use std::rc::Rc;

/// The name of the mode in the keys of the browser's storage.
pub const MODE: &str = "nsim";

/// A view of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The open run.
    #[default]
    Run,
    /// Links and ranks.
    Tables,
    /// Two runs.
    Compare,
    /// The experiments of the paper.
    Paper,
}

/// A series of runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Which experiment.
    pub name: &'static str,
    /// Runs in all.
    pub count: usize,
    /// Their results.
    pub rows: Rc<Vec<NsimResult>>,
    /// Packets of the run in progress.
    pub packets: u64,
    /// Whether it is still running.
    pub running: bool,
}

/// The state of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The plan in the form.
    pub plan: Rc<NsimPlan>,
    /// The plan from which the machine was built.
    pub opened: Rc<NsimPlan>,
    /// The errors of the form.
    pub problems: Rc<Vec<Problem>>,
    /// Bytes of memory that the machine of the form needs at the start.
    pub memory: Option<u64>,
    /// Checks of the form that are not answered yet.
    pub asked: u32,
    /// The open network.
    pub shape: Option<Rc<NsimShape>>,
    /// The state at the shown time.
    pub frame: Rc<NsimFrame>,
    /// The activity of the ranks.
    pub diagram: Option<Rc<NsimDiagram>>,
    /// The outcome of the open run.
    pub outcome: Option<Rc<NsimOutcome>>,
    /// Runs so far.
    pub runs: Runs<NsimOutcome>,
    /// The shown view of the results.
    pub tab: Tab,
    /// The selected switch.
    pub selected: Option<u32>,
    /// An experiment.
    pub batch: Option<Batch>,
    /// A mapping to be saved as a file.
    pub map_file: Option<Rc<str>>,
    /// The part that a narrow page shows.
    pub part: Part,
    /// The worker has died, with the reason.
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

/// An action of the user.
#[derive(Clone, Debug)]
pub enum Act {
    /// Sends a command to the session.
    Send(NsimCommand),
    /// The form changes.
    Edit(Rc<NsimPlan>),
    /// Shows another view of the results.
    Show(Tab),
    /// Shows another part on a narrow page.
    Turn(Part),
    /// Compares two other runs.
    Compare(usize, usize),
    /// Starts an experiment, given its name and number of runs.
    Experiment(&'static str, usize),
    /// The mapping has been saved.
    MapSaved,
    /// Restarts the worker.
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
                // The form and the shown part stay; nothing is open and no request is pending.
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
            // Nothing is open only while the form has errors, which are shown.
            NsimUpdate::Refused(_, Refusal::NotOpen) | NsimUpdate::Done(_) => {}
            NsimUpdate::Checked(found) => {
                // Answers arrive in the order of the requests. Only the last one is about the present form.
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
    /// Whether the form differs from the open plan.
    pub fn edited(&self) -> bool {
        self.shape.is_none() || self.plan != self.opened
    }
}
