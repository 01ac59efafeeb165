//! The command `mcore`: runs programs for the many-core computer without a browser.
//!
//! Standard output carries the requested data (consoles, listings, JSON), standard error everything else.

// A panic loses work, so every failure is returned as an error.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod args;
mod failure;
mod grade;
mod help;
mod input;
mod interrupt;
mod japanese;
mod kind;
mod lang;
mod man;
mod modes;
mod output;
mod pack;
mod progress;
mod report;
mod standard;
mod study;
mod table;
mod text;
mod through;
mod verbs;

use args::ErrorFormat;
use clap::{CommandFactory as _, FromArgMatches as _};
use failure::Failure;
use mcore::base::Lang;
use report::Report;
use std::io::Write as _;
use std::process::ExitCode;
use verbs::{Arguments, Verb};

/// Bad arguments or input, or output that cannot be written.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let lang = lang::chosen(&words, |name| std::env::var(name).ok());
    lang::settle(lang);
    let mut command = command_in(lang).color(help::colour(&words));
    let words = help::ordered(words, &command);
    let parsed = command.try_get_matches_from_mut(&words).and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error, lang),
    };
    let error_format = match &arguments.verb {
        Verb::OfMode(verb) => verb.error_format(),
        Verb::Completions { .. } | Verb::Man { .. } => ErrorFormat::Auto,
    };
    let report = Report::new(lang, &arguments.shown, error_format);
    let outcome = match arguments.verb {
        Verb::OfMode(verb) => verb.run(&report),
        Verb::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "mcore", &mut script);
            output::bytes(&script).map(|()| 0)
        }
        Verb::Man { command: names, output } => man::run(command, &names, output.as_deref(), lang),
    };
    match outcome {
        Ok(status) => ExitCode::from(status),
        // The reader has closed our output: 141 is a shell's status for a C program ended by SIGPIPE.
        Err(Failure::ClosedPipe) => ExitCode::from(141),
        Err(Failure::Reported) => ExitCode::from(BAD_INPUT),
        Err(Failure::Text(text)) => {
            report.error(&text);
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// The argument parser with its help in a language.
fn command_in(lang: Lang) -> clap::Command {
    match lang {
        Lang::En => Arguments::command(),
        Lang::Ja => japanese::translated(Arguments::command(), &verbs::japanese()),
    }
}

/// Shows help, or an error in the arguments.
fn usage(error: &clap::Error, lang: Lang) -> ExitCode {
    let status = if error.use_stderr() { BAD_INPUT } else { 0 };
    match (error.use_stderr(), lang) {
        (true, Lang::Ja) => {
            // If the message itself cannot be written, there is no place to report that.
            let _ = write!(anstream::stderr(), "{}", japanese::error(error));
        }
        _ => {
            let _ = error.print();
        }
    }
    ExitCode::from(status)
}
