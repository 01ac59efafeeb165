//! The chip: its constants (specification, images) and its state.

use super::probe::Probe;
use super::{
    ComputeNode, Console, Files, FilesFull, Incc, MemoryNode, Network, Outcome, Phase, Spec, SpecError, TrapCause,
    digest::Portable,
};
use alloc::{sync::Arc, vec::Vec};
use core::hash::{Hash, Hasher};
use mcore_base::{Cycle, NodeId};
use mcore_cpu::isa::{Instr, Op};
use mcore_cpu::mem::{NodeMemory, PAGE_BYTES, PackedMemory};
use mcore_cpu::processor::{Code, Core, TooLarge};
use mcore_cpu::program::{Program, Segment, SegmentKind};
use mcore_toolchain::{mclib::is_library, mpi};

/// A program prepared for a node: its initial memory and its decoded text, shared by all nodes that run it.
#[derive(Clone, Debug)]
pub struct Image {
    pub program: Arc<Program>,
    /// Its memory and text at the start.
    pub code: Code,
    /// Pages with text but without data, which all nodes share.
    pub(super) text_pages: u32,
    /// The probe, in a copy of the chip only. The chip of a run has none.
    pub(crate) probe: Option<Arc<dyn Probe>>,
    /// First addresses of the functions, ascending: global labels of the text, targets of calls, and the entry.
    functions: Vec<u32>,
    /// By file of the program: true for a file of the library.
    library: Vec<bool>,
}

impl Image {
    fn new(program: Arc<Program>, spec: &Spec) -> Result<Self, SpecError> {
        let code = Code::new(&program, spec.node_memory, spec.mirrored)
            .map_err(|TooLarge { end }| SpecError::ProgramTooLarge { end })?;
        let is_text = |kind| kind == SegmentKind::Text;
        let shares = |page: u32, s: &Segment| {
            !is_text(s.kind) && s.addr / PAGE_BYTES <= page && page < (s.addr + s.size).div_ceil(PAGE_BYTES)
        };
        let text_pages = (code.text_base / PAGE_BYTES..code.text_end().div_ceil(PAGE_BYTES))
            .filter(|page| {
                !code.memory().is_untouched(page * PAGE_BYTES) && !program.segments.iter().any(|s| shares(*page, s))
            })
            .count() as u32;
        let functions = functions(&program, code.text_base, code.text());
        let of_library =
            |(index, file): (u32, &alloc::string::String)| is_library(file) || program.added.contains(&index);
        let library = (0u32..).zip(&program.files).map(of_library).collect();
        Ok(Self { program, code, text_pages, probe: None, functions, library })
    }

    /// First addresses of the functions, ascending.
    pub fn functions(&self) -> &[u32] {
        &self.functions
    }

    /// Address of the first instruction of the text, and the number of instructions.
    pub fn text_range(&self) -> (u32, usize) {
        (self.code.text_base, self.code.text().len())
    }

    /// The function that contains an address of the text: its first address, and the address after its last
    /// instruction.
    pub fn function_of(&self, pc: u32) -> Option<(u32, u32)> {
        if !self.code.is_text(pc) {
            return None;
        }
        let next = self.functions.partition_point(|start| *start <= pc);
        let start = *self.functions.get(next.checked_sub(1)?)?;
        let end = self.functions.get(next).copied();
        Some((start, end.unwrap_or(self.code.text_end())))
    }

    /// The source line of an instruction: file and line.
    pub fn line(&self, pc: u32) -> Option<(u32, u32)> {
        self.program.line_of(pc).map(|entry| (entry.file, entry.line))
    }

    /// The source line of an instruction, unless it is in a file of the library.
    pub fn own_line(&self, pc: u32) -> Option<(u32, u32)> {
        self.line(pc).filter(|(file, _)| !self.is_library(*file))
    }

    /// True if a file is one of the library.
    pub fn is_library(&self, file: u32) -> bool {
        self.library.get(file as usize) == Some(&true)
    }
}

/// First addresses of the functions of a text: labels that other files or a call can name, and the entry.
fn functions(program: &Program, base: u32, text: &[Instr]) -> Vec<u32> {
    let inside = |addr: &u32| ((addr.wrapping_sub(base) / 4) as usize) < text.len();
    let global = program.symbols.iter().filter(|s| s.is_label && s.global).map(|s| s.value);
    let called = text.iter().zip((base..).step_by(4)).filter_map(|(instr, addr)| {
        instr.target(addr).filter(|_| instr.op == Op::Jal || matches!(instr.op, Op::Bgezal if instr.rs == 0))
    });
    let mut all: Vec<u32> = global.chain(called).chain([program.entry]).filter(inside).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Everything that changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Cycles simulated.
    pub cycle: Cycle,
    /// The phase of the run.
    pub phase: Phase,
    /// Compute nodes by rank.
    pub nodes: Vec<ComputeNode>,
    /// Routers and links.
    pub network: Network,
    pub memory_node: MemoryNode,
    /// Files and the standard input.
    pub files: Files,
    /// Flits between the output buffer in which they were formed and the memory to which they are written.
    pub in_flight: u32,
    /// Sum of `in_flight` over the ends of all cycles.
    pub flit_cycles: u64,
    /// The cycle since which no DMA is in flight, if none is.
    pub(crate) quiet_since: Option<Cycle>,
    /// The cycle of the next check of how much memory the nodes have touched.
    pub(crate) memory_check: Cycle,
}

/// A chip with its programs and its state: the definition of the machine, advanced cycle by cycle ([`Chip::step`]).
/// Cloning it is cheap: memory pages are shared until written.
#[derive(Clone, Debug)]
pub struct Chip {
    pub(crate) spec: Arc<Spec>,
    pub(crate) images: Arc<[Image]>,
    /// Node memories may contain packed pages.
    pub(crate) folded: bool,
    pub state: State,
}

impl Chip {
    /// A chip at cycle 0 with the same program on every compute node.
    pub fn new(spec: Spec, program: Arc<Program>) -> Result<Self, SpecError> {
        Self::with_programs(spec, alloc::vec![program], |_| 0)
    }

    /// A chip at cycle 0 on which each rank runs `programs[choose(rank)]`.
    pub fn with_programs(
        spec: Spec,
        programs: Vec<Arc<Program>>,
        choose: impl Fn(usize) -> usize,
    ) -> Result<Self, SpecError> {
        spec.validate()?;
        let images = programs.into_iter().map(|p| Image::new(p, &spec)).collect::<Result<Arc<[_]>, _>>()?;
        let nodes: Vec<_> = (0..spec.array.nodes())
            .map(|rank| {
                let image = choose(rank);
                ComputeNode {
                    id: spec.array.node(rank),
                    image: image as u32,
                    core: Core::new(&images[image].code, images[image].program.entry, spec.stack_top()),
                    incc: Incc::default(),
                    console: Console::default(),
                    request: None,
                }
            })
            .collect();
        let memory_check = match nodes.len() as u64 * u64::from(spec.node_pages()) > spec.node_memory_pages {
            true => 1,
            // All their memories together are too small to reach the limit.
            false => Cycle::MAX,
        };
        let state = State {
            cycle: 0,
            phase: Phase::Running,
            nodes,
            network: Network::new(spec.array),
            memory_node: MemoryNode::new(spec.array, spec.main_memory_pages),
            files: Files::default(),
            in_flight: 0,
            flit_cycles: 0,
            quiet_since: Some(0),
            memory_check,
        };
        Ok(Self { spec: Arc::new(spec), images, folded: false, state })
    }

    /// The specification of the chip.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The image that a rank runs.
    pub fn image(&self, rank: usize) -> &Image {
        &self.images[self.state.nodes[rank].image as usize]
    }

    /// True if a program of the machine uses MPIMC to send or to receive.
    pub fn has_mpi(&self) -> bool {
        self.images.iter().any(|image| image.program.label(mpi::STAGED).is_some())
    }

    /// The node at a place, if it is a compute node.
    pub fn node(&self, id: NodeId) -> Option<&ComputeNode> {
        self.spec.array.rank(id).map(|rank| &self.state.nodes[rank])
    }

    /// Serves the requests to the file system that cores have made in this cycle, in the order of ranks. `ranks`: their nodes.
    ///
    /// The cause and the rank of each trap go to `trapped`.
    pub(crate) fn serve_files(&mut self, ranks: &mut [u32], mut trapped: impl FnMut(&mut ComputeNode, TrapCause)) {
        ranks.sort_unstable();
        let Self { spec, state, .. } = self;
        for &rank in &*ranks {
            let node = &mut state.nodes[rank as usize];
            let Some(request) = node.request.take() else { continue };
            let of_array = spec.array.rank(node.id).unwrap_or(0) as u32;
            match state.files.serve(of_array, &request, spec.file_limit) {
                Ok([result, second]) => {
                    node.core.processor.set(2, result);
                    node.core.processor.set(3, second);
                }
                Err(FilesFull) => trapped(node, TrapCause::FilesFull),
            }
        }
    }

    /// Writes words into a node's memory from outside, as the loader of an exercise does. False if they do not fit.
    pub fn poke(&mut self, rank: usize, addr: u32, words: &[u32]) -> bool {
        let map = self.image(rank).code.map;
        let fits = words.is_empty() || map.resolve_range(addr, 4, words.len() as u32).is_ok();
        if fits {
            let written_text =
                (0..words.len() as u32).any(|i| self.image(rank).code.is_text(map.wrap(addr.wrapping_add(4 * i))));
            let node = &mut self.state.nodes[rank];
            node.core.processor.text_written |= written_text;
            for (i, word) in words.iter().enumerate() {
                node.core.memory.set_word(map.wrap(addr.wrapping_add(4 * i as u32)), *word);
            }
        }
        fits
    }

    /// The word of a node's memory at an address, without side effects. `None` where there is no memory.
    pub fn peek(&self, rank: usize, addr: u32) -> Option<u32> {
        let offset = self.image(rank).code.map.resolve_range(addr, 4, 1).ok()?;
        Some(self.state.nodes[rank].core.memory.word(offset))
    }

    /// Bytes that all nodes have printed in total.
    pub fn printed(&self) -> usize {
        self.state.nodes.iter().map(|node| node.console.len()).sum()
    }

    /// Prepares for cloning, so that the clone shares all memory. No visible change.
    pub fn share(&mut self) {
        self.state.nodes.iter_mut().for_each(|node| node.core.memory.share());
        self.state.memory_node.main.share();
    }

    /// Prepares for a long simulation: unpacks all memory. No visible change.
    pub(crate) fn unfold(&mut self) {
        if core::mem::take(&mut self.folded) {
            NodeMemory::unfold_all(self.state.nodes.iter_mut().map(|node| &mut node.core.memory));
        }
    }

    /// How the run ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.state.phase {
            Phase::Ended(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// A hash of the state, the same on every platform.
    pub fn digest(&self) -> u64 {
        let mut hasher = Portable::default();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    /// Packs the chip, so that it takes little memory. Data that it shares with `before` is stored once. No visible
    /// change.
    pub fn pack(&mut self, before: Option<&PackedMachine>) -> PackedMachine {
        self.state.memory_node.main.share();
        // The memories are packed separately; the rest is cloned without them.
        let mut memories: Vec<_> = self.state.nodes.iter_mut().map(|n| core::mem::take(&mut n.core.memory)).collect();
        let chip = self.clone();
        let mut packed: Vec<PackedMemory> = Vec::with_capacity(memories.len());
        for rank in 0..memories.len() {
            // At the start all nodes have the same program.
            let older = before.and_then(|b| b.memories.get(rank)).or(packed.first());
            let (done, rest) = memories.split_at_mut(rank);
            packed.push(PackedMemory::pack(&mut rest[0], older, done.last().zip(packed.last())));
        }
        self.state.nodes.iter_mut().zip(memories).for_each(|(node, memory)| node.core.memory = memory);
        PackedMachine { chip, memories: packed }
    }
}

/// A chip whose state is stored for later.
#[derive(Clone, Debug)]
pub struct PackedMachine {
    /// The chip with empty node memories.
    chip: Chip,
    /// Node memories by rank.
    memories: Vec<PackedMemory>,
}

impl PackedMachine {
    /// The chip at the time it was packed.
    pub fn unpack(&self) -> Chip {
        let mut chip = self.chip.clone();
        chip.folded = true;
        for (node, packed) in chip.state.nodes.iter_mut().zip(&self.memories) {
            node.core.memory = packed.unpack();
        }
        chip
    }

    /// Bytes of memory that it takes, without those shared with `before`.
    pub fn cost(&self, before: Option<&Self>) -> usize {
        let state = &self.chip.state;
        let first = self.memories.first();
        let older = |rank: usize| before.and_then(|b| b.memories.get(rank)).or(first.filter(|_| rank > 0));
        let memories: usize = self.memories.iter().enumerate().map(|(rank, m)| m.own_bytes(older(rank))).sum();
        let nodes: usize = state
            .nodes
            .iter()
            .map(|n| size_of::<ComputeNode>() + size_of::<PackedMemory>() + n.console.own_bytes())
            .sum();
        let main = state.memory_node.main.own_bytes(before.map(|b| &b.chip.state.memory_node.main));
        memories + nodes + main + state.files.own_bytes() + Network::bytes(self.chip.spec.array)
    }
}
