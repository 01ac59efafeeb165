//! Running all cases, and handing in.

use super::Controller;
use crate::modes::chip::store::{Analyse, AnalysisTab, GradeRequest, Intent, Travel};
use crate::widgets::save_text;
use mcore::modes::chip::session::{Command, Place, Update};
use mcore::modes::chip::view::{DifferenceKind, DifferenceRow};

/// MIME type of a hand-in file, chosen so that no program changes the file on its way.
const MIME: &str = "application/octet-stream";

impl Controller {
    pub(super) fn grade(&self, request: GradeRequest) {
        let state = self.state();
        let Some(work) = &state.work else { return };
        let files = || work.files.to_vec();
        let elf = || work.executable.as_ref().map_or_else(Vec::new, |e| e.bytes.clone());
        match &request {
            GradeRequest::Start => self.link.send(Command::Grade { files: files(), elf: elf() }),
            GradeRequest::Stop => self.link.send(Command::StopGrading),
            GradeRequest::Save | GradeRequest::Copy => {
                self.copy_next.set(request == GradeRequest::Copy);
                self.link.send(Command::HandIn { files: files(), elf: elf() });
            }
            GradeRequest::Show(case) => {
                self.link.send(Command::ChooseCase(*case));
                self.assemble();
                self.run_next.set(true);
            }
            GradeRequest::LastWrite(node, addr) => {
                self.seek_writer.set(true);
                // The verdict is about the end of the run, whichever cycle is shown now.
                self.link.send(Command::LastWriter { node: *node, place: Place::Word(*addr & !3), at_end: true });
            }
            GradeRequest::FirstDifference(node) => {
                self.seek_difference.set(Some(*node));
                self.link.send(Command::CompareWithRight);
            }
        }
        self.dispatch(Intent::Grade(request));
        if self.state().watch != state.watch {
            self.watch();
        }
    }

    /// The file to hand in is ready.
    pub(super) fn handed_in(&self, name: &str, text: &str) {
        let clipboard = gloo_utils::window().navigator().clipboard();
        // A page without a secure connection has no clipboard.
        if self.copy_next.take() && !clipboard.is_undefined() {
            // If the user refuses, the browser has already said so.
            let _ = clipboard.write_text(text);
        } else {
            save_text(name, MIME, text);
        }
    }

    /// The current run has been compared with one whose result is correct: moves to the first cycle where they differ,
    /// and shows both runs beside each other.
    pub(super) fn difference_found(&self, update: &Update) {
        let (Update::Difference(found), Some(node)) = (update, self.seek_difference.take()) else { return };
        self.analyse(Analyse::Show(AnalysisTab::Compare));
        let stored = |row: &&DifferenceRow| row.kind == DifferenceKind::Store && Some(row.node) == node;
        let rows = || found.rows.iter().filter(|row| row.present.is_some());
        let row = rows().find(stored).or_else(|| rows().next());
        if let Some(did) = row.and_then(|row| row.present.as_ref()) {
            self.travel(Travel::Visit(did.by.cycle, Some(did.by.node), did.by.source.clone()));
        }
    }

    /// The last writer of a word has been found: if requested, moves to that cycle and selects the node that owns the
    /// word and the line that wrote or sent it.
    pub(super) fn writer_found(&self, update: &Update) {
        if let Update::LastWriter(found) = update
            && self.seek_writer.take()
            && let Some(cycle) = found.cycle
        {
            let line = found.by.as_ref().and_then(|by| by.source.clone());
            self.travel(Travel::Visit(cycle, Some(found.node), line));
        }
    }
}
