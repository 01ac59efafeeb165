//! Consecutive accesses of one core: hits, and without MSI most misses too, are handled in one short loop.

use super::cache::{Cache, Found, Victim, set_of, use_line};
use super::homes::Homes;
use super::levels::{self, Request};
use super::{Counts, Machine, Node, iterations};
use crate::model::trace::{Access, AccessKind};
use alloc::vec::Vec;
use core::mem::take;

/// The reason why the loop ends.
enum Stop {
    /// The next access spans two lines. It has not been done.
    Split,
    /// The last access was the first write to a line.
    FirstWrite,
    /// The last access was a miss that cannot be recorded.
    Miss(Victim),
    /// The last access was a miss, and many requests to the next objects are pending.
    Asked,
}

/// The progress in a sequence of accesses, and the counts that its cache has not added yet.
#[derive(Default)]
struct Done {
    /// Number of accesses done.
    at: usize,
    /// The access after the last one that was no hit.
    since: usize,
    /// The access after the last one that no iteration of a loop (see `iterations.rs`) may contain.
    whole: usize,
    /// The access at which to search for an iteration next.
    search: usize,
    /// Accesses per iteration in the last iteration found, if an iteration may contain misses.
    iteration: usize,
    /// Accesses counted elsewhere: they span two lines, or repeat an iteration.
    apart: usize,
    /// Bytes of the others; number and bytes of their writes.
    bytes: u64,
    writes: u64,
    bytes_written: u64,
    /// Recorded misses; the number of writes among them.
    misses: u64,
    write_misses: u64,
}

impl Done {
    /// The last access was no hit, but may be part of an iteration. If the next one is in the same line as the corresponding
    /// access of the last iteration found, search for that iteration at once.
    #[inline(always)]
    fn begin_again(&mut self, accesses: &[Access], shift: u32) {
        let repeats = match accesses.get(self.at) {
            Some(new) if self.iteration > 0 => (new.addr ^ accesses[self.at - self.iteration].addr) >> shift == 0,
            _ => false,
        };
        (self.since, self.search) = (self.at, self.at + if repeats { 0 } else { iterations::SOON });
    }

    /// The last access cannot be part of an iteration.
    fn begin_anew(&mut self) {
        (self.since, self.whole, self.search) = (self.at, self.at, self.at + iterations::SOON);
    }

    /// Counts accesses that only repeat the last iteration. Iterations of at most `most` accesses may contain misses.
    #[inline(never)]
    fn skip(&mut self, accesses: &[Access], shift: u32, most: usize, counts: &mut Counts) {
        let (at, hits) = (self.at, self.at - self.since);
        let longest = iterations::LONGEST.min(hits.max(most.min(at - self.whole)));
        let known = if hits > 0 { 1..=longest } else { self.iteration..=self.iteration.min(longest) };
        for iteration in known {
            let times = iterations::repeats(accesses, at, iteration, shift, usize::MAX);
            if times > 0 {
                counts.add_iterations(&accesses[at - iteration..at], times as u64);
                self.at += times * iteration;
                self.apart += times * iteration;
                self.search = self.at + iterations::SOON;
                self.iteration = if most > 0 { iteration } else { 0 };
                return;
            }
        }
        self.search = at + iterations::later(hits);
    }
}

impl Machine {
    /// [`Machine::access`] for accesses of one core.
    pub fn access_sequence<const MSI: bool>(&mut self, core: usize, accesses: &[Access]) {
        let first = self.first[core];
        let notes = self.notes[core];
        let mut done = Done { search: iterations::SOON, ..Done::default() };
        let mut asked = take(&mut self.asked);
        loop {
            let Some(Node::Cache { cache, counts }) = self.nodes.get_mut(usize::from(first)) else {
                accesses[done.at..].iter().for_each(|access| self.split::<MSI, false>(core, access));
                break;
            };
            let mut beyond = Beyond { notes, core, homes: &mut self.homes, asked: &mut asked };
            let stop = short_loop::<MSI>(cache, counts, &mut beyond, accesses, &mut done);
            match stop {
                None => break,
                Some(Stop::Asked) => {
                    self.ask(first, &mut asked);
                    continue;
                }
                Some(Stop::Miss(victim)) => self.miss::<MSI, false>(core, first, &accesses[done.at - 1], victim),
                Some(Stop::FirstWrite) => self.first_write::<false>(core, accesses[done.at - 1].addr),
                Some(Stop::Split) => {
                    self.ask(first, &mut asked);
                    self.split::<MSI, false>(core, &accesses[done.at]);
                    done.at += 1;
                    done.apart += 1;
                }
            }
            done.begin_anew();
        }
        self.ask(first, &mut asked);
        self.asked = asked;
        if let Some(Node::Cache { counts, .. }) = self.nodes.get_mut(usize::from(first)) {
            counts.reads += (done.at - done.apart) as u64 - done.writes;
            counts.writes += done.writes;
            counts.bytes_read += done.bytes - done.bytes_written;
            counts.bytes_written += done.bytes_written;
            counts.read_misses += done.misses - done.write_misses;
            counts.write_misses += done.write_misses;
        }
    }
}

/// The data needed to handle a miss.
struct Beyond<'m> {
    /// Nothing returns to the first cache from later objects: misses are recorded.
    notes: bool,
    core: usize,
    homes: &'m mut Homes,
    /// Requests of the first cache to the next objects.
    asked: &'m mut Vec<Request>,
}

/// Maximum number of iterations that several cores skip at once. It is small, because one core may repeat for long while
/// another does not.
const TOGETHER: usize = 16;

impl Machine {
    /// One access of each core in turn, repeatedly: [`Machine::access`] for each. All cores have the same number of
    /// accesses.
    pub fn rounds<const MSI: bool, const W: bool>(&mut self, cores: &[(usize, &[Access])]) {
        let most = if cores.len() == 1 { usize::MAX } else { TOGETHER };
        let rounds = cores.first().map_or(0, |(_, accesses)| accesses.len());
        let (mut round, mut since, mut search) = (0, 0, iterations::SOON);
        while round < rounds {
            let mut hits = true;
            for (core, accesses) in cores {
                hits &= self.access::<MSI, W>(*core, &accesses[round]);
            }
            round += 1;
            if !hits {
                (since, search) = (round, round + iterations::SOON);
            }
            while round >= search {
                search = round + iterations::later(round - since);
                let longest = iterations::LONGEST.min(round - since);
                let repeats = |iteration| {
                    Some((iteration, self.repeats(cores, round, iteration, most))).filter(|(_, times)| *times > 0)
                };
                let Some((iteration, times)) = (1..=longest).find_map(repeats) else { break };
                for (core, accesses) in cores {
                    let (first, accesses) = (self.first[*core], &accesses[round - iteration..round]);
                    if let Some(Node::Cache { counts, cache }) = self.nodes.get_mut(usize::from(first)) {
                        counts.add_iterations(accesses, times as u64);
                        if W && let Some(watch) = &mut self.watch {
                            watch.repeated(first, cache.shift, accesses, times as u64);
                        }
                    }
                }
                round += times * iteration;
                search = if times == most { round } else { round + iterations::SOON };
            }
        }
    }

    /// [`iterations::repeats`] for several cores, at most `most` times.
    fn repeats(&self, cores: &[(usize, &[Access])], round: usize, iteration: usize, most: usize) -> usize {
        let mut times = most;
        for (core, accesses) in cores {
            times = match self.nodes.get(usize::from(self.first[*core])) {
                Some(Node::Cache { cache, .. }) => iterations::repeats(accesses, round, iteration, cache.shift, times),
                _ => 0,
            };
            if times == 0 {
                break;
            }
        }
        times
    }
}

/// Handles accesses as long as they are simple; returns the reason to stop if any are left. The first write to a line
/// is simple without MSI, and so are misses whose requests to the next objects are recorded.
#[inline(always)]
fn short_loop<const MSI: bool>(
    cache: &mut Cache,
    counts: &mut Counts,
    beyond: &mut Beyond<'_>,
    accesses: &[Access],
    done: &mut Done,
) -> Option<Stop> {
    // All values that the loop needs are in local variables, so writes to the entries cannot change them.
    let Cache { shift, ways, sets, mask, ref mut entries } = *cache;
    let entries = &mut entries[..];
    loop {
        while let Some(access) = accesses.get(done.at)
            && done.at < done.search
        {
            let Access { addr, size, kind, .. } = *access;
            let (line, size, write) = (addr >> shift, u64::from(size), kind != AccessKind::Read);
            if (addr + (size - 1)) >> shift != line {
                return Some(Stop::Split);
            }
            done.at += 1;
            done.bytes += size;
            done.writes += u64::from(write);
            done.bytes_written += if write { size } else { 0 };
            let place = set_of(line, sets, mask) as usize * ways;
            match use_line(&mut entries[place..place + ways], line, write) {
                Found::Hit => {}
                Found::FirstWrite if !MSI => {}
                Found::FirstWrite => return Some(Stop::FirstWrite),
                Found::Miss(victim) => {
                    if MSI || !beyond.notes {
                        return Some(Stop::Miss(victim));
                    }
                    done.misses += 1;
                    done.write_misses += u64::from(write);
                    // Misses after the trace has touched too much memory are left out.
                    if beyond.homes.settled(beyond.core, line << shift).is_some() {
                        levels::missed(beyond.asked, line, kind != AccessKind::NonTemporal, victim);
                    }
                    done.begin_again(accesses, shift);
                    if beyond.asked.len() >= levels::MAX_ASKED {
                        return Some(Stop::Asked);
                    }
                }
            }
        }
        if done.at == accesses.len() {
            return None;
        }
        done.skip(accesses, shift, if beyond.notes { ways } else { 0 }, counts);
    }
}
