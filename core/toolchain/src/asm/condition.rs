//! Conditional assembly: `.if` and its relatives.

use super::{
    assembler::Assembler,
    directive::name_of,
    lex::Kind,
    macros::scrub,
    parse::Cursor,
    report::{Failure, Parsed},
};
use mcore_base::{Span, text};

/// Maximum nesting.
const DEEPEST: usize = 1000;

/// An open `.if`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    /// Its position.
    span: Span,
    /// Statements are read.
    active: bool,
    /// One of its branches has been read, or it is in skipped text.
    taken: bool,
    /// `.else` has been read.
    last: bool,
}

/// True for directives that are processed in skipped text too.
pub(super) fn is_conditional(name: &str) -> bool {
    matches!(name, ".else" | ".elseif" | ".endif" | ".endc") || is_if(name)
}

fn is_if(name: &str) -> bool {
    let rest = name.strip_prefix(".if");
    let kinds = ["", "def", "ndef", "notdef", "b", "nb", "c", "nc", "eq", "eqs", "ne", "nes", "ge", "gt", "le", "lt"];
    rest.is_some_and(|kind| kinds.contains(&kind))
}

impl<'s> Assembler<'s> {
    /// False while statements are skipped.
    pub(super) fn is_reading(&self) -> bool {
        self.conditions.last().is_none_or(|c| c.active)
    }

    /// Carries out a directive for which [`is_conditional`] holds; the cursor is after its name.
    pub(super) fn conditional(&mut self, name: &str, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        if is_if(name) {
            if self.conditions.len() >= DEEPEST {
                return Err(Failure::new(
                    span,
                    text!("`.if` is nested too deeply", "`.if` の入れ子が深すぎます"),
                    text!("join conditions with `&&`", "条件を `&&` でまとめてください"),
                ));
            }
            // In skipped text, and after a wrong condition, no branch is read.
            let holds = if self.is_reading() { self.holds(name, cursor).map(Some) } else { Ok(None) };
            let (active, taken) = match holds {
                Ok(Some(holds)) => (holds, holds),
                _ => (false, true),
            };
            self.conditions.push(Condition { span, active, taken, last: false });
            return holds.map(|_| ());
        }
        if self.conditions.len() <= self.outer_conditions {
            return Err(Failure::new(
                span,
                text!("there is no `.if` before this", "これより前に `.if` がありません"),
                text!(
                    "remove it, or write `.if` where the condition begins",
                    "これを消すか、条件の始まりに `.if` を書いてください"
                ),
            ));
        }
        let Some(mut condition) = self.conditions.pop() else { return Ok(()) };
        if matches!(name, ".endif" | ".endc") {
            return Ok(());
        }
        let mut result = Ok(());
        condition.active = false;
        if condition.last {
            result = Err(Failure::new(
                span,
                text!("`.else` has been written before this", "これより前に `.else` があります"),
                text!(
                    "only one `.else` can stand before `.endif`; `.elseif` comes before it",
                    "`.endif` までに書ける `.else` は 1 つです。`.elseif` はその前に書きます"
                ),
            ));
        } else if name == ".else" {
            condition.last = true;
            condition.active = !condition.taken;
        } else if !condition.taken {
            match self.holds(".if", cursor) {
                Ok(holds) => condition.active = holds,
                Err(failure) => {
                    condition.taken = true;
                    result = Err(failure);
                }
            }
        }
        condition.taken |= condition.active;
        self.conditions.push(condition);
        result
    }

    /// Closes the `.if`s left open by a text; `.exitm` may leave them open.
    pub(super) fn close_conditions(&mut self, depth: usize) {
        if !self.leaving
            && let Some(open) = self.conditions.get(depth)
        {
            self.report.error(
                open.span,
                text!("this `.if` has no `.endif`", "この `.if` に対する `.endif` がありません"),
                text!("write `.endif` where the condition ends", "条件の終わりに `.endif` を書いてください"),
            );
        }
        self.conditions.truncate(depth);
    }

    /// Evaluates a condition; reads its operands.
    fn holds(&mut self, name: &str, cursor: &mut Cursor<'_, 's>) -> Parsed<bool> {
        let kind = &name[".if".len()..];
        if let "b" | "nb" | "c" | "nc" = kind {
            let text = self.rest_as_text(cursor);
            if let "b" | "nb" = kind {
                return Ok(text.trim().is_empty() == (kind == "b"));
            }
            let Some((a, b)) = text.split_once(',') else {
                return Err(cursor.unexpected(
                    text!(
                        "two texts with `,` between them are needed here",
                        "ここには `,` で区切った 2 つの文字列が必要です"
                    ),
                    text!("for example `.ifc \\kind, fast`", "`.ifc \\kind, fast` のように書いてください"),
                ));
            };
            let plain = |text: &str| scrub(text.trim());
            return Ok((plain(a) == plain(b)) == (kind == "c"));
        }
        let holds = match kind {
            "def" | "ndef" | "notdef" => {
                let (name, _) = name_of(cursor)?;
                let known = self.symbols.find(name).is_some() || self.replacements.contains_key(name);
                known == (kind == "def")
            }
            "eqs" | "nes" => {
                let a = string(cursor)?;
                cursor.expect(",")?;
                (a == string(cursor)?) == (kind == "eqs")
            }
            _ => {
                let expr = self.expr(cursor)?;
                let number = self.number(&expr)?;
                match kind {
                    "eq" => number == 0,
                    "ge" => number >= 0,
                    "gt" => number > 0,
                    "le" => number <= 0,
                    "lt" => number < 0,
                    _ => number != 0,
                }
            }
        };
        cursor.finish()?;
        Ok(holds)
    }
}

/// Takes a string.
pub(super) fn string<'s>(cursor: &mut Cursor<'_, 's>) -> Parsed<&'s str> {
    match cursor.peek() {
        Some(Kind::Str(string)) => {
            cursor.next();
            Ok(string)
        }
        _ => Err(cursor.unexpected(
            text!("a string such as \"text\" is needed here", "ここには \"text\" のような文字列が必要です"),
            text!("put the text into double quotes", "文字列を二重引用符で囲んでください"),
        )),
    }
}
