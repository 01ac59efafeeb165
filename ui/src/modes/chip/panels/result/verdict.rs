//! The verdict on a run and its end. Neither exists before the simulator has run, so the page loads this module late
//! (`www/dist/rest.mjs`).

use super::reference_line;
use crate::fmt::{grouped, hundredths};
use crate::i18n::I18n;
use crate::modes::chip::panels::wants;
use crate::modes::chip::store::{Analyse, AnalysisTab, GradeRequest, Intent};
use crate::widgets::rich;
use mcore::base::Severity;
use mcore::modes::chip::session::AssembledView;
use mcore::modes::chip::view::{CheckView, OutcomeView, ReportsView, RightRun, SourcePlace, VerdictView};
use yew::prelude::*;

/// The verdict on the case that the page runs.
pub fn verdict_view(verdict: &VerdictView, act: &Callback<Intent>, i18n: &I18n) -> Html {
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
                    type="button" class="btn outlined" onclick={wants(act, Intent::Grade(GradeRequest::LastWrite(node, addr)))}
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
        let request = GradeRequest::FirstDifference(wrong.map(|(node, _)| node));
        html! {
            <div class="ways">
                <button type="button" class="btn outlined" onclick={wants(act, Intent::Grade(request))} data-testid="first-difference">
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

/// The first line of a failure: the likely causes that the checks have found, with a way to the first one.
pub fn cause_view(found: &ReportsView, act: &Callback<Intent>, i18n: &I18n) -> Option<Html> {
    let first = found.reports.first()?;
    let at = &first.at;
    let n = grouped(found.reports.len() as u64 + found.more);
    let place = at.source.as_ref().map_or_else(|| format!("0x{:x}", at.pc), |p| format!("{}:{}", p.file, p.line));
    let go = wants(act, Intent::Analyse(Analyse::VisitLine(at.cycle, at.node, at.source.clone())));
    let all = wants(act, Intent::Analyse(Analyse::Show(AnalysisTab::Checks)));
    let hint = i18n.text(&first.message).to_owned();
    Some(html! {
        <p class="cause" data-testid="cause">
            <button type="button" class="link-button" onclick={all} data-testid="cause-checks">{ i18n.tf("checks-cause", &[("n", &n)]) }</button>
            { " " }
            <button type="button" class="link-button" onclick={go} title={hint} data-testid="cause-line">{ place }{ " →" }</button>
        </p>
    })
}

/// Beside a failure: the compiler's warnings, which often name the cause, with a way to the first one.
pub fn warned_view(program: &AssembledView, act: &Callback<Intent>, i18n: &I18n) -> Option<Html> {
    let first = program.diagnostics.iter().find(|found| found.severity == Severity::Warning)?;
    let place = SourcePlace { file: first.file.clone(), line: first.line };
    let name = format!("{}:{}", place.file, place.line);
    let words = i18n.tf("warned-cause", &[("n", &grouped(program.counts.1.into()))]);
    let hint = i18n.text(&first.message).to_owned();
    Some(html! {
        <p class="cause" data-testid="warned">
            { words }{ " " }
            <button type="button" class="link-button" onclick={wants(act, Intent::GoTo(place))} title={hint} data-testid="warned-line">{ name }{ " →" }</button>
        </p>
    })
}

/// One check of a verdict.
pub fn check_view(check: &CheckView, i18n: &I18n) -> Html {
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

/// The end of a run that is not judged.
pub fn outcome_view(outcome: &OutcomeView, act: &Callback<Intent>, i18n: &I18n) -> Html {
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

/// Buttons that lead to the place where a run ended.
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
