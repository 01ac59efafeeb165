//! The form: memory system, program or traces, options of the run. Each error is shown at its field.

use super::Props;
use super::state::Act;
use super::system::System;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::shell::fields;
use mcore::modes::pmnet::{PMNET_FILES, PMNET_PROGRAM, PMNET_RUN, PMNET_TRACES};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The form.
#[component]
pub fn Form(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let plan = &state.plan;
    let on_change = {
        let act = act.clone();
        fields::use_change(plan, move |plan| act.emit(Act::Plan(plan)))
    };
    let form = fields::Form { mode: "pmnet", i18n: &i18n, problems: &state.problems, on_change };
    let all = plan.fields_on(state.doc.dat().interleaves());
    let group = |name: &str| form.group(&**plan, &all, name);
    let files = (plan.program == PMNET_FILES).then(|| files(props, &i18n));
    let running = state.progress.is_some();
    let submit = {
        let (act, ready) = (act.clone(), state.ready() && !running);
        move |event: SubmitEvent| {
            event.prevent_default();
            if ready {
                act.emit(Act::Run);
            }
        }
    };
    let cancel = {
        let act = act.clone();
        move |_: MouseEvent| act.emit(Act::Cancel)
    };
    let progress_text = match &state.progress {
        Some(progress) => {
            let which =
                if progress.of > 1 { format!("{}/{}: ", progress.number + 1, progress.of) } else { String::new() };
            let values = [("n", grouped(progress.count)), ("percent", format!("{:.0}", progress.share * 100.0))];
            let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            format!("{which}{}", i18n.tf("pmnet-progress", &values))
        }
        None if !state.doc.errors().is_empty() => i18n.t("pmnet-text-wrong").to_string(),
        None if state.doc.graph().is_err() => i18n.t("pmnet-not-whole").to_string(),
        None => match state.problems.len() {
            0 => String::new(),
            n => i18n.tf("pmnet-problems", &[("n", &n.to_string())]).to_string(),
        },
    };
    html! {
        <form class="panel lab-form" aria-label={i18n.t("pmnet-form")} onsubmit={submit}>
            <div class="lab-fields" tabindex="0" role="group" aria-label={i18n.t("pmnet-form")}>
                <System ..props.clone() />
                <fieldset>
                    <legend>{ i18n.t("pmnet-program-is") }</legend>
                    { group(PMNET_PROGRAM) }
                    { files.unwrap_or_default() }
                    { group(PMNET_TRACES) }
                </fieldset>
                <fieldset>
                    <legend>{ i18n.t("pmnet-how") }</legend>
                    { group(PMNET_RUN) }
                </fieldset>
            </div>
            <div class="lab-submit">
                <span class="lab-state small" data-testid="pmnet-told">{ progress_text }</span>
                if running {
                    <button type="button" class="btn outlined" onclick={cancel} data-testid="pmnet-cancel">{ i18n.t("pmnet-cancel") }</button>
                } else {
                    <button type="submit" class="btn primary" disabled={!state.ready()} data-testid="pmnet-run">{ i18n.t("pmnet-run") }</button>
                }
            </div>
        </form>
    }
}

/// Trace files: the button that chooses them, and their list.
fn files(props: &Props, i18n: &I18n) -> Html {
    let state = &props.state;
    let onchange = {
        let act = props.act.clone();
        move |event: Event| {
            let input = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok());
            let Some(list) = input.and_then(|input| input.files()) else { return };
            act.emit(Act::Files((0..list.length()).filter_map(|i| list.get(i)).collect()));
        }
    };
    let names = state.files.iter().map(|(name, size)| {
        html! { <li>{ name }<span class="quiet small">{ format!(" {:.1} MB", size / 1e6) }</span></li> }
    });
    let found = state.problems.iter().find(|problem| problem.field == PMNET_FILES);
    let wrong = found.map(|problem| i18n.text(&problem.text).to_owned());
    html! {
        <>
            <label class="btn outlined lab-file"><input type="file" multiple={true} class="unseen" {onchange} data-testid="pmnet-trace" aria-describedby="pmnet-trace-note" />{ i18n.t("pmnet-choose-files") }</label>
            <p id="pmnet-trace-note" class="small quiet">{ i18n.t("pmnet-files-note") }</p>
            if let Some(wrong) = wrong { <p class="lab-wrong">{ wrong }</p> }
            <ul class="pmnet-files" data-testid="pmnet-trace-list">{ for names }</ul>
        </>
    }
}
