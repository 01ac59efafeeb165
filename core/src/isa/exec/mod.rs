//! What instructions compute: pure functions of values, which know neither registers nor memory.

mod alu;
mod branch;
mod memory;
mod muldiv;

pub use alu::{add_checked, alu, move_taken, sub_checked};
pub use branch::{branch_taken, trap_taken};
pub use memory::{alignment, load, store};
pub use muldiv::muldiv;
