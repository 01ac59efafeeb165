//! The licences of everything inside the site, as those licences demand.

use crate::run::{cargo, output};
use anyhow::{Context, Result, anyhow};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The text of `licences.txt`: the Rust crates in the WebAssembly, then the npm packages in the editor.
pub fn collect(root: &Path) -> Result<String> {
    let metadata = output(cargo().args([
        "metadata",
        "--format-version=1",
        "--locked",
        "--offline",
        "--filter-platform=wasm32-unknown-unknown",
    ]))
    .context("`cargo metadata --locked --offline` failed: run it by hand to see why")?;
    let metadata: Value = serde_json::from_str(&metadata).context("`cargo metadata` printed no JSON")?;
    let mut text = String::from("M-Core Lab: MIT OR Apache-2.0. It contains the following works of others.\n\n");
    text.push_str(&crates(&metadata)?);
    let npm = root.join("www/build/licences.txt");
    text.push_str(&fs::read_to_string(&npm).with_context(|| format!("cannot read {}", npm.display()))?);
    Ok(text)
}

/// The licences of the crates that `mcore-ui` links; crates with the same text share it.
fn crates(metadata: &Value) -> Result<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes: BTreeMap<_, _> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .filter_map(|node| Some((node["id"].as_str()?.to_owned(), node)))
        .collect();
    let packages: BTreeMap<_, _> = list(&metadata["packages"])
        .into_iter()
        .filter_map(|package| Some((package["id"].as_str()?.to_owned(), package)))
        .collect();

    let page = packages.iter().find(|(_, package)| package["name"] == "mcore-ui").map(|(id, _)| id.clone());
    let mut open = vec![page.ok_or_else(|| anyhow!("the workspace has no package mcore-ui"))?];
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        let Some(node) = nodes.get(&id).filter(|_| seen.insert(id.clone())) else { continue };
        for dependency in list(&node["deps"]) {
            // A kind of null is a normal dependency; build and test dependencies are not part of the page.
            let normal = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            if let Some(next) = dependency["pkg"].as_str().filter(|_| normal) {
                open.push(next.to_owned());
            }
        }
    }

    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in seen.iter().filter_map(|id| packages.get(id)).filter(|package| package["source"].is_string()) {
        let field = |name: &str| package[name].as_str().unwrap_or("?").to_owned();
        let folder = Path::new(package["manifest_path"].as_str().unwrap_or_default()).parent().unwrap_or(Path::new(""));
        let title = format!("{} {} ({})", field("name"), field("version"), field("license"));
        by_text.entry(licence_text(folder)).or_default().push(title);
    }
    let mut text = String::new();
    for (licence, titles) in by_text {
        for title in titles {
            writeln!(text, "==== {title}")?;
        }
        writeln!(text, "\n{licence}\n")?;
    }
    Ok(text)
}

/// The licence files of a crate; if there are several to choose from, the MIT one.
fn licence_text(folder: &Path) -> String {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            let name = name.to_lowercase();
            ["licen", "copying", "notice"].iter().any(|start| name.starts_with(start))
        })
        .collect();
    names.sort();
    if let Some(mit) = names.iter().find(|name| name.to_lowercase().contains("mit")) {
        names = vec![mit.clone()];
    }
    let texts: Vec<String> = names
        .iter()
        .filter_map(|name| fs::read_to_string(folder.join(name)).ok())
        .map(|text| text.replace("\r\n", "\n").trim().to_owned())
        .collect();
    if texts.is_empty() {
        "(The package holds no licence text; the name above says which it is.)".to_owned()
    } else {
        texts.join("\n\n")
    }
}
