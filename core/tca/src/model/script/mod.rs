//! The language of the learner: for each node, calls of libibverbs with named fields, one after the other. It cannot loop for ever.
//!
//! ```text
//! lex      words with their places      parse    words to statements
//! calls    names and fields of calls    compile  statements to the program of a machine
//! task     what an exercise adds: given nodes, contents of memory
//! ```

mod calls;
mod compile;
mod lex;
mod parse;
mod task;

pub use task::{Data, Prepare, Task, find};

use super::{Params, Program};
use alloc::vec::Vec;
use mcore_base::Text;

/// Longest script, bytes.
pub const MAX_SCRIPT: usize = 64 << 10;
/// Most statements of a node after its repetitions have been written out.
pub const MAX_STATEMENTS: usize = 100_000;
/// Most queue pairs of a node.
pub const MAX_PAIRS: usize = 64;
/// Most requests of a queue.
pub const MAX_REQUESTS: u64 = 1024;
/// Most errors that are reported.
const MAX_ERRORS: usize = 50;

/// An error with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The message, with the expected form.
    pub text: Text,
    /// It is in the nodes that a task gives, not in the script.
    pub given: bool,
}

impl ScriptError {
    fn new(at: (u32, u32), text: Text) -> Self {
        Self { line: at.0, column: at.1, text, given: false }
    }

    /// The message with its place before it.
    pub fn with_place(&self) -> Text {
        let (line, column) = (self.line, self.column);
        let Text { en, ja } = &self.text;
        match self.given {
            true => {
                mcore_base::text!(
                    "a node of the task, {line}:{column}: {en}",
                    "課題が定めるノード、{line}:{column}: {ja}"
                )
            }
            false => mcore_base::text!("{line}:{column}: {en}", "{line}:{column}: {ja}"),
        }
    }
}

/// Reads a script.
///
/// # Errors
/// All errors that can be found before a run, in the order of their places.
pub fn compile(text: &str) -> Result<Program, Vec<ScriptError>> {
    compile_on(text, &Params::default())
}

/// Reads a script for a machine with these parameters, unless the script sets others.
///
/// # Errors
/// As [`compile()`].
pub fn compile_on(text: &str, params: &Params) -> Result<Program, Vec<ScriptError>> {
    compile::compile(&read(text)?, None, params.clone())
}

/// Reads a script together with what a task gives, for the machine of the task.
///
/// # Errors
/// As [`compile()`]; also if the script has a machine, a node that the task gives, or lacks a buffer that the task needs.
pub fn compile_task(text: &str, task: &Task, params: &Params) -> Result<Program, Vec<ScriptError>> {
    let script = read(text)?;
    let given = task.read(params)?;
    compile::compile(&script, Some((&given, task)), params.clone())
}

/// The statements of a text.
fn read(text: &str) -> Result<parse::Script, Vec<ScriptError>> {
    if text.len() > MAX_SCRIPT {
        let wrong = mcore_base::text!("the script is longer than 64 KiB", "スクリプトが 64 KiB を超えています");
        return Err(alloc::vec![ScriptError::new((1, 1), wrong)]);
    }
    let tokens = lex::lex(text).map_err(|error| alloc::vec![error])?;
    parse::parse(&tokens).map_err(|error| alloc::vec![error])
}

/// The parameters that a script sets, on top of others.
///
/// # Errors
/// The script cannot be read, or a parameter is wrong.
pub fn params_on(text: &str, params: &Params) -> Result<Params, Vec<ScriptError>> {
    compile::parameters(&read(text)?, params.clone())
}

/// Reads the parameters of a machine: a text with nothing but `machine { name = value; ... }`.
///
/// # Errors
/// All errors, in the order of their places.
pub fn machine(text: &str) -> Result<Params, Vec<ScriptError>> {
    let script = read(text)?;
    let first = script.nodes.first().map(|(_, _, at)| *at).or(script.boards.as_ref().map(|(_, at)| *at));
    if let Some(at) = first {
        let wrong = mcore_base::text!("a machine has no program", "マシンのファイルにはプログラムを書けません");
        return Err(alloc::vec![ScriptError::new(at, wrong)]);
    }
    compile::parameters(&script, Params::default())
}
