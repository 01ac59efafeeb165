//! The worker of the interconnect mode: owns its session.

use crate::worker::host::{self, Work};
use mcore::session::{NsimCommand, NsimSession, NsimUpdate};

#[derive(Default)]
struct Interconnects {
    session: NsimSession,
    /// Rows of a list of runs that are done; the next one is a larger network.
    rows: usize,
}

impl Work for Interconnects {
    type Message = NsimCommand;
    type Update = NsimUpdate;
    type Task = usize;

    fn leaves_work_alone(command: &NsimCommand) -> bool {
        *command == NsimCommand::Ack
    }

    fn hear(&mut self, command: NsimCommand) -> Vec<NsimUpdate> {
        self.session.handle(command)
    }

    fn is_busy(&self) -> bool {
        self.session.is_busy()
    }

    fn task(&self) -> usize {
        self.rows
    }

    fn run_slice(&mut self, part: u64) -> Vec<NsimUpdate> {
        let updates = self.session.run_slice(part);
        self.rows += updates.iter().filter(|update| matches!(update, NsimUpdate::Row(..))).count();
        updates
    }
}

/// Starts the worker.
pub fn start() {
    host::start(Interconnects::default(), Vec::new());
}
