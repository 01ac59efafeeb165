//! Units of the library after all passes, kept for later builds of the same process: most programs need the same ones.
//!
//! A unit depends on the size of node memory only, so a kept one is what its translation would give again.

use crate::ir::Module;
use alloc::{collections::BTreeMap, string::String, sync::Arc};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of units that are kept; the library has about 120.
const MOST: usize = 256;

/// By size of node memory and name.
type Units = BTreeMap<(u32, String), Arc<Module>>;

static UNITS: Mutex<Units> = Mutex::new(BTreeMap::new());

fn units() -> MutexGuard<'static, Units> {
    UNITS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A unit of the library; `translate` makes it if it is not kept, or gives none after an error.
pub(crate) fn unit(memory: u32, name: &str, translate: impl FnOnce() -> Option<Module>) -> Option<Arc<Module>> {
    let key = (memory, String::from(name));
    if let Some(known) = units().get(&key) {
        return Some(known.clone());
    }
    let made = Arc::new(translate()?);
    let mut units = units();
    if units.len() >= MOST {
        units.clear();
    }
    units.insert(key, made.clone());
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::C;
    use mcore_base::SourceFile;
    use mcore_toolchain::{Compiler as _, CompilerOptions, Level, Sources};

    #[test]
    fn a_kept_unit_is_what_its_translation_gives_again() {
        // No other test has this size of memory.
        let options = CompilerOptions { level: Level::O2, memory_size: 0x54_0000, debug: false };
        let kept = || units().keys().filter(|(memory, _)| *memory == options.memory_size).count();
        let compile = |text: &str| {
            let unit = SourceFile { name: "a.c".into(), text: text.into() };
            C::default().compile(&Sources::of([&unit]), &options)
        };
        let strings = "#include <string.h>\nint main(int n, char **v) { return strcmp(v[0], \"x\"); }\n";
        let more = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(int n, char **v) {\n\
            char *p = malloc(9); return snprintf(p, 9, \"%s %d\", v[0], strcmp(p, v[0])) + atoi(p); }\n";
        let first = [strings, more].map(compile);
        let units_kept = kept();
        assert!(units_kept > 4 && first.iter().all(|made| made.counts.0 == 0), "{units_kept}");
        let second = [more, strings].map(compile);
        assert_eq!((second[1].clone(), second[0].clone()), (first[0].clone(), first[1].clone()));
        assert_eq!(kept(), units_kept);
        units().retain(|(memory, _), _| *memory != options.memory_size);
        assert_eq!([strings, more].map(compile), first);
        // An error is not kept.
        assert!(unit(options.memory_size, "none", || None).is_none());
        assert_eq!(kept(), units_kept);
    }
}
