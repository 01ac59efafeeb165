//! `mcore nsim`: results that are known from other sources, deadlocks, files, and its refusals.

use crate::common::{file, japanese, mcore};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

#[test]
fn a_run_counts_the_known_packets_whatever_the_threads() {
    let runs = ["1", "2", "3"].map(|threads| {
        let ran = mcore(&format!("nsim run --topology torus --dims 8x8x8 --bytes 4 --threads {threads} --json"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
        ran.out
    });
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
    let run = &lines(&runs[0])[0];
    assert_eq!((&run["packets"], &run["link_traversals"]), (&Value::from(18_432), &Value::from(46_816)));
    assert!(run["time_ns"].as_f64() > Some(0.0) && run["busiest_link"]["bytes"].as_u64() > Some(0));
    let text = mcore("nsim run --dims 8x8x8");
    assert!(text.out.contains("18432") && text.out.contains("46816"), "{}", text.out);
}

#[test]
fn a_sweep_writes_a_line_for_every_combination() {
    let ran = mcore("nsim sweep --topology torus,mesh --dims 4x4,3x2x2 --program ring,hot-spot --bytes 8,300 --json");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    let lines = lines(&ran.out);
    assert_eq!(lines.len(), 16);
    assert!(lines.iter().all(|line| line["ended"] == true && line["efficiency"].as_f64() > Some(0.0)));
}

#[test]
fn rings_are_chosen_dimension_by_dimension() {
    let links =
        |options: &str| lines(&mcore(&format!("nsim run --dims 4x3x2 --json {options}")).out)[0]["links"].as_u64();
    // Both directions of 24 nodes in three dimensions; a line of n has n - 1 links in each direction.
    assert_eq!(links("--topology torus"), Some(144));
    assert_eq!(links("--topology torus --rings xyz"), Some(144));
    assert_eq!(links("--topology mesh"), Some(2 * (18 + 16 + 12)));
    assert_eq!(links("--topology mesh --rings y"), Some(2 * (18 + 24 + 12)));
    assert_eq!(mcore("nsim run --dims 4 --rings q").status, 2);
}

#[test]
fn the_experiments_of_the_paper_show_its_trends() {
    let ring = lines(&mcore("nsim scenario random-ring --most 64 --json").out);
    let rates: Vec<f64> = ring.iter().map(|line| line["rank_gb_per_s"].as_f64().expect("a rate")).collect();
    assert!(rates.len() >= 3 && rates.windows(2).all(|pair| pair[1] <= pair[0] * 1.02), "{rates:?}");
    assert!(rates.last() < rates.first(), "more nodes get in each other's way: {rates:?}");
    let bruck = lines(&mcore("nsim scenario bruck-alltoall --most 64 --json").out);
    let shown: Vec<_> = bruck.iter().map(|line| (line["nodes"].as_u64(), line["bytes_a_message"].as_u64())).collect();
    assert_eq!(shown, [(8, 4), (64, 4), (8, 1024), (64, 1024)].map(|(n, b)| (Some(n), Some(b))));
}

#[test]
fn a_deadlock_tells_who_waits_for_whom() {
    let trace = file("nsim-deadlock.trace", "0 recv 1\n0 send 1 8\n1 recv 0\n1 send 0 8\n");
    let ran = mcore(&format!("nsim run --dims 2 --program {trace}"));
    assert_eq!(ran.status, 5, "{ran:?}");
    assert!(
        ran.err.contains("2 ranks wait") && ran.err.contains("rank 0, operation 1: waits for a message from rank 1")
    );
    let ran = japanese(&format!("nsim run --dims 2 --program {trace}"));
    assert!(ran.err.contains("デッドロック") && ran.err.contains("ランク 1 から"), "{}", ran.err);
}

/// A line for each rank.
fn of_ranks(ranks: u32, line: &str) -> String {
    (0..ranks).map(|rank| format!("{rank} {line}\n")).collect()
}

#[test]
fn a_time_independent_trace_of_one_operation_is_the_built_in_program() {
    for (ranks, action, program) in [
        (13, "bcast 100 0 6", "binomial-bcast --bytes 100"),
        (16, "reduce 25 0 0 1", "binomial-reduce --bytes 100"),
        (13, "allreduce 12 0 0", "recursive-doubling-allreduce --bytes 96"),
        (64, "alltoall 1 1 1 1", "bruck-alltoall --bytes 4"),
        (16, "allgather 7 7 6 6", "bruck-allgather --bytes 7"),
    ] {
        let text = ["init", action, "finalize"].map(|line| of_ranks(ranks, line)).concat();
        let trace = file(&format!("nsim-{}.ti", action.split(' ').next().expect("a word")), text);
        let run = |program: &str| {
            let ran = mcore(&format!("nsim run --dims {ranks} --json --program {program}"));
            assert_eq!(ran.status, 0, "{ran:?}");
            let line = lines(&ran.out).remove(0);
            ["packets", "link_traversals", "time_ns"].map(|key| line[key].clone())
        };
        assert_eq!(run(&trace), run(program), "{action}");
    }
}

#[test]
fn time_independent_traces_may_be_a_list_of_files_and_errors_name_theirs() {
    let first = "0 init\n0 compute 2e6\n0 send 1 7 1 1\n0 finalize\n";
    let second = "1 init\n1 recv 0 7 1 1\n1 finalize\n";
    file("nsim-ti/one.txt", first);
    file("nsim-ti/two.txt", second);
    file("nsim-ti/bad.txt", "1 init\n1 recv 9 7 1 1\n");
    let list = file("nsim-ti/list", "one.txt\ntwo.txt\n");
    let whole = file("nsim-ti/whole.txt", format!("{first}{second}"));
    let time = |program: &str| {
        let ran = mcore(&format!("nsim run --dims 2 --json --program {program}"));
        assert_eq!(ran.status, 0, "{ran:?}");
        lines(&ran.out)[0]["time_ns"].as_f64().expect("a time")
    };
    assert_eq!(time(&list), time(&whole));
    let slower = time(&format!("{list} --mflops 100")) - time(&list);
    assert_eq!(slower, 18_000_000.0, "2 million operations, at a tenth of the rate");
    let bad = file("nsim-ti/bad-list", "one.txt\nbad.txt\n");
    let ran = mcore(&format!("nsim run --dims 2 --program {bad}"));
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("bad.txt: line 2: rank 9 has no line of its own"), "{}", ran.err);
    let gone = file("nsim-ti/gone-list", "one.txt\nthree.txt\n");
    assert!(mcore(&format!("nsim run --dims 2 --program {gone}")).err.contains("line 1"));
    let stuck = file("nsim-ti/stuck.txt", "0 init\n1 init\n0 recv 1 3 1 1\n0 barrier\n1 barrier\n");
    let ran = mcore(&format!("nsim run --dims 2 --program {stuck}"));
    assert_eq!(ran.status, 5, "{ran:?}");
    let says = "rank 1, operation 1: waits until rank 0 takes its message, or for one from rank 0 with the tag of collective operation 1";
    assert!(ran.err.contains(says), "{}", ran.err);
}

#[test]
fn what_a_run_writes_can_be_read_again() {
    let map = file("nsim-map.txt", "");
    let links = file("nsim-links.csv", "");
    let arguments = "nsim run --dims 4x2 --program pairwise-alltoall --bytes 700 --json";
    let random = mcore(&format!("{arguments} --map random --seed 5 --write-map {map} --links {links}"));
    let again = mcore(&format!("{arguments} --map {map}"));
    let time = |text: &str| lines(text)[0]["time_ns"].clone();
    assert_eq!(time(&random.out), time(&again.out));
    let csv = std::fs::read_to_string(&links).expect("written");
    let bytes: u64 = csv.lines().skip(1).filter_map(|line| line.rsplit(',').next()?.parse::<u64>().ok()).sum();
    assert_eq!(Value::from(bytes), lines(&random.out)[0]["link_bytes"]);
}

#[test]
fn what_cannot_be_simulated_is_refused_with_what_to_do() {
    let twice = file("nsim-twice.map", "0 0\n0 1\n");
    let short = file("nsim-short.map", "0 0\n");
    let cut = file("nsim-cut.trace", "0 send 1 8\n1 recv 0\n1 se");
    let params = file("nsim-bad.toml", "mtu_bytes = 256\nlink_gb_per_s = -4\n");
    let cases = [
        ("nsim run --topology tofu --dims 4x4x4".to_owned(), "2x3x2"),
        ("nsim run --dims 0x4".to_owned(), "16x16x16"),
        ("nsim run --dims 9999x9999".to_owned(), "1048576"),
        ("nsim run --topology fat-tree --dims 4x64".to_owned(), "2 to 31"),
        ("nsim run --dims 4 --program nothing".to_owned(), "bruck-alltoall"),
        ("nsim run --dims 4 --params nothing".to_owned(), "infiniband"),
        ("nsim run --dims 4 --ranks 5".to_owned(), "do not fit"),
        ("nsim run --dims 4 --program - --map -".to_owned(), "only once"),
        ("nsim sweep --dims 4,8 --program -".to_owned(), "once only"),
        ("nsim run --dims 4 --watch 4 --buffers x.csv".to_owned(), "the last one is 3"),
        (format!("nsim run --dims 2 --map {twice}"), "line 2: rank 0 has its node already, in line 1"),
        (format!("nsim run --dims 2 --map {short}"), "1 ranks have no node"),
        (format!("nsim run --dims 2 --program {cut}"), "line 3: there is no operation `se`"),
        (format!("nsim run --dims 2 --params {params}"), "link_gb_per_s"),
    ];
    for (arguments, wanted) in cases {
        let ran = mcore(&arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments}: {ran:?}");
        assert!(ran.err.contains(wanted), "{arguments}: {}", ran.err);
        let ran = japanese(&arguments);
        assert!(!ran.err.is_ascii(), "{arguments}: {}", ran.err);
    }
}

#[test]
fn a_limit_of_time_ends_the_run_with_what_there_is() {
    let ran = mcore("nsim run --dims 8x8x8 --max-time 3000 --json");
    assert_eq!(ran.status, 4, "{ran:?}");
    let run = &lines(&ran.out)[0];
    assert!(run["ended"] == false && run["packets"].as_u64() > Some(0));
}
