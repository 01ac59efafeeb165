//! The worker of the mode of memory systems: owns its session, and reads the files that the page sends.

use super::files;
use super::link::ToWorker;
use crate::worker::host::{self, Work};
use mcore::session::{PmnetSession, PmnetUpdate};

#[derive(Default)]
struct MemorySystems(PmnetSession);

impl Work for MemorySystems {
    type Message = ToWorker;
    type Update = PmnetUpdate;
    /// Every run begins with a command.
    type Task = ();

    fn leaves_work_alone(message: &ToWorker) -> bool {
        matches!(message, ToWorker::Files(_))
    }

    fn hear(&mut self, message: ToWorker) -> Vec<PmnetUpdate> {
        match message {
            ToWorker::Files(list) => {
                self.0.take_files(files::of(&list));
                Vec::new()
            }
            ToWorker::Command(command) => self.0.handle(command),
        }
    }

    fn is_busy(&self) -> bool {
        self.0.is_busy()
    }

    fn task(&self) {}

    fn run_slice(&mut self, part: u64) -> Vec<PmnetUpdate> {
        self.0.run_slice(part)
    }
}

/// Starts the worker.
pub fn start() {
    host::start(MemorySystems::default(), Vec::new());
}
