//! Printing of objects, constants and jump tables.

use super::text::Writer;
use crate::ir::{Block, Datum, Linkage, Module, Object, SymbolId};
use crate::mir::Pool;
use alloc::{collections::BTreeMap, format, string::String};
use core::fmt::Write;

/// Labels of blocks whose address is in data, by function and block.
type Named = BTreeMap<(SymbolId, Block), String>;

/// Adds everything that is no code.
pub(super) fn write(writer: &mut Writer<'_>, module: &Module, pool: &Pool, named: &Named) {
    let tables = writer.take_tables();
    if !pool.all.is_empty() || !tables.is_empty() {
        writer.line(".section .rodata");
    }
    for double in [true, false] {
        let mut first = true;
        for (i, (bits, is_double)) in pool.all.iter().enumerate().filter(|(_, c)| c.1 == double) {
            if core::mem::take(&mut first) {
                writer.line(if double { ".align 3" } else { ".align 2" });
            }
            // Writing to a string does not fail.
            let _ = match is_double {
                true => write!(writer, "$LC{i}:\n\t.word {:#x}, {:#x}\n", *bits as u32, bits >> 32),
                false => write!(writer, "$LC{i}:\n\t.word {:#x}\n", *bits as u32),
            };
        }
    }
    writer.raw(&tables);
    for object in &module.objects {
        self::object(writer, module, object, named);
    }
    // A weak symbol that is not defined here is declared.
    for (i, symbol) in module.symbols.iter().enumerate() {
        let id = SymbolId(i as u32);
        let is_here = module.objects.iter().any(|o| o.symbol == id) || module.function(id).is_some();
        if symbol.linkage == Linkage::Weak && !is_here {
            writer.line(&format!(".weak {}", symbol.name));
        }
    }
}

fn object(writer: &mut Writer<'_>, module: &Module, object: &Object, named: &Named) {
    let name = writer.name(object.symbol);
    let size = object.size();
    if object.section.is_empty() {
        if module.symbols.get(object.symbol.index()).is_some_and(|s| s.linkage == Linkage::Local) {
            writer.line(&format!(".local {name}"));
        }
        writer.line(&format!(".comm {name}, {}, {}", size.max(1), object.align));
        writer.sizes.push((name.into(), u64::from(size.max(1))));
        return;
    }
    match object.section.as_str() {
        section @ (".data" | ".text") => writer.line(section),
        section @ (".rodata" | ".bss") => writer.line(&format!(".section {section}")),
        section => {
            let is_constant = module.symbols.get(object.symbol.index()).is_some_and(|s| s.constant);
            writer.line(&format!(".section {section}, \"{}\"", if is_constant { "a" } else { "aw" }));
        }
    }
    writer.reach(object.symbol);
    writer.line(&format!(".align {}", object.align.max(1).trailing_zeros()));
    writer.line(&format!(".type {name}, @object"));
    writer.line(&format!(".size {name}, {size}"));
    writer.sizes.push((name.into(), size.into()));
    writer.raw(&format!("{name}:\n"));
    for datum in &object.data {
        match datum {
            Datum::Bytes(bytes) => self::bytes(writer, bytes),
            Datum::Zero(n) => writer.line(&format!(".space {n}")),
            Datum::Address(symbol, offset) => {
                let place = writer.place(*symbol, *offset);
                writer.line(&format!(".4byte {place}"));
            }
            Datum::Label(function, block) => {
                let label = named.get(&(*function, *block)).map_or("0", String::as_str);
                writer.line(&format!(".4byte {label}"));
            }
        }
    }
    if size == 0 {
        writer.line(".space 0");
    }
}

/// Bytes: as a string where they are text, else as numbers.
fn bytes(writer: &mut Writer<'_>, bytes: &[u8]) {
    let is_text = |b: &u8| matches!(b, b' '..=b'~' | b'\n' | b'\t');
    if let Some((0, text)) = bytes.split_last()
        && !text.is_empty()
        && text.iter().all(is_text)
    {
        for (i, part) in text.chunks(64).enumerate() {
            let last = (i + 1) * 64 >= text.len();
            let mut line = String::from(if last { ".asciz \"" } else { ".ascii \"" });
            for b in part {
                match b {
                    b'"' => line.push_str("\\\""),
                    b'\\' => line.push_str("\\\\"),
                    b'\n' => line.push_str("\\n"),
                    b'\t' => line.push_str("\\t"),
                    b => line.push(char::from(*b)),
                }
            }
            line.push('"');
            writer.line(&line);
        }
        return;
    }
    for part in bytes.chunks(16) {
        let mut line = String::from(".byte ");
        for (i, b) in part.iter().enumerate() {
            let _ = write!(line, "{}{b}", if i == 0 { "" } else { ", " });
        }
        writer.line(&line);
    }
}
