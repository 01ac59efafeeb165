//! The command, run as a program. One test binary, because each one links the whole lab.

mod common;

mod c;
mod c_packs;
mod elf;
mod files;
mod gdb;
mod grade;
mod inspect;
mod mapping_pack;
mod mopt;
mod noc;
mod nsim;
mod pmnet;
mod run;
mod schemas;
mod stdin;
mod study;
mod tca;
mod terminal;
mod variables;
mod verbs_pack;
