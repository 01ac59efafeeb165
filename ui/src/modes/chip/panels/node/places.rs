//! The actions on a register or a word of memory: by right click or long press, by double click, by keys.
//!
//! Every cell that shows one names it in `data-place` (`$t0`, `hi`, `$f2`, `0x2000`) and `data-value` (hexadecimal
//! digits); one listener around all of them handles the events. A value that is no whole word, such as a `double`, has
//! `data-part`: its writer can be asked for, but it cannot be changed.

use crate::i18n::use_i18n;
use crate::modes::chip::store::travel::{StopNote, Target};
use crate::modes::chip::store::{Intent, Travel};
use mcore::base::NodeId;
use mcore::modes::chip::session::{Place, Register, StopAt, StopSpec, WatchHow};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::memory::REGISTERS;

/// Parses the name of a place.
pub fn place_of(name: &str) -> Option<Place> {
    let register = |register| Some(Place::Register(register));
    match name {
        "hi" => return register(Register::Hi),
        "lo" => return register(Register::Lo),
        "pc" => return register(Register::Pc),
        _ => {}
    }
    if let Some(digits) = name.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok().map(|addr| Place::Word(addr & !3));
    }
    let name = name.strip_prefix('$')?;
    if let Some(number) = name.strip_prefix('f').and_then(|n| n.parse().ok()).filter(|n: &u8| *n < 32) {
        return register(Register::Float(number));
    }
    let number = REGISTERS.iter().position(|r| *r == name).or_else(|| (name == "s8").then_some(30))?;
    register(Register::General(number as u8))
}

/// The place shown by an element of the page, or by one around it.
fn target_at(element: Option<Element>, node: NodeId) -> Option<(Target, HtmlElement)> {
    let cell = element?.closest("[data-place]").ok().flatten()?.dyn_into::<HtmlElement>().ok()?;
    let name = cell.get_attribute("data-place")?;
    let value = u32::from_str_radix(&cell.get_attribute("data-value")?, 16).ok()?;
    Some((Target { node, place: place_of(&name)?, name, value }, cell))
}

/// The value is no whole word.
fn is_part(cell: &HtmlElement) -> bool {
    cell.has_attribute("data-part")
}

/// Properties of [`Places`].
#[derive(Properties, PartialEq)]
pub struct PlacesProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    pub node: NodeId,
    /// A number that no breakpoint has.
    pub free_id: u32,
    /// The cards.
    pub children: Children,
}

/// An open menu.
#[derive(Clone, PartialEq)]
struct Menu {
    target: Target,
    cell: HtmlElement,
    at: (f64, f64),
}

/// The cards, with the menu.
#[component]
pub fn Places(props: &PlacesProps) -> Html {
    let i18n = use_i18n();
    let menu = use_state(|| None::<Menu>);
    let PlacesProps { act, node, .. } = props;
    let node = *node;
    let open = {
        let menu = menu.clone();
        move |target: Target, cell: HtmlElement, at: (f64, f64)| menu.set(Some(Menu { target, cell, at }))
    };
    let oncontextmenu = {
        let open = open.clone();
        move |event: MouseEvent| {
            let element = event.target().and_then(|t| t.dyn_into::<Element>().ok());
            let Some((target, cell)) = target_at(element, node) else { return };
            event.prevent_default();
            let area = cell.get_bounding_client_rect();
            // A key opens it too, without a position.
            let at = match (event.client_x(), event.client_y()) {
                (0, 0) => (area.left(), area.bottom()),
                (x, y) => (f64::from(x), f64::from(y)),
            };
            open(target, cell, at);
        }
    };
    let ondblclick = {
        let act = act.clone();
        move |event: MouseEvent| {
            let element = event.target().and_then(|t| t.dyn_into::<Element>().ok());
            if let Some((target, cell)) = target_at(element, node)
                && !is_part(&cell)
            {
                act.emit(Intent::Travel(Travel::Change(target)));
            }
        }
    };
    let onkeydown = {
        let act = act.clone();
        move |event: KeyboardEvent| {
            if event.ctrl_key() || event.alt_key() || event.meta_key() {
                return;
            }
            let Some(element) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
            let travel = |request| act.emit(Intent::Travel(request));
            let key = event.key();
            let done = match (key.as_str(), target_at(Some(element.clone()), node)) {
                ("Enter", Some((target, cell))) if !is_part(&cell) => {
                    travel(Travel::Change(target));
                    true
                }
                ("w" | "W", Some((target, _))) => {
                    travel(Travel::AskWriter(node, target.place));
                    true
                }
                (" ", Some((target, cell))) => {
                    let area = cell.get_bounding_client_rect();
                    open(target, cell, (area.left(), area.bottom()));
                    true
                }
                (arrow, _) => walk(&element, arrow),
            };
            if done {
                event.prevent_default();
            }
        }
    };
    let shown = (*menu).clone().map(|open| {
        let close = {
            let menu = menu.clone();
            Callback::from(move |()| menu.set(None))
        };
        html! { <PlaceMenu act={act.clone()} menu={open} free_id={props.free_id} {close} /> }
    });
    html! {
        <div class="places" {oncontextmenu} {ondblclick} {onkeydown} aria-description={i18n.t("place-keys")}>
            { props.children.clone() }
            <div>{ for shown }</div>
        </div>
    }
}

/// Moves the focus from cell to cell of the table around an element. True if the key was used for that.
fn walk(element: &Element, key: &str) -> bool {
    let Some(table) = element.closest("table[data-places]").ok().flatten() else { return false };
    let Ok(cells) = table.query_selector_all("[data-place]") else { return false };
    let all: Vec<HtmlElement> = (0..cells.length()).filter_map(|i| cells.item(i)?.dyn_into().ok()).collect();
    let here = all.iter().position(|cell| cell.is_same_node(Some(element)));
    let middle = |cell: &HtmlElement| {
        let area = cell.get_bounding_client_rect();
        (area.left() + area.width() / 2.0, area.top() + area.height() / 2.0)
    };
    let next = match (key, here) {
        ("ArrowDown" | "ArrowRight" | "ArrowUp" | "ArrowLeft", None) => all.first(),
        ("ArrowRight", Some(i)) => all.get(i + 1),
        ("ArrowLeft", Some(i)) => i.checked_sub(1).and_then(|i| all.get(i)),
        ("ArrowDown" | "ArrowUp", Some(i)) => {
            let (x, y) = middle(&all[i]);
            let beyond =
                |c: &&HtmlElement| if key == "ArrowDown" { middle(c).1 > y + 2.0 } else { middle(c).1 < y - 2.0 };
            let far = |c: &HtmlElement| {
                let (cx, cy) = middle(c);
                (cy - y).abs() * 1000.0 + (cx - x).abs()
            };
            all.iter().filter(beyond).min_by(|a, b| far(a).total_cmp(&far(b)))
        }
        _ => return false,
    };
    if let Some(cell) = next {
        // Fails only in documents that are not shown.
        let _ = cell.focus();
    }
    true
}

/// Properties of [`PlaceMenu`].
#[derive(Properties, PartialEq)]
struct PlaceMenuProps {
    act: Callback<Intent>,
    menu: Menu,
    free_id: u32,
    close: Callback<()>,
}

/// The menu itself; the focus is in it until it closes.
#[component]
fn PlaceMenu(props: &PlaceMenuProps) -> Html {
    let i18n = use_i18n();
    let host = use_node_ref();
    let PlaceMenuProps { act, menu, close, .. } = props;
    {
        let (host, menu) = (host.clone(), menu.clone());
        use_effect_with(menu.clone(), move |_| {
            if let Some(element) = host.cast::<HtmlElement>() {
                let area = element.get_bounding_client_rect();
                let window = gloo_utils::window();
                let most = |size: Result<wasm_bindgen::JsValue, _>, own: f64| {
                    (size.ok().and_then(|v| v.as_f64()).unwrap_or(own) - own - 8.0).max(8.0)
                };
                let left = menu.at.0.min(most(window.inner_width(), area.width()));
                let top = menu.at.1.min(most(window.inner_height(), area.height()));
                let style = element.style();
                // Fails only for invalid property names.
                let _ = style.set_property("left", &format!("{left}px"));
                let _ = style.set_property("top", &format!("{top}px"));
                focus_item(&element, 0);
            }
        });
    }
    let target = &menu.target;
    let choose = |intent: Intent| {
        let (act, close, cell) = (act.clone(), close.clone(), menu.cell.clone());
        Callback::from(move |_: MouseEvent| {
            close.emit(());
            let _ = cell.focus();
            act.emit(intent.clone());
        })
    };
    let item = |label: &str, request: Travel, keys: &'static str, testid: &'static str| {
        html! {
            <button type="button" role="menuitem" class="menu-item" onclick={choose(Intent::Travel(request))} data-testid={testid}>
                <span>{ i18n.t(label) }</span><kbd>{ keys }</kbd>
            </button>
        }
    };
    let watch = {
        let place = match target.place {
            Place::Word(_) => target.name.clone(),
            Place::Register(_) => target.name.clone(),
        };
        let at = StopAt::Watch { place, words: 1, how: WatchHow::Change };
        let spec = StopSpec { id: props.free_id, at, nodes: vec![target.node], condition: String::new() };
        Travel::Put(StopNote { spec, enabled: true })
    };
    let onkeydown = {
        let (host, close, cell) = (host.clone(), close.clone(), menu.cell.clone());
        move |event: KeyboardEvent| {
            event.stop_propagation();
            let step = match event.key().as_str() {
                "ArrowDown" => 1,
                "ArrowUp" => -1,
                "Escape" | "Tab" => {
                    event.prevent_default();
                    close.emit(());
                    let _ = cell.focus();
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            if let Some(element) = host.cast::<HtmlElement>() {
                focus_item(&element, step);
            }
        }
    };
    let away = {
        let close = close.clone();
        move |_: MouseEvent| close.emit(())
    };
    let away_right = {
        let close = close.clone();
        move |event: MouseEvent| {
            event.prevent_default();
            close.emit(());
        }
    };
    html! {
        <>
            <div class="menu-away" onclick={away} oncontextmenu={away_right}></div>
            <div class="place-menu" role="menu" ref={host} {onkeydown} aria-label={target.name.clone()} data-testid="place-menu">
                <p class="menu-title" aria-hidden="true">{ &target.name }{ " " }{ target.node.to_string() }</p>
                { item("place-writer", Travel::AskWriter(target.node, target.place), "W", "place-writer") }
                { for (!is_part(&menu.cell)).then(|| item("place-change", Travel::Change(target.clone()), "Enter", "place-change")) }
                { item("place-watch", watch, "", "place-watch") }
            </div>
        </>
    }
}

/// Puts the focus on the first item, or with `step` on one relative to the focused item.
fn focus_item(menu: &HtmlElement, step: i32) {
    let Ok(items) = menu.query_selector_all("[role=menuitem]") else { return };
    let all: Vec<HtmlElement> = (0..items.length()).filter_map(|i| items.item(i)?.dyn_into().ok()).collect();
    if all.is_empty() {
        return;
    }
    let active = gloo_utils::document().active_element();
    let here = all.iter().position(|i| active.as_ref().is_some_and(|a| i.is_same_node(Some(a))));
    let next = here.map_or(0, |i| (i as i32 + step).rem_euclid(all.len() as i32) as usize);
    let _ = all[next].focus();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_by_name() {
        let register = |r| Some(Place::Register(r));
        assert_eq!(place_of("$t0"), register(Register::General(8)));
        assert_eq!(place_of("$zero"), register(Register::General(0)));
        assert_eq!(place_of("$fp"), register(Register::General(30)));
        assert_eq!(place_of("$s8"), register(Register::General(30)));
        assert_eq!(place_of("$f31"), register(Register::Float(31)));
        assert_eq!(place_of("$f32"), None);
        assert_eq!(place_of("hi"), register(Register::Hi));
        assert_eq!(place_of("pc"), register(Register::Pc));
        assert_eq!(place_of("0x2004"), Some(Place::Word(0x2004)));
        assert_eq!(place_of("fcsr"), None);
    }
}
