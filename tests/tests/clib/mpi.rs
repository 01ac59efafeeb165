//! MPIMC on the chip: the meaning of its functions on many numbers of ranks, its waits, its costs, its errors.

use super::{ended, machine, printed};
use mcore::base::{SourceFile, Text};
use mcore::modes::chip::view::OutcomeView;
use mcore::modes::chip::{Machine, Outcome};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Options, build};
use mcore_tests::compilers;

/// The outputs of all nodes, after a run in which every node has halted with code 0.
pub fn consoles(width: u8, height: u8, text: &str) -> Vec<String> {
    let machine = ended(width, height, text);
    let all: Vec<String> = texts(&machine);
    assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{:?}\n{}", machine.outcome(), all.concat());
    for node in &machine.state.nodes {
        assert_eq!(node.core.processor.halted.map(|(code, _)| code), Some(0), "{width} x {height}\n{}", all.concat());
    }
    all
}

pub fn texts(machine: &Machine) -> Vec<String> {
    machine.state.nodes.iter().map(|node| node.console.tail(1 << 20)).collect()
}

/// One program checks every function, whatever the number of ranks.
fn meaning(width: u8, height: u8) {
    let all = consoles(width, height, include_str!("mpi/meaning.c"));
    assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
}

#[test]
fn every_function_means_the_same_on_few_ranks() {
    for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1)] {
        meaning(width, height);
    }
}

#[test]
fn every_function_means_the_same_on_more_ranks() {
    for (width, height) in [(7, 1), (4, 2), (4, 4)] {
        meaning(width, height);
    }
}

#[test]
fn every_function_means_the_same_on_64_ranks() {
    meaning(8, 8);
}

/// Cartesian topologies and persistent requests; MPICH gives the same results for this program.
#[test]
fn grids_and_lasting_requests_mean_the_same_on_all_sizes() {
    for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (4, 4), (8, 8)] {
        let all = consoles(width, height, include_str!("mpi/grids.c"));
        assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
    }
}

/// Types that a program makes, and complex numbers; MPICH gives the same results for this program.
#[test]
fn made_types_mean_the_same_on_all_sizes() {
    for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (4, 4), (8, 8)] {
        let all = consoles(width, height, include_str!("mpi/types.c"));
        assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
    }
}

/// Random types against a map of their bytes; MPICH gives the same results for this program.
#[test]
fn random_types_are_their_maps() {
    let text = |seed: u32, rounds: u32| {
        format!("#define SEED {seed}\n#define ROUNDS {rounds}\n{}", include_str!("mpi/type_maps.c"))
    };
    for (width, height, seed, rounds, found) in [
        (1, 1, 0, 200, "bounds 96d77868, 200, 174, 174 types\n"),
        (3, 1, 31337, 200, "bounds e21f8469, 189, 131, 123 types\n"),
        (2, 2, 1000, 60, ""),
        (4, 2, 7, 20, ""),
    ] {
        let all = consoles(width, height, &text(seed, rounds)).concat();
        assert!(all.starts_with(found) && all.ends_with(" types\nall is well\n"), "{width} x {height}\n{all}");
    }
}

/// The facts of types, their parts in reductions and packed data; `type_facts.txt` is what MPICH prints.
#[test]
fn types_are_those_of_a_real_mpi() {
    for run in include_str!("mpi/type_facts.txt").split("ranks ").skip(1) {
        let (ranks, wanted) = run.split_once('\n').unwrap();
        let all = consoles(ranks.parse().unwrap(), 1, include_str!("mpi/type_facts.c"));
        assert_eq!(all.concat(), wanted, "{ranks} ranks");
    }
}

/// The names of MPI-1, and bounds that are marked.
#[test]
fn names_of_mpi_1_mean_what_they_did() {
    for (width, height) in [(1, 1), (3, 1), (2, 2)] {
        let all = consoles(width, height, include_str!("mpi/type_old.c"));
        assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
    }
}

/// Types with gaps in calls of all ranks; MPICH gives the same results for this program.
#[test]
fn types_with_gaps_mean_the_same_in_calls_of_all_ranks() {
    for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (7, 1), (4, 2), (4, 4), (8, 8)] {
        let all = consoles(width, height, include_str!("mpi/gaps.c"));
        assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
    }
}

/// Short and long vectors, around the lengths at which algorithms change; MPICH gives the same results for this program.
#[test]
fn vectors_of_all_lengths_mean_the_same_in_calls_of_all_ranks() {
    for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (7, 1), (4, 2), (4, 4), (5, 5), (8, 8)] {
        let all = consoles(width, height, include_str!("mpi/vectors.c"));
        assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
    }
}

/// Calls of all ranks that have a request; MPICH gives the same results for this program.
#[test]
fn calls_of_all_ranks_with_a_request_mean_the_same_on_all_sizes() {
    for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (4, 4)] {
        let all = consoles(width, height, include_str!("mpi/begun.c"));
        assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
    }
}

/// Random programs with such calls against a model, which MPICH agrees with.
#[test]
fn random_programs_with_requests_of_all_ranks_leave_what_the_model_says() {
    for (seed, (width, height)) in
        (1..).zip([(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (4, 2), (4, 4), (3, 1), (2, 2), (5, 1), (4, 4)])
    {
        let text = format!("#define SEED {seed}\n{}", include_str!("mpi/begun_random.c"));
        let all = consoles(width, height, &text);
        assert_eq!(all.concat(), "all is well\n", "seed {seed}, {width} x {height}");
    }
}

/// Where a call changes its algorithm, both take about the same time.
#[test]
fn algorithms_change_near_the_length_at_which_they_are_equal() {
    let text = r#"
#include <mpi.h>
#include <mclib.h>
#include <stdio.h>
static int in[8192];
static double out[16384];
static int rank, ranks;
#define TIMED(what, call)                                                                                              \
    for (int i = 0; i < 2; i++) {                                                                                      \
        MPI_Barrier(MPI_COMM_WORLD);                                                                                   \
        unsigned start = MC_CYCLE_LO;                                                                                  \
        call;                                                                                                          \
        unsigned taken = MC_CYCLE_LO - start, most;                                                                    \
        MPI_Allreduce(&taken, &most, 1, MPI_UNSIGNED, MPI_MAX, MPI_COMM_WORLD);                                        \
        if (rank == 0 && i == 1)                                                                                       \
            printf("%s %u\n", what, most);                                                                             \
    }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int last = ranks - 1;
    for (int side = 0; side < 2; side++) {
        int n = 4092 + 4 * side, parts = 256 + 4 * side, rows = (ranks == 16 ? 128 : 256) + 4 * side;
        int numbers = (ranks == 16 ? 23 : 15) + side;
        TIMED("Bcast", MPI_Bcast(in, n, MPI_BYTE, 0, MPI_COMM_WORLD))
        TIMED("Allreduce", MPI_Allreduce(in, out, numbers, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD))
        TIMED("Reduce", MPI_Reduce(in, out, numbers, MPI_DOUBLE, MPI_SUM, last, MPI_COMM_WORLD))
        TIMED("Allgather", MPI_Allgather(in, parts, MPI_BYTE, out, parts, MPI_BYTE, MPI_COMM_WORLD))
        TIMED("Gather", MPI_Gather(in, rows, MPI_BYTE, out, rows, MPI_BYTE, last, MPI_COMM_WORLD))
        TIMED("Scatter", MPI_Scatter(out, rows, MPI_BYTE, in, rows, MPI_BYTE, last, MPI_COMM_WORLD))
    }
    MPI_Finalize();
    return 0;
}
"#;
    for side in [4, 8] {
        let out = consoles(side, side, text)[0].clone();
        let taken: Vec<(&str, u32)> = out
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(call, n)| (call, n.parse().expect("cycles")))
            .collect();
        let (below, above) = taken.split_at(6);
        for ((call, below), (same, above)) in below.iter().zip(above) {
            assert_eq!(call, same);
            let (low, high) = (below.min(above), below.max(above));
            assert!(high * 10 <= low * 13, "{side} x {side}, {call}: {below} cycles, then {above}\n{out}");
        }
    }
}

/// Groups and communicators of them; MPICH gives the same results for this program.
#[test]
fn groups_mean_the_same_on_all_sizes() {
    for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (4, 4), (8, 8)] {
        let all = consoles(width, height, include_str!("mpi/groups.c"));
        assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
    }
}

/// Classes of errors, and messages that do not fit; MPICH gives the same classes for this program.
#[test]
fn errors_are_returned_if_the_program_asks_for_it() {
    for (width, height) in [(1, 1), (2, 1), (3, 1), (4, 4), (8, 8)] {
        let all = consoles(width, height, include_str!("mpi/errors.c"));
        assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
    }
}

/// Windows, with all their calls; MPICH gives the same results for this program.
#[test]
fn windows_mean_the_same_on_all_sizes() {
    for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (4, 4)] {
        let all = consoles(width, height, include_str!("mpi/windows.c"));
        assert_eq!(all.concat(), "all is well\n", "{width} x {height}");
    }
}

/// Random epochs of windows give what a model of all memories gives; so does MPICH.
#[test]
fn random_epochs_of_windows_agree_with_a_model() {
    let seeds = mcore_tests::seeds(1..13);
    for seed in seeds {
        let text = format!("#define SEED {seed}\n{}", include_str!("mpi/epochs.c"));
        for (width, height) in [(1, 1), (2, 1), (3, 1), (2, 2)] {
            let all = consoles(width, height, &text);
            assert_eq!(all.concat(), "all is well\n", "{width} x {height}, seed {seed}");
        }
    }
}

/// Functions of the library's definition, without `MPI_`.
const FUNCTIONS: &str = "Init Finalize Initialized Finalized Abort Wtime Wtick Get_processor_name Get_version Init_thread \
    Query_thread Send Recv Isend Irecv Wait Waitall Waitany Waitsome Test Testall Testany Sendrecv Sendrecv_replace Ssend \
    Issend Rsend Probe Iprobe Get_count Send_init Recv_init Start Startall Request_free Cancel Barrier Bcast Reduce \
    Allreduce Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Scan Exscan Reduce_scatter_block \
    Comm_rank Comm_size Comm_dup Comm_split Comm_free Comm_compare Cart_create Cart_coords Cart_rank Cart_shift Cart_get \
    Cart_sub Dims_create Comm_group Group_incl Group_excl Group_union Group_intersection Group_difference Group_rank \
    Group_size Group_translate_ranks Group_free Comm_create Comm_create_group Type_contiguous Type_vector \
    Type_create_subarray Type_create_darray Type_create_hvector Type_indexed Type_create_hindexed Type_create_indexed_block \
    Type_create_hindexed_block Type_create_struct Type_create_resized Type_dup Type_get_true_extent Type_size_x \
    Type_get_extent_x Type_get_true_extent_x Type_get_envelope Type_get_contents Type_set_name Type_get_name \
    Type_match_size Get_address Aint_add Aint_diff Pack Unpack Pack_size Pack_external Unpack_external Pack_external_size \
    Get_elements Get_elements_x Status_set_elements Status_set_elements_x Reduce_local Address Type_extent Type_lb Type_ub \
    Type_hvector Type_hindexed Type_struct Type_commit Type_free Type_size Type_get_extent Op_create Op_free Comm_set_errhandler \
    Comm_get_errhandler Error_class Error_string Reduce_scatter Alltoallw Ibarrier Ibcast Igather Igatherv Iscatter Iscatterv \
    Iallgather Iallgatherv Ialltoall Ialltoallv Ialltoallw Ireduce Iallreduce Ireduce_scatter Ireduce_scatter_block Iscan Iexscan";

/// Its constants.
const CONSTANTS: &str = "CHAR SIGNED_CHAR UNSIGNED_CHAR BYTE SHORT UNSIGNED_SHORT INT UNSIGNED LONG UNSIGNED_LONG LONG_LONG \
    UNSIGNED_LONG_LONG FLOAT DOUBLE C_BOOL INT8_T INT16_T INT32_T INT64_T UINT8_T UINT16_T UINT32_T UINT64_T PACKED \
    COMPLEX DOUBLE_COMPLEX FLOAT_INT DOUBLE_INT LONG_INT 2INT SUM PROD MAX MIN LAND LOR LXOR BAND BOR BXOR MAXLOC MINLOC \
    COMM_WORLD COMM_SELF COMM_NULL ANY_SOURCE ANY_TAG PROC_NULL UNDEFINED REQUEST_NULL STATUS_IGNORE STATUSES_IGNORE \
    SUCCESS ERR_BUFFER ERR_COUNT ERR_TYPE ERR_TAG ERR_COMM ERR_RANK ERR_ROOT ERR_GROUP ERR_OP ERR_TOPOLOGY ERR_DIMS \
    ERR_ARG ERR_UNKNOWN ERR_TRUNCATE ERR_OTHER ERR_INTERN ERR_IN_STATUS ERR_PENDING ERR_REQUEST ERR_LASTCODE IN_PLACE \
    GROUP_NULL GROUP_EMPTY ERRORS_ARE_FATAL ERRORS_RETURN THREAD_SINGLE";

/// Every function of the definition is declared, and a unit defines it as a global symbol; every constant is there.
#[test]
fn the_header_has_all_that_the_definition_lists() {
    let list = |words: &str, cast: &str| -> String {
        words.split_whitespace().map(|word| format!("    {cast}MPI_{word},\n")).collect()
    };
    let text = format!(
        "#include <mpi.h>\n#include <stdio.h>\nvoid *const functions[] = {{\n{}}};\nconst int constants[] = {{\n{}}};\n\
         int main(void)\n{{\n    int missing = MPI_TAG_UB_VALUE != 32767;\n    for (unsigned i = 0; i < sizeof functions / \
         sizeof *functions; i++)\n        missing += functions[i] == 0;\n    printf(\"%d missing\\n\", missing);\n    \
         return 0;\n}}\n",
        list(FUNCTIONS, "(void *)"),
        list(CONSTANTS, "(int)"),
    );
    assert_eq!(printed(&text), "0 missing\n");
}

/// Programs print these numbers, so they are those of MPICH.
#[test]
fn numbers_that_programs_print_are_those_of_mpich() {
    let text = r#"#include <mpi.h>
#include <stdio.h>
int main(void)
{
    printf("%d %d %d %d\n", MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL, MPI_UNDEFINED);
    printf("%d %d %d %d\n", MPI_ERR_BUFFER, MPI_ERR_RANK, MPI_ERR_TRUNCATE, MPI_ERR_REQUEST);
    printf("%d %d %d %d\n", MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL);
    printf("%d %d %d\n", MPI_GRAPH, MPI_CART, MPI_DIST_GRAPH);
    printf("%d %d %d %d\n", MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE);
    return 0;
}
"#;
    assert_eq!(printed(text), "-2 -1 -1 -32766\n1 6 14 19\n0 1 2 3\n1 2 3\n0 1 2 3\n");
}

/// The ring of the paper on NSIM, as it is printed: the message on its fault suggests a space, and with it the program runs
/// on any number of nodes.
#[test]
fn the_printed_ring_runs_with_the_space_that_the_compiler_suggests() {
    let printed = include_str!("mpi/printed_ring.c");
    let compilers = compilers();
    let options = Options::new(512 * 1024, &compilers);
    let file = SourceFile { name: "ring.c".into(), text: printed.into() };
    let first = build(&[file], &library(), &options).diagnostics.into_iter().next().unwrap();
    let tip = first.tip.unwrap();
    assert_eq!(first.message.en, "`int_sendbuf` is not declared");
    assert!(tip.en.contains("`int sendbuf`") && tip.ja.contains("`int sendbuf`"), "{tip:?}");
    let repaired = printed.replace("int_sendbuf", "int sendbuf");
    for (width, height) in
        [(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (3, 2), (7, 1), (3, 3), (5, 3), (4, 4), (5, 5), (8, 8)]
    {
        assert_eq!(consoles(width, height, &repaired).concat(), "", "{width} x {height}");
    }
}

/// On 1,024 nodes MPIMC starts and its calls end; it takes 64 bytes of memory for each node beside the slots.
#[test]
fn a_thousand_nodes_start_and_exchange() {
    let text = r#"
#include <mpi.h>
#include <mclib.h>
#include <stdio.h>
#include <stdlib.h>
static int out[1024], in[1024];
int main(int argc, char **argv)
{
    int rank, ranks, sum, wrong = 0;
    char *before = malloc(4), *after;
    unsigned start = MC_CYCLE_LO;
    MPI_Init(&argc, &argv);
    unsigned begun = MC_CYCLE_LO - start;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    after = malloc(4);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < ranks; i++)
        out[i] = rank << 12 | i;
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < ranks; i++)
        wrong |= in[i] != (i << 12 | rank);
    if (wrong || rank == 0)
        printf("%d %d %d %d %u\n", ranks, sum, wrong, (int)(after - before), begun);
    MPI_Finalize();
    return 0;
}
"#;
    let all = consoles(32, 32, text).concat();
    let numbers: Vec<i64> = all.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let &[ranks, sum, wrong, bytes, cycles] = numbers.as_slice() else { panic!("{all}") };
    assert_eq!((ranks, sum, wrong), (1024, 1023 * 512, 0));
    assert!(bytes <= 1024 * (64 + 28 + 36) + 2048, "{bytes} bytes");
    assert!(cycles <= 40_000, "MPI_Init takes {cycles} cycles");
}

/// Random programs print what they print with MPICH; `cargo xtask oracle mpi` compares more of them.
#[test]
fn random_programs_print_the_same_as_with_a_real_mpi() {
    let mut runs = 0;
    for run in include_str!("mpi/random.txt").split("seed ").skip(1) {
        let (head, wanted) = run.split_once('\n').unwrap();
        let (seed, ranks) = head.split_once(" ranks ").unwrap();
        let text = format!("#define SEED {seed}\n{}", include_str!("mpi/random.c"));
        assert_eq!(consoles(ranks.parse().unwrap(), 1, &text)[0], wanted, "seed {head}");
        runs += 1;
    }
    assert_eq!(runs, 20);
}

/// A program of which each rank calls `body` between MPI_Init and MPI_Finalize.
fn program(body: &str) -> String {
    format!(
        "#include <mpi.h>\n#include <mclib.h>\n#include <stdio.h>\nstatic int buffer[4096], other[4096];\n\
         int main(int argc, char **argv)\n{{\n    int rank, size;\n    MPI_Request request;\n    MPI_Status status;\n    \
         MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &size);\n    \
         (void)request;\n    (void)status;\n{body}\n    MPI_Finalize();\n    return 0;\n}}\n"
    )
}

/// A collective call leaves the large receives that the program has begun alone.
#[test]
fn gathers_do_not_touch_open_large_receives() {
    let body = r#"    char own = (char)(10 + rank), all[8] = {0};
    int counts[2] = {1, 1}, places[2] = {0, 1}, round;
    for (round = 0; round < 2; round++) {
        for (int i = 0; i < 100; i++)
            other[i] = 1000 * round + i;
        if (rank == 0)
            MPI_Irecv(buffer, 100, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
        else
            MPI_Isend(other, 100, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        if (round == 0)
            MPI_Gather(&own, 1, MPI_CHAR, all, 1, MPI_CHAR, 0, MPI_COMM_WORLD);
        else
            MPI_Gatherv(&own, 1, MPI_CHAR, all, counts, places, MPI_CHAR, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, &status);
        if (rank == 0)
            printf("%d %d %d, %d %d\n", all[0], all[1], all[2], buffer[0], buffer[99]);
        all[0] = all[1] = 0;
    }"#;
    assert_eq!(consoles(2, 1, &program(body))[0], "10 11 0, 0 99\n10 11 0, 1000 1099\n");
}

/// Each blocking call only reads while it waits, so a wait without end is found in the cycle in which it begins.
#[test]
fn a_wait_without_end_is_found_at_once() {
    for call in [
        "MPI_Recv(buffer, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &status);",
        "MPI_Recv(buffer, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status);",
        "MPI_Ssend(buffer, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);",
        "MPI_Send(buffer, 100, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);",
        "for (int i = 0; i < 9; i++) MPI_Send(buffer, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);",
        "MPI_Irecv(buffer, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request); MPI_Wait(&request, &status);",
        "int index; MPI_Irecv(buffer, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request); MPI_Waitany(1, &request, &index, &status);",
        "MPI_Sendrecv(buffer, 1, MPI_INT, 1 - rank, 1, other, 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &status);",
        "MPI_Probe(1 - rank, 3, MPI_COMM_WORLD, &status);",
        "if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);",
        "if (rank == 0) MPI_Allreduce(buffer, other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);",
        "if (rank == 0) MPI_Gather(buffer, 1, MPI_INT, other, 1, MPI_INT, 0, MPI_COMM_WORLD);",
    ] {
        let mut machine = machine(2, 1, &program(call));
        while machine.run_until(u64::MAX) {}
        assert!(matches!(machine.outcome(), Some(Outcome::Deadlock(_))), "{call}: {:?}", machine.outcome());
        assert!(machine.state.cycle < 40_000, "{call}: {}", machine.state.cycle);
    }
}

/// Deadlocks are described by ranks, functions and tags, in both languages.
#[test]
fn deadlocks_are_reported_in_the_words_of_mpi() {
    for (width, call, message, line, tip) in [
        (
            2,
            "MPI_Send(buffer, 100, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);",
            "rank 0 waits in MPI_Send for rank 1 to receive its long message. The ranks wait in a circle: 0 → 1 → 0.",
            "rank 1, node (2,1), in MPI_Send (test.c:15): waits for rank 0 to receive its long message",
            "use MPI_Sendrecv",
        ),
        (
            3,
            "MPI_Recv(buffer, 1, MPI_INT, (rank + 1) % 3, 3, MPI_COMM_WORLD, &status);",
            "rank 0 waits in MPI_Recv for a message from rank 1. The ranks wait in a circle: 0 → 1 → 2 → 0.",
            "rank 2, node (3,1), in MPI_Recv (test.c:15): waits for a message from rank 0",
            "receives before it sends",
        ),
        (
            2,
            "if (rank == 1) MPI_Send(buffer, 1, MPI_INT, 0, 8, MPI_COMM_WORLD); else MPI_Recv(buffer, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &status);",
            "rank 0 waits in MPI_Recv for a message from rank 1, tag 7. Rank 1 has sent rank 0 a message with tag 8, which no receive takes.",
            "rank 0, node (1,1), in MPI_Recv (test.c:15): waits for a message from rank 1, tag 7",
            "Compare tag",
        ),
        (
            2,
            "if (rank == 1) mc_exit(0); MPI_Recv(buffer, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &status);",
            "rank 0 waits in MPI_Recv for a message from rank 1, which has ended.",
            "rank 0, node (1,1), in MPI_Recv (test.c:15): waits for a message from rank 1, which has ended",
            "Look at the other rank",
        ),
        (
            2,
            "if (rank == 1) mc_exit(0); MPI_Send(buffer, 100, MPI_INT, 1, 7, MPI_COMM_WORLD);",
            "rank 0 waits in MPI_Send for rank 1, which has ended, to receive its long message.",
            "rank 0, node (1,1), in MPI_Send (test.c:15): waits for rank 1, which has ended, to receive its long message",
            "Look at the other rank",
        ),
        (
            2,
            "if (rank == 0) MPI_Barrier(MPI_COMM_WORLD); else MPI_Recv(buffer, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &status);",
            "rank 0 waits in MPI_Barrier for every rank to call it. Rank 1 has not called MPI_Barrier; it is in MPI_Recv.",
            "rank 1, node (2,1), in MPI_Recv (test.c:15): waits for a message from any rank, tag 7",
            "Look at the other rank",
        ),
        (
            2,
            "for (int i = 0; i < 9; i++) MPI_Send(buffer, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);",
            "rank 0 waits in MPI_Send for rank 1 to receive its earlier messages. The ranks wait in a circle: 0 → 1 → 0. Rank",
            "rank 1, node (2,1), in MPI_Send (test.c:15): waits for rank 0 to receive its earlier messages",
            "",
        ),
    ] {
        let machine = ended(width, 1, &program(call));
        let view = OutcomeView::of(&machine).unwrap();
        let found = view.message.en.split_once("; ").map_or("", |(_, what)| what);
        let same =
            found == message || message.ends_with("Rank") && found.starts_with(message.trim_end_matches(" Rank"));
        assert!(same, "{call}: {found}");
        assert!(view.waiting.iter().any(|w| w.text.en == line), "{call}: {:#?}", view.waiting);
        let advice = view.tip.unwrap();
        assert!(advice.en.contains(tip), "{call}: {}", advice.en);
        assert!(
            view.message.ja.contains("ランク 0 は MPI_") && view.message.ja != view.message.en,
            "{}",
            view.message.ja
        );
    }
}

/// Wrong calls stop the chip with the name of the function and the value that is wrong.
#[test]
fn wrong_calls_say_what_is_wrong() {
    for (call, says) in [
        ("MPI_Send(buffer, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);", "MPI_Send: the communicator has no rank 2\n"),
        ("MPI_Send(buffer, 1, MPI_INT, 0, -1, MPI_COMM_WORLD);", "MPI_Send: the tag must be in 0 to 32767, not -1\n"),
        (
            "MPI_Recv(buffer, -2, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);",
            "MPI_Recv: the count must not be negative: -2\n",
        ),
        ("MPI_Bcast(buffer, 1, 0, 0, MPI_COMM_WORLD);", "MPI_Bcast: this is no type: 0\n"),
        ("MPI_Barrier(7);", "MPI_Barrier: this is no communicator: 7\n"),
        ("MPI_Reduce(buffer, other, 1, MPI_INT, 14, 0, MPI_COMM_WORLD);", "MPI_Reduce: this is no operation: 14\n"),
        (
            "double x = 1, y; MPI_Allreduce(&x, &y, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);",
            "MPI_Allreduce: the operation does not go with this type: 8\n",
        ),
        (
            "MPI_Send(NULL, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);",
            "MPI_Send: the buffer is a null pointer, and the count is 1\n",
        ),
        ("MPI_Init(NULL, NULL);", "MPI_Init: it has been called before; calls of it and MPI_Finalize: 1\n"),
        ("request = 5; MPI_Wait(&request, &status);", "MPI_Wait: this is no open request: 5\n"),
        (
            "MPI_Cart_rank(MPI_COMM_WORLD, buffer, other);",
            "MPI_Cart_rank: this communicator has no grid; MPI_Cart_create makes one: 1\n",
        ),
        (
            "int sizes[] = {2}; MPI_Cart_create(MPI_COMM_WORLD, 1, sizes, sizes, 0, buffer);",
            "MPI_Cart_create: the communicator has fewer ranks than the grid has places: 2\n",
        ),
        (
            "int sizes[] = {65536, 65536}; MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, sizes, 0, buffer);",
            "MPI_Cart_create: the communicator has fewer ranks than the grid has places: 2147483647\n",
        ),
        (
            "int sizes[9] = {0}; MPI_Dims_create(512, 9, sizes);",
            "MPI_Dims_create: a grid has at most 8 directions, not 9\n",
        ),
        (
            "MPI_Recv_init(buffer, 1, MPI_INT, -7, 6, MPI_COMM_WORLD, &request);",
            "MPI_Recv_init: the communicator has no rank -7\n",
        ),
        (
            "int sizes[] = {0, 3}; MPI_Dims_create(4, 2, sizes);",
            "MPI_Dims_create: this size does not divide the number of nodes: 3\n",
        ),
        (
            "MPI_Datatype t; MPI_Type_vector(2, 1, 3, MPI_INT, &t); MPI_Reduce(buffer, other, 1, t, MPI_SUM, 0, MPI_COMM_WORLD);",
            "MPI_Reduce: the operation does not go with this type: 1\n",
        ),
        (
            "MPI_Datatype t; MPI_Type_vector(2, 1, 3, MPI_INT, &t); MPI_Type_free(&t); MPI_Send(buffer, 1, t, rank, 6, MPI_COMM_WORLD);",
            "MPI_Send: this is no type: 0\n",
        ),
        ("MPI_Datatype t = MPI_INT; MPI_Type_free(&t);", "MPI_Type_free: the program has not made the type 1796\n"),
        (
            "MPI_Datatype t; MPI_Type_vector(-2, 1, 3, MPI_INT, &t);",
            "MPI_Type_vector: numbers of blocks and elements must not be negative: -2\n",
        ),
        (
            "MPI_Datatype t; int n[] = {4, 4}, p[] = {2, 3}, s[] = {2, 2}; MPI_Type_create_subarray(2, n, p, s, MPI_ORDER_C, MPI_INT, &t);",
            "MPI_Type_create_subarray: the part is not inside the array in direction 1\n",
        ),
        (
            "MPI_Datatype t; MPI_Type_contiguous(2, MPI_INT, &t); MPI_Allreduce(buffer, other, 1, t, MPI_SUM, MPI_COMM_WORLD);",
            "MPI_Allreduce: the operation does not go with this type: 1\n",
        ),
        (
            "MPI_Datatype t; int n[] = {1, -1}; MPI_Type_indexed(2, n, n, MPI_INT, &t);",
            "MPI_Type_indexed: numbers of blocks and elements must not be negative: -1\n",
        ),
        (
            "MPI_Datatype t, o[] = {MPI_INT, 512}; int n[] = {1, 1}; MPI_Aint p[] = {0, 8}; MPI_Type_create_struct(2, n, p, o, &t);",
            "MPI_Type_create_struct: this is no type: 512\n",
        ),
        (
            "MPI_Datatype t; int n[] = {8}, h[] = {MPI_DISTRIBUTE_BLOCK}, a[] = {3}, p[] = {2}; MPI_Type_create_darray(2, 0, 1, n, h, a, p, MPI_ORDER_C, MPI_INT, &t);",
            "MPI_Type_create_darray: the array cannot be dealt out like this in direction 0\n",
        ),
        (
            "MPI_Datatype t; int n[] = {8}, h[] = {MPI_DISTRIBUTE_BLOCK}, a[] = {4}, p[] = {2}; MPI_Type_create_darray(3, 0, 1, n, h, a, p, MPI_ORDER_C, MPI_INT, &t);",
            "MPI_Type_create_darray: the sizes do not make this number of nodes: 3\n",
        ),
        (
            "int at = 8; MPI_Pack(buffer, 2, MPI_INT, other, 15, &at, MPI_COMM_WORLD);",
            "MPI_Pack: the rest of the buffer is too short for the elements; their bytes: 8\n",
        ),
        (
            "int at = -4; MPI_Unpack(buffer, 15, &at, other, 1, MPI_INT, MPI_COMM_WORLD);",
            "MPI_Unpack: the rest of the buffer is too short for the elements; their bytes: 4\n",
        ),
        (
            "MPI_Aint bytes; MPI_Pack_external_size(\"native\", 1, MPI_INT, &bytes);",
            "MPI_Pack_external_size: the name must be external32; the first character of this one: 110\n",
        ),
        (
            "MPI_Datatype t, o; MPI_Aint p; MPI_Type_vector(2, 1, 3, MPI_INT, &t); MPI_Type_get_contents(t, 2, 0, 1, buffer, &p, &o);",
            "MPI_Type_get_contents: the call that made the type had more arguments than there are places: 2\n",
        ),
        (
            "MPI_Datatype o; MPI_Aint p; MPI_Type_get_contents(MPI_INT, 2, 0, 1, buffer, &p, &o);",
            "MPI_Type_get_contents: the program has not made the type 1796\n",
        ),
        (
            "MPI_Datatype t; MPI_Type_match_size(MPI_TYPECLASS_REAL, 2, &t);",
            "MPI_Type_match_size: there is no such type with this number of bytes: 2\n",
        ),
        (
            "MPI_Datatype t; MPI_Type_contiguous(2, MPI_INT, &t); MPI_Datatype u = t; MPI_Type_free(&t); MPI_Send(buffer, 1, u, rank, 6, MPI_COMM_WORLD);",
            "MPI_Send: this is no type: 256\n",
        ),
        (
            "MPI_Datatype t; MPI_Type_vector(2, 1, 3, MPI_INT, &t); MPI_Send(NULL, 1, t, rank, 6, MPI_COMM_WORLD);",
            "MPI_Send: the buffer is a null pointer, and the count is 1\n",
        ),
        (
            "MPI_Irecv(buffer, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &request); MPI_Start(&request);",
            "MPI_Start: this request is no prepared one, or is in use: 1\n",
        ),
        (
            "MPI_Irecv(buffer, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &request);",
            "MPI_Finalize: a receive has not ended; call MPI_Wait for it; its tag: 6\n",
        ),
        (
            "MPI_Isend(buffer, 16, MPI_INT, rank, 6, MPI_COMM_WORLD, &request); MPI_Recv(buffer, 8, MPI_INT, rank, 6, MPI_COMM_WORLD, &status);",
            "MPI_Recv: the message does not fit the buffer; its bytes: 64\n",
        ),
    ] {
        let machine = ended(1, 1, &program(call));
        assert_eq!(texts(&machine).concat(), says, "{call}");
        assert!(matches!(machine.outcome(), Some(Outcome::Trapped(_))), "{call}: {:?}", machine.outcome());
        // The end of the run says the same, with the line of the call, in both languages.
        let (function, text) = says.trim_end().split_once(": ").expect("function and text");
        let Text { en, ja } = OutcomeView::of(&machine).expect("an end").message;
        assert!(en.starts_with(&format!("Rank 0, node (1,1), in {function} (test.c line ")), "{call}: {en}");
        assert!(en.contains(&format!("): {text}.")), "{call}: {en}");
        let number = text.rsplit(' ').next().expect("a number");
        assert!(ja.starts_with(&format!("ランク 0（ノード (1,1)）の {function} (test.c の ")), "{call}: {ja}");
        let said = ja.split_once('：').expect("a text").1;
        assert!(said.contains(number) && !said.contains(&text[..10]), "{call}: {ja}");
    }
}

/// The interface collects a column itself, by one DMA for each word of its elements.
#[test]
fn a_column_costs_about_as_much_as_a_row() {
    let text = r#"
#include <mpi.h>
#include <mclib.h>
#include <stdio.h>
static double grid[256][8], in[256];
int main(int argc, char **argv)
{
    int rank;
    MPI_Datatype types[3];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(512, 1, 1, MPI_INT, &types[0]);
    int sizes[] = {256, 8}, parts[] = {256, 1}, starts[] = {0, 3};
    unsigned begin = MC_CYCLE_LO;
    MPI_Type_vector(256, 1, 16, MPI_INT, &types[1]);
    unsigned vector = MC_CYCLE_LO;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &types[2]);
    unsigned array = MC_CYCLE_LO;
    if (rank == 0)
        printf("%u\n%u\n", vector - begin, array - vector);
    for (int i = 0; i < 3; i++) {
        unsigned start = MC_CYCLE_LO;
        if (rank == 0)
            MPI_Send(grid, 1, types[i], 1, 1, MPI_COMM_WORLD);
        else
            MPI_Recv(in, 512, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            printf("%u\n", MC_CYCLE_LO - start);
    }
    MPI_Finalize();
    return 0;
}
"#;
    let out = consoles(2, 1, text)[0].clone();
    let taken: Vec<u32> = out.lines().map(|line| line.parse().expect("cycles")).collect();
    let &[vector, array, row, words, doubles] = taken.as_slice() else { panic!("{out}") };
    assert!(vector <= 500 + 70 * 256 && array <= 500 + 140 * 256, "{out}");
    assert!(words < row && doubles <= row + 9 * 256 / 10, "{out}");
}

/// The costs that the comments of the functions state, in cycles, and the limits of the library's definition: messages
/// between neighbours, calls of all ranks with the slowest rank's time (the first rank's for what ends on all at once).
#[test]
fn calls_cost_at_most_what_their_comments_say() {
    let text = r#"
#include <mpi.h>
#include <mclib.h>
#include <stdio.h>
static int buffer[4096], other[4096];
static int rank;
#define TIMED(call, slowest)                                                                                           \
    for (int i = 0; i < 3; i++) {                                                                                      \
        MPI_Barrier(MPI_COMM_WORLD);                                                                                   \
        unsigned start = MC_CYCLE_LO;                                                                                  \
        call;                                                                                                          \
        unsigned taken = MC_CYCLE_LO - start, most = taken;                                                            \
        if (slowest)                                                                                                   \
            MPI_Allreduce(&taken, &most, 1, MPI_UNSIGNED, MPI_MAX, MPI_COMM_WORLD);                                    \
        if (rank == 0 && i == 2)                                                                                       \
            printf("%u\n", most);                                                                                      \
    }
int main(int argc, char **argv)
{
    int sizes[] = {0, 4, 52, 64, 1024, 16384};
    double x = 1, y;
    unsigned start = MC_CYCLE_LO;
    MPI_Init(&argc, &argv);
    unsigned taken = MC_CYCLE_LO - start;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("%u\n", taken);
    for (int s = 0; s < 6; s++) {
        MPI_Barrier(MPI_COMM_WORLD);
        start = MC_CYCLE_LO;
        for (int i = 0; i < 10 && rank < 2; i++) {
            if (rank == 0)
                MPI_Send(buffer, sizes[s], MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(buffer, sizes[s], MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 1)
                MPI_Send(buffer, sizes[s], MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        }
        if (rank == 0)
            printf("%u\n", (MC_CYCLE_LO - start) / 20);
    }
    TIMED(MPI_Barrier(MPI_COMM_WORLD), 0)
    TIMED(MPI_Bcast(buffer, 1, MPI_INT, 0, MPI_COMM_WORLD), 1)
    TIMED(MPI_Bcast(buffer, 256, MPI_INT, 0, MPI_COMM_WORLD), 1)
    TIMED(MPI_Allreduce(&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD), 0)
    TIMED(MPI_Alltoall(buffer, 1, MPI_INT, other, 1, MPI_INT, MPI_COMM_WORLD), 0)
    TIMED(MPI_Alltoall(buffer, 16, MPI_INT, other, 16, MPI_INT, MPI_COMM_WORLD), 0)
    TIMED(MPI_Bcast(buffer, 1024, MPI_INT, 0, MPI_COMM_WORLD), 1)
    TIMED(MPI_Bcast(buffer, 4096, MPI_INT, 0, MPI_COMM_WORLD), 1)
    TIMED(MPI_Allreduce(buffer, other, 64, MPI_INT, MPI_SUM, MPI_COMM_WORLD), 1)
    TIMED(MPI_Allreduce(buffer, other, 4096, MPI_INT, MPI_SUM, MPI_COMM_WORLD), 1)
    MPI_Finalize();
    return 0;
}
"#;
    for (side, bits, defined) in
        [(4u8, 4u32, [327, 800, 2900, 1300, 4200, 6500]), (8, 6, [462, 1150, 4300, 1850, 8000, 27000])]
    {
        let out = consoles(side, side, text)[0].clone();
        let taken: Vec<u32> = out.lines().map(|line| line.parse().unwrap()).collect();
        let nodes = u32::from(side) * u32::from(side);
        let short = |words: u32| 205 + 12 * words;
        let long = |words: u32| 320 + words * 147 / 100;
        let mut stated = vec![600 + 200 * bits + 60 * nodes, short(0), short(1), short(13), 340, long(256), long(4096)];
        stated.extend([40 + 75 * bits, 190 * bits + 40, 4300, 310 * bits + 60, 8000, 27000]);
        let vectors = [1024, 4096].map(|words| 750 * bits + words * 9 / 2);
        let sums = [64, 4096].map(|words| 900 * bits + words * 37 / 2);
        stated.extend(vectors.into_iter().chain(sums));
        let mut limits = vec![if nodes == 16 { 2000 } else { 6000 }, 260, 260, 380, 340, long(256), long(4096)];
        limits.extend(defined.into_iter().chain(vectors).chain(sums));
        assert_eq!(taken.len(), limits.len(), "{out}");
        for ((taken, stated), limit) in taken.iter().zip(stated).zip(limits) {
            assert!(*taken <= stated.min(limit), "{nodes} nodes: {taken}, stated {stated}, limit {limit}\n{out}");
        }
    }
}
