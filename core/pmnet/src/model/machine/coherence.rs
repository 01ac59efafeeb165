//! MSI: any number of cores may read a line, one may write it, and a write removes the line from all others.
//!
//! The directory tracks the *unit*, the longest line of any cache nearest to a core. A line that is dirty in the first
//! cache on a core's route is that core's alone (Modified), so neither hits on it nor read hits need the directory. All
//! other cases, a miss or the first write to a clean line, ask the directory for cores that may have a copy, and check
//! the caches on the routes of these cores, except those on the requesting core's route: where the routes have met, a
//! copy serves both.
//!
//! A cache further away can have longer lines and so hold units that its core has not requested; the directory records
//! the core for all of them.
//!
//! A dirty copy moves down the route of its holder, counted as a write by every object on its route, and is written to
//! the first object on both routes. On a read the holders keep clean copies (Shared), on a write they lose them
//! (Invalid).

use super::pages::{PAGE_SHIFT, Slot};
use super::sharers::Sharers;
use super::{Machine, Node};
use crate::model::graph::ObjectId;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// First and last byte of a range.
type Bytes = (u64, u64);

/// An object on the route of a core that may hold a line, if it is not on the route of the requesting core.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holder {
    /// Hops to the memory.
    hops: u16,
    object: ObjectId,
    /// The dirty bytes passed down to it.
    carried: Option<Bytes>,
}

impl Machine {
    /// A core writes a line that is clean in its first cache.
    #[inline(never)]
    pub(super) fn first_write<const W: bool>(&mut self, core: usize, addr: u64) {
        if let Some((slot, home)) = self.homes.settled(core, addr) {
            self.own::<W>(core, slot, home, addr, true);
        }
    }

    /// All units of a range within a page.
    pub(super) fn own_range<const W: bool>(
        &mut self,
        core: usize,
        slot: Slot,
        home: usize,
        start: u64,
        end: u64,
        write: bool,
    ) {
        for unit in start >> self.unit..=(end - 1) >> self.unit {
            self.own::<W>(core, slot, home, unit << self.unit, write);
        }
    }

    /// A core gets a copy of the unit at an address, for reading or writing.
    #[inline(always)]
    pub(super) fn own<const W: bool>(&mut self, core: usize, slot: Slot, home: usize, addr: u64, write: bool) {
        let line = (addr & ((1 << PAGE_SHIFT) - 1)) >> self.unit;
        let cores = self.work.len();
        let word = self.homes.pages.word(slot, line as usize);
        let sharers = Sharers(*word);
        if sharers.nobody_but(core) {
            *word = Sharers::only(core, write || sharers.may_be_dirty()).0;
        } else if write || sharers.may_be_dirty() || !sharers.may_hold(core, cores) {
            self.others_give_way::<W>(core, slot, home, addr, write);
        }
        if self.span > self.unit {
            self.note(core, slot, addr, false);
        }
    }

    /// A part of a line that is longer than a unit was written back into a cache: the whole line is now present and
    /// dirty.
    pub(super) fn note_written(&mut self, cache: ObjectId, home: usize, addr: u64) {
        let user = self.user.get(home * self.nodes.len() + usize::from(cache)).copied().unwrap_or(0);
        if let Ok(slot) = self.homes.pages.slot(addr) {
            self.note(usize::from(user), slot, addr, true);
        }
    }

    /// Records that a core may hold everything that shares the longest line with an address.
    fn note(&mut self, core: usize, slot: Slot, addr: u64, dirty: bool) {
        let start = (addr & ((1 << PAGE_SHIFT) - 1)) >> self.span << self.span;
        let cores = self.cores();
        for line in start >> self.unit..(start + (1 << self.span)) >> self.unit {
            let word = self.homes.pages.word(slot, line as usize);
            let sharers = Sharers(*word);
            if !sharers.may_hold(core, cores) || dirty && !sharers.may_be_dirty() {
                *word = sharers.with(core, cores, dirty || sharers.may_be_dirty()).0;
            }
        }
    }

    /// [`Machine::own`] of a unit that other cores may hold.
    #[inline(never)]
    fn others_give_way<const W: bool>(&mut self, core: usize, slot: Slot, home: usize, addr: u64, write: bool) {
        let start = addr >> self.unit << self.unit;
        let line = ((addr & ((1 << PAGE_SHIFT) - 1)) >> self.unit) as usize;
        let cores = self.cores();
        let word = self.homes.pages.word(slot, line);
        let sharers = Sharers(*word);
        if !write && !sharers.may_be_dirty() {
            *word = sharers.with(core, cores, false).0;
            return;
        }
        let mut way = core::mem::take(&mut self.way);
        way.clear();
        let mut at = self.next_of(home, core as ObjectId);
        while at != ObjectId::MAX {
            way.push(at);
            at = self.next_of(home, at);
        }
        let mut holders = core::mem::take(&mut self.holders);
        holders.clear();
        for other in (0..cores).filter(|other| *other != core && sharers.may_hold(*other, cores)) {
            let mut at = self.next_of(home, other as ObjectId);
            while at != ObjectId::MAX && !way.contains(&at) {
                let hops = self.hops[home * self.nodes.len() + usize::from(at)];
                holders.push(Holder { hops, object: at, carried: None });
                at = self.next_of(home, at);
            }
        }
        self.give_way::<W>(&mut holders, home, start, write);
        self.holders = holders;
        let dirty = !write && self.dirty_on(&way, start);
        self.way = way;
        let sharers = if write { Sharers::only(core, true) } else { sharers.with(core, cores, dirty) };
        *self.homes.pages.word(slot, line) = sharers.0;
    }

    /// True if a cache on a route holds a dirty line of the unit.
    fn dirty_on(&self, way: &[ObjectId], start: u64) -> bool {
        way.iter().any(|object| match &self.nodes[usize::from(*object)] {
            Node::Cache { cache, .. } => {
                let shift = cache.shift;
                (start >> shift..=(start + (1 << self.unit) - 1) >> shift).any(|line| cache.is_dirty(line))
            }
            _ => false,
        })
    }

    /// Cleans the copies that are not on the requesting core's route, or removes them if that core writes. Objects
    /// farthest from the memory are handled first, so that what several of them write back is one write where their
    /// routes meet.
    fn give_way<const W: bool>(&mut self, holders: &mut Vec<Holder>, home: usize, start: u64, write: bool) {
        holders.sort_unstable_by_key(|h| (Reverse(h.hops), h.object));
        holders.dedup_by_key(|h| h.object);
        for place in 0..holders.len() {
            let Holder { object, carried, .. } = holders[place];
            let Some(range) = self.give_up::<W>(object, carried, start, write) else { continue };
            let next = self.next_of(home, object);
            match holders[place + 1..].iter_mut().find(|h| h.object == next) {
                Some(holder) => holder.carried = Some(join(holder.carried, range)),
                // It is on the route of the requesting core.
                None => self.write::<W>(next, range.0, range.1 - range.0 + 1, home),
            }
        }
    }

    /// Cleans or removes one object's copy; `carried` are the first and last byte passed down to it. Returns those it
    /// passes on.
    fn give_up<const W: bool>(
        &mut self,
        object: ObjectId,
        carried: Option<Bytes>,
        start: u64,
        write: bool,
    ) -> Option<Bytes> {
        let unit_end = start + ((1 << self.unit) - 1);
        match &mut self.nodes[usize::from(object)] {
            Node::Cache { cache, counts } => {
                let shift = cache.shift;
                if let Some((first, last)) = carried {
                    counts.add(true, (last >> shift) - (first >> shift) + 1, last - first + 1);
                    if W && let Some(watch) = &mut self.watch {
                        watch.passed(object, first >> shift..=last >> shift, shift);
                    }
                }
                let mut passed = carried;
                for line in start >> shift..=unit_end >> shift {
                    let dirty = match write {
                        true => {
                            let removed = cache.remove(line);
                            counts.invalidations += u64::from(removed.is_some());
                            if W && removed.is_some()
                                && let Some(watch) = &mut self.watch
                            {
                                watch.lost(object, line);
                            }
                            removed == Some(true)
                        }
                        false => cache.clean(line),
                    };
                    if dirty {
                        passed = Some(join(passed, (line << shift, (line << shift) + ((1 << shift) - 1))));
                    }
                }
                passed
            }
            Node::Router { counts } => {
                if let Some((first, last)) = carried {
                    counts.add(true, 1, last - first + 1);
                }
                carried
            }
            // All routes end in the same memory, so a memory is on every route.
            Node::Memory { .. } | Node::Core => None,
        }
    }
}

/// The smallest range that contains both.
fn join(a: Option<Bytes>, b: Bytes) -> Bytes {
    a.map_or(b, |a| (a.0.min(b.0), a.1.max(b.1)))
}
