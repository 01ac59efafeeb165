//! `mcore mopt`.

use crate::common::{command, file, finish, japanese, mcore};
use serde_json::Value;
use std::fs;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const BRUCK: &str = "--pattern bruck-allgather --ranks 64 --topology mesh:8x8";

#[test]
fn a_run_gives_the_figures_of_the_second_lesson() {
    let ran = mcore(&format!("mopt run {BRUCK} --json"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let run = json(&ran.out);
    assert_eq!(run["cost"]["mesh_hop_bytes"], 13_238_272);
    assert_eq!(run["max_link"]["bytes"], 141_312);
    assert_eq!(run["bounds"]["cost"], 9_699_328);
    assert_eq!(run["map"].as_array().map(Vec::len), Some(64));
    assert!(ran.err.contains("mapped in"), "the time is on standard error: {ran:?}");
    assert_eq!(mcore(&format!("mopt run {BRUCK} --json")).out, ran.out, "the same each time");
    assert_eq!(mcore(&format!("mopt {BRUCK} --json")).out, ran.out, "`run` can be left out");
}

#[test]
fn a_table_for_people_names_the_definition() {
    let ran = mcore(&format!("mopt run {BRUCK}"));
    for part in ["13.24 hop MB (mesh hops)", "141.3 kB", "MOPT mincost", "1.36 (9.699 hop MB)"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    assert!(japanese(&format!("mopt run {BRUCK}")).out.contains("メッシュのホップ数"));
}

#[test]
fn a_written_map_measures_the_same() {
    let (map, links, steps) = (file("mopt/best.map", ""), file("mopt/links.csv", ""), file("mopt/steps.jsonl", ""));
    let ran = mcore(&format!("mopt run {BRUCK} --json --write-map {map} --links {links} --steps {steps}"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let (run, whole) = (json(&ran.out), file("mopt/run.json", &ran.out));
    for path in [&map, &whole] {
        let checked = json(&mcore(&format!("mopt check {BRUCK} --map {path} --json")).out);
        for key in ["map", "cost", "max_link", "bounds", "mean_hops"] {
            assert_eq!(checked[key], run[key], "{key} of {path}");
        }
    }
    let links = fs::read_to_string(links).expect("written");
    let bytes = links
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().and_then(|n| n.parse::<u64>().ok()).expect("a number"));
    assert_eq!(bytes.clone().max(), Some(141_312));
    assert_eq!((bytes.clone().count(), bytes.sum::<u64>()), (224, 13_238_272), "the loads add up to the cost");
    let steps = fs::read_to_string(steps).expect("written");
    let joins: Vec<Value> = steps.lines().map(json).collect();
    assert_eq!((joins.len(), joins[60]["ways"].as_u64()), (63, Some(32)));
    assert_eq!(joins[62]["a"].as_array().map(Vec::len), Some(32));
}

#[test]
fn check_holds_a_map_to_limits() {
    let map = file("mopt/check.map", "");
    assert_eq!(mcore(&format!("mopt run {BRUCK} --write-map {map}")).status, 0);
    let check = |limits: &str| mcore(&format!("mopt check {BRUCK} --map {map} {limits}"));
    assert_eq!(check("").status, 0);
    assert_eq!(check("--max-cost 13238272 --max-link 141312").status, 0);
    let above = check("--max-link 141311");
    assert!(above.status == 1 && above.err.contains("141312 B"), "{above:?}");
    assert_eq!(check("--max-cost 13238271").status, 1);
}

#[test]
fn methods_and_maps_are_compared() {
    let table = mcore(&format!("mopt compare {BRUCK} --methods xyz,none,mincost,minlink"));
    for part in ["28.62 hop MB", "13.63 hop MB", "13.24 hop MB", "133.1 kB", "2.54"] {
        assert!(table.out.contains(part), "{part}: {table:?}");
    }
    let map = file("mopt/compare.map", "");
    assert_eq!(mcore(&format!("mopt run {BRUCK} --method snake --write-map {map}")).status, 0);
    let csv = mcore(&format!("mopt compare {BRUCK} --methods snake --maps {map} --csv")).out;
    let rows: Vec<&str> = csv.lines().skip(1).map(|line| line.split_once(',').map_or("", |(_, rest)| rest)).collect();
    assert!(rows.len() == 2 && rows[0] == rows[1], "{csv}");
    let lines = mcore(&format!("mopt compare {BRUCK} --methods xyz,z --json")).out;
    assert_eq!(lines.lines().map(|line| json(line)["method"].clone()).collect::<Vec<_>>(), ["xyz", "z"]);
}

#[test]
fn files_of_communication_are_read() {
    let edges = file("mopt/ring.csv", "source,destination,bytes\n0,1,10\n1,2,10\n2,3,10\n3,0,10\n0,0,5\n");
    let ran = mcore(&format!("mopt run --matrix {edges} --topology mesh:2x2 --json"));
    assert_eq!((ran.status, json(&ran.out)["cost"]["mesh_hop_bytes"].as_u64()), (0, Some(40)), "{ran:?}");
    assert!(ran.err.contains("ignored"), "{ran:?}");
    let record = r#"{"format":1,"ranks":4,"messages":[{"source":0,"destination":3,"bytes":8,"tag":0}]}"#;
    let record = file("mopt/run.comm.json", record);
    let ran = mcore(&format!("mopt --comm {record} --topology torus:2x2 --json"));
    assert_eq!(json(&ran.out)["cost"]["torus_hop_bytes"], 8, "{ran:?}");
    let pipe = finish(command().args(["mopt", "run", "--matrix", "-", "--topology", "mesh:2x2"]));
    assert_eq!(pipe.status, 2, "{pipe:?}");
}

#[test]
fn wrong_input_is_named() {
    let wrong = file("mopt/wrong.csv", "0,1,4\n0,x,5\n");
    for (arguments, part) in [
        (format!("--matrix {wrong} --topology mesh:2x2"), "wrong.csv: line 2, column 3: `x` is not a whole number"),
        ("--pattern ring --ranks 9 --topology mesh:2x2".into(), "9 ranks do not fit on 4 nodes"),
        ("--pattern ring --topology mesh:2".into(), "two or three"),
        ("--pattern ring --topology ring:4x4".into(), "mesh` or `torus"),
        ("--pattern ring --topology mesh:300x300".into(), "too many"),
        ("--pattern halo-2d --grid 3x3 --ranks 8 --topology mesh:4x2".into(), "product 8"),
        ("--pattern cg --ranks 6 --topology mesh:3x2".into(), "power of two"),
        ("--pattern ring --topology mesh:4x2 --method hilbert".into(), "square or a cube"),
        ("--pattern ring --topology mesh:4x2 --starts 65".into(), "from 1 to 64"),
        ("--topology mesh:4x2".into(), "--pattern"),
        ("--pattern ring".into(), "--topology"),
    ] {
        let ran = mcore(&format!("mopt run {arguments}"));
        assert!(ran.status == 2 && ran.err.contains(part), "{arguments}: {ran:?}");
    }
    let map = file("mopt/short.map", "0 0\n1 1\n");
    let ran = mcore(&format!("mopt check --pattern ring --topology mesh:2x2 --map {map}"));
    assert!(ran.status == 2 && ran.err.contains("2 ranks have no node"), "{ran:?}");
}

/// The result of a map goes to the chip: the program of the communication runs there on the nodes of the map, and its flits fall as
/// the mapping says.
#[test]
fn a_map_lowers_the_traffic_on_the_chip_as_it_promises() {
    let pattern = "--pattern bruck-allgather --ranks 16 --bytes 2048 --topology mesh:4x4";
    let flits = |options: &str| {
        let ran = mcore(&format!("run -q -O2 --nodes 4x4 --stats json {options}"));
        assert_eq!(ran.status, 0, "{ran:?}");
        let stats = json(ran.err.lines().last().expect("a line"));
        let links = stats["links"].as_array().expect("links").clone();
        links.iter().filter_map(|link| link["flits"].as_f64()).sum::<f64>()
    };
    let [mut costs, mut all] = [Vec::new(), Vec::new()];
    for method in ["xyz", "mincost"] {
        let [map, program] = ["map", "c"].map(|end| file(&format!("mopt/chip-{method}.{end}"), ""));
        let ran =
            mcore(&format!("mopt run {pattern} --method {method} --json --write-map {map} --write-program {program}"));
        assert_eq!(ran.status, 0, "{ran:?}");
        costs.push(json(&ran.out)["cost"]["mesh_hop_bytes"].as_f64().expect("a cost"));
        all.push(flits(&format!("{program} --map {map}")));
        if method == "xyz" {
            assert_eq!(flits(&program), all[0], "ranks in order are where they are without a map");
        } else {
            // The JSON of the run is a map too, and so is a file of the program.
            let whole = file("mopt/chip-run.json", &ran.out);
            assert_eq!([flits(&format!("{program} --map {whole}")), flits(&format!("{program} {map}"))], [all[1]; 2]);
        }
    }
    let (promised, found) = (costs[1] / costs[0], all[1] / all[0]);
    assert!(promised < 0.8 && (found / promised - 1.0).abs() < 0.03, "cost {promised}, flits {found}");
}

/// The figures of docs/mopt.md: 64 ranks end earlier with the map, and every measure falls.
#[test]
fn a_program_of_64_ranks_ends_earlier_with_its_map() {
    let mut all = Vec::new();
    for method in ["xyz", "mincost"] {
        let [map, program] = ["map", "c"].map(|end| file(&format!("mopt/large-{method}.{end}"), ""));
        let mapped =
            mcore(&format!("mopt run {BRUCK} --method {method} --json --write-map {map} --write-program {program}"));
        let mapped = json(&mapped.out);
        let ran = mcore(&format!("run -q -O2 --nodes 8x8 --stats json --map {map} {program}"));
        let stats = json(ran.err.lines().last().expect("a line"));
        let flits = stats["links"].as_array().expect("links").iter().filter_map(|link| link["flits"].as_f64());
        let figure = |value: &Value| value.as_f64().expect("a figure");
        let (cost, link) = (figure(&mapped["cost"]["mesh_hop_bytes"]), figure(&mapped["max_link"]["bytes"]));
        all.push([cost, link, flits.sum(), figure(&stats["cycles"])]);
    }
    let ratios: Vec<f64> = all[0].iter().zip(&all[1]).map(|(order, mapped)| order / mapped).collect();
    assert!(ratios.iter().zip([2.1, 2.5, 2.1, 1.25]).all(|(ratio, least)| *ratio > least), "{ratios:?} of {all:?}");
}

/// The traffic of a run on the chip is a communication: that of a program that sends a pattern is the pattern and a little more.
#[test]
fn the_traffic_of_a_run_on_the_chip_can_be_mapped() {
    let pattern = "--pattern bruck-allgather --ranks 16 --bytes 2048 --topology mesh:4x4 --method xyz";
    let program = file("mopt/traffic.c", "");
    let sent = json(&mcore(&format!("mopt run {pattern} --json --write-program {program}")).out);
    let ran = mcore(&format!("run -q -O2 --nodes 4x4 --stats json {program}"));
    let stats = json(ran.err.lines().last().expect("a line"));
    let number = |value: &Value| value.as_u64().expect("a number");
    let rank = |at: &Value| 4 * (number(&at["y"]) - 1) + number(&at["x"]) - 1;
    let mut text = "source,destination,bytes,messages\n".to_owned();
    for pair in stats["dma"]["pairs"].as_array().expect("pairs") {
        let (from, to) = (rank(&pair["from"]), rank(&pair["to"]));
        text += &format!("{from},{to},{},{}\n", pair["bytes"], pair["count"]);
    }
    let matrix = file("mopt/traffic.csv", &text);
    let found = json(&mcore(&format!("mopt run --matrix {matrix} --topology mesh:4x4 --method xyz --json")).out);
    let value = |run: &Value, path: &str| run.pointer(path).and_then(Value::as_f64).expect("a number");
    for path in ["/input/bytes", "/cost/mesh_hop_bytes"] {
        let ratio = value(&found, path) / value(&sent, path);
        assert!((1.0..1.1).contains(&ratio), "{path}: {ratio} {found} {sent}");
    }
}

/// The record of a run has the messages of the program, which are those of the pattern.
#[test]
fn the_record_of_a_run_on_the_chip_is_the_pattern() {
    let place = "--topology mesh:4x4 --method mincost --json";
    let [program, record] = ["recorded.c", "recorded.comm.json"].map(|name| file(&format!("mopt/{name}"), ""));
    let pattern =
        format!("mopt run --pattern bruck-allgather --ranks 16 --bytes 2048 {place} --write-program {program}");
    let sent = json(&mcore(&pattern).out);
    let ran = mcore(&format!("run -q -O2 --nodes 4x4 --comm {record} {program}"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let found = json(&mcore(&format!("mopt run --comm {record} {place}")).out);
    for path in ["/input/ranks", "/input/bytes", "/input/edges", "/cost", "/max_link", "/map"] {
        assert_eq!(found.pointer(path), sent.pointer(path), "{path}");
        assert!(sent.pointer(path).is_some(), "{path}");
    }
}

#[test]
fn wrong_maps_of_a_run_on_the_chip_are_named() {
    let program =
        file("mopt/wrong.c", "#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return 0; }\n");
    for (text, words) in [
        ("0 0\n1 4\n", "wrong.map:2:3: error: there is no node 4"),
        ("0 0\n1 0\n", "wrong.map:2:3: error: that node has a rank already, in line 1"),
        ("0 0\n1 1\n2 2\n3 3\n4 0\n", "wrong.map:5:3: error: rank 4 is out of range; there are 4 ranks"),
    ] {
        let map = file("mopt/wrong.map", text);
        let ran = mcore(&format!("run --nodes 2x2 --map {map} {program}"));
        assert!(ran.status == 2 && ran.err.contains(words), "{text}: {ran:?}");
    }
    let map = file("mopt/short.map", "0 3\n1 2\n");
    let ran = mcore(&format!("run --nodes 2x2 --map {map} {program}"));
    assert!(ran.status == 0 && ran.err.contains("ranks 2 to 3 run on the nodes that are left"), "{ran:?}");
    let ran = mcore(&format!("run --nodes 2x2 --map {map}-none {program}"));
    assert!(ran.status == 2 && ran.err.contains("short.map-none"), "{ran:?}");
    let elf = format!("{}/../tests/golden/elf/calc.elf", env!("CARGO_MANIFEST_DIR"));
    let ran = mcore(&format!("run --nodes 2x2 --map {map} {elf}"));
    assert!(ran.status == 2 && ran.err.contains("reads no rank map"), "{ran:?}");
}

/// A trace of the interconnect mode is a communication, and keeps its steps for a run there.
#[test]
fn traces_of_the_interconnect_are_read() {
    let trace = file("mopt/steps.trace", "");
    let wrote = mcore(&format!("mopt run {BRUCK} --method xyz --json --write-trace {trace}"));
    let again = file("mopt/again.trace", "");
    let read =
        mcore(&format!("mopt run --matrix {trace} --topology mesh:8x8 --method xyz --json --write-trace {again}"));
    for key in ["cost", "max_link", "mean_hops"] {
        assert_eq!(json(&read.out)[key], json(&wrote.out)[key], "{key}");
    }
    assert_eq!(fs::read_to_string(again).expect("written"), fs::read_to_string(trace).expect("written"));
}

/// Communication without steps becomes one message for each pair of ranks: the command and the trace say so.
#[test]
fn a_trace_without_steps_says_so() {
    let said = |pattern: &str| {
        let trace = file("mopt/steps-or-not.trace", "");
        let run = mcore(&format!("mopt run {pattern} --topology mesh:4x4 --method xyz --write-trace {trace}"));
        assert_eq!(run.status, 0, "{run:?}");
        (run.err.contains("one message for each pair of ranks"), fs::read_to_string(trace).expect("written"))
    };
    let (noted, trace) = said("--pattern halo-2d --ranks 16 --bytes 64");
    assert!(noted && trace.starts_with("# all messages of a pair of ranks as one, all at once"), "{trace}");
    let (noted, trace) = said("--pattern bruck-allgather --ranks 16 --bytes 64");
    assert!(!noted && trace.starts_with("# rank operation arguments"), "{trace}");
}
