//! `mcore noc`: the table, the JSON lines, and its refusals.

use crate::common::{assert_golden, japanese, mcore};

/// A seed gives equal numbers on every platform.
#[test]
fn table_and_json_say_the_same_and_never_change() {
    let arguments = "noc --mesh 4x4 --load 0.05,0.3,0.9 --cycles 2000 --seed 7";
    let table = mcore(arguments);
    assert_eq!((table.status, table.err.as_str()), (0, ""), "{table:?}");
    assert_golden("noc.txt", &table.out);
    let json = mcore(&format!("{arguments} --json"));
    assert_eq!(json.status, 0, "{json:?}");
    assert_golden("noc.json", &json.out);
    let points: Vec<serde_json::Value> =
        json.out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    assert_eq!(points.len(), 3);
    for (point, row) in points.iter().zip(table.out.lines().skip(4)) {
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[0], point["load"].to_string());
        assert_eq!(cells[3], format!("{:.2}", point["latency"]["mean"].as_f64().expect("a mean")));
        assert_eq!(cells.get(9).is_some(), point["saturated"].as_bool().expect("a flag"));
    }
}

#[test]
fn every_pattern_and_injection_runs() {
    for pattern in [
        "uniform",
        "transpose",
        "bit-complement",
        "neighbour",
        "hot-spot --hot 2,3=0.5",
        "tornado",
        "bit-reverse",
        "shuffle",
    ] {
        let mesh = if matches!(pattern, "bit-reverse" | "shuffle") { "4x2" } else { "3x3" };
        for injection in ["bernoulli", "burst:4"] {
            let ran = mcore(&format!(
                "noc --mesh {mesh} --traffic {pattern} --injection {injection} --packet 4 --load 0.02 --cycles 500 --json"
            ));
            assert_eq!(ran.status, 0, "{ran:?}");
            assert!(ran.out.contains("\"undelivered\":0"), "{pattern}: {}", ran.out);
            let name = pattern.split(' ').next().expect("a name");
            assert!(ran.out.contains(&format!("\"traffic\":\"{name}\"")), "{pattern}: {}", ran.out);
        }
    }
}

#[test]
fn what_cannot_be_measured_is_refused_with_what_to_do() {
    let cases = [
        ("noc --mesh 4x3 --traffic transpose --load 0.1", "choose a square mesh"),
        ("noc --mesh 5x5 --traffic bit-reverse --load 0.1", "powers of two, not 5x5"),
        ("noc --mesh 4x6 --traffic shuffle --load 0.1", "powers of two, not 4x6"),
        ("noc --traffic hot-spot --load 0.1", "--hot 4,4=0.1"),
        ("noc --hot 1,1=0.1 --load 0.1", "--traffic hot-spot"),
        ("noc --traffic hot-spot --hot 9,1=0.1 --load 0.1", "(1,1) to (8,8)"),
        ("noc --load 0.1,2", "above 0 and at most 1"),
        ("noc --load 0", "above 0 and at most 1"),
        ("noc --load 1e-300", "above 0 and at most 1"),
        ("noc", "--load"),
        ("noc --load 0.1 --packet 1", "from 2 to 256"),
        ("noc --load 0.1 --injection burst:0", "1 to 1000 packets"),
        ("noc --load 0.1 --cycles 200000000", "1 to 100000000 cycles"),
        ("noc --load 0.1 --mesh 0x4", "each 1 to 255"),
    ];
    for (arguments, wanted) in cases {
        let ran = mcore(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments}: {ran:?}");
        assert!(ran.err.contains(wanted), "{arguments}: {}", ran.err);
        assert!(!ran.err.contains("panicked"));
    }
}

#[test]
fn it_speaks_japanese_too() {
    let ran = japanese("noc --mesh 2x2 --load 0.1 --cycles 300");
    assert!(ran.out.starts_with("2x2 メッシュ、一様トラフィック"), "{}", ran.out);
    let bad = japanese("noc --mesh 4x3 --traffic transpose --load 0.1");
    assert!(bad.err.contains("正方形"), "{}", bad.err);
}
