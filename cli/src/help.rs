//! `mcore help` with options: the parser's own `help` takes only names of commands.

use clap::{Arg, ColorChoice, Command};
use std::ffi::{OsStr, OsString};

/// The colours of help and of errors in the arguments, as `--color` says; these are written before or instead of
/// reading all arguments.
pub fn colour(words: &[OsString]) -> ColorChoice {
    let words: Vec<_> = words.iter().skip(1).take_while(|w| *w != "--").filter_map(|w| w.to_str()).collect();
    let parted = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let chosen = parted.chain(words.iter().filter_map(|w| w.strip_prefix("--color="))).next();
    match chosen {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// The words of the command line, with options that follow `help` moved to where the parser takes them: `help run
/// --lang ja` becomes `--lang ja help run`. `--help` after `help` adds nothing; alone it requests the help of `help`.
pub fn ordered(words: Vec<OsString>, command: &Command) -> Vec<OsString> {
    let Some(at) = help_word(&words, command) else { return words };
    let mut ordered: Vec<OsString> = words[..at].to_vec();
    let (mut names, mut asked) = (Vec::new(), false);
    let mut rest = words[at + 1..].iter();
    while let Some(word) = rest.next() {
        match option(command, word) {
            _ if word == "--help" || word == "-h" => asked = true,
            Some((_, more)) => {
                ordered.push(word.clone());
                ordered.extend(more.then(|| rest.next().cloned()).flatten());
            }
            None => names.push(word.clone()),
        }
    }
    if asked && names.is_empty() {
        names.push("help".into());
    }
    ordered.push("help".into());
    ordered.extend(names);
    ordered
}

/// The place of the word `help` if it is in the position of a command's name.
fn help_word(words: &[OsString], command: &Command) -> Option<usize> {
    let mut current = command;
    let mut at = 1;
    while let Some(word) = words.get(at) {
        match option(current, word).or_else(|| option(command, word)) {
            Some((_, more)) => at += 1 + usize::from(more),
            None if word == "help" && current.has_subcommands() => return Some(at),
            None => {
                current = current.find_subcommand(word)?;
                at += 1;
            }
        }
    }
    None
}

/// The option that a word names, and whether its value is the next word.
fn option<'c>(command: &'c Command, word: &OsStr) -> Option<(&'c Arg, bool)> {
    let word = word.to_str()?;
    let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
    let is = |a: &&Arg| match name.strip_prefix("--") {
        Some(long) => a.get_long() == Some(long),
        None => name.strip_prefix('-').is_some_and(|short| a.get_short().is_some_and(|c| short.chars().eq([c]))),
    };
    let found = command.get_arguments().find(is)?;
    Some((found, value.is_none() && found.get_action().takes_values()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::Arguments;
    use clap::CommandFactory as _;

    #[test]
    fn options_behind_help_go_before_it_and_nothing_else_moves() {
        let ordered = |text: &str| {
            let words = text.split(' ').map(OsString::from).collect();
            let words = ordered(words, &Arguments::command());
            words.iter().map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        for (given, wanted) in [
            ("mcore help", "mcore help"),
            ("mcore help --help", "mcore help help"),
            ("mcore help -h", "mcore help help"),
            ("mcore help run --help", "mcore help run"),
            ("mcore help run --lang ja", "mcore --lang ja help run"),
            ("mcore --color always help grade merge --lang=ja -h", "mcore --color always --lang=ja help grade merge"),
            ("mcore grade help merge --help", "mcore grade help merge"),
            ("mcore pack help --help", "mcore pack help help"),
            ("mcore help --nonsense", "mcore help --nonsense"),
            // Not a command here.
            ("mcore run help --help", "mcore run help --help"),
            ("mcore grade --csv help pack x.s --help", "mcore grade --csv help pack x.s --help"),
            ("mcore --lang help run --help", "mcore --lang help run --help"),
        ] {
            assert_eq!(ordered(given), wanted);
        }
    }
}
