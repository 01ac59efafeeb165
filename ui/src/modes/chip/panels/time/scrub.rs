//! The large chart of the run, with its own slider: drags, keys, and the part of the run that is shown.

use super::super::overview::Overview;
use super::super::wants;
use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::modes::chip::paint::overview::{LEFT, Mark, MarkKind, RIGHT, View};
use crate::modes::chip::panels::Props;
use crate::modes::chip::store::{Dialog, Intent, Travel, Travelling};
use crate::widgets::{Icon, IconName};
use gloo_events::{EventListener, EventListenerOptions};
use mcore::base::Cycle;
use mcore::modes::chip::view::{Frame, SeriesView};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement, KeyboardEvent, PointerEvent, WheelEvent};
use yew::prelude::*;

/// Logarithm of the zoom factor per wheel pixel: about 290 pixels double or halve the shown part.
const WHEEL: f64 = 0.0024;

/// The shown part of the run, scaled by a factor around a cycle.
pub fn zoomed((from, until): (Cycle, Cycle), around: Cycle, factor: f64, end: Cycle) -> Option<(Cycle, Cycle)> {
    let length = (until - from).max(1) as f64;
    let wanted = (length * factor).round().max(1.0);
    if wanted >= end as f64 {
        return None;
    }
    // The cycle under the pointer stays there.
    let share = (around.clamp(from, until) - from) as f64 / length;
    let from = (around as f64 - share * wanted).round().clamp(0.0, end as f64 - wanted);
    Some((from as Cycle, (from + wanted) as Cycle))
}

/// A part to show that contains a cycle: the present one, or one shifted.
fn following(window: Option<(Cycle, Cycle)>, shown: Cycle, end: Cycle) -> (Cycle, Cycle) {
    let Some((from, until)) = window.filter(|(_, until)| *until <= end) else { return (0, end) };
    let length = until - from;
    match shown {
        s if s < from => (s, s + length),
        s if s > until => (s - length, s),
        _ => (from, until),
    }
}

/// All marks on the chart.
pub fn marks(frame: &Frame, travel: &Travelling) -> Vec<Mark> {
    let at = |kind| move |cycle| Mark { cycle, kind };
    let trap = frame.outcome.as_ref().filter(|o| !o.ok).map(|_| frame.end);
    let hits = travel.hits.iter().copied().map(at(MarkKind::Hit));
    let edits = travel.edits.iter().map(|e| e.cycle).map(at(MarkKind::Edit));
    let bookmarks = travel.notes.bookmarks.iter().map(|b| b.cycle).map(at(MarkKind::Bookmark));
    trap.into_iter().map(at(MarkKind::Trap)).chain(hits).chain(edits).chain(bookmarks).collect()
}

/// The present values that the listeners need.
#[derive(Clone)]
struct Now {
    act: Callback<Intent>,
    span: (Cycle, Cycle),
    end: Cycle,
    shown: Cycle,
}

impl Now {
    /// The cycle under a point of the screen.
    fn cycle_at(&self, host: &Element, x: f64) -> Cycle {
        let area = host.get_bounding_client_rect();
        let width = (area.width() - f64::from(LEFT + RIGHT)).max(1.0);
        let share = ((x - area.left() - f64::from(LEFT)) / width).clamp(0.0, 1.0);
        self.span.0 + (share * (self.span.1 - self.span.0) as f64).round() as Cycle
    }

    fn zoom(&self, around: Cycle, factor: f64) {
        self.act.emit(Intent::Travel(Travel::Zoom(zoomed(self.span, around, factor, self.end))));
    }
}

/// Two fingers on the chart: their positions, by pointer number.
type Fingers = Rc<RefCell<Vec<(i32, f64)>>>;

fn distance(fingers: &[(i32, f64)]) -> Option<f64> {
    let [(_, a), (_, b)] = fingers else { return None };
    Some((a - b).abs().max(8.0))
}

/// Zooms by wheel and by two fingers.
#[hook]
fn use_zoom(host: &NodeRef, now: &Rc<RefCell<Now>>, fingers: &Fingers) {
    let (host, now, fingers) = (host.clone(), now.clone(), fingers.clone());
    use_effect_with((), move |()| {
        let listeners = host.cast::<Element>().map(|element| {
            let target = element.clone();
            let wheel = {
                let (element, now) = (element.clone(), now.clone());
                let options = EventListenerOptions::enable_prevent_default();
                EventListener::new_with_options(&target, "wheel", options, move |event| {
                    let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                    let now = now.borrow().clone();
                    if now.end == 0 {
                        return;
                    }
                    event.prevent_default();
                    let unit = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
                    let (dx, dy) = (event.delta_x() * unit, event.delta_y() * unit);
                    if dx.abs() > dy.abs() {
                        let length = now.span.1 - now.span.0;
                        let by = dx / 600.0 * length as f64;
                        let from = (now.span.0 as f64 + by).clamp(0.0, (now.end - length) as f64) as Cycle;
                        now.act.emit(Intent::Travel(Travel::Zoom(Some((from, from + length)))));
                    } else {
                        now.zoom(now.cycle_at(&element, f64::from(event.client_x())), (dy * WHEEL).exp());
                    }
                })
            };
            let on = |kind: &'static str, act: fn(&Fingers, &PointerEvent) -> Option<(f64, f64)>| {
                let (element, now, fingers) = (element.clone(), now.clone(), fingers.clone());
                EventListener::new(&target, kind, move |event| {
                    let Some(event) = event.dyn_ref::<PointerEvent>().filter(|e| e.pointer_type() == "touch") else {
                        return;
                    };
                    if let Some((factor, middle)) = act(&fingers, event) {
                        let now = now.borrow().clone();
                        now.zoom(now.cycle_at(&element, middle), factor);
                    }
                })
            };
            let down = on("pointerdown", |fingers, event| {
                let mut fingers = fingers.borrow_mut();
                if fingers.len() < 2 {
                    fingers.push((event.pointer_id(), f64::from(event.client_x())));
                }
                None
            });
            let moved = on("pointermove", |fingers, event| {
                let mut fingers = fingers.borrow_mut();
                let before = distance(&fingers)?;
                fingers.iter_mut().find(|f| f.0 == event.pointer_id())?.1 = f64::from(event.client_x());
                let after = distance(&fingers)?;
                Some((before / after, fingers.iter().map(|f| f.1).sum::<f64>() / 2.0))
            });
            let gone = |kind| {
                on(kind, |fingers, event| {
                    fingers.borrow_mut().retain(|f| f.0 != event.pointer_id());
                    None
                })
            };
            [wheel, down, moved, gone("pointerup"), gone("pointercancel")]
        });
        move || drop(listeners)
    });
}

/// The effect of a key on a slider over the run, apart from those of every slider: on the shown part and the bookmarks.
pub fn request_of(key: &str, span: (Cycle, Cycle), shown: Cycle, end: Cycle) -> Option<Travel> {
    Some(match key {
        "+" | "=" => Travel::Zoom(zoomed(span, shown, 0.5, end)),
        "-" | "−" => Travel::Zoom(zoomed(span, shown, 2.0, end)),
        "0" => Travel::Zoom(None),
        "n" | "N" => Travel::ToBookmark { back: false },
        "p" | "P" => Travel::ToBookmark { back: true },
        "b" | "B" => Travel::ToggleBookmark,
        _ => return None,
    })
}

/// The chart.
#[component]
pub fn Chart(props: &Props) -> Html {
    let i18n = use_i18n();
    let (act, frame, travel) = (&props.act, &props.frame, &props.state.travel);
    let (shown, end) = (props.cycle(), frame.end);
    let span = following(travel.window, shown, end);
    let host = use_node_ref();
    let fingers: Fingers = use_mut_ref(Vec::new);
    let now = use_mut_ref(|| Now { act: act.clone(), span, end, shown });
    *now.borrow_mut() = Now { act: act.clone(), span, end, shown };
    use_zoom(&host, &now, &fingers);
    let oninput = {
        let (act, fingers) = (act.clone(), fingers.clone());
        move |event: InputEvent| {
            let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
            // While two fingers zoom, the first of them does not drag.
            if fingers.borrow().len() < 2 {
                // A range input returns numbers within its bounds.
                act.emit(Intent::Seek(input.value_as_number().max(0.0) as Cycle));
            }
        }
    };
    let onkeydown = {
        let now = now.clone();
        move |event: KeyboardEvent| {
            if event.ctrl_key() || event.alt_key() || event.meta_key() {
                return;
            }
            let now = now.borrow().clone();
            if let Some(request) = request_of(&event.key(), now.span, now.shown, now.end) {
                now.act.emit(Intent::Travel(request));
                event.prevent_default();
            }
        }
    };
    let view = Rc::new(View { span, marks: marks(frame, travel) });
    let spoken = i18n.tf("cycle-of", &[("cycle", &grouped(shown)), ("end", &grouped(end))]);
    let zoom = |factor| Intent::Travel(Travel::Zoom(zoomed(span, shown, factor, end)));
    let whole = travel.window.is_none();
    let tool = |icon, label: &str, intent, disabled: bool, testid: &'static str| {
        let label = i18n.t(label);
        html! {
            <button
                type="button" class="btn icon-btn small-btn" onclick={wants(act, intent)} {disabled}
                aria-label={label.clone()} title={label} data-testid={testid}
            ><Icon name={icon} /></button>
        }
    };
    html! {
        <div class="run-chart">
            <div class="timeline" ref={host} data-testid="timeline" data-from={span.0.to_string()} data-until={span.1.to_string()}>
                <Legend dmas={frame.series.as_ref().is_some_and(has_dmas)} />
                <Overview frame={frame.clone()} {view} dark={props.dark} />
                <input
                    type="range" class="slider" min={span.0.to_string()} max={span.1.to_string()} step="1" value={shown.to_string()}
                    disabled={end == 0} {oninput} {onkeydown} aria-label={i18n.t("slider-part")} aria-valuetext={spoken}
                    data-testid="slider-part"
                />
            </div>
            <div class="chart-tools">
                { tool(IconName::Plus, "time-zoom-in", zoom(0.5), end == 0, "time-zoom-in") }
                { tool(IconName::Minus, "time-zoom-out", zoom(2.0), whole, "time-zoom-out") }
                { tool(IconName::Fit, "time-zoom-whole", Intent::Travel(Travel::Zoom(None)), whole, "time-zoom-whole") }
                { tool(IconName::Table, "data-open", Intent::Open(Dialog::Data), frame.series.is_none(), "data") }
            </div>
        </div>
    }
}

fn has_dmas(series: &SeriesView) -> bool {
    series.dmas.iter().any(|n| *n > 0)
}

/// Properties of [`Legend`].
#[derive(Properties, PartialEq)]
struct LegendProps {
    dmas: bool,
}

/// The meaning of the areas and lines of the chart.
#[component]
fn Legend(props: &LegendProps) -> Html {
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
            { for props.dmas.then(|| entry("key-dmas", "series-dmas")) }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_what_lies_under_the_pointer() {
        assert_eq!(zoomed((0, 1_000), 500, 0.5, 1_000), Some((250, 750)));
        assert_eq!(zoomed((0, 1_000), 0, 0.5, 1_000), Some((0, 500)));
        assert_eq!(zoomed((250, 750), 500, 4.0, 1_000), None, "wider than the run is the whole");
        let (from, until) = zoomed((900, 1_000), 1_000, 2.0, 1_000).expect("a part");
        assert_eq!((from, until), (800, 1_000));
    }

    #[test]
    fn the_shown_part_follows_the_shown_cycle() {
        assert_eq!(following(None, 7, 100), (0, 100));
        assert_eq!(following(Some((20, 40)), 30, 100), (20, 40));
        assert_eq!(following(Some((20, 40)), 10, 100), (10, 30));
        assert_eq!(following(Some((20, 40)), 90, 100), (70, 90));
    }
}
