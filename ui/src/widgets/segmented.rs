//! A switch between a few choices, all of them visible.

use yew::prelude::*;

/// One choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub label: AttrValue,
    /// Language of the label, if it is not the page's.
    pub lang: Option<AttrValue>,
    /// Name for tests.
    pub testid: AttrValue,
}

/// Properties of [`Segmented`].
#[derive(Properties, PartialEq)]
pub struct SegmentedProps {
    /// The purpose of the switch, for screen readers.
    pub label: AttrValue,
    pub choices: Vec<Choice>,
    pub chosen: usize,
    /// Called with the index of a new choice.
    pub on_choose: Callback<usize>,
}

/// The switch.
#[component]
pub fn Segmented(props: &SegmentedProps) -> Html {
    let choices = props.choices.iter().enumerate().map(|(index, choice)| {
        let on_choose = props.on_choose.clone();
        let onclick = move |_: MouseEvent| on_choose.emit(index);
        html! {
            <button
                key={index} type="button" {onclick} lang={choice.lang.clone()}
                aria-pressed={(index == props.chosen).to_string()} data-testid={choice.testid.clone()}
            >{ &choice.label }</button>
        }
    });
    html! { <div class="segmented" role="group" aria-label={&props.label}>{ for choices }</div> }
}
