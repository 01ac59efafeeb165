//! `cargo xtask test PATH…`: the tests that belong to some files, folders or words.

use crate::run::{self, cargo, command};
use crate::site::{self, Kind};
use crate::tests::{BROWSER, NATIVE, in_chromium, node_tests, test_files};
use crate::{place, setup};
use anyhow::{Result, bail};
use std::collections::BTreeSet;

/// Tests that run together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// Tests of a package: the name of the package, the targets, and a part of their names.
    Package(String, Vec<String>, String),
    /// Native tests of all packages, by a part of their names.
    Named(String),
    /// Chores.
    Xtask,
    /// Scripts of the site: a folder of `www`.
    Scripts(&'static str),
    /// A file of tests in Chromium.
    Browser(String),
}

/// Runs the tests that belong to `names`.
pub fn run(names: &[String]) -> Result<()> {
    let files = test_files(BROWSER, ".")?;
    let mut parts = BTreeSet::new();
    for name in names {
        let exists = place::root().join(name).exists();
        let found = parts_of(name, exists, &files);
        if found.is_empty() {
            bail!("no tests belong to {name}: name a file or folder of the checkout, or a word in the names of tests");
        }
        parts.extend(found);
    }
    let mut browser = Vec::new();
    for part in parts {
        match part {
            Part::Package(package, targets, filter) => {
                run::open(cargo().args(["test", "--locked", "-p", &package]).args(targets).args(filter_of(&filter)))?;
            }
            Part::Named(word) => {
                let targets = ["--lib", "--test", "*", "--bin", "mcore"];
                run::open(cargo().arg("test").args(NATIVE).args(targets).args(filter_of(&word)))?;
            }
            Part::Xtask => run::open(cargo().args(["test", "--locked", "--profile", "xtask", "-p", "xtask"]))?,
            Part::Scripts(folder) => {
                setup::npm_packages("www", "the editor and wasm-opt")?;
                node_tests("www", folder, &mut command("node"))?;
            }
            Part::Browser(file) => browser.push(file),
        }
    }
    if browser.is_empty() {
        return Ok(());
    }
    setup::npm_packages(BROWSER, "drive the browsers")?;
    let chromium = setup::browser_for_tests()?;
    site::build(Kind::Quick, false)?;
    in_chromium(Kind::Quick, browser, &chromium, None)
}

fn filter_of(filter: &str) -> Option<&str> {
    Some(filter).filter(|filter| !filter.is_empty())
}

/// The packages of `core/` that have no tests by their name in the package of tests.
const FOUNDATIONS: [&str; 7] = ["base", "chip", "cpu", "machine", "mode", "net", "toolchain"];

/// The tests that belong to a path of the checkout, if it `exists`, or to a word; `files` are those of tests in Chromium.
fn parts_of(name: &str, exists: bool, files: &[String]) -> Vec<Part> {
    let path = name.trim_start_matches("./").trim_end_matches('/');
    let in_browser = |wanted: &str| -> Vec<Part> {
        let stem = |file: &&String| file.trim_start_matches("./").split('.').next() == Some(wanted);
        files.iter().filter(stem).cloned().map(Part::Browser).collect()
    };
    if !exists {
        let mut found = in_browser(name);
        found.push(Part::Named(name.to_owned()));
        return found;
    }
    let parts: Vec<&str> = path.split('/').collect();
    let package = |name: &str, targets: &[&str], filter: String| {
        Part::Package(name.to_owned(), targets.iter().map(|target| (*target).to_owned()).collect(), filter)
    };
    // The page and the command of a mode have the tests of its name.
    let mode = match parts.as_slice() {
        ["ui" | "cli", "src", "modes", mode, ..] | ["core", mode, "src", ..] => Some(*mode),
        _ => None,
    };
    match parts.as_slice() {
        ["core", name, "src", inside @ ..] => {
            let mut found = vec![package(&format!("mcore-{name}"), &["--lib"], module(inside))];
            if !FOUNDATIONS.contains(name) {
                found.push(package("mcore-tests", &["--test", "modes"], (*name).to_owned()));
            }
            found
        }
        ["core", "lib", ..] => vec![package("mcore-tests", &["--test", "clib"], String::new())],
        ["cc", "src", inside @ ..] => vec![package("mcore-cc", &["--lib"], module(inside))],
        ["cli", "src", inside @ ..] => {
            let mut found = vec![package("mcore-cli", &["--bin", "mcore"], module(inside))];
            if let Some(mode) = mode {
                found.push(package(
                    "mcore-cli",
                    &["--test", "command"],
                    if mode == "chip" { "run" } else { mode }.to_owned(),
                ));
            }
            found
        }
        ["cli", "tests", "command", inside @ ..] => vec![package("mcore-cli", &["--test", "command"], module(inside))],
        ["ui", "locales", ..] => {
            vec![package("mcore-messages", &[], String::new()), package("mcore-ui", &["--lib"], "i18n".to_owned())]
        }
        ["ui", "messages", ..] => vec![package("mcore-messages", &[], String::new())],
        ["ui", "src", inside @ ..] => {
            let mut found = vec![package("mcore-ui", &["--lib"], module(inside))];
            found.extend(mode.map(in_browser).unwrap_or_default());
            found
        }
        ["tests", "tests", binary, inside @ ..] => vec![package("mcore-tests", &["--test", binary], module(inside))],
        ["tests", "browser", file] => in_browser(file.split('.').next().unwrap_or(file)),
        ["www", "editor", ..] => vec![Part::Scripts("editor/test")],
        ["www", ..] => vec![Part::Scripts("dist/test")],
        ["xtask", ..] => vec![Part::Xtask],
        ["exercises", ..] => vec![package("mcore-tests", &["--test", "exercises"], String::new())],
        ["docs", ..] => vec![package("mcore-tests", &["--test", "house"], String::new())],
        ["core"] => FOUNDATIONS.iter().map(|name| package(&format!("mcore-{name}"), &[], String::new())).collect(),
        ["core", name, ..] if place::root().join("core").join(name).join("Cargo.toml").is_file() => {
            vec![package(&format!("mcore-{name}"), &[], String::new())]
        }
        [folder @ ("cc" | "cli" | "ui" | "archive" | "unpack" | "serve" | "edition" | "tests"), ..] => {
            vec![package(&format!("mcore-{folder}"), &[], String::new())]
        }
        _ => Vec::new(),
    }
}

/// The module of a file, as the names of its tests begin: `modes::demo::model` of `modes/demo/model/mod.rs`.
fn module(inside: &[&str]) -> String {
    let names: Vec<&str> = inside.iter().map(|part| part.trim_end_matches(".rs")).collect();
    match names.as_slice() {
        [all @ .., "mod" | "tests" | "main" | "lib"] | all => all.join("::"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, exists: bool) -> Vec<String> {
        let files = ["./demo.test.mjs", "./c.test.mjs", "./taps.alone.test.mjs"].map(str::to_owned);
        let text = |part: Part| match part {
            Part::Package(package, targets, filter) => format!("{package} {} {filter}", targets.join(" ")),
            Part::Named(word) => format!("named {word}"),
            Part::Xtask => "xtask".to_owned(),
            Part::Scripts(folder) => folder.to_owned(),
            Part::Browser(file) => file,
        };
        parts_of(name, exists, &files).into_iter().map(text).collect()
    }

    #[test]
    fn a_path_has_the_tests_of_its_package() {
        for (path, tests) in [
            ("core/demo/src/model/mod.rs", vec!["mcore-demo --lib model", "mcore-tests --test modes demo"]),
            ("core/machine/src/fast/burst.rs", vec!["mcore-machine --lib fast::burst"]),
            ("./core/net/", vec!["mcore-net  "]),
            ("core/lib/mclib.s", vec!["mcore-tests --test clib "]),
            ("cc/src/opt/tests.rs", vec!["mcore-cc --lib opt"]),
            (
                "cli/src/modes/demo/run.rs",
                vec!["mcore-cli --bin mcore modes::demo::run", "mcore-cli --test command demo"],
            ),
            ("ui/src/modes/demo/stage.rs", vec!["mcore-ui --lib modes::demo::stage", "./demo.test.mjs"]),
            ("ui/locales/en.ftl", vec!["mcore-messages  ", "mcore-ui --lib i18n"]),
            ("tests/tests/chip/events.rs", vec!["mcore-tests --test chip events"]),
            ("tests/browser/taps.alone.test.mjs", vec!["./taps.alone.test.mjs"]),
            ("www/editor/src/c.js", vec!["editor/test"]),
            ("xtask/src/run.rs", vec!["xtask"]),
            ("edition/src/lib.rs", vec!["mcore-edition  "]),
        ] {
            assert_eq!(shown(path, true), tests, "{path}");
        }
        assert_eq!(shown("LICENSE-MIT", true), Vec::<String>::new());
    }

    #[test]
    fn a_word_selects_tests_by_their_names_and_files_in_the_browser() {
        assert_eq!(shown("demo", false), ["./demo.test.mjs", "named demo"]);
        assert_eq!(shown("deadlock", false), ["named deadlock"]);
    }
}
