//! The stage: the picture of the network, and the selected switch.

use super::Props;
use super::layout::{Grid, Tree};
use super::picture::{self, LEGEND, Scene};
use super::state::{Act, Shown};
use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::paint::canvas::{Canvas, context, size_to_screen};
use crate::paint::palette::Palette;
use crate::paint::pinch::Pixel;
use crate::paint::pixels::Pixels;
use crate::shell::stage::{use_taps, use_width};
use crate::widgets::{Choice, Segmented};
use mcore::modes::nsim::NsimAct;
use mcore::modes::nsim::{NsimShape, NsimState};
use web_sys::{HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

/// Selects a link together with the switch that it leaves.
pub fn choose_link(act: &Callback<Act>, shape: &NsimShape, link: u32) {
    act.emit(Act::Send(NsimAct::Look(shape.ends(link).map(|(from, _)| from)).into()));
    act.emit(Act::Link(Some(link)));
}

/// The switch at a pixel of the picture.
fn find(shape: &NsimShape, size: (f64, f64), x: f64, y: f64) -> Option<u32> {
    if shape.tree { Tree::new(shape, size.0, size.1).find(x, y) } else { Grid::new(shape, size.0, size.1).node(x, y) }
}

/// The switch that an arrow key goes to: the neighbour in the first or the second dimension.
fn moved(shape: &NsimShape, from: Option<u32>, key: &str) -> Option<u32> {
    let row = if shape.tree { shape.of_level(0) } else { shape.dims.first().copied().unwrap_or(1) };
    let last = shape.switches - 1;
    let to = match (from, key) {
        (None, "ArrowRight" | "ArrowLeft" | "ArrowUp" | "ArrowDown") => 0,
        (Some(at), "ArrowRight") => (at + 1).min(last),
        (Some(at), "ArrowLeft") => at.saturating_sub(1),
        // Levels of a tree grow upwards, rows of a grid downwards.
        (Some(at), "ArrowUp") if shape.tree => (at + row).min(last),
        (Some(at), "ArrowDown") if shape.tree => at.saturating_sub(row),
        (Some(at), "ArrowDown") => (at + row).min(last),
        (Some(at), "ArrowUp") => at.saturating_sub(row),
        _ => return None,
    };
    Some(to)
}

/// The stage.
#[component]
pub fn Stage(props: &Props) -> Html {
    let i18n = use_i18n();
    let state = &props.state;
    let canvas = use_node_ref();
    let pixels = use_mut_ref(Pixels::default);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let width = use_width();
    {
        let canvas = canvas.clone();
        let (shape, frame, selected, link) = (state.shape.clone(), state.frame.clone(), state.selected, state.link);
        let whole = state.whole().cloned();
        let drawn = (shape.clone(), frame.clone(), whole.clone(), (selected, link), props.dark, width, state.part);
        use_effect_with(drawn, move |_| {
            let (Some(canvas), Some(shape)) = (canvas.cast::<HtmlCanvasElement>(), shape) else { return };
            let Some(context) = context(&canvas) else { return };
            let size = size_to_screen(&canvas);
            let mut pixels = pixels.borrow_mut();
            let mut surface = Canvas::new(&context, &palette, size).with_pixels(&mut pixels);
            let heat = whole.as_ref().map_or(&frame.heat, |outcome| &outcome.heat);
            let scene = Scene { shape: &shape, frame: &frame, heat, selected, link, size: (size.0, size.1) };
            picture::paint(&mut surface, &scene);
            surface.flush();
        });
    }
    let look = {
        let act = props.act.clone();
        move |switch: Option<u32>| act.emit(Act::Send(NsimAct::Look(switch).into()))
    };
    let on_tap = {
        let (act, look, canvas) = (props.act.clone(), look.clone(), canvas.clone());
        let (shape, frame, whole) = (state.shape.clone(), state.frame.clone(), state.whole().cloned());
        Callback::from(move |(x, y): Pixel| {
            let (Some(shape), Some(canvas)) = (&shape, canvas.cast::<HtmlElement>()) else { return };
            let size = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
            let heat = whole.as_ref().map_or(&frame.heat, |outcome| &outcome.heat);
            match picture::link_at(shape, heat, size, (x, y)) {
                Some(link) => choose_link(&act, shape, link),
                None => look(find(shape, size, x, y)),
            }
        })
    };
    use_taps(&canvas, on_tap);
    let onkeydown = {
        let (look, shape, selected) = (look.clone(), state.shape.clone(), state.selected);
        move |event: KeyboardEvent| {
            let Some(shape) = &shape else { return };
            if event.key() == "Escape" {
                look(None);
            } else if let Some(to) = moved(shape, selected, &event.key()) {
                event.prevent_default();
                look(Some(to));
            }
        }
    };
    let frame = &state.frame;
    let title = state.shape.as_ref().map_or_else(String::new, |shape| shape.name.clone());
    let nodes = state.shape.as_ref().map(|shape| {
        html! { <span class="quiet small nsim-count">{ i18n.tf("nsim-of-nodes", &[("n", &grouped(shape.nodes.into()))]) }</span> }
    });
    let facts = state.shape.as_ref().map(|shape| {
        // Padded with blanks of a digit's width to its length at the end, so that nothing moves.
        let all = |n: u64, of: u64| {
            let (n, of) = (grouped(n), grouped(of));
            let blanks = "\u{2007}".repeat(of.chars().count().saturating_sub(n.chars().count()));
            format!("{blanks}{n} / {of}")
        };
        // The expected number does not include control packets.
        let packets = match shape.packets {
            Some(expected) => all(frame.packets, expected.max(frame.packets)),
            None => grouped(frame.packets),
        };
        [
            ("nsim-packets", packets),
            ("nsim-messages", grouped(frame.messages)),
            ("nsim-ended", all(frame.ended.into(), shape.ranks.into())),
        ]
    });
    let facts = facts.into_iter().flatten().map(|(label, value)| {
        html! { <span class="nsim-fact" key={label}><span class="quiet">{ i18n.t(label) }</span><b>{ value }</b></span> }
    });
    let legend = LEGEND.iter().map(|(what, label)| {
        html! { <span class="lab-key" key={*label}><span class={format!("nsim-sign nsim-sign-{what}")} aria-hidden="true"></span>{ i18n.t(label) }</span> }
    });
    let label = i18n.tf("nsim-picture", &[("name", &title)]);
    let map = {
        let choices = vec![
            Choice { label: i18n.t("nsim-map-moment"), lang: None, testid: "nsim-map-moment".into() },
            Choice { label: i18n.t("nsim-map-whole"), lang: None, testid: "nsim-map-whole".into() },
        ];
        let act = props.act.clone();
        let on_choose = move |index: usize| act.emit(Act::Map(if index == 0 { Shown::Moment } else { Shown::Whole }));
        let chosen = usize::from(state.whole().is_some());
        // Before the end of the run there is nothing to choose.
        state
            .outcome
            .as_ref()
            .map(|_| html! { <Segmented label={i18n.t("nsim-map")} {choices} {chosen} {on_choose} /> })
    };
    let heat = match state.whole().and_then(|outcome| outcome.result.busiest_link.as_ref()) {
        Some(busiest) => i18n.tf("nsim-heat-whole", &[("percent", &format!("{:.1}", busiest.utilisation * 100.0))]),
        None => i18n.t("nsim-heat"),
    };
    html! {
        <section class="panel lab-stage" aria-label={i18n.t("nsim-network")}>
            <div class="bar lab-bar"><b class="nsim-name">{ title }</b>{ for nodes }<span class="grow"></span>{ for facts }</div>
            <div class="nsim-canvas">
                <canvas ref={canvas} tabindex="0" role="application" aria-label={label} {onkeydown} data-testid="nsim-picture"></canvas>
            </div>
            <div class="lab-legend small">
                <span class="nsim-map">{ for map }</span>
                <span class="lab-key"><span class="lab-heat" aria-hidden="true"></span><span data-testid="nsim-heat">{ heat }</span></span>
                { for legend }
                <span class="lab-key"><span class="nsim-sign nsim-sign-full" aria-hidden="true"></span>{ i18n.t("nsim-full") }</span>
            </div>
            <Looked ..props.clone() />
        </section>
    }
}

/// The ranks that wait for each other.
#[component]
fn Deadlock(props: &Props) -> Html {
    let i18n = use_i18n();
    let Some(outcome) = &props.state.outcome else { return Html::default() };
    let lines = outcome.result.waiting.iter().map(|w| html! { <li key={w.rank}>{ i18n.text(&w.text) }</li> });
    let count = outcome.result.deadlocked.to_string();
    html! {
        <div class="nsim-deadlock" role="alert" data-testid="nsim-deadlock">
            <b>{ i18n.tf("nsim-deadlock", &[("n", &count)]) }</b>
            <ul>{ for lines }</ul>
        </div>
    }
}

/// The selected switch: its links and ranks.
#[component]
fn Looked(props: &Props) -> Html {
    let i18n = use_i18n();
    let Some(switch) = props.state.frame.switch.as_ref().filter(|s| Some(s.switch) == props.state.selected) else {
        if props.state.frame.state == NsimState::Deadlock {
            return html! { <div class="nsim-look small"><Deadlock ..props.clone() /></div> };
        }
        return html! { <div class="nsim-look quiet small">{ i18n.t("nsim-look") }</div> };
    };
    let shape = props.state.shape.clone();
    let rows = switch.links.iter().map(|link| {
        let current = props.state.link == Some(link.place);
        let onclick = {
            let (act, shape, place) = (props.act.clone(), shape.clone(), link.place);
            move |_: MouseEvent| {
                if let Some(shape) = &shape {
                    choose_link(&act, shape, place);
                }
            }
        };
        let held = link.held.iter().map(u8::to_string).collect::<Vec<_>>().join(" + ");
        html! {
            <tr key={link.name.clone()} class={current.then_some("current")} aria-current={current.then_some("true")}>
                <th scope="row"><button type="button" class="link" {onclick}>{ &link.name }</button></th>
                <td class="num">{ grouped(link.bytes) }</td>
                <td class="num">{ format!("{:.1} %", link.utilisation * 100.0) }</td>
                <td class="num">{ held }</td>
            </tr>
        }
    });
    let ranks = switch.ranks.iter().map(|text| html! { <p>{ i18n.text(text) }</p> });
    html! {
        <div class="nsim-look small" data-testid="nsim-look" tabindex="0" role="group" aria-label={i18n.tf("nsim-switch", &[("name", &switch.name)])}>
            <div class="nsim-look-ranks" role="status"><b>{ i18n.tf("nsim-switch", &[("name", &switch.name)]) }</b>{ for ranks }</div>
            <table class="nsim-lanes">
                <thead><tr>
                    <th scope="col">{ i18n.t("nsim-link") }</th><th scope="col" class="num">{ i18n.t("nsim-link-bytes") }</th>
                    <th scope="col" class="num">{ i18n.t("nsim-link-use") }</th><th scope="col" class="num">{ i18n.t("nsim-held") }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        </div>
    }
}
