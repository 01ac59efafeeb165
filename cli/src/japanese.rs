//! The help and the messages of the argument parser in Japanese.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The Japanese help of a command.
pub struct Help {
    /// Its name, such as `pack new`; empty for `mcore` itself.
    pub command: &'static str,
    /// The help in one sentence.
    pub about: &'static str,
    /// The rest of the long help; empty if there is none.
    pub more: &'static str,
    /// Examples and exit statuses, below the options; empty if there are none.
    pub examples: &'static str,
    /// Help by argument, in lists that commands can share. The first one found is taken.
    pub arguments: &'static [&'static [(&'static str, &'static str)]],
}

impl Help {
    /// The help of an argument.
    fn of(&self, argument: &str) -> Option<&'static str> {
        self.arguments.iter().copied().flatten().find(|(own, _)| *own == argument).map(|(_, text)| *text)
    }
}

const TEMPLATE: &str = "{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}";

/// The Japanese help of all commands.
#[derive(Clone, Copy)]
struct Helps<'a>(&'a [&'static Help]);

impl Helps<'_> {
    /// The help of a command.
    fn of(self, command: &str) -> Option<&'static Help> {
        self.0.iter().copied().find(|help| help.command == command)
    }
}

/// The command with its help in Japanese, `helps`.
pub fn translated(command: Command, helps: &[&'static Help]) -> Command {
    let helps = Helps(helps);
    // Building creates `help` and `--version`, so that they can be translated too.
    let mut command = command.subcommand_help_heading("コマンド");
    command.build();
    let verbs: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    command = one(command, "", helps);
    for verb in verbs {
        command = command.mut_subcommand(&verb, |c| {
            if verb == "help" { help_of_help(c, "mcore") } else { with_inner(c, &verb, helps) }
        });
    }
    command
}

/// A command and its inner commands, whose names are `pack new`, `pack check` and so on.
fn with_inner(command: Command, verb: &str, helps: Helps<'_>) -> Command {
    let inner: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let mut command = command.subcommand_help_heading("コマンド");
    for name in inner {
        command = command.mut_subcommand(&name, |c| {
            if name == "help" {
                help_of_help(c, &format!("mcore {verb}"))
            } else {
                one(c, &format!("{verb} {name}"), helps)
            }
        });
    }
    one(command, verb, helps)
}

/// The command `help` of a command. Its own help is fixed: the parser's would list all commands in English.
fn help_of_help(command: Command, of: &str) -> Command {
    const ABOUT: &str = "このヘルプ、またはコマンドのヘルプを表示します";
    command.about(ABOUT).override_help(format!(
        "{ABOUT}\n\n使い方: {of} help [コマンド]...\n\n引数:\n  [コマンド]...  ヘルプを表示するコマンド\n"
    ))
}

fn one(command: Command, verb: &str, helps: Helps<'_>) -> Command {
    let own = helps.of(verb);
    let mut command = command.help_template(TEMPLATE);
    if let Some(Help { about, more, examples, .. }) = own {
        command = command.about(*about);
        command = command.long_about(if more.is_empty() { (*about).to_owned() } else { format!("{about}\n\n{more}") });
        if !examples.is_empty() {
            command = command.after_help(*examples);
        }
    }
    let usage = command.render_usage().to_string();
    let usage =
        usage.trim_start_matches("Usage: ").replace("[OPTIONS]", "[オプション]").replace("<COMMAND>", "<コマンド>");
    command = command.override_usage(usage);
    command.mut_args(|argument| {
        let id = argument.get_id().as_str().to_owned();
        let heading = if argument.is_positional() { "引数" } else { "オプション" };
        let values: Vec<String> = argument.get_possible_values().iter().map(|v| v.get_name().to_owned()).collect();
        let default: Vec<_> = argument.get_default_values().iter().map(|v| v.to_string_lossy().into_owned()).collect();
        let mut more = String::new();
        if !values.is_empty() && argument.get_action().takes_values() {
            more += &format!(" [値: {}]", values.join("、"));
        }
        if !default.is_empty() && !argument.is_hide_default_value_set() && argument.get_action().takes_values() {
            more += &format!(" [既定: {}]", default.join("、"));
        }
        let argument = argument.help_heading(heading).hide_possible_values(true).hide_default_value(true);
        match (id.as_str(), own.and_then(|help| help.of(&id)).or_else(|| helps.of("")?.of(&id))) {
            ("help", _) => {
                let text = "ヘルプを表示します（詳しくは --help、短くは -h）";
                argument.help(text).long_help(text)
            }
            ("version", _) => argument.help("版を表示します").long_help("版を表示します"),
            (_, Some(text)) => argument.help(format!("{text}{more}")),
            (_, None) => argument,
        }
    })
}

/// The message of an error in the arguments.
pub fn error(error: &clap::Error) -> String {
    let part = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join("、"),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let (argument, value) = (part(ContextKind::InvalidArg), part(ContextKind::InvalidValue));
    let mut text = match error.kind() {
        ErrorKind::UnknownArgument => format!("`{argument}` という引数はありません"),
        ErrorKind::InvalidSubcommand => {
            format!("`{}` というコマンドはありません", part(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => format!("必要な引数がありません: {argument}"),
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} には値が必要です"),
        ErrorKind::InvalidValue => format!("{argument} に `{value}` は使えません"),
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map_or(String::new(), |why| format!(": {why}"));
            format!("{argument} に `{value}` は使えません{why}")
        }
        ErrorKind::ArgumentConflict => format!("{argument} は 1 度しか、またはほかの引数と一緒には使えません"),
        // The rest is rare; a message in English is better than none.
        _ => return error.to_string(),
    };
    let valid = part(ContextKind::ValidValue);
    if !valid.is_empty() {
        text += &format!("\n  使える値: {valid}");
    }
    let near = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    if let Some(near) = near.into_iter().map(part).find(|near| !near.is_empty()) {
        text += &format!("\n  ヒント: `{near}` ではありませんか");
    }
    format!("error: {text}\n\n詳しくは `mcore --help` を見てください\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::{Arguments, japanese};
    use clap::CommandFactory as _;

    #[test]
    fn every_command_and_argument_has_japanese_help_and_none_is_left_over() {
        let command = Arguments::command();
        let mut wanted = Vec::new();
        let mut add = |verb: &str, c: &Command| {
            wanted.push((verb.to_owned(), String::new()));
            wanted.extend(c.get_arguments().map(|a| (verb.to_owned(), a.get_id().to_string())));
        };
        add("", &command);
        for c in command.get_subcommands() {
            add(c.get_name(), c);
            c.get_subcommands().for_each(|inner| add(&format!("{} {}", c.get_name(), inner.get_name()), inner));
        }
        wanted.retain(|(_, a)| a != "version" && a != "help");
        for (verb, argument) in &wanted {
            let own = Helps(&japanese()).of(verb).unwrap_or_else(|| panic!("no help for `{verb}`"));
            assert!(
                if argument.is_empty() { !own.about.is_empty() } else { own.of(argument).is_some() },
                "{verb} {argument}"
            );
        }
        for own in japanese() {
            let mut told = vec![""];
            told.extend(own.arguments.iter().copied().flatten().map(|(argument, _)| *argument));
            for argument in told {
                assert!(wanted.contains(&(own.command.into(), argument.into())), "{} {argument}", own.command);
            }
        }
    }

    #[test]
    fn the_translated_command_is_sound() {
        translated(Arguments::command(), &japanese()).debug_assert();
        let command = translated(Arguments::command(), &japanese());
        assert!(command.get_subcommands().count() > 10);
        for verb in command.get_subcommands() {
            let text = verb.clone().render_long_help().to_string();
            assert!(text.contains("使い方"), "{text}");
            for english in ["Usage", "OPTIONS", "Possible", "default", "Print"] {
                assert!(!text.contains(english), "{english}: {text}");
            }
        }
    }
}
