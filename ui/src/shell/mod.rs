//! The frame of the modes with their own page: everything that they share, and nothing specific to one mode.

pub mod boot;
pub mod document;
#[cfg(any(feature = "nsim", feature = "pmnet"))]
pub mod fields;
pub mod frame;
pub mod line;
#[cfg(any(feature = "nsim", feature = "pmnet"))]
pub mod link;
pub mod live;
pub mod modes;
#[cfg(any(feature = "nsim", feature = "pmnet"))]
pub mod page;
pub mod persist;
#[cfg(any(feature = "nsim", feature = "pmnet"))]
pub mod runs;
pub mod wire;
#[cfg(any(feature = "simulator", feature = "nsim", feature = "pmnet"))]
pub mod worker;

#[cfg(any(feature = "nsim", feature = "pmnet"))]
/// Starts a mode: its page `P` in a document, its session in a worker. A visit needs both, so one program has both.
pub fn start<P: yew::BaseComponent<Properties = ()>>(worker: fn()) {
    use wasm_bindgen::JsCast as _;
    if js_sys::global().dyn_into::<web_sys::Window>().is_ok() {
        boot::install_panic_screen();
        yew::Renderer::<P>::new().render();
    } else {
        worker();
    }
}
