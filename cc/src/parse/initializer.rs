//! Initialisers: from braces and designators to a list of offsets and values.

use super::{Nest, Parser};
use crate::diag::Finding;
use crate::names::{Sym, sym};
use crate::source::Pos;
use crate::token::{Kind, P};
use crate::tree::{Entry, ExprId, ExprKind, ObjectId};
use crate::types::{Length, Ty};
use alloc::vec::Vec;
use mcore_base::{Text, text};

/// Values in one initialiser, with those that ranges make.
const MAX_ENTRIES: usize = 4 << 20;

/// A part of the object that is initialised: place and type.
#[derive(Clone, Copy, Debug)]
struct Part {
    offset: u32,
    ty: Ty,
    bits: Option<(u8, u8)>,
}

impl Part {
    /// First and last bit.
    fn range(self, size: Option<u32>) -> (u64, u64) {
        let start = u64::from(self.offset) * 8;
        match self.bits {
            Some((first, width)) => (start + u64::from(first), start + u64::from(first) + u64::from(width)),
            None => (start, start + u64::from(size.unwrap_or(0)) * 8),
        }
    }
}

/// An array or record on the way to the current part, and the number of its part.
#[derive(Clone, Copy, Debug)]
struct Level {
    offset: u32,
    ty: Ty,
    index: u32,
}

/// The values so far.
#[derive(Default)]
struct List {
    entries: Vec<Entry>,
    /// The first bit after all values.
    high: u64,
    /// A value without the braces of its part was reported.
    bare: bool,
}

/// `[a ... b]`: the values of the first element are repeated.
struct Repeat {
    /// The level of the array.
    level: usize,
    /// Elements after the first one.
    count: u32,
    size: u32,
}

/// After a value for a range: the next part is the one after that of the last element.
fn pass_range(levels: &mut [Level], range: &Repeat) {
    let Some((outer, inner)) = levels.get_mut(range.level..).and_then(|levels| levels.split_first_mut()) else {
        return;
    };
    outer.index = outer.index.saturating_add(range.count);
    for level in inner {
        level.offset = level.offset.wrapping_add(range.count.wrapping_mul(range.size));
    }
}

impl Parser<'_, '_> {
    /// Reads the initialiser of an object after its `=`, or the braces of a compound literal.
    pub(super) fn initializer(&mut self, object: ObjectId) {
        if !self.is(P::LBrace) {
            let e = self.assignment();
            if !self.lost {
                self.sema.init_whole(object, e);
            }
            return;
        }
        let ty = self.sema.unit.object(object).ty;
        let begin = self.token.pos;
        if self.sema.unit.types.is_variable(ty) && !(self.is(P::LBrace) && self.peek(1).is(P::RBrace)) {
            let message = text!("an array of variable length has no initialiser", "可変長の配列は初期化できません");
            self.sema.error("initializer", begin, message);
        }
        let mut list = List::default();
        let count = self.braces(&mut list, Part { offset: 0, ty, bits: None });
        let pos = self.sema.range(begin, self.last);
        self.sema.init_list(object, list.entries, count, pos);
    }

    /// `{ … }` for one part. The number of elements, for an array without length.
    fn braces(&mut self, list: &mut List, part: Part) -> u32 {
        let opened = self.bump().pos;
        if !self.enter(Nest::Initializer) {
            return 0;
        }
        let types = &self.sema.unit.types;
        let count = if types.is_array(part.ty) || types.is_record(part.ty) {
            self.aggregate(list, part)
        } else {
            self.scalar_in_braces(list, part);
            0
        };
        self.leave(Nest::Initializer);
        if self.lost {
            self.skip_braces();
        } else {
            self.close(P::RBrace, opened);
        }
        count
    }

    /// After an error: skips to the `}` that ends the innermost braces, if the statement does not end before.
    fn skip_braces(&mut self) {
        let mut depth = 0u32;
        while self.token.kind != Kind::Eof && !(self.is(P::Semi) && depth == 0) {
            if self.is(P::LBrace) {
                depth += 1;
            } else if self.is(P::RBrace) {
                if depth == 0 {
                    self.bump();
                    self.lost = false;
                    return;
                }
                depth -= 1;
            }
            self.bump();
        }
    }

    fn scalar_in_braces(&mut self, list: &mut List, part: Part) {
        if self.is(P::RBrace) {
            return;
        }
        if self.is(P::LBrace) {
            self.braces(list, part);
        } else {
            let e = self.assignment();
            self.put(list, part, e);
        }
        let tip = self.sema.unit.types.is_complex(part.ty).then(|| {
            text!(
                "a complex number with two parts is `CMPLX(x, y)` of `<complex.h>`",
                "実部と虚部からなる複素数は `<complex.h>` の `CMPLX(x, y)` で作ります"
            )
        });
        while self.eat(P::Comma) && !self.is(P::RBrace) && !self.lost {
            self.excess_with(tip.clone());
        }
    }

    /// Reads a value that has no place.
    fn excess(&mut self) {
        self.excess_with(None);
    }

    fn excess_with(&mut self, tip: Option<Text>) {
        let begin = self.token.pos;
        if self.is(P::LBrace) {
            let mut list = List::default();
            self.braces(&mut list, Part { offset: 0, ty: Ty::ERROR, bits: None });
        } else {
            self.assignment();
        }
        if !self.lost {
            let pos = self.sema.range(begin, self.last);
            let message = text!("more values than the object has parts", "初期値の数が多すぎます");
            let finding = Finding::named("excess-initializers", pos, message);
            self.sema.report.push(match tip {
                Some(tip) => finding.tip(tip),
                None => finding,
            });
        }
    }

    fn aggregate(&mut self, list: &mut List, part: Part) -> u32 {
        // `char s[] = { "text" }`.
        if self.token.kind == Kind::Str && self.is_char_array(part.ty) {
            let e = self.assignment();
            if self.sema.is_string_for(part.ty, e) {
                let count = self.sema.string_length(e);
                self.put(list, part, e);
                while self.eat(P::Comma) && !self.is(P::RBrace) && !self.lost {
                    self.excess();
                }
                return count;
            }
            let mut levels = alloc::vec![Level { offset: part.offset, ty: part.ty, index: 0 }];
            self.value_at(list, &mut levels, e);
            levels[0].index = 1;
            if !self.eat(P::Comma) {
                return 1;
            }
            return self.list_items(list, levels, 1);
        }
        self.list_items(list, alloc::vec![Level { offset: part.offset, ty: part.ty, index: 0 }], 0)
    }

    fn is_char_array(&self, ty: Ty) -> bool {
        self.sema.unit.types.element(ty).is_some_and(|(of, _)| self.sema.unit.types.is_integer(of))
    }

    fn list_items(&mut self, list: &mut List, mut levels: Vec<Level>, mut count: u32) -> u32 {
        while !self.is(P::RBrace) && self.token.kind != Kind::Eof && !self.lost {
            let mut repeats = Vec::new();
            if self.at_designator() {
                levels.truncate(1);
                if !self.designators(list, &mut levels, &mut repeats) {
                    // The value of a wrong designator is read and dropped.
                    self.eat(P::Assign);
                    let mut other = List::default();
                    if self.is(P::LBrace) {
                        self.braces(&mut other, Part { offset: 0, ty: Ty::ERROR, bits: None });
                    } else {
                        self.assignment();
                    }
                    if !self.eat(P::Comma) {
                        break;
                    }
                    continue;
                }
            }
            let Some(part) = self.current(&mut levels) else {
                self.excess();
                if !self.eat(P::Comma) {
                    break;
                }
                continue;
            };
            // The values of a range are read once, then repeated.
            let mut once = List { high: u64::MAX, ..List::default() };
            let target = if repeats.is_empty() { &mut *list } else { &mut once };
            if self.is(P::LBrace) {
                self.forget(target, part, self.token.pos);
                self.braces(target, part);
                let end = part.range(self.sema.unit.types.size(part.ty)).1;
                target.high = target.high.max(end);
                if !repeats.is_empty() {
                    self.clear(list, part, &repeats);
                }
            } else {
                let e = self.assignment();
                if self.lost {
                    break;
                }
                self.value_at(target, &mut levels, e);
            }
            if !repeats.is_empty() {
                self.repeat(list, once.entries, &repeats);
                repeats.iter().for_each(|range| pass_range(&mut levels, range));
            }
            count = count.max(levels[0].index.saturating_add(1));
            self.advance(&mut levels);
            if !self.eat(P::Comma) {
                break;
            }
        }
        count
    }

    /// Drops the values of all parts that values in braces for a range replace.
    fn clear(&self, list: &mut List, part: Part, repeats: &[Repeat]) {
        let types = &self.sema.unit.types;
        let (start, end) = part.range(types.size(part.ty));
        list.entries.retain(|entry| {
            let old = Part { offset: entry.offset, ty: entry.ty, bits: entry.bits };
            let (mut from, mut to) = old.range(types.size(entry.ty));
            for range in repeats {
                let step = u64::from(range.size).max(1) * 8;
                let by = (from.saturating_sub(start) / step).min(range.count.into()) * step;
                (from, to) = (from - by, to - by);
            }
            from < start || to > end || from == to
        });
    }

    /// Adds the values of the first element of ranges for all elements; a later one of the same part replaces it.
    fn repeat(&mut self, list: &mut List, mut once: Vec<Entry>, repeats: &[Repeat]) {
        for range in repeats.iter().rev() {
            let made = once.len();
            if (list.entries.len() + made).saturating_add(made.saturating_mul(range.count as usize)) > MAX_ENTRIES {
                let message = text!("the initialiser is too long", "初期化子が長すぎます");
                self.sema.error("limit", self.last, message);
                return;
            }
            for n in 1..=range.count {
                for i in 0..made {
                    let entry = once[i];
                    once.push(Entry { offset: entry.offset.wrapping_add(n.wrapping_mul(range.size)), ..entry });
                }
            }
        }
        list.entries.append(&mut once);
        list.high = u64::MAX;
    }

    /// The part that comes next.
    fn current(&mut self, levels: &mut Vec<Level>) -> Option<Part> {
        loop {
            let level = levels.last_mut()?;
            let ty = level.ty;
            if let Some((of, length)) = self.sema.unit.types.element(ty) {
                let room = match length {
                    Length::Known(n) => level.index < n,
                    _ => true,
                };
                if room {
                    let size = self.sema.unit.types.size(of).unwrap_or(0);
                    let offset = level.offset.wrapping_add(level.index.wrapping_mul(size));
                    return Some(Part { offset, ty: of, bits: None });
                }
            } else if let Some(record) = self.sema.unit.types.record(ty) {
                let fields = &record.fields;
                // Unnamed bit-fields take no value.
                while fields.get(level.index as usize).is_some_and(|f| f.name == sym::EMPTY && f.bits.is_some()) {
                    level.index += 1;
                }
                if let Some(field) = fields.get(level.index as usize) {
                    let ty = field.ty.with(ty.quals);
                    return Some(Part { offset: level.offset + field.offset, ty, bits: field.bits });
                }
            }
            if levels.len() == 1 {
                return None;
            }
            levels.pop();
            self.advance(levels);
        }
    }

    /// Goes to the next part.
    fn advance(&mut self, levels: &mut [Level]) {
        if let Some(level) = levels.last_mut() {
            let is_union = self.sema.unit.types.record(level.ty).is_some_and(|r| r.is_union);
            level.index = if is_union { u32::MAX } else { level.index.saturating_add(1) };
        }
    }

    /// A value without braces: for the current part, or for the first part within it.
    fn value_at(&mut self, list: &mut List, levels: &mut Vec<Level>, e: ExprId) {
        for _ in 0..=super::MAX_NESTING {
            let Some(part) = self.current(levels) else { return };
            let types = &self.sema.unit.types;
            let whole = !(types.is_array(part.ty) || types.is_record(part.ty)) || self.sema.fits_whole(part.ty, e);
            if whole {
                return self.put(list, part, e);
            }
            let is_empty = types.record(part.ty).is_some_and(|r| r.fields.is_empty())
                || matches!(types.element(part.ty), Some((_, Length::Known(0))));
            if is_empty {
                return;
            }
            // `{ 0 }` is the usual way to write that all is 0.
            let is_zero = self.is(P::RBrace) && self.sema.unit.int(e) == Some(0);
            if !list.bare && !is_zero {
                list.bare = true;
                let shown = self.sema.show(part.ty);
                let message =
                    text!("the values of this `{shown}` have no braces", "この `{shown}` の値に波括弧がありません");
                let finding = Finding::named("missing-braces", self.sema.pos(e), message);
                self.sema
                    .report
                    .push(finding.tip(text!("put `{{` and `}}` around them", "`{{` と `}}` で囲んでください")));
            }
            levels.push(Level { offset: part.offset, ty: part.ty, index: 0 });
        }
    }

    /// Drops values that a later one replaces.
    fn forget(&mut self, list: &mut List, part: Part, pos: Pos) {
        let (start, end) = part.range(self.sema.unit.types.size(part.ty));
        if start >= list.high {
            return;
        }
        let types = &self.sema.unit.types;
        let stays = |entry: &Entry| {
            let old = Part { offset: entry.offset, ty: entry.ty, bits: entry.bits };
            let (from, to) = old.range(types.size(entry.ty));
            from < start || to > end || from == to
        };
        let Some(old) = list.entries.iter().find(|entry| !stays(entry)).copied() else { return };
        // A range with exceptions after it is usual.
        let of_range = list.entries.iter().filter(|entry| entry.expr == old.expr).count() > 1;
        list.entries.retain(stays);
        if of_range || part.ty.is_error() {
            return;
        }
        let message = text!("this replaces an earlier value of the same part", "同じ部分の前の初期値を置き換えます");
        let finding = Finding::named("override-init", pos, message);
        let first = text!("the earlier value", "前の値はここです");
        self.sema.report.push(finding.second(self.sema.pos(old.expr), first));
    }

    fn put(&mut self, list: &mut List, part: Part, e: ExprId) {
        self.forget(list, part, self.sema.pos(e));
        let (offset, ty, bits) = (part.offset, part.ty, part.bits);
        let expr = self.sema.init_value(e, ty);
        if list.entries.len() >= MAX_ENTRIES {
            return;
        }
        self.sema.put_entry(&mut list.entries, Entry { offset, bits, ty, expr });
        list.high = list.high.max(part.range(self.sema.unit.types.size(ty)).1);
    }

    // ---- Designators ----

    fn at_designator(&self) -> bool {
        self.is(P::Dot) || self.is(P::LBracket) || self.is_name(self.token) && self.peek(1).is(P::Colon)
    }

    /// Reads designators; false after an error in them.
    fn designators(&mut self, list: &mut List, levels: &mut Vec<Level>, repeats: &mut Vec<Repeat>) -> bool {
        let mut first = true;
        let mut good = true;
        loop {
            let old = first && self.is_name(self.token) && self.peek(1).is(P::Colon);
            if !old && !self.is(P::Dot) && !self.is(P::LBracket) {
                break;
            }
            if !first && good {
                match self.current(levels) {
                    Some(part) => levels.push(Level { offset: part.offset, ty: part.ty, index: 0 }),
                    None => good = false,
                }
            }
            first = false;
            if self.is(P::LBracket) {
                good &= self.index_designator(levels, repeats, good);
                continue;
            }
            if !old {
                self.bump();
            }
            if !self.is_name(self.token) {
                self.unexpected(&text!("the name of a member", "メンバーの名前"));
                return false;
            }
            let token = self.bump();
            good = good && self.member_designator(list, levels, token.sym, token.pos);
            if old {
                self.bump();
                return good;
            }
        }
        if good && !self.is(P::LBrace) {
            // GNU C lets the `=` after an index out.
            if !self.eat(P::Assign) && self.last_is_name() {
                self.expect(P::Assign);
            }
        } else if good {
            self.eat(P::Assign);
        }
        good
    }

    fn last_is_name(&self) -> bool {
        self.at > 0 && self.tokens[self.at - 1].kind == Kind::Name
    }

    fn index_designator(&mut self, levels: &mut [Level], repeats: &mut Vec<Repeat>, good: bool) -> bool {
        let opened = self.bump().pos;
        let e = self.constant_expression();
        let mut last = None;
        if self.eat(P::Ellipsis) {
            last = Some(self.constant_expression());
        }
        self.close(P::RBracket, opened);
        let pos = self.sema.range(opened, self.last);
        let Some(low) = self.sema.constant(e, pos) else { return false };
        let high = match last {
            Some(e) => match self.sema.constant(e, pos) {
                Some(n) => n,
                None => return false,
            },
            None => low,
        };
        let depth = levels.len().saturating_sub(1);
        let Some(level) = levels.last_mut().filter(|_| good) else { return false };
        let Some((of, length)) = self.sema.unit.types.element(level.ty) else {
            if !level.ty.is_error() {
                let message = text!("an index for what is no array", "配列でないものに添字があります");
                self.sema.error("initializer", pos, message);
            }
            return false;
        };
        let limit = match length {
            Length::Known(n) => i64::from(n),
            _ => i64::from(crate::types::layout::MAX_SIZE),
        };
        if low < 0 || high < low || high >= limit {
            let message = text!("the index is outside the array", "添字が配列の外です");
            self.sema.error("array-index", pos, message);
            return false;
        }
        level.index = low as u32;
        if high > low {
            let size = self.sema.unit.types.size(of).unwrap_or(0);
            // The first element takes the value, which the others repeat.
            repeats.push(Repeat { level: depth, count: (high - low) as u32, size });
        }
        true
    }

    /// Goes to a member, also of an anonymous member.
    fn member_designator(&mut self, _: &mut List, levels: &mut Vec<Level>, name: Sym, pos: Pos) -> bool {
        let Some(level) = levels.last().copied() else { return false };
        let Some(path) = self.sema.member_path(level.ty, name) else {
            if !level.ty.is_error() {
                self.sema.no_member(level.ty, name, pos);
            }
            return false;
        };
        for (i, index) in path.iter().enumerate() {
            if i > 0 {
                let Some(part) = self.current(levels) else { return false };
                levels.push(Level { offset: part.offset, ty: part.ty, index: 0 });
            }
            if let Some(level) = levels.last_mut() {
                level.index = *index;
            }
        }
        true
    }

    // ---- Compound literals ----

    /// `(type){ … }` from its brace on.
    pub(super) fn literal(&mut self, ty: Ty, begin: Pos) -> ExprId {
        let object = self.sema.literal_object(ty, begin);
        self.initializer(object);
        self.sema.complete_object(object);
        let pos = self.sema.range(begin, self.last);
        let ty = self.sema.unit.object(object).ty;
        self.sema.add(ExprKind::Literal(object), ty, pos)
    }
}
