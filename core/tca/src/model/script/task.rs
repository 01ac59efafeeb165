//! The things that an exercise adds to a script: nodes that are given, and contents of memory at time 0.

use super::parse::Script;
use super::{ScriptError, read};
use crate::model::memory::MAX_MEMORY;
use crate::model::{Params, Program};
use alloc::{string::String, vec, vec::Vec};
use mcore_base::text;
use mcore_base::{Rng, Text};
use serde::{Deserialize, Serialize};

/// Bytes, as a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Data {
    /// These bytes.
    Bytes(Vec<u8>),
    /// This byte, and how often.
    Fill(u8, u64),
    /// Random bytes of a seed, of which the first ones are left out: seed, bytes left out, length.
    Random(u64, u64, u64),
}

impl Data {
    /// The number of bytes.
    pub fn length(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Fill(_, length) | Self::Random(_, _, length) => *length,
        }
    }

    /// The bytes; not more than the memory of a node holds.
    pub fn bytes(&self) -> Vec<u8> {
        let most = |length: &u64| (*length).min(MAX_MEMORY) as usize;
        match self {
            Self::Bytes(bytes) => bytes.clone(),
            Self::Fill(byte, length) => vec![*byte; most(length)],
            Self::Random(seed, skip, length) => {
                let (mut rng, skip) = (Rng::new(*seed), most(skip));
                let until = skip + most(length);
                let words = (0..until.div_ceil(8)).flat_map(|_| rng.next_u64().to_le_bytes());
                words.take(until).skip(skip).collect()
            }
        }
    }
}

/// Contents of a buffer at time 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepare {
    /// The node, as scripts number it.
    pub node: u8,
    /// The name of the buffer.
    pub buffer: String,
    /// The first byte.
    pub offset: u64,
    /// The contents.
    pub data: Data,
}

/// The things that an exercise adds to a script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The nodes that the script may not have.
    pub given: String,
    /// Contents of memory.
    pub prepare: Vec<Prepare>,
}

impl Task {
    /// The given nodes as statements.
    ///
    /// # Errors
    /// A syntax error, a machine or a placement in them, or a node that the machine does not have.
    pub(super) fn read(&self, params: &Params) -> Result<Script, Vec<ScriptError>> {
        let here = |mut errors: Vec<ScriptError>| {
            errors.iter_mut().for_each(|error| error.given = true);
            errors
        };
        let script = read(&self.given).map_err(here)?;
        let other = script.machine.first().map(|(_, _, at)| *at).or(script.boards.as_ref().map(|(_, at)| *at));
        if let Some(at) = other {
            let wrong = text!("only nodes can be given", "課題が定められるのはノードだけです");
            return Err(here(vec![ScriptError::new(at, wrong)]));
        }
        if let Some((_, _, at)) = script.nodes.iter().find(|(number, ..)| *number >= params.nodes) {
            let last = params.nodes - 1;
            let wrong = text!("the machine has nodes 0 to {last} only", "このマシンのノードは 0 から {last} までです");
            return Err(here(vec![ScriptError::new(*at, wrong)]));
        }
        Ok(script)
    }

    /// Looks for errors without a script. Names of its buffers are not known yet.
    ///
    /// # Errors
    /// The given nodes cannot be read, or memory of a node is named that the machine does not have.
    pub fn check(&self, params: &Params) -> Result<(), Text> {
        self.read(params).map_err(|errors| errors.first().map(ScriptError::with_place).unwrap_or_default())?;
        match self.prepare.iter().find(|own| u64::from(own.node) >= params.nodes) {
            Some(own) => {
                let node = own.node;
                Err(text!("there is no node {node} to prepare", "準備するノード {node} がありません"))
            }
            None => Ok(()),
        }
    }
}

/// The board and the address of a range in a buffer that a task names.
///
/// # Errors
/// The script has no such buffer, or a smaller one: the reason.
pub fn find(program: &Program, node: u8, buffer: &str, offset: u64, length: u64) -> Result<(u8, u64), Text> {
    let board = program.board_of(node.into()).unwrap_or(node);
    let of_node = program.nodes.get(usize::from(board));
    let found = of_node.and_then(|of| of.buffers.iter().find(|own| own.name == buffer));
    let least = offset.saturating_add(length);
    match found {
        Some(own) if least <= own.length => Ok((board, own.address + offset)),
        _ => Err(text!(
            "the task needs a buffer `{buffer}` of at least {least} bytes on node {node}",
            "この課題では、ノード {node} に {least} バイト以上のバッファ `{buffer}` が必要です"
        )),
    }
}
