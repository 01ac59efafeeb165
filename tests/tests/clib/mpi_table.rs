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
    let _ = write!(
        out,
        "\n\n/* Bit of `lasting`: the program knows that the operation has ended, so it may use the buffer. */\n#define MPIMC_SEEN {}\n\n/* The stage of an operation that has ended. */\n#define MPIMC_STAGE_DONE {}",
        mpi::SEEN,
        mpi::DONE
    );
    out += "\n\n/* Further calls of all ranks, which share the number of MPI_Comm_dup. */\n#define MPIMC_DETAILS(X)";
    out += &list(mpi::DETAILS.iter().map(|name| format!("X({})", &name[4..])));
    out += "\n\n/* Fields that the simulator reads, with their places. */\n#define MPIMC_LAYOUT(X)";
    out += &list(mpi::LAYOUT.iter().map(|(structure, field, at)| format!("X({structure}, {field}, {at})")));
    out += "\n\n/* Bytes of records, and of each peer in the arrays that other nodes write. */\n";
    let sizes = [
        ("PEER", mpi::PEER_BYTES),
        ("RUN", mpi::RUN_BYTES),
        ("CREDIT", mpi::CREDIT_BYTES),
        ("CLEAR", mpi::CLEAR_BYTES),
        ("DONE", mpi::DONE_BYTES),
    ];
    for (name, bytes) in sizes {
        let _ = writeln!(out, "#define MPIMC_{name}_BYTES {bytes}");
    }
    out += "\n/* Errors: the number as the first character, and the text. */\n";
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
    for (name, number) in
        [("MPI_ANY_SOURCE", mpi::ANY_SOURCE), ("MPI_ANY_TAG", mpi::ANY_TAG), ("MPI_PROC_NULL", mpi::PROC_NULL)]
    {
        assert_eq!(value(name), format!("({number})"));
    }
    for ((name, _), bound) in mpi::REMOVED.iter().filter(|(name, _)| name.ends_with('B')).zip(mpi::BOUNDS) {
        assert_eq!(value(name), format!("{bound:#x}"), "{name}");
    }
    for known in &mpi::FUNCTIONS {
        assert!(text.contains(&format!(" {}(", known.name)), "{}", known.name);
        assert_eq!(mpi::function(known.name), Some(known));
    }
    for name in mpi::ROUNDS.iter().chain(&mpi::DETAILS).chain([&mpi::INIT]) {
        assert!(text.contains(&format!(" {name}(")), "{name}");
    }
}

/// The functions that report an error, with the place of its text among their arguments.
const REPORTS: [(&str, usize); 5] =
    [("mpimc_stop(", 1), ("mpimc_note(", 1), ("mpimc_fail(", 2), ("mpimc_window_fail(", 3), ("mpimc_differs(", 2)];

/// The arguments of a call, of which `text` is the rest after the opening parenthesis.
fn arguments(text: &str) -> Vec<&str> {
    let (mut found, mut depth, mut from, mut quoted) = (Vec::new(), 0, 0, false);
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' => depth += 1,
            ')' if depth == 0 => {
                found.push(text[from..at].trim());
                break;
            }
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// The texts of errors in a text of the library: those that it passes to functions, and those that it gives the variable `text`.
fn texts(unit: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (report, place) in REPORTS {
        let calls = unit.split(report).skip(1).map(arguments);
        // The variable has its value elsewhere, and a declaration has a parameter of this name.
        let given = calls.map(|arguments| arguments.get(place).copied().unwrap_or_default());
        found.extend(given.filter(|text| !matches!(*text, "text" | "const char *text")));
    }
    let values = unit.split(" text = ").skip(1).map(|rest| rest.split(';').next().unwrap_or_default().trim());
    found.extend(values.filter(|value| *value != "NULL"));
    found
}

/// The texts that are no row of the table, and the rows that no unit uses.
fn faults<'t>(units: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    let used: Vec<&str> = units.into_iter().flat_map(texts).collect();
    let names: Vec<String> = mpi::Error::ALL.iter().map(|error| format!("MPIMC_{}", error.name())).collect();
    let unknown =
        used.iter().filter(|text| names.iter().all(|name| name != *text)).map(|text| format!("no row: {text}"));
    let unused = names.iter().filter(|name| !used.contains(&name.as_str())).map(|name| format!("no use: {name}"));
    unknown.chain(unused).collect()
}

/// The texts of the units and headers of MPIMC, without the table.
fn units() -> Vec<String> {
    let mut found = Vec::new();
    for (folder, start) in [("core/lib/c", "mpi_"), ("core/lib/include", "internal_mpi")] {
        for entry in std::fs::read_dir(mcore_tests::root().join(folder)).expect("the library") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name.starts_with(start) && !HEADER.ends_with(&name) {
                found.push(std::fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    found
}

/// A function of MPI that two units define may be one or the other.
#[test]
fn one_unit_defines_each_function() {
    let all = units().concat();
    // A definition begins in the first column, and no semicolon is before its body.
    let heads = all.split('\n').zip(all.split('\n').skip(1)).filter_map(|(line, next)| {
        let (head, _) = line.split_once('(').filter(|_| !line.ends_with(';') && !next.ends_with(';'))?;
        head.rsplit([' ', '*']).next().filter(|name| name.starts_with("MPI_") && !head.starts_with([' ', '#', '/']))
    });
    let mut names: Vec<&str> = heads.collect();
    assert!(names.len() > 300, "{names:?}");
    names.sort_unstable();
    let twice: Vec<&str> = names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    assert_eq!(twice, [""; 0]);
}

/// Each error of a unit is a row of the table, and each row is the error of a unit.
#[test]
fn units_name_their_errors() {
    assert_eq!(faults(units().iter().map(String::as_str)), [""; 0]);
}

#[test]
fn an_error_outside_the_table_is_found() {
    let all = units();
    let with = |text: &str| faults(all.iter().map(String::as_str).chain([text]));
    for (wrong, text) in [
        ("mpimc_stop(\"MPI_A\", \"the size, it is too (large\", f(a, b[1, 2]));", "\"the size, it is too (large\""),
        ("return mpimc_fail(MPI_ERR_ARG,\n        function, MPIMC_NONE,\n        1);", "MPIMC_NONE"),
        ("mpimc_differs(r->function, from, MPIMC_ANY, 0);", "MPIMC_ANY"),
        ("class = 1;\n text = \"none\";", "\"none\""),
        ("mpimc_stop(function);", ""),
    ] {
        assert_eq!(with(wrong), [format!("no row: {text}")], "{wrong}");
    }
    assert_eq!(with("mpimc_stop(f, text, 0); const char *text = NULL; text = MPIMC_OUTSIDE;"), [""; 0]);
    let without: Vec<String> = all.iter().map(|unit| unit.replace("MPIMC_ABORTED", "text")).collect();
    assert_eq!(faults(without.iter().map(String::as_str)), ["no use: MPIMC_ABORTED"]);
}
