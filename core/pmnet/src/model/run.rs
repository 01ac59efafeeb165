//! A run: traces through a memory system.
//!
//! Each trace has threads, and each thread a core: the specified one, else the cores in turn. Traces take turns access
//! by access, which makes false sharing visible. The start of a phase is a barrier: the traces enter it together, like
//! the threads of a program at the end of a parallel loop. Equal traces give equal counts on every machine.

use super::dat::Dat;
use super::graph::{Graph, Kind};
use super::machine::{MAX_FOOTPRINT, Machine, Placement, Region, Work};
use super::occupancy::Rates;
use super::phases::Phases;
use super::report::Report;
use super::trace::{Access, Batch, Mark, Source};
use alloc::{boxed::Box, collections::BTreeMap, string::String, vec::Vec};
use mcore_base::{Text, text};

/// The options of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The placement of pages.
    pub placement: Placement,
    /// True for MSI, false for no coherence.
    pub coherent: bool,
    /// Cores of threads (their numbers in the DAT), by the number of the thread over all traces; other threads get
    /// cores in turn.
    pub cores: BTreeMap<u64, usize>,
    /// Report windows of this many accesses instead of the phases of the traces; 0 means phases.
    pub window: u64,
    /// Count misses by kind and by region. Such a run takes several times as long.
    pub misses: bool,
    /// The regions, without common addresses; all other addresses are one more.
    pub regions: Vec<Region>,
}

struct Stream {
    source: Box<dyn Source + Send>,
    batch: Batch,
    /// Accesses and marks of the batch that are done.
    at: usize,
    mark: usize,
    /// The core of each thread of this trace.
    cores: Vec<u16>,
    /// The phase that it waits to enter.
    waiting: Option<String>,
    done: bool,
}

impl Stream {
    /// Number of accesses that can be done before the next mark.
    fn ready(&self) -> usize {
        if self.waiting.is_some() {
            return 0;
        }
        let end = self.batch.marks.get(self.mark).map_or(self.batch.accesses.len(), |(at, _)| *at);
        end - self.at
    }
}

/// A run in progress.
pub struct Run {
    dat: Dat,
    graph: Graph,
    options: Options,
    machine: Machine,
    streams: Vec<Stream>,
    phases: Phases,
    threads: u64,
    accesses: u64,
    finished: bool,
}

impl Run {
    /// A run that has not started.
    pub fn new(dat: Dat, graph: Graph, options: Options, sources: Vec<Box<dyn Source + Send>>) -> Self {
        let mut machine = Machine::new(&dat, &graph, options.placement.clone(), options.coherent);
        if options.misses {
            machine.watch(options.regions.clone());
        }
        let phases = Phases::new(&machine, graph.objects.len(), options.window);
        for (index, core) in dat.core_obj.iter().enumerate() {
            machine.add_work(
                index,
                Work {
                    dp_flops: core.num_dp_flops.unwrap_or(0),
                    sp_flops: core.num_sp_flops.unwrap_or(0),
                    instructions: core.num_inst.unwrap_or(0),
                },
            );
        }
        let stream = |source| Stream {
            source,
            batch: Batch::default(),
            at: 0,
            mark: 0,
            cores: Vec::new(),
            waiting: None,
            done: false,
        };
        let streams = sources.into_iter().map(stream).collect();
        Self { dat, graph, options, machine, streams, phases, threads: 0, accesses: 0, finished: false }
    }

    /// Accesses so far.
    pub fn accesses(&self) -> u64 {
        self.accesses
    }

    /// Accesses of all traces, if known in advance. Call it before the first step.
    pub fn length(&self) -> Option<u64> {
        self.streams.iter().map(|s| s.source.length()).sum()
    }

    /// The traces, in their order.
    pub fn sources(&self) -> impl Iterator<Item = &dyn Source> {
        self.streams.iter().map(|stream| &*stream.source as &dyn Source)
    }

    /// Does about `budget` accesses; false if the traces have ended.
    ///
    /// # Errors
    /// A trace cannot be read further, or refers to something that does not exist. The counts so far are kept.
    pub fn step(&mut self, budget: u64) -> Result<bool, Text> {
        let end = self.accesses.saturating_add(budget);
        while self.accesses < end && !self.finished {
            let mut ready = 0;
            for stream in 0..self.streams.len() {
                ready += u64::from(self.prepare(stream)?);
            }
            if ready == 0 {
                self.enter_phase();
                continue;
            }
            let shortest = self.streams.iter().map(Stream::ready).filter(|n| *n > 0).min().unwrap_or(0) as u64;
            let left = (end - self.accesses).min(self.phases.until_cut(self.accesses));
            let rounds = shortest.min(left.div_ceil(ready)) as usize;
            match (self.options.coherent, self.machine.is_watched()) {
                (true, false) => self.rounds::<true, false>(rounds),
                (false, false) => self.rounds::<false, false>(rounds),
                (true, true) => self.rounds::<true, true>(rounds),
                (false, true) => self.rounds::<false, true>(rounds),
            }
            self.accesses += rounds as u64 * ready;
            if self.phases.due(self.accesses) {
                self.phases.cut(&self.machine, self.accesses);
            }
            if self.machine.watches_too_much() {
                self.finished = true;
                return Err(text!(
                    "the trace touches too many lines for misses by kind; run it without them, or make the program smaller",
                    "触るラインが多すぎて、ミスの種類を数えられません。種類を数えずに実行するか、プログラムを小さくしてください"
                ));
            }
            if self.machine.is_full() {
                self.finished = true;
                let gib = MAX_FOOTPRINT >> 30;
                return Err(text!(
                    "the trace touches too much memory: more than {gib} GiB, or pages that lie too far apart; are its addresses right?",
                    "トレースが触るメモリが多すぎます（{gib} GiB を超えるか、ページが離れすぎています）。アドレスは正しいですか"
                ));
            }
        }
        Ok(!self.finished)
    }

    /// Reads the next batch if one has ended, and handles the marks before the next access. True if there is an access.
    fn prepare(&mut self, number: usize) -> Result<bool, Text> {
        loop {
            let stream = &mut self.streams[number];
            if stream.waiting.is_some() || stream.done {
                return Ok(false);
            }
            if stream.ready() > 0 {
                return Ok(true);
            }
            let Some((_, mark)) = stream.batch.marks.get(stream.mark) else {
                stream.batch.clear();
                (stream.at, stream.mark) = (0, 0);
                stream.done = !stream.source.fill(&mut stream.batch)?
                    && stream.batch.accesses.is_empty()
                    && stream.batch.marks.is_empty();
                self.give_cores(number);
                continue;
            };
            let mark = mark.clone();
            stream.mark += 1;
            match mark {
                Mark::Phase(name) => stream.waiting = Some(name),
                Mark::Work { thread, work } => {
                    if let Some(core) = stream.cores.get(usize::from(thread)) {
                        self.machine.add_work(usize::from(*core), work);
                    }
                }
                Mark::Core { thread, core } => {
                    let core = self.core(&core)?;
                    if let Some(of) = self.streams[number].cores.get_mut(usize::from(thread)) {
                        *of = core as u16;
                    }
                }
            }
        }
    }

    /// Assigns cores to new threads.
    fn give_cores(&mut self, number: usize) {
        let stream = &mut self.streams[number];
        while stream.cores.len() < stream.batch.threads {
            let turn = (self.threads % self.machine.cores() as u64) as usize;
            stream.cores.push(*self.options.cores.get(&self.threads).unwrap_or(&turn) as u16);
            self.threads += 1;
        }
    }

    /// The core with a number or a name.
    fn core(&self, wanted: &str) -> Result<usize, Text> {
        find_core(&self.graph, wanted)
    }

    /// All traces have ended or wait: the waiting ones enter their phase.
    fn enter_phase(&mut self) {
        let name = self.streams.iter_mut().filter_map(|s| s.waiting.take()).reduce(|first, _| first);
        match name {
            Some(name) => self.phases.enter(name, &self.machine, self.accesses),
            None => self.finished = true,
        }
    }

    /// Does `rounds` accesses of each trace that has any, in turn. `W` must be [`Machine::is_watched`].
    fn rounds<const MSI: bool, const W: bool>(&mut self, rounds: usize) {
        let machine = &mut self.machine;
        let mut ready: Vec<(&[Access], &[u32], &[u16])> = Vec::with_capacity(self.streams.len());
        for stream in self.streams.iter_mut().filter(|s| s.ready() > 0) {
            let first = stream.at;
            stream.at += rounds;
            let places = stream.batch.places.get(first..first + rounds).filter(|_| W).unwrap_or_default();
            ready.push((&stream.batch.accesses[first..first + rounds], places, &stream.cores));
        }
        // Several threads, or accesses whose places count, go one by one.
        let alone = |(accesses, places, cores): &(_, &[u32], &[u16])| match cores {
            [core] if places.is_empty() => Some((usize::from(*core), *accesses)),
            _ => None,
        };
        match ready.iter().map(alone).collect::<Option<Vec<_>>>().as_deref() {
            Some([(core, accesses)]) if !W => machine.access_sequence::<MSI>(*core, accesses),
            Some(ready) => machine.rounds::<MSI, W>(ready),
            None => {
                for round in 0..rounds {
                    for (accesses, places, cores) in &ready {
                        let access: &Access = &accesses[round];
                        if W {
                            machine.at(places.get(round).copied());
                        }
                        machine.access::<MSI, W>(usize::from(cores[usize::from(access.thread)]), access);
                    }
                }
            }
        }
    }

    /// The results so far.
    pub fn report(&self) -> Report {
        let rates = Rates::new(&self.dat, &self.graph);
        let phases = self.phases.clone().finish(&self.machine, self.accesses);
        let place = |number: u32| self.sources().find_map(|source| source.place(number));
        Report::new(&self.dat, &self.graph, &self.machine, &rates, &phases, self.accesses, self.threads)
            .with_places(&self.machine, &place)
    }

    /// The memory system of the run.
    pub fn dat(&self) -> &Dat {
        &self.dat
    }
}

/// The core with a number, from 0 in the order of the DAT, or with a name.
///
/// # Errors
/// There is none; the message lists the cores.
pub fn find_core(graph: &Graph, wanted: &str) -> Result<usize, Text> {
    let cores = graph.cores().count();
    let by_name = graph.objects.iter().position(|o| o.kind == Kind::Core && o.name == wanted);
    let found = by_name.or_else(|| wanted.parse().ok().filter(|n| *n < cores));
    found.ok_or_else(|| {
        let (first, last) = (&graph.objects[0].name, cores - 1);
        text!(
            "there is no core `{wanted}`; give a number from 0 to {last} or a name such as `{first}`",
            "コア `{wanted}` はありません。0 から {last} までの番号か、`{first}` のような名前で指定してください"
        )
    })
}
