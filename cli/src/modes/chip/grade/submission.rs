//! A student's submission in any form: a `.mcsub` file, a folder, a `.zip`, an assembly file or an ELF program.

use crate::failure::Failure;
use crate::input;
use crate::modes::chip::grade::failure_text;
use crate::modes::chip::grade::row::digest_of_parts;
use crate::text::Decoded;
use mcore::base::{SourceFile, Text};
use mcore::modes::chip::exercise::{HandedIn, MAX_SUBMISSION_BYTES, PackFile, Submission};
use mcore::text;
use mcore::toolchain::FileKind;
use mcore_archive::{Limits, is_zip, unpack};
use std::fs;
use std::io::Read;
use std::path::Path;

/// A submission.
pub struct Found {
    /// The part that is graded.
    pub work: HandedIn,
    /// The hand-in file that contained it, if there was one.
    pub claim: Option<Submission>,
    /// Files in other encodings than UTF-8.
    pub remarks: Vec<Text>,
}

/// The files of a submission before they are examined: those of a folder, or a single one.
pub fn gather(path: &Path) -> Result<Vec<PackFile>, Text> {
    if input::is_standard(path) {
        return Ok(vec![PackFile { name: "stdin.s".to_owned(), bytes: limited(std::io::stdin(), path)? }]);
    }
    let kind = fs::symlink_metadata(path).map_err(|e| failure_text(Failure::reading(path, &e)))?.file_type();
    if kind.is_symlink() {
        return Err(text!(
            "this is a link, which is not followed; hand in the file or folder itself",
            "リンクはたどりません。ファイルかフォルダーそのものを提出してください"
        ));
    }
    if kind.is_dir() {
        return folder(path);
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
    let failed = |e: std::io::Error| failure_text(Failure::reading(path, &e));
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
    read.map_err(|e| failure_text(Failure::reading(path, &e)))?;
    if bytes.len() as u64 > most {
        let mib = most >> 20;
        return Err(text!("it is larger than {mib} MiB", "{mib} MiB を超えています"));
    }
    Ok(bytes)
}

/// The files in a folder and its subfolders. Links are not followed: they could point anywhere.
fn folder(top: &Path) -> Result<Vec<PackFile>, Text> {
    let limits = Limits::SUBMISSION;
    let (mut files, mut open, mut seen) = (Vec::new(), vec![top.to_path_buf()], 0);
    let mut left = limits.total;
    while let Some(next) = open.pop() {
        let failed = |e: std::io::Error| failure_text(Failure::reading(&next, &e));
        let mut entries: Vec<_> = fs::read_dir(&next).map_err(failed)?.filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            seen += 1;
            if seen > limits.files {
                let most = limits.files;
                return Err(text!(
                    "the folder holds more than {most} files",
                    "フォルダーのファイルが {most} 個を超えています"
                ));
            }
            let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || kind.is_symlink() {
                continue;
            }
            if kind.is_dir() {
                open.push(path);
            } else if is_wanted(&name) {
                let bytes = read(&path)?;
                left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                    let mib = limits.total >> 20;
                    text!("the folder holds more than {mib} MiB", "フォルダーの中身が {mib} MiB を超えています")
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

/// True for files of programs and for hand-in files. Others, such as reports and pictures, are ignored.
fn is_wanted(name: &str) -> bool {
    name.ends_with(".mcsub") || FileKind::of(name).is_some()
}

/// Finds the files to grade: a hand-in file if there is one, else sources and a compiled program.
fn among(files: Vec<PackFile>) -> Result<Found, Text> {
    let handed: Vec<&PackFile> =
        files.iter().filter(|f| f.name.ends_with(".mcsub") || looks_handed_in(&f.bytes)).collect();
    if handed.len() > 1 {
        let n = handed.len();
        return Err(text!(
            "there are {n} hand-in files; one is wanted",
            "提出ファイルが {n} 個あります。1 つにしてください"
        ));
    }
    if let Some(file) = handed.first() {
        if file.bytes.len() > MAX_SUBMISSION_BYTES {
            let mib = MAX_SUBMISSION_BYTES >> 20;
            return Err(text!("the hand-in file is larger than {mib} MiB", "提出ファイルが {mib} MiB を超えています"));
        }
        let claim = Submission::read(&file.bytes)?;
        return Ok(Found { work: claim.clone().work()?, claim: Some(claim), remarks: Vec::new() });
    }
    let mut sources = Vec::new();
    let mut elf = None;
    let mut remarks = Vec::new();
    for file in files {
        let name = file.name.rsplit('/').next().unwrap_or_default().to_owned();
        if input::is_elf(&file.bytes) {
            if elf.replace(file.bytes).is_some() {
                return Err(text!("there is more than one ELF program", "ELF プログラムが 2 つ以上あります"));
            }
        } else if FileKind::of(&name).is_some_and(FileKind::is_source) {
            let decoded = Decoded::read(&format!("`{name}`"), &file.bytes)?;
            remarks
                .extend(decoded.remark().map(|r| Text::new(format!("{name}: {}", r.en), format!("{name}: {}", r.ja))));
            sources.push(SourceFile { name, text: decoded.text });
        }
    }
    if sources.is_empty() && elf.is_none() {
        return Err(text!(
            "there is no program in it: a .mcsub, .s or .elf file is wanted",
            "プログラムがありません。.mcsub、.s、.elf のどれかが必要です"
        ));
    }
    Ok(Found { work: HandedIn::new(sources, elf)?, claim: None, remarks })
}

/// True for a hand-in file that the learning platform has renamed.
fn looks_handed_in(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(200)];
    head.trim_ascii_start().starts_with(b"{") && String::from_utf8_lossy(head).contains("mcore-submission")
}
