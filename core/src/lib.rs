//! M-Core: a many-core computer, simulated cycle by cycle.
//!
//! Layers, lowest first (a module imports only from modules before it):
//! `base` ← `isa`, `program`, `mem`, `net`, `stats` ← `startup` ← `toolchain`, `mode` ← `chip` ← `check` ← `exercise`, `noc`, `nsim` ←
//! `view` ← `session`;
//! `timeline` knows `base` only; `mclib` is in the layer of `asm`, and `pmnet` in that of `nsim`. See ARCHITECTURE.md.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod base;
pub mod check;
pub mod chip;
pub mod exercise;
pub mod isa;
pub mod mem;
pub mod mode;
pub mod net;
pub mod noc;
pub mod nsim;
pub mod pmnet;
pub mod program;
pub mod session;
pub mod startup;
pub mod stats;
pub mod timeline;
pub mod toolchain;
pub mod view;

/// Names that exported macros need; not for direct use.
#[doc(hidden)]
pub mod __private {
    pub use alloc::format;
}
