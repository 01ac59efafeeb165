//! The drawer below the chip: statistics and logs, one at a time, closed at first.

use super::checks::{ChecksPanel, ChecksPanelProps};
use super::compare::ComparePanel;
use super::log::{LogPanel, LogPanelProps};
use super::noc::{NocPanel, NocPanelProps};
use super::profile::{ProfilePanel, ProfilePanelProps};
use super::speedup::{SpeedUpPanel, SpeedUpPanelProps};
use super::statistics::{StatisticsPanel, StatisticsPanelProps};
use super::stops::{StopsPanel, StopsPanelProps};
use super::timeline::{TimelinePanel, TimelinePanelProps};
use super::wants;
use super::watch::{WatchPanel, WatchPanelProps};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::intent::Intent;
use crate::modes::chip::store::{Analyse, Analysis, AnalysisTab, Travelling};
use crate::rest::use_rest;
use crate::widgets::{Icon, IconName};
use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::view::{Frame, RunState};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Properties of [`Drawer`].
#[derive(Properties, PartialEq)]
pub struct DrawerProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The state of the analysis.
    pub analysis: Analysis,
    /// Breakpoints, bookmarks, edits.
    pub travel: Travelling,
    /// The current frame.
    pub frame: Rc<Frame>,
    /// The file that the source panel shows.
    pub file: Option<AttrValue>,
    /// The profile is that of this node.
    pub profile_node: Option<NodeId>,
    /// The source is newer than the program.
    pub edited: bool,
    /// The shown cycle, or the target of the seek in flight.
    pub cycle: Cycle,
    /// The last known cycle.
    pub end: Cycle,
    /// The state of the run.
    pub state: RunState,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// Columns and rows of the machine.
    pub machine: (u8, u8),
    /// A program is loaded.
    pub ready: bool,
    /// Dark theme.
    pub dark: bool,
}

/// The panels, with the names of their tabs.
const TABS: [(AnalysisTab, &str, &str); 10] = [
    (AnalysisTab::Watch, "analysis-watch", "tab-watch"),
    (AnalysisTab::Profile, "analysis-profile", "tab-profile"),
    (AnalysisTab::Statistics, "analysis-statistics", "tab-statistics"),
    (AnalysisTab::Stops, "analysis-stops", "tab-stops"),
    (AnalysisTab::Timeline, "analysis-timeline", "tab-timeline"),
    (AnalysisTab::Compare, "analysis-compare", "tab-compare"),
    (AnalysisTab::Log, "analysis-log", "tab-log"),
    (AnalysisTab::Checks, "analysis-checks", "tab-checks"),
    (AnalysisTab::SpeedUp, "analysis-speedup", "tab-speedup"),
    (AnalysisTab::Noc, "analysis-noc", "tab-noc"),
];

/// The drawer.
#[component]
pub fn Drawer(props: &DrawerProps) -> Html {
    let i18n = use_i18n();
    let rest = use_rest();
    let drawer = props.analysis.drawer;
    let onkeydown = arrows(&props.act, drawer.tab);
    let tool = |icon, label: &str, request, expanded: Option<bool>, testid: &'static str| {
        let label = i18n.t(label);
        let onclick = wants(&props.act, Intent::Analyse(request));
        html! {
            <button
                type="button" class="btn icon-btn" {onclick} aria-label={label.clone()} title={label}
                aria-expanded={expanded.map(|expanded| expanded.to_string())} data-testid={testid}
            ><Icon name={icon} /></button>
        }
    };
    let tall = drawer.open.then(|| {
        let (icon, label) =
            if drawer.tall { (IconName::Shrink, "drawer-lower") } else { (IconName::Grow, "drawer-taller") };
        tool(icon, label, Analyse::ToggleTall, None, "drawer-tall")
    });
    let (icon, label) = if drawer.open { (IconName::Down, "drawer-close") } else { (IconName::Up, "drawer-open") };
    let named = TABS.iter().find(|(tab, ..)| *tab == drawer.tab).map_or("", |(_, _, testid)| testid);
    html! {
        <section class="panel drawer" aria-label={i18n.t("tab-analysis")} data-testid="drawer">
            <div class="strip">
                <div class="drawer-tabs" role="tablist" aria-label={i18n.t("tab-analysis")} {onkeydown}>{ for tabs(props, &i18n) }</div>
                <span class="drawer-status quiet small" data-testid="drawer-status">{ status(props, &i18n) }</span>
                <span class="drawer-tools">
                    { for tall }
                    { tool(icon, label, Analyse::Toggle, Some(drawer.open), "drawer-toggle") }
                </span>
            </div>
            <div
                class="drawer-body" id="drawer-body" role="tabpanel" aria-labelledby={format!("drawer-{named}")}
                hidden={!drawer.open}
            >{ for (drawer.open && rest).then(|| body(props)) }</div>
        </section>
    }
}

/// The tabs. That of the checks has the number of its reports.
fn tabs(props: &DrawerProps, i18n: &I18n) -> [Html; TABS.len()] {
    let drawer = props.analysis.drawer;
    let reports = props.analysis.checks.found.as_ref().map_or(0, |f| f.reports.len() as u64 + f.more);
    let badge = (reports > 0).then(|| {
        let n = grouped(reports);
        html! {
            <span class="badge" title={i18n.tf("checks-badge", &[("n", &n)])} data-testid="checks-badge">{ n }</span>
        }
    });
    TABS.map(|(tab, label, testid)| {
        let chosen = drawer.tab == tab;
        let onclick = wants(&props.act, Intent::Analyse(Analyse::Show(tab)));
        html! {
            <button
                key={testid} type="button" class="tab" role="tab" id={format!("drawer-{testid}")}
                aria-selected={(chosen && drawer.open).to_string()} aria-controls="drawer-body"
                tabindex={if chosen { "0" } else { "-1" }} {onclick} data-testid={testid}
            >{ i18n.t(label) }{ badge.clone().filter(|_| tab == AnalysisTab::Checks).unwrap_or_default() }</button>
        }
    })
}

/// The panel of the chosen tab.
fn body(props: &DrawerProps) -> Html {
    match props.analysis.drawer.tab {
        AnalysisTab::Statistics => {
            let statistics = yew::props!(StatisticsPanelProps {
                act: props.act.clone(),
                counted: props.analysis.counted.clone(),
                space: props.analysis.space.clone(),
                cycle: props.cycle,
                selected: props.selected,
                dark: props.dark,
            });
            html! { <StatisticsPanel ..statistics /> }
        }
        AnalysisTab::Watch => {
            let watch = yew::props!(WatchPanelProps {
                act: props.act.clone(),
                notes: props.travel.notes.clone(),
                frame: props.frame.clone(),
                selected: props.selected,
            });
            html! { <WatchPanel ..watch /> }
        }
        AnalysisTab::Profile => {
            let profile = yew::props!(ProfilePanelProps {
                act: props.act.clone(),
                analysis: props.analysis.clone(),
                selected: props.selected,
                node: props.profile_node,
            });
            html! { <ProfilePanel ..profile /> }
        }
        AnalysisTab::Log => {
            let log = yew::props!(LogPanelProps {
                act: props.act.clone(),
                query: props.analysis.query,
                log: props.analysis.log.clone(),
                waits: props.analysis.log_waits,
                recording: props.analysis.recording,
                cycle: props.cycle,
                end: props.end,
                selected: props.selected,
            });
            html! { <LogPanel ..log /> }
        }
        AnalysisTab::Checks => {
            let checks = yew::props!(ChecksPanelProps {
                act: props.act.clone(),
                checks: props.analysis.checks.clone(),
                cycle: props.cycle,
                selected: props.selected,
            });
            html! { <ChecksPanel ..checks /> }
        }
        AnalysisTab::Stops => {
            let stops = yew::props!(StopsPanelProps {
                act: props.act.clone(),
                travel: props.travel.clone(),
                file: props.file.clone(),
                selected: props.selected,
                edited: props.edited,
            });
            html! { <StopsPanel ..stops /> }
        }
        AnalysisTab::Timeline => {
            let timeline = yew::props!(TimelinePanelProps {
                act: props.act.clone(),
                travel: props.travel.clone(),
                frame: props.frame.clone(),
                cycle: props.cycle,
            });
            html! { <TimelinePanel ..timeline /> }
        }
        AnalysisTab::Compare => {
            html! { <ComparePanel act={props.act.clone()} travel={props.travel.clone()} end={props.end} /> }
        }
        AnalysisTab::SpeedUp => {
            let speedup = yew::props!(SpeedUpPanelProps {
                act: props.act.clone(),
                speedup: props.analysis.speedup.clone(),
                machine: props.machine,
                ready: props.ready,
                dark: props.dark,
            });
            html! { <SpeedUpPanel ..speedup /> }
        }
        AnalysisTab::Noc => {
            let noc = yew::props!(NocPanelProps {
                act: props.act.clone(),
                noc: props.analysis.noc.clone(),
                dark: props.dark,
            });
            html! { <NocPanel ..noc /> }
        }
    }
}

/// The cycle or cycles to which the contents of the panel apply.
fn status(props: &DrawerProps, i18n: &I18n) -> AttrValue {
    let a = &props.analysis;
    let running = props.state == RunState::Running;
    match (a.drawer.open, a.drawer.tab, &a.counted, a.counting) {
        (false, ..) => AttrValue::default(),
        (_, AnalysisTab::Statistics | AnalysisTab::Log, ..) if running => i18n.t("analysis-running"),
        (_, AnalysisTab::Statistics, _, Some((cycle, until))) => {
            i18n.tf("stats-counting", &[("n", &grouped(cycle)), ("until", &grouped(until))])
        }
        (_, AnalysisTab::Statistics, Some(counted), None) => i18n.tf("stats-up-to", &[("n", &grouped(counted.cycle))]),
        (_, AnalysisTab::Log, ..) if a.log_waits => i18n.t("log-waits"),
        _ => AttrValue::default(),
    }
}

/// Arrow keys move between tabs, as in every list of tabs.
fn arrows(act: &Callback<Intent>, now: AnalysisTab) -> Callback<KeyboardEvent> {
    let act = act.clone();
    Callback::from(move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => TABS.len() - 1,
            _ => return,
        };
        let index = TABS.iter().position(|(tab, ..)| *tab == now).unwrap_or(0);
        let (tab, _, testid) = TABS[(index + step) % TABS.len()];
        event.prevent_default();
        act.emit(Intent::Analyse(Analyse::Show(tab)));
        let button = gloo_utils::document().get_element_by_id(&format!("drawer-{testid}"));
        if let Some(button) = button.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
            // Fails only in documents that are not shown.
            let _ = button.focus();
        }
    })
}
