//! The exercise packs: those that the site serves, fetched from `exercises/index.json` beside the page, and those that
//! the user adds.

use crate::shell::wire::error_text;
use js_sys::Promise;
use mcore::base::Text;
use mcore::packs::{PackFile, STANDARD_KIND, is_of_kind, read_pack};
use mcore_archive::{Limits, from_its_top, is_zip, unpack};
use serde::Deserialize;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::UrlSearchParams;

/// The pack in the page's address (`?pack=course.zip`).
pub fn named_pack() -> Option<String> {
    let query = gloo_utils::window().location().search().ok()?;
    UrlSearchParams::new_with_str(&query).ok()?.get("pack").filter(|pack| !pack.is_empty())
}

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
    #[serde(default)]
    pub title: Option<Text>,
    /// Its kind; none for the standard kind.
    #[serde(default)]
    pub kind: Option<String>,
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
    /// The exercises of one kind in the `.zip` file of a pack.
    pub fn from_archive(bytes: &[u8], kind: &str) -> Result<Self, Text> {
        if !is_zip(bytes) {
            return Err(mcore::text!("this is not a .zip file", ".zip ファイルではありません"));
        }
        Self::from_files(unpack(bytes, Limits::PACK)?, kind)
    }

    /// The exercises of one kind in the folder of a pack.
    pub fn from_folder(mut files: Vec<PackFile>, kind: &str) -> Result<Self, Text> {
        files.sort_by(|a, b| a.name.cmp(&b.name));
        Self::from_files(files, kind)
    }

    fn from_files(files: Vec<PackFile>, kind: &str) -> Result<Self, Text> {
        let mut contents = from_its_top(files);
        let mut info = read_pack(&contents).map_err(|e| e.text())?;
        info.exercises.retain(|folder| is_of_kind(folder, &contents, kind));
        let others: Vec<String> = contents
            .iter()
            .filter_map(|f| f.name.strip_suffix("/exercise.toml"))
            .filter(|folder| !is_of_kind(folder, &contents, kind))
            .map(|folder| format!("{folder}/"))
            .collect();
        contents.retain(|f| !others.iter().any(|folder| f.name.starts_with(folder)));
        let files = contents.iter().map(|f| f.name.clone()).collect();
        let exercises = info.exercises.into_iter().map(|folder| Listed { folder, ..Listed::default() }).collect();
        Ok(Self { id: info.id, title: Some(info.title), exercises, files, contents: Some(Rc::new(contents)) })
    }

    /// The pack with only its exercises of one kind; none if it has no such exercise.
    fn of_kind(mut self, kind: &str) -> Option<Self> {
        let is_own = |listed: &Listed| listed.kind.as_deref().unwrap_or(STANDARD_KIND) == kind;
        let others: Vec<String> =
            self.exercises.iter().filter(|e| !is_own(e)).map(|e| format!("{}/", e.folder)).collect();
        self.exercises.retain(is_own);
        self.files.retain(|name| !others.iter().any(|folder| name.starts_with(folder)));
        // A pack without a list has exercises of the standard kind.
        let any = !self.exercises.is_empty() || (others.is_empty() && kind == STANDARD_KIND);
        any.then_some(self)
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

    /// The first exercise as `pack/folder`.
    pub fn first(&self) -> Option<String> {
        self.exercises().next().map(|e| format!("{}/{e}", self.id))
    }
}

impl Catalog {
    /// The exercise in the other language, assembly or C, and whether that is C: for `matmul` it is `matmul-c` in
    /// its pack.
    pub fn twin(&self, id: &str) -> Option<(String, bool)> {
        let (twin, is_c) =
            id.strip_suffix("-c").map_or_else(|| (format!("{id}-c"), true), |base| (base.to_owned(), false));
        let there =
            self.packs.iter().any(|pack| pack.exercises().any(|folder| format!("{}/{folder}", pack.id) == twin));
        there.then_some((twin, is_c))
    }

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

/// Fetches the list of packs, with their exercises of one kind.
pub async fn fetch_catalog(kind: &str) -> Result<Catalog, String> {
    let address = match kind {
        STANDARD_KIND => "exercises/index.json".to_owned(),
        kind => format!("exercises/index-{kind}.json"),
    };
    let bytes = fetch_bytes(&address).await?;
    let all: Catalog = serde_json::from_slice(&bytes).map_err(|e| format!("{address}: {e}"))?;
    Ok(Catalog { packs: all.packs.into_iter().filter_map(|pack| pack.of_kind(kind)).collect() })
}

/// The files that a session needs to open an exercise: `pack.toml` and all files of the exercise.
pub async fn fetch_exercise(pack: &Pack, folder: &str) -> Result<Vec<PackFile>, String> {
    fetch_part(pack, folder, |_| true).await
}

/// The files of [`fetch_exercise`] that `chosen` selects by their names.
pub async fn fetch_part(pack: &Pack, folder: &str, chosen: impl Fn(&str) -> bool) -> Result<Vec<PackFile>, String> {
    let inside = format!("{folder}/");
    let wanted = |name: &str| (name == "pack.toml" || name.starts_with(&inside)) && chosen(name);
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

/// Requests the bytes at an address of the site; the request is in flight before the future is awaited.
pub fn ask(address: String) -> impl Future<Output = Result<Vec<u8>, String>> {
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
        let pack = Pack::from_archive(&archive, STANDARD_KIND).expect("a pack");
        assert_eq!((pack.first().as_deref(), pack.files.len()), (Some("own/two"), 2), "in the order of pack.toml");
        assert!(Pack::from_archive(b"PK", STANDARD_KIND).is_err());
        let folder =
            vec![file("own/two/exercise.toml", "x"), file("own/pack.toml", toml), file("own/one/exercise.toml", "x")];
        assert_eq!(Pack::from_folder(folder, STANDARD_KIND).expect("a pack").first().as_deref(), Some("own/two"));
        let wrong = Pack::from_folder(vec![file("own/pack.toml", &toml.replace("version", "verison"))], STANDARD_KIND)
            .expect_err("a misspelt key");
        assert!(wrong.en.contains("pack.toml:3") && wrong.en.contains("verison"), "{wrong:?}");
        let without = mcore_archive::pack(&[file("a.txt", "x")]).expect("a .zip");
        assert!(Pack::from_archive(&without, STANDARD_KIND).expect_err("no pack").en.contains("pack.toml"));
    }

    #[test]
    fn a_page_offers_the_exercises_of_its_kind() {
        let listed = r#"{"packs":[
            {"id":"mixed","exercises":[{"folder":"a"},{"folder":"b","kind":"other"}],
             "files":["pack.toml","a/exercise.toml","b/exercise.toml","b/task.en.md"]},
            {"id":"others","exercises":[{"folder":"c","kind":"other"}],"files":["pack.toml","c/exercise.toml"]}]}"#;
        let of_kind = |kind: &str| {
            let all: Catalog = serde_json::from_str(listed).expect("well-formed");
            let packs = all.packs.into_iter().filter_map(|pack| pack.of_kind(kind)).collect();
            Catalog { packs }.ids().collect::<Vec<_>>()
        };
        assert_eq!(of_kind(STANDARD_KIND), ["mixed/a"]);
        assert_eq!(of_kind("other"), ["mixed/b", "others/c"]);
        assert!(of_kind("third").is_empty());
        let toml = "format = 1\nid = \"own\"\nversion = \"1.0.0\"\ntitle.en = \"A\"\ntitle.ja = \"あ\"\nauthors = \"a\"\n\
                    licence = \"CC0-1.0\"\nexercises = [\"two\", \"one\"]\n";
        let file = |name: &str, text: &str| PackFile { name: name.into(), bytes: text.into() };
        let folder = || {
            vec![
                file("pack.toml", toml),
                file("one/exercise.toml", "kind = \"other\""),
                file("two/exercise.toml", "x"),
                file("two/task.en.md", "x"),
            ]
        };
        let ids = |kind: &str| {
            let pack = Pack::from_folder(folder(), kind).expect("a pack");
            (pack.first(), pack.files.len())
        };
        assert_eq!(ids(STANDARD_KIND), (Some("own/two".to_owned()), 3), "a broken one is opened, to show its error");
        assert_eq!(ids("other"), (Some("own/one".to_owned()), 2));
    }
}
