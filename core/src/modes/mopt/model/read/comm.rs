//! Communication records: one JSON object with all messages, or JSON lines (a line with `format` and `ranks`, then a line for each
//! message or interval of computation). Only source, destination and bytes of messages matter here.

use super::{Collector, Found, Kind, ReadError};
use crate::base::Text;
use crate::modes::mopt::model::graph::Edge;
use crate::text;
use alloc::{format, string::String, vec::Vec};
use serde::Deserialize;

/// The version of the format.
const FORMAT: u64 = 1;

#[derive(Deserialize)]
struct Message {
    source: Option<u64>,
    destination: Option<u64>,
    bytes: Option<u64>,
}

/// Any object of a record. Keys that do not matter here are skipped.
#[derive(Deserialize)]
struct Item {
    format: Option<u64>,
    ranks: Option<u64>,
    messages: Option<Vec<Message>>,
    source: Option<u64>,
    destination: Option<u64>,
    bytes: Option<u64>,
}

pub(super) fn read(text: &str, ranks: Option<u32>) -> Result<Found, ReadError> {
    let mut items = serde_json::Deserializer::from_str(text).into_iter::<Item>();
    let first = match items.next() {
        Some(Ok(first)) => first,
        Some(Err(error)) => return Err(syntax(&error)),
        None => return Err(ReadError::whole(text!("the file is empty", "ファイルが空です"))),
    };
    let at = |path: &str, message: Text| {
        let (en, ja) = (&message.en, &message.ja);
        ReadError::whole(text!("`{path}`: {en}", "`{path}`: {ja}"))
    };
    if first.format != Some(FORMAT) {
        let wrong = text!(
            "a communication record begins with \"format\": {FORMAT} and \"ranks\"",
            "通信記録は \"format\": {FORMAT} と \"ranks\" で始まります"
        );
        return Err(at("format", wrong));
    }
    let own =
        first.ranks.ok_or_else(|| at("ranks", text!("the number of ranks is missing", "ランク数がありません")))?;
    let all = Collector::new(None);
    all.rank(own.saturating_sub(1)).map_err(|wrong| at("ranks", wrong))?;
    if ranks.is_some_and(|ranks| u64::from(ranks) != own) || own == 0 {
        let wanted = ranks.unwrap_or(1);
        return Err(at(
            "ranks",
            text!(
                "the record has {own} ranks and not {wanted}",
                "記録は {own} ランクで、{wanted} ランクではありません"
            ),
        ));
    }
    let mut all = Collector::new(Some(own as u32));
    for (message, number) in first.messages.unwrap_or_default().into_iter().zip(0u64..) {
        add(&mut all, &message).map_err(|(key, wrong)| at(&format!("messages[{number}].{key}"), wrong))?;
    }
    for (item, number) in items.zip(1u64..) {
        let item = item.map_err(|error| syntax(&error))?;
        let message = Message { source: item.source, destination: item.destination, bytes: item.bytes };
        // An interval of computation has neither.
        if message.source.is_some() || message.destination.is_some() {
            add(&mut all, &message).map_err(|(key, wrong)| at(&format!("item {number}.{key}"), wrong))?;
        }
    }
    all.finish(Kind::Comm, Vec::new())
}

/// Adds a message; the error names the key.
fn add(all: &mut Collector, message: &Message) -> Result<(), (&'static str, Text)> {
    let value = |key: &'static str, value: Option<u64>| {
        value.ok_or_else(|| (key, text!("this key is missing", "このキーがありません")))
    };
    let from = all.rank(value("source", message.source)?).map_err(|wrong| ("source", wrong))?;
    let to = all.rank(value("destination", message.destination)?).map_err(|wrong| ("destination", wrong))?;
    let bytes = value("bytes", message.bytes)?;
    all.add(Edge { from, to, bytes, messages: 1 }).map_err(|wrong| ("bytes", wrong))
}

fn syntax(error: &serde_json::Error) -> ReadError {
    let message: String = format!("{error}").chars().take(200).collect();
    ReadError::new(error.line() as u32, error.column() as u32, Text::same(message))
}
