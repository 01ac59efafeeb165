//! Traps of loads and stores in C: the message names the access and its values.

use mcore::modes::chip::session::{Command, Level, MachineOptions};
use mcore_tests::Driver;

/// The message at the end of a program whose `main` has this body.
fn message(level: Level, body: &str) -> (String, String) {
    let text = format!(
        "#include <stdlib.h>
struct list {{ int number; struct list *next; }};
int a[32], grid[4][6];
struct list first;
volatile int zero;
static int sum(const struct list *at, int n)
{{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += at[i].number;
    return s;
}}
int main(void)
{{
    {body}
}}
"
    );
    let mut d = Driver::with_c();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, level, ..MachineOptions::default() }));
    d.assemble("main.c", &text);
    d.run();
    let outcome = d.frame.outcome.clone().expect("an end");
    assert!(!outcome.ok, "{body}");
    (outcome.message.en, outcome.message.ja)
}

#[test]
fn an_access_is_named_with_the_values_of_its_parts() {
    for (body, en, ja) in [
        (
            "int i = 1 << 26;\n    return a[i];",
            " The access is `a[i]`: `i` is 67108864, `a` has 32 elements.",
            "アクセスは `a[i]` です：`i` は 67108864、`a` の要素は 32 個。",
        ),
        ("return sum(NULL, 2);", " The access is `at[i].number`: `i` is 0, `at` is NULL.", "`at` は NULL"),
        (
            "return first.next->number;",
            " The access is `first.next->number`: `first.next` is NULL.",
            "`first.next` は NULL",
        ),
        ("int *p = NULL;\n    *p = 3;\n    return 0;", " The access is `*p`: `p` is NULL.", "`p` は NULL"),
        (
            "int i = 2, j = -1 << 24;\n    grid[i + 1][j] = 5;\n    return 0;",
            " The access is `grid[i + 1][j]`: `i + 1` is 3, `grid` has 4 elements, `j` is -16777216, `grid[i + 1]` has 6 elements.",
            "`j` は -16777216",
        ),
    ] {
        let (found_en, found_ja) = message(Level::O0, body);
        assert!(found_en.contains(en), "{body}: {found_en}");
        assert!(found_ja.contains(ja), "{body}: {found_ja}");
    }
}

#[test]
fn nothing_is_added_where_the_access_is_not_in_the_line() {
    // A wrong jump, a trap that is no access, and an access in the library.
    for body in
        ["int (*f)(void) = (int (*)(void))8;\n    return f();", "abort();\n    return 0;", "return atoi((char *)8);"]
    {
        let (found, _) = message(Level::O0, body);
        assert!(!found.contains("The access is"), "{body}: {found}");
    }
}

#[test]
fn optimised_programs_say_only_values_that_are_known() {
    let body = "int i = 1 << 26;\n    return a[i + zero];";
    let (found, _) = message(Level::O2, body);
    assert!(found.contains(" is read, but the node's memory ends at "), "{found}");
    assert!(!found.contains("`i` is") || found.contains("`i` is 67108864"), "{found}");
}

/// First the words of C, then the instruction, its address and the label.
#[test]
fn a_trap_in_c_is_told_in_the_words_of_c() {
    let body = "char text[16] = {0};\n    int *p = (int *)(text + 1);\n    return *p + text[0];";
    let (en, ja) = message(Level::O0, body);
    let begin = "Node (1,1) stopped in main.c line 17: a value of 4 bytes is read at an address that is no multiple of 4. The access is `*p`: `p` is &text[1] in main.";
    assert!(en.starts_with(begin), "{en}");
    let (_, rest) = en.split_once(" The instruction is `lw").expect("the instruction last");
    assert!(rest.contains("` at 0x") && rest.contains("(main+") && rest.contains(", its address 0x"), "{rest}");
    assert!(ja.contains("4 の倍数でないアドレス") && ja.contains("命令は "), "{ja}");
}

/// The outcome of a program whose `main` has this body, on two nodes with MPI.
fn outcome(text: &str, nodes: u8) -> mcore::modes::chip::view::OutcomeView {
    let mut d = Driver::with_c();
    d.must(Command::SetMachine(MachineOptions {
        width: nodes,
        height: 1,
        level: Level::O1,
        ..MachineOptions::default()
    }));
    d.assemble("main.c", text);
    d.run();
    d.frame.outcome.clone().expect("an end")
}

#[test]
fn a_null_pointer_of_malloc_is_told_with_the_bytes_and_the_option() {
    let outcome = outcome(
        "#include <stdlib.h>\nint main(void)\n{\n    double *a = malloc(40000000);\n    a[0] = 1;\n    return 0;\n}\n",
        1,
    );
    let tip = outcome.tip.expect("a tip");
    assert!(tip.en.contains("`malloc` found no room and gave NULL: 40,000,000 bytes were wanted"), "{}", tip.en);
    assert!(tip.en.contains("--node-memory") && tip.ja.contains("--node-memory"), "{tip:?}");
    assert!(!outcome.message.en.contains("base register") && !tip.en.contains("base register"));
}

#[test]
fn a_buffer_that_is_too_short_for_a_call_of_mpi_is_named() {
    let text = |call: &str| {
        format!(
            "#include <mpi.h>\nstatic int array[32];\nint main(int argc, char **argv)\n{{\n    int rank, many = 1000000;\n    MPI_Init(&argc, &argv);\n    \
             MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    {call}\n    MPI_Finalize();\n    return many;\n}}\n"
        )
    };
    let call = "if (rank == 0) MPI_Send(array, 1000000, MPI_INT, 1, 0, MPI_COMM_WORLD); else MPI_Recv(array, many, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);";
    let said = "MPI_Send reads 4,000,000 bytes from `array`, which ends after 128.";
    let outcome = outcome(&text(call), 2);
    assert!(!outcome.ok && outcome.message.en.contains(said), "{call}: {}", outcome.message.en);
}
