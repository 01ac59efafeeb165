//! The verdict in one line, at the end of the strip. It is in sight under every tab; a click leads to the details.

use super::{Props, wants};
use crate::fmt::{grouped, hundredths};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Analyse, AnalysisTab, Intent};
use mcore::modes::chip::view::RunState;
use yew::prelude::*;

/// Sign, main words, and words beside them.
struct Line {
    good: Option<bool>,
    main: String,
    beside: Option<AttrValue>,
}

/// The headline.
#[component]
pub fn Headline(props: &Props) -> Html {
    let i18n = use_i18n();
    let Line { good, main, beside } = line(props, &i18n);
    let (class, sign) = match good {
        Some(true) => ("headline-line good", "✓"),
        Some(false) => ("headline-line bad", "✗"),
        None => ("headline-line", ""),
    };
    let sign = good.map(|_| html! { <span class="sign" aria-hidden="true">{ sign }</span> });
    html! {
        <button
            type="button" {class} onclick={wants(&props.act, Intent::Analyse(Analyse::Show(AnalysisTab::Run)))}
            title={i18n.t("headline-hint")} data-testid="headline"
        >{ for sign }<b>{ main }</b>{ for beside.map(|words| html! { <span class="quiet">{ words }</span> }) }</button>
    }
}

/// The main words, and whether they are good.
pub fn words(props: &Props, i18n: &I18n) -> (Option<bool>, AttrValue) {
    let Line { good, main, .. } = line(props, i18n);
    (good, main.into())
}

/// The words for the state of the run.
fn line(props: &Props, i18n: &I18n) -> Line {
    let plain = |main: AttrValue| Line { good: None, main: main.to_string(), beside: None };
    // A deadlock is the end that has lists of waiting cores.
    let end = props.frame.outcome.as_ref().map(|o| match (o.ok, o.waiting.is_empty()) {
        (true, _) => "ended-ok",
        (false, true) => "ended-bad",
        (false, false) => "ended-deadlock",
    });
    if let Some(verdict) = &props.state.verdict {
        let speedup = verdict.speedup_hundredths.map(|s| format!("{}×", hundredths(s)));
        let stopped = props.frame.outcome.as_ref().filter(|o| !o.ok).and(end).map(|words| i18n.t(words).to_string());
        let graded = props.state.grading.view.as_ref().filter(|view| view.done && !props.state.grading.stale);
        let points = graded.map(|view| format!("{}/{}", view.points, view.of));
        let words = if verdict.passed { "verdict-passed-beside" } else { "verdict-failed-beside" };
        let parts: Vec<String> = [stopped.or(speedup), points].into_iter().flatten().collect();
        if parts.is_empty() {
            let words = if verdict.passed { "verdict-passed" } else { "verdict-failed" };
            return Line { good: Some(verdict.passed), main: i18n.t(words).to_string(), beside: None };
        }
        return Line { good: Some(verdict.passed), main: parts.join(" · "), beside: Some(i18n.t(words)) };
    }
    match (&props.frame.outcome, end, props.frame.state) {
        (Some(outcome), _, _) if outcome.ok && props.state.reference.is_some() => plain(i18n.t("judging")),
        (Some(outcome), Some(end), _) => {
            let cycles = i18n.tf("ended-cycles", &[("n", &grouped(outcome.cycles))]);
            Line { good: Some(outcome.ok), main: i18n.t(end).to_string(), beside: Some(cycles) }
        }
        _ if props.state.program.as_ref().is_some_and(|p| !p.ok) => plain(i18n.t("result-errors")),
        (_, _, RunState::Running) => plain(i18n.t("result-running")),
        _ => match props.paused() {
            Some(cycle) => plain(i18n.tf("result-paused", &[("n", &grouped(cycle))])),
            None => plain(i18n.t("result-none")),
        },
    }
}
