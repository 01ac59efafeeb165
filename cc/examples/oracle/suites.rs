//! Suites whose programs are made from templates or checked against gcc: SDCC's regression tests and mcpp's tests of
//! preprocessors.

use super::{End, LEVELS, headers_beside, run, shown, side_by_side, torture_settings};
use mcore::base::SourceFile;
use mcore::toolchain::{CompilerOptions, Level};
use mcore_cc::compile::{C, Settings, Stage};
use mcore_cc::options::Edition;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A template stands for at most this many programs.
const MAX_INSTANCES: usize = 64;

/// Programs of SDCC's suite that are not expected to pass, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("atomic", "the header stdatomic.h is out"),
    ("bug1665511", "reads a word at an odd address"),
    ("bug-2855", "the function aligned_alloc is out"),
    ("charconst", "the header uchar.h is out"),
    ("gcc-torture-execute-wchar_t-1", "the header wchar.h is out"),
    ("string", "the header wchar.h is out"),
    ("structflexarray", "wants structures packed for compilers that define __GNUC__"),
    ("wchar-", "the header wchar.h is out"),
];

/// The functions that SDCC's programs call on their host.
const HOST: &str =
    "#include <stdio.h>\nvoid _putchar(char c) { putchar(c); }\nvoid _initEmu(void) {}\nvoid _exitEmu(void) {}\n";

/// The words that a template's first comment gives to each name: lines `name: value, value`.
fn words(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut out = Vec::new();
    for line in text.lines() {
        if let Some((name, values)) = line.split_once(':') {
            out.push((name.trim(), values.split(',').map(str::trim).collect()));
        } else if line.contains("*/") {
            break;
        }
    }
    out
}

/// The functions that a template tests: those of the form `void test…(void)`.
fn tested(text: &str) -> Vec<&str> {
    let body = text.split_once("*/").map_or(text, |(_, body)| body);
    let name = |line: &'_ str| -> Option<(usize, usize)> {
        let at = line.find("test")?;
        let before = line[..at].trim();
        let end = line[at..].find('(')? + at;
        let argument = line[end..].trim_start_matches('(').trim_start();
        (matches!(before, "" | "void") && argument.starts_with("void")).then_some((at, end))
    };
    body.lines().filter_map(|line| name(line).map(|(at, end)| line[at..end].trim())).collect()
}

/// The programs of a template, each with its words put in and the functions that the framework calls.
fn instances(name: &str, text: &str) -> Vec<SourceFile> {
    let calls: String = tested(text).iter().map(|f| format!("  {f}();\n")).collect();
    let count = tested(text).len();
    let mut whole = vec![(
        name.to_owned(),
        format!("{text}\nvoid __runSuite(void)\n{{\n{calls}}}\nconst int __numCases = {count};\n"),
    )];
    for (key, values) in words(text) {
        let hole = format!("{{{key}}}");
        let each = |(name, text): &(String, String)| -> Vec<(String, String)> {
            if !text.contains(&hole) {
                return vec![(name.clone(), text.clone())];
            }
            values.iter().map(|value| (format!("{name}-{value}"), text.replace(&hole, value))).collect()
        };
        whole = whole.iter().flat_map(each).take(MAX_INSTANCES).collect();
    }
    let file = |(name, mut text): (String, String)| {
        text.push_str(&format!(
            "const char *__getSuiteName(void) {{ return \"{}\"; }}\n",
            name.replace(['"', '\\'], "")
        ));
        SourceFile { name: format!("{}.c", name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "_")), text }
    };
    whole.into_iter().map(file).collect()
}

/// The framework's files.
fn framework(folder: &Path) -> Vec<SourceFile> {
    let file = |path: &str| {
        let text = String::from_utf8_lossy(&fs::read(folder.join(path)).ok()?).into_owned();
        let name = Path::new(path).file_name()?.to_string_lossy().into_owned();
        Some(SourceFile { name, text })
    };
    ["fwk/include/testfwk.h", "fwk/lib/testfwk.c", "fwk/lib/extern1.c", "fwk/lib/extern2.c", "fwk/lib/statics.c"]
        .iter()
        .filter_map(|path| file(path))
        .collect()
}

/// True if gcc translates a program and it ends without a failure under qemu.
fn gcc_agrees(file: &SourceFile, parts: &[SourceFile], scratch: &Path) -> bool {
    let folder = scratch.join(file.name.trim_end_matches(".c"));
    let write = |f: &SourceFile| fs::write(folder.join(&f.name), &f.text).is_ok();
    if fs::create_dir_all(&folder).is_err() || !write(file) || !parts.iter().all(write) {
        return false;
    }
    let sources: Vec<PathBuf> =
        parts.iter().chain([file]).filter(|f| f.name.ends_with(".c")).map(|f| folder.join(&f.name)).collect();
    let made = Command::new("mipsel-linux-gnu-gcc")
        .args(["-w", "-O1", "-std=gnu17", "-static", "-DPORT_HOST", "-fsigned-char", "-I"])
        .arg(&folder)
        .arg("-o")
        .arg(folder.join("program"))
        .args(sources)
        .arg("-lm")
        .output();
    let output = made
        .ok()
        .filter(|m| m.status.success())
        .and_then(|_| Command::new("timeout").args(["10", "qemu-mipsel"]).arg(folder.join("program")).output().ok());
    let _ = fs::remove_dir_all(&folder);
    output.is_some_and(|o| passes(&String::from_utf8_lossy(&o.stdout)))
}

/// True if the framework's summary names no failure.
fn passes(output: &str) -> bool {
    output.contains("--- Summary: 0/") && !output.contains("--- FAIL")
}

/// SDCC's regression tests at three levels. A program that fails here and with gcc too is not for this processor.
pub fn sdcc(folder: &Path) -> bool {
    let entries = fs::read_dir(folder.join("tests")).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    paths.sort();
    let mut programs = Vec::new();
    for path in &paths {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        programs.extend(instances(&name, &text).into_iter().map(|file| (path.clone(), file)));
    }
    let mut parts = framework(folder);
    parts.push(SourceFile { name: "host.c".into(), text: HOST.into() });
    let scratch = std::env::temp_dir().join(format!("mcore-sdcc-{}", std::process::id()));
    let results = side_by_side(&programs, |(path, file)| {
        let mut settings = torture_settings("");
        settings.options.defines.push("PORT_HOST".into());
        let mut files = vec![file.clone()];
        files.extend(parts.iter().filter(|f| f.name.ends_with(".c")).cloned());
        let mut others = headers_beside(path);
        others.extend(parts.iter().filter(|f| f.name.ends_with(".h")).cloned());
        let wrong = LEVELS.iter().find_map(|(name, level)| match run(&files, &others, *level, settings.clone()) {
            End::Halted(_, output, _) if passes(&output) => None,
            End::Halted(_, output, _) => {
                let line = output.lines().find(|l| l.contains("FAIL")).unwrap_or("no summary");
                Some(format!("{name}: {line}"))
            }
            end => Some(format!("{name}: {}", shown(&end))),
        });
        let others: Vec<SourceFile> = others.iter().chain(&parts).cloned().collect();
        wrong.map(|why| (why, gcc_agrees(file, &others, &scratch)))
    });
    let _ = fs::remove_dir_all(&scratch);
    let (mut foreign, mut failed, mut excepted) = (0, 0, 0);
    for ((_, file), result) in programs.iter().zip(&results) {
        match result {
            Some((_, true)) if EXCEPTIONS.iter().any(|(name, _)| file.name.starts_with(name)) => excepted += 1,
            Some((why, true)) => {
                failed += 1;
                println!("{}: {why}", file.name);
            }
            Some((_, false)) => foreign += 1,
            None => {}
        }
    }
    let passed = programs.len() - foreign - failed - excepted;
    println!(
        "{} programs of {} files: {passed} pass at three levels, {foreign} fail with gcc too, {excepted} exceptions, {failed} fail",
        programs.len(),
        paths.len()
    );
    failed == 0 && !programs.is_empty()
}

/// mcpp's tests, as far as gcc agrees with them: programs that check themselves (`n_*.c`), texts that must be refused
/// (`e_*.c`), and texts whose result must have the same tokens as gcc's (`n_*.t`).
pub fn mcpp(folder: &Path) -> bool {
    let (mut failed, mut counts) = (0, [0; 3]);
    let mut wrong = |name: &str, why: String| {
        failed += 1;
        println!("{name}: {why}");
    };
    for (path, name) in named(&folder.join("test-c"), "n_", "c") {
        let mut settings = torture_settings("");
        settings.options.edition = Edition::Gnu89;
        let file = SourceFile { name: name.clone(), text: text_of(&path) };
        settings.options.folders.push("own".into());
        if !gcc_takes(&path) {
            continue;
        }
        counts[0] += 1;
        let mut others = headers_beside(&path);
        let header = SourceFile { name: "own/header.h".into(), text: text_of(&path.with_file_name("header.h")) };
        others.push(header);
        match run(std::slice::from_ref(&file), &others, Level::O1, settings) {
            End::Halted(0, output, _) if output.contains("success") => {}
            End::Halted(_, output, _) => wrong(&name, format!("prints {output:?}")),
            end => wrong(&name, shown(&end)),
        }
    }
    for (path, name) in named(&folder.join("test-c"), "e_", "c") {
        if gcc_takes(&path) {
            continue;
        }
        counts[1] += 1;
        let file = SourceFile { name: name.clone(), text: text_of(&path) };
        let mut settings = torture_settings("");
        settings.options.edition = Edition::Gnu89;
        if let End::Halted(..) | End::Stopped(_) | End::Panicked(_) =
            run(std::slice::from_ref(&file), &headers_beside(&path), Level::O1, settings)
        {
            wrong(&name, "is not refused".into());
        }
    }
    for (path, name) in named(&folder.join("test-t"), "n_", "t") {
        let made = Command::new("mipsel-linux-gnu-gcc")
            .args(["-E", "-P", "-w", "-std=gnu17", "-ffreestanding", "-nostdinc", "-x", "c", &name])
            .current_dir(folder.join("test-t"))
            .output();
        // The date of a translation is fixed here, so a text that prints it cannot be the same.
        let Some(made) = made.ok().filter(|m| m.status.success() && !text_of(&path).contains("__DATE__")) else {
            continue;
        };
        counts[2] += 1;
        let file = SourceFile { name: name.clone(), text: text_of(&path) };
        let others = headers_beside(&path);
        let project: Vec<&SourceFile> = [&file].into_iter().chain(&others).collect();
        let options = CompilerOptions { level: Level::O0, memory_size: 1 << 20, debug: false };
        let (own, _) = C::new(Settings::default()).dump(&file, &project, &options, Stage::Preprocessed);
        // gcc prints a letter beyond ASCII as a universal character name, which is the same name.
        let gcc = String::from_utf8_lossy(&made.stdout).replace("\\U00005b57", "\u{5b57}");
        let (own, gcc) = (tokens(&own), tokens(&gcc));
        if let Some(at) = (0..own.len().max(gcc.len())).find(|i| own.get(*i) != gcc.get(*i)) {
            let near = |list: &[String]| list[at.saturating_sub(3).min(list.len())..(at + 4).min(list.len())].join(" ");
            wrong(&name, format!("has `{}`, gcc has `{}`", near(&own), near(&gcc)));
        }
    }
    let [programs, refused, texts] = counts;
    println!("{programs} programs, {refused} wrong texts, {texts} texts to compare with gcc: {failed} differ");
    failed == 0 && programs > 0
}

/// True if gcc accepts a text in the old edition of the language.
fn gcc_takes(path: &Path) -> bool {
    let made = Command::new("mipsel-linux-gnu-gcc")
        .args(["-std=gnu89", "-w", "-fsyntax-only", "-I"])
        .arg(path.parent().unwrap_or(Path::new(".")))
        .arg(path)
        .output();
    made.is_ok_and(|m| m.status.success())
}

fn text_of(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

/// The files of a folder whose names begin and end so, in order.
fn named(folder: &Path, begin: &str, ending: &str) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |p: &Path| p.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let mut out: Vec<(PathBuf, String)> = entries
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == ending))
        .map(|p| (p.clone(), name(&p)))
        .filter(|(_, name)| name.starts_with(begin))
        .collect();
    out.sort();
    out
}

/// Tokens of a preprocessed text, without lines of the form `# 1 "file"` and pragmas: spaces between tokens do not count.
fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let directive = |l: &&str| ["# ", "#line", "#pragma"].iter().all(|word| !l.trim_start().starts_with(word));
    for line in text.lines().filter(directive) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match first {
                '"' | '\'' => {
                    let mut escaped = false;
                    let close = rest.char_indices().skip(1).find(|(_, c)| {
                        let found = *c == first && !escaped;
                        escaped = *c == '\\' && !escaped;
                        found
                    });
                    close.map_or(rest.len(), |(at, c)| at + c.len_utf8())
                }
                c if c.is_alphanumeric() || c == '_' => {
                    rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').unwrap_or(rest.len())
                }
                c => c.len_utf8(),
            };
            out.push(rest[..end].to_owned());
            rest = rest[end..].trim_start();
        }
    }
    out
}
