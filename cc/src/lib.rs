//! The C compiler of M-Core: from C17 to assembly text for the lab's assembler.
//!
//! Stages, each a module that imports only from those before it: `absent`, `names`, `source`, `token` ← `diag` ← `lex` ← `pp` ←
//! `types` ← `tree` ← `sema` ← `parse`, `lint` ← `front`; then `ir` ← `opt` ← `mir` ← `isel` ← `regalloc` ← `emit`. Between the two
//! halves is `lower`, from the tree to the intermediate representation. `debug` describes types and variables
//! for debuggers. `compile` drives all; `library` has the C library, and `kept` its units between builds.
//!
//! The compiler has no clock, no input or output, and no order by hash: the same text and options give the same output,
//! byte for byte, on every host.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
// For the lock of `kept`, and for tests.
extern crate std;

mod absent;
pub mod compile;
pub mod debug;
pub mod diag;
pub mod emit;
pub mod float;
pub mod front;
pub mod ir;
pub mod isel;
mod kept;
pub mod lex;
pub mod library;
pub mod lint;
pub mod literal;
pub mod lower;
pub mod mir;
pub mod names;
pub mod opt;
pub mod options;
mod order;
pub mod parse;
pub mod pp;
mod reach;
pub mod regalloc;
pub mod sema;
pub mod source;
pub mod token;
pub mod tree;
pub mod types;
