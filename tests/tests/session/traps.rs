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
        assert!(found_en.ends_with(en), "{body}: {found_en}");
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
    assert!(found.contains("cannot be read"), "{found}");
    assert!(!found.contains("`i` is") || found.contains("`i` is 67108864"), "{found}");
}
