//! Variables of C at a node: the calls that its core is in, and the variables of one of them, with types and values.

use super::calls::{function_at, is_start};
use super::{SourcePlace, fault_text};
use crate::{Block, Fault, Frame, Machine, Number, Outside, Scope, Shape, Value, frames};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text};
use mcore_cpu::program::Program;
use mcore_toolchain::debug::Debug;
use serde::{Deserialize, Serialize};

/// Maximum number of rows.
const MAX_ROWS: usize = 512;
/// Maximum number of values that are open at a time.
pub const MAX_OPEN: usize = 64;
/// Maximum depth of parts within parts.
const MAX_DEPTH: u32 = 16;
/// Parts of a struct, or structs of an array, that are shown at a time.
pub const SHOWN_PARTS: u32 = 32;
/// Rows of a grid that are shown at a time.
pub const SHOWN_ROWS: u32 = 8;
/// Maximum number of columns of a grid that are shown at a time.
const GRID_COLUMNS: u32 = 8;
/// Characters for a row of a grid; wide values get fewer columns.
const GRID_WIDTH: usize = 36;
/// Calls of the same function in a row that are shown one by one; more are counted.
const MAX_ALIKE: usize = 3;
/// Characters of a value in the list of calls.
const ARGUMENT_WIDTH: usize = 24;

/// The variables that the page wants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariablesQuery {
    /// The chosen call, with the node and the cycle at which it was chosen. Elsewhere, the nearest one in the user's files
    /// is shown.
    pub call: Option<(NodeId, Cycle, u32)>,
    /// The values that are open; at most [`MAX_OPEN`].
    pub open: Vec<OpenValue>,
}

/// An open value, and the part of it that is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenValue {
    /// It is at file scope.
    pub global: bool,
    /// Its expression, see [`VariableRow::expression`].
    pub expression: String,
    /// The first row of a grid, or the first part.
    pub row: u32,
    /// The first column of a grid.
    pub column: u32,
}

/// The calls of a node, and the variables of one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariablesView {
    /// The calls, the innermost first.
    pub calls: Vec<CallRow>,
    /// The index of the call whose variables are shown.
    pub call: u32,
    /// Its variables, then those at file scope, each followed by its open parts.
    pub rows: Vec<VariableRow>,
    /// There are more rows than these.
    pub cut: bool,
}

/// A call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallRow {
    /// The number of the call, from 0 for the innermost.
    pub index: u32,
    /// Name of the function.
    pub function: String,
    /// Parameters with their values; without one where it is gone.
    pub arguments: Vec<(String, Option<String>)>,
    /// The next line, or the line of the call before it in the list.
    pub place: Option<SourcePlace>,
    /// The line is in a file of the user's.
    pub own: bool,
    /// The function is in C, and its variables are known.
    pub known: bool,
    /// Its body replaces the call in the function that is next in the list.
    pub inlined: bool,
    /// More calls of the same function that follow, and are not listed.
    pub more: u32,
}

/// A variable, or a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariableRow {
    /// It is at file scope.
    pub global: bool,
    /// 0 for a variable, 1 for its parts.
    pub depth: u32,
    /// Its name, or that of the part: `[3]`, `.x`, `*`.
    pub name: String,
    /// The expression of C that gives it; it identifies the row together with `global`.
    pub expression: String,
    /// Its type.
    pub ty: String,
    /// Its value in one line; empty if there is none.
    pub value: String,
    /// Why it has no value.
    pub why: Option<Text>,
    /// The reason to look twice at the target of a pointer: it has been freed, or is outside an array.
    pub note: Option<Text>,
    /// The value is that of this variable too, see [`Scope::same_as`].
    pub same: Option<String>,
    /// Address and size in bytes, if it is in memory.
    pub at: Option<(u32, u32)>,
    /// The word that it is, if it is a number of 4 bytes in memory.
    pub word: Option<u32>,
    /// It has parts.
    pub opens: bool,
    /// They are shown.
    pub open: bool,
    /// For a list of parts that does not show all: the first part, and their number.
    pub part: Option<(u32, u32)>,
    /// The elements of an open array of scalars.
    pub grid: Option<GridView>,
}

/// A part of an array of scalars.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridView {
    /// It has two indices; else one, and the rows follow each other.
    pub two: bool,
    /// The first row shown, and the number of rows.
    pub rows: (u32, u32),
    /// The first column shown, and the number of columns.
    pub columns: (u32, u32),
    /// Columns shown.
    pub width: u32,
    /// The values, row by row.
    pub cells: Vec<Vec<String>>,
    /// The values as words, for cells of 4 bytes.
    pub words: Vec<Vec<u32>>,
    /// Address of the first cell shown, bytes from row to row and from cell to cell.
    pub at: (u32, u32, u32),
}

impl VariablesView {
    /// The variables of a compute node; `None` for other nodes, and for a program without C.
    pub fn of(debug: &Debug, machine: &Machine, node: NodeId, query: &VariablesQuery) -> Option<Self> {
        let rank = machine.spec().array.rank(node)?;
        if debug.units().is_empty() {
            return None;
        }
        let frames = frames(debug, machine, rank);
        let image = machine.image(rank);
        let is_own = |frame: &Frame| frame.place.is_some_and(|(file, _)| !image.is_library(file));
        let chosen = query.call.filter(|(at, cycle, _)| *at == node && *cycle == machine.state.cycle);
        let nearest = || {
            let of_user = frames.iter().position(|frame| frame.name.is_some() && is_own(frame));
            of_user.or_else(|| frames.iter().position(is_own)).unwrap_or(0)
        };
        let call =
            chosen.map(|(.., index)| index as usize).filter(|index| *index < frames.len()).unwrap_or_else(nearest);
        let frame = frames.get(call);
        let scope = Scope { debug, machine, rank, frame };
        let mut list = List { scope, frames: &frames, query, rows: Vec::new(), cut: false };
        let all = scope.variables();
        for (index, variable) in all.iter().enumerate() {
            let at = list.rows.len();
            list.add(Row::of(false, &variable.name), scope.variable(variable));
            if let (Some(row), Some(name)) = (list.rows.get_mut(at), scope.same_as(&all, index)) {
                row.same = Some(name.into());
            }
        }
        for global in scope.globals() {
            list.add(Row::of(true, &global.variable.name), scope.global(global));
        }
        let List { rows, cut, .. } = list;
        Some(Self { calls: calls(&scope, &frames, call, is_own), call: call as u32, rows, cut })
    }
}

/// The calls; many of the same function are counted. The chosen one is always listed.
fn calls(scope: &Scope<'_>, frames: &[Frame], chosen: usize, is_own: impl Fn(&Frame) -> bool) -> Vec<CallRow> {
    let image = scope.machine.image(scope.rank);
    let mut rows: Vec<CallRow> = Vec::new();
    let mut alike = 0;
    for (index, frame) in frames.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|i| frames.get(i));
        let same = |other: &Frame| (other.call.function, &other.name) == (frame.call.function, &frame.name);
        alike = if before.is_some_and(same) { alike + 1 } else { 0 };
        let goes_on = frames.get(index + 1).is_some_and(same);
        if alike >= MAX_ALIKE
            && goes_on
            && index != chosen
            && let Some(last) = rows.last_mut()
        {
            last.more += 1;
            continue;
        }
        let is_start = is_start(image, frame.call.pc);
        let function = frame.name.clone().or_else(|| function_at(image, frame.call.pc));
        let function = function.filter(|_| !is_start).unwrap_or_default();
        let place = place_of(&image.program, frame).filter(|_| !is_start);
        // The few instructions that call `main` are no function of the program.
        if function.is_empty() && place.is_none() && index != chosen {
            continue;
        }
        let scope = Scope { frame: Some(frame), ..*scope };
        let parameters = scope.variables().into_iter().filter(|v| v.parameter);
        let arguments =
            parameters.map(|v| (v.name.clone(), scope.variable(v).ok().and_then(|v| argument(&scope, frames, &v))));
        rows.push(CallRow {
            index: index as u32,
            function,
            arguments: arguments.collect(),
            place,
            own: is_own(frame),
            known: frame.name.is_some(),
            inlined: frame.inlined > 0,
            more: 0,
        });
    }
    rows
}

/// The line that a function is at.
pub fn place_of(program: &Program, frame: &Frame) -> Option<SourcePlace> {
    let (file, line) = frame.place?;
    Some(SourcePlace { file: program.files.get(file as usize)?.clone(), line })
}

/// The value of a parameter, for a list of calls.
fn argument(scope: &Scope<'_>, frames: &[Frame], value: &Value) -> Option<String> {
    let short = short_text(scope, frames, value).ok()?;
    let cut = short.chars().count() > ARGUMENT_WIDTH;
    Some(if cut { short.chars().take(ARGUMENT_WIDTH).chain(['…']).collect() } else { short })
}

/// The parts of a row that do not depend on its value.
struct Row {
    global: bool,
    depth: u32,
    name: String,
    expression: String,
}

impl Row {
    fn of(global: bool, name: &str) -> Self {
        Self { global, depth: 0, name: name.into(), expression: name.into() }
    }

    /// A part of this row, whose name is that of [`Scope::parts`].
    fn part(&self, name: &str) -> Self {
        let whole = &self.expression;
        // `*p.x` is `*(p.x)`, and the members of `*p` are those of `(*p)`.
        let base = if whole.starts_with('*') { format!("({whole})") } else { whole.clone() };
        let (name, expression) = match name {
            "*" => ("*".into(), format!("*{whole}")),
            "" => (String::new(), whole.clone()),
            index if index.starts_with('[') => (index.into(), format!("{base}{index}")),
            member => (format!(".{member}"), format!("{base}.{member}")),
        };
        Self { global: self.global, depth: self.depth + 1, name, expression }
    }
}

/// The list as it grows.
struct List<'a, 'q> {
    scope: Scope<'a>,
    frames: &'q [Frame],
    query: &'q VariablesQuery,
    rows: Vec<VariableRow>,
    cut: bool,
}

impl List<'_, '_> {
    /// Adds a row and, if it is open, its parts.
    fn add(&mut self, row: Row, value: Result<Value, Fault>) {
        if self.rows.len() >= MAX_ROWS {
            self.cut = true;
            return;
        }
        let open = self.query.open.iter().take(MAX_OPEN);
        let open = open.into_iter().find(|o| o.global == row.global && o.expression == row.expression);
        let mut shown = VariableRow {
            global: row.global,
            depth: row.depth,
            name: row.name.clone(),
            expression: row.expression.clone(),
            ..VariableRow::default()
        };
        let scope = self.scope;
        let value = match value {
            Ok(value) => value,
            Err(fault) => {
                shown.why = Some(fault_text(&fault));
                return self.rows.push(shown);
            }
        };
        let shape = scope.shape(&value);
        shown.ty = scope.type_name(&value);
        shown.at = value.address().zip(scope.size(&value));
        let is_number = matches!(shape, Shape::Integer | Shape::Float | Shape::Pointer);
        let word = shown.at.filter(|(addr, size)| is_number && *size == 4 && addr % 4 == 0);
        shown.word = word.and_then(|(addr, _)| scope.machine.peek(scope.rank, addr));
        match value_text(&scope, self.frames, &value) {
            Ok(text) => shown.value = text,
            Err(fault) => shown.why = Some(fault_text(&fault)),
        }
        if shape == Shape::Pointer {
            shown.note = target_note(&scope, self.frames, &value);
        }
        shown.opens = match shape {
            Shape::Array { count, .. } => count > 0,
            Shape::Record(count) => count > 0,
            Shape::Pointer => scope.parts(&value, 0, 1).iter().any(|(_, part)| {
                part.address().is_some_and(|addr| scope.machine.peek(scope.rank, addr & !3).is_some())
            }),
            Shape::Integer | Shape::Float | Shape::Other => false,
        } && row.depth < MAX_DEPTH;
        let Some(open) = open.filter(|_| shown.opens) else { return self.rows.push(shown) };
        shown.open = true;
        if let Shape::Array { count, .. } = shape
            && let Some(grid) = grid(&scope, &value, count, open)
        {
            shown.grid = Some(grid);
            return self.rows.push(shown);
        }
        let total = match shape {
            Shape::Array { count, .. } | Shape::Record(count) => count,
            _ => 1,
        };
        let first = open.row.min(total.saturating_sub(1)) / SHOWN_PARTS * SHOWN_PARTS;
        shown.part = (total > SHOWN_PARTS).then_some((first, total));
        self.rows.push(shown);
        for (name, part) in scope.parts(&value, first, SHOWN_PARTS) {
            self.add(row.part(&name), Ok(part));
        }
    }
}

/// An array of scalars, or of arrays of scalars, as a grid.
fn grid(scope: &Scope<'_>, value: &Value, count: u32, open: &OpenValue) -> Option<GridView> {
    let (_, first) = scope.parts(value, 0, 1).into_iter().next()?;
    let base = value.address()?;
    let size = scope.size(&first)?;
    let is_scalar = |value: &Value| matches!(scope.shape(value), Shape::Integer | Shape::Float | Shape::Pointer);
    let (two, rows, columns, cell) = match scope.shape(&first) {
        Shape::Array { count: columns, .. } if columns > 0 => {
            let (_, cell) = scope.parts(&first, 0, 1).into_iter().next()?;
            (true, count, columns, cell)
        }
        _ => (false, count.div_ceil(GRID_COLUMNS), count.min(GRID_COLUMNS), first),
    };
    if !is_scalar(&cell) {
        return None;
    }
    let bytes = scope.size(&cell)?;
    let last = |shown: u32, all: u32| all.saturating_sub(shown);
    let row = open.row.min(last(SHOWN_ROWS, rows));
    let column = if two { open.column.min(last(1, columns)) } else { 0 };
    let row_bytes = if two { size } else { bytes * GRID_COLUMNS };
    let mut cells: Vec<Vec<String>> = Vec::new();
    for r in row..rows.min(row + SHOWN_ROWS) {
        let in_row = if two {
            let line = scope.parts(value, r, 1).into_iter().next().map(|(_, line)| line)?;
            scope.parts(&line, column, GRID_COLUMNS)
        } else {
            scope.parts(value, r * GRID_COLUMNS, GRID_COLUMNS)
        };
        cells.push(in_row.iter().map(|(_, cell)| cell_text(scope, cell)).collect());
    }
    let widest = cells.iter().flatten().map(|text| text.chars().count() + 2).max().unwrap_or(1);
    let fit = (GRID_WIDTH / widest).clamp(1, GRID_COLUMNS as usize);
    let width = if two { (fit as u32).min(columns - column) } else { columns };
    if two {
        cells.iter_mut().for_each(|row| row.truncate(fit));
    }
    let at = base.wrapping_add(row.wrapping_mul(row_bytes)).wrapping_add(column.wrapping_mul(bytes));
    let word = |r: u32, c: u32| {
        scope.machine.peek(scope.rank, at.wrapping_add(r.wrapping_mul(row_bytes)).wrapping_add(c.wrapping_mul(bytes)))
    };
    let words = if bytes == 4 {
        let row = |(r, cells): (u32, &Vec<String>)| (0..cells.len() as u32).map(|c| word(r, c).unwrap_or(0)).collect();
        (0..).zip(&cells).map(row).collect()
    } else {
        Vec::new()
    };
    let at = (at, row_bytes, bytes);
    Some(GridView { two, rows: (row, rows), columns: (column, columns), width, cells, words, at })
}

/// The value of a cell of a grid: floating-point numbers with few digits.
fn cell_text(scope: &Scope<'_>, cell: &Value) -> String {
    match scope.number(cell) {
        Ok(Number::Float(x)) => short_float(x),
        Ok(Number::Integer(n)) if matches!(scope.shape(cell), Shape::Pointer) => format!("{n:x}"),
        Ok(Number::Integer(n)) => n.to_string(),
        Err(_) => "?".into(),
    }
}

/// A floating-point number with at most four digits after the point.
fn short_float(x: f64) -> String {
    let size = if x < 0.0 { -x } else { x };
    if x == 0.0 || (1e-3..1e6).contains(&size) {
        let text = format!("{x:.4}");
        return text.trim_end_matches('0').trim_end_matches('.').into();
    }
    if size.is_finite() { format!("{x:.3e}") } else { x.to_string() }
}

/// A value in one line: a pointer with the object that it points to, and its value.
pub fn value_text(scope: &Scope<'_>, frames: &[Frame], value: &Value) -> Result<String, Fault> {
    if scope.shape(value) != Shape::Pointer {
        return match alike(scope, value) {
            Some(text) => Ok(text),
            None => scope.text(value),
        };
    }
    let (name, target) = pointed(scope, frames, value)?;
    let text = target.and_then(|target| {
        scope.text_at(&target).or_else(|| match scope.shape(&target) {
            Shape::Integer | Shape::Float => scope.text(&target).ok(),
            _ => None,
        })
    });
    Ok(match text {
        Some(text) => format!("{name} → {text}"),
        None => name,
    })
}

/// The text of a value; a pointer is shown without the value that it points to.
pub fn short_text(scope: &Scope<'_>, frames: &[Frame], value: &Value) -> Result<String, Fault> {
    match scope.shape(value) {
        Shape::Pointer => pointed(scope, frames, value).map(|(name, _)| name),
        _ => value_text(scope, frames, value),
    }
}

/// The name of the place that a pointer points to, and the object there if its value can be shown.
fn pointed(scope: &Scope<'_>, frames: &[Frame], value: &Value) -> Result<(String, Option<Value>), Fault> {
    let Number::Integer(addr) = scope.number(value)? else { return Ok((scope.text(value)?, None)) };
    let addr = addr as u32;
    if addr == 0 {
        return Ok(("NULL".into(), None));
    }
    let hex = || format!("0x{addr:08x}");
    let image = scope.machine.image(scope.rank);
    if image.code.is_text(addr) {
        // A function that is called only by its address is known by its label alone.
        let label = image.program.nearest_label(addr).filter(|(_, offset)| *offset == 0).map(|(s, _)| s.name.clone());
        return Ok((label.or_else(|| function_at(image, addr)).unwrap_or_else(hex), None));
    }
    let target = scope.parts(value, 0, 1).into_iter().next().map(|(_, target)| target);
    let ty = target.as_ref().map(|target| scope.type_name(target)).unwrap_or_default();
    let name = match scope.object_at(addr, &ty, frames) {
        Some(name) => name,
        None => match scope.block_at(addr) {
            // Its contents are no longer those of the program.
            Some(Block { freed: true, .. }) => return Ok((hex(), None)),
            Some(block) => block_name(&block, addr),
            None => hex(),
        },
    };
    Ok((name, target))
}

/// An address in a block of the heap: `malloc(12) + 4`.
pub fn block_name(block: &Block, addr: u32) -> String {
    match addr.wrapping_sub(block.begin) {
        0 => format!("malloc({})", block.bytes),
        offset => format!("malloc({}) + {offset}", block.bytes),
    }
}

/// The reason to look twice at the target of a pointer: it has been freed, or is outside an array.
fn target_note(scope: &Scope<'_>, frames: &[Frame], value: &Value) -> Option<Text> {
    let Ok(Number::Integer(addr)) = scope.number(value) else { return None };
    let addr = addr as u32;
    if let Some(Block { bytes, freed, .. }) = scope.block_at(addr) {
        return freed.then(|| {
            text!(
                "in a block of {bytes} bytes that has been freed",
                "解放済みの {bytes} バイトのブロックを指しています"
            )
        });
    }
    let Outside { array, bytes, before } = scope.outside(addr, frames)?;
    Some(match (before, bytes) {
        (true, _) => {
            text!(
                "outside `{array}`, {bytes} bytes before it",
                "`{array}` の先頭より {bytes} バイト手前（範囲外）を指しています"
            )
        }
        (false, 0) => text!("at the end of `{array}`", "`{array}` の末尾を指しています"),
        (false, _) => {
            text!("outside `{array}` by {bytes} bytes", "`{array}` の末尾より {bytes} バイト先（範囲外）を指しています")
        }
    })
}

/// An array of many equal numbers: `{0 × 16}`.
fn alike(scope: &Scope<'_>, value: &Value) -> Option<String> {
    /// Longer arrays are not looked through.
    const MOST: u32 = 4096;
    let Shape::Array { count: count @ 5..=MOST, is_text: false } = scope.shape(value) else { return None };
    let element = |index| scope.parts(value, index, 1).pop().map(|(_, part)| part);
    let first = element(0)?;
    let number = scope.number(&first).ok()?;
    // Most arrays differ early, so their elements are read one by one.
    let is_same = |index| element(index).is_some_and(|part| scope.number(&part).is_ok_and(|n| n == number));
    if !(1..count).all(is_same) {
        return None;
    }
    let text = scope.text(&first).ok()?;
    Some(format!("{{{text} × {count}}}"))
}
