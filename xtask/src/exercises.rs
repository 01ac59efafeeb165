//! Copies the part of `exercises/` that a student may see to the site, and nothing else.
//!
//! It lists the files that are served, not those that are left out, so a file with a new name is not published by
//! accident.

use anyhow::{Context, Result, bail};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path};
use toml::Value;

/// The number of copied files, for the report of the build.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Number of packs.
    pub packs: usize,
    /// Number of files in them.
    pub files: usize,
}

/// How a file of a pack is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Served,
    /// The lecturer's, by its place.
    Withheld,
    /// Not part of the layout of a pack.
    Unknown,
}

/// The fate of a file, by its path inside its pack.
fn fate(path: &[&str]) -> Fate {
    if path.iter().any(|part| part.eq_ignore_ascii_case("solution") || part.eq_ignore_ascii_case("solutions")) {
        return Fate::Withheld;
    }
    // Left behind by editors and version control.
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
        [_, name] if by_language(name, "lecturer") => Fate::Withheld,
        // `reference` is the sequential program that computes the expected result.
        [_, "start" | "start.ja" | "data" | "reference" | "images", _, ..] | ["images", _, ..] => Fate::Served,
        _ => Fate::Unknown,
    }
}

/// Copies the packs in `from` to `to` and writes their indexes, `to/index.json` for the first page and `to/index-<kind>.json` for each
/// other kind of exercises:
/// `{"format": 1, "packs": [{"id": "class", "title": {...}, "exercises": [{"folder": "matmul", "title": {...},
/// "nodes": "4x4", "editable": ["matmul.s"]}], "files": ["pack.toml", ...]}]}`. Packs are in the order of `packs.toml`,
/// followed by those that it does not name; exercises are in the order of their pack.
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
            Fate::Withheld | Fate::Unknown => {}
        }
    }
    copied.packs = packs.len();
    let order = order_of_packs(from)?;
    let mut packs: Vec<_> = packs.into_iter().collect();
    packs.sort_by_key(|(id, _)| order.iter().position(|o| o == id).unwrap_or(order.len()));
    let packs = packs.iter().map(|(id, files)| entry(&from.join(id), id, files)).collect::<Result<Vec<_>>>()?;
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for (name, packs) in by_kind(&packs) {
        let index = to.join(&name);
        fs::write(&index, json!({ "format": 1, "packs": packs }).to_string())
            .with_context(|| format!("cannot write {}", index.display()))?;
    }
    Ok(copied)
}

/// Files of the packs in `from` that are not part of the layout of a pack and so do not go to the site, except
/// solutions.
pub fn unknown(from: &Path) -> Result<Vec<String>> {
    let all = files(from)?.into_iter();
    let unknown = |path: &String| {
        let inside: Vec<&str> = path.split('/').skip(1).collect();
        !inside.is_empty() && fate(&inside) == Fate::Unknown
    };
    Ok(all.filter(unknown).collect())
}

/// The packs in the order in which they are offered.
fn order_of_packs(exercises: &Path) -> Result<Vec<String>> {
    let path = exercises.join("packs.toml");
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let listed = table(&path)?.remove("packs").and_then(|list| list.try_into().ok());
    listed.with_context(|| format!("{} needs a list `packs` of names of folders", path.display()))
}

/// The names of the indexes and their entries. Each page fetches only the index of its kind of exercises; that of the first page
/// has the packs without exercises too.
fn by_kind(packs: &[Json]) -> BTreeMap<String, Vec<Json>> {
    let exercises = |pack: &Json| pack["exercises"].as_array().cloned().unwrap_or_default();
    let name = |exercise: &Json| match exercise["kind"].as_str() {
        None | Some("chip") => "index.json".to_owned(),
        Some(kind) => format!("index-{kind}.json"),
    };
    let mut found = BTreeMap::from([("index.json".to_owned(), Vec::new())]);
    for pack in packs {
        let mut own: BTreeMap<String, Vec<Json>> = BTreeMap::new();
        for exercise in exercises(pack) {
            own.entry(name(&exercise)).or_default().push(exercise);
        }
        if own.is_empty() {
            own.insert("index.json".to_owned(), Vec::new());
        }
        for (index, listed) in &own {
            let others: Vec<String> = own
                .iter()
                .filter(|(other, _)| *other != index)
                .flat_map(|(_, exercises)| exercises)
                .filter_map(|exercise| Some(format!("{}/", exercise["folder"].as_str()?)))
                .collect();
            let mut entry = pack.clone();
            entry["exercises"] = json!(listed);
            // A page offers every exercise among the files, listed or not.
            if let Some(files) = entry["files"].as_array_mut() {
                let is_other = |file: &str| others.iter().any(|folder| file.starts_with(folder));
                files.retain(|file| file.as_str().is_none_or(|file| !is_other(file)));
            }
            found.entry(index.clone()).or_default().push(entry);
        }
    }
    found
}

/// The index entry of a pack: enough to offer its exercises by name before any is opened, and to show one before the
/// session has read it.
fn entry(folder: &Path, id: &str, files: &BTreeSet<String>) -> Result<Json> {
    let mut pack = table(&folder.join("pack.toml"))?;
    let listed: Vec<String> = pack.remove("exercises").and_then(|list| list.try_into().ok()).unwrap_or_default();
    let mut exercises = Vec::new();
    for name in listed.iter().filter(|name| files.contains(&format!("{name}/exercise.toml"))) {
        let mut exercise = table(&folder.join(name).join("exercise.toml"))?;
        let mut entry = json!({ "folder": name, "title": exercise.remove("title") });
        if let Some(kind) = exercise.get("kind") {
            entry["kind"] = json!(kind);
        }
        for (section, key) in [("machine", "nodes"), ("files", "editable"), ("files", "read_only")] {
            if let Some(value) = exercise.get(section).and_then(|section| section.get(key)) {
                entry[key] = json!(value);
            }
        }
        exercises.push(entry);
    }
    Ok(json!({ "id": id, "title": pack.remove("title"), "exercises": exercises, "files": files }))
}

/// A TOML file.
fn table(path: &Path) -> Result<toml::Table> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    text.parse().with_context(|| format!("{} is not TOML", path.display()))
}

/// Refuses a finished site that contains a solution, by a folder's name or by a file's content.
pub fn refuse_solutions(exercises: &Path, site: &Path) -> Result<()> {
    let mut solutions = BTreeMap::new();
    for path in files(exercises)? {
        if is_solution(&path) {
            let bytes = fs::read(exercises.join(&path)).with_context(|| format!("cannot read exercises/{path}"))?;
            // Short files could be equal by chance.
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

/// Refuses a finished site that reveals an answer of a hidden case, or more than the name of a withheld one.
pub fn refuse_answers(site: &Path) -> Result<()> {
    for path in files(site)?.into_iter().filter(|path| path.ends_with("/exercise.toml")) {
        let exercise = table(&site.join(&path))?;
        for case in exercise.get("case").and_then(Value::as_array).into_iter().flatten() {
            if let Some(what) = answer_in(case) {
                let name = case.get("name").and_then(|name| name.get("en")).and_then(Value::as_str).unwrap_or("?");
                bail!("the site would publish `{what}` of the case \"{name}\" in {path}: mend edition/src/lib.rs");
            }
        }
    }
    Ok(())
}

/// The key of a case that reveals a hidden answer, if there is one.
fn answer_in(case: &Value) -> Option<String> {
    let key_of =
        |keys: &[&str], table: &Value| keys.iter().find(|key| table.get(**key).is_some()).map(|key| (*key).to_owned());
    // Of a hidden case of other kinds only name, size and points are given.
    if case.get("visible").and_then(Value::as_bool) == Some(false) {
        return key_of(&["matrix", "expect", "table", "given", "machine", "prepare"], case);
    }
    match case.get("visibility").and_then(Value::as_str).unwrap_or("visible") {
        "visible" => None,
        "hidden" => case.get("expect").and_then(Value::as_array).into_iter().flatten().find_map(|expect| {
            let by_console = expect.get("console").and_then(|console| key_of(&["exact", "trimmed", "regex"], console));
            // The reference's result is no secret: a reader who has it and the input can run it.
            let is_given = |equals: &&Value| equals.as_str() != Some("reference") && equals.get("digest").is_none();
            let by_memory = expect.get("memory").and_then(|memory| memory.get("equals")).filter(is_given);
            by_console.or(by_memory.map(|_| "equals".to_owned()))
        }),
        _ => key_of(&["input", "expect", "seed"], case),
    }
}

/// Whether a path passes through a folder of solutions.
fn is_solution(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    folders.any(|part| part.eq_ignore_ascii_case("solution") || part.eq_ignore_ascii_case("solutions"))
}

/// All files under `folder`, as sorted paths with `/`; empty if there is no such folder.
///
/// Symbolic links are refused: one could lead from a served folder to a solution.
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
            ("in/packs.toml", "packs = [\"tutorial\", \"class\"]"),
            ("in/also/pack.toml", ""),
            ("in/tutorial/pack.toml", ""),
            ("in/class/pack.toml", "title.en = \"Class\"\ntitle.ja = \"授業\"\nexercises = [\"02-b\", \"01-a\"]"),
            ("in/class/02-b/exercise.toml", "title.en = \"B\"\ntitle.ja = \"乙\""),
            ("in/class/NOTES.md", "for lecturers"),
            ("in/class/01-a/exercise.toml", "title.en = \"A\"\ntitle.ja = \"甲\""),
            ("in/class/01-a/task.ja.md", "x"),
            ("in/class/01-a/hints.en.md", "x"),
            ("in/class/01-a/task.notes.md", "for lecturers"),
            ("in/class/01-a/lecturer.md", "for lecturers"),
            ("in/class/01-a/lecturer.ja.md", "for lecturers"),
            ("in/class/01-a/start/main.s", "x"),
            ("in/class/01-a/start.ja/main.s", "x"),
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
    fn an_index_has_the_files_of_its_kind_alone() {
        let packs = [json!({
            "id": "p",
            "exercises": [{ "folder": "a" }, { "folder": "b", "kind": "quiz" }],
            "files": ["pack.toml", "a/exercise.toml", "ab/exercise.toml", "b/exercise.toml", "b/task.en.md"],
        })];
        let found = by_kind(&packs);
        assert_eq!(found["index.json"][0]["files"], json!(["pack.toml", "a/exercise.toml", "ab/exercise.toml"]));
        assert_eq!(
            found["index-quiz.json"][0]["files"],
            json!(["pack.toml", "ab/exercise.toml", "b/exercise.toml", "b/task.en.md"])
        );
    }

    #[test]
    fn only_what_a_student_may_see_is_copied() {
        let scratch = Scratch::new("exercises");
        pack(&scratch);
        let copied = copy(&scratch.path("in"), &scratch.path("out")).expect("copies");
        assert_eq!(
            files(&scratch.path("out")).expect("lists"),
            [
                "also/pack.toml",
                "class/01-a/data/a.bin",
                "class/01-a/exercise.toml",
                "class/01-a/hints.en.md",
                "class/01-a/reference/seq.s",
                "class/01-a/start.ja/main.s",
                "class/01-a/start/lib/deep.s",
                "class/01-a/start/main.s",
                "class/01-a/task.ja.md",
                "class/02-b/exercise.toml",
                "class/pack.toml",
                "index.json",
                "tutorial/pack.toml",
            ]
        );
        assert_eq!((copied.packs, copied.files), (3, 12));
        assert_eq!(
            unknown(&scratch.path("in")).expect("lists"),
            ["class/01-a/lecturer.md", "class/01-a/task.notes.md", "class/NOTES.md"]
        );
        refuse_solutions(&scratch.path("in"), &scratch.path("out")).expect("no solution in it");

        let index = fs::read_to_string(scratch.path("out/index.json")).expect("an index");
        let index: Json = serde_json::from_str(&index).expect("JSON");
        let ids: Vec<_> = index["packs"].as_array().expect("a list").iter().map(|p| p["id"].as_str()).collect();
        assert_eq!(ids, [Some("tutorial"), Some("class"), Some("also")], "as packs.toml has them, then the others");
        let class = &index["packs"][1];
        assert_eq!(class["title"]["ja"], "授業");
        assert_eq!(class["exercises"][0]["folder"], "02-b", "the order of pack.toml");
        assert_eq!(class["exercises"][1]["title"]["en"], "A");
        assert_eq!(class["files"][0], "01-a/data/a.bin");
        assert_eq!(class["files"].as_array().map(Vec::len), Some(10));
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
    fn a_hidden_answer_in_the_site_is_refused() {
        let refused = |visibility: &str, inside: &str| {
            let scratch = Scratch::new("answers");
            let case = format!("[[case]]\nname.en = \"C\"\nvisibility = \"{visibility}\"\n{inside}");
            scratch.write(
                "exercises/p/e/exercise.toml",
                &format!("[[case]]\nname.en = \"A\"\n[[case.expect]]\nmemory.equals = [1]\n{case}"),
            );
            refuse_answers(&scratch.path("")).err().map(|e| e.to_string())
        };
        for (inside, key) in [
            ("[[case.expect]]\nhalted = true\n[[case.expect]]\nmemory = { symbol = \"A\", equals = [352] }", "equals"),
            ("[[case.expect]]\nmemory = { symbol = \"A\", equals = { file = \"data/y.bin\" } }", "equals"),
            ("[[case.expect]]\nconsole = { exact = \"352\" }", "exact"),
            ("[[case.expect]]\nconsole = { trimmed = \"352\" }", "trimmed"),
            ("[[case.expect]]\nconsole = { regex = \"352\" }", "regex"),
        ] {
            let why = refused("hidden", inside).unwrap_or_else(|| panic!("{inside}"));
            assert!(why.contains(&format!("`{key}` of the case \"C\" in exercises/p/e/exercise.toml")), "{why}");
            assert_eq!(refused("visible", inside), None);
        }
        assert!(refused("withheld", "seed = 3").is_some_and(|why| why.contains("`seed`")));
        assert!(
            refused("visible", "visible = false\nmatrix.pattern = \"ring\"")
                .is_some_and(|why| why.contains("`matrix`"))
        );
        assert_eq!(refused("visible", "visible = false\nranks = 16"), None);
        for fine in [
            "[[case.expect]]\nmemory = { symbol = \"A\", equals = \"reference\" }",
            "[[case.expect]]\nmemory = { symbol = \"A\", equals = { digest = \"00\", salt = \"00\" } }",
            "[[case.expect]]\nconsole = { digest = \"00\", salt = \"00\" }",
            "[[case.expect]]\nwithheld = true",
        ] {
            assert_eq!(refused("hidden", fine), None);
        }
        assert_eq!(refused("withheld", ""), None);
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
