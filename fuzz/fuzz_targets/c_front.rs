//! The front end of the C compiler on any bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcore::base::SourceFile;
use mcore_cc::front::front;
use mcore_cc::options::{Input, Options};

fuzz_target!(|bytes: &[u8]| {
    let unit = SourceFile { name: "a.c".into(), text: String::from_utf8_lossy(bytes).into_owned() };
    let options = Options::default();
    let prelude = options.prelude();
    let done = front(Input { unit: &unit, project: &[], library: &[], prelude: &prelude }, &options);
    let _ = done.dump();
});
