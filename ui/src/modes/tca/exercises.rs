//! Exercises: the task, its cases, the script that is handed in, and the verdict.

use super::Props;
use super::state::{Act, State};
use crate::i18n::{I18n, use_i18n};
use crate::shell::exercises::{self, ExerciseAct, Heard, Of, case_card, judge_bar, use_catalog};
use crate::shell::page::Part;
use crate::widgets::{Icon, IconName};
use mcore::base::Text;
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

impl exercises::Work for Work {
    const MODE: &'static str = "tca";
    const KIND: &'static str = TCA_KIND;

    type Plan = TcaPlan;
    type Own = Text;
    type Handed = String;

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

/// The script of the open exercise as it would be handed in now. A script that is not edited is in the language of the page.
pub fn script(state: &State, exercise: &TcaExerciseView, i18n: &I18n) -> String {
    state.exercises.work.script.clone().unwrap_or_else(|| i18n.text(&exercise.own).to_owned())
}

/// The work in a script: nothing if it is the one at the start, in either language.
pub fn work_in(exercise: &TcaExerciseView, script: &str) -> Option<String> {
    let is_start = script == exercise.own.en || script == exercise.own.ja;
    (!is_start).then(|| script.to_owned())
}

/// The exercises of this mode in the frame.
fn of(act: &Callback<Act>) -> Of {
    Of::new::<Work>(act.reform(|heard| match heard {
        Heard::Act(act) => Act::Exercise(act),
        Heard::Files(folder, files) => Act::Send(TcaAct::Exercise { folder, files }.into()),
    }))
}

/// The part of the panel above the script.
#[component]
pub fn Exercises(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, of) = (&props.state, of(&props.act));
    use_catalog(&of, &state.exercises);
    let on_hint = props.act.reform(|()| Act::Exercise(ExerciseAct::Hint));
    html! {
        <section data-testid="tca-exercises" aria-label={i18n.t("tca-side-exercise")}>
            { state.exercises.panel(&of, on_hint, |exercise| cases(props, exercise, &i18n), &i18n) }
        </section>
    }
}

/// The cases with their verdicts, and the button that judges.
fn cases(props: &Props, exercise: &TcaExerciseView, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let (graded, judging) = (state.exercises.verdict(), state.exercises.judging);
    let cases = (0..exercise.cases.len()).map(|at| case(props, exercise, at, i18n));
    let check = (!judging && state.opening == 0).then(|| {
        let (act, script) = (act.clone(), script(state, exercise, i18n));
        Callback::from(move |_: MouseEvent| act.emit(Act::Judge(script.clone())))
    });
    // A verdict on another script is shown, but the file would not have the present one.
    let is_present = graded.is_some_and(|graded| work_in(exercise, &graded.handed) == state.exercises.work.script);
    html! {
        <>
            <ol class="lab-cases">{ for cases }</ol>
            { judge_bar("tca", graded.filter(|_| is_present), judging, check, i18n) }
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

fn case(props: &Props, exercise: &TcaExerciseView, at: usize, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let case = &exercise.cases[at];
    let run = case.plan.as_ref().map(|plan| {
        let plan = Rc::new(TcaPlan { script: script(state, exercise, i18n), ..plan.clone() });
        let act = act.clone();
        let onclick = move |_: MouseEvent| {
            act.emit(Act::Run(plan.clone(), None));
            act.emit(Act::Turn(Part::Stage));
        };
        let is_open = is_of_case(state, exercise, at);
        html! { <button type="button" class="btn tiny outlined" {onclick} aria-pressed={is_open.to_string()} disabled={state.opening > 0 || state.exercises.judging} data-testid={format!("tca-case-{}", at + 1)}><Icon name={IconName::Run} />{ i18n.t("tca-case-run") }</button> }
    });
    let facts = i18n.tf("tca-case-points", &[("points", &case.points.to_string())]);
    case_card("tca", at, case, (facts, run, Html::default()), "tca-case-hidden", state.exercises.verdict(), i18n)
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
