//! The space-time picture as a component: the activity of every core in a part of the run, the messages between them,
//! and navigation to other parts. A click goes to that cycle and that node.

mod gestures;
mod hint;
mod tables;

use super::use_client_size;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::arrows::{self, Arrow, Traffic};
use crate::modes::chip::paint::spacetime::{self, Layout};
use crate::modes::chip::paint::spacetime_svg::{self, Words, points};
use crate::modes::chip::paint::span::Span;
use crate::modes::chip::store::{Analyse, Counted, Intent, PtrEq, Space};
use crate::paint::canvas;
use crate::paint::palette::Palette;
use crate::widgets::{Choice, Figure, Icon, IconName, Segmented, save_text};
use gestures::{Now, use_gestures};
use gloo_timers::callback::Timeout;
use hint::Hint;
use mcore::base::{Array, Cycle, NodeId};
use mcore::modes::chip::view::SpaceTimeView;
use std::rc::Rc;
use tables::{Tables, as_csv, uses};
use web_sys::{HtmlCanvasElement, ImageData};
use yew::prelude::*;

/// Milliseconds for which a part must be unchanged before its detailed picture is requested.
const SETTLED_MS: u32 = 150;
/// Cycles that are shown around the shown one.
const AROUND: Cycle = 400;
/// Share of the shown part by which a key or a button shifts it.
const SHIFT: f64 = 0.25;

/// Properties of [`SpaceTime`].
#[derive(Properties, PartialEq)]
pub struct SpaceTimeProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The statistics, with the picture of the whole run.
    pub counted: PtrEq<Counted>,
    /// The part to show, and its picture.
    pub space: Space,
    /// The shown cycle.
    pub cycle: Cycle,
    pub selected: Option<NodeId>,
    /// Dark theme.
    pub dark: bool,
}

/// The known pictures of a run: that of a part, if there is one, and that of the whole.
#[derive(Clone, PartialEq)]
struct Known {
    counted: PtrEq<Counted>,
    found: Option<PtrEq<SpaceTimeView>>,
}

impl Known {
    /// The finest one first.
    fn layers(&self) -> Vec<&SpaceTimeView> {
        self.found.iter().map(|found| &**found).chain([&self.counted.space]).collect()
    }

    /// The finest one that covers a part.
    fn best(&self, span: Span) -> &SpaceTimeView {
        match &self.found {
            Some(found) if found.from <= span.from && span.until <= found.from + found.cycles => found,
            _ => &self.counted.space,
        }
    }
}

/// The canvas with the elements around it.
#[component]
pub fn SpaceTime(props: &SpaceTimeProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    let (width, _) = use_client_size(&node);
    let stats = &props.counted.stats;
    let array = Array { width: stats.columns, height: stats.rows };
    let layout = Layout::of(array.nodes());
    let end = props.counted.space.cycles;
    let known = Known { counted: props.counted.clone(), found: props.space.found.clone() };
    let (span, show, moving) = use_span(&props.act, props.space.part, end);
    let place = Place { span, end, layout, array, width };
    let busy = moving || props.space.progress.is_some();
    let visit = visit_of(&props.act, array);
    use_hand(&node, place, &show, &visit);
    {
        let node = node.clone();
        use_effect_with((known.clone(), span, props.dark, width), move |(known, span, ..)| {
            if let Some(canvas) = node.cast::<HtmlCanvasElement>() {
                draw(&canvas, &known.layers(), *span, layout);
            }
        });
    }
    // Of a program with MPI its messages, or the DMAs that carry them.
    let has_mpi = known.counted.mpi.is_some();
    let dmas = use_state(|| false);
    let traffic = use_memo((known.clone(), span, *dmas), |(known, span, dmas)| {
        let layers = known.layers();
        let messages = if *dmas { None } else { arrows::messages(&layers, *span) };
        Rc::new(messages.unwrap_or_else(|| arrows::traffic(&layers, *span)))
    });
    let arrows = use_memo((traffic.clone(), span, width, props.selected), move |(traffic, span, width, selected)| {
        arrows::arrows(traffic, *span, (layout, array), f64::from(*width), *selected)
    });
    let uses = use_memo((known.clone(), span), |(known, span)| Rc::new(uses(known.best(*span), array.nodes(), *span)));
    let step = known.best(span).per_column.max(1);
    let onkeydown = on_key(props, place, step, &show, &visit);
    let count = count_of(&traffic, (arrows.len(), arrows::is_crowd(&traffic, layout, props.selected)), &i18n);
    let (from, until) = (grouped(span.from), grouped(span.until));
    let label = i18n.tf("space-label", &[("from", &from), ("until", &until)]);
    html! {
        <Figure title={i18n.t("space-title")} note={i18n.t("space-note")} testid="space-time" wide=true>
            <Tools act={props.act.clone()} space={props.space.clone()} {span} {end} cycle={props.cycle} {show} />
            { if has_mpi { kinds(&dmas, &i18n) } else { Html::default() } }
            <div class="spacetime">
                { ranks(layout, &props.counted.space.ranks) }
                <div class="space">
                    <canvas
                        ref={node.clone()} tabindex="0" role="application" aria-label={label} height={layout.height().to_string()} {onkeydown}
                        data-testid="space-canvas" data-rows={layout.rows.to_string()} data-from={span.from.to_string()}
                        aria-busy={busy.to_string()} data-until={span.until.to_string()} data-fine={known.best(span).per_column.to_string()}
                    ></canvas>
                    { over(&arrows, span, (layout, array), width, props.cycle, props.selected) }
                    <Hint canvas={node.clone()} arrows={PtrEq::from(arrows.clone())} traffic={PtrEq::from((*traffic).clone())} {width} {layout} />
                    <div class="axis"><span>{ from }</span><span class="legend-inline">{ for legend(&i18n) }</span><span>{ until }</span></div>
                </div>
            </div>
            <div class="sheet-foot">
                <span class="quiet small" data-testid="space-arrows" data-arrows={arrows.len().to_string()} data-messages={traffic.total.to_string()}>{ count.clone() }</span>
                <span class="grow"></span>
                { save("save-svg", "SVG", "space-svg", save_svg(&node, place, arrows, (count, props.counted.space.ranks.clone()), props.cycle, &i18n), &i18n) }
                { save("save-csv", "CSV", "space-csv", save_csv(known, place), &i18n) }
            </div>
            <Tables act={props.act.clone()} traffic={(*traffic).clone()} uses={(*uses).clone()} {array} ranks={props.counted.space.ranks.clone()} selected={props.selected} />
        </Figure>
    }
}

/// The shown part of the run and its place on the page.
#[derive(Clone, Copy)]
struct Place {
    span: Span,
    /// Length of the run.
    end: Cycle,
    layout: Layout,
    array: Array,
    /// Width of the picture in pixels.
    width: i32,
}

/// A callback that goes to a cycle and to the node of this rank, or to the memory node.
fn visit_of(act: &Callback<Intent>, array: Array) -> Callback<(Cycle, Option<usize>)> {
    let act = act.clone();
    Callback::from(move |(cycle, rank): (Cycle, Option<usize>)| {
        let at = rank.map_or(NodeId::MEMORY, |rank| array.node(rank));
        act.emit(Intent::Analyse(Analyse::Visit(cycle, at)));
    })
}

/// Mouse, fingers and wheel; the listeners read the values of the last drawing.
#[hook]
fn use_hand(node: &NodeRef, place: Place, show: &Callback<Span>, visit: &Callback<(Cycle, Option<usize>)>) {
    let Place { span, end, layout, width, .. } = place;
    let tapped = visit.reform(move |(x, y): (f64, f64)| (span.at(x / f64::from(width.max(1))), layout.rank(y)));
    let now = Now { span, end, show: show.clone(), visit: tapped };
    let shared = use_mut_ref(|| now.clone());
    *shared.borrow_mut() = now;
    use_gestures(node, &shared);
}

/// Handles the keys: arrows go to other cycles and nodes, with Shift they show another part; plus and minus zoom.
/// `step` is the number of cycles that an arrow key goes.
fn on_key(
    props: &SpaceTimeProps,
    place: Place,
    step: Cycle,
    show: &Callback<Span>,
    visit: &Callback<(Cycle, Option<usize>)>,
) -> Callback<KeyboardEvent> {
    let Place { span, end, array, .. } = place;
    let (cycle, selected, show, visit) = (props.cycle, props.selected, show.clone(), visit.clone());
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let rank = selected.and_then(|id| array.rank(id));
        let below = rank.map_or(0, |rank| (rank + 1).min(array.nodes() - 1));
        match (event.key().as_str(), event.shift_key()) {
            ("ArrowLeft", true) => show.emit(span.shifted(-SHIFT, end)),
            ("ArrowRight", true) => show.emit(span.shifted(SHIFT, end)),
            ("ArrowLeft", false) => visit.emit((cycle.saturating_sub(step), rank)),
            ("ArrowRight", false) => visit.emit(((cycle + step).min(end), rank)),
            ("ArrowUp", false) => visit.emit((cycle, rank.and_then(|rank| rank.checked_sub(1)))),
            ("ArrowDown", false) => visit.emit((cycle, Some(below))),
            ("+" | "=" | ";", _) => show.emit(span.zoomed(span.share(cycle), 0.5, end)),
            ("-", _) => show.emit(span.zoomed(span.share(cycle), 2.0, end)),
            ("0", _) => show.emit(Span { from: 0, until: end }),
            _ => return,
        }
        event.prevent_default();
    })
}

/// The names of the rows.
fn ranks(layout: Layout, ranks: &[u32]) -> Html {
    let labels = spacetime_svg::labels(layout, ranks).map(|(rank, y)| {
        html! { <text key={rank} x="34" y={format!("{y:.1}")}>{ rank }</text> }
    });
    html! {
        <svg class="ranks" width="40" height={(layout.height() + 8).to_string()} aria-hidden="true">
            <text x="34" y="6.0">{ "M" }</text>
            { for labels }
        </svg>
    }
}

/// The meaning of the colours.
fn legend(i18n: &I18n) -> [Html; 3] {
    [("key-computing", "role-computing"), ("key-polling", "stats-waiting"), ("key-resting", "role-halted")]
        .map(|(class, label)| html! { <span key={class} class={classes!("key", class)}>{ i18n.t(label) }</span> })
}

/// A button that saves a file; `word` is the format.
fn save(
    label: &str,
    word: &'static str,
    testid: &'static str,
    onclick: impl Fn(MouseEvent) + 'static,
    i18n: &I18n,
) -> Html {
    let label = i18n.t(label);
    html! {
        <button type="button" class="btn tiny" {onclick} aria-label={label.clone()} title={label} data-testid={testid}>
            <Icon name={IconName::Save} />{ word }
        </button>
    }
}

/// Saves the picture with its arrows.
fn save_svg(
    node: &NodeRef,
    place: Place,
    arrows: Rc<Vec<Arrow>>,
    (count, ranks): (AttrValue, Vec<u32>),
    cycle: Cycle,
    i18n: &I18n,
) -> impl Fn(MouseEvent) + use<> {
    let (node, title) = (node.clone(), i18n.t("space-title").to_string());
    let Place { span, layout, width, .. } = place;
    move |_| {
        let picture = node.cast::<HtmlCanvasElement>().and_then(|c| c.to_data_url().ok());
        let Some(picture) = picture else { return };
        let cycles = (grouped(span.from), grouped(span.until));
        let words = Words { title: title.clone(), cycles, arrows: count.to_string(), ranks: ranks.clone() };
        let share = span.share(cycle);
        let shown = (0.0..=1.0).contains(&share).then(|| share * f64::from(width));
        let place = (layout, span, f64::from(width));
        let svg = spacetime_svg::document(&picture, place, &arrows, shown, &words, &Palette::of_document());
        save_text("space-time.svg", "image/svg+xml", &svg);
    }
}

/// Saves the activity of every core in the shown part.
fn save_csv(known: Known, place: Place) -> impl Fn(MouseEvent) {
    move |_| {
        let text = as_csv(known.best(place.span), place.array.nodes(), place.span);
        save_text("space-time.csv", "text/csv", &text);
    }
}

/// The shown part, a callback that shows another one, and whether it is being moved. While the user zooms and shifts,
/// the part is the component's own state; the page is notified after it has not changed for a moment.
#[hook]
fn use_span(act: &Callback<Intent>, part: Option<(Cycle, Cycle)>, end: Cycle) -> (Span, Callback<Span>, bool) {
    let moving = use_state(|| None::<Span>);
    let timer = use_mut_ref(|| None::<Timeout>);
    let settled = match part {
        Some((from, until)) => Span::of(from as f64, until.saturating_sub(from) as f64, end),
        None => Span { from: 0, until: end },
    };
    let span = moving.filter(|span| span.until <= end).unwrap_or(settled);
    let show = {
        let (act, moving) = (act.clone(), moving.setter());
        Callback::from(move |span: Span| {
            moving.set(Some(span));
            let (act, moving) = (act.clone(), moving.clone());
            *timer.borrow_mut() = Some(Timeout::new(SETTLED_MS, move || {
                let part = (!span.is_whole(end)).then_some((span.from, span.until));
                act.emit(Intent::Analyse(Analyse::Space(part)));
                moving.set(None);
            }));
        })
    };
    (span, show, moving.is_some())
}

/// The number of messages, and how many of them have an arrow; true: only those of the selected node may have one.
fn count_of(traffic: &Traffic, (drawn, crowd): (usize, bool), i18n: &I18n) -> AttrValue {
    let (n, drawn_words) = (grouped(traffic.total), grouped(drawn as u64));
    let [none, all, some, about] = match traffic.mpi {
        Some(_) => ["space-mpi-none", "space-mpi-all", "space-mpi-some", "space-mpi-about"],
        None => ["space-arrows-none", "space-arrows-all", "space-arrows-some", "space-arrows-about"],
    };
    match () {
        () if traffic.total == 0 => i18n.t(none),
        () if traffic.exact && drawn as u64 == traffic.total => i18n.tf(all, &[("n", &n)]),
        () if crowd => {
            let n = if traffic.exact { n } else { format!("≈ {n}") };
            i18n.tf("space-arrows-node", &[("n", &n), ("drawn", &drawn_words)])
        }
        () if traffic.exact => i18n.tf(some, &[("n", &n), ("drawn", &drawn_words)]),
        () => i18n.tf(about, &[("n", &n), ("drawn", &drawn_words)]),
    }
}

/// The choice between the messages of MPI and the DMAs that carry them.
fn kinds(dmas: &UseStateHandle<bool>, i18n: &I18n) -> Html {
    let choice = |label: &str, testid: &'static str| Choice { label: i18n.t(label), lang: None, testid: testid.into() };
    let choices = vec![choice("space-mpi", "space-mpi"), choice("space-dmas", "space-dmas")];
    let chosen = usize::from(**dmas);
    let on_choose = {
        let dmas = dmas.clone();
        Callback::from(move |index: usize| dmas.set(index == 1))
    };
    html! {
        <div class="space-tools"><span class="quiet">{ i18n.t("space-kind") }</span><Segmented label={i18n.t("space-kind")} {choices} {chosen} {on_choose} /></div>
    }
}

/// The overlay: the selected row, arrows, the shown cycle.
fn over(
    arrows: &[Arrow],
    span: Span,
    (layout, array): (Layout, Array),
    width: i32,
    cycle: Cycle,
    selected: Option<NodeId>,
) -> Html {
    let (w, h) = (width.max(1), layout.height());
    let row = selected.and_then(|id| array.rank(id)).map(|rank| layout.top(rank / layout.group));
    let row = row.map(|y| {
        html! { <rect class="row" x="0" y={y.to_string()} width={w.to_string()} height={layout.thick.to_string()} /> }
    });
    let share = span.share(cycle);
    let line = (0.0..=1.0).contains(&share).then(|| {
        let x = format!("{:.1}", share * f64::from(w));
        html! { <line x1={x.clone()} x2={x} y1="0" y2={h.to_string()} /> }
    });
    let arrows = arrows.iter().enumerate().map(|(i, arrow)| {
        let ((x0, y0), (x1, y1)) = (arrow.from, arrow.to);
        let d = format!("M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}");
        let class =
            classes!("arrow", arrow.memory.then_some("arrow-memory"), arrow.selected.then_some("arrow-selected"));
        html! {
            <g key={i} {class}>
                <path class="halo" d={d.clone()} />
                <path class="shaft" {d} />
                if arrow.ends { <polygon points={points(&arrow.head())} /> }
                if arrow.begins { <circle cx={format!("{x0:.1}")} cy={format!("{y0:.1}")} r="2" /> }
            </g>
        }
    });
    html! {
        <svg
            class="over" width={w.to_string()} height={h.to_string()} viewBox={format!("0 0 {w} {h}")} aria-hidden="true"
            data-testid="space-over"
        >
            { for row }
            { for arrows }
            { for line }
        </svg>
    }
}

/// Properties of [`Tools`].
#[derive(Properties, PartialEq)]
struct ToolsProps {
    act: Callback<Intent>,
    space: Space,
    span: Span,
    end: Cycle,
    cycle: Cycle,
    show: Callback<Span>,
}

/// Navigation to other parts of the run, and the progress of this part's picture.
#[component]
fn Tools(props: &ToolsProps) -> Html {
    let i18n = use_i18n();
    let ToolsProps { act, space, span, end, cycle, show } = props;
    let (span, end, cycle) = (*span, *end, *cycle);
    // Zooms around the shown cycle; if it is out of view, around the middle of the picture.
    let middle = Some(span.share(cycle)).filter(|share| (0.0..=1.0).contains(share)).unwrap_or(0.5);
    let tool = |icon: Html, label: &str, to: Span, testid: &'static str| {
        let (label, show) = (i18n.t(label), show.clone());
        let onclick = move |_: MouseEvent| show.emit(to);
        html! {
            <button
                type="button" class="btn icon-btn small-btn" {onclick} disabled={to == span} aria-label={label.clone()}
                title={label} data-testid={testid}
            >{ icon }</button>
        }
    };
    let whole = Span { from: 0, until: end };
    let choose = |to: Span, label: &str, testid: &'static str| {
        let show = show.clone();
        let onclick = move |_: MouseEvent| show.emit(to);
        html! {
            <button type="button" class="btn outlined" {onclick} aria-pressed={(to == span).to_string()} data-testid={testid}>{ i18n.t(label) }</button>
        }
    };
    let request = |request: Analyse| {
        let act = act.clone();
        move |_: MouseEvent| act.emit(Intent::Analyse(request.clone()))
    };
    let covered = |v: &PtrEq<SpaceTimeView>| v.from <= span.from && span.until <= v.from + v.cycles;
    let coarse = space.part.is_some() && !space.found.as_ref().is_some_and(covered);
    let work = match space.progress {
        Some((cycles, of)) => {
            let share = (100 * cycles).checked_div(of).unwrap_or(0).min(100).to_string();
            html! {
                <>
                    <progress max="100" value={share.clone()} aria-label={i18n.t("space-finding")} data-testid="space-progress"></progress>
                    <span class="quiet num">{ format!("{share} %") }</span>
                    <button type="button" class="btn tiny" onclick={request(Analyse::StopSpace)} data-testid="space-cancel">{ i18n.t("cancel") }</button>
                </>
            }
        }
        None if coarse => html! {
            <button type="button" class="btn tiny" onclick={request(Analyse::Space(space.part))} data-testid="space-find">{ i18n.t("space-find") }</button>
        },
        None => html! {},
    };
    let (from, until) = (grouped(span.from), grouped(span.until));
    html! {
        <div class="space-tools" data-testid="space-tools">
            <span class="space-buttons">
                { tool(html! { <Icon name={IconName::Minus} /> }, "space-out", span.zoomed(middle, 2.0, end), "space-out") }
                { tool(html! { <Icon name={IconName::Plus} /> }, "space-in", span.zoomed(middle, 0.5, end), "space-in") }
                { tool(html! { <Icon name={IconName::Back} /> }, "space-back", span.shifted(-SHIFT, end), "space-back") }
                { tool(html! { <Icon name={IconName::Forward} /> }, "space-on", span.shifted(SHIFT, end), "space-on") }
            </span>
            { choose(whole, "space-whole", "space-whole") }
            { choose(Span::around(cycle, AROUND, end), "space-around", "space-around") }
            <span class="quiet num space-span">{ i18n.tf("heat-stretch", &[("from", &from), ("until", &until)]) }</span>
            <span class="space-work" data-testid="space-work">{ work }</span>
        </div>
    }
}

fn draw(canvas: &HtmlCanvasElement, layers: &[&SpaceTimeView], span: Span, layout: Layout) {
    // Through the object model, because the page's policy forbids style attributes.
    let _ = canvas.style().set_property("height", &format!("{}px", layout.height()));
    let (_, _, ratio) = canvas::size_to_screen(canvas);
    let size = (canvas.width() as usize, canvas.height() as usize);
    if size.0 == 0 || size.1 == 0 {
        return;
    }
    let data = spacetime::picture(layers, span, layout.nodes, &Palette::of_document(), size, ratio);
    let image = ImageData::new_with_u8_clamped_array(wasm_bindgen::Clamped(&data), size.0 as u32);
    let context = canvas::context(canvas);
    if let (Ok(image), Some(context)) = (image, context) {
        // Fails only for a canvas without pixels.
        let _ = context.put_image_data(&image, 0.0, 0.0);
    }
}
