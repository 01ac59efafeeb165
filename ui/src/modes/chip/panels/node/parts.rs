//! The activity of each part of the node in the last cycle, and the chains of waiting packets.

use super::super::wants;
use crate::i18n::use_i18n;
use crate::modes::chip::store::Intent;
use crate::widgets::rich;
use mcore::modes::chip::view::{ChainView, PartView};
use yew::prelude::*;

/// Properties of [`Parts`].
#[derive(Properties, PartialEq)]
pub struct PartsProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The activity of each part.
    pub parts: Vec<PartView>,
    /// The chains of waiting packets, one from each head that cannot move.
    pub chains: Vec<ChainView>,
}

/// The cards.
#[component]
pub fn Parts(props: &PartsProps) -> Html {
    let i18n = use_i18n();
    let rows = props.parts.iter().enumerate().map(|(index, part)| {
        // Shape first: a full sign for progress, a crossed one for a stall, an empty one for rest.
        let (sign, class) = match (part.held_back, part.stalled) {
            (true, _) => ("⊖", "sign ink-stall"),
            (false, true) => ("○", "sign ink-halt"),
            (false, false) => ("●", "sign ink-work"),
        };
        html! {
            <tr key={index}>
                <th scope="row">{ i18n.text(&part.name) }</th>
                <td title={i18n.text(&part.doing).to_owned()}>
                    <span {class} aria-hidden="true">{ sign }</span>{ i18n.text(&part.doing) }
                </td>
            </tr>
        }
    });
    let chains = props.chains.iter().enumerate().map(|(index, chain)| {
        let links = chain.links.iter().enumerate().map(|(at, link)| {
            let label = i18n.tf("select-node", &[("id", &link.at.to_string())]);
            html! {
                <li key={at}>
                    <button
                        type="button" class="link" onclick={wants(&props.act, Intent::Select(link.at))}
                        title={label} data-testid="chain-link"
                    >{ rich(i18n.text(&link.text)) }</button>
                </li>
            }
        });
        html! { <div key={index} class="chain"><ol>{ for links }</ol><p>{ rich(i18n.text(&chain.end)) }</p></div> }
    });
    let none = props.chains.is_empty().then(|| html! { <p class="quiet">{ i18n.t("chains-none") }</p> });
    html! {
        <div class="card" data-testid="parts">
            <div class="card-head"><h2>{ i18n.t("parts-title") }</h2></div>
            <table class="incc parts"><tbody>{ for rows }</tbody></table>
            <h3>{ i18n.t("chains-title") }</h3>
            <div class="chains" tabindex="0" data-testid="chains">{ for none }{ for chains }</div>
        </div>
    }
}
