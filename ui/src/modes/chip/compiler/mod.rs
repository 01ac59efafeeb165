//! The C compiler, a program of its own that is fetched when a C text is opened.
//!
//! It runs in two places, each with its own copy. In the simulator's worker it is loaded beside the session, which
//! calls it as it calls the assembler: every build of the session (a program, a reference, a case that is graded) then
//! waits for its result without a message to another worker. In a worker of its own it looks for errors while the user
//! types, so that a run goes on.
//!
//! After a text that needed much memory the program is started anew, since a WebAssembly memory never shrinks: the page ends the worker,
//! and `www/boot/early.js` replaces the copy beside the session.

pub mod beside;
mod messages;
pub mod program;

pub use messages::{Check, Found, Job};

use mcore::modes::chip::session::{FileKind, Language};

/// True for a text that the compiler translates.
pub fn is_c(name: &str) -> bool {
    FileKind::of(name).and_then(FileKind::unit) == Some(Language::C)
}

/// True for a text that the compiler reads.
pub fn is_read(name: &str) -> bool {
    FileKind::of(name).is_some_and(FileKind::is_of_c)
}
