//! Packs with scripts of verbs: the pack `verbs` that ships, `mcore pack` and `mcore grade`.

use crate::common::{graded, run_in, write};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const EXERCISES: [&str; 5] = ["ping-pong", "trusted-flag", "repair", "lock", "halo"];

/// The pack that ships.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../exercises/verbs")
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    crate::common::folder("verbs_pack", name)
}

#[test]
fn the_pack_that_ships_is_clean() {
    let checked = run_in(&folder("clean"), &["pack", "check", &shipped().display().to_string()]);
    assert_eq!(checked.status, 0, "{checked:?}");
    assert!(checked.err.ends_with("0 errors, 0 warnings\n"), "{checked:?}");
    for exercise in EXERCISES {
        let full = format!("{exercise}: {exercise}/solution: 100 of 100 points");
        assert!(checked.out.contains(&full), "{full}: {}", checked.out);
        let start =
            checked.out.lines().find(|line| line.starts_with(&format!("{exercise}: start: "))).expect("a start");
        let points: u32 = start.split(' ').nth(2).and_then(|n| n.parse().ok()).expect("points");
        assert!(points < 60, "{start}");
    }
}

#[test]
fn students_get_the_names_of_hidden_cases_alone() {
    let folder = folder("students");
    let pack = shipped().display().to_string();
    let built = run_in(&folder, &["pack", "build", &pack, "--folder", "-o", "students"]);
    assert_eq!(built.status, 0, "{built:?}");
    for exercise in EXERCISES {
        let inside = folder.join("students").join(exercise);
        assert!(inside.join("task.ja.md").exists() && inside.join("start/script.tca").exists());
        assert!(!inside.join("solution").exists() && !inside.join("lecturer.en.md").exists());
        let text = fs::read_to_string(inside.join("exercise.toml")).expect("a file");
        let toml: toml::Table = text.parse().expect("TOML");
        for case in toml["case"].as_array().expect("cases") {
            let table = case.as_table().expect("a table");
            if table.get("visible").is_some_and(|visible| visible.as_bool() == Some(false)) {
                let keys: Vec<&str> = table.keys().map(String::as_str).collect();
                assert_eq!(keys, ["name", "points", "visible"], "{exercise}");
            }
        }
    }
    let data = folder.join("students/repair/data");
    assert!(data.join("late.tca").exists() && !data.join("later.tca").exists(), "who is late in secret stays secret");
    // With the students' edition only the visible case can be judged; with the lecturer's all can.
    let script = shipped().join("repair/solution/script.tca").display().to_string();
    let (_, students) = graded(&folder, "students", &["--exercise", "repair", &script]);
    let (status, whole) = graded(&folder, &pack, &["--exercise", "repair", &script]);
    let judged = |rows: &Value| {
        let cases = rows["rows"][0]["cases"].as_array().expect("cases").clone();
        cases.iter().map(|case| (case["judged"].as_bool(), case["passed"].as_bool())).collect::<Vec<_>>()
    };
    assert_eq!(judged(&students), [(Some(true), Some(true)), (Some(false), Some(false))]);
    assert_eq!((status, judged(&whole)), (0, vec![(Some(true), Some(true)); 2]), "{whole}");
    assert_eq!((&whole["rows"][0]["points"], &students["rows"][0]["of"]), (&json!(100), &json!(100)));
    assert_eq!(whole["rows"][0]["cases"][1]["checks"], json!([]), "not forwarded to students");
}

#[test]
fn a_new_pack_is_clean_and_its_scripts_are_graded() {
    let folder = folder("new");
    let made = run_in(&folder, &["pack", "new", "demo", "--kind", "tca"]);
    assert_eq!(made.status, 0, "{made:?}");
    let checked = run_in(&folder, &["pack", "check", "demo"]);
    assert!(checked.status == 0 && checked.err.ends_with("0 errors, 0 warnings\n"), "{checked:?}");
    assert!(checked.out.contains("greeting: greeting/solution: 20 of 20 points"), "{checked:?}");

    let script = fs::read_to_string(folder.join("demo/greeting/solution/script.tca")).expect("a script");
    let long = script.replace(".length = 8", ".length = 64");
    let submission = |script: &str, claims: Value| {
        json!({
            "kind": "mcore-submission", "format": 1, "pack": "demo", "exercise": "greeting", "version": "0.1.0",
            "script": script, "claims": claims, "points": 20,
        })
        .to_string()
    };
    let honest = json!([{ "case": "Eight bytes", "passed": true, "points": 10 }]);
    write(&folder.join("a.mcsub"), &submission(&script, honest.clone()));
    write(&folder.join("b.mcsub"), &submission(&long, honest.clone()));
    write(&folder.join("c.mcsub"), &submission("node 1 { }", honest));
    write(&folder.join("d.tca"), &script);
    let (status, rows) = graded(&folder, "demo", &["a.mcsub", "b.mcsub", "c.mcsub", "d.tca"]);
    let rows = rows["rows"].as_array().expect("rows").clone();
    assert_eq!(status, 1);
    let of = |row: &Value| (row["kind"].clone(), row["passed"].clone(), row["points"].clone());
    assert_eq!(of(&rows[0]), (json!("tca"), json!(true), json!(20)), "{}", rows[0]);
    assert_eq!(rows[0]["notes"], json!([]));
    assert_eq!(of(&rows[1]), (json!("tca"), json!(false), json!(0)), "{}", rows[1]);
    assert!(rows[1]["notes"][0]["en"].as_str().is_some_and(|note| note.contains("claims other")), "{}", rows[1]);
    let refused = rows[2]["cases"][0]["refused"]["en"].as_str().expect("a reason");
    assert!(refused.contains("1:1: the task gives node 1"), "{refused}");
    assert_eq!(of(&rows[3]), (json!("tca"), json!(true), json!(20)), "{}", rows[3]);
}

#[test]
fn faults_of_a_pack_are_named_with_their_places() {
    let folder = folder("faults");
    assert_eq!(run_in(&folder, &["pack", "new", "demo", "--kind", "tca"]).status, 0);
    let path = folder.join("demo/greeting/exercise.toml");
    let whole = fs::read_to_string(&path).expect("a file");
    for (from, to, place, why) in [
        ("start = \"start/", "start = \"data/", "`start`", "write `start/...`"),
        ("data/receiver.tca\"", "data/sender.tca\"", "`given`", "data/sender.tca"),
        (
            "text = \"good day\" }]",
            "text = \"good day\", length = 8 }]",
            "`case.prepare.length`",
            "does not belong to `text`",
        ),
        ("node = 0, buffer", "node = 16, buffer", "`case.prepare.node`", "0 to 15"),
        ("\"shown\"", "\"show\"", "`case.expect.check`", "choose from `bytes`, `shown`"),
        (
            "check = \"time_ns\", node = 1,",
            "check = \"time_ns\", buffer = \"b\",",
            "`case.expect.buffer`",
            "does not belong to `time_ns`",
        ),
        ("cross = 1_000", "crosss = 1_000", "`case.machine.crosss`", "did you mean `cross`"),
        ("cross = 1_000", "cross = 1_000_000_000", "`case.machine.cross`", "cross"),
    ] {
        assert!(whole.contains(from), "{from}");
        write(&path, &whole.replacen(from, to, 1));
        let checked = run_in(&folder, &["pack", "check", "demo"]);
        assert_eq!(checked.status, 1, "{to}: {checked:?}");
        assert!(checked.err.contains(place) && checked.err.contains(why), "{to}: {checked:?}");
    }
    // A translation with another script, and one without a start file.
    let translated = folder.join("demo/greeting/start.ja/script.tca");
    write(&path, &whole);
    let text = fs::read_to_string(&translated).expect("a script");
    write(&translated, &text.replacen("connect(1)", "connect(2)", 1));
    write(&folder.join("demo/greeting/start.ja/other.tca"), &text);
    let checked = run_in(&folder, &["pack", "check", "demo"]);
    assert!(
        checked.err.contains("greeting/start.ja/script.tca:5: the program differs from start/script.tca"),
        "{checked:?}"
    );
    assert!(checked.err.contains("greeting/start.ja/other.tca: warning: no start file has this name"), "{checked:?}");
    write(&translated, &text);
    // A solution that fails, and a start that passes.
    write(&path, &whole.replacen("at_most = 3_600", "at_most = 3_000", 1));
    let checked = run_in(&folder, &["pack", "check", "demo"]);
    assert!(
        checked.err.contains("case `Eight bytes` fails: node 1, last completion: at most 3,000 ns; found 3,504 ns"),
        "{checked:?}"
    );
    write(&path, &whole);
    let script = fs::read_to_string(folder.join("demo/greeting/solution/script.tca")).expect("a script");
    write(&folder.join("demo/greeting/start/script.tca"), &script);
    let checked = run_in(&folder, &["pack", "check", "demo"]);
    assert!(checked.err.contains("the script at the start passes already"), "{checked:?}");
}
