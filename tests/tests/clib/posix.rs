//! Programs whose text is that of gcc and the C library of GNU, with one thread for OpenMP and UTF-8.

use super::{ended, machine, printed};
use mcore::modes::chip::{Outcome, TrapCause};
use mcore_tests::root;

#[test]
fn programs_print_what_they_print_with_the_library_of_gnu() {
    let folder = root().join("tests/tests/clib/posix");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "c") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a program");
        let expected = std::fs::read_to_string(path.with_extension("expected.txt")).expect("its text");
        assert_eq!(printed(&text), expected, "{}", path.display());
        count += 1;
    }
    assert!(count >= 10, "{count}");
}

/// The end of `main` runs the functions of `atexit` too if it takes arguments, and the exit code stays.
#[test]
fn the_end_of_main_is_a_call_of_exit() {
    for (head, end) in [("void", "return 3;"), ("int argc, char **argv", "return 2 + argc;"), ("void", "exit(3);")] {
        let machine = ended(
            1,
            1,
            &format!(
                "#include <stdio.h>\n#include <stdlib.h>\nstatic void last(void) {{ puts(\"last\"); }}\nint main({head})\n{{\n    \
                 atexit(last);\n    puts(\"main\");\n    {end}\n}}\n"
            ),
        );
        let node = &machine.state.nodes[0];
        assert_eq!(node.console.tail(1 << 20), "main\nlast\n", "{end}");
        assert_eq!(node.core.processor.halted.map(|(code, _)| code), Some(3), "{end}");
    }
}

/// Parts that only some programs need are in no other: each word is small without them.
#[test]
fn a_program_without_them_has_no_functions_of_exit_no_environment_and_no_wide_texts() {
    let body =
        "char text[20];\n    sprintf(text, \"%s %d\", getenv(\"A\") ? \"\" : \"x\", 5);\n    puts(text);\n    exit(0);";
    let with = |more: &str| {
        machine(
            1,
            1,
            &format!("#include <stdio.h>\n#include <stdlib.h>\nint main(void)\n{{\n    {more}\n    {body}\n}}\n"),
        )
    };
    let has = |more: &str, name: &str| with(more).image(0).program.symbol(name).is_some_and(|symbol| symbol.value != 0);
    for (name, more) in [
        ("__run_at_exit", "atexit(abort);"),
        ("environ", "setenv(\"A\", \"b\", 1);"),
        ("__wide_text", "printf(\"%ls\", L\"w\");"),
    ] {
        assert!(!has("", name) && has(more, name), "{name}");
    }
}

#[test]
fn a_signal_without_handler_ends_the_program() {
    let run =
        |call: &str| ended(1, 1, &format!("#include <signal.h>\nint main(void)\n{{\n    {call};\n    return 0;\n}}\n"));
    let code = |call: &str| run(call).state.nodes[0].core.processor.halted.map(|(code, _)| code);
    assert_eq!(code("raise(SIGTERM)"), Some(128 + 15));
    assert_eq!(code("raise(SIGCHLD)"), Some(0));
    let aborted = run("raise(SIGABRT)");
    let Some(Outcome::Trapped(traps)) = aborted.outcome() else { panic!("{:?}", aborted.outcome()) };
    assert_eq!(traps[0].cause, TrapCause::Break(22));
}

#[test]
fn a_lock_that_the_only_thread_has_ends_the_program_with_its_reason() {
    let text = "#include <omp.h>\nint main(void)\n{\n    omp_lock_t lock;\n    omp_init_lock(&lock);\n    omp_set_lock(&lock);\n    \
                omp_set_lock(&lock);\n    return 0;\n}\n";
    let machine = ended(1, 1, text);
    let console = machine.state.nodes[0].console.tail(1 << 20);
    assert_eq!(
        console,
        "node (1,1): omp_set_lock: this thread, the only one, has the lock already, so it waits for ever\n"
    );
}
