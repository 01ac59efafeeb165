//! Rank maps as files of a program: their table, and their errors with line and column.

use mcore::base::{Array, Severity, SourceFile};
use mcore::toolchain::{Build, Compilers, Options, build};

/// A program that has the function by which MPI starts.
const PROGRAM: &str = "main: jr $ra\nMPI_Init: jr $ra\n";

fn built(files: &[(&str, &str)], array: Option<Array>) -> Build {
    let files: Vec<_> =
        files.iter().map(|(name, text)| SourceFile { name: (*name).into(), text: (*text).into() }).collect();
    build(&files, &[], &Options { array, ..Options::new(1 << 19, &Compilers::default()) })
}

/// The findings: severity, file, line, column, and the English text.
fn findings(build: &Build) -> Vec<(Severity, &str, u32, u32, &str)> {
    let place = |at: u32| build.files[at as usize].as_str();
    let all = build.diagnostics.iter();
    all.map(|d| (d.severity, place(d.span.file.0), d.span.line, d.span.col, d.message.en.as_str())).collect()
}

#[test]
fn a_map_becomes_the_table_of_node_ids() {
    let map = "# rank node\n0 5\n1: (0,0)\n2 1,0\n\n3 2\n4 0,1\n5 1,1 # the last\n";
    let build = built(&[("a.s", PROGRAM), ("best.map", map)], Some(Array::new(3, 2)));
    assert_eq!(findings(&build), []);
    let program = build.program.expect("a program");
    let at = program.symbol("mpimc_rank_map").expect("the table").value;
    let segment = program.segments.iter().find(|s| at >= s.addr && at < s.addr + s.size).expect("its segment");
    let bytes = &segment.bytes[(at - segment.addr) as usize..][..16];
    let words: Vec<u16> = bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    assert_eq!(words, [3, 2, 0x302, 0x101, 0x201, 0x301, 0x102, 0x202]);
    // Without a map there is no table.
    assert!(
        built(&[("a.s", PROGRAM)], Some(Array::new(3, 2)))
            .program
            .expect("a program")
            .symbol("mpimc_rank_map")
            .is_none()
    );
}

#[test]
fn errors_of_a_map_have_a_line_and_a_column() {
    for (map, line, column, words) in [
        ("0 1\n1 4\n", 2, 3, "there is no node 4 in this network"),
        ("0 1\n1 2,0\n", 2, 3, "there is no node 2,0"),
        ("0 1\n 1 1\n", 2, 4, "that node has a rank already, in line 1"),
        ("0 1\n0 2\n", 2, 3, "rank 0 has its node already, in line 1"),
        ("0 1\n4 2\n", 2, 3, "rank 4 is out of range; there are 4 ranks"),
        ("0 1\nnode 2\n", 2, 1, "`node 2` is not a rank and a node"),
        ("0 1\n2 2\n", 1, 1, "2 ranks have no node, the first of them is rank 1"),
        ("# nothing\n", 1, 1, "4 ranks have no node"),
    ] {
        let build = built(&[("a.s", PROGRAM), ("best.map", map)], Some(Array::new(2, 2)));
        assert!(build.program.is_none() && build.counts.0 == 1, "{map}");
        let found = findings(&build);
        let (severity, file, at, from, text) = found[0];
        assert_eq!((severity, file, at, from), (Severity::Error, "best.map", line, column), "{map}: {text}");
        assert!(text.contains(words), "{map}: {text}");
    }
    let two = built(&[("a.s", PROGRAM), ("a.map", "0 0\n"), ("b.map", "0 0\n")], Some(Array::new(1, 1)));
    assert!(two.program.is_none() && two.diagnostics[0].message.en.contains("one rank map"), "{:?}", two.diagnostics);
}

#[test]
fn ranks_that_a_map_does_not_name_are_on_the_nodes_that_are_left() {
    let build = built(&[("a.s", PROGRAM), ("best.map", "0 3\n1 1\n")], Some(Array::new(2, 2)));
    let found = findings(&build);
    assert!(matches!(found[..], [(Severity::Warning, "best.map", 1, 1, _)]), "{found:?}");
    assert!(found[0].4.contains("ranks 2 to 3 run on the nodes that are left"), "{found:?}");
    let table = build.made.len() + build.files.iter().filter(|name| *name == "best.map.s").count();
    assert!(build.program.is_some() && table > 0);
}

#[test]
fn a_map_without_effect_is_remarked_on() {
    let alone = built(&[("a.s", "main: jr $ra\n"), ("best.map", "0 0\n")], Some(Array::new(1, 1)));
    assert!(alone.program.is_some() && alone.diagnostics[0].message.en.contains("does not call MPI_Init"));
    let nowhere = built(&[("a.s", PROGRAM), ("best.map", "0 x\n")], None);
    assert!(nowhere.program.is_some() && nowhere.diagnostics[0].message.en.contains("a rank map has no effect here"));
}
