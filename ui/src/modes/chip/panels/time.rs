//! Time: the bar with the buttons, the cycle, the slider over a small chart of the whole run, and the pace; the large chart.

mod scrub;
mod slider;
mod status;

pub use scrub::Chart;

use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::modes::chip::store::travel::Unit;
use crate::modes::chip::store::{Intent, Travel};
use crate::shell::fields::select_of;
use crate::widgets::{Icon, IconName};
use mcore::modes::chip::view::RunState;
use slider::Slider;
use status::Status;
use yew::prelude::*;

/// Cycles per second to choose from; those of the examples are among them.
const PACES: [u32; 11] = [1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/// The entries of the list while a pace is chosen: [`PACES`], the chosen pace in its place among them if it is another
/// one, and last `None`, as fast as possible.
fn paces(chosen: Option<u32>) -> Vec<Option<u32>> {
    let mut paces = PACES.to_vec();
    if let Some(pace) = chosen
        && let Err(at) = paces.binary_search(&pace)
    {
        paces.insert(at, pace);
    }
    paces.into_iter().map(Some).chain([None]).collect()
}

/// Message of a unit.
fn unit_label(unit: Unit) -> &'static str {
    match unit {
        Unit::Cycle => "unit-cycle",
        Unit::Instruction => "unit-instruction",
        Unit::LineInto => "unit-line-into",
        Unit::Line => "unit-line",
        Unit::Out => "unit-out",
        Unit::Breakpoint => "unit-breakpoint",
        Unit::Communication => "unit-communication",
        Unit::Cursor => "unit-cursor",
    }
}

/// Messages of the buttons that step back and forth by a unit.
fn step_labels(unit: Unit) -> (&'static str, &'static str) {
    match unit {
        Unit::Cycle => ("back", "forward"),
        Unit::Instruction => ("back-instruction", "forward-instruction"),
        Unit::LineInto => ("back-line-into", "forward-line-into"),
        Unit::Line => ("back-line", "forward-line"),
        Unit::Out => ("back-out", "forward-out"),
        Unit::Breakpoint => ("back-breakpoint", "forward-breakpoint"),
        Unit::Communication => ("back-communication", "forward-communication"),
        Unit::Cursor => ("back-cursor", "forward-cursor"),
    }
}

/// The panel.
#[component]
pub fn TimePanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let (act, frame, travel) = (&props.act, &props.frame, &props.state.travel);
    let shown = props.cycle();
    let running = frame.state == RunState::Running;
    let at_end = frame.outcome.is_some() && frame.cycle == frame.end;
    let at_start = !props.is_ready() || frame.cycle == 0;
    let button = |icon, label: &str, intent, disabled: bool, testid: &'static str, class: &'static str| {
        let label = i18n.t(label);
        html! {
            <button
                type="button" class={classes!("btn", "icon-btn", class)} onclick={wants(act, intent)} {disabled}
                aria-label={label.clone()} title={label} data-testid={testid}
            ><Icon name={icon} /></button>
        }
    };
    let (run_icon, run_label) =
        if running { (IconName::Pause, i18n.t("pause")) } else { (IconName::Run, i18n.t("run")) };
    let on_pace = choice(act, |value| Intent::SetPace(value.parse().ok()));
    let paces = paces(props.state.pace).into_iter().map(|pace| {
        let value = pace.map_or_else(|| "max".to_owned(), |p| p.to_string());
        let label = match pace {
            Some(p) => i18n.tf("pace", &[("n", &grouped(u64::from(p)))]),
            None => i18n.t("pace-max"),
        };
        html! { <option key={value.clone()} {value} selected={pace == props.state.pace}>{ label }</option> }
    });
    let on_unit = choice(act, |value| {
        let index: usize = value.parse().unwrap_or(0);
        Intent::Travel(Travel::SetUnit(Unit::ALL.get(index).copied().unwrap_or_default()))
    });
    let units = Unit::ALL.into_iter().enumerate().map(|(index, unit)| {
        let selected = unit == travel.unit;
        html! { <option key={index} value={index.to_string()} {selected}>{ i18n.t(unit_label(unit)) }</option> }
    });
    let (back, forward) = step_labels(travel.unit);
    let step = |back| Intent::Travel(Travel::Step { back });
    let (cycle, end) = (grouped(shown), grouped(frame.end));
    let marked = travel.notes.bookmarks.iter().any(|b| b.cycle == shown);
    let (mark_label, mark_class) = if marked { ("bookmark-remove", Some("chosen")) } else { ("bookmark-set", None) };
    html! {
        <section class="panel time" aria-label={i18n.t("time")}>
            { button(IconName::ToStart, "to-start", Intent::ToStart, at_start, "to-start", "ends") }
            { button(IconName::RunBack, "run-back", Intent::Travel(Travel::RunBack), at_start, "run-back", "wide") }
            <button
                type="button" class="btn primary run" onclick={wants(act, Intent::RunOrPause)}
                disabled={props.state.is_changing() || !props.is_ready() && (props.state.work.is_none() || props.state.assembling)} data-testid="run"
            ><Icon name={run_icon} /><span>{ run_label }</span></button>
            { button(IconName::ToEnd, "to-end", Intent::ToEnd, !props.is_ready() || at_end, "to-end", "ends") }
            <div class="steps-by">
                { button(IconName::Back, back, step(true), at_start, "back", "") }
                <select class="unit" onchange={on_unit} aria-label={i18n.t("unit-label")} title={i18n.t("unit-label")} data-testid="unit">
                    { for units }
                </select>
                { button(IconName::Forward, forward, step(false), !props.is_ready() || at_end, "step", "") }
            </div>
            <p class="cycle" data-testid="cycle"><b>{ cycle }</b><span>{ " / " }{ end }</span></p>
            <Slider ..props.clone() />
            <button
                type="button" class={classes!("btn", "icon-btn", "wide", mark_class)} aria-pressed={marked.to_string()}
                onclick={wants(act, Intent::Travel(Travel::ToggleBookmark))} disabled={!props.is_ready()}
                aria-label={i18n.t("bookmark-set")} title={i18n.t(mark_label)} data-testid="bookmark"
            ><Icon name={IconName::Bookmark} /></button>
            <select class="pace" onchange={on_pace} aria-label={i18n.t("pace-label")} data-testid="pace">{ for paces }</select>
            <Status act={act.clone()} stopped={travel.stopped.clone()} busy={travel.busy} />
        </section>
    }
}

/// Emits the value chosen from a list.
fn choice(act: &Callback<Intent>, intent: fn(String) -> Intent) -> Callback<Event> {
    let act = act.clone();
    Callback::from(move |event: Event| {
        if let Some(select) = select_of(&event) {
            act.emit(intent(select.value()));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_speeds_holds_the_one_that_runs() {
        for pace in [Some(1), Some(3), Some(60), Some(250_000), None] {
            let paces = paces(pace);
            assert_eq!(paces.iter().filter(|p| **p == pace).count(), 1, "{pace:?}");
            assert_eq!(paces.last(), Some(&None));
            assert!(paces[..paces.len() - 1].is_sorted(), "{paces:?}");
        }
    }

    #[test]
    fn the_examples_run_at_speeds_of_the_list() {
        let examples = include_str!("../../../../../assets/examples/index.json");
        let paces: Vec<u32> = examples
            .split("\"pace\": ")
            .skip(1)
            .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
            .collect();
        assert!(paces.len() > 10, "{paces:?}");
        assert!(paces.iter().all(|pace| PACES.contains(pace)), "{paces:?}");
    }
}
