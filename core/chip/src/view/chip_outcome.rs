//! How a run ended, in words.

use super::calls::{Whereabouts, place_of_node};
use super::chip_stack::stack_overflow;
use super::mpi::{MpiWait, explained, line, untaken};
use super::{OutcomeView, SourcePlace, WaitingView};
use super::{mpi_error, trap_in_c};
use crate::{
    DmaFault, Endless, Machine, Outcome, Trap, TrapCause, Unreceived, Waiting, calls, endless, own_line_of, reg,
    unreceived,
};
use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};
use mcore_base::text;
use mcore_base::{NodeId, Text, counted, grouped};
use mcore_cpu::isa::exec::fpu::exception;
use mcore_cpu::isa::exec::printf::BadFormat;
use mcore_cpu::isa::{Op, decode, disassemble, register_name, row};
use mcore_cpu::mem::{Access, AccessError};
use mcore_cpu::program::Program;
use mcore_toolchain::mpi::STATE;

/// An address as `label+offset` with its number, or the number alone.
pub fn address(program: &Program, addr: u32) -> String {
    match program.nearest_label(addr) {
        Some((label, 0)) => format!("0x{addr:x} ({})", label.name),
        Some((label, offset)) => format!("0x{addr:x} ({}+{offset})", label.name),
        None => format!("0x{addr:x}"),
    }
}

/// The source line of an address.
pub fn source_of(program: &Program, addr: u32) -> Option<SourcePlace> {
    let entry = program.line_of(addr)?;
    let file = program.files.get(entry.file as usize)?.clone();
    Some(SourcePlace { file, line: entry.line })
}

impl OutcomeView {
    /// How the run of a machine ended, if it has.
    pub fn of(machine: &Machine) -> Option<Self> {
        let outcome = machine.outcome()?;
        let cycles = machine.state.cycle;
        let plain = |ok, message, tip| Self {
            ok,
            message,
            tip,
            node: None,
            source: None,
            inside: None,
            waiting: Vec::new(),
            cycles,
            drain: 0,
        };
        Some(match outcome {
            Outcome::Halted { cycles, drain } => Self { cycles: *cycles, drain: *drain, ..halted(machine, plain) },
            Outcome::CycleLimit => cycle_limit(machine, plain),
            Outcome::MemoryLimit { pages } => {
                let (mib, limit) = (pages / 256, machine.spec().node_memory_pages / 256);
                plain(
                    false,
                    text!(
                        "Stopped because the nodes use {mib} MiB of memory; the limit for all of them together is {limit} MiB.",
                        "ノードのメモリ使用量が {mib} MiB になったため止めました。全ノードの合計の上限は {limit} MiB です。"
                    ),
                    Some(text!(
                        "Every page of 4 KiB that a node writes counts. Use fewer nodes, or let each write to less of its memory.",
                        "ノードが書き込んだ 4 KiB のページがすべて数えられます。ノードを減らすか、各ノードが書き込む範囲を小さくしてください。"
                    )),
                )
            }
            Outcome::Trapped(traps) => trapped(machine, traps),
            Outcome::Deadlock(waiting) => deadlock(machine, waiting),
        })
    }
}

/// The end of a run at the limit of cycles: the node that goes on, and the lines between which it does.
fn cycle_limit(machine: &Machine, plain: impl Fn(bool, Text, Option<Text>) -> OutcomeView) -> OutcomeView {
    let cycles = grouped(machine.state.cycle);
    let stopped = text!("Stopped at the limit of {cycles} cycles.", "上限の {cycles} サイクルで止めました。");
    let Some(Endless { node, polls, lines, .. }) = endless(machine) else { return plain(false, stopped, None) };
    let program = program_of(machine, node);
    let named = lines.and_then(|(file, first, last)| {
        let file = program.files.get(file as usize)?.clone();
        let lines = match first == last {
            true => text!("in line {first} of {file}", "{file} の {first} 行目"),
            false => text!("between lines {first} and {last} of {file}", "{file} の {first} 行目から {last} 行目の間"),
        };
        Some((lines, SourcePlace { file, line: first }))
    });
    let (where_, source) = named.map_or((None, None), |(text, place)| (Some(text), Some(place)));
    let Text { en, ja } = where_.unwrap_or_else(|| text!("outside all known lines", "行の分からない場所"));
    let goes_on = match polls {
        false => text!(" Node {node} still computes, {en}.", " ノード {node} は{ja}でまだ計算しています。"),
        true => text!(" Node {node} still waits, {en}.", " ノード {node} は{ja}でまだ待っています。"),
    };
    let tip = match polls {
        false => text!(
            "Step through these lines: which condition should end the loop, and why does it never hold? A program that only needs longer needs a higher limit.",
            "この範囲を 1 行ずつ進め、ループを終える条件がなぜ成り立たないかを調べてください。時間がかかるだけのプログラムなら、上限を上げてください。"
        ),
        true => text!(
            "No core computes any more, but some wait for each other in turn. See what this node waits for, and who should send it.",
            "計算しているコアはなく、互いに待ち合っています。このノードが何を待ち、誰がそれを送るのかを調べてください。"
        ),
    };
    if let Some((node, word, source)) = sleeper(machine) {
        let second = grouped(CYCLES_PER_SECOND);
        let goes_on = text!(
            " Node {node} still waits in `{word}`: a simulated second has {second} cycles.",
            " ノード {node} はまだ `{word}` で待っています。シミュレーション上の 1 秒は {second} サイクルです。"
        );
        let tip = text!(
            "Wait for less time, for example usleep(10), which is 10,000 cycles, or set a higher limit of cycles.",
            "待つ時間を短くするか (例えば usleep(10) は 10,000 サイクル)、サイクル数の上限を上げてください。"
        );
        let message = Text::new(stopped.en + &goes_on.en, stopped.ja + &goes_on.ja);
        return OutcomeView { node: Some(node), source, ..plain(false, message, Some(tip)) };
    }
    let message = Text::new(stopped.en + &goes_on.en, stopped.ja + &goes_on.ja);
    OutcomeView { node: Some(node), source, ..plain(false, message, Some(tip)) }
}

/// Simulated time: cycles of a second.
const CYCLES_PER_SECOND: u64 = 1_000_000_000;

/// The first node that waits in `sleep` or `usleep` of the C library, the name of the function, and the user's line.
fn sleeper(machine: &Machine) -> Option<(NodeId, &'static str, Option<SourcePlace>)> {
    let live = machine.state.nodes.iter().enumerate().filter(|(_, node)| node.core.processor.is_live());
    live.into_iter().find_map(|(rank, node)| {
        let program = program_of(machine, node.id);
        let known = ["sleep", "usleep"].map(|word| (word, program.label(word)));
        let is_there = |address: &u32| calls(machine, rank).iter().any(|call| call.function == Some(*address));
        let (word, _) = known.into_iter().find(|(_, label)| label.as_ref().is_some_and(is_there))?;
        let place = own_line_of(machine, rank)
            .and_then(|(file, line)| Some(SourcePlace { file: program.files.get(file as usize)?.clone(), line }));
        Some((node.id, word, place))
    })
}

fn halted(machine: &Machine, plain: impl Fn(bool, Text, Option<Text>) -> OutcomeView) -> OutcomeView {
    let failed = machine.state.nodes.iter().find(|n| n.core.processor.halted.is_some_and(|(code, _)| code != 0));
    match failed {
        None => {
            let message = text!("Every core has halted.", "すべてのコアが停止しました。");
            let Some(Unreceived { node, rank, from, tag }) = unreceived(machine) else {
                return plain(true, message, None);
            };
            // On other machines such a program ends as if nothing was wrong: a warning.
            let left = untaken(from, rank, tag);
            let message = Text::new(format!("{} {}", message.en, left.en), message.ja + &left.ja);
            OutcomeView { node: Some(node), ..plain(true, message, None) }
        }
        Some(node) => {
            let code = node.core.processor.halted.map_or(0, |(code, _)| code) as i32;
            let id = node.id;
            let message = text!(
                "Every core has halted; node {id} with exit code {code}.",
                "すべてのコアが停止しました。ノード {id} の終了コードは {code} です。"
            );
            OutcomeView { node: Some(id), ..plain(false, message, None) }
        }
    }
}

/// The wait of a core inside MPI. Programs without MPI need nothing of [`MpiWait`], which the page loads later.
fn wait_in_mpi(machine: &Machine, waiting: &Waiting) -> Option<MpiWait> {
    let state = program_of(machine, waiting.node).label(STATE)?;
    MpiWait::of(machine, waiting, state)
}

fn deadlock(machine: &Machine, waiting: &[Waiting]) -> OutcomeView {
    let mut in_mpi: Vec<(&Waiting, MpiWait)> =
        waiting.iter().filter_map(|w| Some((w, wait_in_mpi(machine, w)?))).collect();
    // The core that the sentence is about: one for which a message is there that it does not take, and none that has ended its work.
    in_mpi.sort_by_key(|(_, wait)| (wait.is_at_end(), wait.left().is_none()));
    let first = in_mpi.first().map(|(waiting, _)| *waiting).or(waiting.first());
    let mpi: Vec<MpiWait> = in_mpi.into_iter().map(|(_, wait)| wait).collect();
    let place = first.and_then(|w| place_of_node(machine, w.node)).unwrap_or_default().0;
    let count = waiting.len();
    let count_en = counted(count as u64, "core waits", "cores wait");
    let what = first.map(|w| {
        let program = program_of(machine, w.node);
        let id = w.node;
        match w.addr.map(|a| read_address(program, a)) {
            Some(a) => text!("node {id} waits for {a} to change", "ノード {id} は {a} が変わるのを待っています"),
            None => text!("node {id} loops without reading anything", "ノード {id} は何も読まずにループしています"),
        }
    });
    let (mut what, mut tip) = (what.unwrap_or_default(), None);
    let mut further = Vec::new();
    if let Some(wait) = mpi.first() {
        let (rank, function, Text { en, ja }) = (wait.rank(), wait.function(), wait.missing());
        what = text!("rank {rank} waits in {function} for {en}", "ランク {rank} は {function} で{ja}を待っています");
        let (circle, advice) = explained(machine, &mpi);
        further.extend(circle);
        further.extend(mpi.iter().find_map(MpiWait::left));
        tip = Some(advice);
    }
    let (en, ja) = (what.en, what.ja);
    let mut message = text!(
        "Deadlock: {count_en} for ever and nothing is under way; {en}.",
        "デッドロック：{count} 個のコアが永久に待ち続けています。転送中のデータもありません。{ja}。"
    );
    for Text { en, ja } in further {
        message = Text::new(format!("{} {en}", message.en), message.ja + &ja);
    }
    OutcomeView {
        ok: false,
        message,
        tip: Some(tip.unwrap_or_else(|| match first.and_then(|w| w.addr) {
            None => text!(
                "Nothing can end this loop. In C, declare a variable that another node writes `volatile`: then the loop reads it in each iteration.",
                "このループを終わらせるものはありません。C では、ほかのノードが書く変数に `volatile` を付けてください。ループのたびに読まれるようになります。"
            ),
            Some(_) => text!(
            "Look for the put or the signal that should have written this word: was it sent, to this node, to this address?",
            "この語に書くはずだった put や signal を探してください。送りましたか。宛先のノードとアドレスは正しいですか。"
            ),
        })),
        node: first.map(|w| w.node),
        source: place.own,
        inside: place.inside,
        waiting: waiting_groups(machine, waiting),
        cycles: machine.state.cycle,
        drain: 0,
    }
}

/// Maximum number of nodes that a sentence names; of more it gives the number.
const NAMED: usize = 4;

/// Program, PC, address waited for, and the user's own line: cores that agree in all of these wait alike.
type WaitingKey = (u32, u32, Option<u32>, Option<(u32, u32)>);

/// Groups the cores that wait for the same address at the same place of the same program.
fn waiting_groups(machine: &Machine, waiting: &[Waiting]) -> Vec<WaitingView> {
    let mut groups: BTreeMap<WaitingKey, Vec<NodeId>> = BTreeMap::new();
    for w in waiting {
        let Some(rank) = machine.spec().array.rank(w.node) else { continue };
        let image = machine.state.nodes[rank].image;
        groups.entry((image, w.pc, w.addr, own_line_of(machine, rank))).or_default().push(w.node);
    }
    let mut views: Vec<WaitingView> =
        groups.into_iter().map(|((_, pc, addr, _), nodes)| waiting_view(machine, nodes, pc, addr)).collect();
    views.sort_by_key(|v| v.nodes.first().and_then(|n| machine.spec().array.rank(*n)));
    views
}

fn waiting_view(machine: &Machine, nodes: Vec<NodeId>, pc: u32, addr: Option<u32>) -> WaitingView {
    let node = nodes.first().copied().unwrap_or(NodeId::MEMORY);
    let program = program_of(machine, node);
    let whereabouts = place_of_node(machine, node).unwrap_or_default().0;
    let mut named = nodes.iter().take(NAMED).map(ToString::to_string).collect::<Vec<_>>().join(" ");
    if nodes.len() > NAMED {
        named.push_str(" …");
    }
    let Text { en: place, ja: place_ja } = whereabouts.text(pc);
    let own = whereabouts.own.as_ref().map(|place| format!("{}:{}", place.file, place.line));
    let source = whereabouts.own.or(whereabouts.inside);
    let count = nodes.len();
    if let Some(wait) = wait_in_mpi(machine, &Waiting { node, pc, addr }) {
        return WaitingView { text: line(&wait, &nodes, &named, own), nodes, source };
    }
    let value = |addr: u32| {
        let rank = machine.spec().array.rank(*nodes.first()?)?;
        machine.peek(rank, addr & !3)
    };
    let text = match addr.map(|a| (read_address(program, a), value(a))) {
        Some((what, Some(value))) if count == 1 => {
            let value = value as i32;
            text!(
                "{named} in the loop at {place}: waits for {what}, which is {value}",
                "{named}（{place_ja} のループ）: {what}（値は {value}）を待っています"
            )
        }
        Some((what, None)) if count == 1 => {
            text!(
                "{named} in the loop at {place}: waits for {what}",
                "{named}（{place_ja} のループ）: {what} を待っています"
            )
        }
        None if count == 1 => {
            text!("{named} in the loop at {place}, which reads nothing", "{named}: {place_ja} のループは何も読みません")
        }
        Some((what, _)) => text!(
            "{named} ({count}) in the loop at {place}: wait for {what}",
            "{named}（{count} 個、{place_ja} のループ）: {what} を待っています"
        ),
        None => text!(
            "{named} ({count}) in the loop at {place}, which reads nothing",
            "{named}（{count} 個）: {place_ja} のループは何も読みません"
        ),
    };
    WaitingView { nodes, text, source }
}

/// An address that a core reads: the name of a register of the register page, or memory.
pub fn read_address(program: &Program, addr: u32) -> String {
    match addr.checked_sub(mcore_cpu::mem::REGISTER_PAGE).and_then(reg::name) {
        Some(name) => String::from(name),
        None => address(program, addr),
    }
}

fn program_of(machine: &Machine, node: NodeId) -> &Program {
    let rank = machine.spec().array.rank(node).unwrap_or(0);
    &machine.image(rank).program
}

fn trapped(machine: &Machine, traps: &[Trap]) -> OutcomeView {
    let Some(trap) = traps.first() else {
        return OutcomeView {
            ok: false,
            message: Text::default(),
            tip: None,
            node: None,
            source: None,
            inside: None,
            waiting: Vec::new(),
            cycles: machine.state.cycle,
            drain: 0,
        };
    };
    let program = program_of(machine, trap.node);
    let overflow = stack_overflow(machine, trap, program);
    let overflows = overflow.is_some();
    let (cause, mut tip) = overflow.unwrap_or_else(|| explain(machine, trap, program));
    let place = match trap.cause.is_of_memory_node() {
        true => Whereabouts::default(),
        false => place_of_node(machine, trap.node).unwrap_or_default().0,
    };
    let id = trap.node;
    let (en, ja) = (cause.en, cause.ja);
    let message = if trap.cause.is_of_memory_node() {
        text!("The memory node stopped the chip: {en}.", "メモリノードがチップを止めました：{ja}。")
    } else {
        let instruction = instruction_at(machine, trap);
        let pc = address(program, trap.pc);
        let line = |place: &SourcePlace| {
            let (file, line) = (&place.file, place.line);
            text!("{file} line {line}", "{file} の {line} 行目")
        };
        let here = place.inside.as_ref().or(place.own.as_ref()).map(line).unwrap_or_default();
        let caller = place.own.as_ref().filter(|_| place.function.is_some() || place.inside.is_some());
        let (mut line_en, mut line_ja) = (String::new(), String::new());
        if !here.en.is_empty() {
            (line_en, line_ja) = (format!(", {}", here.en), format!("、{}", here.ja));
        }
        if let Some(caller) = caller.map(line) {
            line_en.push_str(&format!(", called from {}", caller.en));
            line_ja.push_str(&format!("、呼び出し元は {}", caller.ja));
        }
        let error = match trap.cause {
            TrapCause::Break(mpi_error::CODE) => mpi_error::explained(machine, trap, place.own.as_ref().map(line)),
            _ => None,
        };
        // The error itself says more than the advice on `abort`.
        tip = tip.filter(|_| error.is_none());
        let in_c = if overflows { None } else { trap_in_c::explained(machine, trap, &place) };
        let error = error.or_else(|| {
            let (message, advice) = in_c?;
            tip = Some(advice);
            Some(message)
        });
        error.unwrap_or_else(|| {
            text!(
                "Node {id} stopped at `{instruction}` ({pc}{line_en}): {en}.",
                "ノード {id} が `{instruction}` ({pc}{line_ja}) で止まりました：{ja}。"
            )
        })
    };
    let others = traps.len() - 1;
    let more = match others {
        0 => Text::default(),
        _ => {
            let others_en = counted(others as u64, "more node", "more nodes");
            text!(" In the same cycle {others_en} stopped.", " 同じサイクルに、ほかに {others} ノードも止まりました。")
        }
    };
    OutcomeView {
        ok: false,
        message: Text::new(message.en + &more.en, message.ja + &more.ja),
        tip,
        node: Some(id),
        source: place.own.or_else(|| place.inside.clone()),
        inside: place.inside,
        waiting: Vec::new(),
        cycles: machine.state.cycle,
        drain: 0,
    }
}

/// The instruction at which a node trapped, or its address if it is not in memory.
pub fn instruction_at(machine: &Machine, trap: &Trap) -> String {
    let Some(rank) = machine.spec().array.rank(trap.node) else { return String::new() };
    let Some(word) = machine.peek(rank, trap.pc) else {
        return format!("0x{:x}", trap.pc);
    };
    let program = &machine.image(rank).program;
    let label = |a: u32| program.nearest_label(a).filter(|(_, o)| *o == 0).map(|(s, _)| s.name.clone());
    disassemble(&decode(word), trap.pc, &label)
}

type Explained = (Text, Option<Text>);

/// An index outside its array, which `-fcheck=bounds` found. The array has a name, index and length are in registers.
fn explain_index(machine: &Machine, trap: &Trap, program: &Program) -> Explained {
    let array = program.checks.iter().find(|(pc, _)| *pc == trap.pc).map_or("", |(_, name)| name.as_str());
    let instr = machine.spec().array.rank(trap.node).and_then(|rank| {
        let node = machine.state.nodes.get(rank)?;
        Some((machine.image(rank).code.instr(trap.pc)?, node.core.processor.registers.general))
    });
    let values = instr.filter(|(instr, _)| instr.op == Op::Tgeu);
    let tip = Some(text!(
        "The first element has the index 0, the last one the length minus 1.",
        "最初の要素の添字は 0、最後は要素数から 1 を引いた数です。"
    ));
    let Some((instr, general)) = values else {
        return (text!("an index of `{array}` is outside it", "`{array}` の添字が範囲の外です"), tip);
    };
    let (index, length) = (general[usize::from(instr.rs)] as i32, general[usize::from(instr.rt)]);
    (
        text!(
            "the index of `{array}` is {index}, but it has {length} elements",
            "`{array}` の添字が {index} ですが、要素は {length} 個です"
        ),
        tip,
    )
}

fn explain(machine: &Machine, trap: &Trap, program: &Program) -> Explained {
    let size = machine.spec().node_memory;
    let last = size - 1;
    match trap.cause {
        TrapCause::Address { addr, access, error } => explain_address(program, addr, access, error, last),
        TrapCause::NotText(addr) => {
            let place = address(program, addr);
            (
                text!("{place} holds no instruction of the program", "{place} はプログラムの命令ではありません"),
                Some(text!(
                    "The program ran past its end or jumped into data. End each path with `jal mc_exit` or `syscall` 10, and check the register of the last `jr`.",
                    "プログラムの終わりを越えたか、データへ分岐しました。どの経路も `jal mc_exit` か `syscall` 10 で終え、最後の `jr` のレジスタを確かめてください。"
                )),
            )
        }
        TrapCause::Register { offset, access } => {
            let name = reg::name(offset).map(Text::same);
            let name = name.unwrap_or_else(|| text!("offset 0x{offset:x}", "オフセット 0x{offset:x}"));
            let (en, ja) = (name.en, name.ja);
            let verb = verb(access);
            let (ven, vja) = (verb.en, verb.ja);
            (
                text!(
                    "the register page cannot be {ven} like this at {en}",
                    "レジスタページの {ja} はこの方法では{vja}できません"
                ),
                Some(text!(
                    "Only `lw` and `sw` reach the memory-mapped registers; some can only be read, others only written.",
                    "メモリマップトレジスタには `lw` と `sw` だけが使えます。読み出し専用、書き込み専用のものもあります。"
                )),
            )
        }
        TrapCause::Overflow => (
            text!("the signed result does not fit in 32 bits", "符号付きの結果が 32 ビットに収まりません"),
            Some(text!(
                "Use `addu`, `addiu` or `subu` if wrapping is meant.",
                "あふれを無視してよければ `addu`、`addiu`、`subu` を使ってください。"
            )),
        ),
        TrapCause::Reserved(word) if decode(word).op != Op::Reserved => explain_register(word),
        TrapCause::FloatingPoint { cause } => explain_float(cause),
        TrapCause::Reserved(word) => (
            text!("0x{word:08x} is not an instruction of this core", "0x{word:08x} はこのコアの命令ではありません"),
            Some(text!(
                "Was the text overwritten by a store or a put?",
                "ストアや put で命令が上書きされていませんか。"
            )),
        ),
        TrapCause::Break(code) => (text!("`break` with code {code}", "`break`（コード {code}）です"), break_tip(code)),
        TrapCause::TrapInstruction(_) if program.checks.iter().any(|(pc, _)| *pc == trap.pc) => {
            explain_index(machine, trap, program)
        }
        TrapCause::TrapInstruction(code) => {
            (text!("its condition holds (code {code})", "条件が成り立ちました（コード {code}）"), break_tip(code))
        }
        TrapCause::Syscall(n) => (
            text!("there is no system call {n} (in $v0)", "システムコール {n} ($v0) はありません"),
            Some(text!(
                "1 prints an integer, 2 a float, 3 a double, 4 a string, 11 a character, 34 hexadecimal, 36 unsigned, 64 a format with its arguments; 66 to 77 serve files; 10 and 17 exit; 30 is the cycle counter.",
                "1 は整数、2 は単精度、3 は倍精度、4 は文字列、11 は文字、34 は 16 進、36 は符号なし、64 は書式と引数の表示、66 から 77 はファイル、10 と 17 は終了、30 はサイクルカウンタです。"
            )),
        ),
        TrapCause::Format { addr, fault } => explain_format(machine, trap, addr, fault),
        TrapCause::Dma(fault) => explain_dma(machine, program, fault),
        TrapCause::ConsoleFull => {
            let limit = machine.spec().console_limit / 1024;
            (
                text!("it has printed more than {limit} KiB", "{limit} KiB を超えて表示しました"),
                Some(text!("Is there a print inside an endless loop?", "無限ループの中で表示していませんか。")),
            )
        }
        TrapCause::FilesFull => {
            let limit = machine.spec().file_limit / 1024;
            (
                text!(
                    "the files of the chip would hold more than {limit} KiB",
                    "チップのファイルの合計が {limit} KiB を超えます"
                ),
                Some(text!(
                    "Is there a write inside an endless loop, or a wrong position in `fseek`?",
                    "無限ループの中で書き込んでいませんか。`fseek` の位置は正しいですか。"
                )),
            )
        }
        TrapCause::SlotOverrun(rank) => (
            text!(
                "rank {rank} wrote its request slot again while its request was still waiting",
                "ランク {rank} が、待っている要求のスロットに上書きしました"
            ),
            Some(text!(
                "Wait for the flag of one request before sending the next.",
                "前の要求のフラグを待ってから次の要求を送ってください。"
            )),
        ),
        TrapCause::BadRequest { rank, fault } => {
            let (why, tip) = explain_dma(machine, program, fault);
            let (en, ja) = (why.en, why.ja);
            (text!("the request of rank {rank} is wrong: {en}", "ランク {rank} の要求が誤っています：{ja}"), tip)
        }
        TrapCause::NoSuchSlot(addr) => (
            text!("0x{addr:x} is behind the last request slot", "0x{addr:x} は最後の要求スロットより後ろです"),
            Some(text!(
                "The slot of a node is at 0xFFFFFFFFFFC00000 + 32 x rank.",
                "ノードのスロットは 0xFFFFFFFFFFC00000 + 32 × ランク にあります。"
            )),
        ),
        TrapCause::MainMemoryFull => {
            let mib = machine.spec().main_memory_pages / 256;
            (text!("main memory is full ({mib} MiB in use)", "メインメモリが満杯です（{mib} MiB 使用）"), None)
        }
    }
}

/// A wrong conversion in a format, with its text.
fn explain_format(machine: &Machine, trap: &Trap, addr: u32, fault: BadFormat) -> Explained {
    let rank = machine.spec().array.rank(trap.node).unwrap_or(0);
    let byte = |n: u32| {
        let at = addr.wrapping_add(n) & (machine.spec().node_memory - 1);
        machine.peek(rank, at & !3).map_or(0, |word| (word >> (8 * (at & 3))) as u8)
    };
    // Up to the letter of the conversion.
    let shown = (1..32).find(|n| !b"-+ #'0123456789.*hljztL".contains(&byte(*n))).unwrap_or(31);
    let bytes: Vec<u8> = (0..=shown).map(byte).take_while(|b| *b != 0).collect();
    let conversion = String::from_utf8_lossy(&bytes).into_owned();
    let why = match fault {
        BadFormat::Conversion(0) => text!(
            "the format ends within the conversion `{conversion}`",
            "書式が変換 `{conversion}` の途中で終わっています"
        ),
        BadFormat::Conversion(_) => {
            text!("the format has the unknown conversion `{conversion}`", "書式に未知の変換 `{conversion}` があります")
        }
        BadFormat::Length(_) => text!(
            "the length modifier does not fit the conversion `{conversion}`",
            "長さ修飾子が変換 `{conversion}` に合いません"
        ),
        BadFormat::SecondCount => {
            text!("the format has `%n` twice; it may have one", "書式に `%n` が 2 つあります。使えるのは 1 つです")
        }
    };
    let tip = text!(
        "Conversions end with one of d i u o x X c s p n a e f g (or A E F G); a percent sign is `%%`. Is the first argument really the format?",
        "変換は d i u o x X c s p n a e f g (または A E F G) のどれかで終わります。パーセント記号は `%%` です。最初の引数は本当に書式ですか。"
    );
    (why, Some(tip))
}

/// An existing instruction with an invalid register.
fn explain_register(word: u32) -> Explained {
    if row(decode(word).op).operands.iter().any(|o| o.is_pair()) {
        return (
            text!("a double needs a register with an even number", "倍精度の数には偶数番号のレジスタが必要です"),
            Some(text!(
                "A double occupies two registers, $f0 and $f1, $f2 and $f3 ...; write the even one of them.",
                "倍精度の数は $f0 と $f1、$f2 と $f3 のような 2 つのレジスタに入ります。偶数番号の方を書いてください。"
            )),
        );
    }
    (text!("this core has no such register", "このコアにそのレジスタはありません"), None)
}

/// Enabled exceptions of the floating-point unit, bit by bit.
fn explain_float(cause: u8) -> Explained {
    let names = [
        (exception::INVALID, text!("invalid operation", "無効演算")),
        (exception::DIVISION_BY_ZERO, text!("division by zero", "ゼロ除算")),
        (exception::OVERFLOW, text!("overflow", "オーバーフロー")),
        (exception::UNDERFLOW, text!("underflow", "アンダーフロー")),
        (exception::INEXACT, text!("inexact result", "不正確な結果")),
    ];
    let mut all = Text::default();
    for (_, name) in names.into_iter().filter(|(bit, _)| cause & bit != 0) {
        let (en, ja) = if all.en.is_empty() { ("", "") } else { (", ", "、") };
        all = Text::new(all.en + en + &name.en, all.ja + ja + &name.ja);
    }
    if all.en.is_empty() {
        all = text!("unimplemented operation", "未実装の演算");
    }
    let (en, ja) = (all.en, all.ja);
    (
        text!("floating-point exception that FCSR enables: {en}", "FCSR で許可された浮動小数点例外です：{ja}"),
        Some(text!(
            "Bits 7 to 11 of FCSR make exceptions trap; while they are 0, the result is a NaN, an infinity or a rounded number. `ctc1` writes them.",
            "FCSR のビット 7~11 が 1 だと例外でトラップします。0 なら、結果は NaN、無限大、または丸めた数になります。`ctc1` で設定できます。"
        )),
    )
}

fn break_tip(code: u32) -> Option<Text> {
    match code {
        22 => Some(text!(
            "Code 22 means that the program called `abort`; an assertion that fails does so.",
            "コード 22 は、プログラムが `abort` を呼んだことを表します。失敗した assert もこれを呼びます。"
        )),
        7 => Some(text!("Code 7 means a division by zero.", "コード 7 はゼロ除算を表します。")),
        6 => Some(text!("Code 6 means an overflow.", "コード 6 はあふれを表します。")),
        _ => None,
    }
}

fn verb(access: Access) -> Text {
    match access {
        Access::Fetch => text!("executed", "実行"),
        Access::Load => text!("read", "読み出し"),
        Access::Store => text!("written", "書き込み"),
    }
}

fn explain_address(program: &Program, addr: u32, access: Access, error: AccessError, last: u32) -> Explained {
    let v = verb(access);
    let (ven, vja) = (v.en, v.ja);
    let place = address(program, addr);
    match error {
        AccessError::Misaligned(n) => (
            text!(
                "{place} cannot be {ven}: the address is not a multiple of {n}",
                "{place} は{vja}できません。アドレスが {n} の倍数ではありません"
            ),
            Some(text!(
                "Words need addresses that are multiples of 4, halfwords of 2. Is an index missing its factor (sll by 2)?",
                "語のアドレスは 4 の倍数、半語は 2 の倍数です。添字を 4 倍（sll で 2）し忘れていませんか。"
            )),
        ),
        AccessError::NullPage => (
            text!(
                "{place} cannot be {ven}: the first 1024 bytes are guarded",
                "{place} は{vja}できません。先頭の 1024 バイトは保護されています"
            ),
            Some(match access {
                Access::Fetch => text!(
                    "`main` has returned, or `$ra` was lost: end the program with `jal mc_exit`, and save `$ra` before calling.",
                    "`main` から戻ったか、`$ra` が失われました。プログラムは `jal mc_exit` で終え、呼び出す前に `$ra` を保存してください。"
                ),
                _ => text!("The base register was probably never set.", "ベースレジスタに値を入れ忘れていませんか。"),
            }),
        ),
        AccessError::Unmapped => (
            text!(
                "0x{addr:x} cannot be {ven}: node memory ends at 0x{last:x}",
                "0x{addr:x} は{vja}できません。ノードメモリは 0x{last:x} までです"
            ),
            Some(text!(
                "Check the base register and the index; the mirrored addressing option ignores the upper bits instead.",
                "ベースレジスタと添字を確かめてください。ミラー方式のアドレスでは上位ビットは無視されます。"
            )),
        ),
    }
}

fn explain_dma(machine: &Machine, program: &Program, fault: DmaFault) -> Explained {
    let array = machine.spec().array;
    let (w, h) = (array.width, array.height);
    let last = machine.spec().node_memory - 1;
    let range = |which: Text, addr: u64, stride: i32, words: u32, error: AccessError| {
        let place = u32::try_from(addr).map_or_else(|_| format!("0x{addr:x}"), |a| address(program, a));
        let (en, ja) = (which.en, which.ja);
        let why = match error {
            AccessError::Misaligned(n) => text!(
                "address and stride must be multiples of {n}",
                "アドレスとストライドは {n} の倍数でなければなりません"
            ),
            AccessError::NullPage => text!(
                "it touches the guarded first 1024 bytes: an address was not set",
                "保護された先頭の 1024 バイトに触れます。アドレスが設定されていません"
            ),
            AccessError::Unmapped => {
                text!("it leaves node memory, which ends at 0x{last:x}", "ノードメモリ（0x{last:x} まで）を越えます")
            }
        };
        let (why_en, why_ja) = (why.en, why.ja);
        let words_en = counted(u64::from(words), "word", "words");
        (
            text!(
                "the {en} range of the DMA, {words_en} from {place} with stride {stride}, is wrong: {why_en}",
                "DMA の{ja}範囲（{place} から {words} 語、ストライド {stride}）が誤っています：{why_ja}"
            ),
            Some(text!(
                "Check the address, the size in bytes, and the strides in bytes (0 means 4).",
                "アドレスと、バイト単位のサイズとストライド（0 は 4 と同じ）を確かめてください。"
            )),
        )
    };
    match fault {
        DmaFault::Overrun => (
            text!(
                "a DMA was started while a command still waits in the interface",
                "前のコマンドがインタフェースで待っている間に DMA を起動しました"
            ),
            Some(text!(
                "Poll INCC_STATUS until bit 0 is 0 before each start; `mc_put` does that.",
                "起動の前に INCC_STATUS のビット 0 が 0 になるまでポーリングしてください。`mc_put` はこれを行います。"
            )),
        ),
        DmaFault::NoSuchNode(word) => (
            text!("there is no compute node with ID 0x{word:x}", "ID 0x{word:x} の計算ノードはありません"),
            Some(text!(
                "Compute nodes are (1,1) to ({w},{h}): x in bits 15..8, y in bits 7..0; (0,0) is the memory node. `mc_id` makes an ID out of a rank.",
                "計算ノードは (1,1) から ({w},{h}) までです。x はビット 15..8、y はビット 7..0、(0,0) はメモリノードです。`mc_id` はランクから ID を作ります。"
            )),
        ),
        DmaFault::Size(size) => (
            text!(
                "the size of a DMA, {size} bytes, is not a multiple of 4",
                "DMA のサイズ {size} バイトが 4 の倍数ではありません"
            ),
            Some(text!("Sizes are in bytes: a word is 4.", "サイズの単位はバイトです。1 語は 4 バイトです。")),
        ),
        DmaFault::Local { addr, stride, words, error } => {
            range(text!("local", "読み出し"), u64::from(addr), stride, words, error)
        }
        DmaFault::Remote { addr, stride, words, error } => {
            range(text!("remote", "書き込み"), addr, stride, words, error)
        }
    }
}

/// Name of a register by its number in a change mask: 0 to 31, 32 `hi`, 33 `lo`.
pub fn any_register_name(n: usize) -> &'static str {
    match n {
        32 => "hi",
        33 => "lo",
        _ => register_name(n as u8),
    }
}
