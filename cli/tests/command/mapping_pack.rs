//! Packs with exercises of maps: the pack `mapping` that ships, `mcore pack` and `mcore grade`.

use crate::common::{graded, run_in, write};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The pack that ships.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../exercises/mapping")
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    crate::common::folder("mapping_pack", name)
}

/// A copy of the pack made by `mcore pack new --kind mopt`.
fn new_pack(name: &str) -> PathBuf {
    let folder = folder(name);
    let made = run_in(&folder, &["pack", "new", "demo", "--kind", "mopt"]);
    assert_eq!(made.status, 0, "{made:?}");
    folder
}

#[test]
fn the_pack_that_ships_is_clean() {
    let checked = run_in(&folder("clean"), &["pack", "check", &shipped().display().to_string()]);
    assert_eq!(checked.status, 0, "{checked:?}");
    assert!(checked.err.ends_with("0 errors, 0 warnings\n"), "{checked:?}");
    for exercise in ["place-16", "halo-shape", "beat-mincost", "one-method"] {
        let full = format!("{exercise}: {exercise}/solution: 100 of 100 points");
        assert!(checked.out.contains(&full), "{full}: {}", checked.out);
        let order = checked.out.lines().find(|line| line.starts_with(&format!("{exercise}: xyz: "))).expect("in order");
        let points: u32 = order.split(' ').nth(2).and_then(|n| n.parse().ok()).expect("points");
        assert!(points < 50, "{order}");
    }
}

#[test]
fn students_get_names_and_sizes_of_hidden_cases_alone() {
    let folder = folder("students");
    let pack = shipped().display().to_string();
    let built = run_in(&folder, &["pack", "build", &pack, "--folder", "-o", "students"]);
    assert_eq!(built.status, 0, "{built:?}");
    for exercise in ["place-16", "halo-shape", "beat-mincost", "one-method"] {
        let inside = folder.join("students").join(exercise);
        assert!(inside.join("task.ja.md").exists() && inside.join("hints.en.md").exists());
        assert!(!inside.join("solution").exists() && !inside.join("lecturer.en.md").exists());
    }
    let text = fs::read_to_string(folder.join("students/one-method/exercise.toml")).expect("a file");
    let toml: toml::Table = text.parse().expect("TOML");
    let cases = toml["case"].as_array().expect("cases");
    let hidden: Vec<_> =
        cases.iter().filter(|case| case.get("visible").is_some_and(|v| v.as_bool() == Some(false))).collect();
    assert_eq!((cases.len(), hidden.len()), (4, 3));
    for case in hidden {
        let keys: Vec<&str> = case.as_table().expect("a table").keys().map(String::as_str).collect();
        assert!(keys.iter().all(|key| ["name", "visible", "hops", "ranks", "points"].contains(key)), "{keys:?}");
        assert!(case["ranks"].as_integer().is_some_and(|ranks| ranks > 1));
    }
    // With the students' edition only the visible case can be judged; with the lecturer's all can.
    let method = shipped().join("one-method/solution/method.json").display().to_string();
    let (_, students) = graded(&folder, "students", &["--exercise", "one-method", &method]);
    let (status, whole) = graded(&folder, &pack, &["--exercise", "one-method", &method]);
    let judged = |rows: &Value| {
        let cases = rows["rows"][0]["cases"].as_array().expect("cases").clone();
        cases.iter().map(|case| (case["judged"].as_bool(), case["passed"].as_bool())).collect::<Vec<_>>()
    };
    assert_eq!(judged(&students)[0], (Some(true), Some(true)));
    assert!(judged(&students)[1..].iter().all(|case| *case == (Some(false), Some(false))));
    assert!(status == 0 && judged(&whole).iter().all(|case| *case == (Some(true), Some(true))), "{whole}");
    assert_eq!((&whole["rows"][0]["points"], &students["rows"][0]["of"]), (&json!(100), &json!(100)));
    // The measures of hidden cases are not forwarded to students.
    assert_eq!(whole["rows"][0]["cases"][1]["checks"], json!([]));
}

#[test]
fn a_new_pack_is_clean_and_its_maps_are_graded() {
    let folder = new_pack("new");
    let checked = run_in(&folder, &["pack", "check", "demo"]);
    assert!(checked.status == 0 && checked.err.ends_with("0 errors, 0 warnings\n"), "{checked:?}");
    assert!(checked.out.contains("ring: ring/solution: 10 of 10 points"), "{checked:?}");

    // A loose map, the JSON of a run, and a hand-in file.
    let (status, rows) = graded(&folder, "demo", &["demo/ring/solution/1.map"]);
    assert_eq!((status, &rows["rows"][0]["points"]), (0, &json!(10)), "{rows}");
    let run = "mopt run --pattern ring --ranks 16 --bytes 1000 --topology mesh:4x4 --method xyz --json";
    let run = run_in(&folder, &run.split(' ').collect::<Vec<_>>());
    write(&folder.join("order.json"), &run.out);
    let (status, rows) = graded(&folder, "demo", &["order.json"]);
    let row = &rows["rows"][0];
    assert_eq!(
        (status, &row["kind"], &row["points"], &row["of"]),
        (1, &json!("mopt"), &json!(0), &json!(10)),
        "{rows}"
    );
    let text = row["cases"][0]["checks"][0]["text"]["en"].as_str().expect("a text");
    assert_eq!(
        text,
        "cost: 60.00 hop kB (mesh hops), allowed 32.00 hop kB; most from 0 to 15: 1.000 kB over 6 hops (0 of 5 points)"
    );
    let text = row["cases"][0]["checks"][1]["text"]["en"].as_str().expect("a text");
    assert!(text.starts_with("busiest link (") && text.contains("allowed 1.000 kB; "), "{text}");
    assert!(text.ends_with("(0 of 5 points)"), "{text}");
    let check = "mopt check --pattern ring --ranks 16 --bytes 1000 --topology mesh:4x4 --map order.json --json";
    let check = run_in(&folder, &check.split(' ').collect::<Vec<_>>());
    let measured: Value = serde_json::from_str(&check.out).expect("JSON");
    assert_eq!(measured["cost"]["mesh_hop_bytes"], json!(60_000), "{check:?}");

    let map = fs::read_to_string(folder.join("demo/ring/solution/1.map")).expect("a map");
    let submission = |exercise: &str, map: &str, claims: Value| {
        json!({
            "kind": "mcore-submission", "format": 1, "pack": "demo", "exercise": exercise, "version": "0.1.0",
            "maps": [{ "name": "1.map", "text": map }], "claims": claims, "points": 99,
        })
        .to_string()
    };
    let honest = json!([{ "case": "Ring of 16 ranks", "passed": true, "points": 10 }]);
    write(&folder.join("a.mcsub"), &submission("ring", &map, honest.clone()));
    write(&folder.join("b.mcsub"), &submission("ring", "0 0,0\n1 0,0\n", honest));
    write(&folder.join("c.mcsub"), &submission("gone", &map, json!([])));
    write(&folder.join("d.mcsub"), &submission("ring", &map, json!([])).replace("\"maps\"", "\"files\""));
    let (status, rows) = graded(&folder, "demo", &["a.mcsub", "b.mcsub", "c.mcsub", "d.mcsub"]);
    let rows = rows["rows"].as_array().expect("rows").clone();
    assert_eq!(status, 1);
    assert_eq!((&rows[0]["passed"], &rows[0]["notes"]), (&json!(true), &json!([])), "{}", rows[0]);
    let refused = rows[1]["cases"][0]["refused"]["en"].as_str().expect("a reason");
    assert_eq!(refused, "the map: line 2, column 3: that node has a rank already, in line 1");
    assert!(rows[1]["notes"][0]["en"].as_str().is_some_and(|note| note.contains("claims other")), "{}", rows[1]);
    assert!(rows[2]["error"]["en"].as_str().is_some_and(|why| why.contains("has no exercise `gone`")), "{}", rows[2]);
    assert!(
        rows[3]["error"]["en"].as_str().is_some_and(|why| why.contains("neither a map nor a method")),
        "{}",
        rows[3]
    );
}

/// A loose map does not say for which exercise it is.
#[test]
fn a_loose_map_needs_the_name_of_its_exercise() {
    let pack = format!("{}/../exercises/mapping", env!("CARGO_MANIFEST_DIR"));
    let map = format!("{pack}/halo-shape/solution/1.map");
    let folder = new_pack("loose");
    let (status, rows) = graded(&folder, &pack, &[&map]);
    let error = rows["rows"][0]["error"]["en"].as_str().expect("an error").to_owned();
    assert!(status == 1 && error.contains("choose one by --exercise"), "{rows}");
}

#[test]
fn faults_of_a_pack_are_named_with_their_places() {
    let folder = new_pack("faults");
    let path = folder.join("demo/ring/exercise.toml");
    let whole = fs::read_to_string(&path).expect("a file");
    for (from, to, place, why) in [
        ("kind = \"mopt\"", "kind = \"map\"", "exercise.toml:3 `kind`", "choose from `chip`, `mopt`"),
        ("hand_in = \"map\"", "hand_in = \"maps\"", "exercise.toml:6 `hand_in`", "choose from `map`"),
        ("sizes = \"4x4\"", "sizes = \"4x\"", "`network.sizes`", "no sizes of a network"),
        ("sizes = \"4x4\"", "sizes = \"2x2\"", "`case.matrix`", "16 ranks do not fit on 4 nodes"),
        ("\"ring\"", "\"no-ring\"", "`case.matrix.pattern`", "choose from"),
        ("bytes = 1000 }", "bytes = 1000, class = \"B\" }", "`case.matrix.class`", "has no `class`"),
        ("at_most = 32_000", "at_mots = 32_000", "`case.expect.at_mots`", "did you mean `at_most`"),
        ("factor = 0.5", "factor = 0.555", "`case.expect.factor`", "two decimals"),
        ("points = 10 ", "visible = false\npoints = 10 ", "`case.visible`", "hand_in = \"method\""),
        ("points = 10 ", "ranks = 4\npoints = 10 ", "`case.ranks`", "hidden cases of a student's pack"),
    ] {
        assert!(whole.contains(from), "{from}");
        write(&path, &whole.replacen(from, to, 1));
        let checked = run_in(&folder, &["pack", "check", "demo"]);
        assert_eq!(checked.status, 1, "{to}: {checked:?}");
        assert!(checked.err.contains(place) && checked.err.contains(why), "{to}: {checked:?}");
    }
    write(&path, &whole);
    // A solution that fails, points that none reaches, and an exercise that is solved in order.
    let map = folder.join("demo/ring/solution/1.map");
    let solution = fs::read_to_string(&map).expect("a map");
    write(&map, &solution.replace("0 0,0", "0 0,1").replace("15 0,1", "15 0,0"));
    let checked = run_in(&folder, &["pack", "check", "demo"]);
    assert!(checked.status == 1 && checked.err.contains("case `Ring of 16 ranks` fails: cost:"), "{checked:?}");
    write(&map, &solution);
    write(&path, &(whole.clone() + "table = [{ measure = \"cost\", at_most = 31_999, points = 5 }]\n"));
    let checked = run_in(&folder, &["pack", "check", "demo"]);
    assert!(checked.err.contains("no solution gets all points; the best one has 10 of 15"), "{checked:?}");
    write(&path, &whole.replace("at_most = 32_000", "at_most = 60_000").replace("factor = 0.5", "factor = 1"));
    let checked = run_in(&folder, &["pack", "check", "demo"]);
    assert!(checked.err.contains("ranks in order pass already"), "{checked:?}");
}
