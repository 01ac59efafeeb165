//! The sentences of a verdict.

use super::read::{Case, Expect, Measure};
use crate::model::Status;
use crate::model::script::Data;
use crate::view::{tca_bytes, tca_time};
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, grouped};

/// Bytes in a sentence.
const SHOWN: usize = 8;

/// The part of a run that an expectation is about.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Bytes(Vec<u8>),
    Statuses(Vec<Status>),
    Findings(Vec<Text>),
    Number(u64),
    /// No completion of the operation.
    Nothing,
}

impl Found {
    /// Whether the expectation is met.
    pub(super) fn is_met(&self, expect: &Expect) -> bool {
        match (self, expect) {
            (Self::Bytes(found), Expect::Bytes(.., data) | Expect::Shown(_, data)) => *found == data.bytes(),
            (Self::Statuses(found), Expect::Completions(.., statuses)) => found == statuses,
            (Self::Findings(found), Expect::Findings) => found.is_empty(),
            (Self::Number(found), Expect::Silent(_)) => *found == 0,
            (Self::Number(found), Expect::Most(.., most)) => found <= most,
            _ => false,
        }
    }
}

/// Bytes for people: as text if they are letters, else as hexadecimal digits.
fn bytes(bytes: &[u8]) -> String {
    let shown = bytes.get(..SHOWN.min(bytes.len())).unwrap_or_default();
    let more = if bytes.len() > SHOWN { " …" } else { "" };
    let hex = shown.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
    match core::str::from_utf8(bytes) {
        Ok(text)
            if !text.is_empty()
                && text.len() <= 32
                && text.chars().all(|letter| letter.is_ascii_graphic() || letter == ' ') =>
        {
            format!("\"{text}\"")
        }
        _ => hex + more,
    }
}

fn names(statuses: &[Status]) -> Text {
    match statuses {
        [] => text!("none", "なし"),
        _ => Text::same(statuses.iter().map(|status| status.name()).collect::<Vec<_>>().join(", ")),
    }
}

/// An expectation.
fn wish(expect: &Expect) -> Text {
    match expect {
        Expect::Bytes(node, buffer, offset, data) => {
            let (place, own) = (place(buffer, *offset), contents(data));
            let (en, ja) = (own.en, own.ja);
            text!("node {node}, `{place}`: {en}", "ノード {node} の `{place}`: {ja}")
        }
        Expect::Shown(node, data) => {
            let Text { en, ja } = contents(data);
            text!("node {node} shows {en}", "ノード {node} が表示する内容: {ja}")
        }
        Expect::Completions(node, opcode, statuses) => {
            let Text { en, ja } = names(statuses);
            match opcode {
                Some(opcode) => {
                    text!("completions of {opcode} at node {node}: {en}", "ノード {node} の {opcode} の完了: {ja}")
                }
                None => text!("completions at node {node}: {en}", "ノード {node} の完了: {ja}"),
            }
        }
        Expect::Findings => text!("no findings", "指摘がないこと"),
        Expect::Silent(node) => text!("node {node} sends no data", "ノード {node} がデータを送らないこと"),
        Expect::Most(measure, node, opcode, most) => {
            let name = measure_name(*measure);
            let value = value(*measure, *most);
            let (mut en, mut ja) = (name.en, name.ja);
            if let Some(opcode) = opcode {
                (en, ja) = (format!("{en} ({opcode})"), format!("{ja}（{opcode}）"));
            }
            match node {
                Some(node) => text!("node {node}, {en}: at most {value}", "ノード {node} の{ja}: {value} 以下"),
                None => text!("{en}: at most {value}", "{ja}: {value} 以下"),
            }
        }
    }
}

fn measure_name(measure: Measure) -> Text {
    match measure {
        Measure::Time => text!("last completion", "最後の完了"),
        Measure::Packets => text!("packets", "パケット数"),
        Measure::Descriptors => text!("descriptors", "ディスクリプタ数"),
        Measure::Copied => text!("bytes copied by CPUs", "CPU がコピーしたバイト数"),
        Measure::Shared => text!("most transfers on a link at once", "1 リンクの最大同時転送数"),
    }
}

fn value(measure: Measure, value: u64) -> String {
    match measure {
        Measure::Time => format!("{} ns", grouped(value)),
        Measure::Copied => tca_bytes(value),
        _ => grouped(value),
    }
}

fn place(buffer: &str, offset: u64) -> String {
    if offset == 0 { buffer.into() } else { format!("{buffer} + {offset}") }
}

fn contents(data: &Data) -> Text {
    let length = grouped(data.length());
    match data {
        Data::Bytes(own) => Text::same(bytes(own)),
        Data::Fill(byte, _) => text!("{byte:#04x} in {length} B", "{byte:#04x} が {length} バイト"),
        Data::Random(..) => text!("{length} B of the data of the task", "課題のデータ {length} バイト"),
    }
}

/// An expectation, and how far it is met.
pub(super) fn line(expect: &Expect, found: &Found, passed: bool) -> Text {
    let Text { en, ja } = wish(expect);
    if passed {
        return match (found, expect) {
            (Found::Number(found), Expect::Most(measure, ..)) => {
                let found = value(*measure, *found);
                text!("{en}; found {found}", "{ja}（結果 {found}）")
            }
            _ => Text::new(en, ja),
        };
    }
    let but = match (found, expect) {
        (Found::Bytes(found), Expect::Bytes(.., data) | Expect::Shown(_, data)) => {
            let wanted = data.bytes();
            if found.is_empty() {
                text!("nothing", "何もありません")
            } else if found.len() == wanted.len() {
                let at = found.iter().zip(&wanted).position(|(a, b)| a != b).unwrap_or(0);
                let (own, other) =
                    (bytes(found.get(at..).unwrap_or_default()), bytes(wanted.get(at..).unwrap_or_default()));
                text!("from byte {at} on {own} instead of {other}", "{at} バイト目から {own}（正しくは {other}）")
            } else {
                let (own, n) = (bytes(found), found.len());
                text!("{n} bytes: {own}", "{n} バイト: {own}")
            }
        }
        (Found::Statuses(found), _) => names(found),
        (Found::Findings(found), _) => {
            let more = found.len();
            let Text { en, ja } = found.first().cloned().unwrap_or_default();
            text!("{more}, the first: {en}", "{more} 件。最初の指摘: {ja}")
        }
        (Found::Number(found), Expect::Most(measure, ..)) => {
            let mut own = value(*measure, *found);
            if *measure == Measure::Time && *found >= 10_000 {
                own = format!("{own} ({})", tca_time(*found));
            }
            Text::same(own)
        }
        (Found::Number(found), _) => Text::same(tca_bytes(*found)),
        (Found::Nothing, _) => text!("no successful completion", "成功した完了がありません"),
        (Found::Bytes(_), _) => Text::default(),
    };
    let (but_en, but_ja) = (but.en, but.ja);
    text!("{en}; found {but_en}", "{ja}（結果: {but_ja}）")
}

/// The expectations of a case, before anything is handed in.
pub fn asked(case: &Case) -> Vec<Text> {
    case.expects.iter().map(wish).collect()
}
