//! The session as the page and the command use it, and the programs that run in it.

mod elf_session;
mod examples;
mod observe;
mod recording;
mod session;
mod stack_overflow;
mod stops;
mod transcript;
mod writer;
