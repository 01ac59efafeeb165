//! Reasons why parts of the chip are stalled, and blocked chains, as text.

use super::chip_mesh::port_name;
use crate::{Blocked, Cause, Chain, Stall};
use alloc::{format, vec::Vec};
use mcore_base::text;
use mcore_base::{NodeId, Text};
use mcore_net::PacketTag;
use serde::{Deserialize, Serialize};

/// A reason in a word or two.
pub fn stall_name(stall: Stall) -> Text {
    match stall {
        Stall::Polling => text!("polling memory", "メモリのポーリング"),
        Stall::WaitingForIncc => text!("waiting for the INCC", "INCC 待ち"),
        Stall::WaitingForTime => text!("waiting for a time", "時刻待ち"),
        Stall::Halted => text!("halted", "停止済み"),
        Stall::Trapped => text!("trapped", "トラップ"),
        Stall::Xoff => text!("Xoff: the next FIFO is full", "Xoff (次の FIFO が満杯)"),
        Stall::OutputHeld => text!("output held by another packet", "出力を別のパケットが使用中"),
        Stall::PageMiss => text!("page miss", "ページミス"),
        Stall::AwaitingFlits => text!("waiting for the rest of a packet", "パケットの残り待ち"),
        Stall::Idle => text!("idle", "アイドル"),
    }
}

/// A packet as text: its source and its number there.
pub fn packet_name(tag: PacketTag) -> Text {
    let (source, number) = (tag.source, tag.number);
    Text::same(format!("{source}#{number}"))
}

/// One link of a blocked chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainLinkView {
    /// The router at which a packet waits.
    pub at: NodeId,
    /// The input port at whose head it waits.
    pub port: u8,
    /// Which packet waits there, where, and for what.
    pub text: Text,
}

/// Why a head does not move, followed to the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainView {
    /// Each waits for the next.
    pub links: Vec<ChainLinkView>,
    /// The cause that blocks all of them.
    pub end: Text,
}

impl ChainView {
    /// A chain as text; `None` if nothing waits.
    pub fn of(chain: &Chain) -> Option<Self> {
        let last = chain.links.last()?;
        let links = chain.links.iter().map(|b| ChainLinkView { at: b.at, port: b.input as u8, text: link_text(b) });
        let end = match (chain.moving, last.cause) {
            (Some(tag), _) => {
                let packet = packet_name(tag).en;
                text!(
                    "Packet {packet} is on its way; when its tail has passed, the next one goes.",
                    "パケット {packet} は進んでいます。末尾が通り過ぎれば、次が進みます。"
                )
            }
            (None, Cause::MemoryNode { copying: true }) => {
                text!(
                    "The memory node copies a page into its page buffer.",
                    "メモリノードがページをページバッファにコピーしています。"
                )
            }
            (None, Cause::MemoryNode { copying: false }) => {
                text!(
                    "The memory node takes one flit a cycle, and its input buffer is full.",
                    "メモリノードは 1 サイクルに 1 フリットを受け取り、入力バッファが満杯です。"
                )
            }
            (None, _) => text!(
                "What holds the output has flits still to come.",
                "出力を使っているパケットの残りのフリットがまだ届いていません。"
            ),
        };
        Some(Self { links: links.collect(), end })
    }
}

fn link_text(blocked: &Blocked) -> Text {
    let (packet, at, input) = (packet_name(blocked.packet).en, blocked.at, port_name(blocked.input));
    match blocked.cause {
        Cause::Held { output, by, packet: other } => {
            let (output, by) = (port_name(output), port_name(by));
            let other = other.map(|tag| format!(" {}", packet_name(tag).en)).unwrap_or_default();
            Text::new(
                format!(
                    "{packet} waits at {at}, input {}: output {} is held by packet{other} from input {}.",
                    input.en, output.en, by.en
                ),
                format!(
                    "{packet} は {at} の {} 入力で待機：{} 出力を {} 入力のパケット{other}が使用中。",
                    input.ja, output.ja, by.ja
                ),
            )
        }
        Cause::Xoff { output } => {
            let output = port_name(output);
            Text::new(
                format!(
                    "{packet} waits at {at}, input {}: the FIFO behind output {} is full (Xoff).",
                    input.en, output.en
                ),
                format!("{packet} は {at} の {} 入力で待機：{} 出力の先の FIFO が満杯 (Xoff)。", input.ja, output.ja),
            )
        }
        Cause::MemoryNode { .. } => Text::new(
            format!("{packet} waits at {at}, input {}: the memory node's input buffer is full (Xoff).", input.en),
            format!("{packet} は {at} の {} 入力で待機：メモリノードの入力バッファが満杯 (Xoff)。", input.ja),
        ),
    }
}
