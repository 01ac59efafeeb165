//! The rules of the house that a compiler does not know: who may import whom, and what a text must not hold.

use mcore_tests::root;
use std::fs;
use std::path::{Path, PathBuf};

/// Layers of `core/`, lowest first: a module may import from those in front of it, and from itself.
const LAYERS: [&[&str]; 10] = [
    &["base"],
    &["isa", "mem", "net", "stats", "program"],
    &["startup"],
    &["toolchain", "mode", "timeline"],
    &["chip"],
    &["check"],
    &["exercise", "noc", "nsim", "pmnet"],
    &["view"],
    &["session"],
    &[],
];

fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["target", "dist", "node_modules", ".git", "out"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if endings.iter().any(|e| name.ends_with(e)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The text before the first `#[cfg(test)]`: tests may use everything.
fn product_code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("UTF-8");
    text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

fn imported_modules(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::").skip(1).flat_map(|rest| {
        let word = |s: &str| s.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(s.len());
        match rest.strip_prefix('{') {
            Some(group) => group[..group.find('}').unwrap_or(0)]
                .split(',')
                .map(|item| item.trim())
                .map(|item| &item[..word(item)])
                .collect::<Vec<_>>(),
            None => vec![&rest[..word(rest)]],
        }
    })
}

/// A text of Rust without its comments. (Text after `//` in a string is lost too.)
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).flat_map(|line| [line, "\n"]).collect()
}

/// Every path that begins with `root` in a text of Rust, without `root`: in `use` and elsewhere, each item of a group in
/// braces as a path of its own.
fn paths(text: &str, root: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(root) {
        if !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            path_tree(&text[at + root.len()..], "", &mut found);
        }
    }
    found
}

/// Adds the paths of a tree such as `a::{b, c::d}`, each behind `before`. Gives the rest of the text.
fn path_tree<'a>(mut text: &'a str, before: &str, found: &mut Vec<String>) -> &'a str {
    let mut path = before.to_owned();
    loop {
        if let Some(group) = text.strip_prefix('{') {
            text = group;
            loop {
                text = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
                if text.is_empty() || text.starts_with('}') {
                    return text.strip_prefix('}').unwrap_or(text);
                }
                let rest = path_tree(text, &path, found);
                // The rest of an item that is no path (`a as b`) is skipped.
                text = &rest[rest.find([',', '}']).unwrap_or(rest.len())..];
            }
        }
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '*').unwrap_or(text.len());
        path.push_str(&text[..end]);
        text = &text[end..];
        match text.strip_prefix("::") {
            Some(rest) => {
                path.push_str("::");
                text = rest;
            }
            None => {
                found.push(path);
                return text;
            }
        }
    }
}

#[test]
fn modules_of_core_import_only_downwards() {
    let src = root().join("core/src");
    let layer = |module: &str| LAYERS.iter().position(|l| l.contains(&module));
    let mut seen = 0;
    for path in files(&src, &[".rs"]) {
        let within = path.strip_prefix(&src).expect("below src");
        let module =
            within.components().next().map(|c| c.as_os_str().to_string_lossy().into_owned()).unwrap_or_default();
        let module = module.trim_end_matches(".rs");
        if module == "lib" || within.ends_with("tests.rs") {
            continue;
        }
        let own = layer(module).unwrap_or_else(|| panic!("module `{module}` has no layer: give it one in tidy.rs"));
        for import in imported_modules(&product_code(&path)) {
            if let Some(other) = layer(import) {
                seen += 1;
                assert!(import == module || other < own, "{}: `{module}` must not import `{import}`", within.display());
            }
        }
    }
    assert!(seen > 50, "the test looks at something");
    assert!(!product_code(&src.join("timeline/mod.rs")).contains("crate::chip"), "the timeline knows `base` only");
}

#[test]
fn the_page_talks_to_the_session_only() {
    let mut seen = 0;
    for path in files(&root().join("ui/src"), &[".rs"]) {
        for named in paths(&code(&product_code(&path)), "mcore::") {
            let allowed = ["session", "view", "exercise", "base", "mode", "text"];
            let module = named.split("::").next().unwrap_or_default();
            seen += 1;
            assert!(
                allowed.contains(&module),
                "{}: ui imports only mcore::{{session, view, exercise, base, mode}}: mcore::{named}",
                path.display()
            );
        }
    }
    assert!(seen > 50, "the test looks at something");
}

/// Folders of `core/src/chip`, and the folders whose names may occur in each. So `parts`, which defines the machine, names
/// nothing of `fast`, neither directly nor through `observe`.
const CHIP: [(&str, &[&str]); 5] = [
    ("parts", &["parts", "observe"]),
    ("reference", &["reference", "parts"]),
    ("observe", &["observe", "parts"]),
    ("fast", &["fast", "parts", "observe", "debug"]),
    ("debug", &["debug", "parts", "observe", "fast"]),
];

/// The paths by which a file in a folder of `core/src/chip` names what it must not: another folder, or the facade, which
/// exports names of all folders.
fn forbidden_in_chip(folder: &str, text: &str) -> Vec<String> {
    let allowed = CHIP.iter().find(|(name, _)| *name == folder).map_or(&[] as &[&str], |(_, allowed)| allowed);
    // A visibility names the folder of all folders, but imports nothing.
    let text = code(text).replace("(in crate::chip)", "");
    // Unit tests share the little programs of `chip/tests.rs`.
    let is_allowed = |at: &str| allowed.contains(&at) || at == "tests";
    let whole = paths(&text, "crate::").into_iter().filter(|path| {
        let mut segments = path.split("::");
        segments.next() == Some("chip") && !segments.next().is_some_and(is_allowed)
    });
    // From a file of the folder `super::super` is the facade (or, in a module of unit tests, the folder).
    let upwards = paths(&text, "super::super::").into_iter().map(|path| format!("super::super::{path}"));
    whole.chain(upwards).collect()
}

#[test]
fn the_definition_of_the_chip_does_not_name_its_fast_path() {
    let chip = root().join("core/src/chip");
    for (folder, _) in CHIP {
        let files = files(&chip.join(folder), &[".rs"]);
        assert!(files.len() > 4, "{folder}: the test looks at something");
        for path in files {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let found = forbidden_in_chip(folder, &text);
            assert!(found.is_empty(), "{}: `{folder}` must not name {found:?}", path.display());
        }
    }
    let folders = fs::read_dir(&chip).expect("a folder").flatten().filter(|entry| entry.path().is_dir());
    for entry in folders {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(CHIP.iter().any(|(folder, _)| *folder == name), "chip/{name} has no rule: give it one in tidy.rs");
    }
}

#[test]
fn the_rule_of_the_chip_finds_every_way_to_name_the_fast_path() {
    for text in [
        "use crate::chip::fast::Machine;",
        "use crate::chip::{fast::Machine, parts::Chip};",
        "use crate::{base::Cycle, chip::{fast::burst::{Stop}}};",
        "use crate::chip::Machine;",
        "use crate::chip::{\n    parts::Chip,\n    Machine,\n};",
        "use crate::chip;",
        "use crate::chip::*;",
        "fn f(m: &crate::chip::fast::Machine) {}",
        "use super::super::fast::Machine;",
        "use super::super::Machine;",
        "use crate::chip::debug::Edit;",
    ] {
        assert_eq!(forbidden_in_chip("parts", text).len(), 1, "{text}");
    }
    let fine = "//! Not [`crate::chip::fast`].\nuse super::Spec;\nuse crate::base::{Cycle, Sink};\n\
        use crate::chip::observe::{Event, EventKind}; // crate::chip::fast\nuse crate::chip::parts::reg;";
    assert_eq!(forbidden_in_chip("parts", fine), Vec::<String>::new());
    assert_eq!(forbidden_in_chip("reference", fine), ["chip::observe::Event", "chip::observe::EventKind"]);
}

#[test]
fn core_has_no_clock_no_io_and_no_hash_maps() {
    for path in files(&root().join("core/src"), &[".rs"]) {
        let text = product_code(&path);
        for word in ["std::time", "std::fs", "std::io", "HashMap", "HashSet", "unsafe {"] {
            assert!(!text.contains(word), "{} contains `{word}`", path.display());
        }
    }
}

#[test]
fn no_text_names_a_package_registry_or_an_absolute_path() {
    let hosts = [["registry", ".npmjs"].concat(), ["static", ".crates.io"].concat(), ["deb", ".debian"].concat()];
    let places = [["/", "root/"].concat(), ["/", "home/"].concat(), ["/", "work/"].concat()];
    let endings = [
        ".rs", ".toml", ".md", ".js", ".mjs", ".css", ".html", ".json", ".ftl", ".s", ".sh", ".py", ".yml", "run",
        ".npmrc",
    ];
    for path in files(&root(), &endings) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for word in &hosts {
            assert!(!text.contains(word.as_str()), "{} contains `{word}`", path.display());
        }
        for word in &places {
            // At the beginning of a path, not inside one.
            let inside = |at: usize| text[..at].ends_with(|c: char| c.is_alphanumeric() || "-_.}".contains(c));
            let found = text.match_indices(word.as_str()).any(|(at, _)| !inside(at));
            assert!(!found, "{} contains `{word}`", path.display());
        }
    }
}

#[test]
fn unfinished_markers_do_not_stay() {
    let markers = [["TO", "DO"].concat(), ["FIX", "ME"].concat(), ["XX", "X"].concat()];
    for folder in ["core", "archive", "unpack", "serve", "cli", "ui", "xtask", "tests", "www", "exercises"] {
        for path in files(&root().join(folder), &[".rs", ".js", ".mjs", ".css", ".s", ".toml"]) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            for marker in &markers {
                assert!(!text.contains(marker.as_str()), "{} contains {marker}", path.display());
            }
        }
    }
}

/// The product files outside a mode's own folders and files that name it. No list may grow: a new mode touches as few.
const NAMING: [(&str, &[&str]); 2] = [
    (
        "nsim",
        &[
            "cli/src/args.rs",
            "cli/src/help.rs",
            "cli/src/japanese.rs",
            "cli/src/main.rs",
            "cli/src/man.rs",
            "core/src/lib.rs",
            "core/src/session/mod.rs",
            "core/src/view/mod.rs",
            "ui/Cargo.toml",
            "ui/locales/en.ftl",
            "ui/locales/ja.ftl",
            "ui/src/lib.rs",
            "ui/src/modes.rs",
            "ui/src/pmnet/below.rs",
            "ui/src/pmnet/form.rs",
            "ui/src/pmnet/mod.rs",
            "ui/src/pmnet/results.rs",
            "ui/src/pmnet/stage/mod.rs",
            "ui/src/pmnet/system.rs",
            "ui/src/shell/fields.rs",
            "www/boot/standalone.js",
            "www/index.html",
            "www/modes.json",
            "www/style/pmnet.css",
        ],
    ),
    (
        "pmnet",
        &[
            "cli/src/args.rs",
            "cli/src/japanese.rs",
            "cli/src/main.rs",
            "core/src/lib.rs",
            "core/src/session/mod.rs",
            "core/src/session/protocol.rs",
            "core/src/view/accesses.rs",
            "core/src/view/mod.rs",
            "ui/Cargo.toml",
            "ui/locales/en.ftl",
            "ui/locales/ja.ftl",
            "ui/src/lib.rs",
            "ui/src/modes.rs",
            "www/boot/standalone.js",
            "www/index.html",
            "www/modes.json",
        ],
    ),
];

#[test]
fn few_files_outside_a_mode_name_it() {
    let endings = [".rs", ".toml", ".js", ".mjs", ".html", ".css", ".ftl", ".json"];
    for (mode, known) in NAMING {
        let mut found = Vec::new();
        for path in ["core", "cli", "ui", "www"].iter().flat_map(|folder| files(&root().join(folder), &endings)) {
            let within = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
            let is_product = within.split('/').all(|part| !["tests", "test", "build"].contains(&part));
            if is_product && !within.contains(mode) {
                let text = fs::read_to_string(&path).expect("UTF-8");
                if text.to_lowercase().contains(mode) {
                    found.push(within);
                }
            }
        }
        found.sort();
        assert_eq!(found, known, "files that name `{mode}`");
    }
}
