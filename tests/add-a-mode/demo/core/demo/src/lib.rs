//! A mode that counts prime numbers: the smallest one that has everything.
#![no_std]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;

mod model;
mod session;

pub use session::{DEMO_NUMBERS, Demo, DemoPlan, DemoResult};
