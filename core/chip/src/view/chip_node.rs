//! One node of the chip as a [`NodeView`].

use super::calls::call_views;
use super::chip_mesh::core_role;
use super::chip_outcome::{address, any_register_name, read_address, source_of};
use super::chip_stall::stall_name;
use super::typed::character;
use super::{
    ChainView, ConsolePart, CoreRole, DisasmRow, FloatRegisterView, FloatStatusView, InccRegisterView, InccView,
    MemoryFocus, MemoryRow, MemoryView, MemoryWord, NodeKind, NodeLine, NodeView, OutcomeView, PartView, RegisterView,
    SourcePlace, mpi_ranks, rank_in,
};
use crate::{Command, ComputeNode, Console, Machine, Receiving, Sending, Stall, reg};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use mcore_base::text;
use mcore_base::{NodeId, Text, counted};
use mcore_cpu::isa::exec::fpu::{self, Rounding};
use mcore_cpu::isa::{decode, disassemble};
use mcore_cpu::program::{LineEntry, Program};
use mcore_net::{Flit, FlitKind, PackedFlit, Port};

/// Bytes of console text in a view.
const CONSOLE_BYTES: usize = 16 * 1024;
/// Instructions shown before and after the next one.
const DISASM_BEFORE: u32 = 6;
const DISASM_AFTER: u32 = 14;

impl NodeLine {
    /// The source line of the node `id`; `None` unless it is a compute node whose next instruction comes from the
    /// source.
    pub fn of(machine: &Machine, id: NodeId) -> Option<Self> {
        let rank = machine.spec().array.rank(id)?;
        let mut places = call_views(machine, rank).into_iter().filter_map(|call| call.place);
        Some(Self { node: id, place: places.next()?, callers: places.collect() })
    }
}

impl NodeView {
    /// The node at a place of the mesh. `focus` and `rows` choose the part of memory to show.
    pub fn of(machine: &Machine, id: NodeId, focus: &MemoryFocus, rows: u32) -> Self {
        let view = match machine.spec().array.rank(id) {
            Some(rank) => compute_node(machine, rank, focus, rows),
            None if id == NodeId::MEMORY => memory_node(machine),
            None => bare(id, NodeKind::Path),
        };
        Self { parts: parts(machine, id), chains: chains(machine, id), ..view }
    }

    /// Adds the instructions of a source line that are nearest to the next instruction, if none of the line is listed.
    pub fn with_code(mut self, machine: &Machine, place: Option<&SourcePlace>) -> Self {
        if let (Some(place), Some(rank)) = (place, machine.spec().array.rank(self.id))
            && !self.disasm.iter().any(|row| row.source.as_ref() == Some(place))
        {
            let program = &machine.image(rank).program;
            let pc = machine.state.nodes[rank].core.processor.pc;
            let file = program.files.iter().position(|name| *name == place.file);
            let of_it = |line: &&LineEntry| Some(line.file as usize) == file && line.line == place.line;
            let nearest = program.lines.iter().filter(of_it).map(|line| line.addr).min_by_key(|addr| addr.abs_diff(pc));
            self.elsewhere = nearest.map(|addr| disasm(machine, rank, addr)).unwrap_or_default();
        }
        self
    }
}

fn bare(id: NodeId, kind: NodeKind) -> NodeView {
    NodeView {
        id,
        kind,
        rank: None,
        role: None,
        exit_code: None,
        why: None,
        executed: 0,
        polled: 0,
        parts: Vec::new(),
        chains: Vec::new(),
        registers: Vec::new(),
        float_registers: Vec::new(),
        float_status: None,
        incc: InccView::default(),
        memory: None,
        disasm: Vec::new(),
        elsewhere: Vec::new(),
        source: None,
        calls: Vec::new(),
        console: Vec::new(),
    }
}

/// The use of the parts at a place of the mesh in the last cycle.
fn parts(machine: &Machine, id: NodeId) -> Vec<PartView> {
    let array = machine.spec().array;
    if machine.state.cycle == 0 || id.x > array.width || id.y > array.height {
        return Vec::new();
    }
    let view = |name: Text, stall: Option<Stall>| PartView {
        name,
        doing: stall.map_or(text!("progress", "進行"), stall_name),
        stalled: stall.is_some(),
        held_back: matches!(stall, Some(Stall::Xoff | Stall::OutputHeld | Stall::PageMiss)),
    };
    let mut parts = Vec::new();
    if let Some(rank) = array.rank(id) {
        // A core that has just halted did execute an instruction, but the reader needs to see that it has stopped.
        let halted = machine.state.nodes[rank].core.processor.halted.map(|_| Stall::Halted);
        parts.push(view(text!("core", "コア"), machine.core_stall(rank).or(halted)));
        parts.push(view(Text::same("INCC"), machine.incc_stall(rank)));
    }
    if id == NodeId::MEMORY {
        parts.push(view(text!("memory node", "メモリノード"), machine.memory_node_stall()));
    }
    parts.push(view(text!("router", "ルータ"), machine.router_stall(array.router(id))));
    parts
}

/// The blocked chains that start in the router of a place.
fn chains(machine: &Machine, id: NodeId) -> Vec<ChainView> {
    let array = machine.spec().array;
    if id.x > array.width || id.y > array.height {
        return Vec::new();
    }
    Port::ALL.into_iter().filter_map(|input| ChainView::of(&machine.blocked_chain(id, input))).collect()
}

fn memory_node(machine: &Machine) -> NodeView {
    let node = &machine.state.memory_node;
    let waiting = node.queue.len();
    let incc = InccView {
        waiting: (waiting > 0).then(|| text!("{waiting} requests", "要求 {waiting} 件")),
        command: node.current.as_ref().map(|(s, _)| command_text(&s.command, None)),
        sent: node.current.as_ref().map(|(s, _)| sent_text(s)),
        receiving: node.receiving.as_ref().map(receiving_text),
        output: node.out.map(PackedFlit::flit).as_ref().map(flit_text),
        input: node.input.iter().map(flit_text).collect(),
        registers: Vec::new(),
    };
    let (page, busy) = node.page();
    let why = busy.then(|| {
        let page = page.unwrap_or(0);
        text!(
            "Copies page 0x{page:x} of main memory into the page buffer (40 cycles, and 40 more to write a dirty page back).",
            "メインメモリのページ 0x{page:x} をページバッファにコピーしています（40 サイクル。書き戻しがあればさらに 40）。"
        )
    });
    NodeView { incc, why, ..bare(NodeId::MEMORY, NodeKind::Memory) }
}

fn compute_node(machine: &Machine, rank: usize, focus: &MemoryFocus, rows: u32) -> NodeView {
    let node = &machine.state.nodes[rank];
    let program = &*machine.image(rank).program;
    let p = &node.core.processor;
    NodeView {
        rank: Some(rank_in(&mpi_ranks(machine), rank)),
        role: Some(core_role(node)),
        exit_code: p.halted.map(|(code, _)| code as i32),
        why: why(machine, node, program),
        executed: p.executed,
        polled: p.polled,
        registers: registers(node),
        float_registers: float_registers(node),
        float_status: Some(float_status(node)),
        incc: InccView {
            waiting: node.incc.interface.or(node.incc.start).map(|c| command_text(&c, Some(program))),
            command: node.incc.current.map(|s| command_text(&s.command, Some(program))),
            sent: node.incc.current.as_ref().map(sent_text),
            receiving: node.incc.receiving.as_ref().map(receiving_text),
            output: node.incc.out.map(PackedFlit::flit).as_ref().map(flit_text),
            input: node.incc.input.map(PackedFlit::flit).iter().map(flit_text).collect(),
            registers: incc_registers(node, program),
        },
        memory: Some(memory(machine, node, rank, focus, rows)),
        disasm: disasm(machine, rank, node.core.processor.pc & !3),
        source: source_of(program, p.pc),
        calls: call_views(machine, rank),
        console: console_parts(&node.console),
        ..bare(node.id, NodeKind::Compute)
    }
}

fn why(machine: &Machine, node: &ComputeNode, program: &Program) -> Option<Text> {
    match core_role(node) {
        CoreRole::Trapped => OutcomeView::of(machine).filter(|o| o.node == Some(node.id)).map(|o| o.message),
        CoreRole::Polling => {
            let polling = node.core.processor.polling()?;
            let rank = machine.spec().array.rank(node.id)?;
            let Some(addr) = machine.polled(rank) else {
                return Some(text!("Loops without changing anything.", "何も変えずにループしています。"));
            };
            let place = read_address(program, addr);
            let value = machine.peek(rank, addr & !3);
            Some(match (polling.timed, value) {
                (true, _) => {
                    text!("Waits for a time: polls {place}.", "時間を待っています。{place} をポーリング中です。")
                }
                (false, Some(v)) => {
                    let v = v as i32;
                    text!(
                        "Polls {place}, which is {v}, and waits for it to change.",
                        "{place}（値は {v}）をポーリングし、変わるのを待っています。"
                    )
                }
                (false, None) => text!("Polls {place}.", "{place} をポーリングしています。"),
            })
        }
        _ => None,
    }
}

fn registers(node: &ComputeNode) -> Vec<RegisterView> {
    let p = &node.core.processor;
    let live = p.is_live();
    let view = |name: &str, value: u32, changed: bool| RegisterView {
        name: name.to_string(),
        hex: format!("{value:08x}"),
        dec: (value as i32).to_string(),
        value,
        changed: changed && live,
    };
    let values = p.registers.general.iter().chain([&p.registers.hi, &p.registers.lo]).enumerate();
    let mut views: Vec<_> =
        values.map(|(n, v)| view(any_register_name(n), *v, p.last.registers >> n & 1 != 0)).collect();
    views.push(view("pc", p.pc, false));
    views
}

fn float_registers(node: &ComputeNode) -> Vec<FloatRegisterView> {
    let p = &node.core.processor;
    let view = |n: u8| {
        let value = p.float.single(n);
        FloatRegisterView {
            name: format!("$f{n}"),
            hex: format!("{value:08x}"),
            single: fpu::single_text(value),
            double: (n % 2 == 0).then(|| fpu::double_text(p.float.double(n))),
            changed: p.last.float_registers >> n & 1 != 0 && p.is_live(),
        }
    };
    (0..32).map(view).collect()
}

fn float_status(node: &ComputeNode) -> FloatStatusView {
    let p = &node.core.processor;
    let fcsr = p.float.fcsr;
    let letters =
        |bits: u8| "VZOUI".chars().zip((0..5).rev()).filter(|(_, i)| bits >> i & 1 != 0).map(|(c, _)| c).collect();
    FloatStatusView {
        hex: format!("{:08x}", fcsr.bits()),
        rounding: match fcsr.rounding() {
            Rounding::Nearest => text!("to the nearest", "最も近い数"),
            Rounding::Zero => text!("towards 0", "0 の方向"),
            Rounding::Up => text!("towards +∞", "+∞ の方向"),
            Rounding::Down => text!("towards -∞", "-∞ の方向"),
        },
        conditions: (0..8).map(|code| fcsr.condition(code)).collect(),
        causes: letters(fcsr.causes()),
        flags: letters(fcsr.flags()),
        enables: letters(fcsr.enables()),
        changed: p.last.float_registers >> 32 & 1 != 0 && p.is_live(),
    }
}

fn memory(machine: &Machine, node: &ComputeNode, rank: usize, focus: &MemoryFocus, rows: u32) -> MemoryView {
    let program = &machine.image(rank).program;
    let size = node.core.memory.size();
    let rows = rows.clamp(1, 256);
    let wanted = match focus {
        MemoryFocus::Address(addr) => *addr,
        MemoryFocus::Symbol(name) => program.symbol(name).map_or(0x1000, |s| s.value),
        // A few rows before the register's address, so that the word appears in the middle of the picture.
        MemoryFocus::Register(n) => {
            node.core.processor.registers.general[*n as usize & 31].saturating_sub(rows.min(8) / 2 * 16)
        }
    };
    let base = (wanted & !15).min(size.saturating_sub(rows * 16));
    let label_at = |addr: u32| program.symbols.iter().find(|s| s.is_label && (addr..addr + 16).contains(&s.value));
    let cycle = machine.state.cycle;
    let last = &node.core.processor.last;
    let is_stored = |at: u32| {
        let words = if last.stored_two { 8 } else { 4 };
        node.core.processor.is_live() && last.stored.is_some_and(|first| (first..first + words).contains(&at))
    };
    let arrived = node.incc.last_write.filter(|(at, _)| at + 1 == cycle).map(|(_, offset)| offset);
    let rows = (base..size).step_by(16).take(rows as usize).map(|addr| {
        let words: Vec<u32> = (0..4).map(|i| node.core.memory.word(addr + 4 * i)).collect();
        MemoryRow {
            addr: format!("0x{addr:05x}"),
            label: label_at(addr).map(|s| s.name.clone()).unwrap_or_default(),
            within: within(program, addr),
            ascii: words.iter().flat_map(|w| w.to_le_bytes()).map(character).collect(),
            words: words
                .iter()
                .zip((addr..).step_by(4))
                .map(|(w, at)| MemoryWord {
                    hex: format!("{w:08x}"),
                    dec: (*w as i32).to_string(),
                    value: *w,
                    changed: is_stored(at) || arrived == Some(at),
                })
                .collect(),
        }
    });
    MemoryView { base, size, rows: rows.collect() }
}

/// `label+offset` of an address inside the program that has a label before it.
fn within(program: &Program, addr: u32) -> String {
    match program.nearest_label(addr).filter(|(_, offset)| *offset > 0) {
        Some((label, offset)) => format!("{}+{offset}", label.name),
        None => String::new(),
    }
}

/// The registers through which a core drives its INCC, in the order of their addresses.
fn incc_registers(node: &ComputeNode, program: &Program) -> Vec<InccRegisterView> {
    let registers = &node.incc.registers;
    let bytes = |word: u32| {
        let bytes = if word == 0 { 4 } else { word as i32 };
        text!("{bytes} B", "{bytes} B")
    };
    let meaning = |offset: u32, word: u32| match offset {
        reg::INCC_DST => Text::same(NodeId::from_word(word).to_string()),
        reg::INCC_LADDR | reg::INCC_RADDR => match program.nearest_label(word) {
            Some((label, 0)) => Text::same(label.name.clone()),
            _ => Text::same(within(program, word)),
        },
        reg::INCC_LSTRIDE | reg::INCC_RSTRIDE => bytes(word),
        reg::INCC_STATUS => match (word & 1 != 0, word & 2 != 0) {
            (false, false) => text!("idle", "アイドル"),
            (true, false) => text!("waiting", "待機あり"),
            (false, true) => text!("sending", "送信中"),
            (true, true) => text!("sending, waiting", "送信中、待機あり"),
        },
        _ => Text::default(),
    };
    let stored = (reg::INCC_DST..=reg::INCC_RSTRIDE).step_by(4).filter_map(|at| Some((at, registers.get(at)?)));
    let all = stored.chain([(reg::INCC_STATUS, node.incc.status())]);
    all.map(|(offset, word)| InccRegisterView {
        name: reg::name(offset).unwrap_or_default().into(),
        addr: 0xffff_ff00 + offset,
        hex: format!("{word:08x}"),
        meaning: meaning(offset, word),
    })
    .collect()
}

/// A flit in a buffer: its kind, its word, its packet.
fn flit_text(flit: &Flit) -> Text {
    let kind = match flit.kind {
        FlitKind::Header => text!("header", "ヘッダ"),
        FlitKind::Address => text!("address", "アドレス"),
        FlitKind::Stride => text!("stride", "ストライド"),
        FlitKind::Data if flit.tail => text!("tail", "テイル"),
        FlitKind::Data => text!("data", "データ"),
    };
    let (number, source, word, Text { en, ja }) = (flit.tag.number, flit.tag.source, flit.word, kind);
    text!("{en} {word:08x} of {source} #{number}", "{ja} {word:08x} ({source} #{number})")
}

/// The instructions around an address.
fn disasm(machine: &Machine, rank: usize, around: u32) -> Vec<DisasmRow> {
    let node = &machine.state.nodes[rank];
    let program = &machine.image(rank).program;
    let pc = node.core.processor.pc & !3;
    let exact = |a: u32| program.nearest_label(a).filter(|(_, o)| *o == 0).map(|(s, _)| s.name.clone());
    let first = around.saturating_sub(DISASM_BEFORE * 4);
    let rows = (first..=around.saturating_add(DISASM_AFTER * 4)).step_by(4);
    rows.filter(|addr| machine.image(rank).code.is_text(*addr))
        .map(|addr| {
            let word = node.core.memory.word(addr);
            let instr = decode(word);
            let (en, ja) = instr.op.meaning();
            DisasmRow {
                addr: format!("0x{addr:05x}"),
                word: format!("{word:08x}"),
                text: disassemble(&instr, addr, &exact),
                label: exact(addr).unwrap_or_default(),
                source: source_of(program, addr),
                current: addr == pc && node.core.processor.is_live(),
                meaning: Text::new(en, ja),
            }
        })
        .collect()
}

fn command_text(c: &Command, program: Option<&Program>) -> Text {
    let bytes = u64::from(c.words) * 4;
    let dst = c.dst;
    let place = |addr: u64| match (program, u32::try_from(addr)) {
        (Some(program), Ok(addr)) => address(program, addr),
        _ => format!("0x{addr:x}"),
    };
    let remote = if c.dst == NodeId::MEMORY { format!("0x{:x}", c.remote) } else { place(c.remote) };
    let local = if program.is_some() { format!("{} ", place(c.local)) } else { String::new() };
    let strides = match (c.local_stride, c.remote_stride) {
        (4, 4) => Text::default(),
        (read, write) => text!(", strides {read} and {write} B", "、ストライド {read}、{write} B"),
    };
    let Text { en, ja } = strides;
    text!("put {bytes} B {local}→ {dst} {remote}{en}", "put {bytes} B {local}→ {dst} {remote}{ja}")
}

fn sent_text(s: &Sending) -> Text {
    let (sent, words) = (s.sent, s.command.words);
    let (packet, packets) = (s.packets_sent() + 1, s.packets());
    let words_en = counted(u64::from(words), "word", "words");
    text!("{sent} of {words_en} · packet {packet} of {packets}", "{words} 語中 {sent} 語 · パケット {packet}/{packets}")
}

fn receiving_text(r: &Receiving) -> Text {
    let (number, source, words) = (r.tag.number, r.tag.source, r.words);
    let words_en = counted(u64::from(words), "word", "words");
    text!("#{number} from {source} · {words_en}", "{source} から #{number} · {words} 語")
}

fn console_parts(console: &Console) -> Vec<ConsolePart> {
    console.tail_by_stream(CONSOLE_BYTES).into_iter().map(|(error, text)| ConsolePart { error, text }).collect()
}
