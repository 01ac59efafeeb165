//! The standard input and the files of the chip. Expected texts are those of the C library of GNU for the same programs.

use super::{ended, machine, printed};
use mcore::base::Simulation;
use mcore::modes::chip::{Content, Files, Machine, Outcome, TrapCause};
use mcore_tests::seeds;

fn run(mut machine: Machine) -> Machine {
    while machine.run_until(u64::MAX) {}
    machine
}

fn output(machine: &Machine, rank: usize) -> String {
    machine.state.nodes[rank].console.tail(1 << 20)
}

#[test]
fn scanf_reads_as_that_of_gnu() {
    let mut start = machine(1, 1, include_str!("io/scan.c"));
    start.state.files = Files::new([], Some(include_bytes!("io/scan.txt")), false);
    assert_eq!(output(&run(start), 0), include_str!("io/scan.expected.txt"));
}

#[test]
fn streams_are_those_of_gnu() {
    assert_eq!(printed(include_str!("io/files.c")), include_str!("io/files.expected.txt"));
}

#[test]
fn files_by_number_are_those_of_posix() {
    let out = printed(
        r#"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
    char text[32] = {0};
    struct stat facts;
    int f = open("a.txt", O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("%d\n", f);
    printf("%d\n", (int)write(f, "0123456789", 10));
    printf("%d\n", (int)lseek(f, 3, SEEK_SET));
    printf("%d", (int)read(f, text, 4));
    printf(" %s\n", text);
    printf("%d", fstat(f, &facts));
    printf(" %d %d\n", (int)facts.st_size, S_ISREG(facts.st_mode));
    printf("%d\n", (int)read(f, text, 100));
    printf("%d\n", (int)read(f, text, 100));
    printf("%d", ftruncate(f, 4));
    printf(" %d\n", (int)lseek(f, 0, SEEK_END));
    printf("%d\n", close(f));
    printf("%d", (int)read(f, text, 1));
    printf(" %d\n", errno == EBADF);
    printf("%d %d\n", access("a.txt", R_OK), access("b.txt", F_OK));
    printf("%d", stat("a.txt", &facts));
    printf(" %d\n", (int)facts.st_size);
    f = open("a.txt", O_WRONLY | O_APPEND);
    write(f, "x", 1);
    close(f);
    FILE *stream = fopen("a.txt", "r");
    printf("%d %s\n", fileno(stream), fgets(text, sizeof text, stream));
    fclose(stream);
    printf("%d %d\n", open("a.txt", O_CREAT | O_EXCL | O_WRONLY, 0600), errno == EEXIST);
    fflush(stdout);
    printf("%d\n", (int)write(STDOUT_FILENO, "out\n", 4));
    printf("%d %d\n", unlink("a.txt"), unlink("a.txt"));
    return 0;
}
"#,
    );
    let expected = "3\n10\n3\n4 3456\n0 10 1\n3\n0\n0 4\n0\n-1 1\n0 -1\n0 4\n3 0123x\n-1 1\nout\n4\n0 -1\n";
    assert_eq!(out, expected);
}

/// Ranks that write, append, read and remove files at random times.
fn random_program(seed: u64) -> String {
    format!(
        r#"
#include <mclib.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{{
    char name[16];
    int c;
    srand({seed} * 100 + mc_rank());
    for (int i = 0; i < 12; i++) {{
        for (volatile int wait = rand() % 200; wait > 0; wait--)
            ;
        sprintf(name, "%d.txt", rand() % 4);
        FILE *f = fopen(name, rand() % 3 == 0 ? "r" : rand() % 2 == 0 ? "a+" : "r+");
        if (f == NULL) {{
            f = fopen(name, "w+");
            if (f == NULL)
                abort();
        }}
        if (rand() % 4 == 0)
            fseek(f, rand() % 40, SEEK_SET);
        for (int j = rand() % 9; j > 0 && (c = getc(f)) != EOF; j--)
            putchar(c);
        fprintf(f, "%d:%d\n", mc_rank(), i);
        if (rand() % 8 == 0)
            remove(name);
        fclose(f);
        if (rand() % 3 == 0 && (c = getchar()) != EOF)
            putchar(c);
        if (rand() % 3 == 0)
            mc_signal(mc_id(rand() % mc_nodes()), (volatile int *)0x70000, i);
    }}
    return 0;
}}
"#
    )
}

#[test]
fn the_fast_path_serves_files_in_the_order_of_the_plain_loop() {
    for seed in seeds(0..12) {
        let mut start = machine(3, 2, &random_program(seed));
        start.state.files =
            Files::new([("0.txt".to_owned(), b"given".to_vec())], Some(b"the input of all"), seed % 2 == 0);
        let mut plain = start.clone();
        while plain.step() {}
        let fast = run(start.clone());
        assert_eq!(fast.digest(), plain.digest(), "seed {seed}");
        assert_eq!(fast.state, plain.state, "seed {seed}");
        assert!(matches!(plain.outcome(), Some(Outcome::Halted { .. })), "seed {seed}: {:?}", plain.outcome());
        // By intervals, each from a packed state.
        let mut parts = start;
        while parts.outcome().is_none() {
            let until = parts.state.cycle + 777;
            let begin = parts.clone();
            parts.advance(until, &|| begin.clone());
            let packed = parts.pack(None);
            parts = Machine::unpack(&packed);
        }
        assert_eq!(parts.digest(), plain.digest(), "seed {seed}");
        let names = |machine: &Machine| -> Vec<(String, Vec<u8>)> {
            machine.state.files.list().map(|(name, content, _)| (name.to_owned(), content.to_vec())).collect()
        };
        assert_eq!(names(&parts), names(&plain));
    }
}

#[test]
fn rank_0_reads_the_input_and_a_missing_one_is_noted() {
    let text = "#include <mclib.h>\n#include <stdio.h>\nint main(void) { int n = -1; int got = scanf(\"%d\", &n); \
                printf(\"%d %d\\n\", got, n); return 0; }";
    let given = |input: Option<&[u8]>, for_all| {
        let mut start = machine(2, 1, text);
        start.state.files = Files::new([], input, for_all);
        run(start)
    };
    let ended = given(Some(b" 42"), false);
    assert_eq!([output(&ended, 0), output(&ended, 1)], ["1 42\n", "-1 -1\n"]);
    assert!(!ended.state.files.input_was_missed());
    let ended = given(Some(b" 42"), true);
    assert_eq!([output(&ended, 0), output(&ended, 1)], ["1 42\n", "1 42\n"]);
    let ended = given(None, false);
    assert_eq!([output(&ended, 0), output(&ended, 1)], ["-1 -1\n", "-1 -1\n"]);
    assert!(ended.state.files.input_was_missed());
}

#[test]
fn a_file_beyond_the_ceiling_traps() {
    let text =
        "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"a\", \"w\"); for (;;) fprintf(f, \"%1000d\", 1); }";
    let full = ended(1, 1, text);
    let Some(Outcome::Trapped(traps)) = full.outcome() else { panic!("{:?}", full.outcome()) };
    assert_eq!(traps[0].cause, TrapCause::FilesFull);
    let limit = full.spec().file_limit;
    assert_eq!(full.state.files.get("a").map(Content::len), Some(limit / 1000 * 1000));
}

#[test]
fn wrong_addresses_trap_where_they_are_used() {
    for call in ["fopen((char *)4, \"r\")", "fwrite((void *)8, 1, 4, fopen(\"a\", \"w\"))", "remove((char *)12)"] {
        let text = format!("#include <stdio.h>\nint main(void) {{ {call}; return 0; }}");
        let trapped = ended(1, 1, &text);
        let Some(Outcome::Trapped(traps)) = trapped.outcome() else { panic!("{call}: {:?}", trapped.outcome()) };
        assert!(matches!(traps[0].cause, TrapCause::Address { .. }), "{call}: {:?}", traps[0].cause);
    }
}
