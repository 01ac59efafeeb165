//! A program through a memory system, for `mcore pmnet run --program`: it runs on a chip, and its loads and stores are the trace, as they
//! are executed.

use crate::failure::Failure;
use crate::input::{self, Target};
use crate::modes::chip::args::ConsoleChoice;
use crate::modes::chip::console::{Consoles, Printed, Shown};
use crate::modes::chip::run::kib;
use crate::modes::pmnet::args::Executed;
use crate::modes::pmnet::executed::{Around, Prepared};
use crate::report::Report;
use mcore::base::{Array, Sink, Text};
use mcore::modes::chip::session::{MachineOptions, spec_error_text, spec_of};
use mcore::modes::chip::view::{Accesses, CoreAccess, CoreWork, OutcomeView, SourcePlace, function_at, source_of};
use mcore::modes::chip::{Event, EventKind, Image, Machine, Mpi, MpiNews, Outcome, kinds};
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
/// KiB of a rank's memory, if the options have none.
const USUAL_MEMORY_KIB: u32 = 16 << 10;
/// Regions of the program that are named if one that is wanted does not begin.
const NAMED: usize = 10;

/// A chip after its run, if it has ended.
type Ended = Arc<Mutex<Option<Machine>>>;

/// Builds a program that is run for its loads and stores.
pub fn prepare(options: &Executed, around: Around, report: &Report) -> Result<Prepared, Failure> {
    let (width, height) = columns_and_rows(options.ranks);
    let usual = MachineOptions::default();
    let node_memory_kib = match options.node_memory {
        Some(node_memory) => kib(node_memory)?,
        // The memories of a chip as memory system are those of its nodes.
        None if around.is_chip => usual.node_memory_kib,
        None => USUAL_MEMORY_KIB,
    };
    let chosen = MachineOptions { width, height, node_memory_kib, cycle_limit: options.max_cycles, ..usual };
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
    let following = Following {
        accesses: Accesses::new(&machine),
        mpi: Mpi::new(&machine),
        regions: Regions::new(around.region, between, machine.spec().array.nodes()),
        lines: Lines::new(machine.image(0)),
    };
    let (machine, stop, failure) = (Some(machine), around.stop, None);
    let source = Executing { machine, following, stop, ended: Arc::clone(&ended), failure };
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
    /// By rank: true if its accesses count now.
    counts: Vec<bool>,
    /// By rank: its operations up to which the trace has those that count.
    given: Vec<CoreWork>,
    /// The regions that have begun.
    begun: BTreeSet<String>,
}

impl Regions {
    fn new(only: Option<String>, between: String, ranks: usize) -> Self {
        Self {
            counts: vec![only.is_none(); ranks],
            only,
            between,
            inside: vec![Vec::new(); ranks],
            given: vec![CoreWork::default(); ranks],
            begun: BTreeSet::new(),
        }
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
        if let Some(only) = &self.only {
            let counts = inside.contains(only);
            match (self.counts[rank], counts) {
                (false, true) => self.given[rank] = all[rank],
                (true, false) => self.give(rank, all[rank], batch),
                _ => {}
            }
            self.counts[rank] = counts;
        } else if rank == 0 {
            let phase = inside.last().unwrap_or(&self.between).clone();
            self.give_all(all, batch);
            batch.mark(Mark::Phase(phase));
        }
    }

    /// Adds the operations of a rank to the trace that it does not have yet; `now` are all so far.
    fn give(&mut self, rank: usize, now: CoreWork, batch: &mut Batch) {
        let before = std::mem::replace(&mut self.given[rank], now);
        let work = Work {
            dp_flops: now.double - before.double,
            sp_flops: now.single - before.single,
            instructions: now.instructions - before.instructions,
        };
        batch.mark(Mark::Work { thread: rank as u16, work });
    }

    /// As [`Self::give`], of all ranks whose accesses count now.
    fn give_all(&mut self, all: &[CoreWork], batch: &mut Batch) {
        for (rank, now) in all.iter().enumerate() {
            if self.counts[rank] {
                self.give(rank, *now, batch);
            }
        }
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

/// The lines of the program.
struct Lines {
    /// Address of the first instruction.
    base: u32,
    /// The number of the line of each instruction.
    numbers: Vec<u32>,
    /// By number: file and line; of code that is not the user's, its function.
    names: Vec<String>,
}

impl Lines {
    fn new(image: &Image) -> Self {
        let (base, length) = image.text_range();
        let mut known: BTreeMap<String, u32> = BTreeMap::new();
        let mut number = |pc: u32| {
            let name = match image.own_line(pc).and_then(|_| source_of(&image.program, pc)) {
                Some(SourcePlace { file, line }) => format!("{file}:{line}"),
                None => function_at(image, pc).unwrap_or_else(|| format!("{pc:#x}")),
            };
            let next = known.len() as u32;
            *known.entry(name).or_insert(next)
        };
        let numbers = (0..length as u32).map(|word| number(base + 4 * word)).collect();
        let mut names = vec![String::new(); known.len()];
        for (name, number) in known {
            names[number as usize] = name;
        }
        Self { base, numbers, names }
    }

    /// The number of an instruction's line, which has just been executed.
    fn number(&self, pc: u32) -> u32 {
        self.numbers[(pc - self.base) as usize / 4]
    }
}

/// Finds the accesses in the events of a run.
struct Following {
    accesses: Accesses,
    mpi: Mpi,
    regions: Regions,
    lines: Lines,
}

/// The loads and stores of a program that runs.
struct Executing {
    /// None after its end.
    machine: Option<Machine>,
    following: Following,
    stop: Arc<AtomicBool>,
    ended: Ended,
    /// Why the run has no good end; reported after its last accesses.
    failure: Option<Text>,
}

/// Takes the events of the run.
struct Taking<'t> {
    following: &'t mut Following,
    batch: &'t mut Batch,
}

impl Sink<Event> for Taking<'_> {
    const WANTS: u32 = Accesses::WANTS | kinds::MARK;

    fn emit(&mut self, event: Event) {
        let Following { accesses, mpi, regions, lines } = &mut *self.following;
        if let EventKind::Marked { .. } = event.what {
            let mut found = None;
            mpi.take(&event, &mut |_, rank, news| match news {
                MpiNews::RegionBegan(name) => found = Some((rank, Some(name))),
                MpiNews::RegionEnded => found = Some((rank, None)),
                _ => {}
            });
            if let Some((rank, name)) = found {
                regions.mark(rank, name, accesses.work(), self.batch);
            }
            return;
        }
        let Some(CoreAccess { rank, pc, write, addr, bytes }) = accesses.take(&event) else { return };
        if regions.counts[rank] {
            let kind = if write { AccessKind::Write } else { AccessKind::Read };
            self.batch.accesses.push(Access { addr, size: bytes, thread: rank as u16, kind });
            self.batch.places.push(lines.number(pc));
        }
    }
}

impl Executing {
    /// The end of the run: the work of all cores, and the reason if it is no good end.
    fn end(&mut self, batch: &mut Batch) {
        let Some(machine) = self.machine.take() else { return };
        let Following { accesses, regions, .. } = &mut self.following;
        regions.give_all(accesses.work(), batch);
        let view = OutcomeView::of(&machine);
        let is_good = matches!(machine.outcome(), Some(Outcome::Halted { .. }));
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(machine);
        self.failure = view.filter(|_| !is_good).map(|view| view.message).or_else(|| regions.missing());
    }
}

impl Source for Executing {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        let Some(machine) = &mut self.machine else { return self.failure.take().map_or(Ok(false), Err) };
        let nodes = machine.spec().array.nodes();
        batch.threads = nodes;
        let slice = SLICE / nodes as u64 + 1;
        loop {
            let mut taking = Taking { following: &mut self.following, batch };
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
        self.following.lines.names.get(number as usize).cloned()
    }
}
