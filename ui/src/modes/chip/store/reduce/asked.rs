//! How the state changes by requests of the user.

use super::super::{Dialog, Intent, Notice, State, has_line, variables};
use mcore::base::NodeId;
use mcore::modes::chip::view::SourcePlace;

/// Maximum number of nodes with a marked line besides the selected node: a longer list of names after a line is unreadable.
const MAX_MARKED: usize = 16;

impl State {
    pub(super) fn asked(&mut self, intent: Intent) {
        match intent {
            Intent::SetLang(lang) => {
                self.lang = lang;
                // The translation of a start file is the same program, line by line, so the loaded program is not an old one.
                if let Some(work) = &mut self.work {
                    work.speak(lang);
                }
            }
            Intent::SetTheme(theme) => self.theme = theme,
            Intent::ShowTab(tab) => self.tab = tab,
            Intent::ShowPhoneTab(tab) => self.show_phone_tab(tab),
            // Another tab edits this work, so changes here are refused.
            Intent::Edit(..) | Intent::ResetFiles | Intent::UndoReset if !self.may_edit() => {}
            Intent::Edit(name, text) => self.edit_file(&name, text),
            Intent::ResetFiles => self.reset_files(),
            Intent::UndoReset => self.undo_reset(),
            Intent::RefuseFile(name) => self.notice = Some(Notice::TooLarge(name)),
            Intent::OpenHint => self.open_hint(),
            Intent::SetMachine(machine) => {
                self.scratch_machine = machine;
                self.dialog = None;
                self.verdict = None;
            }
            Intent::SetLevel(level) => self.level = level,
            Intent::Seek(cycle) => {
                self.wanted = Some(cycle);
                self.travel.moving();
            }
            Intent::Travel(request) => self.travel(request),
            Intent::SetPace(pace) => self.pace = pace,
            Intent::Select(node) => self.watch.node = Some(node),
            Intent::MarkLine(node) => self.mark_line(node),
            Intent::SelectBy(dx, dy) => self.select_by(dx, dy),
            Intent::FocusMemory(focus) => {
                self.watch.memory = focus;
                self.memory_chosen = true;
            }
            Intent::GoTo(place) => self.go_to(place),
            Intent::Cursor(place) => {
                self.cursor = Some((place, self.frame.cycle));
                self.watch_code();
            }
            Intent::Point(place) => {
                self.pointed = place;
                self.watch_code();
            }
            Intent::Inspect(request) => variables::inspect(self, request),
            Intent::Open(dialog) => self.show_dialog(Some(dialog)),
            Intent::CloseDialog => self.show_dialog(None),
            Intent::DismissNotice => self.notice = None,
            Intent::DismissOutcome => self.outcome_dismissed = true,
            Intent::Analyse(request) => self.analyse(request),
            Intent::Grade(request) => self.grade(request),
            Intent::Look(look) => self.look(look),
            Intent::Narrow(narrow) => self.narrow(narrow),
            // They change the state by what follows from them.
            Intent::OpenExercise(_)
            | Intent::OpenScratch
            | Intent::OpenFiles(_)
            | Intent::OpenPack(_)
            | Intent::Assemble
            | Intent::CancelAssembly
            | Intent::RunOrPause
            | Intent::ToStart
            | Intent::ToEnd
            | Intent::ToRegion { .. }
            | Intent::Keep(_)
            | Intent::Restart(_) => {}
        }
    }

    fn show_dialog(&mut self, dialog: Option<Dialog>) {
        self.dialog = dialog;
        if dialog != Some(Dialog::Projects) {
            // Closing the question about a file means no.
            self.stored_work.imported = None;
        }
    }

    /// Asks for the instructions of the line of C that the user looks at, unless they are listed.
    fn watch_code(&mut self) {
        let shown = self.lists_code(self.frame.state);
        let listed = |place: &SourcePlace| self.frame.node.as_ref().is_some_and(|node| has_line(&node.disasm, place));
        let place = self.looked_at(self.frame.cycle).filter(|place| shown && !listed(place)).cloned();
        if place.is_some() {
            self.watch.code = place;
        }
    }

    fn mark_line(&mut self, node: NodeId) {
        let marked = &mut self.watch.marked;
        if let Some(at) = marked.iter().position(|n| *n == node) {
            marked.remove(at);
        } else {
            if marked.len() == MAX_MARKED {
                marked.remove(0);
            }
            marked.push(node);
        }
    }

    /// Selects a neighbour. The request holds a step, not a node: two quick keys may be pressed before the first one is drawn.
    fn select_by(&mut self, dx: i8, dy: i8) {
        let (width, height) =
            self.frame.mesh.as_ref().map_or((self.machine().width, self.machine().height), |m| (m.width, m.height));
        let from = self.watch.node.unwrap_or(NodeId::new(1, 1));
        let step = |v: u8, by: i8, last: u8| v.min(last).saturating_add_signed(by).min(last);
        self.watch.node = Some(NodeId::new(step(from.x, dx, width), step(from.y, dy, height)));
    }
}
