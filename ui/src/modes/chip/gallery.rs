//! The example programs that the site serves, fetched from `examples/index.json` beside the page on request.

use crate::modes::chip::catalog::fetch_bytes;
use mcore::base::{SourceFile, Text};
use mcore::modes::chip::session::MachineOptions;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

/// Folder of the examples.
pub const FOLDER: &str = "examples";
/// Prefix of an example's ID among the projects.
pub const PREFIX: &str = "example/";

#[wasm_bindgen]
extern "C" {
    /// The source of an `<img>` for a picture of the site: its path, or in the single file the picture itself.
    #[wasm_bindgen(js_namespace = mcoreBoot)]
    fn address(path: &str) -> String;
}

/// All examples of the site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Gallery {
    /// In the order in which they are shown.
    pub examples: Vec<Example>,
}

/// One example.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Example {
    /// Its folder.
    pub id: String,
    /// Title in a few words.
    pub title: Text,
    /// One sentence about what it shows.
    pub text: Text,
    /// Its files, in the order of their tabs.
    pub files: Vec<String>,
    /// Columns and rows of the machine.
    pub size: (u8, u8),
    /// Cycles per second to run at; `None` is as fast as possible.
    pub pace: Option<u32>,
    /// The node to select.
    pub node: (u8, u8),
    /// The standard input.
    #[serde(default)]
    pub input: Option<String>,
    /// The exercise that continues from here.
    #[serde(default)]
    pub exercise: Option<String>,
}

impl Example {
    /// ID of the example among the projects.
    pub fn project_id(&self) -> String {
        format!("{PREFIX}{}", self.id)
    }

    /// The machine that it runs on.
    pub fn machine(&self) -> MachineOptions {
        let input = self.input.clone();
        MachineOptions { width: self.size.0, height: self.size.1, input, ..MachineOptions::default() }
    }

    /// Address of its picture, in the single file too.
    pub fn picture(&self, dark: bool) -> String {
        address(&format!("{FOLDER}/{}/{}.svg", self.id, if dark { "dark" } else { "light" }))
    }

    /// Fetches its files.
    pub async fn fetch(&self) -> Result<Vec<SourceFile>, String> {
        let mut files = Vec::new();
        for name in &self.files {
            let bytes = fetch_bytes(&format!("{FOLDER}/{}/{name}", self.id)).await?;
            files.push(SourceFile { name: name.clone(), text: String::from_utf8_lossy(&bytes).into_owned() });
        }
        Ok(files)
    }
}

impl Gallery {
    /// The example with this folder or project ID.
    pub fn find(&self, id: &str) -> Option<&Example> {
        let id = id.strip_prefix(PREFIX).unwrap_or(id);
        self.examples.iter().find(|e| e.id == id)
    }
}

/// Fetches the list of examples.
pub async fn fetch_gallery() -> Result<Gallery, String> {
    let address = format!("{FOLDER}/index.json");
    let bytes = fetch_bytes(&address).await?;
    serde_json::from_slice(&bytes).map_err(|e| format!("{address}: {e}"))
}
