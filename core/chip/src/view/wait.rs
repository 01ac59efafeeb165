//! Why a core waits: the value that it wants, who will write it or wrote it, and where that packet is now. For a
//! deadlock, the whole chain of cores that wait for each other.

use super::calls::{Whereabouts, place_of_node};
use super::chip_mesh::port_name;
use super::chip_outcome::read_address;
use super::mesh::{FlitPlace, FlitRole, MeshView};
use super::writer::{InstructionView, WriterKind, WriterView};
use super::{PacketId, SourcePlace};
use crate::{Basis, Machine, Outcome, Relation, Senders, Waiting, Wanted};
use alloc::{collections::BTreeSet, format, string::ToString, vec::Vec};
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text, counted, grouped};
use mcore_net::{PORTS, Port};
use serde::{Deserialize, Serialize};

/// Maximum number of steps of a chain that are described.
const MAX_STEPS: usize = 16;

/// Why a core waits, at one cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitView {
    pub node: NodeId,
    pub cycle: Cycle,
    /// The word, its value, and the value that is wanted.
    pub wants: Text,
    /// Who will write it in the rest of the recorded run, or that nothing does.
    pub end: Text,
    /// The write that ends the waiting: the cycle in which the word is written.
    pub written: Option<Cycle>,
    /// The instruction that sends it.
    pub by: Option<InstructionView>,
    /// The packet that carries it.
    pub packet: Option<PacketId>,
    /// Where that packet is now.
    pub transit: Option<Text>,
    /// Who wrote the present value.
    pub before: Option<WriterView>,
}

/// A relation in words, as the object of "wants".
fn wanted_text(until: Relation) -> Text {
    let number = |n: u32, unsigned: bool| if unsigned { grouped(n.into()) } else { (n as i32).to_string() };
    match until {
        Relation::Equal(n) => Text::same(number(n, false)),
        Relation::NotEqual(n) => {
            let n = number(n, false);
            text!("a value other than {n}", "{n} 以外の値")
        }
        Relation::Less(n, u) => {
            let n = number(n, u);
            text!("less than {n}", "{n} 未満")
        }
        Relation::AtLeast(n, u) => {
            let n = number(n, u);
            text!("at least {n}", "{n} 以上")
        }
        Relation::Greater(n, u) => {
            let n = number(n, u);
            text!("more than {n}", "{n} より大きい値")
        }
        Relation::AtMost(n, u) => {
            let n = number(n, u);
            text!("at most {n}", "{n} 以下")
        }
        Relation::Clear(bits) => text!("the bits 0x{bits:x} to be 0", "ビット 0x{bits:x} が 0 の値"),
        Relation::Set(bits) => text!("one of the bits 0x{bits:x} to be 1", "ビット 0x{bits:x} のどれかが 1 の値"),
    }
}

/// The word that a core polls, its value, and the value that it wants.
pub fn wants_text(machine: &Machine, rank: usize, wanted: &Wanted) -> Text {
    let place = read_address(&machine.image(rank).program, wanted.addr);
    let value = machine.peek(rank, wanted.addr).unwrap_or(0) as i32;
    let Some(until) = wanted.until else {
        return text!("{place} is {value}; wants another value", "{place} は {value}。ほかの値になるのを待っています");
    };
    let Text { en, ja } = wanted_text(until);
    text!("{place} is {value}; wants {en}", "{place} は {value}。待っている値は {ja}")
}

/// A line in words.
fn line(place: &SourcePlace) -> alloc::string::String {
    format!("{}:{}", place.file, place.line)
}

impl WaitView {
    /// The view before anything is known about the writer. `end` is the last known cycle of the run, and whether it is
    /// its end.
    pub fn of(machine: &Machine, rank: usize, wanted: &Wanted, (end, ended): (Cycle, bool)) -> Self {
        let node = machine.state.nodes[rank].id;
        let end = match ended {
            true => text!("Nothing in this run writes it any more.", "この実行では、これ以降この語は書かれません。"),
            false => {
                let end = grouped(end);
                text!(
                    "Nothing writes it up to cycle {end}, the last one known: run on to see who does.",
                    "分かっている最後のサイクル {end} までには書かれません。続きを実行すると、書き手が分かります。"
                )
            }
        };
        Self {
            node,
            cycle: machine.state.cycle,
            wants: wants_text(machine, rank, wanted),
            end,
            written: None,
            by: None,
            packet: None,
            transit: None,
            before: None,
        }
    }

    /// Adds the write that ends the waiting, in the future of the shown state.
    pub fn ends_by(&mut self, machine: &Machine, writer: &WriterView) {
        let written = writer.cycle.unwrap_or(0);
        self.written = writer.cycle;
        (self.by, self.packet) = (writer.by.clone(), writer.packet);
        let cycle = grouped(written);
        self.end = match (writer.kind, &writer.by) {
            (WriterKind::Edit, _) => {
                text!("An edit writes it in cycle {cycle}.", "サイクル {cycle} に書き換えで書かれます。")
            }
            (WriterKind::Answer, _) => text!(
                "The answer of the memory node writes it in cycle {cycle}.",
                "サイクル {cycle} にメモリノードの応答が書きます。"
            ),
            (_, Some(by)) => {
                let (node, sent) = (by.node, grouped(by.cycle));
                let at = by.source.as_ref().map_or_else(|| format!("0x{:x}", by.pc), line);
                match by.cycle < self.cycle {
                    true => text!(
                        "{node} sent it in cycle {sent}, at {at}; it is written in cycle {cycle}.",
                        "サイクル {sent} に {node} が {at} で送りました。書かれるのはサイクル {cycle} です。"
                    ),
                    false => text!(
                        "{node} sends it in cycle {sent}, at {at}; it is written in cycle {cycle}.",
                        "サイクル {sent} に {node} が {at} で送ります。書かれるのはサイクル {cycle} です。"
                    ),
                }
            }
            _ => text!("It is written in cycle {cycle}.", "サイクル {cycle} に書かれます。"),
        };
        self.transit = match (&self.packet, &self.by) {
            (Some(packet), Some(by)) => Some(transit(machine, packet, by)),
            (Some(packet), None) => place_of(machine, packet),
            _ => None,
        };
    }
}

/// Where a packet is in the shown state.
fn transit(machine: &Machine, packet: &PacketId, by: &InstructionView) -> Text {
    if by.cycle >= machine.state.cycle {
        let doing = place_of_node(machine, by.node).map(|(_, text)| text).unwrap_or_default();
        let node = by.node;
        let Text { en, ja } = doing;
        return text!("Not sent yet: {node} is at {en}.", "まだ送られていません。{node} は {ja} にいます。");
    }
    let node = packet.source;
    place_of(machine, packet).unwrap_or_else(|| {
        text!("Its command waits in the INCC of {node}.", "コマンドが {node} の INCC で待っています。")
    })
}

/// The place of the first flit of a packet that is still in flight.
fn place_of(machine: &Machine, packet: &PacketId) -> Option<Text> {
    let mesh = MeshView::of(machine);
    let flits = mesh.flits().filter(|f| f.source == packet.source && f.packet == packet.number);
    let first = flits.min_by_key(|f| f.role as u8)?;
    let what = match first.role {
        FlitRole::Header => text!("Its header is", "ヘッダは"),
        _ => text!("Its header has arrived; the next flit is", "ヘッダは到着済み。次のフリットは"),
    };
    let at = first.at;
    let name = |port: u8| port_name(Port::ALL[usize::from(port) % PORTS]);
    let place = match first.place {
        FlitPlace::Fifo { port, .. } => {
            let router = machine.state.network.router(machine.spec().array.router(at));
            match router.wanted(usize::from(port)) {
                Some(to) => {
                    let Text { en, ja } = port_name(to);
                    text!("at router {at}, on its way {en}", "ルータ {at} から {ja} へ向かう途中です")
                }
                None => text!("at router {at}", "ルータ {at} にあります"),
            }
        }
        FlitPlace::Link { port } => {
            let Text { en, ja } = name(port);
            text!("on the link of {at}, {en}", "{at} の {ja} のリンクにあります")
        }
        FlitPlace::OutBuffer | FlitPlace::Entering => {
            text!("in the output buffer of {at}", "{at} の出力バッファにあります")
        }
        FlitPlace::InBuffer { .. } => text!("in the input buffer of {at}", "{at} の入力バッファにあります"),
    };
    Some(Text::new(format!("{} {}.", what.en, place.en), format!("{}{}。", what.ja, place.ja)))
}

/// A core in a chain of waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitStepView {
    pub node: NodeId,
    /// The word that it waits for; or that it has halted and sends nothing.
    pub text: Text,
    /// The nearest line of the user's own files.
    pub source: Option<SourcePlace>,
    /// The node that should send the word, if it is known.
    pub from: Option<NodeId>,
    /// The chain ends here: nothing in this run sends the word that this core waits for, or this core is the one that
    /// should have sent the word of the step before.
    pub missing: bool,
}

/// The cores of a deadlock that wait for each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitChainView {
    /// The longest chain, in order: each node waits for the next one.
    pub steps: Vec<WaitStepView>,
    /// The last node waits for this step (from 0): they wait in a circle.
    pub circle: Option<u32>,
    /// Number of other cores that wait.
    pub others: u32,
    /// The result in a sentence.
    pub text: Text,
}

impl WaitChainView {
    /// The chain of a deadlock. `senders` have recorded the whole run.
    pub fn of(machine: &Machine, senders: &Senders) -> Option<Self> {
        let Some(Outcome::Deadlock(waiting)) = machine.outcome() else { return None };
        let word = |w: &Waiting| w.addr.map(|addr| addr & !3);
        let next = |node: NodeId| {
            let w = waiting.iter().find(|w| w.node == node)?;
            senders.expected(machine, node, word(w)?)
        };
        // The longest chain shows most.
        let path = |start: NodeId| {
            let mut nodes = alloc::vec![start];
            let mut seen = BTreeSet::from([start]);
            let mut circle = None;
            while let Some((from, _)) = nodes.last().and_then(|node| next(*node)) {
                if !seen.insert(from) {
                    circle = nodes.iter().position(|node| *node == from);
                    break;
                }
                nodes.push(from);
            }
            (nodes, circle)
        };
        let (nodes, circle) = waiting
            .iter()
            .take(4096)
            .map(|w| path(w.node))
            .max_by_key(|(nodes, _)| (nodes.len(), core::cmp::Reverse(nodes[0])))?;
        // Of a very long chain, its end is what matters.
        let skipped = nodes.len().saturating_sub(MAX_STEPS);
        let last = nodes.len() - 1;
        let steps: Vec<WaitStepView> = nodes
            .iter()
            .enumerate()
            .skip(skipped)
            .map(|(index, node)| step(machine, waiting, *node, next(*node), index == last && circle.is_none()))
            .collect();
        let in_chain: BTreeSet<NodeId> = nodes.iter().copied().collect();
        let others = waiting.iter().filter(|w| !in_chain.contains(&w.node)).count() as u32;
        let n_en = counted(waiting.len() as u64, "core waits", "cores wait");
        let n = waiting.len();
        let end = nodes[last];
        let waits = waiting.iter().any(|w| w.node == end);
        let text = match (circle, waits) {
            (Some(_), _) => text!(
                "{n_en}; those of the chain wait for each other in a circle.",
                "{n} 個のコアが待っています。連鎖のコアは輪になって互いを待っています。"
            ),
            (None, true) => text!(
                "{n_en}; it begins at {end}, whose word nothing sends.",
                "{n} 個のコアが待っています。始まりは {end} で、待っている語は誰も送りません。"
            ),
            (None, false) => text!(
                "{n_en}; it begins at {end}, which has halted without sending.",
                "{n} 個のコアが待っています。始まりは {end} で、送らずに停止しました。"
            ),
        };
        Some(Self { steps, circle: circle.and_then(|at| at.checked_sub(skipped)).map(|at| at as u32), others, text })
    }
}

fn step(
    machine: &Machine,
    waiting: &[Waiting],
    node: NodeId,
    expected: Option<(NodeId, Basis)>,
    missing: bool,
) -> WaitStepView {
    let (place, at) = place_of_node(machine, node).unwrap_or((Whereabouts::default(), Text::default()));
    let source = place.own.or(place.inside);
    let from = expected.map(|(from, _)| from);
    let rank = machine.spec().array.rank(node);
    let Some((w, rank)) = waiting.iter().find(|w| w.node == node).zip(rank) else {
        let halted = rank.and_then(|rank| machine.state.nodes[rank].core.processor.halted);
        let text = match halted {
            Some((_, cycle)) => {
                let cycle = grouped(cycle);
                text!("halted in cycle {cycle} and sends nothing", "サイクル {cycle} に停止していて、何も送りません")
            }
            None => text!("sends nothing", "何も送りません"),
        };
        return WaitStepView { node, text, source: None, from: None, missing };
    };
    let wants = match w.addr.map(|addr| addr & !3) {
        Some(addr) => {
            let wanted = crate::wanted(machine, rank).filter(|wanted| wanted.addr == addr);
            wants_text(machine, rank, &wanted.unwrap_or(Wanted { addr, until: None }))
        }
        None => text!("loops without reading anything", "何も読まずにループしています"),
    };
    let why = match expected {
        None if w.addr.is_none() => text!("nothing can end this loop", "このループを終わらせるものはありません"),
        None => text!("nothing in this run sends it", "この実行で送るものはありません"),
        Some((from, Basis::Barrier)) => {
            text!("{from} should send it, its neighbour in the barrier", "バリアの隣のノード {from} が送るはずです")
        }
        Some((from, Basis::Before(sent))) => {
            let cycle = grouped(sent.cycle);
            let own = sent.own.and_then(|(file, line)| {
                let file = machine.image(rank).program.files.get(file as usize)?;
                Some(format!("{file}:{line}"))
            });
            let (en, ja) = own.map_or_else(Default::default, |own| (format!(" at {own}"), format!("、{own}")));
            text!("{from} sent it last (cycle {cycle}{en})", "前回は {from} が送りました（サイクル {cycle}{ja}）")
        }
        Some((from, Basis::Likewise)) => {
            text!("{from} should send it, as others got theirs", "ほかのノードの例からすると、{from} が送るはずです")
        }
    };
    let text =
        Text::new(format!("at {}: {}; {}", at.en, wants.en, why.en), format!("{}：{}。{}", at.ja, wants.ja, why.ja));
    WaitStepView { node, text, source, from, missing }
}
