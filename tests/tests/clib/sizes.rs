//! The library in a program: only the functions that it reaches, and their sizes.

use super::machine;
use mcore::modes::chip::Machine;
use mcore_tests::docs::{Facts, hold};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of text by the source file of the function, with what is inlined into it from other files.
fn text_of_files(machine: &Machine) -> BTreeMap<&str, usize> {
    let image = machine.image(0);
    let program = &image.program;
    let file = |addr: u32| program.line_of(addr).and_then(|line| program.files.get(line.file as usize));
    let mut bytes = BTreeMap::new();
    for segment in program.segments.iter() {
        for addr in
            (segment.addr..segment.addr + segment.size).step_by(4).filter(|addr| image.code.instr(*addr).is_some())
        {
            let of_function = program.nearest_label(addr).and_then(|(label, _)| file(label.value));
            *bytes.entry(of_function.map_or("", String::as_str)).or_default() += 4;
        }
    }
    bytes
}

/// Bytes of text of MPIMC in a program on one node.
fn text_of_mpi(main: &str) -> usize {
    let machine =
        machine(1, 1, &format!("#include <mpi.h>\nint main(int argc, char **argv)\n{{\n{main}\n    return 0;\n}}\n"));
    text_of_files(&machine).iter().filter(|(file, _)| file.starts_with("lib/mpi_")).map(|(_, bytes)| bytes).sum()
}

/// A call of each function with zeros, which only the linker sees.
fn all_functions() -> String {
    let header = std::fs::read_to_string(mcore_tests::root().join("core/lib/include/mpi.h")).expect("mpi.h");
    let mut names: BTreeSet<&str> = header
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with("MPI_") && word.chars().any(char::is_lowercase))
        .filter(|name| header.contains(&format!("{name}(")) && !header.contains(&format!("#define {name}(")))
        .collect();
    // Types of functions.
    names.retain(|name| !["void", "int"].iter().any(|gives| header.contains(&format!("typedef {gives} {name}("))));
    assert!(names.len() > 80, "{names:?}");
    names.iter().map(|name| format!("    ((void (*volatile)(void)){name})();\n")).collect()
}

#[test]
fn the_documents_give_the_text_of_mpi_in_a_program() {
    let between = |calls: &str| text_of_mpi(&format!("MPI_Init(&argc, &argv);\n    int x = 0;{calls}MPI_Finalize();"));
    let send = "MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);";
    let receive = "MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);";
    let facts: Facts = [
        ("mpi-start-bytes", between("")),
        ("mpi-send-bytes", between(&format!("{send}{receive}"))),
        ("mpi-all-bytes", text_of_mpi(&all_functions())),
    ]
    .map(|(name, bytes)| (name.to_owned(), bytes as i64))
    .into();
    assert_eq!(text_of_mpi(""), 0, "a program that calls nothing has nothing of MPI");
    ["docs/c.md", "docs/c.ja.md"].into_iter().for_each(|path| hold(path, &facts));
}

/// A unit has several functions; a program gets those that it calls, and what these call.
#[test]
fn a_program_gets_the_functions_that_it_calls_and_not_the_rest_of_their_units() {
    let has = |call: &str, name: &str| {
        let machine = machine(1, 1, &format!("#include <mpi.h>\nint main(void)\n{{\n    {call};\n    return 0;\n}}\n"));
        machine.image(0).program.symbol(name).is_some()
    };
    let send = "MPI_Send(0, 0, MPI_INT, 0, 0, MPI_COMM_WORLD)";
    assert!(has(send, "mpimc_send") && has(send, "mpimc_watch"));
    assert!(!has(send, "mpimc_receive") && !has(send, "mpimc_swap") && !has(send, "MPI_Ssend"));
    let exchange = "MPI_Sendrecv(0, 0, MPI_INT, 0, 0, 0, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)";
    assert!(has(exchange, "mpimc_swap") && !has(exchange, "mpimc_exchange"));
}
