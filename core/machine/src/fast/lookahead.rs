//! Reaches the same states as `parts/cycle.rs` in less time: cores run ahead of the network while no flit can reach
//! them (conservative lookahead).
//!
//! Time advances in *windows* of some cycles. In a window each core that is not affected by others executes all its
//! instructions in one burst (`burst.rs`); then the network and the affected cores are stepped through the window cycle
//! by cycle, as in `parts/cycle.rs`; at its end everything is at the same cycle again. How long may a window be?
//!
//! Let a node be *free* at cycle T, before any phase of T, if its INCC's input buffer is empty, no packet is half
//! received, and no flit is on the link from its router to its INCC. The first flit of a packet can be put onto that
//! link in phase *comm* of T at the earliest; it is a header. *Update* of T+1 puts it into the input buffer, T+2 takes
//! it out, T+3 and T+4 take address and stride, T+5 writes the first word, which a load sees in T+6. So:
//!
//! - **5 cycles** while the network is busy: no word is written to a free node in the cycles T to T+4.
//! - **9 cycles** while it is quiet: if a core stores a command at cycle c, its first word is written during c+8+h (see
//!   ARCHITECTURE.md), h router-to-router hops away. The sender itself is stepped cycle by cycle from c on; for all
//!   others h is at least 1. So with c at least T no word is written to them in the cycles T to T+8.
//! - **Any number** while it is quiet and only one core is awake: the window ends where that core starts a DMA.
//! - **More than 9** while it is quiet and several are awake, speculatively: see `speculation.rs`.
//!
//! A node that is not free is receiving a packet. The flit in its input buffer determines which words may be written in
//! the next cycles ([`ComputeNode::arriving`]); its core may run ahead as long as it touches only other words.
//!
//! An instruction that affects other nodes ends the burst: one that starts a DMA, or one that halts, because the cycle
//! of the last halt is the end of the run. From there the core is stepped cycle by cycle. While its INCC sends, this is
//! also true of stores to words that the INCC may still have to read, and of reads of INCC_STATUS.
//!
//! A polling loop repeats the same iteration until one of the words that it reads is written (`parking.rs`). Its core is
//! parked: it is not simulated until the cycle in which the INCC writes such a word, or until its state is
//! needed; then whole iterations are added to its counters and the rest is executed.
//!
//! The end of a run can lie in the middle of a window: a trap, or a deadlock, which is checked only at the ends of
//! windows (a deadlock persists). Other cores are then past the end. This happens once per run, so it may be expensive:
//! the machine goes back to an earlier state, the *anchor*, returns to this window, and steps through it.

use super::burst::{Meanwhile, Stop, Taken};
use super::machine::Machine;
use super::meter::{Activity, Meter, Unread};
use super::parking::{ParkedCore, Watched};
use super::record::{CoreEvents, Observed, Recorder, Unobserved};
use super::speculation::Speculation;
use super::uncontended::Uncontended;
use crate::observe::Observer;
use crate::parts::cycle::Cores;
use crate::parts::event::Before;
use crate::parts::{Chip, ComputeNode, Image, Network, Phase, Surroundings, kinds};
use alloc::{vec, vec::Vec};
use mcore_base::{Array, Bits, Cycle, Goal, Simulation as _};
use mcore_cpu::mem::Words;
use mcore_net::FlitKind;

/// Cycles of a window while a DMA is in flight.
const BUSY_WINDOW: Cycle = 5;
/// Cycles of a window while no core is awake; it ends when one wakes.
const NOBODY_WINDOW: Cycle = 32;
/// Cycles of a window while no DMA is in flight.
pub(super) const QUIET_WINDOW: Cycle = 9;
/// Cycles of a window in which only one core is awake; more would gain little and would have to be stepped through at
/// the end.
const LONE_WINDOW: Cycle = 4096;
/// Shorter intervals are not worth the preparation.
const SHORT: Cycle = 4;
/// An interval that is long enough to unpack memory for speed.
const LONG: Cycle = 512;
/// Minimum number of cycles between two checks of the work done.
const LOOK: Cycle = 256;
/// Least number of core-cycles between two anchors that [`Machine::run_until`] drops.
const ANCHOR_DISTANCE: u64 = 8 << 20;

/// A core and the cycle that it executes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) rank: u32,
    pub(super) cycle: Cycle,
}

/// The run ends within the window; some cores may be past its end.
struct Overshot;

/// Data kept from one call to the next, so that a stop costs little: buffers for speculative windows and how they went,
/// which cores were parked, and which paths packets have claimed. It is not part of the state and stays valid whatever
/// happens to the machine in between.
#[derive(Debug, Default)]
pub(crate) struct Interim {
    speculation: Speculation,
    parked_cores: Vec<ParkedCore>,
    /// With the cycle in which it was kept. Only the passing of time changes the contents of the network.
    uncontended: Option<(Cycle, Uncontended)>,
}

/// A copy of a machine starts with none.
impl Clone for Interim {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The position of each core between two windows. All cores that are awake are at the machine's cycle.
pub(super) struct Lookahead {
    pub(super) awake: Vec<u32>,
    pub(super) parked: Vec<At>,
    /// Within a window: cores that are stepped cycle by cycle.
    pub(super) behind: Vec<At>,
    /// By rank: the words that the core waits for, if it is parked.
    pub(super) watched: Vec<Option<Watched>>,
    /// Before this cycle no core that is parked for a time wakes; the maximum if there is none.
    next_wake: Cycle,
    /// Ranks of the cores that are parked.
    pub(super) parked_cores: Bits,
    pub(super) speculation: Speculation,
    /// Ranks whose INCC has work to do, and perhaps others.
    active: Bits,
    /// By router: the rank of its compute node.
    ranks: Vec<Option<u32>>,
    /// Ranks of the cores that wake in this cycle.
    woken: Vec<u32>,
    /// The next cycle whose totals the meter needs.
    pub(super) due: Cycle,
    /// The totals at such cycles, recorded in the last window.
    pub(super) readings: Vec<(Cycle, Activity)>,
    uncontended: Uncontended,
}

impl Machine {
    /// Simulates up to cycle `until`, with the same result as repeated calls of [`Machine::step`]. False if the run has
    /// ended, there or before. `anchor` must make this or an earlier state of the same run; it is called if the run
    /// ends in a trap or a deadlock, and then an early state costs time.
    pub fn advance(&mut self, until: Cycle, anchor: &dyn Fn() -> Self) -> bool {
        self.advance_metered(Goal::cycle(until), anchor, &mut Unread)
    }

    /// As [`Machine::advance`], up to a goal and with readings in between.
    pub fn advance_metered(&mut self, goal: Goal, anchor: &dyn Fn() -> Self, meter: &mut dyn Meter) -> bool {
        self.advance_recorded(goal, anchor, meter, &mut Unobserved)
    }

    /// As [`Machine::advance`], up to a goal. The observers learn everything that they want to know about these cycles.
    pub fn advance_observed(
        &mut self,
        goal: Goal,
        anchor: &dyn Fn() -> Self,
        observers: &mut [&mut dyn Observer],
    ) -> bool {
        let mut observed = Observed::new(self, observers);
        let goes_on = self.advance_recorded(goal, anchor, &mut Unread, &mut observed);
        observed.finish(self);
        goes_on
    }

    fn advance_recorded<R: Recorder>(
        &mut self,
        goal: Goal,
        anchor: &dyn Fn() -> Self,
        meter: &mut dyn Meter,
        recorder: &mut R,
    ) -> bool {
        let mut until = goal.until;
        // The plain step handles the cycle limit.
        let windows_until = until.min(self.spec.cycle_limit - 1);
        if until.saturating_sub(self.state.cycle) >= LONG {
            self.unfold();
        }
        if self.state.cycle + SHORT < windows_until && self.state.phase == Phase::Running {
            let mut lookahead = Lookahead::new::<R>(self, meter);
            let next_look = |machine: &Self, done: &Activity| {
                goal.look(machine.state.cycle, done.work(), machine.work_per_cycle(), LOOK)
            };
            let mut look = next_look(self, &self.activity());
            while self.state.cycle < windows_until && self.state.phase == Phase::Running {
                let from = self.state.cycle;
                let to = windows_until.min(from + lookahead.window(self)).min(self.state.memory_check);
                if lookahead.go(self, to, meter, recorder).is_err() {
                    recorder.discard(self);
                    self.interim.speculation = lookahead.speculation;
                    let earlier = anchor();
                    let Chip { state, folded, .. } = earlier.chip;
                    (self.state, self.folded) = (state, folded);
                    self.advance(from, anchor);
                    self.step_metered(to, meter, recorder);
                    lookahead = Lookahead::new::<R>(self, meter);
                } else {
                    recorder.commit(self);
                }
                for (cycle, activity) in lookahead.readings.drain(..) {
                    meter.read(cycle, &activity);
                    lookahead.due = meter.due(cycle);
                }
                self.check_memory();
                if self.state.cycle == lookahead.due {
                    meter.read(lookahead.due, &lookahead.activity(self));
                    lookahead.due = meter.due(lookahead.due);
                }
                if self.state.cycle >= look {
                    let activity = lookahead.activity(self);
                    if activity.work() >= goal.work {
                        until = self.state.cycle;
                        break;
                    }
                    look = next_look(self, &activity);
                }
            }
            lookahead.leave(self, recorder);
        }
        self.step_metered(until, meter, recorder);
        !matches!(self.state.phase, Phase::Ended(_))
    }

    /// As [`Machine::advance_metered`], by plain steps.
    fn step_metered<R: Recorder>(&mut self, until: Cycle, meter: &mut dyn Meter, recorder: &mut R) {
        let mut due = meter.due(self.state.cycle);
        while self.state.cycle < until && recorder.step(&mut self.chip) {
            if self.state.cycle == due {
                meter.read(due, &self.activity());
                due = meter.due(due);
            }
        }
    }

    /// Simulates up to cycle `until` as [`Machine::advance`] does, with its own anchors. False if the run has ended.
    pub fn run_until(&mut self, until: Cycle) -> bool {
        let least = (ANCHOR_DISTANCE / self.state.nodes.len() as u64).max(LONE_WINDOW);
        let first = self.state.cycle;
        loop {
            // An anchor costs a copy of every page that is written after it. At most an eighth of a run, or
            // `least` cycles, is simulated again.
            let distance = least.max((self.state.cycle - first) / 8);
            let to = until.min(self.state.cycle.saturating_add(distance));
            self.share();
            let anchor = self.clone();
            if !self.advance(to, &|| anchor.clone()) || to == until {
                return !matches!(self.state.phase, Phase::Ended(_));
            }
        }
    }
}

impl ComputeNode {
    /// True if no flit is on its way from the router into the node's memory; see the top of the file.
    fn is_free(&self, array: Array, network: &Network) -> bool {
        let incc = &self.incc;
        incc.input.is_none() && incc.receiving.is_none() && !network.leaves(array.router(self.id))
    }

    /// For a node that is not free: for how many cycles its core can meet no newly written words except the returned
    /// ones. A word written in one cycle is seen in the next. `leaves`: a flit is on the link from the router.
    fn arriving(&self, image: &Image, leaves: bool) -> (Cycle, Words) {
        let (cycles, stride, count) = match (&self.incc.receiving, &self.incc.input) {
            // Address, stride and word of the packet follow its header.
            (None, None) => return (BUSY_WINDOW, Words::default()),
            (None, Some(_)) => return (4, Words::default()),
            // There is a gap in the packet.
            (Some(_), None) => return (if leaves { 2 } else { 3 }, Words::default()),
            (Some(receiving), Some(flit)) => match flit.kind() {
                FlitKind::Header => return (4, Words::default()),
                FlitKind::Address => return (3, Words::default()),
                FlitKind::Stride => (BUSY_WINDOW, flit.word() as i32, BUSY_WINDOW as u32 - 1),
                // The first word of the next packet is written four cycles later.
                FlitKind::Data if flit.is_tail() => (BUSY_WINDOW, receiving.stride, 1),
                FlitKind::Data => (BUSY_WINDOW, receiving.stride, BUSY_WINDOW as u32),
            },
        };
        let map = &image.code.map;
        let addr = self.incc.receiving.map_or(0, |packet| map.wrap(packet.addr as u32));
        let words = Words::strided(addr, stride, count, map.size);
        if map.mirrored || image.code.has_text_in(&words) { (0, Words::default()) } else { (cycles, words) }
    }
}

impl At {
    /// A parked core executes the cycles that it has skipped.
    fn catch_up(&mut self, machine: &mut Chip, until: Cycle) {
        debug_assert!(self.cycle <= until, "nothing that it reads has been written in the past");
        let Chip { spec, images, state, .. } = machine;
        let node = &mut state.nodes[self.rank as usize];
        let p = &mut node.core.processor;
        if let Some(iteration) = p.watch.iteration() {
            let whole = (until - self.cycle) / iteration * iteration;
            p.watch.forward(whole);
            p.count(whole, true);
            self.cycle += whole;
        }
        let around = Surroundings { spec, image: &images[node.image as usize], cycle: self.cycle };
        let sending = node.incc.is_sending();
        let reading = node.incc.to_read(&around.image.code.map);
        let meanwhile = Meanwhile { sending, reading, wakeful: true, ..Meanwhile::default() };
        node.burst::<false>(&around, until, &meanwhile, Taken::default());
        self.cycle = until;
    }
}

impl Lookahead {
    fn new<R: Recorder>(machine: &mut Machine, meter: &dyn Meter) -> Self {
        let Interim { speculation, parked_cores, uncontended } = core::mem::take(&mut machine.interim);
        let (cycle, nodes) = (machine.state.cycle, &machine.state.nodes);
        let uncontended = match uncontended {
            Some((kept, uncontended)) if kept == cycle => uncontended,
            _ => Uncontended::new(machine),
        };
        debug_assert!(uncontended.claims_as(&Uncontended::new(machine)));
        let mut active = Bits::new(nodes.len());
        nodes.iter().enumerate().filter(|(_, n)| !n.incc.is_idle()).for_each(|(rank, _)| active.insert(rank));
        let array = machine.spec.array;
        let rank = |router| array.rank(array.router_id(router)).map(|rank| rank as u32);
        let mut lookahead = Self {
            active,
            ranks: (0..array.routers()).map(rank).collect(),
            awake: Vec::new(),
            behind: Vec::new(),
            parked: Vec::new(),
            watched: vec![None; nodes.len()],
            next_wake: Cycle::MAX,
            parked_cores: Bits::new(nodes.len()),
            woken: Vec::new(),
            due: meter.due(cycle),
            readings: Vec::new(),
            speculation,
            uncontended,
        };
        // The record does not know the iterations of these cores, so they begin awake if there is one.
        for parked in parked_cores.iter().filter(|_| !R::ON) {
            if let Some(watched) = parked.stays_parked(nodes) {
                lookahead.park(At { rank: parked.rank, cycle }, watched);
            }
        }
        let awake =
            |(rank, node): &(usize, &ComputeNode)| node.core.processor.is_live() && lookahead.watched[*rank].is_none();
        lookahead.awake = nodes.iter().enumerate().filter(awake).map(|(rank, _)| rank as u32).collect();
        lookahead
    }

    /// How long the next window may be.
    fn window(&mut self, machine: &Chip) -> Cycle {
        let sleep = self.next_wake.saturating_sub(machine.state.cycle);
        match (machine.state.quiet_since, self.awake.len()) {
            (Some(_), 0) if self.some_sleep() => sleep.max(LONE_WINDOW),
            (None, 0) => NOBODY_WINDOW,
            (None, _) => BUSY_WINDOW,
            (Some(_), 0 | 1) => LONE_WINDOW,
            (Some(_), _) => self.speculation.window(),
        }
    }

    /// Simulates one window, which may end before `to`. After an error the machine's state is unusable.
    fn go<R: Recorder>(
        &mut self,
        machine: &mut Chip,
        to: Cycle,
        meter: &dyn Meter,
        recorder: &mut R,
    ) -> Result<(), Overshot> {
        self.end_sleep(machine, recorder);
        let to = to.min(self.next_wake);
        let (quiet, all_parked) = (machine.state.quiet_since.is_some(), self.awake.is_empty());
        if quiet && all_parked && self.some_sleep() {
            // Nothing happens until the first core wakes.
            machine.state.cycle = to.min(self.due);
            return Ok(());
        }
        if quiet && all_parked {
            // All cores wait and nothing is in flight: a deadlock once each has completed one more iteration.
            self.rouse(machine, recorder);
            while machine.state.cycle < to.min(self.due) && recorder.step(machine) {}
            return Ok(());
        }
        let far = quiet && self.awake.len() > 1 && to > machine.state.cycle + QUIET_WINDOW;
        let to = match far.then(|| self.try_far(machine, to, meter, recorder)) {
            Some(Some(end)) => end,
            Some(None) => self.burst(machine, self.due.min(machine.state.cycle + QUIET_WINDOW), quiet, recorder)?,
            None if quiet && self.awake.len() == 1 => self.burst_alone(machine, to, meter, recorder)?,
            None => self.burst(machine, self.due.min(to), quiet, recorder)?,
        };
        self.cycles(machine, to, all_parked, recorder)?;
        if let Some(record) = recorder.record() {
            self.uncontended.record(machine.state.cycle, record);
        }
        let Chip { state, .. } = &*machine;
        if !self.behind.is_empty() {
            self.awake.retain(|rank| state.nodes[*rank as usize].core.processor.is_live());
        }
        self.look_for_deadlock(machine)
    }

    /// All cores that may run ahead do so. Returns the end of the window.
    fn burst<R: Recorder>(
        &mut self,
        machine: &mut Chip,
        to: Cycle,
        quiet: bool,
        recorder: &mut R,
    ) -> Result<Cycle, Overshot> {
        let Chip { spec, images, state, .. } = machine;
        let from = state.cycle;
        self.behind.clear();
        let mut index = 0;
        while let Some(&rank) = self.awake.get(index) {
            index += 1;
            let node = &mut state.nodes[rank as usize];
            let around = Surroundings { spec, image: &images[node.image as usize], cycle: from };
            let mut meanwhile = Meanwhile::of(recorder);
            if !quiet && node.incc.is_sending() {
                (meanwhile.sending, meanwhile.reading) = (true, node.incc.to_read(&around.image.code.map));
            }
            let mut until = to;
            if !quiet && !node.is_free(spec.array, &state.network) {
                let leaves = state.network.leaves(spec.array.router(node.id));
                let (cycles, arriving) = node.arriving(around.image, leaves);
                meanwhile.arriving = arriving;
                until = to.min(from + cycles);
            }
            let mut record = recorder.record();
            if let Some(record) = record.as_deref_mut() {
                record.begin(rank);
            }
            let (cycle, stop) = R::burst(node, &around, until, &meanwhile, Taken { record, ..Taken::default() });
            match stop {
                Stop::Trap => return Err(Overshot),
                Stop::Parked(watched) => {
                    index -= 1;
                    self.awake.swap_remove(index);
                    self.park(At { rank, cycle }, watched);
                }
                Stop::Done | Stop::NeedsSystem if cycle < to => self.behind.push(At { rank, cycle }),
                Stop::Done | Stop::NeedsSystem => {}
            }
        }
        Ok(to)
    }

    /// The only core that is awake runs ahead in a quiet window, which ends when the core affects others or falls
    /// parked. Returns the end of the window.
    ///
    /// The window may pass cycles whose totals the meter needs.
    fn burst_alone<R: Recorder>(
        &mut self,
        machine: &mut Chip,
        to: Cycle,
        meter: &dyn Meter,
        recorder: &mut R,
    ) -> Result<Cycle, Overshot> {
        let rank = self.awake[0];
        let Chip { spec, images, state, .. } = &mut *machine;
        let node = &mut state.nodes[rank as usize];
        let around = Surroundings { spec, image: &images[node.image as usize], cycle: state.cycle };
        let polls = self.speculation.begin();
        let meanwhile = Meanwhile::of(recorder);
        let mut record = recorder.record();
        if let Some(record) = record.as_deref_mut() {
            record.begin(rank);
        }
        let (cycle, stop) = R::burst(node, &around, to, &meanwhile, Taken { polls: Some(polls), record, log: None });
        let at = At { rank, cycle };
        let end = match stop {
            Stop::Trap => return Err(Overshot),
            Stop::Parked(_) => cycle,
            Stop::Done | Stop::NeedsSystem => to.min(cycle + 1),
        };
        self.take_readings(machine, end, Some(at), meter);
        self.behind.clear();
        if let Stop::Parked(watched) = stop {
            self.awake.clear();
            self.park(at, watched);
        } else if cycle < to {
            self.behind.push(at);
        }
        Ok(end)
    }

    /// Steps the network, and the cores that have not reached it yet, to the end of the window. `all_asleep`: no core was
    /// awake at its start.
    fn cycles<R: Recorder>(
        &mut self,
        machine: &mut Chip,
        to: Cycle,
        all_asleep: bool,
        recorder: &mut R,
    ) -> Result<(), Overshot> {
        while machine.state.cycle < to && machine.state.phase == Phase::Running {
            let Chip { spec, images, state, .. } = &mut *machine;
            if all_asleep && (!self.awake.is_empty() || state.quiet_since.is_some()) {
                // The first core has woken, or everything in flight has arrived.
                break;
            }
            if state.quiet_since.is_some() {
                // Nothing happens until the first of them continues.
                let live = self.behind.iter().filter(|at| state.nodes[at.rank as usize].core.processor.is_live());
                state.cycle = live.map(|at| at.cycle).min().unwrap_or(to).clamp(state.cycle, to);
                if state.cycle == to {
                    break;
                }
            }
            let cycle = state.cycle;
            // Deadlock is checked at the end of the window.
            let others = self.awake.len() > self.behind.len() || !self.parked.is_empty();
            let mut cores = Cores { live: others, started: false, computing: true };
            let mut asked = Vec::new();
            for at in &mut self.behind {
                let node = &mut state.nodes[at.rank as usize];
                if at.cycle > cycle {
                    cores.live = true;
                } else if node.core.processor.is_live() {
                    let around = Surroundings { spec, image: &images[node.image as usize], cycle };
                    match recorder.record() {
                        None => node.execute(&around).map_err(|_| Overshot)?,
                        Some(record) => {
                            record.begin(at.rank);
                            let before = Before::of::<CoreEvents<'_>>(node, &around);
                            node.execute_known(&around, before.instr).map_err(|_| Overshot)?;
                            before.emit(node, cycle, &mut CoreEvents(record));
                            record.alone(cycle, &node.core.processor);
                        }
                    }
                    at.cycle += 1;
                    cores.live |= node.core.processor.is_live();
                    if node.request.is_some() {
                        asked.push(at.rank);
                    }
                    if node.incc.start.is_some() {
                        cores.started = true;
                        self.active.insert(at.rank as usize);
                    }
                }
            }
            if !asked.is_empty() {
                let mut trapped = false;
                machine.serve_files(&mut asked, |_, _| trapped = true);
                if trapped {
                    return Err(Overshot);
                }
            }
            let mut traps = Vec::new();
            let mut busy = false;
            let state = &mut machine.state;
            if state.quiet_since.is_none() || cores.started {
                for router in state.network.leaving() {
                    if let Some(rank) = self.ranks[router] {
                        self.active.insert(rank as usize);
                    }
                }
                self.wake(machine, recorder);
                busy = machine.communicate_uncontended(&self.active, &mut self.uncontended, &mut traps, recorder);
            }
            if !traps.is_empty() {
                return Err(Overshot);
            }
            machine.conclude(cores, busy, traps);
            if let Some(record) = recorder.record().filter(|record| record.has(kinds::USED)) {
                record.memory_node(machine);
            }
        }
        self.active.retain(|rank| !machine.state.nodes[rank].incc.is_idle());
        Ok(())
    }

    /// An error if the chip is in a deadlock; it may have been in it for some cycles.
    fn look_for_deadlock(&mut self, machine: &mut Chip) -> Result<(), Overshot> {
        let state = &machine.state;
        let progresses = |rank: &u32| state.nodes[*rank as usize].core.processor.polling().is_none_or(|p| p.timed);
        if state.phase != Phase::Running
            || state.quiet_since.is_none()
            || self.some_sleep()
            || self.awake.iter().any(progresses)
        {
            return Ok(());
        }
        let cycle = state.cycle;
        for at in &mut self.parked {
            at.catch_up(machine, cycle);
        }
        if machine.deadlock().is_some() { Err(Overshot) } else { Ok(()) }
    }

    /// A core is parked from a cycle on, waiting for some words.
    pub(super) fn park(&mut self, at: At, watched: Watched) {
        self.watched[at.rank as usize] = Some(watched);
        self.next_wake = self.next_wake.min(watched.until.unwrap_or(Cycle::MAX));
        self.parked_cores.insert(at.rank as usize);
        self.parked.push(at);
    }

    /// A core that was parked is awake from cycle `until` on. Returns its position.
    fn unpark<R: Recorder>(&mut self, mut at: At, machine: &mut Chip, until: Cycle, recorder: &mut R) -> At {
        self.watched[at.rank as usize] = None;
        self.parked_cores.remove(at.rank as usize);
        at.catch_up(machine, until);
        if let Some(record) = recorder.record() {
            record.wake(at.rank, until);
        }
        self.awake.push(at.rank);
        at
    }

    /// Whether some core is parked for a time.
    fn some_sleep(&self) -> bool {
        self.next_wake != Cycle::MAX
    }

    /// Wakes the cores whose time is over.
    fn end_sleep<R: Recorder>(&mut self, machine: &mut Chip, recorder: &mut R) {
        let now = machine.state.cycle;
        if now < self.next_wake {
            return;
        }
        self.next_wake = Cycle::MAX;
        let mut index = 0;
        while let Some(At { rank, .. }) = self.parked.get(index).copied() {
            let until = self.watched[rank as usize].and_then(|w| w.until).unwrap_or(Cycle::MAX);
            if until > now {
                self.next_wake = self.next_wake.min(until);
                index += 1;
                continue;
            }
            let at = self.parked.swap_remove(index);
            self.unpark(at, machine, now, recorder);
        }
        // They may be parked again in this window.
        recorder.commit(machine);
    }

    /// Wakes the cores that wait for a word that is about to be written. They are stepped cycle by cycle.
    fn wake<R: Recorder>(&mut self, machine: &mut Chip, recorder: &mut R) {
        let Chip { images, state, .. } = &*machine;
        self.active.each_in_both(&self.parked_cores, |rank| {
            let node = &state.nodes[rank];
            if let Some(watched) = &self.watched[rank]
                && let Some(offset) = node.incc.next_written(&images[node.image as usize].code.map)
                && watched.has(offset)
            {
                self.woken.push(rank as u32);
            }
        });
        let next = state.cycle + 1;
        while let Some(rank) = self.woken.pop() {
            // A core that is past this cycle has not read the word: the word only lies between words that it reads.
            let due = |at: &At| at.rank == rank && at.cycle <= next;
            if let Some(index) = self.parked.iter().position(due) {
                let at = self.parked.swap_remove(index);
                let at = self.unpark(at, machine, next, recorder);
                self.behind.push(at);
            }
        }
    }

    /// Brings all cores to the present at the end of a call; data that may help the next call is kept.
    fn leave<R: Recorder>(mut self, machine: &mut Machine, recorder: &mut R) {
        let watched = |at: &At| Some((at.rank, self.watched[at.rank as usize]?));
        let parked: Vec<_> = self.parked.iter().filter_map(watched).collect();
        self.rouse(machine, recorder);
        recorder.commit(machine);
        let nodes = &machine.state.nodes;
        let parked_cores = parked.into_iter().filter_map(|(rank, watched)| ParkedCore::new(rank, watched, nodes));
        let uncontended = Some((machine.state.cycle, self.uncontended));
        machine.interim = Interim { speculation: self.speculation, parked_cores: parked_cores.collect(), uncontended };
    }

    /// Wakes all cores and materialises the uncontended packets in the routers, so that the machine's state is complete.
    fn rouse<R: Recorder>(&mut self, machine: &mut Chip, recorder: &mut R) {
        self.uncontended.end(&mut machine.state.network, machine.state.cycle);
        self.next_wake = Cycle::MAX;
        while let Some(at) = self.parked.pop() {
            self.unpark(at, machine, machine.state.cycle, recorder);
        }
    }
}
