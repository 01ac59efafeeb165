//! The standard input and the files of a run.

use super::args::Run;
use crate::failure::Failure;
use crate::input;
use crate::report::Report;
use mcore::base::Text;
use mcore::modes::chip::{Files, Machine};
use mcore::text;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Maximum number of files that are read from a folder.
const MAX_FILES: usize = 1000;

/// The files and the input that the options give.
pub fn given(options: &Run) -> Result<Files, Failure> {
    let mut files = BTreeMap::new();
    if let Some(folder) = &options.read_files {
        let mut bytes = 0;
        collect(folder, "", options, &mut files, &mut bytes)?;
    }
    let input = options.input.as_deref().map(read).transpose()?;
    Ok(Files::new(files, input.as_deref(), options.input_all))
}

/// Bytes of a file or of standard input. There may be none.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut input::open(path)?, &mut bytes).map_err(|error| Failure::reading(path, &error))?;
    Ok(bytes)
}

/// Reads the files below a folder. Their names begin with `prefix`.
fn collect(
    folder: &Path,
    prefix: &str,
    options: &Run,
    files: &mut BTreeMap<String, Vec<u8>>,
    bytes: &mut usize,
) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::reading(folder, &error);
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder).map_err(failed)?.collect();
    for entry in entries.map_err(failed)? {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_str().ok_or_else(|| -> Text {
            let path = path.display();
            text!("{path}: the name of a file must be UTF-8", "{path}: ファイル名は UTF-8 にしてください")
        })?;
        // Hidden files and folders belong to other programs.
        if name.starts_with('.') {
            continue;
        }
        let full = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{full}/"), options, files, bytes)?;
            continue;
        }
        let content = std::fs::read(&path).map_err(|error| Failure::reading(&path, &error))?;
        *bytes += content.len();
        files.insert(full, content);
        let (limit, folder) = (options.file_limit, folder.display());
        if *bytes > limit as usize {
            let kib = limit / 1024;
            return Err(text!(
                "{folder}: the files have more than {kib} KiB together; raise --file-limit, or name a folder with fewer files",
                "{folder}: ファイルの合計が {kib} KiB を超えます。--file-limit を大きくするか、ファイルの少ないフォルダを指定してください"
            )
            .into());
        }
        if files.len() > MAX_FILES {
            return Err(text!(
                "{folder}: there are more than {MAX_FILES} files; name a folder with fewer",
                "{folder}: ファイルが {MAX_FILES} 個を超えます。少ないフォルダを指定してください"
            )
            .into());
        }
    }
    Ok(())
}

/// The place of a file of the program below a folder, unless its name leads outside.
fn below(folder: &Path, name: &str) -> Option<PathBuf> {
    let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    inside.then(|| folder.join(name))
}

/// After the run: writes the files that the program has written, and says if it wanted an input.
pub fn finish(options: &Run, report: &Report, machine: &Machine) -> Result<(), Failure> {
    let files = &machine.state.files;
    if files.input_was_missed() {
        report.warning(
            "",
            &text!(
                "the program has read its standard input, which is empty; give it one by --input FILE",
                "プログラムが標準入力を読みましたが、空です。--input FILE で与えてください"
            ),
            "",
        );
    }
    let Some(folder) = &options.write_files else { return Ok(()) };
    for (name, content, _) in files.list().filter(|(.., written)| *written) {
        let Some(path) = below(folder, name) else {
            report.warning(
                "",
                &text!(
                    "the file `{name}` is not written, because its name leads out of the folder",
                    "ファイル `{name}` は、名前がフォルダの外を指すので書き出しません"
                ),
                "",
            );
            continue;
        };
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| Failure::writing_file(parent, &error))?;
        std::fs::write(&path, content.to_vec()).map_err(|error| Failure::writing_file(&path, &error))?;
    }
    Ok(())
}
