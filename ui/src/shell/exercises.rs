//! Exercises in the page of a mode: the list of packs, the task with its hints, and the verdict. The mode adds what is handed in.
//! Elements have the name of the mode before their test names.

use crate::i18n::I18n;
use crate::shell::fields::select_of;
use crate::shell::files::{MAX_BYTES, bytes_of, read_chosen};
use crate::shell::markdown;
use crate::shell::packs::{Catalog, Pack, fetch_bytes, fetch_catalog, fetch_exercise, named_pack};
use crate::shell::persist;
use crate::shell::pictures::Pictures;
use crate::widgets::{Icon, IconName, save_text};
use mcore::base::Text;
use mcore::mode::{CaseView, ExerciseView, Graded, Problem, Refusal};
use mcore::packs::{CaseVerdict, PackFile};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// The work on an exercise, which the browser keeps.
pub trait Work: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + 'static {
    /// The name of the mode.
    const MODE: &'static str;
    /// The name of its kind of exercises.
    const KIND: &'static str;

    /// Plans of the mode.
    type Plan: Clone + Debug + PartialEq;
    /// Facts that only exercises of the mode have.
    type Own: Clone + Debug + PartialEq;
    /// The part of a hand-in that is compared with the present work.
    type Handed: Clone + Debug + Default + PartialEq;

    /// The version of the pack.
    fn version(&mut self) -> &mut String;

    /// The number of opened hints.
    fn hints(&self) -> usize;

    /// Opens the next hint.
    fn open_hint(&mut self);

    /// No work on an exercise of this version of a pack.
    fn none(version: &str) -> Self {
        let mut none = Self::default();
        version.clone_into(none.version());
        none
    }

    /// The stored work on an exercise (`pack/exercise`). Another version of the pack may have another task, so its work is
    /// not taken.
    fn load(id: &str, version: &str) -> Self {
        let found = persist::load_mode::<Self>(&format!("{}-work/{id}", Self::MODE));
        found.and_then(|mut work| (work.version() == version).then_some(work)).unwrap_or_else(|| Self::none(version))
    }

    /// Stores the work. Work that only names a version is none; it must not replace that of another version.
    fn store(&self, id: &str, version: &str) {
        if *self != Self::none(version) {
            persist::save_mode(&format!("{}-work/{id}", Self::MODE), self);
        }
    }
}

/// An exercise of a mode.
pub type ViewOf<W> = ExerciseView<<W as Work>::Plan, <W as Work>::Own>;

/// The exercises in the state of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exercises<W: Work> {
    /// The packs with exercises of the mode.
    pub catalog: Option<Rc<Catalog>>,
    /// The exercise that a link or the stored form names.
    pub wanted: Option<Rc<str>>,
    /// The open exercise.
    pub open: Option<Rc<ViewOf<W>>>,
    /// The reason why an exercise could not be opened or judged.
    pub failed: Option<Text>,
    /// The pictures of its statement.
    pub pictures: Rc<Pictures>,
    pub work: Rc<W>,
    /// A hand-in is being judged.
    pub judging: bool,
    /// The last verdict.
    pub graded: Option<Rc<Graded<W::Handed>>>,
}

/// A change of the exercises in a state.
#[derive(Clone, Debug)]
pub enum ExerciseAct {
    /// The list of packs is there.
    Catalog(Rc<Catalog>),
    /// Adds a pack that the user has opened.
    Pack(Rc<Pack>),
    /// The pictures of the exercise that is being opened.
    Pictures(Rc<Pictures>),
    /// An exercise could not be opened.
    Failed(Text),
    /// The exercise that a link names.
    Wanted(Rc<str>),
    /// Opens the next hint.
    Hint,
}

impl<W: Work> Exercises<W> {
    /// No exercise yet; this one is to be opened first.
    pub fn wanting(wanted: Option<Rc<str>>) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// The exercises after a restart of the session, which opens the present one again.
    pub fn again(&self) -> Self {
        Self::wanting(self.open.as_ref().map(|exercise| Rc::from(exercise.id.as_str())))
    }

    /// Handles an action.
    pub fn act(&mut self, act: ExerciseAct) {
        match act {
            ExerciseAct::Catalog(catalog) => self.catalog = Some(catalog),
            ExerciseAct::Pack(pack) => self.catalog = Some(with_pack(self.catalog.as_ref(), &pack)),
            ExerciseAct::Pictures(pictures) => self.pictures = pictures,
            ExerciseAct::Failed(why) => self.failed = Some(why),
            ExerciseAct::Wanted(id) => self.wanted = Some(id),
            ExerciseAct::Hint => Rc::make_mut(&mut self.work).open_hint(),
        }
    }

    /// A hand-in is being judged.
    pub fn judge(&mut self) {
        (self.judging, self.failed) = (true, None);
    }

    /// Cancels the judgement: the user has stopped it, or the worker has died.
    pub fn stop(&mut self) {
        self.judging = false;
    }

    /// The session has opened an exercise.
    pub fn opened(&mut self, exercise: ViewOf<W>) {
        self.work = Rc::new(W::load(&exercise.id, &exercise.version));
        (self.graded, self.judging) = (None, false);
        self.open = Some(Rc::new(exercise));
    }

    /// The session has judged a hand-in.
    pub fn judged(&mut self, graded: Graded<W::Handed>) {
        (self.graded, self.judging) = (Some(Rc::new(graded)), false);
    }

    /// Takes the problems with exercises out of the problems of a refusal.
    pub fn refused(&mut self, problems: Vec<Problem>) -> Vec<Problem> {
        let (own, other): (Vec<_>, Vec<_>) =
            problems.into_iter().partition(|problem| problem.field == Refusal::EXERCISE);
        if let Some(problem) = own.into_iter().next() {
            (self.failed, self.judging) = (Some(problem.text), false);
        }
        other
    }

    /// The verdict on the open exercise.
    pub fn verdict(&self) -> Option<&Rc<Graded<W::Handed>>> {
        let id = &self.open.as_ref()?.id;
        self.graded.as_ref().filter(|graded| graded.id == *id)
    }

    /// The choice of an exercise, the error, if there is one, and the open exercise below its statement.
    pub fn panel(&self, of: &Of, on_hint: Callback<()>, rest: impl FnOnce(&ViewOf<W>) -> Html, i18n: &I18n) -> Html {
        let current = self.open.as_ref().map_or("", |exercise| exercise.id.as_str());
        let task = self.open.as_ref().map(|exercise| {
            html! { <>{ task(W::MODE, exercise, self.work.hints(), &self.pictures, on_hint, i18n) }{ rest(exercise) }</> }
        });
        html! {
            <>
                { of.chooser(self.catalog.as_ref(), current, self.failed.as_ref(), i18n) }
                { task.unwrap_or_default() }
            </>
        }
    }
}

/// Stores the work on the open exercise.
#[hook]
pub fn use_work<W: Work>(exercises: &Exercises<W>) {
    use_effect_with((exercises.open.clone(), exercises.work.clone()), |(exercise, work)| {
        if let Some(own) = exercise {
            work.store(&own.id, &own.version);
        }
    });
}

/// News of packs and exercises.
#[derive(Clone, Debug)]
pub enum Heard {
    /// A change of the state.
    Act(ExerciseAct),
    /// The files of an exercise that is to be opened, with its folder.
    Files(String, Vec<PackFile>),
}

/// The mode whose exercises these are.
#[derive(Clone)]
pub struct Of {
    mode: &'static str,
    kind: &'static str,
    heard: Callback<Heard>,
}

impl Of {
    /// The exercises of a mode.
    pub fn new<W: Work>(heard: Callback<Heard>) -> Self {
        Self { mode: W::MODE, kind: W::KIND, heard }
    }

    fn tell(&self, act: ExerciseAct) {
        self.heard.emit(Heard::Act(act));
    }

    /// Opens an exercise of a pack.
    fn open(&self, pack: Pack, folder: String) {
        let heard = self.heard.clone();
        spawn_local(async move {
            heard.emit(match fetch_exercise(&pack, &folder).await {
                Ok(files) => {
                    heard.emit(Heard::Act(ExerciseAct::Pictures(Rc::new(Pictures::of(&folder, &files)))));
                    Heard::Files(folder, files)
                }
                Err(why) => Heard::Act(ExerciseAct::Failed(Text::same(why))),
            });
        });
    }

    /// Adds a pack and opens its first exercise.
    fn add(&self, pack: Result<Pack, Text>) {
        match pack {
            Ok(pack) => {
                self.tell(ExerciseAct::Pack(Rc::new(pack.clone())));
                let first = pack.exercises().next().map(str::to_owned);
                match first {
                    Some(folder) => self.open(pack, folder),
                    None => self.tell(ExerciseAct::Failed(mcore::text!(
                        "there is no exercise for this page in this pack",
                        "この課題集には、このページの課題がありません"
                    ))),
                }
            }
            Err(why) => self.tell(ExerciseAct::Failed(why)),
        }
    }

    /// Fetches the list of packs, and the pack in the page's address (`?pack=course.zip`). Opens the pack of the address, else the
    /// exercise `wanted`, else the first one.
    fn fetch(self, wanted: Option<String>) {
        spawn_local(async move {
            let catalog = match fetch_catalog(self.kind).await {
                Ok(catalog) => catalog,
                Err(why) => {
                    self.tell(ExerciseAct::Failed(Text::same(why)));
                    Catalog::default()
                }
            };
            let first = catalog.first(wanted.as_deref());
            let found = first
                .as_deref()
                .and_then(|id| catalog.find(id))
                .map(|(pack, folder)| (pack.clone(), folder.to_owned()));
            self.tell(ExerciseAct::Catalog(Rc::new(catalog)));
            if let Some(address) = named_pack() {
                let read = |bytes: Vec<u8>| Pack::from_archive(&bytes, self.kind);
                return self.add(fetch_bytes(&address).await.map_err(Text::same).and_then(read));
            }
            if let Some((pack, folder)) = found {
                self.open(pack, folder);
            }
        });
    }

    /// The choice of an exercise, the button for a pack from a file, and the error, if there is one.
    fn chooser(&self, catalog: Option<&Rc<Catalog>>, current: &str, wrong: Option<&Text>, i18n: &I18n) -> Html {
        let mode = self.mode;
        let catalog = catalog.cloned().unwrap_or_default();
        let groups = catalog.packs.iter().map(|pack| {
            let label = pack.title.as_ref().map_or_else(|| pack.id.clone(), |title| i18n.text(title).to_owned());
            let options = pack.exercises().map(|folder| {
                let id = format!("{}/{folder}", pack.id);
                let title =
                    pack.title_of(folder).map_or_else(|| folder.to_owned(), |title| i18n.text(title).to_owned());
                html! { <option key={id.clone()} value={id.clone()} selected={id == current}>{ title }</option> }
            });
            html! { <optgroup key={pack.id.clone()} {label}>{ for options }</optgroup> }
        });
        let onchange = {
            let (of, catalog) = (self.clone(), catalog.clone());
            move |event: Event| {
                let select = select_of(&event);
                let Some(id) = select.map(|select| select.value()) else { return };
                if let Some((pack, folder)) = catalog.find(&id) {
                    of.open(pack.clone(), folder.to_owned());
                }
            }
        };
        let on_file = {
            let of = self.clone();
            move |event: Event| {
                let of = of.clone();
                read_chosen(&event, |file| async move {
                    let large = file.size() > MAX_BYTES;
                    let bytes = if large { None } else { bytes_of(&file).await };
                    let bytes = bytes.ok_or_else(|| match large {
                        true => mcore::text!("the file is larger than 64 MiB", "ファイルが 64 MiB を超えています"),
                        false => mcore::text!("the file cannot be read", "ファイルを読めません"),
                    });
                    of.add(bytes.and_then(|bytes| Pack::from_archive(&bytes, of.kind)));
                });
            }
        };
        let id = format!("{mode}-exercise");
        let wrong = wrong.map(|why| {
            html! { <p class="lab-wrong" role="alert" data-testid={format!("{mode}-exercise-failed")}>{ i18n.text(why).to_owned() }</p> }
        });
        html! {
            <>
                <div class="lab-chooser">
                    <label class="small" for={id.clone()}>{ i18n.t("lab-exercise") }</label>
                    <div class="lab-pick">
                        <select id={id.clone()} {onchange} disabled={catalog.packs.is_empty()} data-testid={id}>{ for groups }</select>
                        <label class="btn outlined lab-file"><input type="file" accept=".zip" class="unseen" onchange={on_file} data-testid={format!("{mode}-pack-file")} />{ i18n.t("lab-open-pack") }</label>
                    </div>
                </div>
                { wrong.unwrap_or_default() }
            </>
        }
    }
}

/// Fetches the list of packs when the panel is shown for the first time, and after a restart of the worker, which forgets them.
#[hook]
pub fn use_catalog<W: Work>(of: &Of, exercises: &Exercises<W>) {
    let (of, wanted) = (of.clone(), exercises.wanted.as_deref().map(str::to_owned));
    use_effect_with(exercises.catalog.is_some(), move |known| {
        if !*known {
            of.fetch(wanted);
        }
    });
}

/// A list of packs with another pack, which replaces one with the same name.
fn with_pack(catalog: Option<&Rc<Catalog>>, pack: &Pack) -> Rc<Catalog> {
    let mut packs = catalog.map_or_else(Vec::new, |own| own.packs.clone());
    packs.retain(|other| other.id != pack.id);
    packs.insert(0, pack.clone());
    Rc::new(Catalog { packs })
}

/// The statement of an exercise with its hints.
fn task<P, O>(
    mode: &str,
    exercise: &ExerciseView<P, O>,
    opened: usize,
    pictures: &Pictures,
    on_hint: Callback<()>,
    i18n: &I18n,
) -> Html {
    let opened = opened.min(exercise.hints.len());
    let hints = exercise.hints.iter().take(opened).enumerate().map(|(at, hint)| {
        html! { <div key={at} class="hint">{ markdown::render(i18n.text(hint), pictures) }</div> }
    });
    let left = exercise.hints.len() - opened;
    let next = (left > 0).then(|| {
        let onclick = on_hint.reform(|_: MouseEvent| ());
        html! { <button type="button" class="btn outlined" {onclick} data-testid={format!("{mode}-hint")}>{ i18n.tf("lab-hint", &[("n", &left.to_string())]) }</button> }
    });
    html! {
        <article class="lab-task" data-testid={format!("{mode}-task")} data-exercise={exercise.id.clone()}>
            <p class="small quiet">{ i18n.text(&exercise.pack_title).to_owned() }</p>
            { markdown::render(i18n.text(&exercise.statement), pictures) }
            <div class="hints">{ for hints }</div>
            <div class="lab-pick">{ next.unwrap_or_default() }</div>
        </article>
    }
}

/// A case: its name with facts and a button, the expectations, the parts of the mode, and the verdict. `hidden` is the message for a
/// case that only the grader can judge.
pub fn case_card<P, H>(
    mode: &str,
    at: usize,
    case: &CaseView<P>,
    (facts, button, rest): (AttrValue, Option<Html>, Html),
    hidden: &'static str,
    graded: Option<&Rc<Graded<H>>>,
    i18n: &I18n,
) -> Html {
    let asked = case.asked.iter().enumerate();
    let asked = asked.map(|(at, line)| html! { <li key={at}>{ i18n.text(line).to_owned() }</li> });
    let hidden = (!case.visible).then(|| html! { <p class="small quiet">{ i18n.t(hidden) }</p> });
    let found = graded.and_then(|graded| graded.grade.cases.get(at));
    html! {
        <li key={at} class="lab-case" data-testid={format!("{mode}-case-card-{}", at + 1)}>
            <div class="lab-pick"><b>{ i18n.text(&case.name).to_owned() }</b><span class="quiet small">{ facts }</span>{ button.unwrap_or_default() }</div>
            <ul class="small">{ for asked }</ul>
            { hidden.unwrap_or_default() }
            { rest }
            { found.map(|found| verdict(mode, at, found, i18n)).unwrap_or_default() }
        </li>
    }
}

/// The points in words.
fn points(points: u32, of: u32, i18n: &I18n) -> AttrValue {
    i18n.tf("lab-points", &[("points", &points.to_string()), ("of", &of.to_string())])
}

/// The verdict on a case, by its number from 0.
fn verdict(mode: &str, at: usize, verdict: &CaseVerdict, i18n: &I18n) -> Html {
    let word = match (verdict.judged, verdict.passed) {
        (false, _) => "lab-not-judged",
        (_, true) => "lab-passed",
        _ => "lab-failed",
    };
    let lines = verdict.checks.iter().enumerate().map(|(at, check)| {
        let sign = if check.passed { "✓" } else { "✗" };
        let name = i18n.t(if check.passed { "lab-passed" } else { "lab-failed" });
        html! {
            <li key={at} class={if check.passed { "lab-met" } else { "lab-unmet" }}>
                <span role="img" aria-label={name}>{ sign }</span>{ " " }{ i18n.text(&check.text).to_owned() }{ " " }<span class="quiet">{ points(check.points, check.of, i18n) }</span>
            </li>
        }
    });
    let refused = verdict.refused.as_ref().map(|why| html! { <p class="lab-wrong">{ i18n.text(why).to_owned() }</p> });
    html! {
        <div class="lab-answer small" data-testid={format!("{mode}-verdict-{}", at + 1)} data-passed={verdict.passed.to_string()} data-points={verdict.points.to_string()}>
            <b>{ i18n.t(word) }</b>{ " " }<span class="quiet">{ points(verdict.points, verdict.of, i18n) }</span>
            <ul class="lab-checks">{ for lines }</ul>
            { refused.unwrap_or_default() }
        </div>
    }
}

/// The button that judges, the hand-in file, and the grade. Without `on_check` there is nothing to judge now.
pub fn judge_bar<H>(
    mode: &str,
    graded: Option<&Rc<Graded<H>>>,
    judging: bool,
    on_check: Option<Callback<MouseEvent>>,
    i18n: &I18n,
) -> Html {
    let total = graded.map(|graded| {
        let grade = &graded.grade;
        let word = i18n.t(if grade.passed { "lab-passed" } else { "lab-failed" });
        html! { <span data-testid={format!("{mode}-grade")} data-passed={grade.passed.to_string()} data-points={grade.points.to_string()}><b>{ word }</b>{ " " }{ points(grade.points, grade.of, i18n) }</span> }
    });
    let save = graded.map(|graded| {
        let (name, file) = (graded.name.clone(), graded.file.clone());
        let onclick = move |_: MouseEvent| save_text(&name, "application/json", &file);
        html! { <button type="button" class="btn outlined" {onclick} data-testid={format!("{mode}-save-hand-in")}><Icon name={IconName::Save} />{ i18n.t("lab-save-hand-in") }</button> }
    });
    let disabled = on_check.is_none();
    let label = if judging { "lab-judging" } else { "lab-check" };
    html! {
        <div class="lab-pick lab-judge">
            <button type="button" class="btn primary" onclick={on_check.unwrap_or_default()} {disabled} data-testid={format!("{mode}-check")}>{ i18n.t(label) }</button>
            { save.unwrap_or_default() }
            <span role="status">{ total.unwrap_or_default() }</span>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    /// Work that must not be copied.
    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Unique {
        version: String,
        hints: usize,
    }

    impl Clone for Unique {
        fn clone(&self) -> Self {
            panic!("the work is copied");
        }
    }

    impl Work for Unique {
        const MODE: &'static str = "test";
        const KIND: &'static str = "test";
        type Plan = ();
        type Own = ();
        type Handed = ();

        fn version(&mut self) -> &mut String {
            &mut self.version
        }

        fn hints(&self) -> usize {
            self.hints
        }

        fn open_hint(&mut self) {
            self.hints += 1;
        }
    }

    #[test]
    fn hints_are_opened_and_counted_without_a_copy_of_the_work() {
        let mut exercises = Exercises::<Unique>::default();
        exercises.act(ExerciseAct::Hint);
        exercises.act(ExerciseAct::Hint);
        let shared = exercises.work.clone();
        assert_eq!((shared.hints(), exercises.work.hints()), (2, 2));
    }

    #[test]
    fn a_judgement_ends_with_its_verdict_or_when_it_is_given_up() {
        let mut exercises = Exercises::<Unique>::default();
        exercises.judge();
        assert!(exercises.judging);
        exercises.stop();
        assert!(!exercises.judging && exercises.graded.is_none());
    }
}
