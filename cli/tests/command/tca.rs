//! `mcore tca`.

use crate::common::{file, japanese, mcore};
use serde_json::Value;
use std::fs;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn the_first_lesson_takes_3_5_us() {
    let events = file("tca/events.jsonl", "");
    let ran = mcore(&format!("tca run --lesson 1 --json --events {events}"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let run = json(&ran.out);
    assert_eq!(run["nodes"][1]["completions"][0]["at_ns"], 3504);
    assert_eq!(run["nodes"][0]["completions"][0]["at_ns"], 5754);
    assert_eq!(run["nodes"][1]["shown"][0], "2a00000000000000");
    assert_eq!(run["machine"]["poll"], 150);
    let events = fs::read_to_string(events).expect("written");
    let events: Vec<Value> = events.lines().map(json).collect();
    assert!(events.iter().any(|event| event["stage"] == "psn" && event["begin"] == 2503), "{events:?}");
    assert!(mcore("tca run --lesson 1").out.contains("node 1: 3,504 ns, request 1, RECV, 8 B: SUCCESS"));
    assert!(japanese("tca run --lesson 1").out.contains("ノード 1: 3,504 ns"));
    let lessons = mcore("tca lessons");
    assert_eq!(lessons.out.lines().count(), 16, "{lessons:?}");
}

#[test]
fn exit_statuses_say_how_it_went() {
    let wrong = file("tca/wrong.tca", "node 0 {\n  qp = conect(1);\n}\n");
    for verb in ["check", "run"] {
        let ran = mcore(&format!("tca {verb} {wrong}"));
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.err.contains("wrong.tca:2:3: no call `conect`; did you mean `connect`?"), "{ran:?}");
    }
    let waits = file("tca/waits.tca", "node 0 { qp = connect(1); wait_cq(qp, 1); }\nnode 1 { qp = connect(0); }\n");
    assert_eq!(mcore(&format!("tca check {waits}")).status, 0);
    let ran = mcore(&format!("tca run {waits}"));
    assert_eq!(ran.status, 5);
    assert!(ran.err.contains("node 0 waits for ever in line 1"), "{ran:?}");
    assert_eq!(mcore("tca run --lesson 4").status, 0);
    let ran = mcore("tca run --lesson 4 --strict");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("copied twice"), "{ran:?}");
    assert_eq!(mcore("tca run --lesson 9").status, 2);
    assert_eq!(mcore("tca curve --op send --set pol=3").status, 2);
}

#[test]
fn curves_and_parameters() {
    let ran = mcore("tca curve --op send --sizes 8..4M --csv");
    assert_eq!(ran.status, 0, "{ran:?}");
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!((rows.len(), rows[1]), (21, "8,3504,0.0023,3502"));
    let curve = json(&mcore("tca curve --op read --memory gpu --sizes 8..8 --json").out);
    let latency = curve["points"][0]["latency_ns"].as_u64().expect("a number");
    assert!((7_200..7_272).contains(&latency), "{curve}");
    let slow = json(&mcore("tca curve --op send --sizes 8..8 --set poll=1150 --json").out);
    assert_eq!(slow["points"][0]["latency_ns"], 4504);
    let machine = file("tca/machine.tca", "machine { poll = 1150; }\n");
    let run = json(&mcore(&format!("tca run --lesson 1 --machine {machine} --json")).out);
    assert_eq!(run["nodes"][1]["completions"][0]["at_ns"], 4504);
}

#[test]
fn himeno_and_a_record() {
    let times = json(&mcore("tca himeno --size small --grid 4x4 --iterations 2 --json").out);
    assert!(times["most_shared"].as_u64() > Some(1), "{times}");
    assert!(mcore("tca himeno --size large --grid 2x2 --iterations 2").out.contains("at most 1"));
    let text = r#"{"format":1,"ranks":2,"messages":[{"source":0,"destination":1,"bytes":8}]}"#;
    let (record, map) = (file("tca/run.comm.json", text), file("tca/best.map", "# nodes\n3\n1\n"));
    let run = json(&mcore(&format!("tca run --comm {record} --map {map} --json")).out);
    assert_eq!(run["nodes"].as_array().map(Vec::len), Some(2));
    assert_eq!(run["nodes"][0]["completions"][0]["at_ns"], 3604 + 150, "MPI over one further board: {run}");
    let bad = file("tca/bad.comm.json", "{\"format\":1,\"ranks\":2}\n{\"source\":0}\n");
    assert_eq!(mcore(&format!("tca run --comm {bad}")).status, 2);
}
