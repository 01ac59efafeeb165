//! The page's end of the link to the worker.
//!
//! Commands carry a number, and every one is answered. Seeks while the slider is dragged need not all be shown: only
//! one is in flight at a time, and only the newest waits: see [`seek`].

pub mod seek;

use crate::modes::chip::compiler::{is_c, is_read};
use crate::modes::chip::link::seek::Seeks;
use crate::shell::line::{self, Line};
use crate::shell::wire::Bytes;
use mcore::base::Cycle;
use mcore::modes::chip::session::{Command, Refused, Request, Update};
use std::cell::RefCell;
use std::rc::Rc;
use yew::Callback;

/// A message that the page receives.
pub type Heard = line::Heard<Update>;

struct Inner {
    line: Line,
    seeks: RefCell<Seeks>,
    heard: Callback<Heard>,
}

/// The page's end of the link. Clones share the same link.
#[derive(Clone)]
pub struct Link(Rc<Inner>);

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Link {
    /// A link without a worker; [`Link::start`] makes one.
    pub fn new(heard: Callback<Heard>) -> Self {
        Self(Rc::new(Inner { line: Line::default(), seeks: RefCell::default(), heard }))
    }

    /// Starts a worker, replacing the present one if there is one.
    pub fn start(&self) {
        *self.0.seeks.borrow_mut() = Seeks::default();
        let link = Rc::downgrade(&self.0);
        self.0.line.start::<Bytes, _>(move |heard| {
            if let Some(inner) = link.upgrade() {
                Self(inner).hear(heard);
            }
        });
    }

    /// Sends a command. Without a worker it is dropped: a restart sets up the session anew.
    pub fn send(&self, command: Command) {
        let id = self.0.line.next_id();
        self.post(&Request { id, command });
    }

    /// Goes to a cycle, after the seek in flight and replacing the waiting one.
    pub fn seek(&self, cycle: Cycle) {
        if self.0.seeks.borrow_mut().ask(cycle) {
            self.post_seek(cycle);
        }
    }

    fn post_seek(&self, cycle: Cycle) {
        let id = self.0.line.next_id();
        self.0.seeks.borrow_mut().sent(id);
        self.post(&Request { id, command: Command::Seek(cycle) });
    }

    /// Whether the session needs the C compiler for a command.
    fn needs_compiler(command: &Command) -> bool {
        match command {
            Command::Assemble { files } | Command::Inspect { files } | Command::Grade { files, .. } => {
                files.iter().any(|file| is_c(&file.name))
            }
            // A sequential program in C is built when the exercise is opened, unless there is one in assembly.
            Command::OpenExercise { folder, files } => {
                let description = format!("{folder}/exercise.toml");
                let description = files.iter().find(|file| file.name == description);
                let text = description.map(|file| String::from_utf8_lossy(&file.bytes)).unwrap_or_default();
                // Its description may name another file than those in the folder for it.
                let mut keys = text.lines().filter_map(|line| line.split_once('='));
                if let Some((_, named)) = keys.find(|(key, _)| key.trim() == "reference") {
                    return named.split('"').any(is_c);
                }
                let mut references = files.iter().filter(|file| file.name.contains("/reference/")).peekable();
                references.peek().is_some() && references.all(|file| is_read(&file.name))
            }
            _ => false,
        }
    }

    fn post(&self, request: &Request) {
        if Self::needs_compiler(&request.command)
            && let Err(why) = self.0.line.load_compiler()
        {
            self.0.heard.emit(Heard::Dead(why));
        }
        if let Err(why) = self.0.line.post::<Bytes>(request) {
            self.0.heard.emit(Heard::Dead(why));
        }
    }

    fn hear(&self, heard: Heard) {
        if let Heard::Updates(updates) = &heard {
            for update in updates {
                if let Update::Done(id) | Update::Refused(id, _) = update {
                    let waiting = self.0.seeks.borrow_mut().answered(*id);
                    if let Some(cycle) = waiting {
                        self.post_seek(cycle);
                    }
                }
            }
        }
        self.0.heard.emit(heard);
    }
}

/// True for a refusal that the user need not see: dragging past the end, or pausing a run that has ended.
pub fn is_harmless(refused: &Refused) -> bool {
    matches!(refused, Refused::BeyondEnd { .. } | Refused::Ended)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::base::SourceFile;
    use mcore::modes::chip::exercise::PackFile;

    #[test]
    fn the_compiler_is_loaded_for_commands_with_c_only() {
        let assemble = |names: &[&str]| {
            let file = |name: &&str| SourceFile { name: (*name).to_owned(), text: String::new() };
            Link::needs_compiler(&Command::Assemble { files: names.iter().map(file).collect() })
        };
        assert!(assemble(&["main.c"]) && assemble(&["a.s", "b.c"]));
        assert!(!assemble(&["a.s", "b.h", "c.inc"]));
        let open = |names: &[&str]| {
            let file = |name: &&str| PackFile { name: (*name).to_owned(), bytes: Vec::new() };
            let files = names.iter().map(file).collect();
            Link::needs_compiler(&Command::OpenExercise { folder: "sum".to_owned(), files })
        };
        assert!(open(&["sum/exercise.toml", "sum/reference/sum.c", "sum/reference/sum.h"]));
        let described = |text: &str| {
            let description = PackFile { name: "sum/exercise.toml".to_owned(), bytes: text.as_bytes().to_vec() };
            let files = vec![description, PackFile { name: "sum/start/sum.c".to_owned(), bytes: Vec::new() }];
            Link::needs_compiler(&Command::OpenExercise { folder: "sum".to_owned(), files })
        };
        assert!(described("[files]\nreference = \"start/sum.c\"\n"));
        assert!(!described("[files]\nreference = \"reference/sum.s\"\n") && !described("[files]\n"));
        // The reference in assembly is used, or there is none.
        assert!(!open(&["sum/reference/sum.c", "sum/reference/sum.s"]));
        assert!(!open(&["sum/start/sum.c", "sum/start/sum.s"]));
        assert!(!Link::needs_compiler(&Command::Reset));
    }
}
