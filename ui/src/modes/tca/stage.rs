//! The stage: the sequence diagram with its legend, the same as a table, and the buttons that move the shown time.

use super::Props;
use super::picture::{self, Lanes};
use super::state::{Act, View};
use crate::fmt::{grouped, plain};
use crate::i18n::{I18n, use_i18n};
use crate::paint::palette::Palette;
use crate::shell::fields::{number_of, select_of};
use crate::shell::saved::Saved;
use crate::shell::stage::use_size;
use crate::widgets::{Cell, Choice, Column, DataTable, Icon, IconName, Picture, Row, Segmented};
use mcore::modes::tca::{TcaAct, TcaDiagram, TcaPart, tca_time};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

const VIEWS: [(View, &str); 2] = [(View::Sequence, "tca-view-sequence"), (View::Events, "tca-view-events")];

/// Smallest width and height of the diagram.
const LEAST: (f64, f64) = (330.0, 380.0);
/// Usual width and height of the diagram.
pub const USUAL: (f64, f64) = (720.0, 520.0);

/// The stage.
#[component]
pub fn Stage(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let views = {
        let choices =
            VIEWS.iter().map(|(_, label)| Choice { label: i18n.t(label), lang: None, testid: (*label).into() });
        let chosen = VIEWS.iter().position(|(view, _)| *view == state.view).unwrap_or(0);
        let act = act.clone();
        let on_choose = move |index: usize| act.emit(Act::View(VIEWS[index % VIEWS.len()].0));
        html! { <Segmented label={i18n.t("tca-view")} choices={choices.collect::<Vec<_>>()} {chosen} {on_choose} /> }
    };
    let title = state.parts.as_ref().map(|parts| i18n.text(&parts.title).to_owned());
    let body = match state.view {
        View::Sequence => {
            html! { <Sequence ..props.clone() /> }
        }
        View::Events => events(props, &i18n),
    };
    html! {
        <section class="panel lab-stage" aria-label={i18n.t("tca-part-network")}>
            <div class="bar lab-bar tca-bar">
                { pairs(props, &i18n) }
                <span class="quiet small tca-title">{ title.unwrap_or_default() }</span><span class="grow"></span>{ zooms(props, &i18n) }{ views }
            </div>
            { body }
            { legend(props, &i18n, &palette) }
            <Controls ..props.clone() />
        </section>
    }
}

/// The choice of the two nodes.
fn pairs(props: &Props, i18n: &I18n) -> Html {
    let state = &props.state;
    let Some(run) = &state.run else { return Html::default() };
    let now = state.moment.as_ref().map_or((0, 1), |moment| moment.nodes);
    let name = |(a, b): (u8, u8)| i18n.tf("tca-pair", &[("a", &a.to_string()), ("b", &b.to_string())]);
    if run.pairs.len() <= 1 {
        return html! { <b data-testid="tca-shown-nodes">{ name(now) }</b> };
    }
    let onchange = {
        let (act, pairs) = (props.act.clone(), run.pairs.clone());
        move |event: Event| {
            let select = select_of(&event);
            let index = select.map_or(0, |select| select.selected_index().max(0) as usize);
            if let Some((a, b)) = pairs.get(index) {
                act.emit(Act::Send(TcaAct::Look(*a, *b).into()));
            }
        }
    };
    let options = run.pairs.iter().map(|pair| {
        html! { <option key={format!("{}-{}", pair.0, pair.1)} selected={*pair == now}>{ name(*pair) }</option> }
    });
    html! { <select aria-label={i18n.t("tca-pair-choice")} {onchange} data-testid="tca-shown-nodes">{ for options }</select> }
}

fn zooms(props: &Props, i18n: &I18n) -> Html {
    if props.state.view != View::Sequence {
        return Html::default();
    }
    let button = |label: &'static str, icon: IconName, to: Act| {
        let act = props.act.clone();
        let onclick = move |_: MouseEvent| act.emit(to.clone());
        html! {
            <button type="button" class="btn icon-btn" {onclick} aria-label={i18n.t(label)} title={i18n.t(label)} data-testid={label}><Icon name={icon} /></button>
        }
    };
    html! {
        <>
            { button("tca-zoom-in", IconName::Plus, Act::Zoom(0.5)) }
            { button("tca-zoom-out", IconName::Minus, Act::Zoom(2.0)) }
            { button("tca-zoom-fit", IconName::Fit, Act::Fit) }
        </>
    }
}

/// The diagram; a click goes to a time.
#[component]
fn Sequence(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let host = use_node_ref();
    let (width, height) = use_size(&host, USUAL, (state.part, state.runs, state.view));
    let size = (width.max(LEAST.0), height.max(LEAST.1));
    let lanes = use_memo((state.diagram.clone(), size.0 as u32, size.1 as u32), move |(diagram, ..)| {
        diagram.as_ref().map(|diagram| Lanes::new(diagram, size))
    });
    let svg = {
        let (lanes, palette, i18n) = (lanes.clone(), palette.clone(), i18n.clone());
        use_memo((state.diagram.clone(), size.0 as u32, size.1 as u32, props.dark, i18n.lang), move |(diagram, ..)| {
            let drawn = diagram.as_ref().zip(lanes.as_ref().as_ref());
            drawn.map(|(diagram, lanes)| Rc::<str>::from(picture::sequence(diagram, lanes, &palette, &i18n)))
        })
    };
    let time = state.moment.as_ref().map_or(0, |moment| moment.now);
    let line: Option<Rc<str>> = lanes.as_ref().as_ref().map(|lanes| picture::now(time, lanes, &palette).into());
    let onclick = {
        let (act, lanes, host) = (act.clone(), lanes.clone(), host.clone());
        move |event: MouseEvent| {
            let picture = host.cast::<HtmlElement>().and_then(|host| host.query_selector("svg").ok().flatten());
            let (Some(lanes), Some(picture)) = (lanes.as_ref(), picture) else { return };
            let place = picture.get_bounding_client_rect();
            let share = (f64::from(event.client_y()) - place.top()) / place.height().max(1.0);
            act.emit(Act::Send(TcaAct::SeekTime(lanes.time(share)).into()));
        }
    };
    let saved = svg.as_ref().clone().map(|svg| {
        html! { <Saved {svg} file="tca-sequence" /> }
    });
    html! {
        <div class="tca-sequence">
            <div class="tca-host" ref={host} role="img" aria-label={i18n.t("tca-sequence-label")} {onclick} data-testid="tca-sequence">
                if let Some(svg) = svg.as_ref() { <Picture svg={svg.clone()} /> }
                if let Some(svg) = line { <div class="tca-line-now"><Picture {svg} /></div> }
            </div>
            <div class="tca-save">{ saved.unwrap_or_default() }</div>
        </div>
    }
}

/// The events of the diagram as a table.
fn events(props: &Props, i18n: &I18n) -> Html {
    let state = &props.state;
    let Some(diagram) = &state.diagram else { return html! { <p class="empty">{ i18n.t("tca-no-run") }</p> } };
    let now = state.moment.as_ref().map_or(0, |moment| moment.now);
    let columns = vec![
        Column::number(i18n.t("tca-begin")),
        Column::number(i18n.t("tca-end")),
        Column::words(i18n.t("tca-event")),
        Column::number(i18n.t("tca-line")),
    ];
    let rows = event_rows(diagram, i18n);
    let times: Vec<u64> = rows.iter().map(|row| row.0).collect();
    let rows = rows.into_iter().enumerate().map(|(id, (begin, end, text, line))| Row {
        cells: vec![
            Cell::number(grouped(begin), begin as f64),
            Cell::number(grouped(end), end as f64),
            Cell::words(text),
            Cell::number(if line > 0 { line.to_string() } else { String::new() }, f64::from(line)),
        ],
        id,
        current: begin <= now && now < end.max(begin + 1),
    });
    let on_row = {
        let act = props.act.clone();
        Callback::from(move |at: usize| {
            if let Some(time) = times.get(at) {
                act.emit(Act::Send(TcaAct::SeekTime(*time).into()));
            }
        })
    };
    let note = diagram.coarse.then(|| html! { <p class="small quiet">{ i18n.t("tca-coarse") }</p> });
    html! {
        <div class="tca-events">
            { note.unwrap_or_default() }
            <DataTable label={i18n.t("tca-view-events")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} {on_row} file="tca-events" testid="tca-events" />
        </div>
    }
}

/// Begin, end, words and line of each event of the diagram, in the order of time.
fn event_rows(diagram: &TcaDiagram, i18n: &I18n) -> Vec<(u64, u64, String, u32)> {
    let blocks = diagram.blocks.iter().filter(|_| !diagram.coarse);
    let blocks = blocks.map(|block| (block.begin, block.end, plain(i18n.text(&block.says)), block.line));
    let notes = diagram.notes.iter().map(|note| (note.at, note.at, plain(i18n.text(&note.says)), 0));
    let mut rows: Vec<_> = blocks.chain(notes).collect();
    rows.sort_by_key(|row| (row.0, row.1));
    rows
}

/// The parts with their colours, textures and sums.
fn legend(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let state = &props.state;
    let sums = state.parts.as_ref().map(|parts| {
        [TcaPart::Hardware, TcaPart::Software, TcaPart::Psn].map(|part| {
            let own = parts.sums.iter().filter(|sum| sum.part == Some(part));
            own.map(|sum| sum.ns).sum::<u64>()
        })
    });
    let sums = sums.or_else(|| state.run.as_ref().map(|run| run.sums)).unwrap_or_default();
    let keys = [(TcaPart::Hardware, "tca-hardware"), (TcaPart::Software, "tca-software"), (TcaPart::Psn, "tca-psn")];
    let keys = keys.iter().zip(sums).map(|((part, label), ns)| {
        let svg: Rc<str> = picture::swatch(*part, palette).into();
        html! { <span key={*label} class="lab-key"><Picture {svg} />{ i18n.tf(label, &[("ns", &grouped(ns))]) }</span> }
    });
    let coarse = state.diagram.as_ref().is_some_and(|diagram| diagram.coarse);
    html! {
        <div class="lab-legend small">{ for keys }<span>{ i18n.t(if coarse { "tca-coarse" } else { "tca-downwards" }) }</span></div>
    }
}

/// The buttons that move the shown time.
#[component]
fn Controls(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let by = state.by_completion;
    let stuck = !state.can_move();
    let (no_earlier, no_later) = (stuck || state.at_start(), stuck || state.at_end());
    let go = |to: TcaAct| {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act.emit(Act::Send(to.clone().into())))
    };
    let icon = |testid: &'static str,
                icon: IconName,
                label: &'static str,
                disabled: bool,
                onclick: Callback<MouseEvent>| {
        html! {
            <button type="button" class="btn icon-btn" {onclick} {disabled} aria-label={i18n.t(label)} title={i18n.t(label)} data-testid={testid}><Icon name={icon} /></button>
        }
    };
    let (back, forward) =
        if by { (TcaAct::LastCompletion, TcaAct::NextCompletion) } else { (TcaAct::Back, TcaAct::Step) };
    let (back_label, forward_label) =
        if by { ("tca-completion-back", "tca-completion-next") } else { ("tca-step-back", "tca-step-next") };
    let onchange = {
        let act = act.clone();
        move |event: Event| {
            if let Some(select) = select_of(&event) {
                act.emit(Act::Unit(select.selected_index() == 1));
            }
        }
    };
    let units = [(false, "tca-unit-event"), (true, "tca-unit-completion")].map(|(own, label)| {
        html! { <option key={label} selected={own == by}>{ i18n.t(label) }</option> }
    });
    let (step, steps, time) = state.moment.as_ref().map_or((0, 1, 0), |moment| (moment.step, moment.steps, moment.now));
    let shown = format!("{} ns", grouped(time));
    let oninput = {
        let act = act.clone();
        move |event: InputEvent| {
            if let Some(step) = number_of(&event) {
                act.emit(Act::Send(TcaAct::Seek(step).into()));
            }
        }
    };
    html! {
        <div class="bar lab-bar tca-controls">
            { icon("tca-start", IconName::ToStart, "tca-to-start", no_earlier, go(TcaAct::Seek(0))) }
            { icon("tca-step-back", IconName::Back, back_label, no_earlier, go(back)) }
            <button type="button" class="btn primary" onclick={go(forward)} disabled={no_later} aria-label={i18n.t(forward_label)} title={i18n.t(forward_label)} data-testid="tca-step-next"><Icon name={IconName::Run} /></button>
            { icon("tca-last", IconName::ToEnd, "tca-to-end", no_later, go(TcaAct::Seek(steps))) }
            <select aria-label={i18n.t("tca-unit")} {onchange} data-testid="tca-unit">{ for units }</select>
            <input
                class="tca-slider" type="range" min="0" max={steps.saturating_sub(1).max(1).to_string()} step="1" value={step.to_string()} {oninput}
                aria-label={i18n.t("tca-shown-time")} aria-valuetext={shown.clone()} disabled={stuck} data-testid="tca-slider"
            />
            <output class="tca-time" data-testid="tca-time" title={tca_time(time)}>{ shown }</output>
        </div>
    }
}
