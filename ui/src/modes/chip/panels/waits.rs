//! Why a node waits and who will end it; the chain of a deadlock.

use super::wants;
use crate::fmt::grouped;
use crate::i18n::I18n;
use crate::modes::chip::store::{Intent, Travel};
use crate::widgets::rich;
use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::view::{SourcePlace, WaitChainView, WaitView};
use yew::prelude::*;

/// A link to a cycle and a node, and the line there.
fn visit(
    act: &Callback<Intent>,
    (cycle, node, place): (Cycle, NodeId, Option<SourcePlace>),
    words: AttrValue,
    testid: &'static str,
) -> Html {
    let onclick = wants(act, Intent::Travel(Travel::Visit(cycle, Some(node), place)));
    html! { <button type="button" class="link-button" {onclick} data-testid={testid}>{ words }</button> }
}

/// The value that a node wants, who will write it and where that packet is, who wrote the present value.
pub fn wait_view(wait: &WaitView, act: &Callback<Intent>, i18n: &I18n) -> Html {
    let sender = wait.by.as_ref().map(|by| {
        let words = i18n.tf("wait-go-sender", &[("n", &grouped(by.cycle)), ("node", &by.node.to_string())]);
        visit(act, (by.cycle, by.node, by.source.clone()), words, "wait-sender")
    });
    let before = wait.before.as_ref().map(|before| {
        let by = before.by.as_ref().map(|by| {
            let words = i18n.tf("wait-go-sender", &[("n", &grouped(by.cycle)), ("node", &by.node.to_string())]);
            visit(act, (by.cycle, by.node, by.source.clone()), words, "wait-before")
        });
        html! { <p class="quiet small">{ rich(i18n.text(&before.text)) }{ " " }{ for by }</p> }
    });
    let transit = wait.transit.as_ref().map(|transit| html! { <>{ " " }{ rich(i18n.text(transit)) }</> });
    html! {
        <div class="card wait-why" data-testid="wait">
            <h2>{ i18n.t("wait-title") }</h2>
            <p data-testid="wait-wants">{ rich(i18n.text(&wait.wants)) }</p>
            <p data-testid="wait-end">{ rich(i18n.text(&wait.end)) }{ for transit }{ " " }{ for sender }</p>
            { for before }
        </div>
    }
}

/// The cores of a deadlock, in the order of their waits.
pub fn chain_view(chain: &WaitChainView, act: &Callback<Intent>, i18n: &I18n) -> Html {
    let steps = chain.steps.iter().enumerate().map(|(index, step)| {
        let select = wants(act, Intent::Select(step.node));
        let line = step.source.clone().map(|place| {
            let words = format!("{}:{}", place.file, place.line);
            html! { <button type="button" class="link-button" onclick={wants(act, Intent::GoTo(place))} data-testid="chain-line">{ words }</button> }
        });
        let sign = if step.missing { "✗ " } else { "" };
        html! {
            <li key={index} class={classes!(step.missing.then_some("missing"))} data-testid="chain-step" data-node={format!("{},{}", step.node.x, step.node.y)}>
                { sign }<button type="button" class="link-button" onclick={select} data-testid="chain-node"><b>{ step.node.to_string() }</b></button>
                { " " }{ rich(i18n.text(&step.text)) }{ " " }{ for line }
            </li>
        }
    });
    let circle = chain.circle.map(|at| i18n.tf("wait-chain-circle", &[("n", &(at + 1).to_string())]));
    let others = (chain.others > 0).then(|| i18n.tf("wait-chain-others", &[("n", &grouped(chain.others.into()))]));
    html! {
        <div class="wait-chain" data-testid="wait-chain">
            <p><b>{ i18n.t("wait-chain") }</b>{ " " }{ rich(i18n.text(&chain.text)) }</p>
            <ol>{ for steps }</ol>
            <p class="quiet small">{ circle.unwrap_or_default() }{ " " }{ others.unwrap_or_default() }</p>
        </div>
    }
}
