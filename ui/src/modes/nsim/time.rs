//! Run, step, rewind; below it the space-time diagram.

mod diagram;

use super::Props;
use super::state::{Act, STEPS, State};
use crate::fmt::time_text;
use crate::i18n::{I18n, use_i18n};
use crate::shell::fields::{number_of, select_of};
use crate::widgets::{Icon, IconName};
use diagram::Diagram;
use mcore::modes::nsim::{NsimAct, NsimCommand, NsimState, NsimStep};
use yew::prelude::*;

/// Picoseconds of a nanosecond.
const PS: f64 = 1000.0;

/// The panel.
#[component]
pub fn TimePanel(props: &Props) -> Html {
    let i18n = use_i18n();
    html! {
        <section class="panel lab-below" aria-label={i18n.t("nsim-time")}>
            <Controls ..props.clone() />
            <Diagram ..props.clone() />
        </section>
    }
}

/// The buttons that run and step, the slider, and the progress of a run.
#[component]
fn Controls(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let frame = &state.frame;
    let (unit, label) = STEPS[state.step % STEPS.len()];
    let name = named(label, state, &i18n);
    let back = i18n.tf("nsim-step-back", &[("unit", &name)]);
    let forward = i18n.tf("nsim-step-forward", &[("unit", &name)]);
    let open = state.shape.is_some();
    let stuck = !state.can_move();
    let no_earlier = stuck || frame.time == 0;
    let no_later = stuck || state.at_end();
    let go = |to: NsimAct| send(act, to.into());
    let shown = time_text(frame.time as f64 / PS);
    html! {
        <>
            { for progress(state, &i18n) }
            <div class="bar lab-bar nsim-controls">
                { run_button(props, &i18n) }
                { icon_button("nsim-begin", IconName::ToStart, i18n.t("nsim-begin"), no_earlier, go(NsimAct::Seek(0))) }
                { icon_button("nsim-back", IconName::Back, back, no_earlier, go(NsimAct::Step(unit, true))) }
                { icon_button("nsim-forward", IconName::Forward, forward, no_later, go(NsimAct::Step(unit, false))) }
                { unit_choice(props, &i18n) }
                <input
                    class="nsim-slider" type="range" min="0" max={frame.end.max(1).to_string()} step="1" value={frame.time.to_string()}
                    oninput={on_slide(act)} onkeydown={on_key(props, unit)} aria-label={i18n.t("nsim-shown-time")} aria-valuetext={shown.clone()}
                    disabled={!open} data-testid="nsim-slider"
                />
                <output class="nsim-now" data-testid="nsim-now">{ shown }</output>
            </div>
        </>
    }
}

/// A click handler that sends this command.
fn send(act: &Callback<Act>, command: NsimCommand) -> Callback<MouseEvent> {
    let act = act.clone();
    Callback::from(move |_| act.emit(Act::Send(command.clone())))
}

/// The progress of a run, by its packets. Without a value if their number is not known before the end.
fn progress(state: &State, i18n: &I18n) -> Option<Html> {
    (state.frame.state == NsimState::Running).then(|| {
        let all = state.shape.as_ref().and_then(|shape| shape.packets);
        let value = all.map(|all| (state.frame.packets as f64 / all as f64).min(1.0).to_string());
        html! { <progress class="nsim-progress" max="1" {value} aria-label={i18n.t("nsim-progress")} data-testid="nsim-progress"></progress> }
    })
}

/// Pause while the simulation runs, run otherwise.
fn run_button(props: &Props, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    if state.frame.state == NsimState::Running {
        html! {
            <button type="button" class="btn primary nsim-run" onclick={send(act, NsimCommand::Pause)} data-testid="nsim-run">
                <Icon name={IconName::Pause} />{ i18n.t("nsim-pause") }
            </button>
        }
    } else {
        html! {
            <button
                type="button" class="btn primary nsim-run" onclick={send(act, NsimAct::Run(None).into())}
                disabled={!state.can_move() || state.at_end()} data-testid="nsim-run"
            ><Icon name={IconName::Run} />{ i18n.t("nsim-go-on") }</button>
        }
    }
}

fn icon_button(
    testid: &'static str,
    icon: IconName,
    label: AttrValue,
    disabled: bool,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! {
        <button
            type="button" class="btn icon-btn" {onclick} {disabled} aria-label={label.clone()} title={label} data-testid={testid}
        ><Icon name={icon} /></button>
    }
}

/// The name of a unit of steps. A window has the length that the open network gives it.
fn named(label: &str, state: &State, i18n: &I18n) -> AttrValue {
    let window = state.shape.as_ref().map_or(100_000, |shape| shape.window) as f64 / PS;
    i18n.tf(label, &[("ns", &window.to_string())])
}

/// The choice of the unit of steps.
fn unit_choice(props: &Props, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, props.act.clone());
    let onchange = move |event: Event| {
        if let Some(select) = select_of(&event) {
            act.emit(Act::Unit(select.selected_index().max(0) as usize));
        }
    };
    let (unit, _) = STEPS[state.step % STEPS.len()];
    let units = STEPS.iter().map(|(own, label)| {
        html! { <option key={*label} selected={*own == unit}>{ named(label, state, i18n) }</option> }
    });
    html! { <select aria-label={i18n.t("nsim-step-unit")} {onchange} data-testid="nsim-unit">{ for units }</select> }
}

/// Goes to the time of the slider.
fn on_slide(act: &Callback<Act>) -> Callback<InputEvent> {
    let act = act.clone();
    Callback::from(move |event: InputEvent| {
        if let Some(time) = number_of::<f64>(&event) {
            act.emit(Act::Send(NsimAct::Seek(time as u64).into()));
        }
    })
}

/// The action of a key on the slider: arrows go one step, the page keys a tenth of the run, Home and End to its ends.
fn of_key(key: &str, unit: NsimStep, time: u64, end: u64) -> Option<NsimAct> {
    Some(match key {
        "ArrowLeft" | "ArrowDown" => NsimAct::Step(unit, true),
        "ArrowRight" | "ArrowUp" => NsimAct::Step(unit, false),
        "PageDown" => NsimAct::Seek(time.saturating_sub(end / 10)),
        "PageUp" => NsimAct::Seek(time.saturating_add(end / 10).min(end)),
        "Home" => NsimAct::Seek(0),
        "End" => NsimAct::Seek(end),
        _ => return None,
    })
}

/// Handles the keys of the slider; during a run they do nothing.
fn on_key(props: &Props, unit: NsimStep) -> Callback<KeyboardEvent> {
    let (act, frame) = (props.act.clone(), props.state.frame.clone());
    Callback::from(move |event: KeyboardEvent| {
        if let Some(to) = of_key(&event.key(), unit, frame.time, frame.end) {
            event.prevent_default();
            if frame.state != NsimState::Running {
                act.emit(Act::Send(to.into()));
            }
        }
    })
}
