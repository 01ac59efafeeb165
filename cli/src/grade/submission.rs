//! A student's submission in any form: a `.mcsub` file, a folder, a `.zip`, or one file that the kind of exercises knows.

use crate::failure::{Failure, text_of};
use crate::input;
use crate::kind::{Found, digest_of_parts};
use mcore::base::Text;
use mcore::packs::{Header, MAX_SUBMISSION_BYTES, PackFile};
use mcore::text;
use mcore_archive::{Limits, is_zip, unpack};
use std::fs;
use std::io::Read;
use std::path::Path;

/// The files of a submission before they are examined: a single one, or those of a folder that are wanted and hand-in files. Others,
/// such as reports and pictures, are ignored.
pub fn gather(path: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Result<Vec<PackFile>, Text> {
    if input::is_standard(path) {
        return Ok(vec![PackFile { name: "stdin.s".to_owned(), bytes: limited(std::io::stdin(), path)? }]);
    }
    let kind = fs::symlink_metadata(path).map_err(|e| text_of(Failure::reading(path, &e)))?.file_type();
    if kind.is_symlink() {
        return Err(text!(
            "this is a link, which is not followed; hand in the file or folder itself",
            "リンクはたどりません。ファイルかフォルダそのものを提出してください"
        ));
    }
    if kind.is_dir() {
        return folder(path, is_wanted);
    }
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    Ok(vec![PackFile { name, bytes: read(path)? }])
}

/// A digest of a submission.
pub fn digest(files: &[PackFile]) -> String {
    digest_of_parts(files.iter().flat_map(|f| [f.name.as_bytes(), &f.bytes]))
}

/// Finds the files to grade among those of a submission.
pub fn find(files: Vec<PackFile>) -> Result<Found, Text> {
    match files.as_slice() {
        [one] if is_zip(&one.bytes) => among(unpack(&one.bytes, Limits::SUBMISSION)?),
        _ => among(files),
    }
}

/// The bytes of a file, up to the limit.
fn read(path: &Path) -> Result<Vec<u8>, Text> {
    let failed = |e: std::io::Error| text_of(Failure::reading(path, &e));
    // Reading a device or a pipe would never end.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(text!("this is not a file", "ファイルではありません"));
    }
    limited(fs::File::open(path).map_err(failed)?, path)
}

/// All bytes at a path, up to the limit.
fn limited(from: impl Read, path: &Path) -> Result<Vec<u8>, Text> {
    let most = Limits::SUBMISSION.total;
    let mut bytes = Vec::new();
    let read = from.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|e| text_of(Failure::reading(path, &e)))?;
    if bytes.len() as u64 > most {
        let mib = most >> 20;
        return Err(text!("it is larger than {mib} MiB", "{mib} MiB を超えています"));
    }
    Ok(bytes)
}

/// The files in a folder and its subfolders. Links are not followed: they could point anywhere.
fn folder(top: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Result<Vec<PackFile>, Text> {
    let limits = Limits::SUBMISSION;
    let (mut files, mut open, mut seen) = (Vec::new(), vec![top.to_path_buf()], 0);
    let mut left = limits.total;
    while let Some(next) = open.pop() {
        let failed = |e: std::io::Error| text_of(Failure::reading(&next, &e));
        let mut entries: Vec<_> = fs::read_dir(&next).map_err(failed)?.filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            seen += 1;
            if seen > limits.files {
                let most = limits.files;
                return Err(text!(
                    "the folder holds more than {most} files",
                    "フォルダのファイルが {most} 個を超えています"
                ));
            }
            let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || kind.is_symlink() {
                continue;
            }
            if kind.is_dir() {
                open.push(path);
            } else if name.ends_with(".mcsub") || is_wanted(&name) {
                let bytes = read(&path)?;
                left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                    let mib = limits.total >> 20;
                    text!("the folder holds more than {mib} MiB", "フォルダの中身が {mib} MiB を超えています")
                })?;
                files.push(PackFile {
                    name: path.strip_prefix(top).unwrap_or(&path).to_string_lossy().into_owned(),
                    bytes,
                });
            }
        }
    }
    Ok(files)
}

/// Finds the files to grade: a hand-in file if there is one, else all.
fn among(files: Vec<PackFile>) -> Result<Found, Text> {
    let is_handed_in = |f: &PackFile| f.name.ends_with(".mcsub") || looks_handed_in(&f.bytes);
    let (mut handed, files): (Vec<PackFile>, Vec<PackFile>) = files.into_iter().partition(is_handed_in);
    if handed.len() > 1 {
        let n = handed.len();
        return Err(text!(
            "there are {n} hand-in files; one is wanted",
            "提出ファイルが {n} 個あります。1 つにしてください"
        ));
    }
    let Some(file) = handed.pop() else { return Ok(Found { header: None, files }) };
    if file.bytes.len() > MAX_SUBMISSION_BYTES {
        let mib = MAX_SUBMISSION_BYTES >> 20;
        return Err(text!("the hand-in file is larger than {mib} MiB", "提出ファイルが {mib} MiB を超えています"));
    }
    Ok(Found { header: Some(Header::read(&file.bytes)?), files: vec![file] })
}

/// True for a hand-in file that the learning platform has renamed.
fn looks_handed_in(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(200)];
    head.trim_ascii_start().starts_with(b"{") && String::from_utf8_lossy(head).contains("mcore-submission")
}
