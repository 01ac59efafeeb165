//! Calls and messages of MPI as sentences of the communication log.

use super::LogKind;
use crate::{Mpi, MpiCall, MpiMessage, MpiNews};
use alloc::format;
use alloc::string::String;
use mcore_base::text;
use mcore_base::{Text, counted};

/// The kind of the news and a sentence, if they have their own row. The news of a message are at its sender and at its
/// receiver.
pub(super) fn sentence(mpi: &Mpi, news: &MpiNews) -> Option<(LogKind, Text)> {
    Some(match news {
        MpiNews::Began(call) => {
            let name = mpi.function(call.function);
            (LogKind::Call, text!("{name} called", "{name} の呼び出し"))
        }
        MpiNews::Ended(call) => (LogKind::Call, ended(mpi.function(call.function), call)),
        MpiNews::Sent(message) => {
            let (name, to, facts) = (mpi.function(message.function), message.destination, facts(message));
            let (en, ja) = (&facts.en, &facts.ja);
            let sent =
                text!("{name} sends a message to rank {to}: {en}", "{name} がランク {to} へメッセージを送信：{ja}");
            (LogKind::Message, sent)
        }
        MpiNews::Matched(message) => {
            let (function, _) = message.receive?;
            let (name, from, facts, late) = (mpi.function(function), message.source, facts(message), late(message));
            let en = format!("{name} takes the message of rank {from}: {}{}", facts.en, late.en);
            let ja = format!("{name} がランク {from} からのメッセージを受け取り：{}{}", facts.ja, late.ja);
            (LogKind::Message, Text::new(en, ja))
        }
        MpiNews::Delivered(message) => {
            let (from, facts, cycles) = (message.source, facts(message), message.delivered? - message.posted());
            let en = format!(
                "the message of rank {from} is complete: {}, {} after its sender's call",
                facts.en,
                counted(cycles, "cycle", "cycles")
            );
            let ja =
                format!("ランク {from} からのメッセージが到着：{}、送信の呼び出しから {cycles} サイクル", facts.ja);
            (LogKind::Message, Text::new(en, ja))
        }
        MpiNews::Marked(word) => (LogKind::Mark, text!("marked 0x{word:x}", "0x{word:x} の印")),
        MpiNews::RegionBegan(name) => (LogKind::Mark, text!("region “{name}” begins", "区間「{name}」の始まり")),
        MpiNews::RegionEnded => (LogKind::Mark, text!("region ends", "区間の終わり")),
        MpiNews::Halted => return None,
    })
}

fn ended(name: &str, call: &MpiCall) -> Text {
    let (cycles, waited) = (call.end - call.begin, call.waited);
    let en = counted(cycles, "cycle", "cycles");
    let (en_waited, ja_waited) = match waited {
        0 => (String::new(), String::new()),
        _ => (format!(", {waited} of them waiting"), format!("、うち待ち {waited}")),
    };
    let en = format!("{name} returns after {en}{en_waited}");
    Text::new(en, format!("{name} から復帰：{cycles} サイクル{ja_waited}"))
}

/// Tag and length; a message of a collective operation has no tag.
fn facts(message: &MpiMessage) -> Text {
    let bytes = u64::from(message.bytes);
    let (en, ja) = (counted(bytes, "byte", "bytes"), format!("{bytes} バイト"));
    match message.tag {
        Some(tag) => text!("tag {tag}, {en}", "タグ {tag}、{ja}"),
        None => Text::new(en, ja),
    }
}

/// Who was late, and by how many cycles.
fn late(message: &MpiMessage) -> Text {
    let (cycles, en, ja) = match (message.late_sender(), message.late_receiver()) {
        (0, 0) => return Text::new(String::new(), String::new()),
        (0, cycles) => (cycles, "receiver", "受信側"),
        (cycles, _) => (cycles, "sender", "送信側"),
    };
    let late = counted(cycles, "cycle", "cycles");
    Text::new(format!(", late {en}: {late}"), format!("、{ja}の遅れ {cycles} サイクル"))
}
