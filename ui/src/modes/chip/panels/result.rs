//! The result of the run: the verdict on an exercise, or the end of any other run.

mod verdict;

pub use verdict::{check_view, ways};

use super::grade::GradeSection;
use super::waits::chain_view;
use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Intent, MapEffect};
use mcore::base::{Cycle, percent};
use mcore::modes::chip::view::RunState;
use std::rc::Rc;
use verdict::{cause_view, outcome_view, verdict_view, warned_view};
use yew::prelude::*;

/// The panel.
#[component]
pub fn ResultPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let grade = props.is_judged().then(|| {
        let ready = props.is_ready();
        html! { <GradeSection act={props.act.clone()} grading={props.state.grading.clone()} {ready} /> }
    });
    let body = match (&props.state.verdict, &props.frame.outcome, props.state.reference) {
        (Some(verdict), _, _) => verdict_view(verdict, &props.act, &i18n),
        (None, Some(outcome), Some(cycles)) if outcome.ok => html! {
            <div class="waiting">
                <p class="headline">{ i18n.t("judging") }</p>
                <div class="progress" role="progressbar" aria-label={i18n.t("judging")}><span></span></div>
                <p class="quiet">{ i18n.tf("judging-cycles", &[("n", &grouped(cycles))]) }</p>
            </div>
        },
        (None, Some(outcome), _) => outcome_view(outcome, &props.act, &i18n),
        (None, None, reference) => {
            let (headline, text) = match (&props.state.program, props.frame.state) {
                (Some(program), _) if !program.ok => ("result-errors", "result-errors-text"),
                (_, RunState::Running) => ("result-running", "result-running-text"),
                _ if props.is_judged() => ("result-none", "result-none-text"),
                _ => ("result-none", "result-none-scratch"),
            };
            let paused = props.paused().filter(|_| headline == "result-none");
            let headline = match paused {
                Some(cycle) => i18n.tf("result-paused", &[("n", &grouped(cycle))]),
                None => i18n.t(headline),
            };
            html! {
                <div class="waiting">
                    <p class="headline">{ headline }</p>
                    <p class="quiet">{ i18n.t(text) }</p>
                    { reference.map(|n| reference_line(n, &i18n)).unwrap_or_default() }
                </div>
            }
        }
    };
    let failed = props.has_failed();
    let cause = props
        .state
        .analysis
        .checks
        .found
        .as_ref()
        .filter(|_| failed)
        .and_then(|found| cause_view(found, &props.act, &i18n));
    let warned = props.state.program.as_deref().filter(|_| failed).and_then(|p| warned_view(p, &props.act, &i18n));
    let chain =
        props.state.analysis.chain.as_ref().filter(|_| failed).map(|chain| chain_view(chain, &props.act, &i18n));
    let shown = props.state.verdict.is_some() || props.frame.outcome.is_some();
    let stale = (shown && props.state.edited)
        .then(|| html! { <p class="quiet small" data-testid="result-stale">{ i18n.t("result-stale") }</p> });
    let level = props.state.level.map(|_| own_level(&props.act, &i18n));
    let effect = props.state.map_effect.map(|effect| map_effect(effect, &i18n));
    let panel = use_node_ref();
    {
        // A new result is read from its top.
        let panel = panel.clone();
        let judged = (
            props.state.verdict.as_ref().map(Rc::as_ptr),
            props.frame.outcome.is_some(),
            props.state.program.as_ref().map(Rc::as_ptr),
        );
        use_effect_with(judged, move |_| {
            if let Some(panel) = panel.cast::<web_sys::Element>() {
                panel.set_scroll_top(0);
            }
        });
    }
    html! {
        <section ref={panel} class="panel result" tabindex="0" aria-label={i18n.t("tab-result")} data-testid="result">
            <div>{ for level }{ for stale }{ for cause }{ for warned }</div>{ body }<div>{ for effect }</div>{ for chain }{ for grade }
        </section>
    }
}

/// The note that the run is not judged, and the button that restores the exercise's level.
fn own_level(act: &Callback<Intent>, i18n: &I18n) -> Html {
    html! {
        <div class="own-level" data-testid="own-level">
            <p>{ i18n.t("own-level") }</p>
            <button type="button" class="btn outlined" onclick={wants(act, Intent::SetLevel(None))} data-testid="own-level-back">
                { i18n.t("own-level-back") }
            </button>
        </div>
    }
}

/// The cycles without and with the rank map, as two bars.
fn map_effect(effect: MapEffect, i18n: &I18n) -> Html {
    let MapEffect { in_order, mapped } = effect;
    let most = in_order.max(mapped).max(1) as f64;
    let change = (mapped as f64 - in_order as f64) / in_order.max(1) as f64;
    let row = |name: AttrValue, cycles: Cycle, class: &'static str| {
        let width = format!("{:.1}%", cycles as f64 / most * 100.0);
        html! {
            <>
                <span>{ name }</span>
                <svg class="effect-bar" width="100%" height="8" aria-hidden="true"><rect {class} {width} height="8" rx="2" /></svg>
                <span class="num">{ grouped(cycles) }</span>
            </>
        }
    };
    html! {
        <div class="map-effect" data-testid="map-effect">
            <p>
                { i18n.tf("map-effect", &[("before", &grouped(in_order)), ("after", &grouped(mapped))]) }
                { " " }<b>{ signed_percent(change) }</b>
            </p>
            <div class="effect-rows">
                { row(i18n.t("map-effect-in-order"), in_order, "") }
                { row("ranks.map".into(), mapped, "mapped") }
            </div>
        </div>
    }
}

/// A change in percent, with its sign.
fn signed_percent(change: f64) -> String {
    let words = percent(change.abs(), 1);
    match words.as_str() {
        "0.0 %" => format!("±{words}"),
        _ if change < 0.0 => format!("−{words}"),
        _ => format!("+{words}"),
    }
}

/// Cycles of the sequential program, the baseline of every speed-up.
fn reference_line(cycles: Cycle, i18n: &I18n) -> Html {
    html! { <p class="quiet small" data-testid="reference">{ i18n.tf("reference-of", &[("n", &grouped(cycles))]) }</p> }
}
