//! The verbs of the chip, and its exercises: programs.

pub mod accesses;
pub mod args;
pub mod asm;
pub mod cc;
pub mod console;
pub mod diff;
pub mod disasm;
mod dwarf;
pub mod exercise;
pub mod files;
pub mod inspect;
pub mod mpi;
pub mod noc;
pub mod run;
