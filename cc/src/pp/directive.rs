//! Directives: lines that begin with `#`.

use super::{Condition, Guard, MAX_INCLUDES, Macro, Pp};
use crate::diag::{Change, Finding, Treat};
use crate::names::{Sym, sym};
use crate::source::Pos;
use crate::token::{Kind, P, Token, flag};
use alloc::{format, string::String, vec::Vec};
use mcore_base::{nearest, text};

const DIRECTIVES: [&str; 16] = [
    "define",
    "undef",
    "include",
    "if",
    "ifdef",
    "ifndef",
    "elif",
    "elifdef",
    "elifndef",
    "else",
    "endif",
    "line",
    "error",
    "warning",
    "pragma",
    "include_next",
];

/// The words that name a directive of OpenMP 4.5, in front of its clauses.
const OPENMP: [&str; 34] = [
    "parallel",
    "for",
    "simd",
    "sections",
    "section",
    "single",
    "master",
    "critical",
    "atomic",
    "barrier",
    "task",
    "taskwait",
    "taskgroup",
    "taskyield",
    "taskloop",
    "flush",
    "ordered",
    "threadprivate",
    "declare",
    "target",
    "teams",
    "distribute",
    "data",
    "enter",
    "exit",
    "update",
    "end",
    "cancel",
    "cancellation",
    "point",
    "reduction",
    "masked",
    "loop",
    "scope",
];

impl<'t> Pp<'t, '_> {
    /// The next token of the present line, as written.
    fn raw(&mut self) -> Token {
        match self.readings.last_mut() {
            Some(reading) => reading.lexer.next(self.names, self.report),
            None => Token { kind: Kind::Eof, flags: 0, sym: sym::EMPTY, pos: Pos::default() },
        }
    }

    /// The rest of the present line.
    pub(super) fn line(&mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        loop {
            let token = self.raw();
            if matches!(token.kind, Kind::Newline | Kind::Eof) {
                return tokens;
            }
            tokens.push(token);
        }
    }

    /// Executes the directive whose `#` has been read.
    pub(super) fn directive(&mut self, hash: Token) {
        let name = self.raw();
        if matches!(name.kind, Kind::Newline | Kind::Eof) {
            return;
        }
        if let Some(reading) = self.readings.last_mut()
            && !matches!((reading.guard, name.sym), (Guard::Start, sym::IFNDEF) | (Guard::Inside(_), _))
        {
            reading.guard = Guard::None;
        }
        match name.sym {
            _ if name.kind == Kind::Number => {
                // A line marker, as `-E` prints it.
                let mut rest = self.line();
                rest.insert(0, name);
                self.line_directive(&rest, name.pos);
            }
            _ if name.kind != Kind::Name => self.unknown(hash, name),
            sym::DEFINE => self.define(name),
            sym::UNDEF => self.undef(name),
            sym::INCLUDE | sym::INCLUDE_NEXT => self.include(name),
            sym::IF => {
                let tokens = self.line();
                let value = self.condition(tokens, name.pos);
                self.begin(name.pos, value);
            }
            sym::IFDEF | sym::IFNDEF => {
                let (defined, macro_name) = self.is_defined(name);
                if let (Some(reading), Some(guard)) = (self.readings.last_mut(), macro_name)
                    && reading.guard == Guard::Start
                    && name.sym == sym::IFNDEF
                {
                    reading.guard = Guard::Inside(guard);
                }
                self.begin(name.pos, defined == (name.sym == sym::IFDEF));
            }
            sym::ELIF | sym::ELIFDEF | sym::ELIFNDEF | sym::ELSE => self.other_group(name),
            sym::ENDIF => self.endif(name),
            sym::LINE => {
                let tokens = self.line();
                let tokens = self.expand_line(tokens);
                self.line_directive(&tokens, name.pos);
            }
            sym::ERROR | sym::WARNING => self.message(name),
            sym::PRAGMA => {
                let tokens = self.line();
                self.pragma(&tokens, name.pos);
            }
            sym::IDENT | sym::SCCS => drop(self.line()),
            _ => self.unknown(hash, name),
        }
    }

    fn unknown(&mut self, hash: Token, name: Token) {
        drop(self.line());
        let pos = self.sources.range(hash.pos, name.pos);
        let text = self.spelling(&name);
        let message = text!("there is no directive `#{text}`", "`#{text}` というディレクティブはありません");
        let mut finding = Finding::error("directive", pos, message);
        if let Some(near) = nearest(&text, DIRECTIVES.into_iter()).first() {
            finding = finding.tip(text!("did you mean `#{near}`?", "`#{near}` のことですか"));
        }
        self.report.push(finding);
    }

    fn extra(&mut self, token: Option<&Token>, name: Token) {
        if let Some(token) = token {
            let text = self.names.text(name.sym);
            let message = text!("extra text after `#{text}`", "`#{text}` の後に余分なテキストがあります");
            self.report.push(Finding::named("extra-tokens", token.pos, message));
        }
    }

    fn needs_name(&mut self, name: Token, found: Option<&Token>) {
        let text = self.names.text(name.sym);
        let message = text!("`#{text}` needs the name of a macro", "`#{text}` にはマクロ名が必要です");
        self.report.push(Finding::error("macro-name", found.map_or(name.pos.end(), |t| t.pos), message));
    }

    fn is_defined(&mut self, name: Token) -> (bool, Option<Sym>) {
        let tokens = self.line();
        let Some(first) = tokens.first().filter(|t| t.kind == Kind::Name) else {
            self.needs_name(name, tokens.first());
            return (false, None);
        };
        let sym = first.sym;
        self.extra(tokens.get(1), name);
        (self.knows(sym), Some(sym))
    }

    /// True for what `#ifdef` takes as defined.
    pub(super) fn knows(&self, name: Sym) -> bool {
        self.macro_of(name).is_some()
            || matches!(name, sym::HAS_INCLUDE | sym::HAS_ATTRIBUTE | sym::HAS_BUILTIN | sym::HAS_C_ATTRIBUTE)
    }

    // ---- Macros ----

    fn define(&mut self, directive: Token) {
        let tokens = self.line();
        let Some(name) = tokens.first().copied().filter(|t| t.kind == Kind::Name) else {
            return self.needs_name(directive, tokens.first());
        };
        if matches!(name.sym, sym::DEFINED | sym::VA_ARGS | sym::VA_OPT) {
            let text = self.names.text(name.sym);
            let message = text!("`{text}` cannot be a macro", "`{text}` はマクロにできません");
            self.report.push(Finding::error("macro-name", name.pos, message));
            return;
        }
        let mut rest = &tokens[1..];
        let (mut params, mut variadic) = (None, false);
        if rest.first().is_some_and(|t| t.is(P::LParen) && !t.spaced()) {
            let Some((found, is_variadic, used)) = self.parameters(&rest[1..], name) else { return };
            (params, variadic) = (Some(found), is_variadic);
            rest = &rest[1 + used..];
        }
        let mut body = rest.to_vec();
        if let Some(first) = body.first_mut() {
            *first = first.with_space(false);
        }
        if !self.check_body(&body, params.as_deref(), variadic) {
            return;
        }
        let builtin = self.readings.last().is_some_and(|r| r.builtin);
        let pos = if builtin { Pos::default() } else { name.pos };
        let new = Macro { pos, params, variadic, body: body.into(), dynamic: false };
        if let Some(old) = self.macro_of(name.sym).cloned()
            && !self.is_same(&old, &new)
        {
            let text = self.names.text(name.sym);
            let message = text!(
                "macro `{text}` is defined again, differently",
                "マクロ `{text}` が別の内容で再び定義されています"
            );
            let lint = if old.pos.at == 0 { "builtin-macro-redefined" } else { "macro-redefined" };
            let mut finding = Finding::named(lint, name.pos, message);
            if old.pos.at > 0 {
                finding = finding.second(old.pos, text!("first defined here", "最初の定義はここです"));
            }
            self.report.push(finding);
        }
        self.set_macro(name.sym, Some(new));
    }

    fn is_same(&self, old: &Macro, new: &Macro) -> bool {
        let same = |a: &Token, b: &Token| {
            a.kind == b.kind && a.sym == b.sym && a.spaced() == b.spaced() && (a.flags ^ b.flags) & flag::DIGRAPH == 0
        };
        !old.dynamic
            && old.params == new.params
            && old.variadic == new.variadic
            && old.body.len() == new.body.len()
            && old.body.iter().zip(new.body.iter()).all(|(a, b)| same(a, b))
    }

    /// Parameters of a macro: names, whether the last is variadic, number of tokens with the closing parenthesis.
    fn parameters(&mut self, tokens: &[Token], name: Token) -> Option<(Vec<Sym>, bool, usize)> {
        let mut params: Vec<Sym> = Vec::new();
        let mut at = 0;
        let wrong = loop {
            let Some(token) = tokens.get(at) else { break name.pos.end() };
            at += 1;
            let variadic = match token.kind {
                Kind::Punct(P::RParen) if params.is_empty() && at == 1 => return Some((params, false, at)),
                Kind::Punct(P::Ellipsis) => {
                    params.push(sym::VA_ARGS);
                    true
                }
                Kind::Name if params.contains(&token.sym) || token.sym == sym::VA_ARGS => break token.pos,
                Kind::Name => {
                    params.push(token.sym);
                    let named = tokens.get(at).is_some_and(|t| t.is(P::Ellipsis));
                    at += usize::from(named);
                    named
                }
                _ => break token.pos,
            };
            let Some(next) = tokens.get(at) else { break name.pos.end() };
            at += 1;
            match next.kind {
                Kind::Punct(P::RParen) => return Some((params, variadic, at)),
                Kind::Punct(P::Comma) if !variadic => {}
                _ => break next.pos,
            }
        };
        let message =
            text!("the list of macro parameters is wrong here", "マクロの仮引数の並びがここで正しくありません");
        let tip = text!(
            "write distinct names with commas between them, `...` last, then `)`",
            "異なる名前をコンマで区切り、`...` は最後に書き、`)` で閉じてください"
        );
        self.report.push(Finding::error("macro-parameters", wrong, message).tip(tip));
        None
    }

    fn check_body(&mut self, body: &[Token], params: Option<&[Sym]>, variadic: bool) -> bool {
        let ends = [body.first(), body.last()];
        if let Some(token) = ends.into_iter().flatten().find(|t| t.is(P::HashHash)) {
            let message = text!("`##` is at an end of the macro", "`##` がマクロの端にあります");
            self.report.push(Finding::error("paste", token.pos, message));
            return false;
        }
        for (index, token) in body.iter().enumerate() {
            if matches!(token.sym, sym::VA_ARGS | sym::VA_OPT) && token.kind == Kind::Name && !variadic {
                self.misplaced(*token);
            }
            let Some(params) = params.filter(|_| token.is(P::Hash)) else { continue };
            let next = body.get(index + 1);
            let is_fine = next
                .is_some_and(|n| n.kind == Kind::Name && (params.contains(&n.sym) || variadic && n.sym == sym::VA_OPT));
            if !is_fine {
                let message =
                    text!("`#` needs a parameter of the macro after it", "`#` の後にはマクロの仮引数が必要です");
                self.report.push(Finding::error("stringify", token.pos, message));
                return false;
            }
        }
        true
    }

    fn undef(&mut self, directive: Token) {
        let tokens = self.line();
        let Some(name) = tokens.first().copied().filter(|t| t.kind == Kind::Name) else {
            return self.needs_name(directive, tokens.first());
        };
        self.extra(tokens.get(1), directive);
        if self.macro_of(name.sym).is_some() {
            self.set_macro(name.sym, None);
        }
    }

    // ---- Files ----

    fn include(&mut self, directive: Token) {
        let header = self.readings.last_mut().and_then(|r| r.lexer.header(self.names));
        let rest = self.line();
        let (spelling, pos) = match header {
            Some(token) => {
                self.extra(rest.first(), directive);
                (self.spelling(&token), token.pos)
            }
            None => {
                let expanded = self.expand_line(rest);
                let spelling = self.joined(&expanded);
                (spelling, expanded.first().map_or(directive.pos, |t| t.pos))
            }
        };
        let spelling = spelling.trim();
        let quoted = spelling.starts_with('"');
        let inner = spelling.strip_prefix(['"', '<']).and_then(|s| s.strip_suffix(if quoted { '"' } else { '>' }));
        let Some(name) = inner.filter(|n| !n.is_empty()) else {
            let message =
                text!("`#include` needs `<NAME>` or `\"NAME\"`", "`#include` には `<名前>` か `\"名前\"` が必要です");
            self.report.push(Finding::error("include", pos, message));
            return;
        };
        if self.readings.len() >= MAX_INCLUDES {
            let message = text!("files include each other too deeply", "ファイルの取り込みの入れ子が深すぎます");
            self.report.push(Finding::error("limit", pos, message));
            return;
        }
        let from = self.readings.last().and_then(|r| self.sources.files.get(r.file)).map_or("", |f| f.name);
        let Some((file, library)) = self.input.find(name, quoted, from, &self.options.folders) else {
            return self.not_found(name, pos);
        };
        let of_library = self.sources.files.iter().any(|f| f.name == from && f.library);
        if let Some(allowed) = self.options.headers.as_ref().filter(|_| library && !of_library)
            && !allowed.contains(&file.name)
        {
            return self.not_allowed(&file.name, allowed, pos);
        }
        if let Some(known) = self.sources.files.iter().position(|f| f.name == file.name) {
            let guard = self.guarded.iter().find(|(file, _)| *file == known).map(|(_, name)| *name);
            if self.once.contains(&known) || guard.is_some_and(|guard| self.macro_of(guard).is_some()) {
                return;
            }
        }
        self.open(&file.name, &file.text, library, pos);
    }

    fn not_found(&mut self, name: &str, pos: Pos) {
        let message = text!("there is no file `{name}`", "ファイル `{name}` がありません");
        let mut finding = Finding::error("include", pos, message);
        let near = nearest(name, self.input.names());
        if let Some(tip) = crate::absent::instead_of_header(name) {
            finding = finding.tip(tip);
        } else if let Some(near) = near.first() {
            finding = finding.tip(text!("did you mean `{near}`?", "`{near}` のことですか"));
        }
        self.report.push(finding);
    }

    /// A header that the exercise does not let programs include.
    fn not_allowed(&mut self, name: &str, allowed: &[String], pos: Pos) {
        let list = if allowed.is_empty() { "-".into() } else { allowed.join(", ") };
        let message = text!("`{name}` may not be included in this exercise", "この課題では `{name}` を取り込めません");
        let tip = text!("these may be included: {list}", "取り込めるヘッダ: {list}");
        self.report.push(Finding::error("include", pos, message).tip(tip));
    }

    /// The spellings of tokens, with single spaces where blanks are.
    pub(super) fn joined(&self, tokens: &[Token]) -> String {
        let mut text = String::new();
        for token in tokens {
            if token.spaced() && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(super::spelling(token, self.names));
        }
        text
    }

    pub(super) fn expand_line(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        let before = core::mem::replace(&mut self.in_directive, true);
        let out = self.expand_list(tokens.into());
        self.in_directive = before;
        out
    }

    fn line_directive(&mut self, tokens: &[Token], pos: Pos) {
        let digits = tokens.first().filter(|t| t.kind == Kind::Number).map(|t| self.spelling(t));
        let number = digits.filter(|d| d.bytes().all(|b| b.is_ascii_digit())).and_then(|d| d.parse::<u32>().ok());
        let name = tokens.get(1);
        // The text of a wide string begins with its prefix.
        let plain = |n: &Token| n.kind == Kind::Str && self.names.text(n.sym).starts_with('"');
        let (Some(number), true) = (number, name.is_none_or(plain)) else {
            let message = text!(
                "`#line` needs a number, then a name in quotes",
                "`#line` には番号と、引用符で囲んだ名前が必要です"
            );
            self.report.push(Finding::error("line", pos, message));
            return;
        };
        let file = name.map(|n| {
            let text = self.spelling(n);
            let plain = text.trim_matches('"').replace("\\\"", "\"").replace("\\\\", "\\");
            self.names.intern(&plain)
        });
        let (_, line, _) = self.sources.line_of(pos);
        if let Some(reading) = self.readings.last_mut() {
            reading.shift = i64::from(number) - i64::from(line) - 1;
            reading.name = file.or(reading.name);
        }
    }

    // ---- Conditions ----

    fn begin(&mut self, pos: Pos, value: bool) {
        if let Some(reading) = self.readings.last_mut() {
            reading.conditions.push(Condition { pos, taken: value, in_else: None });
        }
        if !value {
            self.skip();
        }
    }

    /// Skips groups up to one that is taken, or to the `#endif`.
    fn skip(&mut self) {
        let mut depth = 0u32;
        loop {
            let Some(reading) = self.readings.last_mut() else { return };
            reading.lexer.quiet = true;
            if !reading.lexer.skip_to_directive(self.names, self.report) {
                reading.lexer.quiet = false;
                return;
            }
            let _hash = self.raw();
            let name = self.raw();
            if let Some(reading) = self.readings.last_mut() {
                reading.lexer.quiet = false;
            }
            if matches!(name.kind, Kind::Newline | Kind::Eof) {
                continue;
            }
            match name.sym {
                sym::IF | sym::IFDEF | sym::IFNDEF if name.kind == Kind::Name => depth += 1,
                sym::ENDIF if depth > 0 => depth -= 1,
                sym::ENDIF => return self.endif(name),
                sym::ELSE | sym::ELIF | sym::ELIFDEF | sym::ELIFNDEF if depth == 0 => {
                    if self.take_group(name) {
                        return;
                    }
                    continue;
                }
                _ => {}
            }
            if let Some(reading) = self.readings.last_mut() {
                reading.lexer.quiet = true;
                reading.lexer.skip_line(self.names, self.report);
            }
        }
    }

    /// At `#elif`, `#else` ... after a group that was left out: whether the group that begins is taken.
    fn take_group(&mut self, name: Token) -> bool {
        let condition = self.readings.last().and_then(|r| r.conditions.last().copied());
        let Some(condition) = condition else { return false };
        let value = match name.sym {
            _ if condition.taken => {
                drop(self.line());
                false
            }
            sym::ELSE => {
                let rest = self.line();
                self.extra(rest.first(), name);
                true
            }
            sym::ELIF => {
                let tokens = self.line();
                self.condition(tokens, name.pos)
            }
            _ => self.is_defined(name).0 == (name.sym == sym::ELIFDEF),
        };
        self.enter_group(name, value);
        value
    }

    fn enter_group(&mut self, name: Token, value: bool) {
        let Some(condition) = self.readings.last_mut().and_then(|r| r.conditions.last_mut()) else { return };
        condition.taken |= value;
        let before = condition.in_else;
        if name.sym == sym::ELSE && before.is_none() {
            condition.in_else = Some(name.pos);
        }
        if let Some(pos) = before {
            let text = self.names.text(name.sym);
            let message = text!("`#{text}` after `#else`", "`#else` の後に `#{text}` があります");
            let second = text!("the `#else` is here", "`#else` はここです");
            self.report.push(Finding::error("else", name.pos, message).second(pos, second));
        }
    }

    /// `#elif`, `#else` ... after a group that was taken.
    fn other_group(&mut self, name: Token) {
        drop(self.line());
        if self.readings.last().is_none_or(|r| r.conditions.is_empty()) {
            return self.without_if(name);
        }
        if let Some(reading) = self.readings.last_mut() {
            // A guarded file has no other group.
            if reading.conditions.len() == 1 {
                reading.guard = Guard::None;
            }
        }
        self.enter_group(name, false);
        self.skip();
    }

    fn endif(&mut self, name: Token) {
        let rest = self.line();
        self.extra(rest.first(), name);
        let Some(reading) = self.readings.last_mut() else { return };
        if reading.conditions.pop().is_none() {
            return self.without_if(name);
        }
        if let (Guard::Inside(guard), true) = (reading.guard, reading.conditions.is_empty()) {
            reading.guard = Guard::After(guard);
        }
    }

    fn without_if(&mut self, name: Token) {
        let text = self.names.text(name.sym);
        let message = text!("`#{text}` without `#if`", "`#{text}` に対応する `#if` がありません");
        self.report.push(Finding::error("endif", name.pos, message));
    }

    // ---- Messages and pragmas ----

    fn message(&mut self, name: Token) {
        let tokens = self.line();
        let text = self.joined(&tokens);
        let pos = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => self.sources.range(first.pos, last.pos),
            _ => name.pos,
        };
        self.report.push(if name.sym == sym::ERROR {
            Finding::error("error", pos, text!("#error {text}", "#error {text}"))
        } else {
            Finding::named("cpp", pos, text!("#warning {text}", "#warning {text}"))
        });
    }

    pub(super) fn pragma(&mut self, tokens: &[Token], pos: Pos) {
        self.report.token = self.out.len() as u32;
        let name = |index: usize| tokens.get(index).filter(|t| t.kind == Kind::Name).map_or(sym::EMPTY, |t| t.sym);
        match (name(0), name(1)) {
            (sym::ONCE, _) => {
                let file = self.readings.last().map(|r| r.file);
                self.once.extend(file);
            }
            (sym::STDC, _) => {}
            (sym::PACK, _) => {
                let text = format!("#pragma {}", self.joined(tokens));
                let sym = self.names.intern(&text);
                self.out.push(Token { kind: Kind::Pragma, flags: flag::FIRST, sym, pos });
            }
            (sym::GCC, sym::DIAGNOSTIC) => self.diagnostic_pragma(tokens, pos),
            (sym::GCC, sym::POISON) => {
                let names: Vec<Sym> = tokens[2..].iter().filter(|t| t.kind == Kind::Name).map(|t| t.sym).collect();
                self.poisoned.extend(names);
            }
            (sym::GCC, sym::SYSTEM_HEADER) => {}
            _ if tokens.first().is_some_and(|t| matches!(self.spelling(t).as_str(), "push_macro" | "pop_macro")) => {
                self.kept_macro(tokens, pos);
            }
            _ if self.openmp(tokens, pos) => {}
            _ => {
                let text = self.joined(tokens);
                let message = text!("`#pragma {text}` is ignored", "`#pragma {text}` は無視されます");
                self.report.push(Finding::named("unknown-pragmas", pos, message));
            }
        }
    }

    /// `#pragma omp`, which is right for one thread as it is; each kind is noted once. False for any other pragma.
    fn openmp(&mut self, tokens: &[Token], pos: Pos) -> bool {
        if tokens.first().is_none_or(|t| self.spelling(t) != "omp") {
            return false;
        }
        let words: Vec<String> = tokens.iter().skip(1).map(|t| self.spelling(t)).collect();
        // `declare reduction` is a directive; else this word is a clause.
        let declares = words.first().is_some_and(|first| first == "declare");
        let is_kind = |word: &&String| OPENMP.contains(&word.as_str()) && (declares || *word != "reduction");
        let kind = words.iter().take_while(is_kind).map(String::as_str).collect::<Vec<_>>().join(" ");
        if kind.is_empty() {
            return false;
        }
        if !self.openmp.contains(&kind) {
            let message = text!(
                "`#pragma omp {kind}` is noted once: a core has one thread, which does all of it",
                "`#pragma omp {kind}` について: 1 つのコアのスレッドは 1 つなので、そのスレッドがすべて実行します"
            );
            self.report.push(Finding::named("openmp", pos, message));
            self.openmp.push(kind);
        }
        true
    }

    /// `#pragma push_macro("NAME")` and `pop_macro`.
    fn kept_macro(&mut self, tokens: &[Token], pos: Pos) {
        let name = match tokens {
            [_, open, name, close] if open.is(P::LParen) && close.is(P::RParen) && name.kind == Kind::Str => {
                self.spelling(name)
            }
            _ => String::new(),
        };
        let name = name.trim_matches('"');
        if name.is_empty() {
            let message = text!(
                "this takes the name of a macro as a string in parentheses",
                "マクロの名前を文字列で、括弧の中に書きます"
            );
            let tip = text!("write `(\"NAME\")`", "`(\"NAME\")` と書いてください");
            return self.report.push(Finding::named("unknown-pragmas", pos, message).tip(tip));
        }
        let name = self.names.intern(name);
        if self.spelling(&tokens[0]) == "push_macro" { self.push_macro(name) } else { self.pop_macro(name) }
    }

    fn diagnostic_pragma(&mut self, tokens: &[Token], pos: Pos) {
        let at = self.out.len() as u32;
        let word = tokens.get(2).map(|t| self.spelling(t)).unwrap_or_default();
        let option = tokens.get(3).map(|t| self.spelling(t)).unwrap_or_default();
        let name = option.trim_matches('"').trim_start_matches("-W");
        let treat = match word.as_str() {
            "push" => return self.report.levels.pragmas.push((at, Change::Push)),
            "pop" => return self.report.levels.pragmas.push((at, Change::Pop)),
            "ignored" => Treat::Off,
            "warning" => Treat::Warning,
            "error" => Treat::Error,
            _ => {
                let message = text!(
                    "`#pragma GCC diagnostic` takes push, pop, ignored, warning or error",
                    "`#pragma GCC diagnostic` に書けるのは push, pop, ignored, warning, error です"
                );
                return self.report.push(Finding::named("unknown-pragmas", pos, message));
            }
        };
        self.report.levels.pragmas.push((at, Change::Set(name.into(), treat)));
    }

    /// `_Pragma("...")`.
    pub(super) fn pragma_operator(&mut self, token: Token) {
        let mut parts = Vec::new();
        for _ in 0..3 {
            parts.push(self.next_expanded());
        }
        let fits = parts[0].is(P::LParen) && parts[1].kind == Kind::Str && parts[2].is(P::RParen);
        if !fits {
            let message =
                text!("`_Pragma` needs a string in parentheses", "`_Pragma` には括弧で囲んだ文字列が必要です");
            self.report.push(Finding::error("pragma", token.pos, message));
            return;
        }
        let spelling = self.spelling(&parts[1]);
        let inner = spelling.trim_start_matches('L').trim_matches('"').replace("\\\"", "\"").replace("\\\\", "\\");
        let mut lexer = crate::lex::Lexer::new(&inner, 0);
        lexer.quiet = true;
        let mut tokens = Vec::new();
        loop {
            let mut part = lexer.next(self.names, self.report);
            if matches!(part.kind, Kind::Eof | Kind::Newline) {
                break;
            }
            part.pos = token.pos;
            tokens.push(part);
        }
        self.pragma(&tokens, token.pos);
    }
}
