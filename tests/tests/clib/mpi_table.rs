//! The contract of MPIMC: its header is made from the table of the simulator, and `mpi.h` agrees with it.

use mcore::toolchain::mpi;
use std::fmt::Write as _;

const HEADER: &str = "core/lib/include/internal_mpi_table.h";

/// A list as the body of a macro, in lines of at most 118 characters.
fn list(items: impl Iterator<Item = String>) -> String {
    let (mut out, mut width) = (String::new(), 118);
    for item in items {
        if width + item.len() > 112 {
            out += " \\\n   ";
            width = 3;
        }
        width += item.len() + 1;
        out = out + " " + &item;
    }
    out
}

fn header() -> String {
    let mut out = String::from(
        "/* The contract of MPIMC with the simulator, made from core/toolchain/src/mpi:\n   MCORE_BLESS=1 cargo test -p mcore-tests \
         --test clib mpi_table */\n#ifndef _INTERNAL_MPI_TABLE_H\n#define _INTERNAL_MPI_TABLE_H\n\n/* Words for MARK. After that of \
         data, the next put is the last one of a long message; + 1: it has\n   arrived, at this node itself. That of an error is \
         stored in the state. */\n",
    );
    let marks =
        [("BEGIN", mpi::MARK_BEGIN), ("END", mpi::MARK_END), ("DATA", mpi::MARK_DATA), ("ERROR", mpi::MARK_ERROR)];
    for (name, mark) in marks {
        let _ = writeln!(out, "#define MPIMC_MARK_{name} {mark:#x}u");
    }
    let (slot, envelope, large) = (mpi::MAX_SLOT, mpi::ENVELOPE, mpi::LARGE);
    let _ = write!(
        out,
        "\n/* Words of the longest slot; its last words: context and tag, kind and bytes, number. */\n#define MPIMC_MAX_SLOT \
         {slot}\n#define MPIMC_ENVELOPE {envelope}\n#define MPIMC_LARGE {large:#x}u\n\n/* Calls of all ranks. */\n#define MPIMC_CALLS(X)"
    );
    out += &list(mpi::ROUNDS.iter().map(|name| format!("X({})", &name[4..])));
    out += "\n\n/* Fields that the simulator reads, with their places. */\n#define MPIMC_LAYOUT(X)";
    out += &list(mpi::LAYOUT.iter().map(|(structure, field, at)| format!("X({structure}, {field}, {at})")));
    let (peer, run) = (mpi::PEER_BYTES, mpi::RUN_BYTES);
    let _ = write!(
        out,
        "\n#define MPIMC_PEER_BYTES {peer}\n#define MPIMC_RUN_BYTES {run}\n\n/* Errors: the number as the first character, \
         and the text. */\n"
    );
    for error in mpi::Error::ALL {
        let _ = writeln!(out, "#define MPIMC_{} \"\\{:03o}\" \"{}\"", error.name(), error.number(), error.text());
    }
    out + "\n#endif\n"
}

#[test]
fn the_header_is_made_from_the_table() {
    let path = mcore_tests::root().join(HEADER);
    let is = std::fs::read_to_string(path).unwrap_or_default();
    mcore_tests::docs::bless(HEADER, &is, &header());
}

#[test]
fn every_error_has_a_number_and_places_for_its_values() {
    for (number, error) in (1u32..).zip(mpi::Error::ALL) {
        assert_eq!((u32::from(error.number()), error.mark()), (number, mpi::MARK_ERROR + number));
        assert_eq!(mpi::Error::of_mark(error.mark()), Some(*error));
        assert_eq!(error.japanese().matches("{}").count(), 1 + usize::from(error.is_about_rank()), "{error:?}");
        assert!(error.text().is_ascii() && !error.japanese().is_ascii(), "{error:?}");
    }
    for mark in [0, mpi::MARK_ERROR, mpi::MARK_ERROR + mpi::Error::ALL.len() as u32 + 1, u32::MAX] {
        assert_eq!(mpi::Error::of_mark(mark), None, "{mark:#x}");
    }
}

/// Names and numbers that programs use are those of the public header.
#[test]
fn functions_and_datatypes_are_those_of_mpi_h() {
    let text = std::fs::read_to_string(mcore_tests::root().join("core/lib/include/mpi.h")).expect("the header");
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name}")).trim()
    };
    for known in mpi::DATATYPES {
        assert_eq!(value(known.name), format!("{:#x}", known.number << 8 | known.bytes), "{}", known.name);
        assert_eq!(mpi::datatype(known.name), Some(&known));
    }
    for (alias, name) in mpi::ALIASES {
        assert_eq!(value(alias), name);
        assert_eq!(mpi::datatype(alias).map(|known| known.name), Some(name));
    }
    for known in &mpi::FUNCTIONS {
        assert!(text.contains(&format!(" {}(", known.name)), "{}", known.name);
        assert_eq!(mpi::function(known.name), Some(known));
    }
    for name in mpi::ROUNDS.iter().chain([&mpi::INIT]) {
        assert!(text.contains(&format!(" {name}(")), "{name}");
    }
}

/// No unit of MPIMC has an error whose text is not in the table.
#[test]
fn units_name_their_errors() {
    let mut calls = 0;
    for folder in ["core/lib/c", "core/lib/include"] {
        for entry in std::fs::read_dir(mcore_tests::root().join(folder)).expect("the library") {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            for call in
                ["mpimc_fail(", "mpimc_stop(", "mpimc_differs("].iter().flat_map(|call| text.split(call).skip(1))
            {
                let arguments = call.split(");").next().unwrap_or_default();
                let is_sentence = |literal: &str| literal.contains(' ');
                assert!(!arguments.split('"').skip(1).step_by(2).any(is_sentence), "{}: {arguments}", path.display());
                calls += usize::from(arguments.contains("MPIMC_"));
            }
        }
    }
    assert!(calls > 40, "{calls}");
}
