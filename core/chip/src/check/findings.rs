//! The findings, each pair of places once.

use super::limits::FINDINGS;
use alloc::{collections::BTreeMap, vec::Vec};
use mcore_base::{Cycle, NodeId};

/// An instruction and when it executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    pub node: NodeId,
    /// Address of the instruction; for a DMA, of the store that started it.
    pub pc: u32,
    /// When it executed.
    pub cycle: Cycle,
}

/// A register or word that was never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// A general register.
    Register(u8),
    /// A floating-point register.
    Float(u8),
    /// HI or LO of multiplication and division.
    HiLo,
    /// A condition code of the floating-point unit.
    Condition,
    /// A word of the node's memory.
    Memory {
        addr: u32,
        /// Its distance from `$sp` in bytes when it was read, if it was close.
        from_sp: Option<i32>,
    },
    /// A word of main memory.
    Main { addr: u64 },
}

/// The use that depended on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Use {
    /// Where a branch or a trap went.
    Branch,
    /// Where a jump went.
    Jump,
    /// The address of a load or store.
    Address,
    /// The register of the register page at this offset: a parameter of a DMA, the console, or the exit code.
    Register(u32),
    /// The number or an argument of a system call.
    Syscall,
}

/// How a program uses a word of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Touch {
    /// It reads the word.
    Read,
    /// It writes the word.
    Write,
    /// It gives the word to a function of MPI that reads it.
    CallReads,
    /// It gives the word to a function of MPI that writes it.
    CallWrites,
}

impl Touch {
    /// True if the word changes.
    pub fn writes(self) -> bool {
        matches!(self, Self::Write | Self::CallWrites)
    }
}

/// The kinds of finding. `at` and `other` are the two sites of the [`Finding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A value that was never written decided something. `at`: the use; `other`: for memory the load, for a register
    /// the call before which it should have been written.
    Undefined {
        /// Where the value came from.
        origin: Origin,
        /// The use that depended on it.
        used: Use,
    },
    /// A store into a word that a DMA has accepted but not yet read. `at`: the store; `other`: the DMA.
    StoreWhileSending {
        /// The word.
        addr: u32,
    },
    /// A DMA wrote into a word that a DMA of that node has accepted but not yet read. `at`: the writing DMA; `other`:
    /// the reading DMA.
    WrittenWhileSending {
        /// The word.
        addr: u32,
    },
    /// DMAs of two nodes wrote a word without order. `at`: the later one; `other`: the earlier one.
    TwoWriters {
        /// The node whose memory it is; the memory node for main memory.
        memory: NodeId,
        /// The word.
        addr: u64,
    },
    /// A DMA and the core of a node wrote a word without order. `at`: the store; `other`: the DMA.
    DmaAndStore {
        /// The word.
        addr: u32,
        /// True if the DMA wrote last.
        dma_last: bool,
    },
    /// A core read a word that a DMA writes, without having seen a flag. `at`: the load; `other`: the DMA.
    ReadBeforeFlag {
        /// The word.
        addr: u32,
        /// True if the word happened to have arrived.
        arrived: bool,
    },
    /// A DMA sent on a word that another DMA writes, without its core having seen a flag. `at`: the sending DMA;
    /// `other`: the writing DMA.
    SentBeforeFlag {
        /// The word.
        addr: u32,
        /// True if the word happened to have arrived.
        arrived: bool,
    },
    /// A DMA overwrote data of an earlier DMA while the receiver may still have been using it. `at`: the DMA; `other`:
    /// the load (or the DMA that sent the data on).
    BufferReused {
        /// The node whose memory it is.
        memory: NodeId,
        /// The word.
        addr: u32,
    },
    /// A get of main memory and a put of another node to it without order. `at`: the get; `other`: the put.
    MainReadAndWrite {
        /// The word.
        addr: u64,
        /// True if the put was last.
        put_last: bool,
    },
    /// A function returned with a changed value in a register that it must preserve. `at`: its return; `other`: the
    /// call.
    NotRestored {
        register: u8,
        /// Its value at the call.
        before: u32,
        /// Its value after the return.
        after: u32,
    },
    /// A function jumped back to the return address of a function that it had called: it has not preserved `$ra`. `at`:
    /// the jump; `other`: the call that overwrote `$ra`.
    ReturnLost,
    /// A receive of MPI wants another type than its message has. `at`: the receive; `other`: the send.
    Types {
        /// The rank that sends.
        from: u32,
        /// The type of the message.
        sent: &'static str,
        /// That of the receive.
        wanted: &'static str,
        /// The function that sends.
        sender: &'static str,
        /// The function that receives.
        receiver: &'static str,
    },
    /// The buffer of a send or receive of MPI was used before it had ended. `at`: the use; `other`: the call that began the
    /// operation.
    OpenBuffer {
        /// The first byte.
        addr: u32,
        /// The function that began the operation.
        function: &'static str,
        /// True for a receive.
        receives: bool,
        /// How the buffer was used.
        touch: Touch,
    },
    /// A core halted between `MPI_Init` and `MPI_Finalize`. `at`: the last instruction of the program's own; `other`: the call of
    /// `MPI_Init`.
    NoFinalize,
}

impl Kind {
    /// Equal for findings that a reader would consider the same, regardless of data addresses.
    fn key(&self) -> (u8, u32) {
        match self {
            Self::Undefined { origin, .. } => match origin {
                Origin::Register(n) => (0, u32::from(*n)),
                Origin::Float(n) => (1, u32::from(*n)),
                Origin::HiLo => (2, 0),
                Origin::Condition => (3, 0),
                Origin::Memory { .. } => (4, 0),
                Origin::Main { .. } => (5, 0),
            },
            Self::StoreWhileSending { .. } => (10, 0),
            Self::WrittenWhileSending { .. } => (11, 0),
            Self::TwoWriters { memory, .. } => (12, u32::from(*memory == NodeId::MEMORY)),
            Self::DmaAndStore { .. } => (13, 0),
            Self::ReadBeforeFlag { .. } => (14, 0),
            Self::SentBeforeFlag { .. } => (15, 0),
            Self::BufferReused { .. } => (16, 0),
            Self::MainReadAndWrite { .. } => (17, 0),
            Self::NotRestored { register, .. } => (18, u32::from(*register)),
            Self::ReturnLost => (19, 0),
            Self::Types { .. } => (20, 0),
            Self::OpenBuffer { touch, .. } => (21, *touch as u32),
            Self::NoFinalize => (22, 0),
        }
    }
}

/// One finding: its first occurrence, and how often it occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// The kind of finding.
    pub kind: Kind,
    /// Where the problem shows.
    pub at: Site,
    /// The other side, if there is one.
    pub other: Option<Site>,
    /// How often the same two instructions were found, on any nodes.
    pub count: u64,
}

/// All findings of a run, in the order of their first occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    list: Vec<Finding>,
    known: BTreeMap<Key, usize>,
    more: u64,
    times: u64,
}

/// Kind, then program and address of both sides.
type Key = ((u8, u32), (u32, u32), Option<(u32, u32)>);

impl Findings {
    /// The findings.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// The number of findings that were not kept because the list was full.
    pub fn more(&self) -> u64 {
        self.more
    }

    /// How often something has been found, each occurrence counted.
    pub fn times(&self) -> u64 {
        self.times
    }

    /// Records a finding; `program` gives the number of the program that a node runs.
    pub fn note(&mut self, kind: Kind, at: Site, other: Option<Site>, program: impl Fn(NodeId) -> u32) {
        let place = |site: Site| (program(site.node), site.pc);
        let key = (kind.key(), place(at), other.map(place));
        self.times += 1;
        match self.known.get(&key) {
            Some(index) => self.list[*index].count += 1,
            None if self.list.len() >= FINDINGS => self.more += 1,
            None => {
                self.known.insert(key, self.list.len());
                self.list.push(Finding { kind, at, other, count: 1 });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_two_instructions_are_one_finding_and_the_list_is_bounded() {
        let site = |x, pc| Site { node: NodeId::new(x, 1), pc, cycle: u64::from(pc) };
        let mut findings = Findings::default();
        for pc in 0..200 {
            for x in 1..4 {
                let kind = Kind::ReadBeforeFlag { addr: u32::from(x) * 4, arrived: true };
                findings.note(kind, site(x, pc), Some(site(9, 7)), |_| 0);
            }
        }
        assert_eq!(findings.list().len(), FINDINGS);
        assert!(findings.list().iter().all(|f| f.count == 3 && f.at.node.x == 1));
        assert_eq!(findings.more(), 300);
        // In another program there is another instruction at this address.
        let mut findings = Findings::default();
        for x in 1..4 {
            findings.note(Kind::ReturnLost, site(x, 5), None, |node| u32::from(node.x));
        }
        assert_eq!(findings.list().len(), 3);
    }
}
