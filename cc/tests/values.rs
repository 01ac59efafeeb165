//! Programs about bit-fields and initialisers print what gcc's programs print, at each level of optimisation.
//!
//! `oracle golden` makes the programs in `tests/cases/cc/values` with gcc's output; `oracle bits` and `oracle init`
//! compare any number of others.

use mcore::base::{Array, SourceFile};
use mcore::modes::chip::{Machine, Spec};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Compilers, Level, Options, build};
use mcore_cc::compile::{C, Settings};
use std::path::Path;
use std::sync::Arc;

fn output(name: &str, text: &str, level: Level) -> String {
    let spec = Spec { array: Array::new(1, 1), cycle_limit: 100_000_000, ..Spec::default() };
    let mut settings = Settings::default();
    settings.options.levels.option("no-missing-include");
    let compilers = Compilers::new(vec![Arc::new(C::new(settings))]);
    let files = [SourceFile { name: name.into(), text: text.into() }];
    let built = build(&files, &library(), &Options { compilers, level, ..Options::default() });
    let errors: Vec<_> = built.diagnostics.iter().filter(|d| d.severity == mcore::base::Severity::Error).collect();
    let program = built.program.unwrap_or_else(|| panic!("{name}: {errors:?}"));
    let mut machine = Machine::new(spec, Arc::new(program)).expect("a machine");
    machine.run_until(u64::MAX);
    let node = &machine.state.nodes[0];
    assert_eq!(node.core.processor.halted.map(|(code, _)| code), Some(0), "{name} {level:?}: {:?}", machine.outcome());
    node.console.tail(usize::MAX)
}

#[test]
fn programs_print_what_gccs_programs_print() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/cc/values");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "c") {
            continue;
        }
        let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let (text, wanted) = (read(&path), read(&path.with_extension("out")));
        for level in [Level::O0, Level::O1, Level::O2] {
            let name = path.file_name().expect("a name").to_string_lossy();
            let found = output(&name, &text, level);
            let mut lines = found.lines().zip(wanted.lines());
            assert_eq!(lines.find(|(a, b)| a != b), None, "{name} {level:?}");
            assert_eq!(found.lines().count(), wanted.lines().count(), "{name} {level:?}");
        }
        count += 1;
    }
    assert!(count >= 8, "{count}");
}
