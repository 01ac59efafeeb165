//! The rules of the house that a compiler does not know: who may import whom, and what a text must not hold.

use mcore_tests::root;
use std::fs;
use std::path::{Path, PathBuf};

/// Layers of `core/`, lowest first: a module may import from those in front of it, and from itself.
const LAYERS: [&[&str]; 10] = [
    &["base"],
    &["isa", "mem", "net", "stats", "program"],
    &["startup"],
    &["asm", "elf", "mclib", "mode", "timeline"],
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
    for path in files(&root().join("ui/src"), &[".rs"]) {
        let text = product_code(&path);
        for rest in text.split("mcore::").skip(1) {
            let allowed = ["session", "view", "exercise", "base", "mode", "{", "text"];
            assert!(
                allowed.iter().any(|a| rest.starts_with(a)),
                "{}: ui imports only mcore::{{session, view, exercise, base, mode}}: mcore::{}",
                path.display(),
                &rest[..rest.len().min(20)]
            );
        }
    }
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
            "ui/src/pmnet/stage.rs",
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
