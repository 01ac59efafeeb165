//! The form that adds a breakpoint or watchpoint, or changes one.

use super::draft::{Draft, Field, HOWS, What};
use crate::i18n::use_i18n;
use mcore::base::NodeId;
use mcore::modes::chip::session::StopSpec;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Properties of [`Form`].
#[derive(Properties, PartialEq)]
pub struct FormProps {
    /// The typed values.
    pub draft: Draft,
    /// Number of the stop.
    pub id: u32,
    /// File of lines without one.
    pub file: Option<AttrValue>,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// Called after each change.
    pub on_change: Callback<Draft>,
    /// Called when the stop is complete.
    pub on_done: Callback<StopSpec>,
}

/// The form.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let i18n = use_i18n();
    let wrong = use_state(|| None::<(Field, &'static str)>);
    let draft = &props.draft;
    let change = |apply: fn(&mut Draft, String)| {
        let (draft, on_change, wrong) = (draft.clone(), props.on_change.clone(), wrong.clone());
        Callback::from(move |event: Event| {
            let target = event.target();
            let value = match target.as_ref().and_then(|t| t.dyn_ref::<HtmlSelectElement>()) {
                Some(select) => Some(select.value()),
                None => target.and_then(|t| t.dyn_into::<HtmlInputElement>().ok()).map(|input| input.value()),
            };
            let Some(value) = value else { return };
            let mut new = draft.clone();
            apply(&mut new, value);
            wrong.set(None);
            on_change.emit(new);
        })
    };
    // Text typed just before the button is pressed is not lost: the field's change event precedes the submit event.
    let onsubmit = {
        let (draft, wrong, on_done) = (draft.clone(), wrong.clone(), props.on_done.clone());
        let (id, file) = (props.id, props.file.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match draft.read(id, file.as_deref()) {
                Ok(spec) => {
                    wrong.set(None);
                    on_done.emit(spec);
                }
                Err(problem) => wrong.set(Some(problem)),
            }
        })
    };
    let field = |field: Field,
                 label: &str,
                 value: &str,
                 hint: &'static str,
                 apply: fn(&mut Draft, String),
                 testid: &'static str| {
        let bad = wrong.filter(|(at, _)| *at == field).map(|(_, text)| i18n.t(text));
        let oninput = {
            let change = change(apply);
            Callback::from(move |event: InputEvent| change.emit(event.into()))
        };
        html! {
            <label class="stop-field">
                <span>{ i18n.t(label) }</span>
                <input
                    type="text" value={value.to_owned()} placeholder={hint} {oninput} spellcheck="false" autocomplete="off"
                    autocapitalize="off" maxlength="200" aria-invalid={bad.is_some().to_string()} data-testid={testid}
                />
                <span class="problem" role="alert">{ bad.unwrap_or_default() }</span>
            </label>
        }
    };
    let whats = What::ALL.iter().enumerate().map(|(index, (what, label))| {
        html! { <option key={index} value={index.to_string()} selected={*what == draft.what}>{ i18n.t(label) }</option> }
    });
    let on_what = change(|d, v| {
        let index: usize = v.parse().unwrap_or(0);
        (d.what, d.place) = (What::ALL.get(index).map_or_else(What::default, |w| w.0), String::new());
    });
    let hows = HOWS.iter().enumerate().map(|(index, label)| {
        html! { <option key={index} value={index.to_string()} selected={index == draft.how}>{ i18n.t(label) }</option> }
    });
    let watch = draft.what == What::Watch;
    let place = draft
        .what
        .place_label()
        .map(|(label, hint)| field(Field::Place, label, &draft.place, hint, |d, v| d.place = v, "stop-place"));
    let on_how = change(|d, v| d.how = v.parse().unwrap_or(0));
    let how = watch.then(|| {
        html! {
            <label class="stop-field">
                <span>{ i18n.t("stop-how") }</span>
                <select onchange={on_how} data-testid="stop-how">{ for hows }</select>
            </label>
        }
    });
    let test = (watch && draft.how == 3)
        .then(|| field(Field::Test, "stop-test", &draft.test, "== 5", |d, v| d.test = v, "stop-test"));
    let words =
        watch.then(|| field(Field::Words, "stop-words-label", &draft.words, "1", |d, v| d.words = v, "stop-words"));
    let narrow = draft.what.has_nodes();
    let nodes = narrow
        .then(|| field(Field::Nodes, "stop-nodes", &draft.nodes, "(1,1) (2,3)", |d, v| d.nodes = v, "stop-nodes"));
    let condition = narrow.then(|| {
        let write = |d: &mut Draft, v| d.condition = v;
        let oninput = {
            let change = change(write);
            Callback::from(move |event: InputEvent| change.emit(event.into()))
        };
        html! {
            <label class="stop-field">
                <span>{ i18n.t("stop-condition") }</span>
                <input
                    type="text" value={draft.condition.clone()} placeholder="$t0 == 5" {oninput} spellcheck="false" autocomplete="off"
                    autocapitalize="off" maxlength="200" data-testid="stop-condition"
                />
                <span class="problem"></span>
            </label>
        }
    });
    let here = props.selected.filter(|_| narrow).map(|node| {
        let (draft, on_change) = (draft.clone(), props.on_change.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            on_change.emit(Draft { nodes: node.to_string(), ..draft.clone() });
        });
        html! { <button type="button" class="btn" {onclick}>{ i18n.tf("stop-only-here", &[("node", &node.to_string())]) }</button> }
    });
    let (title, done) = match draft.id {
        Some(_) => ("stop-form-change", "stop-save"),
        None => ("stop-form", "stop-add"),
    };
    html! {
        <form class="stop-form" {onsubmit} novalidate={true} aria-label={i18n.t(title)}>
            <h2>{ i18n.t(title) }</h2>
            <label class="stop-field">
                <span>{ i18n.t("stop-what") }</span>
                <select onchange={on_what} data-testid="stop-what">{ for whats }</select>
            </label>
            { for place }{ for how }{ for test }{ for words }{ for nodes }{ for condition }
            <div class="form-actions">
                { for here }
                <span class="grow"></span>
                <button type="submit" class="btn primary" data-testid="stop-add">{ i18n.t(done) }</button>
            </div>
        </form>
    }
}
