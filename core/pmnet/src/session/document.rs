//! A memory system in an editor: the DAT and its text follow each other, and every change can be undone.

use crate::model::dat::Edit;
use crate::model::{Dat, DatError, Graph};
use alloc::{rc::Rc, vec::Vec};
use mcore_base::{Text, text};

/// Maximum number of undo steps.
const MAX_STEPS: usize = 200;
/// Maximum number of bytes of texts that the steps keep together.
const MAX_KEPT: usize = 64 << 20;

/// A memory system and its text.
#[derive(Clone, Debug, PartialEq)]
struct Version {
    dat: Rc<Dat>,
    text: Rc<str>,
}

/// The document.
#[derive(Clone, Debug)]
pub struct PmnetDocument {
    now: Version,
    past: Vec<Version>,
    future: Vec<Version>,
    /// Typed text that is not a DAT: it stays until it is one, or until it is discarded.
    draft: Option<Rc<str>>,
    errors: Rc<Vec<(Option<usize>, Text)>>,
    /// The last step was typing; further typing extends it.
    typing: bool,
    graph: Result<Rc<Graph>, Rc<Vec<DatError>>>,
    revision: u64,
}

impl PartialEq for PmnetDocument {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision && self.text() == other.text() && Rc::ptr_eq(&self.now.dat, &other.now.dat)
    }
}

impl PmnetDocument {
    /// A document that holds a memory system.
    pub fn new(dat: Dat) -> Self {
        let graph = graph_of(&dat);
        let text = dat.to_json().into();
        let now = Version { dat: Rc::new(dat), text };
        Self {
            now,
            past: Vec::new(),
            future: Vec::new(),
            draft: None,
            errors: Rc::default(),
            typing: false,
            graph,
            revision: 0,
        }
    }

    /// The memory system of the last valid text.
    pub fn dat(&self) -> &Rc<Dat> {
        &self.now.dat
    }

    /// Its graph, or why it cannot run.
    pub fn graph(&self) -> Result<&Rc<Graph>, &Rc<Vec<DatError>>> {
        self.graph.as_ref()
    }

    /// The text, even if it is not a DAT.
    pub fn text(&self) -> &Rc<str> {
        self.draft.as_ref().unwrap_or(&self.now.text)
    }

    /// The errors in the text, with lines; none if the memory system matches the text.
    pub fn errors(&self) -> &Rc<Vec<(Option<usize>, Text)>> {
        &self.errors
    }

    /// Increases whenever the memory system changes.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether there is a step to undo, and one to redo.
    pub fn steps(&self) -> (bool, bool) {
        (self.draft.is_some() || !self.past.is_empty(), !self.future.is_empty())
    }

    /// Sets a different memory system; this can be undone.
    pub fn replace(&mut self, dat: Dat) {
        let text = dat.to_json().into();
        self.step(Version { dat: Rc::new(dat), text });
        self.typing = false;
    }

    /// Makes a change; returns the objects that it concerns.
    ///
    /// # Errors
    /// The error that the change would cause. Nothing has changed then.
    pub fn edit(&mut self, edit: &Edit) -> Result<Vec<alloc::string::String>, DatError> {
        if self.draft.is_some() {
            let what = text!(
                "the text has errors; mend them or give them up first",
                "テキストに誤りがあります。先に直すか、元に戻してください"
            );
            return Err(DatError { place: Default::default(), key: Default::default(), what, line: None });
        }
        let (dat, concerned) = self.now.dat.edit(edit)?;
        if dat != *self.now.dat {
            self.replace(dat);
        }
        Ok(concerned)
    }

    /// Sets the text. If it is a DAT, the memory system follows; else the memory system stays as it was.
    pub fn type_text(&mut self, text: &str) {
        if text == &**self.text() {
            return;
        }
        match Dat::read(text) {
            Ok(dat) => {
                let version = Version { dat: Rc::new(dat), text: text.into() };
                if self.typing {
                    self.set(version);
                } else {
                    self.step(version);
                }
                self.typing = true;
            }
            Err(errors) => {
                let located = errors.iter().map(|error| (error.line_in(text), error.text()));
                self.errors = Rc::new(located.collect());
                self.draft = Some(text.into());
            }
        }
    }

    /// Discards typed text that is not a DAT; else undoes the last step.
    pub fn undo(&mut self) {
        if self.draft.take().is_some() {
            self.errors = Rc::default();
        } else if let Some(before) = self.past.pop() {
            self.future.push(self.now.clone());
            self.set(before);
        }
        self.typing = false;
    }

    /// Redoes the step that was undone last.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(self.now.clone());
            self.set(after);
        }
        self.typing = false;
    }

    fn step(&mut self, version: Version) {
        self.future.clear();
        self.past.push(self.now.clone());
        let kept = |past: &[Version]| past.iter().map(|version| version.text.len()).sum::<usize>();
        while self.past.len() > MAX_STEPS || self.past.len() > 1 && kept(&self.past) > MAX_KEPT {
            self.past.remove(0);
        }
        self.set(version);
    }

    fn set(&mut self, version: Version) {
        self.graph = graph_of(&version.dat);
        (self.now, self.draft, self.errors) = (version, None, Rc::default());
        self.revision += 1;
    }
}

fn graph_of(dat: &Dat) -> Result<Rc<Graph>, Rc<Vec<DatError>>> {
    Graph::new(dat).map(Rc::new).map_err(Rc::new)
}
