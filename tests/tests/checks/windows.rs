//! Windows of MPI: races within an epoch are reported at the lines of the program, and right programs give no report.

use crate::types::{LEVELS, checked};
use mcore::modes::chip::view::{ReportSiteView, ReportsView};
use mcore::toolchain::Level;

/// Kind, line and other line of the reports of a program, and whether each tip is about epochs; the body begins in line 14.
fn reports(ranks: u8, level: Level, body: &str) -> Vec<(String, u32, u32, bool)> {
    let text = format!(
        "#include <mpi.h>
#include <stdio.h>
static int memory[64], out[64];
int main(int argc, char **argv)
{{
    int rank, sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)out, (void)sum;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);

{body}
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}}
"
    );
    let check = checked(ranks, level, &text);
    let reports = ReportsView::of(check.machine(), check.checker()).reports;
    let line = |site: &ReportSiteView| site.source.as_ref().map_or(0, |source| source.line);
    let one = |r: &mcore::modes::chip::view::ReportView| {
        (r.kind.clone(), line(&r.at), r.other.as_ref().map_or(0, line), r.tip.en.contains("epoch"))
    };
    reports.iter().map(one).collect()
}

#[test]
fn two_ranks_that_put_into_one_element() {
    for level in LEVELS {
        let found = reports(
            3,
            level,
            "if (rank == 1)\n    MPI_Put(out, 4, MPI_INT, 0, 1, 4, MPI_INT, win);\nelse if (rank == 2)\n    MPI_Put(out, 1, MPI_INT, 0, 4, 1, MPI_INT, win);",
        );
        assert_eq!(found.len(), 1, "{level:?}: {found:?}");
        let (kind, at, other, is_about) = &found[0];
        assert_eq!((kind.as_str(), *is_about), ("two-writers", true), "{level:?}");
        assert!([(15, 17), (17, 15)].contains(&(*at, *other)), "{level:?}: {found:?}");
    }
}

#[test]
fn a_store_into_an_element_that_another_rank_puts_into() {
    for level in LEVELS {
        let found = reports(
            2,
            level,
            "if (rank == 1)\n    MPI_Put(out, 4, MPI_INT, 0, 1, 4, MPI_INT, win);\nelse\n    memory[2] = 7;",
        );
        assert_eq!(found, [("dma-and-store".into(), 17, 15, true)], "{level:?}");
    }
}

#[test]
fn a_load_before_the_epoch_has_ended() {
    for level in LEVELS {
        let found = reports(
            2,
            level,
            "if (rank == 1)\n    MPI_Put(out, 4, MPI_INT, 0, 1, 4, MPI_INT, win);\nelse {\n    for (volatile int i = 0; i < 2000; i++)\n        ;\n    \
             printf(\"%d\\n\", memory[2]);\n}",
        );
        assert_eq!(found, [("read-before-flag".into(), 19, 15, true)], "{level:?}");
    }
}

#[test]
fn elements_of_different_epochs_or_ranks_are_no_race() {
    let puts = "MPI_Put(out, 4, MPI_INT, 0, 4 * rank, 4, MPI_INT, win);\nMPI_Win_fence(0, win);\nif (rank == 0)\n    memory[5] = \
                memory[9];\nMPI_Win_fence(0, win);\nMPI_Put(out, 4, MPI_INT, 0, 60 - 4 * rank, 4, MPI_INT, win);";
    let sums = "for (int i = 0; i < 20; i++)\n    MPI_Accumulate(out, 4, MPI_INT, i % 3, 2, 4, MPI_INT, MPI_SUM, win);";
    for level in LEVELS {
        for body in [puts, sums] {
            assert_eq!(reports(3, level, body), [], "{level:?}: {body}");
        }
    }
}

#[test]
fn a_program_with_all_calls_has_no_report() {
    let check = checked(4, Level::O2, include_str!("../clib/mpi/windows.c"));
    let reports = ReportsView::of(check.machine(), check.checker()).reports;
    assert!(reports.is_empty(), "{reports:#?}");
}
