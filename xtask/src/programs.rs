//! The WebAssembly programs of the site: compiled by Cargo, joined to JavaScript by `wasm-bindgen`, and for a release
//! optimised by `wasm-opt`.

use crate::site::{Kind, fingerprint_of_files};
use crate::{place, run};
use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The environment variable with the compiler's options for WebAssembly.
pub const WASM_FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// The target of all programs.
const TARGET: &str = "wasm32-unknown-unknown";

/// Cargo's profile for the programs of a release.
const RELEASE: &str = "site";

/// The program that makes the students' editions of the packs; Node.js runs it while the site is built.
pub const EDITION: &str = "edition";

/// The settings of the build in Trunk.toml and index.html, the only description of it, for Trunk and for this program.
pub struct Frame {
    /// The settings for `www/dist/frame.mjs`, as JSON.
    pub settings: String,
    /// The modes with a separate program.
    pub modes: Vec<String>,
    /// The programs of the site.
    programs: Vec<Program>,
}

/// A program that index.html lists, by an element `<link data-trunk rel="rust">`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Program {
    /// The binary in `ui/Cargo.toml`.
    name: String,
    /// The level of `wasm-opt` in a release, 0 for none.
    level: String,
}

impl Frame {
    /// Reads the files of the checkout.
    ///
    /// # Errors
    ///
    /// A file is missing, or has a setting that this program would not treat as Trunk does.
    pub fn read(root: &Path) -> Result<Self> {
        let text = |path: &str| fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"));
        let modes = modes(&text("www/modes.json")?)?;
        Ok(Self {
            settings: settings(&text("Trunk.toml")?)?,
            programs: programs(&expanded(&text("www/index.html")?, &modes))?,
            modes,
        })
    }

    /// The programs of a site, with [`EDITION`].
    pub fn programs(&self, kind: Kind) -> Programs {
        let mut programs = self.programs.clone();
        programs.push(Program { name: EDITION.to_owned(), level: "0".to_owned() });
        if kind == Kind::Quick {
            programs.iter_mut().for_each(|program| program.level = "0".to_owned());
        }
        let profile = match kind {
            Kind::Quick => "quick",
            Kind::Release => RELEASE,
        };
        Programs { programs, profile }
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
            // Only Trunk uses the folder of its result.
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

/// The modes with a separate program, which modes.json lists.
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
        let known = get("data-cargo-profile-release")? == RELEASE;
        known.then_some(Program { name: get("data-bin")?, level: get("data-wasm-opt")? })
    };
    let found: Option<Vec<Program>> = elements.map(program).collect();
    found.context("www/index.html: a program has no data-bin, no data-wasm-opt, or not the profile `site`")
}

/// The programs of a site, which are compiled together.
pub struct Programs {
    programs: Vec<Program>,
    /// Cargo's profile, and the name of its folder.
    profile: &'static str,
}

impl Programs {
    /// The names of the programs.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.programs.iter().map(|program| program.name.as_str())
    }

    /// Compiles the programs.
    pub fn compile(&self) -> Result<()> {
        let mut cargo = run::cargo();
        cargo.args(["build", "--locked", "--target", TARGET, "--profile", self.profile]);
        cargo.args(["--package", "mcore-ui", "--package", "mcore-edition", "--features", "mcore-edition/node"]);
        cargo.args(self.names().flat_map(|name| ["--bin", name]));
        run::quiet(&format!("compile {}", self.names().collect::<Vec<_>>().join(", ")), &mut cargo)
    }

    /// Makes `NAME.js` and `NAME_bg.wasm` of each program in the folder `to`, from Cargo's results in its folder `made`, with
    /// the program `bindgen`. A program that has not changed since the last time is left as it is.
    pub fn join(&self, bindgen: &Path, made: &Path, to: &Path) -> Result<()> {
        fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
        let input = |program: &Program| made.join(TARGET).join(self.profile).join(format!("{}.wasm", program.name));
        let mut changed = Vec::new();
        for program in &self.programs {
            let files = [bindgen.to_path_buf(), input(program), place::root().join("www/package-lock.json")];
            let now = format!("{} {}", program.level, fingerprint_of_files(&files)?);
            let stamp = to.join(format!("{}.stamp", program.name));
            if !fs::read_to_string(&stamp).is_ok_and(|before| before == now) {
                let _ = fs::remove_file(&stamp);
                changed.push((program, stamp, now));
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = changed.iter().map(|(program, ..)| program.name.as_str()).collect();
        let mut join = run::command(bindgen);
        run::quiet(
            &format!("wasm-bindgen {}", names.join(", ")),
            join.arg(to).args(changed.iter().map(|(program, ..)| input(program))),
        )?;
        // Each works on one core.
        run::each_on_a_core(&changed, |(program, stamp, now)| {
            if program.level != "0" {
                optimise(&program.name, &program.level, &to.join(format!("{}_bg.wasm", program.name)))?;
            }
            fs::write(stamp, now).with_context(|| format!("cannot write {}", stamp.display()))
        })
    }

    /// Copies the programs from the folder of [`join`](Self::join) to the folder `site`.
    pub fn copy(&self, from: &Path, site: &Path) -> Result<()> {
        for name in self.names().filter(|name| *name != EDITION) {
            for file in files_of(name) {
                fs::copy(from.join(&file), site.join(&file)).with_context(|| format!("cannot copy {file}"))?;
            }
        }
        Ok(())
    }
}

/// The files of a joined program.
pub fn files_of(name: &str) -> [String; 2] {
    [format!("{name}.js"), format!("{name}_bg.wasm")]
}

/// Lets `wasm-opt` fold small offsets into addresses. The linker puts the stack first, and its last kilobyte is never
/// used.
const LOW_MEMORY: &str = "--low-memory-unused";

/// Removes the sections that only tools read.
const STRIP: [&str; 2] = ["--strip-producers", "--strip-target-features"];

/// Optimises a program in place by this level of `wasm-opt`.
pub fn optimise(name: &str, level: &str, wasm: &Path) -> Result<()> {
    let better = wasm.with_extension("better");
    let mut optimiser = run::command(place::root().join("www/node_modules/.bin/wasm-opt"));
    optimiser.args([&format!("-O{level}"), LOW_MEMORY]).args(STRIP).arg(wasm).arg("-o").arg(&better);
    run::quiet(&format!("wasm-opt {name}"), &mut optimiser)?;
    fs::rename(&better, wasm).with_context(|| format!("cannot replace {}", wasm.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

    fn frame() -> Frame {
        Frame::read(&place::root()).expect("the checkout's own files")
    }

    #[test]
    fn both_sites_hold_every_program_of_the_page_and_that_of_the_editions() {
        // Cargo makes a program of each.
        let files = fs::read_dir(place::root().join("ui/src/bin")).expect("is there").flatten();
        let files: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
        let mut listed: Vec<&str> = files.iter().filter_map(|file| file.strip_suffix(".rs")).collect();
        listed.push(EDITION);
        listed.sort_unstable();
        for kind in [Kind::Quick, Kind::Release] {
            let programs = frame().programs(kind);
            let mut names: Vec<&str> = programs.names().collect();
            names.sort_unstable();
            assert_eq!(names, listed, "{kind:?}");
            let optimised = programs.programs.iter().filter(|program| program.level != "0").count();
            assert_eq!(optimised, if kind == Kind::Quick { 0 } else { names.len() - 1 }, "{kind:?}");
        }
    }

    #[test]
    fn the_profiles_of_both_sites_are_in_the_workspace() {
        let manifest = fs::read_to_string(place::root().join("Cargo.toml")).expect("the workspace");
        let manifest: toml::Table = manifest.parse().expect("TOML");
        for kind in [Kind::Quick, Kind::Release] {
            assert!(manifest["profile"].get(frame().programs(kind).profile).is_some(), "{kind:?}");
        }
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
    fn a_program_needs_a_name_a_level_and_the_profile_of_the_site() {
        let element = |more: &str| format!(r#"<link data-trunk rel="rust" data-bin="a" data-type="worker" {more} />"#);
        let profile = r#"data-cargo-profile-release="site""#;
        let whole = programs(&element(&format!(r#"{profile} data-wasm-opt="3""#))).expect("whole");
        assert_eq!(whole, [Program { name: "a".into(), level: "3".into() }]);
        assert!(programs(&element(profile)).is_err());
        assert!(programs(&element(r#"data-cargo-profile-release="release" data-wasm-opt="3""#)).is_err());
    }

    #[test]
    fn the_target_folder_is_where_cargo_says() {
        let folder = place::target().expect("cargo answers");
        assert!(folder.is_absolute());
        // This test was compiled into the same folder.
        assert!(env::current_exe().expect("runs").starts_with(&folder), "{}", folder.display());
    }
}
