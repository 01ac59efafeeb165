//! The page of M-Core Lab: `shell` is the frame of all modes, `modes` has a folder for each of them.
//!
//! The chip is three programs, each a WebAssembly module: the page (`bin/page.rs`), its worker (`bin/simulator.rs`) and the C
//! compiler (`bin/compiler.rs`), which is fetched when a C text is opened. Each
//! other mode is one more program (`bin/<mode>.rs`), page and worker in one, which is fetched when it is visited.
//!
//! The worker owns the [`mcore::modes::chip::session::Session`] and thus the true state; the page has only views of it.

// A panic loses work; every failure is returned as an error.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod fmt;
mod i18n;
pub mod modes;
mod paint;
mod shell;
mod widgets;

/// Starts the page, in the document's body.
pub fn start_page() {
    shell::boot::install_panic_screen();
    if gloo_utils::window().location().hash().is_ok_and(|fragment| fragment == modes::chip::reference::FRAGMENT) {
        yew::Renderer::<modes::chip::reference::Reference>::new().render();
    } else {
        yew::Renderer::<modes::chip::app::App>::new().render();
    }
}

/// Starts the worker: greets the page and then listens to it.
pub fn start_worker() {
    modes::chip::worker::start();
}

/// Starts the C compiler in a worker.
pub fn start_compiler() {
    modes::chip::compiler::program::start();
}
