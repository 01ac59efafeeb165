//! Uses of macros: arguments, `#`, `##`, `__VA_OPT__`, and macros whose value changes.

use super::{MAX_EXPANSIONS, MAX_MADE, Macro, Pp, spelling};
use crate::diag::Finding;
use crate::lex::Lexer;
use crate::names::{Sym, sym};
use crate::source::{Expansion, Pos};
use crate::token::{Kind, P, Token, flag};
use alloc::{format, rc::Rc, string::String, vec, vec::Vec};
use mcore_base::text;

/// An argument of a macro: as written, and expanded if that was needed.
struct Argument {
    raw: Rc<[Token]>,
    expanded: Option<Vec<Token>>,
}

/// The work on one use of a macro.
struct Use<'m> {
    definition: &'m Macro,
    /// Index of the expansion in the sources plus 1.
    expansion: u32,
    arguments: Vec<Argument>,
    /// Fewer arguments than parameters: the variadic one is absent.
    absent: bool,
}

impl Pp<'_, '_> {
    /// Begins the expansion of a macro; false if the name is not followed by the arguments that it needs.
    pub(super) fn enter(&mut self, name: Token, definition: &Rc<Macro>) -> bool {
        if definition.dynamic {
            self.dynamic(name);
            return true;
        }
        if self.contexts.len() > MAX_EXPANSIONS + self.depth {
            self.stop(name.pos, text!("macros are nested too deeply", "マクロの入れ子が深すぎます"));
            return false;
        }
        let mut arguments = Vec::new();
        let mut absent = false;
        if let Some(params) = &definition.params {
            let Some(mut found) = self.arguments(name, definition, params.len()) else { return false };
            if found.len() + 1 == params.len() && definition.variadic {
                absent = true;
                found.push(Rc::new([]));
            }
            arguments = found.into_iter().map(|raw| Argument { raw, expanded: None }).collect();
        }
        let used = name.pos;
        self.sources.expansions.push(Expansion { name: name.sym, used, defined: definition.pos });
        let expansion = self.sources.expansions.len() as u32;
        let mut work = Use { definition, expansion, arguments, absent };
        let mut out = Vec::with_capacity(definition.body.len());
        self.substitute(&mut work, &definition.body, &mut out);
        out.retain(|token| token.kind != Kind::Marker);
        self.made += out.len() + 1;
        if self.made > MAX_MADE {
            self.stop(name.pos, text!("macros expand to too many tokens", "マクロの展開で生じるトークンが多すぎます"));
            return false;
        }
        if let Some(first) = out.first_mut() {
            first.flags = first.flags & !(flag::SPACE | flag::FIRST) | name.flags & (flag::SPACE | flag::FIRST);
        }
        self.push_context(out.into(), Some(name.sym), false);
        true
    }

    /// `__LINE__` and its like.
    fn dynamic(&mut self, name: Token) {
        let place = self.sources.use_place(name.pos);
        let reading = self.readings.last();
        let (kind, value) = match name.sym {
            sym::M_LINE => {
                // A use over several lines has the line of its end, as with gcc; the text has been read up to there.
                let (_, line, _) = self.sources.line_of(place);
                let shift = reading.map_or(0, |r| r.shift);
                (Kind::Number, format!("{}", i64::from(line) + shift))
            }
            sym::M_COUNTER => {
                self.counter += 1;
                (Kind::Number, format!("{}", self.counter - 1))
            }
            sym::M_INCLUDE_LEVEL => (Kind::Number, format!("{}", self.readings.len().saturating_sub(1))),
            _ => {
                let own = reading.filter(|_| name.sym == sym::M_FILE).and_then(|r| r.name);
                let file = if name.sym == sym::M_FILE { self.sources.file_of(place.at) } else { 0 };
                let plain = self.sources.files.get(file).map_or("", |f| f.name);
                let text = own.map_or(plain, |name| self.names.text(name));
                (Kind::Str, format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
            }
        };
        let sym = self.names.intern(&value);
        self.sources.expansions.push(Expansion { name: name.sym, used: name.pos, defined: name.pos });
        let pos = Pos { expansion: self.sources.expansions.len() as u32, ..name.pos };
        self.push_context(Rc::new([Token { kind, sym, pos, flags: name.flags & !flag::PAINTED }]), None, false);
    }

    /// The arguments after the name of a macro; `None` if there is no parenthesis, or if they do not fit.
    fn arguments(&mut self, name: Token, definition: &Macro, wanted: usize) -> Option<Vec<Rc<[Token]>>> {
        let before = core::mem::replace(&mut self.collecting, true);
        let next = self.next_token();
        if !next.is(P::LParen) {
            self.collecting = before;
            if next.kind != Kind::Eof {
                self.push_context(Rc::new([next]), None, false);
            }
            return None;
        }
        let mut all: Vec<Rc<[Token]>> = Vec::new();
        let (mut one, mut depth) = (Vec::new(), 0u32);
        let closed = loop {
            let mut token = self.next_token();
            if token.flags & flag::FIRST != 0 {
                token.flags = token.flags & !flag::FIRST | flag::SPACE;
            }
            match token.kind {
                Kind::Eof => break false,
                Kind::Punct(P::LParen) => depth += 1,
                Kind::Punct(P::RParen) if depth == 0 => break true,
                Kind::Punct(P::RParen) => depth -= 1,
                Kind::Punct(P::Comma) if depth == 0 && !(definition.variadic && all.len() + 1 >= wanted) => {
                    all.push(core::mem::take(&mut one).into());
                    continue;
                }
                Kind::Name if self.busy.get(token.sym.0 as usize).is_some_and(|busy| *busy > 0) => {
                    token.flags |= flag::PAINTED;
                }
                _ => {}
            }
            self.made += 1;
            if self.made > MAX_MADE {
                break false;
            }
            one.push(token);
        };
        self.collecting = before;
        if !closed {
            let text = self.names.text(name.sym);
            let message =
                text!("the arguments of macro `{text}` have no end", "マクロ `{text}` の引数に終わりがありません");
            let tip = text!("close them with `)`", "`)` で閉じてください");
            self.report.push(Finding::error("macro-arguments", name.pos, message).tip(tip));
            return None;
        }
        if !(all.is_empty() && one.is_empty() && wanted == 0) {
            all.push(one.into());
        }
        let fits = all.len() == wanted || definition.variadic && all.len() + 1 == wanted;
        if !fits {
            self.wrong_count(name, definition, wanted, all.len());
            return None;
        }
        Some(all)
    }

    fn wrong_count(&mut self, name: Token, definition: &Macro, wanted: usize, found: usize) {
        let text = self.names.text(name.sym);
        let verb = if found == 1 { "is" } else { "are" };
        let message = text!(
            "macro `{text}` takes {wanted} arguments, but {found} {verb} given",
            "マクロ `{text}` の引数は {wanted} 個ですが、{found} 個あります"
        );
        let mut finding = Finding::error("macro-arguments", name.pos, message);
        if definition.pos.at > 0 {
            finding = finding.second(definition.pos, text!("defined here", "ここで定義されています"));
        }
        self.report.push(finding);
    }

    /// Appends the body of a macro (or the part in a `__VA_OPT__`) with its parameters replaced.
    fn substitute(&mut self, work: &mut Use<'_>, body: &[Token], out: &mut Vec<Token>) {
        let mut paste = false;
        let mut at = 0;
        while let Some(token) = body.get(at) {
            let begin = at;
            at += 1;
            let followed = body.get(at).is_some_and(|t| t.is(P::HashHash));
            if token.is(P::HashHash) && begin > 0 && body.get(at).is_some() && !out.is_empty() {
                paste = true;
                continue;
            }
            let group = if token.is(P::Hash) && work.definition.params.is_some() && at < body.len() {
                let operand = body[at];
                at += 1;
                vec![self.stringified(work, body, operand, *token, &mut at)]
            } else if token.kind == Kind::Name && token.sym == sym::VA_OPT && work.definition.variadic {
                let inner = va_opt(body, &mut at);
                let followed = body.get(at).is_some_and(|t| t.is(P::HashHash));
                self.optional(work, inner, *token, paste || followed)
            } else if let Some(index) = parameter(work, token) {
                let last = index + 1 == work.arguments.len();
                if paste && work.definition.variadic && last && out.last().is_some_and(|t| t.is(P::Comma)) {
                    // GNU: `, ## __VA_ARGS__` drops the comma if there is nothing.
                    paste = false;
                    let raw = work.arguments[index].raw.clone();
                    if raw.is_empty() && (work.absent || work.arguments.len() > 1 || begin > 0) {
                        out.pop();
                    }
                    out.extend(self.spaced(&raw, *token));
                    continue;
                }
                self.argument(work, index, *token, paste || followed)
            } else {
                let pos = Pos { expansion: work.expansion, ..token.pos };
                vec![Token { pos, ..*token }]
            };
            self.append(group, &mut paste, out);
        }
    }

    /// An argument's tokens, the first with the blanks of the parameter.
    fn spaced(&self, tokens: &[Token], like: Token) -> Vec<Token> {
        let mut tokens = tokens.to_vec();
        if let Some(first) = tokens.first_mut() {
            *first = first.with_space(like.spaced());
        }
        tokens
    }

    fn append(&mut self, group: Vec<Token>, paste: &mut bool, out: &mut Vec<Token>) {
        let mut group = group.into_iter();
        if core::mem::take(paste)
            && let Some(first) = group.next()
        {
            match out.pop() {
                Some(left) => self.pasted(left, first, out),
                None => out.push(first),
            }
        }
        out.extend(group);
    }

    /// The tokens for a parameter: as written next to `##`, expanded elsewhere.
    fn argument(&mut self, work: &mut Use<'_>, index: usize, like: Token, raw: bool) -> Vec<Token> {
        let argument = &work.arguments[index];
        if raw {
            if argument.raw.is_empty() {
                return vec![Token { kind: Kind::Marker, ..like }];
            }
            return self.spaced(&argument.raw, like);
        }
        if argument.expanded.is_none() {
            let expanded = self.expand_list(argument.raw.clone());
            work.arguments[index].expanded = Some(expanded);
        }
        let expanded = work.arguments[index].expanded.as_deref().unwrap_or(&[]);
        self.made += expanded.len();
        if self.made > MAX_MADE {
            self.stop(like.pos, text!("macros expand to too many tokens", "マクロの展開で生じるトークンが多すぎます"));
            return Vec::new();
        }
        let expanded = expanded.to_vec();
        self.spaced(&expanded, like)
    }

    /// The tokens of `__VA_OPT__(...)`.
    fn optional(&mut self, work: &mut Use<'_>, inner: &[Token], like: Token, marked: bool) -> Vec<Token> {
        let last = work.arguments.len() - 1;
        let any = !self.argument(work, last, like, false).is_empty();
        let mut out = Vec::new();
        if any {
            self.substitute(work, inner, &mut out);
        }
        if out.is_empty() && marked {
            out.push(Token { kind: Kind::Marker, ..like });
        }
        if let Some(first) = out.first_mut() {
            *first = first.with_space(like.spaced());
        }
        out
    }

    /// `# parameter` as a string.
    fn stringified(
        &mut self,
        work: &mut Use<'_>,
        body: &[Token],
        operand: Token,
        hash: Token,
        at: &mut usize,
    ) -> Token {
        let tokens = if operand.sym == sym::VA_OPT && work.definition.variadic && operand.kind == Kind::Name {
            let inner = va_opt(body, at);
            self.optional(work, inner, operand, false).into()
        } else {
            match parameter(work, &operand) {
                Some(index) => work.arguments[index].raw.clone(),
                None => Rc::new([]),
            }
        };
        let mut text = String::from("\"");
        for (index, token) in tokens.iter().filter(|t| t.kind != Kind::Marker).enumerate() {
            if index > 0 && token.spaced() {
                text.push(' ');
            }
            let spelling = spelling(token, self.names);
            if matches!(token.kind, Kind::Str | Kind::Char) {
                for c in spelling.chars() {
                    if matches!(c, '"' | '\\') {
                        text.push('\\');
                    }
                    text.push(c);
                }
            } else {
                text.push_str(spelling);
            }
        }
        // A single backslash at the end would take the quote with it.
        let odd = text.len() - text.trim_end_matches('\\').len();
        if tokens.last().is_some_and(|t| t.kind == Kind::Other) && odd % 2 == 1 {
            text.pop();
        }
        text.push('"');
        let sym = self.names.intern(&text);
        let pos = Pos { expansion: work.expansion, ..operand.pos };
        Token { kind: Kind::Str, sym, pos, flags: hash.flags & flag::SPACE }
    }

    /// `left ## right`.
    fn pasted(&mut self, left: Token, right: Token, out: &mut Vec<Token>) {
        if right.kind == Kind::Marker {
            out.push(left);
            return;
        }
        if left.kind == Kind::Marker {
            out.push(right.with_space(left.spaced()));
            return;
        }
        let text = format!("{}{}", self.spelling(&left), self.spelling(&right));
        let mut lexer = Lexer::new(&text, 0);
        lexer.quiet = true;
        let token = lexer.next(self.names, self.report);
        let rest = lexer.next(self.names, self.report);
        let is_one = rest.kind == Kind::Eof && token.kind != Kind::Newline && token.pos.len as usize == text.len();
        if !is_one || matches!(token.kind, Kind::Other | Kind::Eof) {
            let message =
                text!("`##` makes `{text}`, which is no token", "`##` でできる `{text}` はトークンではありません");
            self.report.push(Finding::error("paste", left.pos, message));
            out.push(left);
            out.push(right);
            return;
        }
        let flags = left.flags & (flag::SPACE | flag::FIRST) | token.flags & flag::DIGRAPH;
        out.push(Token { flags, pos: left.pos, ..token });
    }
}

fn parameter(work: &Use<'_>, token: &Token) -> Option<usize> {
    if token.kind != Kind::Name {
        return None;
    }
    let params: &[Sym] = work.definition.params.as_ref()?;
    params.iter().position(|p| *p == token.sym)
}

/// The tokens between the parentheses after `__VA_OPT__`; moves `at` past them.
fn va_opt<'b>(body: &'b [Token], at: &mut usize) -> &'b [Token] {
    if !body.get(*at).is_some_and(|t| t.is(P::LParen)) {
        return &[];
    }
    let begin = *at + 1;
    let mut depth = 0;
    for (index, token) in body.iter().enumerate().skip(*at) {
        match token.kind {
            Kind::Punct(P::LParen) => depth += 1,
            Kind::Punct(P::RParen) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            *at = index + 1;
            return &body[begin..index];
        }
    }
    *at = body.len();
    &body[begin.min(body.len())..]
}
