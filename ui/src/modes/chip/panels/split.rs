//! The movable edges between the panels. The style of the page has the sizes at first and the least sizes; an edge that was
//! moved sets a share of the page instead, so that the panels scale with the window.

use crate::i18n::use_i18n;
use crate::shell::persist;
use std::collections::BTreeMap;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, PointerEvent};
use yew::prelude::*;

const KEY: &str = "mcore-lab/edges";
/// Pixels by which a key moves an edge, and with Shift.
const STEPS: (f64, f64) = (8.0, 40.0);
/// Height of the bar and of the strip of tabs between the lower area and its edge; as in `www/style/layout.css`.
const BARS: f64 = 76.0;

/// A movable edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Between the source and the chip.
    Source,
    /// Between the chip and the node.
    Node,
    /// Above the bar of time.
    Lower,
    /// Between the chip and the code at presentation size.
    Stage,
}

impl Edge {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Source, Self::Node, Self::Lower, Self::Stage];

    /// The custom property with the size that it sets.
    fn property(self) -> &'static str {
        match self {
            Self::Source => "--src",
            Self::Node => "--node",
            Self::Lower => "--low",
            Self::Stage => "--stage",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Source => "edge-source",
            Self::Node => "edge-node",
            Self::Lower => "edge-lower",
            Self::Stage => "edge-stage",
        }
    }

    /// The size of the part that it bounds, as a share of the page, if it is at a point of the screen.
    fn share(self, lab: &Element, (x, y): (f64, f64)) -> f64 {
        let area = lab.get_bounding_client_rect();
        match self {
            Self::Source | Self::Stage => (x - area.left()) / area.width(),
            Self::Node => (area.right() - x) / area.width(),
            Self::Lower => (area.bottom() - y - BARS) / area.height(),
        }
    }
}

/// The stored shares, in per cent, by property.
type Shares = BTreeMap<String, f64>;

fn lab_of(element: &Element) -> Option<HtmlElement> {
    element.closest(".lab").ok().flatten()?.dyn_into().ok()
}

/// Sets the stored sizes on the page.
pub fn restore(lab: &HtmlElement) {
    for (property, share) in persist::get::<Shares>(KEY).unwrap_or_default() {
        if share.is_finite() && Edge::ALL.iter().any(|edge| edge.property() == property) {
            // Through the object model, because the page's policy forbids style attributes. Fails only for bad names.
            let _ = lab.style().set_property(&property, &format!("{share:.2}%"));
        }
    }
}

fn put(edge: Edge, lab: &HtmlElement, share: Option<f64>, keep: bool) {
    let property = edge.property();
    let share = share.map(|s| (s * 100.0).clamp(0.0, 100.0));
    // Fail only for bad names.
    let _ = match share {
        Some(share) => lab.style().set_property(property, &format!("{share:.2}%")),
        None => lab.style().remove_property(property).map(|_| ()),
    };
    if keep {
        let mut shares = persist::get::<Shares>(KEY).unwrap_or_default();
        match share {
            Some(share) => shares.insert(property.to_owned(), share),
            None => shares.remove(property),
        };
        persist::set(KEY, &shares);
    }
}

fn middle(element: &Element) -> (f64, f64) {
    let area = element.get_bounding_client_rect();
    (area.left() + area.width() / 2.0, area.top() + area.height() / 2.0)
}

/// Properties of [`Split`].
#[derive(Properties, PartialEq)]
pub struct SplitProps {
    pub edge: Edge,
}

/// The grip of an edge: dragged, moved by keys, put back by a double click or Enter.
#[component]
pub fn Split(props: &SplitProps) -> Html {
    let i18n = use_i18n();
    let edge = props.edge;
    let node = use_node_ref();
    let now = use_state_eq(|| 0_u8);
    let tell = {
        let (node, now) = (node.clone(), now.setter());
        move || {
            if let Some(element) = node.cast::<Element>()
                && let Some(lab) = lab_of(&element)
            {
                now.set((edge.share(&lab, middle(&element)) * 100.0).round().clamp(0.0, 100.0) as u8);
            }
        }
    };
    {
        let tell = tell.clone();
        use_effect_with((), move |()| tell());
    }
    // The point at which the pointer was pressed, and whether it has moved since: a click alone does not move the edge.
    let pressed = use_mut_ref(|| None::<((f64, f64), bool)>);
    let drag = {
        let (node, pressed, tell) = (node.clone(), pressed.clone(), tell.clone());
        move |event: &PointerEvent, keep: bool| {
            let Some(((x0, y0), moved)) = *pressed.borrow() else { return };
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            if !moved && (x - x0).hypot(y - y0) < 3.0 {
                return;
            }
            *pressed.borrow_mut() = Some(((x0, y0), true));
            if let Some(lab) = node.cast::<Element>().and_then(|e| lab_of(&e)) {
                put(edge, &lab, Some(edge.share(&lab, (x, y))), keep);
                tell();
            }
        }
    };
    let onpointerdown = {
        let (node, pressed) = (node.clone(), pressed.clone());
        move |event: PointerEvent| {
            if let Some(element) = node.cast::<Element>().filter(|_| event.button() == 0) {
                // Fails only for a pointer that is gone.
                let _ = element.set_pointer_capture(event.pointer_id());
                *pressed.borrow_mut() = Some(((f64::from(event.client_x()), f64::from(event.client_y())), false));
            }
        }
    };
    let onpointermove = {
        let drag = drag.clone();
        move |event: PointerEvent| drag(&event, false)
    };
    let onpointerup = move |event: PointerEvent| {
        drag(&event, true);
        *pressed.borrow_mut() = None;
    };
    let back = {
        let (node, tell) = (node.clone(), tell.clone());
        move || {
            if let Some(lab) = node.cast::<Element>().and_then(|e| lab_of(&e)) {
                put(edge, &lab, None, true);
                tell();
            }
        }
    };
    let ondblclick = {
        let back = back.clone();
        move |_: MouseEvent| back()
    };
    let upright = edge != Edge::Lower;
    let onkeydown = {
        let node = node.clone();
        move |event: KeyboardEvent| {
            let step = if event.shift_key() { STEPS.1 } else { STEPS.0 };
            let (dx, dy) = match (event.key().as_str(), upright) {
                ("Enter", _) => {
                    event.prevent_default();
                    return back();
                }
                ("ArrowLeft", true) => (-step, 0.0),
                ("ArrowRight", true) => (step, 0.0),
                ("ArrowUp", false) => (0.0, -step),
                ("ArrowDown", false) => (0.0, step),
                _ => return,
            };
            event.prevent_default();
            if let Some(element) = node.cast::<Element>()
                && let Some(lab) = lab_of(&element)
            {
                let (x, y) = middle(&element);
                put(edge, &lab, Some(edge.share(&lab, (x + dx, y + dy))), true);
                tell();
            }
        }
    };
    let orientation = if upright { "vertical" } else { "horizontal" };
    html! {
        <div
            ref={node} class={classes!("split", format!("split-{}", edge.property().trim_start_matches('-')))} role="separator"
            tabindex="0" aria-orientation={orientation} aria-label={i18n.t(edge.label())} title={i18n.t("edge-hint")}
            aria-valuemin="0" aria-valuemax="100" aria-valuenow={now.to_string()} {onpointerdown} {onpointermove} {onpointerup}
            {ondblclick} {onkeydown} data-testid={edge.label()}
        ></div>
    }
}
