//! `cargo xtask build`: the whole site, ready for any static server, at its root or under a folder.
//!
//! There are two. The *quick* site (`cargo xtask serve`) is ready soon after a change. The *release* (`cargo xtask dist`, `cargo xtask
//! build --release`) is small and fast.

use crate::programs::{self, EDITION, Frame};
use crate::{docs, exercises, first, licences, place, run, setup};
use anyhow::{Context, Result};
use mcore_messages::fluent::{LANGUAGES, Locales};
use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::channel;
use std::time::Instant;

/// The two sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Programs without optimisation across packages and without `wasm-opt`: built quickly, again and again.
    Quick,
    /// Small and fast: for students.
    Release,
}

impl Kind {
    /// The folder that holds the finished site.
    pub fn folder(self) -> PathBuf {
        match self {
            Self::Quick => self.work().join("site"),
            Self::Release => place::root().join("dist"),
        }
    }

    /// Its name in paths.
    fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Release => "release",
        }
    }

    /// The folder for intermediate results.
    fn work(self) -> PathBuf {
        place::work().join(self.name())
    }
}

/// Options of `build` and `serve`.
#[derive(clap::Args, Default)]
#[group(skip)] // `serve` has these options too, and two groups of one name are an error.
pub struct Options {
    /// The release: takes minutes to build, is small and fast
    #[arg(long)]
    pub release: bool,
    /// Build even if nothing has changed
    #[arg(long)]
    pub force: bool,
}

impl Options {
    /// The site that is meant.
    pub fn kind(&self) -> Kind {
        if self.release { Kind::Release } else { Kind::Quick }
    }
}

/// The inputs of the site besides the tools: files and folders of the checkout.
const INPUTS: [&str; 18] = [
    ".cargo/config.toml",
    "Cargo.toml",
    "Cargo.lock",
    "Trunk.toml",
    "rust-toolchain.toml",
    "core",
    "archive",
    "unpack",
    "cc",
    "edition",
    "ui",
    "www",
    "assets",
    "exercises",
    "docs",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "xtask/src",
];

/// Environment variables that change the compiler's output.
const VARIABLES: [&str; 4] = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", programs::WASM_FLAGS];

/// Said while another build has the folder.
const WAITING: &str = "waiting for another build of the site";

/// Builds the site and says where it is.
pub fn run(options: &Options) -> Result<()> {
    build(options.kind(), options.force)?;
    println!("The site is in {}", options.kind().folder().display());
    Ok(())
}

/// Builds a site, if anything has changed since the last time, or if `force` is true.
pub fn build(kind: Kind, force: bool) -> Result<()> {
    let started = Instant::now();
    // First, to find a failure of the set-up before anything takes long.
    setup::node()?;
    setup::wasm_target()?;
    let (root, work, site) = (place::root(), kind.work(), kind.folder());
    // One build at a time in a checkout; the second one then finds nothing left to do.
    let _lock = place::lock(&work, WAITING)?;

    let inputs = fingerprint(&root)?;
    let stamp = work.join("stamp");
    if !force
        && fs::read_to_string(&stamp)
            .is_ok_and(|text| fingerprint_of_folder(&site).is_ok_and(|site| text == format!("{inputs} {site}")))
    {
        setup::npm_packages("www", "the editor and wasm-opt")?;
        eprintln!("Nothing has changed; {} is up to date.", site.display());
        return Ok(());
    }
    let _ = fs::remove_file(&stamp);
    run::take_steps();

    // The site is put together beside its folder and then moved at once, so a server of it never sees half a site.
    let next = work.join("next");
    remove_folder(&next)?;
    fs::create_dir_all(&next).with_context(|| format!("cannot make {}", next.display()))?;
    let (joined, _joined) = compile(&root, kind, &next)?;
    let editions = work.join("packs");
    remove_folder(&editions)?;
    run::quiet(
        "students' editions of the packs",
        dist_step("editions.mjs")
            .args(programs::files_of(EDITION).map(|file| joined.join(file)))
            .args([root.join("exercises"), editions.clone()]),
    )?;
    let copied = exercises::copy(&editions, &next.join("exercises"))?;
    for path in exercises::unknown(&root.join("exercises"))? {
        eprintln!("  note: exercises/{path} is not part of the layout of a pack and does not go to the site");
    }
    copy_files(&root.join("assets/examples"), &next.join("examples"))?;
    copy_files(&root.join("assets/help"), &next.join("help"))?;
    write_library(&root.join("core/lib"), &next.join("help/library.json"))?;
    first::write(&next)?;
    let documents = docs::write(&root, &next)?;
    fs::write(next.join("licences.txt"), licences::collect(&root)?).context("cannot write licences.txt")?;
    exercises::refuse_solutions(&root.join("exercises"), &next)?;
    exercises::refuse_answers(&next)?;
    run::quiet("first page, hashes and service worker", dist_step("finish.mjs").arg(&next))?;

    remove_folder(&site)?;
    fs::rename(&next, &site).with_context(|| format!("cannot move {} to {}", next.display(), site.display()))?;
    // The inputs as they were before the build: a change during it must lead to the next build.
    fs::write(&stamp, format!("{inputs} {}", fingerprint_of_folder(&site)?))
        .with_context(|| format!("cannot write {}", stamp.display()))?;
    if kind == Kind::Release {
        run::open(dist_step("sizes.mjs").arg(&site))?;
    }
    eprintln!(
        "Built the site in {:.1} s: exercise packs: {}, files in them: {}; documents: {}, source files shown: {}; {} in all.",
        started.elapsed().as_secs_f64(),
        copied.packs,
        copied.files,
        documents.documents,
        documents.sources,
        size(&site)?
    );
    eprint!("{}", run::table_of_steps(&run::take_steps(), started.elapsed()));
    Ok(())
}

/// Does everything that takes long: makes the frame and the programs in the folder `site`. Returns the locked folder that keeps the
/// programs. It is in Cargo's target folder, as their inputs are, so the next build finds those that have not changed, also in another
/// checkout with the same target folder.
///
/// It uses two lanes, because compiling large packages, linking and `wasm-opt` leave a core free for much of their time.
fn compile(root: &Path, kind: Kind, site: &Path) -> Result<(PathBuf, File)> {
    let made = &place::target()?;
    let joined = &made.join("programs").join(kind.name());
    let lock = place::lock(joined, WAITING)?;
    let frame = Frame::read(root)?;
    let programs = frame.programs(kind);
    let (tool, ready) = channel();
    let compiled = &programs;
    run::side_by_side(
        move || {
            run::quiet("fetch the crates of Cargo.lock", run::cargo().args(["fetch", "--locked"]))?;
            compiled.compile()?;
            compiled.join(&run::wait_for::<PathBuf>(&ready)?, made, joined)
        },
        move || {
            setup::npm_packages("www", "the editor and wasm-opt")?;
            run::quiet("editor and styles", run::command("node").current_dir(root.join("www")).arg("build.mjs"))?;
            write_messages(root, &frame.modes)?;
            run::quiet("index.html and its files", dist_step("frame.mjs").arg(site).arg(&frame.settings))?;
            // If there is no receiver, the other lane has failed and reports why.
            let _ = tool.send(setup::bindgen()?);
            Ok(())
        },
    )?;
    programs.copy(joined, site)?;
    Ok((joined.clone(), lock))
}

/// Writes the messages of each page into the folder that holds the frame's other files.
fn write_messages(root: &Path, modes: &[String]) -> Result<()> {
    let locales = Locales::read(&root.join("ui/locales"), modes).map_err(anyhow::Error::msg)?;
    for page in locales.pages() {
        for lang in LANGUAGES {
            let file = root.join("www/build").join(format!("{page}_{lang}.txt"));
            fs::write(&file, locales.packed(page, lang)).with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    Ok(())
}

/// Writes the C library as one file, for students who read it: headers and units with their comments, which the compiler's copy lacks.
/// The names are those of the line map (`cc/src/library.rs`).
fn write_library(library: &Path, file: &Path) -> Result<()> {
    let mut texts = Vec::new();
    for (folder, prefix) in [("include", ""), ("c", "lib/")] {
        let folder = library.join(folder);
        for path in exercises::files(&folder)? {
            let text = fs::read_to_string(folder.join(&path)).with_context(|| format!("cannot read {path}"))?;
            texts.push(serde_json::json!({ "name": format!("{prefix}{path}"), "text": text }));
        }
    }
    fs::write(file, serde_json::Value::from(texts).to_string())
        .with_context(|| format!("cannot write {}", file.display()))
}

/// Copies files that the page reads by their path: the example programs with their pictures, and help for texts of C.
fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for path in exercises::files(from)? {
        let target = to.join(&path);
        let folder = target.parent().expect("a file is in a folder");
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        fs::copy(from.join(&path), &target).with_context(|| format!("cannot copy {path}"))?;
    }
    Ok(())
}

/// A script of `www/dist`, which works on a finished site.
pub fn dist_step(script: &str) -> Command {
    let mut node = run::command("node");
    node.current_dir(place::root().join("www")).arg(format!("dist/{script}"));
    node
}

/// A number that changes with every input of the site.
fn fingerprint(root: &Path) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    run::output(run::command("rustc").arg("-vV")).hash(&mut hasher);
    VARIABLES.map(std::env::var_os).hash(&mut hasher);
    for input in INPUTS {
        hash_path(&root.join(input), input, &mut hasher)?;
    }
    // This finds a broken link in a document before anything is built.
    for input in docs::inputs(root)? {
        hash_path(&root.join(&input), &input, &mut hasher)?;
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// A number that changes with the contents of these files.
pub fn fingerprint_of_files(files: &[PathBuf]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for file in files {
        fs::read(file).with_context(|| format!("cannot read {}", file.display()))?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// A number that changes with the names and contents of the files in `folder`.
fn fingerprint_of_folder(folder: &Path) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    hash_path(folder, "", &mut hasher)?;
    Ok(format!("{:016x}", hasher.finish()))
}

/// Feeds a file, or a folder with all its contents, to `hasher`; generated files are left out.
fn hash_path(path: &Path, name: &str, hasher: &mut DefaultHasher) -> Result<()> {
    let context = || format!("cannot read {}", path.display());
    name.hash(hasher);
    if path.is_dir() {
        let mut names = Vec::new();
        for entry in fs::read_dir(path).with_context(context)? {
            names.push(entry.with_context(context)?.file_name());
        }
        names.sort();
        for name in names {
            if matches!(name.to_str(), Some("node_modules" | "target" | "build"))
                && path.file_name().is_some_and(|folder| folder == "www")
            {
                continue;
            }
            hash_path(&path.join(&name), &name.to_string_lossy(), hasher)?;
        }
        "end".hash(hasher);
    } else if path.is_file() {
        fs::read(path).with_context(context)?.hash(hasher);
    }
    Ok(())
}

/// Removes a folder, if it is there.
pub fn remove_folder(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The size of all files in `folder`, for display.
fn size(folder: &Path) -> Result<String> {
    let mut bytes = 0;
    for file in exercises::files(folder)? {
        bytes += fs::metadata(folder.join(file)).context("cannot look at a file of the site")?.len();
    }
    Ok(format!("{} KB", bytes.div_ceil(1000)))
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A folder for one test, removed when dropped.
    pub struct Scratch(PathBuf);

    impl Scratch {
        pub fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("mcore-lab-xtask-{}-{name}", std::process::id()));
            remove_folder(&folder).expect("it can be removed");
            fs::create_dir_all(&folder).expect("it can be made");
            Self(folder)
        }

        pub fn path(&self, inside: &str) -> PathBuf {
            self.0.join(inside)
        }

        pub fn write(&self, inside: &str, text: &str) {
            let path = self.path(inside);
            fs::create_dir_all(path.parent().expect("inside the scratch folder")).expect("folders can be made");
            fs::write(path, text).expect("files can be written");
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = remove_folder(&self.0);
        }
    }

    #[test]
    fn fingerprints_see_contents_names_and_places() {
        let scratch = Scratch::new("fingerprint");
        let now = || fingerprint_of_folder(&scratch.path("")).expect("readable");
        let mut seen = vec![now()];
        let mut change = |what: &str| {
            let next = now();
            assert!(!seen.contains(&next), "{what} was not seen");
            seen.push(next);
        };
        scratch.write("a", "1");
        change("a new file");
        scratch.write("a", "2");
        change("a new content");
        scratch.write("b/a", "2");
        change("a new folder");
        fs::rename(scratch.path("a"), scratch.path("c")).expect("moves");
        change("a new name");
        fs::rename(scratch.path("b/a"), scratch.path("b-a")).expect("moves");
        change("a new place");
        scratch.write("www/x", "1");
        change("a new file in www");
        let before = now();
        scratch.write("www/node_modules/x", "1");
        scratch.write("www/build/x", "1");
        assert_eq!(before, now(), "things that are made do not count");
    }
}
