//! The examples: a picture, a title and a sentence each; one click runs one.

use super::keeps;
use crate::i18n::use_i18n;
use crate::modes::chip::gallery::Gallery;
use crate::modes::chip::store::{Intent, Keep};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`Examples`].
#[derive(Properties, PartialEq)]
pub struct ExamplesProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The examples; `None` until they are known.
    pub gallery: Option<Rc<Gallery>>,
    /// Dark theme.
    pub dark: bool,
}

/// The cards.
#[component]
pub fn Examples(props: &ExamplesProps) -> Html {
    let i18n = use_i18n();
    let Some(gallery) = &props.gallery else {
        return html! { <p class="quiet">{ i18n.t("loading") }</p> };
    };
    let cards = gallery.examples.iter().map(|example| {
        let size =
            i18n.tf("gallery-size", &[("columns", &example.size.0.to_string()), ("rows", &example.size.1.to_string())]);
        html! {
            <li key={example.id.clone()}>
                <button
                    type="button" class="example" onclick={keeps(&props.act, Keep::OpenExample(example.id.clone()))}
                    data-testid="example" data-example={example.id.clone()}
                >
                    // The text beside it describes it.
                    <img src={example.picture(props.dark)} alt="" width="320" height="200" loading="lazy" />
                    <span class="example-title">{ i18n.text(&example.title).to_owned() }<small>{ size }</small></span>
                    <span class="example-text">{ i18n.text(&example.text).to_owned() }</span>
                </button>
            </li>
        }
    });
    html! {
        <div class="keep">
            <p class="quiet">{ i18n.t("gallery-hint") }</p>
            <ul class="examples">{ for cards }</ul>
        </div>
    }
}
