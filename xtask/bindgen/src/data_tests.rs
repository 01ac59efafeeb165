//! Tests on programs that `wasm-encoder` writes byte by byte, with the sections that a linker adds for `--emit-relocs`
//! (Tool Conventions of WebAssembly, "Linking").

use super::{Links, Object, links};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use wasm_encoder::{
    CodeSection, ConstExpr, CustomSection, DataSection, DataSymbolDefinition, EntityType, Function, FunctionSection,
    ImportSection, LinkingSection, MemorySection, MemoryType, Module, NameMap, NameSection, SymbolTable, TypeSection,
};

/// Type of relocation: an address in the operand of `i32.const` of a function (R_WASM_MEMORY_ADDR_SLEB).
const ADDRESS_IN_CODE: u8 = 4;
/// Type of relocation: an address in a word of data (R_WASM_MEMORY_ADDR_I32).
const ADDRESS_IN_DATA: u8 = 5;
/// Type of relocation: the number of a type (R_WASM_TYPE_INDEX_LEB). Its index is no symbol.
const TYPE: u8 = 6;

/// A segment of data: its address, or none for a passive one, and its bytes.
type Segment = (Option<u32>, &'static [u8]);
/// A symbol for data: segment, offset and size.
type Symbol = (u32, u32, u32);
/// A relocation: type, offset in the section, and symbol.
type Relocation = (u8, u32, u32);

/// A program: functions `first` and `second` after one that is imported; each body is `i32.const 0`, `drop`.
#[derive(Default)]
struct Parts {
    segments: Vec<Segment>,
    symbols: Vec<Symbol>,
    in_code: Vec<Relocation>,
    in_data: Vec<Relocation>,
}

/// An unsigned number as LEB128.
fn leb(mut value: u32, out: &mut Vec<u8>) {
    while value > 0x7f {
        out.push(value as u8 & 0x7f | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A section with relocations for the section of that number. All types but that of types have an addend, here 0.
fn relocations(section: u32, entries: &[Relocation]) -> Vec<u8> {
    let mut bytes = Vec::new();
    leb(section, &mut bytes);
    leb(entries.len() as u32, &mut bytes);
    for &(kind, offset, symbol) in entries {
        bytes.push(kind);
        leb(offset, &mut bytes);
        leb(symbol, &mut bytes);
        if kind != TYPE {
            bytes.push(0);
        }
    }
    bytes
}

impl Parts {
    /// The program's bytes. Sections in order: types 0, imports 1, functions 2, memory 3, code 4, data 5.
    fn wasm(&self) -> Vec<u8> {
        let mut module = Module::new();
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        imports.import("host", "call", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        functions.function(0).function(0);
        let mut memory = MemorySection::new();
        memory.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
        let mut code = CodeSection::new();
        for _ in 0..2 {
            let mut body = Function::new([]);
            body.instructions().i32_const(0).drop().end();
            code.function(&body);
        }
        let mut data = DataSection::new();
        for (at, bytes) in &self.segments {
            match at {
                Some(at) => data.active(0, &ConstExpr::i32_const(at.cast_signed()), bytes.iter().copied()),
                None => data.passive(bytes.iter().copied()),
            };
        }
        module.section(&types).section(&imports).section(&functions).section(&memory).section(&code).section(&data);
        let mut table = SymbolTable::new();
        for (place, &(index, offset, size)) in self.symbols.iter().enumerate() {
            table.data(0, &format!("object{place}"), Some(DataSymbolDefinition { index, offset, size }));
        }
        let mut linking = LinkingSection::new();
        linking.symbol_table(&table);
        module.section(&linking);
        for (name, section, entries) in [("reloc.CODE", 4, &self.in_code), ("reloc.DATA", 5, &self.in_data)] {
            if !entries.is_empty() {
                let data = Cow::Owned(relocations(section, entries));
                module.section(&CustomSection { name: name.into(), data });
            }
        }
        let mut names = NameMap::new();
        names.append(0, "call");
        names.append(1, "first");
        names.append(2, "second");
        let mut section = NameSection::new();
        section.functions(&names);
        module.section(&section);
        module.finish()
    }

    fn error(&self) -> String {
        format!("{:#}", links(&self.wasm()).expect_err("the program contradicts itself"))
    }
}

/// Offset in the section with the code of the operand in the body of function 0 or 1: the count of bodies, then for each
/// its length, its count of locals and the operation code.
fn operand(function: u32) -> u32 {
    1 + function * 6 + 3
}

/// Offset in the section with the data of the first byte of segment 0, which is active and has an address below 64.
const FIRST_BYTE: u32 = 1 + 1 + 3 + 1;

fn object(at: u32, size: u32, to: impl IntoIterator<Item = usize>) -> Object {
    Object { at, size, to: to.into_iter().collect() }
}

fn functions(first: &[usize], second: &[usize]) -> BTreeMap<String, BTreeSet<usize>> {
    let set = |of: &[usize]| of.iter().copied().collect();
    BTreeMap::from([("first".to_owned(), set(first)), ("second".to_owned(), set(second))])
}

#[test]
fn functions_and_objects_name_what_they_use() {
    let parts = Parts {
        segments: vec![(Some(16), b"abcdefghijkl"), (Some(40), b"mnop")],
        symbols: vec![(0, 0, 4), (0, 4, 8), (1, 0, 4)],
        // The first relocation is of a type: its index is no symbol.
        in_code: vec![(TYPE, operand(0), 9), (ADDRESS_IN_CODE, operand(0), 0), (ADDRESS_IN_CODE, operand(1), 2)],
        // The word at address 24, in the second object, is the address of the third.
        in_data: vec![(ADDRESS_IN_DATA, FIRST_BYTE + 8, 2)],
    };
    let expected = Links {
        data: vec![object(16, 4, []), object(20, 8, [2]), object(40, 4, [])],
        functions: functions(&[0], &[2]),
    };
    assert_eq!(links(&parts.wasm()).unwrap(), Some(expected));
}

#[test]
fn two_symbols_of_one_object_are_one_object() {
    let parts = Parts {
        segments: vec![(Some(16), b"abcd")],
        symbols: vec![(0, 0, 4), (0, 0, 4)],
        in_code: vec![(ADDRESS_IN_CODE, operand(0), 0), (ADDRESS_IN_CODE, operand(1), 1)],
        in_data: vec![],
    };
    let expected = Links { data: vec![object(16, 4, [])], functions: functions(&[0], &[0]) };
    assert_eq!(links(&parts.wasm()).unwrap(), Some(expected));
}

#[test]
fn objects_that_overlap_both_point() {
    let parts = Parts {
        segments: vec![(Some(16), b"abcdefgh"), (Some(40), b"mnop")],
        symbols: vec![(0, 0, 8), (0, 4, 4), (1, 0, 4)],
        in_data: vec![(ADDRESS_IN_DATA, FIRST_BYTE + 4, 2)],
        ..Parts::default()
    };
    let found = links(&parts.wasm()).unwrap().unwrap();
    assert_eq!(found.data, [object(16, 8, [2]), object(20, 4, [2]), object(40, 4, [])]);
}

#[test]
fn a_passive_segment_keeps_its_place_in_the_count() {
    let parts = Parts {
        segments: vec![(None, b"passive"), (Some(40), b"mnop")],
        symbols: vec![(0, 0, 7), (1, 0, 4)],
        in_code: vec![(ADDRESS_IN_CODE, operand(1), 1)],
        in_data: vec![],
    };
    let expected = Links { data: vec![object(40, 4, [])], functions: functions(&[], &[0]) };
    assert_eq!(links(&parts.wasm()).unwrap(), Some(expected));
}

#[test]
fn a_program_linked_without_relocations_has_no_links() {
    let parts = Parts { segments: vec![(Some(16), b"abcd")], symbols: vec![(0, 0, 4)], ..Parts::default() };
    assert_eq!(links(&parts.wasm()).unwrap(), None);
}

#[test]
fn contradictions_are_errors() {
    let valid = || Parts {
        segments: vec![(Some(16), b"abcd")],
        symbols: vec![(0, 0, 4)],
        in_code: vec![(ADDRESS_IN_CODE, operand(0), 0)],
        in_data: vec![],
    };
    assert!(links(&valid().wasm()).is_ok());
    let missing_symbol = Parts { in_code: vec![(ADDRESS_IN_CODE, operand(0), 7)], ..valid() };
    assert_eq!(missing_symbol.error(), "a relocation names symbol 7, which does not exist");
    let missing_segment = Parts { symbols: vec![(3, 0, 4)], ..valid() };
    assert_eq!(missing_segment.error(), "a symbol names data segment 3, which does not exist");
    // Offset 0 of the section is the count of bodies, and an offset after the last body is in no function either.
    let before = Parts { in_code: vec![(ADDRESS_IN_CODE, 0, 0)], ..valid() };
    assert!(before.error().ends_with("belongs to no function"), "{}", before.error());
    let behind = Parts { in_code: vec![(ADDRESS_IN_CODE, 1000, 0)], ..valid() };
    assert!(behind.error().ends_with("belongs to no function"), "{}", behind.error());
    let no_data = Parts { in_data: vec![(ADDRESS_IN_DATA, 1000, 0)], ..valid() };
    assert!(no_data.error().ends_with("is no data"), "{}", no_data.error());
    let beyond = Parts { segments: vec![(Some(u32::MAX - 1), b"abcd")], symbols: vec![(0, 2, 2)], ..valid() };
    assert_eq!(beyond.error(), "a symbol is beyond the end of memory");
}

#[test]
fn bytes_that_are_no_program_are_an_error() {
    assert!(links(b"no program").is_err());
    let whole = Parts { segments: vec![(Some(16), b"abcd")], symbols: vec![(0, 0, 4)], ..Parts::default() }.wasm();
    assert!(links(&whole[..whole.len() - 3]).is_err());
}
