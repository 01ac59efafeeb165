//! The state of the verbs page, and how it changes: a pure reducer.

use super::exercises::{Work, work_in};
use crate::i18n::I18n;
use crate::shell::exercises::{ExerciseAct, Exercises};
use crate::shell::guide::{Guided, KeyRow};
use crate::shell::page::{self, Part};
use crate::shell::persist;
use mcore::mode::{Problem, Refusal};
use mcore::modes::tca::{
    TCA_MAX_SCRIPT, TCA_SCRIPT, Tca, TcaAct, TcaCommand, TcaCurveView, TcaDiagram, TcaExerciseView, TcaHimeno,
    TcaLesson, TcaMoment, TcaNews, TcaParts, TcaPlan, TcaRun, TcaUpdate, tca_lessons,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::LazyLock;
use yew::AttrValue;

/// The name of the mode in the keys of the browser's storage.
const MODE: &str = "tca";
/// Maximum number of kept runs.
const MAX_KEPT: usize = 12;
/// Runs that are compared at first.
const COMPARED: usize = 4;
/// Shortest interval of the diagram, ns.
const SHORTEST: u64 = 200;

/// All lessons: the plan of each, and the time at which it opens.
pub static LESSONS: LazyLock<Vec<TcaLesson>> = LazyLock::new(tca_lessons);

/// A view of the left panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// A lesson above the script.
    #[default]
    Lesson,
    /// An exercise above the script.
    Exercise,
    /// The script or record with its presets.
    Form,
    /// The parameters of the machine.
    Machine,
}

/// A view of the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The sequence diagram.
    #[default]
    Sequence,
    /// Its events as a table.
    Events,
}

/// A view of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tab {
    /// The run in figures.
    #[default]
    Result,
    /// Latency and bandwidth over size.
    Curves,
    /// The rings of boards.
    Rings,
    /// The Himeno benchmark.
    Himeno,
    /// Kept runs side by side.
    Compare,
}

/// A kept run.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    pub plan: Rc<TcaPlan>,
    pub run: Rc<TcaRun>,
}

/// The lines of the charts with the machine and the memory that they are for.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// GPU memory.
    pub gpu: bool,
    /// The parameters that are not the usual ones.
    pub machine: BTreeMap<String, String>,
    /// The lines; empty if an operation does not end.
    pub lines: Vec<TcaCurveView>,
}

/// The state of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The plan in the form.
    pub plan: Rc<TcaPlan>,
    /// The plan of the last run.
    pub ran: Rc<TcaPlan>,
    /// The errors of the form.
    pub problems: Rc<Vec<Problem>>,
    /// The errors of the benchmark, which does not concern the script.
    pub himeno_problems: Rc<Vec<Problem>>,
    /// Checks of the form that are not answered yet.
    pub asked: u32,
    /// Runs that have been requested and are not recorded yet.
    pub opening: u32,
    /// Events and time of the run that is being recorded.
    pub recording: Option<(u64, u64)>,
    /// Recorded runs.
    pub runs: u32,
    /// The run that is shown.
    pub run: Option<Rc<TcaRun>>,
    /// The time to show when the run is recorded; none: its end.
    pub goal: Option<u64>,
    /// The shown time.
    pub moment: Option<Rc<TcaMoment>>,
    pub diagram: Option<Rc<TcaDiagram>>,
    /// The interval that it should show, ns.
    pub interval: (u64, u64),
    /// The divided time of a completion.
    pub parts: Option<Rc<TcaParts>>,
    /// The charts.
    pub curves: Option<Rc<Curves>>,
    /// Charts that have been requested: GPU memory or not, and the machine.
    pub measuring: Option<(bool, BTreeMap<String, String>)>,
    /// The charts are of GPU memory.
    pub gpu: bool,
    /// The rows of the benchmark.
    pub himeno: Rc<Vec<Rc<TcaHimeno>>>,
    /// Lists of the benchmark that have not ended.
    pub pending: u32,
    /// The share of the present run of the list that is done, 0 to 1.
    pub share: f64,
    /// Runs of the list.
    pub of: u32,
    /// Kept runs, the newest last.
    pub kept: Rc<Vec<Kept>>,
    /// The compared runs, as places in the list of kept runs.
    pub compared: Vec<usize>,
    /// The lesson, from 1.
    pub lesson: usize,
    /// The answer that the user has chosen.
    pub answer: Option<usize>,
    /// The hint is shown.
    pub hint: bool,
    /// The view of the left panel.
    pub side: Side,
    /// The view of the stage.
    pub view: View,
    /// The view of the results.
    pub tab: Tab,
    /// The rings show the whole run, not the shown time.
    pub whole: bool,
    /// The selected link.
    pub link: Option<(u8, u8)>,
    /// The selected slot: sender, receiver, the high-bandwidth set, number of the packet.
    pub slot: Option<(u8, u8, bool, u64)>,
    /// Steps go to completions.
    pub by_completion: bool,
    pub exercises: Exercises<Work>,
    /// The part that a narrow page shows.
    pub part: Part,
    /// The worker has died, with the reason.
    pub dead: Option<Rc<str>>,
}

/// An action of the user.
#[derive(Clone, Debug)]
pub enum Act {
    /// Sends a command to the session.
    Send(TcaCommand),
    /// The form changes.
    Edit(Rc<TcaPlan>),
    /// Runs a plan, and then shows this time; none: its end.
    Run(Rc<TcaPlan>, Option<u64>),
    /// Opens a lesson.
    Lesson(usize),
    /// Shows a lesson without its script.
    At(usize),
    /// Chooses an answer.
    Answer(usize),
    /// Shows or hides the hint.
    Hint,
    /// Shows another view of the left panel.
    Side(Side),
    /// Shows another view of the stage.
    View(View),
    /// Shows another view of the results.
    Show(Tab),
    /// Shows another part on a narrow page.
    Turn(Part),
    /// Shows another interval in the diagram: this many times as long, around the shown time.
    Zoom(f64),
    /// Shows the whole run in the diagram.
    Fit,
    /// The rings show the whole run or the shown time.
    Whole(bool),
    /// The charts are of GPU memory.
    Gpu(bool),
    /// The charts of this machine and memory have been requested.
    Measuring(bool, BTreeMap<String, String>),
    /// Selects a link.
    Link(Option<(u8, u8)>),
    /// Selects a slot.
    Slot(Option<(u8, u8, bool, u64)>),
    /// The unit of steps.
    Unit(bool),
    /// Runs the benchmark.
    Himeno(Rc<TcaPlan>),
    /// Compares other runs.
    Compare(Vec<usize>),
    /// A change of the exercises.
    Exercise(ExerciseAct),
    /// Judges a script for the open exercise.
    Judge(String),
    /// Restarts the worker.
    Restart,
}

/// The plan of a lesson by its number, from 1, and the time at which it opens.
fn lesson(number: usize) -> Option<&'static (TcaPlan, Option<u64>)> {
    let (_, run) = LESSONS.get(number.checked_sub(1)?)?.runs.first()?;
    Some(run)
}

/// A plan without the benchmark, which is no part of a run.
pub fn run_part(plan: &TcaPlan) -> TcaPlan {
    let none = String::new;
    TcaPlan { size: none(), grid: none(), iterations: none(), gflops: none(), ..plan.clone() }
}

/// The plan of a lesson, on the usual machine.
pub fn lesson_plan(number: usize) -> Option<&'static TcaPlan> {
    lesson(number).map(|(plan, _)| plan)
}

impl page::State for State {
    type Mode = Tca;
    type Act = Act;

    fn restored() -> Self {
        let Some(plan) = persist::load_mode::<TcaPlan>(MODE) else { return Self::first() };
        // A script of one's own is shown without the lesson.
        let own =
            (1..=LESSONS.len()).find(|number| lesson_plan(*number).is_some_and(|of| run_part(of) == run_part(&plan)));
        let plan = Rc::new(plan);
        // The script of an exercise belongs beside its task.
        let wanted = plan.task.as_ref().map(|of| Rc::from(of.exercise.as_str()));
        let without = if wanted.is_some() { Side::Exercise } else { Side::Form };
        let (side, number) = own.map_or((without, 1), |number| (Side::Lesson, number));
        let goal = own.and_then(lesson).and_then(|(_, opens_at)| *opens_at);
        Self {
            ran: plan.clone(),
            plan,
            side,
            lesson: number,
            goal,
            exercises: Exercises::wanting(wanted),
            ..Self::first()
        }
    }

    fn died(&mut self, why: Rc<str>) {
        self.dead = Some(why);
        (self.opening, self.pending, self.recording, self.measuring) = (0, 0, None, None);
        self.exercises.stop();
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Send(TcaCommand::Check(_)) => self.asked += 1,
            Act::Send(TcaCommand::Own(TcaAct::Exercise { .. })) => self.exercises.failed = None,
            // A stop forgets the charts too, whose tab requests them again, and gives up the judgement.
            Act::Send(TcaCommand::Pause) => {
                self.measuring = None;
                self.exercises.stop();
            }
            Act::Send(_) => {}
            Act::Edit(plan) => {
                (self.plan, self.himeno_problems) = (plan, Rc::default());
                self.keep_work();
            }
            Act::Run(plan, goal) => self.begin(plan, goal),
            Act::Lesson(number) => {
                if let Some((plan, opens_at)) = lesson(number) {
                    (self.lesson, self.answer, self.hint) = (number, None, false);
                    (self.side, self.view) = (Side::Lesson, View::Sequence);
                    self.tab = match number {
                        7 => Tab::Rings,
                        _ => Tab::Result,
                    };
                    self.begin(Rc::new(plan.clone()), *opens_at);
                }
            }
            Act::At(number) => (self.lesson, self.answer, self.hint) = (number, None, false),
            Act::Answer(answer) => self.answer = Some(answer),
            Act::Hint => self.hint = !self.hint,
            Act::Side(side) => self.side = side,
            Act::View(view) => self.view = view,
            Act::Show(tab) => self.tab = tab,
            Act::Turn(part) => self.part = part,
            Act::Zoom(times) => self.zoom(times),
            Act::Fit => self.fit(),
            Act::Whole(whole) => (self.whole, self.link) = (whole, None),
            Act::Gpu(gpu) => self.gpu = gpu,
            Act::Measuring(gpu, machine) => self.measuring = Some((gpu, machine)),
            Act::Link(link) => self.link = link,
            Act::Slot(slot) => self.slot = slot,
            Act::Unit(by_completion) => self.by_completion = by_completion,
            Act::Himeno(plan) => {
                self.of = plan.each().len() as u32;
                (self.himeno, self.himeno_problems, self.share) = (Rc::default(), Rc::default(), 0.0);
                self.pending += 1;
                self.plan = plan;
            }
            Act::Compare(compared) => self.compared = compared,
            Act::Exercise(act) => self.exercises.act(act),
            Act::Judge(_) => self.exercises.judge(),
            Act::Restart => {
                let (plan, kept, lesson, side) = (self.plan.clone(), self.kept.clone(), self.lesson, self.side);
                let (view, tab, part) = (self.view, self.tab, self.part);
                let exercises = self.exercises.again();
                *self = Self { plan, kept, lesson, side, view, tab, part, exercises, ..Self::first() };
            }
        }
    }

    fn update(&mut self, update: TcaUpdate) {
        match update {
            TcaUpdate::Own(news) => self.take(news),
            TcaUpdate::Refused(_, Refusal::Problems(problems)) => {
                let other = self.exercises.refused(problems);
                if !other.is_empty() {
                    self.problems = Rc::new(other);
                    (self.opening, self.recording) = (0, None);
                }
            }
            TcaUpdate::Failed(_, problems) => self.himeno_problems = Rc::new(problems),
            // Nothing is open only while the form has errors, which are shown, or while a run is being recorded.
            TcaUpdate::Refused(_, Refusal::NotOpen) | TcaUpdate::Done(_) => {}
            TcaUpdate::Checked(found) => {
                // Answers arrive in the order of the requests. Only the last one is about the present form.
                self.asked = self.asked.saturating_sub(1);
                if self.asked == 0 {
                    self.problems = Rc::new(found.err().unwrap_or_default());
                }
            }
            TcaUpdate::Frame(moment) => {
                let (from, until) = self.interval;
                if moment.now < from || moment.now > until {
                    self.centre(moment.now, until - from);
                }
                self.moment = Some(Rc::new(*moment));
            }
            // Rows of a list that a later one replaces are not wanted.
            TcaUpdate::Row(..) if self.pending > 1 => {}
            TcaUpdate::Row(_, row) => {
                self.share = 0.0;
                Rc::make_mut(&mut self.himeno).push(Rc::new(*row));
            }
            TcaUpdate::Progress(progress) => self.share = progress.share,
            TcaUpdate::BatchDone => self.pending = self.pending.saturating_sub(1),
        }
    }
}

impl State {
    /// The first lesson is open.
    fn first() -> Self {
        let goal = lesson(1).and_then(|(_, opens_at)| *opens_at);
        Self { goal, interval: (0, 1000), lesson: 1, whole: true, ..Self::default() }
    }

    fn begin(&mut self, plan: Rc<TcaPlan>, goal: Option<u64>) {
        (self.plan, self.ran, self.goal) = (plan.clone(), plan, goal);
        (self.opening, self.asked) = (self.opening + 1, self.asked + 1);
        (self.recording, self.problems) = (Some((0, 0)), Rc::default());
    }

    /// The script in the form is the work on the open exercise, if it is for one of its cases.
    fn keep_work(&mut self) {
        let is_own =
            |exercise: &Rc<TcaExerciseView>| self.plan.task.as_ref().is_some_and(|of| of.exercise == exercise.id);
        if let Some(exercise) = self.exercises.open.clone().filter(is_own) {
            let script = work_in(&exercise, &self.plan.script);
            if self.exercises.work.script != script {
                Rc::make_mut(&mut self.exercises.work).script = script;
            }
        }
    }

    fn take(&mut self, news: TcaNews) {
        match news {
            TcaNews::Exercise(exercise) => {
                self.exercises.opened(*exercise);
                // A script that a link brought is the work from now on.
                self.keep_work();
            }
            TcaNews::Graded(graded) => self.exercises.judged(*graded),
            TcaNews::Recording(events, time) => self.recording = Some((events, time)),
            TcaNews::Recorded(run) => {
                let run: Rc<TcaRun> = Rc::from(run);
                (self.opening, self.recording) = (0, None);
                self.runs += 1;
                (self.run, self.parts, self.slot, self.link) = (Some(run.clone()), None, None, None);
                self.whole = true;
                self.fit();
                let kept = Rc::make_mut(&mut self.kept);
                // The same plan again is the same run, unless one of them was stopped.
                match kept.last_mut().filter(|last| run_part(&last.plan) == run_part(&self.ran)) {
                    Some(last) => last.run = run,
                    None => kept.push(Kept { plan: self.ran.clone(), run }),
                }
                if kept.len() > MAX_KEPT {
                    kept.remove(0);
                }
                self.compared = (kept.len().saturating_sub(COMPARED)..kept.len()).collect();
            }
            TcaNews::Diagram(diagram) => self.diagram = Some(Rc::from(diagram)),
            TcaNews::Parts(parts) => self.parts = Some(Rc::from(parts)),
            TcaNews::Curves(gpu, lines) => {
                let asked = self.measuring.take_if(|(of, _)| *of == gpu);
                if let Some((gpu, machine)) = asked {
                    self.curves = Some(Rc::new(Curves { gpu, machine, lines }));
                }
            }
        }
    }

    /// The end of the run as the diagram shows it: some room is left below.
    fn end(&self) -> u64 {
        self.run.as_ref().map_or(1000, |run| run.end + run.end / 24).max(SHORTEST)
    }

    fn fit(&mut self) {
        self.interval = (0, self.end());
    }

    fn centre(&mut self, time: u64, span: u64) {
        let end = self.end();
        let span = span.clamp(SHORTEST, end);
        let from = time.saturating_sub(span / 2).min(end - span);
        self.interval = (from, from + span);
    }

    fn zoom(&mut self, times: f64) {
        let (from, until) = self.interval;
        let now = self.moment.as_ref().map_or(from, |moment| moment.now);
        self.centre(now, ((until - from) as f64 * times) as u64);
    }

    /// Whether time can be moved.
    pub fn can_move(&self) -> bool {
        self.opening == 0 && self.run.is_some() && self.moment.is_some()
    }

    /// Whether the shown time is the start.
    pub fn at_start(&self) -> bool {
        self.moment.as_ref().is_none_or(|moment| moment.step == 0)
    }

    /// Whether the shown time is the end.
    pub fn at_end(&self) -> bool {
        self.moment.as_ref().is_none_or(|moment| moment.ended)
    }

    /// Whether a list of the benchmark is running.
    pub fn busy(&self) -> bool {
        self.pending > 0
    }

    /// Whether the form differs from the plan of the last run.
    pub fn edited(&self) -> bool {
        run_part(&self.plan) != run_part(&self.ran)
    }

    /// The lines of the script with errors.
    pub fn wrong_lines(&self) -> Vec<u32> {
        let of_script = self.problems.iter().filter(|problem| problem.field == TCA_SCRIPT);
        of_script.filter_map(|problem| problem.text.en.split(':').next()?.parse().ok()).collect()
    }

    /// The lines of the script that something is going on in.
    pub fn current_lines(&self) -> Vec<u32> {
        let sentences = self.moment.iter().flat_map(|moment| &moment.sentences);
        let mut lines: Vec<u32> = sentences.map(|sentence| sentence.line).filter(|line| *line > 0).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

/// The content of a link: form, lesson, views and the shown time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Content {
    plan: TcaPlan,
    lesson: usize,
    side: Side,
    view: View,
    tab: Tab,
    #[serde(default, deserialize_with = "mcore::base::at_most_exact_option")]
    time: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exercise: Option<String>,
}

fn moves(state: &State, act: TcaAct, can: bool) -> Option<Act> {
    (state.can_move() && can).then(|| Act::Send(act.into()))
}

impl Guided for State {
    type Content = Content;

    const MODE: &'static str = MODE;

    const KEYS: &'static [KeyRow<Self>] = &[
        KeyRow {
            group: "keys-group-time",
            keys: &["F8"],
            label: "tca-keys-run",
            act: Some(|state| {
                let ready = state.problems.is_empty() && state.opening == 0;
                ready.then(|| Act::Run(state.plan.clone(), None))
            }),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["F10"],
            label: "keys-step",
            act: Some(|state| moves(state, TcaAct::Step, !state.at_end())),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["Shift", "F10"],
            label: "keys-back",
            act: Some(|state| moves(state, TcaAct::Back, !state.at_start())),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["F9"],
            label: "tca-keys-completion",
            act: Some(|state| moves(state, TcaAct::NextCompletion, !state.at_end())),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["Shift", "F9"],
            label: "tca-keys-completion-back",
            act: Some(|state| moves(state, TcaAct::LastCompletion, !state.at_start())),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["Alt", "Home"],
            label: "keys-start",
            act: Some(|state| moves(state, TcaAct::Seek(0), true)),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["Alt", "End"],
            label: "keys-end",
            act: Some(|state| moves(state, TcaAct::SeekTime(u64::from(u32::MAX) << 8), true)),
        },
        KeyRow {
            group: "keys-group-time",
            keys: &["←", "→", "PageUp", "PageDown", "Home", "End"],
            label: "tca-keys-slider",
            act: None,
        },
        KeyRow { group: "tca-keys-diagram", keys: &["+"], label: "tca-zoom-in", act: Some(|_| Some(Act::Zoom(0.5))) },
        KeyRow { group: "tca-keys-diagram", keys: &["-"], label: "tca-zoom-out", act: Some(|_| Some(Act::Zoom(2.0))) },
        KeyRow { group: "tca-keys-diagram", keys: &["0"], label: "tca-zoom-fit", act: Some(|_| Some(Act::Fit)) },
    ];

    fn content(&self) -> Content {
        let mut plan = (*self.plan).clone();
        if plan.record.len() > TCA_MAX_SCRIPT {
            plan.record = String::new();
        }
        let time = self.moment.as_ref().filter(|_| !self.edited()).map(|moment| moment.now);
        let exercise = self.exercises.open.as_ref().filter(|_| self.side == Side::Exercise).map(|own| own.id.clone());
        Content { plan, lesson: self.lesson, side: self.side, view: self.view, tab: self.tab, time, exercise }
    }

    fn carries(&self, i18n: &I18n) -> (AttrValue, Option<AttrValue>) {
        let warning = (self.plan.record.len() > TCA_MAX_SCRIPT).then(|| i18n.t("tca-share-file"));
        (i18n.t("tca-share-carries"), warning)
    }

    fn restore(content: Content) -> Vec<Act> {
        let Content { plan, lesson: number, side, view, tab, time, exercise } = content;
        let known = lesson(number).map(|_| Act::At(number));
        let rest = [Act::Run(Rc::new(plan), time), Act::Side(side), Act::View(view), Act::Show(tab)];
        let wanted = exercise.map(|id| Act::Exercise(ExerciseAct::Wanted(id.into())));
        known.into_iter().chain(wanted).chain(rest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::page::State as _;
    use super::*;
    use mcore::base::Text;
    use mcore::mode::{Command, Request};
    use mcore::modes::tca::TcaSession;

    /// A recorded run of a lesson, stopped at once or not.
    fn recorded(lesson: usize, stop: bool) -> TcaNews {
        let mut session = TcaSession::default();
        let plan = lesson_plan(lesson).expect("the lesson is there");
        session.handle(Request { id: 1, command: Command::Open(Box::new(plan.clone())) });
        if stop {
            session.handle(Request { id: 2, command: Command::Pause });
        }
        let run = |update| if let TcaUpdate::Own(news @ TcaNews::Recorded(_)) = update { Some(news) } else { None };
        (0..1000).flat_map(|_| session.run_slice(1000)).find_map(run).expect("the run ends")
    }

    #[test]
    fn an_error_of_the_benchmark_keeps_no_script_from_running() {
        let mut state = State::first();
        state.act(Act::Run(state.plan.clone(), None));
        state.update(TcaUpdate::Failed(0, vec![Problem::new("iterations", Text::new("wrong", "wrong"))]));
        assert!(state.problems.is_empty() && state.opening == 1);
        assert_eq!(state.himeno_problems.len(), 1);
        state.act(Act::Edit(state.plan.clone()));
        assert!(state.himeno_problems.is_empty());
    }

    #[test]
    fn charts_are_requested_again_after_a_stop() {
        let mut state = State::first();
        state.act(Act::Measuring(true, BTreeMap::new()));
        state.act(Act::Send(TcaCommand::Pause));
        assert_eq!(state.measuring, None);
    }

    #[test]
    fn a_whole_run_replaces_the_stopped_one_of_the_same_plan() {
        let mut state = State::first();
        state.take(recorded(1, true));
        assert!(state.kept[0].run.stopped);
        let iterations = TcaPlan { iterations: "7".into(), ..(*state.plan).clone() };
        state.act(Act::Run(Rc::new(iterations), None));
        state.take(recorded(1, false));
        assert_eq!(state.kept.len(), 1, "the benchmark is no part of a run");
        assert!(!state.kept[0].run.stopped);
    }
}
