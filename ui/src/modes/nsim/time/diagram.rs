//! The space-time diagram with its legend, the choice of its first rank, and its zoom.

use super::super::Props;
use super::super::space::{self, time_at};
use super::super::state::Act;
use super::{PS, icon_button};
use crate::i18n::{I18n, use_i18n};
use crate::paint::canvas::{Canvas, context, size_to_screen};
use crate::paint::palette::Palette;
use crate::paint::pinch::Pixel;
use crate::shell::fields::number_of;
use crate::shell::stage::{use_taps, use_width};
use crate::widgets::IconName;
use mcore::modes::nsim::{NsimAct, NsimFrame};
use web_sys::{HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

/// Ranks of the diagram.
const RANKS: u32 = 32;
/// Maximum zoom: each level halves the shown interval.
const MAX_ZOOM: u32 = 20;

/// The diagram.
#[component]
pub fn Diagram(props: &Props) -> Html {
    let i18n = use_i18n();
    let state = &props.state;
    let zoom = use_state(|| 0u32);
    let first = use_state(|| 0u32);
    let canvas = use_node_ref();
    use_request(props, *first, interval(&state.frame, *zoom));
    use_drawing(props, &canvas);
    use_taps(&canvas, on_tap(props, &canvas));
    let on_first = {
        let (first, last) = (first.clone(), state.shape.as_ref().map_or(0, |s| s.ranks.saturating_sub(1)));
        move |event: InputEvent| {
            if let Some(n) = number_of::<f64>(&event).filter(|n| *n >= 0.0) {
                first.set((n as u32).min(last));
            }
        }
    };
    let zoomed = |by: i32| {
        let zoom = zoom.clone();
        Callback::from(move |_: MouseEvent| zoom.set(zoom.saturating_add_signed(by).min(MAX_ZOOM)))
    };
    let label = i18n.tf("nsim-diagram", &[("first", &first.to_string())]);
    html! {
        <>
            <div class="nsim-space">
                <canvas ref={canvas} role="img" aria-label={label} data-testid="nsim-diagram"></canvas>
            </div>
            <div class="lab-legend small">
                <label class="nsim-first">{ i18n.t("nsim-first-rank") }<input type="number" min="0" value={first.to_string()} oninput={on_first} data-testid="nsim-first" /></label>
                { icon_button("nsim-zoom-in", IconName::Plus, i18n.t("nsim-zoom-in"), *zoom >= MAX_ZOOM, zoomed(1)) }
                { icon_button("nsim-zoom-out", IconName::Minus, i18n.t("nsim-zoom-out"), *zoom == 0, zoomed(-1)) }
                { signs(&i18n) }
                if state.diagram.as_ref().is_some_and(|diagram| diagram.cut) { <span>{ i18n.t("nsim-cut") }</span> }
            </div>
        </>
    }
}

/// The interval of the diagram in ps, as first and last time: the whole run, or a part around the shown time.
fn interval(frame: &NsimFrame, zoom: u32) -> (u64, u64) {
    let end = frame.end.max(100_000);
    let span = (end >> zoom).max(1000);
    let from = frame.time.saturating_sub(span / 2).min(end.saturating_sub(span));
    (from, from + span)
}

/// Requests the diagram of an open network, and again whenever it has changed.
#[hook]
fn use_request(props: &Props, first: u32, interval: (u64, u64)) {
    let (from, until) = interval;
    let (act, frame) = (props.act.clone(), &props.state.frame);
    let open = props.state.shape.is_some();
    use_effect_with((first, from, until, open, frame.end, frame.state), move |_| {
        if open {
            act.emit(Act::Send(NsimAct::Diagram { first, ranks: RANKS, from, until }.into()));
        }
    });
}

/// Draws the newest diagram.
#[hook]
fn use_drawing(props: &Props, canvas: &NodeRef) {
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let width = use_width();
    let (canvas, state) = (canvas.clone(), &props.state);
    let drawn = (state.diagram.clone(), state.frame.time, props.dark, width, state.part);
    use_effect_with(drawn, move |(diagram, time, ..)| {
        let Some(canvas) = canvas.cast::<HtmlCanvasElement>() else { return };
        let Some(context) = context(&canvas) else { return };
        let size = size_to_screen(&canvas);
        let mut surface = Canvas::new(&context, &palette, size);
        if let Some(diagram) = diagram {
            space::paint(&mut surface, diagram, *time as f64 / PS, (size.0, size.1));
        }
    });
}

/// Goes to the time under a tap.
fn on_tap(props: &Props, canvas: &NodeRef) -> Callback<Pixel> {
    let (act, diagram, canvas) = (props.act.clone(), props.state.diagram.clone(), canvas.clone());
    let now = props.state.frame.time as f64 / PS;
    Callback::from(move |(x, _): Pixel| {
        let (Some(diagram), Some(canvas)) = (&diagram, canvas.cast::<HtmlElement>()) else { return };
        let at = time_at(diagram, now, f64::from(canvas.client_width()), x);
        act.emit(Act::Send(NsimAct::Seek((at * PS) as u64).into()));
    })
}

/// The meaning of the signs.
fn signs(i18n: &I18n) -> Html {
    html! {
        <>
            <span class="lab-key"><span class="nsim-sign nsim-sign-1" aria-hidden="true"></span>{ i18n.t("nsim-computes") }</span>
            <span class="lab-key"><span class="nsim-sign nsim-sign-send" aria-hidden="true"></span>{ i18n.t("nsim-sends") }</span>
            <span class="lab-key"><span class="nsim-sign nsim-sign-wait" aria-hidden="true"></span>{ i18n.t("nsim-waits") }</span>
        </>
    }
}
