//! The panel below the stage: the joins of the paper's method, and links by their bytes.

use super::Props;
use super::picture;
use super::stage::name_of;
use super::state::Act;
use crate::i18n::{I18n, use_i18n};
use crate::paint::palette::Palette;
use crate::widgets::{Cell, Chart, Column, DataTable, Icon, IconName, Picture, Row};
use gloo_timers::callback::Timeout;
use mcore::modes::mopt::MoptStep;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The panel.
#[component]
pub fn Below(props: &Props) -> Html {
    let i18n = use_i18n();
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let playing = use_play(props);
    html! {
        <section class="panel lab-below mo-below" aria-label={i18n.t("mopt-below")}>
            { bar(props, &playing, &i18n) }
            <div class="mo-columns" tabindex="0" role="group" aria-label={i18n.t("mopt-below")}>
                { ways(props, &i18n, &palette) }
                { histogram(props, &i18n, &palette) }
            </div>
        </section>
    }
}

/// Milliseconds between two joins that are played.
const PLAY_MS: u32 = 700;

/// Plays the joins one after the other until the last one.
#[hook]
fn use_play(props: &Props) -> UseStateHandle<bool> {
    let playing = use_state(|| false);
    let step = props.state.step.as_ref().map(|step| (step.join, step.joins));
    let (act, handle) = (props.act.clone(), playing.clone());
    use_effect_with((step, *playing), move |(step, playing)| {
        let next = step.map(|(join, joins)| (join + 1 < joins).then_some(join + 1));
        let timer = match (*playing, next) {
            (true, Some(Some(next))) => Some(Timeout::new(PLAY_MS, move || act.emit(Act::Join(next)))),
            (true, Some(None)) => {
                handle.set(false);
                None
            }
            _ => None,
        };
        move || drop(timer)
    });
    playing
}

fn bar(props: &Props, playing: &UseStateHandle<bool>, i18n: &I18n) -> Html {
    let state = &props.state;
    let Some(step) = state.step.as_ref().filter(|_| state.joins() > 0) else {
        return html! { <div class="bar lab-bar mo-bar"><span class="quiet small">{ i18n.t("mopt-no-joins") }</span></div> };
    };
    let go = |icon: IconName, label: &'static str, to: Option<u32>| {
        let act = props.act.clone();
        let onclick = move |_: MouseEvent| {
            if let Some(to) = to {
                act.emit(Act::Join(to));
            }
        };
        html! {
            <button type="button" class="btn icon-btn" {onclick} disabled={to.is_none()} aria-label={i18n.t(label)} title={i18n.t(label)} data-testid={label}><Icon name={icon} /></button>
        }
    };
    let last = step.joins.saturating_sub(1);
    let (play_label, play_text, play_icon) = match **playing {
        true => ("mopt-join-pause", "mopt-pause", IconName::Pause),
        false => ("mopt-join-play", "mopt-play", IconName::Run),
    };
    let play = {
        let (act, playing, at_end) = (props.act.clone(), playing.clone(), step.join == last);
        move |_: MouseEvent| {
            // From the end it begins again.
            if !*playing && at_end {
                act.emit(Act::Join(0));
            }
            playing.set(!*playing);
        }
    };
    let back = step.join.checked_sub(1);
    let oninput = {
        let act = props.act.clone();
        move |event: InputEvent| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            if let Some(to) = input.and_then(|input| input.value().parse().ok()) {
                act.emit(Act::Join(to));
            }
        }
    };
    html! {
        <div class="bar lab-bar mo-bar">
            { go(IconName::ToStart, "mopt-first-join", back.map(|_| 0)) }
            { go(IconName::Back, "mopt-join-back", back) }
            { go(IconName::Forward, "mopt-join-next", Some(step.join + 1).filter(|to| *to <= last)) }
            <button type="button" class="btn outlined mo-play" onclick={play} aria-pressed={(**playing).to_string()} title={i18n.t(play_label)} data-testid="mopt-play"><Icon name={play_icon} />{ i18n.t(play_text) }</button>
            <b data-testid="mopt-join-title">{ i18n.text(&step.title).to_owned() }</b>
            <span class="quiet small">{ i18n.text(&step.form).to_owned() }</span>
            <span class="grow"></span>
            <input type="range" min="0" max={last.to_string()} value={step.join.to_string()} {oninput} aria-label={i18n.t("mopt-join")} aria-valuetext={i18n.text(&step.title).to_owned()} data-testid="mopt-join" />
        </div>
    }
}

/// At most this number of ways is drawn; more are in the caption.
const WAYS: usize = 288;

fn ways(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let state = &props.state;
    let Some(step) = state.step.as_ref().filter(|_| state.joins() > 0) else { return Html::default() };
    let caption = format!("{} ({})", i18n.text(&step.caption), i18n.text(&step.unit));
    let differ = i18n.tf("mopt-differ", &[("n", &step.differ.to_string())]);
    let tiles = step.ways.iter().take(WAYS).enumerate().map(|(at, way)| {
        let svg: Rc<str> = picture::way(way, step.sizes, step.axis, palette).into();
        let class = if way.kept { "mo-way mo-kept" } else { "mo-way" };
        html! { <li key={at} {class} aria-current={way.kept.then_some("true")}><Picture {svg} /><span>{ &way.text }</span></li> }
    });
    html! {
        <div class="mo-ways" data-testid="mopt-ways">
            <p class="small">{ caption }{ " " }<span class="quiet">{ differ }</span></p>
            <ul>{ for tiles }</ul>
            { candidates(step, i18n) }
        </div>
    }
}

/// The first ranks of a group as text.
fn ranks_text(ranks: &[u32]) -> String {
    let first: Vec<String> = ranks.iter().take(8).map(u32::to_string).collect();
    let more = if ranks.len() > 8 { " …" } else { "" };
    format!("{}{more}", first.join(" "))
}

fn candidates(step: &MoptStep, i18n: &I18n) -> Html {
    let rows = step.candidates.iter().map(|own| {
        html! {
            <tr key={own.group} class={own.kept.then_some("mo-kept")}><th scope="row">{ ranks_text(&own.ranks) }</th><td class="num">{ &own.text }</td></tr>
        }
    });
    html! {
        <details class="lab-data" data-testid="mopt-candidates">
            <summary>{ i18n.tf("mopt-candidates", &[("ranks", &ranks_text(&step.a))]) }</summary>
            <table class="lab-facts"><thead><tr><th scope="col">{ i18n.t("mopt-group") }</th><th scope="col" class="num">{ i18n.t("mopt-bytes") }</th></tr></thead><tbody>{ for rows }</tbody></table>
        </details>
    }
}

fn histogram(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let state = &props.state;
    let Some(own) = &state.histogram else { return Html::default() };
    let names: Vec<String> = own.ids.iter().map(|id| name_of(state, *id, i18n)).collect();
    let svg: Rc<str> =
        picture::histogram(own, &names, &i18n.t("mopt-axis-links"), i18n.text(&own.axis), palette).into();
    let columns: Vec<Column> = std::iter::once(Column::words(i18n.text(&own.axis).to_owned().into()))
        .chain(names.iter().map(|name| Column::number(name.clone().into())))
        .collect();
    let rows = own.bins.iter().enumerate().map(|(id, bin)| Row {
        cells: std::iter::once(Cell::words(bin.text.clone()))
            .chain(bin.counts.iter().map(|count| Cell::number(count.to_string(), f64::from(*count))))
            .collect(),
        id,
        current: false,
    });
    html! {
        <div class="mo-histogram" data-testid="mopt-histogram">
            <b class="small">{ i18n.t("mopt-histogram") }</b>
            <Chart {svg} label={i18n.t("mopt-histogram")} file="mopt-histogram" />
            <details class="lab-data"><summary>{ i18n.t("mopt-as-table") }</summary>
                <DataTable label={i18n.t("mopt-histogram")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} file="mopt-histogram" testid="mopt-histogram-table" />
            </details>
        </div>
    }
}
