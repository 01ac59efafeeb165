//! What misses of one core ask for, cache after cache.
//!
//! Without coherence nothing comes back to a cache from those behind it, if it is [one-way](crate::pmnet::Graph::one_way): each
//! sees the lines that the one before it asks for and writes back, in their order, whatever happens further on. So what the first
//! cache asks for is only noted; then each cache does what it was asked for in one short loop, and notes what it asks the next
//! one for.

use super::cache::{Cache, Found, Victim};
use super::{Counts, Machine, Node};
use crate::pmnet::graph::ObjectId;
use alloc::vec::Vec;
use core::mem::{swap, take};

/// A whole line is asked for, or written back: number of the line times two, plus one if it is written back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request(u64);

/// So many requests of the first cache are done together: they fit into the host's nearest cache.
pub(super) const MOST: usize = 512;

impl Request {
    #[inline(always)]
    fn new(line: u64, write: bool) -> Self {
        Self(line << 1 | u64::from(write))
    }

    #[inline(always)]
    fn line(self) -> u64 {
        self.0 >> 1
    }

    #[inline(always)]
    fn is_write(self) -> bool {
        self.0 & 1 != 0
    }
}

/// A line was missed: it is fetched, and then what had to go for it is written back.
#[inline(always)]
pub(super) fn missed(asks: &mut Vec<Request>, line: u64, fetch: bool, victim: Victim) {
    if fetch {
        asks.push(Request::new(line, false));
    }
    if let Some(dirty) = victim.dirty_line() {
        asks.push(Request::new(dirty, true));
    }
}

/// A cache does what it was asked for, and notes what it asks the next object for.
#[inline(never)]
fn pass(cache: &mut Cache, counts: &mut Counts, asked: &[Request], asks: &mut Vec<Request>) {
    asks.reserve(2 * asked.len());
    let (mut writes, mut read_misses, mut write_misses) = (0, 0, 0);
    for request in asked {
        let (line, write) = (request.line(), request.is_write());
        writes += u64::from(write);
        if let Found::Miss(victim) = cache.access(line, write) {
            read_misses += u64::from(!write);
            write_misses += u64::from(write);
            missed(asks, line, !write, victim);
        }
    }
    let reads = asked.len() as u64 - writes;
    counts.add(false, reads, reads << cache.shift);
    counts.add(true, writes, writes << cache.shift);
    counts.read_misses += read_misses;
    counts.write_misses += write_misses;
}

impl Machine {
    /// What a cache has asked for is done by everything behind it.
    pub(super) fn ask(&mut self, mut at: ObjectId, asked: &mut Vec<Request>) {
        let mut asks = take(&mut self.asks);
        while !asked.is_empty() {
            let Some(Node::Cache { cache: Cache { shift, .. }, .. }) = self.nodes.get(usize::from(at)) else { break };
            let (shift, second) = (*shift, self.second[usize::from(at)]);
            match self.nodes.get_mut(usize::from(second)) {
                Some(Node::Cache { cache, counts }) => {
                    pass(cache, counts, asked, &mut asks);
                    at = second;
                    swap(asked, &mut asks);
                }
                Some(Node::Memory { shift: memory, counts }) => {
                    let writes = asked.iter().filter(|request| request.is_write()).count() as u64;
                    let (reads, lines) = (asked.len() as u64 - writes, (1 << shift >> *memory).max(1));
                    counts.add(false, reads * lines, reads << shift);
                    counts.add(true, writes * lines, writes << shift);
                    asked.clear();
                }
                _ => self.ask_one_by_one(at, shift, asked),
            }
            asks.clear();
        }
        self.asks = asks;
    }

    /// The same if it depends on each line where it goes, or how long lines are there.
    fn ask_one_by_one(&mut self, at: ObjectId, shift: u32, asked: &mut Vec<Request>) {
        for request in asked.drain(..) {
            let home = self.homes.pages.home_of(request.line() << shift);
            let next = self.next_of(home, at);
            match request.is_write() {
                true => self.write_line(next, request.line(), shift, home),
                false => self.read_line(next, request.line(), shift, home),
            }
        }
    }
}
