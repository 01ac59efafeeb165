//! From source files to a program: the assembler, ELF files, and the library that runs on the simulated chip.

pub mod asm;
pub mod elf;
pub mod mclib;
