//! Breakpoints and watchpoints: from the form in which a student writes them to the form that the machine checks.

use super::{Refused, Session, Update};
use crate::view::{SourcePlace, StopAt, StopFault, TravelFault, WatchHow, source_of, stop_text};
use crate::{
    ConditionError, Fault, How, MAX_STOPS, Machine, Place, Problem, Reason, Register, Stop, Stops, Test, Trigger,
    Watched, When, WhenError,
};
use alloc::{string::String, sync::Arc, vec, vec::Vec};
use mcore_base::{NodeId, Text, nearest};
use mcore_cpu::program::Program;
use mcore_toolchain::debug::Debug;
use serde::{Deserialize, Serialize};

/// Maximum number of bytes of one watchpoint.
const MAX_BYTES: u32 = 1 << 20;
/// Maximum number of nodes that one stop names. A stop for more nodes leaves the list empty, which means all nodes.
const MAX_NODES: usize = 1024;

/// One breakpoint, watchpoint or event to stop at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopSpec {
    /// A number, chosen by the sender; returned in [`StopView`] and [`StopReason`].
    pub id: u32,
    /// The place or event that stops the run.
    pub at: StopAt,
    /// The nodes at which it stops; empty: all.
    pub nodes: Vec<NodeId>,
    /// It stops only if this is true at the node, for example `$t0 == 5`, `sum > 100` or, in C, `i == 31 && a[i] < 0`; empty:
    /// always.
    pub condition: String,
}

/// A [`StopSpec`] in the loaded program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopView {
    /// Its number.
    pub id: u32,
    /// The address at which it stops, if it stops at one.
    pub addr: Option<u32>,
    /// The source line of that address.
    pub source: Option<SourcePlace>,
    /// Why it can never stop the run, with the position of the error in the text, in characters from 0.
    pub error: Option<(u32, Text)>,
}

/// Why a run has stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopReason {
    /// The number of the stop; `None` for the goal of a search.
    pub id: Option<u32>,
    /// The node at which the run stopped.
    pub node: Option<NodeId>,
    /// The reason in words.
    pub text: Text,
}

impl Session {
    /// Replaces the list of stops.
    pub(super) fn set_stops(&mut self, specs: Vec<StopSpec>, updates: &mut Vec<Update>) -> Result<(), Refused> {
        if specs.len() > MAX_STOPS {
            return Err(TravelFault::Stops(MAX_STOPS).into());
        }
        self.stop_specs = specs;
        self.resolve_stops(updates);
        Ok(())
    }

    /// Resolves the stops for the loaded program: addresses of lines and labels, conditions.
    pub(super) fn resolve_stops(&mut self, updates: &mut Vec<Update>) {
        let Some(work) = &self.work else { return };
        let (mut stops, mut views) = (Vec::new(), Vec::new());
        for spec in &self.stop_specs {
            let mut view = StopView { id: spec.id, addr: None, source: None, error: None };
            match resolve(spec, &work.start, &work.debug) {
                Ok(found) => {
                    if let Some(Stop { trigger: Trigger::Pc(pc), .. }) = found.first() {
                        view.addr = Some(*pc);
                        view.source = source_of(&work.start.image(0).program, *pc);
                    }
                    stops.extend(found);
                }
                Err((at, fault)) => view.error = Some((at as u32, fault.text())),
            }
            views.push(view);
        }
        self.stops = Stops::new(stops).into();
        updates.push(Update::Stops(views));
    }

    /// A stop of a node at a line, alone or together with the stops that can be resolved.
    pub(super) fn stops_at(&self, node: NodeId, file: String, line: u32, alone: bool) -> Result<Stops, Refused> {
        let work = self.work.as_ref().ok_or(Refused::NoProgram)?;
        let resolve = |spec: &StopSpec| resolve(spec, &work.start, &work.debug);
        let others = self.stop_specs.iter().filter(|_| !alone).filter_map(|spec| resolve(spec).ok());
        let mut stops: Vec<Stop> = others.flatten().collect();
        // No other stop has this number, so that it is no reason in words.
        let at = StopAt::Line { file, line };
        let spec = StopSpec { id: u32::MAX, at, nodes: vec![node], condition: String::new() };
        stops.extend(resolve(&spec).map_err(|(_, fault)| Refused::Impossible(fault.text()))?);
        Ok(Stops::new(stops))
    }

    /// Reasons in words.
    pub(super) fn reasons(&self, reasons: &[Reason]) -> Vec<StopReason> {
        let Some(work) = &self.work else { return Vec::new() };
        let program = &work.start.image(0).program;
        let words = |reason: &Reason| {
            let spec = self.stop_specs.iter().find(|s| s.id == reason.id)?;
            let text = stop_text(&spec.at, reason.node, &spec.condition, program);
            Some(StopReason { id: Some(spec.id), node: reason.node, text })
        };
        reasons.iter().filter_map(words).collect()
    }
}

/// A fault of a stop, and its position in the text, in characters from 0.
type Wrong = (usize, StopFault);

/// The stops for one of the list: a line can be in several functions and inlined calls.
fn resolve(spec: &StopSpec, machine: &Machine, debug: &Arc<Debug>) -> Result<Vec<Stop>, Wrong> {
    let program = &*machine.image(0).program;
    let wrong = |fault| Err((0, fault));
    for node in &spec.nodes {
        if *node != NodeId::MEMORY && machine.node(*node).is_none() {
            return wrong(StopFault::Node(*node));
        }
    }
    if spec.nodes.len() > MAX_NODES {
        return wrong(StopFault::Nodes(MAX_NODES));
    }
    let trigger = match &spec.at {
        StopAt::Line { file, line } => {
            let Some(addr) = addr_of_line(program, file, *line) else {
                return wrong(StopFault::Line(file.clone(), *line));
            };
            Trigger::Pc(addr)
        }
        StopAt::Address(addr) => {
            if addr % 4 != 0 || !machine.image(0).code.is_text(*addr) {
                return wrong(StopFault::Address(*addr));
            }
            Trigger::Pc(*addr)
        }
        StopAt::Label(name) => match program.label(name) {
            Some(label) if machine.image(0).code.is_text(label) => Trigger::Pc(label),
            Some(_) => {
                return wrong(StopFault::Data(name.clone()));
            }
            None => return wrong(no_label(name, program)),
        },
        StopAt::Cycle(cycle) => Trigger::Cycle(*cycle),
        StopAt::Watch { place, words, how } => {
            let watched = match Place::parse(place, program).map_err(|e| described(e, program))? {
                Place::Register(Register::Pc) => {
                    return wrong(StopFault::Pc);
                }
                Place::Register(Register::General(0)) => {
                    return wrong(StopFault::Zero);
                }
                Place::Register(register) => Watched::Register(register),
                Place::Word(addr) => {
                    let bytes = words.max(&1).saturating_mul(4);
                    let map = machine.image(0).code.map;
                    if bytes > MAX_BYTES || map.resolve_range(addr, 4, bytes / 4).is_err() {
                        return wrong(StopFault::Range(addr, bytes));
                    }
                    Watched::Memory { addr: map.wrap(addr), bytes }
                }
            };
            let how = match how {
                WatchHow::Read if matches!(watched, Watched::Register(_)) => {
                    return wrong(StopFault::RegisterRead);
                }
                WatchHow::Read => How::Read,
                WatchHow::Write => How::Write,
                WatchHow::Change => How::Change,
                WatchHow::Value(test) => How::Value(Test::parse(test).map_err(|e| described(e, program))?),
            };
            Trigger::Watch(watched, how)
        }
        StopAt::DmaStarted => Trigger::DmaStarted,
        StopAt::DmaArrived => Trigger::DmaArrived,
        StopAt::Communication => Trigger::Communication,
        StopAt::Trap => Trigger::Trap,
        StopAt::Deadlock => Trigger::Deadlock,
        StopAt::Halt => Trigger::Halt,
    };
    let condition = match spec.condition.trim() {
        "" => None,
        _ => {
            let pc = if let Trigger::Pc(pc) = trigger { Some(pc) } else { None };
            let error = |error| match error {
                WhenError::Word(error) => described(error, program),
                WhenError::C(fault) => (if let Fault::Syntax(at) = fault { at } else { 0 }, StopFault::C(fault)),
            };
            Some(When::parse(&spec.condition, machine, debug, pc).map_err(error)?)
        }
    };
    let triggers = match (&spec.at, trigger) {
        (StopAt::Line { .. }, Trigger::Pc(pc)) => debug.copies(program, pc).into_iter().map(Trigger::Pc).collect(),
        _ => alloc::vec![trigger],
    };
    let stop = |trigger| Stop { id: spec.id, trigger, nodes: spec.nodes.clone(), condition: condition.clone() };
    Ok(triggers.into_iter().map(stop).collect())
}

/// The first instruction of a line, or of the next line that has one.
fn addr_of_line(program: &Program, file: &str, line: u32) -> Option<u32> {
    let file = program.files.iter().position(|name| name == file)? as u32;
    let entries = program.lines.iter().filter(|l| l.file == file && l.line >= line && program.is_text(l.addr));
    entries.min_by_key(|l| (l.line, l.addr)).map(|l| l.addr)
}

/// The fault of a label that does not exist, with the most similar name.
fn no_label(name: &str, program: &Program) -> StopFault {
    let labels = program.symbols.iter().filter(|s| s.is_label).map(|s| s.name.as_str());
    StopFault::Label(name.into(), nearest(name, labels).first().map(|near| (*near).into()))
}

/// The fault of a condition, and its position.
fn described(error: ConditionError, program: &Program) -> Wrong {
    let fault = match error.problem {
        Problem::NoSuchLabel(name) => no_label(&name, program),
        problem => StopFault::Condition(problem),
    };
    (error.at, fault)
}
