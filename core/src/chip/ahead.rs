//! The same states as `cycle.rs` gives, sooner: cores run ahead of the network while nothing on it can reach them.
//!
//! Time goes on in *windows* of some cycles. In a window each core that nothing concerns executes all its instructions
//! in one burst (`burst.rs`); then the network and the cores that something concerns go through the window cycle by
//! cycle, as in `cycle.rs`; at its end everything stands at the same cycle again. How long may a window be?
//!
//! Let a node be *free* at cycle T, before anything of T has happened, if its INCC's input buffer is empty, no packet is
//! half taken in, and no flit is on the link from its router to its INCC. The first flit of a packet can be put onto that link in
//! phase *comm* of T at the earliest; it is a header. *Update* of T+1 puts it into the input buffer, T+2 takes it out, T+3
//! and T+4 take address and stride, T+5 writes the first word, which a load sees in T+6. So:
//!
//! - **5 cycles** while the network is busy: no word is written to a free node in the cycles T to T+4.
//! - **9 cycles** while it is quiet: if a core stores a command at cycle c, its first word is written during c+8+h
//!   (see ARCHITECTURE.md), h router-to-router hops away. The sender itself goes cycle by cycle from c on; for all others
//!   h is at least 1. So with c at least T no word is written to them in the cycles T to T+8.
//! - **Any number** while it is quiet and only one core is awake: the window ends where that core starts a DMA.
//!
//! What a core does that is not its own affair ends its burst: starting a DMA, and halting, because the cycle of the
//! last halt is the end of the run. From there on it goes cycle by cycle. While its INCC sends, this is also true of
//! stores, since the INCC may still have to read that word, and of reading INCC_STATUS.
//!
//! A polling loop that has made one whole turn while the node was free repeats this turn, each time the same, until
//! somebody writes into the node's memory. Its core *sleeps*: it is left where it is until its node is not free any
//! more, or its state is wanted; then whole turns are added to its counters and the rest is executed.
//!
//! The end of a run can lie in the middle of a window: a trap, or a deadlock, which is looked for only at the ends of
//! windows (once there, it stays). Other cores have then gone too far. This happens once in a run, so it may cost
//! something: the machine goes back to an earlier state, the *anchor*, comes here again, and steps through this window.

use super::burst::Stop;
use super::cycle::{Cores, InOrder, Order};
use super::processor::Surroundings;
use super::{ComputeNode, Machine, Network, Phase};
use crate::base::{Array, Bits, Cycle, Null};
use alloc::{vec, vec::Vec};

/// Cycles of a window while a DMA is under way.
const BUSY_WINDOW: Cycle = 5;
/// Cycles of a window while none is.
const QUIET_WINDOW: Cycle = 9;
/// Cycles of a window in which only one core is awake; more would gain little and have to be stepped through at the end.
const LONE_WINDOW: Cycle = 4096;
/// Stretches shorter than this are not worth the preparation.
const SHORT: Cycle = 4;
/// Core-cycles between two anchors that [`Machine::run_until`] drops.
const ANCHOR_DISTANCE: u64 = 8 << 20;

/// A core and the cycle that it executes next.
#[derive(Clone, Copy)]
struct At {
    rank: u32,
    cycle: Cycle,
}

/// The run ends within the window; cores may have gone beyond.
struct Overshot;

/// Which core stands where between two windows. All that are awake stand at the machine's cycle.
struct Ahead {
    awake: Vec<u32>,
    asleep: Vec<At>,
    /// In a window: cores that go cycle by cycle.
    behind: Vec<At>,
    /// By rank: since when the node has been free.
    calm: Vec<Cycle>,
    /// Ranks whose INCC has something to do.
    active: Bits,
}

/// Visits only the INCCs that have something to do.
struct Active<'a>(&'a Bits);

impl Order for Active<'_> {
    #[inline]
    fn each(&mut self, _: usize, visit: impl FnMut(usize)) {
        self.0.each(visit);
    }

    /// All routers: idle ones cost nothing.
    #[inline]
    fn lanes(&mut self, count: usize, visit: impl FnMut(usize, u64)) {
        InOrder.lanes(count, visit);
    }
}

impl Machine {
    /// Simulates up to cycle `until`, with the same result as so many calls of [`Machine::step`]. False if the run has
    /// ended, there or before. `anchor` must make this or an earlier state of the same run; it is called if the run ends
    /// in a trap or a deadlock, and an early state then costs time.
    pub fn advance(&mut self, until: Cycle, anchor: &dyn Fn() -> Self) -> bool {
        // The cycle limit is the affair of the plain step.
        let windows_until = until.min(self.spec.cycle_limit - 1);
        if self.state.cycle + SHORT < windows_until && self.state.phase == Phase::Running {
            let mut ahead = Ahead::new(self);
            while self.state.cycle < windows_until && self.state.phase == Phase::Running {
                let from = self.state.cycle;
                let to = windows_until.min(from + ahead.window(self));
                if ahead.go(self, to).is_err() {
                    self.state = anchor().state;
                    self.advance(from, anchor);
                    while self.state.cycle < to && self.step() {}
                    ahead = Ahead::new(self);
                }
            }
            ahead.rouse(self);
        }
        while self.state.cycle < until && self.step() {}
        !matches!(self.state.phase, Phase::Ended(_))
    }

    /// Simulates up to cycle `until` as [`Machine::advance`] does, with anchors of its own. False if the run has ended.
    pub fn run_until(&mut self, until: Cycle) -> bool {
        let distance = (ANCHOR_DISTANCE / self.state.nodes.len() as u64).max(LONE_WINDOW);
        loop {
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
    /// True if nothing is on its way from the router into the node's memory; see the head of the file.
    fn is_free(&self, array: Array, network: &Network) -> bool {
        let incc = &self.incc;
        incc.input.is_none() && incc.receiving.is_none() && !network.leaves(array.router(self.id))
    }
}

impl At {
    /// A sleeping core executes what it has left out.
    fn catch_up(&mut self, machine: &mut Machine, until: Cycle) {
        let Machine { spec, images, state } = machine;
        let node = &mut state.nodes[self.rank as usize];
        let p = &mut node.processor;
        if let Some(turn) = p.watch.turn() {
            let whole = (until - self.cycle) / turn * turn;
            p.watch.forward(whole);
            p.count(whole, true);
            self.cycle += whole;
        }
        let around = Surroundings { spec, image: &images[node.image as usize], cycle: self.cycle };
        node.burst(&around, until, Cycle::MAX, node.incc.is_sending());
        self.cycle = until;
    }
}

impl Ahead {
    fn new(machine: &Machine) -> Self {
        let nodes = &machine.state.nodes;
        let live = nodes.iter().enumerate().filter(|(_, n)| n.processor.is_live());
        let mut active = Bits::new(nodes.len());
        nodes.iter().enumerate().filter(|(_, n)| !n.incc.is_idle()).for_each(|(rank, _)| active.insert(rank));
        Self {
            active,
            awake: live.map(|(rank, _)| rank as u32).collect(),
            asleep: Vec::new(),
            behind: Vec::new(),
            calm: vec![machine.state.cycle; nodes.len()],
        }
    }

    /// How long the next window may be.
    fn window(&self, machine: &Machine) -> Cycle {
        match (machine.state.quiet_since, self.awake.len()) {
            (None, _) => BUSY_WINDOW,
            (Some(_), 0 | 1) => LONE_WINDOW,
            (Some(_), _) => QUIET_WINDOW,
        }
    }

    /// One window, which may end before `to`. After an error the machine's state is good for nothing.
    fn go(&mut self, machine: &mut Machine, to: Cycle) -> Result<(), Overshot> {
        let quiet = machine.state.quiet_since.is_some();
        if !quiet {
            self.wake(machine);
        } else if self.awake.is_empty() {
            // All wait, and nothing is on its way: a deadlock as soon as each has gone round once more.
            self.rouse(machine);
            while machine.state.cycle < to && machine.step() {}
            return Ok(());
        }
        let to = self.burst(machine, to, quiet)?;
        self.cycles(machine, to)?;
        let Machine { state, .. } = &*machine;
        if !self.behind.is_empty() {
            self.awake.retain(|rank| state.nodes[*rank as usize].processor.is_live());
        }
        self.look_for_deadlock(machine)
    }

    /// All cores that may run ahead do. Gives the end of the window.
    fn burst(&mut self, machine: &mut Machine, to: Cycle, quiet: bool) -> Result<Cycle, Overshot> {
        let Machine { spec, images, state } = machine;
        let from = state.cycle;
        let lone = quiet && self.awake.len() == 1;
        let mut end = to;
        self.behind.clear();
        let mut index = 0;
        while let Some(&rank) = self.awake.get(index) {
            index += 1;
            let node = &mut state.nodes[rank as usize];
            let calm = &mut self.calm[rank as usize];
            if !quiet && !node.is_free(spec.array, &state.network) {
                self.behind.push(At { rank, cycle: from });
                *calm = to;
                continue;
            }
            let around = Surroundings { spec, image: &images[node.image as usize], cycle: from };
            let (cycle, stop) = node.burst(&around, to, *calm, !quiet && node.incc.is_sending());
            match stop {
                Stop::Done => {}
                Stop::Trap => return Err(Overshot),
                Stop::Concern => {
                    self.behind.push(At { rank, cycle });
                    *calm = to;
                    if lone {
                        end = cycle + 1;
                    }
                }
                Stop::Asleep => {
                    index -= 1;
                    self.awake.swap_remove(index);
                    self.asleep.push(At { rank, cycle });
                    if lone {
                        end = cycle;
                    }
                }
            }
        }
        Ok(end)
    }

    /// The network, and the cores that are behind, come to the end of the window.
    fn cycles(&mut self, machine: &mut Machine, to: Cycle) -> Result<(), Overshot> {
        let others = self.awake.len() > self.behind.len() || !self.asleep.is_empty();
        while machine.state.cycle < to && machine.state.phase == Phase::Running {
            let Machine { spec, images, state } = &mut *machine;
            if state.quiet_since.is_some() {
                // Nothing happens until the first of them goes on.
                let live = self.behind.iter().filter(|at| state.nodes[at.rank as usize].processor.is_live());
                state.cycle = live.map(|at| at.cycle).min().unwrap_or(to).clamp(state.cycle, to);
                if state.cycle == to {
                    break;
                }
            }
            let cycle = state.cycle;
            // Deadlock is looked for at the end of the window.
            let mut cores = Cores { live: others, started: false, computing: true };
            for at in &mut self.behind {
                let node = &mut state.nodes[at.rank as usize];
                if at.cycle > cycle {
                    cores.live = true;
                } else if node.processor.is_live() {
                    let around = Surroundings { spec, image: &images[node.image as usize], cycle };
                    node.execute(&around).map_err(|_| Overshot)?;
                    at.cycle += 1;
                    cores.live |= node.processor.is_live();
                    if node.incc.start.is_some() {
                        cores.started = true;
                        self.active.insert(at.rank as usize);
                    }
                }
            }
            let mut traps = Vec::new();
            let mut busy = false;
            if state.quiet_since.is_none() || cores.started {
                for router in state.network.leaving() {
                    if let Some(rank) = spec.array.rank(spec.array.router_id(router)) {
                        self.active.insert(rank);
                    }
                }
                busy = machine.communicate(&mut Active(&self.active), &mut traps, &mut Null);
                self.active.retain(|rank| !machine.state.nodes[rank].incc.is_idle());
            }
            if !traps.is_empty() {
                return Err(Overshot);
            }
            machine.conclude(cores, busy, traps);
        }
        Ok(())
    }

    /// An error if the chip is in a deadlock; it may have been for some cycles.
    fn look_for_deadlock(&mut self, machine: &mut Machine) -> Result<(), Overshot> {
        let state = &machine.state;
        let progresses = |rank: &u32| state.nodes[*rank as usize].processor.polling().is_none_or(|p| p.timed);
        if state.phase != Phase::Running || state.quiet_since.is_none() || self.awake.iter().any(progresses) {
            return Ok(());
        }
        let cycle = state.cycle;
        for at in &mut self.asleep {
            at.catch_up(machine, cycle);
        }
        if machine.deadlock().is_some() { Err(Overshot) } else { Ok(()) }
    }

    /// Wakes the cores whose nodes are not free any more.
    fn wake(&mut self, machine: &mut Machine) {
        let mut index = 0;
        while let Some(at) = self.asleep.get_mut(index) {
            let (array, state) = (machine.spec.array, &machine.state);
            if state.nodes[at.rank as usize].is_free(array, &state.network) {
                index += 1;
            } else {
                at.catch_up(machine, machine.state.cycle);
                self.awake.push(at.rank);
                self.asleep.swap_remove(index);
            }
        }
    }

    /// Wakes all cores, so that the state of the machine is whole.
    fn rouse(&mut self, machine: &mut Machine) {
        for mut at in self.asleep.drain(..) {
            at.catch_up(machine, machine.state.cycle);
            self.awake.push(at.rank);
        }
    }
}
