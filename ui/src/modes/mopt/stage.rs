//! The stage: two maps or one with the loads of their links, the matrix, the task graph.

use super::Props;
use super::picture::{self, Layout, Scene};
use super::state::{Act, Side, State, View};
use crate::i18n::{I18n, use_i18n};
use crate::paint::palette::Palette;
use crate::shell::saved::Saved;
use crate::shell::stage::number_at;
use crate::widgets::{Choice, Icon, IconName, Picture, Segmented};
use mcore::modes::mopt::{MOPT_OWN, MoptOwnAct, mopt_bytes};
use std::rc::Rc;
use yew::prelude::*;

const VIEWS: [(View, &str); 5] = [
    (View::Loads, "mopt-view-loads"),
    (View::Groups, "mopt-view-groups"),
    (View::Difference, "mopt-view-difference"),
    (View::Matrix, "mopt-view-matrix"),
    (View::Tasks, "mopt-view-tasks"),
];

/// The name of a map.
pub fn name_of(state: &State, id: u32, i18n: &I18n) -> String {
    match state.result(id) {
        Some(result) => i18n.text(&result.label).to_owned(),
        None => i18n.t("mopt-side-own").to_string(),
    }
}

/// The stage.
#[component]
pub fn Stage(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let title = state.shape.as_ref().map(|shape| (i18n.text(&shape.name).to_owned(), shape.network.clone()));
    let (name, network) = title.unwrap_or_default();
    let views = {
        let choices =
            VIEWS.iter().map(|(_, label)| Choice { label: i18n.t(label), lang: None, testid: (*label).into() });
        let chosen = VIEWS.iter().position(|(view, _)| *view == state.view).unwrap_or(0);
        let act = act.clone();
        let on_choose = move |index: usize| act.emit(Act::View(VIEWS[index % VIEWS.len()].0));
        html! { <Segmented label={i18n.t("mopt-view")} choices={choices.collect::<Vec<_>>()} {chosen} {on_choose} /> }
    };
    let body = match state.view {
        View::Matrix => matrix(props, &i18n, &palette),
        View::Tasks => tasks(props, &i18n, &palette),
        View::Difference => {
            html! { <Maps state={state.clone()} act={act.clone()} dark={props.dark} ids={state.main().into_iter().collect::<Vec<_>>()} /> }
        }
        View::Loads | View::Groups => {
            html! { <Maps state={state.clone()} act={act.clone()} dark={props.dark} ids={state.shown.clone()} /> }
        }
    };
    html! {
        <section class="panel lab-stage" aria-label={i18n.t("mopt-part-network")}>
            <div class="bar lab-bar mo-bar"><b class="mo-name">{ name }</b><span class="quiet small">{ network }</span><span class="grow"></span>{ views }</div>
            <div class="mo-maps" tabindex="0" role="group" aria-label={i18n.t("mopt-pictures")}>{ body }</div>
            { legend(state, &i18n) }
            { crossing(props, &i18n) }
        </section>
    }
}

fn legend(state: &State, i18n: &I18n) -> Html {
    let most = state.loads.values().map(|loads| loads.most).fold(0.0, f64::max);
    let scale = i18n.tf("mopt-scale", &[("most", &mopt_bytes(most as u64))]);
    let text = match state.view {
        View::Loads => {
            html! { <><span>{ i18n.t("mopt-dashed") }</span><span>{ i18n.t("mopt-groups-joined") }</span></> }
        }
        View::Groups => {
            let iteration = state.groups.as_ref().map_or(0, |groups| groups.1).to_string();
            html! { <span>{ i18n.tf("mopt-groups-of", &[("n", &iteration)]) }</span> }
        }
        View::Difference => {
            let text = state.difference.as_ref().map(|own| i18n.text(&own.text).to_owned());
            html! { <span data-testid="mopt-difference">{ text.unwrap_or_else(|| i18n.t("mopt-two-maps").to_string()) }</span> }
        }
        View::Matrix => html! { <span>{ i18n.t("mopt-matrix-note") }</span> },
        View::Tasks => html! { <span>{ i18n.t("mopt-tasks-note") }</span> },
    };
    let heat = matches!(state.view, View::Loads | View::Groups).then(|| {
        html! { <span class="lab-key"><span class="lab-heat" aria-hidden="true"></span>{ scale }</span> }
    });
    html! { <div class="lab-legend small">{ heat.unwrap_or_default() }{ text }</div> }
}

/// The selected link with its pairs.
fn crossing(props: &Props, i18n: &I18n) -> Html {
    let Some(link) = &props.state.crossing else {
        return html! { <div class="mo-crossing small quiet">{ i18n.t("mopt-click-link") }</div> };
    };
    let head = format!("{}: {}", i18n.text(&link.row.name), link.row.text);
    let pairs = link.pairs.iter().map(|pair| {
        html! { <tr key={format!("{}-{}", pair.from, pair.to)}><td class="num">{ pair.from }</td><td class="num">{ pair.to }</td><td class="num">{ &pair.text }</td><td class="num">{ format!("{:.0}", pair.messages) }</td></tr> }
    });
    let heads = ["mopt-from-rank", "mopt-to-rank", "mopt-bytes", "mopt-messages"]
        .map(|label| html! { <th key={label} scope="col" class="num">{ i18n.t(label) }</th> });
    let act = props.act.clone();
    let close = move |_: MouseEvent| act.emit(Act::Link(None));
    html! {
        <div class="mo-crossing small" data-testid="mopt-crossing" tabindex="0" role="group" aria-label={head.clone()}>
            <p role="status"><b>{ head }</b>{ " · " }{ i18n.text(&link.text).to_owned() }{ " " }
                <button type="button" class="btn tiny" onclick={close} aria-label={i18n.t("close")}><Icon name={IconName::Close} /></button></p>
            <table class="lab-facts"><thead><tr>{ for heads }</tr></thead><tbody>{ for pairs }</tbody></table>
        </div>
    }
}

/// Properties of [`Maps`].
#[derive(Properties, PartialEq)]
struct MapsProps {
    state: Rc<State>,
    act: Callback<Act>,
    dark: bool,
    ids: Vec<u32>,
}

/// Maps side by side.
#[component]
fn Maps(props: &MapsProps) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let most = state.loads.values().map(|loads| loads.most).fold(0.0, f64::max);
    let signed = state.view == View::Difference;
    let maps = props.ids.iter().enumerate().filter_map(|(place, id)| {
        let id = *id;
        let (shape, map) = (state.shape_of(id)?, state.map(id)?);
        let loads = state.loads.get(&id);
        let difference = state.difference.as_ref().filter(|_| signed);
        let (bytes, scale) = match (signed, difference, loads) {
            (true, Some(difference), _) => (&difference.bytes[..], difference.most),
            (false, _, Some(loads)) => (&loads.bytes[..], most),
            _ => (&[][..], 1.0),
        };
        let step = state.step.as_ref().filter(|step| step.id == id && state.view == View::Loads);
        let of_iteration = state.groups.as_ref().filter(|groups| groups.0 == id && state.view == View::Groups);
        let groups = |rank: usize| -> u32 {
            if let Some(groups) = of_iteration {
                return groups.2.get(rank).map_or(0, |group| group + 1);
            }
            let Some(step) = step else { return 0 };
            let rank = rank as u32;
            if step.a.contains(&rank) { 1 } else { u32::from(step.b.contains(&rank)) * 2 }
        };
        let mut lit: Vec<u32> = Vec::new();
        if let Some(crossing) = state.crossing.as_ref().filter(|_| !signed) {
            for pair in &crossing.pairs {
                lit.extend(pair.ways.get(place).into_iter().flatten());
            }
            lit.sort_unstable();
            lit.dedup();
        }
        let own = id == MOPT_OWN && state.side == Side::Own;
        let taken = state.taken.filter(|_| own).and_then(|rank| map.get(rank as usize).copied());
        let scene = Scene {
            shape,
            map,
            bytes,
            signed,
            most: scale,
            groups: &groups,
            lit: &lit,
            link: state.link.filter(|(of, _)| *of == id).map(|(_, link)| link),
            framed: [taken, state.cursor.filter(|_| own)],
        };
        let svg: Rc<str> = picture::placement(&scene, &palette).into();
        let name = name_of(state, id, &i18n);
        let busiest = loads.map(|loads| i18n.tf("mopt-busiest-of", &[("bytes", &loads.most_text)])).unwrap_or_default();
        let file = format!("mopt-{}", state.result(id).map_or("own", |result| &result.method));
        let saved = svg.clone();
        let picture = if own { hand(state, act, svg, &name, &i18n) } else { still(id, act, svg, &name, &i18n) };
        Some(html! {
            <figure key={id} class="mo-map" data-testid={format!("mopt-map-{}", place + 1)}>
                <figcaption><b>{ name }</b><span class="quiet small">{ busiest }</span>
                    <Saved svg={saved} {file} />
                </figcaption>
                { picture }
            </figure>
        })
    });
    let maps: Vec<Html> = maps.collect();
    html! { <div class={if maps.len() > 1 { "mo-pair" } else { "mo-single" }}>{ for maps }</div> }
}

/// A picture whose links can be clicked; the table of links does the same by keys.
fn still(id: u32, act: &Callback<Act>, svg: Rc<str>, name: &str, i18n: &I18n) -> Html {
    let act = act.clone();
    let onclick = move |event: MouseEvent| {
        if let Some(link) = number_at(event.target(), "data-link") {
            act.emit(Act::Link(Some((id, link))));
        }
    };
    html! { <div class="mo-picture" role="img" aria-label={i18n.tf("mopt-picture", &[("name", name)])} {onclick}><Picture {svg} /></div> }
}

/// The picture of the user's map: ranks are dragged, or moved by keys.
fn hand(state: &Rc<State>, act: &Callback<Act>, svg: Rc<str>, name: &str, i18n: &I18n) -> Html {
    let put = |state: &State, act: &Callback<Act>, node: u32| match state.taken {
        Some(rank) => {
            act.emit(Act::Take(None));
            act.emit(Act::Send(MoptOwnAct::Put(rank, node).into()));
        }
        None => act.emit(Act::Take(state.rank_at(node))),
    };
    let onpointerdown = {
        let (state, act) = (state.clone(), act.clone());
        move |event: PointerEvent| match number_at(event.target(), "data-node") {
            Some(node) if state.taken.is_none() => {
                act.emit(Act::Cursor(node));
                act.emit(Act::Take(state.rank_at(node)));
            }
            Some(_) => {}
            None => {
                if let Some(link) = number_at(event.target(), "data-link") {
                    act.emit(Act::Link(Some((MOPT_OWN, link))));
                }
            }
        }
    };
    let onpointermove = {
        let (state, act) = (state.clone(), act.clone());
        move |event: PointerEvent| {
            let Some(rank) = state.taken else { return };
            // A finger keeps the element where it began, so the place is looked up.
            let under = gloo_utils::document().element_from_point(event.client_x() as f32, event.client_y() as f32);
            let node = number_at(under.map(Into::into), "data-node");
            if let Some(node) = node.filter(|node| state.cursor != Some(*node)) {
                act.emit(Act::Cursor(node));
                act.emit(Act::Send(MoptOwnAct::Preview(rank, node).into()));
            }
        }
    };
    let onpointerup = {
        let (state, act) = (state.clone(), act.clone());
        move |event: PointerEvent| {
            let Some(rank) = state.taken else { return };
            let under = gloo_utils::document().element_from_point(event.client_x() as f32, event.client_y() as f32);
            let node = number_at(under.map(Into::into), "data-node");
            let home = state.own.as_ref().and_then(|own| own.map.get(rank as usize).copied());
            // Released where it was taken up: a second click puts it down.
            if let Some(node) = node.filter(|node| Some(*node) != home) {
                act.emit(Act::Take(None));
                act.emit(Act::Send(MoptOwnAct::Put(rank, node).into()));
            }
        }
    };
    let onkeydown = {
        let (state, act) = (state.clone(), act.clone());
        move |event: KeyboardEvent| {
            let Some(shape) = &state.shape else { return };
            let at = state.cursor.unwrap_or(0);
            match event.key().as_str() {
                "Enter" | " " => {
                    event.prevent_default();
                    put(&state, &act, at);
                }
                "Escape" => act.emit(Act::Take(None)),
                key => {
                    let to = if state.cursor.is_none() && key.starts_with("Arrow") {
                        Some(0)
                    } else {
                        Layout::new(shape).moved(at, key)
                    };
                    if let Some(to) = to {
                        event.prevent_default();
                        act.emit(Act::Cursor(to));
                        if let Some(rank) = state.taken {
                            act.emit(Act::Send(MoptOwnAct::Preview(rank, to).into()));
                        }
                    }
                }
            }
        }
    };
    let place = match (&state.shape, state.cursor) {
        (Some(shape), Some(node)) => {
            let rank = state.rank_at(node).map_or_else(|| "–".to_owned(), |rank| rank.to_string());
            let place = Layout::new(shape).name(node, shape.sizes.len());
            i18n.tf("mopt-at-node", &[("node", &place), ("rank", &rank)])
        }
        _ => AttrValue::default(),
    };
    html! {
        <>
            <div class="mo-picture mo-hand" tabindex="0" role="application" aria-label={i18n.tf("mopt-hand", &[("name", name)])} {onpointerdown} {onpointermove} {onpointerup} {onkeydown} data-testid="mopt-hand"><Picture {svg} /></div>
            <p class="small quiet" role="status" data-testid="mopt-at">{ place }</p>
        </>
    }
}

fn matrix(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let state = &props.state;
    let Some(own) = &state.matrix else { return html! { <p class="empty">{ i18n.t("mopt-no-map") }</p> } };
    let svg: Rc<str> = picture::matrix(own, palette).into();
    let choices = ["mopt-matrix-order", "mopt-matrix-grouped"]
        .map(|label| Choice { label: i18n.t(label), lang: None, testid: label.into() })
        .to_vec();
    let act = props.act.clone();
    let on_choose = move |index: usize| act.emit(Act::Grouped(index == 1));
    html! {
        <figure class="mo-map" data-testid="mopt-matrix">
            <figcaption><Segmented label={i18n.t("mopt-matrix-by")} {choices} chosen={usize::from(state.grouped)} {on_choose} /><Saved svg={svg.clone()} file="mopt-matrix" /></figcaption>
            <div class="mo-picture" role="img" aria-label={i18n.t("mopt-view-matrix")}><Picture {svg} /></div>
        </figure>
    }
}

fn tasks(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let state = &props.state;
    let ranks = state.main().and_then(|id| state.shape_of(id)).map_or(0, |shape| shape.ranks);
    let Some(own) = &state.tasks else { return html! { <p class="empty">{ i18n.t("mopt-no-map") }</p> } };
    if ranks > 256 {
        return html! { <p class="empty">{ i18n.t("mopt-tasks-many") }</p> };
    }
    let svg: Rc<str> = picture::tasks(own, ranks, palette).into();
    html! {
        <figure class="mo-map" data-testid="mopt-tasks">
            <figcaption><b>{ i18n.t("mopt-view-tasks") }</b><Saved svg={svg.clone()} file="mopt-tasks" /></figcaption>
            <div class="mo-picture" role="img" aria-label={i18n.t("mopt-view-tasks")}><Picture {svg} /></div>
        </figure>
    }
}
