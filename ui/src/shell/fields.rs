//! Fields of forms, each with its label and its error, and whole forms made of the fields of a plan.

use crate::i18n::{I18n, use_i18n};
use crate::shell::files::read_chosen_text;
use mcore::base::Text;
use mcore::mode::{Field, Kind, Plan, Problem, listed, toggled};
use std::rc::Rc;
use std::str::FromStr;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// Properties of [`Line`].
#[derive(Properties, PartialEq)]
pub struct LineProps {
    /// Its identifier, also for tests.
    pub id: AttrValue,
    /// Its name.
    pub label: AttrValue,
    /// Its text.
    pub value: AttrValue,
    /// Its error.
    #[prop_or_default]
    pub wrong: Option<AttrValue>,
    /// An example.
    #[prop_or_default]
    pub hint: AttrValue,
    /// Called after each typed character.
    #[prop_or_default]
    pub on_input: Option<Callback<String>>,
    /// Called when the field loses the focus or Enter is pressed, and the text has changed.
    #[prop_or_default]
    pub on_change: Option<Callback<String>>,
}

/// The text in the field that emitted an event.
pub fn value_of(event: &Event) -> Option<String> {
    event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()).map(|input| input.value())
}

/// The list of choices that emitted an event.
pub fn select_of(event: &Event) -> Option<HtmlSelectElement> {
    event.target()?.dyn_into().ok()
}

/// The number in the field that emitted an event.
pub fn number_of<T: FromStr>(event: &Event) -> Option<T> {
    value_of(event)?.parse().ok()
}

/// A line of text with its error.
#[component]
pub fn Line(props: &LineProps) -> Html {
    let note = format!("{}-note", props.id);
    let oninput = props.on_input.clone().map(|callback| {
        Callback::from(move |event: InputEvent| {
            if let Some(value) = value_of(&event) {
                callback.emit(value);
            }
        })
    });
    let onchange = props.on_change.clone().map(|callback| {
        Callback::from(move |event: Event| {
            if let Some(value) = value_of(&event) {
                callback.emit(value);
            }
        })
    });
    let invalid = props.wrong.is_some();
    // Browsers do not read a placeholder aloud.
    let described = invalid || !props.hint.is_empty();
    html! {
        <div class="lab-field">
            <label for={&props.id}>{ &props.label }</label>
            <input
                id={&props.id} value={&props.value} {oninput} {onchange} autocomplete="off" spellcheck="false" data-testid={&props.id}
                aria-invalid={invalid.then_some("true")} aria-describedby={described.then(|| note.clone())} placeholder={&props.hint}
            />
            if let Some(wrong) = &props.wrong {
                <span id={note} class="lab-wrong" role="alert">{ wrong }</span>
            } else if described {
                <span id={note} class="unseen">{ &props.hint }</span>
            }
        </div>
    }
}

/// Properties of [`List`].
#[derive(Properties, PartialEq)]
pub struct ListProps {
    /// Its identifier, also for tests.
    pub id: AttrValue,
    /// Its name.
    pub label: AttrValue,
    /// Value and label of each choice.
    pub choices: Vec<(AttrValue, AttrValue)>,
    /// The chosen value.
    pub now: AttrValue,
    /// Called with another choice.
    pub on_choose: Callback<String>,
}

/// A list of choices with its label.
#[component]
pub fn List(props: &ListProps) -> Html {
    let onchange = {
        let callback = props.on_choose.clone();
        move |event: Event| {
            if let Some(select) = select_of(&event) {
                callback.emit(select.value());
            }
        }
    };
    let options = props.choices.iter().map(|(value, label)| {
        html! { <option key={value.to_string()} value={value} selected={*value == props.now}>{ label }</option> }
    });
    html! {
        <div class="lab-field">
            <label for={&props.id}>{ &props.label }</label>
            <select id={&props.id} {onchange} data-testid={&props.id}>{ for options }</select>
        </div>
    }
}

/// Properties of [`Area`].
#[derive(Properties, PartialEq)]
pub struct AreaProps {
    /// Its identifier, also for tests; the choice of a file has `-file` after it.
    pub id: AttrValue,
    /// Its name.
    pub label: AttrValue,
    /// The text.
    pub value: AttrValue,
    /// Its error.
    #[prop_or_default]
    pub wrong: Option<AttrValue>,
    /// An example.
    #[prop_or_default]
    pub hint: AttrValue,
    /// Receives the text after each change.
    pub on_input: Callback<String>,
}

/// Several lines of text, which can be loaded from a file.
#[component]
pub fn Area(props: &AreaProps) -> Html {
    let i18n = use_i18n();
    let oninput = props.on_input.reform(|event: InputEvent| {
        event
            .target()
            .and_then(|t| t.dyn_into::<HtmlTextAreaElement>().ok())
            .map(|area| area.value())
            .unwrap_or_default()
    });
    let onchange = {
        let on_input = props.on_input.clone();
        move |event: Event| {
            let on_input = on_input.clone();
            // If the file cannot be read, the present text stays.
            read_chosen_text(&event, move |text| on_input.emit(text));
        }
    };
    let (id, note, file) = (&props.id, format!("{}-note", props.id), format!("{}-file", props.id));
    let invalid = props.wrong.is_some();
    html! {
        <div class="lab-field">
            <label for={id}>{ &props.label }</label>
            <textarea
                {id} {oninput} rows="6" spellcheck="false" value={&props.value} data-testid={id} placeholder={&props.hint}
                aria-invalid={invalid.then_some("true")} aria-describedby={invalid.then(|| note.clone())}
            />
            if let Some(wrong) = &props.wrong {
                <span id={note} class="lab-wrong" role="alert">{ wrong }</span>
            }
            <label class="btn outlined lab-file"><input type="file" class="unseen" {onchange} data-testid={file} />{ i18n.t("lab-from-file") }</label>
        </div>
    }
}

/// A callback that changes one field of a plan and emits the new plan. Several fields may change before the next render:
/// each change starts from the plan of the one before.
#[hook]
pub fn use_change<P: Plan + 'static>(plan: &Rc<P>, emit: impl Fn(Rc<P>) + 'static) -> Callback<(&'static str, String)> {
    let newest = use_mut_ref(|| plan.clone());
    *newest.borrow_mut() = plan.clone();
    Callback::from(move |(id, value): (&str, String)| {
        let mut plan = P::clone(&newest.borrow());
        plan.set(id, &value);
        let plan = Rc::new(plan);
        *newest.borrow_mut() = plan.clone();
        emit(plan);
    })
}

/// A form for the fields of a plan: `<mode>-<field>` identifies each, also for tests.
pub struct Form<'a> {
    pub mode: &'static str,
    /// The messages.
    pub i18n: &'a I18n,
    /// All errors of the plan.
    pub problems: &'a [Problem],
    /// Receives the identifier and the new value of a field.
    pub on_change: Callback<(&'static str, String)>,
}

impl Form<'_> {
    /// The applicable fields of a group, in their order; adjacent compact fields share a row.
    pub fn group<P: Plan>(&self, plan: &P, fields: &[Field], group: &str) -> Html {
        let mut parts = Vec::new();
        // A row has the name of the first field that can be in it, applicable or not: then it stays in place while fields
        // beside one that is being typed into appear and disappear.
        let mut row: Option<(&'static str, Vec<Html>)> = None;
        let whole = |(first, row): (&'static str, Vec<Html>)| {
            html! { <div key={format!("{first}-row")} class="lab-numbers">{ for row }</div> }
        };
        for field in fields.iter().filter(|field| field.group == group) {
            let shown = field.applies.then(|| self.one(field, &plan.get(field.id)));
            match shown {
                shown if field.compact => row.get_or_insert_with(|| (field.id, Vec::new())).1.extend(shown),
                Some(shown) => {
                    parts.extend(row.take().filter(|(_, row)| !row.is_empty()).map(whole));
                    parts.push(shown);
                }
                None => {}
            }
        }
        parts.extend(row.filter(|(_, row)| !row.is_empty()).map(whole));
        html! { <>{ for parts }</> }
    }

    /// A text of the session in the page's language.
    fn say(&self, text: &Text) -> AttrValue {
        self.i18n.text(text).to_owned().into()
    }

    fn one(&self, field: &Field, value: &str) -> Html {
        let (key, id) = (field.id, format!("{}-{}", self.mode, field.id));
        let (label, hint, value) = (self.say(&field.label), self.say(&field.hint), value.to_owned());
        let found = self.problems.iter().find(|problem| problem.field == key);
        let wrong = found.map(|problem| self.say(&problem.text));
        let change = self.on_change.reform(move |value| (key, value));
        match &field.kind {
            Kind::Line | Kind::Whole { .. } | Kind::Decimal => {
                html! { <Line {key} {id} {label} {value} {wrong} {hint} on_input={change} /> }
            }
            Kind::Lines => html! { <Area {key} {id} {label} {value} {wrong} {hint} on_input={change} /> },
            Kind::Choice(choices) => {
                let choices =
                    choices.iter().map(|choice| (choice.word.into(), self.say(&choice.label))).collect::<Vec<_>>();
                html! { <List {key} {id} {label} {choices} now={value} on_choose={change} /> }
            }
            Kind::Set(choices) => {
                let boxes = choices.iter().map(|choice| {
                    let (word, on) = (choice.word, value.contains(choice.word));
                    let (before, change) = (value.clone(), change.clone());
                    let onchange = move |_: Event| change.emit(if on { before.replace(word, "") } else { [&before, word].concat() });
                    let id = format!("{id}-{word}");
                    html! {
                        <label class="check-field"><input type="checkbox" {id} checked={on} {onchange} /><span>{ self.say(&choice.label) }</span></label>
                    }
                });
                html! { <fieldset {key} class="lab-rings"><legend>{ label }</legend>{ for boxes }</fieldset> }
            }
            Kind::List(choices) => {
                let boxes = choices.iter().map(|choice| {
                    let (word, on) = (choice.word, listed(&value, choice.word));
                    let after = toggled(choices, &value, word);
                    let change = change.clone();
                    let onchange = move |_: Event| change.emit(after.clone());
                    let id = format!("{id}-{word}");
                    html! {
                        <label class="check-field"><input type="checkbox" {id} checked={on} {onchange} /><span>{ self.say(&choice.label) }</span></label>
                    }
                });
                html! { <fieldset {key} class="lab-list"><legend>{ label }</legend>{ for boxes }</fieldset> }
            }
        }
    }
}
