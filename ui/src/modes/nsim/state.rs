//! The state of the interconnect page, and how it changes: a pure reducer.

use crate::i18n::I18n;
use crate::shell::guide::{Guided, KeyRow};
use crate::shell::page::{self, Part};
use crate::shell::persist;
use crate::shell::runs::Runs;
use mcore::mode::{Problem, Refusal};
use mcore::modes::nsim::{
    Nsim, NsimAct, NsimCommand, NsimLesson, NsimNews, NsimPlan, NsimState, NsimStep, NsimUpdate, nsim_lessons,
};
use mcore::modes::nsim::{NsimDiagram, NsimFrame, NsimOutcome, NsimResult, NsimShape};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;
use yew::AttrValue;

/// The name of the mode in the keys of the browser's storage.
const MODE: &str = "nsim";

/// A view of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tab {
    #[default]
    Lessons,
    /// The open run.
    Run,
    /// Links and ranks.
    Tables,
    /// Runs side by side.
    Compare,
    /// The experiments of the paper.
    Paper,
}

/// The use of links that the picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// Over the whole run at its end, else at the shown time.
    #[default]
    Auto,
    /// At the shown time.
    Moment,
    /// Over the whole run, once its end is known.
    Whole,
}

/// A run with its plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    pub outcome: Rc<NsimOutcome>,
    pub plan: Rc<NsimPlan>,
}

/// The runs of lessons, by lesson and run.
pub type LessonRuns = BTreeMap<(usize, usize), Rc<NsimOutcome>>;

/// Units of steps, with their messages.
pub const STEPS: [(NsimStep, &str); 3] = [
    (NsimStep::Event, "nsim-step-event"),
    (NsimStep::Message, "nsim-step-message"),
    (NsimStep::Window, "nsim-step-window"),
];

/// The unit at the start: messages.
const USUAL_STEP: usize = 1;

/// A series of runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Which experiment.
    pub name: &'static str,
    /// Runs in all.
    pub count: usize,
    pub rows: Rc<Vec<NsimResult>>,
    /// Packets of the run in progress.
    pub packets: u64,
    /// Whether it is still running.
    pub running: bool,
}

/// The state of the page.
#[derive(Clone, Debug, Default, PartialEq)]
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
    pub runs: Runs<Ran>,
    /// The shown view of the results.
    pub tab: Tab,
    /// The selected switch.
    pub selected: Option<u32>,
    /// The selected link: its place in the picture.
    pub link: Option<u32>,
    /// The use of links that the picture shows.
    pub shown: Shown,
    /// The unit of steps, as an index of [`STEPS`].
    pub step: usize,
    /// The lesson and the run of it that is open.
    pub lesson: Option<(usize, usize)>,
    /// The runs of lessons so far.
    pub lesson_runs: Rc<LessonRuns>,
    /// An experiment.
    pub batch: Option<Batch>,
    /// A mapping to be saved as a file.
    pub map_file: Option<Rc<str>>,
    /// The part that a narrow page shows.
    pub part: Part,
    /// The worker has died, with the reason.
    pub dead: Option<Rc<str>>,
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
    /// Compares other runs.
    Compare(Vec<usize>),
    /// Selects a link.
    Link(Option<u32>),
    /// Shows another use of links.
    Map(Shown),
    /// Chooses another unit of steps.
    Unit(usize),
    /// Opens and runs a run of a lesson.
    Lesson(usize, usize),
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
        Self { opened: plan.clone(), plan, step: USUAL_STEP, ..Self::default() }
    }

    fn died(&mut self, why: Rc<str>) {
        self.dead = Some(why);
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Send(NsimCommand::Open(plan)) => self.open(Rc::new(*plan)),
            Act::Send(NsimCommand::Own(NsimAct::Look(selected))) => {
                let of_link = |shape: &Rc<NsimShape>| self.link.and_then(|link| shape.ends(link));
                let from = self.shape.as_ref().and_then(of_link).map(|(from, _)| from);
                if selected.is_none() || from.is_some() && from != selected {
                    self.link = None;
                }
                self.selected = selected;
            }
            Act::Send(NsimCommand::Check(_)) => self.asked += 1,
            Act::Send(NsimCommand::Own(NsimAct::Run(_))) => {
                // The figures of an own run are not those of a lesson.
                if self.tab == Tab::Lessons && self.lesson.is_none() {
                    self.tab = Tab::Run;
                }
            }
            Act::Send(_) => {}
            Act::Edit(plan) => self.plan = plan,
            Act::Show(tab) => self.tab = tab,
            Act::Turn(part) => self.part = part,
            Act::Compare(runs) => self.runs.compared = runs,
            Act::Link(link) => self.link = link,
            Act::Map(shown) => self.shown = shown,
            Act::Unit(step) => self.step = step % STEPS.len(),
            Act::Lesson(number, run) => {
                let Some(plan) = plan_of(number, run) else { return };
                (self.plan, self.problems) = (Rc::new(plan), Rc::default());
                self.asked += 1;
                self.open(self.plan.clone());
                (self.lesson, self.tab) = (Some((number, run)), Tab::Lessons);
            }
            Act::Experiment(name, count) => {
                self.batch = Some(Batch { name, count, running: true, ..Batch::default() });
            }
            Act::MapSaved => self.map_file = None,
            Act::Restart => {
                let runs = std::mem::take(&mut self.runs);
                // The form and the shown part stay; nothing is open and no request is pending.
                let (tab, part, plan) = (self.tab, self.part, self.plan.clone());
                let lesson_runs = self.lesson_runs.clone();
                *self = Self { runs, tab, part, plan, lesson_runs, step: USUAL_STEP, ..Self::default() };
            }
        }
    }

    fn update(&mut self, update: NsimUpdate) {
        match update {
            NsimUpdate::Own(NsimNews::Opened(shape)) => {
                self.problems = Rc::default();
                self.shape = Some(Rc::from(shape));
                (self.diagram, self.outcome) = (None, None);
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
                if let Some(lesson) = self.lesson {
                    Rc::make_mut(&mut self.lesson_runs).insert(lesson, outcome.clone());
                }
                self.runs.push(Rc::new(Ran { outcome, plan: self.opened.clone() }));
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

/// The plan of a run of a lesson.
pub fn plan_of(lesson: usize, run: usize) -> Option<NsimPlan> {
    let lesson: NsimLesson = nsim_lessons().into_iter().nth(lesson)?;
    lesson.runs.into_iter().nth(run).map(|(_, plan)| plan)
}

/// The content of a link: the form, and the moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// The form.
    plan: NsimPlan,
    /// The shown time in ps; none is the end of the run.
    #[serde(default, deserialize_with = "mcore::base::at_most_exact_option")]
    time: Option<u64>,
    /// The selected switch.
    switch: Option<u32>,
    /// The selected link.
    link: Option<u32>,
    /// The shown use of links.
    shown: Shown,
    /// The shown results.
    tab: Tab,
}

/// A step in the chosen unit; none while the simulation runs or without a machine.
fn step(state: &State, back: bool) -> Option<Act> {
    let possible = if back { state.frame.time > 0 } else { !state.at_end() };
    let (unit, _) = STEPS[state.step % STEPS.len()];
    (possible && state.can_move()).then(|| Act::Send(NsimAct::Step(unit, back).into()))
}

impl Guided for State {
    type Content = Content;

    const MODE: &'static str = MODE;

    const KEYS: &'static [KeyRow<Self>] = &[
        KeyRow {
            group: "keys-group-time",
            keys: &["F8"],
            label: "keys-run",
            act: Some(|state| match state.frame.state {
                NsimState::Running => Some(Act::Send(NsimCommand::Pause)),
                _ => (state.can_move() && !state.at_end()).then(|| Act::Send(NsimAct::Run(None).into())),
            }),
        },
        KeyRow { group: "keys-group-time", keys: &["F10"], label: "keys-step", act: Some(|state| step(state, false)) },
        KeyRow {
            group: "keys-group-time",
            keys: &["Shift", "F10"],
            label: "keys-back",
            act: Some(|state| step(state, true)),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["Alt", "Home"],
            label: "keys-start",
            act: Some(|state| state.can_move().then(|| Act::Send(NsimAct::Seek(0).into()))),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["Alt", "End"],
            label: "keys-end",
            act: Some(|state| state.can_move().then(|| Act::Send(NsimAct::Seek(state.frame.end).into()))),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["←", "→", "PageUp", "PageDown", "Home", "End"],
            label: "nsim-keys-slider",
            act: None,
        },
        KeyRow {
            group: "nsim-keys-picture", keys: &["←", "↑", "↓", "→"], label: "nsim-keys-switch", act: None
        },
        KeyRow { group: "nsim-keys-picture", keys: &["Esc"], label: "nsim-keys-none", act: None },
    ];

    fn content(&self) -> Content {
        Content {
            plan: (*self.plan).clone(),
            time: (!self.at_end()).then_some(self.frame.time),
            switch: self.selected,
            link: self.link,
            shown: self.shown,
            tab: self.tab,
        }
    }

    fn carries(&self, i18n: &I18n) -> (AttrValue, Option<AttrValue>) {
        let warning = self.edited().then(|| i18n.t("nsim-share-edited"));
        (i18n.t("nsim-share-carries"), warning)
    }

    fn restore(content: Content) -> Vec<Act> {
        let Content { plan, time, switch, link, shown, tab } = content;
        let mut acts = vec![
            Act::Edit(Rc::new(plan.clone())),
            Act::Send(NsimCommand::Check(Box::new(plan.clone()))),
            Act::Send(NsimCommand::Open(Box::new(plan))),
        ];
        if time != Some(0) {
            acts.push(Act::Send(NsimAct::Run(time).into()));
        }
        acts.extend([Act::Send(NsimAct::Look(switch).into()), Act::Link(link), Act::Map(shown), Act::Show(tab)]);
        acts
    }
}

impl State {
    /// Another machine is requested.
    fn open(&mut self, plan: Rc<NsimPlan>) {
        (self.opened, self.lesson, self.shown) = (plan, None, Shown::Auto);
        (self.selected, self.link) = (None, None);
    }

    /// Whether the shown time is the end of the run.
    pub fn at_end(&self) -> bool {
        matches!(self.frame.state, NsimState::Ended | NsimState::Deadlock)
    }

    /// Whether the open machine can run and step: there is one, and nothing runs.
    pub fn can_move(&self) -> bool {
        let busy = self.batch.as_ref().is_some_and(|batch| batch.running);
        self.shape.is_some() && self.frame.state != NsimState::Running && !busy
    }

    /// The use of links over the whole run, if the picture shows it.
    pub fn whole(&self) -> Option<&Rc<NsimOutcome>> {
        let whole = match self.shown {
            Shown::Auto => self.at_end(),
            Shown::Moment => false,
            Shown::Whole => true,
        };
        self.outcome.as_ref().filter(|_| whole)
    }

    /// Whether the form differs from the open plan.
    pub fn edited(&self) -> bool {
        self.shape.is_none() || self.plan != self.opened
    }
}
