//! The compiler of a session: it asks the compiler's program, which is loaded in the same worker.

use super::Job;
use crate::shell::wire::{Bytes, Form as _, error_text};
use js_sys::{Function, Reflect};
use mcore::base::{Diagnostic, FileId, Severity, SourceFile, Span};
use mcore::modes::chip::session::{Compiled, Compiler, CompilerOptions, Language, Rules, Sources};
use mcore::text;
use std::sync::Arc;
use wasm_bindgen::{JsCast as _, JsValue};

/// The name by which the compiler's program publishes its function in the worker.
pub const NAME: &str = "mcoreCompile";

/// The compiler of C in the program beside.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// The rules of the exercise, if there is one.
    rules: Option<Rules>,
}

/// Calls the program.
///
/// # Errors
/// It has not been loaded, it has failed, or it is of another version.
fn call(job: &Job) -> Result<Compiled, JsValue> {
    let function: Function = Reflect::get(&js_sys::global(), &NAME.into())?.dyn_into()?;
    Bytes::decode(function.call1(&JsValue::NULL, &Bytes::encode(job)?)?)
}

/// The result when there is no compiler.
fn failed(name: &str, why: &JsValue) -> Compiled {
    let why = if why.is_undefined() { String::new() } else { format!(" ({})", error_text(why)) };
    let finding = Diagnostic {
        severity: Severity::Error,
        span: Span { file: FileId(0), line: 1, col: 1, len: 0 },
        message: text!("the C compiler could not be loaded{why}", "C コンパイラを読み込めませんでした{why}"),
        tip: Some(text!(
            "Check the network connection, then compile again. If it fails again, reload the page; the text is kept.",
            "ネットワーク接続を確かめ、もう一度コンパイルしてください。それでも失敗するときは、ページを再読み込みしてください（テキストは保存されています）。"
        )),
    };
    Compiled { diagnostics: vec![finding], counts: (1, 0), files: vec![name.to_owned()], ..Compiled::default() }
}

impl Compiler for Beside {
    fn language(&self) -> Language {
        Language::C
    }

    fn compile(&self, sources: &Sources<'_>, options: &CompilerOptions) -> Compiled {
        let copy = |files: &[&SourceFile]| files.iter().map(|file| (*file).clone()).collect();
        let job = Job {
            units: copy(&sources.units),
            others: copy(&sources.others),
            library: copy(&sources.library),
            options: *options,
            rules: self.rules.clone(),
        };
        call(&job).unwrap_or_else(|why| failed(sources.units.first().map_or("", |unit| &unit.name), &why))
    }

    fn under(&self, rules: &Rules) -> Option<Arc<dyn Compiler>> {
        Some(Arc::new(Self { rules: Some(rules.clone()) }))
    }
}
