//! Fields of the mode's forms: a line of text and a list, each with its label and what is wrong with it.

use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// A line of text.
#[derive(Properties, PartialEq)]
pub struct LineProps {
    /// Its identifier, also for tests.
    pub id: AttrValue,
    /// What it is.
    pub label: AttrValue,
    /// What stands in it.
    pub value: AttrValue,
    /// What is wrong with it.
    #[prop_or_default]
    pub wrong: Option<AttrValue>,
    /// What would stand in it.
    #[prop_or_default]
    pub hint: AttrValue,
    /// Told of each letter.
    #[prop_or_default]
    pub on_input: Option<Callback<String>>,
    /// Told when the field is left or Enter is pressed, and it says something else.
    #[prop_or_default]
    pub on_change: Option<Callback<String>>,
}

fn value_of(event: &Event) -> Option<String> {
    event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()).map(|input| input.value())
}

/// A line of text with what is wrong with it.
#[component]
pub fn Line(props: &LineProps) -> Html {
    let note = format!("{}-note", props.id);
    let oninput = props.on_input.clone().map(|told| {
        Callback::from(move |event: InputEvent| {
            if let Some(value) = value_of(&event) {
                told.emit(value);
            }
        })
    });
    let onchange = props.on_change.clone().map(|told| {
        Callback::from(move |event: Event| {
            if let Some(value) = value_of(&event) {
                told.emit(value);
            }
        })
    });
    let invalid = props.wrong.is_some();
    html! {
        <div class="nsim-field">
            <label for={&props.id}>{ &props.label }</label>
            <input
                id={&props.id} value={&props.value} {oninput} {onchange} autocomplete="off" spellcheck="false" data-testid={&props.id}
                aria-invalid={invalid.then_some("true")} aria-describedby={invalid.then(|| note.clone())} placeholder={&props.hint}
            />
            if let Some(wrong) = &props.wrong {
                <span id={note} class="nsim-wrong" role="alert">{ wrong }</span>
            }
        </div>
    }
}

/// A list to choose from.
#[derive(Properties, PartialEq)]
pub struct ListProps {
    /// Its identifier, also for tests.
    pub id: AttrValue,
    /// What it is.
    pub label: AttrValue,
    /// Value and words of each choice.
    pub choices: Vec<(AttrValue, AttrValue)>,
    /// The value that is chosen.
    pub now: AttrValue,
    /// Told of another one.
    pub on_choose: Callback<String>,
}

/// A list to choose from, with its label.
#[component]
pub fn List(props: &ListProps) -> Html {
    let onchange = {
        let told = props.on_choose.clone();
        move |event: Event| {
            if let Some(select) = event.target().and_then(|t| t.dyn_into::<HtmlSelectElement>().ok()) {
                told.emit(select.value());
            }
        }
    };
    let options = props.choices.iter().map(|(value, label)| {
        html! { <option key={value.to_string()} value={value} selected={*value == props.now}>{ label }</option> }
    });
    html! {
        <div class="nsim-field">
            <label for={&props.id}>{ &props.label }</label>
            <select id={&props.id} {onchange} data-testid={&props.id}>{ for options }</select>
        </div>
    }
}
