//! The WebAssembly programs of the page: compiled by Cargo, joined to JavaScript by `wasm-bindgen`, optimised by
//! `wasm-opt`.

use crate::site::dist_step;
use crate::{place, run};
use anyhow::{Context, Result};
use serde_json::Value;
use std::env;
use std::fs;
use std::path::Path;

/// The environment variable with the compiler's options for WebAssembly.
pub const WASM_FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// The target of all programs.
const TARGET: &str = "wasm32-unknown-unknown";

/// The settings of the build in Trunk.toml and index.html, the only description of it, for Trunk and for this program.
pub struct Frame {
    /// The settings for `www/dist/frame.mjs`, as JSON.
    pub settings: String,
    /// The programs of the site.
    programs: Vec<Program>,
    /// The profiles in the workspace's Cargo.toml.
    profiles: toml::Table,
}

/// A program that index.html lists, by an element `<link data-trunk rel="rust">`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Program {
    /// The binary in `ui/Cargo.toml`.
    name: String,
    /// The features of `ui/Cargo.toml` that it needs; no others are on.
    features: String,
    /// Cargo's profile for a release.
    profile: String,
    /// The level of `wasm-opt` in a release, 0 for none.
    level: String,
    /// Whether a worker runs it; if not, it is the page.
    worker: bool,
}

impl Frame {
    /// Reads the files of the checkout.
    ///
    /// # Errors
    ///
    /// A file is missing, or has a setting that this program would not treat as Trunk does.
    pub fn read(root: &Path) -> Result<Self> {
        let text = |path: &str| fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"));
        let manifest: toml::Table = text("Cargo.toml")?.parse().context("Cargo.toml is not TOML")?;
        Ok(Self {
            settings: settings(&text("Trunk.toml")?)?,
            programs: programs(&expanded(&text("www/index.html")?, &modes(&text("www/modes.json")?)?))?,
            profiles: manifest.get("profile").and_then(toml::Value::as_table).cloned().unwrap_or_default(),
        })
    }

    /// The page of a release. It is optimised after it is split (`www/dist/program.mjs`), which needs the names of
    /// functions.
    pub fn page(&self) -> Group {
        self.group(|program| !program.worker, false)
    }

    /// The programs of a release that run in workers and are small, in the profile of the page.
    pub fn small(&self) -> Group {
        self.group(|program| program.worker && self.is_small(program), false)
    }

    /// The other programs of a release that run in workers. Cargo links as many of them at once as there are cores.
    pub fn others(&self) -> Group {
        self.group(|program| program.worker && !self.is_small(program), false)
    }

    fn is_small(&self, program: &Program) -> bool {
        self.programs.iter().any(|page| !page.worker && page.profile == program.profile)
    }

    /// All programs, without optimisation.
    pub fn all(&self) -> Group {
        self.group(|_| true, true)
    }

    /// The programs that `wanted` selects, to be compiled together.
    fn group(&self, wanted: impl Fn(&Program) -> bool, dev: bool) -> Group {
        let mut programs: Vec<Program> = self.programs.iter().filter(|program| wanted(program)).cloned().collect();
        if dev {
            programs.iter_mut().for_each(|program| program.level = "0".to_owned());
        }
        let named = programs.first().map_or("release", |program| &program.profile);
        let profile = if dev { Profile::named("dev") } else { Profile::of(named, &self.profiles) };
        Group { programs, profile }
    }
}

/// A Cargo profile, as a base that others may share and the settings that differ from it.
///
/// Cargo compiles everything again for each profile, even build scripts, macros and packages that two profiles treat
/// identically. So a profile that inherits is used as its base with other settings: then these are compiled once.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Profile {
    /// The profile that is passed to Cargo.
    name: String,
    /// Settings in Cargo's form: `profile.release.package.mcore.opt-level="z"`.
    settings: Vec<String>,
}

impl Profile {
    /// The profile of this name without changed settings.
    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), settings: Vec::new() }
    }

    /// The profile of this name in the table `profiles` of Cargo.toml.
    fn of(name: &str, profiles: &toml::Table) -> Self {
        fn collect(prefix: &str, table: &toml::Table, into: &mut Vec<String>) {
            for (key, value) in table {
                match value {
                    toml::Value::Table(inner) => collect(&format!("{prefix}.{key}"), inner, into),
                    _ if key == "inherits" => {}
                    toml::Value::String(text) => into.push(format!("{prefix}.{key}={text:?}")),
                    other => into.push(format!("{prefix}.{key}={}", serde_json::json!(other))),
                }
            }
        }
        let Some(table) = profiles.get(name).and_then(toml::Value::as_table) else { return Self::named(name) };
        // One step is enough for `release`, which inherits from nothing.
        let Some(base) = table.get("inherits").and_then(toml::Value::as_str) else { return Self::named(name) };
        let mut settings = Vec::new();
        collect(&format!("profile.{base}"), table, &mut settings);
        Self { name: base.to_owned(), settings }
    }

    /// The folder that Cargo uses for it.
    fn folder(&self) -> &str {
        if self.name == "dev" { "debug" } else { &self.name }
    }
}

/// The settings of Trunk.toml that `www/dist/frame.mjs` needs.
fn settings(text: &str) -> Result<String> {
    let file: toml::Table = text.parse().context("Trunk.toml is not TOML")?;
    let build = file.get("build").and_then(toml::Value::as_table).context("Trunk.toml has no [build]")?;
    let mut found = serde_json::Map::new();
    for (key, value) in build {
        let here = match key.as_str() {
            "public_url" | "pattern_script" => {
                found.insert(
                    key.clone(),
                    Value::from(value.as_str().with_context(|| format!("Trunk.toml: {key} is no text"))?),
                );
                true
            }
            // Trunk alone uses the folder of its own result.
            "dist" => true,
            "target" => value.as_str() == Some("www/build/index.html"),
            "filehash" | "locked" | "offline" => value.as_bool() == Some(true),
            "minify" => value.as_str() == Some("never"),
            "pattern_preload" => value.as_str() == Some(""),
            _ => false,
        };
        anyhow::ensure!(
            here,
            "Trunk.toml: `{key}` has a value that has no effect here: teach xtask/src/programs.rs and www/dist/frame.mjs what it does"
        );
    }
    anyhow::ensure!(found.len() == 2, "Trunk.toml must have public_url and pattern_script");
    Ok(Value::Object(found).to_string())
}

/// The modes with a program of their own, which modes.json lists.
fn modes(json: &str) -> Result<Vec<String>> {
    let list: Value = serde_json::from_str(json).context("www/modes.json is not JSON")?;
    serde_json::from_value(list["own"].clone()).context("www/modes.json: `own` must be a list of names")
}

/// index.html with each line that has `{mode}` repeated for each mode, as `www/dist/files.mjs` repeats it.
fn expanded(html: &str, modes: &[String]) -> String {
    let line = |line: &str| match line.contains("{mode}") {
        true => modes.iter().map(|mode| line.replace("{mode}", mode)).collect(),
        false => line.to_owned(),
    };
    html.split_inclusive('\n').map(line).collect()
}

/// The programs that index.html lists.
fn programs(html: &str) -> Result<Vec<Program>> {
    let elements = html.split('<').filter(|element| element.starts_with("link ") && element.contains("rel=\"rust\""));
    let program = |element: &str| {
        let get = |name: &str| Some(element.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0.to_owned());
        Some(Program {
            name: get("data-bin")?,
            features: get("data-cargo-features").filter(|_| element.contains(" data-cargo-no-default-features "))?,
            profile: get("data-cargo-profile-release").unwrap_or_else(|| "release".to_owned()),
            level: get("data-wasm-opt")?,
            worker: get("data-type").is_some_and(|kind| kind == "worker"),
        })
    };
    let found: Option<Vec<Program>> = elements.map(program).collect();
    found.context("www/index.html: a program has no data-bin, no data-wasm-opt, or not its own features only")
}

/// Programs that are compiled together.
pub struct Group {
    programs: Vec<Program>,
    profile: Profile,
}

impl Group {
    /// The names of the programs, for messages.
    fn names(&self) -> String {
        let names: Vec<&str> = self.programs.iter().map(|program| program.name.as_str()).collect();
        names.join(", ")
    }

    /// Compiles the programs.
    pub fn compile(&self) -> Result<()> {
        let mut cargo = run::cargo();
        // `cargo rustc` gives options to the linker of this one program: its dependencies are those of the others.
        let split = self.profile.name != "dev" && self.programs.iter().all(|program| !program.worker);
        cargo.args([
            if split { "rustc" } else { "build" },
            "--locked",
            "--package",
            "mcore-ui",
            "--target",
            TARGET,
            "--profile",
            &self.profile.name,
        ]);
        cargo.args(self.profile.settings.iter().flat_map(|setting| ["--config", setting]));
        cargo.arg("--no-default-features");
        cargo.args(
            self.programs.iter().flat_map(|Program { name, features, .. }| ["--bin", name, "--features", features]),
        );
        if self.profile.name != "dev" {
            // The page is split by the names of functions, and only this form names the types of a generic one.
            let flags = env::var(WASM_FLAGS).unwrap_or_default();
            cargo.env(WASM_FLAGS, format!("{flags} -C symbol-mangling-version=v0").trim());
        }
        if split {
            // `www/dist/split.mjs` has to know which function uses which constants.
            cargo.args(["--", "-C", "link-arg=--emit-relocs"]);
        }
        run::quiet(&format!("compile {}", self.names()), &mut cargo)
    }

    /// Moves Cargo's results from its folder `made` to the folder `site`: `NAME.js` and `NAME_bg.wasm` of each program.
    pub fn join(&self, bindgen: &Path, made: &Path, site: &Path) -> Result<()> {
        for Program { name, level, .. } in &self.programs {
            let wasm = made.join(TARGET).join(self.profile.folder()).join(format!("{name}.wasm"));
            run::quiet(&format!("wasm-bindgen {name}"), run::command(bindgen).arg(&wasm).arg(site))?;
            if level != "0" {
                let (script, wasm) = (site.join(format!("{name}.js")), site.join(format!("{name}_bg.wasm")));
                // The page gets them when it is split.
                run::quiet(&format!("short names {name}"), dist_step("imports.mjs").arg(script).arg(&wasm))?;
                optimise(name, level, &wasm)?;
            }
        }
        Ok(())
    }
}

/// Lets `wasm-opt` fold small offsets into addresses. The linker puts the stack first, and its last kilobyte is never
/// used.
const LOW_MEMORY: &str = "--low-memory-unused";

/// Removes the sections that only tools read.
const STRIP: [&str; 2] = ["--strip-producers", "--strip-target-features"];

/// Passes after the first one for a program whose size matters most: control flow is built anew and made small twice. That
/// saves 3 KB of the C compiler's 452, compressed. Large functions that are called once stay apart, and small
/// ones are inlined, which saves 0.6 KB more.
const SMALLER: [&str; 6] = [
    "--flatten",
    "--rereloop",
    "-Os",
    "-Os",
    "--one-caller-inline-max-function-size=2000",
    "--always-inline-max-function-size=4",
];

/// Optimises a program in place by this level of `wasm-opt`.
pub fn optimise(name: &str, level: &str, wasm: &Path) -> Result<()> {
    let better = wasm.with_extension("better");
    let mut optimiser = run::command(place::root().join("www/node_modules/.bin/wasm-opt"));
    let smaller: &[&str] = if level == "s" { &SMALLER } else { &[] };
    optimiser.args([&format!("-O{level}"), LOW_MEMORY]).args(smaller).args(STRIP).arg(wasm).arg("-o").arg(&better);
    run::quiet(&format!("wasm-opt {name}"), &mut optimiser)?;
    fs::rename(&better, wasm).with_context(|| format!("cannot replace {}", wasm.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn frame() -> Frame {
        Frame::read(&place::root()).expect("the checkout's own files")
    }

    #[test]
    fn a_release_and_a_development_build_hold_every_program_of_the_page() {
        // Cargo makes a program of each.
        let files = fs::read_dir(place::root().join("ui/src/bin")).expect("is there").flatten();
        let files: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
        let listed: BTreeSet<&str> = files.iter().filter_map(|file| file.strip_suffix(".rs")).collect();
        let frame = frame();
        let (page, small, others, all) = (frame.page(), frame.small(), frame.others(), frame.all());
        fn names(group: &Group) -> impl Iterator<Item = &str> {
            group.programs.iter().map(|program| program.name.as_str())
        }
        assert_eq!(names(&page).collect::<Vec<_>>(), ["page"]);
        assert_eq!(names(&small).collect::<Vec<_>>(), ["compiler"]);
        assert_eq!(names(&page).chain(names(&small)).chain(names(&others)).collect::<BTreeSet<_>>(), listed);
        assert_eq!(names(&all).collect::<BTreeSet<_>>(), listed);
        assert!(all.programs.iter().all(|program| program.level == "0"));
    }

    #[test]
    fn the_programs_of_a_group_share_profile_and_get_their_own_features() {
        let frame = frame();
        for group in [frame.page(), frame.small(), frame.others()] {
            // One call of cargo has one profile.
            assert!(group.programs.iter().all(|program| program.profile == group.programs[0].profile));
            assert!(frame.profiles.contains_key(&group.programs[0].profile));
            for Program { name, features, .. } in &group.programs {
                let wanted = match name.as_str() {
                    "page" | "simulator" => name,
                    // It shares its worker's code with the modes.
                    "compiler" => "compiler,modes",
                    _ => "modes",
                };
                assert_eq!(features, wanted);
            }
        }
    }

    #[test]
    fn the_page_is_compiled_in_the_profile_of_the_others_with_other_settings() {
        let frame = frame();
        assert_eq!(frame.others().profile, Profile { name: "release".to_owned(), settings: Vec::new() });
        assert_eq!(frame.small().profile, frame.page().profile);
        let page = frame.page().profile;
        assert_eq!(page.name, "release");
        assert!(page.settings.contains(&r#"profile.release.package.mcore.opt-level="z""#.to_owned()), "{page:?}");
        let profiles =
            "[mine]\ninherits = \"release\"\nlto = true\ncodegen-units = 1\n[mine.package.a-b]\nopt-level = 3\n";
        let Profile { name, mut settings } = Profile::of("mine", &profiles.parse().expect("TOML"));
        settings.sort();
        let expected =
            ["codegen-units=1", "lto=true", "package.a-b.opt-level=3"].map(|text| format!("profile.release.{text}"));
        assert_eq!((name.as_str(), settings.as_slice()), ("release", expected.as_slice()));
    }

    #[test]
    fn a_setting_for_trunk_that_would_have_no_effect_is_an_error() {
        let known =
            "[build]\ntarget = \"www/build/index.html\"\npublic_url = \"./\"\npattern_script = \"{base}{js}\"\n";
        assert_eq!(settings(known).expect("known"), r#"{"pattern_script":"{base}{js}","public_url":"./"}"#);
        for more in ["minify = \"always\"", "filehash = false", "no_sri = true"] {
            let error = settings(&format!("{known}{more}\n")).expect_err(more);
            let key = more.split(' ').next().expect("a key");
            assert!(format!("{error:#}").contains(key), "{error:#}");
        }
        assert!(settings("[build]\n").is_err() && settings("").is_err());
    }

    #[test]
    fn a_line_for_modes_is_repeated_for_each() {
        let modes = modes(r#"{ "own": ["a", "b"] }"#).expect("a list");
        assert_eq!(expanded("1\n{mode}.{mode}\n2", &modes), "1\na.a\nb.b\n2");
        assert!(super::modes(r#"["a"]"#).is_err());
    }

    #[test]
    fn a_program_needs_a_name_and_a_level() {
        let element = |more: &str| format!(r#"<link data-trunk rel="rust" data-bin="a" data-type="worker" {more} />"#);
        let features = r#"data-cargo-no-default-features data-cargo-features="b""#;
        let whole = programs(&element(&format!(r#"{features} data-wasm-opt="3""#))).expect("whole");
        let profile = "release".into();
        assert_eq!(
            whole,
            [Program { name: "a".into(), features: "b".into(), profile, level: "3".into(), worker: true }]
        );
        assert!(programs(&element(features)).is_err());
        assert!(programs(&element(r#"data-cargo-features="b" data-wasm-opt="3""#)).is_err());
    }

    #[test]
    fn the_target_folder_is_where_cargo_says() {
        let folder = place::target().expect("cargo answers");
        assert!(folder.is_absolute());
        // This test was compiled into the same folder.
        assert!(env::current_exe().expect("runs").starts_with(&folder), "{}", folder.display());
    }
}
