//! Buffered sends, graphs, attributes, hints and handlers of errors: their meaning, their errors, and the warning of a message that was
//! never received.

use super::ended;
use super::mpi::{consoles, texts};
use mcore::base::Text;
use mcore::modes::chip::view::OutcomeView;
use mcore::modes::chip::{Outcome, unreceived};
use mcore::toolchain::mpi;

/// Columns and rows of the chips.
const SIZES: [(u8, u8); 7] = [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (4, 4), (8, 8)];

/// A program that checks its own results, on all sizes.
fn means_the_same(text: &str) {
    for (width, height) in SIZES {
        assert_eq!(consoles(width, height, text).concat(), "all is well\n", "{width} x {height}");
    }
}

/// MPICH gives the same results for this program.
#[test]
fn buffered_sends_and_matched_probes_mean_the_same_on_all_sizes() {
    means_the_same(include_str!("mpi/buffered.c"));
}

/// MPICH gives the same results for this program, but for the lines that name it.
#[test]
fn attributes_hints_and_handlers_mean_the_same_on_all_sizes() {
    means_the_same(include_str!("mpi/attributes.c"));
}

/// MPICH gives the same results for this program.
#[test]
fn graphs_and_neighbors_mean_the_same_on_all_sizes() {
    means_the_same(include_str!("mpi/graphs.c"));
}

/// MPICH gives the same results for this program.
#[test]
fn an_exchange_and_one_of_the_reversed_graph_are_the_identity() {
    means_the_same(include_str!("mpi/inverses.c"));
}

/// MPICH gives the same results for this program.
#[test]
fn exchanges_with_a_request_mean_the_same_as_those_that_wait() {
    means_the_same(include_str!("mpi/ineighbors.c"));
}

/// The text of MPICH for this program.
#[test]
fn finalize_deletes_the_attributes_that_are_left() {
    let text = r#"
#include <mpi.h>
#include <stdio.h>
static int end(MPI_Comm comm, int key, void *value, void *extra)
{
    printf("delete %s of %s\n", (char *)value,
           comm == MPI_COMM_SELF ? "self" : comm == MPI_COMM_WORLD ? "world" : "another");
    return MPI_SUCCESS;
}
static int copy(MPI_Comm comm, int key, void *extra, void *value, void *made, int *flag)
{
    printf("copy %s\n", (char *)value);
    *(void **)made = value;
    *flag = 1;
    return MPI_SUCCESS;
}
int main(int argc, char **argv)
{
    int key[3];
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3; i++)
        MPI_Comm_create_keyval(copy, end, &key[i], NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key[0], "w0");
    MPI_Comm_set_attr(MPI_COMM_WORLD, key[1], "w1");
    MPI_Comm_set_attr(MPI_COMM_SELF, key[1], "s1");
    MPI_Comm_set_attr(MPI_COMM_SELF, key[0], "s0");
    MPI_Comm_set_attr(MPI_COMM_SELF, key[2], "s2");
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, key[2], "w2");
    MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&key[0]);
    MPI_Finalize();
    return 0;
}
"#;
    assert_eq!(
        consoles(1, 1, text).concat(),
        "copy w1\ncopy w0\ndelete w2 of another\ndelete w1 of another\ndelete w0 of another\ndelete s2 of self\n\
         delete s0 of self\ndelete s1 of self\ndelete w1 of world\ndelete w0 of world\n"
    );
}

/// Attributes of types and windows; `keys.txt` is what MPICH prints.
#[test]
fn attributes_of_types_and_windows_are_those_of_a_real_mpi() {
    for (width, height) in SIZES {
        let all = consoles(width, height, include_str!("mpi/keys.c"));
        assert_eq!(all.concat(), include_str!("mpi/keys.txt"), "{width} x {height}");
    }
}

/// A program with keys of all kinds, whose functions print; those that get the value "refused" give an error.
fn with_keys(body: &str) -> String {
    format!(
        r#"
#include <mpi.h>
#include <stdio.h>
#include <string.h>
static int end(int handle, int key, void *value, void *extra)
{{
    printf("delete %s\n", (char *)value);
    return strcmp(value, "refused") == 0 ? MPI_ERR_OTHER : MPI_SUCCESS;
}}
static int copy(int handle, int key, void *extra, void *value, void *made, int *flag)
{{
    printf("copy %s\n", (char *)value);
    *(void **)made = value;
    *flag = 1;
    return MPI_SUCCESS;
}}
static int end_inner(MPI_Comm comm, int key, void *value, void *extra)
{{
    printf("delete outer\n");
    return MPI_Type_free(value);
}}
int main(int argc, char **argv)
{{
    int of_comm, of_type, of_win, inner;
    static int memory[8];
    MPI_Comm comm;
    MPI_Datatype type, other;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_create_keyval(copy, end, &of_comm, NULL);
    MPI_Type_create_keyval(copy, end, &of_type, NULL);
    MPI_Win_create_keyval(copy, end, &of_win, NULL);
    MPI_Comm_create_keyval(NULL, end_inner, &inner, NULL);
    {body}
    MPI_Finalize();
    return 0;
}}
"#
    )
}

/// MPI_Finalize begins with MPI_COMM_SELF. Types that are left are not freed, but for basic ones; so does MPICH.
#[test]
fn finalize_deletes_the_attributes_of_basic_types_last() {
    let text = with_keys(
        r#"MPI_Type_set_attr(MPI_INT, of_type, "int");
    MPI_Comm_set_attr(MPI_COMM_WORLD, of_comm, "world");
    MPI_Type_set_attr(MPI_DOUBLE, of_type, "double");
    MPI_Comm_set_attr(MPI_COMM_SELF, of_comm, "self");
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_set_attr(type, of_type, "left");"#,
    );
    assert_eq!(consoles(1, 1, &text).concat(), "delete self\ndelete world\ndelete int\ndelete double\n");
}

/// A delete function that gives an error keeps the object.
#[test]
fn a_type_or_a_window_whose_attribute_refuses_stays() {
    let text = with_keys(
        r#"MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_set_attr(type, of_type, "refused");
    printf("%d %d\n", MPI_Type_free(&type) == MPI_ERR_OTHER, type != MPI_DATATYPE_NULL);
    MPI_Type_free_keyval(&of_type);
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_attr(win, of_win, "refused");
    printf("%d %d\n", MPI_Win_free(&win) == MPI_ERR_OTHER, win != MPI_WIN_NULL);
    MPI_Win_fence(0, win);"#,
    );
    assert_eq!(consoles(1, 1, &text).concat(), "delete refused\n1 1\ndelete refused\n1 1\n");
}

/// The attributes of a type end at MPI_Type_free, while a message still needs the type; MPICH deletes them later. A view of a file is no
/// copy that the program has made.
#[test]
fn the_attributes_of_a_type_end_when_the_program_frees_it() {
    let text = with_keys(
        r#"MPI_Request request;
    MPI_File file;
    int sent[] = {3, 4};
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_set_attr(type, of_type, "value");
    MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_File_close(&file);
    MPI_Irecv(memory, 1, type, 0, 1, MPI_COMM_WORLD, &request);
    MPI_Type_contiguous(2, type, &other);
    MPI_Type_free(&type);
    printf("freed\n");
    MPI_Send(sent, 2, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&other);
    printf("%d %d %d\n", memory[0], memory[1], memory[2]);"#,
    );
    assert_eq!(consoles(1, 1, &text).concat(), "delete value\nfreed\n3 0 4\n");
}

/// A communicator and a type may have the same number.
#[test]
fn values_at_objects_of_two_kinds_stay_apart() {
    let text = with_keys(
        r#"MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    while (comm != type) {
        MPI_Comm_free(&comm);
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    }
    MPI_Comm_set_attr(comm, of_comm, "comm");
    MPI_Type_set_attr(type, of_type, "type");
    MPI_Comm_free(&comm);
    printf("freed\n");
    MPI_Type_dup(type, &other);
    MPI_Type_free(&type);"#,
    );
    assert_eq!(consoles(1, 1, &text).concat(), "delete comm\nfreed\ncopy type\ndelete type\n");
}

/// A delete function frees a type, whose attributes are deleted then.
#[test]
fn a_delete_function_may_free_another_object() {
    let text = with_keys(
        r#"MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, of_comm, "first");
    MPI_Type_set_attr(type, of_type, "inner");
    MPI_Comm_set_attr(comm, inner, &type);
    MPI_Type_set_attr(MPI_CHAR, of_type, "other");
    MPI_Comm_free(&comm);
    printf("%d\n", type == MPI_DATATYPE_NULL);"#,
    );
    assert_eq!(consoles(1, 1, &text).concat(), "delete outer\ndelete inner\ndelete first\n1\ndelete other\n");
}

fn program(body: &str) -> String {
    format!(
        "#include <mpi.h>\n#include <stdio.h>\nstatic int buffer[64], other[64];\nint main(int argc, char **argv)\n{{\n    \
         int rank, flag;\n    MPI_Comm comm;\n    MPI_Request request;\n    MPI_Init(&argc, &argv);\n    \
         MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    {body}\n    MPI_Finalize();\n    return 0;\n}}\n"
    )
}

/// Wrong calls stop the chip with the name of the function and the value that is wrong; the end of the run says the same in both
/// languages, with the line.
#[test]
fn wrong_calls_say_what_is_wrong() {
    for (call, says) in [
        (
            "MPI_Bsend(buffer, 2, MPI_INT, 0, 1, MPI_COMM_WORLD);",
            "MPI_Bsend: the attached buffer has no room for the message; bytes with MPI_BSEND_OVERHEAD: 104",
        ),
        (
            "MPI_Buffer_attach(other, 200); MPI_Ibsend(buffer, 40, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);",
            "MPI_Ibsend: the attached buffer has no room for the message; bytes with MPI_BSEND_OVERHEAD: 256",
        ),
        (
            "MPI_Bsend_init(buffer, 40, MPI_INT, 0, 1, MPI_COMM_WORLD, &request); MPI_Start(&request);",
            "MPI_Start: the attached buffer has no room for the message; bytes with MPI_BSEND_OVERHEAD: 256",
        ),
        ("MPI_Bsend(buffer, 2, MPI_INT, 1, 1, MPI_COMM_WORLD);", "MPI_Bsend: the communicator has no rank 1"),
        (
            "MPI_Buffer_attach(other, 100); MPI_Buffer_attach(buffer, 100);",
            "MPI_Buffer_attach: a buffer is attached; call MPI_Buffer_detach first; its bytes: 100",
        ),
        ("MPI_Buffer_attach(buffer, -5);", "MPI_Buffer_attach: a size must not be negative: -5"),
        ("MPI_Buffer_detach(buffer, &flag);", "MPI_Buffer_detach: no buffer is attached; bytes: 0"),
        (
            "MPI_Message message = 8; MPI_Mrecv(buffer, 1, MPI_INT, &message, MPI_STATUS_IGNORE);",
            "MPI_Mrecv: this is no message that MPI_Mprobe has found: 8",
        ),
        (
            "MPI_Attr_put(MPI_COMM_WORLD, 77, buffer);",
            "MPI_Attr_put: this is no key that the program made for this kind of object: 77",
        ),
        (
            "MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, buffer);",
            "MPI_Comm_set_attr: this is no key that the program made for this kind of object: 1",
        ),
        (
            "int key; MPI_Type_create_keyval(NULL, NULL, &key, NULL); MPI_Comm_set_attr(MPI_COMM_WORLD, key, buffer);",
            "MPI_Comm_set_attr: this is no key that the program made for this kind of object: 16",
        ),
        (
            "int key; MPI_Type_create_keyval(NULL, NULL, &key, NULL); MPI_Type_set_attr(MPI_DATATYPE_NULL, key, buffer);",
            "MPI_Type_set_attr: this is no type: 0",
        ),
        (
            "int key; MPI_Type_create_keyval(NULL, NULL, &key, NULL); MPI_Type_delete_attr(0x7704, key);",
            "MPI_Type_delete_attr: this is no type: 30468",
        ),
        (
            "int key = 3; MPI_Type_free_keyval(&key);",
            "MPI_Type_free_keyval: this is no key that the program made for this kind of object: 3",
        ),
        (
            "MPI_Type_create_keyval(NULL, NULL, NULL, NULL);",
            "MPI_Type_create_keyval: the buffer is a null pointer, and the count is 1",
        ),
        ("MPI_Win_set_attr(7, 16, buffer);", "MPI_Win_set_attr: this is no window: 7"),
        (
            "MPI_Win win; MPI_Win_create(buffer, 4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); MPI_Win_get_attr(win, 16, other, &flag);",
            "MPI_Win_get_attr: this is no key that the program made for this kind of object: 16",
        ),
        ("MPI_Info_set(MPI_INFO_NULL, \"a\", \"b\");", "MPI_Info_set: this is no info: 0"),
        (
            "MPI_Info info; MPI_Info_create(&info); MPI_Info_set(info, \"\", \"b\");",
            "MPI_Info_set: a key has 1 to 255 characters, and a value 1 to 1024, not 0",
        ),
        (
            "MPI_Info info; char key[256]; MPI_Info_create(&info); MPI_Info_get_nthkey(info, 3, key);",
            "MPI_Info_get_nthkey: the info has no such key; its number: 3",
        ),
        (
            "MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TYPE);",
            "MPI_Comm_call_errhandler: the program reports the error with the code 3",
        ),
        ("MPI_Comm_set_errhandler(MPI_COMM_WORLD, 9);", "MPI_Comm_set_errhandler: this is no handler of errors: 9"),
        ("MPI_Add_error_string(500, \"a\");", "MPI_Add_error_string: this is no code of an error: 500"),
        (
            "int one[1][3] = {{0, 0, 0}}; MPI_Group all, some; MPI_Comm_group(MPI_COMM_WORLD, &all); \
             MPI_Group_range_incl(all, 1, one, &some);",
            "MPI_Group_range_incl: the step of a range must not be 0; the range: 0",
        ),
        (
            "int one[1][3] = {{0, 5, 1}}; MPI_Group all, some; MPI_Comm_group(MPI_COMM_WORLD, &all); \
             MPI_Group_range_excl(all, 1, one, &some);",
            "MPI_Group_range_excl: the group has no such rank, or it is there twice: 1",
        ),
        (
            "MPI_Comm_split_type(MPI_COMM_WORLD, 9, 0, MPI_INFO_NULL, &comm);",
            "MPI_Comm_split_type: there is only MPI_COMM_TYPE_SHARED, not 9",
        ),
        (
            "MPI_Comm_remote_size(MPI_COMM_WORLD, &flag);",
            "MPI_Comm_remote_size: this communicator has no remote group: 1",
        ),
        (
            "int index[] = {1, 2}, edges[] = {1, 0}; MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &comm);",
            "MPI_Graph_create: the communicator has fewer ranks than the graph has nodes: 2",
        ),
        (
            "int index[] = {1}, edges[] = {3}; MPI_Graph_create(MPI_COMM_WORLD, 1, index, edges, 0, &comm);",
            "MPI_Graph_create: the graph has no node 3",
        ),
        (
            "int index[] = {-1}, edges[] = {3}; MPI_Graph_create(MPI_COMM_WORLD, 1, index, edges, 0, &comm);",
            "MPI_Graph_create: the ends of the edges of the nodes must not go back: -1",
        ),
        (
            "MPI_Graphdims_get(MPI_COMM_WORLD, buffer, other);",
            "MPI_Graphdims_get: this communicator has no such graph: 1",
        ),
        (
            "MPI_Neighbor_allgather(buffer, 1, MPI_INT, other, 1, MPI_INT, MPI_COMM_WORLD);",
            "MPI_Neighbor_allgather: this communicator has neither a grid nor a graph: 1",
        ),
    ] {
        let machine = ended(1, 1, &program(call));
        assert_eq!(texts(&machine).concat(), format!("{says}\n"), "{call}");
        let (function, text) = says.split_once(": ").expect("function and text");
        let Text { en, ja } = OutcomeView::of(&machine).expect("an end").message;
        assert!(
            en.starts_with(&format!("Rank 0, node (1,1), in {function} (test.c line 11): {text}.")),
            "{call}: {en}"
        );
        let number = text.rsplit(' ').next().expect("a number");
        let said = ja.split_once("(test.c の 11 行目)：").unwrap_or_else(|| panic!("{call}: {ja}")).1;
        assert!(ja.contains(function) && said.contains(number), "{call}: {ja}");
    }
}

/// An error after which the program's handler returns is no end; MPI_Abort in the handler is.
#[test]
fn a_handler_of_the_program_decides() {
    let handler = |then: &str| {
        format!(
            "#include <mpi.h>\n#include <stdio.h>\nstatic void handle(MPI_Comm *comm, int *code, ...)\n{{\n    char text[MPI_MAX_ERROR_STRING];\n    \
             int length;\n    MPI_Error_string(*code, text, &length);\n    printf(\"%s\\n\", text);\n    {then}\n}}\nint main(int argc, char **argv)\n{{\n    \
             int x = 0;\n    MPI_Errhandler mine;\n    MPI_Init(&argc, &argv);\n    MPI_Comm_create_errhandler(handle, &mine);\n    \
             MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine);\n    x = MPI_Send(&x, 1, MPI_INT, 5, 0, MPI_COMM_WORLD);\n    \
             printf(\"%d\\n\", x == MPI_ERR_RANK);\n    MPI_Finalize();\n    return 0;\n}}\n"
        )
    };
    assert_eq!(consoles(1, 1, &handler("")).concat(), "MPI error: rank\n1\n");
    let machine = ended(1, 1, &handler("MPI_Abort(*comm, 3);"));
    assert_eq!(texts(&machine).concat(), "MPI error: rank\nMPI_Abort: the program stops the chip with the code 3\n");
}

/// On other machines such a program ends as if nothing was wrong.
#[test]
fn a_message_that_was_never_received_is_a_warning() {
    for (call, tag) in [
        ("if (rank == 1) MPI_Send(buffer, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);", 7),
        (
            "if (rank == 0) MPI_Iprobe(1, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); else MPI_Send(buffer, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);",
            8,
        ),
        (
            "if (rank == 1) MPI_Send(buffer, 1, MPI_INT, 0, 8, MPI_COMM_WORLD), MPI_Send(buffer, 1, MPI_INT, 0, 9, MPI_COMM_WORLD); else MPI_Recv(buffer, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
            8,
        ),
    ] {
        let machine = ended(2, 1, &program(call));
        assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{call}: {:?}", machine.outcome());
        assert_eq!(texts(&machine).concat(), "");
        let found = unreceived(&machine).expect("a message");
        assert_eq!((found.rank, found.from, found.tag), (0, 1, tag), "{call}");
        let view = OutcomeView::of(&machine).expect("an end");
        let sentence = format!("Rank 1 has sent rank 0 a message with tag {tag}, which no receive takes.");
        assert!(view.ok && view.message.en == format!("Every core has halted. {sentence}"), "{}", view.message.en);
        assert!(view.message.ja.ends_with("受信されずに残っています。"), "{}", view.message.ja);
        assert_eq!(view.node, Some(found.node));
    }
    for text in [
        "",
        "if (rank == 1) MPI_Send(buffer, 1, MPI_INT, 0, 7, MPI_COMM_WORLD); else MPI_Recv(buffer, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
    ] {
        assert_eq!(unreceived(&ended(2, 1, &program(text))), None, "{text}");
    }
}

/// Calls that share a number have names of their own, also those with a request.
#[test]
fn every_call_of_all_ranks_has_a_number_and_a_name() {
    let (shared, _) = mpi::round_named("MPI_Comm_dup").expect("a number");
    assert_eq!(mpi::round_of((shared as u32) << 10), shared);
    for (detail, name) in (1..).zip(mpi::DETAILS) {
        let round = mpi::round_of((shared as u32) << 10 | detail);
        assert_eq!(mpi::round_of(mpi::BEGUN | (shared as u32) << 10 | 5 << 7 | detail), round);
        assert_eq!((mpi::round_name(round, false), mpi::round_named(name)), (Some(name.into()), Some((round, false))));
        assert!(mpi::is_shared(round) && mpi::is_shared(shared));
    }
    for (number, name) in mpi::ROUNDS.iter().enumerate() {
        let known = (mpi::round_name(number, false), mpi::round_named(name));
        assert_eq!(known, (Some((*name).into()), Some((number, false))));
        assert_eq!(mpi::round_of((number as u32) << 10 | 3 << 16), number);
        assert!(number == shared || !mpi::is_shared(number));
    }
    assert_eq!((mpi::round_name(100, false), mpi::round_named("MPI_Send")), (None, None));
    assert_eq!(
        mpi::round_named("MPI_Ineighbor_alltoallw").and_then(|(round, begun)| mpi::round_name(round, begun)).as_deref(),
        Some("MPI_Ineighbor_alltoallw")
    );
}
