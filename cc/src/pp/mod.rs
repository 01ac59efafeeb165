//! The preprocessor: from the characters of a unit and of what it includes to the tokens that the parser reads.

mod condition;
mod directive;
mod expand;
mod print;
#[cfg(test)]
mod tests;

pub use print::print;

use crate::diag::{Finding, Report};
use crate::lex::Lexer;
use crate::names::{Names, Sym, sym};
use crate::options::{Input, Options};
use crate::source::{Pos, Sources};
use crate::token::{Kind, P, Token, flag};
use alloc::{rc::Rc, string::String, vec::Vec};
use mcore_base::text;

/// Depth of `#include`.
const MAX_INCLUDES: usize = 64;
/// Uses of macros within one another.
const MAX_EXPANSIONS: usize = 1_000;
/// Uses of macros within arguments of one another.
const MAX_ARGUMENTS: usize = 200;
/// Tokens after expansion; a token takes about 24 bytes.
const MAX_TOKENS: usize = 2_000_000;
/// Tokens that expansion makes on the way.
const MAX_MADE: usize = 4_000_000;
/// Bytes of all texts, each counted as often as it is included.
const MAX_BYTES: usize = 32 << 20;
/// Files that are included, each counted as often as it is included.
const MAX_FILES: usize = 100_000;

/// A macro.
#[derive(Clone, Debug)]
struct Macro {
    pos: Pos,
    /// Names of parameters; `None` for a macro without a list of them.
    params: Option<Vec<Sym>>,
    /// The last parameter takes all further arguments.
    variadic: bool,
    body: Rc<[Token]>,
    /// `__LINE__` and its like.
    dynamic: bool,
}

/// Tokens that are read before those of the text.
#[derive(Clone, Debug)]
struct Context {
    tokens: Rc<[Token]>,
    at: usize,
    /// The macro whose expansion this is; it is not expanded again within.
    of: Option<Sym>,
    /// The tokens below are not read on.
    boundary: bool,
}

/// One `#if` that has not ended.
#[derive(Clone, Copy, Debug)]
struct Condition {
    pos: Pos,
    /// A group has been taken already.
    taken: bool,
    /// `#else` has been seen.
    in_else: Option<Pos>,
}

/// How far a text is a header that guards itself against being read twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guard {
    /// Nothing but blanks so far.
    Start,
    /// Inside `#ifndef NAME`.
    Inside(Sym),
    /// After its `#endif`.
    After(Sym),
    /// It is not.
    None,
}

/// A text that is read.
#[derive(Clone, Debug)]
struct Reading<'t> {
    lexer: Lexer<'t>,
    file: usize,
    conditions: Vec<Condition>,
    guard: Guard,
    /// The number that `#line` adds to line numbers, and the name that it sets.
    shift: i64,
    name: Option<Sym>,
    builtin: bool,
}

/// Result of the preprocessor.
#[derive(Clone, Debug, Default)]
pub struct Preprocessed<'t> {
    /// The tokens; the last one is [`Kind::Eof`].
    pub tokens: Vec<Token>,
    /// All texts that were read.
    pub sources: Sources<'t>,
    /// Names and definitions of the macros that exist at the end, for suggestions and hovering.
    pub macros: Vec<(Sym, Pos)>,
}

/// The preprocessor.
struct Pp<'t, 'c> {
    input: Input<'t>,
    options: &'c Options,
    names: &'c mut Names,
    report: &'c mut Report,
    sources: Sources<'t>,
    readings: Vec<Reading<'t>>,
    /// Macros by the numbers of their names.
    macros: Vec<Option<Rc<Macro>>>,
    /// How many contexts are expansions of a macro, by the number of its name.
    busy: Vec<u32>,
    contexts: Vec<Context>,
    out: Vec<Token>,
    /// Depth of argument expansion.
    depth: usize,
    /// Arguments are collected, so the end of a text is an end.
    collecting: bool,
    /// Tokens of a directive are expanded.
    in_directive: bool,
    counter: u32,
    made: usize,
    bytes: usize,
    opened: usize,
    /// Headers with `#pragma once`, and those that guard themselves.
    once: Vec<usize>,
    guarded: Vec<(usize, Sym)>,
    poisoned: Vec<Sym>,
    /// Definitions that `#pragma push_macro` has kept; `None` for a name that was no macro.
    pushed: Vec<(Sym, Option<Rc<Macro>>)>,
    /// The kinds of `#pragma omp` that are noted.
    openmp: Vec<String>,
    /// A limit is exceeded: nothing more is read.
    stopped: bool,
}

/// Preprocesses one unit.
pub fn preprocess<'t>(input: Input<'t>, options: &Options, names: &mut Names, report: &mut Report) -> Preprocessed<'t> {
    let mut pp = Pp {
        input,
        options,
        names,
        report,
        sources: Sources::default(),
        readings: Vec::new(),
        macros: Vec::new(),
        busy: Vec::new(),
        contexts: Vec::new(),
        out: Vec::new(),
        depth: 0,
        collecting: false,
        in_directive: false,
        counter: 0,
        made: 0,
        bytes: 0,
        opened: 0,
        once: Vec::new(),
        guarded: Vec::new(),
        poisoned: Vec::new(),
        pushed: Vec::new(),
        openmp: Vec::new(),
        stopped: false,
    };
    pp.run();
    let macros = pp.macros.iter().enumerate().filter_map(|(i, m)| Some((Sym(i as u32), m.as_ref()?.pos)));
    let macros = macros.filter(|(_, pos)| pos.at > 0).collect();
    Preprocessed { tokens: pp.out, sources: pp.sources, macros }
}

impl<'t> Pp<'t, '_> {
    fn run(&mut self) {
        for name in [sym::M_FILE, sym::M_LINE, sym::M_COUNTER, sym::M_INCLUDE_LEVEL, sym::M_BASE_FILE] {
            let body = Rc::new([]);
            let dynamic = Macro { pos: Pos::default(), params: None, variadic: false, body, dynamic: true };
            self.set_macro(name, Some(dynamic));
        }
        // The unit is the first file, so that its findings come first.
        self.sources.add(&self.input.unit.name, &self.input.unit.text, false);
        self.open("<built-in>", self.input.prelude, true, Pos::default());
        if let Some(reading) = self.readings.last_mut() {
            reading.builtin = true;
        }
        self.all();
        self.open(&self.input.unit.name, &self.input.unit.text, false, Pos::default());
        self.all();
        // Half a text would only have errors that follow from its end.
        if self.stopped {
            self.out = Vec::new();
        }
        let end = self.sources.files.first().map_or(0, |f| f.base + f.text.len() as u32);
        let pos = Pos { at: end, len: 0, expansion: 0 };
        self.out.push(Token { kind: Kind::Eof, flags: flag::FIRST, sym: sym::EMPTY, pos });
    }

    /// Reads everything that is open.
    fn all(&mut self) {
        loop {
            let token = self.next_expanded();
            if token.kind == Kind::Eof {
                if self.readings.is_empty() || self.stopped {
                    return;
                }
                continue;
            }
            if self.out.len() >= MAX_TOKENS {
                self.stop(token.pos, text!("the text has too many tokens", "テキストのトークンが多すぎます"));
                return;
            }
            if token.kind == Kind::Name && token.sym == sym::U_PRAGMA {
                self.pragma_operator(token);
                continue;
            }
            self.out.push(token);
        }
    }

    /// Ends the work because of a limit.
    fn stop(&mut self, pos: Pos, message: mcore_base::Text) {
        if !self.stopped {
            self.report.push(Finding::error("limit", pos, message));
        }
        self.stopped = true;
        self.contexts.clear();
        self.readings.clear();
    }

    fn open(&mut self, name: &'t str, text: &'t str, library: bool, from: Pos) {
        self.bytes += text.len();
        self.opened += 1;
        if self.bytes > MAX_BYTES || self.opened > MAX_FILES {
            self.stop(from, text!("too much text is included", "取り込むテキストが多すぎます"));
            return;
        }
        let file = self.sources.add(name, text, library);
        let base = self.sources.files.get(file).map_or(1, |f| f.base);
        self.readings.push(Reading {
            lexer: Lexer::new(text, base),
            file,
            conditions: Vec::new(),
            guard: Guard::Start,
            shift: 0,
            name: None,
            builtin: false,
        });
    }

    fn macro_of(&self, name: Sym) -> Option<&Rc<Macro>> {
        self.macros.get(name.0 as usize)?.as_ref()
    }

    fn set_macro(&mut self, name: Sym, definition: Option<Macro>) {
        let index = name.0 as usize;
        if self.macros.len() <= index {
            self.macros.resize(index + 1, None);
            self.busy.resize(index + 1, 0);
        }
        self.macros[index] = definition.map(Rc::new);
    }

    /// Keeps the definition of a macro for [`Pp::pop_macro`].
    fn push_macro(&mut self, name: Sym) {
        self.pushed.push((name, self.macro_of(name).cloned()));
    }

    /// Gives a macro the definition that was kept last, if there is one.
    fn pop_macro(&mut self, name: Sym) {
        let Some(at) = self.pushed.iter().rposition(|(known, _)| *known == name) else { return };
        let (_, definition) = self.pushed.remove(at);
        self.set_macro(name, None);
        self.macros[name.0 as usize] = definition;
    }

    /// The next token of the text, with directives executed; [`Kind::Eof`] at the end of each file.
    fn next_of_text(&mut self) -> Token {
        loop {
            let Some(reading) = self.readings.last_mut() else {
                return Token { kind: Kind::Eof, flags: flag::FIRST, sym: sym::EMPTY, pos: Pos::default() };
            };
            let token = reading.lexer.next(self.names, self.report);
            match token.kind {
                Kind::Newline => {}
                Kind::Eof => {
                    if !self.collecting {
                        self.close();
                    }
                    return token;
                }
                Kind::Punct(P::Hash) if token.flags & flag::FIRST != 0 && !self.in_directive => self.directive(token),
                Kind::Name => {
                    reading.outside();
                    if !self.poisoned.is_empty() && self.poisoned.contains(&token.sym) {
                        let name = self.names.text(token.sym);
                        let message = text!("`{name}` must not be used here", "`{name}` はここでは使えません");
                        self.report.push(Finding::error("poison", token.pos, message));
                    }
                    return token;
                }
                _ => {
                    reading.outside();
                    return token;
                }
            }
        }
    }

    /// The end of a file.
    fn close(&mut self) {
        let Some(reading) = self.readings.pop() else { return };
        for condition in &reading.conditions {
            let message = text!("this condition has no `#endif`", "この条件には `#endif` がありません");
            self.report.push(Finding::error("endif", condition.pos, message));
        }
        if let Guard::After(name) = reading.guard {
            self.guarded.push((reading.file, name));
        }
    }

    /// The next token before expansion.
    fn next_token(&mut self) -> Token {
        loop {
            let Some(context) = self.contexts.last_mut() else { return self.next_of_text() };
            if let Some(token) = context.tokens.get(context.at) {
                context.at += 1;
                return *token;
            }
            if context.boundary {
                return Token { kind: Kind::Eof, flags: 0, sym: sym::EMPTY, pos: Pos::default() };
            }
            self.pop_context();
        }
    }

    fn pop_context(&mut self) {
        if let Some(Context { of: Some(name), .. }) = self.contexts.pop()
            && let Some(busy) = self.busy.get_mut(name.0 as usize)
        {
            *busy = busy.saturating_sub(1);
        }
    }

    fn push_context(&mut self, tokens: Rc<[Token]>, of: Option<Sym>, boundary: bool) {
        // Contexts that are used up need no place.
        while self.contexts.last().is_some_and(|c| !c.boundary && c.at >= c.tokens.len() && c.of.is_none()) {
            self.contexts.pop();
        }
        if let Some(name) = of
            && let Some(busy) = self.busy.get_mut(name.0 as usize)
        {
            *busy += 1;
        }
        self.contexts.push(Context { tokens, at: 0, of, boundary });
    }

    /// The next token after expansion.
    fn next_expanded(&mut self) -> Token {
        loop {
            let mut token = self.next_token();
            if token.kind != Kind::Name || token.flags & flag::PAINTED != 0 {
                return token;
            }
            let Some(definition) = self.macro_of(token.sym) else {
                if token.sym == sym::VA_ARGS || token.sym == sym::VA_OPT {
                    self.misplaced(token);
                }
                return token;
            };
            let definition = definition.clone();
            if self.busy.get(token.sym.0 as usize).is_some_and(|busy| *busy > 0) {
                token.flags |= flag::PAINTED;
                return token;
            }
            if !self.enter(token, &definition) {
                return token;
            }
        }
    }

    fn misplaced(&mut self, token: Token) {
        let name = self.names.text(token.sym);
        let message =
            text!("`{name}` is only known in a macro with `...`", "`{name}` は `...` を持つマクロの中だけで使えます");
        self.report.push(Finding::error("va-args", token.pos, message));
    }

    /// Expands a list of tokens completely.
    fn expand_list(&mut self, tokens: Rc<[Token]>) -> Vec<Token> {
        if self.depth >= MAX_ARGUMENTS {
            let pos = tokens.first().map_or(Pos::default(), |t| t.pos);
            self.stop(pos, text!("macros are nested too deeply", "マクロの入れ子が深すぎます"));
            return Vec::new();
        }
        self.depth += 1;
        let level = self.contexts.len();
        self.contexts.push(Context { tokens, at: 0, of: None, boundary: true });
        let mut out = Vec::new();
        loop {
            let token = self.next_expanded();
            if token.kind == Kind::Eof {
                break;
            }
            out.push(token);
        }
        while self.contexts.len() > level {
            self.pop_context();
        }
        self.depth -= 1;
        out
    }

    /// The spelling of a token.
    fn spelling(&self, token: &Token) -> String {
        String::from(spelling(token, self.names))
    }
}

/// The spelling of a token.
pub fn spelling<'n>(token: &Token, names: &'n Names) -> &'n str {
    match token.kind {
        Kind::Punct(p) if token.flags & flag::DIGRAPH != 0 => match p {
            P::LBracket => "<:",
            P::RBracket => ":>",
            P::LBrace => "<%",
            P::RBrace => "%>",
            P::Hash => "%:",
            _ => "%:%:",
        },
        Kind::Punct(p) => p.text(),
        _ => names.text(token.sym),
    }
}

impl Reading<'_> {
    /// Something is outside the condition that would guard the file.
    fn outside(&mut self) {
        if !matches!(self.guard, Guard::Inside(_)) {
            self.guard = Guard::None;
        }
    }
}
