//! The state of the memory systems page, and how it changes: a pure reducer.

use crate::i18n::I18n;
use crate::shell::guide::{Guided, KeyRow};
use crate::shell::page::{self, Part};
use crate::shell::persist;
use crate::shell::runs::Runs;
use mcore::base::Text;
use mcore::mode::{Problem, Progress, Refusal};
use mcore::modes::pmnet::{
    PMNET_FILES, PMNET_PRESETS, Pmnet, PmnetDat, PmnetDocument, PmnetEdit, PmnetPlan, PmnetUpdate, pmnet_plans,
    pmnet_preset, pmnet_properties, pmnet_scenarios,
};
use mcore::modes::pmnet::{PmnetMap, PmnetObject, PmnetResult, pmnet_free, pmnet_nested, pmnet_results_of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::AttrValue;

/// The name of the mode in the keys of the browser's storage.
const MODE: &str = "pmnet";

/// A view of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tab {
    #[default]
    Lessons,
    /// The run in figures.
    Run,
    Objects,
    Charts,
    /// Runs side by side.
    Compare,
    /// One property with several values.
    Sweep,
}

/// A sweep of one property.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sweep {
    /// The property: class and key.
    pub property: String,
    /// The values, as text.
    pub values: String,
    /// Values and results so far.
    pub rows: Vec<(f64, PmnetResult)>,
    /// The values of the runs that have begun or wait; empty if nothing runs.
    pub pending: Vec<f64>,
    /// The property of the rows.
    pub of: String,
    /// Why it cannot run.
    pub wrong: Option<Text>,
}

/// The part below the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Below {
    /// Properties of the selected objects.
    #[default]
    Properties,
    /// The DAT text.
    Text,
}

/// A run, and its memory system.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    pub result: PmnetResult,
    /// The memory system.
    pub dat: Rc<PmnetDat>,
}

/// A refused change, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// The change.
    pub edit: PmnetEdit,
    pub why: Text,
}

/// The state of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The memory system.
    pub doc: Rc<PmnetDocument>,
    /// The values of the form; its `dat` is empty until a run.
    pub plan: Rc<PmnetPlan>,
    /// Names and sizes of the trace files.
    pub files: Rc<Vec<(String, f64)>>,
    /// The errors of the form.
    pub problems: Rc<Vec<Problem>>,
    /// Selected objects, by name.
    pub selected: Rc<Vec<String>>,
    /// The next chosen object gets an edge to the selected one.
    pub connecting: bool,
    /// The last refused change.
    pub refused: Option<Rc<Refused>>,
    /// Errors about files that could not be opened, or about the last run.
    pub notices: Rc<Vec<Text>>,
    /// Identical boxes that the user has collapsed or expanded against the rule.
    pub turned: Rc<BTreeSet<String>>,
    /// Free form.
    pub free: bool,
    /// The picture.
    pub map: Rc<PmnetMap>,
    /// Counts to show on the picture, in the order of its objects; empty if there are none for this memory system.
    pub counts: Rc<Vec<PmnetObject>>,
    /// Progress of a run.
    pub progress: Option<Progress>,
    /// Memory systems of the pending runs.
    pub pending: Vec<Rc<PmnetDat>>,
    /// Runs so far.
    pub runs: Runs<Ran>,
    /// Index of the shown run.
    pub shown: usize,
    /// The lesson that was started last.
    pub lesson: Option<usize>,
    pub sweep: Rc<Sweep>,
    /// The shown view of the results.
    pub tab: Tab,
    /// The part that a narrow page shows.
    pub part: Part,
    /// The part below the picture.
    pub below: Below,
    /// The worker has died, with the reason.
    pub dead: Option<Rc<str>>,
}

/// An action of the user.
#[derive(Clone, Debug)]
pub enum Act {
    /// Changes the memory system.
    Edit(PmnetEdit),
    /// Edits its text.
    Type(String),
    /// Undoes an edit.
    Undo,
    /// Redoes it.
    Redo,
    /// Loads another memory system.
    Load(Rc<PmnetDat>),
    /// Reports files that could not be opened.
    Notices(Vec<Text>),
    /// Selects objects.
    Select(Vec<String>),
    /// Starts to connect, or stops.
    Connect(bool),
    /// Collapses or expands identical boxes.
    Fold(String),
    /// Switches between free form and boxes.
    Free(bool),
    /// The form changes.
    Plan(Rc<PmnetPlan>),
    /// Chooses other trace files.
    Files(Vec<web_sys::File>),
    /// Runs the present system and program.
    Run,
    /// Runs a lesson.
    Lesson(usize),
    /// Cancels the run in progress.
    Cancel,
    /// Shows another run.
    Look(usize),
    /// Compares other runs.
    Compare(Vec<usize>),
    /// Runs this plan, which has a memory system.
    Start(Rc<PmnetPlan>),
    /// Chooses property and values of the sweep.
    Vary(String, String),
    RunSweep,
    /// The sweep runs with these values, or cannot run for this reason.
    Sweep(Result<Vec<f64>, Text>),
    /// Shows another view of the results.
    Show(Tab),
    /// Shows another part on a narrow page.
    Turn(Part),
    /// Shows another part below the picture.
    Below(Below),
    /// Restarts the worker.
    Restart,
}

impl page::State for State {
    type Mode = Pmnet;
    type Act = Act;

    /// The stored memory system and form, else the first preset and Triad.
    fn restored() -> Self {
        let mut plan: PmnetPlan = persist::load_mode(MODE).unwrap_or_default();
        let kept = PmnetDat::read(&plan.dat).ok();
        let dat = kept.or_else(|| pmnet_preset("i7-7700k").ok()).unwrap_or_default();
        plan.dat.clear();
        Self::of(dat, plan)
    }

    fn died(&mut self, why: Rc<str>) {
        (self.dead, self.progress) = (Some(why), None);
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Edit(edit) => self.edit(edit),
            Act::Type(text) => self.change(|doc| doc.type_text(&text)),
            Act::Undo => self.change(PmnetDocument::undo),
            Act::Redo => self.change(PmnetDocument::redo),
            Act::Load(dat) => {
                (self.turned, self.notices) = (Rc::default(), Rc::default());
                self.change(|doc| doc.replace((*dat).clone()));
            }
            Act::Notices(notices) => self.notices = Rc::new(notices),
            Act::Select(names) => self.select(names),
            Act::Connect(on) => self.connecting = on && self.selected.len() == 1,
            Act::Fold(key) => {
                let turned = Rc::make_mut(&mut self.turned);
                if !turned.remove(&key) {
                    turned.insert(key);
                }
                self.draw();
            }
            Act::Free(free) => {
                self.free = free;
                self.draw();
            }
            Act::Plan(plan) => {
                self.plan = plan;
                self.check();
            }
            Act::Files(files) => {
                self.files = Rc::new(files.iter().map(|file| (file.name(), file.size())).collect());
                self.check();
            }
            Act::Run | Act::Start(_) => {
                self.begin(vec![self.doc.dat().clone()]);
                self.lesson = None;
                if self.tab == Tab::Lessons {
                    self.tab = Tab::Run;
                }
            }
            Act::Vary(property, values) => {
                let sweep = Rc::make_mut(&mut self.sweep);
                (sweep.property, sweep.values, sweep.wrong) = (property, values, None);
            }
            Act::Sweep(Err(why)) => Rc::make_mut(&mut self.sweep).wrong = Some(why),
            Act::Sweep(Ok(values)) => {
                let sweep = Rc::make_mut(&mut self.sweep);
                (sweep.rows, sweep.wrong, sweep.of) = (Vec::new(), None, sweep.property.clone());
                let count = values.len() as u32;
                sweep.pending = values;
                (self.lesson, self.pending) = (None, Vec::new());
                (self.progress, self.notices) = (Some(Progress { of: count, ..Progress::default() }), Rc::default());
            }
            Act::Lesson(number) => self.lesson(number),
            Act::RunSweep | Act::Cancel => {}
            Act::Look(run) => {
                self.shown = run;
                self.show_counts();
            }
            Act::Compare(runs) => self.runs.compared = runs,
            Act::Show(tab) => self.tab = tab,
            Act::Turn(part) => self.part = part,
            Act::Below(below) => self.below = below,
            Act::Restart => {
                (self.dead, self.progress) = (None, None);
                self.pending.clear();
                Rc::make_mut(&mut self.sweep).pending.clear();
            }
        }
    }

    fn update(&mut self, update: PmnetUpdate) {
        match update {
            PmnetUpdate::Progress(progress) => {
                // A cancelled run may still report progress.
                if self.progress.is_some() {
                    self.progress = Some(progress);
                }
            }
            PmnetUpdate::Failed(_, problems) | PmnetUpdate::Refused(_, Refusal::Problems(problems)) => {
                self.notices = Rc::new(problems.into_iter().map(|problem| problem.text).collect());
            }
            PmnetUpdate::Row(number, result) if !self.sweep.pending.is_empty() => {
                let sweep = Rc::make_mut(&mut self.sweep);
                // A cancelled run has no whole result.
                if let Some(value) = sweep.pending.get(number as usize).filter(|_| result.stopped.is_none()) {
                    sweep.rows.push((*value, *result));
                }
            }
            PmnetUpdate::Row(number, result) => {
                let Some(dat) = self.pending.get(number as usize).cloned() else { return };
                self.runs.push(Rc::new(Ran { result: *result, dat }));
                self.shown = self.runs.last();
                // All runs of a lesson; else the last two.
                if self.lesson.is_some() {
                    self.runs.compare_last(number as usize + 1);
                }
                self.show_counts();
            }
            PmnetUpdate::BatchDone => {
                self.progress = None;
                self.pending.clear();
                Rc::make_mut(&mut self.sweep).pending.clear();
            }
            PmnetUpdate::Frame(none) => match *none {},
            PmnetUpdate::Own(none) => match none {},
            PmnetUpdate::Done(_) | PmnetUpdate::Refused(_, Refusal::NotOpen) | PmnetUpdate::Checked(_) => {}
        }
    }
}

impl State {
    fn of(dat: PmnetDat, plan: PmnetPlan) -> Self {
        let mut state = Self {
            doc: Rc::new(PmnetDocument::new(dat)),
            plan: Rc::new(plan),
            files: Rc::default(),
            problems: Rc::default(),
            selected: Rc::default(),
            connecting: false,
            refused: None,
            notices: Rc::default(),
            turned: Rc::default(),
            free: false,
            map: Rc::default(),
            counts: Rc::default(),
            progress: None,
            pending: Vec::new(),
            runs: Runs::default(),
            shown: 0,
            lesson: None,
            sweep: Rc::new(Sweep { values: "128K,256K,512K,1M,2M".into(), ..Sweep::default() }),
            tab: Tab::default(),
            part: Part::Stage,
            below: Below::default(),
            dead: None,
        };
        state.check();
        state.draw();
        state
    }

    /// The form with the memory system, as it is run and stored.
    pub fn whole_plan(&self) -> PmnetPlan {
        PmnetPlan { dat: self.doc.dat().to_json(), ..(*self.plan).clone() }
    }

    /// The shown run.
    pub fn run(&self) -> Option<&Rc<Ran>> {
        self.runs.get(self.shown)
    }

    /// The property of the sweep: the chosen one if the memory system has it, else the capacity of a second-level cache or
    /// the first property.
    pub fn swept(&self) -> String {
        let all = pmnet_properties(self.doc.dat());
        let chosen = all.iter().find(|own| **own == self.sweep.property);
        let usual = || all.iter().find(|own| *own == "L2.capacity");
        chosen.or_else(usual).or(all.first()).cloned().unwrap_or_default()
    }

    /// Whether the present input can be run.
    pub fn ready(&self) -> bool {
        self.doc.graph().is_ok() && self.doc.errors().is_empty() && self.problems.is_empty()
    }

    fn select(&mut self, names: Vec<String>) {
        if self.connecting
            && let ([from], [to]) = (&self.selected[..], &names[..])
            && from != to
        {
            let edit = PmnetEdit::Connect(from.clone(), to.clone());
            self.connecting = false;
            self.edit(edit);
            self.selected = Rc::new(names);
            return;
        }
        (self.connecting, self.refused) = (false, None);
        self.selected = Rc::new(names);
    }

    fn edit(&mut self, edit: PmnetEdit) {
        let mut concerned = Vec::new();
        let mut refused = None;
        self.change(|doc| match doc.edit(&edit) {
            Ok(names) => concerned = names,
            Err(error) => refused = Some(error.text()),
        });
        match refused {
            Some(why) => self.refused = Some(Rc::new(Refused { edit, why })),
            None if matches!(&edit, PmnetEdit::Set(list, ..) if list.ends_with("_class")) => {}
            None => self.selected = Rc::new(concerned),
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut PmnetDocument)) {
        let before = self.doc.revision();
        change(Rc::make_mut(&mut self.doc));
        (self.refused, self.connecting) = (None, false);
        if self.doc.revision() != before {
            self.check();
            self.draw();
            let dat = self.doc.dat();
            let here: BTreeSet<&str> = dat.objects().map(|(_, name, ..)| name).collect();
            let kept: Vec<String> = self.selected.iter().filter(|name| here.contains(name.as_str())).cloned().collect();
            self.selected = Rc::new(kept);
        }
    }

    fn check(&mut self) {
        let graph = self.doc.graph().ok().cloned();
        self.problems = Rc::new(self.plan.problems(self.doc.dat(), graph.as_deref(), self.files.len()));
    }

    fn draw(&mut self) {
        let dat = self.doc.dat();
        self.map = Rc::new(if self.free { pmnet_free(dat) } else { pmnet_nested(dat, &self.turned) });
        self.show_counts();
    }

    /// Counts of the shown run, if it was made on the system in the picture; else those in the DAT.
    fn show_counts(&mut self) {
        let dat = self.doc.dat();
        let own = self.run().filter(|run| same_system(&run.dat, dat)).map(|run| run.result.objects.clone());
        self.counts = Rc::new(own.unwrap_or_else(|| pmnet_results_of(dat)));
    }

    fn begin(&mut self, pending: Vec<Rc<PmnetDat>>) {
        Rc::make_mut(&mut self.sweep).pending.clear();
        self.progress = Some(Progress { of: pending.len() as u32, ..Progress::default() });
        self.pending = pending;
        self.notices = Rc::default();
    }

    fn lesson(&mut self, number: usize) {
        let Some(lesson) = pmnet_scenarios().into_iter().nth(number) else { return };
        let mut plans = pmnet_plans(&lesson);
        let systems: Vec<Rc<PmnetDat>> =
            plans.iter().filter_map(|plan| PmnetDat::read(&plan.dat).ok()).map(Rc::new).collect();
        if let (Some(mut plan), Some(dat)) = (plans.pop(), systems.last().cloned()) {
            plan.dat.clear();
            self.plan = Rc::new(plan);
            self.turned = Rc::default();
            if *dat != **self.doc.dat() {
                self.change(|doc| doc.replace((*dat).clone()));
            }
            self.check();
        }
        self.begin(systems);
        (self.lesson, self.tab) = (Some(number), Tab::Compare);
    }
}

/// The content of a link: memory system, form and moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// The form. Its memory system is empty if `preset` names it.
    plan: PmnetPlan,
    /// The preset that the memory system is.
    preset: Option<String>,
    /// Whether a run is shown.
    ran: bool,
    /// The selected objects.
    selected: Vec<String>,
    /// Property and values of the sweep.
    sweep: (String, String),
    /// Free form of the picture.
    free: bool,
    /// The shown results.
    tab: Tab,
}

impl Guided for State {
    type Content = Content;

    const MODE: &'static str = MODE;

    const KEYS: &'static [KeyRow<Self>] = &[
        KeyRow {
            group: "keys-group-page",
            keys: &["F8"],
            label: "pmnet-keys-run",
            act: Some(|state| match state.progress {
                Some(_) => Some(Act::Cancel),
                None => state.ready().then_some(Act::Run),
            }),
        },
        KeyRow {
            group: "keys-group-page",
            keys: &["Ctrl", "Enter"],
            label: "pmnet-keys-run",
            act: Some(|state| (state.progress.is_none() && state.ready()).then_some(Act::Run)),
        },
        KeyRow {
            group: "pmnet-keys-picture", keys: &["←", "↑", "↓", "→"], label: "pmnet-keys-arrows", act: None
        },
        KeyRow { group: "pmnet-keys-picture", keys: &["Enter"], label: "pmnet-keys-select", act: None },
        KeyRow {
            group: "pmnet-keys-picture", keys: &["Alt", "←", "↑", "↓", "→"], label: "pmnet-keys-move", act: None
        },
        KeyRow { group: "pmnet-keys-picture", keys: &["C"], label: "pmnet-keys-connect", act: None },
        KeyRow { group: "pmnet-keys-picture", keys: &["D"], label: "pmnet-keys-copy", act: None },
        KeyRow { group: "pmnet-keys-picture", keys: &["G"], label: "pmnet-keys-group", act: None },
        KeyRow { group: "pmnet-keys-picture", keys: &["Delete"], label: "pmnet-keys-delete", act: None },
        KeyRow { group: "pmnet-keys-picture", keys: &["Ctrl", "Z"], label: "pmnet-keys-undo", act: None },
        KeyRow { group: "pmnet-keys-picture", keys: &["Ctrl", "Y"], label: "pmnet-keys-redo", act: None },
    ];

    fn content(&self) -> Content {
        let dat = self.doc.dat();
        let preset = PMNET_PRESETS.iter().find(|name| pmnet_preset(name).is_ok_and(|own| own == **dat));
        let plan = match preset {
            Some(_) => (*self.plan).clone(),
            None => self.whole_plan(),
        };
        Content {
            plan,
            preset: preset.map(|name| (*name).to_owned()),
            ran: self.run().is_some_and(|run| same_system(&run.dat, dat)),
            selected: (*self.selected).clone(),
            sweep: (self.sweep.property.clone(), self.sweep.values.clone()),
            free: self.free,
            tab: self.tab,
        }
    }

    fn carries(&self, i18n: &I18n) -> (AttrValue, Option<AttrValue>) {
        let warning = (self.plan.program == PMNET_FILES).then(|| i18n.t("pmnet-share-files"));
        (i18n.t("pmnet-share-carries"), warning)
    }

    fn restore(content: Content) -> Vec<Act> {
        let Content { plan, preset, ran, selected, sweep, free, tab } = content;
        let dat = match &preset {
            Some(name) => pmnet_preset(name).map_err(|why| vec![why]),
            None => PmnetDat::read(&plan.dat).map_err(|errors| errors.iter().map(|error| error.text()).collect()),
        };
        let dat = match dat {
            Ok(dat) => dat,
            Err(why) => return vec![Act::Notices(why)],
        };
        let whole = PmnetPlan { dat: dat.to_json(), ..plan.clone() };
        let mut acts = vec![
            Act::Load(Rc::new(dat)),
            Act::Plan(Rc::new(PmnetPlan { dat: String::new(), ..plan })),
            Act::Free(free),
            Act::Vary(sweep.0, sweep.1),
        ];
        if ran && whole.program != PMNET_FILES {
            acts.push(Act::Start(Rc::new(whole)));
        }
        acts.extend([Act::Select(selected), Act::Show(tab)]);
        acts
    }
}

/// Whether a run on one of the two is a run on the other: they differ only in the positions of objects.
fn same_system(a: &Rc<PmnetDat>, b: &Rc<PmnetDat>) -> bool {
    if Rc::ptr_eq(a, b) || a == b {
        return true;
    }
    let plain = |dat: &PmnetDat| {
        let mut dat = dat.clone().without_results();
        let cores = dat.core_obj.iter_mut().map(|core| &mut core.extra);
        let parts = dat.cache_obj.iter_mut().chain(&mut dat.mem_obj).chain(&mut dat.router_obj);
        for extra in cores.chain(parts.map(|part| &mut part.extra)) {
            extra.remove("position");
            extra.remove("group");
        }
        dat
    };
    plain(a) == plain(b)
}
