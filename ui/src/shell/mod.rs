//! The frame of the modes with their own page: everything that they share, and nothing specific to one mode.

pub mod boot;
#[cfg(feature = "modes")]
pub mod compare;
pub mod document;
#[cfg(feature = "modes")]
pub mod exercises;
#[cfg(feature = "modes")]
pub mod fields;
#[cfg(any(feature = "page", feature = "modes"))]
pub mod files;
pub mod frame;
#[cfg(feature = "modes")]
pub mod guide;
pub mod keys;
pub mod line;
#[cfg(feature = "modes")]
pub mod link;
pub mod live;
#[cfg(any(feature = "page", feature = "modes"))]
pub mod markdown;
pub mod modes;
#[cfg(feature = "modes")]
pub mod other;
#[cfg(any(feature = "page", feature = "modes"))]
pub mod packs;
#[cfg(feature = "modes")]
pub mod page;
pub mod persist;
#[cfg(any(feature = "page", feature = "modes"))]
pub mod pictures;
#[cfg(feature = "modes")]
pub mod runs;
#[cfg(feature = "modes")]
pub mod saved;
pub mod share;
pub mod wire;
#[cfg(any(feature = "simulator", feature = "modes"))]
pub mod worker;

/// Starts a mode: its page `P` in a document, its session in a worker. A visit needs both, so one program has both.
#[cfg(feature = "modes")]
pub fn start<P: yew::BaseComponent<Properties = ()>>(worker: fn()) {
    use wasm_bindgen::JsCast as _;
    if js_sys::global().dyn_into::<web_sys::Window>().is_ok() {
        boot::install_panic_screen();
        yew::Renderer::<P>::new().render();
    } else {
        worker();
    }
}
