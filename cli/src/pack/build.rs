//! `mcore pack build`: the edition for students, as one `.zip` file or a folder, without solutions, lecturers' notes
//! and hidden answers.

use crate::failure::Failure;
use crate::kind::PackSource;
use crate::output;
use crate::report::Report;
use mcore::base::counted;
use mcore::packs::PackFile;
use mcore::text;
use mcore_edition::student_edition;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the students' edition: an archive, or a folder.
pub fn run(pack: &Path, target: Option<&Path>, folder: bool, report: &Report) -> Result<u8, Failure> {
    let source = PackSource::read(pack)?;
    let info = source.info()?;
    let files = student_edition(&source.files)?;
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
            "{shown}: すでにあります。新しいフォルダを指定してください"
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
