//! The files of a pack, from a folder or a `.zip` file.

use super::row::digest_of_parts;
use crate::failure::Failure;
use crate::input;
use mcore::base::Text;
use mcore::packs::{Pack, PackFile, digest, read_pack};
use mcore::text;
use mcore_archive::{Limits, from_its_top, is_zip, unpack};
use mcore_edition::student_edition;
use std::fs;
use std::path::Path;

/// A pack that has been read.
#[derive(Clone, Debug)]
pub struct PackSource {
    /// Its files, by their paths in the pack.
    pub files: Vec<PackFile>,
}

impl PackSource {
    /// Reads all files of a pack.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        if path.is_dir() {
            return Ok(Self { files: folder(path)? });
        }
        let bytes = input::read(path)?;
        let name = path.display();
        if !is_zip(&bytes) {
            return Err(text!(
                "{name}: a pack is a folder with a pack.toml in it, or a .zip file of one",
                "{name}: 課題集は pack.toml のあるフォルダか、その .zip ファイルです"
            )
            .into());
        }
        let files = unpack(&bytes, Limits::PACK).map_err(|why| named(&name.to_string(), &why))?;
        Ok(Self { files: from_its_top(files) })
    }

    /// The contents of its `pack.toml`.
    pub fn info(&self) -> Result<Pack, Failure> {
        read_pack(&self.files).map_err(|e| e.text().into())
    }

    /// A digest of all its files.
    pub fn digest(&self) -> String {
        let mut files: Vec<&PackFile> = self.files.iter().collect();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        digest_of_parts(files.iter().flat_map(|f| [f.name.as_bytes(), &f.bytes]))
    }

    /// The digests that a student's copy of an exercise may have: that of this edition, and of the students' one.
    pub fn digests(&self, folder: &str) -> Result<Vec<String>, Text> {
        let student = student_edition(&self.files)?;
        Ok(vec![digest(folder, &self.files), digest(folder, &student)])
    }
}

fn named(name: &str, why: &Text) -> Text {
    Text::new(format!("{name}: {}", why.en), format!("{name}: {}", why.ja))
}

/// The files below a folder. Links are refused: they could point outside it.
fn folder(top: &Path) -> Result<Vec<PackFile>, Failure> {
    let limits = Limits::PACK;
    let (mut files, mut open, mut left) = (Vec::new(), vec![top.to_path_buf()], limits.total);
    while let Some(next) = open.pop() {
        let failed = |e: std::io::Error| Failure::reading(&next, &e);
        for entry in fs::read_dir(&next).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
            let (shown, name) = (path.display(), entry.file_name().to_string_lossy().into_owned());
            if name.starts_with('.') || name.ends_with('~') {
                continue;
            }
            if kind.is_symlink() {
                return Err(text!(
                    "{shown}: this is a link; put the file itself there",
                    "{shown}: リンクです。ファイルそのものを置いてください"
                )
                .into());
            }
            if kind.is_dir() {
                open.push(path);
                continue;
            }
            if files.len() == limits.files {
                let most = limits.files;
                return Err(text!("a pack has at most {most} files", "課題集のファイルは {most} 個までです").into());
            }
            // An empty file counts too: it may be data.
            let bytes = fs::read(&path).map_err(|e| Failure::reading(&path, &e))?;
            left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                let mib = limits.total >> 20;
                Failure::from(text!("a pack has at most {mib} MiB", "課題集は {mib} MiB までです"))
            })?;
            let inside = path.strip_prefix(top).unwrap_or(&path);
            let name = inside.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
            files.push(PackFile { name, bytes });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    if !files.iter().any(|f| f.name == "pack.toml") {
        let name = top.display();
        return Err(text!(
            "{name}: there is no pack.toml in this folder; `mcore pack new` makes a pack to begin with",
            "{name}: このフォルダに pack.toml がありません。`mcore pack new` ではじめの課題集を作れます"
        )
        .into());
    }
    Ok(files)
}
