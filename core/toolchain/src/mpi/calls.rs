//! Functions of MPI with the places of their arguments, and datatypes.

/// A reader of the buffers of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum User {
    /// The checks of a run: all ranks use the buffer, and count and type give its bytes.
    Check = 1,
    /// The explanation of a trap in the call.
    Trap = 2,
    /// The compiler: count and type bound the buffer.
    Lint = 4,
}

/// A buffer of a call: places of arguments, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    pub address: u8,
    /// The number of elements.
    pub count: u8,
    pub datatype: u8,
    /// The call writes it.
    pub written: bool,
    /// Bits of [`User`].
    users: u8,
}

impl Buffer {
    /// True if this one looks at it.
    pub fn is_for(&self, user: User) -> bool {
        self.users & user as u8 != 0
    }
}

/// A function of MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: &'static str,
    /// If it sends a message: the place of its datatype.
    pub send: Option<u8>,
    /// If it receives a message: the places of datatype, source, tag and communicator.
    pub receive: Option<[u8; 4]>,
    pub buffers: &'static [Buffer],
}

const ALL: u8 = User::Check as u8 | User::Trap as u8 | User::Lint as u8;
const CHECK: u8 = User::Check as u8;
const TRAP: u8 = User::Trap as u8;
const LINT: u8 = User::Lint as u8;

const fn buffer([address, count, datatype]: [u8; 3], written: bool, users: u8) -> Buffer {
    Buffer { address, count, datatype, written, users }
}

const fn reads(places: [u8; 3], users: u8) -> Buffer {
    buffer(places, false, users)
}

const fn writes(places: [u8; 3], users: u8) -> Buffer {
    buffer(places, true, users)
}

const fn sends(name: &'static str) -> Function {
    Function { name, send: Some(2), receive: None, buffers: SENDS }
}

const fn receives(name: &'static str) -> Function {
    Function { name, send: None, receive: Some([2, 3, 4, 5]), buffers: RECEIVES }
}

const fn uses(name: &'static str, buffers: &'static [Buffer]) -> Function {
    Function { name, send: None, receive: None, buffers }
}

const SENDS: &[Buffer] = &[reads([0, 1, 2], ALL)];
const RECEIVES: &[Buffer] = &[writes([0, 1, 2], ALL)];
/// A vector is combined with those of the other ranks.
const COMBINES: &[Buffer] = &[reads([0, 2, 3], ALL), writes([1, 2, 3], ALL)];

/// The same in a call that has a request: the buffers are used later.
const BEGUN: &[Buffer] = &[reads([0, 2, 3], TRAP | LINT), writes([1, 2, 3], TRAP | LINT)];

/// The functions with buffers. A buffer that only the root uses, or whose count is that of one of many parts, is not for everyone.
pub const FUNCTIONS: [Function; 59] = [
    sends("MPI_Send"),
    sends("MPI_Ssend"),
    sends("MPI_Rsend"),
    sends("MPI_Bsend"),
    sends("MPI_Isend"),
    sends("MPI_Issend"),
    sends("MPI_Irsend"),
    sends("MPI_Ibsend"),
    receives("MPI_Recv"),
    receives("MPI_Irecv"),
    Function {
        name: "MPI_Sendrecv",
        send: Some(2),
        receive: Some([7, 8, 9, 10]),
        buffers: &[reads([0, 1, 2], ALL), writes([5, 6, 7], ALL)],
    },
    Function {
        name: "MPI_Sendrecv_replace",
        send: Some(2),
        receive: Some([2, 5, 6, 7]),
        buffers: &[writes([0, 1, 2], CHECK | TRAP)],
    },
    uses("MPI_Send_init", &[reads([0, 1, 2], TRAP)]),
    uses("MPI_Ssend_init", &[reads([0, 1, 2], TRAP)]),
    uses("MPI_Rsend_init", &[reads([0, 1, 2], TRAP)]),
    uses("MPI_Bsend_init", &[reads([0, 1, 2], TRAP)]),
    uses("MPI_Recv_init", &[writes([0, 1, 2], TRAP)]),
    uses("MPI_Mrecv", &[writes([0, 1, 2], ALL)]),
    uses("MPI_Imrecv", &[writes([0, 1, 2], ALL)]),
    uses("MPI_Bcast", &[reads([0, 1, 2], ALL)]),
    uses("MPI_Reduce", &[reads([0, 2, 3], ALL), writes([1, 2, 3], TRAP | LINT)]),
    uses("MPI_Allreduce", COMBINES),
    uses("MPI_Scan", COMBINES),
    uses("MPI_Exscan", COMBINES),
    uses("MPI_Gather", &[reads([0, 1, 2], ALL)]),
    uses("MPI_Gatherv", &[reads([0, 1, 2], ALL)]),
    uses("MPI_Scatter", &[reads([0, 1, 2], TRAP), writes([3, 4, 5], ALL)]),
    uses("MPI_Scatterv", &[writes([4, 5, 6], LINT)]),
    uses("MPI_Allgather", &[reads([0, 1, 2], ALL), writes([3, 4, 5], CHECK)]),
    uses("MPI_Allgatherv", &[reads([0, 1, 2], ALL)]),
    uses("MPI_Alltoall", &[reads([0, 1, 2], CHECK | TRAP), writes([3, 4, 5], CHECK)]),
    uses("MPI_Neighbor_allgather", &[reads([0, 1, 2], TRAP | LINT), writes([3, 4, 5], TRAP)]),
    uses("MPI_Neighbor_allgatherv", &[reads([0, 1, 2], TRAP | LINT)]),
    uses("MPI_Neighbor_alltoall", &[reads([0, 1, 2], TRAP), writes([3, 4, 5], TRAP)]),
    uses("MPI_Reduce_scatter_block", &[reads([0, 2, 3], CHECK | TRAP), writes([1, 2, 3], CHECK | TRAP)]),
    uses("MPI_Reduce_local", &[reads([0, 2, 3], ALL), writes([1, 2, 3], ALL)]),
    uses("MPI_Pack", &[reads([0, 1, 2], ALL)]),
    uses("MPI_Unpack", &[writes([3, 4, 5], ALL)]),
    uses("MPI_Ibcast", &[reads([0, 1, 2], TRAP | LINT)]),
    uses("MPI_Ireduce", &[reads([0, 2, 3], TRAP | LINT), writes([1, 2, 3], TRAP | LINT)]),
    uses("MPI_Iallreduce", BEGUN),
    uses("MPI_Iscan", BEGUN),
    uses("MPI_Iexscan", BEGUN),
    uses("MPI_Igather", &[reads([0, 1, 2], TRAP | LINT)]),
    uses("MPI_Igatherv", &[reads([0, 1, 2], TRAP | LINT)]),
    uses("MPI_Iscatter", &[writes([3, 4, 5], TRAP | LINT)]),
    uses("MPI_Iscatterv", &[writes([4, 5, 6], TRAP | LINT)]),
    uses("MPI_Iallgather", &[reads([0, 1, 2], TRAP | LINT)]),
    uses("MPI_Iallgatherv", &[reads([0, 1, 2], TRAP | LINT)]),
    uses("MPI_Ialltoall", &[reads([0, 1, 2], TRAP)]),
    uses("MPI_Ireduce_scatter_block", &[reads([0, 2, 3], TRAP), writes([1, 2, 3], TRAP)]),
    uses("MPI_Put", SENDS),
    uses("MPI_Get", RECEIVES),
    uses("MPI_Accumulate", SENDS),
    uses("MPI_Get_accumulate", &[reads([0, 1, 2], TRAP), writes([3, 4, 5], ALL)]),
    uses("MPI_Rput", SENDS),
    uses("MPI_Rget", RECEIVES),
    uses("MPI_Raccumulate", SENDS),
    uses("MPI_Rget_accumulate", &[reads([0, 1, 2], TRAP), writes([3, 4, 5], ALL)]),
];

/// The function with a name.
pub fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// The elements of a datatype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Integer,
    /// Floating-point numbers.
    Floating,
    /// Bytes of anything.
    Bytes,
    /// `_Bool`.
    Truth,
}

/// A datatype for a type of C. Its value in C is `number << 8 | bytes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datatype {
    pub name: &'static str,
    pub number: u32,
    /// Bytes of one element.
    pub bytes: u32,
    /// Its elements.
    pub holds: Holds,
}

const fn of(name: &'static str, number: u32, bytes: u32, holds: Holds) -> Datatype {
    Datatype { name, number, bytes, holds }
}

/// The datatypes.
pub const DATATYPES: [Datatype; 16] = [
    of("MPI_CHAR", 1, 1, Holds::Integer),
    of("MPI_SIGNED_CHAR", 2, 1, Holds::Integer),
    of("MPI_UNSIGNED_CHAR", 3, 1, Holds::Integer),
    of("MPI_BYTE", 4, 1, Holds::Bytes),
    of("MPI_SHORT", 5, 2, Holds::Integer),
    of("MPI_UNSIGNED_SHORT", 6, 2, Holds::Integer),
    of("MPI_INT", 7, 4, Holds::Integer),
    of("MPI_UNSIGNED", 8, 4, Holds::Integer),
    of("MPI_LONG", 9, 4, Holds::Integer),
    of("MPI_UNSIGNED_LONG", 10, 4, Holds::Integer),
    of("MPI_LONG_LONG", 11, 8, Holds::Integer),
    of("MPI_UNSIGNED_LONG_LONG", 12, 8, Holds::Integer),
    of("MPI_FLOAT", 13, 4, Holds::Floating),
    of("MPI_DOUBLE", 14, 8, Holds::Floating),
    of("MPI_C_BOOL", 15, 1, Holds::Truth),
    of("MPI_PACKED", 22, 1, Holds::Bytes),
];

/// Other names of datatypes.
pub const ALIASES: [(&str, &str); 25] = [
    ("MPI_LONG_LONG_INT", "MPI_LONG_LONG"),
    ("MPI_LONG_DOUBLE", "MPI_DOUBLE"),
    ("MPI_AINT", "MPI_LONG"),
    ("MPI_COUNT", "MPI_LONG_LONG"),
    ("MPI_OFFSET", "MPI_LONG_LONG"),
    ("MPI_WCHAR", "MPI_INT"),
    ("MPI_CHARACTER", "MPI_CHAR"),
    ("MPI_LOGICAL", "MPI_INT"),
    ("MPI_INTEGER", "MPI_INT"),
    ("MPI_INTEGER1", "MPI_SIGNED_CHAR"),
    ("MPI_INTEGER2", "MPI_SHORT"),
    ("MPI_INTEGER4", "MPI_INT"),
    ("MPI_INTEGER8", "MPI_LONG_LONG"),
    ("MPI_REAL", "MPI_FLOAT"),
    ("MPI_REAL4", "MPI_FLOAT"),
    ("MPI_REAL8", "MPI_DOUBLE"),
    ("MPI_DOUBLE_PRECISION", "MPI_DOUBLE"),
    ("MPI_INT8_T", "MPI_SIGNED_CHAR"),
    ("MPI_UINT8_T", "MPI_UNSIGNED_CHAR"),
    ("MPI_INT16_T", "MPI_SHORT"),
    ("MPI_UINT16_T", "MPI_UNSIGNED_SHORT"),
    ("MPI_INT32_T", "MPI_INT"),
    ("MPI_UINT32_T", "MPI_UNSIGNED"),
    ("MPI_INT64_T", "MPI_LONG_LONG"),
    ("MPI_UINT64_T", "MPI_UNSIGNED_LONG_LONG"),
];

/// Names of MPI-1 that MPI 3 has removed, and what to write instead.
pub const REMOVED: [(&str, &str); 12] = [
    ("MPI_Address", "MPI_Get_address"),
    ("MPI_Errhandler_create", "MPI_Comm_create_errhandler"),
    ("MPI_Errhandler_get", "MPI_Comm_get_errhandler"),
    ("MPI_Errhandler_set", "MPI_Comm_set_errhandler"),
    ("MPI_Type_extent", "MPI_Type_get_extent"),
    ("MPI_Type_hindexed", "MPI_Type_create_hindexed"),
    ("MPI_Type_hvector", "MPI_Type_create_hvector"),
    ("MPI_Type_lb", "MPI_Type_get_extent"),
    ("MPI_Type_struct", "MPI_Type_create_struct"),
    ("MPI_Type_ub", "MPI_Type_get_extent"),
    ("MPI_LB", "MPI_Type_create_resized"),
    ("MPI_UB", "MPI_Type_create_resized"),
];

/// The values of `MPI_LB` and `MPI_UB`.
pub const BOUNDS: [i64; 2] = [0x7fff_0100, 0x7fff_0200];

/// The name to write instead of one that MPI 3 has removed.
pub fn instead_of_removed(name: &str) -> Option<&'static str> {
    REMOVED.iter().find(|(old, _)| *old == name).map(|(_, new)| *new)
}

/// The datatype with a name.
pub fn datatype(name: &str) -> Option<&'static Datatype> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
    DATATYPES.iter().find(|datatype| datatype.name == name)
}
