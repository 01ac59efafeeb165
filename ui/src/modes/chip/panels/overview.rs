//! The overview chart as a component: draws new data, but not more often than the eye can follow.

mod data;

pub use data::overview_data;

use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::modes::chip::paint::overview::{self, View, Words};
use crate::paint::canvas;
use crate::paint::chart::ChartCanvas;
use crate::paint::palette::Palette;
use gloo_timers::callback::Timeout;
use mcore::modes::chip::view::{Frame, RunState, SeriesView};
use plotters::prelude::IntoDrawingArea as _;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, ResizeObserver};
use yew::prelude::*;

/// Milliseconds between two drawings during a run.
const EVERY_MS: f64 = 120.0;

/// Properties of [`Overview`].
#[derive(Properties, PartialEq)]
pub struct OverviewProps {
    /// The frame with the series.
    pub frame: Rc<Frame>,
    /// The part of the run to show, and its marks.
    pub view: Rc<View>,
    /// Dark theme.
    pub dark: bool,
    /// Without axes and lines, for the slider of the bar.
    #[prop_or_default]
    pub small: bool,
}

/// The data to draw, and the data last drawn.
struct Chart {
    canvas: HtmlCanvasElement,
    palette: Palette,
    words: Words,
    frame: Rc<Frame>,
    view: Rc<View>,
    small: bool,
    last: f64,
    later: Option<Timeout>,
}

type Shared = Rc<RefCell<Option<Chart>>>;

/// The chart.
#[component]
pub fn Overview(props: &OverviewProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    let chart: Shared = use_mut_ref(|| None);
    let words = Words { cores: i18n.t("axis-cores").to_string(), flits: i18n.t("axis-flits").to_string() };
    {
        let (node, chart, words) = (node.clone(), chart.clone(), words.clone());
        let (frame, view, small) = (props.frame.clone(), props.view.clone(), props.small);
        use_effect_with((), move |()| {
            let observer = node.cast::<HtmlCanvasElement>().and_then(|canvas| {
                let palette = Palette::of_document();
                *chart.borrow_mut() =
                    Some(Chart { canvas: canvas.clone(), palette, words, frame, view, small, last: 0.0, later: None });
                let chart = chart.clone();
                let on_resize = Closure::<dyn FnMut()>::new(move || draw_now(&chart));
                let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
                observer.observe(&canvas);
                Some((observer, on_resize))
            });
            move || {
                if let Some((observer, _on_resize)) = observer {
                    observer.disconnect();
                }
                chart.borrow_mut().take();
            }
        });
    }
    {
        let chart = chart.clone();
        use_effect_with((props.dark, words), move |(_, words)| {
            if let Some(chart) = chart.borrow_mut().as_mut() {
                chart.palette = Palette::of_document();
                chart.words = words.clone();
            }
            draw_now(&chart);
        });
    }
    use_effect_with((props.frame.clone(), props.view.clone()), move |(frame, view)| {
        let changed = chart.borrow_mut().as_mut().is_some_and(|c| {
            let old = std::mem::replace(&mut c.frame, frame.clone());
            let old_view = std::mem::replace(&mut c.view, view.clone());
            old.series != frame.series || old_view != *view
        });
        if changed {
            draw_soon(&chart, frame.state == RunState::Running);
        }
    });
    if props.small {
        // The slider over it says the same.
        return html! { <canvas class="whole-chart" ref={node} aria-hidden="true"></canvas> };
    }
    let (from, end) = (grouped(props.view.span.0), grouped(props.view.span.1));
    let label = i18n.tf("chart-label", &[("from", &from), ("end", &end)]);
    html! { <canvas class="chart" ref={node} role="img" aria-label={label}></canvas> }
}

fn now() -> f64 {
    js_sys::Date::now()
}

/// Draws at once, or as soon as the last drawing is old enough.
fn draw_soon(chart: &Shared, running: bool) {
    let wait = {
        let borrowed = chart.borrow();
        let Some(c) = borrowed.as_ref() else { return };
        if running { EVERY_MS - (now() - c.last) } else { 0.0 }
    };
    if wait <= 0.0 {
        draw_now(chart);
    } else if let Some(c) = chart.borrow_mut().as_mut()
        && c.later.is_none()
    {
        let chart = chart.clone();
        c.later = Some(Timeout::new(wait as u32, move || draw_now(&chart)));
    }
}

fn draw_now(chart: &Shared) {
    let mut borrowed = chart.borrow_mut();
    let Some(c) = borrowed.as_mut() else { return };
    c.later = None;
    c.last = now();
    let (width, height, ratio) = canvas::size_to_screen(&c.canvas);
    // Plotters cannot draw where there is no room for its axes (and a hidden panel has no size).
    let least = if c.small { (8.0, 8.0) } else { (160.0, 60.0) };
    if width < least.0 || height < least.1 {
        return;
    }
    let Some(backend) = ChartCanvas::new(c.canvas.clone()) else { return };
    let area = backend.into_drawing_area();
    let empty = SeriesView::default();
    let series = c.frame.series.as_ref().unwrap_or(&empty);
    // A canvas rejects only values that are not numbers; there is no place for a message, and the next drawing may
    // work.
    let _ = match c.small {
        true => overview::draw_small(&area, series, &c.view, &c.palette, ratio),
        false => overview::draw(&area, series, &c.view, &c.palette, &c.words, ratio),
    };
}
