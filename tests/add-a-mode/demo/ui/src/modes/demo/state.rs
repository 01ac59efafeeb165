//! The state of the page: a pure reducer.

use crate::i18n::I18n;
use crate::shell::guide::{Guided, KeyRow};
use crate::shell::page::{self, Part};
use crate::shell::persist;
use crate::shell::runs::Runs;
use mcore::mode::{Problem, Refusal, Update, UpdateOf};
use mcore::modes::demo::{Demo, DemoPlan, DemoResult};
use std::rc::Rc;
use yew::AttrValue;

/// The name of the mode.
pub const MODE: &str = "demo";

/// The state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The form.
    pub plan: Rc<DemoPlan>,
    /// Its errors.
    pub problems: Rc<Vec<Problem>>,
    /// A list is running.
    pub running: bool,
    /// The results so far.
    pub runs: Runs<DemoResult>,
    /// The part that a narrow page shows.
    pub part: Part,
    /// The worker has died, with the reason.
    pub dead: Option<Rc<str>>,
}

/// An action of the user.
pub enum Act {
    /// The form changes.
    Edit(Rc<DemoPlan>),
    /// Runs the plan of the form, and the same one to ten times as many numbers.
    Run(Rc<DemoPlan>),
    /// Shows another part on a narrow page.
    Turn(Part),
    /// Restarts the worker.
    Restart,
}

impl page::State for State {
    type Mode = Demo;
    type Act = Act;

    fn restored() -> Self {
        Self { plan: Rc::new(persist::load_mode(MODE).unwrap_or_default()), ..Self::default() }
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Edit(plan) => self.plan = plan,
            Act::Run(_) => self.running = true,
            Act::Turn(part) => self.part = part,
            Act::Restart => (self.dead, self.running) = (None, false),
        }
    }

    fn update(&mut self, update: UpdateOf<Demo>) {
        match update {
            Update::Checked(found) => self.problems = Rc::new(found.err().unwrap_or_default()),
            Update::Failed(_, problems) | Update::Refused(_, Refusal::Problems(problems)) => {
                self.problems = Rc::new(problems);
            }
            Update::Row(_, result) => self.runs.push(Rc::new(*result)),
            Update::BatchDone => self.running = false,
            Update::Done(_) | Update::Refused(_, Refusal::NotOpen) | Update::Progress(_) => {}
            Update::Frame(never) => match *never {},
            Update::Own(never) => match never {},
        }
    }

    fn died(&mut self, why: Rc<str>) {
        (self.dead, self.running) = (Some(why), false);
    }
}

impl Guided for State {
    type Content = DemoPlan;

    const MODE: &'static str = MODE;

    const KEYS: &'static [KeyRow<Self>] = &[];

    fn content(&self) -> DemoPlan {
        (*self.plan).clone()
    }

    fn carries(&self, i18n: &I18n) -> (AttrValue, Option<AttrValue>) {
        (i18n.t("demo-share-carries"), None)
    }

    fn restore(content: DemoPlan) -> Vec<Act> {
        vec![Act::Edit(Rc::new(content))]
    }
}
