//! The requests that follow from one core's misses, cache after cache.
//!
//! Without coherence, nothing returns to a cache from later ones if it is [one-way](crate::model::Graph::one_way): each
//! cache sees the requests and write-backs of the one before it in their order, whatever happens further on. So the
//! requests of the first cache are only recorded; then each cache handles its requests in one short loop, and records
//! those to the next one.

use super::cache::{Cache, Found, Victim};
use super::{Counts, Machine, Node};
use crate::model::graph::ObjectId;
use alloc::vec::Vec;
use core::mem::{swap, take};

/// A request for a whole line, or a write-back of one: twice the number of the line, plus one for a write-back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request(u64);

/// This many requests of the first cache are handled together: they fit into the host's nearest cache.
pub(super) const MAX_ASKED: usize = 512;

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

/// Handles a missed line: it is fetched, and then the line that it replaced is written back.
#[inline(always)]
pub(super) fn missed(asks: &mut Vec<Request>, line: u64, fetch: bool, victim: Victim) {
    if fetch {
        asks.push(Request::new(line, false));
    }
    if let Some(dirty) = victim.dirty_line() {
        asks.push(Request::new(dirty, true));
    }
}

/// A cache handles its requests, and records its requests to the next object.
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
    /// Handles the requests of a cache in all objects after it.
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

    /// Requests lines one by one: the next object depends on the line, or line lengths differ.
    fn ask_one_by_one(&mut self, at: ObjectId, shift: u32, asked: &mut Vec<Request>) {
        for request in asked.drain(..) {
            let home = self.homes.pages.home_of(request.line() << shift);
            let next = self.next_of(home, at);
            match request.is_write() {
                true => self.write_line::<false>(next, request.line(), shift, home),
                false => self.read_line::<false>(next, request.line(), shift, home),
            }
        }
    }
}
