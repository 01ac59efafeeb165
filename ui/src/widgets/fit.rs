//! A row of tabs of which only some have room: the others are in a list at its end, by their whole names.

use super::menu::{Menu, MenuItem};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, NodeList, ResizeObserver};
use yew::prelude::*;

/// Pixels for the button of the list.
const MORE: f64 = 56.0;

/// The tabs that are left out, in their order. `widths` are those of all tabs, `room` is that of the row, both in pixels. The
/// chosen tab always stays.
fn left_out(widths: &[f64], room: f64, chosen: Option<usize>) -> Vec<usize> {
    if widths.iter().sum::<f64>() <= room {
        return Vec::new();
    }
    let reserved = chosen.and_then(|i| widths.get(i)).copied().unwrap_or_default();
    let mut free = room - MORE - reserved;
    let mut full = false;
    let mut out = Vec::new();
    for (index, width) in widths.iter().enumerate().filter(|(index, _)| Some(*index) != chosen) {
        full |= *width > free;
        if full {
            out.push(index);
        } else {
            free -= width;
        }
    }
    out
}

/// The tabs of `host` that have no room, measured again when the row changes its size or `key` changes. They have to be
/// rendered all the same, with the class `out`. The row's width must not depend on them; what follows them in it has the
/// class `tail`.
#[hook]
pub fn use_left_out<T: PartialEq + 'static>(host: &NodeRef, chosen: Option<usize>, key: T) -> Rc<Vec<usize>> {
    let out = use_state_eq(|| Rc::new(Vec::new()));
    let measure: Rc<dyn Fn(Option<usize>)> = {
        let (host, out) = (host.clone(), out.setter());
        Rc::new(move |chosen| {
            let Some(row) = host.cast::<HtmlElement>() else { return };
            let Ok(tabs) = row.query_selector_all("[role=tab]") else { return };
            let Ok(tail) = row.query_selector_all(".tail") else { return };
            let widths = |list: NodeList| {
                let all = (0..list.length()).filter_map(|i| list.get(i)?.dyn_into::<HtmlElement>().ok());
                all.map(|e| f64::from(e.offset_width())).collect::<Vec<f64>>()
            };
            let room = f64::from(row.client_width()) - widths(tail).iter().sum::<f64>();
            let widths = widths(tabs);
            // A hidden row has no size.
            if room > 0.0 {
                out.set(Rc::new(left_out(&widths, room, chosen)));
            }
        })
    };
    let now = use_mut_ref(|| chosen);
    *now.borrow_mut() = chosen;
    {
        let (host, now, measure) = (host.clone(), now.clone(), measure.clone());
        use_effect_with((), move |()| {
            let guard = observe(&host, now, measure);
            move || {
                if let Some((observer, _listener)) = guard {
                    observer.disconnect();
                }
            }
        });
    }
    use_effect_with((chosen, key), move |(chosen, _)| measure(*chosen));
    (*out).clone()
}

type Guard = (ResizeObserver, Closure<dyn FnMut()>);

fn observe(host: &NodeRef, chosen: Rc<RefCell<Option<usize>>>, measure: Rc<dyn Fn(Option<usize>)>) -> Option<Guard> {
    let row = host.cast::<HtmlElement>()?;
    let listener = Closure::<dyn FnMut()>::new(move || measure(*chosen.borrow()));
    let observer = ResizeObserver::new(listener.as_ref().unchecked_ref()).ok()?;
    observer.observe(&row);
    Some((observer, listener))
}

/// Properties of [`MenuButton`].
#[derive(Properties, PartialEq)]
pub struct MenuButtonProps {
    pub text: AttrValue,
    /// Its purpose, for screen readers and as a hint.
    pub label: AttrValue,
    pub items: Vec<MenuItem>,
    /// Further class.
    #[prop_or_default]
    pub class: Classes,
    /// Name for tests.
    pub testid: &'static str,
}

/// A button with a menu below it.
#[component]
pub fn MenuButton(props: &MenuButtonProps) -> Html {
    let open = use_state(|| None::<(f64, f64)>);
    let button = use_node_ref();
    let onclick = {
        let (open, button) = (open.clone(), button.clone());
        move |_: MouseEvent| {
            let area = button.cast::<HtmlElement>().map(|b| b.get_bounding_client_rect());
            open.set(area.filter(|_| open.is_none()).map(|area| (area.left(), area.bottom() + 2.0)));
        }
    };
    let menu = (*open).map(|(x, y)| {
        let on_close = {
            let open = open.setter();
            Callback::from(move |()| open.set(None))
        };
        html! {
            <div class="menu-layer"><Menu label={&props.label} {x} {y} items={props.items.clone()} {on_close} /></div>
        }
    });
    html! {
        <>
            <button
                ref={button} type="button" class={classes!("btn", props.class.clone())} {onclick} aria-haspopup="menu"
                aria-expanded={open.is_some().to_string()} title={&props.label} data-testid={props.testid}
            >{ &props.text }<span class="unseen">{ &props.label }</span></button>
            <span>{ for menu }</span>
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_that_have_room_all_stay() {
        assert_eq!(left_out(&[50.0, 60.0, 70.0], 180.0, Some(0)), Vec::<usize>::new());
    }

    #[test]
    fn the_last_tabs_go_first_and_the_chosen_one_stays() {
        let widths = [50.0; 6];
        assert_eq!(left_out(&widths, 256.0, Some(0)), [4, 5], "four tabs and the list");
        assert_eq!(left_out(&widths, 256.0, Some(5)), [3, 4]);
        assert_eq!(left_out(&widths, 256.0, None), [4, 5]);
    }

    #[test]
    fn order_is_kept_after_the_first_one_that_does_not_fit() {
        assert_eq!(left_out(&[50.0, 200.0, 10.0, 10.0], 150.0, Some(0)), [1, 2, 3]);
    }

    #[test]
    fn even_without_room_the_chosen_tab_stays() {
        assert_eq!(left_out(&[50.0, 60.0], 20.0, Some(1)), [0]);
    }
}
