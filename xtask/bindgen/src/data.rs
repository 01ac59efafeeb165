//! Which function of a program uses which constants: the linker's relocations, read before `wasm-bindgen` drops them.

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wasmparser::{
    DataKind, KnownCustom, Linking, Name, Operator, Parser, Payload, RelocSectionReader, RelocationType, SymbolInfo,
    TypeRef,
};

/// The data of a program, and its users. `www/dist/data.mjs` reads this.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Links {
    /// The objects in memory that the program begins with.
    pub data: Vec<Object>,
    /// The objects that each function names, by their places in `data`. Functions of one name are one entry; names are as
    /// `wasm-bindgen` writes them, without the number that it adds to the second function of a name.
    pub functions: BTreeMap<String, BTreeSet<usize>>,
}

/// An object in memory.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Object {
    /// Its first address.
    pub at: u32,
    /// Its length in bytes.
    pub size: u32,
    /// The objects that it points to, by their places in [`Links::data`].
    pub to: BTreeSet<usize>,
}

/// The sections of a program, as far as they matter here. Ranges are bytes of the file.
#[derive(Default)]
struct Program<'a> {
    /// Number and contents of the section with the functions, and of the one with the data.
    code: Option<(u32, Range<usize>)>,
    data: Option<(u32, Range<usize>)>,
    /// Functions that are imported: they have the first numbers.
    imports: u32,
    bodies: Vec<Range<usize>>,
    /// First address and bytes of each segment of data; `None` for a segment without a constant address. Symbols name
    /// segments by their places here.
    segments: Vec<Option<(u32, Range<usize>)>>,
    names: BTreeMap<u32, &'a str>,
    symbols: Vec<SymbolInfo<'a>>,
    relocations: Vec<RelocSectionReader<'a>>,
}

impl<'a> Program<'a> {
    fn read(wasm: &'a [u8]) -> Result<Self> {
        let mut program = Self::default();
        let mut number = 0;
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload?;
            let section = payload.as_section().map(|(_, range)| (number, range));
            number += u32::from(section.is_some());
            match payload {
                Payload::ImportSection(reader) => {
                    for import in reader.into_imports() {
                        program.imports += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                    }
                }
                Payload::CodeSectionStart { .. } => program.code = section,
                Payload::CodeSectionEntry(body) => program.bodies.push(body.range()),
                Payload::DataSection(reader) => {
                    program.data = section;
                    for segment in reader {
                        let segment = segment?;
                        let bytes = segment.range.end - segment.data.len()..segment.range.end;
                        program.segments.push(match segment.kind {
                            DataKind::Active { offset_expr, .. } => match offset_expr.get_operators_reader().read()? {
                                Operator::I32Const { value } => Some((value.cast_unsigned(), bytes)),
                                _ => None,
                            },
                            DataKind::Passive => None,
                        });
                    }
                }
                Payload::CustomSection(custom) => program.read_custom(&custom.as_known())?,
                _ => {}
            }
        }
        Ok(program)
    }

    fn read_custom(&mut self, custom: &KnownCustom<'a>) -> Result<()> {
        match custom {
            KnownCustom::Name(reader) => {
                for part in reader.clone() {
                    let Name::Function(map) = part? else { continue };
                    for naming in map {
                        let naming = naming?;
                        self.names.insert(naming.index, naming.name);
                    }
                }
            }
            KnownCustom::Linking(reader) => {
                for part in reader.subsections() {
                    if let Linking::SymbolTable(map) = part? {
                        self.symbols = map.into_iter().collect::<Result<_, _>>()?;
                    }
                }
            }
            KnownCustom::Reloc(reader) => self.relocations.push(reader.clone()),
            _ => {}
        }
        Ok(())
    }

    /// The object of a symbol: address and size. None if the symbol is no object, or one without bytes in the file.
    fn object(&self, symbol: &SymbolInfo<'_>) -> Result<Option<(u32, u32)>> {
        let SymbolInfo::Data { symbol: Some(symbol), .. } = symbol else { return Ok(None) };
        let segment = self.segments.get(symbol.index as usize);
        let segment =
            segment.with_context(|| format!("a symbol names data segment {}, which does not exist", symbol.index))?;
        let Some((start, bytes)) = segment else { return Ok(None) };
        if symbol.size == 0 || symbol.offset as usize >= bytes.len() {
            return Ok(None);
        }
        let at = start.checked_add(symbol.offset).context("a symbol is beyond the end of memory")?;
        Ok(Some((at, symbol.size)))
    }

    /// The name of the function whose code has this byte.
    fn function_at(&self, place: usize) -> Result<&'a str> {
        let number = self.bodies.partition_point(|body| body.end <= place);
        let inside = self.bodies.get(number).is_some_and(|body| body.contains(&place));
        ensure!(inside, "byte {place} belongs to no function");
        self.name(u32::try_from(number)?)
    }

    /// The name of a function of the program's own.
    fn name(&self, number: u32) -> Result<&'a str> {
        self.names.get(&(self.imports + number)).copied().with_context(|| format!("function {number} has no name"))
    }

    /// The address that a byte of the file gets in memory.
    fn address(&self, place: usize) -> Result<u32> {
        let segment = self.segments.iter().flatten().find(|(_, bytes)| bytes.contains(&place));
        let (start, bytes) = segment.with_context(|| format!("byte {place} is no data"))?;
        start.checked_add(u32::try_from(place - bytes.start)?).context("data are beyond the end of memory")
    }
}

/// Reads a program that was linked with `--emit-relocs`; `None` if it was linked without.
///
/// # Errors
///
/// The bytes are no WebAssembly, or its sections contradict each other.
pub fn links(wasm: &[u8]) -> Result<Option<Links>> {
    let program = Program::read(wasm)?;
    if program.relocations.is_empty() {
        return Ok(None);
    }
    let mut links = Links::default();
    // Several symbols can be names of one object.
    let mut numbers = BTreeMap::new();
    let mut object_of = BTreeMap::new();
    for (index, symbol) in program.symbols.iter().enumerate() {
        let Some((at, size)) = program.object(symbol)? else { continue };
        let number = *numbers.entry((at, size)).or_insert(links.data.len());
        if number == links.data.len() {
            links.data.push(Object { at, size, to: BTreeSet::new() });
        }
        object_of.insert(index, number);
    }
    // A function without data is listed too: of one that is not listed nothing is known.
    for number in 0..program.bodies.len() {
        links.functions.insert(shown(program.name(u32::try_from(number)?)?), BTreeSet::new());
    }
    let largest = links.data.iter().map(|object| object.size).max().unwrap_or_default();
    for reader in &program.relocations {
        let bytes_of = |part: &Option<(u32, Range<usize>)>| {
            part.as_ref().filter(|(number, _)| *number == reader.section_index()).map(|(_, range)| range.start)
        };
        for entry in reader.entries() {
            let entry = entry?;
            if entry.ty == RelocationType::TypeIndexLeb {
                continue;
            }
            // All others name a symbol; most are functions.
            let symbol = entry.index as usize;
            ensure!(symbol < program.symbols.len(), "a relocation names symbol {symbol}, which does not exist");
            let Some(&object) = object_of.get(&symbol) else { continue };
            if let Some(start) = bytes_of(&program.code) {
                let user = program.function_at(start + entry.offset as usize)?;
                links.functions.entry(shown(user)).or_default().insert(object);
            } else if let Some(start) = bytes_of(&program.data) {
                let address = program.address(start + entry.offset as usize)?;
                // Objects may overlap.
                let near = numbers.range((address.saturating_sub(largest), 0)..=(address, u32::MAX));
                for (_, &holder) in near.filter(|((at, size), _)| address - at < *size) {
                    links.data[holder].to.insert(object);
                }
            }
        }
    }
    Ok(Some(links))
}

/// The name of a function as `wasm-bindgen` writes it.
fn shown(name: &str) -> String {
    rustc_demangle::try_demangle(name).map_or_else(|_| name.to_owned(), |symbol| symbol.to_string())
}

#[cfg(test)]
#[path = "data_tests.rs"]
mod tests;
