//! Functions, types, variables, lines and frames of a program in C as DWARF 5, for gdb, readelf and other tools.
//!
//! The compiler describes a program for the page ([`Debug`]); this is the same in the form of the standard, "DWARF Debugging
//! Information Format, Version 5". Frames are found in the instructions, as the page finds them.

use gimli::constants::*;
use gimli::write::{
    Address, AttributeValue, CallFrameInstruction as Rule, CommonInformationEntry, Dwarf, EndianVec, Expression,
    FileId, FrameDescriptionEntry, FrameTable, LineProgram, LineString, Location, LocationList, Range, RangeList,
    Result, Sections, Unit, UnitEntryId,
};
use gimli::{Encoding, Format, LineEncoding, LittleEndian, Register};
use mcore::isa::{Instr, Op, decode};
use mcore::program::{Program, SegmentKind};
use mcore::toolchain::debug::{self, At, Debug, Function, Kind, Place, Variable, Word};
use std::collections::BTreeMap;

const ENCODING: Encoding = Encoding { format: Format::Dwarf32, version: 5, address_size: 4 };
/// Frames have the format of version 4, which version 5 has not changed.
const FRAMES: Encoding = Encoding { version: 4, ..ENCODING };
const SP: u8 = 29;
const FP: u8 = 30;
const RA: u8 = 31;

/// The sections that describe a program, by name.
///
/// # Errors
/// An offset does not fit the format: the program is too large for it.
pub fn sections(program: &Program, debug: &Debug) -> Result<Vec<(String, Vec<u8>)>> {
    let mut dwarf = Dwarf::new();
    let mut frames = FrameTable::default();
    let mut cie = CommonInformationEntry::new(FRAMES, 4, -4, Register(RA.into()));
    cie.add_instruction(Rule::Cfa(Register(SP.into()), 0));
    let cie = frames.add_cie(cie);
    let starts = starts(program, debug);
    for (index, unit) in debug.units().iter().enumerate() {
        let functions = functions(program, debug, (index, unit), &starts);
        for (_, range) in &functions {
            frames.add_fde(cie, frame(program, *range));
        }
        describe(&mut dwarf, program, debug, (index, unit), &functions);
    }
    let mut written = Sections::new(EndianVec::new(LittleEndian));
    dwarf.write(&mut written)?;
    frames.write_debug_frame(&mut written.debug_frame)?;
    let mut out = Vec::new();
    written.for_each(|id, bytes| {
        if !bytes.slice().is_empty() {
            out.push((id.name().to_owned(), bytes.slice().to_vec()));
        }
        Result::Ok(())
    })?;
    Ok(out)
}

/// First address, and the address after the last instruction.
type Addresses = (u32, u32);

/// The addresses of the functions and global labels of a program, ascending.
fn starts(program: &Program, debug: &Debug) -> Vec<u32> {
    let units = debug.units().iter().enumerate();
    let known = units.flat_map(|(i, u)| u.functions.iter().filter_map(move |f| debug.address(i, &f.label)));
    let global = program.symbols.iter().filter(|s| s.is_label && s.global).map(|s| s.value);
    let mut starts: Vec<u32> = known.chain(global).collect();
    starts.sort_unstable();
    starts
}

/// The functions of a unit that are part of the program. A function ends at the next one, or where another global label of
/// the text is; `starts` are the addresses of both.
fn functions<'d>(
    program: &Program,
    debug: &Debug,
    (index, unit): (usize, &'d debug::Unit),
    starts: &[u32],
) -> Vec<(&'d Function, Addresses)> {
    let place = |function: &'d Function| {
        let start = debug.address(index, &function.label)?;
        let segment = program.segment_of(start).filter(|s| s.kind == SegmentKind::Text)?;
        let next = starts.get(starts.partition_point(|s| *s <= start)).copied();
        let end = segment.addr.saturating_add(segment.size);
        Some((function, (start, next.map_or(end, |next| next.min(end)))))
    };
    unit.functions.iter().filter_map(place).collect()
}

/// The instruction at an address of the text.
fn instruction(program: &Program, addr: u32) -> Option<Instr> {
    program.word(addr).map(decode)
}

/// Where the caller's frame is, and where its registers are saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Frame {
    /// The stack pointer at the entry is that of `$fp`, not of `$sp`, plus `size`.
    by_fp: bool,
    size: i32,
    /// By register: the distance from the stack pointer at the entry.
    saved: BTreeMap<u8, i32>,
}

impl Frame {
    /// The frame after an instruction of a function that the compiler has made.
    fn after(&mut self, instr: &Instr) {
        let by = instr.imm as i32;
        match instr.op {
            Op::Addiu if instr.rt == SP && instr.rs == SP && !self.by_fp => self.size -= by,
            Op::Addu | Op::Or if (instr.rd, instr.rs) == (FP, SP) && instr.rt == 0 => self.by_fp = true,
            Op::Addu | Op::Or if (instr.rd, instr.rs) == (SP, FP) && instr.rt == 0 => self.by_fp = false,
            Op::Sw if instr.rs == SP && !self.by_fp && matches!(instr.rt, 16..=23 | FP | RA) => {
                self.saved.entry(instr.rt).or_insert(by - self.size);
            }
            // A pair of floating-point registers, the lower half first.
            Op::Sdc1 if instr.rs == SP && !self.by_fp && matches!(instr.rt, 20..=30) => {
                self.saved.entry(32 + instr.rt).or_insert(by - self.size);
                self.saved.entry(33 + instr.rt).or_insert(by - self.size + 4);
            }
            _ => {}
        }
    }

    /// The rules that make a debugger change from another frame to this one.
    fn rules(&self, from: &Self) -> Vec<Rule> {
        let mut rules = Vec::new();
        if (self.by_fp, self.size) != (from.by_fp, from.size) {
            rules.push(Rule::Cfa(Register(if self.by_fp { FP } else { SP }.into()), self.size));
        }
        let new = self.saved.iter().filter(|(register, at)| from.saved.get(register) != Some(at));
        rules.extend(new.map(|(register, at)| Rule::Offset(Register((*register).into()), *at)));
        rules
    }
}

/// The frame of a function by address. The code after a return is reached by jumps from the body, so it has its frame.
fn frame(program: &Program, (start, end): Addresses) -> FrameDescriptionEntry {
    let mut entry = FrameDescriptionEntry::new(Address::Constant(start.into()), end - start);
    let (mut now, mut body) = (Frame::default(), Frame::default());
    let mut returned = false;
    for at in (start..end).step_by(4) {
        let Some(instr) = instruction(program, at) else { continue };
        let before = now.clone();
        now.after(&instr);
        let grows = now.size > body.size || now.saved.len() > body.saved.len() || now.by_fp && !body.by_fp;
        if grows && !returned {
            body = now.clone();
        }
        if returned {
            now = body.clone();
        }
        returned = matches!(instr.op, Op::Jr | Op::JrHb) && instr.rs == RA;
        for rule in now.rules(&before).into_iter().filter(|_| at + 4 < end) {
            entry.add_instruction(at + 4 - start, rule);
        }
    }
    entry
}

/// Describes a unit.
fn describe(
    dwarf: &mut Dwarf,
    program: &Program,
    debug: &Debug,
    (index, unit): (usize, &debug::Unit),
    functions: &[(&Function, Addresses)],
) {
    let name = unit.assembly.strip_suffix(".s").unwrap_or(&unit.assembly);
    let text = |text: &str| LineString::String(text.replace('\0', "").into_bytes());
    let encoding = LineEncoding { minimum_instruction_length: 4, ..LineEncoding::default() };
    let mut lines = LineProgram::new(ENCODING, encoding, text("."), None, text(name), None);
    let folder = lines.default_directory();
    let files: Vec<FileId> = program.files.iter().map(|name| lines.add_file(text(name), folder, None)).collect();
    for (_, (start, end)) in functions {
        line_rows(&mut lines, program, &files, (*start, *end));
    }
    let mut out = Unit::new(ENCODING, lines);
    let root = out.root();
    let ranges = functions.iter().map(|(_, (begin, end))| range(*begin, *end)).collect();
    let ranges = out.ranges.add(RangeList(ranges));
    let mut set = |at, value| out.get_mut(root).set(at, value);
    set(DW_AT_producer, string("M-Core Lab"));
    set(DW_AT_language, AttributeValue::Language(DW_LANG_C11));
    set(DW_AT_name, string(name));
    set(DW_AT_comp_dir, string("."));
    set(DW_AT_low_pc, AttributeValue::Address(Address::Constant(0)));
    set(DW_AT_ranges, AttributeValue::RangeListRef(ranges));

    let types: Vec<UnitEntryId> = unit.types.iter().map(|_| out.reserve()).collect();
    let mut writer = Writer { program, debug, index, unit, types, files, inlined: BTreeMap::new() };
    for ty in 0..unit.types.len() {
        writer.describe_type(&mut out, ty);
    }
    for variable in &unit.globals {
        let entry = out.add(root, DW_TAG_variable);
        writer.describe_variable(&mut out, entry, variable, (0, 0));
    }
    for call in functions.iter().flat_map(|(function, _)| &function.inlined) {
        if !writer.inlined.contains_key(call.label.as_str()) {
            let entry = out.add(root, DW_TAG_subprogram);
            writer.name_function(&mut out, entry, &call.label, &call.file);
            out.get_mut(entry).set(DW_AT_inline, AttributeValue::Inline(DW_INL_inlined));
            writer.inlined.insert(&call.label, entry);
        }
    }
    for (function, addresses) in functions {
        writer.describe_function(&mut out, function, *addresses);
    }
    dwarf.units.add(out);
}

fn string(text: &str) -> AttributeValue {
    AttributeValue::String(text.replace('\0', "").into_bytes())
}

fn range(begin: u32, end: u32) -> Range {
    Range::StartEnd { begin: Address::Constant(begin.into()), end: Address::Constant(end.into()) }
}

/// The address of an object in the frame.
fn in_frame(place: &mut Expression, offset: i32, align: u32) {
    place.op_fbreg(offset.into());
    if align > 1 {
        place.op_plus_uconst(u64::from(align) - 1);
        place.op_consts(-i64::from(align));
        place.op(DW_OP_and);
    }
}

/// The line of each instruction of a function.
fn line_rows(lines: &mut LineProgram, program: &Program, files: &[FileId], (start, end): Addresses) {
    lines.begin_sequence(Some(Address::Constant(start.into())));
    let mut last = None;
    for addr in (start..end).step_by(4) {
        let Some(entry) = program.line_of(addr) else { continue };
        let Some(file) = files.get(entry.file as usize).copied() else { continue };
        let here = (file, entry.line);
        if last.replace(here) != Some(here) {
            let row = lines.row();
            (row.address_offset, row.file, row.line) = ((addr - start).into(), file, entry.line.into());
            lines.generate_row();
        }
    }
    lines.end_sequence((end - start).into());
}

/// The facts to describe the parts of a unit.
struct Writer<'d> {
    program: &'d Program,
    debug: &'d Debug,
    index: usize,
    unit: &'d debug::Unit,
    types: Vec<UnitEntryId>,
    files: Vec<FileId>,
    /// The functions that have been inlined, by name.
    inlined: BTreeMap<&'d str, UnitEntryId>,
}

impl Writer<'_> {
    /// The type of an entry; without one it is `void`.
    fn set_type(&self, out: &mut Unit, entry: UnitEntryId, ty: u32) {
        if let Some(id) = self.types.get(ty as usize)
            && *self.unit.kind(ty) != Kind::Void
        {
            out.get_mut(entry).set(DW_AT_type, AttributeValue::UnitRef(*id));
        }
    }

    fn describe_type(&self, out: &mut Unit, ty: usize) {
        let (Some(described), Some(entry)) = (self.unit.types.get(ty), self.types.get(ty).copied()) else { return };
        let tag = match &described.kind {
            Kind::Void => DW_TAG_unspecified_type,
            Kind::Bool | Kind::Character(_) | Kind::Integer(..) | Kind::Float(_) => DW_TAG_base_type,
            Kind::Enum(..) => DW_TAG_enumeration_type,
            Kind::Pointer(_) => DW_TAG_pointer_type,
            Kind::Array(..) => DW_TAG_array_type,
            Kind::Record(..) if described.name.starts_with("union ") => DW_TAG_union_type,
            Kind::Record(..) => DW_TAG_structure_type,
            Kind::Function => DW_TAG_subroutine_type,
        };
        out.add_reserved(entry, out.root(), tag);
        let words = ["struct ", "union ", "enum "];
        let name = words.iter().find_map(|word| described.name.strip_prefix(word)).unwrap_or(&described.name);
        let is_named = !matches!(described.kind, Kind::Pointer(_) | Kind::Array(..) | Kind::Function);
        if is_named {
            out.get_mut(entry).set(DW_AT_name, string(name));
        }
        let mut number = |encoding: DwAte, size: u8| {
            out.get_mut(entry).set(DW_AT_encoding, AttributeValue::Encoding(encoding));
            out.get_mut(entry).set(DW_AT_byte_size, AttributeValue::Udata(size.into()));
        };
        match &described.kind {
            Kind::Void | Kind::Function => {}
            Kind::Bool => number(DW_ATE_boolean, 1),
            Kind::Character(signed) => number(if *signed { DW_ATE_signed_char } else { DW_ATE_unsigned_char }, 1),
            Kind::Integer(size, signed) => number(if *signed { DW_ATE_signed } else { DW_ATE_unsigned }, *size),
            Kind::Float(size) => number(DW_ATE_float, *size),
            Kind::Enum(_, constants) => {
                out.get_mut(entry).set(DW_AT_byte_size, AttributeValue::Udata(4));
                for (name, value) in constants {
                    let constant = out.add(entry, DW_TAG_enumerator);
                    out.get_mut(constant).set(DW_AT_name, string(name));
                    out.get_mut(constant).set(DW_AT_const_value, AttributeValue::Sdata(*value));
                }
            }
            Kind::Pointer(to) => {
                out.get_mut(entry).set(DW_AT_byte_size, AttributeValue::Udata(4));
                self.set_type(out, entry, *to);
            }
            Kind::Array(of, count) => {
                self.set_type(out, entry, *of);
                let bounds = out.add(entry, DW_TAG_subrange_type);
                if let Some(count) = count {
                    out.get_mut(bounds).set(DW_AT_count, AttributeValue::Udata((*count).into()));
                }
            }
            Kind::Record(size, fields) => {
                out.get_mut(entry).set(DW_AT_byte_size, AttributeValue::Udata((*size).into()));
                for field in fields {
                    let member = out.add(entry, DW_TAG_member);
                    if !field.name.is_empty() {
                        out.get_mut(member).set(DW_AT_name, string(&field.name));
                    }
                    self.set_type(out, member, field.ty);
                    let place = match field.bits {
                        None => [Some((DW_AT_data_member_location, field.offset)), None],
                        Some((first, width)) => {
                            let first = field.offset.wrapping_mul(8).wrapping_add(first.into());
                            [Some((DW_AT_data_bit_offset, first)), Some((DW_AT_bit_size, width.into()))]
                        }
                    };
                    for (at, value) in place.into_iter().flatten() {
                        out.get_mut(member).set(at, AttributeValue::Udata(value.into()));
                    }
                }
            }
        }
    }

    fn describe_variable(&self, out: &mut Unit, entry: UnitEntryId, variable: &Variable, function: Addresses) {
        out.get_mut(entry).set(DW_AT_name, string(&variable.name));
        self.set_type(out, entry, variable.ty);
        let mut place = Expression::new();
        match &variable.place {
            // Without a place it is "optimized out" for a debugger.
            Place::Gone(_) => return,
            Place::Label(label) => match self.debug.address(self.index, label) {
                Some(addr) => place.op_addr(Address::Constant(addr.into())),
                None => return,
            },
            Place::Frame { offset, align } => in_frame(&mut place, *offset, *align),
            Place::List(_) | Place::Parts(_) => {
                let list = self.locations(&variable.place, variable.ty, function);
                if list.is_empty() {
                    return;
                }
                let list = out.locations.add(LocationList(list));
                out.get_mut(entry).set(DW_AT_location, AttributeValue::LocationListRef(list));
                return;
            }
        }
        out.get_mut(entry).set(DW_AT_location, AttributeValue::Exprloc(place));
    }

    /// The places of a variable in a function, by ranges of instructions.
    fn locations(&self, place: &Place, ty: u32, (start, end): Addresses) -> Vec<Location> {
        let mut found: Vec<(Addresses, Vec<&At>)> = Vec::new();
        for addr in (start..end).step_by(4) {
            let at = match place {
                Place::List(list) => vec![self.debug.at(self.index, list, addr)],
                Place::Parts(parts) => parts.iter().map(|part| self.debug.at(self.index, &part.list, addr)).collect(),
                _ => Vec::new(),
            };
            match found.last_mut() {
                Some(((_, to), same)) if *to == addr && *same == at => *to += 4,
                _ => found.push(((addr, addr + 4), at)),
            }
        }
        let address = |addr: u32| Address::Constant(addr.into());
        let entry = |((begin, end), at): ((u32, u32), Vec<&At>)| {
            let data = match place {
                Place::Parts(parts) => self.expression_of_parts(parts, &at)?,
                _ => self.expression(at.first()?, ty)?,
            };
            Some(Location::StartEnd { begin: address(begin), end: address(end), data })
        };
        found.into_iter().filter_map(entry).collect()
    }

    /// The places of parts as an expression; `None` if all are nowhere.
    fn expression_of_parts(&self, parts: &[debug::Part], places: &[&At]) -> Option<Expression> {
        let mut sorted: Vec<(&debug::Part, &&At)> = parts.iter().zip(places).collect();
        sorted.sort_by_key(|(part, _)| part.first);
        let mut out = Expression::new();
        let mut end = 0;
        for (part, at) in sorted {
            // Bytes that no part has.
            if part.first > end {
                out.op_piece((part.first - end).into());
            }
            end = part.first + part.size;
            // The places of wide numbers are pieces already.
            let in_pieces = part.size > 4 && matches!(at, At::Register(_) | At::Pair(..));
            let is_somewhere = self.add_place(&mut out, at, part.size as usize);
            if !(is_somewhere && in_pieces) {
                out.op_piece(part.size.into());
            }
        }
        places.iter().any(|at| !matches!(at, At::Gone(_))).then_some(out)
    }

    /// A place as an expression; `None` for nowhere.
    fn expression(&self, at: &At, ty: u32) -> Option<Expression> {
        let size = match self.unit.kind(ty) {
            Kind::Bool | Kind::Character(_) => 1,
            Kind::Integer(size, _) | Kind::Float(size) => usize::from(*size),
            _ => 4,
        };
        let mut out = Expression::new();
        self.add_place(&mut out, at, size).then_some(out)
    }

    /// Adds a place of this number of bytes; false for nowhere.
    fn add_place(&self, out: &mut Expression, at: &At, size: usize) -> bool {
        let is_wide = size > 4;
        match at {
            // Two registers of 32 bits, the lower half first.
            At::Register(n) if is_wide => {
                for half in [*n, n.wrapping_add(1)] {
                    out.op_reg(Register(half.into()));
                    out.op_piece(4);
                }
            }
            At::Register(n) => out.op_reg(Register((*n).into())),
            At::Frame(offset) => out.op_fbreg((*offset).into()),
            At::Memory { offset, align } => in_frame(out, *offset, *align),
            At::Pair(low, high) => {
                for word in [low, high] {
                    match word {
                        Word::Register(n) => out.op_reg(Register((*n).into())),
                        Word::Frame(offset) => out.op_fbreg((*offset).into()),
                        Word::Bits(bits) => out.op_implicit_value(bits.to_le_bytes().into()),
                    }
                    out.op_piece(4);
                }
            }
            At::Bits(bits) => {
                let bytes = bits.to_le_bytes();
                let Some(bytes) = bytes.get(..size) else { return false };
                out.op_implicit_value(bytes.into());
            }
            At::Address(label, offset) => {
                let Some(addr) = self.debug.address(self.index, label) else { return false };
                out.op_addr(Address::Constant(addr.wrapping_add(*offset as u32).into()));
                out.op(DW_OP_stack_value);
            }
            At::Gone(_) => return false,
        }
        true
    }

    /// A file of the program.
    fn file(&self, name: &str) -> Option<FileId> {
        self.files.get(self.program.files.iter().position(|known| known == name)?).copied()
    }

    fn name_function(&self, out: &mut Unit, entry: UnitEntryId, label: &str, file: &str) {
        let mut set = |at, value| out.get_mut(entry).set(at, value);
        set(DW_AT_name, string(label));
        set(DW_AT_prototyped, AttributeValue::FlagPresent);
        if let Some(file) = self.file(file) {
            set(DW_AT_decl_file, AttributeValue::FileIndex(Some(file)));
        }
    }

    fn describe_function(&self, out: &mut Unit, function: &Function, (start, end): Addresses) {
        let entry = out.add(out.root(), DW_TAG_subprogram);
        self.name_function(out, entry, &function.label, &function.file);
        let mut set = |at, value| out.get_mut(entry).set(at, value);
        set(DW_AT_low_pc, AttributeValue::Address(Address::Constant(start.into())));
        set(DW_AT_high_pc, AttributeValue::Udata((end - start).into()));
        let mut base = Expression::new();
        base.op(DW_OP_call_frame_cfa);
        set(DW_AT_frame_base, AttributeValue::Exprloc(base));
        if self.program.symbols.iter().any(|s| s.global && s.is_label && s.value == start) {
            set(DW_AT_external, AttributeValue::FlagPresent);
        }
        self.describe_body(out, entry, &Body::new(self, function, (start, end)), 0);
    }

    /// Describes the variables of a function, or of an inlined call in it, and the calls that are inlined in that.
    fn describe_body(&self, out: &mut Unit, entry: UnitEntryId, body: &Body<'_>, inlined: u32) {
        // Blocks that are open: their lines and entries. A variable is visible from its declaration to the end of its block.
        let mut open: Vec<((u32, u32), UnitEntryId)> = Vec::new();
        let (parameters, mut locals): (Vec<&Variable>, Vec<&Variable>) =
            body.function.variables.iter().filter(|v| v.inlined == inlined).partition(|v| v.parameter);
        locals.sort_by_key(|v| (v.first, u32::MAX - v.last));
        for variable in parameters {
            let parameter = out.add(entry, DW_TAG_formal_parameter);
            self.describe_variable(out, parameter, variable, body.addresses);
        }
        let mut blocks: Vec<((u32, u32), UnitEntryId)> = Vec::new();
        for variable in locals {
            let lines = (variable.first, variable.last);
            while open.last().is_some_and(|((_, last), _)| *last < variable.last) {
                open.pop();
            }
            let parent = open.last().map_or(entry, |(_, block)| *block);
            let block = match open.last() {
                Some((same, block)) if *same == lines => *block,
                _ => {
                    let is_inside = |line: Option<u32>| line.is_some_and(|line| (lines.0..=lines.1).contains(&line));
                    let ranges = body.ranges(|ways| is_inside(line_in(ways, inlined)));
                    let block = out.add(parent, DW_TAG_lexical_block);
                    let list = out.ranges.add(RangeList(ranges));
                    out.get_mut(block).set(DW_AT_ranges, AttributeValue::RangeListRef(list));
                    open.push((lines, block));
                    blocks.push((lines, block));
                    block
                }
            };
            let local = out.add(block, DW_TAG_variable);
            self.describe_variable(out, local, variable, body.addresses);
        }
        for (number, call) in (1..).zip(&body.function.inlined).filter(|(_, call)| call.around == inlined) {
            let ranges = body.ranges(|ways| ways.iter().any(|(at, _)| *at == number));
            let Some(origin) = self.inlined.get(call.label.as_str()).filter(|_| !ranges.is_empty()) else { continue };
            // In the innermost block that is open at its line: blocks follow those around them.
            let around = blocks.iter().rev().find(|((first, last), _)| (*first..=*last).contains(&call.line));
            let inside = out.add(around.map_or(entry, |(_, block)| *block), DW_TAG_inlined_subroutine);
            let list = out.ranges.add(RangeList(ranges));
            let file = match inlined.checked_sub(1).and_then(|at| body.function.inlined.get(at as usize)) {
                Some(around) => &around.file,
                None => &body.function.file,
            };
            let mut set = |at, value| out.get_mut(inside).set(at, value);
            set(DW_AT_abstract_origin, AttributeValue::UnitRef(*origin));
            set(DW_AT_ranges, AttributeValue::RangeListRef(list));
            if let (Some(file), 1..) = (self.file(file), call.line) {
                set(DW_AT_call_file, AttributeValue::FileIndex(Some(file)));
                set(DW_AT_call_line, AttributeValue::Udata(call.line.into()));
                set(DW_AT_call_column, AttributeValue::Udata(call.column.into()));
            }
            self.describe_body(out, inside, body, number);
        }
    }
}

/// The inlined calls that an instruction belongs to, the innermost first, and at last 0 for the function, each with its line there.
type Ways = Vec<(u32, Option<u32>)>;

/// The line of an instruction in an inlined call, or in the function.
fn line_in(ways: &Ways, inlined: u32) -> Option<u32> {
    ways.iter().find(|(at, _)| *at == inlined).and_then(|(_, line)| *line)
}

/// The instructions of a function.
struct Body<'d> {
    function: &'d Function,
    addresses: Addresses,
    ways: Vec<(u32, Ways)>,
}

impl<'d> Body<'d> {
    fn new(writer: &Writer<'d>, function: &'d Function, (start, end): Addresses) -> Self {
        let program = writer.program;
        let is_call = |addr: u32| matches!(instruction(program, addr), Some(Instr { op: Op::Jal | Op::Jalr, .. }));
        let ways = |addr: u32| {
            // While a function is called, debuggers seek its caller's blocks by the delay slot, which can belong to another line.
            let call = addr.wrapping_sub(4);
            let addr = if call >= start && is_call(call) { call } else { addr };
            let entry = program.line_of(addr);
            let in_file =
                |name: &String| entry.filter(|e| program.files.get(e.file as usize) == Some(name)).map(|e| e.line);
            let mut ways = Vec::new();
            let mut line: Option<Option<u32>> = None;
            for (number, call) in writer.debug.inlined(writer.index, function, addr) {
                ways.push((number, line.unwrap_or_else(|| in_file(&call.file))));
                line = Some(Some(call.line).filter(|line| *line > 0));
            }
            ways.push((0, line.unwrap_or_else(|| in_file(&function.file))));
            ways
        };
        Self {
            function,
            addresses: (start, end),
            ways: (start..end).step_by(4).map(|addr| (addr, ways(addr))).collect(),
        }
    }

    /// The instructions for which something holds.
    fn ranges(&self, holds: impl Fn(&Ways) -> bool) -> Vec<Range> {
        let mut found: Vec<Addresses> = Vec::new();
        for (addr, _) in self.ways.iter().filter(|(_, ways)| holds(ways)) {
            match found.last_mut() {
                Some((_, to)) if to == addr => *to += 4,
                _ => found.push((*addr, addr + 4)),
            }
        }
        found.into_iter().map(|(begin, end)| range(begin, end)).collect()
    }
}
