//! Debug information of a unit: the types, functions and variables of the tree, with the places that the code gives them.
//!
//! At -O0 every automatic variable has a place in the frame for its whole life. At the other levels the passes keep
//! variables in registers; their places are another one from instruction to instruction (`emit::locations`).

use crate::emit::Places;
use crate::front::Front;
use crate::ir::{Module, SymbolId, abi};
use crate::lower::Symbols;
use crate::names::Sym;
use crate::source::Pos;
use crate::tree::{Body, FunctionId, Object, ObjectId, StmtId, StmtKind, Storage};
use crate::types::{Kind as CKind, Length, Ty};
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use mcore_toolchain::debug::{At, Field, Function, Gone, Inlined, Kind, Part, Place, Type, Unit, Variable};

/// The debug information of a unit that has been compiled. `places` are those of the module's functions, in their order.
pub fn unit(front: &Front<'_>, module: &Module, symbols: &Symbols, places: &[Places]) -> Unit {
    let mut writer = Writer { front, module, symbols, types: Types::default() };
    let mut out = Unit::default();
    for (index, f) in front.unit.functions.iter().enumerate() {
        let symbol = symbols.functions.get(index).copied().flatten();
        let (Some(_), Some(symbol)) = (&f.body, symbol) else { continue };
        let Some(at) = module.functions.iter().position(|known| known.symbol == symbol) else { continue };
        let (code, places) = (&module.functions[at], places.get(at));
        let mut done = Function {
            label: writer.name(symbol),
            file: writer.file(f.pos),
            calls: places.map_or_else(Vec::new, |p| p.calls.clone()),
            ..Function::default()
        };
        let mut frame = Frame { code, places, inlined: 0, first: 0, last: 0 };
        writer.variables(FunctionId(index as u32), &mut frame, &mut done.variables);
        for call in &code.inlined {
            frame.inlined += 1;
            let callee = symbols.functions.iter().position(|s| *s == Some(call.callee));
            let file = callee.map_or_else(String::new, |i| writer.file(front.unit.functions[i].pos));
            let around = call.loc.inlined.into();
            let whole = done.inlined.get(usize::from(call.loc.inlined).wrapping_sub(1)).map_or(&done.file, |c| &c.file);
            let own =
                front.sources.files.get(usize::from(call.loc.file).wrapping_sub(1)).is_some_and(|f| f.name == whole);
            let line = if own { call.loc.line } else { 0 };
            let column = call.loc.column.into();
            done.inlined.push(Inlined { label: writer.name(call.callee), file, around, line, column });
            if let Some(callee) = callee {
                writer.variables(FunctionId(callee as u32), &mut frame, &mut done.variables);
            }
        }
        out.functions.push(done);
    }
    for (index, object) in front.unit.objects.iter().enumerate() {
        if object.function.is_none() && object.storage != Storage::Auto && object.name != Sym(0) {
            let id = ObjectId(index as u32);
            let place = writer.label(id);
            // Declarations of what the program does not use are no variables of it.
            if matches!(place, Place::Label(_)) || object.storage != Storage::Extern {
                out.globals.push(writer.variable(object, (0, 0), 0, place));
            }
        }
    }
    writer.types.describe(front);
    out.types = writer.types.done;
    out
}

/// The frame of a function, and its lines.
struct Frame<'a> {
    code: &'a crate::ir::Function,
    places: Option<&'a Places>,
    /// The inlined call that is the function; 0 for none.
    inlined: u16,
    first: u32,
    last: u32,
}

impl Frame<'_> {
    /// The place of an object of some bytes in memory: everywhere, but where a store to it is done later.
    fn memory(&self, offset: i32, size: u32, align: u32) -> Place {
        let all = self.places.map_or(&[][..], |p| &p.locations.pending);
        let end = offset.saturating_add(size as i32);
        // The first byte of an object with a larger alignment is not known.
        let pending = all.iter().filter(|p| align > 1 || p.may_write(offset, end)).map(|p| p.lines);
        let mut list = alloc::vec![(0, At::Memory { offset, align })];
        // They are in the order of their first lines.
        for (from, to) in pending {
            match list.last_mut() {
                // The last one ends after the first line of this one.
                Some((end, At::Memory { .. })) if *end > 0 && from <= *end => *end = to.max(*end),
                _ => list.extend([(from, At::Gone(Gone::Later)), (to, At::Memory { offset, align })]),
            }
        }
        if list.len() == 1 { Place::Frame { offset, align } } else { Place::List(list) }
    }

    /// The place of a variable without an object: of all of it, or of each part, by the numbers of its variables in the code.
    fn list(&self, size: Option<u32>, variables: impl Iterator<Item = usize>) -> Place {
        let is_value = |(_, at): &(u32, At)| !matches!(at, At::Gone(_));
        let mut parts: Vec<Part> = Vec::new();
        let mut reasons = Place::Gone(Gone::Optimised);
        for at in variables {
            let list = self.places.and_then(|p| p.locations.lists.get(at)).cloned().unwrap_or_default();
            let part = self.code.variables.get(at).and_then(|v| v.part);
            if !list.iter().any(is_value) {
                if !list.is_empty() {
                    reasons = Place::List(list);
                }
            } else {
                let Some((first, size)) = part.or(size.map(|size| (0, size))) else { return Place::List(list) };
                parts.push(Part { first, size, list });
            }
        }
        if parts.is_empty() { reasons } else { Place::Parts(parts) }
    }
}

struct Writer<'a, 't> {
    front: &'a Front<'t>,
    module: &'a Module,
    symbols: &'a Symbols,
    types: Types,
}

impl Writer<'_, '_> {
    fn file(&self, pos: Pos) -> String {
        self.front.sources.files.get(self.line(pos).0).map_or_else(String::new, |f| f.name.into())
    }

    fn line(&self, pos: Pos) -> (usize, u32) {
        let (file, line, _) = self.front.sources.line_of(pos);
        (file, line)
    }

    fn name(&self, symbol: SymbolId) -> String {
        self.module.symbols.get(symbol.index()).map_or_else(String::new, |s| s.name.clone())
    }

    fn variable(&mut self, object: &Object, (first, last): (u32, u32), inlined: u16, place: Place) -> Variable {
        Variable {
            name: self.front.names.text(object.name).into(),
            ty: self.types.index(object.ty),
            first,
            last,
            parameter: object.param,
            inlined: inlined.into(),
            place,
        }
    }

    /// The place of a static object: its label, if the program uses it.
    fn label(&self, id: ObjectId) -> Place {
        match self.symbols.objects.get(id.index()).copied().flatten() {
            Some(symbol) => Place::Label(self.name(symbol)),
            None => Place::Gone(Gone::Unused),
        }
    }

    /// Adds the variables of a function.
    fn variables(&mut self, function: FunctionId, frame: &mut Frame<'_>, out: &mut Vec<Variable>) {
        let f = self.front.unit.function(function);
        let Some(body) = &f.body else { return };
        (frame.first, frame.last) = (self.line(f.pos).1, self.line(body.end).1);
        let ends = self.ends(body, frame.last);
        let mut all: Vec<ObjectId> = body.params.clone();
        all.extend(body.objects.iter().filter(|id| !body.params.contains(id)));
        for id in all {
            let object = self.front.unit.object(id);
            if object.name == Sym(0) || object.function != Some(function) && !object.param {
                continue;
            }
            let place = match object.storage {
                Storage::Auto => self.automatic(id, body, frame),
                _ => self.label(id),
            };
            let declared = if object.param { frame.first } else { self.line(object.pos).1 };
            let last = ends.get(&id).copied().unwrap_or(frame.last);
            out.push(self.variable(object, (declared, last), frame.inlined, place));
        }
    }

    fn automatic(&self, id: ObjectId, body: &Body, frame: &Frame<'_>) -> Place {
        let (object, types) = (self.front.unit.object(id), &self.front.unit.types);
        if types.is_variable(object.ty) {
            return Place::Gone(Gone::Variable);
        }
        // A struct is where the caller has put it.
        if let Some(index) = body.params.iter().position(|p| *p == id)
            && (types.is_record(object.ty) || types.is_complex(object.ty))
            && frame.inlined == 0
        {
            let signature = &frame.code.signature;
            let hidden = signature.params.len().saturating_sub(body.params.len());
            let words = abi::layout(signature).words;
            let first = words.get(index + hidden).map_or(0, |w| w.first);
            return frame.memory(4 * first as i32, types.size(object.ty).unwrap_or(0), 1);
        }
        let all = frame.code.variables.iter().enumerate();
        let mut known = all.filter(|(_, v)| v.key == id.0 && v.inlined == frame.inlined).map(|(at, _)| at).peekable();
        let at = known.peek().copied();
        let slot = at.and_then(|at| frame.code.variables[at].slot);
        let offset = slot.and_then(|slot| frame.places?.slots.get(slot.index()).copied().flatten());
        let align = types.align(object.ty).max(object.attributes.align);
        match (offset, at) {
            (Some(offset), _) => {
                frame.memory(offset, types.size(object.ty).unwrap_or(0), if align > 8 { align } else { 1 })
            }
            (None, Some(_)) => frame.list(
                types.size(object.ty).filter(|_| !types.is_scalar(object.ty) || types.is_complex(object.ty)),
                known,
            ),
            (None, None) => Place::Gone(Gone::Unused),
        }
    }

    /// The last line of the scope of each variable that a block or a loop declares.
    fn ends(&self, body: &Body, last: u32) -> BTreeMap<ObjectId, u32> {
        let unit = &self.front.unit;
        let (mut ends, mut blocks) = (BTreeMap::new(), Vec::new());
        let mut work: Vec<(StmtId, u32)> = alloc::vec![(body.block, last)];
        while let Some((id, end)) = work.pop() {
            let stmt = unit.stmt(id);
            let end = match &stmt.kind {
                StmtKind::Declare(object) => {
                    ends.insert(*object, end);
                    continue;
                }
                StmtKind::Block(_) if self.front.sources.text(stmt.pos).starts_with('{') => {
                    let end = self.line(stmt.pos.end()).1.min(end);
                    blocks.push((stmt.pos, end));
                    end
                }
                StmtKind::For(..) => self.last_line(id).min(end),
                _ => end,
            };
            work.extend(unit.parts(id).1.into_iter().map(|part| (part, end)));
        }
        // No statement declares a static object: it belongs to the innermost block around it.
        for id in body.objects.iter().filter(|id| !body.params.contains(id)) {
            let at = unit.object(*id).pos.at;
            let around = blocks.iter().filter(|(block, _)| (block.at..block.end().at).contains(&at));
            if let (Some((_, end)), false) = (around.max_by_key(|(block, _)| block.at), ends.contains_key(id)) {
                ends.insert(*id, *end);
            }
        }
        ends
    }

    /// The last line of a statement.
    fn last_line(&self, mut id: StmtId) -> u32 {
        let unit = &self.front.unit;
        let mut last = 0;
        loop {
            last = last.max(self.line(unit.stmt(id).pos.end()).1);
            let (exprs, stmts) = unit.parts(id);
            last = exprs.iter().map(|e| self.line(unit.expr(*e).pos.end()).1).fold(last, u32::max);
            match stmts.last() {
                Some(part) => id = *part,
                None => return last,
            }
        }
    }
}

/// The types that have been asked for; the parts of a type follow it.
#[derive(Default)]
struct Types {
    known: BTreeMap<Ty, u32>,
    wanted: Vec<Ty>,
    done: Vec<Type>,
}

impl Types {
    fn index(&mut self, ty: Ty) -> u32 {
        let next = self.wanted.len() as u32;
        let index = *self.known.entry(ty).or_insert(next);
        if index == next {
            self.wanted.push(ty);
        }
        index
    }

    /// Describes all types, also those that are found on the way.
    fn describe(&mut self, front: &Front<'_>) {
        while let Some(ty) = self.wanted.get(self.done.len()).copied() {
            let kind = self.kind(front, ty);
            self.done.push(Type { name: front.unit.types.show(ty, &front.names), kind });
        }
    }

    fn kind(&mut self, front: &Front<'_>, ty: Ty) -> Kind {
        let types = &front.unit.types;
        match types.kind(ty) {
            CKind::Error | CKind::Void => Kind::Void,
            CKind::Bool => Kind::Bool,
            CKind::Char | CKind::SChar => Kind::Character(true),
            CKind::UChar => Kind::Character(false),
            CKind::Float => Kind::Float(4),
            CKind::Double | CKind::LDouble => Kind::Float(8),
            // As a struct of two numbers.
            CKind::CFloat | CKind::CDouble | CKind::CLDouble => {
                let (part, size) = (types.part(ty.plain()), types.size(ty).unwrap_or(0));
                let field = |name: &str, offset, ty| Field { name: name.into(), ty, offset, bits: None };
                let part = self.index(part);
                Kind::Record(size, alloc::vec![field("real", 0, part), field("imag", size / 2, part)])
            }
            CKind::Enum(index) => {
                let size = types.size(ty).unwrap_or(4);
                if size != 4 {
                    return Kind::Integer(size as u8, types.is_signed(ty));
                }
                let constants = types.enums.get(*index as usize).map_or(&[][..], |e| &e.constants);
                let constants = constants.iter().map(|(name, n)| (front.names.text(*name).into(), *n)).collect();
                Kind::Enum(types.is_signed(ty), constants)
            }
            CKind::Pointer(to) => Kind::Pointer(self.index(*to)),
            CKind::Array(of, length) => {
                let count = match length {
                    Length::Known(n) => Some(*n),
                    _ => None,
                };
                Kind::Array(self.index(of.with(ty.quals)), count)
            }
            CKind::Function(_) => Kind::Function,
            CKind::Record(index) => {
                let record = types.records.get(*index as usize);
                let fields = record.map_or(&[][..], |r| &r.fields);
                // Unnamed bit-fields are only space.
                let fields = fields.iter().filter(|f| f.name != Sym(0) || f.bits.is_none());
                let mut all = Vec::new();
                for f in fields {
                    let name = if f.name == Sym(0) { String::new() } else { front.names.text(f.name).into() };
                    all.push(Field { name, ty: self.index(f.ty), offset: f.offset, bits: f.bits });
                }
                Kind::Record(record.map_or(0, |r| r.size), all)
            }
            _ => Kind::Integer(types.size(ty).unwrap_or(4) as u8, types.is_signed(ty)),
        }
    }
}
