//! Exercises: the task, its cases, the script that is handed in, and the verdict.

use super::Props;
use super::state::{Act, State};
use crate::i18n::{I18n, use_i18n};
use crate::shell::exercises::{Heard, Of, Stored, Task, judge_bar, use_catalog, verdict};
use crate::shell::page::Part;
use crate::widgets::{Icon, IconName};
use mcore::modes::tca::{TCA_KIND, TcaAct, TcaExerciseView, TcaPlan};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use yew::prelude::*;

/// The work on an exercise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Work {
    /// The version of the pack.
    pub version: String,
    /// The script, if it is not the one at the start.
    pub script: Option<String>,
    /// Opened hints.
    pub hints: usize,
}

impl Stored for Work {
    const MODE: &'static str = "tca";

    fn version(&mut self) -> &mut String {
        &mut self.version
    }
}

/// The script of the open exercise as it would be handed in now.
pub fn script(state: &State, exercise: &TcaExerciseView) -> String {
    state.work.script.clone().unwrap_or_else(|| exercise.start.clone())
}

/// The exercises of this mode in the frame.
fn of(act: &Callback<Act>) -> Of {
    let act = act.clone();
    let heard = Callback::from(move |heard: Heard| match heard {
        Heard::Catalog(catalog) => act.emit(Act::Catalog(catalog)),
        Heard::Pack(pack) => act.emit(Act::AddPack(pack)),
        Heard::Files(folder, files, pictures) => {
            act.emit(Act::Pictures(pictures));
            act.emit(Act::Send(TcaAct::Exercise { folder, files }.into()));
        }
        Heard::Failed(why) => act.emit(Act::ExerciseFailed(why)),
    });
    Of { mode: "tca", kind: TCA_KIND, heard }
}

/// The part of the panel above the script.
#[component]
pub fn Exercises(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, of) = (&props.state, of(&props.act));
    use_catalog(&of, state.catalog.is_some(), state.wanted.as_deref());
    let current = state.exercise.as_ref().map_or("", |exercise| exercise.id.as_str());
    html! {
        <section data-testid="tca-exercises" aria-label={i18n.t("tca-side-exercise")}>
            { of.chooser(state.catalog.as_ref(), current, state.exercise_failed.as_ref(), &i18n) }
            { state.exercise.as_ref().map(|exercise| task(props, exercise, &i18n)).unwrap_or_default() }
        </section>
    }
}

fn task(props: &Props, exercise: &Rc<TcaExerciseView>, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let task = Task {
        mode: "tca",
        id: &exercise.id,
        pack_title: &exercise.pack_title,
        statement: &exercise.statement,
        hints: &exercise.hints,
        opened: state.work.hints,
        pictures: &state.pictures,
        on_hint: act.reform(|()| Act::NextHint),
    };
    let cases = (0..exercise.cases.len()).map(|at| case(props, exercise, at, i18n));
    let graded = state.graded.as_ref().filter(|graded| graded.id == exercise.id);
    let check = (!state.judging && state.opening == 0).then(|| {
        let (act, script) = (act.clone(), script(state, exercise));
        Callback::from(move |_: MouseEvent| act.emit(Act::Judge(script.clone())))
    });
    // A verdict on another script is shown, but the file would not have the present one.
    let is_present = graded.is_some_and(|graded| graded.script == script(state, exercise));
    let bar = graded.filter(|_| is_present).map(|graded| (&graded.grade, graded.name.as_str(), graded.file.as_str()));
    html! {
        <>
            { task.view(i18n) }
            <ol class="lab-cases">{ for cases }</ol>
            { judge_bar("tca", bar, state.judging, check, i18n) }
            if graded.is_some() && !is_present {
                <p class="small quiet" data-testid="tca-verdict-old">{ i18n.t("tca-verdict-old") }</p>
            }
        </>
    }
}

/// Whether the plan in the form is that of a case.
fn is_of_case(state: &State, exercise: &TcaExerciseView, at: usize) -> bool {
    let own = exercise.cases.get(at).and_then(|case| case.plan.as_ref()).and_then(|plan| plan.task.as_ref());
    own.is_some() && state.plan.task.as_ref() == own
}

fn case(props: &Props, exercise: &Rc<TcaExerciseView>, at: usize, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let case = &exercise.cases[at];
    let found =
        state.graded.as_ref().filter(|graded| graded.id == exercise.id).and_then(|graded| graded.grade.cases.get(at));
    let run = case.plan.as_ref().map(|plan| {
        let plan = Rc::new(TcaPlan { script: script(state, exercise), ..plan.clone() });
        let act = act.clone();
        let onclick = move |_: MouseEvent| {
            act.emit(Act::Run(plan.clone(), None));
            act.emit(Act::Turn(Part::Stage));
        };
        let is_open = is_of_case(state, exercise, at);
        html! { <button type="button" class="btn tiny outlined" {onclick} aria-pressed={is_open.to_string()} disabled={state.opening > 0 || state.judging} data-testid={format!("tca-case-{}", at + 1)}><Icon name={IconName::Run} />{ i18n.t("tca-case-run") }</button> }
    });
    let asked =
        case.asked.iter().enumerate().map(|(at, line)| html! { <li key={at}>{ i18n.text(line).to_owned() }</li> });
    let hidden = (!case.visible).then(|| html! { <p class="small quiet">{ i18n.t("tca-case-hidden") }</p> });
    let facts = i18n.tf("tca-case-points", &[("points", &case.points.to_string())]);
    html! {
        <li key={at} class="lab-case" data-testid={format!("tca-case-card-{}", at + 1)}>
            <div class="lab-pick"><b>{ i18n.text(&case.name).to_owned() }</b><span class="quiet small">{ facts }</span>{ run.unwrap_or_default() }</div>
            <ul class="small">{ for asked }</ul>
            { hidden.unwrap_or_default() }
            { found.map(|found| verdict("tca", at, found, i18n)).unwrap_or_default() }
        </li>
    }
}

/// The case that the script is for, with the nodes that its task gives.
pub fn given(props: &Props, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let Some(of) = &state.plan.task else { return Html::default() };
    let on_leave = {
        let (act, plan) = (act.clone(), state.plan.clone());
        move |_: MouseEvent| {
            let plan = TcaPlan { task: None, ..(*plan).clone() };
            act.emit(Act::Send(mcore::modes::tca::TcaCommand::Check(Box::new(plan.clone()))));
            act.emit(Act::Edit(Rc::new(plan)));
        }
    };
    let nodes = of.task.given.trim();
    html! {
        <div class="tca-given" data-testid="tca-given">
            <p class="small">{ i18n.tf("tca-of-case", &[("case", i18n.text(&of.case))]) }{ " " }
                <button type="button" class="btn tiny outlined" onclick={on_leave} data-testid="tca-leave">{ i18n.t("tca-leave") }</button>
            </p>
            if !nodes.is_empty() {
                <details>
                    <summary class="small">{ i18n.t("tca-given") }</summary>
                    <pre class="tca-given-code" tabindex="0">{ nodes.to_owned() }</pre>
                </details>
            }
        </div>
    }
}
