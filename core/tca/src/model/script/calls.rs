//! The calls with their fields, in the order in which they may be given without names.

/// A call: its name, its fields, and how many of them it needs.
pub(super) struct Signature {
    pub name: &'static str,
    pub fields: &'static [&'static str],
    pub needed: usize,
}

macro_rules! calls {
    ($($name:literal ($($needed:literal),* ; $($more:literal),*);)*) => {
        /// All calls.
        pub(super) const CALLS: &[Signature] = &[$(Signature {
            name: $name,
            fields: &[$($needed,)* $($more,)*],
            needed: [$($needed),*].len() - 1,
        },)*];
    };
}

// The first field of every call is its name in messages and takes no value; it lets the macro count an empty list.
calls! {
    "tcaMalloc" ("", "n";);
    "malloc" ("", "n";);
    "cudaMalloc" ("", "n";);
    "fill" ("", "buf", "n", "byte";);
    "store64" ("", "buf", "value";);
    "show" ("", "buf", "n";);
    "ibv_reg_mr" ("", "buf"; "flags");
    "ibv_create_qp" ("", "peer"; "max_send_wr", "max_recv_wr", "sq_sig_all", "cqe");
    "ibv_modify_qp" ("", "qp", "state"; "rnr_retry", "retry_cnt", "min_rnr_timer");
    "connect" ("", "peer";);
    "ibv_post_recv" ("", "qp", "wr_id", "addr", "length";);
    "ibv_post_send" ("", "qp", "wr_id", "opcode", "addr", "length"; "flags", "imm_data", "remote_addr", "compare_add", "swap", "rkey", "list");
    "ibv_poll_cq" ("", "qp";);
    "wait_cq" ("", "qp", "n";);
    "barrier" ("";);
    "compute" ("", "ns";);
    "tca_put" ("", "peer", "src", "dst", "length"; "where");
}

/// The names of rights, with and without the prefix of libibverbs.
pub(super) const RIGHTS: [(&str, u8); 4] =
    [("LOCAL_WRITE", 1), ("REMOTE_WRITE", 2), ("REMOTE_READ", 4), ("REMOTE_ATOMIC", 8)];
