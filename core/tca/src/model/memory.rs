//! The memory of a node: pages that copies of a state share until one of them is written.

use alloc::{sync::Arc, vec, vec::Vec};
use serde::{Deserialize, Serialize};

/// Bytes of a page.
const PAGE: usize = 4096;
/// Most bytes that all buffers of a node have together.
pub const MAX_MEMORY: u64 = 16 << 20;
/// The address of the first buffer.
pub const BASE: u64 = 0x1_0000;

/// Where a buffer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// Host memory from `tcaMalloc`, which the board can reach.
    Tca,
    /// Host memory from `malloc`.
    Host,
    /// GPU memory.
    Gpu,
}

/// The bytes of a node. Bytes that have not been written are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    pages: Vec<Option<Arc<[u8; PAGE]>>>,
}

impl Memory {
    /// Reads `length` bytes.
    pub fn read(&self, address: u64, length: u64) -> Vec<u8> {
        let mut bytes = vec![0; length as usize];
        let mut at = address.saturating_sub(BASE) as usize;
        let mut done = 0;
        while done < bytes.len() {
            let (page, offset) = (at / PAGE, at % PAGE);
            let part = (PAGE - offset).min(bytes.len() - done);
            if let Some(Some(page)) = self.pages.get(page) {
                bytes[done..done + part].copy_from_slice(&page[offset..offset + part]);
            }
            (at, done) = (at + part, done + part);
        }
        bytes
    }

    /// Writes bytes. The caller has checked that the range is within a buffer.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        let mut at = address.saturating_sub(BASE) as usize;
        let mut done = 0;
        while done < bytes.len() {
            let (page, offset) = (at / PAGE, at % PAGE);
            let part = (PAGE - offset).min(bytes.len() - done);
            if self.pages.len() <= page {
                self.pages.resize(page + 1, None);
            }
            let page = self.pages[page].get_or_insert_with(|| Arc::new([0; PAGE]));
            Arc::make_mut(page)[offset..offset + part].copy_from_slice(&bytes[done..done + part]);
            (at, done) = (at + part, done + part);
        }
    }

    /// The 64-bit number at an address, little-endian.
    pub fn load64(&self, address: u64) -> u64 {
        self.read(address, 8).iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}
