//! All cases of the exercise with their verdicts, the points, and handing in.

use super::result::check_view;
use super::wants;
use crate::fmt::{grouped, hundredths};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{GradeRequest, Grading, Intent};
use crate::widgets::rich;
use mcore::modes::chip::view::{CaseView, GradeView};
use yew::prelude::*;

/// Properties of [`GradeSection`].
#[derive(Properties, PartialEq)]
pub struct GradeSectionProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The state of the grading.
    pub grading: Grading,
    /// There is a program without errors.
    pub ready: bool,
}

/// The section below the verdict on the run.
#[component]
pub fn GradeSection(props: &GradeSectionProps) -> Html {
    let i18n = use_i18n();
    let act = |request: GradeRequest| wants(&props.act, Intent::Grade(request));
    let running = props.grading.running;
    let buttons = match running {
        Some(_) => html! {
            <button type="button" class="btn outlined" onclick={act(GradeRequest::Stop)} data-testid="grade-stop">
                { i18n.t("grade-stop") }
            </button>
        },
        None => html! {
            <button type="button" class="btn outlined" onclick={act(GradeRequest::Start)} disabled={!props.ready} data-testid="grade">
                { i18n.t("grade-start") }
            </button>
        },
    };
    let view = props.grading.view.as_ref();
    let progress = running.map(|(case, cycle)| {
        let count = view.map_or(0, |v| v.count);
        let number = (case + 1).to_string();
        let label = if count == 0 { number } else { format!("{number} / {count}") };
        let label = i18n.tf("grade-running", &[("case", &label), ("n", &grouped(cycle))]);
        html! { <p class="quiet small" role="status" data-testid="grading">{ label }</p> }
    });
    let hand_in = html! {
        <div class="ways">
            <button type="button" class="btn outlined" onclick={act(GradeRequest::Save)} data-testid="hand-in">{ i18n.t("hand-in") }</button>
            <button type="button" class="btn" onclick={act(GradeRequest::Copy)} data-testid="hand-in-copy">{ i18n.t("hand-in-copy") }</button>
        </div>
    };
    let done =
        props.grading.handed_in.then(|| html! { <p class="quiet small" role="status">{ i18n.t("hand-in-done") }</p> });
    let unchecked = (view.is_none_or(|v| !v.done) || props.grading.stale)
        .then(|| html! { <p class="quiet small">{ i18n.t("hand-in-unchecked") }</p> });
    html! {
        <section class="grade" aria-label={i18n.t("grade-title")} data-testid="grade-section">
            <div class="grade-head"><h2>{ i18n.t("grade-title") }</h2>{ buttons }</div>
            <div>{ for progress }</div>
            <div>{ for view.map(|v| grade_view(v, props.grading.stale, &props.act, &i18n)) }</div>
            { hand_in }
            <div>{ for done }{ for unchecked }</div>
        </section>
    }
}

fn grade_view(view: &GradeView, stale: bool, act: &Callback<Intent>, i18n: &I18n) -> Html {
    let cases = view.cases.iter().enumerate().map(|(index, case)| {
        html! { <li key={index}>{ case_view(index as u32, case, act, i18n) }</li> }
    });
    let points = i18n.tf("grade-points", &[("points", &view.points.to_string()), ("of", &view.of.to_string())]);
    let total =
        view.done.then(|| html! { <p class="grade-total" data-testid="points"><strong>{ points }</strong></p> });
    let steps = (!view.steps.is_empty()).then(|| {
        let rows = view.steps.iter().map(|step| {
            html! {
                <tr class={classes!(step.reached.then_some("reached"))}>
                    <td>{ if step.reached { "✓" } else { "" } }</td>
                    <td>{ hundredths(step.at_least) }{ "×" }</td>
                    <td>{ step.points }</td>
                </tr>
            }
        });
        let reached = view.speedup_hundredths.map_or_else(|| "–".to_owned(), |s| hundredths(s) + "×");
        html! {
            <table class="steps" data-testid="steps">
                <caption>{ i18n.tf("grade-speedup", &[("x", &reached)]) }</caption>
                <thead><tr>
                    <th scope="col"><span class="unseen">{ i18n.t("check-passed") }</span></th>
                    <th scope="col">{ i18n.t("grade-at-least") }</th><th scope="col">{ i18n.t("grade-worth") }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        }
    });
    let old = stale.then(|| html! { <p class="quiet small">{ i18n.t("grade-stale") }</p> });
    html! {
        <>
            <div>{ for old }</div>
            <ol class="cases">{ for cases }</ol>
            <div>{ for steps }</div>
            <div>{ for total }</div>
        </>
    }
}

fn case_view(index: u32, case: &CaseView, act: &Callback<Intent>, i18n: &I18n) -> Html {
    let (class, sign, spoken) = match (case.judged, case.passed) {
        (false, _) => ("case", "–", "case-withheld"),
        (_, true) => ("case passed", "✓", "verdict-passed"),
        _ => ("case failed", "✗", "verdict-failed"),
    };
    let points = format!("{} / {}", case.points, case.of);
    let facts = (case.cycles > 0).then(|| {
        let cycles = i18n.tf("case-cycles", &[("n", &grouped(case.cycles))]);
        let speedup = case.speedup_hundredths.map(|s| format!(" · {}×", hundredths(s)));
        html! { <span class="quiet">{ cycles }{ for speedup }</span> }
    });
    // A passed case shows only its line; a failed one also shows the checks that were not met.
    let failed = case.checks.iter().filter(|c| !c.passed && !c.withheld).map(|c| check_view(c, i18n));
    let refused = case.refused.as_ref().map(|why| html! { <p class="detail">{ rich(i18n.text(why)) }</p> });
    let show = (case.judged && !case.passed && case.refused.is_none()).then(|| {
        html! {
            <button
                type="button" class="btn outlined small" onclick={wants(act, Intent::Grade(GradeRequest::Show(index)))}
                data-testid="case-show"
            >{ i18n.t("case-show") }</button>
        }
    });
    let hidden = (!case.visible).then(|| html! { <span class="quiet">{ " " }{ i18n.t("case-hidden") }</span> });
    html! {
        <div {class} data-testid="case">
            <p class="case-head">
                <span class="sign" aria-hidden="true">{ sign }</span><span class="unseen">{ i18n.t(spoken) }{ " " }</span>
                <span class="case-name">{ i18n.text(&case.name).to_owned() }{ for hidden }</span>
                <span class="case-points">{ points }</span>
            </p>
            <div>{ for facts }</div>
            <div>{ for failed }{ for refused }{ for show }</div>
        </div>
    }
}
