//! The verbs of the chip: programs, exercises, hand-ins and packs.

pub mod accesses;
pub mod args;
pub mod asm;
pub mod cc;
pub mod console;
pub mod diff;
pub mod disasm;
pub mod grade;
pub mod inspect;
pub mod noc;
pub mod pack;
pub mod run;
