//! The verbs of the command: a folder for each mode. This file, and `through.rs`, which takes a program of one
//! mode through another, are the only ones outside these folders that name the modes.

pub mod chip;
pub mod mopt;
pub mod nsim;
pub mod pmnet;
pub mod tca;

use crate::args::ErrorFormat;
use crate::failure::Failure;
use crate::japanese::Help;
use crate::kind::Kinds;
use crate::report::Report;
use crate::{grade, pack, through};
use clap::Subcommand;

/// The kinds of exercises. The first one is that of exercises that name none.
pub const KINDS: Kinds = Kinds(&[&chip::exercise::Programs, &mopt::exercise::Maps, &tca::exercise::Scripts]);

/// The verbs of all modes, in the order of `mcore --help`. Their help is at their arguments.
#[derive(Debug, Subcommand)]
pub enum Verb {
    Run(Box<chip::args::Run>),
    Cc(chip::args::Cc),
    Asm(chip::args::Asm),
    Noc(chip::args::Noc),
    #[command(subcommand)]
    Nsim(nsim::args::Nsim),
    #[command(subcommand)]
    Pmnet(pmnet::args::Pmnet),
    Mopt(Box<mopt::args::Mopt>),
    #[command(subcommand)]
    Tca(tca::args::Tca),
    Diff(chip::args::Diff),
    #[command(subcommand)]
    Pack(pack::args::Pack),
    Grade(grade::args::Grade),
    Disasm(chip::args::Disasm),
}

/// Help of the argument of `mcore man`, in both languages. Its example is a verb of a mode.
pub const NAMES_OF_COMMANDS: &str = "The command, for example `run` or `nsim sweep`";
pub const NAMES_OF_COMMANDS_JA: &str = "コマンド。例: `run`、`nsim sweep`";

/// The help of all verbs in Japanese.
pub fn japanese() -> impl Iterator<Item = &'static Help> {
    chip::args::JAPANESE
        .into_iter()
        .chain([pack::args::JAPANESE, grade::args::JAPANESE])
        .chain([nsim::args::JAPANESE, pmnet::args::JAPANESE, mopt::args::JAPANESE, tca::args::JAPANESE])
        .flatten()
}

impl Verb {
    /// How findings about assembly text are shown, if this verb can report any.
    pub fn error_format(&self) -> ErrorFormat {
        match self {
            Self::Run(options) => options.findings.error_format,
            Self::Cc(options) => options.findings.error_format,
            Self::Asm(options) => options.findings.error_format,
            Self::Diff(options) => options.findings.error_format,
            _ => ErrorFormat::Auto,
        }
    }

    /// Runs it; returns the exit status.
    pub fn run(&self, report: &Report) -> Result<u8, Failure> {
        match self {
            Self::Run(options) => chip::run::run(options, report),
            Self::Cc(options) => chip::cc::run(options, report),
            Self::Asm(options) => chip::asm::run(options, report),
            Self::Noc(options) => chip::noc::run(options, report),
            Self::Nsim(verb) => nsim::run(verb, report),
            Self::Pmnet(verb) => pmnet::run(verb, through::prepare, report),
            Self::Mopt(verb) => mopt::run(verb, report),
            Self::Tca(verb) => tca::run(verb, report),
            Self::Diff(options) => chip::diff::run(options, report),
            Self::Pack(verb) => pack::run(verb, KINDS, report),
            Self::Grade(options) => grade::run(options, KINDS, report),
            Self::Disasm(options) => chip::disasm::run(options),
        }
    }
}
