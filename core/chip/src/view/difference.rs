//! The first differences of two runs, as text.

use super::InstructionView;
use crate::{Act, Difference, Kind, Spot};
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text};
use serde::{Deserialize, Serialize};

/// Maximum number of rows.
const MAX_ROWS: usize = 1000;

/// The kind of action compared in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DifferenceKind {
    /// Bytes on the console.
    Console,
    /// DMAs that are started.
    Dma,
    /// Stores to data.
    Store,
    /// The exit code.
    Exit,
}

/// An action of one of the runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DidView {
    /// The instruction of the action.
    pub by: InstructionView,
    /// The action.
    pub text: Text,
}

/// The first difference of a kind at a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferenceRow {
    pub node: NodeId,
    pub kind: DifferenceKind,
    /// The action of the kept run; `None` if it performed no further one of this kind.
    pub kept: Option<DidView>,
    /// The action of the current run.
    pub present: Option<DidView>,
}

/// The kept run compared with the current one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferenceView {
    /// The cycle up to which the kept run was compared.
    pub kept_cycles: Cycle,
    /// The cycle up to which the current run was compared.
    pub present_cycles: Cycle,
    /// The first difference of each node and kind, the earliest first.
    pub rows: Vec<DifferenceRow>,
    /// The result in a sentence.
    pub text: Text,
}

impl DifferenceView {
    /// Describes a finished comparison of the kept run (left) with the current one (right).
    pub fn of(difference: &Difference) -> Self {
        let runs = difference.runs();
        let rows: Vec<_> = difference
            .found()
            .iter()
            .take(MAX_ROWS)
            .map(|mismatch| {
                let side = |which: usize| {
                    let done = mismatch.sides[which]?;
                    let by = InstructionView::of(&runs[which].start, done.by, None);
                    Some(DidView { by, text: act_text(&done.act, difference) })
                };
                let kind = match mismatch.kind {
                    Kind::Console => DifferenceKind::Console,
                    Kind::Dma => DifferenceKind::Dma,
                    Kind::Store => DifferenceKind::Store,
                    Kind::Exit => DifferenceKind::Exit,
                };
                DifferenceRow { node: mismatch.node, kind, kept: side(0), present: side(1) }
            })
            .collect();
        let [kept_cycles, present_cycles] = difference.cycles();
        let text = match rows.first() {
            Some(row) => first_text(row),
            None if difference.gave_up() => text!(
                "One run does so much more than the other that they cannot be compared to the end.",
                "一方の実行だけがはるかに多くのことをしていて、最後まで比べられません。"
            ),
            None => text!(
                "No difference: what the nodes print, send, store and return is the same.",
                "違いはありません。各ノードの出力、送信、書き込み、終了コードは同じです。"
            ),
        };
        Self { kept_cycles, present_cycles, rows, text }
    }
}

fn first_text(row: &DifferenceRow) -> Text {
    let side = |did: &Option<DidView>| match did {
        Some(DidView { by, text }) => {
            let (cycle, at, en, ja) = (by.cycle, by.place().en, &text.en, &text.ja);
            text!("{en} (cycle {cycle}, {at})", "{ja}（サイクル {cycle}、{at}）")
        }
        None => text!("nothing more", "これ以上なし"),
    };
    let (node, kept, present) = (row.node, side(&row.kept), side(&row.present));
    Text::new(
        format!("First difference, at {node}: the kept run: {}; the present one: {}.", kept.en, present.en),
        format!("最初の違いは {node} です。保存した実行：{}。今の実行：{}。", kept.ja, present.ja),
    )
}

fn act_text(act: &Act, difference: &Difference) -> Text {
    let spot = |spot: Spot| -> String {
        match (spot.label, spot.offset) {
            (Some(label), 0) => difference.name(label).into(),
            (Some(label), offset) => format!("{}+{offset}", difference.name(label)),
            (None, addr) => format!("0x{addr:x}"),
        }
    };
    match *act {
        Act::Console(byte) => {
            let shown = char::from(byte).escape_default();
            text!("prints `{shown}`", "`{shown}` を出力")
        }
        Act::Dma { dst, to, words } => {
            let (to, bytes) = (spot(to), 4 * u64::from(words));
            text!("DMA of {bytes} bytes to {dst}, {to}", "{dst} の {to} へ {bytes} バイトの DMA")
        }
        Act::Store { to, value, .. } => {
            let to = spot(to);
            text!("stores {value} (0x{value:x}) into {to}", "{to} に {value} (0x{value:x}) を書き込み")
        }
        Act::Exit(code) => {
            let code = code as i32;
            text!("halts with code {code}", "コード {code} で停止")
        }
    }
}
