//! `mcore pmnet`: tables, JSON, files in and out, and its refusals.

use crate::common::{assert_golden, file, finish, japanese, mcore};
use serde_json::Value;
use std::io::Write as _;
use std::process::Stdio;

const TRIAD: &str = "--generate triad:n=20000,threads=4,init=parallel";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn the_table_tells_prediction_bottleneck_classes_and_phases() {
    let ran = mcore(&format!("pmnet run --preset i7-7700k {TRIAD}"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    assert_golden("pmnet.txt", &ran.out);
    let misses = "pmnet run --preset i7-7700k --generate matmul:n=64 --misses --region low=0-fff";
    let ran = mcore(misses);
    // Three arrays of 512 lines: each line is cold once in the first cache, and they do not fit into it together.
    assert!(
        ran.out.lines().any(|line| line.split_whitespace().take(4).eq(["L1", "a", "262144", "512"])),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains(" low "), "a region without accesses is left out: {}", ran.out);
    let ran = mcore("pmnet run --preset i7-7700k --generate triad --region a=1-0 --misses");
    assert!(ran.status == 2 && ran.err.contains("--region a=1-0"), "{}", ran.err);
    let ran = japanese(&format!("pmnet run --preset i7-7700k {TRIAD} --coherence msi"));
    assert!(ran.out.contains("ボトルネックはメモリ mem0 です。"), "{}", ran.out);
}

#[test]
fn json_and_the_written_dat_say_the_same() {
    let out = file("pmnet/out.json", "");
    let ran = mcore(&format!("pmnet run --preset epyc-7702-nps4 {TRIAD} --json --out {out}"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let found = json(&ran.out);
    assert_eq!(found["accesses"], 120_000);
    assert_eq!(found["objects"].as_array().map(Vec::len), Some(434));
    let written = json(&std::fs::read_to_string(&out).expect("written"));
    for (list, kind) in [("cache_obj", "cache"), ("mem_obj", "memory"), ("router_obj", "router")] {
        let objects: Vec<&Value> =
            found["objects"].as_array().expect("a list").iter().filter(|o| o["kind"] == kind).collect();
        let parts = written[list].as_array().expect("a list");
        assert_eq!(parts.len(), objects.len());
        for (part, object) in parts.iter().zip(objects) {
            assert_eq!((&part["name"], &part["num_read"]), (&object["name"], &object["reads"]));
            assert_eq!((&part["time"], &part["bytes_write"]), (&object["time"], &object["bytes_written"]));
        }
    }
    // The written file is a memory system, with or without results.
    assert_eq!(mcore(&format!("pmnet check --dat {out}")).status, 0);
}

#[test]
fn packed_traces_are_what_they_hold() {
    let text: String = (0..2000).map(|i| format!(" L {:08x},8\n S {:08x},8\n", i * 64, 0x10_0000 + i * 8)).collect();
    let plain = file("pmnet/plain.lackey", &text);
    let wanted = mcore(&format!("pmnet run --preset i7-7700k --trace {plain} --json"));
    assert_eq!(wanted.status, 0, "{wanted:?}");
    let cases = crate::common::golden_folder().join("../../../tests/cases/pmnet");
    let packed = |name: &str| std::fs::read(cases.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    for name in ["packed.gz", "packed.xz", "packed.zst"] {
        let bytes = packed(name);
        // The name does not matter.
        let path = file(&format!("pmnet/{}", name.replace('.', "-")), &bytes);
        let ran = mcore(&format!("pmnet run --preset i7-7700k --trace {path} --json"));
        assert_eq!((ran.status, &ran.out), (0, &wanted.out), "{name}: {}", ran.err);
        // A truncated file is reported, however much of it could be read before.
        let path = file(&format!("pmnet/cut-{name}"), &bytes[..bytes.len() - 100]);
        let ran = mcore(&format!("pmnet run --preset i7-7700k --trace {path} --json"));
        assert_eq!(ran.status, 2, "{name}: {ran:?}");
        assert!(ran.err.contains("file ends in the middle; fetch it again"), "{name}: {}", ran.err);
        assert!(ran.err.contains(&format!("cut-{name}")), "{}", ran.err);
        // Parts one after the other, as `cat` joins them, are one file.
        let path = file(&format!("pmnet/twice-{name}"), [&bytes[..], &bytes].concat());
        let ran = mcore(&format!("pmnet run --preset i7-7700k --trace {path} --json"));
        assert_eq!(json(&ran.out)["accesses"], 8000, "{name}: {}", ran.err);
    }
    let gzip = packed("packed.gz");
    // Standard input.
    let mut command = crate::common::command();
    command.args("pmnet run --preset i7-7700k --trace - --json".split(' ')).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    child.stdin.take().expect("a pipe").write_all(&gzip).expect("the pipe takes it");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), wanted.out);
}

#[test]
fn wrong_lines_are_told_and_counted() {
    let trace = file("pmnet/wrong.txt", "R 10 8\nR 18 0\n?\nW 20 8\n");
    let ran = mcore(&format!("pmnet run --preset i7-7700k --trace {trace} --format generic --json"));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.err.contains("wrong.txt:2: warning: `0` is no size"), "{}", ran.err);
    assert!(ran.err.contains("2 of 4 lines were left out"), "{}", ran.err);
    assert_eq!(json(&ran.out)["accesses"], 2);
    let ran = mcore(&format!("pmnet run --preset i7-7700k --trace {trace} --format generic --max-bad 1"));
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("more than 1 of 3 lines are wrong"), "{}", ran.err);
}

#[test]
fn sweeps_write_a_line_a_value_in_order_whatever_the_jobs() {
    let sweep = |jobs: u8| {
        mcore(&format!(
            "pmnet sweep --preset i7-7700k --generate stride:bytes=1048576,stride=64,passes=3 \
             --vary L2.capacity=64K,256K,1000,2M --jobs {jobs}"
        ))
    };
    let one = sweep(1);
    assert_eq!(one.status, 1, "a value that cannot be: {one:?}");
    let lines: Vec<Value> = one.out.lines().map(json).collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[2]["error"]["en"].as_str().expect("why").contains("cache_class `L2`"), "{}", lines[2]);
    let rate = |line: &Value| line["miss_rates"]["L2"].as_f64().expect("a rate");
    assert!(rate(&lines[0]) > 0.99 && (rate(&lines[3]) - 1.0 / 3.0).abs() < 1e-9, "{}", one.out);
    assert_eq!(sweep(4).out, one.out);
}

#[test]
fn threads_go_to_cores_and_pages_to_memories_as_they_are_told() {
    let ran = mcore(
        "pmnet run --preset epyc-7702-nps4 --generate stride:bytes=8192,stride=64,passes=1,threads=2 \
         --core 0=core127 --core 1=5 --place 0x10000000-0x10000fff=mem3 --json",
    );
    assert_eq!(ran.status, 0, "{ran:?}");
    let found = json(&ran.out);
    let reads = |name: &str| {
        let objects = found["objects"].as_array().expect("a list");
        objects.iter().find(|o| o["name"] == name).map(|o| o["reads"].clone()).expect("there")
    };
    assert_eq!((reads("L1_127"), reads("L1_5"), reads("L1_0")), (128.into(), 128.into(), 0.into()));
    assert_eq!((reads("mem3"), reads("mem7"), reads("mem0")), (64.into(), 64.into(), 128.into()));
}

#[test]
fn machines_come_from_hwloc_too() {
    let out = file("pmnet/hwloc.json", "");
    let ran = finish(crate::common::command().args([
        "pmnet",
        "check",
        "--synthetic",
        "pack:2 [numa] l3:2 l2:4 l1:1 core:1",
        "--out",
        &out,
    ]));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.contains("    16  core  core") && ran.out.contains("     4  L3 cache"), "{}", ran.out);
    assert!(ran.out.contains("No errors."), "{}", ran.out);
    let dat = json(&std::fs::read_to_string(&out).expect("written"));
    assert!(dat["cache_class"][0]["assumed"].as_array().is_some());
}

#[test]
fn what_cannot_be_run_is_refused_with_what_to_do() {
    let dat = file("pmnet/bad.json", "{\"core_obj\": [{\"name\": \"c\", \"class\": \"k\"}]}");
    let noise = file("pmnet/noise.bin", [0_u8, 159, 146, 150].repeat(100));
    let bz = file("pmnet/t.bz2", "BZh91AY");
    let cases = [
        ("pmnet run --preset i7-7700k".to_owned(), "--generate triad:n=1000000"),
        ("pmnet run --generate triad".into(), "--dat"),
        ("pmnet run --preset i8 --generate triad".into(), "i7-7700k, epyc-7702-nps4"),
        (format!("pmnet run --dat {dat} --generate triad"), "core_obj `c`, `class`: there is no core_class `k`"),
        (format!("pmnet check --dat {dat}"), "there is no memory"),
        ("pmnet check --dat nowhere.json".into(), "no such file"),
        (format!("pmnet check --dat {noise}"), "not a text"),
        (format!("pmnet run --preset i7-7700k --trace {noise}"), "--format lackey, din or generic"),
        (format!("pmnet run --preset i7-7700k --trace {bz}"), "use gzip, xz or zstd"),
        ("pmnet run --preset i7-7700k --generate triad:n=x".into(), "whole number"),
        ("pmnet run --preset i7-7700k --generate triad --core 0=core9".into(), "--core: there is no core `core9`"),
        (
            "pmnet run --preset i7-7700k --generate triad --core zero".into(),
            "--core: `zero`: write a thread and its core, for example 0=core3",
        ),
        (
            "pmnet run --preset i7-7700k --generate triad --place 10-20=mem1".into(),
            "--place: `10-20=mem1`: there is no memory `mem1`",
        ),
        ("pmnet run --preset i7-7700k --generate triad --place 20-10=mem0".into(), "0x10000000-0x1fffffff=mem1"),
        ("pmnet sweep --preset i7-7700k --generate triad --vary L3=1".into(), "L3.capacity"),
        ("pmnet sweep --preset i7-7700k --trace - --vary L3.capacity=8M".into(), "once only"),
    ];
    for (arguments, wanted) in cases {
        let ran = mcore(&arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments}: {ran:?}");
        assert!(ran.err.contains(wanted), "{arguments}: {}", ran.err);
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
    let ran = japanese("pmnet run --preset i7-7700k");
    assert!(ran.err.contains("トレースがありません"), "{}", ran.err);
}

/// A core that counts to ten in a word, beside a byte and one addition in single precision.
const COUNTS: &str = " .data
sum: .word 0
low: .byte 0
 .text
main: la $t0, sum
 li $t1, 10
loop: lw $t2, 0($t0)
 addiu $t2, $t2, 1
 sw $t2, 0($t0)
 sb $t2, 4($t0)
 addiu $t1, $t1, -1
 bnez $t1, loop
 add.s $f0, $f0, $f0
 li $v0, 10
 syscall
";

#[test]
fn the_accesses_of_a_chip_run_are_a_trace_of_its_own_memories() {
    let (program, trace) = (file("pmnet/counts.s", COUNTS), file("pmnet/counts.trace", ""));
    let ran = mcore(&format!("run {program} --nodes 2x1 --accesses {trace} --quiet"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    let text = std::fs::read_to_string(&trace).expect("written");
    let lines = |begin: &str, end: &str| text.lines().filter(|l| l.starts_with(begin) && l.ends_with(end)).count();
    for rank in 0..2 {
        assert_eq!(lines(&format!("{rank} R "), " 4"), 10);
        assert_eq!(lines(&format!("{rank} W "), " 4"), 10);
        assert_eq!(lines(&format!("{rank} W "), " 1"), 10);
    }
    // 10 x 6, the addition, and the instructions before and after the loop; the same as in the statistics.
    let stats = mcore(&format!("run {program} --nodes 2x1 --stats json --quiet"));
    let stats = json(stats.err.lines().last().expect("statistics"));
    let all = stats["instructions"]["executed"].as_u64().expect("a count");
    assert_eq!(
        lines("# flops 0 1 ", &format!(" {} 0", all / 2)) + lines("# flops 0 1 ", &format!(" {} 1", all / 2)),
        2,
        "{all}: {text}"
    );

    let ran = mcore(&format!("pmnet run --preset mcore-2x1 --trace {trace} --json"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let found = json(&ran.out);
    assert_eq!(found["accesses"], 60);
    for name in ["mem1_1", "mem2_1"] {
        let object =
            found["objects"].as_array().expect("a list").iter().find(|o| o["name"] == name).expect("it is there");
        assert_eq!((&object["reads"], &object["writes"]), (&Value::from(10), &Value::from(20)), "{name}");
    }
    let ran = mcore(&format!("run {program} --accesses /nowhere/trace"));
    assert!(ran.status != 0 && ran.err.contains("/nowhere/trace: cannot be written"), "{ran:?}");
}

/// Three arrays of 20,000 doubles: 2,500 lines each.
const TRIAD_C: &str = "#include <mclib.h>
#include <stdio.h>
#define N 20000
static double a[N], b[N], c[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        b[i] = i, c[i] = 2 * i;
    mc_region_begin(\"triad\");
    for (int i = 0; i < N; i++)
        a[i] = b[i] + 3 * c[i];
    mc_region_end();
    printf(\"%g\\n\", a[N - 1]);
    return 0;
}
";

/// The row of a table that begins with these words.
fn row<'t>(table: &'t str, begin: &str) -> Vec<&'t str> {
    let words: Vec<&str> = begin.split(' ').collect();
    let mut rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.find(|row| row.starts_with(&words)).unwrap_or_else(|| panic!("no row `{begin}`:\n{table}"))
}

#[test]
fn a_program_of_c_is_followed_through_a_memory_system() {
    let program = file("pmnet/triad.c", TRIAD_C);
    let ran = mcore(&format!("pmnet run --preset i7-7700k --misses --program {program} -O2"));
    assert_eq!((ran.status, ran.err.as_str()), (0, "139993\n"), "{ran:?}");
    // L1 has 512 lines, so each array is fetched anew by each loop over it; `a` is used by one of them.
    for (array, cold) in [("a", "2500"), ("b", "2500"), ("c", "2500")] {
        assert_eq!(row(&ran.out, &format!("L1 {array}"))[3], cold, "{}", ran.out);
    }
    assert_eq!(row(&ran.out, "triad 1")[2].parse::<u64>().expect("accesses") / 100, 600, "{}", ran.out);
    // Three lines of 64 bytes for 8 elements in the loop, two in the one before it.
    let misses = |line: &str| -> u64 { row(&ran.out, &format!("{program}:{line}"))[1].parse().expect("a number") };
    assert!((7500..7520).contains(&misses("11")) && (5000..5020).contains(&misses("8")), "{}", ran.out);
    assert!(ran.out.contains("Roofline: 0.0"), "operations are counted: {}", ran.out);

    // The region alone, on four ranks: each has arrays of its own, under one name.
    let region = format!("pmnet run --preset i7-7700k --misses --program {program} -O2 --region triad --ranks 4");
    let ran = mcore(&region);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(row(&ran.out, "L1 a")[3], "10000", "{}", ran.out);
    assert!(ran.out.starts_with("240") && ran.out.contains(" accesses by 4 threads."), "{}", ran.out);
    assert!(ran.err.lines().any(|line| line == "[2,1] 139993") && !ran.out.contains("triad.c:8"), "{ran:?}");
}

/// The counts are those of a file with the same loads and stores, which another program reads.
#[test]
fn a_program_counts_as_its_trace_in_a_file() {
    let ring = "#include <mpi.h>\nint main(int argc, char **argv)\n{\n    static int data[500];\n    int rank, size;\n    \
        MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &size);\n    \
        for (int i = 0; i < 500; i++)\n        data[i] = rank * i;\n    \
        MPI_Sendrecv_replace(data, 500, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD, \
        MPI_STATUS_IGNORE);\n    MPI_Finalize();\n    return 0;\n}\n";
    for (name, text) in [("triad2.c", TRIAD_C), ("ring.c", ring), ("counts2.s", COUNTS)] {
        let (program, trace) = (file(&format!("pmnet/{name}"), text), file("pmnet/same.trace", ""));
        let ran = mcore(&format!("run {program} --nodes 3x2 --node-memory 1M --accesses {trace} --quiet"));
        assert_eq!(ran.status, 0, "{ran:?}");
        let machine = "pmnet run --preset i7-7700k --coherence msi --json";
        let of_file = json(&mcore(&format!("{machine} --trace {trace}")).out);
        let of_program = json(&mcore(&format!("{machine} --program {program} --ranks 6 --node-memory 1M")).out);
        for key in ["accesses", "threads", "time", "objects", "ranking"] {
            assert_eq!(of_file[key], of_program[key], "{name}: {key}");
        }
        // So they are with misses by kind and line, which add up to those of the caches.
        let watched = json(&mcore(&format!("{machine} --program {program} --ranks 6 --node-memory 1M --misses")).out);
        let sum = |list: &Value| -> u64 {
            let levels =
                list.as_array().expect("a list").iter().flat_map(|one| one["levels"].as_array().expect("levels"));
            levels
                .map(|level| {
                    ["cold", "capacity", "conflict", "coherence"]
                        .map(|kind| level[kind].as_u64().expect("a count"))
                        .iter()
                        .sum::<u64>()
                })
                .sum()
        };
        assert_eq!(sum(&watched["places"]), sum(&watched["regions"]), "{name}");
        let misses: u64 = of_file["objects"]
            .as_array()
            .expect("a list")
            .iter()
            .filter(|o| o["kind"] == "cache")
            .map(|o| o["read_misses"].as_u64().unwrap_or(0) + o["write_misses"].as_u64().unwrap_or(0))
            .sum();
        assert_eq!(sum(&watched["places"]), misses, "{name}");
    }
}

/// All accesses before the trap count.
#[test]
fn a_program_that_traps_is_followed_until_then() {
    let text = "int a[100];\nint main(void)\n{\n    for (int i = 0; i < 100; i++)\n        a[i] = i;\n    \
        return *(volatile int *)2;\n}\n";
    let program = file("pmnet/late-trap.c", text);
    let ran = mcore(&format!("pmnet run --preset i7-7700k --misses --program {program} -O2"));
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("late-trap.c line 6") && ran.err.contains("what follows is true of"), "{}", ran.err);
    assert_eq!(row(&ran.out, "L1 a")[2..4], ["100", "7"], "{}", ran.out);
}

#[test]
fn programs_that_cannot_be_followed_say_why() {
    let program = file("pmnet/triad3.c", TRIAD_C);
    let trap = file("pmnet/trap.c", "int main(void)\n{\n    return *(volatile int *)2;\n}\n");
    let endless = file("pmnet/endless.c", "int main(void)\n{\n    for (volatile int i = 0;; i++)\n        ;\n}\n");
    let waits = file(
        "pmnet/waits.c",
        "#include <mpi.h>\nint main(int argc, char **argv)\n{\n    int x;\n    MPI_Init(&argc, &argv);\n    \
         MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n    return 0;\n}\n",
    );
    let wrong = file("pmnet/wrong.c", "int main(void)\n{\n    return x;\n}\n");
    for (options, wanted) in [
        (
            format!("--program {program} --region tri"),
            "--region tri: the program does not begin this region; its regions are: triad",
        ),
        (format!("--program {trap} --region part"), "trap.c line 3"),
        (format!("--program {endless} --max-cycles 100000"), "100,000 cycles"),
        (format!("--program {waits}"), "MPI_Recv"),
        (format!("--program {wrong}"), "`x` is not declared"),
        ("--program nowhere.c".into(), "nowhere.c: there is no such file"),
        (format!("--program {program} --ranks 0"), "--ranks"),
        (format!("--program {program} --ranks 4093"), "255 columns"),
        (format!("--program {program} --node-memory 100K"), "power of two"),
        (format!("--program {program} --node-memory 1049000"), "not 1049000 bytes"),
        (format!("--program {program} --region a=0-fff"), "--region a=0-fff: a range of addresses goes with --misses"),
        ("--generate triad --region part".into(), "--region part: a region of a program goes with --program"),
        (format!("--program {program} --region triad --region other"), "only one region of the program"),
        ("--generate triad --ranks 2".into(), "--program"),
    ] {
        let ran = mcore(&format!("pmnet run --preset i7-7700k {options}"));
        assert_eq!(ran.status, 2, "{options}: {ran:?}");
        assert!(ran.err.contains(wanted), "{options}: {}", ran.err);
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
}
