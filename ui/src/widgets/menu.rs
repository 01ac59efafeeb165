//! A menu at a point of its host: for mouse, finger and keyboard, following the ARIA practices.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, FocusEvent, HtmlElement, Node};
use yew::prelude::*;

/// An item of a menu.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuItem {
    pub label: AttrValue,
    /// Name for tests.
    pub testid: AttrValue,
    /// Called when it is chosen.
    pub on_choose: Callback<()>,
}

/// Properties of [`Menu`].
#[derive(Properties, PartialEq)]
pub struct MenuProps {
    /// The purpose of the menu, for screen readers.
    pub label: AttrValue,
    /// Pixel of the host at which it opens.
    pub x: f64,
    /// Pixel of the host at which it opens.
    pub y: f64,
    pub items: Vec<MenuItem>,
    /// Called when it must close.
    pub on_close: Callback<()>,
    /// Whether it takes the focus when it opens, as menus do; one that is only a sample does not.
    #[prop_or(true)]
    pub takes_focus: bool,
}

/// The menu; it is open as long as it exists. Its host must be positioned.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let node = use_node_ref();
    let before = use_mut_ref(|| None::<HtmlElement>);
    {
        let (node, before) = (node.clone(), before.clone());
        use_effect_with((props.x, props.y, props.takes_focus), move |(x, y, takes_focus)| {
            let Some(menu) = node.cast::<HtmlElement>() else { return };
            place(&menu, *x, *y);
            if !takes_focus {
                return;
            }
            let active = gloo_utils::document().active_element().and_then(|e| e.dyn_into::<HtmlElement>().ok());
            before.borrow_mut().get_or_insert_with(|| active.unwrap_or_else(|| menu.clone()));
            focus(items(&menu).first());
        });
    }
    let leave = {
        let (before, on_close) = (before.clone(), props.on_close.clone());
        Callback::from(move |()| {
            focus(before.borrow().as_ref());
            on_close.emit(());
        })
    };
    let onkeydown = {
        let (node, leave) = (node.clone(), leave.clone());
        move |event: KeyboardEvent| {
            let Some(menu) = node.cast::<HtmlElement>() else { return };
            let items = items(&menu);
            let now = event.target().and_then(|t| t.dyn_into::<HtmlElement>().ok());
            let index = items.iter().position(|i| Some(i) == now.as_ref()).unwrap_or(0);
            let last = items.len().saturating_sub(1);
            match event.key().as_str() {
                "ArrowDown" => focus(items.get(if index == last { 0 } else { index + 1 })),
                "ArrowUp" => focus(items.get(index.checked_sub(1).unwrap_or(last))),
                "Home" => focus(items.first()),
                "End" => focus(items.last()),
                "Escape" | "Tab" => leave.emit(()),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        }
    };
    // A click elsewhere moves the focus there; the menu then closes without taking it back.
    let onfocusout = {
        let (node, on_close) = (node.clone(), props.on_close.clone());
        move |event: FocusEvent| {
            let inside = event.related_target().and_then(|t| t.dyn_into::<Node>().ok());
            if !node.get().is_some_and(|menu| menu.contains(inside.as_ref())) {
                on_close.emit(());
            }
        }
    };
    let lines = props.items.iter().map(|item| {
        let (leave, chosen) = (leave.clone(), item.on_choose.clone());
        let onclick = move |_: MouseEvent| {
            leave.emit(());
            chosen.emit(());
        };
        html! {
            <button key={item.testid.as_str()} type="button" role="menuitem" tabindex="-1" {onclick} data-testid={&item.testid}>
                { &item.label }
            </button>
        }
    });
    html! {
        <div ref={node} class="menu" role="menu" aria-label={&props.label} {onkeydown} {onfocusout} data-testid="menu">
            { for lines }
        </div>
    }
}

fn items(menu: &Element) -> Vec<HtmlElement> {
    let Ok(list) = menu.query_selector_all("[role=menuitem]") else { return vec![] };
    (0..list.length()).filter_map(|i| list.get(i)?.dyn_into().ok()).collect()
}

fn focus(element: Option<&HtmlElement>) {
    if let Some(element) = element {
        // Fails only in documents that are not shown.
        let _ = element.focus();
    }
}

/// Puts the menu at a pixel of its host, so that all of it is inside.
fn place(menu: &HtmlElement, x: f64, y: f64) {
    let host = menu.offset_parent();
    let room = host.map_or((0.0, 0.0), |h| (f64::from(h.client_width()), f64::from(h.client_height())));
    let (w, h) = (f64::from(menu.offset_width()), f64::from(menu.offset_height()));
    let fit = |at: f64, size: f64, room: f64| at.min(room - size - 4.0).max(4.0);
    let (x, y) = (fit(x, w, room.0), fit(y, h, room.1));
    // Through the object model, because the page's policy forbids style attributes.
    let _ = menu.style().set_property("left", &format!("{x}px"));
    let _ = menu.style().set_property("top", &format!("{y}px"));
}
