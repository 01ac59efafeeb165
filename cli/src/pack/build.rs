//! `mcore pack build`: the edition for students, as one `.zip` file or a folder, without solutions, lecturers' notes
//! and hidden answers.

use super::source::PackSource;
use crate::failure::Failure;
use crate::kind;
use crate::output;
use crate::report::Report;
use mcore::base::counted;
use mcore::packs::{PackFile, digest, is_private};
use mcore::text;
use std::fs;
use std::path::{Path, PathBuf};
use toml::Table;

/// Writes the students' edition: an archive, or a folder.
pub fn run(pack: &Path, target: Option<&Path>, folder: bool, report: &Report) -> Result<u8, Failure> {
    let source = PackSource::read(pack)?;
    let info = source.info()?;
    let files = student_edition(&source)?;
    let end = if folder { "" } else { ".zip" };
    let path = target.map_or_else(|| PathBuf::from(format!("{}-{}{end}", info.id, info.version)), Path::to_path_buf);
    let (n, name) = (files.len() as u64, path.display());
    let n_en = counted(n, "file", "files");
    if folder {
        write_folder(&files, &path)?;
        report.line(report.say(&text!(
            "{name}: {n_en}, without solutions and hidden answers",
            "{name}: {n} ファイル。解答例と非公開の答えは入っていません"
        )));
        return Ok(0);
    }
    let bytes = mcore_archive::pack(&files)?;
    output::file(&path, &bytes)?;
    let file = path.file_name().map_or_else(String::new, |f| f.to_string_lossy().into_owned());
    let kib = bytes.len().div_ceil(1024);
    report.line(report.say(&text!(
        "{name}: {n_en}, {kib} KiB, without solutions and hidden answers. Put it beside the page and open the page with ?pack={file}",
        "{name}: {n} ファイル、{kib} KiB。解答例と非公開の答えは入っていません。ページと同じ場所に置き、?pack={file} を付けてページを開いてください"
    )));
    Ok(0)
}

/// Writes the files into a new or empty folder: a file that is already there could be a solution.
fn write_folder(files: &[PackFile], folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    if folder.is_file() || fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(text!(
            "{shown}: this is there already; name a new folder",
            "{shown}: すでにあります。新しいフォルダーを指定してください"
        )
        .into());
    }
    for file in files {
        let path = folder.join(&file.name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| Failure::writing_file(parent, &error))?;
        output::file(&path, &file.bytes)?;
    }
    Ok(())
}

/// The files for students. The same pack gives the same files.
pub fn student_edition(source: &PackSource) -> Result<Vec<PackFile>, Failure> {
    let info = source.info()?;
    let mut files = Vec::new();
    let text_of = |name: &str| {
        let file = source.files.iter().find(|f| f.name == name);
        file.map(|f| String::from_utf8_lossy(&f.bytes).trim_start_matches('\u{feff}').to_owned()).unwrap_or_default()
    };
    let table = |name: &str| -> Result<Table, Failure> {
        let parsed = text_of(name).parse::<Table>();
        parsed.map_err(|e| text!("{name}: this is not valid TOML: {e}", "{name}: TOML として読めません: {e}").into())
    };
    let mut top = table("pack.toml")?;
    top.insert("edition".into(), "student".into());
    files.push(toml_file("pack.toml", &top)?);
    for folder in &info.exercises {
        let kind = kind::of(folder, &source.files).map_err(|e| Failure::from(e.text()))?;
        let name = format!("{folder}/exercise.toml");
        let mut top = table(&name)?;
        let secret = digest(folder, &source.files);
        kind.hide(folder, &mut top, source, &secret).map_err(|e| Failure::from(e.text()))?;
        let written = toml_file(&name, &top)?;
        let used = String::from_utf8_lossy(&written.bytes).into_owned();
        files.push(written);
        let reference = reference_of(&top);
        for file in &source.files {
            let Some(inside) = file.name.strip_prefix(&format!("{folder}/")) else { continue };
            let is_reference = reference.as_deref() == Some(inside);
            if is_reference && is_private(inside) {
                let file = &file.name;
                return Err(text!(
                    "{file}: the reference is among the solutions, which students never get; move it to {folder}/reference/",
                    "{file}: 参照プログラムが、学生に渡らない解答例の中にあります。{folder}/reference/ に移してください"
                )
                .into());
            }
            let goes = match inside.split_once('/') {
                None => is_text_for_students(inside),
                Some(("start" | "images" | "reference", _)) => true,
                // Data of hidden answers are no longer named.
                Some(("data", _)) => used.contains(&format!("\"{inside}\"")),
                _ => is_reference,
            };
            if goes && !is_private(inside) {
                files.push(file.clone());
            }
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Statement and hints.
fn is_text_for_students(name: &str) -> bool {
    ["task.en.md", "task.ja.md", "hints.en.md", "hints.ja.md"].contains(&name)
}

fn reference_of(top: &Table) -> Option<String> {
    Some(top.get("files")?.get("reference")?.as_str()?.to_owned())
}

fn toml_file(name: &str, table: &Table) -> Result<PackFile, Failure> {
    let text =
        toml::to_string(table).map_err(|e| text!("{name}: cannot be written: {e}", "{name}: 書けません: {e}"))?;
    Ok(PackFile { name: name.to_owned(), bytes: text.into_bytes() })
}
