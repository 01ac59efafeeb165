//! The WebAssembly programs of the page: compiled by Cargo, joined to JavaScript by `wasm-bindgen`, made faster by `wasm-opt`.

use crate::{place, run};
use anyhow::{Context, Result};
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable with the compiler's options for WebAssembly.
pub const WASM_FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// The target of all programs.
const TARGET: &str = "wasm32-unknown-unknown";

/// What Trunk.toml and index.html say of the build. They stay the one description of it, for Trunk and for this program.
pub struct Frame {
    /// The settings for `www/dist/frame.mjs`, as JSON.
    pub settings: String,
    /// The programs of the site.
    programs: Vec<Program>,
}

/// A program that index.html lists, by an element `<link data-trunk rel="rust">`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Program {
    /// The binary in `ui/Cargo.toml`.
    name: String,
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
    /// A file is missing, or says something that this program would not do as Trunk does.
    pub fn read(root: &Path) -> Result<Self> {
        let text = |path: &str| fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"));
        Ok(Self { settings: settings(&text("Trunk.toml")?)?, programs: programs(&text("www/index.html")?)? })
    }

    /// The page of a release. It is optimised after it was split (`www/dist/program.mjs`), which needs the names of functions.
    pub fn page(&self) -> Group {
        Group::new(self.programs.iter().filter(|program| !program.worker), false)
    }

    /// The programs of a release that compute. Cargo links as many of them at once as there are cores.
    pub fn others(&self) -> Group {
        Group::new(self.programs.iter().filter(|program| program.worker), false)
    }

    /// All programs, without optimisation.
    pub fn all(&self) -> Group {
        Group::new(self.programs.iter(), true)
    }
}

/// What `www/dist/frame.mjs` has to know of Trunk.toml.
fn settings(text: &str) -> Result<String> {
    let file: toml::Table = text.parse().context("Trunk.toml is not TOML")?;
    let build = file.get("build").and_then(toml::Value::as_table).context("Trunk.toml has no [build]")?;
    let mut told = serde_json::Map::new();
    for (key, value) in build {
        let here = match key.as_str() {
            "public_url" | "pattern_script" => {
                told.insert(
                    key.clone(),
                    Value::from(value.as_str().with_context(|| format!("Trunk.toml: {key} is no text"))?),
                );
                true
            }
            // The place of Trunk's own result is Trunk's business.
            "dist" => true,
            "target" => value.as_str() == Some("www/index.html"),
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
    anyhow::ensure!(told.len() == 2, "Trunk.toml must have public_url and pattern_script");
    Ok(Value::Object(told).to_string())
}

/// The programs that index.html lists.
fn programs(html: &str) -> Result<Vec<Program>> {
    let elements = html.split('<').filter(|element| element.starts_with("link ") && element.contains("rel=\"rust\""));
    let program = |element: &str| {
        let get = |name: &str| Some(element.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0.to_owned());
        Some(Program {
            name: get("data-bin")?,
            profile: get("data-cargo-profile-release").unwrap_or_else(|| "release".to_owned()),
            level: get("data-wasm-opt")?,
            worker: get("data-type").is_some_and(|kind| kind == "worker"),
        })
    };
    let found: Option<Vec<Program>> = elements.map(program).collect();
    found.context("www/index.html: a program has no data-bin or no data-wasm-opt")
}

/// Programs that are compiled together.
pub struct Group {
    programs: Vec<Program>,
    /// Cargo's profile.
    profile: String,
}

impl Group {
    fn new<'a>(programs: impl Iterator<Item = &'a Program>, dev: bool) -> Self {
        let mut programs: Vec<Program> = programs.cloned().collect();
        if dev {
            programs.iter_mut().for_each(|program| program.level = "0".to_owned());
        }
        let profile =
            if dev { Some("dev".to_owned()) } else { programs.first().map(|program| program.profile.clone()) };
        Self { programs, profile: profile.unwrap_or_default() }
    }

    /// The names of the programs, for messages.
    fn names(&self) -> String {
        let names: Vec<&str> = self.programs.iter().map(|program| program.name.as_str()).collect();
        names.join(", ")
    }

    /// Compiles the programs.
    pub fn compile(&self) -> Result<()> {
        let mut cargo = run::cargo();
        cargo.args(["build", "--locked", "--package", "mcore-ui", "--target", TARGET, "--profile", &self.profile]);
        cargo.args(self.programs.iter().flat_map(|program| ["--bin", &program.name]));
        if self.profile != "dev" {
            // The page is split by the names of functions, and only in this form do they say what a generic one is made for.
            let flags = env::var(WASM_FLAGS).unwrap_or_default();
            cargo.env(WASM_FLAGS, format!("{flags} -C symbol-mangling-version=v0").trim());
        }
        run::quiet(&format!("compile {}", self.names()), &mut cargo)
    }

    /// Puts what Cargo has made in its folder `made` into the folder `site`: `NAME.js` and `NAME_bg.wasm` of each program.
    pub fn join(&self, bindgen: &Path, made: &Path, site: &Path) -> Result<()> {
        for Program { name, level, .. } in &self.programs {
            let wasm = made.join(TARGET).join(folder_of(&self.profile)).join(format!("{name}.wasm"));
            let mut join = run::command(bindgen);
            join.args(["--target=web", "--no-typescript", "--out-name", name, "--out-dir"]).arg(site).arg(&wasm);
            run::quiet(&format!("wasm-bindgen {name}"), &mut join)?;
            if level != "0" {
                optimise(name, level, &site.join(format!("{name}_bg.wasm")))?;
            }
        }
        Ok(())
    }
}

/// Lets `wasm-opt` fold small offsets into addresses. The linker puts the stack first, and nothing comes to its last kilobyte.
const LOW_MEMORY: &str = "--low-memory-unused";

/// Makes a program faster by this level of `wasm-opt`, at its place.
pub fn optimise(name: &str, level: &str, wasm: &Path) -> Result<()> {
    let better = wasm.with_extension("better");
    let mut optimiser = run::command(place::root().join("www/node_modules/.bin/wasm-opt"));
    run::quiet(
        &format!("wasm-opt {name}"),
        optimiser.args([&format!("-O{level}"), LOW_MEMORY]).arg(wasm).arg("-o").arg(&better),
    )?;
    fs::rename(&better, wasm).with_context(|| format!("cannot replace {}", wasm.display()))
}

/// The folder that Cargo gives to a profile.
fn folder_of(profile: &str) -> &str {
    if profile == "dev" { "debug" } else { profile }
}

/// Where Cargo puts what it makes: `target/`, or where settings and variables of the user want it.
pub fn target_folder() -> Result<PathBuf> {
    let text = run::output(run::cargo().args(["metadata", "--format-version=1", "--no-deps", "--offline", "--locked"]))
        .context("`cargo metadata --no-deps --offline --locked` failed: run it by hand to see why")?;
    let metadata: Value = serde_json::from_str(&text).context("`cargo metadata` printed no JSON")?;
    let folder = metadata["target_directory"].as_str().context("`cargo metadata` names no target_directory")?;
    Ok(PathBuf::from(folder))
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
        let text = fs::read_to_string(place::root().join("ui/Cargo.toml")).expect("is there");
        let manifest: toml::Table = text.parse().expect("TOML");
        let listed = manifest["bin"].as_array().expect("programs").iter().filter_map(|bin| bin["name"].as_str());
        let listed: BTreeSet<&str> = listed.collect();
        let frame = frame();
        let (page, others, all) = (frame.page(), frame.others(), frame.all());
        fn names(group: &Group) -> impl Iterator<Item = &str> {
            group.programs.iter().map(|program| program.name.as_str())
        }
        assert_eq!(names(&page).collect::<Vec<_>>(), ["page"]);
        assert_eq!(names(&page).chain(names(&others)).collect::<BTreeSet<_>>(), listed);
        assert_eq!(names(&all).collect::<BTreeSet<_>>(), listed);
        assert!(all.programs.iter().all(|program| program.level == "0"));
    }

    #[test]
    fn the_profiles_are_those_of_the_workspace() {
        let text = fs::read_to_string(place::root().join("Cargo.toml")).expect("is there");
        let manifest: toml::Table = text.parse().expect("TOML");
        let frame = frame();
        for group in [frame.page(), frame.others(), frame.all()] {
            assert!(manifest["profile"].get(&group.profile).is_some(), "{}", group.profile);
            // One call of cargo has one profile.
            assert!(group.profile == "dev" || group.programs.iter().all(|program| program.profile == group.profile));
        }
    }

    #[test]
    fn a_setting_for_trunk_that_would_have_no_effect_is_an_error() {
        let known = "[build]\ntarget = \"www/index.html\"\npublic_url = \"./\"\npattern_script = \"{base}{js}\"\n";
        assert_eq!(settings(known).expect("known"), r#"{"pattern_script":"{base}{js}","public_url":"./"}"#);
        for more in ["minify = \"always\"", "filehash = false", "no_sri = true"] {
            let error = settings(&format!("{known}{more}\n")).expect_err(more);
            let key = more.split(' ').next().expect("a key");
            assert!(format!("{error:#}").contains(key), "{error:#}");
        }
        assert!(settings("[build]\n").is_err() && settings("").is_err());
    }

    #[test]
    fn a_program_needs_a_name_and_a_level() {
        let worker = r#"<link data-trunk rel="rust" data-bin="a" data-type="worker" data-wasm-opt="3" />"#;
        let program = Program { name: "a".into(), profile: "release".into(), level: "3".into(), worker: true };
        assert_eq!(programs(worker).expect("whole"), [program]);
        assert!(programs(r#"<link data-trunk rel="rust" data-bin="a" />"#).is_err());
    }

    #[test]
    fn the_target_folder_is_where_cargo_says() {
        let folder = target_folder().expect("cargo answers");
        assert!(folder.is_absolute());
        // This test was compiled into it.
        assert!(env::current_exe().expect("runs").starts_with(&folder), "{}", folder.display());
    }
}
