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
}

/// The choices of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// The registers are shown, also for a program in C.
    pub registers: bool,
    /// The chosen call and the open values.
    pub query: VariablesQuery,
}

impl State {
    /// Applies a request.
    pub(super) fn inspect(&mut self, request: Inspect) {
        let query = &mut self.inspected.query;
        match request {
            Inspect::Registers(on) => self.inspected.registers = on,
            Inspect::Call(index) => {
                query.call = self.watch.node.map(|node| (node, self.frame.cycle, index));
                let calls = self.frame.variables.as_ref().map_or(&[][..], |view| &view.calls);
                let place = calls.iter().find(|call| call.index == index).and_then(|call| call.place.clone());
                // On a phone the list of calls stays in sight.
                let phone = self.phone;
                place.into_iter().for_each(|place| self.go_to(place));
                self.phone = phone;
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
        }
        self.watch_variables();
    }

    /// The open values belong to the work that is being left.
    pub(super) fn forget_variables(&mut self) {
        self.inspected.query = VariablesQuery::default();
        self.watch_variables();
    }

    fn watch_variables(&mut self) {
        let Inspected { registers, query } = &self.inspected;
        self.watch.variables = (!registers).then(|| query.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Action, Theme, Workspace};
    use super::*;
    use mcore::base::{Lang, NodeId};
    use mcore::modes::chip::session::MachineOptions;

    fn inspect(state: State, request: Inspect) -> State {
        state.reduce(Action::Inspect(request))
    }

    #[test]
    fn values_open_and_close_and_registers_replace_them() {
        let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
        assert_eq!(state.watch.variables, Some(VariablesQuery::default()));
        let state = inspect(state, Inspect::Toggle(false, "a".into()));
        let state = inspect(state, Inspect::Toggle(true, "a".into()));
        let part = OpenValue { global: true, expression: "a".into(), row: 8, column: 2 };
        let state = inspect(state, Inspect::Part(part.clone()));
        let state = inspect(state, Inspect::Toggle(false, "a".into()));
        assert_eq!(state.watch.variables.as_ref().map(|q| q.open.clone()), Some(vec![part.clone()]));
        let state = inspect(state, Inspect::Call(2));
        assert_eq!(state.watch.variables.as_ref().and_then(|q| q.call), Some((NodeId::new(1, 1), 0, 2)));
        let state = inspect(state, Inspect::Registers(true));
        assert_eq!(state.watch.variables, None);
        let state = inspect(state, Inspect::Registers(false));
        assert_eq!(state.watch.variables.as_ref().map(|q| q.open.clone()), Some(vec![part]));
        let state = state.reduce(Action::Opened(Workspace::scratch()));
        assert_eq!(state.watch.variables, Some(VariablesQuery::default()), "other work has other variables");
    }

    #[test]
    fn a_part_of_a_closed_value_is_not_shown_and_the_oldest_value_closes() {
        let mut state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
        state = inspect(state, Inspect::Part(OpenValue { expression: "a".into(), ..OpenValue::default() }));
        assert!(state.inspected.query.open.is_empty());
        for i in 0..=MAX_OPEN {
            state = inspect(state, Inspect::Toggle(false, format!("a{i}")));
        }
        let open = &state.inspected.query.open;
        assert_eq!((open.len(), open[0].expression.as_str()), (MAX_OPEN, "a1"));
    }
}
