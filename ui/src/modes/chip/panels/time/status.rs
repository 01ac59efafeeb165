//! The reason of the last stop, or the search in progress, in a line over the chart.

use super::super::wants;
use crate::fmt::{grouped, plain};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::travel::{Busy, Stopped};
use crate::modes::chip::store::{Intent, Travel};
use crate::widgets::{Icon, IconName};
use yew::prelude::*;

/// Maximum number of reasons listed; beyond it only the number is shown.
const MAX_REASONS: usize = 3;

/// Properties of [`Status`].
#[derive(Properties, PartialEq)]
pub struct StatusProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The last stop.
    pub stopped: Option<Stopped>,
    /// A search or seek in progress.
    pub busy: Option<Busy>,
}

/// The line; screen readers announce it too.
#[component]
pub fn Status(props: &StatusProps) -> Html {
    let i18n = use_i18n();
    let cancel = wants(&props.act, Intent::Travel(Travel::Cancel));
    let busy = props.busy.map(|busy| {
        let text = match busy {
            Busy::Searching(cycle) => i18n.tf("searching", &[("n", &grouped(cycle))]),
            Busy::Seeking(cycle, target) => i18n.tf("seeking", &[("n", &grouped(cycle)), ("target", &grouped(target))]),
        };
        html! {
            <p class="time-status busy" data-testid="time-busy">
                <span class="time-words">{ text }</span>
                <button type="button" class="btn small-btn" onclick={cancel} data-testid="time-cancel">{ i18n.t("cancel") }</button>
            </p>
        }
    });
    let stopped = props.stopped.as_ref().filter(|_| props.busy.is_none()).map(|stopped| {
        let text = words(stopped, &i18n);
        html! {
            <p class="time-status" data-testid="stopped" data-at={stopped.at.to_string()}>
                <Icon name={IconName::Pause} /><span class="time-words" title={text.clone()}>{ text }</span>
            </p>
        }
    });
    html! { <div class="time-line" role="status">{ for busy }{ for stopped }</div> }
}

fn words(stopped: &Stopped, i18n: &I18n) -> String {
    if let Some(missed) = &stopped.missed {
        return plain(i18n.text(missed));
    }
    let at = grouped(stopped.at);
    let reasons = &stopped.reasons;
    let gap = i18n.t("list-gap");
    let list: Vec<String> = reasons.iter().take(MAX_REASONS).map(|r| plain(i18n.text(&r.text))).collect();
    let mut text = i18n.tf("stopped-at", &[("n", &at), ("reasons", &list.join(&gap))]).to_string();
    if reasons.len() > MAX_REASONS {
        text.push_str(&i18n.tf("stopped-more", &[("n", &(reasons.len() - MAX_REASONS).to_string())]));
    }
    text
}
