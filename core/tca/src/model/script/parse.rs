//! Words to statements.

use super::ScriptError;
use super::lex::{Place, Token};
use alloc::{boxed::Box, format, string::String, vec::Vec};
use mcore_base::text;

/// Deepest nesting of repetitions and of expressions.
const MAX_DEPTH: u32 = 16;

#[derive(Clone, Debug)]
pub(super) enum Expr {
    Number(u64),
    Names(Vec<(String, Place)>),
    Index(String, Box<Expr>, Place),
    Peer(Box<Expr>, String, Place),
    Binary(char, Box<Expr>, Box<Expr>, Place),
}

#[derive(Clone, Debug)]
pub(super) struct Arg {
    pub name: Option<String>,
    pub value: Expr,
    pub at: Place,
}

#[derive(Clone, Debug)]
pub(super) struct Call {
    pub target: Option<String>,
    pub name: String,
    pub args: Vec<Arg>,
    pub at: Place,
}

#[derive(Clone, Debug)]
pub(super) enum Stmt {
    Call(Call),
    /// The times, the body, and the two values that end it early when they are equal.
    Repeat(u64, Vec<Stmt>, Place, Option<[Arg; 2]>),
    At(u64, Place),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    pub machine: Vec<(String, u64, Place)>,
    pub nodes: Vec<(u64, Vec<Stmt>, Place)>,
    /// The board of each node.
    pub boards: Option<(Vec<u64>, Place)>,
}

struct Parser<'a> {
    tokens: &'a [(Token, Place)],
    at: usize,
    depth: u32,
}

pub(super) fn parse(tokens: &[(Token, Place)]) -> Result<Script, ScriptError> {
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let mut script = Script::default();
    loop {
        let place = parser.place();
        match parser.next() {
            Token::End => return Ok(script),
            Token::Name(word) if word == "machine" => parser.machine(&mut script)?,
            Token::Name(word) if word == "place" && script.boards.is_none() => {
                script.boards = Some((parser.boards()?, place));
            }
            Token::Name(word) if word == "node" => {
                let number = parser.number()?;
                let body = parser.body()?;
                script.nodes.push((number, body, place));
            }
            found => {
                return Err(wanted(
                    place,
                    &found,
                    "`machine`, `place` or `node`",
                    "`machine`、`place`、`node` のどれか",
                ));
            }
        }
    }
}

fn wanted(place: Place, found: &Token, en: &str, ja: &str) -> ScriptError {
    let (found_en, found_ja): (String, String) = match found {
        Token::Name(name) => (format!("`{name}`"), format!("`{name}`")),
        Token::Number(number) => (format!("`{number}`"), format!("`{number}`")),
        Token::Sign(sign) => (format!("`{sign}`"), format!("`{sign}`")),
        Token::End => ("the end of the script".into(), "スクリプトの終わり".into()),
    };
    ScriptError::new(place, text!("expected {en}, found {found_en}", "{ja} が必要ですが、{found_ja} があります"))
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |(token, _)| token)
    }

    fn place(&self) -> Place {
        self.tokens.get(self.at).or(self.tokens.last()).map_or((1, 1), |(_, place)| *place)
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len());
        token
    }

    fn has(&mut self, sign: char) -> bool {
        let found = *self.peek() == Token::Sign(sign);
        if found {
            self.at += 1;
        }
        found
    }

    fn sign(&mut self, sign: char) -> Result<(), ScriptError> {
        if self.has(sign) {
            return Ok(());
        }
        let name = format!("`{sign}`");
        Err(wanted(self.place(), self.peek(), &name, &name))
    }

    fn number(&mut self) -> Result<u64, ScriptError> {
        let place = self.place();
        match self.next() {
            Token::Number(number) => Ok(number),
            found => Err(wanted(place, &found, "a number", "数")),
        }
    }

    fn name(&mut self) -> Result<String, ScriptError> {
        let place = self.place();
        match self.next() {
            Token::Name(name) => Ok(name),
            found => Err(wanted(place, &found, "a name", "名前")),
        }
    }

    fn deeper(&mut self) -> Result<(), ScriptError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ScriptError::new(self.place(), text!("this is nested too deeply", "入れ子が深すぎます")));
        }
        Ok(())
    }

    fn machine(&mut self, script: &mut Script) -> Result<(), ScriptError> {
        self.sign('{')?;
        while !self.has('}') {
            let place = self.place();
            let name = self.name()?;
            self.sign('=')?;
            let value = self.number()?;
            self.sign(';')?;
            script.machine.push((name, value, place));
        }
        Ok(())
    }

    /// The list after `place`.
    fn boards(&mut self) -> Result<Vec<u64>, ScriptError> {
        self.sign('{')?;
        let mut boards = Vec::new();
        loop {
            boards.push(self.number()?);
            if self.has('}') {
                return Ok(boards);
            }
            if !self.has(',') {
                return Err(wanted(self.place(), self.peek(), "`,` or `}`", "`,` か `}`"));
            }
        }
    }

    fn body(&mut self) -> Result<Vec<Stmt>, ScriptError> {
        self.deeper()?;
        self.sign('{')?;
        let mut body = Vec::new();
        while !self.has('}') {
            body.push(self.stmt()?);
        }
        self.depth -= 1;
        Ok(body)
    }

    fn stmt(&mut self) -> Result<Stmt, ScriptError> {
        let place = self.place();
        let word = match self.peek() {
            Token::Name(_) => self.name()?,
            found => return Err(wanted(place, found, "a call or `}`", "呼び出しか `}`")),
        };
        match word.as_str() {
            "repeat" => {
                let count = self.number()?;
                let until = match self.peek() {
                    Token::Name(word) if word == "until" => Some(self.until()?),
                    _ => None,
                };
                Ok(Stmt::Repeat(count, self.body()?, place, until))
            }
            "at" => {
                let ns = self.number()?;
                let unit = self.place();
                match self.next() {
                    Token::Name(name) if name == "ns" => {}
                    found => return Err(wanted(unit, &found, "`ns`", "`ns`")),
                }
                self.sign(';')?;
                Ok(Stmt::At(ns, place))
            }
            _ => {
                let (target, name) = match self.has('=') {
                    true => (Some(word), self.name()?),
                    false => (None, word),
                };
                let args = self.args()?;
                self.sign(';')?;
                Ok(Stmt::Call(Call { target, name, args, at: place }))
            }
        }
    }

    /// `until (address, value)`.
    fn until(&mut self) -> Result<[Arg; 2], ScriptError> {
        let place = self.place();
        self.name()?;
        let args = self.args()?;
        match <[Arg; 2]>::try_from(args) {
            Ok(both) if both.iter().all(|arg| arg.name.is_none()) => Ok(both),
            _ => Err(ScriptError::new(
                place,
                text!(
                    "expected `until (buf, value)`: the repetition ends when the 8 bytes at `buf` are this value",
                    "`until (buf, value)` の形が必要です（`buf` の 8 バイトがこの値になると繰り返しが終わります）"
                ),
            )),
        }
    }

    fn args(&mut self) -> Result<Vec<Arg>, ScriptError> {
        self.sign('(')?;
        let mut args = Vec::new();
        if self.has(')') {
            return Ok(args);
        }
        loop {
            let at = self.place();
            let name = match self.has('.') {
                true => {
                    let name = self.name()?;
                    self.sign('=')?;
                    Some(name)
                }
                false => None,
            };
            let value = self.expr()?;
            args.push(Arg { name, value, at });
            if self.has(')') {
                return Ok(args);
            }
            if !self.has(',') {
                return Err(wanted(self.place(), self.peek(), "`,` or `)`", "`,` か `)`"));
            }
        }
    }

    fn expr(&mut self) -> Result<Expr, ScriptError> {
        self.deeper()?;
        let mut left = self.term()?;
        loop {
            let at = self.place();
            let Some(sign) = ['+', '-', '*'].into_iter().find(|&sign| self.has(sign)) else { break };
            let mut right = self.term()?;
            // A product binds closer than a sum.
            while sign != '*' && self.has('*') {
                let factor = self.term()?;
                right = Expr::Binary('*', Box::new(right), Box::new(factor), at);
            }
            left = Expr::Binary(sign, Box::new(left), Box::new(right), at);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn term(&mut self) -> Result<Expr, ScriptError> {
        let at = self.place();
        match self.next() {
            Token::Number(number) => Ok(Expr::Number(number)),
            Token::Name(name) if name == "peer" => {
                self.sign('(')?;
                let number = self.expr()?;
                self.sign(')')?;
                self.sign('.')?;
                Ok(Expr::Peer(Box::new(number), self.name()?, at))
            }
            Token::Name(name) => {
                if self.has('[') {
                    let index = self.expr()?;
                    self.sign(']')?;
                    return Ok(Expr::Index(name, Box::new(index), at));
                }
                let mut names = alloc::vec![(name, at)];
                while self.has('|') {
                    let at = self.place();
                    names.push((self.name()?, at));
                }
                Ok(Expr::Names(names))
            }
            found => Err(wanted(at, &found, "a value", "値")),
        }
    }
}
