//! The session as the page and the command use it, and the programs that run in it.

mod calls;
mod elf_session;
mod examples;
mod mpi;
mod objects;
mod observe;
mod output;
mod own_level;
mod profile;
mod recording;
mod session;
mod stack_overflow;
mod steps;
mod stops;
mod transcript;
mod traps;
mod variables;
mod waits;
mod watched;
mod writer;
