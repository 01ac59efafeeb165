//! From the typed tree to the intermediate representation.
//!
//! Start with [`unit()`]. A unit is lowered from its roots: what other units can see, then all that is referred to.
//! `place` has objects in memory and registers, `expr`, `convert` and `complex` values, `call` and `builtin` calls, `stmt`
//! statements, `init` initialisers of automatic objects, `data` those of static ones, `asm` inline assembly.

mod asm;
mod builtin;
mod call;
mod complex;
mod convert;
mod data;
mod expr;
mod function;
mod init;
mod place;
mod stmt;
#[cfg(test)]
mod tests;
mod variable;

use crate::diag::{Finding, Report};
use crate::ir::build::Builder;
use crate::ir::{Linkage, Loc, Mem, Module, Symbol, SymbolId, Type};
use crate::names::Names;
use crate::opt::Level;
use crate::source::{Pos, Sources};
use crate::tree::{Attributes, FunctionId, Item, ObjectId, Storage, StringId, Unit};
use crate::types::{Kind, Length, Ty};
use alloc::{format, string::String, vec, vec::Vec};
use function::Frame;
use mcore_base::{Text, text};

/// Instructions of the intermediate representation that a function may have.
pub const MAX_NODES: usize = 330_000;
/// A block counts as this many operations: it takes about as much memory.
pub const BLOCK_COST: usize = 2;
/// Symbols that a unit may have.
pub const MAX_SYMBOLS: usize = 100_000;

/// Settings of the lowering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The level of optimisation.
    pub level: Level,
    /// `-ftrapv`: signed overflow of sums traps.
    pub trap_overflow: bool,
    /// `-fcheck=bounds`: a wrong index of an array whose length is known traps.
    pub check_bounds: bool,
    /// Variables in registers are marked, for debug information.
    pub marks: bool,
}

/// The code of the trap of a wrong index, as `BRK_RANGE` of MIPS systems; division by zero has 7.
pub const BOUNDS_CODE: u16 = 8;

/// The symbols of functions and objects of a unit, by their numbers; `None` for those without code or data.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Per function.
    pub functions: Vec<Option<SymbolId>>,
    /// Per object.
    pub objects: Vec<Option<SymbolId>>,
}

/// Lowers a unit. Findings go to `report`; with an error among them the module is not complete.
pub fn unit(
    unit: &Unit,
    names: &Names,
    sources: &Sources<'_>,
    settings: Settings,
    report: &mut Report,
) -> (Module, Symbols) {
    let mut lower = Lower {
        unit,
        names,
        sources,
        settings,
        report,
        module: Module { files: sources.names(), ..Module::default() },
        functions: vec![None; unit.functions.len()],
        objects: vec![None; unit.objects.len()],
        strings: vec![None; unit.strings.len()],
        work: Vec::new(),
        aliases: Vec::new(),
        locals: vec![function::Local::None; unit.objects.len()],
        builder: Builder::new(SymbolId(0), crate::ir::Signature::default(), Loc::default()),
        frame: Frame::default(),
        statics: 0,
    };
    lower.run();
    (lower.module, Symbols { functions: lower.functions, objects: lower.objects })
}

/// A definition that is referred to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Function(FunctionId),
    Object(ObjectId),
}

/// The state of the lowering of a unit.
struct Lower<'a, 't> {
    unit: &'a Unit,
    names: &'a Names,
    sources: &'a Sources<'t>,
    settings: Settings,
    report: &'a mut Report,
    module: Module,
    /// Symbols by function, object and string.
    functions: Vec<Option<SymbolId>>,
    objects: Vec<Option<SymbolId>>,
    strings: Vec<Option<SymbolId>>,
    /// Definitions that are referred to and not lowered yet.
    work: Vec<Wanted>,
    /// Names of assembly that an attribute makes another name of a definition: alias and its target.
    aliases: Vec<(String, String)>,
    /// Automatic objects of the current function.
    locals: Vec<function::Local>,
    builder: Builder,
    frame: Frame,
    /// Static objects of functions so far, for their names.
    statics: u32,
}

impl Lower<'_, '_> {
    fn run(&mut self) {
        self.find_aliases();
        for item in &self.unit.items {
            match item {
                Item::Function(id) if self.is_root_function(*id) => {
                    self.function_symbol(*id);
                }
                Item::Object(id) if self.is_root_object(*id) => {
                    self.object_symbol(*id);
                }
                Item::Asm(text, pos) => {
                    let loc = self.loc(*pos);
                    self.module.assembly.push((text.clone(), loc));
                }
                _ => {}
            }
        }
        // In the order of the text as far as the roots go.
        self.work.reverse();
        while let Some(wanted) = self.work.pop() {
            match wanted {
                Wanted::Function(id) => self.function(id),
                Wanted::Object(id) => self.static_object(id),
            }
            if self.module.symbols.len() > MAX_SYMBOLS {
                let message = text!(
                    "more than {MAX_SYMBOLS} functions, objects and strings in one unit",
                    "1 つの翻訳単位の関数・変数・文字列が {MAX_SYMBOLS} 個を超えています"
                );
                self.report.push(Finding::error("limit", Pos::default(), message));
                return;
            }
        }
        self.write_aliases();
    }

    /// Other units can see the function, or it must stay.
    fn is_root_function(&self, id: FunctionId) -> bool {
        let f = self.unit.function(id);
        f.body.is_some() && (f.attributes.used || f.global && (!f.inline || f.external))
    }

    fn is_root_object(&self, id: ObjectId) -> bool {
        let o = self.unit.object(id);
        matches!(o.storage, Storage::Static | Storage::Tentative) && (o.global || o.attributes.used)
    }

    /// A name in assembly.
    fn assembly_name(&self, name: crate::names::Sym, attributes: &Attributes) -> String {
        match &attributes.asm {
            Some(name) => name.clone(),
            None => self.names.text(name).into(),
        }
    }

    fn find_aliases(&mut self) {
        let functions = self.unit.functions.iter().map(|f| (f.name, &f.attributes));
        let objects = self.unit.objects.iter().map(|o| (o.name, &o.attributes));
        for (name, attributes) in functions.chain(objects) {
            if let Some(target) = &attributes.alias {
                self.aliases.push((self.assembly_name(name, attributes), target.clone()));
            }
        }
    }

    /// The definition that a name in assembly is another name of; itself if it is none.
    fn resolve(&self, name: &str) -> String {
        let mut name = String::from(name);
        for _ in 0..self.aliases.len() {
            match self.aliases.iter().find(|(alias, _)| *alias == name) {
                Some((_, target)) => name = target.clone(),
                None => break,
            }
        }
        name
    }

    /// Wants the definitions that aliases name, and defines the aliases.
    fn write_aliases(&mut self) {
        for (alias, _) in self.aliases.clone() {
            let target = self.resolve(&alias);
            let is_weak = |a: &Attributes| a.weak;
            let mut reach = ".globl";
            for f in &self.unit.functions {
                if self.assembly_name(f.name, &f.attributes) == alias {
                    reach = if is_weak(&f.attributes) {
                        ".weak"
                    } else if f.global {
                        ".globl"
                    } else {
                        ".local"
                    };
                }
            }
            for o in &self.unit.objects {
                if self.assembly_name(o.name, &o.attributes) == alias {
                    reach = if is_weak(&o.attributes) {
                        ".weak"
                    } else if o.global {
                        ".globl"
                    } else {
                        ".local"
                    };
                }
            }
            let wanted = self.definition(&target);
            if let Some(wanted) = wanted {
                match wanted {
                    Wanted::Function(id) => self.function_symbol(id),
                    Wanted::Object(id) => self.object_symbol(id),
                };
                while let Some(wanted) = self.work.pop() {
                    match wanted {
                        Wanted::Function(id) => self.function(id),
                        Wanted::Object(id) => self.static_object(id),
                    }
                }
            }
            self.module.assembly.push((format!("\t{reach} {alias}\n\t.set {alias}, {target}"), Loc::default()));
        }
    }

    /// The function or object that is defined here under a name in assembly.
    fn definition(&self, name: &str) -> Option<Wanted> {
        let f = self.unit.functions.iter().position(|f| {
            f.body.is_some() && f.attributes.alias.is_none() && self.assembly_name(f.name, &f.attributes) == name
        });
        let o = || {
            self.unit.objects.iter().position(|o| {
                matches!(o.storage, Storage::Static | Storage::Tentative)
                    && o.function.is_none()
                    && o.attributes.alias.is_none()
                    && o.name != crate::names::Sym(0)
                    && self.assembly_name(o.name, &o.attributes) == name
            })
        };
        f.map(|i| Wanted::Function(FunctionId(i as u32))).or_else(|| o().map(|i| Wanted::Object(ObjectId(i as u32))))
    }

    /// The symbol of a function, which is lowered if it has a body.
    fn function_symbol(&mut self, id: FunctionId) -> SymbolId {
        if let Some(known) = self.functions[id.index()] {
            return known;
        }
        let f = self.unit.function(id);
        if f.attributes.alias.is_some() {
            let target = self.resolve(&self.assembly_name(f.name, &f.attributes));
            if let Some(Wanted::Function(target)) = self.definition(&target)
                && target != id
            {
                let symbol = self.function_symbol(target);
                self.functions[id.index()] = Some(symbol);
                return symbol;
            }
        }
        // The body of an `inline` function that is for this unit alone is a function of its own.
        let is_own = f.body.is_some() && f.inline && !f.external;
        let linkage = match f.attributes.weak {
            true => Linkage::Weak,
            false if f.global && !is_own => Linkage::Global,
            false => Linkage::Local,
        };
        let symbol = self.module.add_symbol(Symbol {
            name: self.assembly_name(f.name, &f.attributes),
            linkage,
            pure: f.attributes.pure,
            no_return: f.attributes.no_return,
            constant: false,
        });
        self.functions[id.index()] = Some(symbol);
        if f.body.is_some() && f.attributes.alias.is_none() {
            self.work.push(Wanted::Function(id));
        }
        symbol
    }

    /// The symbol of an object that is not automatic; it is defined if this unit does so.
    fn object_symbol(&mut self, id: ObjectId) -> SymbolId {
        if let Some(known) = self.objects[id.index()] {
            return known;
        }
        let o = self.unit.object(id);
        if o.attributes.alias.is_some() {
            let target = self.resolve(&self.assembly_name(o.name, &o.attributes));
            if let Some(Wanted::Object(target)) = self.definition(&target)
                && target != id
            {
                let symbol = self.object_symbol(target);
                self.objects[id.index()] = Some(symbol);
                return symbol;
            }
        }
        let is_local = o.function.is_some() && o.storage != Storage::Extern || o.name == crate::names::Sym(0);
        let mut name = self.assembly_name(o.name, &o.attributes);
        if is_local && o.attributes.asm.is_none() {
            name = match name.is_empty() {
                true => format!("$LSC{}", self.statics),
                false => format!("{name}.{}", self.statics),
            };
            self.statics += 1;
        }
        let linkage = match o.attributes.weak {
            true => Linkage::Weak,
            false if o.global && !is_local || o.storage == Storage::Extern => Linkage::Global,
            false => Linkage::Local,
        };
        let constant = self.is_constant(o.ty);
        let symbol = self.module.add_symbol(Symbol { name, linkage, constant, ..Symbol::default() });
        self.objects[id.index()] = Some(symbol);
        let is_here = matches!(o.storage, Storage::Static | Storage::Tentative) && o.attributes.alias.is_none();
        if is_here {
            match o.function.filter(|f| self.frame.function == Some(*f)) {
                // Its initialiser can have labels of the function, so it is done with it.
                Some(_) => self.frame.statics.push(id),
                None => self.work.push(Wanted::Object(id)),
            }
        }
        symbol
    }

    /// True for objects that never change: `const` all through, and not `volatile`.
    fn is_constant(&self, mut ty: Ty) -> bool {
        let mut quals = ty.quals;
        while let Some((of, _)) = self.unit.types.element(ty) {
            ty = of;
            quals |= ty.quals;
        }
        quals & crate::types::qual::CONST != 0 && quals & crate::types::qual::VOLATILE == 0
    }

    /// The symbol of a string literal.
    fn string_symbol(&mut self, id: StringId) -> SymbolId {
        if let Some(known) = self.strings[id.index()] {
            return known;
        }
        let data = &self.unit.strings[id.index()];
        let symbol = self.module.add_symbol(Symbol {
            name: format!("$LS{}", id.0),
            linkage: Linkage::Local,
            constant: true,
            ..Symbol::default()
        });
        self.strings[id.index()] = Some(symbol);
        self.module.objects.push(crate::ir::Object {
            symbol,
            section: ".rodata".into(),
            // A word, so that library functions can go by words.
            align: 4,
            data: vec![crate::ir::Datum::Bytes(data.bytes.clone())],
        });
        symbol
    }

    /// The place of an instruction.
    fn loc(&self, pos: Pos) -> Loc {
        if pos.at == 0 {
            return Loc::default();
        }
        let (file, line, column) = self.sources.line_of(pos);
        Loc {
            line,
            column: column.min(u16::MAX.into()) as u16,
            file: (file + 1).min(u16::MAX.into()) as u16,
            inlined: 0,
            statement: true,
            seq: 0,
        }
    }

    fn error(&mut self, name: &'static str, pos: Pos, message: Text) {
        self.report.push(Finding::error(name, pos, message));
    }

    // ---- Types ----

    /// The form of a scalar in memory; `None` for other types.
    fn mem(&self, ty: Ty) -> Option<Mem> {
        let types = &self.unit.types;
        Some(match types.kind(types.strip_enum(ty)) {
            Kind::Bool | Kind::UChar => Mem::U8,
            Kind::Char | Kind::SChar => Mem::I8,
            Kind::Short => Mem::I16,
            Kind::UShort => Mem::U16,
            Kind::Int | Kind::UInt | Kind::Long | Kind::ULong | Kind::Pointer(_) | Kind::Enum(_) | Kind::Bits(..) => {
                Mem::I32
            }
            Kind::LLong | Kind::ULLong => Mem::I64,
            Kind::Float => Mem::F32,
            Kind::Double | Kind::LDouble => Mem::F64,
            Kind::CFloat | Kind::CDouble | Kind::CLDouble => return None,
            Kind::Error | Kind::Void | Kind::Array(..) | Kind::Function(_) | Kind::Record(_) => return None,
        })
    }

    /// The type of a scalar's value; `I32` for anything else.
    fn ir_type(&self, ty: Ty) -> Type {
        self.mem(ty).map_or(Type::I32, Mem::ty)
    }

    /// The size of a type, 0 if it has none that is known.
    fn size(&self, ty: Ty) -> u32 {
        self.unit.types.size(ty).unwrap_or(0)
    }

    /// The alignment of an object: that of its type, or the one that its declaration asks for.
    fn object_align(&self, id: ObjectId) -> u32 {
        let o = self.unit.object(id);
        self.unit.types.align(o.ty).max(o.attributes.align).max(1)
    }

    /// True for arrays whose length is known only when the program runs.
    fn is_variable_array(&self, ty: Ty) -> bool {
        matches!(self.unit.types.element(ty), Some((_, Length::Variable(_)))) || self.unit.types.is_variable(ty)
    }
}
