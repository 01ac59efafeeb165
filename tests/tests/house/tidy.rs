//! The rules of the house that a compiler does not know: who may import whom, and what a text must not hold.

use super::names::{module, paths, product};
use mcore_tests::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Layers, lowest first: a module may use those of the layers before its own, and itself. A room may be a folder in folders
/// (`modes/chip/panels`); the longest name counts. `modes/*` is every mode except the chip, which has its own rooms.
type Layers = &'static [&'static [&'static str]];

/// The packages below `core/` that are no modes, each with the packages that it may use. The compiler refuses a package that
/// `Cargo.toml` does not list; this list keeps the list in `Cargo.toml` short.
const PACKAGES: [(&str, &[&str]); 8] = [
    ("base", &[]),
    ("cpu", &["base"]),
    ("net", &["base"]),
    ("mode", &["base"]),
    ("ranks", &["base"]),
    ("topology", &["base"]),
    ("toolchain", &["base", "cpu", "ranks"]),
    ("machine", &["base", "cpu", "net", "ranks", "toolchain"]),
];

/// The packages that a mode may use. That of the chip may use its machine too.
const OF_A_MODE: [&str; 7] = ["base", "cpu", "mode", "net", "ranks", "toolchain", "topology"];

/// Layers of the folders of `core/base`. The names at its root are below them.
const BASE: Layers = &[&["packs", "stats", "timeline"]];

/// Layers of `core/chip`. The names at its root are those of the machine, which is below them.
const CHIP: Layers = &[&["check"], &["exercise", "noc"], &["view"], &["session"]];

/// Layers of every other mode.
const MODE: Layers = &[&["model"], &["view"], &["exercise"], &["session"]];

pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
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

/// The text of a file without its unit tests, which may use everything.
fn product_code(path: &Path) -> String {
    product(&fs::read_to_string(path).expect("UTF-8"))
}

/// The paths of a text, joined by `::`, that start with `root`; without it.
fn paths_from(text: &str, module: &[String], root: &str) -> Vec<String> {
    let paths = paths(text, module).into_iter().filter(|path| path[0] == root);
    paths.map(|path| path[1..].join("::")).collect()
}

/// The layer of a room.
fn layer(layers: Layers, room: &str) -> Option<usize> {
    let named = |name: &str| layers.iter().position(|layer| layer.contains(&name));
    let of_a_mode = || {
        let (mode, rest) = room.strip_prefix("modes/").map(|path| path.split_once('/').unwrap_or((path, "")))?;
        if mode == "chip" { None } else { named(format!("modes/*/{rest}").trim_end_matches('/')) }
    };
    named(room).or_else(of_a_mode)
}

/// The room of a module: the longest of its first folders that `layers` name, else its first folder.
fn room(layers: Layers, module: &[String]) -> String {
    let start = |length: usize| module.iter().take(length).map(String::as_str).collect::<Vec<_>>().join("/");
    [3, 2].map(start).into_iter().find(|name| layer(layers, name).is_some()).unwrap_or_else(|| start(1))
}

/// The names of its crate that a text in `module` uses and that are not below it: modules of the same layer or of higher ones,
/// names that are no module, and the crate as a whole, since a new name of it would reach everything. `root` says which names at the
/// root of the package may be used although they are no module.
fn upward(layers: Layers, root: fn(&str) -> bool, module: &[String], text: &str) -> Vec<String> {
    let layer = |room: &str| layer(layers, room);
    let own = room(layers, module);
    let own_layer = layer(&own).unwrap_or_else(|| panic!("module `{own}` has no layer: give it one in tidy.rs"));
    let is_wrong = |path: &String| {
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        let other = room(layers, &path);
        other != own && !root(&other) && layer(&other).is_none_or(|other| other >= own_layer)
    };
    paths_from(text, module, "crate").into_iter().filter(is_wrong).collect()
}

/// Asks every file below `src` for what it uses of higher layers.
fn hold_layers(src: &Path, layers: Layers, root: fn(&str) -> bool, is_checked: impl Fn(&str) -> bool) {
    let (mut seen, mut wrong) = (0, Vec::new());
    for path in files(src, &[".rs"]) {
        let within = path.strip_prefix(src).expect("below src");
        let module = module(within);
        let is_test = within.ends_with("tests.rs") || within.iter().any(|part| part == "tests");
        if is_test || !module.first().is_some_and(|first| is_checked(first)) {
            continue;
        }
        let text = product_code(&path);
        seen += paths_from(&text, &module, "crate").len();
        wrong.extend(upward(layers, root, &module, &text).iter().map(|name| format!("{}: {name}", within.display())));
    }
    assert!(seen > 10, "the test looks at something: {seen} in {}", src.display());
    assert!(wrong.is_empty(), "these names are not of lower layers:\n{}", wrong.join("\n"));
}

/// Names at the root of a package that only export what is below it: no module may use them.
fn none(_: &str) -> bool {
    false
}

/// True for a name at the root of a package that is no folder.
fn is_at_the_root(folders: Layers, name: &str) -> bool {
    !["", "*"].contains(&name) && !folders.iter().any(|layer| layer.contains(&name))
}

#[test]
fn modules_of_core_import_only_downwards() {
    let core = root().join("core");
    hold_layers(&core.join("base/src"), BASE, |name| is_at_the_root(BASE, name), |first| layer(BASE, first).is_some());
    hold_layers(&core.join("chip/src"), CHIP, |name| is_at_the_root(CHIP, name), |_| true);
    for mode in modes().iter().filter(|mode| *mode != "chip") {
        hold_layers(&core.join(mode).join("src"), MODE, none, |_| true);
    }
}

#[test]
fn packages_of_core_use_only_packages_below_them() {
    let used = |package: &str| {
        let text = fs::read_to_string(root().join("core").join(package).join("Cargo.toml")).expect("a package");
        let file: toml::Table = text.parse().expect("TOML");
        let names = file["dependencies"].as_table().expect("a table").keys().cloned();
        names.filter_map(|name| name.strip_prefix("mcore-").map(str::to_owned)).collect::<Vec<_>>()
    };
    for (package, allowed) in PACKAGES {
        assert_eq!(used(package), allowed, "{package}");
    }
    for mode in modes() {
        let is_wrong = |name: &String| !OF_A_MODE.contains(&name.as_str()) && (mode != "chip" || name != "machine");
        let wrong: Vec<_> = used(mode).into_iter().filter(is_wrong).collect();
        assert!(wrong.is_empty(), "core/{mode} must not use {wrong:?}");
    }
    // Every package is known here.
    let folders = fs::read_dir(root().join("core")).expect("a folder").flatten();
    for entry in folders.filter(|entry| entry.path().join("Cargo.toml").is_file()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let known = PACKAGES.iter().any(|(package, _)| *package == name) || modes().contains(&name);
        assert!(known, "core/{name} has no rule: give it one in tidy.rs");
    }
}

/// Layers of `ui/src`.
const UI: Layers = &[
    &["i18n", "rest"],
    &["fmt"],
    &["paint"],
    &["widgets"],
    &["shell"],
    &["modes/chip/compiler"],
    &["modes/chip/link", "modes/chip/pictures", "modes/chip/worker"],
    &["modes/chip/catalog", "modes/chip/markdown"],
    &["modes/chip/gallery", "modes/chip/share"],
    &["modes/chip/paint"],
    // The state of the chip's page.
    &["modes/chip/store"],
    &["modes/chip/persist", "modes/chip/editor"],
    &["modes/chip/reference"],
    &["modes/chip/keys"],
    &["modes/*", "modes/chip/panels"],
    &["modes/chip/app"],
    &["modes/chip", "modes"],
];

#[test]
fn modules_of_the_page_import_only_downwards() {
    // A program of `bin` only starts a mode.
    hold_layers(&root().join("ui/src"), UI, none, |first| first != "bin");
}

/// Layers of `cli/src`. Only `modes` names the modes, and only `verbs` all verbs.
const CLI: Layers = &[
    &["help", "japanese", "lang", "progress", "standard", "text"],
    &["failure"],
    &["args", "interrupt", "output"],
    &["man", "report"],
    &["input", "study", "table"],
    // Kinds of exercises: a mode may have its own, `pack` and `grade` work with any.
    &["kind"],
    &["grade", "pack"],
    &["modes/*", "modes/chip"],
    // A program of one mode through another one.
    &["through"],
    &["modes"],
    &["verbs"],
];

#[test]
fn modules_of_the_command_import_only_downwards() {
    hold_layers(&root().join("cli/src"), CLI, none, |_| true);
}

/// Layers of `cc/src`: the passes of the compiler are in the order in which a text passes through them.
const CC: Layers = &[
    &["absent", "float", "library", "names", "order"],
    &["ir", "source"],
    &["diag", "kept", "mir", "opt", "reach", "token", "types"],
    &["isel", "lex", "options", "regalloc", "tree"],
    &["emit", "literal", "sema"],
    &["lint", "lower", "pp"],
    &["parse"],
    &["front"],
    &["debug"],
    &["compile"],
];

#[test]
fn modules_of_the_compiler_import_only_downwards() {
    hold_layers(&root().join("cc/src"), CC, none, |_| true);
}

#[test]
fn the_rule_of_layers_finds_every_path_upwards() {
    let found = |layers: Layers, module: &[&str], text: &str| {
        let module: Vec<String> = module.iter().map(|&part| part.to_owned()).collect();
        upward(layers, none, &module, &product(text))
    };
    for text in [
        "use crate::session::Session;",
        "use crate::{model::Run, session::{Session}};",
        "use crate::{\n    session as s,\n};",
        "use super::super::session::Session;",
        "use crate as all;",
        "use crate::*;",
        "use super::super as all;",
        "fn f(session: &crate::session::Session) {}",
        "mod inner { use super::super::super::session; }",
        "macro_rules! m { () => { $crate::session::Session }; }",
        "#[cfg(test)]\nmod tests;\nuse crate::session::Session;",
        // The facade at the root exports names of all layers.
        "use crate::TcaPlan;",
        "use super::super::TcaPlan;",
    ] {
        assert_eq!(found(MODE, &["view", "words"], text).len(), 1, "{text}");
    }
    let fine = "//! Not [`crate::session`].\nuse crate::model::Run; // crate::session\nuse super::Picture;\nuse mcore_base::Cycle;\n\
        const S: &str = \"crate::session\";\n#[cfg(test)]\nmod tests { use crate::session::Session; }\npub(in crate::session) fn f() {}";
    assert_eq!(found(MODE, &["view", "words"], fine), Vec::<String>::new());
    let of_chip = |text: &str| upward(CHIP, |name| is_at_the_root(CHIP, name), &["check".to_owned()], text);
    assert_eq!(of_chip("use crate::{Chip, view::Node};"), ["view::Node"]);
    let of_base =
        |module: &str, text: &str| upward(BASE, |name| is_at_the_root(BASE, name), &[module.to_owned()], text);
    assert_eq!(of_base("timeline", "use crate::{Cycle, text, stats::Series}; use crate::*;"), ["stats::Series", "*"]);
}

/// The modules of the simulator that the page uses.
const FACADE: [&str; 7] =
    ["base", "mode", "packs", "text", "modes::chip::session", "modes::chip::view", "modes::chip::exercise"];

/// The names by which a text of the page goes past [`FACADE`].
fn past_the_facade(text: &str) -> Vec<String> {
    let is_wrong = |path: &String| {
        let own = |mode: &String| {
            // The modules of these modes are private, except for the model; the rest is what their facade exports.
            let rest = path.strip_prefix("modes::").and_then(|path| path.strip_prefix(mode.as_str()));
            mode != "chip" && rest.is_some_and(|rest| rest.starts_with("::") && !rest.starts_with("::model"))
        };
        let known =
            |name: &&str| path.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
        !FACADE.iter().any(known) && !modes().iter().any(own)
    };
    paths_from(text, &[], "mcore").into_iter().filter(is_wrong).collect()
}

#[test]
fn the_page_talks_to_the_session_only() {
    let mut seen = 0;
    for path in files(&root().join("ui/src"), &[".rs"]) {
        let text = product_code(&path);
        seen += paths_from(&text, &[], "mcore").len();
        let found = past_the_facade(&text);
        assert!(found.is_empty(), "{}: ui uses only {FACADE:?} of mcore: {found:?}", path.display());
    }
    assert!(seen > 50, "the test looks at something");
}

#[test]
fn the_rule_of_the_page_finds_every_way_past_the_session() {
    for text in [
        "use mcore::modes::chip::Machine;",
        "use mcore::modes::{chip::Machine, chip::session::Session};",
        "use mcore::modes::nsim::model::Machine;",
        "use ::mcore::{base::{Cycle}, modes::chip};",
        "use mcore as simulator;",
        "use mcore::*;",
        "fn f() { mcore::modes::chip::f() }",
    ] {
        assert_eq!(past_the_facade(text).len(), 1, "{text}");
    }
    assert_eq!(
        past_the_facade("use mcore::{base::Cycle, modes::chip::session, modes::nsim::NsimPlan}; mod chip;"),
        Vec::<String>::new()
    );
}

/// Folders of `core/machine`, and the folders whose names may occur in each. So `parts`, which defines the machine, names no
/// other folder.
const MACHINE: [(&str, &[&str]); 5] = [
    ("parts", &["parts"]),
    ("reference", &["reference", "parts"]),
    ("observe", &["observe", "parts"]),
    ("fast", &["fast", "parts", "observe", "debug"]),
    ("debug", &["debug", "parts", "observe", "fast"]),
];

/// The paths by which a module in a folder of the machine names what it must not: another folder, or the facade at the root, which
/// exports names of all folders.
fn forbidden_in_machine(module: &[String], text: &str) -> Vec<String> {
    let folder = module.first().map_or("", String::as_str);
    let allowed = MACHINE.iter().find(|(name, _)| *name == folder).map_or(&[] as &[&str], |(_, allowed)| allowed);
    let found = paths_from(text, module, "crate").into_iter().filter(|path| {
        let first = path.split("::").next().unwrap_or_default();
        // Unit tests share the little programs of `tests.rs`.
        !allowed.contains(&first) && first != "tests"
    });
    found.collect()
}

#[test]
fn the_definition_of_the_machine_does_not_name_its_fast_path() {
    let machine = root().join("core/machine/src");
    for (folder, _) in MACHINE {
        let files = files(&machine.join(folder), &[".rs"]);
        assert!(files.len() > 4, "{folder}: the test looks at something");
        for path in files {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let within = path.strip_prefix(&machine).expect("below the folder");
            let found = forbidden_in_machine(&module(within), &text);
            assert!(found.is_empty(), "{}: `{folder}` must not name {found:?}", path.display());
        }
    }
    let folders = fs::read_dir(&machine).expect("a folder").flatten().filter(|entry| entry.path().is_dir());
    for entry in folders {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(
            MACHINE.iter().any(|(folder, _)| *folder == name),
            "machine/{name} has no rule: give it one in tidy.rs"
        );
    }
}

#[test]
fn the_rule_of_the_machine_finds_every_path_to_the_fast_path() {
    let parts = ["parts", "router"].map(str::to_owned);
    for text in [
        "use crate::fast::Machine;",
        "use crate::{fast::Machine, parts::Chip};",
        "use crate::{parts::Chip, fast::burst::{Stop}};",
        "use crate::Machine;",
        "use crate::{\n    parts::Chip,\n    Machine,\n};",
        "use crate::*;",
        "fn f(m: &crate::fast::Machine) {}",
        "use super::super::fast::Machine;",
        "use super::super::Machine;",
        "use crate::debug::Edit;",
        "use crate::observe::Tally;",
        "use crate as all;",
        "mod tests { use super::super::super::fast::Machine; }",
        "use super::super as chip;",
    ] {
        assert_eq!(forbidden_in_machine(&parts, text).len(), 1, "{text}");
    }
    let fine = "//! Not [`crate::fast`].\nuse super::Spec;\nuse mcore_base::{Cycle, Sink};\n\
        use crate::parts::{Event, EventKind}; // crate::fast";
    assert_eq!(forbidden_in_machine(&parts, fine), Vec::<String>::new());
    let reference = ["reference", "router"].map(str::to_owned);
    assert_eq!(forbidden_in_machine(&reference, fine), Vec::<String>::new());
    let events = "use crate::observe::{Chain, Tally};";
    assert_eq!(forbidden_in_machine(&reference, events), ["observe::Chain", "observe::Tally"]);
}

#[test]
fn core_has_no_clock_no_io_and_no_hash_maps() {
    for path in files(&root().join("core"), &[".rs"]) {
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

/// The packages with a folder for each mode, `src/modes/<mode>`. In `core/` each mode is a package.
const OF_MODES: [&str; 2] = ["ui", "cli"];

/// All modes: the chip and those of `www/modes.json`.
fn modes() -> &'static [String] {
    static MODES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let text = fs::read_to_string(root().join("www/modes.json")).expect("the list of the modes");
        let list: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let own = list["own"].as_array().expect("a list").iter().map(|mode| mode.as_str().expect("a name").to_owned());
        std::iter::once("chip".to_owned()).chain(own).collect()
    });
    &MODES
}

/// The mode that a file belongs to, if it is one's own. The rest of the product is shared.
fn mode_of(path: &str) -> Option<&str> {
    let of_core = path.strip_prefix("core/");
    let of_others = path.split_once("/src/modes/").filter(|(package, _)| OF_MODES.contains(package));
    let mode = of_core.or(of_others.map(|(_, within)| within))?.split_once('/')?.0;
    modes().iter().any(|known| known == mode).then_some(mode)
}

/// The names of other modes in the file at `path`: paths that lead into another one's files, or that have a segment which
/// starts with the name of one, such as `session::NsimPlan`.
fn of_other_modes(path: &str, text: &str) -> Vec<String> {
    let Some(own) = mode_of(path) else { return Vec::new() };
    let Some((package, within)) = path.split_once("/src/") else { return Vec::new() };
    let is_other = |path: &Vec<String>| {
        let file = match path[0].as_str() {
            "crate" => format!("{package}/src/{}/", path[1..].join("/")),
            "mcore" => format!("core/{}/", path[1..].join("/").trim_start_matches("modes/")),
            _ => return false,
        };
        let by_place = mode_of(&file).is_some_and(|mode| mode != own);
        let begins = |segment: &String, mode: &str| segment.to_lowercase().starts_with(mode);
        let by_name = modes().iter().any(|mode| mode != own && path[1..].iter().any(|s| begins(s, mode)));
        by_place || by_name
    };
    paths(text, &module(Path::new(within))).into_iter().filter(is_other).map(|path| path.join("::")).collect()
}

#[test]
fn modes_never_name_each_other() {
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    for path in OF_MODES.iter().flat_map(|package| files(&root().join(package).join("src"), &[".rs"])) {
        let within = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
        let package = within.split('/').next().expect("a first part").to_owned();
        seen.extend(mode_of(&within).map(|mode| (package, mode.to_owned())));
        let found = of_other_modes(&within, &product_code(&path));
        wrong.extend(found.into_iter().map(|name| format!("{within}: {name}")));
    }
    assert!(wrong.is_empty(), "modes must not know each other:\n{}", wrong.join("\n"));
    let all = modes().iter().flat_map(|mode| OF_MODES.map(|package| (package.to_owned(), mode.clone())));
    let gone: Vec<_> = all.filter(|place| !seen.contains(place)).collect();
    assert!(gone.is_empty(), "these modes of www/modes.json have no folder in these packages: {gone:?}");
}

#[test]
fn the_rule_of_modes_finds_every_way_to_name_another() {
    for (path, text) in [
        ("ui/src/modes/pmnet/mod.rs", "use crate::modes::nsim::Stage;"),
        ("ui/src/modes/pmnet/mod.rs", "use crate::modes::chip::store::Theme;"),
        ("ui/src/modes/nsim/mod.rs", "use mcore::modes::nsim::NsimPlan; use mcore::modes::pmnet::PmnetPlan;"),
        ("ui/src/modes/chip/panels/mod.rs", "use mcore::modes::nsim::NsimPlan;"),
        ("cli/src/modes/nsim/mod.rs", "use mcore::modes::chip::Machine;"),
        ("cli/src/modes/nsim/mod.rs", "use crate::modes::pmnet::args;"),
    ] {
        assert_eq!(of_other_modes(path, text).len(), 1, "{path}: {text}");
    }
    for (path, text) in [
        ("ui/src/modes/pmnet/mod.rs", "use crate::shell::page; use mcore::modes::pmnet::PmnetPlan;"),
        ("cli/src/modes/mod.rs", "pub use nsim::Nsim; pub use crate::modes::pmnet::args;"),
    ] {
        assert_eq!(of_other_modes(path, text), Vec::<String>::new(), "{path}: {text}");
    }
}

/// Files that take a program of one mode through another, so they name both.
const JOINING: [&str; 1] = ["cli/src/through.rs"];

/// The product files outside a mode's own folders and files that name it, the same for every mode except the chip: a new mode
/// touches these ("Add a mode" in CONTRIBUTING.md). The list must not grow.
const NAMING: [&str; 5] =
    ["cli/src/modes/mod.rs", "core/Cargo.toml", "core/src/modes.rs", "ui/src/modes/mod.rs", "www/modes.json"];

/// Whether a text contains the name of a mode: at the start of a word, or of a part of a name in `CamelCase`. Short names also
/// occur within other words.
fn names_mode(text: &str, mode: &str) -> bool {
    text.to_ascii_lowercase().match_indices(mode).any(|(at, _)| {
        let is_part = text[at..].starts_with(|c: char| c.is_ascii_uppercase());
        text[..at]
            .chars()
            .next_back()
            .is_none_or(|before| !before.is_alphanumeric() || (is_part && before.is_lowercase()))
    })
}

#[test]
fn names_of_modes_are_found_in_texts() {
    for text in ["tca", "mode-tca", "#/tca", "TcaPlan", "startTca(x)", "\"tca\"", "of_tca", "TCA"] {
        assert!(names_mode(text, "tca"), "{text}");
    }
    for text in ["TestCase", "testcase", "TESTCASE", "scatca"] {
        assert!(!names_mode(text, "tca"), "{text}");
    }
}

#[test]
fn few_files_outside_a_mode_name_it() {
    let folders = ["core", "cli", "ui", "www", "xtask", "archive", "unpack", "serve"];
    let endings = [".rs", ".toml", ".js", ".mjs", ".html", ".css", ".ftl", ".json"];
    let own = modes().iter().filter(|mode| *mode != "chip");
    for mode in own.clone() {
        let mut found = Vec::new();
        for path in folders.iter().flat_map(|folder| files(&root().join(folder), &endings)) {
            let within = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
            let is_product = within.split('/').all(|part| !["tests", "test", "build"].contains(&part));
            if is_product && mode_of(&within).is_none() && !within.contains(mode.as_str()) {
                let text = fs::read_to_string(&path).expect("UTF-8");
                if names_mode(&text, mode) {
                    found.push(within);
                }
            }
        }
        found.retain(|file| !JOINING.contains(&file.as_str()));
        found.sort();
        assert_eq!(found, NAMING, "files that name `{mode}`");
    }
    assert!(own.count() >= 2, "the test looks at something");
}
