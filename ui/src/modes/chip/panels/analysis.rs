//! The lower area: a strip of tabs, and the panel of one of them. Opening a tab never changes a size.

use super::checks::ChecksPanel;
use super::compare::ComparePanel;
use super::log::LogPanel;
use super::mpi::MpiPanel;
use super::noc::{NocPanel, NocPanelProps};
use super::profile::{ProfilePanel, ProfilePanelProps};
use super::reference::Reference;
use super::speedup::{SpeedUpPanel, SpeedUpPanelProps};
use super::statistics::StatisticsPanel;
use super::stops::StopsPanel;
use super::timeline::TimelinePanel;
use super::watch::WatchPanel;
use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Analyse, AnalysisTab, Intent};
use crate::widgets::{Icon, IconName, MenuButton, MenuItem, use_left_out};
use mcore::modes::chip::view::RunState;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;

/// A tab of the strip: its panel, the message with its name, its name for tests.
type TabRow = (AnalysisTab, &'static str, &'static str);

/// The tabs in their order.
const TABS: &[TabRow] = &[
    (AnalysisTab::Output, "analysis-output", "tab-output"),
    (AnalysisTab::Run, "analysis-run", "tab-run"),
    (AnalysisTab::Watch, "analysis-watch", "tab-watch"),
    (AnalysisTab::Profile, "analysis-profile", "tab-profile"),
    (AnalysisTab::Statistics, "analysis-statistics", "tab-statistics"),
    (AnalysisTab::Log, "analysis-log", "tab-log"),
    (AnalysisTab::Checks, "analysis-checks", "tab-checks"),
    (AnalysisTab::Mpi, "analysis-mpi", "tab-mpi"),
    (AnalysisTab::Stops, "analysis-stops", "tab-stops"),
    (AnalysisTab::Timeline, "analysis-timeline", "tab-timeline"),
    (AnalysisTab::Compare, "analysis-compare", "tab-compare"),
    (AnalysisTab::SpeedUp, "analysis-speedup", "tab-speedup"),
    (AnalysisTab::Noc, "analysis-noc", "tab-noc"),
    (AnalysisTab::Reference, "analysis-reference", "tab-reference"),
];

/// The strip of tabs.
#[component]
pub fn Strip(props: &Props) -> Html {
    let i18n = use_i18n();
    let drawer = props.state.analysis.drawer;
    let host = use_node_ref();
    let chosen = TABS.iter().position(|(tab, ..)| *tab == drawer.tab);
    let out = use_left_out(&host, chosen, (i18n.lang, reports(props), props.state.travel.notes.stops.len()));
    let onkeydown = arrows(&props.act, drawer.tab, &out);
    let (icon, label) =
        if drawer.tall { (IconName::Shrink, "drawer-lower") } else { (IconName::Grow, "drawer-taller") };
    let label = i18n.t(label);
    let more = (!out.is_empty()).then(|| more(props, &out, &i18n));
    html! {
        <div class="strip">
            <div class="tab-row" ref={host}>
                <div class="tabs" role="tablist" aria-label={i18n.t("tab-analysis")} {onkeydown}>{ for tabs(props, &out, &i18n) }</div>
                <div>{ for more }</div>
            </div>
            <button
                type="button" class="btn icon-btn drawer-tall" onclick={wants(&props.act, Intent::Analyse(Analyse::ToggleTall))}
                aria-pressed={drawer.tall.to_string()} aria-label={label.clone()} title={label} data-testid="drawer-tall"
            ><Icon name={icon} /></button>
        </div>
    }
}

/// The panel of the chosen tab, except the first two, which `RunPanel` shows.
#[component]
pub fn Drawer(props: &Props) -> Html {
    let i18n = use_i18n();
    let tab = props.state.analysis.drawer.tab;
    // Room for it in each panel that has one, so that nothing moves.
    let status = matches!(tab, AnalysisTab::Statistics | AnalysisTab::Mpi | AnalysisTab::Log).then(|| {
        html! { <p class="drawer-status quiet small" data-testid="drawer-status">{ status(props, &i18n) }</p> }
    });
    let named = TABS.iter().find(|(t, ..)| *t == tab).map_or("", |(_, _, testid)| testid);
    html! {
        <div
            class="drawer-body" id="drawer-body" role="tabpanel" aria-labelledby={format!("drawer-{named}")}
            hidden={tab.is_beside_verdict()}
        >{ for status }{ body(props) }</div>
    }
}

/// The number of reports of the checks.
fn reports(props: &Props) -> u64 {
    props.state.analysis.checks.found.as_ref().map_or(0, |f| f.reports.len() as u64 + f.more)
}

/// The tabs. That of the checks has the number of its reports, that of the breakpoints the number of breakpoints.
fn tabs(props: &Props, out: &[usize], i18n: &I18n) -> Vec<Html> {
    let drawer = props.state.analysis.drawer;
    let badge = Some(reports(props)).filter(|n| *n > 0).map(|n| {
        let n = grouped(n);
        html! {
            <span class="badge" title={i18n.tf("checks-badge", &[("n", &n)])} data-testid="checks-badge">{ n }</span>
        }
    });
    let stops = Some(props.state.travel.notes.stops.len()).filter(|n| *n > 0);
    let stops = stops.map(|n| html! { <span class="tab-count">{ n }</span> });
    let tab = |(index, (tab, label, testid)): (usize, &TabRow)| {
        let chosen = drawer.tab == *tab;
        let onclick = wants(&props.act, Intent::Analyse(Analyse::Show(*tab)));
        let note = match tab {
            AnalysisTab::Checks => badge.clone(),
            AnalysisTab::Stops => stops.clone(),
            _ => None,
        };
        let controls = if tab.is_beside_verdict() { "run-panel" } else { "drawer-body" };
        html! {
            <button
                key={*testid} type="button" class={classes!("tab", out.contains(&index).then_some("out"))} role="tab"
                id={format!("drawer-{testid}")} aria-selected={chosen.to_string()} aria-controls={controls}
                tabindex={if chosen { "0" } else { "-1" }} {onclick} data-testid={*testid}
            ><span class="tab-name" data-label={i18n.t(label)}>{ i18n.t(label) }</span>{ for note }</button>
        }
    };
    TABS.iter().enumerate().map(tab).collect()
}

/// The list of the tabs that have no room.
fn more(props: &Props, out: &[usize], i18n: &I18n) -> Html {
    let items = out.iter().filter_map(|index| TABS.get(*index)).map(|(tab, label, testid)| {
        let (act, tab) = (props.act.clone(), *tab);
        MenuItem {
            label: i18n.t(label),
            testid: format!("more-{testid}").into(),
            on_choose: Callback::from(move |()| act.emit(Intent::Analyse(Analyse::Show(tab)))),
        }
    });
    let (text, label) = (format!("⋯ {}", out.len()), i18n.t("tabs-more"));
    html! { <MenuButton {text} {label} items={items.collect::<Vec<_>>()} class="more" testid="tabs-more" /> }
}

/// The panel of the chosen tab.
fn body(props: &Props) -> Html {
    match props.state.analysis.drawer.tab {
        AnalysisTab::Output | AnalysisTab::Run => Html::default(),
        AnalysisTab::Watch => html! { <WatchPanel ..props.clone() /> },
        AnalysisTab::Profile => {
            let profile = yew::props!(ProfilePanelProps {
                act: props.act.clone(),
                profile: props.state.analysis.profile.clone(),
                progress: props.state.analysis.profiling,
                heat: props.state.analysis.heat,
                selected: props.state.watch.node,
                node: props.state.watch.profile_node,
            });
            html! { <ProfilePanel ..profile /> }
        }
        AnalysisTab::Reference => html! { <Reference help={props.state.help.clone()} /> },
        AnalysisTab::Statistics => html! { <StatisticsPanel ..props.clone() /> },
        AnalysisTab::Log => html! { <LogPanel ..props.clone() /> },
        AnalysisTab::Mpi => html! { <MpiPanel ..props.clone() /> },
        AnalysisTab::Checks => html! { <ChecksPanel ..props.clone() /> },
        AnalysisTab::Stops => html! { <StopsPanel ..props.clone() /> },
        AnalysisTab::Timeline => html! { <TimelinePanel ..props.clone() /> },
        AnalysisTab::Compare => html! { <ComparePanel ..props.clone() /> },
        AnalysisTab::SpeedUp => {
            let speedup = yew::props!(SpeedUpPanelProps {
                act: props.act.clone(),
                speedup: props.state.analysis.speedup.clone(),
                machine: props.size(),
                ready: props.is_ready(),
                dark: props.dark,
            });
            html! { <SpeedUpPanel ..speedup /> }
        }
        AnalysisTab::Noc => {
            let noc = yew::props!(NocPanelProps {
                act: props.act.clone(),
                noc: props.state.analysis.noc.clone(),
                dark: props.dark,
            });
            html! { <NocPanel ..noc /> }
        }
    }
}

/// The cycle or cycles to which the contents of the panel apply.
fn status(props: &Props, i18n: &I18n) -> AttrValue {
    let a = &props.state.analysis;
    let running = props.frame.state == RunState::Running;
    match (a.drawer.tab, &a.counted, a.counting) {
        (AnalysisTab::Statistics | AnalysisTab::Mpi | AnalysisTab::Log, ..) if running => i18n.t("analysis-running"),
        (AnalysisTab::Statistics | AnalysisTab::Mpi, _, Some((cycle, until))) => {
            i18n.tf("stats-counting", &[("n", &grouped(cycle)), ("until", &grouped(until))])
        }
        (AnalysisTab::Statistics | AnalysisTab::Mpi, Some(counted), None) => {
            i18n.tf("stats-up-to", &[("n", &grouped(counted.cycle))])
        }
        (AnalysisTab::Log, ..) if a.log_waits => i18n.t("log-waits"),
        _ => AttrValue::default(),
    }
}

/// Arrow keys move between the tabs that are in the strip, as in every list of tabs.
fn arrows(act: &Callback<Intent>, now: AnalysisTab, out: &[usize]) -> Callback<KeyboardEvent> {
    let act = act.clone();
    let shown: Vec<TabRow> = TABS.iter().enumerate().filter(|(i, _)| !out.contains(i)).map(|(_, row)| *row).collect();
    Callback::from(move |event: KeyboardEvent| {
        let last = shown.len().saturating_sub(1);
        let index = shown.iter().position(|(tab, ..)| *tab == now).unwrap_or(0);
        let index = match event.key().as_str() {
            "ArrowRight" if index == last => 0,
            "ArrowRight" => index + 1,
            "ArrowLeft" => index.checked_sub(1).unwrap_or(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        let Some((tab, _, testid)) = shown.get(index) else { return };
        event.prevent_default();
        act.emit(Intent::Analyse(Analyse::Show(*tab)));
        let button = gloo_utils::document().get_element_by_id(&format!("drawer-{testid}"));
        if let Some(button) = button.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
            // Fails only in documents that are not shown.
            let _ = button.focus();
        }
    })
}
