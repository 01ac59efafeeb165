//! The compiler's program: beside a session, or in a worker of its own.

use super::{Check, Found, Job, is_c};
use crate::shell::wire::{Bytes, Form as _};
use crate::shell::worker::scope::{listen, post_updates, report_panics};
use js_sys::{Function, Reflect};
use mcore::base::SourceFile;
use mcore::modes::chip::session::{Compiled, Compiler as _, Rules, Sources, diagnostic_views};
use mcore_cc::compile::C;
use wasm_bindgen::prelude::*;

/// The function that `www/boot/early.js` leaves in a worker whose own program calls the compiler: it starts this program anew when
/// the calling program has returned.
const GUEST: &str = "mcoreGuest";

/// Maximum memory of the program, in bytes; beyond it the program is started anew, because a WebAssembly memory never shrinks.
/// The programs of the lab need a fraction of it.
const MAX_MEMORY: usize = 128 << 20;

/// Starts the program.
pub fn start() {
    let scope = js_sys::global();
    let renew = Reflect::get(&scope, &GUEST.into()).and_then(JsCast::dyn_into::<Function>);
    let Ok(renew) = renew else {
        report_panics();
        listen(Bytes::decode, |check: Check| post_updates::<Bytes, _>(&vec![check.answer()]));
        return;
    };
    let compile = Closure::<dyn Fn(JsValue) -> Result<JsValue, JsValue>>::new(move |job: JsValue| {
        let compiled = Bytes::encode(&Bytes::decode::<Job>(job)?.answer());
        if is_spent(memory()) {
            renew.call0(&JsValue::NULL)?;
        }
        compiled
    });
    // Fails only for frozen objects; the session then reports that there is no compiler.
    let _ = Reflect::set(&scope, &"mcoreCompile".into(), compile.as_ref());
    compile.forget();
}

/// The bytes of memory that the program has.
#[cfg(target_arch = "wasm32")]
fn memory() -> usize {
    core::arch::wasm32::memory_size::<0>() << 16
}

/// A native program, as in tests, is not started anew.
#[cfg(not(target_arch = "wasm32"))]
fn memory() -> usize {
    0
}

/// Whether a program with that much memory is started anew.
fn is_spent(memory: usize) -> bool {
    memory > MAX_MEMORY
}

/// The compiler under the rules of an exercise. It describes variables too, if the session asks for them.
fn compiler(rules: Option<&Rules>) -> C {
    let compiler = C::default().with_debug();
    match rules {
        Some(rules) => compiler.with_rules(rules),
        None => compiler,
    }
}

impl Job {
    /// Does it.
    pub fn answer(&self) -> Compiled {
        let [units, others, library] = [&self.units, &self.others, &self.library].map(|texts| texts.iter().collect());
        let sources = Sources { units, others, library };
        compiler(self.rules.as_ref()).compile(&sources, &self.options)
    }
}

impl Check {
    /// Does it, without making code.
    pub fn answer(&self) -> Found {
        let (units, others): (Vec<&SourceFile>, Vec<&SourceFile>) = self.files.iter().partition(|f| is_c(&f.name));
        let compiled = compiler(self.rules.as_ref()).check(&Sources { others, ..Sources::of(units) }, &self.options);
        Found {
            number: self.number,
            findings: diagnostic_views(&compiled.diagnostics, &compiled.files),
            spent: is_spent(memory()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::modes::chip::session::{CompilerOptions, Level};
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    fn file(name: &str, text: &str) -> SourceFile {
        SourceFile { name: name.into(), text: text.into() }
    }

    const OPTIONS: CompilerOptions = CompilerOptions { level: Level::O1, memory_size: 1 << 19, debug: false };

    #[test]
    fn a_check_finds_errors_in_c_with_their_places_and_reads_headers_of_the_project() {
        let files = vec![
            file("main.c", "#include \"n.h\"\nint main(void) { return N + x; }\n"),
            file("n.h", "#define N 3\n"),
            file("rest.s", "no assembly at all"),
        ];
        let found = Check { number: 7, files, options: OPTIONS, rules: None }.answer();
        assert_eq!(found.number, 7);
        let places: Vec<_> = found.findings.iter().map(|f| (f.file.as_str(), f.line, f.col, f.len)).collect();
        assert_eq!(places, [("main.c", 2, 29, 1)]);
    }

    #[test]
    fn a_program_with_much_memory_is_started_anew() {
        assert!(!is_spent(0) && !is_spent(MAX_MEMORY), "a usual program goes on");
        assert!(is_spent(MAX_MEMORY + 1) && is_spent(256 << 20));
    }

    /// A message after it was sent.
    fn sent<T: Serialize + DeserializeOwned>(message: &T) -> T {
        postcard::from_bytes(&postcard::to_allocvec(message).expect("bytes")).expect("the same message")
    }

    #[test]
    fn messages_arrive_as_they_were_sent() {
        let files = vec![file("main.c", "int main(void) { return x; }\n")];
        let rules = Some(Rules { headers: Some(vec!["mclib.h".to_owned()]), ..Rules::default() });
        let check = Check { number: u32::MAX, files: files.clone(), options: OPTIONS, rules: rules.clone() };
        let check = sent(&check);
        assert_eq!((check.number, &check.rules, &check.files), (u32::MAX, &rules, &files));
        let found = check.answer();
        assert!(!found.findings.is_empty());
        assert_eq!(sent(&found), found);
        let debug = CompilerOptions { debug: true, ..OPTIONS };
        let units = vec![file("main.c", "static int x;\nint main(void) { return x; }\n")];
        let job = Job { units, others: files, library: Vec::new(), options: debug, rules: None };
        let compiled = sent(&job).answer();
        assert!(!compiled.debug.is_empty());
        assert_eq!(sent(&compiled), compiled);
        assert!(postcard::from_bytes::<Check>(&[7, 200]).is_err());
        assert!(postcard::from_bytes::<Compiled>(&[]).is_err());
    }

    #[test]
    fn a_check_and_a_job_follow_the_rules_of_an_exercise() {
        let files = vec![file("main.c", "#include <stdlib.h>\nint main(void) { return abs(-3); }\n")];
        let rules = Some(Rules { headers: Some(vec!["mclib.h".to_owned()]), ..Rules::default() });
        let found = Check { number: 1, files: files.clone(), options: OPTIONS, rules: rules.clone() }.answer();
        assert_eq!(found.findings.first().map(|f| f.line), Some(1));
        let done =
            Job { units: files.clone(), others: Vec::new(), library: Vec::new(), options: OPTIONS, rules }.answer();
        assert_eq!(done.counts.0, found.findings.len());
        let free = Check { number: 2, files, options: OPTIONS, rules: None }.answer();
        assert!(free.findings.is_empty());
    }

    #[test]
    fn a_job_gives_what_the_compiler_gives_with_its_library() {
        let units = vec![file("main.c", "#include <stdlib.h>\nint main(void) { return abs(atoi(\"-3\")); }\n")];
        let direct = C::default().compile(&Sources::of(&units), &OPTIONS);
        assert!(direct.units.len() > 1, "a unit of the library is part of it");
        assert_eq!(
            Job { units, others: Vec::new(), library: Vec::new(), options: OPTIONS, rules: None }.answer(),
            direct
        );
    }
}
