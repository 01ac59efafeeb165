//! The facts of the message under the pointer. A component of its own: a pointer that moves draws nothing else again.

use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::arrows::{self, Arrow, Traffic};
use crate::modes::chip::paint::spacetime::Layout;
use crate::modes::chip::paint::spacetime_svg::points;
use crate::modes::chip::store::PtrEq;
use gloo_events::EventListener;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

/// Properties of [`Hint`].
#[derive(Properties, PartialEq)]
pub struct HintProps {
    /// The picture.
    pub canvas: NodeRef,
    pub arrows: PtrEq<Vec<Arrow>>,
    /// Their messages.
    pub traffic: PtrEq<Traffic>,
    /// Width of the picture in pixels.
    pub width: i32,
    /// Its rows.
    pub layout: Layout,
}

/// The facts of the message under the pointer, and its arrow once more, above all others. The table below has the same facts.
#[component]
pub fn Hint(props: &HintProps) -> Html {
    let HintProps { arrows, traffic, width, layout, .. } = props;
    let i18n = use_i18n();
    let Some((x, y)) = use_pointer(&props.canvas) else { return Html::default() };
    let Some(arrow) = arrows::under(arrows, (x, y)) else { return Html::default() };
    let (w, h) = ((*width).max(1), layout.height());
    let ((x0, y0), (x1, y1)) = (arrow.from, arrow.to);
    // Beside the pointer, towards the middle.
    let left = x > f64::from(w) / 2.0;
    let (anchor, tx) = if left { ("end", x - 10.0) } else { ("start", x + 10.0) };
    let ty = if y < 24.0 { y + 20.0 } else { y - 8.0 };
    html! {
        <svg class="over" width={w.to_string()} height={h.to_string()} viewBox={format!("0 0 {w} {h}")} aria-hidden="true">
            <g class="arrow arrow-pointed">
                <path class="shaft" d={format!("M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}")} />
                if arrow.ends { <polygon points={points(&arrow.head())} /> }
            </g>
            <text class="space-hint" x={format!("{tx:.1}")} y={format!("{ty:.1}")} text-anchor={anchor} data-testid="space-hint">{ facts(traffic, arrow.message, &i18n) }</text>
        </svg>
    }
}

/// The place of the mouse on the picture, if it is there. A finger hides what it points at, and drags.
#[hook]
fn use_pointer(canvas: &NodeRef) -> Option<(f64, f64)> {
    let pointed = use_state_eq(|| None::<(f64, f64)>);
    let (canvas, at) = (canvas.clone(), pointed.setter());
    use_effect_with((), move |()| {
        let listeners = canvas.cast::<HtmlCanvasElement>().map(|canvas| {
            let leave = at.clone();
            let picture = canvas.clone();
            let moves = EventListener::new(&canvas, "pointermove", move |event| {
                let Some(event) = event.dyn_ref::<PointerEvent>().filter(|event| event.pointer_type() == "mouse")
                else {
                    return;
                };
                let edge = picture.get_bounding_client_rect();
                let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
                at.set(Some((x - edge.left(), y - edge.top())));
            });
            [moves, EventListener::new(&canvas, "pointerleave", move |_| leave.set(None))]
        });
        move || drop(listeners)
    });
    *pointed
}

/// The facts of a message, in a line.
fn facts(traffic: &Traffic, message: usize, i18n: &I18n) -> AttrValue {
    let unknown = || i18n.t("space-unknown").to_string();
    if let Some(m) = traffic.mpi.as_ref().and_then(|mpi| mpi.get(message)) {
        let cycles = m.until.map_or_else(unknown, |until| grouped(until - m.from));
        let (from, to, bytes) = (m.ranks.0.to_string(), m.ranks.1.to_string(), grouped(u64::from(m.bytes)));
        let words: [(&str, &str); 5] =
            [("function", &m.function), ("from", &from), ("to", &to), ("bytes", &bytes), ("cycles", &cycles)];
        return match m.tag {
            Some(tag) => {
                let tag = tag.to_string();
                i18n.tf("space-mpi-said", &[words.as_slice(), &[("tag", &tag)]].concat())
            }
            None => i18n.tf("space-mpi-collective", &words),
        };
    }
    let Some(m) = traffic.messages.get(message) else { return AttrValue::default() };
    let cycles = m.from.zip(m.until).map_or_else(unknown, |(from, until)| grouped(until - from));
    let bytes = m.bytes.map_or_else(unknown, |bytes| grouped(u64::from(bytes)));
    let (from, to) = (m.source.to_string(), m.dst.to_string());
    i18n.tf("space-dma-said", &[("from", &from), ("to", &to), ("bytes", &bytes), ("cycles", &cycles)])
}
