//! Types of messages of MPI: reports of programs in C.

use crate::checked_to_the_end;
use mcore::base::{Array, SourceFile};
use mcore::modes::chip::check::{Check, Kind};
use mcore::modes::chip::view::{ReportSiteView, ReportsView};
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Level, Options, build};
use mcore_tests::compilers;
use std::sync::Arc;

pub(crate) fn checked(width: u8, level: Level, text: &str) -> Check {
    let compilers = compilers();
    let options = Options { level, ..Options::new(512 * 1024, &compilers) };
    let file = SourceFile { name: "main.c".into(), text: text.into() };
    let program = Arc::new(build(&[file], &library(), &options).program.expect("a program"));
    let spec = Spec { array: Array::new(width, 1), cycle_limit: 30_000_000, ..Spec::default() };
    let check = checked_to_the_end(Machine::new(spec, program).expect("a machine"));
    assert!(matches!(check.machine().outcome(), Some(Outcome::Halted { .. })), "{:?}", check.machine().outcome());
    assert_eq!(check.checker().incomplete(), None);
    check
}

/// The reports about types of a program of two ranks: line of the receive, line of the send, message.
fn reports(level: Level, body: &str) -> Vec<(u32, u32, String)> {
    let text = format!(
        "#include <mpi.h>\nint main(int argc, char **argv)\n{{\n    static int a[64], b[64];\n    static float f[64];\n    \
         static double d[64];\n    int rank;\n    MPI_Request request[2];\n    MPI_Init(&argc, &argv);\n    \
         MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    (void)a, (void)b, (void)f, (void)d, (void)request;\n{body}    \
         MPI_Finalize();\n    return 0;\n}}\n"
    );
    let check = checked(2, level, &text);
    let reports = ReportsView::of(check.machine(), check.checker()).reports;
    let line = |site: &ReportSiteView| site.source.as_ref().map_or(0, |source| source.line);
    let of_types = reports.iter().filter(|report| report.kind == "mpi-type");
    of_types.map(|r| (line(&r.at), r.other.as_ref().map_or(0, line), r.message.en.clone())).collect()
}

pub(crate) const LEVELS: [Level; 3] = [Level::O0, Level::O1, Level::O2];

#[test]
fn a_receive_of_another_type_is_reported_with_both_lines() {
    let body = "    if (rank == 1)
        MPI_Send(a, 4, MPI_INT, 0, 7, MPI_COMM_WORLD);
    else
        MPI_Recv(f, 4, MPI_FLOAT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
";
    let message =
        "MPI_Recv receives MPI_FLOAT, but the message that it takes has MPI_INT: rank 1 has sent it by MPI_Send.";
    for level in LEVELS {
        assert_eq!(reports(level, body), [(15, 13, message.into())], "{level:?}");
    }
}

/// Messages end the first open receive that fits, so each one is compared with its own.
#[test]
fn messages_of_several_open_receives_are_compared_with_the_right_one() {
    let body = "    if (rank == 1) {
        MPI_Isend(d, 30, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD, &request[0]);
        MPI_Issend(a, 4, MPI_INT, 0, 7, MPI_COMM_WORLD, &request[1]);
    } else {
        MPI_Irecv(b, 4, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &request[0]);
        MPI_Irecv(d, 64, MPI_FLOAT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, &request[1]);
    }
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
";
    for level in LEVELS {
        let found = reports(level, body);
        let lines: Vec<_> = found.iter().map(|(at, other, _)| (*at, *other)).collect();
        assert_eq!(lines, [(17, 13)], "{level:?}: {found:?}");
        assert!(found[0].2.starts_with("MPI_Irecv receives MPI_FLOAT"), "{found:?}");
        assert!(found[0].2.ends_with("has MPI_DOUBLE: rank 1 has sent it by MPI_Isend."), "{found:?}");
    }
}

#[test]
fn exchanges_have_a_type_for_each_direction() {
    let body = "    MPI_Sendrecv(a, 4, MPI_INT, 1 - rank, 1, b, 4, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(a, 4, rank == 0 ? MPI_INT : MPI_UNSIGNED, 1 - rank, 2, b, 4, rank == 0 ? MPI_UNSIGNED : MPI_INT, 1 - rank, 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(d, 4, MPI_DOUBLE, 1 - rank, 3, b, 8, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(a, 2, rank == 0 ? MPI_INT : MPI_LONG, 1 - rank, 4, 1 - rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
";
    for level in LEVELS {
        let lines: Vec<_> = reports(level, body).into_iter().map(|(at, other, _)| (at, other)).collect();
        assert_eq!(lines, [(15, 15), (16, 16)], "{level:?}");
    }
}

/// Bytes fit everything; made types and communicators of the program are not compared; a collective call converts nothing.
#[test]
fn what_may_be_right_is_not_reported() {
    let body = "    MPI_Comm other;
    MPI_Datatype pair;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    if (rank == 1) {
        MPI_Send(a, 16, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        MPI_Send(f, 4, MPI_FLOAT, 0, 2, MPI_COMM_WORLD);
        MPI_Rsend(a, 2, pair, 0, 3, MPI_COMM_WORLD);
        MPI_Send(f, 4, MPI_FLOAT, 0, 4, other);
        MPI_Ssend(d, 4, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);
    } else {
        MPI_Recv(b, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(b, 4, MPI_BYTE, MPI_PROC_NULL, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(b, 16, MPI_PACKED, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(b, 4, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(b, 4, MPI_INT, 1, 4, other, MPI_STATUS_IGNORE);
        MPI_Recv(d, 4, MPI_DOUBLE, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
";
    for level in LEVELS {
        assert_eq!(reports(level, body), [], "{level:?}");
    }
}

/// Programs whose types are right have no report, whatever they call.
#[test]
fn right_programs_have_no_report_of_types() {
    for (text, width) in [
        (include_str!("../clib/mpi/meaning.c"), 3),
        (include_str!("../clib/mpi/grids.c"), 4),
        (include_str!("../clib/mpi/types.c"), 2),
        (concat!("#define SEED 5\n", include_str!("../clib/mpi/random.c")), 3),
    ] {
        let check = checked(width, Level::O2, text);
        let found = check.checker().findings().list().iter().filter(|f| matches!(f.kind, Kind::Types { .. }));
        assert_eq!(found.count(), 0, "{:#?}", ReportsView::of(check.machine(), check.checker()).reports);
    }
}
