//! Commands with numbers, and their answers.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// A command with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request<C> {
    /// The number, chosen by the sender. The answer has the same number.
    pub id: u32,
    pub command: C,
}

impl<C> Request<C> {
    /// Carries out the command. Returns the updates that it causes and then, as the last one, exactly one answer: `done`
    /// or `refused` with the number of the request.
    pub fn answer<U, E>(
        self,
        done: fn(u32) -> U,
        refused: fn(u32, E) -> U,
        carry_out: impl FnOnce(C, &mut Vec<U>) -> Result<(), E>,
    ) -> Vec<U> {
        let mut updates = Vec::new();
        let answer = match carry_out(self.command, &mut updates) {
            Ok(()) => done(self.id),
            Err(why) => refused(self.id, why),
        };
        updates.push(answer);
        updates
    }
}
