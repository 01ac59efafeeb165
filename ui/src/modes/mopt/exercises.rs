//! Exercises: the list of packs, the task, the maps or the method that are handed in, and the verdict.

use super::form::Props;
use super::stage::name_of;
use super::state::{Act, State};
use crate::i18n::{I18n, use_i18n};
use crate::shell::files::{MAX_BYTES, bytes_of, read_chosen};
use crate::shell::markdown;
use crate::shell::packs::{Catalog, Pack, fetch_bytes, fetch_catalog, fetch_exercise, named_pack};
use crate::shell::persist;
use crate::shell::pictures::Pictures;
use crate::widgets::{Icon, IconName, save_text};
use mcore::base::Text;
use mcore::modes::mopt::{MOPT_KIND, MOPT_OWN, MoptAct, MoptCaseVerdict, MoptExerciseView, MoptHandIn, MoptMethod};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The work on an exercise: what is handed in, with names for people.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Work {
    /// The version of the pack.
    pub version: String,
    /// The hand-in.
    pub hand_in: MoptHandIn,
    /// The names of its maps, by case.
    pub names: Vec<(u32, Text)>,
    /// The name of its method.
    pub method: Text,
    /// Opened hints.
    pub hints: usize,
}

impl Work {
    /// No work on an exercise of this version of a pack.
    pub fn of(version: &str) -> Self {
        Self { version: version.to_owned(), ..Self::default() }
    }
}

/// The key under which the work on an exercise is stored.
fn key(id: &str) -> String {
    format!("mopt-work/{id}")
}

/// The stored work on an exercise. Another version of the pack may have other cases, so its work is not taken.
pub fn stored(exercise: &MoptExerciseView) -> Work {
    let found = persist::load_mode::<Work>(&key(&exercise.id)).filter(|work| work.version == exercise.version);
    found.unwrap_or_else(|| Work::of(&exercise.version))
}

/// Stores the work on an exercise.
pub fn store(id: &str, work: &Work) {
    persist::save_mode(&key(id), work);
}

/// Opens an exercise of a pack.
pub fn open(act: &Callback<Act>, pack: Pack, folder: String) {
    let act = act.clone();
    spawn_local(async move {
        match fetch_exercise(&pack, &folder).await {
            Ok(files) => {
                act.emit(Act::Pictures(Rc::new(Pictures::of(&folder, &files))));
                act.emit(Act::Send(MoptAct::Exercise { folder, files }.into()));
            }
            Err(why) => act.emit(Act::ExerciseFailed(Text::same(why))),
        }
    });
}

/// Adds a pack and opens its first exercise.
fn add(act: &Callback<Act>, pack: Result<Pack, Text>) {
    match pack {
        Ok(pack) => {
            act.emit(Act::AddPack(Rc::new(pack.clone())));
            let first = pack.exercises().next().map(str::to_owned);
            match first {
                Some(folder) => open(act, pack, folder),
                None => act.emit(Act::ExerciseFailed(mcore::text!(
                    "there is no exercise for this page in this pack",
                    "この課題集には、このページの課題がありません"
                ))),
            }
        }
        Err(why) => act.emit(Act::ExerciseFailed(why)),
    }
}

/// Fetches the list of packs, and the pack in the page's address (`?pack=course.zip`). Opens the pack of the address, else the
/// exercise `wanted`, else the first one.
fn fetch(act: &Callback<Act>, wanted: Option<String>) {
    let act = act.clone();
    spawn_local(async move {
        let catalog = match fetch_catalog(MOPT_KIND).await {
            Ok(catalog) => catalog,
            Err(why) => {
                act.emit(Act::ExerciseFailed(Text::same(why)));
                Catalog::default()
            }
        };
        let first = catalog.first(wanted.as_deref());
        let found =
            first.as_deref().and_then(|id| catalog.find(id)).map(|(pack, folder)| (pack.clone(), folder.to_owned()));
        act.emit(Act::Catalog(Rc::new(catalog)));
        if let Some(address) = named_pack() {
            let read = |bytes: Vec<u8>| Pack::from_archive(&bytes, MOPT_KIND);
            return add(&act, fetch_bytes(&address).await.map_err(Text::same).and_then(read));
        }
        if let Some((pack, folder)) = found {
            open(&act, pack, folder);
        }
    });
}

/// The panel.
#[component]
pub fn Exercises(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    {
        let (act, known) = (act.clone(), state.catalog.is_some());
        let wanted = state.wanted.as_deref().map(str::to_owned);
        // A restart of the worker forgets the packs too.
        use_effect_with(known, move |known| {
            if !*known {
                fetch(&act, wanted);
            }
        });
    }
    let wrong = state.exercise_failed.as_ref().map(|why| {
        html! { <p class="lab-wrong" role="alert" data-testid="mopt-exercise-failed">{ i18n.text(why).to_owned() }</p> }
    });
    html! {
        <div class="lab-fields" data-testid="mopt-exercises">
            { chooser(props, &i18n) }
            { wrong.unwrap_or_default() }
            { state.exercise.as_ref().map(|exercise| task(props, exercise, &i18n)).unwrap_or_default() }
        </div>
    }
}

fn chooser(props: &Props, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let current = state.exercise.as_ref().map(|exercise| exercise.id.clone()).unwrap_or_default();
    let catalog = state.catalog.clone().unwrap_or_default();
    let groups = catalog.packs.iter().map(|pack| {
        let label = pack.title.as_ref().map_or_else(|| pack.id.clone(), |title| i18n.text(title).to_owned());
        let options = pack.exercises().map(|folder| {
            let id = format!("{}/{folder}", pack.id);
            let title = pack.title_of(folder).map_or_else(|| folder.to_owned(), |title| i18n.text(title).to_owned());
            html! { <option key={id.clone()} value={id.clone()} selected={id == current}>{ title }</option> }
        });
        html! { <optgroup key={pack.id.clone()} {label}>{ for options }</optgroup> }
    });
    let onchange = {
        let (act, catalog) = (act.clone(), catalog.clone());
        move |event: Event| {
            let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
            let Some(id) = select.map(|select| select.value()) else { return };
            if let Some((pack, folder)) = catalog.find(&id) {
                open(&act, pack.clone(), folder.to_owned());
            }
        }
    };
    let on_file = {
        let act = act.clone();
        move |event: Event| {
            let act = act.clone();
            read_chosen(&event, |file| async move {
                let large = file.size() > MAX_BYTES;
                let bytes = if large { None } else { bytes_of(&file).await };
                let bytes = bytes.ok_or_else(|| match large {
                    true => mcore::text!("the file is larger than 64 MiB", "ファイルが 64 MiB を超えています"),
                    false => mcore::text!("the file cannot be read", "ファイルを読めません"),
                });
                add(&act, bytes.and_then(|bytes| Pack::from_archive(&bytes, MOPT_KIND)));
            });
        }
    };
    html! {
        <div class="mo-chooser">
            <label class="small" for="mopt-exercise">{ i18n.t("mopt-exercise") }</label>
            <div class="lab-pick">
                <select id="mopt-exercise" {onchange} disabled={catalog.packs.is_empty()} data-testid="mopt-exercise">{ for groups }</select>
                <label class="btn outlined lab-file"><input type="file" accept=".zip" class="unseen" onchange={on_file} data-testid="mopt-pack-file" />{ i18n.t("mopt-open-pack") }</label>
            </div>
        </div>
    }
}

fn task(props: &Props, exercise: &Rc<MoptExerciseView>, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let opened = state.work.hints.min(exercise.hints.len());
    let hints = exercise.hints.iter().take(opened).enumerate().map(|(at, hint)| {
        html! { <div key={at} class="hint">{ markdown::render(i18n.text(hint), &state.pictures) }</div> }
    });
    let left = exercise.hints.len() - opened;
    let next = (left > 0).then(|| {
        let act = act.clone();
        let onclick = move |_: MouseEvent| act.emit(Act::Hint);
        html! { <button type="button" class="btn outlined" {onclick} data-testid="mopt-hint">{ i18n.tf("mopt-hint", &[("n", &left.to_string())]) }</button> }
    });
    let cases = (0..exercise.cases.len()).map(|at| case(props, exercise, at, i18n));
    html! {
        <>
            <article class="mo-task" data-testid="mopt-task" data-exercise={exercise.id.clone()}>
                <p class="small quiet">{ i18n.text(&exercise.pack_title).to_owned() }</p>
                { markdown::render(i18n.text(&exercise.statement), &state.pictures) }
                <div class="hints">{ for hints }</div>
                <div class="lab-pick">{ next.unwrap_or_default() }</div>
            </article>
            <ol class="mo-cases">{ for cases }</ol>
            { method(props, exercise, i18n) }
            { submit(props, exercise, i18n) }
        </>
    }
}

/// Whether the maps of the page are for a case.
fn is_of_case(state: &State, exercise: &MoptExerciseView, at: usize) -> bool {
    let plan = exercise.cases.get(at).and_then(|case| case.plan.as_ref());
    plan.is_some_and(|plan| state.mapped.same_input(plan)) && !state.busy
}

fn case(props: &Props, exercise: &Rc<MoptExerciseView>, at: usize, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let case = &exercise.cases[at];
    let verdict =
        state.graded.as_ref().filter(|graded| graded.id == exercise.id).and_then(|graded| graded.grade.cases.get(at));
    let is_open = is_of_case(state, exercise, at);
    let show = case.plan.as_ref().map(|plan| {
        let (act, plan) = (act.clone(), Rc::new(plan.clone()));
        let onclick = move |_: MouseEvent| act.emit(Act::Case(plan.clone()));
        html! { <button type="button" class="btn tiny outlined" {onclick} aria-pressed={is_open.to_string()} disabled={state.busy} data-testid={format!("mopt-case-{}", at + 1)}><Icon name={IconName::Run} />{ i18n.t("mopt-case-show") }</button> }
    });
    let asked = case.asked.iter().map(|line| html! { <li key={line.en.clone()}>{ i18n.text(line).to_owned() }</li> });
    let handed = state.work.names.iter().find(|(case, _)| *case as usize == at);
    let handed = handed.map(|(_, name)| {
        let text = i18n.tf("mopt-handed-map", &[("name", i18n.text(name))]);
        html! { <p class="small mo-handed" data-testid={format!("mopt-handed-{}", at + 1)}>{ text }</p> }
    });
    let hidden = (!case.visible).then(|| html! { <p class="small quiet">{ i18n.t("mopt-case-hidden") }</p> });
    let facts = i18n.tf("mopt-case-facts", &[("ranks", &case.ranks.to_string()), ("points", &case.points.to_string())]);
    html! {
        <li key={at} class="mo-case" data-testid={format!("mopt-case-card-{}", at + 1)}>
            <div class="lab-pick"><b>{ i18n.text(&case.name).to_owned() }</b><span class="quiet small">{ facts }</span>{ show.unwrap_or_default() }</div>
            <ul class="small">{ for asked }</ul>
            { hidden.unwrap_or_default() }
            { hand_in_buttons(props, exercise, at, i18n) }
            { handed.unwrap_or_default() }
            { verdict.map(|verdict| verdict_of(verdict, at, i18n)).unwrap_or_default() }
        </li>
    }
}

/// The buttons that hand in a map for a case that the page shows.
pub fn hand_in_buttons(props: &Props, exercise: &MoptExerciseView, at: usize, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    if !exercise.takes_maps || state.judging || !is_of_case(state, exercise, at) {
        return Html::default();
    }
    let button = |id: u32, label: AttrValue, testid: &'static str| {
        let act = act.clone();
        let onclick = move |_: MouseEvent| act.emit(Act::HandIn(at, id));
        html! { <button type="button" class="btn tiny outlined" {onclick} data-testid={testid}>{ label }</button> }
    };
    let own = state.own.as_ref().map(|_| button(MOPT_OWN, i18n.t("mopt-hand-in-own"), "mopt-hand-in-own"));
    let main = state.main().filter(|id| *id != MOPT_OWN && state.result(*id).is_some()).map(|id| {
        let name = name_of(state, id, i18n);
        button(id, i18n.tf("mopt-hand-in-map", &[("name", &name)]), "mopt-hand-in-map")
    });
    html! { <div class="lab-pick">{ own.unwrap_or_default() }{ main.unwrap_or_default() }</div> }
}

/// The method of the shown map with its options, if it can be handed in, and its name.
pub fn shown_method(state: &State) -> Option<(MoptMethod, Text)> {
    let result = state.result(state.main().filter(|id| state.last.contains(id))?)?;
    let plan = &state.mapped;
    let method = MoptMethod {
        method: result.method.clone(),
        starts: plan.starts.trim().parse().ok()?,
        then: plan.then.clone(),
        refine: plan.refine.trim().parse().ok()?,
        seed: plan.seed.trim().parse().ok()?,
    };
    let parts =
        || result.parts.iter().filter(|part| !["input", "network", "bytes", "hops"].contains(&part.key.as_str()));
    let join = |of: fn(&Text) -> &str| parts().map(|part| of(&part.text)).collect::<Vec<_>>().join(", ");
    Some((method, Text::new(join(|text| &text.en), join(|text| &text.ja))))
}

fn method(props: &Props, exercise: &Rc<MoptExerciseView>, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    if !exercise.takes_method {
        return Html::default();
    }
    let shown = shown_method(state).filter(|_| !state.busy && !state.judging);
    let label = shown.as_ref().map_or_else(
        || i18n.t("mopt-hand-in-no-method"),
        |(_, name)| i18n.tf("mopt-hand-in-method", &[("name", i18n.text(name))]),
    );
    let onclick = {
        let act = act.clone();
        move |_: MouseEvent| act.emit(Act::HandInMethod)
    };
    let handed = state.work.hand_in.method.as_ref().map(|_| {
        let text = i18n.tf("mopt-handed-method", &[("name", i18n.text(&state.work.method))]);
        html! { <p class="small mo-handed" data-testid="mopt-handed-method">{ text }</p> }
    });
    html! {
        <section class="mo-case">
            <p class="small">{ i18n.t("mopt-method-note") }</p>
            <button type="button" class="btn tiny outlined" {onclick} disabled={shown.is_none()} data-testid="mopt-hand-in-method">{ label }</button>
            { handed.unwrap_or_default() }
        </section>
    }
}

fn verdict_of(verdict: &MoptCaseVerdict, at: usize, i18n: &I18n) -> Html {
    let word = match (verdict.judged, verdict.passed) {
        (false, _) => "mopt-not-judged",
        (_, true) => "mopt-passed",
        _ => "mopt-failed",
    };
    let (points, of) = (verdict.points.to_string(), verdict.of.to_string());
    let lines = verdict.checks.iter().enumerate().map(|(at, check)| {
        let sign = if check.passed { "✓" } else { "✗" };
        let name = i18n.t(if check.passed { "mopt-passed" } else { "mopt-failed" });
        let share = i18n.tf("mopt-points", &[("points", &check.points.to_string()), ("of", &check.of.to_string())]);
        html! {
            <li key={at} class={if check.passed { "mo-met" } else { "mo-unmet" }}>
                <span role="img" aria-label={name}>{ sign }</span>{ " " }{ i18n.text(&check.text).to_owned() }{ " " }<span class="quiet">{ share }</span>
            </li>
        }
    });
    let refused = verdict.refused.as_ref().map(|why| html! { <p class="lab-wrong">{ i18n.text(why).to_owned() }</p> });
    let total = i18n.tf("mopt-points", &[("points", &points), ("of", &of)]);
    html! {
        <div class="lab-answer small" data-testid={format!("mopt-verdict-{}", at + 1)} data-passed={verdict.passed.to_string()} data-points={points}>
            <b>{ i18n.t(word) }</b>{ " " }<span class="quiet">{ total }</span>
            <ul class="mo-checks">{ for lines }</ul>
            { refused.unwrap_or_default() }
        </div>
    }
}

fn submit(props: &Props, exercise: &Rc<MoptExerciseView>, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let graded = state.graded.as_ref().filter(|graded| graded.id == exercise.id);
    let total = graded.map(|graded| {
        let (points, of) = (graded.grade.points.to_string(), graded.grade.of.to_string());
        let word = i18n.t(if graded.grade.passed { "mopt-passed" } else { "mopt-failed" });
        let text = i18n.tf("mopt-points", &[("points", &points), ("of", &of)]);
        html! { <span data-testid="mopt-grade" data-passed={graded.grade.passed.to_string()} data-points={points}><b>{ word }</b>{ " " }{ text }</span> }
    });
    let check = {
        let (act, work) = (act.clone(), state.work.clone());
        move |_: MouseEvent| act.emit(Act::Judge(Box::new(work.hand_in.clone())))
    };
    let save = graded.map(|graded| {
        let graded = graded.clone();
        let onclick = move |_: MouseEvent| save_text(&graded.name, "application/json", &graded.file);
        html! { <button type="button" class="btn outlined" {onclick} data-testid="mopt-save-hand-in"><Icon name={IconName::Save} />{ i18n.t("mopt-save-hand-in") }</button> }
    });
    let nothing = state.work.hand_in == MoptHandIn::default();
    let label = if state.judging { "mopt-judging" } else { "mopt-check" };
    html! {
        <div class="lab-pick mo-judge">
            <button type="button" class="btn primary" onclick={check} disabled={nothing || state.judging || state.busy} data-testid="mopt-check">{ i18n.t(label) }</button>
            { save.unwrap_or_default() }
            <span role="status">{ total.unwrap_or_default() }</span>
        </div>
    }
}
