//! M-Core: a many-core computer, simulated cycle by cycle, and the lighter modes beside it.
//!
//! This package holds no code: it gives the packages below `core/` one name each. A package uses only those above it in this list;
//! the compiler holds that.
//!
//! - [`base`], with [`packs`], [`stats`] and [`timeline`]: what every layer uses
//! - [`isa`], [`mem`], [`program`], [`startup`]: the core and its memories (`cpu`)
//! - [`net`]: building blocks of interconnects
//! - [`ranks`]: operations of the ranks of a program, patterns, traces, records, maps
//! - [`topology`]: networks with links, routes and distances
//! - [`toolchain`]: from source files to a program
//! - [`mode`]: the framework for modes
//! - [`modes`]: the modes; none uses another
#![no_std]

pub use mcore_base as base;
pub use mcore_base::{packs, stats, text, timeline};
pub use mcore_cpu::{isa, mem, program, startup};
pub use mcore_mode as mode;
pub use mcore_net as net;
pub use mcore_ranks as ranks;
pub use mcore_toolchain as toolchain;
pub use mcore_topology as topology;

pub mod modes;
