//! The form that adds a breakpoint or watchpoint, or changes one.

use super::draft::{Draft, Field, HOWS, What};
use crate::i18n::{I18n, use_i18n};
use mcore::base::NodeId;
use mcore::modes::chip::session::StopSpec;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement};
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
    /// The program is in C.
    pub in_c: bool,
    /// The number of times that a stop has been chosen to be changed: each time the form gets the focus.
    pub opened: u32,
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
    let fields = Fields { props, wrong: &wrong, i18n: &i18n };
    let draft = &props.draft;
    let form = use_node_ref();
    use_effect_with((props.opened, form.clone()), |(opened, form)| {
        if let Some(form) = form.cast::<Element>().filter(|_| *opened > 0) {
            let condition = form.query_selector(".stop-condition").ok().flatten();
            let field = condition.or_else(|| form.query_selector("input, select").ok().flatten());
            if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
                // Fails only in documents that are not shown.
                let _ = field.focus();
            }
        }
    });
    let watch = draft.what == What::Watch;
    let narrow = draft.what.has_nodes();
    let place = draft
        .what
        .place_label(props.in_c)
        .map(|(label, hint)| fields.text(Field::Place, (label, hint, "stop-place"), &draft.place, |d, v| d.place = v));
    let test = (watch && draft.how == 3)
        .then(|| fields.text(Field::Test, ("stop-test", "== 5", "stop-test"), &draft.test, |d, v| d.test = v));
    let words = watch
        .then(|| fields.text(Field::Words, ("stop-words-label", "1", "stop-words"), &draft.words, |d, v| d.words = v));
    let nodes = narrow.then(|| {
        fields.text(Field::Nodes, ("stop-nodes", "(1,1) (2,3)", "stop-nodes"), &draft.nodes, |d, v| d.nodes = v)
    });
    let (title, done) = match draft.id {
        Some(_) => ("stop-form-change", "stop-save"),
        None => ("stop-form", "stop-add"),
    };
    html! {
        <form class="stop-form" ref={form} onsubmit={on_submit(props, &wrong)} novalidate={true} aria-label={i18n.t(title)}>
            <h2>{ i18n.t(title) }</h2>
            { fields.what() }
            { place.unwrap_or_default() }
            { if watch { fields.how() } else { Html::default() } }
            { test.unwrap_or_default() }{ words.unwrap_or_default() }{ nodes.unwrap_or_default() }
            { if narrow { fields.condition() } else { Html::default() } }
            <div class="form-actions">
                { for props.selected.filter(|_| narrow).map(|node| only_here(props, node, &i18n)) }
                <span class="grow"></span>
                <button type="submit" class="btn primary" data-testid="stop-add">{ i18n.t(done) }</button>
            </div>
        </form>
    }
}

/// Reads the stop. Text typed just before the button is pressed is not lost: the field's change event precedes the
/// submit event.
fn on_submit(props: &FormProps, wrong: &UseStateHandle<Option<(Field, &'static str)>>) -> Callback<SubmitEvent> {
    let (draft, wrong, on_done) = (props.draft.clone(), wrong.clone(), props.on_done.clone());
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
}

/// The button that limits the stop to the selected node.
fn only_here(props: &FormProps, node: NodeId, i18n: &I18n) -> Html {
    let (draft, on_change) = (props.draft.clone(), props.on_change.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        on_change.emit(Draft { nodes: node.to_string(), ..draft.clone() });
    });
    html! { <button type="button" class="btn" {onclick}>{ i18n.tf("stop-only-here", &[("node", &node.to_string())]) }</button> }
}

/// Makes the fields of the form.
struct Fields<'a> {
    props: &'a FormProps,
    /// The field with an error, and its message.
    wrong: &'a UseStateHandle<Option<(Field, &'static str)>>,
    i18n: &'a I18n,
}

impl Fields<'_> {
    /// A handler that changes the draft by the value of a list or a text field.
    fn change<E: Into<Event> + 'static>(&self, apply: fn(&mut Draft, String)) -> Callback<E> {
        let (draft, on_change, wrong) = (self.props.draft.clone(), self.props.on_change.clone(), self.wrong.clone());
        Callback::from(move |event: E| {
            let target = event.into().target();
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
    }

    /// A text field with its error; `names` are the message of its label, its placeholder and its name in tests.
    fn text(
        &self,
        field: Field,
        names: (&str, &'static str, &'static str),
        value: &str,
        apply: fn(&mut Draft, String),
    ) -> Html {
        let (label, hint, testid) = names;
        let bad = self.wrong.filter(|(at, _)| *at == field).map(|(_, text)| self.i18n.t(text));
        let oninput = self.change::<InputEvent>(apply);
        html! {
            <label class="stop-field">
                <span>{ self.i18n.t(label) }</span>
                <input
                    type="text" value={value.to_owned()} placeholder={hint} {oninput} spellcheck="false" autocomplete="off"
                    autocapitalize="off" maxlength="200" aria-invalid={bad.is_some().to_string()} data-testid={testid}
                />
                <span class="problem" role="alert">{ bad.unwrap_or_default() }</span>
            </label>
        }
    }

    /// The kind of condition.
    fn what(&self) -> Html {
        let now = self.props.draft.what;
        let whats = What::ALL.iter().enumerate().map(|(index, (what, label))| {
            html! { <option key={index} value={index.to_string()} selected={*what == now}>{ self.i18n.t(label) }</option> }
        });
        let onchange = self.change::<Event>(|d, v| {
            let index: usize = v.parse().unwrap_or(0);
            (d.what, d.place) = (What::ALL.get(index).map_or_else(What::default, |w| w.0), String::new());
        });
        html! {
            <label class="stop-field">
                <span>{ self.i18n.t("stop-what") }</span>
                <select {onchange} data-testid="stop-what">{ for whats }</select>
            </label>
        }
    }

    /// The accesses that trigger a watchpoint.
    fn how(&self) -> Html {
        let now = self.props.draft.how;
        let hows = HOWS.iter().enumerate().map(|(index, label)| {
            html! { <option key={index} value={index.to_string()} selected={index == now}>{ self.i18n.t(label) }</option> }
        });
        let onchange = self.change::<Event>(|d, v| d.how = v.parse().unwrap_or(0));
        html! {
            <label class="stop-field">
                <span>{ self.i18n.t("stop-how") }</span>
                <select {onchange} data-testid="stop-how">{ for hows }</select>
            </label>
        }
    }

    /// The condition; the session reports its errors when the stop is set.
    fn condition(&self) -> Html {
        let oninput = self.change::<InputEvent>(|d, v| d.condition = v);
        let example = if self.props.in_c { "i == 31" } else { "$t0 == 5" };
        html! {
            <label class="stop-field">
                <span>{ self.i18n.t("stop-condition") }</span>
                <input
                    type="text" class="stop-condition" value={self.props.draft.condition.clone()} placeholder={example} {oninput} spellcheck="false" autocomplete="off"
                    autocapitalize="off" maxlength="200" data-testid="stop-condition"
                />
                <span class="problem"></span>
            </label>
        }
    }
}
