//! Exercises: the list of packs, the task, the maps or the method that are handed in, and the verdict.

use super::Props;
use super::stage::name_of;
use super::state::{Act, State};
use crate::i18n::{I18n, use_i18n};
use crate::shell::exercises::{self, ExerciseAct, Heard, Of, case_card, judge_bar, use_catalog};
use crate::widgets::{Icon, IconName};
use mcore::base::Text;
use mcore::modes::mopt::{MOPT_KIND, MOPT_OWN, MoptAct, MoptExerciseView, MoptHandIn, MoptMethod, MoptPlan, MoptTakes};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use yew::prelude::*;

/// The work on an exercise: what is handed in, with names for people.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Work {
    /// The version of the pack.
    pub version: String,
    pub hand_in: MoptHandIn,
    /// The names of its maps, by case.
    pub names: Vec<(u32, Text)>,
    /// The name of its method.
    pub method: Text,
    /// Opened hints.
    pub hints: usize,
}

impl exercises::Work for Work {
    const MODE: &'static str = "mopt";
    const KIND: &'static str = MOPT_KIND;

    type Plan = MoptPlan;
    type Own = MoptTakes;
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

/// The exercises of this mode in the frame.
fn of(act: &Callback<Act>) -> Of {
    Of::new::<Work>(act.reform(|heard| match heard {
        Heard::Act(act) => Act::Exercise(act),
        Heard::Files(folder, files) => Act::Send(MoptAct::Exercise { folder, files }.into()),
    }))
}

/// The panel.
#[component]
pub fn Exercises(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, of) = (&props.state, of(&props.act));
    use_catalog(&of, &state.exercises);
    let rest = |exercise: &MoptExerciseView| {
        let cases = (0..exercise.cases.len()).map(|at| case(props, exercise, at, &i18n));
        html! {
            <>
                <ol class="lab-cases">{ for cases }</ol>
                { method(props, exercise, &i18n) }
                { submit(props, &i18n) }
            </>
        }
    };
    let on_hint = props.act.reform(|()| Act::Exercise(ExerciseAct::Hint));
    html! {
        <div class="lab-fields" data-testid="mopt-exercises">{ state.exercises.panel(&of, on_hint, rest, &i18n) }</div>
    }
}

/// Whether the maps of the page are for a case.
fn is_of_case(state: &State, exercise: &MoptExerciseView, at: usize) -> bool {
    let plan = exercise.cases.get(at).and_then(|case| case.plan.as_ref());
    plan.is_some_and(|plan| state.mapped.same_input(plan)) && !state.busy
}

fn case(props: &Props, exercise: &MoptExerciseView, at: usize, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let case = &exercise.cases[at];
    let is_open = is_of_case(state, exercise, at);
    let show = case.plan.as_ref().map(|plan| {
        let (act, plan) = (act.clone(), Rc::new(plan.clone()));
        let onclick = move |_: MouseEvent| act.emit(Act::Case(plan.clone()));
        html! { <button type="button" class="btn tiny outlined" {onclick} aria-pressed={is_open.to_string()} disabled={state.busy} data-testid={format!("mopt-case-{}", at + 1)}><Icon name={IconName::Run} />{ i18n.t("mopt-case-show") }</button> }
    });
    let handed = state.exercises.work.names.iter().find(|(case, _)| *case as usize == at);
    let handed = handed.map(|(_, name)| {
        let text = i18n.tf("mopt-handed-map", &[("name", i18n.text(name))]);
        html! { <p class="small lab-handed" data-testid={format!("mopt-handed-{}", at + 1)}>{ text }</p> }
    });
    let facts = i18n.tf("mopt-case-facts", &[("ranks", &case.ranks.to_string()), ("points", &case.points.to_string())]);
    let rest = html! { <>{ hand_in_buttons(props, exercise, at, i18n) }{ handed.unwrap_or_default() }</> };
    case_card("mopt", at, case, (facts, show, rest), "mopt-case-hidden", state.exercises.verdict(), i18n)
}

/// The buttons that hand in a map for a case that the page shows.
pub fn hand_in_buttons(props: &Props, exercise: &MoptExerciseView, at: usize, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    if !exercise.own.maps || state.exercises.judging || !is_of_case(state, exercise, at) {
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

fn method(props: &Props, exercise: &MoptExerciseView, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    if !exercise.own.method {
        return Html::default();
    }
    let shown = shown_method(state).filter(|_| !state.busy && !state.exercises.judging);
    let label = shown.as_ref().map_or_else(
        || i18n.t("mopt-hand-in-no-method"),
        |(_, name)| i18n.tf("mopt-hand-in-method", &[("name", i18n.text(name))]),
    );
    let onclick = {
        let act = act.clone();
        move |_: MouseEvent| act.emit(Act::HandInMethod)
    };
    let handed = state.exercises.work.hand_in.method.as_ref().map(|_| {
        let text = i18n.tf("mopt-handed-method", &[("name", i18n.text(&state.exercises.work.method))]);
        html! { <p class="small lab-handed" data-testid="mopt-handed-method">{ text }</p> }
    });
    html! {
        <section class="lab-case">
            <p class="small">{ i18n.t("mopt-method-note") }</p>
            <button type="button" class="btn tiny outlined" {onclick} disabled={shown.is_none()} data-testid="mopt-hand-in-method">{ label }</button>
            { handed.unwrap_or_default() }
        </section>
    }
}

fn submit(props: &Props, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let exercises::Exercises { work, judging, .. } = &state.exercises;
    let nothing = work.hand_in == MoptHandIn::default();
    let check = (!nothing && !judging && !state.busy).then(|| {
        let (act, work) = (act.clone(), work.clone());
        Callback::from(move |_: MouseEvent| act.emit(Act::Judge(Box::new(work.hand_in.clone()))))
    });
    judge_bar("mopt", state.exercises.verdict(), *judging, check, i18n)
}
