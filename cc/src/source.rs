//! Source texts, and positions in them.

use crate::names::Sym;
use alloc::{string::String, vec, vec::Vec};
use mcore_base::{FileId, Span};

/// A position: a range of bytes of all texts in a row, and the macro expansion that put it there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pos {
    /// First byte.
    pub at: u32,
    /// Length in bytes.
    pub len: u32,
    /// Index into [`Sources::expansions`] plus 1; 0 for text that no macro has made.
    pub expansion: u32,
}

impl Pos {
    /// The end of this position, with length 0.
    #[must_use]
    pub fn end(self) -> Self {
        Self { at: self.at + self.len, len: 0, ..self }
    }

    /// The beginning of this position, with length 0.
    #[must_use]
    pub fn start(self) -> Self {
        Self { len: 0, ..self }
    }
}

/// One use of a macro.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// The macro.
    pub name: Sym,
    /// Its name where it is used.
    pub used: Pos,
    /// Its name where it is defined.
    pub defined: Pos,
}

/// A source text.
#[derive(Clone, Debug)]
pub struct File<'t> {
    pub name: &'t str,
    pub text: &'t str,
    /// Where its first byte is among all texts.
    pub base: u32,
    /// True for a text of the library, whose warnings are not for the student.
    pub library: bool,
    lines: Vec<u32>,
}

impl File<'_> {
    /// Line and column, both from 1, the column in characters.
    fn place(&self, at: u32) -> (u32, u32) {
        let offset = at.saturating_sub(self.base).min(self.text.len() as u32);
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines.get(line.wrapping_sub(1)).copied().unwrap_or(0) as usize;
        let col = self.text.get(start..offset as usize).map_or(0, |t| t.chars().count());
        (line as u32, col as u32 + 1)
    }

    fn line_end(&self, line: u32) -> u32 {
        let next = self.lines.get(line as usize).map_or(self.text.len(), |n| *n as usize);
        let start = self.lines.get(line as usize - 1).map_or(0, |n| *n as usize);
        let text = self.text.get(start..next).unwrap_or("");
        self.base + start as u32 + text.trim_end_matches(['\n', '\r']).len() as u32
    }
}

/// All texts that a compilation has read, and all uses of macros.
#[derive(Clone, Debug, Default)]
pub struct Sources<'t> {
    /// The texts, in the order in which they were first read.
    pub files: Vec<File<'t>>,
    /// Uses of macros.
    pub expansions: Vec<Expansion>,
}

impl<'t> Sources<'t> {
    /// Adds a text; its index. A text that was added before keeps its index.
    pub fn add(&mut self, name: &'t str, text: &'t str, library: bool) -> usize {
        if let Some(known) = self.files.iter().position(|f| f.name == name && f.text.len() == text.len()) {
            return known;
        }
        // Position 0 is free for "nowhere".
        let base = self.files.last().map_or(1, |f| f.base + f.text.len() as u32 + 1);
        let mut lines = vec![0];
        lines.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        self.files.push(File { name, text, base, library, lines });
        self.files.len() - 1
    }

    /// The index of the file of a byte.
    pub fn file_of(&self, at: u32) -> usize {
        self.files.partition_point(|f| f.base <= at).saturating_sub(1)
    }

    /// The place in a text where this position was written, or where the outermost macro that made it is used.
    pub fn use_place(&self, mut pos: Pos) -> Pos {
        while let Some(expansion) = self.expansion(pos) {
            pos = expansion.used;
        }
        pos
    }

    /// The use of a macro that made a position.
    pub fn expansion(&self, pos: Pos) -> Option<&Expansion> {
        self.expansions.get((pos.expansion as usize).wrapping_sub(1))
    }

    /// The range from the beginning of one position to the end of another.
    pub fn range(&self, from: Pos, to: Pos) -> Pos {
        let (mut a, mut b) = (from, to);
        if a.expansion != b.expansion {
            (a, b) = (self.use_place(a), self.use_place(b));
        }
        if b.at + b.len < a.at || self.file_of(a.at) != self.file_of(b.at) {
            return from;
        }
        Pos { len: b.at + b.len - a.at, ..a }
    }

    /// The text at a position.
    pub fn text(&self, pos: Pos) -> &'t str {
        let Some(file) = self.files.get(self.file_of(pos.at)) else { return "" };
        let start = pos.at.saturating_sub(file.base) as usize;
        file.text.get(start..start + pos.len as usize).unwrap_or("")
    }

    /// File, line and column (from 1, in characters) of the place that a debugger shows.
    pub fn line_of(&self, pos: Pos) -> (usize, u32, u32) {
        let pos = self.use_place(pos);
        let file = self.file_of(pos.at);
        let (line, col) = self.files.get(file).map_or((0, 0), |f| f.place(pos.at));
        (file, line, col)
    }

    /// A position as a range of one line; a longer range ends with its first line.
    pub fn span(&self, pos: Pos) -> Span {
        let index = self.file_of(pos.at);
        let Some(file) = self.files.get(index) else { return Span::default() };
        let (line, col) = file.place(pos.at);
        let end = (pos.at + pos.len).min(file.line_end(line)).max(pos.at);
        let len = self.text(Pos { len: end - pos.at, ..pos }).chars().count() as u32;
        Span { file: FileId(index as u32), line, col, len }
    }

    /// Names of the files, by [`FileId`].
    pub fn names(&self) -> Vec<String> {
        self.files.iter().map(|f| f.name.into()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters() {
        let mut sources = Sources::default();
        let text = "int a;\n/* 行列 */ int b;\n";
        let file = sources.add("a.c", text, false);
        let second = sources.add("b.h", "x\ny", false);
        assert_eq!((file, second), (0, 1));
        let at = sources.files[0].base + text.find("int b").unwrap_or(0) as u32;
        let span = sources.span(Pos { at, len: 5, expansion: 0 });
        assert_eq!((span.line, span.col, span.len), (2, 10, 5));
        let over = sources.span(Pos { at, len: 500, expansion: 0 });
        assert_eq!((over.line, over.col, over.len), (2, 10, 6));
        let y = sources.span(Pos { at: sources.files[1].base + 2, len: 1, expansion: 0 });
        assert_eq!((y.file.0, y.line, y.col), (1, 2, 1));
    }

    #[test]
    fn a_position_in_macros_leads_to_the_outermost_use() {
        let mut sources = Sources::default();
        sources.add("a.c", "A B C D E F", false);
        let at = |at, expansion| Pos { at, len: 1, expansion };
        sources.expansions.push(Expansion { name: Sym(0), used: at(1, 0), defined: at(3, 0) });
        sources.expansions.push(Expansion { name: Sym(0), used: at(5, 1), defined: at(7, 0) });
        assert_eq!(sources.use_place(at(9, 2)), at(1, 0));
        assert_eq!(sources.range(at(9, 2), at(11, 0)), Pos { at: 1, len: 11, expansion: 0 });
        assert_eq!(sources.range(at(9, 2), at(11, 2)), Pos { at: 9, len: 3, expansion: 2 });
    }
}
