//! A trap of a load or store in the words of C: the part of the line that made the access, and its values.

use super::variables::short_text;
use super::{OutcomeView, source_of};
use crate::base::Text;
use crate::mem::Access;
use crate::modes::chip::{Frame, Machine, Outcome, Scope, Shape, Trap, TrapCause, frames};
use crate::text;
use crate::toolchain::debug::Debug;
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

/// Longer lines are not searched.
const MAX_LINE: usize = 1000;
/// The most parts of an access whose values are shown.
const MAX_PARTS: usize = 4;

impl OutcomeView {
    /// Adds the access to the message of a trap in C, with the values of its parts: "The access is `a[i]`: `i` is 32, `a` has 32
    /// elements." Nothing is added where the line or a value is not known. `debug` describes the program of
    /// [`trapped_rank`], `line` gives a line of a file, counted from 1.
    pub fn in_c(mut self, machine: &Machine, debug: &Debug, line: impl Fn(&str, u32) -> Option<String>) -> Self {
        if let Some(Text { en, ja }) = access_text(machine, debug, line) {
            self.message.en.push_str(&en);
            self.message.ja.push_str(&ja);
        }
        self
    }
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
