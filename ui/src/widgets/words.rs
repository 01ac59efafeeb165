//! Sentences of the session: `like this` is code.

use yew::prelude::*;

/// A sentence with its code parts marked up.
pub fn rich(text: &str) -> Html {
    let parts = text.split('`').enumerate().map(|(i, part)| {
        // Parts alternate between text and code.
        if i % 2 == 1 {
            html! { <code key={i}>{ part.to_owned() }</code> }
        } else {
            html! { <span key={i}>{ part.to_owned() }</span> }
        }
    });
    html! { <span>{ for parts }</span> }
}
