//! The checks: likely bugs of the run, each report with both of its sides.

use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Analyse, Intent, PtrEq};
use crate::widgets::rich;
use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::view::{ReportSiteView, ReportView, ReportsView};
use yew::prelude::*;

/// The panel.
#[component]
pub fn ChecksPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let checks = &props.state.analysis.checks;
    let toggle = wants(&props.act, Intent::Analyse(Analyse::SetChecks(!checks.on)));
    let found = checks.found.as_ref();
    let here = props.state.watch.node.map(|node| (props.cycle(), node));
    let here = here.filter(|here| found.is_some_and(|found| has_side(found, *here)));
    let count = found.map_or(0, |f| f.reports.len());
    let (said, sign) = match (checks.on, checks.progress, count) {
        (false, ..) => (i18n.t("checks-off"), "○"),
        (true, None, _) => (i18n.t("checks-none-yet"), "○"),
        (true, Some((cycle, end, false)), _) => {
            (i18n.tf("checks-under-way", &[("n", &grouped(cycle)), ("end", &grouped(end))]), "…")
        }
        (true, Some((cycle, ..)), 0) if props.has_failed() => {
            (i18n.tf("checks-clean-but-failed", &[("n", &grouped(cycle))]), "○")
        }
        (true, Some((cycle, ..)), 0) => (i18n.tf("checks-clean", &[("n", &grouped(cycle))]), "✓"),
        (true, Some((cycle, ..)), n) => {
            (i18n.tf("checks-found", &[("n", &grouped(n as u64)), ("cycle", &grouped(cycle))]), "!")
        }
    };
    let more = found.filter(|f| f.more > 0).map(|f| i18n.tf("checks-more", &[("n", &grouped(f.more))]));
    let incomplete = found.and_then(|f| f.incomplete.as_ref()).map(|text| i18n.text(text).to_owned());
    html! {
        <div class="checks-panel" tabindex="0" data-testid="checks" data-reports={count.to_string()}>
            <div class="checks-head">
                <label class="check-line">
                    <input type="checkbox" checked={checks.on} onchange={toggle} data-testid="checks-on" />
                    <span>{ i18n.t("checks-switch") }</span>
                </label>
                <span class="quiet" data-testid="checks-said"><span class="sign" aria-hidden="true">{ sign }</span>{ said }</span>
            </div>
            <Reports act={props.act.clone()} found={checks.found.clone()} {here} />
            <p class="quiet small">{ more.unwrap_or_default() }</p>
            <p class="quiet small">{ incomplete.unwrap_or_default() }</p>
        </div>
    }
}

/// A cycle and a node.
type Moment = (Cycle, NodeId);

/// Both sides of a report, or its only one.
fn sides(report: &ReportView) -> impl Iterator<Item = &ReportSiteView> {
    std::iter::once(&report.at).chain(&report.other)
}

/// True if a side of a report is there.
fn has_side(found: &ReportsView, moment: Moment) -> bool {
    found.reports.iter().flat_map(sides).any(|site| (site.cycle, site.node) == moment)
}

/// Properties of [`Reports`].
#[derive(Properties, PartialEq)]
struct ReportsProps {
    act: Callback<Intent>,
    found: Option<PtrEq<ReportsView>>,
    /// The shown cycle and the selected node, if they are those of a side.
    here: Option<Moment>,
}

/// The reports. They are drawn again only if there are others, or if another side is shown.
#[component]
fn Reports(props: &ReportsProps) -> Html {
    let i18n = use_i18n();
    let reports = props.found.iter().flat_map(|found| &found.reports).enumerate().map(|(index, report)| {
        html! { <li key={index} class="report" data-testid="report" data-kind={report.kind.clone()}>{ report_view(report, props, &i18n) }</li> }
    });
    html! { <ol class="reports">{ for reports }</ol> }
}

fn report_view(report: &ReportView, props: &ReportsProps, i18n: &I18n) -> Html {
    let count = (report.count > 1).then(|| i18n.tf("checks-count", &[("n", &grouped(report.count))]));
    let sides =
        sides(report).enumerate().map(|(index, site)| html! { <li key={index}>{ side(site, props, i18n) }</li> });
    html! {
        <>
            <p class="report-what"><span class="sign ink-stall" aria-hidden="true">{ "▲" }</span>
                <strong>{ rich(i18n.text(&report.message)) }</strong>{ " " }<span class="quiet small">{ count.unwrap_or_default() }</span>
            </p>
            <p class="quiet">{ rich(i18n.text(&report.tip)) }</p>
            <ul class="sides">{ for sides }</ul>
        </>
    }
}

/// One side: a click goes to its cycle, selects its node and shows its line.
fn side(site: &ReportSiteView, props: &ReportsProps, i18n: &I18n) -> Html {
    let here = props.here == Some((site.cycle, site.node));
    let place = site.source.as_ref().map(|p| {
        i18n.tf("finding-at", &[("file", &p.file), ("line", &p.line.to_string())])
            .trim_end_matches([':', '：'])
            .to_owned()
    });
    let place = place.unwrap_or_else(|| format!("0x{:x}", site.pc));
    let visit = Intent::Analyse(Analyse::VisitLine(site.cycle, site.node, site.source.clone()));
    html! {
        <button
            type="button" class={classes!("side", here.then_some("here"))} onclick={wants(&props.act, visit)}
            aria-current={here.then_some("true")} data-testid="report-side"
            data-cycle={site.cycle.to_string()} data-node={format!("{},{}", site.node.x, site.node.y)}
        >
            <span class="side-place">{ i18n.tf("checks-side", &[("cycle", &grouped(site.cycle)), ("id", &site.node.to_string()), ("place", &place)]) }</span>
            <span>{ rich(i18n.text(&site.what)) }</span>
        </button>
    }
}
