//! Buffers of operations of MPI that have not ended, and a missing `MPI_Finalize`: reports of programs in C.

use crate::types::{LEVELS, checked};
use mcore::modes::chip::view::{ReportSiteView, ReportsView};
use mcore::toolchain::Level;

/// Kind, line and other line of the reports of a program of two ranks; the body begins in line 20.
fn reports(level: Level, body: &str) -> Vec<(String, u32, u32)> {
    let text = format!(
        "#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static int a[4000], b[4000], c[4000];
static char text[64];
int main(int argc, char **argv)
{{
    int rank, flag = 0, other, sum = 0;
    MPI_Request q[2];
    MPI_Status status;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(10, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    other = 1 - rank;
    (void)a, (void)b, (void)c, (void)text, (void)q, (void)status, (void)flag, (void)sum;

{body}
    MPI_Finalize();
    return 0;
}}
"
    );
    let check = checked(2, level, &text);
    let reports = ReportsView::of(check.machine(), check.checker()).reports;
    let line = |site: &ReportSiteView| site.source.as_ref().map_or(0, |source| source.line);
    reports.iter().map(|r| (r.kind.clone(), line(&r.at), r.other.as_ref().map_or(0, line))).collect()
}

/// The one report of a body, at all levels.
fn one(body: &str, at: u32, other: u32) {
    for level in LEVELS {
        assert_eq!(reports(level, body), [("mpi-open-buffer".into(), at, other)], "{level:?}: {body}");
    }
}

fn none(body: &str) {
    for level in LEVELS {
        assert_eq!(reports(level, body), [], "{level:?}: {body}");
    }
}

#[test]
fn a_buffer_that_changes_before_its_send_has_ended() {
    for (send, count) in [("MPI_Isend", 4000), ("MPI_Isend", 1), ("MPI_Issend", 4000)] {
        one(
            &format!(
                "if (rank == 0) {{
    {send}(a, {count}, MPI_INT, 1, 0, MPI_COMM_WORLD, q);
    for (int i = 0; i < {count}; i++)
        a[i] = i;
    MPI_Wait(q, MPI_STATUS_IGNORE);
}} else
    MPI_Recv(b, {count}, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"
            ),
            23,
            21,
        );
    }
}

#[test]
fn a_buffer_that_is_read_or_written_before_its_receive_has_ended() {
    for use_of in ["sum += b[3999];", "b[0] = 1;", "printf(\"%d\\n\", b[1]);", "memset(b, 0, 40);", "memcpy(a, b, 40);"]
    {
        one(
            &format!(
                "if (rank == 0) {{
    MPI_Irecv(b, 4000, MPI_INT, 1, 0, MPI_COMM_WORLD, q);
    {use_of}
    MPI_Wait(q, MPI_STATUS_IGNORE);
    a[0] = sum;
    printf(\"%d\\n\", b[7] + a[0]);
}} else
    MPI_Send(a, 4000, MPI_INT, 0, 0, MPI_COMM_WORLD);"
            ),
            22,
            21,
        );
    }
}

#[test]
fn a_buffer_that_another_call_uses() {
    for call in [
        "MPI_Send(b, 1, MPI_INT, other, 5, MPI_COMM_WORLD);",
        "MPI_Irecv(b + 3999, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, q + 1);",
        "MPI_Allreduce(b, c, 3, MPI_INT, MPI_SUM, MPI_COMM_SELF);",
    ] {
        let end = if call.contains("Send(") { "MPI_Recv(c, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &status);" } else { "" };
        one(
            &format!(
                "if (rank == 0) {{
    MPI_Irecv(b, 4000, MPI_INT, 1, 0, MPI_COMM_WORLD, q);
    {call}
    MPI_Wait(q, MPI_STATUS_IGNORE);
}} else {{
    MPI_Send(a, 4000, MPI_INT, 0, 0, MPI_COMM_WORLD);
    {end}
}}"
            ),
            22,
            21,
        );
    }
}

#[test]
fn prepared_operations_are_open_from_their_start_to_their_end() {
    one(
        "if (rank == 0) {
    MPI_Send_init(a, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, q);
    MPI_Recv_init(b, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, q + 1);
    for (int turn = 0; turn < 3; turn++) {
        a[1] = turn + b[1];
        MPI_Startall(2, q);
        a[0] = turn;
        MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
        b[0] = a[1];
    }
    MPI_Request_free(q);
    MPI_Request_free(q + 1);
} else
    for (int turn = 0; turn < 3; turn++)
        MPI_Sendrecv(a, 2, MPI_INT, 0, 0, b, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);",
        26,
        25,
    );
}

/// An element of a matrix between the elements of a column is no part of the buffer.
#[test]
fn gaps_of_a_type_are_free() {
    let body = |element: u32| {
        format!(
            "if (rank == 0) {{
    MPI_Irecv(b, 1, column, 1, 0, MPI_COMM_WORLD, q);
    b[{element}] = 4;
    MPI_Wait(q, MPI_STATUS_IGNORE);
}} else
    MPI_Send(a, 1, column, 0, 0, MPI_COMM_WORLD);"
        )
    };
    for element in [0, 4, 36] {
        one(&body(element), 22, 21);
    }
    for element in [1, 3, 35, 37] {
        none(&body(element));
    }
}

#[test]
fn right_programs_give_no_report() {
    // Buffers beside the one that is open, bytes of the same word, reading what is sent, a test that has succeeded.
    none(
        "MPI_Irecv(text + 1, 2, MPI_CHAR, other, 0, MPI_COMM_WORLD, q);
MPI_Isend(a + 1, 2, MPI_CHAR, other, 0, MPI_COMM_WORLD, q + 1);
text[0] = text[3] = 1;
a[0] = a[2] = a[1];
MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
text[1] = text[2];
a[1] = 5;",
    );
    none(
        "MPI_Irecv(b, 4000, MPI_INT, other, 0, MPI_COMM_WORLD, q);
MPI_Send(a, 1, MPI_INT, other, 1, MPI_COMM_WORLD);
MPI_Recv(c, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &status);
MPI_Isend(a, 4000, MPI_INT, other, 0, MPI_COMM_WORLD, q + 1);
MPI_Request copy[2] = {q[1], q[0]};
int which;
MPI_Waitany(2, copy, &which, &status);
MPI_Waitany(2, copy, &which, &status);
a[0] = b[0];
b[0] = 1;",
    );
    none(
        "MPI_Irecv(b, 4000, MPI_INT, other, 0, MPI_COMM_WORLD, q);
MPI_Isend(a, 4000, MPI_INT, other, 0, MPI_COMM_WORLD, q + 1);
while (!flag)
    MPI_Test(q, &flag, &status);
b[0] = 1;
MPI_Wait(q + 1, &status);
a[0] = 1;",
    );
    // Nothing is sent to no rank; a request that is given up is followed no more.
    none(
        "MPI_Irecv(b, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, q);
b[0] = 1;
MPI_Wait(q, &status);
if (rank == 0) {
    MPI_Isend(a, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, q);
    MPI_Request_free(q);
    a[0] = 1;
} else
    MPI_Recv(b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);",
    );
}

#[test]
fn a_rank_that_does_not_call_finalize_is_reported_with_its_init() {
    let text = |end: &str| {
        format!(
            "#include <mpi.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{{\n    int rank;\n    MPI_Init(&argc, &argv);\n    \
             MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    {end}\n}}\n"
        )
    };
    let found = |level, end: &str| -> Vec<(String, u32, u32)> {
        let check = checked(2, level, &text(end));
        let reports = ReportsView::of(check.machine(), check.checker()).reports;
        let line = |site: &ReportSiteView| site.source.as_ref().map_or(0, |source| source.line);
        reports.iter().map(|r| (r.kind.clone(), line(&r.at), r.other.as_ref().map_or(0, line))).collect()
    };
    for level in LEVELS {
        assert_eq!(found(level, "return 0;"), [("mpi-no-finalize".into(), 8, 6)], "{level:?}");
        assert_eq!(found(level, "exit(0);"), [("mpi-no-finalize".into(), 8, 6)], "{level:?}");
        assert_eq!(found(level, "MPI_Finalize(); return 0;"), [], "{level:?}");
    }
}

#[test]
fn the_result_of_a_call_of_all_ranks_that_is_read_before_it_has_ended() {
    for call in [
        "MPI_Iallreduce(a, b, 1000, MPI_INT, MPI_SUM, MPI_COMM_WORLD, q);",
        "MPI_Iscan(a, b, 1000, MPI_INT, MPI_SUM, MPI_COMM_WORLD, q);",
        "MPI_Iallgather(a, 1000, MPI_INT, b, 1000, MPI_INT, MPI_COMM_WORLD, q);",
        "MPI_Ialltoall(a, 1000, MPI_INT, b, 1000, MPI_INT, MPI_COMM_WORLD, q);",
        "MPI_Iscatterv(a, (int[]){1000, 1000}, (int[]){0, 2000}, MPI_INT, b, 1000, MPI_INT, 0, MPI_COMM_WORLD, q);",
    ] {
        one(
            &format!(
                "if (rank == 0) {{
    {call}
    sum += b[999];
}} else
    {call}
MPI_Wait(q, MPI_STATUS_IGNORE);
printf(\"%d\\n\", sum + b[0]);"
            ),
            22,
            21,
        );
    }
}

#[test]
fn the_buffer_of_a_broadcast_that_has_begun() {
    one(
        "if (rank == 0) {
    MPI_Ibcast(a, 1000, MPI_INT, 0, MPI_COMM_WORLD, q);
    a[5] = 1;
} else
    MPI_Ibcast(a, 1000, MPI_INT, 0, MPI_COMM_WORLD, q);
MPI_Wait(q, MPI_STATUS_IGNORE);",
        22,
        21,
    );
    none(
        "MPI_Ibcast(a, 1000, MPI_INT, 0, MPI_COMM_WORLD, q);
if (rank == 0)
    sum += a[5];
MPI_Iallreduce(c, b, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD, q + 1);
MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
printf(\"%d\\n\", sum + a[3] + b[3]);",
    );
}

/// An access of a file has ended when its call ends, so its request has no buffer that a later call could be taken for.
#[test]
fn a_request_of_a_file_has_no_buffer() {
    none(
        "MPI_File file;
MPI_File_open(MPI_COMM_SELF, rank == 0 ? \"x\" : \"y\", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
MPI_File_iwrite(file, a, 4000, MPI_INT, q);
MPI_Isend(c, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, q + 1);
sum += *(volatile int *)8192;
MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
MPI_File_close(&file);",
    );
}
