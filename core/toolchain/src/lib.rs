//! From source files to a program: [`build()`].
//!
//! It needs an assembler ([`asm`]), a library on the chip that programs include ([`mclib`]) and, for other languages,
//! compilers from its caller ([`Compiler`]). Compiled programs are read by [`elf`].
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod asm;
mod build;
mod compiler;
pub mod debug;
pub mod elf;
mod language;
pub mod mclib;
pub mod mpi;
mod rank_table;

pub use build::{Build, Options, build};
pub use compiler::{Compiled, Compiler, CompilerOptions, Compilers, Level, Origin, Rules, Sources, Unit};
pub use language::{FileKind, Language};
