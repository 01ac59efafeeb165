//! Studies of many runs: parts from several machines joined, and files that are continued after a stop.

use crate::common::{Run, file, finish, mcore};
use std::fs;
use std::path::Path;

/// A study for each command that takes --shard and --resume, with its number of runs.
const STUDIES: [(&str, usize); 3] = [
    ("noc --mesh 2x2 --load 0.05,0.1,0.2,0.3,0.4 --cycles 300 --json", 5),
    ("nsim sweep --topology torus,mesh --dims 2x2,3x2 --program ring,hot-spot --bytes 8,300 --json", 16),
    (
        "pmnet sweep --preset i7-7700k --generate stride:bytes=65536,stride=64,passes=2 \
         --vary L2.capacity=64K,256K,1000,2M,128K --jobs 2 --json",
        5,
    ),
];

/// A path for one test at which there is no file yet.
fn absent(name: &str) -> String {
    let path = file(&format!("study/{name}"), "");
    fs::remove_file(&path).expect("it was there");
    path
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The whole study from one machine.
fn whole(study: &str, runs: usize) -> Run {
    let ran = mcore(study);
    // One of the values of pmnet is impossible.
    assert_eq!(ran.status, i32::from(study.starts_with("pmnet")), "{ran:?}");
    assert_eq!(ran.out.lines().count(), runs, "{}", ran.out);
    for (number, line) in ran.out.lines().enumerate() {
        assert!(line.starts_with(&format!("{{\"run\":{number},\"of\":{runs},\"study\":\"")), "{line}");
    }
    ran
}

/// The command in the document that joins parts, run by a shell in a folder.
#[cfg(unix)]
fn joined(folder: &Path) -> String {
    let document = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/nsim.md")).expect("there");
    let line = document.lines().find(|line| line.starts_with("cat part-")).expect("the line that joins");
    let mut shell = std::process::Command::new("sh");
    let ran = finish(shell.arg("-c").arg(line).current_dir(folder));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{line}: {ran:?}");
    fs::read_to_string(folder.join("study.json")).expect("written")
}

#[test]
#[cfg(unix)]
fn joined_parts_are_the_whole_byte_for_byte() {
    for (study, runs) in STUDIES {
        let wanted = whole(study, runs).out;
        for parts in [1, 3, 7] {
            let name = format!("parts-{}-{parts}", &study[..4]).replace(' ', "");
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study").join(name);
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).expect("a folder");
            for part in 1..=parts {
                let path = folder.join(format!("part-{part}.json"));
                let arguments = format!("{study} --shard {part}/{parts}");
                let reported = mcore(&arguments).out;
                let ran = mcore(&format!("{arguments} --resume {}", path.display()));
                assert_eq!(ran.out, "", "{ran:?}");
                assert_eq!(read(&path.display().to_string()), reported, "{arguments}");
                let mine = wanted.lines().skip(part - 1).step_by(parts).map(|line| format!("{line}\n"));
                assert_eq!(reported, mine.collect::<String>(), "{arguments}");
            }
            assert_eq!(joined(&folder), wanted, "{study} in {parts} parts");
        }
    }
}

#[test]
fn a_study_that_was_cut_goes_on_and_ends_with_the_same_file() {
    for (study, runs) in STUDIES {
        let whole = whole(study, runs);
        let lines: Vec<&str> = whole.out.split_inclusive('\n').collect();
        let first = lines[0].len();
        let second = first + lines[1].len();
        let all = whole.out.len();
        let path = absent(&format!("cut-{}.json", &study[..4].trim_end()));
        for cut in [0, 1, 7, first - 1, first, first + 3, second - 2, all - 1, all] {
            fs::write(&path, &whole.out[..cut]).expect("written");
            let ran = mcore(&format!("{study} --resume {path}"));
            assert_eq!((ran.status, ran.out.as_str()), (whole.status, ""), "{study}, {cut} bytes: {ran:?}");
            assert!(read(&path) == whole.out, "{study}, {cut} bytes: {}", read(&path));
            let done = whole.out[..cut].matches('\n').count();
            assert_eq!(ran.err.contains("in the file already"), done > 0, "{}", ran.err);
            assert!(done == 0 || ran.err.contains(&format!("; {} left", runs - done)), "{}", ran.err);
        }
        // Joined parts with one missing, in any order.
        let some: String = lines.iter().rev().step_by(2).copied().collect();
        fs::write(&path, &some).expect("written");
        assert_eq!(mcore(&format!("{study} --resume {path}")).status, whole.status);
        let completed = read(&path);
        let mut found: Vec<&str> = completed.split_inclusive('\n').collect();
        assert!(completed.starts_with(&some));
        found.sort_by_key(|line| line[7..line.find(',').expect("a comma")].parse::<usize>().expect("a number"));
        assert_eq!(found, lines);
    }
}

#[test]
fn what_is_no_part_of_the_study_is_refused_and_left_as_it_is() {
    let (noc, nsim, pmnet) = (STUDIES[0].0, STUDIES[1].0, STUDIES[2].0);
    let refused = |content: &str, arguments: &str, wanted: &str| {
        let path = file("study/refused.json", content);
        let ran = mcore(&format!("{arguments} --resume {path}"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments}: {ran:?}");
        assert!(ran.err.contains("refused.json: line ") && ran.err.contains(wanted), "{arguments}: {}", ran.err);
        assert_eq!(read(&path), content, "{arguments}");
    };
    let lines = mcore(noc).out;
    refused(&lines, &format!("{noc} --seed 2"), "`seed` is 1 there and 2 here");
    refused(&lines, &format!("{noc} --packet 12"), "`packet` is 10 there and 12 here");
    refused(&lines, &noc.replace("0.4", "0.4,0.5"), "it has 5 runs, this one 6");
    refused(&lines, &noc.replace("300", "301"), "some parameter or input file differs");
    refused(&lines, nsim, "another study");
    let lines = mcore(nsim).out;
    refused(&lines, &nsim.replace("ring", "halo-2d"), "`program` is \"ring\" there and \"halo-2d\" here");
    refused(&lines, &format!("{nsim} --compute 5"), "some parameter or input file differs");
    refused(&lines, &format!("{nsim} --params infiniband"), "`params` is \"torus\" there");
    // The incomplete line at the end is not changed either.
    refused(&lines[..lines.len() - 9], &format!("{nsim} --seed 7"), "`seed` is 1 there and 7 here");
    refused(&lines, &format!("{nsim} --shard 2/4"), "run 0 is of another part");
    let first = &lines[..=lines.find('\n').expect("lines")];
    refused(&format!("{first}{first}"), nsim, "line 2: run 0 is there twice");
    let lines = mcore(pmnet).out;
    refused(&lines, &pmnet.replace("L2.cap", "L3.cap"), "`property` is \"L2.capacity\" there");
    refused(&lines, &pmnet.replace("passes=2", "passes=3"), "some parameter or input file differs");
    for foreign in ["precious", "precious\n", "{}\n", "{\"run\":0}\n", "[1]\n", "\n"] {
        refused(foreign, noc, "not a result of a study");
    }
    let folder = env!("CARGO_TARGET_TMPDIR");
    let ran = mcore(&format!("{noc} --resume {folder}"));
    assert!(ran.status == 2 && ran.err.contains("not a file"), "{ran:?}");
    let ran = mcore(&format!("{noc} --resume no/such/folder/x.json"));
    assert!(ran.status == 2 && ran.err.contains("cannot be written"), "{ran:?}");
}

#[test]
fn wrong_parts_are_refused() {
    for shard in ["0/4", "5/4", "x", "4", "1/0", "-1/4", "1/4/2", "/", "1.5/4"] {
        for command in STUDIES.iter().map(|s| s.0).chain(["grade demo x.s"]) {
            let ran = mcore(&format!("{command} --shard={shard}"));
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command} {shard}: {ran:?}");
            assert!(ran.err.contains("for example 2/4"), "{command} {shard}: {}", ran.err);
        }
    }
    // More parts than runs: some have nothing to do, which is no error; their file exists for joining.
    let path = absent("empty.json");
    let ran = mcore(&format!("{} --shard 9/9 --resume {path}", STUDIES[0].0));
    assert_eq!((ran.status, ran.out.as_str(), read(&path).as_str()), (0, "", ""), "{ran:?}");
}

#[test]
fn two_processes_do_not_write_the_same_file() {
    let path = file("study/locked.json", "");
    let held = fs::OpenOptions::new().append(true).open(&path).expect("there");
    held.lock().expect("a lock");
    let ran = mcore(&format!("{} --resume {path}", STUDIES[0].0));
    assert!(ran.status == 2 && ran.err.contains("another process is writing this file"), "{ran:?}");
    // Processes that other tests start may hold it open for a moment longer.
    held.unlock().expect("no lock");
    assert_eq!(mcore(&format!("{} --resume {path}", STUDIES[0].0)).status, 0);
}

/// A deadlock and a time limit are results; a continued study has the same status as one without a stop.
#[test]
fn the_status_of_a_study_does_not_depend_on_stops() {
    let trace = file("study/deadlock.trace", "0 recv 1\n0 send 1 8\n1 recv 0\n1 send 0 8\n");
    for (study, status) in [
        (format!("nsim sweep --dims 2,4 --program ring,{trace} --json"), 5),
        ("nsim sweep --dims 8x8x8,2x2 --max-time 3000 --json".to_owned(), 4),
    ] {
        let path = absent("status.json");
        assert_eq!(mcore(&study).status, status, "{study}");
        for _ in 0..2 {
            let ran = mcore(&format!("{study} --resume {path}"));
            assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{study}: {ran:?}");
        }
    }
}

/// The script of the document makes 1,000 runs, the same in both languages.
#[test]
#[cfg(unix)]
fn the_study_of_the_document_has_a_thousand_runs() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let script = |name: &str| {
        let text = fs::read_to_string(docs.join(name)).expect("there");
        let begin = text.find("#!/bin/sh\nmcore nsim sweep").expect("the script");
        text[begin..begin + text[begin..].find("```").expect("its end")].to_owned()
    };
    let study = script("nsim.md");
    assert_eq!(study, script("nsim.ja.md"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study/thousand");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("study.sh"), study).expect("written");
    let own = Path::new(env!("CARGO_BIN_EXE_mcore")).parent().expect("a folder").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = std::process::Command::new("sh");
    shell.args(["study.sh", "1000/1000", "part-1000.json"]).current_dir(&folder).env("PATH", format!("{own}:{path}"));
    let ran = finish(&mut shell);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    let line = fs::read_to_string(folder.join("part-1000.json")).expect("written");
    assert!(line.starts_with("{\"run\":999,\"of\":1000,") && line.matches('\n').count() == 1, "{line}");
}
