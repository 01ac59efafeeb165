//! Run, step, rewind; below it the diagram of space and time.

use super::space::{self, time_at, time_text};
use super::stage::{Props, use_width};
use super::state::Act;
use super::taps::use_taps;
use crate::i18n::use_i18n;
use crate::paint::canvas::{Canvas, context, size_to_screen};
use crate::paint::palette::Palette;
use crate::paint::pinch::Pixel;
use crate::widgets::{Icon, IconName};
use mcore::modes::nsim::NsimState;
use mcore::modes::nsim::{NsimAct, NsimCommand, NsimStep};
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlCanvasElement, HtmlElement, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Ranks of the diagram.
const RANKS: u32 = 32;
/// Picoseconds of a nanosecond.
const PS: f64 = 1000.0;

const STEPS: [(NsimStep, &str); 3] = [
    (NsimStep::Event, "nsim-step-event"),
    (NsimStep::Message, "nsim-step-message"),
    (NsimStep::Window, "nsim-step-window"),
];

/// What a key on the slider does: the arrows step, the others go through tenths of the run.
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

fn number(event: &Event) -> Option<f64> {
    event.target()?.dyn_into::<HtmlInputElement>().ok()?.value().parse().ok()
}

/// The panel.
#[component]
pub fn TimePanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let frame = &state.frame;
    let step = use_state(|| 1usize);
    let zoom = use_state(|| 0u32);
    let first = use_state(|| 0u32);
    let canvas = use_node_ref();
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let width = use_width();
    // What the diagram shows: the whole run, or a part around the shown time.
    let shown = {
        let (end, time) = (frame.end.max(100_000), frame.time);
        let span = (end >> *zoom).max(1000);
        let from = time.saturating_sub(span / 2).min(end.saturating_sub(span));
        (*first, from, from + span)
    };
    {
        let act = act.clone();
        let open = state.shape.is_some();
        use_effect_with((shown, open, frame.end, frame.state), move |((first, from, until), open, ..)| {
            if *open {
                let command = NsimAct::Diagram { first: *first, ranks: RANKS, from: *from, until: *until };
                act.emit(Act::Send(command.into()));
            }
        });
    }
    {
        let canvas = canvas.clone();
        let (diagram, time) = (state.diagram.clone(), frame.time);
        use_effect_with((diagram.clone(), time, props.dark, width, state.part), move |_| {
            let Some(canvas) = canvas.cast::<HtmlCanvasElement>() else { return };
            let Some(context) = context(&canvas) else { return };
            let size = size_to_screen(&canvas);
            let mut surface = Canvas::new(&context, &palette, size);
            if let Some(diagram) = diagram {
                space::paint(&mut surface, &diagram, time as f64 / PS, (size.0, size.1));
            }
        });
    }
    let send = |command: NsimCommand| {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act.emit(Act::Send(command.clone())))
    };
    let running = frame.state == NsimState::Running;
    let open = state.shape.is_some();
    let at_end = matches!(frame.state, NsimState::Ended | NsimState::Deadlock);
    let run = if running {
        let label = i18n.t("nsim-pause");
        html! {
            <button type="button" class="btn primary nsim-run" onclick={send(NsimCommand::Pause)} data-testid="nsim-run">
                <Icon name={IconName::Pause} />{ label }
            </button>
        }
    } else {
        html! {
            <button
                type="button" class="btn primary nsim-run" onclick={send(NsimAct::Run(None).into())} disabled={!open || at_end}
                data-testid="nsim-run"
            ><Icon name={IconName::Run} />{ i18n.t("nsim-go-on") }</button>
        }
    };
    let (unit, unit_label) = STEPS[*step % STEPS.len()];
    let on_unit = {
        let step = step.clone();
        move |event: Event| {
            if let Some(select) = event.target().and_then(|t| t.dyn_into::<HtmlSelectElement>().ok()) {
                step.set(select.selected_index().max(0) as usize);
            }
        }
    };
    let window = (state.shape.as_ref().map_or(100_000, |shape| shape.window) as f64 / PS).to_string();
    let named = |label: &str| i18n.tf(label, &[("ns", &window)]);
    let units = STEPS
        .iter()
        .map(|(own, label)| html! { <option key={*label} selected={*own == unit}>{ named(label) }</option> });
    let on_slide = {
        let act = act.clone();
        move |event: InputEvent| {
            if let Some(time) = number(&event) {
                act.emit(Act::Send(NsimAct::Seek(time as u64).into()));
            }
        }
    };
    let on_key = {
        let (act, time, end, running) = (act.clone(), frame.time, frame.end, frame.state == NsimState::Running);
        move |event: KeyboardEvent| {
            if let Some(command) = of_key(&event.key(), unit, time, end) {
                event.prevent_default();
                if !running {
                    act.emit(Act::Send(command.into()));
                }
            }
        }
    };
    let on_first = {
        let (first, most) = (first.clone(), state.shape.as_ref().map_or(0, |s| s.ranks.saturating_sub(1)));
        move |event: InputEvent| {
            if let Some(n) = number(&event).filter(|n| *n >= 0.0) {
                first.set((n as u32).min(most));
            }
        }
    };
    let on_tap = {
        let (act, diagram, canvas) = (act.clone(), state.diagram.clone(), canvas.clone());
        Callback::from(move |(x, _): Pixel| {
            let (Some(diagram), Some(canvas)) = (&diagram, canvas.cast::<HtmlElement>()) else { return };
            let at = time_at(diagram, f64::from(canvas.client_width()), x);
            act.emit(Act::Send(NsimAct::Seek((at * PS) as u64).into()));
        })
    };
    use_taps(&canvas, on_tap);
    let zoomed = |by: i32| {
        let zoom = zoom.clone();
        move |_: MouseEvent| zoom.set(zoom.saturating_add_signed(by).min(20))
    };
    let icon_button = |testid: &'static str,
                       icon: IconName,
                       label: AttrValue,
                       off: bool,
                       onclick: Callback<MouseEvent>| {
        html! {
            <button
                type="button" class="btn icon-btn" {onclick} disabled={off} aria-label={label.clone()} title={label} data-testid={testid}
            ><Icon name={icon} /></button>
        }
    };
    let name = named(unit_label);
    let back = i18n.tf("nsim-step-back", &[("unit", &name)]);
    let forward = i18n.tf("nsim-step-forward", &[("unit", &name)]);
    let at_begin = frame.time == 0;
    let stuck = running || !open;
    // How far a run is: known where it can be told how many packets it will send.
    let progress = running.then(|| {
        let all = state.shape.as_ref().and_then(|shape| shape.packets);
        let value = all.map(|all| (frame.packets as f64 / all as f64).min(1.0).to_string());
        html! { <progress class="nsim-progress" max="1" {value} aria-label={i18n.t("nsim-progress")} data-testid="nsim-progress"></progress> }
    });
    let diagram_label = i18n.tf("nsim-diagram", &[("first", &first.to_string())]);
    let cut = state.diagram.as_ref().is_some_and(|d| d.cut);
    html! {
        <section class="panel lab-below" aria-label={i18n.t("nsim-time")}>
            { for progress }
            <div class="bar lab-bar nsim-controls">
                { run }
                { icon_button("nsim-begin", IconName::ToStart, i18n.t("nsim-begin"), stuck || at_begin, send(NsimAct::Seek(0).into())) }
                { icon_button("nsim-back", IconName::Back, back, stuck || at_begin, send(NsimAct::Step(unit, true).into())) }
                { icon_button("nsim-forward", IconName::Forward, forward, stuck || at_end, send(NsimAct::Step(unit, false).into())) }
                <select aria-label={i18n.t("nsim-step-unit")} onchange={on_unit} data-testid="nsim-unit">{ for units }</select>
                <input
                    class="nsim-slider" type="range" min="0" max={frame.end.max(1).to_string()} step="1" value={frame.time.to_string()}
                    oninput={on_slide} onkeydown={on_key} aria-label={i18n.t("nsim-shown-time")} aria-valuetext={time_text(frame.time as f64 / PS)}
                    disabled={!open} data-testid="nsim-slider"
                />
                <output class="nsim-now" data-testid="nsim-now">{ time_text(frame.time as f64 / PS) }</output>
            </div>
            <div class="nsim-space">
                <canvas ref={canvas} role="img" aria-label={diagram_label} data-testid="nsim-diagram"></canvas>
            </div>
            <div class="lab-legend small">
                <label class="nsim-first">{ i18n.t("nsim-first-rank") }<input type="number" min="0" value={first.to_string()} oninput={on_first} data-testid="nsim-first" /></label>
                { icon_button("nsim-zoom-in", IconName::Plus, i18n.t("nsim-zoom-in"), *zoom >= 20, Callback::from(zoomed(1))) }
                { icon_button("nsim-zoom-out", IconName::Minus, i18n.t("nsim-zoom-out"), *zoom == 0, Callback::from(zoomed(-1))) }
                <span class="lab-key"><span class="nsim-sign nsim-sign-1" aria-hidden="true"></span>{ i18n.t("nsim-computes") }</span>
                <span class="lab-key"><span class="nsim-sign nsim-sign-send" aria-hidden="true"></span>{ i18n.t("nsim-sends") }</span>
                <span class="lab-key"><span class="nsim-sign nsim-sign-wait" aria-hidden="true"></span>{ i18n.t("nsim-waits") }</span>
                if cut { <span>{ i18n.t("nsim-cut") }</span> }
            </div>
        </section>
    }
}
