//! The last writer of a register or a word, as text.

use super::chip_outcome::address;
use super::{PacketId, SourcePlace, source_of};
use crate::{Executed, Machine, Writer};
use alloc::format;
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text, grouped};
use serde::{Deserialize, Serialize, Serializer};

/// The kinds of writers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WriterKind {
    /// An instruction of the node's own core.
    Instruction,
    /// A DMA of a compute node.
    Dma,
    /// An answer of the memory node.
    Answer,
    /// An edit from outside.
    Edit,
    /// The loader, before the run.
    Loader,
}

/// The last writer of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriterView {
    /// The place, as requested.
    pub place: Text,
    /// The node to which it belongs.
    pub node: NodeId,
    /// The writer was searched for before this cycle.
    pub before: Cycle,
    pub kind: WriterKind,
    /// The cycle in which the place was written.
    pub cycle: Option<Cycle>,
    /// The packet that carried it.
    pub packet: Option<PacketId>,
    /// The instruction that caused it: that of the store, or the store that started the DMA (or the request for the
    /// answer).
    pub by: Option<InstructionView>,
    /// A full description in a sentence.
    pub text: Text,
}

/// An instruction that was executed. A text (JSON) has `inside` only if the instruction is in the library.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct InstructionView {
    /// The node whose core executed it.
    pub node: NodeId,
    pub cycle: Cycle,
    /// Its address.
    pub pc: u32,
    /// Its place in the source: the nearest line of the user's own files.
    pub source: Option<SourcePlace>,
    /// If it is in the library: the line there.
    pub inside: Option<SourcePlace>,
}

impl Serialize for InstructionView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { node, cycle, pc, source, inside } = self;
        if !serializer.is_human_readable() {
            return (node, cycle, pc, source, inside).serialize(serializer);
        }
        #[derive(Serialize)]
        struct Text<'a> {
            node: NodeId,
            cycle: Cycle,
            pc: u32,
            source: &'a Option<SourcePlace>,
            #[serde(skip_serializing_if = "Option::is_none")]
            inside: &'a Option<SourcePlace>,
        }
        Text { node: *node, cycle: *cycle, pc: *pc, source, inside }.serialize(serializer)
    }
}

impl InstructionView {
    /// An instruction of a machine's program. `own`: file and line of the nearest line of the user's own files, where it
    /// is known.
    pub fn of(machine: &Machine, executed: Executed, own: Option<(u32, u32)>) -> Self {
        let Executed { node, cycle, pc } = executed;
        let rank = machine.spec().array.rank(node);
        let here = rank.and_then(|rank| source_of(&machine.image(rank).program, pc));
        let own = rank.zip(own).and_then(|(rank, (file, line))| {
            let file = machine.image(rank).program.files.get(file as usize)?.clone();
            Some(SourcePlace { file, line })
        });
        let inside = here.clone().filter(|here| own.as_ref().is_some_and(|own| own != here));
        Self { node, cycle, pc, source: own.or(here), inside }
    }

    /// Its location: the source line if it is known, and the address.
    pub fn place(&self) -> Text {
        let pc = self.pc;
        Text::same(match &self.source {
            Some(SourcePlace { file, line }) => match &self.inside {
                Some(inside) => format!("{file}:{line} ({}:{}, 0x{pc:x})", inside.file, inside.line),
                None => format!("{file}:{line} (0x{pc:x})"),
            },
            None => format!("0x{pc:x}"),
        })
    }
}

impl WriterView {
    /// Describes a writer of a place of a node. `own` is the nearest line of the user's own files to the instruction.
    pub fn of(
        machine: &Machine,
        node: NodeId,
        place: Text,
        before: Cycle,
        writer: Writer,
        own: Option<(u32, u32)>,
    ) -> Self {
        let (en, ja) = (&place.en, &place.ja);
        let view =
            |kind, cycle, text| Self { place: place.clone(), node, before, kind, cycle, packet: None, by: None, text };
        match writer {
            Writer::Loader => view(
                WriterKind::Loader,
                None,
                text!(
                    "Nothing in this run has written {en} of {node}: it is as it was loaded.",
                    "{node} の {ja} は実行中に一度も書かれていません。ロードされたときのままです。"
                ),
            ),
            Writer::Edit(cycle) => view(WriterKind::Edit, Some(cycle), {
                let at = grouped(cycle);
                text!(
                    "{en} of {node} was edited from outside at cycle {at}.",
                    "{node} の {ja} はサイクル {at} に外から書き換えられました。"
                )
            }),
            Writer::Instruction(executed) => {
                let by = InstructionView::of(machine, executed, own);
                let (cycle, shown, at) = (by.cycle, grouped(by.cycle), by.place().en);
                let text = text!(
                    "{en} of {node} was written in cycle {shown} by the instruction at {at}.",
                    "{node} の {ja} はサイクル {shown} に {at} の命令が書きました。"
                );
                Self { by: Some(by), ..view(WriterKind::Instruction, Some(cycle), text) }
            }
            Writer::Dma { written, packet, command, by } => {
                let by = by.map(|executed| InstructionView::of(machine, executed, own));
                let (source, number) = (packet.source, packet.number);
                let answer = source == NodeId::MEMORY;
                let kind = if answer { WriterKind::Answer } else { WriterKind::Dma };
                let what = match answer {
                    true => text!("an answer of the memory node", "メモリノードの応答"),
                    false => text!("a DMA from {source}", "{source} からの DMA"),
                };
                let size = command.map_or(Text::default(), |command| {
                    let (bytes, to) =
                        (4 * u64::from(command.words), address(&machine.image(0).program, command.remote as u32));
                    text!(", {bytes} bytes to {to}", "、{to} への {bytes} バイト")
                });
                let why = by.as_ref().map_or(Text::default(), |by| {
                    let (who, cycle, at) = (by.node, grouped(by.cycle), by.place().en);
                    match answer {
                        true => text!(
                            " It was asked for by {who} at {at} in cycle {cycle}.",
                            "要求したのはサイクル {cycle}、{who} の {at} です。"
                        ),
                        false => text!(
                            " It was started at {at} in cycle {cycle}.",
                            "開始したのはサイクル {cycle}、{at} です。"
                        ),
                    }
                });
                let shown = grouped(written);
                let text = Text::new(
                    format!(
                        "{en} of {node} was written in cycle {shown} by {} (packet {number}{}).{}",
                        what.en, size.en, why.en
                    ),
                    format!(
                        "{node} の {ja} はサイクル {shown} に{}が書きました（パケット {number}{}）。{}",
                        what.ja, size.ja, why.ja
                    ),
                );
                Self { packet: Some(packet.into()), by, ..view(kind, Some(written), text) }
            }
        }
    }
}
