//! MPI-IO on the files of the chip. Expected lines are those of MPICH for the same programs.

use super::machine;
use super::mpi::consoles;
use mcore::modes::chip::Files;

/// The lines of all ranks, sorted.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn files_are_those_of_mpich() {
    let text = consoles(3, 1, include_str!("mpi/io.c")).concat();
    assert_eq!(sorted(&text), sorted(include_str!("mpi/io.txt")));
}

#[test]
fn views_are_those_of_mpich() {
    let text = consoles(3, 1, include_str!("mpi/views.c")).concat();
    assert_eq!(sorted(&text), sorted(include_str!("mpi/views.txt")));
}

#[test]
fn random_views_are_right_on_one_rank() {
    let text = consoles(1, 1, include_str!("mpi/views.c")).concat();
    assert!(text.contains("0: random views\n") && !text.contains("wrong\n"), "{text}");
}

/// Shared and ordered accesses of all ranks cover the file without gaps.
#[test]
fn ranks_that_share_a_pointer_leave_no_gaps() {
    let text = r#"
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, i;
    char own;
    MPI_File f;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "out", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    own = 'a' + rank;
    MPI_File_write_ordered(f, &own, 1, MPI_CHAR, MPI_STATUS_IGNORE);
    for (i = 0; i < 3; i++)
        MPI_File_write_shared(f, &own, 1, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    own = 'A' + rank;
    MPI_File_write_ordered(f, &own, 1, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&f);
    MPI_Finalize();
    return 0;
}
"#;
    let mut machine = machine(3, 3, text);
    while machine.run_until(u64::MAX) {}
    let out = String::from_utf8(machine.state.files.get("out").expect("a file").to_vec()).expect("letters");
    let (ordered, rest) = out.split_at(9);
    let (shared, end) = rest.split_at(27);
    assert_eq!((ordered, end), ("abcdefghi", "ABCDEFGHI"));
    ('a'..='i').for_each(|c| assert_eq!(shared.chars().filter(|other| *other == c).count(), 3, "{shared}"));
}

/// An empty view has no bytes, and a file that is closed keeps no types: those of all views of `held` need more memory than a node
/// has. A view of basic types gives them back as they are.
#[test]
fn views_may_be_empty_and_end_with_their_file() {
    let text = r#"
#include <mpi.h>
#include <stdio.h>
static void held(void)
{
    MPI_Datatype type;
    MPI_File f;
    for (int i = 0; i < 24; i++) {
        MPI_Type_vector(4000, 1, 2, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_File_open(MPI_COMM_SELF, "held", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
        MPI_File_set_view(f, 0, MPI_INT, type, "native", MPI_INFO_NULL);
        MPI_Type_free(&type);
        MPI_File_close(&f);
    }
}
int main(int argc, char **argv)
{
    int value = 7, read, written;
    char name[16];
    MPI_Offset start;
    MPI_Datatype empty, element, type;
    MPI_File f;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    held();
    MPI_File_open(MPI_COMM_SELF, "empty", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_get_view(f, &start, &element, &type, name);
    printf("%d %d\n", element == MPI_INT, type == MPI_INT);
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    MPI_File_set_view(f, 0, MPI_INT, empty, "native", MPI_INFO_NULL);
    MPI_File_write(f, &value, 1, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &written);
    MPI_File_read_at(f, 0, &value, 1, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &read);
    printf("%d %d %d\n", written, read, value);
    MPI_File_close(&f);
    MPI_Finalize();
    return 0;
}
"#;
    assert_eq!(consoles(1, 1, text).concat(), "1 1\n0 0 7\n");
}

/// After `MPI_ERRORS_ARE_FATAL` an error stops the chip and names the call; before, it is returned.
#[test]
fn a_fatal_error_of_a_file_names_its_call() {
    let text = |handler: &str| {
        format!(
            "#include <mpi.h>\nint main(int argc, char **argv)\n{{\n    MPI_File f;\n    MPI_Init(&argc, &argv);\n    {handler}\n    \
             int error = MPI_File_open(MPI_COMM_WORLD, \"none\", MPI_MODE_RDONLY, MPI_INFO_NULL, &f);\n    MPI_Finalize();\n    \
             return error != MPI_ERR_NO_SUCH_FILE;\n}}\n"
        )
    };
    consoles(2, 1, &text(""));
    let machine = super::ended(2, 1, &text("MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);"));
    let outcome = mcore::modes::chip::view::OutcomeView::of(&machine).expect("an end");
    assert!(outcome.message.en.contains("MPI_File_open") && !outcome.ok, "{}", outcome.message.en);
    assert_eq!(outcome.source.map(|place| place.line), Some(7), "{}", outcome.message.en);
}

/// The files of MPI-IO rewind with the chip, the shared pointer too.
#[test]
fn the_shared_pointer_is_part_of_the_state() {
    let mut machine = machine(2, 2, include_str!("mpi/io.c"));
    machine.state.files = Files::new([("io.bin".to_owned(), vec![1, 2, 3])], None, false);
    machine.run_until(20_000);
    let kept = machine.state.clone();
    while machine.run_until(u64::MAX) {}
    let end = machine.state.clone();
    machine.state = kept;
    while machine.run_until(u64::MAX) {}
    assert!(machine.state == end, "the second run from cycle 20,000 ends in another state");
}
