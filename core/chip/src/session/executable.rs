//! An ELF file as the program: with its C source lines if they are available, else with a disassembly.

use super::assemble::{load, symbols};
use super::{AssembledView, DiagnosticView, Session, Update, Work};
use alloc::{format, string::String, sync::Arc, vec, vec::Vec};
use core::fmt::Write as _;
use mcore_base::{Severity, SourceFile, Text};
use mcore_cpu::isa::{decode, disassemble};
use mcore_cpu::program::{LineEntry, Program, SegmentKind};
use mcore_toolchain::elf;

/// Maximum number of instructions in a disassembly.
const MAX_INSTRUCTIONS: usize = 100_000;

/// The last part of a path, with either kind of slash: compilers record the whole path, the page knows only the name.
fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The disassembly of all instructions, and a line map that leads to it.
fn disassembly(program: &mut Program, name: &str) -> SourceFile {
    let mut text = String::new();
    let mut lines = Vec::new();
    let (mut line, mut count) = (1, 0);
    for segment in program.segments.iter().filter(|s| s.kind == SegmentKind::Text) {
        let words = segment.bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        for (addr, word) in (segment.addr..).step_by(4).zip(words) {
            let label = |a: u32| program.nearest_label(a).filter(|(_, o)| *o == 0).map(|(s, _)| s.name.clone());
            if let Some(label) = label(addr) {
                let gap = if line == 1 { "" } else { "\n" };
                let _ = writeln!(text, "{gap}{label}:");
                line += 1 + u32::from(!gap.is_empty());
            }
            count += 1;
            if count > MAX_INSTRUCTIONS {
                lines.push(LineEntry { addr, file: 0, line: 0 });
                let _ = writeln!(text, "        # ...");
                program.files = vec![String::from(name)];
                program.lines = lines;
                return SourceFile { name: String::from(name), text };
            }
            let _ = writeln!(text, "        {:<36}# {addr:05x}: {word:08x}", disassemble(&decode(word), addr, &label));
            lines.push(LineEntry { addr, file: 0, line });
            line += 1;
        }
    }
    program.files = vec![String::from(name)];
    program.lines = lines;
    SourceFile { name: String::from(name), text }
}

impl Session {
    /// Loads an ELF file on every node. `sources` are the names of the available source files.
    pub(super) fn load_elf(&mut self, name: &str, bytes: &[u8], sources: &[String], updates: &mut Vec<Update>) {
        let options = self.current_options();
        let memory = super::spec_of(&options).node_memory;
        let mut view = AssembledView::default();
        let loaded = elf::load(bytes, memory).map_err(|why| why.text()).and_then(|mut program| {
            program.files = program.files.iter().map(|path| String::from(base_name(path))).collect();
            if !program.files.iter().any(|file| sources.contains(file)) {
                view.made = Some(disassembly(&mut program, &format!("{name}.s")));
            }
            let program = Arc::new(program);
            let size = |text: bool| {
                program.segments.iter().filter(|s| (s.kind == SegmentKind::Text) == text).map(|s| s.size).sum()
            };
            (view.text_bytes, view.data_bytes) = (size(true), size(false));
            view.symbols = symbols(&program);
            load(program, &options, self.current_case(), &[]).map_err(|fault| fault.text())
        });
        match loaded {
            Ok(machine) => {
                self.replace_work(Some(Work::new(machine, self.limits)));
                view.ok = true;
            }
            Err(message) => {
                view.diagnostics.push(whole_file(name, message));
                view.counts.0 += 1;
            }
        }
        updates.push(Update::Assembled(view));
    }
}

/// A finding about a file as a whole.
pub(super) fn whole_file(name: &str, message: Text) -> DiagnosticView {
    let file = String::from(name);
    DiagnosticView { severity: Severity::Error, file, line: 1, col: 1, len: 0, message, tip: None }
}
