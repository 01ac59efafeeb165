//! The computations of instructions: pure functions of values, without registers or memory.

mod alu;
mod branch;
pub mod fpu;
mod memory;
mod muldiv;
pub mod printf;

pub use alu::{add_checked, alu, extract, insert, move_taken, sub_checked};
pub use branch::{branch_taken, condition_taken, trap_taken};
pub use memory::{alignment, load, store};
pub use muldiv::muldiv;
