//! Names that are used: variables, functions, names that nothing declares, and members.

use super::{Meaning, Sema};
use crate::diag::Finding;
use crate::names::Sym;
use crate::options::Edition;
use crate::source::Pos;
use crate::tree::{ExprId, ExprKind, Function, FunctionId, LabelId, Object, Storage};
use crate::types::{FunctionType, Ty};
use alloc::{string::String, vec, vec::Vec};
use mcore_base::{Text, text};

/// Names that are compared with a name that is not known, before the search ends.
const MAX_COMPARED: usize = 50_000;

/// The number of letters to change, insert, drop or swap to make one word of another; `limit + 1` if more.
pub fn distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit || a.len() > 64 || b.len() > 64 {
        return limit + 1;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j - 1] + same).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = core::mem::replace(&mut last, row);
    }
    last[b.len()].min(limit + 1)
}

/// The largest distance at which a word is taken for a slip of another.
fn tolerance(word: &str) -> usize {
    match word.chars().count() {
        0..=2 => 0,
        3..=4 => 1,
        5..=8 => 2,
        _ => 3,
    }
}

/// The tip to include a header.
fn include(header: &str) -> Text {
    text!("write `#include <{header}>` at the beginning", "先頭に `#include <{header}>` と書いてください")
}

impl Sema<'_, '_> {
    /// A function by its number.
    pub fn function(&mut self, id: FunctionId, pos: Pos) -> ExprId {
        let ty = self.unit.function(id).ty;
        if self.unevaluated == 0 {
            self.unit.functions[id.index()].used = true;
        }
        self.add(ExprKind::Function(id), ty, pos)
    }

    /// The visible name that is most like a name without meaning.
    fn nearest(&self, name: &str, fits: impl Fn(Meaning) -> bool) -> Option<String> {
        self.nearest_within(name, tolerance(name), fits)
    }

    fn nearest_within(&self, name: &str, limit: usize, fits: impl Fn(Meaning) -> bool) -> Option<String> {
        // Only findings that are listed need a suggestion.
        if self.report.counts.0 > crate::diag::MAX_LISTED {
            return None;
        }
        let mut best: Option<(usize, &str)> = None;
        for (index, bindings) in self.bindings.iter().enumerate().take(MAX_COMPARED) {
            let Some(binding) = bindings.last() else { continue };
            // A name that is known only by an error of before is no help.
            let is_guess = match binding.meaning {
                Meaning::Function(id) => self.unit.function(id).implicit,
                Meaning::Object(id) => self.unit.object(id).ty.is_error(),
                _ => false,
            };
            if is_guess || !fits(binding.meaning) {
                continue;
            }
            let word = self.names.text(Sym(index as u32));
            let far = best.map_or(limit, |(far, _)| far.saturating_sub(1));
            let n = distance(name, word, far);
            if n <= far && n > 0 {
                best = Some((n, word));
            }
        }
        best.map(|(_, word)| word.into())
    }

    /// The header that is missing for a name. The names of MPI are not listed, so once its header is there, a name that it
    /// does not declare is no name of the library.
    fn header(&mut self, word: &str) -> Option<&'static str> {
        super::library::header_of(word).filter(|header| *header != "mpi.h" || !self.has_mpi())
    }

    /// True if `mpi.h` is there: a call has not only been guessed.
    fn has_mpi(&mut self) -> bool {
        let init = self.names.intern("MPI_Init");
        match self.look(init) {
            Some(Meaning::Function(id)) => !self.unit.function(id).implicit,
            found => found.is_some(),
        }
    }

    /// True at the first call with this text. One message about a header that is missing, or about a part of MPI that is left out, is
    /// enough.
    pub fn is_news(&mut self, about: &str) -> bool {
        self.report.quiet > 0 || self.told.insert(about.into())
    }

    /// The same about a name of MPI that is left out: one in a statement is enough, too.
    pub fn is_news_of_mpi(&mut self, about: &str, pos: Pos) -> bool {
        let pos = self.sources.use_place(pos);
        let same = self.left_out_at.replace(pos).is_some_and(|last| {
            last.at <= pos.at && !self.sources.text(Pos { len: pos.at - last.at, ..last }).contains(';')
        });
        self.is_news(about) && !same
    }

    /// True if a finding about a name is to be reported.
    fn is_wanted(&mut self, finding: &Finding, word: &str, pos: Pos) -> bool {
        match finding.name {
            "missing-include" => self.header(word).is_none_or(|header| self.is_news(header)),
            "mpi-left-out" => {
                let about = finding.tip.as_ref().map(|tip| tip.en.clone()).unwrap_or_default();
                self.is_news_of_mpi(&about, pos)
            }
            _ => true,
        }
    }

    /// The tip to include a header, for a function that is called.
    fn include_tip(&self, header: &str) -> Text {
        // Programs for the chip and for MPI are not that old.
        if self.options.edition == Edition::Gnu89 || matches!(header, "mpi.h" | "mclib.h") {
            return include(header);
        }
        text!(
            "write `#include <{header}>` at the beginning; the option `-std=gnu89` takes old programs as they are",
            "先頭に `#include <{header}>` と書いてください。古いプログラムは、オプション `-std=gnu89` でそのままコンパイルできます"
        )
    }

    /// The finding on a name of MPI that the library leaves out, if `mpi.h` is there. A name that differs from a known one by
    /// one letter is a slip.
    fn left_out(&mut self, word: &str, pos: Pos) -> Option<Finding> {
        let (tip, certain) = super::library::left_out(word)?;
        if !self.has_mpi() || !certain && self.nearest_within(word, 1, |_| true).is_some() {
            return None;
        }
        let message = text!("the library has no `{word}`", "ライブラリに `{word}` はありません");
        Some(Finding::named("mpi-left-out", pos, message).tip(tip))
    }

    /// A name that nothing declares.
    pub fn undeclared(&mut self, name: Sym, pos: Pos) -> ExprId {
        let word = String::from(self.names.text(name));
        let mut finding = if let Some(finding) = self.left_out(&word, pos) {
            finding
        } else if let Some(header) = self.header(&word) {
            let message = text!("`{word}` is declared in `<{header}>`", "`{word}` は `<{header}>` で宣言されています");
            let tip =
                text!("write `#include <{header}>` at the beginning", "先頭に `#include <{header}>` と書いてください");
            Finding::named("missing-include", pos, message).tip(tip)
        } else {
            let message = text!("`{word}` is not declared", "`{word}` は宣言されていません");
            Finding::error("undeclared", pos, message)
        };
        if finding.name == "undeclared" {
            if let Some(tip) = super::library::habit(&word) {
                finding = finding.tip(tip);
            } else if let Some(other) = apart(&word) {
                let tip = text!("write a space: `{other}`", "`{other}` のように空白を入れてください");
                finding = finding.tip(tip).fix(pos, other.as_str());
            } else if let Some(other) = self.nearest(&word, |m| !matches!(m, Meaning::Type(..))) {
                finding = finding
                    .tip(text!("did you mean `{other}`?", "`{other}` のつもりではありませんか"))
                    .fix(pos, other.as_str());
            }
        }
        if self.is_wanted(&finding, &word, pos) {
            self.report.push(finding);
        }
        // It is reported once in each function.
        let function = self.current.as_ref().map(|c| c.id);
        let object = Object { name, ty: Ty::ERROR, pos, read: true, written: true, function, ..Object::default() };
        let id = self.unit.add_object(object);
        self.bind_in_function(name, Meaning::Object(id), pos);
        self.wrong(pos)
    }

    /// Adds a tip to the finding that a name is no type.
    pub fn suggest_type(&self, finding: Finding, name: Sym, pos: Pos) -> Finding {
        let word = self.names.text(name);
        if let Some(header) = super::library::type_header(word) {
            return finding.tip(include(header));
        }
        if let Some(tip) = super::library::habit(word).or_else(|| super::library::left_out(word).map(|found| found.0)) {
            return finding.tip(tip);
        }
        if let Some(ty) = self.look_tag(name, false) {
            let shown = self.show(ty);
            return finding.tip(text!("write `{shown}`", "`{shown}` と書いてください")).fix(pos, shown.as_str());
        }
        let mut best: Option<(usize, String)> = None;
        for known in crate::names::KNOWN.iter().take_while(|w| **w != "asm").filter(|w| TYPE_WORDS.contains(w)) {
            let n = distance(word, known, tolerance(word));
            if n <= tolerance(word) && best.as_ref().is_none_or(|(far, _)| n < *far) {
                best = Some((n, (*known).into()));
            }
        }
        match best.map(|b| b.1).or_else(|| self.nearest(word, |m| matches!(m, Meaning::Type(..)))) {
            Some(other) => finding
                .tip(text!("did you mean `{other}`?", "`{other}` のつもりではありませんか"))
                .fix(pos, other.as_str()),
            None => finding,
        }
    }

    /// The call of a function that nothing declares.
    pub fn implicit_function(&mut self, name: Sym, pos: Pos) -> ExprId {
        let word = String::from(self.names.text(name));
        if let Some(id) = self.known_function(name) {
            self.bind_outside(name, Meaning::Function(id), pos);
            return self.function(id, pos);
        }
        let finding = if let Some(finding) = self.left_out(&word, pos) {
            finding
        } else if let Some(header) = self.header(&word) {
            let message = text!(
                "function `{word}` is declared in `<{header}>`",
                "関数 `{word}` は `<{header}>` で宣言されています"
            );
            Finding::named("missing-include", pos, message).tip(self.include_tip(header))
        } else {
            let message = text!("function `{word}` is not declared", "関数 `{word}` は宣言されていません");
            let mut finding = Finding::named("implicit-function-declaration", pos, message);
            let is_function = |m: Meaning| matches!(m, Meaning::Function(_));
            if let Some(tip) = super::library::habit(&word) {
                finding = finding.tip(tip);
            } else if let Some(other) = self.nearest(&word, is_function).or_else(|| super::library::nearest(&word)) {
                finding = finding
                    .tip(text!("did you mean `{other}`?", "`{other}` のつもりではありませんか"))
                    .fix(pos, other.as_str());
            } else if !word.starts_with("MPI_") && self.options.edition != Edition::Gnu89 {
                finding = finding.tip(text!(
                    "declare or define it before; the option `-std=gnu89` takes old programs as they are",
                    "前もって宣言か定義をしてください。古いプログラムは、オプション `-std=gnu89` でそのままコンパイルできます"
                ));
            } else if word.starts_with("MPI_") {
                finding = finding.tip(text!(
                    "`docs/c.md` lists the functions of MPI that are there",
                    "使える MPI の関数の一覧は `docs/c.ja.md` にあります"
                ));
            }
            finding
        };
        if self.is_wanted(&finding, &word, pos) {
            self.report.push(finding);
        }
        let ty = match self.library_type(&word) {
            Some(ty) => ty,
            None => self.unit.types.function(FunctionType {
                result: Ty::INT,
                params: Vec::new(),
                variadic: false,
                prototype: false,
            }),
        };
        let function = Function { name, ty, pos, global: true, external: true, implicit: true, ..Function::default() };
        let id = self.new_function(function);
        self.bind_outside(name, Meaning::Function(id), pos);
        self.function(id, pos)
    }

    /// A member of a value or, with an arrow, of what a pointer points to; `place` is that of the member's name.
    pub fn member_at(&mut self, base: ExprId, arrow: bool, name: Sym, place: Pos) -> ExprId {
        let ty = self.ty(base);
        let whole = self.range(self.pos(base), place);
        if ty.is_error() {
            return self.wrong(whole);
        }
        let pointee =
            if arrow { self.unit.types.element(ty).map(|e| e.0).or(self.unit.types.pointee(ty)) } else { Some(ty) };
        let Some(record) = pointee.filter(|to| self.unit.types.is_record(*to)) else {
            self.not_a_record(base, arrow, place);
            return self.wrong(whole);
        };
        let Some(_) = self.unit.types.find(record, name) else {
            self.no_member(record, name, place);
            return self.wrong(whole);
        };
        self.member(base, arrow, name, whole)
    }

    fn not_a_record(&mut self, base: ExprId, arrow: bool, place: Pos) {
        let ty = self.ty(base);
        let shown = self.show(ty);
        let sign = if arrow { "->" } else { "." };
        let message = text!("`{sign}` cannot be used with `{shown}`", "`{sign}` は `{shown}` には使えません");
        let mut finding = Finding::error("member", place, message);
        let to = self.unit.types.pointee(ty);
        if !arrow && to.is_some_and(|to| self.unit.types.is_record(to)) {
            finding = finding.tip(text!("use `->` with a pointer", "ポインタには `->` を使ってください"));
        } else if arrow && self.unit.types.is_record(ty) {
            finding = finding.tip(text!("use `.` with a struct", "構造体には `.` を使ってください"));
        }
        self.report.push(finding);
    }

    /// Reports that a record has no member of a name.
    pub fn no_member(&mut self, record: Ty, name: Sym, place: Pos) {
        let (shown, word) = (self.show(record), String::from(self.names.text(name)));
        if !self.unit.types.is_record(record) {
            let message = text!("`{shown}` has no members", "`{shown}` にメンバーはありません");
            return self.error("no-member", place, message);
        }
        if !self.unit.types.is_complete(record) {
            let message =
                text!("the members of `{shown}` are not known here", "ここでは `{shown}` のメンバーがわかりません");
            return self.error("incomplete-type", place, message);
        }
        let message = text!("`{shown}` has no member `{word}`", "`{shown}` にメンバー `{word}` はありません");
        let mut finding = Finding::error("no-member", place, message);
        let fields = self.unit.types.record(record).map_or(&[][..], |r| &r.fields[..]);
        let limit = tolerance(&word);
        let near = fields.iter().take(1_000).map(|f| self.names.text(f.name)).filter(|n| !n.is_empty());
        let near = near.map(|n| (distance(&word, n, limit), n)).filter(|(n, _)| *n <= limit).min();
        if let Some((_, other)) = near {
            finding =
                finding.tip(text!("did you mean `{other}`?", "`{other}` のつもりではありませんか")).fix(place, other);
        }
        self.report.push(finding);
    }

    /// `&&label`.
    pub fn label_value(&mut self, name: Sym, pos: Pos) -> ExprId {
        if self.current.is_none() {
            self.error("label", pos, text!("a label outside functions", "関数の外のラベルです"));
            return self.wrong(pos);
        }
        let label = self.use_label(name, pos, true);
        let pointer = self.unit.types.pointer(Ty::VOID);
        self.add(ExprKind::Label(label), pointer, pos)
    }

    /// A label with the attribute `unused`.
    pub fn label_is_unused(&mut self, id: LabelId) {
        if let Some(label) = self.current.as_mut().and_then(|c| c.body.labels.get_mut(id.index())) {
            label.used.get_or_insert(label.defined.unwrap_or_default());
        }
    }

    /// A variable of the compiler's own, for a value that is needed twice.
    pub fn temporary(&mut self, e: ExprId) -> (ExprId, ExprId) {
        let (ty, pos) = (self.ty(e).plain(), self.pos(e));
        let object = self.hidden(ty, pos);
        self.unit.objects[object.index()].storage = Storage::Auto;
        let place = self.add(ExprKind::Object(object), ty, pos);
        let assign = self.add(ExprKind::Assign(place, e), ty, pos);
        let again = self.add(ExprKind::Object(object), ty, pos);
        (assign, again)
    }
}

/// A type and a name that a letter joins instead of a space: `int_sendbuf[N]` for `int sendbuf[N]`.
fn apart(word: &str) -> Option<String> {
    let (ty, name) = word.split_once('_')?;
    let is_name = name.starts_with(|c: char| !c.is_ascii_digit());
    (is_name && TYPE_WORDS.contains(&ty)).then(|| alloc::format!("{ty} {name}"))
}

/// Words that begin a type.
const TYPE_WORDS: &[&str] = &[
    "char", "const", "double", "enum", "extern", "float", "int", "long", "register", "short", "signed", "static",
    "struct", "typedef", "union", "unsigned", "void", "volatile",
];

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances_count_swaps_as_one() {
        assert_eq!(distance("lenght", "length", 3), 1);
        assert_eq!(distance("prinft", "printf", 3), 1);
        assert_eq!(distance("abc", "xyz", 2), 3);
        assert_eq!(distance("", "ab", 2), 2);
        assert_eq!(distance("count", "counter", 2), 2);
    }
}
