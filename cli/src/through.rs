//! A program through a memory system, for `mcore pmnet run --program`: it runs on a chip, and its loads and stores are the trace, as they
//! are executed.

use crate::failure::Failure;
use crate::input::{self, Target};
use crate::modes::chip::args::ConsoleChoice;
use crate::modes::chip::console::{Consoles, Printed, Shown};
use crate::modes::pmnet::args::Executed;
use crate::modes::pmnet::executed::{Around, Prepared};
use crate::report::Report;
use mcore::base::{Array, Sink, Text};
use mcore::modes::chip::session::{MachineOptions, spec_error_text, spec_of};
use mcore::modes::chip::view::{Accesses, CoreAccess, CoreWork, OutcomeView};
use mcore::modes::chip::{Event, EventKind, Machine, Mpi, MpiNews, Outcome, kinds};
use mcore::modes::pmnet::model::machine::{Region, Work};
use mcore::modes::pmnet::model::trace::{Access, AccessKind, Batch, Mark, Source};
use mcore::program::Program;
use mcore::text;
use mcore::toolchain::asm;
use mcore::toolchain::debug::{Debug, Place, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufWriter, IsTerminal as _, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Accesses of a batch.
const BATCH: usize = 1 << 13;
/// Cycles times nodes between two checks for Ctrl-C.
const SLICE: u64 = 1 << 18;
/// Bytes of the smallest variable that is a region of its own; misses of smaller ones say little.
const LEAST_BYTES: u64 = 64;
/// Regions of the program that are named if one that is wanted does not begin.
const NAMED: usize = 10;

/// A chip after its run, if it has ended.
type Ended = Arc<Mutex<Option<Machine>>>;

/// Builds a program that is run for its loads and stores.
pub fn prepare(options: &Executed, around: Around, report: &Report) -> Result<Prepared, Failure> {
    let (width, height) = columns_and_rows(options.ranks);
    let node_memory = options.node_memory.unwrap_or(around.usual_memory);
    let chosen = MachineOptions {
        width,
        height,
        node_memory_kib: node_memory / 1024,
        cycle_limit: options.max_cycles,
        ..MachineOptions::default()
    };
    let spec = spec_of(&chosen);
    let cannot = |error| Failure::Text(spec_error_text(&error, &chosen));
    spec.validate().map_err(cannot)?;
    input::one_standard(&options.program)?;
    let layout = asm::Options { memory_size: spec.node_memory, ..asm::Options::default() };
    let target = Target { layout: &layout, array: Some(spec.array), map: None };
    let (program, debug) =
        input::program_with_debug(&options.program, &target, report, &options.c, &options.arguments)?;
    let arrays = arrays(&program, &debug, spec.array, spec.node_memory);
    let machine = Machine::new(spec, Arc::new(program)).map_err(cannot)?;
    let ended = Ended::default();
    let between = report.say(&text!("(between regions)", "(区間の間)")).to_owned();
    let source = Executing {
        accesses: Accesses::new(&machine),
        mpi: Mpi::new(&machine),
        regions: Regions::new(around.region, between, machine.spec().array.nodes()),
        lines: Lines::new(&machine.image(0).program),
        machine: Some(machine),
        stop: around.stop,
        ended: Arc::clone(&ended),
        failure: None,
    };
    Ok(Prepared { source: Box::new(source), arrays, print: Box::new(move || print(&ended)) })
}

/// A mesh that is as square as the number of its nodes allows.
fn columns_and_rows(ranks: u16) -> (u8, u8) {
    let rows = (1..=ranks).take_while(|rows| rows * rows <= ranks).filter(|rows| ranks % rows == 0).last().unwrap_or(1);
    // A number that has no such mesh is refused as too large for the chip.
    (u8::try_from(ranks / rows).unwrap_or(0), u8::try_from(rows).unwrap_or(0))
}

/// The variables of C with enough bytes, in the memory of each rank.
fn arrays(program: &Program, debug: &Debug, array: Array, node_memory: u32) -> Vec<Region> {
    let of_unit = |(number, unit): (usize, &Unit)| -> Vec<(String, u32, u64)> {
        let one = |variable: &mcore::toolchain::debug::Variable| {
            let Place::Label(label) = &variable.place else { return None };
            let bytes = unit.size(variable.ty).filter(|bytes| *bytes >= LEAST_BYTES)?;
            Some((variable.name.clone(), debug.address(number, label)?, bytes))
        };
        unit.globals.iter().filter_map(one).collect()
    };
    let mut found: Vec<(String, u32, u64)> = debug.units().iter().enumerate().flat_map(of_unit).collect();
    // Of an assembly program: the words after each of its labels, up to the next one.
    if debug.units().is_empty() {
        let labels: BTreeMap<u32, &str> =
            program.symbols.iter().filter(|s| s.is_label).map(|s| (s.value, s.name.as_str())).collect();
        let data = |addr: u32| program.segment_of(addr).filter(|_| !program.is_text(addr));
        for (addr, name) in &labels {
            let Some(segment) = data(*addr) else { continue };
            let next = labels.range(addr + 1..).next().map_or(u32::MAX, |(next, _)| *next);
            let bytes = u64::from(next.min(segment.addr + segment.size) - addr);
            if bytes >= LEAST_BYTES {
                found.push(((*name).to_owned(), *addr, bytes));
            }
        }
    }
    let in_memory = |rank: usize| {
        let memory = rank as u64 * u64::from(node_memory);
        found.iter().map(move |(name, addr, bytes)| Region::new(name.as_str(), memory + u64::from(*addr), *bytes))
    };
    (0..array.nodes()).flat_map(in_memory).collect()
}

/// Prints to standard error what the program has printed, in the order of nodes.
fn print(ended: &Ended) -> Result<(), Failure> {
    let machine = ended.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(machine) = &*machine else { return Ok(()) };
    let is_terminal = stderr().is_terminal();
    let array = machine.spec().array;
    for errors in [false, true] {
        let mut consoles = Consoles::new(Shown::new(BufWriter::new(stderr()), is_terminal), ConsoleChoice::All, errors);
        let all = machine.state.nodes.iter().enumerate();
        let all = all.map(|(rank, node)| (array.node(rank), node.console.len() as u32));
        let printed: Vec<Printed> = all.map(|(node, bytes)| Printed { node, from: 0, bytes }).collect();
        consoles.take(machine, &printed)?;
        consoles.finish()?;
    }
    Ok(())
}

/// The regions of the program, between `mc_region_begin` and `mc_region_end`.
struct Regions {
    /// The region whose accesses count; else all of them do.
    only: Option<String>,
    /// The name of the phase outside all regions.
    between: String,
    /// By rank: the regions that it is in, the innermost last.
    inside: Vec<Vec<String>>,
    /// By rank: its operations when it entered the region that counts.
    since: Vec<Option<CoreWork>>,
    /// By rank: its operations in that region.
    work: Vec<CoreWork>,
    /// By rank: the operations that the trace has so far.
    given: Vec<CoreWork>,
    /// The regions that have begun.
    begun: BTreeSet<String>,
}

impl Regions {
    fn new(only: Option<String>, between: String, ranks: usize) -> Self {
        Self {
            only,
            between,
            inside: vec![Vec::new(); ranks],
            since: vec![None; ranks],
            work: vec![CoreWork::default(); ranks],
            given: vec![CoreWork::default(); ranks],
            begun: BTreeSet::new(),
        }
    }

    /// True if the accesses of a rank count now.
    fn counts(&self, rank: usize) -> bool {
        self.only.is_none() || self.since[rank].is_some()
    }

    /// A rank begins a region, or ends its innermost one. `all` are the operations of the cores so far. The regions of rank 0 are the
    /// phases of the trace, unless one region alone counts.
    fn mark(&mut self, rank: usize, name: Option<String>, all: &[CoreWork], batch: &mut Batch) {
        match name {
            Some(name) => {
                self.begun.insert(name.clone());
                self.inside[rank].push(name);
            }
            None => drop(self.inside[rank].pop()),
        }
        let inside = &self.inside[rank];
        match &self.only {
            Some(only) => match (inside.contains(only), self.since[rank]) {
                (true, None) => self.since[rank] = Some(all[rank]),
                (false, Some(since)) => {
                    add(&mut self.work[rank], since, all[rank]);
                    self.since[rank] = None;
                }
                _ => {}
            },
            None if rank == 0 => {
                let phase = inside.last().unwrap_or(&self.between).clone();
                self.give(all, batch);
                batch.mark(Mark::Phase(phase));
            }
            None => {}
        }
    }

    /// Adds the operations to the trace that it does not have yet.
    fn give(&mut self, all: &[CoreWork], batch: &mut Batch) {
        for (thread, (given, now)) in (0u16..).zip(self.given.iter_mut().zip(all)) {
            let mut more = CoreWork::default();
            add(&mut more, *given, *now);
            *given = *now;
            let work = Work { dp_flops: more.double, sp_flops: more.single, instructions: more.instructions };
            batch.mark(Mark::Work { thread, work });
        }
    }

    /// Adds the rest of the operations to the trace; `all` are those of the whole run.
    fn finish(&mut self, all: &[CoreWork], batch: &mut Batch) {
        if self.only.is_none() {
            return self.give(all, batch);
        }
        for (rank, work) in all.iter().enumerate() {
            if let Some(since) = self.since[rank].take() {
                add(&mut self.work[rank], since, *work);
            }
        }
        let work = self.work.clone();
        self.give(&work, batch);
    }

    /// Why nothing counted, if the region that counts has not begun.
    fn missing(&self) -> Option<Text> {
        let only = self.only.as_ref().filter(|only| !self.begun.contains(*only))?;
        let begun: Vec<&str> = self.begun.iter().take(NAMED).map(String::as_str).collect();
        Some(if begun.is_empty() {
            text!(
                "--region {only}: the program begins no region; write mc_region_begin(\"{only}\") before the part, and mc_region_end() after it",
                "--region {only}: プログラムに区間がありません。調べる部分の前に mc_region_begin(\"{only}\")、後に mc_region_end() を書いてください"
            )
        } else {
            let begun = begun.join(", ");
            text!(
                "--region {only}: the program does not begin this region; its regions are: {begun}",
                "--region {only}: この区間はプログラムで始まりません。プログラムの区間: {begun}"
            )
        })
    }
}

/// Adds the operations from one point of a run to another.
fn add(sum: &mut CoreWork, since: CoreWork, until: CoreWork) {
    sum.double += until.double - since.double;
    sum.single += until.single - since.single;
    sum.instructions += until.instructions - since.instructions;
}

/// The lines of the program that access memory.
struct Lines {
    program: Arc<Program>,
    /// By word of the text: the number of its line plus 1; 0 if it is not known yet.
    numbers: Vec<u32>,
    /// The numbers of names.
    known: BTreeMap<String, u32>,
    names: Vec<String>,
}

impl Lines {
    fn new(program: &Arc<Program>) -> Self {
        Self { program: Arc::clone(program), numbers: Vec::new(), known: BTreeMap::new(), names: Vec::new() }
    }

    /// The number of an instruction's line.
    fn number(&mut self, pc: u32) -> u32 {
        let place = pc as usize / 4;
        if place >= self.numbers.len() {
            self.numbers.resize(place + 1, 0);
        }
        if self.numbers[place] == 0 {
            let name = self.name(pc);
            let names = &mut self.names;
            let number = *self.known.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                names.len() as u32
            });
            self.numbers[place] = number;
        }
        self.numbers[place] - 1
    }

    /// File and line; of code without lines, as that of the library, its function.
    fn name(&self, pc: u32) -> String {
        let program = &self.program;
        if let Some(entry) = program.line_of(pc)
            && let Some(file) = program.files.get(entry.file as usize)
            && !program.added.contains(&entry.file)
        {
            return format!("{file}:{}", entry.line);
        }
        program.nearest_label(pc).map_or_else(|| format!("{pc:#x}"), |(label, _)| label.name.clone())
    }
}

/// The loads and stores of a program that runs.
pub struct Executing {
    /// None after its end.
    machine: Option<Machine>,
    accesses: Accesses,
    mpi: Mpi,
    regions: Regions,
    lines: Lines,
    stop: Arc<AtomicBool>,
    ended: Ended,
    /// Why the run has no good end; reported after its last accesses.
    failure: Option<Text>,
}

/// Takes the events of the run.
struct Taking<'t> {
    accesses: &'t mut Accesses,
    mpi: &'t mut Mpi,
    regions: &'t mut Regions,
    lines: &'t mut Lines,
    batch: &'t mut Batch,
}

impl Sink<Event> for Taking<'_> {
    const WANTS: u32 = Accesses::WANTS | kinds::MARK;

    fn emit(&mut self, event: Event) {
        if let EventKind::Marked { .. } = event.what {
            let mut found = None;
            self.mpi.take(&event, &mut |_, rank, news| match news {
                MpiNews::RegionBegan(name) => found = Some((rank, Some(name))),
                MpiNews::RegionEnded => found = Some((rank, None)),
                _ => {}
            });
            if let Some((rank, name)) = found {
                self.regions.mark(rank, name, self.accesses.work(), self.batch);
            }
            return;
        }
        let Some(CoreAccess { rank, pc, write, addr, bytes }) = self.accesses.take(&event) else { return };
        if self.regions.counts(rank) {
            let kind = if write { AccessKind::Write } else { AccessKind::Read };
            self.batch.accesses.push(Access { addr, size: bytes, thread: rank as u16, kind });
            self.batch.places.push(self.lines.number(pc));
        }
    }
}

impl Executing {
    /// The end of the run: the work of all cores, and the reason if it is no good end.
    fn end(&mut self, batch: &mut Batch) {
        let Some(machine) = self.machine.take() else { return };
        self.regions.finish(self.accesses.work(), batch);
        let view = OutcomeView::of(&machine);
        let is_good = matches!(machine.outcome(), Some(Outcome::Halted { .. }));
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(machine);
        self.failure = view.filter(|_| !is_good).map(|view| view.message).or_else(|| self.regions.missing());
    }
}

impl Source for Executing {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        let Some(machine) = &mut self.machine else { return self.failure.take().map_or(Ok(false), Err) };
        let nodes = machine.spec().array.nodes();
        batch.threads = nodes;
        let slice = SLICE / nodes as u64 + 1;
        loop {
            let (accesses, mpi, regions, lines) =
                (&mut self.accesses, &mut self.mpi, &mut self.regions, &mut self.lines);
            let mut taking = Taking { accesses, mpi, regions, lines, batch };
            for _ in 0..slice {
                if !machine.step_with(&mut taking) {
                    self.end(batch);
                    return Ok(true);
                }
                if taking.batch.accesses.len() >= BATCH {
                    return Ok(true);
                }
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
        }
    }

    fn place(&self, number: u32) -> Option<String> {
        self.lines.names.get(number as usize).cloned()
    }
}
