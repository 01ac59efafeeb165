//! The left panel: a lesson, the form, the map that the user makes. The session reports errors; each is shown at its field.

use super::Props;
use super::exchange::{hand_over_button, interconnect_button, reason};
use super::exercises::{Exercises, hand_in_buttons};
use super::state::{Act, LESSONS, Side};
use crate::i18n::{I18n, use_i18n};
use crate::shell::fields;
use crate::shell::files::read_chosen_text;
use crate::shell::frame::tabs;
use crate::shell::lessons::Card;
use crate::shell::page::Part;
use crate::widgets::{Icon, IconName};
use mcore::mode::Plan as _;
use mcore::modes::mopt::{
    MOPT_COMMUNICATION, MOPT_METHODS, MOPT_MORE, MOPT_NETWORK, MOPT_OWN, MoptAct, MoptCommand, MoptMeasures,
    MoptOwnAct, MoptSave,
};
use yew::prelude::*;

const SIDES: [(Side, &str); 4] = [
    (Side::Lesson, "mopt-side-lesson"),
    (Side::Exercise, "mopt-side-exercise"),
    (Side::Form, "mopt-side-form"),
    (Side::Own, "mopt-side-own"),
];

/// The panel.
#[component]
pub fn Form(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let tabs = tabs(&i18n, &SIDES, state.side, &act.reform(Act::Side));
    let body = match state.side {
        Side::Own => html! { <Own ..props.clone() /> },
        Side::Exercise => html! { <Exercises ..props.clone() /> },
        Side::Lesson | Side::Form => html! { <Fields ..props.clone() /> },
    };
    html! {
        <section class="panel lab-form" aria-label={i18n.t("mopt-form")}>
            <nav class="bar lab-tabs" aria-label={i18n.t("mopt-form")}>{ tabs }</nav>
            { body }
        </section>
    }
}

/// The form, below the lesson if that is shown.
#[component]
fn Fields(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let plan = &state.plan;
    // The session checks each new plan.
    let on_change = {
        let act = act.clone();
        fields::use_change(plan, move |plan| {
            act.emit(Act::Send(MoptCommand::Check(Box::new((*plan).clone()))));
            act.emit(Act::Edit(plan));
        })
    };
    let form = fields::Form { mode: "mopt", i18n: &i18n, problems: &state.problems, on_change };
    let all = plan.fields();
    let group = |name: &str| form.group(&**plan, &all, name);
    let submit = {
        let (act, plan, busy) = (act.clone(), plan.clone(), state.busy);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if busy {
                act.emit(Act::Send(MoptCommand::Pause));
            } else {
                act.emit(Act::Map(plan.clone()));
                act.emit(Act::Turn(Part::Stage));
            }
        })
    };
    let problems = state.problems.len();
    // Opens for an error in it, and does not close while the user corrects the error.
    let unfolded = use_mut_ref(|| false);
    let is_more = |id: &str| all.iter().any(|field| field.group == MOPT_MORE && field.id == id);
    if state.problems.iter().any(|problem| is_more(&problem.field)) {
        *unfolded.borrow_mut() = true;
    }
    let open = *unfolded.borrow();
    let status = if problems > 0 {
        i18n.tf("mopt-problems", &[("n", &problems.to_string())])
    } else if state.busy {
        let done = state.last.len() + 1;
        let percent = format!("{:.0}", state.share * 100.0);
        i18n.tf("mopt-progress", &[("n", &done.to_string()), ("percent", &percent)])
    } else if state.edited() {
        i18n.t("mopt-edited")
    } else {
        i18n.tf("mopt-maps", &[("n", &state.last.len().to_string())])
    };
    let notices = state.shape.iter().flat_map(|shape| &shape.notices).map(|text| {
        html! { <p class="small quiet">{ i18n.text(text).to_owned() }</p> }
    });
    let lesson = (state.side == Side::Lesson).then(|| card(props, &i18n));
    let (label, class) = if state.busy { ("mopt-stop", "btn outlined") } else { ("mopt-map", "btn primary") };
    html! {
        <form class="mo-form" onsubmit={submit} aria-label={i18n.t("mopt-form")} novalidate={true}>
            <div class="lab-fields">
                { lesson.unwrap_or_default() }
                <fieldset><legend>{ i18n.t("mopt-communication") }</legend>{ group(MOPT_COMMUNICATION) }
                    <div class="lab-pick">{ interconnect_button(state, act, &i18n) }</div>
                    { reason(state.not_taken.as_ref(), "mopt-not-taken", &i18n) }
                    <div>{ for notices }</div>
                </fieldset>
                <fieldset><legend>{ i18n.t("mopt-network") }</legend>{ group(MOPT_NETWORK) }</fieldset>
                <fieldset><legend>{ i18n.t("mopt-methods") }</legend>
                    { group(MOPT_METHODS) }
                    <p class="small quiet">{ i18n.t("mopt-objectives") }</p>
                    <details class="lab-params" {open} data-testid="mopt-more"><summary>{ i18n.t("mopt-more") }</summary>{ group(MOPT_MORE) }</details>
                </fieldset>
            </div>
            <div class="lab-submit">
                <span class="lab-state small" role="status">{ status }</span>
                <button type="submit" {class} disabled={problems > 0 && !state.busy} data-testid="mopt-map">{ i18n.t(label) }</button>
            </div>
        </form>
    }
}

/// The card of the open lesson.
fn card(props: &Props, i18n: &I18n) -> Html {
    let (state, act, all) = (&props.state, &props.act, &*LESSONS);
    let (number, at) = state.lesson;
    let runs = all.get(number.wrapping_sub(1)).into_iter().flat_map(|lesson| &lesson.runs).enumerate();
    let runs = runs.map(|(run, (name, _))| {
        let onclick = act.reform(move |_: MouseEvent| Act::Lesson(number, run));
        html! {
            <button key={run} type="button" class="btn tiny outlined" aria-pressed={(run == at).to_string()} {onclick} disabled={state.busy} data-testid={format!("mopt-lesson-run-{}", run + 1)}>
                <Icon name={IconName::Run} />{ i18n.text(name).to_owned() }
            </button>
        }
    });
    let card = Card {
        mode: "mopt",
        class: "mo",
        all,
        number,
        answer: state.answer,
        hint: None,
        words: ["mopt-right", "mopt-wrong", "mopt-back"],
        busy: state.busy,
        on_answer: act.reform(Act::Answer),
        on_hint: Callback::noop(),
        on_lesson: act.reform(|to| Act::Lesson(to, 0)),
    };
    card.view(Some(html! { <div class="lab-pick">{ for runs }</div> }), i18n.t("mopt-next"), i18n)
}

/// The map that the user makes.
#[component]
fn Own(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let send = |command: MoptAct| {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act.emit(Act::Send(command.clone().into())))
    };
    let Some(own) = &state.own else { return html! { <p class="empty">{ i18n.t("mopt-own-none") }</p> } };
    let starts = state.last.iter().filter_map(|id| state.result(*id)).map(|result| {
        let label = i18n.tf("mopt-start-from", &[("method", i18n.text(&result.label))]);
        html! { <button key={result.id} type="button" class="btn tiny outlined" onclick={send(MoptAct::Own(MoptOwnAct::Start(result.id)))} data-testid={format!("mopt-start-{}", result.method)}>{ label }</button> }
    });
    let onchange = {
        let act = act.clone();
        move |event: Event| {
            let act = act.clone();
            // If the file cannot be read, the present map stays.
            read_chosen_text(&event, move |text| act.emit(Act::Send(MoptOwnAct::Read(text).into())));
        }
    };
    let wrong = state.refused.as_ref().map(|text| html! { <p class="lab-wrong" role="alert" data-testid="mopt-refused">{ i18n.text(text).to_owned() }</p> });
    let taken = state
        .taken
        .map_or_else(|| i18n.t("mopt-own-hint"), |rank| i18n.tf("mopt-own-taken", &[("rank", &rank.to_string())]));
    let shown = state.preview.as_ref().unwrap_or(own);
    html! {
        <div class="lab-fields" data-testid="mopt-own">
            <p role="status">{ taken }</p>
            { measures(&shown.measures, &i18n) }
            <p class="lab-answer" data-testid="mopt-own-verdict">{ i18n.text(&shown.verdict).to_owned() }</p>
            <div class="lab-pick">
                <button type="button" class="btn outlined" disabled={!own.can_undo} onclick={send(MoptAct::Own(MoptOwnAct::Undo))} data-testid="mopt-undo"><Icon name={IconName::Undo} />{ i18n.t("mopt-undo") }</button>
                <button type="button" class="btn outlined" disabled={!own.can_redo} onclick={send(MoptAct::Own(MoptOwnAct::Redo))} data-testid="mopt-redo"><Icon name={IconName::Redo} />{ i18n.t("mopt-redo") }</button>
            </div>
            <div class="lab-pick">
                <button type="button" class="btn tiny outlined" onclick={send(MoptAct::Own(MoptOwnAct::Order))} data-testid="mopt-start-order">{ i18n.t("mopt-start-order") }</button>
                { for starts }
            </div>
            { wrong.unwrap_or_default() }
            { hand_ins(props, &i18n) }
            <div class="lab-pick">
                <label class="btn outlined lab-file"><input type="file" class="unseen" {onchange} data-testid="mopt-own-file" />{ i18n.t("mopt-open-map") }</label>
                <button type="button" class="btn outlined" onclick={send(MoptAct::Save(MOPT_OWN, MoptSave::Map))} data-testid="mopt-own-save"><Icon name={IconName::Save} />{ i18n.t("mopt-save-map") }</button>
                <button type="button" class="btn outlined" onclick={send(MoptAct::Save(MOPT_OWN, MoptSave::Json))}><Icon name={IconName::Save} />{ "JSON" }</button>
                { hand_over_button(state, act, MOPT_OWN, &i18n) }
            </div>
        </div>
    }
}

/// The buttons that hand in the map for the case that is open.
fn hand_ins(props: &Props, i18n: &I18n) -> Html {
    let Some(exercise) = &props.state.exercises.open else { return Html::default() };
    let buttons = (0..exercise.cases.len()).map(|at| hand_in_buttons(props, exercise, at, i18n));
    html! { <>{ for buttons }</> }
}

/// Measures as a table.
pub fn measures(own: &MoptMeasures, i18n: &I18n) -> Html {
    let rows = facts(own, i18n).into_iter().map(|(label, value)| {
        html! { <tr key={label.clone()}><th scope="row">{ label }</th><td class="num">{ value }</td></tr> }
    });
    html! { <table class="lab-facts"><tbody>{ for rows }</tbody></table> }
}

/// Measures: label and value.
pub fn facts(own: &MoptMeasures, i18n: &I18n) -> Vec<(String, String)> {
    let t = |id: &str| i18n.t(id).to_string();
    let cost = format!("{} ({})", own.cost_text, i18n.text(&own.definition));
    let mut rows = vec![
        (t("mopt-cost"), cost),
        (t("mopt-max-link"), own.max_link_text.clone()),
        (t("mopt-busiest"), i18n.text(&own.busiest_name).to_owned()),
    ];
    if let Some(messages) = own.busiest_messages {
        rows.push((t("mopt-busiest-messages"), format!("{messages:.0}")));
    }
    rows.extend([
        (t("mopt-idle"), own.idle.to_string()),
        (t("mopt-mean-hops"), format!("{:.2}", own.mean_hops)),
        (t("mopt-cost-bound"), format!("{:.2} ({})", own.cost_over_bound, own.cost_bound_text)),
        (t("mopt-link-bound"), format!("{:.2} ({})", own.link_over_bound, own.link_bound_text)),
        (t("mopt-relief"), format!("{:.2}×", own.relief)),
    ]);
    rows
}
