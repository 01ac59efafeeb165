//! The whole machine.

use super::params::{ParamsError, transfer};
use super::rank::Doing;
use super::recorder::Recorder;
use super::report::{Report, Waiting};
use super::shard::{AHEAD, Setup, Shard};
use super::{Mapping, Params, Program, Time, Topology, TopologyError};
use alloc::sync::Arc;
use alloc::vec::Vec;
use mcore_base::{Text, text};
use mcore_ranks::{MapFault, RankMapError};
use mcore_topology::{Cube, Routes};

/// Maximum size of a machine, in bytes of memory.
pub const MAX_MEMORY: u64 = 8 << 30;

/// The reason why a machine cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    Topology(TopologyError),
    /// The parameters.
    Params(ParamsError),
    Mapping(RankMapError),
    /// The program needs another number of ranks: needed, given.
    Ranks(u32, u32),
    /// The switches have too many inputs: NICs times nodes and links, at most 64.
    Ports,
    /// The machine would need this many bytes; the maximum.
    Memory(u64, u64),
}

impl SpecError {
    /// The error as text.
    pub fn text(&self) -> Text {
        match self {
            Self::Topology(error) => error.text(),
            Self::Params(error) => error.text(),
            Self::Mapping(error) => error.text(),
            Self::Ranks(needed, given) => {
                text!(
                    "the program has {needed} ranks, but {given} are mapped",
                    "プログラムは {needed} ランクですが、割り当ては {given} ランクです"
                )
            }
            Self::Ports => text!(
                "the switches would have more than 64 inputs; take smaller switches or fewer NICs",
                "スイッチの入力が 64 を超えます。スイッチを小さくするか NIC を減らしてください"
            ),
            Self::Memory(bytes, most) => {
                let (needed, most) = (bytes.div_ceil(1 << 20), most >> 20);
                text!(
                    "this machine would need {needed} MiB, at most {most} MiB are allowed; take fewer nodes or smaller buffers",
                    "このマシンには {needed} MiB 必要です（{most} MiB まで）。ノードかバッファを減らしてください"
                )
            }
        }
    }
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It continues.
    Running,
    /// Every rank has ended.
    Ended,
    /// Nothing is in flight, and some ranks wait for something that will never arrive.
    Deadlock,
}

/// A target machine with its program.
#[derive(Clone, Debug)]
pub struct Machine {
    setup: Arc<Setup>,
    shards: Vec<Shard>,
    now: Time,
}

/// Windows between two calls of the function that watches a run.
#[cfg(feature = "std")]
const WATCHED: u64 = 64;

/// The data to record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// Bytes of each link over time, in at most this many intervals; 0 records nothing.
    pub links: usize,
    /// Activities of each rank, and the messages.
    pub ranks: bool,
    /// Changes of the input buffers of these switches.
    pub switches: Vec<u32>,
}

impl Machine {
    /// A machine at its start, divided into `parts` parts for as many threads (at least 1); results do not depend on
    /// their number.
    pub fn new(
        topology: Topology,
        params: Params,
        mapping: Mapping,
        program: Program,
        parts: usize,
        recording: &Recording,
    ) -> Result<Self, SpecError> {
        topology.validate().map_err(SpecError::Topology)?;
        params.validate().map_err(SpecError::Params)?;
        let nodes = topology.nodes();
        if mapping.ranks() > nodes {
            return Err(SpecError::Mapping(MapFault::TooMany(mapping.ranks(), nodes).of_map()));
        }
        if let Program::Trace(trace) = &program
            && trace.ranks() > mapping.ranks()
        {
            return Err(SpecError::Ranks(trace.ranks(), mapping.ranks()));
        }
        let channels = usize::from(topology.channels());
        let switches = topology.switches();
        let memory = memory(&topology, &params);
        if memory > MAX_MEMORY {
            return Err(SpecError::Memory(memory, MAX_MEMORY));
        }
        let routes = Routes::new(topology, params.nics, params.tie);
        if (0..switches).any(|switch| usize::from(routes.ports(switch)) * channels > 64) {
            return Err(SpecError::Ports);
        }
        let count = parts.clamp(1, switches as usize) as u64;
        let parts = (0..=count).map(|part| (part * u64::from(switches) / count) as u32).collect();
        let mtu = u64::from(params.mtu);
        let full = [
            transfer(mtu, params.link_rate),
            transfer(mtu, params.switch_rate),
            transfer(mtu, params.injection_rate()),
        ];
        let ranks = mapping.ranks_of_nodes(nodes);
        let window = params.cable_delay;
        // At most as far as there are lists of windows.
        let ahead = params.hop().min(window * (AHEAD as Time - 1));
        let setup = Arc::new(Setup {
            params,
            routes,
            mapping,
            ranks,
            program,
            window,
            ahead,
            channels,
            shift: channels as u32 - 1,
            parts,
            full,
        });
        let mut watched = recording.switches.clone();
        watched.sort_unstable();
        watched.dedup();
        let shards = (0..count as usize).map(|own| {
            let recorder = Recorder { watched: watched.clone(), ranks: recording.ranks, ..Recorder::default() };
            let mut shard = Shard::new(setup.clone(), own, recorder);
            if recording.links > 0 {
                shard.record_links(window, recording.links);
            }
            shard
        });
        let shards = shards.collect();
        Ok(Self { setup, shards, now: 0 })
    }

    /// Simulated time so far, in picoseconds.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Length of a window.
    pub fn window(&self) -> Time {
        self.setup.window
    }

    /// Number of ranks that have ended, and of all ranks.
    pub fn ended(&self) -> (u32, u32) {
        (self.shards.iter().map(|shard| shard.counts.ended).sum(), self.setup.mapping.ranks())
    }

    /// Packets that have entered the network.
    pub fn packets(&self) -> u64 {
        self.shards.iter().map(|shard| shard.counts.packets).sum()
    }

    /// Simulates at most `windows` windows in which something happens.
    pub fn run(&mut self, windows: u64) -> Progress {
        for done in 0..windows {
            let next = self.shards.iter().map(Shard::next_window).min().unwrap_or(u64::MAX);
            if next == u64::MAX {
                return self.end();
            }
            // Switches run ahead, but not beyond the end of the last possible window of this call.
            let stop = next.saturating_add(windows - done).saturating_mul(self.setup.window);
            self.shards.iter_mut().for_each(|shard| shard.window(next, stop));
            self.exchange();
            self.now = (next + 1) * self.setup.window;
        }
        Progress::Running
    }

    /// Simulates everything that happens before a time. At the end of the run the time is one picosecond after the last
    /// event.
    pub fn advance(&mut self, time: Time) -> Progress {
        while self.now < time {
            let next = self.shards.iter().map(Shard::next_window).min().unwrap_or(u64::MAX);
            if next == u64::MAX {
                self.now = self.last_event().map_or(0, |last| last + 1);
                return self.end();
            }
            if next.saturating_mul(self.setup.window) >= time {
                self.now = time;
                break;
            }
            self.shards.iter_mut().for_each(|shard| shard.window(next, time));
            self.exchange();
            self.now = (next + 1).saturating_mul(self.setup.window).min(time);
        }
        match self.next_time() {
            Time::MAX => {
                self.now = self.last_event().map_or(0, |last| last + 1);
                self.end()
            }
            _ => Progress::Running,
        }
    }

    /// The time of the next possible event; [`super::NEVER`] at the end of the run.
    pub fn next_time(&self) -> Time {
        self.shards.iter().map(Shard::next_time).min().unwrap_or(Time::MAX)
    }

    /// Number of events: packets taken by outputs, messages taken in by ranks, operations begun.
    pub fn events(&self) -> u64 {
        self.shards.iter().map(|shard| shard.counts.events).sum()
    }

    /// The time of the last event, if there was one.
    pub fn last_event(&self) -> Option<Time> {
        let came = self.shards.iter().filter(|shard| shard.counts.events > 0);
        came.map(|shard| shard.counts.last_event).max()
    }

    /// Messages of the program that have arrived.
    pub fn messages(&self) -> u64 {
        self.shards.iter().map(|shard| shard.counts.messages).sum()
    }

    /// The time at which the program's last message was complete, if there was one.
    pub fn last_message(&self) -> Option<Time> {
        let came = self.shards.iter().filter(|shard| shard.counts.messages > 0);
        came.map(|shard| shard.counts.last_message).max()
    }

    /// Simulates up to the first window boundary at or after a time.
    pub fn run_until(&mut self, time: Time) -> Progress {
        loop {
            let next = self.shards.iter().map(Shard::next_window).min().unwrap_or(u64::MAX);
            if next == u64::MAX {
                return self.end();
            }
            if next.saturating_mul(self.setup.window) >= time {
                return Progress::Running;
            }
            self.run(1);
        }
    }

    /// Simulates to the end with one thread per part. `watch` is called from time to time with the simulated time and
    /// the packets that have entered the network so far; it stops the run by returning false.
    #[cfg(feature = "std")]
    pub fn run_threads(&mut self, mut watch: impl FnMut(Time, u64) -> bool + Send) -> Progress {
        use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
        use std::sync::{Barrier, Mutex, PoisonError};

        if self.shards.len() == 1 {
            while self.run(WATCHED) == Progress::Running {
                if !watch(self.now, self.packets()) {
                    return Progress::Running;
                }
            }
            return self.end();
        }
        let count = self.shards.len();
        let barrier = Barrier::new(count);
        let next: Vec<AtomicU64> = self.shards.iter().map(|shard| AtomicU64::new(shard.next_window())).collect();
        let mail: Vec<Mutex<Vec<super::shard::ShardMessage>>> = (0..count).map(|_| Mutex::new(Vec::new())).collect();
        let packets: Vec<AtomicU64> = self.shards.iter().map(|shard| AtomicU64::new(shard.counts.packets)).collect();
        let go = AtomicBool::new(true);
        let last = AtomicU64::new(0);
        let window_length = self.setup.window;
        // The first part runs in this thread, which may write to the terminal.
        let mut first = Some(&mut watch);
        std::thread::scope(|scope| {
            for (own, shard) in self.shards.iter_mut().enumerate().rev() {
                let (barrier, next, mail, packets, go, last) = (&barrier, &next, &mail, &packets, &go, &last);
                let mut watch = if own == 0 { first.take() } else { None };
                let mut work = move || {
                    let mut turns = 0;
                    loop {
                        barrier.wait();
                        let window = next.iter().map(|w| w.load(Ordering::Relaxed)).min().unwrap_or(u64::MAX);
                        if window == u64::MAX || !go.load(Ordering::Relaxed) {
                            break;
                        }
                        // `watch` reports the state at the end of a window, so no switch runs past that.
                        let left = WATCHED - turns % WATCHED;
                        shard.window(window, window.saturating_add(left).saturating_mul(window_length));
                        for (to, shard_messages) in shard.out.iter_mut().enumerate().filter(|(_, p)| !p.is_empty()) {
                            mail[to].lock().unwrap_or_else(PoisonError::into_inner).append(shard_messages);
                        }
                        barrier.wait();
                        let shard_messages =
                            core::mem::take(&mut *mail[own].lock().unwrap_or_else(PoisonError::into_inner));
                        shard.take(shard_messages);
                        next[own].store(shard.next_window(), Ordering::Relaxed);
                        packets[own].store(shard.counts.packets, Ordering::Relaxed);
                        turns += 1;
                        if let Some(watch) = &mut watch {
                            last.store(window, Ordering::Relaxed);
                            if turns % WATCHED == 0 {
                                // The other parts may be one window earlier or later.
                                let packets = packets.iter().map(|p| p.load(Ordering::Relaxed)).sum();
                                if !watch((window + 1) * window_length, packets) {
                                    go.store(false, Ordering::Relaxed);
                                }
                            }
                        }
                    }
                };
                if own == 0 {
                    work();
                } else {
                    scope.spawn(work);
                }
            }
        });
        self.now = (last.into_inner() + 1) * window_length;
        if go.into_inner() { self.end() } else { Progress::Running }
    }

    /// A report of the run so far.
    pub fn report(&self) -> Report {
        Report::new(&self.setup, &self.shards, self.now)
    }

    /// The ranks that have not ended with the operation that each waits for, at most `most` of them.
    pub fn waiting(&self, most: usize) -> Vec<Waiting> {
        let mut found = Vec::new();
        for rank in 0..self.setup.mapping.ranks() {
            let node = self.setup.mapping.node(rank);
            let home = self.setup.routes.home(node).0;
            let part = self.setup.parts.partition_point(|first| *first <= home) - 1;
            let shard = &self.shards[part];
            let state = &shard.nodes[(node - shard.first_node()) as usize];
            if !matches!(state.doing, Doing::Ended(_)) && found.len() < most {
                found.push(Waiting { rank, op: state.op, step: state.place.step, unreceived: state.unreceived() });
            }
        }
        found
    }

    pub(super) fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(super) fn shards(&self) -> &[Shard] {
        &self.shards
    }

    pub(super) fn shards_mut(&mut self) -> &mut [Shard] {
        &mut self.shards
    }

    pub(super) fn at_end(&self) -> bool {
        self.next_time() == Time::MAX
    }

    fn end(&self) -> Progress {
        let (ended, ranks) = self.ended();
        if ended == ranks { Progress::Ended } else { Progress::Deadlock }
    }

    /// Passes on the messages between parts.
    fn exchange(&mut self) {
        for from in 0..self.shards.len() {
            for to in 0..self.shards.len() {
                let shard_messages = core::mem::take(&mut self.shards[from].out[to]);
                if !shard_messages.is_empty() {
                    self.shards[to].take(shard_messages);
                }
            }
        }
    }
}

/// Approximate bytes of memory that a valid machine needs at its start.
pub fn memory(topology: &Topology, params: &Params) -> u64 {
    let (nodes, switches) = (u64::from(topology.nodes()), u64::from(topology.switches()));
    // All ports, and those with full-size buffers: in a cube an input from a NIC holds one packet.
    let (ports, buffers) = match topology {
        Topology::Cube(Cube { dims, .. }) => {
            let links = switches * 2 * dims.len() as u64;
            (links + switches * u64::from(params.nics), links)
        }
        // There are as many links between two levels as nodes, and each has two ends.
        Topology::FatTree { arity, .. } => {
            let ports = nodes * (2 * arity.len() as u64 - 1 + u64::from(params.nics));
            (ports, ports)
        }
    };
    let channels = u64::from(topology.channels());
    let packets = buffers * channels * u64::from(params.input_buffer) * (size_of::<super::switch::Packet>() as u64 + 4);
    packets + ports * (u64::from(params.output_buffer) * 8 + 160) + nodes * 1200
}
