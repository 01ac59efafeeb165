//! C files: `mcore cc`, and `mcore run` with C and assembly together.

use crate::common::{file, japanese, mcore};

/// A program of three files, a header in a folder, macros and arguments.
#[test]
fn c_and_assembly_run_together() {
    let header = file("c-inc/twice.h", "int twice(int);\n");
    let folder = header.trim_end_matches("/twice.h");
    let main = "#include \"twice.h\"\n#include <stdio.h>\nint main(int argc, char **argv)\n{\n    for (int i = 1; i < argc; i++)\n        \
        printf(\"%s %d\\n\", argv[i], twice(N));\n    return helper();\n}\n";
    let main = file("c-main.c", main.replace("int main", "int helper(void);\nint main"));
    let helper = file("c-helper.c", "int helper(void) { return 0; }\n");
    let twice = file("c-twice.s", "\t.globl twice\ntwice:\tsll $v0, $a0, 1\n\tjr $ra\n");
    for level in ["-O0", "-O1", "-O2"] {
        let ran = mcore(&format!("run --nodes 1x1 {level} -I {folder} -DN=4 {main} {helper} {twice} -- x yz"));
        assert_eq!((ran.status, ran.out.as_str()), (0, "x 8\nyz 8\n"), "{ran:?}");
    }
}

/// Text for `stderr` goes to the standard error, that of several nodes by lines with their nodes.
#[test]
fn stderr_of_a_program_is_standard_error() {
    let text = "#include <mclib.h>\n#include <stdio.h>\n#include <stdarg.h>\nstatic void v(FILE *f, const char *t, ...)\n{\n    \
        va_list l;\n    va_start(l, t);\n    vfprintf(f, t, l);\n}\nint main(void)\n{\n    int r = mc_rank();\n    \
        printf(\"a%d\", r);\n    int n = fprintf(stderr, \"E%d\", r);\n    fputs(\"F\", stderr);\n    putc('G', stderr);\n    \
        v(stderr, \"%s\\n\", \"H\");\n    v(stdout, \"%s\", \"b\");\n    fputs(\"c\", stdout);\n    putc('d', stdout);\n    \
        fprintf(stdout, \"%d\\n\", n);\n    return 0;\n}\n";
    let path = file("c-stderr.c", text);
    for level in ["-O0", "-O2"] {
        let one = mcore(&format!("run --nodes 1x1 {level} {path}"));
        assert_eq!((one.status, one.out.as_str()), (0, "a0bcd2\n"), "{one:?}");
        assert!(one.err.starts_with("E0FGH\n"), "{one:?}");
        let two = mcore(&format!("run --nodes 2x1 {level} {path}"));
        assert_eq!((two.status, two.out.as_str()), (0, "[1,1] a0bcd2\n[2,1] a1bcd2\n"), "{two:?}");
        assert!(two.err.starts_with("[1,1] E0FGH\n[2,1] E1FGH\n"), "{two:?}");
    }
}

/// The warning about a message that was never received is no result of the run, so `-q` keeps it.
#[test]
fn a_message_without_receive_is_a_warning_of_quiet_runs_too() {
    let text = "#include <mpi.h>\nint main(int argc, char **argv)\n{\n    int rank;\n    MPI_Init(&argc, &argv);\n    \
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    if (rank == 1)\n        MPI_Send(&rank, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);\n    \
        MPI_Finalize();\n    return 0;\n}\n";
    let path = file("c-unreceived.c", text);
    for options in ["", "-q", "--stats text", "-q --stats json"] {
        let run = mcore(&format!("run --nodes 2x1 {options} {path}"));
        assert_eq!(run.status, 0, "{run:?}");
        assert!(run.err.contains("sent rank 0 a message with tag 7, which no receive takes"), "{options}: {run:?}");
    }
}

/// A run that ends in `sleep` says so, and how many cycles a second has.
#[test]
fn a_run_that_ends_in_sleep_names_it() {
    for (call, word) in [("sleep(1)", "`sleep`"), ("usleep(90000)", "`usleep`")] {
        let text = format!("#include <unistd.h>\nint main(void)\n{{\n    {call};\n    return 0;\n}}\n");
        let path = file("c-sleep.c", text);
        let ran = mcore(&format!("run --nodes 2x1 --max-cycles 100000 {path}"));
        assert!(ran.status != 0 && ran.err.contains(&format!("Node (1,1) still waits in {word}")), "{ran:?}");
        assert!(ran.err.contains("1,000,000,000 cycles") && ran.err.contains("usleep(10)"), "{ran:?}");
        let japanese = japanese(&format!("run --nodes 2x1 --max-cycles 100000 {path}"));
        assert!(japanese.err.contains(&format!("ノード (1,1) はまだ {word} で待っています")), "{japanese:?}");
    }
}

#[test]
fn findings_of_c_have_the_forms_that_programs_read() {
    let path = file("c-wrong.c", "int main(void)\n{\n    int n = 3\n    return m;\n}\n");
    let ran = mcore(&format!("run {path}"));
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains(&format!("{path}:3:")) && ran.err.contains(&format!("{path}:4:12: error: ")), "{ran:?}");
    let unused = file("c-unused.c", "static int f(void) { return 1; }\nint main(void) { return 0; }\n");
    let gcc = mcore(&format!("cc -S --error-format gcc {unused}"));
    let warning = gcc.err.lines().find(|line| line.ends_with(" [-Wunused-function]")).unwrap_or("");
    assert!(warning.starts_with(&format!("{unused}:1:12: warning: ")), "{gcc:?}");
    let json = mcore(&format!("cc -S --error-format json {unused}"));
    assert!(json.err.starts_with('{') && json.err.contains("\"line\":1,"), "{json:?}");
    let quiet = mcore(&format!("cc -S -Wno-unused-function {unused}"));
    assert_eq!((quiet.status, quiet.err.as_str()), (0, ""), "{quiet:?}");
    assert_eq!(mcore(&format!("cc -S -Werror {unused}")).status, 2);
    assert_eq!(mcore(&format!("cc -Wno-such-name {unused}")).status, 2);
}

#[test]
fn cc_writes_assembly_and_every_stage() {
    let path = file("c-stage.c", "#define TEN 10\nint f(int n) { return n + TEN; }\n");
    let text = mcore(&format!("cc -O2 {path}"));
    assert_eq!(text.status, 0, "{text:?}");
    assert!(text.out.contains("\taddiu $v0, $a0, 10\n"), "{}", text.out);
    assert!(text.out.contains(&format!("\t.file 1 \"{path}\"")) && text.out.contains("\t.loc 1 2 "), "{}", text.out);
    assert!(mcore(&format!("cc -E {path}")).out.ends_with("\nint f(int n) { return n + 10; }\n"));
    for stage in ["tokens", "ast", "ir", "ssa", "mir"] {
        let dump = mcore(&format!("cc --dump {stage} {path}"));
        assert!(dump.status == 0 && !dump.out.is_empty(), "{stage}: {dump:?}");
    }
    let json = mcore(&format!("cc --emit json {path}"));
    assert!(json.out.contains("\"ok\": true") && json.out.contains("\"assembly\": ["), "{}", json.out);
}

/// A program that calls a function of the library gets its unit, and no other one.
#[test]
fn the_library_is_taken_in_as_far_as_it_is_needed() {
    let path = file("c-library.c", "#include <string.h>\nint main(void) { return strlen(\"abc\") != 3; }\n");
    let ran = mcore(&format!("asm -O1 -fno-builtin --format json {path}"));
    assert!(ran.out.contains("\"name\": \"strlen\"") && !ran.out.contains("\"name\": \"qsort\""), "{}", ran.out);
}

/// Messages of a run name the lines of C, also of calls around a function of the library.
#[test]
fn traps_and_deadlocks_name_lines_of_c() {
    let trap = "static int f(int n)\n{\n    int *p = (int *)(0x7ffffff0 + n);\n    return *p;\n}\nint main(void)\n{\n    return f(4);\n}\n";
    let trap = file("c-trap.c", trap);
    let waits = "#include <mclib.h>\nstatic volatile int flag;\nvoid wait_for(void)\n{\n    mc_wait_eq(&flag, 1);\n}\n\
        int main(void)\n{\n    wait_for();\n    return 0;\n}\n";
    let waits = file("c-waits.c", waits);
    let sorts = "#include <string.h>\nint main(void)\n{\n    return strlen((char *)0x7ffffff0);\n}\n";
    let sorts = file("c-sorts.c", sorts);
    for level in ["-O0", "-O1", "-O2"] {
        let ran = mcore(&format!("run --nodes 1x1 {level} {trap}"));
        assert!(ran.err.contains("c-trap.c line 4: 0x7ffffff4 is read, but the node's memory ends"), "{ran:?}");
        let ran = mcore(&format!("run --nodes 1x1 {level} {waits}"));
        assert!(ran.err.contains("called from") && ran.err.contains("c-waits.c:5: waits for"), "{ran:?}");
        let ran = mcore(&format!("run --nodes 1x1 {level} -fno-builtin {sorts}"));
        assert!(ran.err.contains("called from") && ran.err.contains("c-sorts.c line 4"), "{ran:?}");
    }
}

/// Without `volatile` the optimised loop never reads the flag again: nothing is said of its value, which has changed meanwhile.
#[test]
fn a_flag_that_is_not_volatile_ends_in_a_loop_that_reads_nothing() {
    let text = "#include <mclib.h>\nint flag, one = 1;\nint main(void)\n{\n    if (mc_rank() == 1) {\n        \
        mc_put(mc_id(0), &flag, &one, 4);\n        mc_wait();\n        return 0;\n    }\n    while (flag == 0)\n        ;\n    return 0;\n}\n";
    let path = file("c-flag.c", text);
    let ran = mcore(&format!("run --nodes 2x1 -O0 {path}"));
    assert!(ran.out.contains("Every core has halted") || ran.err.contains("Every core has halted"), "{ran:?}");
    let ran = mcore(&format!("run --nodes 2x1 -O2 {path}"));
    assert!(ran.err.contains("c-flag.c:10, which reads nothing") && ran.err.contains("`volatile`"), "{ran:?}");
    assert!(!ran.err.contains("put or the signal"), "{ran:?}");
    let ran = japanese(&format!("run --nodes 2x1 -O2 {path}"));
    assert!(ran.err.contains("何も読みません") && ran.err.contains("`volatile` を付けて"), "{ran:?}");
}

/// The cycles of each line of C: those of the hot line are as many as its instructions say, at every level.
#[test]
fn a_profile_counts_lines_and_functions_of_c() {
    let text = "static int a[64];\n__attribute__((noinline)) static void fill(int n)\n{\n    for (int i = 0; i < n; i++)\n        \
        a[i] = i ^ n;\n}\nint main(void)\n{\n    for (int k = 0; k < 100; k++)\n        fill(64);\n    return a[5] == 0;\n}\n";
    let path = file("c-profile.c", text);
    for level in ["-O0", "-O1", "-O2"] {
        let run = |by: &str| mcore(&format!("run --nodes 1x1 {level} --profile {by} --profile-format json {path}")).err;
        let json = run("lines");
        let profile: serde_json::Value = serde_json::from_str(json.lines().last().unwrap_or("")).expect("JSON");
        let rows = profile["lines"].as_array().expect("rows");
        // The body of the loop is executed 6,400 times.
        let body = rows.iter().find(|r| r["place"]["line"] == 5).expect("the body of the loop");
        let cycles = body["computing"].as_u64().unwrap_or(0);
        assert!(cycles >= 6_400 && cycles % 6_400 < 1_000 && body["own"] == true, "{level}: {json}");
        assert!(rows.iter().all(|r| r["own"] == true), "{level}: {json}");
        let total: u64 = rows.iter().map(|r| r["computing"].as_u64().unwrap_or(0)).sum();
        // Calling main and halting belong to no line.
        assert!(profile["total"].as_u64().unwrap_or(0) - total < 10, "{level}: {json}");
        let first = &profile["functions"][0];
        assert_eq!((&first["name"], &first["own"]), (&"fill".into(), &true.into()), "{level}: {json}");
    }
}

/// `-fcheck=bounds` names the array, the index and the number of elements.
#[test]
fn a_wrong_index_is_named() {
    let text = "struct s { int n; short row[5]; };\nstatic int table[4][8];\nstatic struct s all[3];\n\
        int get(int i, int j) { return table[i][j]; }\nint from(struct s *p, int i)\n{\n    return p->row[i];\n}\n\
        int main(int argc, char **argv)\n{\n    if (argc > 1)\n        return from(&all[1], -1);\n    int s = 0;\n    \
        for (int i = 0; i <= 8; i++)\n        s += get(1, i);\n    return s;\n}\n";
    let path = file("c-index.c", text);
    for level in ["-O0", "-O1", "-O2"] {
        let ran = mcore(&format!("run --nodes 1x1 {level} -fcheck=bounds {path}"));
        assert!(ran.err.contains("the index of `table[]` is 8, but it has 8 elements"), "{ran:?}");
        let ran = mcore(&format!("run --nodes 1x1 {level} -fcheck=bounds {path} -- x"));
        assert!(ran.err.contains("`.row`") || ran.err.contains("`p.row`"), "{level}: {ran:?}");
        assert!(ran.err.contains("c-index.c line"), "{ran:?}");
        let japanese = japanese(&format!("run --nodes 1x1 {level} -fcheck=bounds {path}"));
        assert!(japanese.err.contains("`table[]` の添字が 8 ですが、要素は 8 個です"), "{japanese:?}");
    }
    // Without the option nothing is checked.
    assert!(!mcore(&format!("run --nodes 1x1 {path}")).err.contains("index"));
}

/// A program that does not fit node memory is refused with a table of its largest objects.
#[test]
fn a_program_that_is_too_large_names_its_largest_objects() {
    let text = "static double a[200][200], b[150][200];\nstatic char name[100] = \"x\";\nint main(void)\n{\n    \
        a[0][0] = b[1][1];\n    return name[2];\n}\n";
    let path = file("c-large.c", text);
    for level in ["-O0", "-O2"] {
        let ran = mcore(&format!("run --nodes 1x1 {level} {path}"));
        assert_eq!(ran.status, 2, "{ran:?}");
        let place = |name: &str| ran.err.find(name).unwrap_or_else(|| panic!("{name}: {ran:?}"));
        assert!(place("320000  a") < place("240000  b") && place("240000  b") < place("100  name"), "{ran:?}");
    }
    // With enough memory it runs.
    assert_eq!(mcore(&format!("run --nodes 1x1 --node-memory 1024K {path}")).status, 0);
}
