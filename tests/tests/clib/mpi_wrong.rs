//! Wrong programs with MPI: the report of each `cases/mpi/*.c`, in both languages, is its `.txt`.
//!
//! After a wanted change, `MCORE_BLESS=1 cargo test -p mcore-tests --test clib mpi_wrong` writes the `.txt` files anew; read the
//! difference.

use super::ended;
use mcore::modes::chip::view::OutcomeView;
use std::fs;

#[test]
fn every_wrong_program_gives_exactly_its_report() {
    let folder = mcore_tests::root().join("tests/cases/mpi");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "c"));
    paths.sort();
    assert!(paths.len() >= 15);
    let mut wrong = String::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a program");
        let size = text.split_once("nodes: ").and_then(|(_, rest)| rest.split_once('.')).expect("a size").0;
        let (width, height) = size.split_once('x').expect("columns x rows");
        let machine = ended(width.parse().expect("columns"), height.parse().expect("rows"), &text);
        let OutcomeView { ok, message, .. } = OutcomeView::of(&machine).expect("an end");
        let found = format!("{}\n{}\n", message.en, message.ja);
        let expected = path.with_extension("txt");
        if std::env::var_os("MCORE_BLESS").is_some() {
            fs::write(&expected, &found).expect("a file");
        }
        if ok || fs::read_to_string(expected).unwrap_or_default() != found {
            wrong += &format!("{}\n{found}", path.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A long message with another tag: the report is about the receive that waits, and names both tags.
#[test]
fn a_wrong_tag_leads_to_the_receive_that_waits() {
    for bytes in [4, 4000] {
        let text = format!(
            "#include <mpi.h>\nstatic char a[{bytes}];\nint main(int argc, char **argv)\n{{\n    int rank;\n    MPI_Init(&argc, &argv);\n    \
             MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    if (rank == 0)\n        MPI_Send(a, {bytes}, MPI_CHAR, 1, 7, MPI_COMM_WORLD);\n    else\n        \
             MPI_Recv(a, {bytes}, MPI_CHAR, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n    MPI_Finalize();\n}}\n"
        );
        let OutcomeView { source, message, .. } = OutcomeView::of(&ended(2, 1, &text)).expect("an end");
        assert_eq!(source.map(|place| place.line), Some(11), "{}", message.en);
        assert!(message.en.contains("rank 1 waits in MPI_Recv for a message from rank 0, tag 8"), "{}", message.en);
        assert!(
            message.en.contains("Rank 0 has sent rank 1 a message with tag 7, which no receive takes."),
            "{}",
            message.en
        );
    }
}

/// Every call with a root, at all sizes and with two kinds of wrong roots, names two ranks with their roots.
#[test]
fn differing_roots_are_named_with_both_ranks() {
    let calls = [
        ("MPI_Bcast", "MPI_Bcast(in, N, MPI_DOUBLE, root, MPI_COMM_WORLD)"),
        ("MPI_Reduce", "MPI_Reduce(in, out, N, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD)"),
        ("MPI_Gather", "MPI_Gather(in, N, MPI_DOUBLE, out, N, MPI_DOUBLE, root, MPI_COMM_WORLD)"),
        ("MPI_Gatherv", "MPI_Gatherv(in, N, MPI_DOUBLE, out, counts, at, MPI_DOUBLE, root, MPI_COMM_WORLD)"),
        ("MPI_Scatter", "MPI_Scatter(in, N, MPI_DOUBLE, out, N, MPI_DOUBLE, root, MPI_COMM_WORLD)"),
        ("MPI_Scatterv", "MPI_Scatterv(in, counts, at, MPI_DOUBLE, out, N, MPI_DOUBLE, root, MPI_COMM_WORLD)"),
    ];
    let mut wrong = String::new();
    for (name, call) in calls {
        for elements in [1, 20, 600] {
            for (roots, nodes) in [("rank", 4), ("rank == 1", 4), ("rank", 2), ("rank", 3)] {
                let text = format!(
                    "#include <mpi.h>\n#define N {elements}\nstatic double in[4 * N], out[4 * N];\nint main(int argc, char **argv)\n{{\n    \
                     int rank, counts[4] = {{N, N, N, N}}, at[4] = {{0, N, 2 * N, 3 * N}};\n    MPI_Init(&argc, &argv);\n    \
                     MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    int root = {roots};\n    (void)counts, (void)at;\n    {call};\n    \
                     MPI_Finalize();\n}}\n"
                );
                let machine = ended(nodes, 1, &text);
                let OutcomeView { ok, message, .. } = OutcomeView::of(&machine).expect("an end");
                let is_named = message.en.contains(&format!(" calls {name} with root "))
                    && message.en.contains("(test.c:11), rank ");
                if ok || !is_named {
                    wrong += &format!("{name} {elements} {roots} on {nodes}: {}\n", message.en);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Names that no file defines, or two files, are reported in the words of C.
#[test]
fn names_that_are_missing_or_there_twice_are_told_in_the_words_of_c() {
    use mcore::base::SourceFile;
    use mcore::toolchain::{Options, build, mclib::library};
    let errors = |files: &[(&str, &str)]| -> Vec<String> {
        let compilers = mcore_tests::compilers();
        let files: Vec<SourceFile> =
            files.iter().map(|(name, text)| SourceFile { name: (*name).into(), text: (*text).into() }).collect();
        let built = build(&files, &library(), &Options::new(512 * 1024, &compilers));
        let shown = |d: &mcore::base::Diagnostic| {
            let file = &built.files[d.span.file.0 as usize];
            format!("{file}:{}: {} | {}", d.span.line, d.message.en, d.tip.as_ref().map_or("", |tip| tip.en.as_str()))
        };
        built.diagnostics.iter().filter(|d| d.severity == mcore::base::Severity::Error).map(shown).collect()
    };
    let found = errors(&[("a.c", "void work(int);\nint main(void) { work(3); return 0; }\n")]);
    assert!(
        found.len() == 1
            && found[0]
                .starts_with("a.c:2: function `work` is called here, but no file defines it | write the function"),
        "{found:?}"
    );
    let found = errors(&[("a.c", "extern int count;\nint main(void) { return count; }\n")]);
    assert!(
        !found.is_empty()
            && found[0].starts_with("a.c:2: `count` is used here, but no file defines it | define it in one file"),
        "{found:?}"
    );
    let found = errors(&[
        ("ring.c", "int main(void)\n{\n    return 0;\n}\n"),
        ("deadlock.c", "\n\nint main(void)\n{\n    return 1;\n}\n"),
    ]);
    assert!(
        found.len() == 1
            && found[0].contains("`main` is defined here and in line ")
            && found[0].contains("; a program has one | all files of a project"),
        "{found:?}"
    );
    assert!(
        found[0].contains("ring.c")
            && found[0].contains("deadlock.c")
            && !found[0].contains(".c.s")
            && !found[0].contains(".globl"),
        "{found:?}"
    );
    let found = errors(&[
        ("a.c", "int f(void) { return 1; }\nint main(void) { return f(); }\n"),
        ("b.c", "int f(void) { return 2; }\n"),
    ]);
    assert!(
        found.len() == 1 && found[0].contains("`f` is defined here and in line 1 of ") && found[0].contains("`static`"),
        "{found:?}"
    );
}
