//! A mode that counts prime numbers: the smallest one that has everything.

mod model;
mod session;

pub use session::{DEMO_NUMBERS, Demo, DemoPlan, DemoResult};
