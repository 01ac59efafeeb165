//! The state of the mapping page, and how it changes: a pure reducer.

use super::exchange::from_chip;
use super::exercises::{Work, shown_method};
use super::times::Timing;
use crate::i18n::I18n;
use crate::shell::exercises::{ExerciseAct, Exercises};
use crate::shell::guide::{Guided, KeyRow};
use crate::shell::page::{self, Part};
use crate::shell::persist;
use mcore::base::Text;
use mcore::mode::{Lesson, Plan as _, Problem, Refusal};
use mcore::modes::mopt::{
    MOPT_OWN, Mopt, MoptAct, MoptChip, MoptCommand, MoptDifference, MoptHandIn, MoptHandover, MoptHistogram, MoptLink,
    MoptLinks, MoptLoads, MoptMatrix, MoptNews, MoptOwnAct, MoptOwnView, MoptPlan, MoptResult, MoptShape, MoptStep,
    MoptTasks, MoptUpdate, mopt_lessons,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::LazyLock;
use yew::AttrValue;

/// The name of the mode in the keys of the browser's storage.
const MODE: &str = "mopt";
/// Maximum number of kept maps.
const MAX_KEPT: usize = 24;
/// The lesson with which the page opens.
const FIRST_LESSON: usize = 1;

/// All lessons.
pub static LESSONS: LazyLock<Vec<Lesson<MoptPlan>>> = LazyLock::new(mopt_lessons);

/// A view of the left panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// A lesson above the form.
    #[default]
    Lesson,
    Form,
    Exercise,
    /// The map that the user makes.
    Own,
}

/// A view of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The loads of the links.
    #[default]
    Loads,
    /// The groups of an iteration.
    Groups,
    /// The difference of the two maps.
    Difference,
    Matrix,
    /// The task graph.
    Tasks,
}

/// A view of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tab {
    /// The maps of the last list.
    #[default]
    Result,
    /// The busiest links.
    Links,
    /// Kept maps side by side.
    Compare,
    /// The tables of the paper.
    Papers,
}

/// The state of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The plan in the form.
    pub plan: Rc<MoptPlan>,
    /// The plan of the last list.
    pub mapped: Rc<MoptPlan>,
    /// The errors of the form.
    pub problems: Rc<Vec<Problem>>,
    /// Checks of the form that are not answered yet.
    pub asked: u32,
    /// A list is running.
    pub busy: bool,
    /// Lists that have not ended, including those that a later one replaces.
    pub pending: u32,
    /// The reason why a command about a map was refused.
    pub refused: Option<Text>,
    /// The part of its present run that is done, 0 to 1.
    pub share: f64,
    /// Kept results, the newest last.
    pub results: Rc<Vec<Rc<MoptResult>>>,
    /// The results of the last list.
    pub last: Vec<u32>,
    /// The compared results, as places in the list of kept results.
    pub compared: Vec<usize>,
    /// The maps of the picture, at most two; the second one has the links and joins that are shown.
    pub shown: Vec<u32>,
    /// The loads of the links of shown maps.
    pub loads: Rc<BTreeMap<u32, Rc<MoptLoads>>>,
    /// The selected link: its map and its number.
    pub link: Option<(u32, u32)>,
    /// The pairs over it.
    pub crossing: Option<Rc<MoptLink>>,
    /// The busiest links.
    pub links: Option<Rc<MoptLinks>>,
    /// Links by their bytes.
    pub histogram: Option<Rc<MoptHistogram>>,
    pub matrix: Option<Rc<MoptMatrix>>,
    /// The matrix is in the order of the final group.
    pub grouped: bool,
    /// The task graph.
    pub tasks: Option<Rc<MoptTasks>>,
    pub difference: Option<Rc<MoptDifference>>,
    /// The chosen join; none: one of the last ones.
    pub join: Option<u32>,
    /// The join as shown.
    pub step: Option<Rc<MoptStep>>,
    /// The groups of an iteration: map, iteration, group of each rank.
    pub groups: Option<Rc<(u32, u32, Vec<u32>)>>,
    /// The opened input.
    pub shape: Option<Rc<MoptShape>>,
    /// The map that the user makes.
    pub own: Option<Rc<MoptOwnView>>,
    /// Changes of that map so far.
    pub changes: u32,
    /// Its measures if the rank that is taken up were put down.
    pub preview: Option<Rc<MoptOwnView>>,
    /// The rank that is taken up.
    pub taken: Option<u32>,
    /// The node that the keys are at.
    pub cursor: Option<u32>,
    /// A file to be given to the user.
    pub saved: Option<Rc<(String, String)>>,
    /// A program and its maps, to be given to the user as files.
    pub handover: Option<Rc<MoptHandover>>,
    /// A map for the page of the chip.
    pub chip: Option<Rc<MoptChip>>,
    /// The reason why it cannot be used there.
    pub not_given: Option<Text>,
    /// The reason why nothing could be taken from another page.
    pub not_taken: Option<Text>,
    /// The lesson, from 1, and the plan of it that is open.
    pub lesson: (usize, usize),
    /// The answer that the user has chosen.
    pub answer: Option<usize>,
    /// The view of the left panel.
    pub side: Side,
    /// The view of the picture.
    pub view: View,
    /// The view of the results.
    pub tab: Tab,
    /// The part that a narrow page shows.
    pub part: Part,
    /// The communication times of maps, in ns.
    pub times: Rc<BTreeMap<u32, f64>>,
    /// Maps whose times are being found.
    pub timing: Option<Rc<Timing>>,
    /// The reason why there is no time.
    pub times_failed: Option<Text>,
    pub exercises: Exercises<Work>,
    /// The worker has died, with the reason.
    pub dead: Option<Rc<str>>,
}

/// An action of the user.
#[derive(Clone, Debug)]
pub enum Act {
    /// Sends a command to the session.
    Send(MoptCommand),
    /// The form changes.
    Edit(Rc<MoptPlan>),
    /// Maps with the plan in the form.
    Map(Rc<MoptPlan>),
    /// Opens a plan of a lesson.
    Lesson(usize, usize),
    /// Shows a lesson without its plan.
    At(usize, usize),
    /// Chooses an answer.
    Answer(usize),
    /// Shows another view of the left panel.
    Side(Side),
    /// Shows another picture.
    View(View),
    /// The matrix in another order.
    Grouped(bool),
    /// Shows another view of the results.
    Show(Tab),
    /// Shows another part on a narrow page.
    Turn(Part),
    /// Shows a map in the right picture.
    Look(u32),
    /// Shows a map in the left picture.
    LookLeft(u32),
    /// Compares other results.
    Compare(Vec<usize>),
    /// Selects a link of a map.
    Link(Option<(u32, u32)>),
    /// Chooses another join.
    Join(u32),
    /// Takes up a rank, or puts none down.
    Take(Option<u32>),
    /// The keys go to a node.
    Cursor(u32),
    /// The files have been given to the user.
    Saved,
    /// Nothing could be given to the page of the chip, for this reason.
    NotGiven(Text),
    /// Nothing could be taken from another page, for this reason.
    NotTaken(Text),
    /// Finds the communication times of these maps.
    Times(Vec<u32>),
    /// The run and the share of it that is done.
    TimeShare(u32, f64),
    /// The time of a map, in ns.
    Time(u32, f64),
    /// There are no further times, for this reason if something is wrong.
    TimesEnd(Option<Text>),
    /// A change of the exercises.
    Exercise(ExerciseAct),
    /// Shows the ranks of a case in order.
    Case(Rc<MoptPlan>),
    /// Hands in a map for a case.
    HandIn(usize, u32),
    /// Hands in the method of the shown map.
    HandInMethod,
    Judge(Box<MoptHandIn>),
    /// Restarts the worker.
    Restart,
}

impl page::State for State {
    type Mode = Mopt;
    type Act = Act;

    fn restored() -> Self {
        let stored = persist::load_mode::<MoptPlan>(MODE);
        if let Some(plan) = from_chip(stored.as_ref().unwrap_or(&MoptPlan::default())) {
            let plan = Rc::new(plan);
            return Self { mapped: plan.clone(), plan, side: Side::Form, ..Self::first() };
        }
        let Some(plan) = stored else { return Self::first() };
        // The form of a lesson is under its lesson, the user's own form is by itself.
        let lesson = lesson_of(&plan);
        let side = if lesson.is_some() { Side::Lesson } else { Side::Form };
        let plan = Rc::new(plan);
        Self { mapped: plan.clone(), plan, side, lesson: lesson.unwrap_or((FIRST_LESSON, 0)), ..Self::first() }
    }

    fn died(&mut self, why: Rc<str>) {
        self.dead = Some(why);
        (self.busy, self.pending) = (false, 0);
        self.exercises.stop();
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Send(MoptCommand::Check(_)) => self.asked += 1,
            Act::Send(MoptCommand::Own(MoptAct::Exercise { .. })) => self.exercises.failed = None,
            Act::Send(MoptCommand::Own(MoptAct::Chip(_))) => self.not_given = None,
            // A stop gives up the judgement too.
            Act::Send(MoptCommand::Pause) => self.exercises.stop(),
            Act::Send(_) => {}
            Act::Edit(plan) => (self.plan, self.not_taken) = (plan, None),
            Act::Map(plan) => self.begin(plan),
            Act::Lesson(lesson, at) => {
                if let Some(plan) = lesson_plan(lesson, at) {
                    if self.lesson.0 != lesson {
                        self.answer = None;
                    }
                    (self.lesson, self.side) = ((lesson, at), Side::Lesson);
                    (self.view, self.tab) = (View::Loads, Tab::Result);
                    self.begin(Rc::new(plan.clone()));
                }
            }
            Act::At(lesson, at) => (self.lesson, self.answer) = ((lesson, at), None),
            Act::Answer(answer) => self.answer = Some(answer),
            Act::Side(side) => {
                self.side = side;
                self.drop_rank();
                if side == Side::Own && self.own.is_some() {
                    self.view = View::Loads;
                    self.look(MOPT_OWN);
                } else if self.shown.contains(&MOPT_OWN) {
                    self.show_last();
                }
            }
            Act::View(view) => self.view = view,
            Act::Grouped(grouped) => self.grouped = grouped,
            Act::Show(tab) => self.tab = tab,
            Act::Turn(part) => self.part = part,
            Act::Look(id) => self.look(id),
            Act::LookLeft(id) => {
                let main = self.main();
                self.show([id].into_iter().chain(main).collect());
            }
            Act::Compare(compared) => self.compared = compared,
            Act::Link(link) => (self.link, self.crossing) = (link, None),
            Act::Join(join) => self.join = Some(join),
            Act::Take(rank) => {
                self.drop_rank();
                self.taken = rank;
            }
            Act::Cursor(node) => self.cursor = Some(node),
            Act::Times(ids) => {
                self.times_failed = None;
                self.timing = Some(Rc::new(Timing { ids, ..Timing::default() }));
            }
            Act::TimeShare(run, share) => {
                if let Some(timing) = &mut self.timing {
                    Rc::make_mut(timing).at = (run, share);
                }
            }
            Act::Time(id, ns) => {
                Rc::make_mut(&mut self.times).insert(id, ns);
            }
            Act::TimesEnd(why) => {
                self.timing = None;
                // The end of a list follows a failure and does not take its reason away; `Act::Times` does.
                self.times_failed = why.or(self.times_failed.take());
            }
            Act::Exercise(act) => self.exercises.act(act),
            Act::Case(plan) => {
                (self.view, self.tab) = (View::Loads, Tab::Result);
                self.begin(plan);
            }
            Act::HandIn(case, id) => {
                let name = match self.result(id) {
                    Some(result) => result.label.clone(),
                    None => mcore::text!("My map", "自分の配置"),
                };
                if let Some(map) = self.map(id).map(<[u32]>::to_vec) {
                    let (case, work) = (case as u32, Rc::make_mut(&mut self.exercises.work));
                    work.hand_in.maps.retain(|(other, _)| *other != case);
                    work.hand_in.maps.push((case, map));
                    work.names.retain(|(other, _)| *other != case);
                    work.names.push((case, name));
                    self.exercises.graded = None;
                }
            }
            Act::HandInMethod => {
                if let Some((method, name)) = shown_method(self) {
                    let work = Rc::make_mut(&mut self.exercises.work);
                    (work.hand_in.method, work.method) = (Some(method), name);
                    self.exercises.graded = None;
                }
            }
            Act::Judge(_) => self.exercises.judge(),
            Act::Saved => (self.saved, self.handover, self.chip) = (None, None, None),
            Act::NotGiven(why) => (self.not_given, self.chip) = (Some(why), None),
            Act::NotTaken(why) => self.not_taken = Some(why),
            Act::Restart => {
                let (plan, lesson, side, tab, part) = (self.plan.clone(), self.lesson, self.side, self.tab, self.part);
                let exercises = self.exercises.again();
                *self = Self { plan, lesson, side, tab, part, exercises, ..Self::first() };
            }
        }
    }

    fn update(&mut self, update: MoptUpdate) {
        match update {
            MoptUpdate::Own(news) => self.take(news),
            MoptUpdate::Refused(_, Refusal::Problems(problems)) | MoptUpdate::Failed(_, problems) => {
                let fields = self.plan.fields();
                let is_of_form = |problem: &Problem| fields.iter().any(|field| field.id == problem.field);
                let (of_form, other): (Vec<_>, Vec<_>) = problems.into_iter().partition(is_of_form);
                if !of_form.is_empty() {
                    self.problems = Rc::new(of_form);
                }
                let other = self.exercises.refused(other);
                if let Some(problem) = other.iter().find(|problem| problem.field == "chip") {
                    self.not_given = Some(problem.text.clone());
                }
                if let Some(problem) = other.iter().find(|problem| problem.field == "trace") {
                    (self.timing, self.times_failed) = (None, Some(problem.text.clone()));
                }
                self.refused = other.into_iter().next().map(|problem| problem.text);
                self.drop_rank();
            }
            // Nothing is open only while the form has errors, which are shown.
            MoptUpdate::Refused(_, Refusal::NotOpen) | MoptUpdate::Done(_) => {}
            MoptUpdate::Checked(found) => {
                // Answers arrive in the order of the requests. Only the last one is about the present form.
                self.asked = self.asked.saturating_sub(1);
                if self.asked == 0 {
                    self.problems = Rc::new(found.err().unwrap_or_default());
                }
            }
            MoptUpdate::Frame(never) => match *never {},
            // Rows of a list that a later one replaces are not wanted.
            MoptUpdate::Row(..) if self.pending > 1 => {}
            MoptUpdate::Row(_, result) => {
                self.share = 0.0;
                let (result, results) = (Rc::new(*result), Rc::make_mut(&mut self.results));
                self.last.push(result.id);
                results.push(result);
                if results.len() > MAX_KEPT {
                    results.remove(0);
                    self.compared = self.compared.iter().filter_map(|at| at.checked_sub(1)).collect();
                }
            }
            MoptUpdate::Progress(progress) => self.share = progress.share,
            MoptUpdate::BatchDone => {
                self.pending = self.pending.saturating_sub(1);
                self.busy = self.pending > 0;
                if !self.busy && !self.last.is_empty() {
                    self.show_last();
                    self.compared =
                        (self.results.len().saturating_sub(self.last.len().min(4))..self.results.len()).collect();
                }
            }
        }
    }
}

/// The lesson, from 1, and the plan of it that is this form.
fn lesson_of(plan: &MoptPlan) -> Option<(usize, usize)> {
    LESSONS.iter().zip(1..).find_map(|(lesson, number)| {
        let at = lesson.runs.iter().position(|(_, known)| known == plan)?;
        Some((number, at))
    })
}

/// The plan of a lesson.
pub fn lesson_plan(lesson: usize, at: usize) -> Option<&'static MoptPlan> {
    let (_, plan) = LESSONS.get(lesson.checked_sub(1)?)?.runs.get(at)?;
    Some(plan)
}

impl State {
    /// The first lesson is open.
    fn first() -> Self {
        let plan = Rc::new(lesson_plan(FIRST_LESSON, 0).cloned().unwrap_or_default());
        Self { mapped: plan.clone(), plan, lesson: (FIRST_LESSON, 0), ..Self::default() }
    }

    fn begin(&mut self, plan: Rc<MoptPlan>) {
        (self.plan, self.mapped) = (plan.clone(), plan);
        (self.busy, self.share, self.last) = (true, 0.0, Vec::new());
        (self.pending, self.asked) = (self.pending + 1, self.asked + 1);
        (self.problems, self.refused) = (Rc::default(), None);
        self.drop_rank();
    }

    fn drop_rank(&mut self) {
        (self.taken, self.preview) = (None, None);
    }

    /// Shows other maps: the pictures of those before are forgotten.
    fn show(&mut self, mut shown: Vec<u32>) {
        shown.dedup();
        if self.shown == shown {
            return;
        }
        if self.shown.last() != shown.last() {
            (self.links, self.step, self.groups, self.matrix, self.tasks) = (None, None, None, None, None);
            self.join = None;
        }
        (self.link, self.crossing, self.histogram, self.difference) = (None, None, None, None);
        self.shown = shown;
    }

    /// Shows the first map of the last list beside that with the least cost.
    fn show_last(&mut self) {
        let own: Vec<&Rc<MoptResult>> = self.results.iter().filter(|result| self.last.contains(&result.id)).collect();
        let best = own.iter().min_by(|a, b| a.measures.cost.total_cmp(&b.measures.cost));
        let first = own.iter().find(|result| result.method == "xyz").or(own.first());
        let shown = first.iter().chain(best.iter()).map(|result| result.id).collect();
        self.show(shown);
    }

    /// Shows a map in the right picture.
    fn look(&mut self, id: u32) {
        let left = self.shown.first().copied().filter(|left| self.shown.len() > 1 || *left != id);
        self.show(left.into_iter().chain([id]).collect());
    }

    fn take(&mut self, news: MoptNews) {
        match news {
            MoptNews::Opened(shape) => {
                self.shape = Some(Rc::from(shape));
                (self.own, self.changes, self.cursor) = (None, 0, None);
            }
            MoptNews::Own(view) if view.preview => self.preview = self.taken.map(|_| Rc::from(view)),
            MoptNews::Own(view) => {
                self.own = Some(Rc::from(view));
                Rc::make_mut(&mut self.times).remove(&MOPT_OWN);
                // A run in progress would give it the time of the map before.
                self.timing = self.timing.take().filter(|timing| !timing.ids.contains(&MOPT_OWN));
                self.changes += 1;
                self.refused = None;
                self.drop_rank();
                (self.link, self.crossing) = (None, None);
            }
            MoptNews::Loads(loads) => {
                let all = Rc::make_mut(&mut self.loads);
                all.retain(|id, _| self.shown.contains(id));
                all.insert(loads.id, Rc::from(loads));
            }
            MoptNews::Links(links) => self.links = Some(Rc::from(links)),
            MoptNews::Link(link) if self.link == Some((link.id, link.row.link)) => self.crossing = Some(Rc::from(link)),
            MoptNews::Link(_) => {}
            MoptNews::Histogram(histogram) => self.histogram = Some(Rc::from(histogram)),
            MoptNews::Matrix(matrix) => self.matrix = Some(Rc::from(matrix)),
            MoptNews::Tasks(tasks) => self.tasks = Some(Rc::from(tasks)),
            MoptNews::Step(step) => {
                self.join = Some(step.join);
                self.step = Some(Rc::from(step));
            }
            MoptNews::Groups(id, iteration, groups) => self.groups = Some(Rc::new((id, iteration, groups))),
            MoptNews::Difference(difference) => self.difference = Some(Rc::from(difference)),
            MoptNews::Saved(name, text) => self.saved = Some(Rc::new((name, text))),
            MoptNews::Handover(given) => {
                let ids: Vec<u32> = given.maps.iter().map(|(id, _)| *id).collect();
                match &mut self.timing {
                    Some(timing) if timing.given.is_none() && timing.ids == ids => {
                        Rc::make_mut(timing).given = Some(Rc::from(given));
                    }
                    _ => self.handover = Some(Rc::from(given)),
                }
            }
            MoptNews::Chip(given) => self.chip = Some(Rc::from(given)),
            MoptNews::Pair(_) => {}
            MoptNews::Exercise(exercise) => self.exercises.opened(*exercise),
            MoptNews::Graded(graded) => self.exercises.judged(*graded),
        }
    }

    /// A kept result by its number.
    pub fn result(&self, id: u32) -> Option<&Rc<MoptResult>> {
        self.results.iter().find(|result| result.id == id)
    }

    /// The map in the right picture.
    pub fn main(&self) -> Option<u32> {
        self.shown.last().copied()
    }

    /// The node of each rank in a map.
    pub fn map(&self, id: u32) -> Option<&[u32]> {
        match id {
            MOPT_OWN => self.own.as_ref().map(|own| &own.map[..]),
            id => self.result(id).map(|result| &result.map[..]),
        }
    }

    /// The shape of the network of a map.
    pub fn shape_of(&self, id: u32) -> Option<&MoptShape> {
        match id {
            MOPT_OWN => self.shape.as_deref(),
            id => self.result(id).map(|result| &result.shape),
        }
    }

    /// The joins of the right map.
    pub fn joins(&self) -> u32 {
        self.main().and_then(|id| self.result(id)).map_or(0, |result| result.joins)
    }

    /// The rank on a node of the map that the user makes.
    pub fn rank_at(&self, node: u32) -> Option<u32> {
        let own = self.own.as_ref()?;
        own.map.iter().position(|at| *at == node).map(|rank| rank as u32)
    }

    /// Whether the form differs from the plan of the last list.
    pub fn edited(&self) -> bool {
        self.plan != self.mapped
    }
}

/// The content of a link: form, lesson and views.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Content {
    plan: MoptPlan,
    lesson: (usize, usize),
    side: Side,
    view: View,
    tab: Tab,
    #[serde(default)]
    exercise: Option<String>,
}

/// Maximum length of a file in a link, in bytes before compression.
const MAX_LINKED: usize = 1 << 16;

fn own(state: &State, can: impl Fn(&MoptOwnView) -> bool, act: MoptOwnAct) -> Option<Act> {
    let ready = state.side == Side::Own && state.own.as_ref().is_some_and(|own| can(own));
    ready.then(|| Act::Send(act.into()))
}

fn join(state: &State, to: impl Fn(u32) -> Option<u32>) -> Option<Act> {
    let step = state.step.as_ref()?;
    to(step.join).filter(|to| *to < step.joins).map(Act::Join)
}

impl Guided for State {
    type Content = Content;

    const MODE: &'static str = MODE;

    const KEYS: &'static [KeyRow<Self>] = &[
        KeyRow {
            group: "mopt-keys-map",
            keys: &["F8"],
            label: "mopt-keys-run",
            act: Some(|state| {
                let ready = state.problems.is_empty() && !state.busy;
                ready.then(|| Act::Map(state.plan.clone()))
            }),
        },
        KeyRow {
            group: "mopt-keys-map",
            keys: &["F10"],
            label: "mopt-keys-next",
            act: Some(|state| join(state, |at| Some(at + 1))),
        },
        KeyRow {
            group: "mopt-keys-map",
            keys: &["Shift", "F10"],
            label: "mopt-keys-back",
            act: Some(|state| join(state, |at| at.checked_sub(1))),
        },
        KeyRow {
            group: "mopt-keys-own",
            keys: &["Alt", "Z"],
            label: "mopt-undo",
            act: Some(|state| own(state, |own| own.can_undo, MoptOwnAct::Undo)),
        },
        KeyRow {
            group: "mopt-keys-own",
            keys: &["Alt", "Y"],
            label: "mopt-redo",
            act: Some(|state| own(state, |own| own.can_redo, MoptOwnAct::Redo)),
        },
        KeyRow { group: "mopt-keys-own", keys: &["←", "↑", "↓", "→"], label: "mopt-keys-node", act: None },
        KeyRow { group: "mopt-keys-own", keys: &["Enter"], label: "mopt-keys-take", act: None },
        KeyRow { group: "mopt-keys-own", keys: &["Esc"], label: "mopt-keys-cancel", act: None },
    ];

    fn content(&self) -> Content {
        let mut plan = (*self.plan).clone();
        if plan.file.len() > MAX_LINKED {
            plan.file = MoptPlan::default().file;
        }
        let exercise = self.exercises.open.as_ref().filter(|_| self.side == Side::Exercise).map(|own| own.id.clone());
        Content { plan, lesson: self.lesson, side: self.side, view: self.view, tab: self.tab, exercise }
    }

    fn carries(&self, i18n: &I18n) -> (AttrValue, Option<AttrValue>) {
        let warning = (self.plan.file.len() > MAX_LINKED).then(|| i18n.t("mopt-share-file"));
        (i18n.t("mopt-share-carries"), warning)
    }

    fn restore(content: Content) -> Vec<Act> {
        let Content { plan, lesson, side, view, tab, exercise } = content;
        let known = lesson_plan(lesson.0, lesson.1).map(|_| Act::At(lesson.0, lesson.1));
        let rest = [Act::Map(Rc::new(plan)), Act::Side(side), Act::View(view), Act::Show(tab)];
        let wanted = exercise.map(|id| Act::Exercise(ExerciseAct::Wanted(id.into())));
        known.into_iter().chain(wanted).chain(rest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::line::Heard;
    use page::{Action, Held, State as _};
    use yew::Reducible as _;

    #[test]
    fn a_state_that_stays_as_it_is_stays_the_same_one() {
        let held = Rc::new(Held(Rc::new(State::default())));
        let keeps = |action| *held == *held.clone().reduce(action);
        assert!(keeps(Action::Worker(Heard::Updates(Vec::new()))));
        assert!(keeps(Action::Act(Act::Send(MoptCommand::Pause))), "only the worker hears it");
        assert!(keeps(Action::Act(Act::Turn(Part::Form))));
        assert!(!keeps(Action::Act(Act::Turn(Part::Stage))));
        assert!(!keeps(Action::Worker(Heard::Dead("no memory".to_owned()))));
    }

    #[test]
    fn a_worker_that_dies_gives_up_list_and_judgement() {
        let mut state = State::default();
        state.act(Act::Map(Rc::default()));
        state.act(Act::Judge(Box::default()));
        assert!(state.busy && state.exercises.judging);
        state.died("no memory".into());
        assert!(!state.busy && !state.exercises.judging && state.dead.is_some());
    }

    #[test]
    fn the_plan_of_a_lesson_leads_to_its_lesson() {
        let plan = lesson_plan(3, 1).expect("the third lesson has two plans");
        assert_eq!(lesson_of(plan), Some((3, 1)));
        assert_eq!((lesson_plan(0, 0), lesson_plan(99, 0), lesson_plan(3, 9)), (None, None, None));
    }
}
