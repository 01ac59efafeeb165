//! The variables of C that the node panel shows: which call, and which values are open.

use super::State;
use mcore::modes::chip::view::{MAX_OPEN, OpenValue, VariablesQuery};

/// A request of the list of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inspect {
    /// Shows the registers of the node instead of its variables.
    Registers(bool),
    /// Shows the variables of a call, by its number, and its line.
    Call(u32),
    /// Opens a value, or closes it: whether it is at file scope, and its expression.
    Toggle(bool, String),
    /// Shows another part of an open value.
    Part(OpenValue),
    /// Shows memory as the variables of the program, or as words.
    Memory(bool),
}

/// Objects of memory that are listed at a time.
const OBJECTS: u32 = 32;

/// The choices of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// The registers are shown, also for a program in C.
    pub registers: bool,
    /// The chosen call and the open values.
    pub query: VariablesQuery,
}

/// Applies a request.
pub fn inspect(state: &mut State, request: Inspect) {
    let query = &mut state.inspected.query;
    match request {
        Inspect::Registers(on) => state.inspected.registers = on,
        Inspect::Call(index) => {
            query.call = state.watch.node.map(|node| (node, state.frame.cycle, index));
            let calls = state.frame.variables.as_ref().map_or(&[][..], |view| &view.calls);
            let place = calls.iter().find(|call| call.index == index).and_then(|call| call.place.clone());
            // On a phone the list of calls stays in sight.
            let phone = state.phone;
            place.into_iter().for_each(|place| state.go_to(place));
            state.phone = phone;
        }
        Inspect::Toggle(global, expression) => {
            let before = query.open.len();
            query.open.retain(|open| !(open.global == global && open.expression == expression));
            if query.open.len() == before {
                if before == MAX_OPEN {
                    query.open.remove(0);
                }
                query.open.push(OpenValue { global, expression, ..OpenValue::default() });
            }
        }
        Inspect::Part(part) => {
            let is_it = |open: &&mut OpenValue| open.global == part.global && open.expression == part.expression;
            if let Some(open) = query.open.iter_mut().find(is_it) {
                *open = part;
            }
        }
        Inspect::Memory(on) => state.watch.objects = if on { OBJECTS } else { 0 },
    }
    let Inspected { registers, query } = &state.inspected;
    state.watch.variables = (!registers).then(|| query.clone());
}

impl State {
    /// The open values belong to the work that is being left.
    pub(super) fn forget_variables(&mut self) {
        self.inspected.query = VariablesQuery::default();
        self.watch.variables = (!self.inspected.registers).then(VariablesQuery::default);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Action, Intent, Theme, Workspace};
    use super::*;
    use mcore::base::{Lang, NodeId};
    use mcore::modes::chip::session::MachineOptions;

    fn asked(state: State, request: Inspect) -> State {
        state.reduce(Intent::Inspect(request))
    }

    #[test]
    fn values_open_and_close_and_registers_replace_them() {
        let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
        assert_eq!(state.watch.variables, Some(VariablesQuery::default()));
        let state = asked(state, Inspect::Toggle(false, "a".into()));
        let state = asked(state, Inspect::Toggle(true, "a".into()));
        let part = OpenValue { global: true, expression: "a".into(), row: 8, column: 2 };
        let state = asked(state, Inspect::Part(part.clone()));
        let state = asked(state, Inspect::Toggle(false, "a".into()));
        assert_eq!(state.watch.variables.as_ref().map(|q| q.open.clone()), Some(vec![part.clone()]));
        let state = asked(state, Inspect::Call(2));
        assert_eq!(state.watch.variables.as_ref().and_then(|q| q.call), Some((NodeId::new(1, 1), 0, 2)));
        let state = asked(state, Inspect::Registers(true));
        assert_eq!(state.watch.variables, None);
        let state = asked(state, Inspect::Registers(false));
        assert_eq!(state.watch.variables.as_ref().map(|q| q.open.clone()), Some(vec![part]));
        let state = state.reduce(Action::Opened(Workspace::scratch()));
        assert_eq!(state.watch.variables, Some(VariablesQuery::default()), "other work has other variables");
    }

    #[test]
    fn a_part_of_a_closed_value_is_not_shown_and_the_oldest_value_closes() {
        let mut state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
        state = asked(state, Inspect::Part(OpenValue { expression: "a".into(), ..OpenValue::default() }));
        assert!(state.inspected.query.open.is_empty());
        for i in 0..=MAX_OPEN {
            state = asked(state, Inspect::Toggle(false, format!("a{i}")));
        }
        let open = &state.inspected.query.open;
        assert_eq!((open.len(), open[0].expression.as_str()), (MAX_OPEN, "a1"));
    }
}
