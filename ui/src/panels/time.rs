//! Time: the buttons, the cycle, the pace, and the slider over the overview of the run.

use super::overview::Overview;
use super::wants;
use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::intent::Intent;
use crate::store::Dialog;
use crate::widgets::{Icon, IconName};
use mcore::base::Cycle;
use mcore::view::{Frame, RunState};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Cycles a second to choose from; `None` is as fast as possible.
const PACES: [Option<u32>; 7] = [Some(1), Some(10), Some(100), Some(1_000), Some(10_000), Some(100_000), None];

/// Properties of [`TimePanel`].
#[derive(Properties, PartialEq)]
pub struct TimePanelProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The picture.
    pub frame: Rc<Frame>,
    /// The cycle that the slider has been dragged to.
    pub wanted: Option<Cycle>,
    /// Cycles a second.
    pub pace: Option<u32>,
    /// Dark theme.
    pub dark: bool,
    /// There is a program.
    pub ready: bool,
    /// A program can be made.
    pub can_assemble: bool,
}

/// The panel.
#[component]
pub fn TimePanel(props: &TimePanelProps) -> Html {
    let i18n = use_i18n();
    let TimePanelProps { act, frame, .. } = props;
    let shown = props.wanted.unwrap_or(frame.cycle);
    let running = frame.state == RunState::Running;
    let at_end = frame.outcome.is_some() && frame.cycle == frame.end;
    let button = |icon, label: &str, intent, disabled: bool, testid: &'static str| {
        let label = i18n.t(label);
        html! {
            <button
                type="button" class="btn icon-btn" onclick={wants(act, intent)} {disabled}
                aria-label={label.clone()} title={label} data-testid={testid}
            ><Icon name={icon} /></button>
        }
    };
    let (run_icon, run_label) =
        if running { (IconName::Pause, i18n.t("pause")) } else { (IconName::Run, i18n.t("run")) };
    let oninput = {
        let act = act.clone();
        move |event: InputEvent| {
            let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
            // A range gives numbers within its bounds.
            act.emit(Intent::Seek(input.value_as_number().max(0.0) as Cycle));
        }
    };
    let on_pace = {
        let act = act.clone();
        move |event: Event| {
            let Some(select) = event.target().and_then(|t| t.dyn_into::<HtmlSelectElement>().ok()) else { return };
            act.emit(Intent::SetPace(select.value().parse().ok()));
        }
    };
    let paces = PACES.into_iter().map(|pace| {
        let value = pace.map_or_else(|| "max".to_owned(), |p| p.to_string());
        let label = match pace {
            Some(p) => i18n.tf("pace", &[("n", &grouped(u64::from(p)))]),
            None => i18n.t("pace-max"),
        };
        html! { <option key={value.clone()} {value} selected={pace == props.pace}>{ label }</option> }
    });
    let (cycle, end) = (grouped(shown), grouped(frame.end));
    let spoken = i18n.tf("cycle-of", &[("cycle", &cycle), ("end", &end)]);
    html! {
        <section class="panel time" aria-label={i18n.t("time")}>
            <div class="controls">
                { button(IconName::ToStart, "to-start", Intent::ToStart, !props.ready || frame.cycle == 0, "to-start") }
                { button(IconName::Back, "back", Intent::Back(1), !props.ready || frame.cycle == 0, "back") }
                <button
                    type="button" class="btn primary run" onclick={wants(act, Intent::RunOrPause)}
                    disabled={!props.ready && !props.can_assemble} data-testid="run"
                ><Icon name={run_icon} /><span>{ run_label }</span></button>
                { button(IconName::Forward, "forward", Intent::Step(1), !props.ready || at_end, "step") }
                { button(IconName::ToEnd, "to-end", Intent::ToEnd, !props.ready || at_end, "to-end") }
                <p class="cycle" data-testid="cycle"><b>{ cycle }</b><span>{ " / " }{ end }</span></p>
                <span class="grow"></span>
                <button
                    type="button" class="btn icon-btn wide" onclick={wants(act, Intent::Open(Dialog::Data))}
                    disabled={frame.series.is_none()} aria-label={i18n.t("data-open")} title={i18n.t("data-open")} data-testid="data"
                ><Icon name={IconName::Table} /></button>
                <select class="pace" onchange={on_pace} aria-label={i18n.t("pace-label")} data-testid="pace">{ for paces }</select>
            </div>
            <div class="timeline">
                <Legend />
                <Overview frame={frame.clone()} dark={props.dark} />
                <input
                    type="range" class="slider" min="0" max={frame.end.to_string()} step="1" value={shown.to_string()}
                    disabled={frame.end == 0} {oninput} aria-label={i18n.t("slider")} aria-valuetext={spoken} data-testid="slider"
                />
            </div>
        </section>
    }
}

/// What the areas and lines of the chart are.
#[component]
fn Legend() -> Html {
    let i18n = use_i18n();
    let entry =
        |class: &'static str, label: &str| html! { <span class={classes!("key", class)}>{ i18n.t(label) }</span> };
    html! {
        <div class="chart-legend" aria-hidden="true">
            { entry("key-work", "role-computing") }
            { entry("key-poll", "role-polling") }
            { entry("key-halt", "role-halted") }
            { entry("key-ipc", "series-ipc") }
            { entry("key-flits", "series-flits") }
        </div>
    }
}
