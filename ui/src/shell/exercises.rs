//! Exercises in the page of a mode: the list of packs, the task with its hints, and the verdict. The mode adds what is handed in.
//! Elements have the name of the mode before their test names.

use crate::i18n::I18n;
use crate::shell::files::{MAX_BYTES, bytes_of, read_chosen};
use crate::shell::markdown;
use crate::shell::packs::{Catalog, Pack, fetch_bytes, fetch_catalog, fetch_exercise, named_pack};
use crate::shell::persist;
use crate::shell::pictures::Pictures;
use crate::widgets::{Icon, IconName, save_text};
use mcore::base::Text;
use mcore::packs::{CaseVerdict, Grade, PackFile};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The work on an exercise, which the browser keeps.
pub trait Stored: Default + PartialEq + Serialize + DeserializeOwned {
    /// The name of the mode.
    const MODE: &'static str;

    /// The version of the pack.
    fn version(&mut self) -> &mut String;

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

/// News of packs and exercises.
#[derive(Clone, Debug)]
pub enum Heard {
    /// The list of packs.
    Catalog(Rc<Catalog>),
    /// A pack that the user adds.
    Pack(Rc<Pack>),
    /// The files of an exercise that is to be opened, with its folder and its pictures.
    Files(String, Vec<PackFile>, Rc<Pictures>),
    /// Something could not be read.
    Failed(Text),
}

/// The mode whose exercises these are.
#[derive(Clone)]
pub struct Of {
    /// The name of the mode.
    pub mode: &'static str,
    /// The name of its kind of exercises.
    pub kind: &'static str,
    /// Receives the news.
    pub heard: Callback<Heard>,
}

impl Of {
    /// Opens an exercise of a pack.
    fn open(&self, pack: Pack, folder: String) {
        let heard = self.heard.clone();
        spawn_local(async move {
            heard.emit(match fetch_exercise(&pack, &folder).await {
                Ok(files) => {
                    let pictures = Rc::new(Pictures::of(&folder, &files));
                    Heard::Files(folder, files, pictures)
                }
                Err(why) => Heard::Failed(Text::same(why)),
            });
        });
    }

    /// Adds a pack and opens its first exercise.
    fn add(&self, pack: Result<Pack, Text>) {
        match pack {
            Ok(pack) => {
                self.heard.emit(Heard::Pack(Rc::new(pack.clone())));
                let first = pack.exercises().next().map(str::to_owned);
                match first {
                    Some(folder) => self.open(pack, folder),
                    None => self.heard.emit(Heard::Failed(mcore::text!(
                        "there is no exercise for this page in this pack",
                        "この課題集には、このページの課題がありません"
                    ))),
                }
            }
            Err(why) => self.heard.emit(Heard::Failed(why)),
        }
    }

    /// Fetches the list of packs, and the pack in the page's address (`?pack=course.zip`). Opens the pack of the address, else the
    /// exercise `wanted`, else the first one.
    fn fetch(self, wanted: Option<String>) {
        spawn_local(async move {
            let catalog = match fetch_catalog(self.kind).await {
                Ok(catalog) => catalog,
                Err(why) => {
                    self.heard.emit(Heard::Failed(Text::same(why)));
                    Catalog::default()
                }
            };
            let first = catalog.first(wanted.as_deref());
            let found = first
                .as_deref()
                .and_then(|id| catalog.find(id))
                .map(|(pack, folder)| (pack.clone(), folder.to_owned()));
            self.heard.emit(Heard::Catalog(Rc::new(catalog)));
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
    pub fn chooser(&self, catalog: Option<&Rc<Catalog>>, current: &str, wrong: Option<&Text>, i18n: &I18n) -> Html {
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
                let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
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
pub fn use_catalog(of: &Of, known: bool, wanted: Option<&str>) {
    let (of, wanted) = (of.clone(), wanted.map(str::to_owned));
    use_effect_with(known, move |known| {
        if !*known {
            of.fetch(wanted);
        }
    });
}

/// A list of packs with another pack, which replaces one with the same name.
pub fn with_pack(catalog: Option<&Rc<Catalog>>, pack: &Pack) -> Rc<Catalog> {
    let mut packs = catalog.map_or_else(Vec::new, |own| own.packs.clone());
    packs.retain(|other| other.id != pack.id);
    packs.insert(0, pack.clone());
    Rc::new(Catalog { packs })
}

/// A task for people.
pub struct Task<'t> {
    /// The name of the mode.
    pub mode: &'static str,
    /// `pack/exercise`.
    pub id: &'t str,
    /// Title of the pack.
    pub pack_title: &'t Text,
    /// Statement as CommonMark.
    pub statement: &'t Text,
    /// Hints as CommonMark.
    pub hints: &'t [Text],
    /// Opened hints.
    pub opened: usize,
    /// The pictures of the statement.
    pub pictures: &'t Pictures,
    /// Opens the next hint.
    pub on_hint: Callback<()>,
}

impl Task<'_> {
    /// The statement with its hints.
    pub fn view(&self, i18n: &I18n) -> Html {
        let mode = self.mode;
        let opened = self.opened.min(self.hints.len());
        let hints = self.hints.iter().take(opened).enumerate().map(|(at, hint)| {
            html! { <div key={at} class="hint">{ markdown::render(i18n.text(hint), self.pictures) }</div> }
        });
        let left = self.hints.len() - opened;
        let next = (left > 0).then(|| {
            let onclick = self.on_hint.reform(|_: MouseEvent| ());
            html! { <button type="button" class="btn outlined" {onclick} data-testid={format!("{mode}-hint")}>{ i18n.tf("lab-hint", &[("n", &left.to_string())]) }</button> }
        });
        html! {
            <article class="lab-task" data-testid={format!("{mode}-task")} data-exercise={self.id.to_owned()}>
                <p class="small quiet">{ i18n.text(self.pack_title).to_owned() }</p>
                { markdown::render(i18n.text(self.statement), self.pictures) }
                <div class="hints">{ for hints }</div>
                <div class="lab-pick">{ next.unwrap_or_default() }</div>
            </article>
        }
    }
}

/// The points in words.
fn points(points: u32, of: u32, i18n: &I18n) -> AttrValue {
    i18n.tf("lab-points", &[("points", &points.to_string()), ("of", &of.to_string())])
}

/// The verdict on a case, by its number from 0.
pub fn verdict(mode: &str, at: usize, verdict: &CaseVerdict, i18n: &I18n) -> Html {
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

/// The button that judges, the hand-in file (its name and text), and the grade. Without `on_check` there is nothing to judge now.
pub fn judge_bar(
    mode: &str,
    graded: Option<(&Grade, &str, &str)>,
    judging: bool,
    on_check: Option<Callback<MouseEvent>>,
    i18n: &I18n,
) -> Html {
    let total = graded.map(|(grade, ..)| {
        let word = i18n.t(if grade.passed { "lab-passed" } else { "lab-failed" });
        html! { <span data-testid={format!("{mode}-grade")} data-passed={grade.passed.to_string()} data-points={grade.points.to_string()}><b>{ word }</b>{ " " }{ points(grade.points, grade.of, i18n) }</span> }
    });
    let save = graded.map(|(_, name, file)| {
        let (name, file) = (name.to_owned(), file.to_owned());
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
