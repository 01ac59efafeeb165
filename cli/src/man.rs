//! `mcore man`: a manual page for each command.

use crate::failure::Failure;
use crate::output;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use mcore::base::Lang;
use mcore::text;
use std::fs;
use std::path::Path;

/// Writes the page of the command that `names` select, such as `pack new`, or all pages into a folder.
pub fn run(mut command: Command, names: &[String], folder: Option<&Path>, lang: Lang) -> Result<u8, Failure> {
    // Building gives each command its full name and the global options.
    command.build();
    let mut all = Vec::new();
    collect(&command, &mut all);
    let Some(folder) = folder else {
        // The name of a page is accepted too: `mcore-pack-new`.
        let wanted = names.join("-");
        let wanted = wanted.strip_prefix("mcore-").unwrap_or(&wanted);
        let is = |c: &&Command| match name(c).strip_prefix("mcore-") {
            Some(name) => name == wanted,
            None => wanted.is_empty() || wanted == "mcore",
        };
        let Some(found) = all.into_iter().find(is) else {
            let wanted = names.join(" ");
            return Err(text!(
                "there is no command `{wanted}`; see `mcore help`",
                "コマンド `{wanted}` はありません。`mcore help` を見てください"
            )
            .into());
        };
        output::bytes(&page(found, lang)?)?;
        return Ok(0);
    };
    fs::create_dir_all(folder).map_err(|error| Failure::writing_file(folder, &error))?;
    for command in all {
        let path = folder.join(format!("{}.1", name(command)));
        output::file(&path, page(command, lang)?)?;
    }
    Ok(0)
}

/// A command and all its descendants, without `help`.
fn collect<'c>(command: &'c Command, all: &mut Vec<&'c Command>) {
    all.push(command);
    command.get_subcommands().filter(|c| c.get_name() != "help").for_each(|c| collect(c, all));
}

/// `mcore-pack-new`.
fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// The page of a command.
fn page(command: &Command, lang: Lang) -> Result<Vec<u8>, Failure> {
    let version = env!("CARGO_PKG_VERSION");
    let man = Man::new(command.clone()).source(format!("mcore {version}")).manual("M-Core Lab");
    let mut text = Vec::new();
    man.render_title(&mut text)
        .and_then(|()| man.render_name_section(&mut text))
        .and_then(|()| man.render_synopsis_section(&mut text))
        .and_then(|()| man.render_description_section(&mut text))
        .and_then(|()| man.render_options_section(&mut text))
        .map_err(Failure::writing)?;
    if command.get_subcommands().any(|c| c.get_name() != "help") {
        man.render_subcommands_section(&mut text).map_err(Failure::writing)?;
    }
    if let Some(more) = command.get_after_long_help().or_else(|| command.get_after_help()) {
        notes(&more.to_string(), lang).to_writer(&mut text).map_err(Failure::writing)?;
    }
    Ok(match lang {
        Lang::En => text,
        Lang::Ja => japanese(&String::from_utf8_lossy(&text)).into_bytes(),
    })
}

/// A page with Japanese headings, not justified, because the few words with spaces between them would be torn apart.
fn japanese(page: &str) -> String {
    let heads = [("NAME", "名前"), ("SYNOPSIS", "書式"), ("DESCRIPTION", "説明")];
    let whole = heads.iter().fold(page.to_owned(), |page, (english, japanese)| {
        page.replace(&format!("\n.SH {english}\n"), &format!("\n.SH {japanese}\n"))
    });
    // The adjustment applies after the title.
    whole.replacen("\n.SH ", "\n.ad l\n.SH ", 1)
}

/// Examples and exit statuses: unchanged lines, in sections that begin at lines ending with a colon.
fn notes(text: &str, lang: Lang) -> Roff {
    let mut roff = Roff::new();
    let mut open = false;
    for line in text.lines() {
        match line.strip_suffix(':').filter(|head| !head.starts_with(' ')) {
            Some(head) => {
                if open {
                    roff.control("fi", []);
                }
                roff.control("SH", [head.to_uppercase().as_str()]);
                roff.control("nf", []);
                open = true;
            }
            None if !open => {
                let head = match lang {
                    Lang::En => "NOTES",
                    Lang::Ja => "注",
                };
                roff.control("SH", [head]);
                roff.control("nf", []);
                roff.text([roman(line)]);
                open = true;
            }
            None if line.is_empty() => {}
            None => {
                roff.text([roman(line)]);
            }
        }
    }
    if open {
        roff.control("fi", []);
    }
    roff
}
