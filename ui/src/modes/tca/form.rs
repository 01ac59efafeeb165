//! The left panel: a lesson or an exercise, the script with its presets or the record, the machine. The session reports errors; each is shown at
//! its field.

use super::Props;
use super::exercises::{Exercises, given};
use super::script::Script;
use super::state::{Act, LESSONS, Side, State};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::shell::fields;
use crate::shell::frame::tabs;
use crate::shell::lessons::Card;
use crate::shell::page::Part;
use mcore::mode::Plan as _;
use mcore::modes::tca::{
    TCA_RATES, TCA_RECORD, TCA_SCRIPT, TCA_SIZES, TCA_SOURCE, TCA_TIMES, TcaCommand, TcaPlan, tca_time,
};
use std::rc::Rc;
use yew::prelude::*;

const SIDES: [(Side, &str); 4] = [
    (Side::Lesson, "tca-side-lesson"),
    (Side::Exercise, "tca-side-exercise"),
    (Side::Form, "tca-side-form"),
    (Side::Machine, "tca-side-machine"),
];

/// The panel.
#[component]
pub fn Form(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let plan = &state.plan;
    let tabs = tabs(&i18n, &SIDES, state.side, &act.reform(Act::Side));
    // The session checks each new plan.
    let on_change = {
        let act = act.clone();
        fields::use_change(plan, move |plan| {
            act.emit(Act::Send(TcaCommand::Check(Box::new((*plan).clone()))));
            act.emit(Act::Edit(plan));
        })
    };
    let form = fields::Form { mode: "tca", i18n: &i18n, problems: &state.problems, on_change: on_change.clone() };
    let all = plan.fields();
    let group = |name: &str| form.group(&**plan, &all, name);
    let submit = {
        let (act, plan, busy) = (act.clone(), plan.clone(), state.opening > 0);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if busy {
                act.emit(Act::Send(TcaCommand::Pause));
            } else {
                act.emit(Act::Run(plan.clone(), None));
                act.emit(Act::Turn(Part::Stage));
            }
        })
    };
    let body = match state.side {
        Side::Machine => html! {
            <div class="lab-fields" key="machine">
                <p class="small quiet">{ i18n.t("tca-machine-note") }</p>
                <fieldset><legend>{ i18n.t("tca-sizes") }</legend>{ group(TCA_SIZES) }</fieldset>
                <fieldset><legend>{ i18n.t("tca-times") }</legend>{ group(TCA_TIMES) }</fieldset>
                <fieldset><legend>{ i18n.t("tca-rates") }</legend>{ group(TCA_RATES) }</fieldset>
                <button type="button" class="btn outlined" disabled={plan.machine.is_empty()} onclick={usual(plan, act)} data-testid="tca-usual">{ i18n.t("tca-usual") }</button>
            </div>
        },
        Side::Lesson | Side::Exercise | Side::Form => {
            let is_record = plan.source == TCA_RECORD;
            let lesson = (state.side == Side::Lesson).then(|| card(props, &i18n));
            let exercise = (state.side == Side::Exercise).then(|| html! { <Exercises ..props.clone() /> });
            let source = (state.side == Side::Form).then(|| group(TCA_SOURCE));
            let on_input = on_change.reform(|text: String| (TCA_SCRIPT, text));
            // Beside a task only a script of the task is of use.
            let is_other = state.side == Side::Exercise && plan.task.is_none();
            html! {
                <div class="lab-fields tca-fields" key="script">
                    { lesson.unwrap_or_default() }
                    { exercise.unwrap_or_default() }
                    { source.unwrap_or_default() }
                    if is_other {
                        if state.exercises.open.is_some() {
                            <p class="small quiet">{ i18n.t("tca-case-first") }</p>
                        }
                    } else if is_record { { group(TCA_RECORD) } } else {
                        { given(props, &i18n) }
                        <Script state={state.clone()} {on_input} />
                    }
                </div>
            }
        }
    };
    html! {
        <section class="panel lab-form" aria-label={i18n.t("tca-form")}>
            <nav class="bar lab-tabs" aria-label={i18n.t("tca-form")}>{ tabs }</nav>
            <form class="tca-form" onsubmit={submit} aria-label={i18n.t("tca-form")} novalidate={true}>
                { body }
                { foot(state, &i18n) }
            </form>
        </section>
    }
}

/// Sets the machine to its usual parameters.
fn usual(plan: &Rc<TcaPlan>, act: &Callback<Act>) -> Callback<MouseEvent> {
    let (plan, act) = (plan.clone(), act.clone());
    Callback::from(move |_| {
        let plan = TcaPlan { machine: std::collections::BTreeMap::new(), ..(*plan).clone() };
        act.emit(Act::Send(TcaCommand::Check(Box::new(plan.clone()))));
        act.emit(Act::Edit(Rc::new(plan)));
    })
}

/// The state of the form, and the button that runs.
fn foot(state: &State, i18n: &I18n) -> Html {
    let problems = state.problems.len();
    let status = if problems > 0 {
        i18n.tf("tca-problems", &[("n", &problems.to_string())])
    } else if let Some((events, time)) = state.recording {
        i18n.tf("tca-recording", &[("events", &grouped(events)), ("time", &tca_time(time))])
    } else if state.edited() {
        i18n.t("tca-edited")
    } else {
        let facts = state.run.as_ref().map(|run| {
            let (nodes, events) = (run.nodes.len().to_string(), grouped(run.events));
            let findings = run.findings.len();
            let counts = i18n.tf("tca-counts", &[("nodes", &nodes), ("events", &events)]);
            let found = match findings {
                // The run has not ended well, which the results say in a sentence.
                0 if !run.ending.is_empty() => i18n.t("tca-ended-early"),
                0 => i18n.t("tca-no-findings"),
                n => i18n.tf("tca-findings-n", &[("n", &n.to_string())]),
            };
            AttrValue::from(format!("{counts} {found}"))
        });
        facts.unwrap_or_default()
    };
    let busy = state.opening > 0;
    let (label, class) = if busy { ("tca-stop", "btn outlined") } else { ("tca-run", "btn primary") };
    html! {
        <div class="lab-submit">
            <span class="lab-state small" role="status" data-testid="tca-status">{ status }</span>
            <button type="submit" {class} disabled={problems > 0 && !busy} data-testid="tca-run">{ i18n.t(label) }</button>
        </div>
    }
}

/// The card of the open lesson.
fn card(props: &Props, i18n: &I18n) -> Html {
    let (state, act, all) = (&props.state, &props.act, &*LESSONS);
    let next = all
        .get(state.lesson)
        .map_or_else(|| i18n.t("tca-next"), |next| i18n.tf("tca-next-is", &[("title", i18n.text(&next.title))]));
    let card = Card {
        mode: "tca",
        class: "tca",
        all,
        number: state.lesson,
        answer: state.answer,
        hint: Some((state.hint, "tca-hint")),
        words: ["tca-right", "tca-wrong", "tca-back"],
        busy: state.opening > 0,
        on_answer: act.reform(Act::Answer),
        on_hint: act.reform(|()| Act::Hint),
        on_lesson: act.reform(Act::Lesson),
    };
    card.view(None, next, i18n)
}
