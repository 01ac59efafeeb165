//! A trap of a load or store in the words of C: the part of the line that made the access, and its values.

use super::calls::Whereabouts;
use super::chip_outcome::{address, instruction_at};
use super::variables::short_text;
use super::{OutcomeView, call_views, source_of};
use crate::{Frame, Machine, Number, Outcome, Scope, Shape, Trap, TrapCause, frames};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use mcore_base::text;
use mcore_base::{Text, grouped};
use mcore_cpu::mem::{Access, AccessError};
use mcore_toolchain::FileKind;
use mcore_toolchain::debug::Debug;
use mcore_toolchain::mpi::{self, User};

/// Longer lines are not searched.
const MAX_LINE: usize = 1000;
/// The most parts of an access whose values are shown.
const MAX_PARTS: usize = 4;

impl OutcomeView {
    /// Adds the access to the message of a trap in C, with the values of its parts: "The access is `a[i]`: `i` is 32, `a` has 32
    /// elements." Nothing is added where the line or a value is not known. `debug` describes the program of
    /// [`trapped_rank`], `line` gives a line of a file, counted from 1.
    pub fn in_c(mut self, machine: &Machine, debug: &Debug, line: impl Fn(&str, u32) -> Option<String>) -> Self {
        let found = buffer_text(machine, debug, &line).or_else(|| access_text(machine, debug, line));
        if let Some(Text { en, ja }) = found {
            // Before the instruction: first the words of C.
            let before = |text: &str, begin: &str| text.find(begin).unwrap_or(text.len());
            let (at, at_ja) = (before(&self.message.en, INSTRUCTION.0), before(&self.message.ja, INSTRUCTION.1));
            self.message.en.insert_str(at, &en);
            self.message.ja.insert_str(at_ja, &ja);
        }
        self
    }
}

/// How the sentence about the instruction begins.
const INSTRUCTION: (&str, &str) = (" The instruction is ", "命令は ");

/// A load or store in a program in C that trapped, in the words of C, then the instruction and the address; and the advice.
pub fn explained(machine: &Machine, trap: &Trap, place: &Whereabouts) -> Option<(Text, Text)> {
    let TrapCause::Address { addr, access: access @ (Access::Load | Access::Store), error } = trap.cause else {
        return None;
    };
    let own = place.own.as_ref().filter(|own| FileKind::of(&own.file).is_some_and(FileKind::is_of_c))?;
    // For a program of gcc there is other advice.
    let program = &machine.image(machine.spec().array.rank(trap.node)?).program;
    let (ven, vja) = if access == Access::Load { ("read", "読み出し") } else { ("written", "書き込み") };
    let last = machine.spec().node_memory - 1;
    let (cause, tip) = match error {
        AccessError::Misaligned(n) => (
            text!(
                "a value of {n} bytes is {ven} at an address that is no multiple of {n}",
                "{n} バイトの値を、{n} の倍数でないアドレスで{vja}しようとしました"
            ),
            text!(
                "Was a pointer to one type made of a pointer to another one, for example an `int *` of a `char *`? `memcpy` copies from and to any address.",
                "`char *` から `int *` のように、別の型へのポインタをキャストしていませんか。`memcpy` ならどのアドレスでもコピーできます。"
            ),
        ),
        AccessError::NullPage => (
            text!(
                "0x{addr:x} is {ven} by a pointer that is NULL or was never set",
                "NULL か、値を入れていないポインタで 0x{addr:x} を{vja}しようとしました"
            ),
            full_heap(machine, trap).unwrap_or_else(|| {
                text!(
                    "Give the pointer an address first: `&x`, an array, or the result of `malloc`, if that is not NULL.",
                    "先にポインタへアドレスを入れてください：`&x`、配列、または NULL でない `malloc` の結果です。"
                )
            }),
        ),
        AccessError::Unmapped => (
            text!(
                "0x{addr:x} is {ven}, but the node's memory ends at 0x{last:x}",
                "0x{addr:x} を{vja}しようとしましたが、ノードのメモリは 0x{last:x} までです"
            ),
            text!(
                "Check the index and the pointer: which value do they have, and how many elements has the array?",
                "添字とポインタの値と、配列の要素数を確かめてください。"
            ),
        ),
    };
    let (id, file, line) = (trap.node, &own.file, own.line);
    let (en, ja) = (cause.en, cause.ja);
    let (inside, inside_ja) = match &place.function {
        Some(function) => (
            format!(" in {function}, called from {file} line {line}"),
            format!("{file} の {line} 行目から呼んだ {function} で"),
        ),
        None => (format!(" in {file} line {line}"), format!("{file} の {line} 行目で")),
    };
    let (instruction, pc, at) = (instruction_at(machine, trap), address(program, trap.pc), address(program, addr));
    let message = text!(
        "Node {id} stopped{inside}: {en}. The instruction is `{instruction}` at {pc}, its address {at}.",
        "ノード {id} が{inside_ja}止まりました：{ja}。命令は {pc} の `{instruction}`、アドレスは {at} です。"
    );
    Some((message, tip))
}

/// The advice if the node has printed that `malloc` found no room.
fn full_heap(machine: &Machine, trap: &Trap) -> Option<Text> {
    let rank = machine.spec().array.rank(trap.node)?;
    let printed = machine.state.nodes.get(rank)?.console.tail(PRINTED);
    let line = printed.lines().rev().find_map(|line| line.split_once("malloc: the heap is full: "))?.1;
    let mut numbers = line.split_whitespace().filter_map(|word| word.parse::<u64>().ok());
    let (wanted, left) = (grouped(numbers.next()?), grouped(numbers.next()?));
    Some(text!(
        "`malloc` found no room and gave NULL: {wanted} bytes were wanted, {left} are left. Test its result, ask for less, or give the nodes more memory: `--node-memory`, in the page *Node memory* in the settings of the chip.",
        "`malloc` は空きがなく NULL を返しました。{wanted} バイトが必要でしたが、残りは {left} バイトです。結果を調べるか、量を減らすか、ノードのメモリを増やしてください（`--node-memory`、ページではチップの設定の「ノードメモリ」）。"
    ))
}

/// Bytes of a node's output in which the message of `malloc` is searched.
const PRINTED: usize = 4096;
/// Lines that a call may take.
const CALL_LINES: u32 = 6;

/// A call of MPI that uses more of a buffer than it has, if the trap is in MPI.
fn buffer_text(machine: &Machine, debug: &Debug, line: &impl Fn(&str, u32) -> Option<String>) -> Option<Text> {
    let trap = trap_of(machine)?;
    let is_access = matches!(trap.cause, TrapCause::Address { .. } | TrapCause::Dma(_));
    let rank = trapped_rank(machine).filter(|_| is_access)?;
    let calls = frames(debug, machine, rank);
    let views = call_views(machine, rank);
    let own = views.iter().position(|call| call.own)?;
    let function = &views.get(own.checked_sub(1)?)?.function;
    let buffers = mpi::function(function)?.buffers.iter().filter(|buffer| buffer.is_for(User::Trap));
    let place = views.get(own)?.place.as_ref()?;
    let lines =
        (place.line..place.line + CALL_LINES).map_while(|n| line(&place.file, n).filter(|text| text.len() <= MAX_LINE));
    let text: String = lines.collect::<Vec<_>>().join(" ");
    let (_, rest) = text.split_once(&format!("{function}("))?;
    let arguments = arguments(rest)?;
    let frame = calls.iter().find(|frame| frame.name.is_some() && frame.call.pc == views[own].pc)?;
    let scope = Scope { debug, machine, rank, frame: Some(frame) };
    let argument = |place: u8| arguments.get(usize::from(place)).map(|text| text.trim());
    buffers.into_iter().find_map(|known| {
        let buffer = argument(known.address)?;
        let name = buffer.strip_prefix('&').unwrap_or(buffer);
        let size = u64::from(mpi::datatype(argument(known.datatype)?)?.bytes);
        let count = scope.value(argument(known.count)?).ok()?;
        let Ok(Number::Integer(count)) = scope.number(&count) else { return None };
        let count = u64::try_from(count).ok()?;
        let value = scope.value(name).ok()?;
        let has = u64::from(scope.size(&value)?);
        let bytes = count.saturating_mul(size);
        if bytes <= has || matches!(scope.shape(&value), Shape::Pointer) {
            return None;
        }
        let (bytes, has) = (grouped(bytes), grouped(has));
        Some(match known.written {
            true => text!(
                " {function} writes {bytes} bytes to `{name}`, which ends after {has}.",
                "{function} は `{name}` に {bytes} バイトを書きますが、`{name}` は {has} バイトです。"
            ),
            false => text!(
                " {function} reads {bytes} bytes from `{name}`, which ends after {has}.",
                "{function} は `{name}` から {bytes} バイトを読みますが、`{name}` は {has} バイトです。"
            ),
        })
    })
}

/// The arguments of a call whose parenthesis is before the text.
fn arguments(text: &str) -> Option<Vec<&str>> {
    let (mut depth, mut from, mut found) = (0usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            ')' if depth == 0 => {
                found.push(&text[from..at]);
                return Some(found);
            }
            ',' if depth == 0 => {
                found.push(&text[from..at]);
                from = at + 1;
            }
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The rank of the trap that ended the run, if one has.
pub fn trapped_rank(machine: &Machine) -> Option<usize> {
    machine.spec().array.rank(trap_of(machine)?.node)
}

fn trap_of(machine: &Machine) -> Option<&Trap> {
    match machine.outcome()? {
        Outcome::Trapped(traps) => traps.first(),
        _ => None,
    }
}

fn access_text(machine: &Machine, debug: &Debug, line: impl Fn(&str, u32) -> Option<String>) -> Option<Text> {
    let trap = trap_of(machine)?;
    let TrapCause::Address { addr, access: Access::Load | Access::Store, .. } = trap.cause else { return None };
    let rank = trapped_rank(machine)?;
    let calls = frames(debug, machine, rank);
    let frame = calls.first().filter(|frame| frame.name.is_some())?;
    let place = source_of(&machine.image(rank).program, trap.pc)?;
    let text = line(&place.file, place.line).filter(|text| text.len() <= MAX_LINE)?;
    let scope = Scope { debug, machine, rank, frame: Some(frame) };
    let is_it = |part: &Part| {
        let Ok(value) = scope.value(&part.text) else { return false };
        value.address().zip(scope.size(&value)).is_some_and(|(begin, size)| addr.wrapping_sub(begin) < size)
    };
    // Of several, the longest one: `q[i].x`, not `q[i]`.
    let found = accesses(&text).into_iter().filter(is_it).max_by_key(|part| part.text.len())?;
    let values = found.parts.iter().filter_map(|part| value_of(&scope, &calls, part)).take(MAX_PARTS);
    let (en, ja): (Vec<String>, Vec<String>) = values.map(|part| (part.en, part.ja)).unzip();
    if en.is_empty() {
        return None;
    }
    let (access, en, ja) = (&found.text, en.join(", "), ja.join("、"));
    Some(Text::new(format!(" The access is `{access}`: {en}."), format!("アクセスは `{access}` です：{ja}。")))
}

/// The value of a part of an access; none of a struct, and of a number that is written in the line.
fn value_of(scope: &Scope<'_>, calls: &[Frame], part: &str) -> Option<Text> {
    if part.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let value = scope.value(part).ok()?;
    match scope.shape(&value) {
        Shape::Array { count, .. } => Some(text!("`{part}` has {count} elements", "`{part}` の要素は {count} 個")),
        Shape::Integer | Shape::Pointer => {
            let shown = short_text(scope, calls, &value).ok()?;
            Some(text!("`{part}` is {shown}", "`{part}` は {shown}"))
        }
        Shape::Float | Shape::Record(_) | Shape::Other => None,
    }
}

/// An access in a line: an element, a member, or the target of a pointer.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    text: String,
    /// The expressions that decide about its address: indices, pointers and arrays.
    parts: Vec<String>,
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The accesses that a line may make, by its letters: `a[i]`, `p->x`, `*p`. A part of a text in quotes may be among them.
fn accesses(line: &str) -> Vec<Part> {
    let mut found = Vec::new();
    let starts = line.char_indices().filter(|(at, c)| {
        let before = line[..*at].trim_end();
        let follows = line[..*at].ends_with(is_name) || before.ends_with('.') || before.ends_with("->");
        (c.is_ascii_alphabetic() || *c == '_') && !follows
    });
    for (start, _) in starts {
        let first = found.len();
        chain(&line[start..], &mut found);
        let name_end = line[start..].find(|c| !is_name(c)).map_or(line.len(), |length| start + length);
        // A star is no product if no operand is before it.
        let mut stars = 0;
        let mut before = line[..start].trim_end();
        while let Some(rest) = before.strip_suffix('*') {
            before = rest.trim_end();
            stars += 1;
        }
        let is_product =
            before.ends_with(|c: char| is_name(c) || matches!(c, ')' | ']')) && !before.ends_with("return");
        if stars > 0 && !is_product {
            let whole = found[first..].last().map_or(&line[start..name_end], |part: &Part| &part.text).to_string();
            for n in 1..=stars {
                let pointer = format!("{}{whole}", "*".repeat(n - 1));
                found.push(Part { text: format!("*{pointer}"), parts: vec![pointer] });
            }
        }
    }
    found
}

/// The accesses of a name with indices and members.
fn chain(text: &str, found: &mut Vec<Part>) {
    let mut end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let mut parts: Vec<String> = Vec::new();
    loop {
        let rest = &text[end..];
        let next = rest.trim_start();
        let gap = rest.len() - next.len();
        let base = text[..end].to_string();
        if next.starts_with('[') {
            let Some(length) = closing(next) else { return };
            let index = next[1..length - 1].trim();
            // The index first: it is wrong more often.
            parts.push(index.to_string());
            parts.push(base);
            end += gap + length;
        } else if let Some(member) = next.strip_prefix("->").or_else(|| next.strip_prefix('.')) {
            let sign = next.len() - member.len();
            let name = member.trim_start();
            let length = name.find(|c| !is_name(c)).unwrap_or(name.len());
            if length == 0 {
                return;
            }
            if sign == 2 {
                parts.push(base);
            }
            end += gap + sign + (member.len() - name.len()) + length;
        } else {
            return;
        }
        found.push(Part { text: text[..end].to_string(), parts: parts.clone() });
    }
}

/// Bytes up to the bracket that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        accesses(line).into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn accesses_are_found_in_a_line() {
        assert_eq!(texts("s += q[i].x;"), ["q[i]", "q[i].x"]);
        assert_eq!(
            texts("a[b[i + 1]] = c -> d.e [2];"),
            ["a[b[i + 1]]", "b[i + 1]", "c -> d", "c -> d.e", "c -> d.e [2]"]
        );
        assert_eq!(texts("return *p * x + **q;"), ["*p", "*q", "**q"]);
        assert_eq!(texts("*p->next = f(a[3]);"), ["p->next", "*p->next", "a[3]"]);
        assert_eq!(texts("(*p).x = 2 * y;"), ["*p"]);
        for nothing in ["", "x = y;", "a[", "a[[", "a]", "p->", "p.", "日本[", "*", "**", "\"*", "->x", "a[i"] {
            assert_eq!(texts(nothing), Vec::<String>::new(), "{nothing}");
        }
    }

    #[test]
    fn the_parts_decide_about_the_address() {
        let all = accesses("grid[i][j] = list->head.p[k];");
        let of = |text: &str| all.iter().find(|part| part.text == text).map(|part| part.parts.join(" | "));
        assert_eq!(of("grid[i][j]").as_deref(), Some("i | grid | j | grid[i]"));
        assert_eq!(of("list->head.p[k]").as_deref(), Some("list | k | list->head.p"));
    }
}
