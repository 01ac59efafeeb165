//! What of `exercises/` goes to the site: what a student may see, and nothing else.
//!
//! A list of what is served, not of what is left out: a file with a new name stays at home until somebody decides.

use anyhow::{Context, Result, bail};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path};

/// What was copied, for the build to tell.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Number of packs.
    pub packs: usize,
    /// Number of files in them.
    pub files: usize,
    /// Files that are not part of the layout of a pack and so were left out, apart from solutions.
    pub unknown: Vec<String>,
}

/// How a file of a pack is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Served,
    /// The lecturer's, by its place.
    Withheld,
    /// Nothing we know.
    Unknown,
}

/// The fate of a file, by its path inside its pack.
fn fate(path: &[&str]) -> Fate {
    if path.iter().any(|part| part.eq_ignore_ascii_case("solution") || part.eq_ignore_ascii_case("solutions")) {
        return Fate::Withheld;
    }
    // Editors' and version control's leavings.
    if path.iter().any(|part| part.starts_with('.') || part.ends_with('~')) {
        return Fate::Withheld;
    }
    let by_language = |name: &str, stem: &str| {
        name.strip_prefix(stem)
            .and_then(|rest| rest.strip_suffix(".md"))
            .is_some_and(|rest| matches!(rest, ".ja" | ".en"))
    };
    match path {
        ["pack.toml"] | [_, "exercise.toml"] => Fate::Served,
        [_, name] if by_language(name, "task") || by_language(name, "hints") => Fate::Served,
        // `reference` is the sequential program that the expected result is computed with.
        [_, "start" | "data" | "reference" | "images", _, ..] | ["images", _, ..] => Fate::Served,
        _ => Fate::Unknown,
    }
}

/// Copies the packs in `from` to `to` and writes `to/index.json`:
/// `{"format": 1, "packs": [{"id": "class", "files": ["pack.toml", ...]}]}`, everything sorted.
pub fn copy(from: &Path, to: &Path) -> Result<Copied> {
    let mut copied = Copied::default();
    let mut packs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(from)? {
        let parts: Vec<&str> = path.split('/').collect();
        let [pack, inside @ ..] = parts.as_slice() else { continue };
        if inside.is_empty() {
            continue; // A file beside the packs, such as a README.
        }
        match fate(inside) {
            Fate::Served => {
                let target = to.join(&path);
                let folder = target.parent().expect("a file is in a folder");
                fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
                fs::copy(from.join(&path), &target)
                    .with_context(|| format!("cannot copy exercises/{path} to {}", target.display()))?;
                packs.entry((*pack).to_owned()).or_default().insert(inside.join("/"));
                copied.files += 1;
            }
            Fate::Withheld => {}
            Fate::Unknown => copied.unknown.push(path),
        }
    }
    copied.packs = packs.len();
    let packs: Vec<_> = packs.iter().map(|(id, files)| json!({ "id": id, "files": files })).collect();
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    let index = to.join("index.json");
    fs::write(&index, json!({ "format": 1, "packs": packs }).to_string())
        .with_context(|| format!("cannot write {}", index.display()))?;
    Ok(copied)
}

/// Refuses a finished site in which a solution can be found: by a folder's name, or by a file's content.
pub fn refuse_solutions(exercises: &Path, site: &Path) -> Result<()> {
    let mut solutions = BTreeMap::new();
    for path in files(exercises)? {
        if is_solution(&path) {
            let bytes = fs::read(exercises.join(&path)).with_context(|| format!("cannot read exercises/{path}"))?;
            // Short ones could be equal by chance.
            if bytes.len() >= 64 {
                solutions.insert(bytes, path);
            }
        }
    }
    for path in files(site)? {
        if is_solution(&path) {
            bail!("the site would publish a solution: {path}; mend xtask/src/exercises.rs");
        }
        let bytes = fs::read(site.join(&path)).with_context(|| format!("cannot read {path} of the site"))?;
        if let Some(solution) = solutions.get(&bytes) {
            bail!("the site would publish {path}, which equals exercises/{solution}: change or remove one of them");
        }
    }
    Ok(())
}

/// Whether a path leads through a folder of solutions.
fn is_solution(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    folders.any(|part| part.eq_ignore_ascii_case("solution") || part.eq_ignore_ascii_case("solutions"))
}

/// All files under `folder`, as sorted paths with `/`; empty if there is no such folder.
///
/// Symbolic links are refused: one could lead from a served folder into a solution.
pub fn files(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        if !next.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&next).with_context(|| format!("cannot list {}", next.display()))? {
            let entry = entry.with_context(|| format!("cannot list {}", next.display()))?;
            let path = entry.path();
            let kind = entry.file_type().with_context(|| format!("cannot look at {}", path.display()))?;
            if kind.is_symlink() {
                bail!(
                    "{} is a symbolic link: put the file itself there, links could lead to files that must not be published",
                    path.display()
                );
            } else if kind.is_dir() {
                open.push(path);
            } else {
                let inside = path.strip_prefix(folder).expect("found under the folder");
                let parts: Vec<_> = inside
                    .components()
                    .map(|part| match part {
                        Component::Normal(name) => name.to_str(),
                        _ => None,
                    })
                    .collect::<Option<_>>()
                    .with_context(|| format!("{} has a name that is not UTF-8: rename it", path.display()))?;
                found.push(parts.join("/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The names of the files in `folder` itself, sorted.
pub fn files_here(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
        if entry.path().is_file() {
            names.extend(entry.file_name().into_string().ok());
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::tests::Scratch;

    const LONG: &str = "# A solution that is long enough to be recognised again by its content alone.\n";

    fn pack(scratch: &Scratch) {
        for (path, text) in [
            ("in/README.md", "for lecturers"),
            ("in/class/pack.toml", "id"),
            ("in/class/NOTES.md", "for lecturers"),
            ("in/class/01-a/exercise.toml", "x"),
            ("in/class/01-a/task.ja.md", "x"),
            ("in/class/01-a/hints.en.md", "x"),
            ("in/class/01-a/task.notes.md", "for lecturers"),
            ("in/class/01-a/lecturer.md", "for lecturers"),
            ("in/class/01-a/start/main.s", "x"),
            ("in/class/01-a/start/lib/deep.s", "x"),
            ("in/class/01-a/start/solution/main.s", LONG),
            ("in/class/01-a/start/.main.s.swp", "x"),
            ("in/class/01-a/data/a.bin", "x"),
            ("in/class/01-a/reference/seq.s", "x"),
            ("in/class/01-a/solution/main.s", LONG),
            ("in/class/01-a/Solution/other.s", LONG),
            ("in/class/solutions/all.s", LONG),
        ] {
            scratch.write(path, text);
        }
    }

    #[test]
    fn only_what_a_student_may_see_is_copied() {
        let scratch = Scratch::new("exercises");
        pack(&scratch);
        let copied = copy(&scratch.path("in"), &scratch.path("out")).expect("copies");
        assert_eq!(
            files(&scratch.path("out")).expect("lists"),
            [
                "class/01-a/data/a.bin",
                "class/01-a/exercise.toml",
                "class/01-a/hints.en.md",
                "class/01-a/reference/seq.s",
                "class/01-a/start/lib/deep.s",
                "class/01-a/start/main.s",
                "class/01-a/task.ja.md",
                "class/pack.toml",
                "index.json",
            ]
        );
        assert_eq!((copied.packs, copied.files), (1, 8));
        assert_eq!(copied.unknown, ["class/01-a/lecturer.md", "class/01-a/task.notes.md", "class/NOTES.md"]);
        refuse_solutions(&scratch.path("in"), &scratch.path("out")).expect("no solution in it");

        let index = fs::read_to_string(scratch.path("out/index.json")).expect("an index");
        let index: serde_json::Value = serde_json::from_str(&index).expect("JSON");
        assert_eq!(index["packs"][0]["id"], "class");
        assert_eq!(index["packs"][0]["files"][0], "01-a/data/a.bin");
        assert_eq!(index["packs"][0]["files"].as_array().map(Vec::len), Some(8));
    }

    #[test]
    fn a_solution_in_the_site_is_refused() {
        let scratch = Scratch::new("refuse");
        pack(&scratch);
        scratch.write("by-name/x/solution/main.s", "anything");
        let error = refuse_solutions(&scratch.path("in"), &scratch.path("by-name")).expect_err("by its folder");
        assert!(error.to_string().contains("x/solution/main.s"), "{error}");
        scratch.write("by-content/innocent.s", LONG);
        let error = refuse_solutions(&scratch.path("in"), &scratch.path("by-content")).expect_err("by its content");
        assert!(error.to_string().contains("innocent.s"), "{error}");
    }

    #[test]
    #[cfg(unix)]
    fn links_are_refused() {
        let scratch = Scratch::new("links");
        pack(&scratch);
        std::os::unix::fs::symlink("../solution/main.s", scratch.path("in/class/01-a/start/link.s")).expect("a link");
        let error = copy(&scratch.path("in"), &scratch.path("out")).expect_err("a link");
        assert!(error.to_string().contains("link.s is a symbolic link"), "{error}");
    }

    #[test]
    fn without_exercises_the_index_is_empty() {
        let scratch = Scratch::new("none");
        copy(&scratch.path("in"), &scratch.path("out")).expect("copies nothing");
        assert_eq!(fs::read_to_string(scratch.path("out/index.json")).expect("an index"), r#"{"format":1,"packs":[]}"#);
    }
}
