//! The contract of MPIMC (`core/lib/c/mpi_*.c`) with the compiler and the simulator: marks, names, layout, calls, datatypes, errors.
//!
//! The header `core/lib/include/internal_mpi_table.h` is made from these tables: `MCORE_BLESS=1 cargo test -p mcore-tests --test clib
//! mpi_table` writes it. MPIMC does not compile if its structures have another layout. The same test compares the public names and
//! numbers with those of `mpi.h`.

mod calls;
mod errors;

use alloc::{format, string::String};

pub use calls::{
    ALIASES, BOUNDS, Buffer, DATATYPES, Datatype, FUNCTIONS, Function, Holds, REMOVED, User, datatype, function,
    instead_of_removed,
};
pub use errors::Error;

/// A call marks this word when it begins.
pub const MARK_BEGIN: u32 = 0x4d50_0000;
/// A call marks this word when it ends.
pub const MARK_END: u32 = 0x4d51_0000;
/// The mark before the address of a region's name.
pub const MARK_REGION: u32 = 0x4d52_0000;
/// The mark at the end of a region.
pub const MARK_REGION_END: u32 = 0x4d53_0000;
/// The next DMA is the last one of a long message; with 1 added, a long message of a node to itself has arrived.
pub const MARK_DATA: u32 = 0x4d54_0000;
/// MPIMC has stopped the chip; the number of the error is added. This mark is in [`state::ERROR`], since it must be known in every
/// state after the error.
pub const MARK_ERROR: u32 = 0x4d55_0000;

/// The function that starts MPI.
pub const INIT: &str = "MPI_Init";
/// The state of MPIMC on a node, see [`state`].
pub const STATE: &str = "mpimc_state";
/// The two buffers from which envelopes are sent.
pub const STAGED: &str = "mpimc_staged";
/// The rank map: columns and rows of the chip, then the node ID of each rank, as half words.
pub const RANK_MAP: &str = "mpimc_rank_map";
/// The table of requests; see [`operation`].
pub const REQUESTS: &str = "mpimc_requests";
/// The number of its places.
pub const REQUEST_PLACES: &str = "mpimc_request_places";
/// The table of types that the program has made; see [`layout`].
pub const LAYOUTS: &str = "mpimc_layouts";

/// The word by which ranks say that they have sent an order for a window (core/lib/c/mpi_win_serve.c); all of them write it.
pub const BELL: &str = "mpimc_bell";
/// The context of orders for windows and of their answers; that of no communicator.
pub const WINDOWS: u32 = 0;
/// The tag of an answer to an order, in this context.
pub const ANSWER: u32 = 2;
/// The tag of a lock that is given.
pub const GRANT: u32 = 3;

/// `MPI_ANY_SOURCE`. Programs print these three numbers, so they are those of MPICH.
pub const ANY_SOURCE: i32 = -2;
/// `MPI_ANY_TAG`.
pub const ANY_TAG: i32 = -1;
/// `MPI_PROC_NULL`.
pub const PROC_NULL: i32 = -1;

/// Words of the longest slot.
pub const MAX_SLOT: u32 = 16;
/// The last words of a slot: context and tag, kind and bytes, number.
pub const ENVELOPE: u32 = 3;
/// Bytes of these words.
pub const ENVELOPE_BYTES: u32 = 4 * ENVELOPE;
/// Bit of the length in an envelope: the message is long, and its length is in the words before.
pub const LARGE: u32 = 0x8000_0000;

macro_rules! layouts {
    ($($(#[$doc:meta])* $module:ident $structure:ident { $($constant:ident $field:ident $at:literal)* })*) => {
        $($(#[$doc])* pub mod $module {
            $(#[doc = concat!("Bytes before `", stringify!($field), "`.")] pub const $constant: u32 = $at;)*
        })*
        /// The fields that the simulator reads: the structure, the field, and its bytes from the beginning.
        pub const LAYOUT: &[(&str, &str, u32)] = &[$($((stringify!($structure), stringify!($field), $at)),*),*];
    };
}

layouts! {
    /// The state of a node.
    state mpimc_state {
        STARTED started 0 RANK rank 4 NODES nodes 8 SLOTS slots 16 SLOT_WORDS slot_words 20 MOST most 24 INBOX inbox 32
        CREDIT credit 36 CLEAR clear 40 DONE done 44 PEERS peers 48 SENDS sends 52 RECEIVES receives 56 MOVING moving 60
        EARLY early 64 ERROR error 88 CALL call 92 VALUE value 96 OTHER other 100
    }
    /// The record of a peer.
    peer mpimc_peer { ID id 0 RECEIVED received 12 }
    /// An operation that is open.
    operation mpimc_operation {
        NEXT next 0 BYTES bytes 8 CONTEXT context 16 PEER peer 20 TAG tag 24 STAGE stage 36
        RECEIVE receive 38 LASTING lasting 39
        TYPE type 52 USER user 56 COUNT count 60
    }
    /// A message that had to leave its slot.
    message mpimc_message { NEXT next 0 SOURCE source 4 LABEL label 8 }
    /// The layout of a type that the program has made.
    layout mpimc_layout { EXTENT extent 8 LENGTH length 12 RUNS runs 44 }
    /// A part of such a type, in the order of the data.
    run mpimc_run { AT at 0 BYTES bytes 4 }
}

/// Bit of [`operation::LASTING`]: the program knows that the operation has ended.
pub const SEEN: u8 = 4;
/// The stage of an operation that has ended.
pub const DONE: u8 = 4;

/// Bytes of the record of a peer.
pub const PEER_BYTES: u32 = 36;
/// Bytes of a part of a type with gaps.
pub const RUN_BYTES: u32 = 8;
/// Bytes of a peer's count of consumed messages.
pub const CREDIT_BYTES: u32 = 4;
/// Bytes of a peer's clearance of a long message.
pub const CLEAR_BYTES: u32 = 16;
/// Bytes of the end of a peer's long message.
pub const DONE_BYTES: u32 = 8;

/// The calls of all ranks by their number. Those with an operation begin at `Allreduce`, those with a root at `Bcast`.
pub const ROUNDS: [&str; 24] = [
    "MPI_Barrier",
    "MPI_Allgather",
    "MPI_Allgatherv",
    "MPI_Alltoall",
    "MPI_Alltoallv",
    "MPI_Alltoallw",
    "MPI_Comm_dup",
    "MPI_Comm_split",
    "MPI_Comm_create",
    "MPI_Comm_create_group",
    "MPI_Cart_create",
    "MPI_Cart_sub",
    "MPI_Win_create",
    "MPI_Allreduce",
    "MPI_Scan",
    "MPI_Exscan",
    "MPI_Reduce_scatter_block",
    "MPI_Reduce_scatter",
    "MPI_Bcast",
    "MPI_Gather",
    "MPI_Gatherv",
    "MPI_Scatter",
    "MPI_Scatterv",
    "MPI_Reduce",
];
/// The first one with a root.
pub const FIRST_WITH_ROOT: usize = 18;

/// The bit in the label of a message of a call of all ranks that has a request: `MPI_Ibcast` and its like.
pub const BEGUN: u32 = 0x8000;
/// The root or operation in such a label; in one of another call it has 10 bits.
pub const BEGUN_DETAIL: u32 = 127;
/// The phase of the call in such a label: two ranks have made the same call only if it is the same.
pub const BEGUN_PHASE: u32 = 0x380;

/// Further calls of all ranks. They have the number of `MPI_Comm_dup`, and in the place of a root their own number, from 1.
pub const DETAILS: [&str; 11] = [
    "MPI_Comm_idup",
    "MPI_Comm_dup_with_info",
    "MPI_Comm_split_type",
    "MPI_Graph_create",
    "MPI_Dist_graph_create",
    "MPI_Dist_graph_create_adjacent",
    "MPI_Neighbor_allgather",
    "MPI_Neighbor_allgatherv",
    "MPI_Neighbor_alltoall",
    "MPI_Neighbor_alltoallv",
    "MPI_Neighbor_alltoallw",
];
/// The number of `MPI_Comm_dup`.
const SHARED: usize = 6;

/// The number of the call in the label of a message of a call of all ranks: its place in [`ROUNDS`], or after them in [`DETAILS`].
pub fn round_of(label: u32) -> usize {
    // MPI_Reduce has more numbers than one, for its operations.
    let round = ((label >> 10 & 31) as usize).min(ROUNDS.len() - 1);
    let detail = (label & if label & BEGUN != 0 { BEGUN_DETAIL } else { 1023 }) as usize;
    if round == SHARED && (1..=DETAILS.len()).contains(&detail) { ROUNDS.len() + detail - 1 } else { round }
}

/// The name of a call of all ranks by its number: `MPI_Bcast`, or `MPI_Ibcast` if it has a request.
pub fn round_name(round: usize, begun: bool) -> Option<String> {
    let name = *ROUNDS.iter().chain(&DETAILS).nth(round)?;
    let rest = name.strip_prefix("MPI_").filter(|_| begun);
    Some(rest.map_or_else(|| name.into(), |rest| format!("MPI_I{}", rest.to_ascii_lowercase())))
}

/// The number of a call of all ranks, and whether it has a request.
pub fn round_named(name: &str) -> Option<(usize, bool)> {
    let found = |is: &dyn Fn(&str) -> bool| ROUNDS.iter().chain(&DETAILS).position(|other| is(other));
    if let Some(round) = found(&|other| other == name) {
        return Some((round, false));
    }
    // `MPI_Ibcast` is `MPI_Bcast` with a request.
    let rest = name.strip_prefix("MPI_I")?;
    found(&|other| other.strip_prefix("MPI_").is_some_and(|other| other.to_ascii_lowercase() == rest))
        .map(|round| (round, true))
}

/// True if calls with this number share it with others: two of them differ only in the rest of their labels.
pub fn is_shared(round: usize) -> bool {
    round == SHARED || round >= ROUNDS.len()
}
