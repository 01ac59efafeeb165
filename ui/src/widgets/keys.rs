//! Lists of keys.

use crate::i18n::I18n;
use yew::prelude::*;

/// The keys of a group with the message of their effect, under its heading.
pub fn key_table(group: &'static str, rows: &[(&'static [&'static str], &'static str)], i18n: &I18n) -> Html {
    let row = |(keys, label): &(&'static [&'static str], &'static str)| {
        let caps = keys.iter().map(|key| html! { <kbd key={*key}>{ *key }</kbd> });
        html! { <tr key={*label}><th scope="row" class="caps">{ for caps }</th><td>{ i18n.t(label) }</td></tr> }
    };
    html! {
        <table key={group} class="keys">
            <caption>{ i18n.t(group) }</caption>
            <thead class="unseen"><tr><th scope="col">{ i18n.t("keys-key") }</th><th scope="col">{ i18n.t("keys-does") }</th></tr></thead>
            <tbody>{ for rows.iter().map(row) }</tbody>
        </table>
    }
}

/// The switch for keys that type a character.
pub fn letters_switch(off: bool, onchange: Callback<Event>, i18n: &I18n) -> Html {
    html! {
        <>
            <p class="quiet small">{ i18n.t("keys-mac") }</p>
            <label class="help-letters">
                <input type="checkbox" checked={!off} {onchange} data-testid="keys-letters" />
                { i18n.t("keys-letters") }
            </label>
        </>
    }
}
