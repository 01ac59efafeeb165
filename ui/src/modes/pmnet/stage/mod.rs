//! The stage: the picture, its gestures and keys, and the tools that change the memory system.

mod keys;
mod tools;

use super::Props;
use super::picture::Drawing;
use super::state::{Act, State};
use crate::i18n::use_i18n;
use crate::shell::stage::{Gestures, Sight, Things, use_gestures, use_sight};
use crate::widgets::{Choice, Icon, IconName, Segmented};
use keys::use_keys;
use mcore::modes::pmnet::PmnetEdit;
use mcore::modes::pmnet::PmnetWhat;
use std::rc::Rc;
use tools::Toolbar;
use yew::prelude::*;

/// Names of the objects of a box.
fn names_of(state: &State, index: usize) -> Vec<String> {
    let names: Vec<&str> = state.doc.dat().objects().map(|(_, name, ..)| name).collect();
    match state.map.boxes.get(index).map(|b| &b.what) {
        Some(PmnetWhat::Object(objects)) => {
            objects.iter().filter_map(|o| names.get(*o as usize)).map(|name| (*name).to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

/// An edit that stores the places of all objects in free form, with the selected ones moved. After it no object is placed by
/// rule.
fn placed(state: &State, dx: f32, dy: f32) -> PmnetEdit {
    let names: Vec<&str> = state.doc.dat().objects().map(|(_, name, ..)| name).collect();
    let places = state.map.boxes.iter().filter_map(|b| {
        let PmnetWhat::Object(objects) = &b.what else { return None };
        let name = (*names.get(*objects.first()? as usize)?).to_owned();
        let (dx, dy) = if state.selected.contains(&name) { (dx, dy) } else { (0.0, 0.0) };
        Some((name, [f64::from(b.x + dx), f64::from(b.y + dy)]))
    });
    PmnetEdit::Place(places.collect())
}

/// A value that changes when another picture is shown.
fn shape(props: &Props) -> (usize, u32, u32, bool) {
    let map = &props.state.map;
    (map.boxes.len(), map.width.to_bits(), map.height.to_bits(), props.state.free)
}

/// The boxes: a tap chooses objects, a tap beside all of them selects nothing, a drag moves the selected ones in free form.
fn things(props: &Props, on_pick: &Callback<(usize, bool)>) -> Things {
    let (state, act) = (props.state.clone(), props.act.clone());
    let carries = move |index: usize| {
        let names = names_of(&state, index);
        state.free && !names.is_empty() && names.iter().all(|name| state.selected.contains(name))
    };
    let on_pick = {
        let (act, on_pick) = (act.clone(), on_pick.clone());
        Callback::from(move |(on, more): (Option<usize>, bool)| match on {
            Some(index) => on_pick.emit((index, more)),
            None => act.emit(Act::Select(Vec::new())),
        })
    };
    let on_carry = {
        let state = props.state.clone();
        Callback::from(move |(dx, dy): (f32, f32)| {
            let selected = (*state.selected).clone();
            act.emit(Act::Edit(placed(&state, dx, dy)));
            act.emit(Act::Select(selected));
        })
    };
    Things { attribute: "data-box", carries: Rc::new(carries), on_pick, on_carry }
}

/// The stage.
#[component]
pub fn Stage(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let extent = (f64::from(state.map.width), f64::from(state.map.height));
    let sight = use_sight(extent, shape(props), Rc::as_ptr(state) as usize);
    let keys = use_keys(props, &sight);
    let Gestures { down, moved, release, click, drag } = use_gestures(&sight, &things(props, &keys.on_pick));
    let (map, now) = (&state.map, sight.now);
    let change = |change: fn(&Sight)| {
        let sight = sight.clone();
        move |_: MouseEvent| change(&sight)
    };
    let forms = vec![
        Choice { label: i18n.t("pmnet-nested"), lang: None, testid: "pmnet-nested".into() },
        Choice { label: i18n.t("pmnet-free"), lang: None, testid: "pmnet-free".into() },
    ];
    let on_form = {
        let act = act.clone();
        move |index: usize| act.emit(Act::Free(index == 1))
    };
    let view_box = format!("{:.2} {:.2} {:.2} {:.2}", now.x, now.y, sight.size.0 / now.scale, sight.size.1 / now.scale);
    let hint = match (state.connecting, state.free) {
        (true, _) => i18n.t("pmnet-connect-hint"),
        (_, true) => i18n.t("pmnet-free-hint"),
        _ => i18n.t("pmnet-nested-hint"),
    };
    let (undo, redo) = state.doc.steps();
    let step = |label: &'static str, icon: IconName, possible: bool, what: Act| {
        let act = act.clone();
        html! {
            <button
                type="button" class="btn icon-btn" disabled={!possible} onclick={move |_: MouseEvent| act.emit(what.clone())} data-testid={label}
                aria-label={i18n.t(label)} title={i18n.t(label)}
            ><Icon name={icon} /></button>
        }
    };
    let hidden = (map.hidden > 0).then(
        || html! { <p class="small lab-wrong">{ i18n.tf("pmnet-hidden", &[("n", &map.hidden.to_string())]) }</p> },
    );
    html! {
        <section class="panel lab-stage" aria-label={i18n.t("pmnet-stage")}>
            <div class="bar lab-bar pmnet-bar">
                <Segmented label={i18n.t("pmnet-form-of")} choices={forms} chosen={usize::from(state.free)} on_choose={on_form} />
                { step("pmnet-undo", IconName::Undo, undo, Act::Undo) }
                { step("pmnet-redo", IconName::Redo, redo, Act::Redo) }
                <span class="grow"></span>
                <button type="button" class="btn icon-btn" onclick={change(|sight| sight.zoom(0.8))} aria-label={i18n.t("pmnet-smaller")} title={i18n.t("pmnet-smaller")}><Icon name={IconName::Minus} /></button>
                <button type="button" class="btn icon-btn" onclick={change(Sight::fit)} aria-label={i18n.t("pmnet-fit")} title={i18n.t("pmnet-fit")} data-testid="pmnet-fit"><Icon name={IconName::Fit} /></button>
                <button type="button" class="btn icon-btn" onclick={change(|sight| sight.zoom(1.25))} aria-label={i18n.t("pmnet-larger")} title={i18n.t("pmnet-larger")}><Icon name={IconName::Plus} /></button>
            </div>
            <Toolbar ..props.clone() />
            <div
                class="pmnet-picture" ref={sight.host.clone()} onpointerdown={down} onpointermove={moved} onpointerup={release.clone()} onpointercancel={release}
                onclick={click} onkeydown={keys.onkeydown}
                data-testid="pmnet-picture"
            >
                <svg width="100%" height="100%" viewBox={view_box} role="group" aria-label={i18n.t("pmnet-picture")}>
                    <Drawing
                        map={map.clone()} dat={state.doc.dat().clone()} counts={state.counts.clone()} selected={state.selected.clone()}
                        focus={keys.focused} drag={drag}
                    />
                </svg>
            </div>
            <div class="lab-legend small">
                <span role="status">{ hint }</span>
                { for hidden }
                if !state.counts.is_empty() {
                    <span class="lab-key"><span class="lab-heat" aria-hidden="true"></span>{ i18n.t("pmnet-legend-wire") }</span>
                    <span class="lab-key"><span class="pm-legend-worst" aria-hidden="true"></span>{ i18n.t("pmnet-legend-worst") }</span>
                }
            </div>
        </section>
    }
}
