//! The condition of a stop: a comparison of a word, as users of assembly write it, or an expression of C.

use super::condition::{Condition, ConditionError, Problem};
use super::frames::Call;
use super::values::{Fault, Frame, Scope, Sought, frames, sought};
use crate::fast::Machine;
use crate::parts::Incc;
use alloc::{string::String, sync::Arc, vec::Vec};
use mcore_cpu::mem::AddressMap;
use mcore_cpu::processor::Core;
use mcore_toolchain::debug::Debug;

/// The condition of a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// A comparison of a register or word with a number.
    Word(Condition),
    /// An expression of C, which holds if it is not 0.
    C(Truth),
}

/// An expression of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    text: String,
    debug: Arc<Debug>,
}

/// Why a condition cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhenError {
    /// As a comparison of a word.
    Word(ConditionError),
    /// As an expression of C.
    C(Fault),
}

impl When {
    /// Reads a condition for a stop at an instruction, or, without one, anywhere. In a program with C it is first read as C:
    /// there `sum` is the variable, also if an assembly label has the same name.
    ///
    /// # Errors
    /// If it cannot be understood, or if it can never have a value there.
    pub fn parse(text: &str, machine: &Machine, debug: &Arc<Debug>, pc: Option<u32>) -> Result<Self, WhenError> {
        let word = || Condition::parse(text, &machine.image(0).program);
        if debug.units().is_empty() || text.contains('$') {
            return word().map(Self::Word).map_err(WhenError::Word);
        }
        let fault = match checked(text, machine, debug, pc) {
            Ok(()) => return Ok(Self::C(Truth { text: text.into(), debug: debug.clone() })),
            // No C, or no name of it.
            Err(fault @ (Fault::Syntax(_) | Fault::Unknown(_))) => fault,
            Err(fault) => return Err(WhenError::C(fault)),
        };
        match word() {
            Ok(condition) => Ok(Self::Word(condition)),
            Err(error @ ConditionError { problem: Problem::TooLong, .. }) => Err(WhenError::Word(error)),
            Err(_) => Err(WhenError::C(fault)),
        }
    }

    /// True if it holds at a rank; false if it has no value there.
    pub fn holds(&self, machine: &Machine, rank: usize) -> bool {
        match self {
            Self::Word(condition) => condition.holds(machine, rank),
            Self::C(Truth { text, debug }) => {
                let frames = frames(debug, machine, rank);
                let found = sought(debug, machine, rank, &frames, text);
                found.is_ok_and(|Sought { scope, value }| scope.truth(&value).unwrap_or(false))
            }
        }
    }

    /// False only if it cannot hold at a node with that core, INCC and address map; the core may have run ahead of the INCC.
    pub(crate) fn may_hold(&self, core: &Core, incc: &Incc, map: &AddressMap) -> bool {
        match self {
            Self::Word(condition) => condition.may_hold(core, incc, map),
            Self::C(_) => true,
        }
    }
}

/// Computes an expression where it will be computed, with arbitrary values, to find its errors.
fn checked(text: &str, machine: &Machine, debug: &Debug, pc: Option<u32>) -> Result<(), Fault> {
    let image = machine.image(0);
    // Some stack, so that locals have places.
    let stack = Some((machine.spec().node_memory / 2) & !7);
    let frames = |pc, function| Frame::at(debug, machine, 0, Call { pc, function: Some(function), stack, kept: None });
    let found = match pc.and_then(|pc| Some((pc, image.function_of(pc)?.0))) {
        Some((pc, function)) => {
            let frames: Vec<Frame> = frames(pc, function).into_iter().map(Frame::set_up).collect();
            sought(debug, machine, 0, &frames, text).map(|_| ())
        }
        // The stop can be in any function: one in which the expression has a value is enough.
        None => {
            let scope = Scope { debug, machine, rank: 0, frame: None };
            match scope.value(text).map(|_| ()) {
                Err(Fault::Unknown(name)) => {
                    let inside = |start| {
                        let own = frames(start, start).pop().map(Frame::with_all);
                        sought(debug, machine, 0, own.as_slice(), text).map(|_| ())
                    };
                    let mut fault = Fault::Unknown(name.clone());
                    let holds = debug.functions_with(&name).any(|start| match inside(start) {
                        Ok(()) | Err(Fault::Division | Fault::Unmapped(_)) => true,
                        Err(found) => {
                            fault = found;
                            false
                        }
                    });
                    if holds { Ok(()) } else { Err(fault) }
                }
                other => other,
            }
        }
    };
    match found {
        // These depend on the values.
        Err(Fault::Division | Fault::Unmapped(_)) => Ok(()),
        other => other,
    }
}
