//! The page of M-Core Lab: `shell` is the frame of all modes, `modes` has a folder for each of them.
//!
//! The chip is three programs, each a WebAssembly module: the page (`bin/page.rs`), its worker (`bin/simulator.rs`) and the C
//! compiler (`bin/compiler.rs`), which is fetched when a C text is opened. Each
//! other mode is one more program (`bin/<mode>.rs`), page and worker in one, which is fetched when it is visited.
//!
//! The worker owns the [`mcore::modes::chip::session::Session`] and thus the true state; the page has only views of it. The page's
//! module is compiled for size, because nothing is visible before it is loaded; the worker's for speed, and it is
//! loaded later.

// A panic loses work; every failure is returned as an error.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
// Only a build of all programs uses everything.
#![cfg_attr(
    not(all(feature = "page", feature = "simulator", feature = "compiler", feature = "modes")),
    allow(dead_code, unused_imports)
)]

mod fmt;
mod i18n;
pub mod modes;
mod paint;
#[cfg(feature = "page")]
mod rest;
mod shell;
mod widgets;

/// Starts the page, in the document's body.
#[cfg(feature = "page")]
pub fn start_page() {
    shell::boot::install_panic_screen();
    if gloo_utils::window().location().hash().is_ok_and(|fragment| fragment == modes::chip::reference::FRAGMENT) {
        rest::when_here(|| {
            yew::Renderer::<modes::chip::reference::Reference>::new().render();
        });
    } else {
        yew::Renderer::<modes::chip::app::App>::new().render();
    }
}

/// Starts the worker: greets the page and then listens to it.
#[cfg(feature = "simulator")]
pub fn start_worker() {
    modes::chip::worker::start();
}

/// Starts the C compiler in a worker.
#[cfg(feature = "compiler")]
pub fn start_compiler() {
    modes::chip::compiler::program::start();
}
