//! M-Core: a many-core computer, simulated cycle by cycle.
//!
//! Layers, lowest first (a module imports only from layers before its own):
//! `base` ← `isa`, `program`, `mem`, `net`, `packs`, `stats`, `timeline` ← `startup` ← `toolchain`, `mode` ← `modes`.
//! Within `modes/chip`: the machine ← `check` ← `exercise`, `noc` ← `view` ← `session`; within every other mode:
//! `model` ← `view` ← `exercise` ← `session`. `timeline` knows `base` only. See ARCHITECTURE.md.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod base;
pub mod isa;
pub mod mem;
pub mod mode;
pub mod modes;
pub mod net;
pub mod packs;
pub mod program;
pub mod startup;
pub mod stats;
pub mod timeline;
pub mod toolchain;

/// Names that exported macros need; not for direct use.
#[doc(hidden)]
pub mod __private {
    pub use alloc::format;
}
