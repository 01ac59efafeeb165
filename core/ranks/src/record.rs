//! Communication records (`*.comm.json`, described by `docs/comm.schema.json`): the messages of one run of a program with MPI, and
//! the computation between them. The chip writes them; other modes read them.
//!
//! A record is one JSON object with lists, or JSON lines: the first line has `format` and `ranks`, each further line is a message or
//! an interval of computation. Times are in ticks of the clock of the record.

use alloc::{format, string::String, vec::Vec};
use core::fmt::{self, Write};
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// The version of the format.
pub const FORMAT: u64 = 1;
/// The most ranks of a record.
pub const MAX_RANKS: u64 = 65_536;
/// The most bytes of a message.
pub const MAX_BYTES: u64 = 1 << 53;

/// The beginning of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Ranks of the program.
    pub ranks: u64,
    /// Ticks of its clock in a second.
    pub clock_hz: u64,
}

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Message {
    /// The rank that sends.
    pub source: u64,
    /// The rank that receives.
    pub destination: u64,
    /// The tag of a message that is no part of a collective operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<i64>,
    /// Bytes of its data.
    pub bytes: u64,
    /// The collective operation that it is a part of, by the name of its function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collective: Option<String>,
    /// When it was sent; 0 if the record does not say it.
    pub posted: u64,
    /// When a receive took it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matched: Option<u64>,
    /// When the receiver had all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivered: Option<u64>,
}

/// An interval in which a rank computes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Interval {
    pub rank: u64,
    /// First tick.
    pub begin: u64,
    /// The tick after the last one.
    pub end: u64,
}

/// A part of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    Message(Message),
    /// An interval of computation.
    Interval(Interval),
}

/// An error of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1; 0 if the place is in the text.
    pub line: usize,
    /// Column, from 1; 0 if the error is about the whole line.
    pub column: usize,
    /// The problem and its remedy.
    pub text: Text,
}

/// The keys of an item, all of which may be missing.
#[derive(Default, Deserialize)]
struct Loose {
    source: Option<u64>,
    destination: Option<u64>,
    tag: Option<i64>,
    bytes: Option<u64>,
    collective: Option<String>,
    posted: Option<u64>,
    matched: Option<u64>,
    delivered: Option<u64>,
    rank: Option<u64>,
    begin: Option<u64>,
    end: Option<u64>,
}

#[derive(Deserialize)]
struct Start {
    format: Option<u64>,
    ranks: Option<u64>,
    clock_hz: Option<u64>,
    #[serde(default)]
    messages: Vec<Loose>,
    #[serde(default)]
    computation: Vec<Loose>,
}

/// An error in the item that is read: its key, if it has one, and the text.
type Wrong = (Option<&'static str>, Text);

impl Loose {
    fn is_message(&self) -> bool {
        self.source.is_some() || self.destination.is_some() || self.bytes.is_some()
    }

    fn item(self, head: &Head, message: bool) -> Result<Item, Wrong> {
        let need = |key: &'static str, value: Option<u64>| {
            value.ok_or_else(|| (Some(key), text!("this key is missing", "このキーがありません")))
        };
        let rank = |key: &'static str, value: Option<u64>| {
            let (rank, ranks) = (need(key, value)?, head.ranks);
            if rank < ranks {
                return Ok(rank);
            }
            let none = text!(
                "rank {rank} does not exist; there are {ranks}, from 0",
                "ランク {rank} はありません。0 から数えて {ranks} 個です"
            );
            Err((Some(key), none))
        };
        let order = |first: &'static str, begin: u64, key: &'static str, end: Option<u64>| match end {
            Some(end) if end < begin => Err((
                Some(key),
                text!("it is before `{first}`: {end} < {begin}", "`{first}` より前です: {end} < {begin}"),
            )),
            _ => Ok(()),
        };
        if !message {
            let rank = rank("rank", self.rank)?;
            let (begin, end) = (need("begin", self.begin)?, need("end", self.end)?);
            order("begin", begin, "end", Some(end))?;
            return Ok(Item::Interval(Interval { rank, begin, end }));
        }
        let (source, destination) = (rank("source", self.source)?, rank("destination", self.destination)?);
        let bytes = need("bytes", self.bytes)?;
        if bytes > MAX_BYTES {
            let most = MAX_BYTES;
            let long = text!("a message has at most {most} bytes", "メッセージは {most} バイトまでです");
            return Err((Some("bytes"), long));
        }
        let (posted, matched, delivered) = (self.posted.unwrap_or(0), self.matched, self.delivered);
        order("posted", posted, "matched", matched)?;
        order("posted", posted, "delivered", delivered)?;
        order("matched", matched.unwrap_or(posted), "delivered", delivered)?;
        let (tag, collective) = (self.tag, self.collective);
        Ok(Item::Message(Message { source, destination, tag, bytes, collective, posted, matched, delivered }))
    }
}

/// The place of a byte as line and column, from 1.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// An error of the JSON text that begins at byte `from` of the whole text.
fn syntax(text: &str, from: usize, error: &serde_json::Error) -> ReadError {
    let (line, column) = place(text, from);
    let message: String = format!("{error}").chars().take(200).collect();
    // The message ends with the place in the part; the place in the whole is in the error itself.
    let message = message.rsplit_once(" at line ").map_or(message.clone(), |(what, _)| what.into());
    let column = if error.line() <= 1 { column - 1 + error.column() } else { error.column() };
    ReadError { line: line - 1 + error.line().max(1), column, text: Text::same(message) }
}

/// Reads a record. `begin` is given its head and makes the state of the reader; `take` is given each message and interval, in
/// the order of the file.
///
/// # Errors
/// It is no record; a key is missing or wrong; or `begin` or `take` refuses.
pub fn read<T>(
    text: &str,
    begin: impl FnOnce(&Head) -> Result<T, Text>,
    mut take: impl FnMut(&mut T, Item) -> Result<(), Text>,
) -> Result<T, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = |text: Text| ReadError { line: 0, column: 0, text };
    let at = |path: &str, (key, what): Wrong| {
        let key = key.map(|key| if path.is_empty() { key.into() } else { format!(".{key}") }).unwrap_or_default();
        let (en, ja) = (what.en, what.ja);
        Text::new(format!("`{path}{key}`: {en}"), format!("`{path}{key}`: {ja}"))
    };
    let (start, end) = {
        let mut starts = serde_json::Deserializer::from_str(text).into_iter::<Start>();
        match starts.next() {
            Some(Ok(start)) => (start, starts.byte_offset()),
            Some(Err(error)) => return Err(syntax(text, 0, &error)),
            None => return Err(whole(text!("the file is empty", "ファイルが空です"))),
        }
    };
    if start.format != Some(FORMAT) {
        let wrong = text!(
            "a communication record begins with \"format\": {FORMAT} and \"ranks\"",
            "通信記録は \"format\": {FORMAT} と \"ranks\" で始まります"
        );
        return Err(whole(at("", (Some("format"), wrong))));
    }
    let Some(ranks) = start.ranks.filter(|ranks| (1..=MAX_RANKS).contains(ranks)) else {
        let wrong = text!("the number of ranks is 1 to {MAX_RANKS}", "ランク数は 1 から {MAX_RANKS} までです");
        return Err(whole(at("", (Some("ranks"), wrong))));
    };
    let clock_hz = start.clock_hz.unwrap_or(1_000_000_000);
    if clock_hz == 0 {
        let wrong = text!("a clock has at least 1 tick in a second", "1 秒に 1 以上です");
        return Err(whole(at("", (Some("clock_hz"), wrong))));
    }
    let head = Head { ranks, clock_hz };
    let mut state = begin(&head).map_err(|wrong| whole(at("", (Some("ranks"), wrong))))?;
    for (list, items) in [("messages", start.messages), ("computation", start.computation)] {
        for (number, item) in items.into_iter().enumerate() {
            let item = item.item(&head, list == "messages");
            item.and_then(|item| take(&mut state, item).map_err(|wrong| (None, wrong)))
                .map_err(|wrong| whole(at(&format!("{list}[{number}]"), wrong)))?;
        }
    }
    let rest = text.get(end..).unwrap_or_default();
    let mut items = serde_json::Deserializer::from_str(rest).into_iter::<Loose>();
    while let Some(item) = items.next() {
        let wrong = |wrong: Wrong| {
            let text_of = match wrong.0 {
                Some(_) => at("", wrong),
                None => wrong.1,
            };
            // The error belongs to the line on which the item ends.
            let (line, _) = place(text, end + items.byte_offset());
            ReadError { line, column: 0, text: text_of }
        };
        let item = item.map_err(|error| syntax(text, end, &error))?;
        if !item.is_message() && item.rank.is_none() {
            let neither = text!(
                "a message has \"source\", \"destination\" and \"bytes\"; an interval has \"rank\", \"begin\" and \"end\"",
                "メッセージには \"source\"、\"destination\"、\"bytes\"、区間には \"rank\"、\"begin\"、\"end\" が必要です"
            );
            return Err(wrong((None, neither)));
        }
        let message = item.is_message();
        let item = item.item(&head, message).map_err(wrong)?;
        take(&mut state, item).map_err(|text| wrong((None, text)))?;
    }
    Ok(state)
}

/// Writes the head of a record as a line.
///
/// # Errors
/// The output fails.
pub fn write_head(out: &mut impl Write, head: &Head) -> fmt::Result {
    let Head { ranks, clock_hz } = head;
    writeln!(out, "{{\"format\":{FORMAT},\"ranks\":{ranks},\"clock_hz\":{clock_hz}}}")
}

/// Writes a message or an interval as a line.
///
/// # Errors
/// The output fails.
pub fn write(out: &mut impl Write, item: &Item) -> fmt::Result {
    let line = match item {
        Item::Message(message) => serde_json::to_string(message),
        Item::Interval(interval) => serde_json::to_string(interval),
    };
    writeln!(out, "{}", line.map_err(|_| fmt::Error)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore_base::Rng;

    fn all(text: &str) -> Result<(Head, Vec<Item>), ReadError> {
        read(
            text,
            |head| Ok((*head, Vec::new())),
            |(_, items), item| {
                items.push(item);
                Ok(())
            },
        )
    }

    fn written(head: &Head, items: &[Item]) -> String {
        let mut text = String::new();
        write_head(&mut text, head).expect("a string");
        items.iter().for_each(|item| write(&mut text, item).expect("a string"));
        text
    }

    fn random(rng: &mut Rng, ranks: u64) -> Item {
        let mut time = rng.below(1 << 40);
        let mut later = |rng: &mut Rng| {
            time += rng.below(1000);
            time
        };
        if rng.below(3) == 0 {
            let (begin, end) = (later(rng), later(rng));
            return Item::Interval(Interval { rank: rng.below(ranks), begin, end });
        }
        let posted = later(rng);
        let collective = (rng.below(3) == 0).then(|| "MPI_Bcast".into());
        let bits = rng.below(54);
        Item::Message(Message {
            source: rng.below(ranks),
            destination: rng.below(ranks),
            tag: (collective.is_none()).then(|| rng.below(32768) as i64),
            bytes: rng.below(1 << bits),
            collective,
            posted,
            matched: (rng.below(4) != 0).then(|| later(rng)),
            delivered: (rng.below(4) != 0).then(|| later(rng)),
        })
    }

    #[test]
    fn a_record_that_is_written_reads_as_the_same_record() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let head = Head { ranks: 1 + rng.below(MAX_RANKS), clock_hz: 1 + rng.below(1 << 40) };
            let items: Vec<Item> = (0..rng.below(40)).map(|_| random(&mut rng, head.ranks)).collect();
            let text = written(&head, &items);
            assert_eq!(all(&text), Ok((head, items.clone())), "{text}");
            assert_eq!(text.lines().count(), items.len() + 1);
        }
    }

    #[test]
    fn lists_and_lines_are_the_same() {
        let message =
            "{\"source\":0,\"destination\":2,\"bytes\":8,\"posted\":3,\"matched\":4,\"delivered\":5,\"more\":[1]}";
        let interval = "{\"rank\":1,\"begin\":0,\"end\":9}";
        let lists = format!("{{\"format\":1,\"ranks\":3,\"messages\":[{message}],\"computation\":[{interval}]}}");
        let lines = format!("\u{feff}{{\"format\":1,\"ranks\":3}}\n{message}\n{interval}\n");
        let (head, items) = all(&lists).expect("a record");
        assert_eq!(head, Head { ranks: 3, clock_hz: 1_000_000_000 });
        assert_eq!(items.len(), 2);
        assert_eq!(all(&lines), Ok((head, items)));
    }

    #[test]
    fn errors_have_their_place() {
        let head = "{\"format\":1,\"ranks\":2}";
        let lines = |rest: &str| format!("{head}\n{{\"rank\":0,\"begin\":1,\"end\":2}}\n{rest}\n");
        for (text, line, column, says) in [
            (String::new(), 0, 0, "the file is empty"),
            ("{\"format\":2,\"ranks\":2}".into(), 0, 0, "`format`: a communication record begins"),
            ("{\"format\":1}".into(), 0, 0, "`ranks`: the number of ranks is 1 to 65536"),
            ("{\"format\":1,\"ranks\":0}".into(), 0, 0, "`ranks`"),
            ("{\"format\":1,\"ranks\":65537}".into(), 0, 0, "`ranks`"),
            ("{\"format\":1,\"ranks\":2,\"clock_hz\":0}".into(), 0, 0, "`clock_hz`"),
            ("{\"format\":1,\n\"ranks\":}".into(), 2, 9, "expected value"),
            (lines("{\"source\":0,\"destination\":2,\"bytes\":1}"), 3, 0, "`destination`: rank 2 does not exist"),
            (lines("{\"source\":0,\"bytes\":1}"), 3, 0, "`destination`: this key is missing"),
            (lines("{\"source\":0,\"destination\":1,\"bytes\":1,"), 4, 0, "EOF"),
            (lines("{\"source\":0,\"destination\":-1,\"bytes\":1}"), 3, 0, "invalid value"),
            (lines("{\"tag\":0}"), 3, 0, "a message has"),
            (lines("{\"rank\":0,\"begin\":3,\"end\":2}"), 3, 0, "`end`: it is before `begin`: 2 < 3"),
            (
                lines("{\"source\":0,\"destination\":1,\"bytes\":1,\"posted\":5,\"matched\":4}"),
                3,
                0,
                "`matched`: it is before `posted`: 4 < 5",
            ),
            (
                lines("{\"source\":0,\"destination\":1,\"bytes\":1,\"matched\":5,\"delivered\":4}"),
                3,
                0,
                "`delivered`: it is before `matched`",
            ),
            (
                "{\"format\":1,\"ranks\":2,\"messages\":[{\"source\":0,\"destination\":1,\"bytes\":9007199254740993}]}"
                    .into(),
                0,
                0,
                "`messages[0].bytes`: a message has at most",
            ),
            (
                "{\"format\":1,\"ranks\":2,\"computation\":[{\"begin\":1,\"end\":2}]}".into(),
                0,
                0,
                "`computation[0].rank`: this key is missing",
            ),
        ] {
            let error = all(&text).expect_err(&text);
            assert!(error.text.en.contains(says), "{text}: {error:?}");
            assert_eq!(error.line, line, "{text}: {error:?}");
            assert!(column == 0 || error.column == column, "{text}: {error:?}");
        }
    }

    #[test]
    fn a_reader_may_refuse() {
        let text = "{\"format\":1,\"ranks\":2}\n{\"source\":0,\"destination\":1,\"bytes\":1}";
        let few = read(text, |_| Err::<(), _>(Text::same("few")), |_, _| Ok(())).expect_err("refused");
        assert_eq!((few.line, few.text.en.as_str()), (0, "`ranks`: few"));
        let full = read(text, |_| Ok(()), |(), _| Err(Text::same("full"))).expect_err("refused");
        assert_eq!((full.line, full.text.en.as_str()), (2, "full"));
    }
}
