//! `mcore run`: exit statuses, consoles, communication log, statistics.

use crate::common::{assert_golden, command, file, finish, folder, japanese, mcore, write};
use mcore::base::SourceFile;
use mcore::modes::chip::exercise::read_exercise;
use mcore::modes::chip::session::{Command as Ask, Update};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{Driver, pack_files, root};
use std::process::Stdio;

/// Prints a number, then halts with a code.
fn prints(number: u32, code: u32) -> String {
    format!(
        "main: li $a0, {number}\n li $v0, 1\n syscall\n li $a0, 10\n li $v0, 11\n syscall\n li $a0, {code}\n li $v0, 17\n syscall\n"
    )
}

#[test]
fn status_0_when_every_core_halts_with_0() {
    let ran = mcore(&format!("run --nodes 1x1 {}", file("status0.s", prints(5, 0))));
    assert_eq!((ran.status, ran.out.as_str()), (0, "5\n"));
    assert_eq!(ran.err, "Every core has halted. 9 cycles, 0 more to drain\n");
}

#[test]
fn status_1_when_some_core_halts_with_another_code() {
    let ran =
        mcore(&format!("run {} --place 2,1={}", file("status1a.s", prints(5, 0)), file("status1b.s", prints(6, 7))));
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("error: Every core has halted; node (2,1) with exit code 7."), "{}", ran.err);
}

#[test]
fn status_2_when_the_text_is_wrong() {
    let path = file("status2.s", "main: adu $t0, $t1, $t2\n lw $t0\n");
    let ran = mcore(&format!("run {path}"));
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains(&format!("{path}:1:7: error: ")), "{}", ran.err);
    assert!(ran.err.contains(&format!("{path}:2:")), "all errors at once: {}", ran.err);
    assert!(ran.err.contains("\n  tip: "), "{}", ran.err);
}

#[test]
fn status_3_when_a_core_traps() {
    let ran = mcore(&format!("run --nodes 1x1 {}", file("status3.s", "main: break 7\n")));
    assert_eq!(ran.status, 3);
    assert!(
        ran.err.contains("Node (1,1) stopped at `break 7` (0x1000 (main), ") && ran.err.contains("line 1"),
        "{ran:?}"
    );
    assert!(ran.err.contains("  tip: Code 7 means a division by zero."), "{}", ran.err);
}

#[test]
fn status_4_at_the_limit_of_cycles() {
    let path = file("status4.s", "main: addiu $t0, $t0, 1\n b main\n");
    let ran = mcore(&format!("run --nodes 2x2 --max-cycles 1_000 {path}"));
    assert_eq!(ran.status, 4);
    assert!(ran.err.contains("Stopped at the limit of 1,000 cycles."), "{}", ran.err);
}

#[test]
fn status_5_when_no_core_can_ever_progress() {
    let path = file("status5.s", ".data\nx: .word 0\n.text\nmain: lw $t0, x\n beqz $t0, main\n li $v0, 10\n syscall\n");
    let ran = mcore(&format!("run {path}"));
    assert_eq!(ran.status, 5);
    assert!(ran.err.contains("Deadlock: 16 cores wait for ever"), "{}", ran.err);
}

#[test]
fn the_lines_of_several_nodes_have_their_node_before_them() {
    let path = file(
        "ranks.s",
        ".include \"mclib.s\"\nmain: jal mc_rank\n move $a0, $v0\n li $v0, 1\n syscall\n li $a0, 10\n li $v0, 11\n syscall\n li $a0, 0\n jal mc_exit\n",
    );
    let ran = mcore(&format!("run --quiet --nodes 2x2 {path}"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "[1,1] 0\n[2,1] 1\n[1,2] 2\n[2,2] 3\n");
    assert_eq!(mcore(&format!("run --nodes 2x2 --console 1,2 {path}")).out, "2\n");
    assert_eq!(mcore(&format!("run --nodes 1x1 {path}")).out, "0\n");
    let outside = mcore(&format!("run --nodes 2x2 --console 3,1 {path}"));
    assert!(outside.status == 2 && outside.err.contains("(1,1) to (2,2)"), "{outside:?}");
}

#[test]
fn bytes_on_a_console_go_out_as_they_are() {
    let path =
        file("bytes.s", "main: li $a0, 0xff\n li $v0, 11\n syscall\n li $a0, 0xe3\n syscall\n li $v0, 10\n syscall\n");
    let output = command().args(["run", "--nodes", "1x1", &path]).output().expect("the command starts");
    assert_eq!(output.stdout, [0xff, 0xe3]);
}

#[test]
fn each_node_runs_the_program_that_is_placed_on_it() {
    let (a, b) = (file("place-a.s", prints(1, 0)), file("place-b.s", prints(2, 0)));
    let ran = mcore(&format!("run -q --nodes 2x1 {a} --place 2,1={b}"));
    assert_eq!((ran.status, ran.out.as_str()), (0, "[1,1] 1\n[2,1] 2\n"));
    let alone = mcore(&format!("run -q --nodes 2x1 --place 1,1={b} --place 2,1={a}"));
    assert_eq!((alone.status, alone.out.as_str()), (0, "[1,1] 2\n[2,1] 1\n"));
    let missing = mcore(&format!("run --nodes 2x1 --place 2,1={a}"));
    assert!(missing.status == 2 && missing.err.contains("no program for node (1,1)"), "{missing:?}");
    let outside = mcore(&format!("run --nodes 2x1 {a} --place 2,2={b}"));
    assert!(outside.status == 2 && outside.err.contains("(2,2) is no compute node"), "{outside:?}");
    // Several files of one node are one program.
    let (main, part) = (
        file("place-main.s", "main: jal part\n li $v0, 10\n syscall\n"),
        file("place-part.s", ".globl part\npart: li $a0, 7\n li $v0, 1\n syscall\n jr $ra\n"),
    );
    let both = mcore(&format!("run -q --nodes 2x1 {a} --place 2,1={main} --place 2,1={part}"));
    assert_eq!((both.status, both.out.as_str()), (0, "[1,1] 1\n[2,1] 7\n"), "{both:?}");
}

#[test]
fn a_log_can_be_cut_to_nodes_and_cycles() {
    let whole = mcore("run -q --nodes 2x1 --trace flit tiny.s").err;
    let lines = |log: &str| log.lines().map(str::to_owned).collect::<Vec<_>>();
    let fields = |line: &String| {
        let mut parts = line.split_whitespace();
        (
            parts.next().and_then(|c| c.parse::<u64>().ok()).expect("a cycle"),
            parts.next().map(str::to_owned).expect("a node"),
        )
    };
    let part = |keep: &dyn Fn(u64, &str) -> bool| {
        lines(&whole).into_iter().filter(|line| keep(fields(line).0, &fields(line).1)).collect::<Vec<_>>()
    };
    let of = |options: &str| lines(&mcore(&format!("run -q --nodes 2x1 --trace flit {options} tiny.s")).err);
    assert_eq!(of("--trace-cycles 12..20"), part(&|c, _| (12..20).contains(&c)));
    assert_eq!(of("--trace-cycles ..15"), part(&|c, _| c < 15));
    assert_eq!(of("--trace-node 2,1"), part(&|_, n| n == "(2,1)"));
    assert_eq!(of("--trace-node 2,1 --trace-node 1,1 --trace-cycles 20.."), part(&|c, _| c >= 20));
    assert!(of("--trace-node 2,1").iter().any(|line| line.contains("latency=")), "also of packets from elsewhere");
    for wrong in ["--trace-cycles 5", "--trace-cycles a..b", "--trace-node x"] {
        let ran = mcore(&format!("run --nodes 2x1 --trace dma {wrong} tiny.s"));
        assert!(ran.status == 2 && ran.err.contains("for example"), "{ran:?}");
    }
    assert_eq!(mcore("run --nodes 2x1 --trace-node 1,1 tiny.s").status, 2, "only of a log");
}

#[test]
fn series_over_time_are_written_as_json() {
    let path = file("tiny.series.json", "");
    let ran = mcore(&format!("run -q --nodes 2x1 --series {path} tiny.s"));
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "9", ""));
    let found = json(&std::fs::read_to_string(&path).expect("a file"));
    let statistics =
        json(&std::fs::read_to_string(crate::common::golden_folder().join("tiny.stats.json")).expect("a golden file"));
    assert_eq!(found["cycles"], statistics["cycles"]);
    assert_eq!((&found["per_column"], &found["columns"]), (&1.into(), &statistics["cycles"]));
    // One cycle per column: computing is 255 or 0, so the columns are the cycles with progress.
    let cores = found["cores"].as_array().expect("bytes");
    let computing = cores.iter().step_by(2).filter(|b| **b == 255).count();
    assert_eq!(Some(computing as u64), statistics["cores"]["progress"].as_u64());
    let ran = mcore("run -q --nodes 2x1 --series no/such/folder/x.json tiny.s");
    assert!(ran.status == 2 && ran.err.contains("no/such/folder/x.json"), "{ran:?}");
}

#[test]
fn a_deadlock_tells_what_each_core_waits_for() {
    let path = file(
        "wait.s",
        ".data\na: .word 0\nb: .word 5\n.text\nmain: rdhwr $t0, $0\n bnez $t0, other\nwait: lw $t1, a\n beqz $t1, wait\nother: lw $t1, b\n bnez $t1, other\n li $v0, 10\n syscall\n",
    );
    let ran = mcore(&format!("run --nodes 3x2 {path}"));
    assert_eq!(ran.status, 5, "{ran:?}");
    assert!(ran.err.contains("(1,1) in the loop at"), "{}", ran.err);
    assert!(ran.err.contains("wait.s:7: waits for") && ran.err.contains("(a), which is 0"), "{}", ran.err);
    assert!(ran.err.contains("(2,1) (3,1) (1,2) (2,2) … (5) in the loop at"), "{}", ran.err);
    assert!(ran.err.contains("wait for") && ran.err.contains("(b)"), "{}", ran.err);
    let ja = japanese(&format!("run --nodes 3x2 {path}"));
    assert!(ja.err.contains("を待っています"), "{}", ja.err);
}

#[test]
fn a_profile_lists_functions_and_lines_with_polling_apart() {
    let path = file(
        "profile.s",
        ".text\nmain: li $t0, 10\nloop: addiu $t0, $t0, -1\n bgtz $t0, loop\n jal leaf\n li $v0, 10\n syscall\nleaf: jr $ra\n",
    );
    let ran = mcore(&format!("run -q --nodes 1x1 --profile functions {path}"));
    assert_eq!(ran.status, 0, "{ran:?}");
    // 1 + 10 times 3 (with the delay slot) + 2 for the call + 2 for the end.
    assert!(ran.err.contains("35  94.5 %         35        0  main ("), "{}", ran.err);
    assert!(ran.err.contains(" 2   5.4 %          2        0  leaf ("), "{}", ran.err);
    let ran = mcore(&format!("run -q --nodes 1x1 --profile lines {path}"));
    assert!(ran.err.contains("20  54.0 %         20        0") && ran.err.contains("profile.s:4 main"), "{}", ran.err);
    let waits = file("profile-wait.s", ".data\nx: .word 0\n.text\nmain: lw $t0, x\n beqz $t0, main\n");
    let ran = mcore(&format!("run -q --nodes 1x1 --profile functions {waits}"));
    assert_eq!(ran.status, 5);
    let row = ran.err.lines().find(|line| line.contains("main (")).expect("a row");
    let polling: u64 = row.split_whitespace().nth(4).and_then(|n| n.parse().ok()).expect("a number");
    assert!(polling > 0, "{row}");
    let ran = mcore(&format!("run --profile lines --check {path}"));
    assert_eq!(ran.status, 2, "not both: {ran:?}");
}

#[test]
fn files_that_are_included_are_found_beside_the_one_that_includes_them() {
    file("include/sub/inner.s", "seven: li $a0, 7\n jr $ra\n");
    let lib = file("include/outer.s", ".include \"sub/inner.s\"\n");
    let main =
        file("include/main.s", ".include \"outer.s\"\nmain: jal seven\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n");
    for files in [main.clone(), format!("{main} {lib}")] {
        let ran = mcore(&format!("run -q --nodes 1x1 {files}"));
        assert_eq!((ran.status, ran.out.as_str()), (0, "7"), "{ran:?}");
    }
}

#[test]
fn sizes_and_rules_of_the_chip_are_checked() {
    let path = file("sizes.s", "main: li $t0, 0x12345678\n lui $t1, 1\n sw $t0, 0x7ff0($t1)\n li $v0, 10\n syscall\n");
    for (options, what) in [
        ("--node-memory 100K", "power of two"),
        ("--node-memory 1000", "power of two"),
        ("--node-memory 512M", "power of two"),
        ("--nodes 0x4", "0x4"),
        ("--nodes 256x1", "256x1"),
        ("--max-cycles 0", "at least 1"),
        ("--addressing other", "mirrored"),
        ("--trace bytes", "packet"),
        ("--console everyone", "everyone"),
    ] {
        let ran = mcore(&format!("run {options} {path}"));
        assert!(ran.status == 2 && ran.err.contains(what) && ran.out.is_empty(), "{options}: {ran:?}");
    }
    // 0x17ff0 is outside 64 KiB: it traps, or it is the same as 0x7ff0.
    assert_eq!(mcore(&format!("run --node-memory 64K {path}")).status, 3);
    assert_eq!(mcore(&format!("run --node-memory 64K --addressing mirrored {path}")).status, 0);
    assert_eq!(mcore(&format!("run --node-memory 128K {path}")).status, 0);
}

#[test]
fn a_console_has_a_limit() {
    let path = file("flood.s", "main: li $a0, 65\n li $v0, 11\nloop: syscall\n b loop\n");
    let ran = mcore(&format!("run --nodes 1x1 --console-limit 1K {path}"));
    assert_eq!((ran.status, ran.out.len()), (3, 1024));
    assert!(ran.err.contains("printed more than 1 KiB"), "{}", ran.err);
}

#[test]
fn the_log_of_a_tiny_program_at_each_grain() {
    for grain in ["dma", "packet", "flit"] {
        let ran = mcore(&format!("run -q --nodes 2x1 --trace {grain} tiny.s"));
        assert_eq!((ran.status, ran.out.as_str()), (0, "9"));
        assert_golden(&format!("tiny.{grain}.txt"), &ran.err);
    }
}

/// The calls, messages, marks and regions of a program with MPI: as log, as record and as profile.
#[test]
fn the_messages_of_mpi_are_logged_recorded_and_summed_up() {
    let log = mcore("run -q --nodes 2x1 -O2 --trace message ping.c");
    assert_eq!(log.status, 0, "{log:?}");
    assert_golden("ping.message.txt", &log.err);
    let finer = mcore("run -q --nodes 2x1 -O2 --trace dma ping.c").err;
    let coarse: Vec<&str> = finer.lines().filter(|line| !line.contains(" dma-")).collect();
    assert_eq!(coarse, log.err.lines().collect::<Vec<_>>(), "each grain holds the coarser ones");
    let path = file("run/ping.comm.json", "");
    let ran = mcore(&format!("run -q --nodes 2x1 -O2 --comm {path} --mpi-profile text ping.c"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let record = std::fs::read_to_string(&path).expect("a file");
    assert_golden("ping.comm.json", &record);
    assert_golden("ping.profile.txt", &ran.err);
    let profile = json(&mcore("run -q --nodes 2x1 -O2 --mpi-profile json ping.c").err);
    assert_eq!(profile["total"]["messages"], 3);
    assert_eq!(profile["total"]["bytes"], 8 + 400 + 4);
    assert_eq!(profile["ranks"][1]["bytes"], 4);
    assert_eq!(profile["pairs"][0]["bytes"], 408);
    // The mapping and the interconnect's readers take it as it is.
    let mapped = mcore(&format!("mopt run --comm {path} --topology mesh:2x1 --json"));
    assert_eq!(mapped.status, 0, "{mapped:?}");
    let replayed = mcore(&format!("tca run --comm {path} --json"));
    assert_eq!(replayed.status, 0, "{replayed:?}");
    let wrong = mcore("run --nodes 2x1 --comm no/such/folder/x.json ping.c");
    assert!(wrong.status == 2 && wrong.err.contains("no/such/folder/x.json"), "{wrong:?}");
    let plain = mcore(&format!("run -q --nodes 2x1 --comm {path} tiny.s"));
    assert!(plain.status == 0 && plain.err.contains("no function of MPI"), "{plain:?}");
}

/// One run gives statistics, series, profile, profile of MPI and record: the same as a run for each.
#[test]
fn one_run_gives_statistics_profiles_and_a_record() {
    let path = |name: &str| file(&format!("run/together/{name}"), "");
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    let (comm, series) = (path("all.comm.json"), path("all.series.json"));
    let program = "--nodes 2x1 -O2 ping.c";
    let all = mcore(&format!(
        "run -q --comm {comm} --series {series} --stats json --profile functions --profile-format json \
         --mpi-profile json {program}"
    ));
    assert_eq!(all.status, 0, "{all:?}");
    let [stats, profile, mpi] = all.err.lines().collect::<Vec<_>>()[..] else { panic!("{all:?}") };
    let alone = |options: &str| mcore(&format!("run -q {options} {program}")).err;
    assert_eq!(json(mpi), json(&alone("--mpi-profile json")));
    assert_eq!(json(profile), json(&alone("--profile functions --profile-format json")));
    let without_seconds = |text: &str| {
        let mut value = json(text);
        value.as_object_mut().expect("an object").remove("seconds");
        value
    };
    assert_eq!(without_seconds(stats), without_seconds(&alone("--stats json")));
    let (own_comm, own_series) = (path("one.comm.json"), path("one.series.json"));
    alone(&format!("--comm {own_comm}"));
    alone(&format!("--series {own_series}"));
    assert_eq!(read(&comm), read(&own_comm));
    assert_eq!(read(&series), read(&own_series));
}

/// `key=value` of a line of the log.
fn value(line: &str, key: &str) -> u64 {
    let found = line.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    found.and_then(|v| v.parse().ok()).unwrap_or_else(|| panic!("{key} in {line}"))
}

/// ARCHITECTURE.md: a command stored at cycle c, h hops, packet p: the header is formed at c+2+10p, word k is written
/// in c+5+10p+k+h+3.
#[test]
fn the_log_of_packets_agrees_with_the_formula() {
    let text = |to: u32, bytes: u32| {
        format!(
            "main: lw $t0, -224($zero)\n li $t1, 0x101\n bne $t0, $t1, end\n li $t0, {to}\n sw $t0, -256($zero)\n li $t0, 0x4000\n\
             sw $t0, -252($zero)\n sw $t0, -248($zero)\n li $t0, {bytes}\n sw $t0, -232($zero)\nend: sw $zero, -204($zero)\n"
        )
    };
    for (x, y) in [(1, 1), (2, 1), (1, 3), (4, 3)] {
        let hops = u64::from(x - 1 + y - 1);
        for words in [1u64, 7, 8, 20] {
            let path = file("formula.s", text(x << 8 | y, 4 * words as u32));
            let ran = mcore(&format!("run -q --nodes 4x3 --trace packet {path}"));
            assert_eq!(ran.status, 0, "{ran:?}");
            let lines = |event: &str| {
                ran.err.lines().filter(|l| l.split_whitespace().nth(2) == Some(event)).collect::<Vec<_>>()
            };
            let cycle =
                |line: &str| line.split_whitespace().next().and_then(|c| c.parse::<u64>().ok()).expect("a cycle");
            let stored = cycle(lines("dma-started")[0]);
            let (injected, delivered) = (lines("packet-injected"), lines("packet-delivered"));
            assert_eq!((injected.len() as u64, delivered.len() as u64), (words.div_ceil(7), words.div_ceil(7)));
            for (p, (i, d)) in (0u64..).zip(injected.into_iter().zip(delivered)) {
                let data = (words - 7 * p).min(7);
                assert_eq!((cycle(i), value(i, "flits")), (stored + 2 + 10 * p, 3 + data), "{i}");
                assert_eq!(cycle(d), stored + 5 + 10 * p + (data - 1) + hops + 3, "{d}");
                assert_eq!(value(d, "latency"), 3 + data + hops + 2, "flits + hops + 2: {d}");
            }
        }
    }
}

/// The last line of standard error as JSON.
fn json(err: &str) -> serde_json::Value {
    err.lines().last().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_else(|| panic!("no JSON: {err}"))
}

#[test]
fn statistics_as_json_are_the_same_each_time() {
    let ran = mcore("run --nodes 2x1 --stats json tiny.s");
    assert_eq!((ran.status, ran.out.as_str()), (0, "9"));
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert_golden("tiny.stats.json", &ran.err);
    assert_eq!(mcore("run --nodes 2x1 --stats json tiny.s").err, ran.err);
    let found = json(&ran.err);
    assert_eq!((&found["dma"]["count"], &found["dma"]["bytes"]), (&1.into(), &36.into()));
    assert_eq!((&found["network"]["packets"], &found["network"]["flits"]), (&2.into(), &15.into()));
    assert_eq!(found["network"]["latency"]["most"], 10 + 1 + 2, "flits + hops + 2");
    let mix = found["instructions"]["mix"].as_object().expect("a mix");
    let sum: u64 = mix.values().filter_map(|v| v.as_u64()).sum();
    assert_eq!(Some(sum), found["instructions"]["executed"].as_u64());
    // With a log in front of them.
    let both = mcore("run -q --nodes 2x1 --stats json --trace flit tiny.s");
    assert_eq!(json(&both.err), found);
}

#[test]
fn statistics_as_text_are_in_both_languages() {
    let en = mcore("run --nodes 2x1 --stats text tiny.s");
    for line in
        ["cycles  ", "DMA bytes            36", "busiest link         (1,1) to (2,1), 15 flits", "core-cycles/s"]
    {
        assert!(en.err.contains(line), "{line}: {}", en.err);
    }
    let ja = japanese("run --nodes 2x1 --stats text tiny.s");
    assert!(ja.err.contains("DMA バイト数") && ja.err.contains("(1,1) から (2,1)、15 フリット"), "{}", ja.err);
}

/// The page's results for the same program: cycles and drain, and the verdict's cycles.
fn in_the_page(text: &str) -> (u64, u64) {
    let mut driver = Driver::default();
    driver.must(Ask::OpenExercise { folder: "matmul".into(), files: pack_files("class") });
    driver.assemble("matmul.s", text);
    driver.run();
    let outcome = driver.frame.outcome.clone().expect("an outcome");
    let verdict = driver.updates.iter().find_map(|u| match u {
        Update::Verdict(verdict) => Some(verdict.cycles),
        _ => None,
    });
    assert_eq!(verdict, Some(outcome.cycles + outcome.drain));
    (outcome.cycles, outcome.drain)
}

/// The time of a matrix multiplication does not depend on the numbers, so it is the same without the exercise's input.
#[test]
fn matmul_takes_the_same_cycles_as_in_the_page() {
    for which in ["start", "solution"] {
        let path = root().join("exercises/class/matmul").join(which).join("matmul.s");
        let text = std::fs::read_to_string(&path).expect("the exercise");
        let ran = finish(command().args(["run", "--stats", "json"]).arg(&path));
        assert_eq!(ran.status, 0, "{ran:?}");
        let found = json(&ran.err);
        let cycles = (found["cycles"].as_u64().expect("cycles"), found["drain"].as_u64().expect("drain"));
        assert_eq!(cycles, in_the_page(&text), "{which}");
        assert_eq!(found["outcome"], "halted");
    }
}

/// Rank 0 prints C, one number per line.
const PRINT_C: &str = "
        .globl  print_c
print_c:
        lw      $t0, -0xe0($zero)       # NODE_ID
        li      $t1, 0x101              # (1,1)
        bne     $t0, $t1, printed
        la      $t0, C
        addiu   $t1, $t0, 4096
print:  lw      $a0, 0($t0)
        li      $v0, 1
        syscall
        li      $a0, '\\n'
        li      $v0, 11
        syscall
        addiu   $t0, $t0, 4
        bne     $t0, $t1, print
printed:
        jr      $ra
";

/// A program for class/matmul that contains the exercise's input, which the page would put into memory, and prints its
/// result.
fn with_input_and_output(text: &str) -> String {
    let exercise = read_exercise("matmul", &pack_files("class")).unwrap_or_else(|e| panic!("{}", e.text().en));
    let sources = [SourceFile { name: "matmul.s".into(), text: text.into() }];
    let program = assemble(&sources, &library(), &Options::default()).program.expect("a program");
    let inputs = exercise.cases[0].writes(&program).expect("inputs");
    let mut text = text.replacen("jal     mc_exit", "jal     print_c\n li $a0, 0\n jal mc_exit", 1);
    for (label, input) in ["A", "B"].iter().zip(&inputs) {
        let space = format!("{label}:      .space  N * ROW");
        assert!(text.contains(&space), "{space}");
        let words: Vec<String> = input
            .bytes
            .chunks_exact(4)
            .map(|word| i32::from_le_bytes(word.try_into().expect("four bytes")).to_string())
            .collect();
        text = text.replace(&space, &format!("{label}: .word {}", words.join(", ")));
    }
    text.replacen("        .text\n", &format!("        .text\n        .globl C\n{PRINT_C}"), 1)
}

/// With the exercise's input: the same verdict, computed from the command's output and statistics, and the same result,
/// word by word. One program is right, one computes on one node only, one forgets rows.
#[test]
fn matmul_gets_the_same_verdict_as_in_the_page() {
    let text = |which: &str| {
        let path = root().join("exercises/class/matmul").join(which).join("matmul.s");
        std::fs::read_to_string(path).expect("the exercise")
    };
    let (start, solution) = (text("start"), text("solution"));
    let spoilt = solution.replacen("mul     $a0, $s0, $s2", "move    $a0, $s0", 1);
    assert_ne!(spoilt, solution);
    let command = |name: &str, text: &str| {
        let ran = finish(command().args(["run", "--stats", "json", "--console", "1,1", &file(name, text)]));
        let found = json(&ran.err);
        let cycles = found["cycles"].as_u64().zip(found["drain"].as_u64()).expect("cycles");
        (ran, cycles)
    };
    let (reference, _) = command("matmul-reference.s", &with_input_and_output(&start));
    assert_eq!(reference.out.lines().count(), 1024);
    for (name, text, verdict) in
        [("start", &start, [true, true]), ("solution", &solution, [true, true]), ("spoilt", &spoilt, [true, false])]
    {
        let text = with_input_and_output(text);
        let (ran, cycles) = command(&format!("matmul-{name}.s"), &text);
        let halted = json(&ran.err)["outcome"] == "halted";
        assert_eq!([halted, ran.out == reference.out], verdict, "{name}");

        let mut driver = Driver::default();
        driver.must(Ask::OpenExercise { folder: "matmul".into(), files: pack_files("class") });
        driver.assemble("matmul.s", &text);
        driver.run();
        let outcome = driver.frame.outcome.clone().expect("an outcome");
        assert_eq!((outcome.cycles, outcome.drain), cycles, "{name}");
        assert_eq!(driver.console(), ran.out, "{name}");
        let page = driver.updates.iter().find_map(|u| match u {
            Update::Verdict(verdict) => Some(verdict.checks.iter().map(|c| c.passed).collect::<Vec<_>>()),
            _ => None,
        });
        assert_eq!(page.expect("a verdict")[..2], verdict, "{name}");
    }
}

#[test]
fn messages_are_in_japanese_if_the_locale_is() {
    let path = file("language.s", "main: break 7\n");
    assert!(japanese(&format!("run {path}")).err.contains("で止まりました"));
    assert!(japanese(&format!("--lang en run {path}")).err.contains("stopped at"));
    assert!(mcore(&format!("run --lang ja {path}")).err.contains("ヒント: コード 7 はゼロ除算を表します。"));
    let missing = japanese("run no-such-file.s");
    assert!(missing.status == 2 && missing.err.contains("no-such-file.s: ファイルがありません"), "{missing:?}");
    let unknown = japanese("run --nodse 2x2 x.s");
    assert!(unknown.status == 2 && unknown.err.contains("`--nodse` という引数はありません"), "{unknown:?}");
    assert!(unknown.err.contains("`--nodes` ではありませんか"), "{unknown:?}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    let path = file("endless.s", "main: li $a0, 65\n li $v0, 11\nloop: syscall\n b loop\n");
    let mut child = command()
        .args(["run", "--nodes", "1x1", "--console-limit", "16M", "--max-cycles", "30000000", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(141), &b""[..]));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_run_with_the_statistics_so_far() {
    let path = file("for-ever.s", "main: addiu $t0, $t0, 1\n b main\n");
    let mut run = command();
    run.args(["run", "--stats", "json", "--max-cycles", "1000000000000", &path]);
    let child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill starts").success());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("interrupted in cycle "), "{err}");
    assert!(json(&err)["cycles"].as_u64() > Some(1000) && json(&err)["outcome"] == "running", "{err}");
}

/// `--check` reports both sides of each finding, in the language of the run, and changes neither output nor exit
/// status.
#[test]
fn checks_report_both_sides() {
    let text = std::fs::read_to_string(root().join("tests/cases/checks/read-by-luck.s")).expect("text");
    let path = file("luck.s", text);
    let plain = mcore(&format!("run -q --nodes 2x1 {path}"));
    assert_eq!((plain.status, plain.err.as_str()), (0, ""));
    let ran = mcore(&format!("run -q --check --nodes 2x1 {path}"));
    assert_eq!((ran.status, &ran.out), (0, &plain.out));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 3, "{}", ran.err);
    assert!(lines[0].starts_with(&format!("{path}:17: node (2,1), cycle ")), "{}", lines[0]);
    assert!(
        lines[0].contains(": warning: The core reads ") && lines[0].contains("(data+24) on node (2,1)"),
        "{}",
        lines[0]
    );
    assert!(lines[1].starts_with(&format!("  {path}:10: node (1,1), cycle ")), "{}", lines[1]);
    assert!(lines[2].starts_with("  tip: Let node (1,1) send a flag"), "{}", lines[2]);
    let ran = mcore(&format!("run -q --check --trace dma --stats json --nodes 2x1 {path}"));
    let last = ran.err.lines().last().expect("statistics");
    let json: serde_json::Value = serde_json::from_str(last).expect("JSON");
    let report = &json["checks"]["reports"][0];
    assert_eq!(report["kind"], "read-before-flag");
    assert_eq!((&report["at"]["source"]["line"], &report["other"]["source"]["line"]), (&17.into(), &10.into()));
    let right = file("luck-right.s", prints(5, 0));
    let ran = mcore(&format!("run --check --nodes 1x1 {right}"));
    assert!(ran.status == 0 && ran.err.starts_with("Checked: nothing to report.\n"), "{}", ran.err);
    assert_eq!(mcore(&format!("run -q --check --nodes 1x1 {right}")).err, "");
}

#[test]
fn a_program_reads_its_input_and_files_and_leaves_files() {
    let program = "#include <stdio.h>\nint main(void)\n{\n    int a = 0, b = 0;\n    char line[32] = \"\";\n    \
                   if (scanf(\"%d\", &a) != 1)\n        puts(\"none\");\n    FILE *in = fopen(\"data/b.txt\", \"r\");\n    \
                   if (in != NULL && fscanf(in, \"%d\", &b) == 1)\n        fclose(in);\n    \
                   FILE *out = fopen(\"sub/sum.txt\", \"w\");\n    fprintf(out, \"%d\\n\", a + b);\n    fclose(out);\n    \
                   out = fopen(\"../leave\", \"w\");\n    fclose(out);\n    return 0;\n}\n";
    let path = file("files/sum.c", program);
    let input = file("files/input.txt", "20\n");
    let given = folder("run", "files-given");
    write(&given.join("data/b.txt"), "22\n");
    write(&given.join(".hidden"), "x");
    let left = folder("run", "files-left");
    let (given, left) = (given.display(), left.display());
    let ran = mcore(&format!("run --nodes 1x1 --input {input} --files {given} --write-files {left} {path}"));
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{ran:?}");
    assert!(ran.err.contains("its name leads out of the folder"), "{}", ran.err);
    let sum = std::fs::read_to_string(format!("{left}/sub/sum.txt")).expect("a file");
    assert_eq!(sum, "42\n");
    assert!(!std::path::Path::new(&format!("{left}/data/b.txt")).exists(), "only files that the program has written");
    // A warning says that there is no input.
    let ran = mcore(&format!("run --nodes 1x1 {path}"));
    assert_eq!((ran.status, ran.out.as_str()), (0, "none\n"), "{ran:?}");
    assert!(ran.err.contains("give it one by --input FILE"), "{}", ran.err);
    let ran = mcore(&format!("run --nodes 1x1 --files {given}/none {path}"));
    assert!(ran.status == 2 && ran.err.contains("none"), "{ran:?}");
    let ran = mcore(&format!("run --nodes 1x1 --files {given} --file-limit 1 {path}"));
    assert!(ran.status == 2 && ran.err.contains("raise --file-limit"), "{ran:?}");
    let ran = mcore(&format!("run --nodes 1x1 --input - - {path}"));
    assert!(ran.status == 2 && ran.err.contains("only once"), "{ran:?}");
}
