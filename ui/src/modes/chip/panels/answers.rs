//! Answers about the past: who wrote a place, which cycles an edit has discarded.

use super::wants;
use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::modes::chip::store::{Intent, Travel, Travelling};
use crate::widgets::{Icon, IconName, rich};
use yew::prelude::*;

/// Properties of [`Answers`].
#[derive(Properties, PartialEq)]
pub struct AnswersProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The state of travelling in time.
    pub travel: Travelling,
}

/// The answers, as messages over the page.
#[component]
pub fn Answers(props: &AnswersProps) -> Html {
    let i18n = use_i18n();
    let AnswersProps { act, travel } = props;
    let close = |request: Travel| {
        html! {
            <button
                type="button" class="btn icon-btn" onclick={wants(act, Intent::Travel(request))}
                aria-label={i18n.t("close")} data-testid="answer-close"
            ><Icon name={IconName::Close} /></button>
        }
    };
    let asking = travel.asking.then(|| {
        html! {
            <div class="notice" role="status">
                <div class="notice-text">{ i18n.t("writer-asking") }</div>
                { close(Travel::DismissWriter) }
            </div>
        }
    });
    let writer = travel.writer.as_ref().map(|writer| {
        let go = |cycle, node, place| wants(act, Intent::Travel(Travel::Visit(cycle, Some(node), place)));
        let by = writer.by.as_ref().map(|by| {
            let label = i18n.tf("writer-go", &[("n", &grouped(by.cycle)), ("node", &by.node.to_string())]);
            html! {
                <button type="button" class="btn primary" onclick={go(by.cycle, by.node, by.source.clone())} data-testid="writer-go">
                    { label }
                </button>
            }
        });
        // The data of a DMA was written later than its start.
        let arrived = writer.cycle.filter(|cycle| writer.by.as_ref().is_none_or(|by| by.cycle != *cycle)).map(|cycle| {
            html! {
                <button type="button" class="btn" onclick={go(cycle, writer.node, None)} data-testid="writer-arrived">
                    { i18n.tf("writer-arrived", &[("n", &grouped(cycle))]) }
                </button>
            }
        });
        html! {
            <div class="notice answer" role="status" data-testid="writer">
                <div class="notice-text">
                    <strong>{ i18n.tf("writer-title", &[("place", i18n.text(&writer.place)), ("node", &writer.node.to_string()), ("n", &grouped(writer.before))]) }</strong>
                    <p data-testid="writer-text">{ rich(i18n.text(&writer.text)) }</p>
                    <div class="answer-actions">{ for by }{ for arrived }</div>
                </div>
                { close(Travel::DismissWriter) }
            </div>
        }
    });
    let discarded = travel.discarded.map(|(from, until)| {
        let text = i18n.tf("edit-discarded", &[("from", &grouped(from)), ("until", &grouped(until))]);
        html! {
            <div class="notice" role="status" data-testid="discarded">
                <div class="notice-text">{ text }</div>
                <button type="button" class="btn" onclick={wants(act, Intent::Travel(Travel::UndoEdit))} data-testid="undo-edit">
                    { i18n.t("undo") }
                </button>
                { close(Travel::DismissDiscarded) }
            </div>
        }
    });
    html! { <div class="notices answers" data-testid="answers">{ for asking }{ for writer }{ for discarded }</div> }
}
