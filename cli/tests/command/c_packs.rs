//! Packs whose start files, solutions and references are C: `mcore pack`, `grade`, `diff` and `asm`.

use crate::common::{Run, command, finish, write};
use std::fs;
use std::path::{Path, PathBuf};

/// An exercise in C with several files: the sum of the numbers on all nodes, times an argument of `main`.
const EXERCISE: &str = r#"format = 1
title.en = "Sum in C"
title.ja = "C の和"
language = "either"

[machine]
nodes = "2x1"

[files]
editable = ["sum.c"]
read_only = ["given.c", "given.h"]
reference = "reference/sum.c"

[c]
warnings = ["error=unused-variable"]
headers = ["mclib.h", "stdlib.h"]
arguments = ["3"]

[[case]]
name.en = "Sixteen numbers on each node"
name.ja = "各ノードに 16 個"
seed = 1
cycle_limit = 20_000
points = 10

[[case.input]]
node = "all"
symbol = "numbers"
random = { low = -100, high = 100, count = 16 }

[[case.expect]]
halted = true

[[case.expect]]
memory = { node = "1,1", symbol = "total", words = 1, equals = "reference" }

[[case.expect]]
worked = 2

[[case.expect]]
cycles = 5000
"#;

const GIVEN_H: &str = "extern int numbers[16];\nextern int total;\nint own_sum(void);\n";
const GIVEN_C: &str = "#include \"given.h\"\nint numbers[16];\nint total;\nint own_sum(void)\n{\n    int sum = 0;\n    \
    for (int i = 0; i < 16; i++)\n        sum += numbers[i];\n    return sum;\n}\n";
/// Both nodes add up their own numbers; the other one sends its sum.
const SOLUTION: &str = "#include \"given.h\"\n#include <mclib.h>\n#include <stdlib.h>\nstatic volatile int part, came;\n\
    int main(int argc, char **argv)\n{\n    int factor = argc > 1 ? atoi(argv[1]) : 0;\n    if (mc_rank() == 1) {\n        \
    part = own_sum();\n        mc_put(mc_id(0), &part, &part, 4);\n        mc_signal(mc_id(0), &came, 1);\n        return 0;\n    \
    }\n    int sum = own_sum();\n    mc_wait_eq(&came, 1);\n    total = (sum + part) * factor;\n    return 0;\n}\n";
/// As [`SOLUTION`], but node 0 receives the numbers of node 1 and computes both sums.
const REFERENCE: &str = "#include \"given.h\"\n#include <mclib.h>\n#include <stdlib.h>\nstatic int other[16];\n\
    static volatile int came;\nint main(int argc, char **argv)\n{\n    if (mc_rank() == 1) {\n        \
    mc_put(mc_id(0), other, numbers, sizeof numbers);\n        mc_signal(mc_id(0), &came, 1);\n        return 0;\n    }\n    \
    int sum = own_sum();\n    mc_wait_eq(&came, 1);\n    for (int i = 0; i < 16; i++)\n        sum += other[i];\n    \
    total = sum * atoi(argv[argc - 1]);\n    return 0;\n}\n";
const START: &str = "#include \"given.h\"\nint main(void)\n{\n    total = own_sum();\n    return 0;\n}\n";

/// A folder with the pack `demo`.
fn with_pack(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_packs").join(name);
    let _ = fs::remove_dir_all(&folder);
    let pack = folder.join("demo");
    write(
        &pack.join("pack.toml"),
        "format = 1\nid = \"demo\"\nversion = \"1.0.0\"\ntitle.en = \"Demo\"\ntitle.ja = \"例\"\nauthors = \"A\"\n\
         licence = \"CC0-1.0\"\nexercises = [\"sum\"]\n",
    );
    let sum = pack.join("sum");
    write(&sum.join("exercise.toml"), EXERCISE);
    for (name, text) in [("task.en.md", "Add.\n"), ("task.ja.md", "足してください。\n")] {
        write(&sum.join(name), text);
    }
    for (name, text) in [("lecturer.en.md", "Sums.\n"), ("lecturer.ja.md", "和です。\n")] {
        write(&sum.join(name), text);
    }
    for (name, text) in [("hints.en.md", "Use mc_put.\n"), ("hints.ja.md", "mc_put を使います。\n")] {
        write(&sum.join(name), text);
    }
    write(&sum.join("start/sum.c"), START);
    write(&sum.join("start/given.c"), GIVEN_C);
    write(&sum.join("start/given.h"), GIVEN_H);
    write(&sum.join("reference/sum.c"), REFERENCE);
    write(&sum.join("solution/sum.c"), SOLUTION);
    folder
}

fn run_in(folder: &Path, arguments: &str) -> Run {
    finish(command().current_dir(folder).args(arguments.split_whitespace()))
}

#[test]
fn a_pack_in_c_is_checked_built_and_graded() {
    let folder = with_pack("whole");
    let checked = run_in(&folder, "pack check demo");
    assert_eq!(checked.status, 0, "{checked:?}");
    assert!(checked.err.ends_with("0 errors, 0 warnings\n"), "{checked:?}");
    // Cycles count in this exercise, so C is compiled for speed; `pack check` names the level.
    assert!(checked.out.contains("sum: sum/solution: 10 of 10 points (C: -O2)\n"), "{checked:?}");
    assert!(checked.out.contains("sum: sum/start: 0 of 10 points (C: -O2)\n"), "{checked:?}");

    let built = run_in(&folder, "pack build demo --folder -o students");
    assert_eq!(built.status, 0, "{built:?}");
    let students = folder.join("students/sum");
    assert!(students.join("start/sum.c").exists() && students.join("start/given.h").exists());
    assert!(students.join("reference/sum.c").exists() && !students.join("solution").exists());
    let toml = fs::read_to_string(students.join("exercise.toml")).expect("a file");
    assert!(toml.contains("[c]") && toml.contains("error=unused-variable"), "{toml}");

    for pack in ["demo", "students"] {
        let graded = run_in(&folder, &format!("grade {pack} demo/sum/solution/sum.c --json out-{pack}.json"));
        assert_eq!(graded.status, 0, "{graded:?}");
        assert!(graded.err.contains("C compiled at -O2"), "{graded:?}");
        let json = fs::read_to_string(folder.join(format!("out-{pack}.json"))).expect("a file");
        assert!(json.contains("\"level\": \"O2\"") && json.contains("\"passed\": true"), "{json}");
    }
}

#[test]
fn the_settings_of_a_pack_hold_for_submissions() {
    let folder = with_pack("settings");
    let graded = |name: &str, text: &str| {
        write(&folder.join(name).join("sum.c"), text);
        run_in(&folder, &format!("grade demo {name}/sum.c"))
    };
    let refused = graded("header", &SOLUTION.replace("<mclib.h>", "<mclib.h>\n#include <stdio.h>"));
    assert_eq!(refused.status, 1, "{refused:?}");
    assert!(refused.out.contains("sum.c:3:10: `stdio.h` may not be included in this exercise"), "{refused:?}");
    let warned = graded("warning", &SOLUTION.replace("int sum =", "int unused = 1;\n    int sum ="));
    assert!(warned.status == 1 && warned.out.contains("unused"), "{warned:?}");
    let wrong = graded("argument", &SOLUTION.replace("argc > 1 ? atoi(argv[1]) : 0", "argc"));
    assert!(wrong.status == 1 && wrong.out.contains("fail"), "{wrong:?}");
    // A program in assembly is an answer to the same exercise.
    write(&folder.join("asm/sum.s"), "\t.globl main\nmain:\tjr $ra\n");
    let assembly = run_in(&folder, "grade demo asm/sum.s");
    assert!(assembly.status == 1 && assembly.out.contains("fail"), "{assembly:?}");
    // Level 0 of the pack makes a program that is too slow for the case.
    let toml = folder.join("demo/sum/exercise.toml");
    write(&toml, &EXERCISE.replace("[c]", "[c]\nlevel = \"O0\"").replace("cycles = 5000", "cycles = 500"));
    let slow = run_in(&folder, "grade demo demo/sum/solution/sum.c");
    assert!(slow.status == 1 && slow.err.contains("C compiled at -O0"), "{slow:?}");
    write(&toml, &EXERCISE.replace("[c]", "[c]\nlevel = \"O2\"").replace("cycles = 5000", "cycles = 500"));
    let fast = run_in(&folder, "grade demo demo/sum/solution/sum.c");
    assert_eq!(fast.status, 0, "{fast:?}");
}

/// A hand-in that would take the compiler too long or too much memory has an error row with the reason; the others are
/// graded.
#[test]
fn hand_ins_that_the_compiler_refuses_have_a_row() {
    let folder = with_pack("limits");
    let mut macros = String::from("#define A0 1\n");
    for n in 1..40 {
        macros += &format!("#define A{n} A{m} A{m}\n", m = n - 1);
    }
    write(&folder.join("class/bomb/sum.c"), &(macros + "int x = A39;\n"));
    let long = format!(
        "int f(int x) {{ return x; }}\nint main(void) {{ int s = 0; {} return s; }}",
        "s+=f(s)*3+s/7;\n".repeat(60_000)
    );
    write(&folder.join("class/long/sum.c"), &long);
    write(&folder.join("class/good/sum.c"), SOLUTION);
    let graded = run_in(&folder, "grade demo class/bomb class/long class/good --json out.json");
    assert_eq!(graded.status, 1, "{graded:?}");
    assert!(graded.out.contains("macros expand to too many tokens"), "{graded:?}");
    assert!(graded.out.contains("function `main` is too long: more than 330000 operations"), "{graded:?}");
    let json = fs::read_to_string(folder.join("out.json")).expect("a file");
    assert!(json.matches("\"error\": null,\n      \"passed\": true").count() == 1, "{json}");
}

#[test]
fn wrong_settings_of_c_are_reported_with_their_place() {
    let folder = with_pack("wrong");
    let toml = folder.join("demo/sum/exercise.toml");
    let check = |text: String| {
        write(&toml, &text);
        run_in(&folder, "pack check demo").err
    };
    let level = check(EXERCISE.replace("[c]", "[c]\nlevel = \"O3\""));
    assert!(level.contains("exercise.toml:15") && level.contains("O0"), "{level}");
    let key = check(EXERCISE.replace("[c]", "[c]\nlevels = \"O2\""));
    assert!(key.contains("levels"), "{key}");
    let name = check(EXERCISE.replace("error=unused-variable", "unused-varable"));
    assert!(name.contains("has no finding `unused-varable`"), "{name}");
    let header = check(EXERCISE.replace("stdlib.h", "conio.h"));
    assert!(header.contains("no header `conio.h`"), "{header}");
    let assembly = check(EXERCISE.replace("\"either\"", "\"asm\""));
    assert!(assembly.contains("takes no C"), "{assembly}");
}

#[test]
fn diff_and_asm_take_c() {
    let folder = with_pack("diff");
    let program = |name: &str, text: &str| write(&folder.join(name), text);
    let text = "#include <stdio.h>\nint main(void)\n{\n    printf(\"%d\\n\", 1 + 1);\n    return 0;\n}\n";
    program("a.c", text);
    program("b.c", &text.replace("1 + 1", "2 + 1"));
    let same = run_in(&folder, "diff -O2 a.c a.c");
    assert_eq!(same.status, 0, "{same:?}");
    let other = run_in(&folder, "diff -O2 a.c b.c");
    assert!(other.status == 1 && other.out.contains("prints `3`"), "{other:?}");
    program("e.c", "int done;\nint main(void)\n{\n    done = 1;\n    return 0;\n}\n");
    program("f.c", "int done;\nint main(void)\n{\n    done = 2;\n    return 0;\n}\n");
    let store = run_in(&folder, "diff -O1 --nodes 1x1 e.c f.c");
    assert!(store.status == 1 && store.out.contains("e.c:4") && store.out.contains("f.c:4"), "{store:?}");
    program("c.c", "int twice(int n);\nint main(void) { return twice(2) - 4; }\n");
    program("d.s", "\t.globl twice\ntwice:\tsll $v0, $a0, 1\n\tjr $ra\n");
    let listed = run_in(&folder, "asm -O1 c.c d.s --format json");
    assert!(listed.status == 0 && listed.out.contains("\"name\": \"twice\""), "{listed:?}");
    let ran = run_in(&folder, "run --nodes 1x1 c.c d.s");
    assert_eq!(ran.status, 0, "{ran:?}");
}
