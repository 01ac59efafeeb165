//! The words of the verbs: operations, results, states of a queue pair, rights.

use serde::{Deserialize, Serialize};

/// An operation of a send work request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Opcode {
    Send,
    SendImm,
    Write,
    WriteImm,
    Read,
    CompareSwap,
    FetchAdd,
}

impl Opcode {
    /// All of them with their names in scripts.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Send, "IBV_WR_SEND"),
        (Self::SendImm, "IBV_WR_SEND_WITH_IMM"),
        (Self::Write, "IBV_WR_RDMA_WRITE"),
        (Self::WriteImm, "IBV_WR_RDMA_WRITE_WITH_IMM"),
        (Self::Read, "IBV_WR_RDMA_READ"),
        (Self::CompareSwap, "IBV_WR_ATOMIC_CMP_AND_SWP"),
        (Self::FetchAdd, "IBV_WR_ATOMIC_FETCH_AND_ADD"),
    ];

    /// Its name in scripts.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(opcode, _)| *opcode == self).map_or("", |(_, name)| name)
    }

    /// Whether it is one of the two atomic operations.
    pub fn is_atomic(self) -> bool {
        matches!(self, Self::CompareSwap | Self::FetchAdd)
    }

    /// Whether it consumes a receive request of the peer.
    pub fn needs_receive(self) -> bool {
        matches!(self, Self::Send | Self::SendImm | Self::WriteImm)
    }

    /// Whether it carries an immediate.
    pub fn has_immediate(self) -> bool {
        matches!(self, Self::SendImm | Self::WriteImm)
    }

    /// Whether it names memory of the peer.
    pub fn is_remote(self) -> bool {
        !matches!(self, Self::Send | Self::SendImm)
    }

    /// Whether its local buffer is written.
    pub fn writes_local(self) -> bool {
        matches!(self, Self::Read | Self::CompareSwap | Self::FetchAdd)
    }

    /// The right that it needs at the peer.
    pub fn right(self) -> u8 {
        match self {
            Self::Write | Self::WriteImm => REMOTE_WRITE,
            Self::Read => REMOTE_READ,
            Self::CompareSwap | Self::FetchAdd => REMOTE_ATOMIC,
            Self::Send | Self::SendImm => 0,
        }
    }
}

/// Right: the owner may let data be written here.
pub const LOCAL_WRITE: u8 = 1;
/// Right: peers may write.
pub const REMOTE_WRITE: u8 = 2;
/// Right: peers may read.
pub const REMOTE_READ: u8 = 4;
/// Right: peers may do atomic operations.
pub const REMOTE_ATOMIC: u8 = 8;

/// The result of a work request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Status {
    #[serde(rename = "SUCCESS")]
    Success,
    #[serde(rename = "LOC_LEN_ERR")]
    LocalLength,
    #[serde(rename = "LOC_PROT_ERR")]
    LocalProtection,
    #[serde(rename = "WR_FLUSH_ERR")]
    Flushed,
    #[serde(rename = "REM_INV_REQ_ERR")]
    RemoteInvalidRequest,
    #[serde(rename = "REM_ACCESS_ERR")]
    RemoteAccess,
    #[serde(rename = "REM_OP_ERR")]
    RemoteOperation,
    #[serde(rename = "RETRY_EXC_ERR")]
    RetriesExceeded,
    #[serde(rename = "RNR_RETRY_EXC_ERR")]
    RnrRetriesExceeded,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Success,
        Self::LocalLength,
        Self::LocalProtection,
        Self::Flushed,
        Self::RemoteInvalidRequest,
        Self::RemoteAccess,
        Self::RemoteOperation,
        Self::RetriesExceeded,
        Self::RnrRetriesExceeded,
    ];

    /// Its name without `IBV_WC_`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "SUCCESS",
            Self::LocalLength => "LOC_LEN_ERR",
            Self::LocalProtection => "LOC_PROT_ERR",
            Self::Flushed => "WR_FLUSH_ERR",
            Self::RemoteInvalidRequest => "REM_INV_REQ_ERR",
            Self::RemoteAccess => "REM_ACCESS_ERR",
            Self::RemoteOperation => "REM_OP_ERR",
            Self::RetriesExceeded => "RETRY_EXC_ERR",
            Self::RnrRetriesExceeded => "RNR_RETRY_EXC_ERR",
        }
    }
}

/// The state of a queue pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum QpState {
    #[default]
    Reset,
    Init,
    Rtr,
    Rts,
    Err,
}

impl QpState {
    /// All of them with their names in scripts.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Reset, "IBV_QPS_RESET"),
        (Self::Init, "IBV_QPS_INIT"),
        (Self::Rtr, "IBV_QPS_RTR"),
        (Self::Rts, "IBV_QPS_RTS"),
        (Self::Err, "IBV_QPS_ERR"),
    ];

    /// Whether `ibv_modify_qp` may go from here to `next`.
    pub fn may_become(self, next: Self) -> bool {
        next == Self::Err
            || next == Self::Reset
            || matches!(
                (self, next),
                (Self::Reset, Self::Init) | (Self::Init, Self::Rtr | Self::Init) | (Self::Rtr | Self::Rts, Self::Rts)
            )
    }
}
