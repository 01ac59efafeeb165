//! Memory-mapped registers of a compute node.

/// Byte offsets from `0xFFFF_FF00`.
pub mod reg {
    pub use mcore_cpu::processor::reg::{CONSOLE, CYCLE_HI, CYCLE_LO, HALT};

    /// Destination node ID of the next DMA_PUT.
    pub const INCC_DST: u32 = 0x00;
    /// Local (read) address.
    pub const INCC_LADDR: u32 = 0x04;
    /// Remote (write) address, low word.
    pub const INCC_RADDR: u32 = 0x08;
    /// Remote address, high word (memory node only).
    pub const INCC_RADDR_HI: u32 = 0x0c;
    /// Read stride in bytes, 0 means 4.
    pub const INCC_LSTRIDE: u32 = 0x10;
    /// Write stride in bytes, 0 means 4.
    pub const INCC_RSTRIDE: u32 = 0x14;
    /// Size in bytes, a multiple of 4. Storing here starts the DMA; size 0 starts nothing.
    pub const INCC_SIZE: u32 = 0x18;
    /// Read only: bit 0: a command waits in the interface, bit 1: a command is being sent.
    pub const INCC_STATUS: u32 = 0x1c;
    /// Read only: own ID.
    pub const NODE_ID: u32 = 0x20;
    /// Read only: M in bits 15..8, N in bits 7..0.
    pub const NODE_ARRAY: u32 = 0x24;
    /// Write only: the word is noted with node and cycle; nothing else happens.
    pub const MARK: u32 = 0x38;

    /// Name of the register at an offset.
    pub fn name(offset: u32) -> Option<&'static str> {
        Some(match offset {
            INCC_DST => "INCC_DST",
            INCC_LADDR => "INCC_LADDR",
            INCC_RADDR => "INCC_RADDR",
            INCC_RADDR_HI => "INCC_RADDR_HI",
            INCC_LSTRIDE => "INCC_LSTRIDE",
            INCC_RSTRIDE => "INCC_RSTRIDE",
            INCC_SIZE => "INCC_SIZE",
            INCC_STATUS => "INCC_STATUS",
            NODE_ID => "NODE_ID",
            NODE_ARRAY => "NODE_ARRAY",
            CYCLE_LO => "CYCLE_LO",
            CYCLE_HI => "CYCLE_HI",
            CONSOLE => "CONSOLE",
            HALT => "HALT",
            MARK => "MARK",
            _ => return None,
        })
    }
}
