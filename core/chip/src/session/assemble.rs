//! From source files to a machine at cycle 0.

use super::{AssembledView, DiagnosticView, MachineOptions, Session, SymbolView, Update, Work};
use crate::exercise::{Case, Exercise, LoadFault};
use crate::view::source_of;
use crate::{Files, Machine, Spec, SpecError};
use alloc::{string::String, sync::Arc, vec::Vec};
use mcore_base::{Array, SourceFile, Text};
use mcore_cpu::program::{Program, SegmentKind};
use mcore_toolchain::{Build, Compilers, FileKind, Options, Rules, build, debug::Debug, mclib::library};

/// The specification for a user's options.
pub fn spec_of(options: &MachineOptions) -> Spec {
    Spec {
        array: Array::new(options.width, options.height),
        node_memory: options.node_memory_kib.saturating_mul(1024),
        mirrored: options.mirrored,
        cycle_limit: options.cycle_limit,
        ..Spec::default()
    }
}

/// The machine of a case of an exercise, with its limit.
pub fn options_of(exercise: &Exercise, case: usize) -> MachineOptions {
    let case = exercise.cases.get(case);
    let m = case.map_or(exercise.machine, |c| c.machine);
    let default = MachineOptions::default();
    MachineOptions {
        width: m.width,
        height: m.height,
        node_memory_kib: m.node_memory_kib,
        mirrored: m.mirrored,
        cycle_limit: case.map_or(default.cycle_limit, |c| c.cycle_limit),
        level: exercise.level,
        ..default
    }
}

/// The reason why a machine cannot be built, as a message.
pub fn spec_error_text(error: &SpecError, options: &MachineOptions) -> Text {
    crate::view::spec_error_text(error, options.node_memory_kib)
}

/// The words of a text: blanks separate them, and quotation marks of either kind keep a word together.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The compilers for a machine, with the arguments that it gives to a program.
fn compilers_for(machine: &MachineOptions, files: &[SourceFile], compilers: &Compilers) -> Compilers {
    let arguments = words(&machine.arguments);
    if arguments.is_empty() {
        return compilers.clone();
    }
    compilers.under(&Rules { arguments, ..Rules::default() }.naming(files))
}

/// The files of a chip at cycle 0: the data of a project and its standard input.
fn files_of(options: &MachineOptions, files: &[SourceFile]) -> Files {
    let is_data = |file: &&SourceFile| FileKind::of(&file.name) == Some(FileKind::Data);
    let data = files.iter().filter(is_data).map(|file| (file.name.clone(), file.text.clone().into_bytes()));
    Files::new(data, options.input.as_deref().map(str::as_bytes), options.input_for_all)
}

/// A machine at cycle 0 with the inputs of a case in place.
///
/// `files`: those of the project; the program can open the data among them.
pub fn load(
    program: Arc<Program>,
    options: &MachineOptions,
    case: Option<&Case>,
    files: &[SourceFile],
) -> Result<Machine, LoadFault> {
    let machine = Machine::new(spec_of(options), program);
    let mut machine = machine.map_err(|error| LoadFault::Machine(error, options.node_memory_kib))?;
    machine.state.files = files_of(options, files);
    case.map_or(Ok(()), |case| case.place(&mut machine))?;
    Ok(machine)
}

impl Session {
    /// The machine that programs currently run on.
    pub(super) fn current_options(&self) -> MachineOptions {
        self.exercise.as_ref().map_or_else(|| self.options.clone(), |e| options_of(e, self.case))
    }

    /// The case whose inputs are loaded.
    pub(super) fn current_case(&self) -> Option<&Case> {
        self.exercise.as_ref()?.cases.get(self.case)
    }

    /// Builds a program for a machine, under the rules of the open exercise. With `debug`, its variables of C are described.
    fn build(&self, files: &[SourceFile], machine: &MachineOptions, debug: bool) -> Build {
        let memory_size = spec_of(machine).node_memory;
        let options = match &self.exercise {
            Some(exercise) => {
                let options = exercise.build_options(files, memory_size, &self.compilers);
                Options { level: self.own_level.unwrap_or(options.level), ..options }
            }
            None => Options {
                level: machine.level,
                array: Some(Array::new(machine.width, machine.height)),
                ..Options::new(memory_size, &compilers_for(machine, files, &self.compilers))
            },
        };
        build(files, &library(), &Options { debug, ..options })
    }

    /// The findings in some files, for [`Command::Inspect`](super::Command::Inspect).
    pub(super) fn inspect(&self, files: &[SourceFile]) -> Update {
        let options = self.current_options();
        let built = self.build(files, &options, false);
        let (errors, warnings) = built.counts;
        Update::Findings { diagnostics: diagnostics(&built), counts: (errors as u32, warnings as u32) }
    }

    pub(super) fn assemble(&mut self, files: &[SourceFile], updates: &mut Vec<Update>) {
        let options = self.current_options();
        let built = self.build(files, &options, true);
        let debug = Arc::new(Debug::of(&built));
        let mut diagnostics: Vec<DiagnosticView> = diagnostics(&built);
        let (errors, warnings) = built.counts;
        let mut view = AssembledView { counts: (errors as u32, warnings as u32), ..AssembledView::default() };
        if let Some(program) = built.program {
            let program = Arc::new(program);
            view.symbols = symbols(&program);
            let bytes = |text: bool| {
                program.segments.iter().filter(|s| (s.kind == SegmentKind::Text) == text).map(|s| s.size).sum()
            };
            (view.text_bytes, view.data_bytes) = (bytes(true), bytes(false));
            match load(program, &options, self.current_case(), files) {
                Ok(machine) => {
                    let is_c = |file: &&SourceFile| FileKind::of(&file.name).is_some_and(FileKind::is_of_c);
                    let texts = files.iter().filter(is_c).cloned().collect();
                    self.replace_work(Some(Work { debug, texts, ..Work::new(machine, self.limits) }));
                    view.ok = true;
                }
                Err(fault) => {
                    let name = files.first().map(|f| f.name.as_str()).unwrap_or_default();
                    diagnostics.push(super::executable::whole_file(name, fault.text()));
                    view.counts.0 += 1;
                }
            }
        }
        view.diagnostics = diagnostics;
        view.units = built.made;
        updates.push(Update::Assembled(view));
    }
}

fn diagnostics(built: &Build) -> Vec<DiagnosticView> {
    diagnostic_views(&built.diagnostics, &built.files)
}

/// Findings for the page; `files` are the names of the texts by their [`FileId`](mcore_base::FileId).
pub fn diagnostic_views(found: &[mcore_base::Diagnostic], files: &[String]) -> Vec<DiagnosticView> {
    let name = |id: u32| files.get(id as usize).cloned().unwrap_or_else(String::new);
    let view = |d: &mcore_base::Diagnostic| DiagnosticView {
        severity: d.severity,
        file: name(d.span.file.0),
        line: d.span.line,
        col: d.span.col,
        len: d.span.len,
        message: d.message.clone(),
        tip: d.tip.clone(),
    };
    found.iter().map(view).collect()
}

pub(super) fn symbols(program: &Program) -> Vec<SymbolView> {
    let view = |s: &mcore_cpu::program::Symbol| SymbolView {
        name: s.name.clone(),
        value: s.value,
        code: program.is_text(s.value),
        line: source_of(program, s.value),
    };
    program.symbols.iter().filter(|s| s.is_label).map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn blanks_separate_words_and_quotation_marks_keep_them() {
        assert_eq!(words(" -n 10\tfile "), ["-n", "10", "file"]);
        assert_eq!(words(r#"'two words' a"b c"d "" 'say "x"'"#), ["two words", "ab cd", "", "say \"x\""]);
        assert_eq!(words("  "), [""; 0]);
        assert_eq!(words("'open end"), ["open end"]);
    }
}
