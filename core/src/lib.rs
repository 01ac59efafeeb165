//! M-Core: a many-core computer, simulated cycle by cycle.
//!
//! Layers, lowest first (a module imports only from modules before it):
//! `base` ← `isa`, `program`, `mem`, `net`, `stats` ← `startup` ← `asm`, `elf`, `mode` ← `chip` ← `check` ← `exercise`, `noc`, `nsim` ←
//! `view` ← `session`;
//! `timeline` knows `base` only. See ARCHITECTURE.md.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod asm;
pub mod base;
pub mod check;
pub mod chip;
pub mod elf;
pub mod exercise;
pub mod isa;
pub mod mclib;
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
pub mod view;

/// Names that exported macros need; not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use alloc::format;
}
