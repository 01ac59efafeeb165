//! Macros and repetitions: `.macro`, `.rept`, `.irp`, `.irpc`.
//!
//! As in GNU as, a macro is text: its arguments are substituted into the text of its body, which is then read in its
//! place. Macros in the style of MARS are accepted too: parameters `%name`, calls with parentheses, separate labels in
//! each call.

use super::{
    assembler::Assembler,
    condition::string,
    directive::name_of,
    lex::{Block, Kind, Lexer, continues_name, starts_name},
    parse::Cursor,
    report::{Failure, Parsed, Report, clip},
    suggest::did_you_mean,
};
use alloc::{
    borrow::ToOwned,
    collections::BTreeSet,
    format,
    string::{String, ToString},
    vec::Vec,
};
use mcore_base::text;
use mcore_base::{Span, Text};

/// Maximum nesting of expansions.
const DEEPEST: u32 = 100;

/// Maximum number of characters that expansions may produce in one assembly.
const MAX_TEXT: u64 = 16 << 20;

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    Optional,
    /// `:req`.
    Required,
    /// `:vararg`: takes all remaining arguments.
    Rest,
}

/// A parameter of a macro.
#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    default: String,
    demand: Demand,
}

/// A macro.
#[derive(Debug)]
pub(super) struct Macro<'s> {
    name: &'s str,
    span: Span,
    parameters: Vec<Parameter>,
    body: Block<'s>,
    /// Written for MARS, with parameters `%name`.
    mars: bool,
    /// Labels that the body of a MARS macro defines.
    labels: BTreeSet<&'s str>,
}

fn begins_macro(name: &str) -> bool {
    name == ".macro"
}

fn ends_macro(name: &str) -> bool {
    matches!(name, ".endm" | ".endmacro" | ".end_macro")
}

fn begins_repetition(name: &str) -> bool {
    matches!(name, ".rept" | ".rep" | ".irp" | ".irpc")
}

fn ends_repetition(name: &str) -> bool {
    matches!(name, ".endr")
}

impl<'s> Assembler<'s> {
    /// The macro with a name; case is ignored.
    pub(super) fn find_macro(&self, name: &str) -> Option<&alloc::rc::Rc<Macro<'s>>> {
        if self.macros.is_empty() {
            return None;
        }
        self.macros.get(name).or_else(|| self.macros.get(&name.to_ascii_lowercase()))
    }

    /// The text of the remaining operands, as written.
    pub(super) fn rest_as_text(&self, cursor: &Cursor<'_, 's>) -> &'s str {
        match cursor.rest() {
            [first, .., last] => self.text.get(first.start as usize..last.end as usize),
            [only] => self.text.get(only.start as usize..only.end as usize),
            [] => None,
        }
        .unwrap_or("")
    }

    /// `.macro name parameters`, to `.endm`.
    pub(super) fn define_macro(
        &mut self,
        span: Span,
        cursor: &mut Cursor<'_, 's>,
        lexer: &mut Lexer<'s>,
    ) -> Parsed<()> {
        let Some(body) = lexer.block(begins_macro, ends_macro) else {
            return Err(Failure::new(
                span,
                text!("this `.macro` has no `.endm`", "この `.macro` に対する `.endm` がありません"),
                text!("write `.endm` where the macro ends", "マクロの終わりに `.endm` を書いてください"),
            ));
        };
        let (name, name_span) = name_of(cursor)?;
        let header = self.rest_as_text(cursor);
        let mars = header.trim_start_matches([' ', '\t', ',', '(']).starts_with('%');
        let parameters = parameters(header, mars).map_err(|message| {
            let tip = text!(
                "for example `.macro name first, second=0, rest:vararg`",
                "`.macro name first, second=0, rest:vararg` のように書いてください"
            );
            Failure::new(name_span, message, tip)
        })?;
        let lower = name.to_ascii_lowercase();
        if let Some(first) = self.macros.get(&lower) {
            let shown = clip(name);
            let (en, ja) = super::symbol::describe(first.span, name_span, &self.files, &self.report);
            return Err(Failure::new(
                name_span,
                text!(
                    "the macro `{shown}` is already defined at {en}",
                    "マクロ `{shown}` は{ja}で既に定義されています"
                ),
                text!(
                    "give one of them another name, or remove the first with `.purgem`",
                    "どちらかの名前を変えるか、先のものを `.purgem` で消してください"
                ),
            ));
        }
        let labels = if mars { labels_of(&body) } else { BTreeSet::new() };
        self.add_macro(lower, Macro { name, span: name_span, parameters, body, mars, labels });
        Ok(())
    }

    /// `.purgem name`.
    pub(super) fn purge_macro(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let (name, span) = name_of(cursor)?;
        let lower = name.to_ascii_lowercase();
        if self.macros.remove(&lower).is_none() {
            let shown = clip(name);
            return Err(Failure::new(
                span,
                text!("there is no macro `{shown}`", "マクロ `{shown}` はありません"),
                text!("define it with `.macro`, or remove this line", "`.macro` で定義するか、この行を消してください"),
            ));
        }
        Ok(())
    }

    /// Calls a macro; the cursor is after its name.
    pub(super) fn call(&mut self, name: &str, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let Some(called) = self.find_macro(name).cloned() else { return Ok(()) };
        let written = self.rest_as_text(cursor);
        let arguments = arguments(&called, written).map_err(|(message, tip)| {
            let shown = clip(name);
            let tip = tip.unwrap_or_else(|| {
                text!("compare the call with `.macro {shown}`", "`.macro {shown}` の定義と見比べてください")
            });
            Failure::new(span, message, tip)
        })?;
        let number = self.macro_number;
        self.macro_number += 1;
        let text = if called.mars {
            self.check_size(called.body.text, arguments.iter().map(String::len).max().unwrap_or(0), span)?;
            mars_body(&called, &arguments, number)
        } else {
            let longest = arguments.iter().map(String::len).max().unwrap_or(0);
            self.check_size(called.body.text, longest, span)?;
            let find = |name: &str| {
                let i = called.parameters.iter().position(|p| p.name == name)?;
                Some(arguments[i].as_str())
            };
            body(called.body.text, &find, Some(number))
        };
        let call = Some((called.name.to_owned(), self.statement_span));
        self.calls += 1;
        let result = self.expand_text(text, &called.body, call, span);
        self.calls -= 1;
        result
    }

    /// `.rept count`, to `.endr`.
    pub(super) fn repeat_block(
        &mut self,
        span: Span,
        cursor: &mut Cursor<'_, 's>,
        lexer: &mut Lexer<'s>,
    ) -> Parsed<()> {
        let block = self.repetition_block(span, lexer)?;
        let expr = self.expr(cursor)?;
        let count = self.number(&expr)?;
        cursor.finish()?;
        if count < 0 {
            self.report.warn(
                expr.span,
                text!("a negative count repeats nothing", "負の回数では何も繰り返されません"),
                text!("write a count of at least 1", "1 以上の回数を書いてください"),
            );
        }
        let count = count.max(0) as u64;
        self.charge(count.saturating_mul(block.text.len() as u64 + 1), span)?;
        self.enter_expansion(span)?;
        for _ in 0..count {
            self.run(&mut Lexer::again(&block));
            if self.leaving {
                break;
            }
        }
        self.leave_expansion();
        Ok(())
    }

    /// `.irp symbol, values` and `.irpc symbol, characters`, to `.endr`.
    pub(super) fn repeat_for_each(
        &mut self,
        characters: bool,
        span: Span,
        cursor: &mut Cursor<'_, 's>,
        lexer: &mut Lexer<'s>,
    ) -> Parsed<()> {
        let block = self.repetition_block(span, lexer)?;
        let (name, _) = name_of(cursor)?;
        cursor.eat(",");
        let written = self.rest_as_text(cursor);
        let mut values: Vec<String> = Vec::new();
        if characters {
            let text = unquote(written.trim());
            values.extend(text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_string()));
        } else {
            let scrubbed = scrub(written.trim());
            let mut rest = scrubbed.as_str();
            while !rest.is_empty() {
                let (value, tail) = argument(rest);
                values.push(value);
                rest = tail;
            }
        }
        if values.is_empty() {
            values.push(String::new());
        }
        for value in &values {
            self.check_size(block.text, value.len(), span)?;
            let find = |wanted: &str| (wanted == name).then_some(value.as_str());
            let text = body(block.text, &find, Some(self.macro_number));
            let left = self.expand_text_once(text, &block, None, span)?;
            if left {
                break;
            }
        }
        Ok(())
    }

    fn repetition_block(&mut self, span: Span, lexer: &mut Lexer<'s>) -> Parsed<Block<'s>> {
        lexer.block(begins_repetition, ends_repetition).ok_or_else(|| {
            Failure::new(
                span,
                text!("this repetition has no `.endr`", "この繰り返しに対する `.endr` がありません"),
                text!("write `.endr` where the repetition ends", "繰り返しの終わりに `.endr` を書いてください"),
            )
        })
    }

    /// Reads the text of an expanded body.
    fn expand_text(&mut self, text: String, of: &Block<'s>, call: Option<(String, Span)>, span: Span) -> Parsed<()> {
        self.expand_text_once(text, of, call, span).map(|_| ())
    }

    /// The same; returns whether `.exitm` has ended it.
    fn expand_text_once(
        &mut self,
        text: String,
        of: &Block<'s>,
        call: Option<(String, Span)>,
        span: Span,
    ) -> Parsed<bool> {
        self.charge(text.len() as u64 + 1, span)?;
        let Some(file) = self.report.expansions.add((of.file, of.line), call) else {
            return Err(self.exhaust(span));
        };
        self.enter_expansion(span)?;
        let text = self.pen.keep(text);
        self.run(&mut Lexer::again(&Block { text, file, line: 1, col: 1 }));
        let left = self.leaving;
        self.leave_expansion();
        Ok(left)
    }

    fn enter_expansion(&mut self, span: Span) -> Parsed<()> {
        if self.depth >= DEEPEST {
            return Err(Failure::new(
                span,
                text!(
                    "macros and repetitions are nested more than {DEEPEST} deep",
                    "マクロや繰り返しの入れ子が {DEEPEST} 段を超えました"
                ),
                text!(
                    "a macro that calls itself needs an `.if` that ends it",
                    "自分自身を呼ぶマクロには、終わらせるための `.if` が必要です"
                ),
            ));
        }
        self.depth += 1;
        Ok(())
    }

    fn leave_expansion(&mut self) {
        self.depth -= 1;
        self.leaving = self.exhausted;
    }

    /// Fails if the expansion of a body would be too long.
    fn check_size(&mut self, body: &str, longest_argument: usize, span: Span) -> Parsed<()> {
        let uses = body.bytes().filter(|b| matches!(b, b'\\' | b'%')).count() as u64;
        let most = uses.saturating_mul(longest_argument as u64 + 12).saturating_add(body.len() as u64);
        if self.expanded.saturating_add(most) > 2 * MAX_TEXT { Err(self.exhaust(span)) } else { Ok(()) }
    }

    fn charge(&mut self, characters: u64, span: Span) -> Parsed<()> {
        self.expanded = self.expanded.saturating_add(characters);
        if self.expanded > MAX_TEXT { Err(self.exhaust(span)) } else { Ok(()) }
    }

    /// Ends all expansions with one message.
    fn exhaust(&mut self, span: Span) -> Failure {
        self.leaving = true;
        if core::mem::replace(&mut self.exhausted, true) {
            return Failure::KNOWN;
        }
        let most = MAX_TEXT >> 20;
        Failure::new(
            span,
            text!(
                "macros and repetitions make more than {most} million characters here; the rest is not read",
                "マクロと繰り返しで {most} 百万文字を超えました。残りは読みません"
            ),
            text!("use `.fill` or `.space` for large data", "大きなデータには `.fill` や `.space` を使ってください"),
        )
    }

    /// `.error`, `.warning` and `.print` with their texts; `.err`.
    pub(super) fn say(&mut self, name: &str, error: bool, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let message = if cursor.is_at_end() {
            text!("`{name}` was reached", "`{name}` に到達しました")
        } else {
            let said = string(cursor)?;
            text!("`{name}`: {said}", "`{name}` のメッセージ: {said}")
        };
        if error {
            return Err(Failure::new(span, message, asked_for()));
        }
        self.report.warn(span, message, asked_for());
        Ok(())
    }
}

/// The tip for a message that the text itself requests.
pub(super) fn asked_for() -> Text {
    text!(
        "the text itself asks for this message; look at the condition around it",
        "ソースがこのメッセージを出しています。周りの条件を確かめてください"
    )
}

/// The parameters of a header; a message if it cannot be read.
fn parameters(header: &str, mars: bool) -> Result<Vec<Parameter>, Text> {
    let bare = header.trim().trim_start_matches(',');
    let bare = bare.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(bare);
    let scrubbed = scrub(bare.trim());
    let mut rest = scrubbed.as_str();
    let mut parameters: Vec<Parameter> = Vec::new();
    while !rest.is_empty() {
        let prefix = usize::from(mars && rest.starts_with('%'));
        let end = rest[prefix..].find(|c| !continues_name(c)).map_or(rest.len(), |i| i + prefix);
        let name = &rest[..end];
        if end == prefix || !name[prefix..].starts_with(starts_name) {
            let shown = clip(rest);
            return Err(text!("`{shown}` is not a parameter", "`{shown}` は引数の名前として読めません"));
        }
        rest = &rest[end..];
        let mut parameter = Parameter { name: name.into(), default: String::new(), demand: Demand::Optional };
        if let Some(tail) = rest.strip_prefix(':') {
            let end = tail.find(|c| !continues_name(c)).unwrap_or(tail.len());
            parameter.demand = match &tail[..end] {
                "req" => Demand::Required,
                "vararg" => Demand::Rest,
                other => {
                    let shown = clip(other);
                    return Err(text!(
                        "after `:` comes `req` or `vararg`, not `{shown}`",
                        "`:` の後は `req` か `vararg` です（`{shown}` は使えません）"
                    ));
                }
            };
            rest = &tail[end..];
        }
        if let Some(tail) = rest.strip_prefix('=') {
            let (value, tail) = one_argument(tail);
            parameter.default = value;
            rest = tail;
        }
        let name = clip(&parameter.name);
        if parameters.iter().any(|p| p.name == parameter.name) {
            return Err(text!("the parameter `{name}` stands there twice", "引数 `{name}` が 2 回書かれています"));
        }
        if parameters.last().is_some_and(|p| p.demand == Demand::Rest) {
            return Err(text!("`:vararg` must be the last parameter", "`:vararg` は最後の引数にしか付けられません"));
        }
        parameters.push(parameter);
        rest = rest.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    Ok(parameters)
}

/// The argument for each parameter of a call; a message and a tip if a call cannot be understood.
fn arguments(called: &Macro<'_>, written: &str) -> Result<Vec<String>, (Text, Option<Text>)> {
    let name = clip(called.name);
    let mut written = written.trim();
    if called.mars {
        written = written.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(written);
    }
    let scrubbed = scrub(written);
    let mut rest = scrubbed.as_str();
    let mut values: Vec<Option<String>> = alloc::vec![None; called.parameters.len()];
    let (mut next, mut named) = (0, false);
    while !rest.is_empty() {
        let end = rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
        let keyword = rest[end..].starts_with('=') && !rest[end..].starts_with("==") && end > 0;
        if keyword && !called.mars {
            let keyword = &rest[..end];
            let Some(i) = called.parameters.iter().position(|p| p.name == keyword) else {
                let shown = clip(keyword);
                let message = text!(
                    "the macro `{name}` has no parameter `{shown}`",
                    "マクロ `{name}` に引数 `{shown}` はありません"
                );
                return Err((message, did_you_mean(keyword, called.parameters.iter().map(|p| p.name.as_str()))));
            };
            let (value, tail) = argument(&rest[end + 1..]);
            (values[i], rest, named) = (Some(value), tail, true);
            continue;
        }
        if named {
            let message = text!(
                "arguments without a name must come before those with one",
                "名前のない引数は、名前付きの引数より前に書きます"
            );
            return Err((message, None));
        }
        let Some(parameter) = called.parameters.get(next) else {
            let count = called.parameters.len();
            let message = text!(
                "the macro `{name}` has fewer parameters: {count}",
                "マクロ `{name}` の引数は {count} 個までです"
            );
            return Err((message, None));
        };
        if parameter.demand == Demand::Rest {
            values[next] = Some(rest.into());
            break;
        }
        let (value, tail) = argument(rest);
        values[next] = Some(value);
        rest = tail;
        next += 1;
    }
    let mut all = Vec::with_capacity(values.len());
    for (parameter, value) in called.parameters.iter().zip(values) {
        let value = value.filter(|v| !v.is_empty());
        if value.is_none() && (parameter.demand == Demand::Required || called.mars) {
            let shown = clip(&parameter.name);
            let message = text!(
                "the macro `{name}` needs a value for `{shown}`",
                "マクロ `{name}` には `{shown}` の値が必要です"
            );
            return Err((message, None));
        }
        all.push(value.unwrap_or_else(|| parameter.default.clone()));
    }
    Ok(all)
}

/// The first argument of a list, and the rest after its comma.
fn argument(text: &str) -> (String, &str) {
    let (value, rest) = one_argument(text);
    let rest = rest.trim_start();
    (value, rest.strip_prefix(',').unwrap_or(rest).trim_start())
}

/// An argument up to a comma or a blank outside brackets. Quotes around the whole argument are removed.
fn one_argument(text: &str) -> (String, &str) {
    if let Some(inner) = text.strip_prefix('"') {
        let end = end_of_string(inner);
        return (inner[..end].into(), inner.get(end + 1..).unwrap_or(""));
    }
    let (mut open, mut i) = (0usize, 0);
    while let Some(c) = text.get(i..).and_then(|t| t.chars().next()) {
        match c {
            '"' => i += end_of_string(&text[i + 1..]) + 1,
            '(' | '[' => open += 1,
            ')' | ']' => open = open.saturating_sub(1),
            ',' => return (text[..i].into(), &text[i..]),
            ' ' if open == 0 => return (text[..i].into(), &text[i..]),
            _ => {}
        }
        i += c.len_utf8();
    }
    (text.into(), "")
}

/// Index of the quote that closes a string, or its length.
fn end_of_string(inner: &str) -> usize {
    let mut escaped = false;
    for (i, c) in inner.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return i,
            _ => {}
        }
    }
    inner.len()
}

fn unquote(text: &str) -> &str {
    text.strip_prefix('"').map_or(text, |inner| &inner[..end_of_string(inner)])
}

/// Removes blanks that separate nothing, as GNU as does before it reads arguments: only between two names or numbers
/// one is kept. Strings stay unchanged; character constants become numbers.
pub(super) fn scrub(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let is_word = |c: char| continues_name(c) || matches!(c, '\\' | '"' | '%');
    let mut rest = text;
    let mut blank = false;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            blank = true;
            rest = &rest[c.len_utf8()..];
            continue;
        }
        // A register or a quoted text after a closing bracket or quote starts a new argument.
        let before = result.chars().next_back();
        if blank && before.is_some_and(|b| is_word(b) || b == ')') && (is_word(c) || c == '"') {
            result.push(' ');
        }
        blank = false;
        if c == '"' {
            let end = (end_of_string(&rest[1..]) + 2).min(rest.len());
            result.push_str(&rest[..end]);
            rest = &rest[end..];
        } else if c == '\'' {
            let mut quoted = rest[1..].chars();
            match (quoted.next(), quoted.next()) {
                (Some('\\'), Some(escaped)) => {
                    result.extend(['\'', '\\', escaped]);
                    rest = quoted.as_str();
                    if let Some(tail) = rest.strip_prefix('\'') {
                        result.push('\'');
                        rest = tail;
                    }
                }
                (Some(plain), Some('\'')) => {
                    result.push_str(&u32::from(plain).to_string());
                    rest = quoted.as_str();
                }
                _ => {
                    result.push('\'');
                    rest = &rest[1..];
                }
            }
        } else {
            result.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    result
}

/// A body with its arguments substituted: `\name`, `\@` and `\()`.
fn body<'a>(text: &str, find: &dyn Fn(&str) -> Option<&'a str>, number: Option<u32>) -> String {
    let mut result = String::with_capacity(text.len() + text.len() / 4);
    let mut rest = text;
    while let Some(i) = rest.find('\\') {
        result.push_str(&rest[..i]);
        let tail = &rest[i + 1..];
        if let (Some(after), Some(number)) = (tail.strip_prefix('@'), number) {
            result.push_str(&number.to_string());
            rest = after;
        } else if let Some(inner) = tail.strip_prefix('(') {
            let end = inner.find(')').unwrap_or(inner.len());
            result.push_str(&inner[..end]);
            rest = inner.get(end + 1..).unwrap_or("");
        } else {
            let end = tail.find(|c| !continues_name(c)).unwrap_or(tail.len());
            let name = &tail[..end];
            // If there is no parameter with the dot in its name, the dot ends the name: `\op.s`.
            let short = name.split('.').next().unwrap_or(name);
            if let Some(value) = find(name) {
                result.push_str(value);
                rest = &tail[end..];
            } else if let Some(value) = find(short).filter(|_| !short.is_empty()) {
                result.push_str(value);
                rest = &tail[short.len()..];
            } else {
                // Not a parameter: `\n` in a string, or a parameter of a macro that the body defines.
                result.push('\\');
                let skip = if tail.starts_with('\\') { 1 } else { end };
                result.push_str(&tail[..skip]);
                rest = &tail[skip..];
            }
        }
    }
    result.push_str(rest);
    result
}

/// The body of a MARS macro: `%name` replaced, and its own labels made unique in each call.
fn mars_body(called: &Macro<'_>, arguments: &[String], number: u32) -> String {
    let mut result = String::with_capacity(called.body.text.len());
    let mut rest = called.body.text;
    while let Some(c) = rest.chars().next() {
        let parameter = c == '%';
        let start = c.len_utf8();
        if c == '"' || c == '#' {
            let end = if c == '"' { end_of_string(&rest[1..]) + 2 } else { rest.find('\n').unwrap_or(rest.len()) };
            let end = end.min(rest.len());
            result.push_str(&rest[..end]);
            rest = &rest[end..];
        } else if parameter || starts_name(c) {
            let end = rest[start..].find(|c| !continues_name(c)).map_or(rest.len(), |i| i + start);
            let word = &rest[..end];
            match called.parameters.iter().position(|p| p.name == word) {
                Some(i) => result.push_str(&arguments[i]),
                None if called.labels.contains(word) => result.push_str(&format!("{word}_M{number}")),
                None => result.push_str(word),
            }
            rest = &rest[end..];
        } else {
            // Skips the rest of a number, so that `0x1f` is not taken for a name.
            let end = if c.is_ascii_digit() { rest.find(|c| !continues_name(c)).unwrap_or(rest.len()) } else { start };
            result.push_str(&rest[..end]);
            rest = &rest[end..];
        }
    }
    result
}

/// The labels that a body defines.
fn labels_of<'s>(body: &Block<'s>) -> BTreeSet<&'s str> {
    let mut labels = BTreeSet::new();
    let (mut lexer, mut tokens, mut unheard) = (Lexer::again(body), Vec::new(), Report::default());
    while lexer.statement(&mut tokens, &mut unheard) {
        let mut rest = &tokens[..];
        while let [name, colon, tail @ ..] = rest
            && colon.kind == Kind::Sign(":")
        {
            if let Kind::Name(name) = name.kind {
                labels.insert(name);
            }
            rest = tail;
        }
    }
    labels
}
