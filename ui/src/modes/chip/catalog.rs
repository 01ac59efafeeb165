//! The exercise packs: those that the site serves, fetched from `exercises/index.json` beside the page, and those that
//! the user adds.

use crate::shell::wire::error_text;
use js_sys::Promise;
use mcore::base::{SourceFile, Text};
use mcore::modes::chip::exercise::{PackFile, read_pack, split_hints};
use mcore::modes::chip::session::{ExerciseView, MachineOptions, Rules};
use mcore_archive::{Limits, from_its_top, is_zip, unpack};
use serde::Deserialize;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// All packs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Catalog {
    /// The packs, in the order in which they are offered.
    pub packs: Vec<Pack>,
}

/// One pack.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Pack {
    /// Folder of the pack below `exercises/`.
    pub id: String,
    /// Its title, if the site's list has it.
    #[serde(default)]
    pub title: Option<Text>,
    /// Its exercises in the order in which they are offered, if the site's list has them.
    #[serde(default)]
    pub exercises: Vec<Listed>,
    /// Every file of the pack, by its path within it.
    pub files: Vec<String>,
    /// The contents of the files, if they need not be fetched.
    #[serde(skip)]
    pub contents: Option<Rc<Vec<PackFile>>>,
}

/// The facts about an exercise that are known before it is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Listed {
    /// Its folder in the pack.
    pub folder: String,
    /// Its title.
    #[serde(default)]
    pub title: Option<Text>,
    /// Columns and rows of its machine: `4x4`.
    #[serde(default)]
    pub nodes: Option<String>,
    /// The start files that the student may change.
    #[serde(default)]
    pub editable: Vec<String>,
    /// The other start files.
    #[serde(default)]
    pub read_only: Vec<String>,
}

impl Pack {
    /// The pack in a `.zip` file.
    pub fn from_archive(bytes: &[u8]) -> Result<Self, Text> {
        if !is_zip(bytes) {
            return Err(mcore::text!("this is not a .zip file", ".zip ファイルではありません"));
        }
        Self::from_files(unpack(bytes, Limits::PACK)?)
    }

    /// The pack in a folder.
    pub fn from_folder(mut files: Vec<PackFile>) -> Result<Self, Text> {
        files.sort_by(|a, b| a.name.cmp(&b.name));
        Self::from_files(files)
    }

    fn from_files(files: Vec<PackFile>) -> Result<Self, Text> {
        let contents = from_its_top(files);
        let info = read_pack(&contents).map_err(|e| e.text())?;
        let files = contents.iter().map(|f| f.name.clone()).collect();
        let exercises = info.exercises.into_iter().map(|folder| Listed { folder, ..Listed::default() }).collect();
        Ok(Self { id: info.id, title: Some(info.title), exercises, files, contents: Some(Rc::new(contents)) })
    }

    /// Folders of the exercises in the pack; those not listed are last.
    pub fn exercises(&self) -> impl Iterator<Item = &str> {
        let listed = |folder: &str| self.exercises.iter().any(|e| e.folder == folder);
        let others = self.files.iter().filter_map(|f| f.strip_suffix("/exercise.toml")).filter(move |f| !listed(f));
        self.exercises.iter().map(|e| e.folder.as_str()).chain(others)
    }

    /// The title of the exercise in that folder, if it is known.
    pub fn title_of(&self, folder: &str) -> Option<&Text> {
        self.exercises.iter().find(|e| e.folder == folder)?.title.as_ref()
    }

    /// A preview of an exercise from its files, before the session has read them: statement, hints and programs, so
    /// that a student can read and write while the simulator is still loading. `None` if the site's list does not have
    /// enough of it.
    pub fn preview(&self, folder: &str, files: &[PackFile]) -> Option<ExerciseView> {
        let listed = self.exercises.iter().find(|e| e.folder == folder)?;
        let text = |name: &str| {
            let path = format!("{folder}/{name}");
            let file = files.iter().find(|f| f.name == path)?;
            Some(String::from_utf8_lossy(&file.bytes).replace("\r\n", "\n"))
        };
        let programs = listed.editable.iter().chain(&listed.read_only);
        let start = programs.map(|name| Some(SourceFile { name: name.clone(), text: text(&format!("start/{name}"))? }));
        let start: Vec<SourceFile> = start.collect::<Option<_>>()?;
        let hints = text("hints.en.md").zip(text("hints.ja.md")).map_or_else(Vec::new, |(en, ja)| {
            split_hints(&en).into_iter().zip(split_hints(&ja)).map(|(en, ja)| Text { en, ja }).collect()
        });
        let nodes = listed.nodes.as_deref().and_then(|nodes| {
            let (width, height) = nodes.split_once('x')?;
            Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
        });
        let standard = MachineOptions::default();
        let (width, height) = nodes.unwrap_or((standard.width, standard.height));
        Some(ExerciseView {
            id: format!("{}/{folder}", self.id),
            pack_title: self.title.clone()?,
            pack_version: String::new(),
            title: listed.title.clone()?,
            statement: Text { en: text("task.en.md")?, ja: text("task.ja.md")? },
            hints,
            start: (!start.is_empty()).then_some(start)?,
            read_only: listed.read_only.clone(),
            machine: MachineOptions { width, height, ..standard },
            rules: Rules::default(),
            points: 0,
        })
    }

    /// The first exercise as `pack/folder`.
    pub fn first(&self) -> Option<String> {
        self.exercises().next().map(|e| format!("{}/{e}", self.id))
    }
}

impl Catalog {
    /// All exercises as `pack/folder`.
    pub fn ids(&self) -> impl Iterator<Item = String> + '_ {
        self.packs.iter().flat_map(|p| p.exercises().map(move |e| format!("{}/{e}", p.id)))
    }

    /// The exercise to open first: the wanted one if it exists, else the paper's assignment, else any.
    pub fn first(&self, wanted: Option<&str>) -> Option<String> {
        let ids: Vec<_> = self.ids().collect();
        [wanted, Some("class/matmul")]
            .into_iter()
            .flatten()
            .find(|w| ids.iter().any(|id| id == w))
            .map(str::to_owned)
            .or_else(|| ids.first().cloned())
    }

    /// Splits `pack/folder` into the pack and the folder, if both exist.
    pub fn find<'a>(&'a self, id: &'a str) -> Option<(&'a Pack, &'a str)> {
        let (pack, folder) = id.split_once('/')?;
        let pack = self.packs.iter().find(|p| p.id == pack)?;
        pack.exercises().any(|e| e == folder).then_some((pack, folder))
    }
}

/// Fetches the list of packs.
pub async fn fetch_catalog() -> Result<Catalog, String> {
    let bytes = fetch_bytes("exercises/index.json").await?;
    serde_json::from_slice(&bytes).map_err(|e| format!("exercises/index.json: {e}"))
}

/// The files that [`mcore::modes::chip::session::Command::OpenExercise`] needs: `pack.toml` and all files of one exercise.
pub async fn fetch_exercise(pack: &Pack, folder: &str) -> Result<Vec<PackFile>, String> {
    let inside = format!("{folder}/");
    let wanted = |name: &str| name == "pack.toml" || name.starts_with(&inside);
    if let Some(contents) = &pack.contents {
        return Ok(contents.iter().filter(|f| wanted(&f.name)).cloned().collect());
    }
    // All are requested before any is awaited.
    let names = pack.files.iter().filter(|f| wanted(f));
    let asked: Vec<_> = names.map(|name| (name, ask(format!("exercises/{}/{name}", pack.id)))).collect();
    let mut files = Vec::new();
    for (name, asked) in asked {
        files.push(PackFile { name: name.clone(), bytes: asked.await? });
    }
    Ok(files)
}

#[wasm_bindgen]
extern "C" {
    /// The bytes of a file of the site, by its address beside the page: fetched, or taken from the single file.
    #[wasm_bindgen(js_namespace = mcoreBoot, js_name = bytes, catch)]
    fn bytes_of(address: &str) -> Result<Promise, JsValue>;
}

/// Requests the bytes at an address; the request is in flight before the future is awaited.
fn ask(address: String) -> impl Future<Output = Result<Vec<u8>, String>> {
    let asked = bytes_of(&address).map(JsFuture::from);
    async move {
        let bytes = match asked {
            Ok(bytes) => bytes.await,
            Err(error) => Err(error),
        };
        let bytes = bytes.map_err(|error| format!("{address}: {}", error_text(&error)))?;
        Ok(js_sys::Uint8Array::new(&bytes).to_vec())
    }
}

/// Fetches the file at an address relative to the document's base. Other servers are never contacted: the policy of the
/// page forbids it, and an exercise must not reveal to a third party who works on it.
pub async fn fetch_bytes(address: &str) -> Result<Vec<u8>, String> {
    let lower = address.to_ascii_lowercase();
    if lower.starts_with("//")
        || lower.starts_with('\\')
        || lower.split(['/', '?', '#']).next().is_some_and(|s| s.contains(':'))
    {
        return Err(format!("{address}: another server"));
    }
    ask(address.to_owned()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalog() -> Catalog {
        serde_json::from_str(
            r#"{"packs":[{"id":"tutorial","files":["pack.toml","hello/exercise.toml","hello/start/a.s"]},
                         {"id":"class","files":["pack.toml","matmul/exercise.toml"]}]}"#,
        )
        .expect("well-formed")
    }

    #[test]
    fn the_assignment_is_opened_first_unless_another_is_wanted() {
        assert_eq!(catalog().first(None).as_deref(), Some("class/matmul"));
        assert_eq!(catalog().first(Some("tutorial/hello")).as_deref(), Some("tutorial/hello"));
        assert_eq!(catalog().first(Some("gone/away")).as_deref(), Some("class/matmul"));
        assert_eq!(Catalog::default().first(None), None);
    }

    #[test]
    fn exercises_come_in_the_order_of_their_pack_with_their_titles() {
        let pack: Pack = serde_json::from_str(
            r#"{"id":"p","title":{"en":"P","ja":"ピー"},
                "exercises":[{"folder":"z","title":{"en":"Z","ja":"ゼット"}},{"folder":"b"}],
                "files":["pack.toml","a/exercise.toml","b/exercise.toml","z/exercise.toml"]}"#,
        )
        .expect("well-formed");
        assert_eq!(pack.exercises().collect::<Vec<_>>(), ["z", "b", "a"]);
        assert_eq!(pack.title_of("z").map(|t| t.ja.as_str()), Some("ゼット"));
        assert_eq!(pack.title_of("a"), None);
        assert_eq!(pack.title.map(|t| t.en).as_deref(), Some("P"));
    }

    #[test]
    fn an_exercise_is_shown_from_its_files_as_the_session_will_show_it() {
        let pack: Pack = serde_json::from_str(
            r#"{"id":"p","title":{"en":"P","ja":"ピー"},"files":[],
                "exercises":[{"folder":"z","title":{"en":"Z","ja":"ゼット"},"nodes":"2x3","editable":["b.s","a.s"],"read_only":["c.s"]}]}"#,
        )
        .expect("well-formed");
        let toml = "format = 1\ntitle.en = \"Z\"\ntitle.ja = \"ゼット\"\nlanguage = \"asm\"\n[machine]\nnodes = \"2x3\"\n\
                    [files]\neditable = [\"b.s\", \"a.s\"]\nread_only = [\"c.s\"]\n\
                    [[case]]\nname.en = \"a\"\nname.ja = \"あ\"\npoints = 5\ncycle_limit = 1000\n[[case.expect]]\nhalted = true\n";
        let top = "format = 1\nid = \"p\"\nversion = \"1.0.0\"\ntitle.en = \"P\"\ntitle.ja = \"ピー\"\nauthors = \"a\"\n\
                   licence = \"CC0-1.0\"\nexercises = [\"z\"]\n";
        let file = |name: &str, text: &str| PackFile { name: name.into(), bytes: text.into() };
        let files = [
            file("pack.toml", top),
            file("z/exercise.toml", toml),
            file("z/task.en.md", "Do\r\nit."),
            file("z/task.ja.md", "やって。"),
            file("z/hints.en.md", "one\n\n---\ntwo\n"),
            file("z/hints.ja.md", "一\n---\n二\n"),
            file("z/start/a.s", "a"),
            file("z/start/b.s", "b"),
            file("z/start/c.s", "c"),
        ];
        let shown = pack.preview("z", &files).expect("enough is told");
        let read = mcore::modes::chip::exercise::read_exercise("z", &files).expect("a pack");
        assert_eq!((&shown.id, &shown.title, &shown.pack_title), (&read.id, &read.title, &read.pack_title));
        assert_eq!((&shown.statement, &shown.hints), (&read.statement, &read.hints));
        assert_eq!((&shown.start, &shown.read_only), (&read.start, &read.read_only));
        assert_eq!((shown.machine.width, shown.machine.height), (read.machine.width, read.machine.height));
        assert_eq!(pack.preview("y", &files), None);
        assert_eq!(pack.preview("z", &files[..8]), None, "a program is missing");
    }

    #[test]
    fn an_exercise_is_found_by_its_id() {
        let catalog = catalog();
        let (pack, folder) = catalog.find("tutorial/hello").expect("it exists");
        assert_eq!((pack.id.as_str(), folder), ("tutorial", "hello"));
        assert!(catalog.find("tutorial/matmul").is_none());
        assert!(catalog.find("matmul").is_none());
    }

    #[test]
    fn a_pack_comes_out_of_an_archive() {
        let toml = "format = 1\nid = \"own\"\nversion = \"1.0.0\"\ntitle.en = \"A\"\ntitle.ja = \"あ\"\nauthors = \"a\"\n\
                    licence = \"CC0-1.0\"\nexercises = [\"two\", \"one\"]\n";
        let file = |name: &str, text: &str| PackFile { name: name.into(), bytes: text.into() };
        let archive =
            mcore_archive::pack(&[file("own/pack.toml", toml), file("own/one/exercise.toml", "x")]).expect("a .zip");
        let pack = Pack::from_archive(&archive).expect("a pack");
        assert_eq!((pack.first().as_deref(), pack.files.len()), (Some("own/two"), 2), "in the order of pack.toml");
        assert!(Pack::from_archive(b"PK").is_err());
        let folder =
            vec![file("own/two/exercise.toml", "x"), file("own/pack.toml", toml), file("own/one/exercise.toml", "x")];
        assert_eq!(Pack::from_folder(folder).expect("a pack").first().as_deref(), Some("own/two"));
        let wrong = Pack::from_folder(vec![file("own/pack.toml", &toml.replace("version", "verison"))])
            .expect_err("a misspelt key");
        assert!(wrong.en.contains("pack.toml:3") && wrong.en.contains("verison"), "{wrong:?}");
        let without = mcore_archive::pack(&[file("a.txt", "x")]).expect("a .zip");
        assert!(Pack::from_archive(&without).expect_err("no pack").en.contains("pack.toml"));
    }
}
