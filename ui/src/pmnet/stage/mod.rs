//! The stage: the picture, what moves it, and the tools that change the memory system.

use super::Props;
use super::hand::{End, Hand, Move};
use super::look::Look;
use super::picture::Drawing;
use super::state::{Act, State};
use crate::i18n::use_i18n;
use crate::paint::tap::{Contact, by_pointer, follow_scroll};
use crate::widgets::{Choice, Icon, IconName, Segmented};
use gloo_events::{EventListener, EventListenerOptions};
use mcore::session::{PmnetEdit, PmnetKind};
use mcore::view::{PmnetMap, PmnetWhat};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// A step of an arrow key in free form, in the picture's pixels.
const STEP: f32 = 10.0;

/// The neighbour of a box in the direction of an arrow key, among what can be chosen.
fn neighbour(map: &PmnetMap, from: usize, key: &str) -> Option<usize> {
    let middle = |i: usize| map.boxes.get(i).map(|b| (b.x + b.w / 2.0, b.y + b.h / 2.0));
    let (x, y) = middle(from)?;
    let choosable = |i: &usize| matches!(map.boxes[*i].what, PmnetWhat::Object(_) | PmnetWhat::Alike { .. });
    let ahead = |i: usize| -> Option<(f32, usize)> {
        let (ox, oy) = middle(i)?;
        let (dx, dy) = (ox - x, oy - y);
        let (along, across) = match key {
            "ArrowRight" => (dx, dy),
            "ArrowLeft" => (-dx, dy),
            "ArrowDown" => (dy, dx),
            _ => (-dy, dx),
        };
        // What lies rather beside than ahead counts as far.
        (along > 1.0).then(|| (along + 3.0 * across.abs(), i))
    };
    let near = (0..map.boxes.len()).filter(|i| *i != from).filter(choosable).filter_map(ahead);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, i)| i)
}

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

/// All objects where the free form shows them, the selected ones moved: from then on none of them is placed by rule.
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

/// The group that a click on the tool makes: a new one, or none if all are of one already.
fn regrouped(state: &State) -> PmnetEdit {
    let dat = state.doc.dat();
    let group = |name: &String| {
        let extra = dat.objects().find(|(_, own, ..)| own == name).map(|(.., extra)| extra)?;
        extra.get("group").and_then(|group| group.as_str()).map(str::to_owned)
    };
    let groups: Vec<Option<String>> = state.selected.iter().map(group).collect();
    let one = groups.first().cloned().flatten().filter(|first| groups.iter().all(|g| g.as_ref() == Some(first)));
    let name = match one {
        Some(_) => String::new(),
        None => {
            let known: Vec<&str> =
                dat.objects().filter_map(|(.., extra)| extra.get("group").and_then(|group| group.as_str())).collect();
            (1..).map(|n| format!("group {n}")).find(|name| !known.contains(&name.as_str())).unwrap_or_default()
        }
    };
    PmnetEdit::Group((*state.selected).clone(), name)
}

/// Where a pointer is on the stage.
fn place(host: &Element, event: &MouseEvent) -> (f64, f64) {
    let rect = host.get_bounding_client_rect();
    (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top())
}

/// The box in which an event is.
fn box_of(event: &Event) -> Option<usize> {
    let element = event.target()?.dyn_into::<Element>().ok()?.closest("[data-box]").ok()??;
    element.get_attribute("data-box")?.parse().ok()
}

/// From now on a pointer is heard of wherever it goes. Not before it moves: a press gives the focus to what has the pointer.
fn hold(host: &Element, event: &PointerEvent) {
    if !host.has_pointer_capture(event.pointer_id()) {
        // Fails only for pointers that are gone.
        let _ = host.set_pointer_capture(event.pointer_id());
    }
}

/// The stage.
#[component]
pub fn Stage(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let host = use_node_ref();
    let size = use_state(|| (760.0, 420.0));
    let view = use_state(|| None::<Look>);
    let focus = use_state(|| 0_usize);
    let hand = use_mut_ref(Hand::default);
    let drag = use_state_eq(|| (0.0_f32, 0.0_f32));
    // The size of the stage, after each drawing and whenever the window changes.
    let measure = {
        let (host, size) = (host.clone(), size.clone());
        move || {
            if let Some(host) = host.cast::<HtmlElement>() {
                let now = (f64::from(host.client_width()), f64::from(host.client_height()));
                if now != *size && now.0 > 0.0 && now.1 > 0.0 {
                    size.set(now);
                }
            }
        }
    };
    {
        let measure = measure.clone();
        use_effect(move || {
            measure();
            let listener = EventListener::new(&gloo_utils::window(), "resize", move |_| measure());
            move || drop(listener)
        });
    }
    // Another picture is shown as a whole again.
    {
        let (view, focus) = (view.setter(), focus.setter());
        let shape = (state.map.boxes.len(), state.map.width.to_bits(), state.map.height.to_bits(), state.free);
        use_effect_with(shape, move |_| {
            view.set(None);
            focus.set(0);
        });
    }
    let map = &state.map;
    let choosable =
        |i: usize| map.boxes.get(i).is_some_and(|b| matches!(b.what, PmnetWhat::Object(_) | PmnetWhat::Alike { .. }));
    let focused = if choosable(*focus) { *focus } else { (0..map.boxes.len()).find(|i| choosable(*i)).unwrap_or(0) };
    let now = view.unwrap_or_else(|| Look::fit(map, *size)).within(map, *size);
    let zoom = |factor: f64| {
        let (view, size) = (view.clone(), *size);
        move |_: MouseEvent| view.set(Some(now.zoomed(factor, (size.0 / 2.0, size.1 / 2.0))))
    };
    let fit = {
        let view = view.clone();
        move |_: MouseEvent| view.set(None)
    };
    // The wheel zooms; the browser is asked for a listener that may keep the page from scrolling.
    let seen = use_mut_ref(|| now);
    *seen.borrow_mut() = now;
    {
        let (view, host, seen) = (view.setter(), host.clone(), seen.clone());
        use_effect_with((), move |()| {
            let listener = host.cast::<Element>().map(|host| {
                let target = host.clone();
                EventListener::new_with_options(
                    &target,
                    "wheel",
                    EventListenerOptions::enable_prevent_default(),
                    move |event| {
                        let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                        event.prevent_default();
                        let point = place(&host, event);
                        let factor = (-event.delta_y() / 400.0).clamp(-0.7, 0.7).exp();
                        let now = *seen.borrow();
                        view.set(Some(now.zoomed(factor, point)));
                    },
                )
            });
            move || drop(listener)
        });
    }
    let on_pick = {
        let (state, act, focus) = (state.clone(), act.clone(), focus.clone());
        Callback::from(move |(index, more): (usize, bool)| {
            focus.set(index);
            if let Some(PmnetWhat::Alike { key, .. }) = state.map.boxes.get(index).map(|b| &b.what) {
                act.emit(Act::Fold(key.clone()));
                return;
            }
            let names = names_of(&state, index);
            let mut selected = if more { (*state.selected).clone() } else { Vec::new() };
            if more && names.iter().all(|name| selected.contains(name)) {
                selected.retain(|name| !names.contains(name));
            } else {
                selected.extend(names.into_iter().filter(|name| !selected.contains(name)).collect::<Vec<_>>());
            }
            act.emit(Act::Select(selected));
        })
    };
    let onpointerdown = {
        let (hand, state, drag, seen, host) = (hand.clone(), state.clone(), drag.clone(), seen.clone(), host.clone());
        move |event: PointerEvent| {
            let Some(host) = host.cast::<Element>().filter(|_| event.button() == 0) else { return };
            let on = box_of(&event);
            let names = on.map(|index| names_of(&state, index)).unwrap_or_default();
            let carries = state.free && !names.is_empty() && names.iter().all(|name| state.selected.contains(name));
            let contact = Contact::new(&event, place(&host, &event));
            let second = hand.borrow_mut().press(contact, on, carries, *seen.borrow());
            // Nothing is carried yet, or not any more.
            drag.set((0.0, 0.0));
            if second {
                hold(&host, &event);
            }
        }
    };
    let onpointermove = {
        let (hand, view, drag, seen, host) = (hand.clone(), view.clone(), drag.clone(), seen.clone(), host.clone());
        let (map, size) = (map.clone(), *size);
        move |event: PointerEvent| {
            let Some(host) = host.cast::<Element>() else { return };
            let now_at = Contact::new(&event, place(&host, &event));
            let Some(movement) = hand.borrow_mut().drag(&now_at) else { return };
            hold(&host, &event);
            match movement {
                Move::Look(look) => {
                    let look = look.within(&map, size);
                    // A finger may come or go before the next drawing.
                    *seen.borrow_mut() = look;
                    view.set(Some(look));
                }
                Move::Carry(dx, dy) => drag.set(((dx / now.scale) as f32, (dy / now.scale) as f32)),
            }
        }
    };
    let pick = {
        let (act, on_pick) = (act.clone(), on_pick.clone());
        move |on: Option<usize>, event: &MouseEvent| match on {
            Some(index) => on_pick.emit((index, event.shift_key() || event.ctrl_key() || event.meta_key())),
            None => act.emit(Act::Select(Vec::new())),
        }
    };
    let release = {
        let (hand, drag, state, act, seen) = (hand.clone(), drag.clone(), state.clone(), act.clone(), seen.clone());
        let (host, pick) = (host.clone(), pick.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(host) = host.cast::<Element>() else { return };
            let mut hand = hand.borrow_mut();
            // What the browser takes over is neither a tap nor a drag to the end.
            let cancelled = event.type_() == "pointercancel";
            if cancelled {
                hand.taps.spoil();
            }
            let end = hand.lift(&Contact::new(&event, place(&host, &event)), *seen.borrow());
            drop(hand);
            match end {
                End::Tap(on) => pick(on, &event),
                End::Carried => {
                    if !cancelled && *drag != (0.0, 0.0) {
                        let selected = (*state.selected).clone();
                        act.emit(Act::Edit(placed(&state, drag.0, drag.1)));
                        act.emit(Act::Select(selected));
                    }
                    drag.set((0.0, 0.0));
                }
                End::Nothing => {}
            }
        })
    };
    let onclick = {
        let hand = hand.clone();
        move |event: MouseEvent| {
            if hand.borrow_mut().taps.click(by_pointer(&event), event.time_stamp()) {
                pick(box_of(&event), &event);
            }
        }
    };
    {
        let (hand, host) = (hand.clone(), host.clone());
        use_effect_with((), move |()| {
            let listener = host
                .cast::<Element>()
                .map(|picture| follow_scroll(&picture, move |time| hand.borrow_mut().taps.scroll(time)));
            move || drop(listener)
        });
    }
    let tools = Tools { state: state.clone(), act: act.clone() };
    let onkeydown = {
        let (state, act, focus, view, size, on_pick, tools) =
            (state.clone(), act.clone(), focus.clone(), view.clone(), *size, on_pick.clone(), tools.clone());
        move |event: KeyboardEvent| {
            let key = event.key();
            let command = event.ctrl_key() || event.meta_key();
            let centre = (size.0 / 2.0, size.1 / 2.0);
            match key.as_str() {
                "z" | "Z" if command && event.shift_key() => act.emit(Act::Redo),
                "z" if command => act.emit(Act::Undo),
                "y" if command => act.emit(Act::Redo),
                _ if command => return,
                "ArrowRight" | "ArrowLeft" | "ArrowUp" | "ArrowDown" if event.alt_key() => {
                    if !state.free || state.selected.is_empty() {
                        return;
                    }
                    let (dx, dy) = match key.as_str() {
                        "ArrowRight" => (STEP, 0.0),
                        "ArrowLeft" => (-STEP, 0.0),
                        "ArrowUp" => (0.0, -STEP),
                        _ => (0.0, STEP),
                    };
                    let selected = (*state.selected).clone();
                    act.emit(Act::Edit(placed(&state, dx, dy)));
                    act.emit(Act::Select(selected));
                }
                "ArrowRight" | "ArrowLeft" | "ArrowUp" | "ArrowDown" => {
                    if let Some(next) = neighbour(&state.map, focused, &key) {
                        focus.set(next);
                        if let Some(b) = state.map.boxes.get(next) {
                            // In sight, if it was not.
                            let (x, y) = (f64::from(b.x), f64::from(b.y));
                            let (w, h) = (size.0 / now.scale, size.1 / now.scale);
                            let inside = x >= now.x
                                && y >= now.y
                                && x + f64::from(b.w) <= now.x + w
                                && y + f64::from(b.h) <= now.y + h;
                            if !inside {
                                view.set(Some(Look {
                                    x: x + f64::from(b.w) / 2.0 - w / 2.0,
                                    y: y + f64::from(b.h) / 2.0 - h / 2.0,
                                    ..now
                                }));
                            }
                        }
                        let element = gloo_utils::document().get_element_by_id(&format!("pm-{next}"));
                        if let Some(element) = element.and_then(|e| e.dyn_into::<web_sys::SvgElement>().ok()) {
                            // Fails only for what is not in the document.
                            let _ = element.focus();
                        }
                    }
                }
                "Enter" | " " => on_pick.emit((focused, event.shift_key())),
                "+" | "=" => view.set(Some(now.zoomed(1.25, centre))),
                "-" => view.set(Some(now.zoomed(0.8, centre))),
                "0" => view.set(None),
                "Escape" => act.emit(Act::Select(Vec::new())),
                "Delete" | "Backspace" => tools.remove(),
                "c" => tools.connect(),
                "d" => tools.copy(),
                "g" => tools.group(),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        }
    };
    let forms = vec![
        Choice { label: i18n.t("pmnet-nested"), lang: None, testid: "pmnet-nested".into() },
        Choice { label: i18n.t("pmnet-free"), lang: None, testid: "pmnet-free".into() },
    ];
    let on_form = {
        let act = act.clone();
        move |index: usize| act.emit(Act::Free(index == 1))
    };
    let view_box = format!("{:.2} {:.2} {:.2} {:.2}", now.x, now.y, size.0 / now.scale, size.1 / now.scale);
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
        || html! { <p class="small nsim-wrong">{ i18n.tf("pmnet-hidden", &[("n", &map.hidden.to_string())]) }</p> },
    );
    html! {
        <section class="panel nsim-stage" aria-label={i18n.t("pmnet-stage")}>
            <div class="bar nsim-bar pmnet-bar">
                <Segmented label={i18n.t("pmnet-form-of")} choices={forms} chosen={usize::from(state.free)} on_choose={on_form} />
                { step("pmnet-undo", IconName::Back, undo, Act::Undo) }
                { step("pmnet-redo", IconName::Forward, redo, Act::Redo) }
                <span class="grow"></span>
                <button type="button" class="btn icon-btn" onclick={zoom(0.8)} aria-label={i18n.t("pmnet-smaller")} title={i18n.t("pmnet-smaller")}><Icon name={IconName::Minus} /></button>
                <button type="button" class="btn icon-btn" onclick={fit} aria-label={i18n.t("pmnet-fit")} title={i18n.t("pmnet-fit")} data-testid="pmnet-fit"><Icon name={IconName::Fit} /></button>
                <button type="button" class="btn icon-btn" onclick={zoom(1.25)} aria-label={i18n.t("pmnet-larger")} title={i18n.t("pmnet-larger")}><Icon name={IconName::Plus} /></button>
            </div>
            <Toolbar state={state.clone()} act={act.clone()} dark={props.dark} />
            <div
                class="pmnet-picture" ref={host} {onpointerdown} {onpointermove} onpointerup={release.clone()} onpointercancel={release} {onclick} {onkeydown}
                data-testid="pmnet-picture"
            >
                <svg width="100%" height="100%" viewBox={view_box} role="group" aria-label={i18n.t("pmnet-picture")}>
                    <Drawing
                        map={map.clone()} dat={state.doc.dat().clone()} counts={state.counts.clone()} selected={state.selected.clone()}
                        focus={focused} drag={*drag}
                    />
                </svg>
            </div>
            <div class="nsim-legend small">
                <span role="status">{ hint }</span>
                { for hidden }
                if !state.counts.is_empty() {
                    <span class="nsim-key"><span class="nsim-heat" aria-hidden="true"></span>{ i18n.t("pmnet-legend-wire") }</span>
                    <span class="nsim-key"><span class="pm-legend-worst" aria-hidden="true"></span>{ i18n.t("pmnet-legend-worst") }</span>
                }
            </div>
        </section>
    }
}

/// What the tools do, by button or key.
#[derive(Clone)]
struct Tools {
    state: Rc<State>,
    act: Callback<Act>,
}

impl Tools {
    fn selected(&self) -> Vec<String> {
        (*self.state.selected).clone()
    }

    fn remove(&self) {
        if !self.state.selected.is_empty() {
            self.act.emit(Act::Edit(PmnetEdit::Remove(self.selected())));
        }
    }

    fn copy(&self) {
        if !self.state.selected.is_empty() {
            self.act.emit(Act::Edit(PmnetEdit::Copy(self.selected())));
        }
    }

    fn group(&self) {
        if !self.state.selected.is_empty() {
            self.act.emit(Act::Edit(regrouped(&self.state)));
            self.act.emit(Act::Free(true));
        }
    }

    /// Two that are selected at once; else the next one that is chosen.
    fn connect(&self) {
        match &self.state.selected[..] {
            [a, b] => self.act.emit(Act::Edit(PmnetEdit::Connect(a.clone(), b.clone()))),
            _ => self.act.emit(Act::Connect(!self.state.connecting)),
        }
    }

    /// A new object, connected to the one that is selected.
    fn add(&self, kind: PmnetKind) {
        let to = match &self.state.selected[..] {
            [one] => Some(one.clone()),
            _ => None,
        };
        self.act.emit(Act::Edit(PmnetEdit::Add(kind, None, to)));
    }
}

/// The tools.
#[component]
fn Toolbar(props: &Props) -> Html {
    let i18n = use_i18n();
    let state = &props.state;
    let tools = Tools { state: state.clone(), act: props.act.clone() };
    let kinds = [
        (PmnetKind::Core, "pmnet-add-core"),
        (PmnetKind::Cache, "pmnet-add-cache"),
        (PmnetKind::Memory, "pmnet-add-memory"),
        (PmnetKind::Router, "pmnet-add-router"),
    ];
    let broken = !state.doc.errors().is_empty();
    let adds = kinds.map(|(kind, label)| {
        let tools = tools.clone();
        html! {
            <button key={label} type="button" class="btn tiny" disabled={broken} onclick={move |_: MouseEvent| tools.add(kind)} data-testid={label}><Icon name={IconName::Plus} />{ i18n.t(label) }</button>
        }
    });
    let none = broken || state.selected.is_empty();
    let tool = |label: &'static str, icon: IconName, disabled: bool, pressed: Option<bool>, run: fn(&Tools)| {
        let tools = tools.clone();
        html! {
            <button
                key={label} type="button" class="btn tiny" {disabled} aria-pressed={pressed.map(|p| p.to_string())}
                onclick={move |_: MouseEvent| run(&tools)} data-testid={label} title={i18n.t(label)}
            ><Icon name={icon} /><span>{ i18n.t(label) }</span></button>
        }
    };
    let can_connect = !broken && matches!(state.selected.len(), 1 | 2);
    html! {
        <div class="pmnet-tools" role="group" aria-label={i18n.t("pmnet-tools")}>
            { for adds }
            <span class="pmnet-gap"></span>
            { tool("pmnet-connect", IconName::Share, !can_connect, Some(state.connecting), Tools::connect) }
            { tool("pmnet-group", IconName::Stack, none, None, Tools::group) }
            { tool("pmnet-copy", IconName::Copy, none, None, Tools::copy) }
            { tool("pmnet-remove", IconName::Bin, none, None, Tools::remove) }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::session::pmnet_preset;
    use mcore::view::pmnet_nested;

    #[test]
    fn arrow_keys_go_to_every_box_and_back() {
        let map = pmnet_nested(&pmnet_preset("epyc-7702-nps4").expect("a preset"), &Default::default());
        let choosable: Vec<usize> = (0..map.boxes.len())
            .filter(|i| matches!(map.boxes[*i].what, PmnetWhat::Object(_) | PmnetWhat::Alike { .. }))
            .collect();
        let mut reached = std::collections::BTreeSet::from([choosable[0]]);
        let mut open = vec![choosable[0]];
        while let Some(at) = open.pop() {
            for key in ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"] {
                if let Some(next) = neighbour(&map, at, key)
                    && reached.insert(next)
                {
                    open.push(next);
                }
            }
        }
        assert_eq!(reached.len(), choosable.len());
    }
}
