//! Packs and submissions come from outside: whatever they contain, their readers answer.

use mcore::base::SourceFile;
use mcore::modes::chip::exercise::{PackFile, keys};
use mcore_tests::invariants::{exercise_file, pack_archive, submission};
use proptest::prelude::*;

/// Pieces of texts like an `exercise.toml`.
fn piece() -> impl Strategy<Value = String> {
    let all: Vec<&'static str> = [
        keys::EXERCISE,
        keys::MACHINE,
        keys::FILES,
        keys::CASE,
        keys::INPUT,
        keys::RANDOM,
        keys::EXPECT,
        keys::MEMORY,
        keys::SCORE,
    ]
    .concat();
    prop_oneof![
        4 => proptest::sample::select(all).prop_map(|key| format!("{key} = ")),
        2 => proptest::sample::select(vec![
            "[[case]]\n", "[[case.input]]\n", "[[case.expect]]\n", "[machine]\n", "[files]\n", "[score]\n", "format = 1\n",
            "title.en = \"a\"\ntitle.ja = \"b\"\nlanguage = \"asm\"\nmachine.nodes = \"2x2\"\nfiles = { editable = [\"sum.s\"], reference = \"start/sum.s\" }\n",
            "[[case]]\nname.en = \"a\"\nname.ja = \"b\"\ncycle_limit = 10\n", "[[case.expect]]\nhalted = true\n",
            "{ low = 0, high = 3, count = 4 }\n", "\"1,1\"\n", "\"all\"\n", "\"reference\"\n", "[1, -2, 3]\n", "{ file = \"data/x.bin\" }\n", "true\n", "\"4x4\"\n",
        ]).prop_map(str::to_owned),
        1 => any::<i64>().prop_map(|n| format!("{n}\n")),
        1 => any::<f64>().prop_map(|n| format!("{n:?}\n")),
        1 => ".{0,12}\n",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(mcore_tests::cases(400)))]

    #[test]
    fn any_exercise_file_is_answered(pieces in proptest::collection::vec(piece(), 0..30)) {
        exercise_file(&pieces.concat());
    }

    /// A sound file with a piece of it replaced.
    #[test]
    fn any_damaged_exercise_file_is_answered(at in 0usize..2000, cut in 0usize..40, put in ".{0,20}") {
        let path = mcore_tests::root().join("exercises/class/matmul/exercise.toml");
        let text: Vec<char> = std::fs::read_to_string(path).expect("a file").chars().collect();
        let at = at.min(text.len());
        let rest = text[at..].iter().skip(cut);
        exercise_file(&text[..at].iter().chain(&put.chars().collect::<Vec<_>>()).chain(rest).collect::<String>());
    }

    #[test]
    fn any_damaged_archive_is_answered(at in 0usize..1000, byte in any::<u8>(), cut in 0usize..1000) {
        let files = ["pack.toml", "e/exercise.toml", "e/start/a.s"].map(|name| PackFile { name: name.into(), bytes: vec![b'x'; 300] });
        let mut archive = mcore_archive::pack(&files).expect("an archive");
        pack_archive(&archive);
        let at = at % archive.len();
        archive[at] = byte;
        pack_archive(&archive);
        archive.truncate(cut);
        pack_archive(&archive);
    }

    /// A sound pack with a piece of one of its texts replaced, as an archive.
    #[test]
    fn any_damaged_pack_is_answered(which in 0usize..2, at in 0usize..2000, cut in 0usize..40, put in ".{0,20}") {
        let mut files = mcore_tests::pack_files("class");
        let name = ["pack.toml", "matmul/exercise.toml"][which];
        let file = files.iter_mut().find(|f| f.name == name).expect("a file of the pack");
        let end = (at + cut).min(file.bytes.len());
        drop(file.bytes.splice(at.min(end)..end, put.bytes()));
        pack_archive(&mcore_archive::pack(&files).expect("an archive"));
    }

    #[test]
    fn any_submission_is_answered(bytes in proptest::collection::vec(any::<u8>(), 0..200), name in ".{0,20}", text in ".{0,50}") {
        submission(&bytes);
        let file = SourceFile { name, text };
        let sound = serde_json::json!({
            "kind": "mcore-submission", "format": 1, "pack": "p", "exercise": "e", "version": "1", "files": [file],
            "program": "00ff", "claims": [{ "case": "c", "passed": true, "cycles": 3 }],
        });
        submission(sound.to_string().as_bytes());
        let mut damaged = sound.to_string().into_bytes();
        let at = bytes.len() % damaged.len();
        damaged[at] = bytes.first().copied().unwrap_or(b'}');
        submission(&damaged);
    }
}
