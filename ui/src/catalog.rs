//! The exercise packs that the site serves, fetched from `exercises/index.json` beside the page.

use gloo_net::http::Request;
use mcore::base::SourceFile;
use serde::Deserialize;

/// All packs of the site.
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
    /// Every file of the pack, by its path within it.
    pub files: Vec<String>,
}

impl Pack {
    /// Folders of the exercises in the pack.
    pub fn exercises(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|f| f.strip_suffix("/exercise.toml"))
    }
}

impl Catalog {
    /// All exercises as `pack/folder`.
    pub fn ids(&self) -> impl Iterator<Item = String> + '_ {
        self.packs.iter().flat_map(|p| p.exercises().map(move |e| format!("{}/{e}", p.id)))
    }

    /// The exercise to open first: the one wanted if there is such a one, else the paper's assignment, else any.
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
    let text = fetch_text("exercises/index.json").await?;
    serde_json::from_str(&text).map_err(|e| format!("exercises/index.json: {e}"))
}

/// Fetches what [`mcore::session::Command::OpenExercise`] needs: `pack.toml` and all files of one exercise.
pub async fn fetch_exercise(pack: &Pack, folder: &str) -> Result<Vec<SourceFile>, String> {
    let inside = format!("{folder}/");
    let mut files = Vec::new();
    for name in pack.files.iter().filter(|f| *f == "pack.toml" || f.starts_with(&inside)) {
        let text = fetch_text(&format!("exercises/{}/{name}", pack.id)).await?;
        files.push(SourceFile { name: name.clone(), text });
    }
    Ok(files)
}

/// Fetches a text by its address relative to the document's base.
async fn fetch_text(address: &str) -> Result<String, String> {
    let explain = |e: gloo_net::Error| format!("{address}: {e}");
    let response = Request::get(address).send().await.map_err(explain)?;
    if !response.ok() {
        return Err(format!("{address}: HTTP {}", response.status()));
    }
    response.text().await.map_err(explain)
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
    fn an_exercise_is_found_by_its_id() {
        let catalog = catalog();
        let (pack, folder) = catalog.find("tutorial/hello").expect("it exists");
        assert_eq!((pack.id.as_str(), folder), ("tutorial", "hello"));
        assert!(catalog.find("tutorial/matmul").is_none());
        assert!(catalog.find("matmul").is_none());
    }
}
