//! Any number of runs side by side: which ones, and their facts in columns.

use crate::i18n::use_i18n;
use mcore::base::Lang;
use mcore::mode::{Kind, Plan};
use yew::prelude::*;

/// The settings of a plan that differ from those of another one: label and value of each.
pub fn differences<P: Plan>(first: &P, other: &P, lang: Lang) -> Vec<String> {
    let fields = other.fields().into_iter().filter(|field| field.applies && first.get(field.id) != other.get(field.id));
    let mut seen: Vec<&str> = Vec::new();
    let mut texts = Vec::new();
    for field in fields {
        // A seed can be the field of two groups.
        if seen.contains(&field.id) {
            continue;
        }
        seen.push(field.id);
        let value = other.get(field.id);
        let named = field.choices().iter().find(|choice| choice.word == value).map(|choice| choice.label.get(lang));
        texts.push(match (&field.kind, named) {
            (Kind::Choice(_), Some(name)) => name.to_owned(),
            // A whole text has no place in a name.
            (Kind::Lines, _) => field.label.get(lang).to_owned(),
            _ => format!("{} {}", field.label.get(lang), if value.is_empty() { "–" } else { &value }),
        });
    }
    texts
}

/// Properties of [`SideBySide`].
#[derive(Properties, PartialEq)]
pub struct SideBySideProps {
    /// The name of the table, for screen readers.
    pub label: AttrValue,
    /// The names of all runs.
    pub names: Vec<AttrValue>,
    /// The runs that are shown, in order.
    pub chosen: Vec<usize>,
    /// Receives another choice.
    pub on_choose: Callback<Vec<usize>>,
    /// Label and value of the facts of each chosen run.
    pub facts: Vec<Vec<(String, String)>>,
    /// Name for tests; the choice of a run has its number after it.
    pub testid: AttrValue,
}

/// The choice of the runs, and their facts.
#[component]
pub fn SideBySide(props: &SideBySideProps) -> Html {
    let i18n = use_i18n();
    let choices = props.names.iter().enumerate().map(|(run, name)| {
        let (chosen, on_choose) = (props.chosen.clone(), props.on_choose.clone());
        let on = chosen.contains(&run);
        let onchange = move |_: Event| {
            let mut next: Vec<usize> = chosen.iter().copied().filter(|own| *own != run).collect();
            if !on {
                next.push(run);
                next.sort_unstable();
            }
            on_choose.emit(next);
        };
        html! {
            <label key={run} class="check-field"><input type="checkbox" checked={on} {onchange} data-testid={format!("{}-{}", props.testid, run + 1)} /><span>{ name }</span></label>
        }
    });
    let mut labels: Vec<&String> = Vec::new();
    for (label, _) in props.facts.iter().flatten() {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    let rows = labels.into_iter().map(|label| {
        let value = |facts: &Vec<(String, String)>| {
            facts.iter().find(|(own, _)| own == label).map_or_else(|| "–".to_owned(), |(_, value)| value.clone())
        };
        let values: Vec<String> = props.facts.iter().map(value).collect();
        let differs = values.iter().any(|value| *value != values[0]).then_some("lab-differs");
        let cells = values.into_iter().map(|value| html! { <td>{ value }</td> });
        html! { <tr key={label.clone()} class={differs}><th scope="row">{ label }</th>{ for cells }</tr> }
    });
    let heads = props.chosen.iter().map(|run| html! { <th key={*run} scope="col">{ (run + 1).to_string() }</th> });
    html! {
        <>
            <fieldset class="lab-runs"><legend class="small">{ i18n.t("lab-runs") }</legend>{ for choices }</fieldset>
            <div class="lab-columns" tabindex="0" role="group" aria-label={&props.label}>
                <table class="lab-facts">
                    <thead><tr><td></td>{ for heads }</tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
        </>
    }
}
