//! Time-independent traces of SimGrid's SMPI (`smpirun -trace-ti`): the calls of each rank, with counts in place of times.
//!
//! ```text
//! 0 init
//! 0 compute 1.5e6            # floating-point operations
//! 0 irecv 3 7 10 0           # source, tag, elements, type
//! 0 isend 1 7 10 0           # destination, tag, elements, type
//! 0 waitall 2
//! 0 allreduce 30 0 4         # elements, operations, type
//! 0 finalize
//! ```
//!
//! Numbers may have an exponent. Older traces leave out tags, or write `allReduce`. The names of actions and the codes of types are those
//! of SimGrid 3.32.

use crate::collective::{COLLECTIVE, Collective};
use crate::map::shown;
use crate::trace::{MAX_BYTES, MAX_RANKS, Trace, TraceError};
use crate::{Op, Time};
use alloc::collections::BTreeMap;
use alloc::{format, string::String, vec, vec::Vec};
use mcore_base::{Text, text};

/// Maximum number of operations of all ranks, with those of collective operations.
const MAX_OPS: usize = 1 << 24;
/// Picoseconds in a second.
const SECOND: f64 = 1e12;
/// Maximum computation in one line, in ps: about a day.
const MAX_TIME: f64 = 1e17;
/// Bytes of a type, by its code. Others are derived types, whose size no line says.
const TYPES: [u64; 51] = [
    8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8, 8, 16, 4, 1, 1, 2, 4, 8, 1, 2, 4, 8, 8, 16, 32, 8, 8, 8, 16, 16, 8, 8, 8,
    16, 16, 4, 4, 8, 16, 8, 16, 16, 4, 2, 4, 8, 16, 32,
];
/// The code of a byte, and that of a double.
const BYTE: usize = 6;
const DOUBLE: usize = 0;

/// True if the text is a time-independent trace of SimGrid: the first action is `init`.
pub fn is_one(text: &str) -> bool {
    let first = text.lines().map(content).find(|line| !line.is_empty());
    first.and_then(|line| line.split_whitespace().nth(1)).is_some_and(|verb| verb.eq_ignore_ascii_case("init"))
}

/// A line without its comment.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// One line.
struct Action<'a> {
    /// From 1.
    line: u32,
    /// In small letters.
    verb: String,
    arguments: Vec<&'a str>,
}

/// Source, destination and tag as a line writes them: they are how a `wait` names its request.
type Key = (i64, i64, i64);

/// The next mention of a request after a `test`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Another `test`, a `wait` or a `waitall` that completes it.
    Completes,
    /// A new request with the same key: the one before is complete.
    Posts,
}

/// Reads a trace, for cores with this number of floating-point operations in a second.
///
/// # Errors
/// A line is no action, names a rank that does not exist, or calls another collective operation than the other ranks.
pub(crate) fn read(text: &str, flops: f64) -> Result<Trace, TraceError> {
    let mut lines: Vec<Vec<Action<'_>>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line_number = number as u32 + 1;
        let mut words = content(line).split_whitespace();
        let Some(rank) = words.next() else { continue };
        let rank = rank.strip_prefix('p').unwrap_or(rank);
        let rank =
            whole(rank, i64::from(MAX_RANKS) - 1).map_err(|message| TraceError { line: line_number, message })?;
        if lines.len() <= rank as usize {
            lines.resize_with(rank as usize + 1, Vec::new);
        }
        let verb = words.next().unwrap_or_default().to_ascii_lowercase();
        lines[rank as usize].push(Action { line: line_number, verb, arguments: words.collect() });
    }
    let ranks = lines.len() as u32;
    let mut reader = Reader { ranks, flops, first: Vec::new(), ops: 0 };
    let programs = lines.iter().enumerate().map(|(rank, actions)| reader.rank(rank as u32, actions));
    Ok(Trace::of(programs.collect::<Result<_, _>>()?))
}

/// The state that all ranks share.
struct Reader {
    ranks: u32,
    /// Floating-point operations in a second.
    flops: f64,
    /// The collective operations of rank 0, with their lines.
    first: Vec<(Collective, u32)>,
    /// Operations so far.
    ops: usize,
}

/// One rank.
struct Program {
    rank: u32,
    ops: Vec<Op>,
    /// Number of requests issued.
    requests: u32,
    /// Requests that no line has completed.
    open: Vec<(Key, u32)>,
    /// Collective operations so far.
    collectives: usize,
    /// The type of lines without one.
    usual: usize,
}

impl Reader {
    fn rank(&mut self, rank: u32, actions: &[Action<'_>]) -> Result<Vec<Op>, TraceError> {
        if actions.is_empty() {
            let last = self.ranks - 1;
            let message = text!(
                "rank {rank} has no line, although there is a rank {last}; put the files of all ranks together",
                "ランク {last} があるのに、ランク {rank} の行がありません。すべてのランクのファイルをまとめてください"
            );
            return Err(TraceError { line: 1, message });
        }
        let completed = completed_by_test(rank, actions);
        let mut program = Program { rank, ops: Vec::new(), requests: 0, open: Vec::new(), collectives: 0, usual: BYTE };
        for (action, completes) in actions.iter().zip(completed) {
            let before = program.ops.len();
            self.action(&mut program, action, completes)
                .map_err(|message| TraceError { line: action.line, message })?;
            self.ops += program.ops.len() - before;
            if self.ops > MAX_OPS {
                let message = text!(
                    "the trace has more than {MAX_OPS} operations, with the messages of collective operations",
                    "集団通信のメッセージも合わせて、操作が {MAX_OPS} 個を超えています"
                );
                return Err(TraceError { line: action.line, message });
            }
        }
        // SimGrid completes what is open at the end.
        if !program.open.is_empty() {
            program.ops.push(Op::WaitAll);
        }
        if rank > 0 && program.collectives < self.first.len() {
            let (operation, line) = &self.first[program.collectives];
            let name = name_of(operation);
            let message = text!(
                "rank {rank} never calls the collective operation of rank 0 here, `{name}`; a trace does not say communicators, so all operations are of all ranks",
                "ランク {rank} は、ここでランク 0 が呼ぶ集団通信 `{name}` を呼びません。トレースはコミュニケータを記録しないため、集団通信は全ランクのものとみなします"
            );
            return Err(TraceError { line: *line, message });
        }
        Ok(program.ops)
    }

    /// A computation of this many floating-point operations.
    fn compute(&self, operations: f64) -> Result<Op, Text> {
        computes(operations / self.flops)
    }

    fn action(&mut self, program: &mut Program, action: &Action<'_>, completes: bool) -> Result<(), Text> {
        let Action { verb, arguments, .. } = action;
        let count = |least: usize| {
            if arguments.len() >= least {
                return Ok(());
            }
            let found = arguments.len();
            Err(text!(
                "`{verb}` takes at least {least} arguments, but here are {found}",
                "`{verb}` の引数は {least} 個以上ですが、{found} 個しかありません"
            ))
        };
        let elements = |at: usize| number(arguments[at], MAX_BYTES as f64).map(|n| n as u64);
        // The type is the argument at this place.
        let bytes = |elements: u64, type_at: usize| {
            let code = match arguments.get(type_at) {
                None => program.usual,
                Some(word) => word.parse().unwrap_or(TYPES.len()),
            };
            match TYPES.get(code) {
                Some(size) => Ok(elements.saturating_mul(*size)),
                None => {
                    let code = shown(arguments.get(type_at).copied().unwrap_or_default());
                    Err(text!(
                        "type {code} has no known size: it is a derived type; write bytes and type 6",
                        "型 {code} の大きさが分かりません（派生データ型です）。バイト数と型 6 を書いてください"
                    ))
                }
            }
        };
        let rank_at = |at: usize| match arguments.get(at) {
            None => Ok(0),
            Some(word) => self.rank_of(word),
        };
        let all = self.ranks as usize;
        let list = |at: usize| (at..at + all).map(elements).collect::<Result<Vec<u64>, Text>>();
        let sized = |list: Vec<u64>, type_at: usize| -> Result<Vec<u64>, Text> {
            list.into_iter().map(|n| bytes(n, type_at)).collect()
        };
        let collective = match verb.as_str() {
            "init" => {
                program.usual = if arguments.is_empty() { BYTE } else { DOUBLE };
                return Ok(());
            }
            "finalize" | "comm_size" | "comm_split" | "comm_dup" | "location" => return Ok(()),
            "compute" => {
                count(1)?;
                program.ops.push(self.compute(number(arguments[0], f64::MAX)?)?);
                return Ok(());
            }
            "sleep" => {
                count(1)?;
                program.ops.push(computes(number(arguments[0], f64::MAX)?)?);
                return Ok(());
            }
            "send" | "ssend" | "bsend" | "rsend" | "isend" | "issend" | "ibsend" | "irsend" | "recv" | "irecv" => {
                count(2)?;
                let old = arguments.len() == 2;
                let (peer, tag) = (signed(arguments[0])?, if old { 0 } else { signed(arguments[1])? });
                let starts = verb.starts_with('i');
                let own = i64::from(program.rank);
                if verb.ends_with("recv") {
                    let from = if peer < 0 { None } else { Some(self.rank_of(arguments[0])?) };
                    let tag_of = if tag < 0 { None } else { Some(self.tag(tag)?) };
                    if starts {
                        program.post((peer, own, tag), Op::Irecv { from, tag: tag_of });
                    } else {
                        program.ops.push(Op::Recv { from, tag: tag_of });
                    }
                } else if peer >= 0 {
                    let to = self.rank_of(arguments[0])?;
                    let bytes = bytes(elements(if old { 1 } else { 2 })?, 3)?;
                    let tag_of = self.tag(tag.max(0))?;
                    if starts {
                        program.post((own, peer, tag), Op::Isend { to, bytes, tag: tag_of });
                    } else {
                        program.ops.push(Op::Send { to, bytes, tag: tag_of });
                    }
                }
                // A send to no rank is no message.
                return Ok(());
            }
            "sendrecv" => {
                count(4)?;
                let (to, from) = (signed(arguments[1])?, signed(arguments[3])?);
                let bytes = bytes(elements(0)?, 4)?;
                let to = if to < 0 { None } else { Some(self.rank_of(arguments[1])?) };
                let from = if from < 0 { None } else { Some(self.rank_of(arguments[3])?) };
                program.ops.extend(match (to, from) {
                    (Some(to), Some(from)) => Some(Op::Sendrecv { to, bytes, from: Some(from), tag: 0 }),
                    (Some(to), None) => Some(Op::Send { to, bytes, tag: 0 }),
                    (None, Some(from)) => Some(Op::Recv { from: Some(from), tag: Some(0) }),
                    (None, None) => None,
                });
                return Ok(());
            }
            "wait" => return program.wait(arguments),
            "test" if completes => return program.wait(arguments),
            "test" => return Ok(()),
            "waitall" => {
                let all = program.open.len();
                let wanted = match arguments.first() {
                    None => all,
                    Some(word) => (whole(word, i64::MAX)? as usize).min(all),
                };
                // Without names they are the last ones.
                if wanted == all {
                    program.ops.push(Op::WaitAll);
                    program.open.clear();
                } else {
                    let waits = program.open.split_off(all - wanted);
                    program.ops.extend(waits.into_iter().map(|(_, request)| Op::Wait(request)));
                }
                return Ok(());
            }
            "barrier" => Collective::Barrier,
            "bcast" => {
                count(1)?;
                Collective::Bcast { root: rank_at(1)?, bytes: bytes(elements(0)?, 2)? }
            }
            "reduce" => {
                count(2)?;
                Collective::Reduce { root: rank_at(2)?, bytes: bytes(elements(0)?, 3)? }
            }
            "allreduce" => {
                count(2)?;
                Collective::Allreduce { bytes: bytes(elements(0)?, 2)? }
            }
            "scan" | "exscan" => {
                count(2)?;
                Collective::Scan { bytes: bytes(elements(0)?, 2)? }
            }
            "alltoall" => {
                count(2)?;
                Collective::Alltoall { bytes: bytes(elements(0)?, 2)? }
            }
            "alltoallv" => {
                count(2 * all + 2)?;
                Collective::Alltoallv { bytes: sized(list(1)?, 2 * all + 2)? }
            }
            "gather" => {
                count(2)?;
                Collective::Gather { root: rank_at(2)?, bytes: bytes(elements(0)?, 3)? }
            }
            "scatter" => {
                count(2)?;
                Collective::Scatter { root: rank_at(2)?, bytes: bytes(elements(1)?, 4)? }
            }
            "gatherv" => {
                count(all + 1)?;
                Collective::Gatherv { root: rank_at(all + 1)?, bytes: bytes(elements(0)?, all + 2)? }
            }
            "scatterv" => {
                count(all + 1)?;
                Collective::Scatterv { root: rank_at(all + 1)?, bytes: sized(list(0)?, all + 2)? }
            }
            "allgather" => {
                count(2)?;
                Collective::Allgather { bytes: bytes(elements(0)?, 2)? }
            }
            "allgatherv" => {
                count(all + 1)?;
                // Some versions write the places between the counts and the type.
                let type_at = if arguments.len() >= 2 * all + 1 + 2 { 2 * all + 2 } else { all + 1 };
                Collective::Allgatherv { bytes: sized(list(1)?, type_at)? }
            }
            "reducescatter" => {
                count(all + 1)?;
                Collective::ReduceScatter { bytes: sized(list(0)?, all + 1)? }
            }
            "" => return Err(text!("the action is missing after the rank", "ランクの後にアクションがありません")),
            _ => {
                let name = shown(verb);
                return Err(text!(
                    "there is no action `{name}`; time-independent traces are replayed with compute, sleep, send, recv, isend, irecv, sendrecv, wait, waitall, test and blocking collective operations",
                    "アクション `{name}` はありません。時刻なしトレースで再生できるのは compute、sleep、send、recv、isend、irecv、sendrecv、wait、waitall、test とブロッキングの集団通信です"
                ));
            }
        };
        self.collective(program, action.line, collective)?;
        // The operations that combine elements.
        let operations = match verb.as_str() {
            "reduce" | "allreduce" | "scan" | "exscan" => arguments.get(1),
            "reducescatter" => arguments.get(all),
            _ => None,
        };
        match operations.map(|word| number(word, f64::MAX)).transpose()? {
            Some(operations) if operations > 0.0 => program.ops.push(self.compute(operations)?),
            _ => {}
        }
        Ok(())
    }

    /// Adds a collective operation, which must be that of rank 0.
    fn collective(&mut self, program: &mut Program, line: u32, operation: Collective) -> Result<(), Text> {
        let number = program.collectives;
        program.collectives += 1;
        let rank = program.rank;
        match self.first.get(number) {
            _ if rank == 0 => self.first.push((operation.clone(), line)),
            Some((first, there)) if root_of(first) == root_of(&operation) && name_of(first) == name_of(&operation) => {}
            other => {
                let own = called(&operation);
                let first = match other {
                    Some((first, line)) => {
                        let first = called(first);
                        text!("calls {first} in line {line}", "は {line} 行目で {first} を呼びます")
                    }
                    None => text!("calls no more", "はもう集団通信を呼びません"),
                };
                let Text { en, ja } = first;
                let number = number + 1;
                return Err(Text::new(
                    format!(
                        "collective operation {number} of rank {rank} is {own}, but rank 0 {en}; a trace does not say communicators, so all operations are of all ranks"
                    ),
                    format!(
                        "ランク {rank} の {number} 番目の集団通信は {own} ですが、ランク 0 {ja}。トレースはコミュニケータを記録しないため、集団通信は全ランクのものとみなします"
                    ),
                ));
            }
        }
        let number = number as u32 & !COLLECTIVE;
        operation.ops(rank, self.ranks, number, &mut program.requests, &mut program.ops);
        Ok(())
    }

    fn rank_of(&self, word: &str) -> Result<u32, Text> {
        let last = self.ranks - 1;
        match word.parse::<u32>().ok().filter(|rank| *rank <= last) {
            Some(rank) => Ok(rank),
            None => {
                let word = shown(word);
                Err(text!(
                    "rank {word} has no line of its own; the last rank is {last}",
                    "ランク {word} には行がありません。最後のランクは {last} です"
                ))
            }
        }
    }

    fn tag(&self, tag: i64) -> Result<u32, Text> {
        let most = COLLECTIVE - 1;
        u32::try_from(tag)
            .ok()
            .filter(|tag| *tag <= most)
            .ok_or_else(|| text!("a tag is at most {most}, not {tag}", "タグは {most} までですが、{tag} です"))
    }
}

impl Program {
    fn post(&mut self, key: Key, op: Op) {
        self.ops.push(op);
        self.open.push((key, self.requests));
        self.requests += 1;
    }

    /// Waits for the request that a line names, or for the last one. None is open if a test has completed it.
    fn wait(&mut self, arguments: &[&str]) -> Result<(), Text> {
        let found = match key(arguments)? {
            Some(key) => self.open.iter().position(|(open, _)| *open == key),
            None => self.open.len().checked_sub(1),
        };
        if let Some(at) = found {
            let (_, request) = self.open.remove(at);
            self.ops.push(Op::Wait(request));
        }
        Ok(())
    }
}

/// A computation of this many seconds.
fn computes(seconds: f64) -> Result<Op, Text> {
    let time = seconds * SECOND;
    if time > MAX_TIME {
        return Err(text!("a computation takes at most about a day", "計算は 1 日程度までです"));
    }
    Ok(Op::Compute(time as Time))
}

/// The request that a `wait` or a `test` names; old traces name none.
fn key(arguments: &[&str]) -> Result<Option<Key>, Text> {
    match arguments {
        [from, to, tag, ..] => Ok(Some((signed(from)?, signed(to)?, signed(tag)?))),
        _ => Ok(None),
    }
}

/// For each action whether it is a `test` that completes its request. A trace does not say what a test has found, but the last one
/// before the request is no longer mentioned has found the message: the program went on.
fn completed_by_test(rank: u32, actions: &[Action<'_>]) -> Vec<bool> {
    let mut next: BTreeMap<Key, Next> = BTreeMap::new();
    // True once a `waitall` follows: it completes the requests that no line before it mentions.
    let mut waits_for_all = false;
    let mut completes = vec![false; actions.len()];
    let own = i64::from(rank);
    for (at, action) in actions.iter().enumerate().rev() {
        let of_post = || {
            let peer = action.arguments.first().and_then(|word| word.parse().ok());
            let tag = action
                .arguments
                .get(1)
                .filter(|_| action.arguments.len() > 2)
                .map_or(Some(0), |word| word.parse().ok());
            Some((peer?, tag?))
        };
        match action.verb.as_str() {
            "waitall" => {
                next.clear();
                waits_for_all = true;
            }
            "wait" | "test" => {
                let Ok(Some(key)) = key(&action.arguments) else { continue };
                completes[at] = action.verb == "test"
                    && match next.get(&key) {
                        Some(next) => *next == Next::Posts,
                        None => !waits_for_all,
                    };
                next.insert(key, Next::Completes);
            }
            "irecv" => {
                next.extend(of_post().map(|(from, tag)| ((from, own, tag), Next::Posts)));
            }
            "isend" | "issend" | "ibsend" | "irsend" => {
                next.extend(of_post().map(|(to, tag)| ((own, to, tag), Next::Posts)));
            }
            _ => {}
        }
    }
    completes
}

/// The root of an operation that has one.
fn root_of(operation: &Collective) -> Option<u32> {
    match *operation {
        Collective::Bcast { root, .. }
        | Collective::Reduce { root, .. }
        | Collective::Gather { root, .. }
        | Collective::Scatter { root, .. }
        | Collective::Gatherv { root, .. }
        | Collective::Scatterv { root, .. } => Some(root),
        _ => None,
    }
}

/// The name of an operation, as a line writes it.
fn name_of(operation: &Collective) -> &'static str {
    match operation {
        Collective::Barrier => "barrier",
        Collective::Bcast { .. } => "bcast",
        Collective::Reduce { .. } => "reduce",
        Collective::Allreduce { .. } => "allreduce",
        Collective::Scan { .. } => "scan",
        Collective::Alltoall { .. } => "alltoall",
        Collective::Alltoallv { .. } => "alltoallv",
        Collective::ReduceScatter { .. } => "reducescatter",
        Collective::Gather { .. } => "gather",
        Collective::Scatter { .. } => "scatter",
        Collective::Gatherv { .. } => "gatherv",
        Collective::Scatterv { .. } => "scatterv",
        Collective::Allgather { .. } => "allgather",
        Collective::Allgatherv { .. } => "allgatherv",
    }
}

/// An operation with its root, for a message.
fn called(operation: &Collective) -> String {
    let name = name_of(operation);
    match root_of(operation) {
        Some(root) => format!("`{name}` (root {root})"),
        None => format!("`{name}`"),
    }
}

/// A number that may have an exponent, from 0 to `most`.
fn number(word: &str, most: f64) -> Result<f64, Text> {
    word.parse().ok().filter(|n: &f64| (0.0..=most).contains(n)).ok_or_else(|| {
        let shown = shown(word);
        text!("`{shown}` is not a number from 0 to {most:e}", "`{shown}` は 0 から {most:e} までの数ではありません")
    })
}

/// A whole number from 0 to `most`.
fn whole(word: &str, most: i64) -> Result<i64, Text> {
    word.parse().ok().filter(|n| (0..=most).contains(n)).ok_or_else(|| {
        let shown = shown(word);
        text!("`{shown}` is not a whole number from 0 to {most}", "`{shown}` は 0 から {most} までの整数ではありません")
    })
}

/// A whole number; SimGrid writes negative ones for any rank, any tag and no rank.
fn signed(word: &str) -> Result<i64, Text> {
    word.parse().ok().ok_or_else(|| {
        let shown = shown(word);
        text!("`{shown}` is not a whole number", "`{shown}` は整数ではありません")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore_base::Rng;

    fn ops(text: &str, rank: u32) -> Vec<Op> {
        let trace = read(text, 1e9).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        (0..).map(|step| trace.op(rank, step)).take_while(|op| *op != Op::Done).collect()
    }

    fn error(text: &str) -> (u32, String) {
        let error = read(text, 1e9).expect_err(text);
        assert!(!error.message.ja.is_empty());
        (error.line, error.message.en)
    }

    #[test]
    fn calls_of_two_ranks_become_operations() {
        let text = "# as smpirun -trace-ti writes it\n0 init\n1 init\n\
            0 compute 1.5e3\n0 send 1 7 10 0\n0 isend 1 3 5 1\n0 Ssend 1 2 5 11\n0 wait 0 1 3\n0 send -333 3 1 1\n\
            1 recv 0 7 10 0\n1 irecv -333 -444 5 1\n1 irecv 0 2 5 11\n1 wait -333 1 -444\n1 waitall 1\n0 sendRecv 6 1 6 1 2 2\n\
            1 sendRecv 6 0 6 -333 2 2\n1 recv 0 0 6\n0 location a.c 7\n0 sleep 1e-6\n0 finalize\n1 finalize\n";
        assert!(is_one(text) && !is_one("0 send 1 8\n") && !is_one(""));
        assert_eq!(
            ops(text, 0),
            [
                Op::Compute(1_500_000),
                Op::Send { to: 1, bytes: 80, tag: 7 },
                Op::Isend { to: 1, bytes: 20, tag: 3 },
                Op::Send { to: 1, bytes: 20, tag: 2 },
                Op::Wait(0),
                Op::Sendrecv { to: 1, bytes: 6, from: Some(1), tag: 0 },
                Op::Compute(1_000_000),
            ]
        );
        assert_eq!(
            ops(text, 1),
            [
                Op::Recv { from: Some(0), tag: Some(7) },
                Op::Irecv { from: None, tag: None },
                Op::Irecv { from: Some(0), tag: Some(2) },
                Op::Wait(0),
                Op::WaitAll,
                Op::Send { to: 0, bytes: 6, tag: 0 },
                Op::Recv { from: Some(0), tag: Some(0) },
            ]
        );
        let slow = read(text, 1e6).expect("the same");
        assert_eq!(slow.op(0, 0), Op::Compute(1_500_000_000));
    }

    #[test]
    fn older_forms_are_read() {
        let text = "p0 init 1\np1 init\np0 send 1 1e3\np1 Irecv 0 1e3\np1 test\np1 wait\np0 allReduce 10 0\np1 allReduce 10 0\n";
        assert_eq!(ops(text, 0)[0], Op::Send { to: 1, bytes: 8000, tag: 0 }, "a default of doubles");
        assert_eq!(ops(text, 1)[..2], [Op::Irecv { from: Some(0), tag: Some(0) }, Op::Wait(0)]);
        assert!(matches!(ops(text, 0)[1], Op::Sendrecv { to: 1, bytes: 80, from: Some(1), tag: COLLECTIVE }));
    }

    #[test]
    fn the_last_test_of_a_request_completes_it() {
        let with = |lines: &[&str]| {
            let text: String = lines.iter().map(|line| format!("1 {line}\n")).collect();
            let first = format!("0 init\n1 init\n{text}0 finalize\n1 finalize\n");
            ops(&first, 1).into_iter().filter(|op| !matches!(op, Op::Irecv { .. })).collect::<Vec<_>>()
        };
        let (post, test, wait) = ("irecv 0 9 5 1", "test 0 1 9", "wait 0 1 9");
        assert_eq!(with(&[post, test, test]), [Op::Wait(0)]);
        assert_eq!(with(&[post, test, wait]), [Op::Wait(0)]);
        assert_eq!(with(&[post, test, post, test, test]), [Op::Wait(0), Op::Wait(1)]);
        assert_eq!(with(&[post, test, "waitall 1"]), [Op::WaitAll]);
        assert_eq!(with(&[post, post, wait]), [Op::Wait(0), Op::WaitAll], "what is open at the end is waited for");
        assert_eq!(with(&[post, post, post, "waitall 2"]), [Op::Wait(1), Op::Wait(2), Op::WaitAll]);
        assert_eq!(with(&[wait]), [], "a test has completed it");
    }

    #[test]
    fn collective_operations_are_those_of_all_ranks() {
        let of_all = |line: &str, ranks: u32| {
            let lines = |line: &str| (0..ranks).map(|rank| format!("{rank} {line}\n")).collect::<String>();
            read(&(lines("init") + &lines(line)), 1e9).unwrap_or_else(|error| panic!("{line}: {error:?}"))
        };
        for (line, collective) in [
            ("barrier", Collective::Barrier),
            ("bcast 100 1 6 ", Collective::Bcast { root: 1, bytes: 100 }),
            ("reduce 20 0 2 5 ", Collective::Reduce { root: 2, bytes: 80 }),
            ("allreduce 30 0 4 ", Collective::Allreduce { bytes: 240 }),
            ("scan 3 0 1 ", Collective::Scan { bytes: 12 }),
            ("alltoall 4 4 1 1", Collective::Alltoall { bytes: 16 }),
            ("gather 3 3 0 3 3", Collective::Gather { root: 0, bytes: 6 }),
            ("scatter 3 3 1 1 1", Collective::Scatter { root: 1, bytes: 12 }),
            ("allgather 2 2 1 1", Collective::Allgather { bytes: 8 }),
            ("alltoallv 10 1 2 3 4 10 1 2 3 4 1 1", Collective::Alltoallv { bytes: vec![4, 8, 12, 16] }),
            ("allgatherv 1 1 2 3 4 1 1", Collective::Allgatherv { bytes: vec![4, 8, 12, 16] }),
            ("gatherv 1 1 2 3 4 0 1 1", Collective::Gatherv { root: 0, bytes: 4 }),
            ("scatterv 1 2 3 4 1 0 1 1", Collective::Scatterv { root: 0, bytes: vec![4, 8, 12, 16] }),
            ("reducescatter 1 2 3 4 0 1", Collective::ReduceScatter { bytes: vec![4, 8, 12, 16] }),
        ] {
            let trace = of_all(line, 4);
            for rank in 0..4 {
                let mut wanted = Vec::new();
                collective.ops(rank, 4, 0, &mut 0, &mut wanted);
                let found: Vec<Op> = (0..).map(|step| trace.op(rank, step)).take_while(|op| *op != Op::Done).collect();
                assert_eq!(found, wanted, "{line} on rank {rank}");
            }
        }
        let combined = of_all("allreduce 1 2e3 1", 2);
        assert_eq!((combined.op(0, 1), combined.op(0, 2)), (Op::Compute(2_000_000), Op::Done));
    }

    #[test]
    fn wrong_lines_are_named() {
        for (text, line, says) in [
            ("0 init\n0 jump\n", 2, "no action `jump`"),
            ("0 init\n0 ibcast 3 0 1\n", 2, "no action `ibcast`"),
            ("0 init\n0\n", 2, "the action is missing"),
            ("0 init\n0 send\n", 2, "at least 2 arguments"),
            ("0 init\n0 send 1 0 5 1\n", 2, "rank 1 has no line"),
            ("0 init\n2 init\n", 1, "rank 1 has no line"),
            ("0 init\n0 compute fast\n", 2, "`fast` is not a number"),
            ("0 init\n0 compute -1\n", 2, "`-1` is not a number"),
            ("0 init\n0 compute nan\n", 2, "`nan` is not a number"),
            ("0 init\n0 compute 1e300\n", 2, "a day"),
            ("0 init\n1 init\n0 send 1 12 1 -1\n", 3, "derived type"),
            ("0 init\n1 init\n0 send 1 3000000000 1 1\n", 3, "a tag is at most"),
            ("0 init\n1 init\n0 bcast 3 0 1\n1 barrier\n", 4, "rank 0 calls `bcast` (root 0) in line 3"),
            ("0 init\n1 init\n0 bcast 3 0 1\n1 bcast 3 1 1\n", 4, "`bcast` (root 1)"),
            ("0 init\n1 init\n0 barrier\n", 3, "rank 1 never calls"),
            ("0 init\n1 init\n1 barrier\n", 3, "rank 0 calls no more"),
            ("0 init\n1 init\n0 bcast 3 5 1\n", 3, "rank 5 has no line"),
            ("0 init\n1 init\n0 alltoallv 1 2\n", 3, "at least 6 arguments"),
            ("x init\n", 1, "`x` is not a whole number"),
        ] {
            let (at, message) = error(text);
            assert!(message.contains(says), "{text}: {message}");
            assert_eq!(at, line, "{text}: {message}");
        }
        let ranks = 1200;
        let lines: String = (0..ranks).map(|rank| format!("{rank} init\n")).collect();
        let calls: String =
            (0..ranks).flat_map(|rank| (0..12).map(move |_| format!("{rank} alltoall 40 40 6 6\n"))).collect();
        assert!(error(&(lines + &calls)).1.contains("operations"), "16 million are a limit");
    }

    #[test]
    fn any_text_is_answered() {
        let words = [
            "0", "1", "2", "init", "send", "irecv", "wait", "test", "waitall", "bcast", "gatherv", "-333", "1e9", "\n",
            "\n", "p1", "é",
        ];
        for seed in 0..2000 {
            let mut rng = Rng::new(seed);
            let text: String =
                (0..rng.below(60)).map(|_| format!("{} ", words[rng.below(words.len() as u64) as usize])).collect();
            if let Err(error) = read(&format!("0 init\n{text}"), 1e9) {
                assert!(error.line >= 1 && !error.message.en.is_empty());
            }
        }
    }
}
