//! The mode of the chip: the machine (`mcore_machine`, exported here too) and everything that is built on it.
//!
//! `check` finds likely bugs of programs, `noc` measures the network alone, `exercise` judges programs, `view` presents, `session` is
//! the facade for a page.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod check;
pub mod exercise;
pub mod noc;
pub mod session;
pub mod view;

pub use mcore_machine::*;
