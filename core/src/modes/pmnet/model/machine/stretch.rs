//! Consecutive accesses of one core: hits, and without MSI most misses too, are handled in one short loop.

use super::cache::{Cache, Found, Victim, set_of, use_line};
use super::homes::Homes;
use super::levels::{self, Request};
use super::{Counts, Machine, Node, turns};
use crate::modes::pmnet::model::trace::{Access, AccessKind};
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
    /// The access after the last one that no turn (loop iteration, see `turns.rs`) may contain.
    whole: usize,
    /// The access at which to search for a turn next.
    search: usize,
    /// Accesses per turn in the last turn found, if a turn may contain misses.
    turn: usize,
    /// Accesses counted elsewhere: they span two lines, or repeat a turn.
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
    /// The last access was no hit, but may be part of a turn. If the next one is in the same line as the corresponding
    /// access of the last turn found, search for that turn at once.
    #[inline(always)]
    fn begin_again(&mut self, accesses: &[Access], shift: u32) {
        let repeats = match accesses.get(self.at) {
            Some(new) if self.turn > 0 => (new.addr ^ accesses[self.at - self.turn].addr) >> shift == 0,
            _ => false,
        };
        (self.since, self.search) = (self.at, self.at + if repeats { 0 } else { turns::SOON });
    }

    /// The last access cannot be part of a turn.
    fn begin_anew(&mut self) {
        (self.since, self.whole, self.search) = (self.at, self.at, self.at + turns::SOON);
    }

    /// Counts accesses that only repeat the last turn. Turns of at most `most` accesses may contain misses.
    #[inline(never)]
    fn skip(&mut self, accesses: &[Access], shift: u32, most: usize, counts: &mut Counts) {
        let (at, hits) = (self.at, self.at - self.since);
        let longest = turns::LONGEST.min(hits.max(most.min(at - self.whole)));
        let known = if hits > 0 { 1..=longest } else { self.turn..=self.turn.min(longest) };
        for turn in known {
            let times = turns::alike(accesses, at, turn, shift, usize::MAX);
            if times > 0 {
                counts.add_turns(&accesses[at - turn..at], times as u64);
                self.at += times * turn;
                self.apart += times * turn;
                self.search = self.at + turns::SOON;
                self.turn = if most > 0 { turn } else { 0 };
                return;
            }
        }
        self.search = at + turns::later(hits);
    }
}

impl Machine {
    /// [`Machine::access`] for accesses of one core.
    pub fn stretch<const MSI: bool>(&mut self, core: usize, accesses: &[Access]) {
        let first = self.first[core];
        let notes = self.notes[core];
        let mut done = Done { search: turns::SOON, ..Done::default() };
        let mut asked = take(&mut self.asked);
        loop {
            let Some(Node::Cache { cache, counts }) = self.nodes.get_mut(usize::from(first)) else {
                accesses[done.at..].iter().for_each(|access| self.split::<MSI>(core, access));
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
                Some(Stop::Miss(victim)) => self.miss::<MSI>(core, first, &accesses[done.at - 1], victim),
                Some(Stop::FirstWrite) => self.first_write(core, accesses[done.at - 1].addr),
                Some(Stop::Split) => {
                    self.ask(first, &mut asked);
                    self.split::<MSI>(core, &accesses[done.at]);
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

/// Maximum number of turns that several cores skip at once. It is small, because one core may repeat for long while
/// another does not.
const TOGETHER: usize = 16;

impl Machine {
    /// One access of each core in turn, repeatedly: [`Machine::access`] for each. All cores have the same number of
    /// accesses.
    pub fn rounds<const MSI: bool>(&mut self, cores: &[(usize, &[Access])]) {
        let rounds = cores.first().map_or(0, |(_, accesses)| accesses.len());
        let (mut round, mut since, mut search) = (0, 0, turns::SOON);
        while round < rounds {
            let mut hits = true;
            for (core, accesses) in cores {
                hits &= self.access::<MSI>(*core, &accesses[round]);
            }
            round += 1;
            if !hits {
                (since, search) = (round, round + turns::SOON);
            }
            while round >= search {
                search = round + turns::later(round - since);
                let longest = turns::LONGEST.min(round - since);
                let alike = |turn| Some((turn, self.alike(cores, round, turn))).filter(|(_, times)| *times > 0);
                let Some((turn, times)) = (1..=longest).find_map(alike) else { break };
                for (core, accesses) in cores {
                    if let Some(Node::Cache { counts, .. }) = self.nodes.get_mut(usize::from(self.first[*core])) {
                        counts.add_turns(&accesses[round - turn..round], times as u64);
                    }
                }
                round += times * turn;
                search = if times == TOGETHER { round } else { round + turns::SOON };
            }
        }
    }

    /// [`turns::alike`] for several cores, at most [`TOGETHER`].
    fn alike(&self, cores: &[(usize, &[Access])], round: usize, turn: usize) -> usize {
        let mut times = TOGETHER;
        for (core, accesses) in cores {
            times = match self.nodes.get(usize::from(self.first[*core])) {
                Some(Node::Cache { cache, .. }) => turns::alike(accesses, round, turn, cache.shift, times),
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
                    if beyond.asked.len() >= levels::MOST {
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
