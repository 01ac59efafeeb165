//! The page of M-Core Lab and its worker, in one WebAssembly module.
//!
//! The worker owns the [`mcore::session::Session`] and so the truth; the page owns only views of it. The same module is
//! started in both places, and [`main`] tells them apart: only a page has a window.

mod app;
mod boot;
mod catalog;
mod fmt;
mod i18n;
mod intent;
mod keys;
mod link;
mod markdown;
mod paint;
mod panels;
mod persist;
mod store;
mod widgets;
mod worker;

fn main() {
    if web_sys::window().is_none() {
        worker::start();
    } else {
        boot::install_panic_screen();
        yew::Renderer::<app::App>::new().render();
    }
}
