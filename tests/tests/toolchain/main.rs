//! From source files to a program: assembler, instruction set, ELF files, C, and the library.

mod asm_cases;
mod asm_golden;
mod asm_random;
mod assembler_doc;
mod c_programs;
mod elf;
mod isa_golden;
mod locations;
mod mclib;
mod ranks;
mod toolchain;
