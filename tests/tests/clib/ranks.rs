//! Programs of MPI whose ranks are placed by a rank map.

use mcore::base::{Array, Severity, SourceFile};
use mcore::modes::chip::view::OutcomeView;
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Level, Options, build};
use mcore_tests::compilers;
use std::sync::Arc;

/// The machine after a run of a program whose rank r is on node `map[r]`.
fn ended(width: u8, height: u8, text: &str, map: &[usize]) -> Machine {
    let array = Array::new(width, height);
    let compilers = compilers();
    let options = Options { level: Level::O2, array: Some(array), ..Options::new(512 * 1024, &compilers) };
    let map: String = map.iter().enumerate().map(|(rank, node)| format!("{rank} {node}\n")).collect();
    let files = [("test.c", text), ("ranks.map", &map)];
    let files = files.map(|(name, text)| SourceFile { name: name.into(), text: text.into() });
    let built = build(&files, &library(), &options);
    let errors: Vec<_> = built.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    let program = Arc::new(built.program.unwrap_or_else(|| panic!("{errors:#?}")));
    let spec = Spec { array, cycle_limit: 1 << 30, ..Spec::default() };
    let mut machine = Machine::new(spec, program).expect("a machine");
    while machine.run_until(u64::MAX) {}
    machine
}

fn consoles(machine: &Machine) -> Vec<String> {
    machine.state.nodes.iter().map(|node| node.console.tail(1 << 20)).collect()
}

#[test]
fn every_function_means_the_same_wherever_the_ranks_are() {
    let reversed = |nodes: usize| (0..nodes).rev().collect::<Vec<_>>();
    let scattered = |nodes: usize| (0..nodes).map(|rank| (rank * 5 + 3) % nodes).collect::<Vec<_>>();
    for (width, height, map) in
        [(2, 1, reversed(2)), (3, 1, vec![1, 2, 0]), (4, 2, reversed(8)), (4, 4, scattered(16)), (8, 8, scattered(64))]
    {
        for program in [include_str!("mpi/meaning.c"), include_str!("mpi/grids.c")] {
            let machine = ended(width, height, program, &map);
            let all = consoles(&machine);
            assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{:?}", machine.outcome());
            assert_eq!(all[map[0]], "all is well\n", "rank 0 prints, at its node: {all:?}");
            assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
        }
    }
}

#[test]
fn each_rank_is_on_the_node_of_its_line() {
    let text = "#include <mpi.h>\n#include <stdio.h>\nint main(int argc, char **argv)\n{\n    int rank, length;\n    \
                char name[MPI_MAX_PROCESSOR_NAME];\n    MPI_Init(&argc, &argv);\n    \
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Get_processor_name(name, &length);\n    \
                printf(\"rank %d on %s\\n\", rank, name);\n    MPI_Finalize();\n    return 0;\n}\n";
    let map = [4, 0, 5, 2, 1, 3];
    let all = consoles(&ended(3, 2, text, &map));
    for (rank, node) in map.iter().enumerate() {
        let (x, y) = (node % 3 + 1, node / 3 + 1);
        assert_eq!(all[*node], format!("rank {rank} on node ({x},{y})\n"));
    }
}

#[test]
fn a_deadlock_names_ranks_and_the_nodes_that_they_are_on() {
    let text = "#include <mpi.h>\nint main(int argc, char **argv)\n{\n    int rank, buffer[100];\n    \
                MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    if (rank == 0)\n        \
                return 0;\n    MPI_Send(buffer, 100, MPI_INT, 0, 3, MPI_COMM_WORLD);\n    return 0;\n}\n";
    let view = OutcomeView::of(&ended(2, 1, text, &[1, 0])).expect("an end");
    let words = format!("{view:?}");
    assert!(
        words.contains("rank 1 waits in MPI_Send for rank 0, which has ended, to receive its long message"),
        "{words}"
    );
}
