//! The placement of pages in memories.

use super::PAGE_SHIFT;
use crate::model::dat::Dat;
use crate::model::graph::{Graph, ObjectId};
use alloc::{collections::BTreeMap, vec, vec::Vec};
use mcore_base::{Text, text};

/// The rule that assigns memories to pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// The NUMA node nearest to the core that touches the page first; the memories of a node take turns.
    #[default]
    FirstTouch,
    /// All memories take turns, page by page of the address space.
    Interleave,
    /// Ranges with their own memory; other pages by first touch.
    Fixed(Vec<Fixed>),
}

/// A range of addresses in a memory. A page of 4 KiB belongs to the range that contains its first byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// First address.
    pub start: u64,
    /// Last address.
    pub last: u64,
    /// Number of the memory in [`Graph::memories`].
    pub memory: usize,
}

impl Fixed {
    /// Reads `FIRST-LAST=MEMORY`: addresses in hexadecimal, and the name of a memory.
    ///
    /// # Errors
    /// The problem; for an unknown memory, the message lists the known ones.
    pub fn read(text: &str, graph: &Graph) -> Result<Self, Text> {
        let hex = |number: &str| {
            let number = number.trim();
            u64::from_str_radix(number.strip_prefix("0x").unwrap_or(number), 16).ok()
        };
        let parts = text.split_once('=').and_then(|(range, memory)| {
            let (first, last) = range.split_once('-')?;
            Some((hex(first)?, hex(last)?, memory.trim()))
        });
        let Some((start, last, name)) = parts.filter(|(start, last, _)| start <= last) else {
            return Err(text!(
                "write the first and the last address in hexadecimal, and a memory: 0x10000000-0x1fffffff=mem1",
                "最初と最後のアドレス（16 進）とメモリを、0x10000000-0x1fffffff=mem1 のように書いてください"
            ));
        };
        let name_of = |m: &ObjectId| graph.objects[usize::from(*m)].name.as_str();
        match graph.memories.iter().position(|m| name_of(m) == name) {
            Some(memory) => Ok(Self { start, last, memory }),
            None => {
                let list = graph.memories.iter().take(8).map(name_of).collect::<Vec<_>>().join(", ");
                Err(text!(
                    "there is no memory `{name}`; there are {list}",
                    "メモリ `{name}` はありません。あるのは {list} などです"
                ))
            }
        }
    }
}

/// Places pages, and tracks the space left in memories.
#[derive(Clone, Debug)]
pub(super) struct Places {
    placement: Placement,
    /// Memories of each NUMA node.
    nodes: Vec<Vec<usize>>,
    /// The next memory of each node.
    iterations: Vec<usize>,
    /// For each core its NUMA nodes, the nearest first.
    near: Vec<Vec<u16>>,
    /// Pages for which each memory still has space.
    room: Vec<u64>,
    /// Pages for which no memory had space.
    pub without_room: u64,
}

impl Places {
    /// The places of memory in a graph.
    pub fn new(dat: &Dat, graph: &Graph, placement: Placement) -> Self {
        let mut numbered: BTreeMap<u64, usize> = BTreeMap::new();
        let mut nodes: Vec<Vec<usize>> = Vec::new();
        let mut node_of = Vec::new();
        for (memory, object) in dat.mem_obj.iter().enumerate() {
            // A memory without a NUMA node is a separate node.
            let node = match object.numa_node {
                Some(number) => *numbered.entry(number).or_insert(nodes.len()),
                None => nodes.len(),
            };
            if node == nodes.len() {
                nodes.push(Vec::new());
            }
            nodes[node].push(memory);
            node_of.push(node);
        }
        let near = |core: ObjectId| {
            let mut memories: Vec<usize> = (0..graph.memories.len()).collect();
            memories.sort_by_key(|m| graph.hops(*m, core));
            let mut seen = vec![false; nodes.len()];
            let order = memories.into_iter().map(|m| node_of[m]).filter(|n| !core::mem::replace(&mut seen[*n], true));
            // Only the nearest ones matter unless they are full.
            order.map(|n| n as u16).collect()
        };
        let near = graph.cores().map(near).collect();
        let capacity: BTreeMap<&str, u64> = dat.mem_class.iter().map(|c| (c.name.as_str(), c.capacity)).collect();
        let room = dat.mem_obj.iter().map(|m| (capacity.get(m.class.as_str()).unwrap_or(&0) >> PAGE_SHIFT).max(1));
        Self { placement, iterations: vec![0; nodes.len()], near, room: room.collect(), nodes, without_room: 0 }
    }

    /// The memory for a page that a core touches first.
    pub fn place(&mut self, core: usize, addr: u64) -> usize {
        let page = addr >> PAGE_SHIFT;
        let memory = match &self.placement {
            Placement::Interleave => {
                let count = self.room.len();
                let first = (page % count as u64) as usize;
                let mut order = (first..count).chain(0..first);
                match order.find(|m| self.room[*m] > 0) {
                    Some(memory) => memory,
                    None => self.crowd(first),
                }
            }
            Placement::Fixed(ranges) => {
                let first = page << PAGE_SHIFT;
                match ranges.iter().find(|r| r.start <= first && first <= r.last).map(|r| r.memory) {
                    Some(memory) if self.room[memory] > 0 => memory,
                    Some(memory) => self.crowd(memory),
                    None => self.first_touch(core),
                }
            }
            Placement::FirstTouch => self.first_touch(core),
        };
        self.room[memory] = self.room[memory].saturating_sub(1);
        memory
    }

    fn crowd(&mut self, memory: usize) -> usize {
        self.without_room += 1;
        memory
    }

    /// Like an operating system: the nearest node, or the next one if it is full.
    fn first_touch(&mut self, core: usize) -> usize {
        for node in &self.near[core] {
            let node = usize::from(*node);
            let (memories, turn) = (&self.nodes[node], self.iterations[node]);
            let found = (0..memories.len()).map(|i| (turn + i) % memories.len()).find(|i| self.room[memories[*i]] > 0);
            if let Some(i) = found {
                self.iterations[node] = (i + 1) % memories.len();
                return memories[i];
            }
        }
        let nearest = self.near[core].first().map_or(0, |n| self.nodes[usize::from(*n)][0]);
        self.crowd(nearest)
    }
}
