//! How the run went: the verdict on an exercise, the end of any other run.

use super::grade::GradeSection;
use super::wants;
use crate::fmt::{grouped, hundredths};
use crate::i18n::{I18n, use_i18n};
use crate::intent::Intent;
use crate::rest::use_rest;
use crate::store::{GradeWish, Grading};
use crate::widgets::rich;
use mcore::base::Cycle;
use mcore::session::AssembledView;
use mcore::view::{CheckView, OutcomeView, RightRun, RunState, VerdictView};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`ResultPanel`].
#[derive(Properties, PartialEq)]
pub struct ResultPanelProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The verdict.
    pub verdict: Option<Rc<VerdictView>>,
    /// How the run ended.
    pub outcome: Option<OutcomeView>,
    /// Cycles of the reference run under way.
    pub reference: Option<Cycle>,
    /// Whether time moves.
    pub state: RunState,
    /// The grade.
    pub grading: Grading,
    /// Runs are judged here.
    pub judged: bool,
    /// Result of the last assembly.
    pub program: Option<Rc<AssembledView>>,
    /// The cycle that is shown of a run that has begun and goes on no further.
    pub paused: Option<Cycle>,
    /// The text has changed since the program was made.
    pub edited: bool,
}

/// The panel.
#[component]
pub fn ResultPanel(props: &ResultPanelProps) -> Html {
    let i18n = use_i18n();
    let rest = use_rest();
    let grade = (props.judged && rest).then(|| {
        let ready = props.program.as_ref().is_some_and(|p| p.ok);
        html! { <GradeSection act={props.act.clone()} grading={props.grading.clone()} {ready} /> }
    });
    let body = match (&props.verdict, &props.outcome, props.reference) {
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
            let (headline, text) = match (&props.program, props.state) {
                (Some(program), _) if !program.ok => ("result-errors", "result-errors-text"),
                (_, RunState::Running) => ("result-running", "result-running-text"),
                _ if props.judged => ("result-none", "result-none-text"),
                _ => ("result-none", "result-none-scratch"),
            };
            let paused = props.paused.filter(|_| headline == "result-none");
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
    let told = props.verdict.is_some() || props.outcome.is_some();
    let stale = (told && props.edited)
        .then(|| html! { <p class="quiet small" data-testid="result-stale">{ i18n.t("result-stale") }</p> });
    html! {
        <section class="panel result" tabindex="0" aria-label={i18n.t("tab-result")} data-testid="result">
            <div>{ for stale }</div>{ body }{ for grade }
        </section>
    }
}

fn verdict_view(verdict: &VerdictView, act: &Callback<Intent>, i18n: &I18n) -> Html {
    let cycles = grouped(verdict.cycles);
    let nodes = grouped(u64::from(verdict.nodes));
    let big = verdict.speedup_hundredths.map(|speedup| {
        html! {
            <div class="speedup">
                <span class="big" data-testid="speedup">{ hundredths(speedup) }<span class="times">{ "×" }</span></span>
                <span class="quiet">
                    { i18n.t("speedup-of") }<br />{ i18n.tf("run-of", &[("nodes", &nodes), ("cycles", &cycles)]) }
                </span>
            </div>
        }
    });
    let plain = verdict.speedup_hundredths.is_none().then(|| {
        html! { <p class="quiet">{ i18n.tf("run-of", &[("nodes", &nodes), ("cycles", &cycles)]) }</p> }
    });
    let reference = verdict.reference_cycles.map(|n| reference_line(n, i18n));
    let (class, title) = if verdict.passed { ("passed", "verdict-passed") } else { ("failed", "verdict-failed") };
    let checks = verdict
        .checks
        .iter()
        .enumerate()
        .map(|(index, check)| html! { <li key={index}>{ check_view(check, i18n) }</li> });
    let wrong = verdict.checks.iter().find_map(|c| c.wrong.and_then(|w| Some((w.node?, u32::try_from(w.addr).ok()?))));
    let last_write = wrong.map(|(node, addr)| {
        html! {
            <div class="ways">
                <button
                    type="button" class="btn outlined" onclick={wants(act, Intent::Grade(GradeWish::LastWrite(node, addr)))}
                    data-testid="last-write"
                >{ i18n.t("go-to-last-write") }</button>
            </div>
        }
    });
    let difference = verdict.right.map(|right| {
        let label = i18n.t(match right {
            RightRun::Passed => "go-to-difference-passed",
            RightRun::Reference => "go-to-difference-reference",
        });
        let wish = GradeWish::FirstDifference(wrong.map(|(node, _)| node));
        html! {
            <div class="ways">
                <button type="button" class="btn outlined" onclick={wants(act, Intent::Grade(wish))} data-testid="first-difference">
                    { label }
                </button>
            </div>
        }
    });
    html! {
        <div class={classes!("verdict", class)} data-testid="verdict">
            <div>{ for big }</div>
            <p class="verdict-title"><span class="sign" aria-hidden="true">{ sign(verdict.passed) }</span>
                <strong>{ i18n.t(title) }</strong>{ " " }<span class="quiet">{ i18n.text(&verdict.case).to_owned() }</span>
            </p>
            <ul class="checks">{ for checks }</ul>
            <div>{ for last_write }{ for difference }</div>
            <div>{ for plain }{ for reference }</div>
        </div>
    }
}

/// Cycles of the sequential program, which every speed-up is measured against.
fn reference_line(cycles: Cycle, i18n: &I18n) -> Html {
    html! { <p class="quiet small" data-testid="reference">{ i18n.tf("reference-of", &[("n", &grouped(cycles))]) }</p> }
}

pub(super) fn check_view(check: &CheckView, i18n: &I18n) -> Html {
    let (class, spoken, sign) = match (check.withheld, check.passed) {
        (true, _) => ("check", "check-withheld", "–"),
        (_, true) => ("check passed", "check-passed", sign(true)),
        _ => ("check failed", "check-failed", sign(false)),
    };
    let spoken = i18n.t(spoken);
    let detail = check.detail.as_ref().map(|d| html! { <p class="detail">{ rich(i18n.text(d)) }</p> });
    html! {
        <div {class} data-testid="check">
            <span class="sign" aria-hidden="true">{ sign }</span>
            <div><span class="unseen">{ spoken }{ " " }</span>{ rich(i18n.text(&check.text)) }{ for detail }</div>
        </div>
    }
}

fn sign(passed: bool) -> &'static str {
    if passed { "✓" } else { "✗" }
}

fn outcome_view(outcome: &OutcomeView, act: &Callback<Intent>, i18n: &I18n) -> Html {
    let class = if outcome.ok { "waiting" } else { "waiting failed" };
    let cycles = i18n.tf("ended-after", &[("cycles", &grouped(outcome.cycles)), ("drain", &grouped(outcome.drain))]);
    html! {
        <div {class} data-testid="ended">
            <p class="headline">{ i18n.t(if outcome.ok { "ended-ok" } else { "ended-bad" }) }</p>
            <p>{ rich(i18n.text(&outcome.message)) }</p>
            <p class="quiet">{ cycles }</p>
            { ways(outcome, act, i18n) }
        </div>
    }
}

/// Buttons that lead to where a run ended.
pub fn ways(outcome: &OutcomeView, act: &Callback<Intent>, i18n: &I18n) -> Html {
    let line = outcome.source.clone().map(|place| {
        let label = i18n.tf("go-to-line", &[("line", &place.line.to_string())]);
        html! {
            <button type="button" class="btn outlined" onclick={wants(act, Intent::GoTo(place))} data-testid="outcome-line">{ label }</button>
        }
    });
    let node = outcome.node.map(|id| {
        let label = i18n.tf("select-node", &[("id", &id.to_string())]);
        html! {
            <button type="button" class="btn outlined" onclick={wants(act, Intent::Select(id))} data-testid="outcome-node">{ label }</button>
        }
    });
    html! { <div class="ways">{ for line }{ for node }</div> }
}
