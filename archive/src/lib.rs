//! Exercise packs and submissions in `.zip` files.
//!
//! Archives come from outside: the number of files, their sizes and their names are checked, and a small archive cannot become
//! large data (a "zip bomb") because no more is unpacked than the limits allow, whatever its headers say.

// A panic loses work, so every failure is returned as an error.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mcore_base::Text;
use mcore_base::packs::PackFile;
use mcore_base::text;
use std::io::{Cursor, Read as _, Write as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// The maximum size of an archive's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Files and folders.
    pub files: usize,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files.
    pub total: u64,
}

impl Limits {
    /// For a pack.
    pub const PACK: Self = Self { files: 4000, file: 16 << 20, total: 64 << 20 };
    /// For the submission of one student.
    pub const SUBMISSION: Self = Self { files: 400, file: 8 << 20, total: 16 << 20 };
}

/// True for the bytes of a `.zip` file.
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The files in an archive, sorted by name, without those that operating systems add by themselves.
pub fn unpack(bytes: &[u8], limits: Limits) -> Result<Vec<PackFile>, Text> {
    let bad = |why: zip::result::ZipError| {
        text!("this .zip file cannot be read: {why}", "この .zip ファイルは読めません: {why}")
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(bad)?;
    if let Some(name) = twice(bytes, archive.offset(), archive.central_directory_start(), limits.files) {
        let name = shown(&name);
        return Err(text!("`{name}` is in the .zip file twice", ".zip の中に `{name}` が 2 つあります"));
    }
    let (n, most) = (archive.len(), limits.files);
    if n > most {
        return Err(text!(
            "the .zip file holds {n} files, at most {most}",
            ".zip の中のファイルは {most} 個までです ({n} 個)"
        ));
    }
    let mut files: Vec<PackFile> = Vec::new();
    let mut left = limits.total;
    for index in 0..n {
        let entry = archive.by_index(index).map_err(bad)?;
        let name = entry.name().map_err(bad)?.replace('\\', "/");
        if entry.is_dir() || is_leaving(&name) {
            continue;
        }
        if !is_plain(&name) {
            let name = shown(&name);
            return Err(text!(
                "the .zip file holds `{name}`, which would lie outside of it",
                ".zip の中の `{name}` は、.zip の外を指しています"
            ));
        }
        if entry.is_symlink() {
            let name = shown(&name);
            return Err(text!(
                "`{name}` in the .zip file is a link: put the file itself there",
                ".zip の中の `{name}` はリンクです。ファイルそのものを入れてください"
            ));
        }
        let most = limits.file.min(left);
        let mut bytes = Vec::new();
        entry.take(most + 1).read_to_end(&mut bytes).map_err(|why| {
            let name = shown(&name);
            text!("`{name}` in the .zip file is damaged: {why}", ".zip の中の `{name}` が壊れています: {why}")
        })?;
        if bytes.len() as u64 > most {
            let (file, total) = (limits.file >> 20, limits.total >> 20);
            return Err(text!(
                "the .zip file unpacks to too much: at most {file} MiB a file and {total} MiB in all",
                ".zip を展開すると大きすぎます: 1 ファイル {file} MiB、全体で {total} MiB までです"
            ));
        }
        left -= bytes.len() as u64;
        if files.iter().any(|f| f.name == name) {
            let name = shown(&name);
            return Err(text!("`{name}` is in the .zip file twice", ".zip の中に `{name}` が 2 つあります"));
        }
        files.push(PackFile { name, bytes });
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// The first name that the directory of an archive has twice: of two entries with one name the reader gives the last one only.
fn twice(bytes: &[u8], offset: u64, start: u64, most: usize) -> Option<String> {
    const ENTRY: &[u8] = b"PK\x01\x02";
    let number = |at: usize| Some(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]) as usize);
    let is_entry = |at: usize| bytes.get(at..).is_some_and(|rest| rest.starts_with(ENTRY));
    let starts = [start, start.saturating_add(offset)].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
    let mut at = starts.into_iter().find(|at| is_entry(*at))?;
    let mut names = std::collections::BTreeSet::new();
    // Some more entries than the limit: then there are too many, or one twice.
    for _ in 0..=most.saturating_mul(2) {
        if !is_entry(at) {
            break;
        }
        let (name, extra, comment) = (number(at + 28)?, number(at + 30)?, number(at + 32)?);
        let name = bytes.get(at + 46..at + 46 + name)?;
        let name = String::from_utf8_lossy(name).replace('\\', "/");
        if !names.insert(name.clone()) {
            return Some(name);
        }
        at += 46 + number(at + 28)? + extra + comment;
    }
    None
}

/// An archive of files; the same files give the same bytes.
pub fn pack(files: &[PackFile]) -> Result<Vec<u8>, Text> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut sorted: Vec<&PackFile> = files.iter().collect();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    let written = sorted.iter().try_for_each(|file| {
        writer.start_file(file.name.as_str(), options)?;
        writer.write_all(&file.bytes)?;
        Ok(())
    });
    let done = written.and_then(|()| writer.finish());
    done.map(Cursor::into_inner)
        .map_err(|why: zip::result::ZipError| text!("the .zip file cannot be made: {why}", ".zip を作れません: {why}"))
}

/// The files of a pack without the folders around it: an archive of the folder `class` holds `class/pack.toml`.
pub fn from_its_top(files: Vec<PackFile>) -> Vec<PackFile> {
    let depth = |name: &str| name.matches('/').count();
    let tops = files.iter().filter_map(|f| f.name.strip_suffix("pack.toml"));
    let top = tops.filter(|t| t.is_empty() || t.ends_with('/')).min_by_key(|t| depth(t)).map(str::to_owned);
    let Some(top) = top.filter(|t| !t.is_empty()) else { return files };
    let inside = files.into_iter().filter_map(|f| {
        let name = f.name.strip_prefix(&top)?.to_owned();
        Some(PackFile { name, bytes: f.bytes })
    });
    inside.collect()
}

/// Whether an operating system added the file to the archive by itself.
fn is_leaving(name: &str) -> bool {
    name.split('/').any(|part| part == "__MACOSX" || part == ".DS_Store" || part == "Thumbs.db")
}

/// True for a relative path that stays inside its folder.
fn is_plain(name: &str) -> bool {
    !name.contains(':')
        && !name.chars().any(char::is_control)
        && name.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}

/// A name from outside, shortened for a message.
fn shown(name: &str) -> String {
    name.chars().take(60).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_there_twice_is_refused() {
        let file = |name: &str, text: &str| PackFile { name: name.into(), bytes: text.as_bytes().to_vec() };
        let good = pack(&[file("a.s", "first"), file("b.s", "second")]).expect("an archive");
        assert_eq!(unpack(&good, Limits::SUBMISSION).expect("files").len(), 2);
        // The same archive with one name for both; in front of it other bytes, as in a file that unpacks itself.
        let mut bad = good;
        while let Some(at) = bad.windows(3).position(|name| name == b"b.s") {
            bad[at] = b'a';
        }
        for before in [&b""[..], b"#!/bin/sh\n"] {
            let all = [before, &bad].concat();
            let why = unpack(&all, Limits::SUBMISSION).expect_err("twice").en;
            assert_eq!(why, "`a.s` is in the .zip file twice");
        }
    }

    fn file(name: &str, bytes: &[u8]) -> PackFile {
        PackFile { name: name.into(), bytes: bytes.into() }
    }

    /// An archive with names as they are, good or bad.
    fn raw(entries: &[(&str, &[u8])]) -> Vec<u8> {
        pack(&entries.iter().map(|(name, bytes)| file(name, bytes)).collect::<Vec<_>>()).expect("an archive")
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let files = [file("b/c.txt", b"two"), file("a.txt", b"one"), file("empty", b"")];
        let bytes = pack(&files).expect("an archive");
        assert!(is_zip(&bytes) && !is_zip(b"PK"));
        let out = unpack(&bytes, Limits::PACK).expect("files");
        assert_eq!(out.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["a.txt", "b/c.txt", "empty"]);
        assert_eq!(out[1].bytes, b"two");
        assert_eq!(pack(&out).expect("an archive"), bytes, "the same bytes again");
    }

    #[test]
    fn names_outside_are_refused() {
        for name in ["../evil", "a/../../evil", "/etc/passwd", "C:/evil", "a//b", "a/./b", "..\\evil"] {
            let why = unpack(&raw(&[("good", b"x"), (name, b"x")]), Limits::PACK).expect_err(name);
            assert!(why.en.contains("outside"), "{why:?}");
            assert!(!why.ja.is_empty());
        }
        let left = unpack(&raw(&[("__MACOSX/._a", b"x"), ("a/.DS_Store", b"x"), ("a/b", b"x")]), Limits::PACK);
        assert_eq!(left.expect("files").len(), 1);
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_unpacked() {
        let zeroes = vec![0; 40 << 20];
        let bomb = raw(&[("zeroes", &zeroes)]);
        assert!(bomb.len() < 100_000, "{} bytes become 40 MiB", bomb.len());
        assert!(unpack(&bomb, Limits::PACK).expect_err("too large").en.contains("too much"));
        // Many small files that exceed the limit together.
        let many: Vec<(String, Vec<u8>)> = (0..20).map(|i| (format!("{i}"), vec![0; 1 << 20])).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|(n, b)| (n.as_str(), b.as_slice())).collect();
        assert!(unpack(&raw(&many), Limits::SUBMISSION).expect_err("too large").en.contains("too much"));
        let names: Vec<String> = (0..401).map(|i| i.to_string()).collect();
        let names: Vec<(&str, &[u8])> = names.iter().map(|n| (n.as_str(), &b"x"[..])).collect();
        assert!(unpack(&raw(&names), Limits::SUBMISSION).expect_err("too many").en.contains("401 files"));
    }

    #[test]
    fn damaged_archives_are_told() {
        let good = raw(&[("a", &[7; 5000]), ("b", b"x")]);
        for cut in [0, 3, 30, good.len() / 2, good.len() - 1] {
            assert!(unpack(&good[..cut], Limits::PACK).is_err(), "{cut}");
        }
        let mut flipped = good.clone();
        flipped[40] ^= 0xff;
        assert!(unpack(&flipped, Limits::PACK).is_err());
    }

    #[test]
    fn folders_around_a_pack_are_taken_off() {
        let names = |files: Vec<PackFile>| from_its_top(files).into_iter().map(|f| f.name).collect::<Vec<_>>();
        assert_eq!(
            names(vec![file("x/class/pack.toml", b""), file("x/class/a/b", b""), file("readme", b"")]),
            ["pack.toml", "a/b"]
        );
        assert_eq!(names(vec![file("pack.toml", b""), file("sub/pack.toml", b"")]), ["pack.toml", "sub/pack.toml"]);
        assert_eq!(names(vec![file("my-pack.toml", b"")]), ["my-pack.toml"]);
    }
}
