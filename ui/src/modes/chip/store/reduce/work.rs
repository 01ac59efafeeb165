//! The opened work: its files, hints and grade.

use super::super::{EditLock, GradeRequest, Grading, KeptNotice, Notice, PhoneTab, Saved, State, Tab, Workspace};
use super::FileChange;
use mcore::base::{NodeId, SourceFile};
use mcore::modes::chip::view::MemoryFocus;

impl State {
    /// Shows other work, with nothing left of the work before it.
    pub(super) fn open_work(&mut self, work: Workspace) {
        self.grading = Grading::default();
        self.forget_program();
        self.checked = None;
        self.tab = match &work.exercise {
            Some(_) => Tab::Task,
            None => work.files.first().map_or(Tab::Task, |f| Tab::File(f.name.clone())),
        };
        // An offer to undo concerns the files of the old work, so it goes with them. A notice from before any work is about
        // how the page opened, such as a missing pack in its address: it stays until it is read. The work that is shown
        // while the session starts is opened a second time when the session is ready.
        let replaces = self.work.as_ref().is_some_and(|shown| shown.id != work.id || shown.files != work.files);
        if replaces && !matches!(&self.notice, Some(Notice::Kept(notice)) if notice.outlives_work()) {
            self.notice = None;
        }
        self.jump = None;
        self.memory_chosen = false;
        self.watch.node = Some(NodeId::new(1, 1));
        self.watch.marked.clear();
        self.forget_variables();
        self.saved = Saved::Yes;
        if self.work.as_ref().is_none_or(|w| w.id != work.id) {
            self.stored_work.edit_lock = EditLock::Ours;
            // The pace belongs to the work: an example that runs slowly leaves it to no other one.
            let pace = self.paces.remove(&work.id).unwrap_or_default();
            let before = std::mem::replace(&mut self.pace, pace);
            if let Some(shown) = &self.work {
                self.paces.insert(shown.id.clone(), before);
            }
        }
        // The session decides the same.
        self.analysis.checks.on = work.exercise.is_some();
        self.work = Some(work);
    }

    /// Changes the text of a file.
    pub(super) fn edit_file(&mut self, name: &str, text: String) {
        if self.work.as_mut().is_some_and(|w| w.edit(name, text)) {
            self.grading.edited();
            self.edited = true;
            self.saved = Saved::Soon;
        }
    }

    /// Restores the start files.
    pub(super) fn reset_files(&mut self) {
        if let Some(work) = &mut self.work {
            work.reset();
            self.grading.edited();
            self.edited = true;
            self.saved = Saved::Soon;
            self.notice = Some(Notice::ResetDone);
            self.dialog = None;
        }
    }

    /// Undoes a reset.
    pub(super) fn undo_reset(&mut self) {
        if self.work.as_mut().is_some_and(Workspace::undo_reset) {
            self.edited = self.work.as_ref().is_some_and(|w| w.executable.is_none());
            // The shown file may no longer exist.
            if let (Tab::File(name), Some(work)) = (&self.tab, &self.work)
                && !work.files.iter().any(|f| f.name == *name)
            {
                self.tab = work.files.first().map_or(Tab::Task, |f| Tab::File(f.name.clone()));
            }
            self.saved = Saved::Soon;
            self.notice = None;
        }
    }

    /// Adds files to the work and shows the first of them.
    pub(super) fn files_opened(&mut self, files: Vec<SourceFile>) {
        if let Some(work) = &mut self.work {
            self.notice = Some(Notice::FilesOpened(files.len()));
            if let Some(first) = files.first() {
                self.tab = Tab::File(first.name.clone());
                self.phone = PhoneTab::Source;
            }
            work.add(files);
            self.edited = work.executable.is_none();
            self.saved = Saved::Soon;
        }
    }

    /// Opens the next hint.
    pub(super) fn open_hint(&mut self) {
        if let Some(work) = &mut self.work {
            let hints = work.exercise.as_ref().map_or(0, |e| e.hints.len());
            work.hints_open = (work.hints_open + 1).min(hints);
        }
    }

    /// Does the part of a request to the grader that concerns the page.
    pub(super) fn grade(&mut self, request: GradeRequest) {
        match request {
            GradeRequest::Start => self.grading.start(),
            GradeRequest::Stop => self.grading.running = None,
            GradeRequest::Save | GradeRequest::Copy => self.grading.handed_in = true,
            GradeRequest::Show(_) => {}
            GradeRequest::LastWrite(node, addr) => {
                self.watch.node = Some(node);
                (self.watch.memory, self.memory_chosen) = (MemoryFocus::Address(addr & !3), true);
                (self.travel.asking, self.travel.writer) = (true, None);
            }
            GradeRequest::FirstDifference(_) => {
                let right = self.verdict.as_ref().and_then(|v| v.right);
                (self.travel.comparing, self.travel.difference, self.travel.against) = (Some((0, 0)), None, right);
            }
        }
    }

    /// Changes the files or the name of the work.
    pub(super) fn change_files(&mut self, change: FileChange) {
        let Some(work) = &mut self.work else { return };
        let mut text_changed = true;
        match change {
            FileChange::Add(name) => {
                if !work.add_file(&name) {
                    return;
                }
                self.tab = Tab::File(name);
            }
            FileChange::Rename(old, new) => {
                if !work.rename_file(&old, &new) {
                    return;
                }
                if self.tab == Tab::File(old) {
                    self.tab = Tab::File(new);
                }
            }
            FileChange::Remove(name) => {
                let place = work.files.iter().position(|f| f.name == name).unwrap_or_default();
                if !work.remove_file(&name) {
                    return;
                }
                if self.tab == Tab::File(name.clone()) {
                    let next = work.files.get(place).or(work.files.last());
                    self.tab = next.map_or(Tab::Task, |f| Tab::File(f.name.clone()));
                }
                self.notice = Some(Notice::Kept(KeptNotice::FileRemoved(name)));
            }
            FileChange::Move(name, to_front) => {
                if !work.move_file(&name, to_front) {
                    return;
                }
            }
            FileChange::Restore(files) => {
                work.restore(&files);
                if let Tab::File(name) = &self.tab
                    && !work.files.iter().any(|f| f.name == *name)
                {
                    self.tab = work.files.first().map_or(Tab::Task, |f| Tab::File(f.name.clone()));
                }
                self.notice = Some(Notice::Kept(KeptNotice::Restored));
                self.dialog = None;
            }
            FileChange::Become(id, name) => {
                (work.id, work.name) = (id, name);
                text_changed = false;
            }
            FileChange::Name(name) => {
                work.name = name;
                text_changed = false;
            }
        }
        self.edited |= text_changed;
        self.saved = Saved::Soon;
    }
}
