//! The page of M-Core Lab and its worker: two programs, two WebAssembly modules (`bin/page.rs`, `bin/simulator.rs`).
//! The interconnect mode is a third one (`bin/nsim.rs`), that of memory systems a fourth (`bin/pmnet.rs`); both are
//! fetched when visited.
//!
//! The worker owns the [`mcore::session::Session`] and thus the true state; the page has only views of it. The page's
//! module is compiled for size, because nothing is visible before it is loaded; the worker's for speed, and it is
//! loaded later.

// A panic loses work; every failure is returned as an error.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
// Only a build of all programs uses everything.
#![cfg_attr(
    not(all(feature = "page", feature = "simulator", feature = "nsim", feature = "pmnet")),
    allow(dead_code, unused_imports)
)]

#[cfg(feature = "page")]
mod app;
mod boot;
mod catalog;
mod document;
mod fmt;
mod frame;
mod gallery;
mod i18n;
mod intent;
#[cfg(feature = "page")]
mod keys;
mod link;
#[cfg(feature = "page")]
mod markdown;
mod modes;
#[cfg(feature = "nsim")]
mod nsim;
mod paint;
#[cfg(feature = "page")]
mod panels;
mod persist;
mod pictures;
#[cfg(feature = "pmnet")]
mod pmnet;
#[cfg(feature = "page")]
mod reference;
#[cfg(feature = "page")]
mod rest;
mod share;
#[cfg(any(feature = "nsim", feature = "pmnet"))]
mod shell;
mod store;
mod widgets;
#[cfg(any(feature = "simulator", feature = "nsim", feature = "pmnet"))]
mod worker;

/// Starts the page, in the document's body.
#[cfg(feature = "page")]
pub fn start_page() {
    boot::install_panic_screen();
    if gloo_utils::window().location().hash().is_ok_and(|fragment| fragment == reference::FRAGMENT) {
        rest::when_here(|| {
            yew::Renderer::<reference::Reference>::new().render();
        });
    } else {
        yew::Renderer::<app::App>::new().render();
    }
}

/// Starts the worker: greets the page and then listens to it.
#[cfg(feature = "simulator")]
pub fn start_worker() {
    worker::start();
}

/// Starts the interconnect mode.
#[cfg(feature = "nsim")]
pub fn start_nsim() {
    shell::start::<nsim::Interconnect>(nsim::work);
}

/// Starts the mode of memory systems.
#[cfg(feature = "pmnet")]
pub fn start_pmnet() {
    shell::start::<pmnet::MemorySystems>(pmnet::work);
}
