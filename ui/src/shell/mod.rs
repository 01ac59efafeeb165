//! The frame of the modes with their own page: everything that they share, and nothing specific to one mode.

pub mod fields;
pub mod link;
pub mod page;
pub mod runs;

/// Starts a mode: its page `P` in a document, its session in a worker. A visit needs both, so one program has both.
pub fn start<P: yew::BaseComponent<Properties = ()>>(worker: fn()) {
    use wasm_bindgen::JsCast as _;
    if js_sys::global().dyn_into::<web_sys::Window>().is_ok() {
        crate::boot::install_panic_screen();
        yew::Renderer::<P>::new().render();
    } else {
        worker();
    }
}
