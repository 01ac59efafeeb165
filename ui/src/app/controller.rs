//! Does what the user wants and what the session says: the only place with effects.
//!
//! Holds the current [`State`] itself, so that a chain of messages sees each other's results at once; Yew is told of each
//! new state and draws when it has time.

mod analysis;

use crate::catalog::{self, Catalog};
use crate::intent::Intent;
use crate::link::{Heard, Link};
use crate::persist;
use crate::store::{Action, EXECUTABLE, Executable, Notice, SCRATCH, State, WorkerState, Workspace};
use gloo_render::{AnimationFrame, request_animation_frame};
use gloo_timers::callback::Timeout;
use mcore::base::SourceFile;
use mcore::session::{Command, Update};
use mcore::view::RunState;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

/// Milliseconds between an edit and its storing: less than it takes to reach for the reload button.
const SAVE_AFTER_MS: u32 = 250;

/// Files of the exercise that is open, as the session wants them: needed again when the worker is restarted.
struct Pack {
    folder: String,
    files: Vec<SourceFile>,
}

/// The page's will.
pub struct Controller {
    this: Weak<Controller>,
    state: RefCell<Rc<State>>,
    publish: Callback<Rc<State>>,
    link: Link,
    pack: RefCell<Option<Pack>>,
    /// Run as soon as the assembly under way has succeeded.
    run_next: Cell<bool>,
    save: RefCell<Option<Timeout>>,
    ack: RefCell<Option<AnimationFrame>>,
    /// The log that was asked for last.
    log: RefCell<Option<Command>>,
}

impl PartialEq for Controller {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Controller {
    /// A controller that tells `publish` every new state.
    pub fn new(publish: Callback<Rc<State>>) -> Rc<Self> {
        let state = State::new(persist::load_lang(), persist::load_theme(), persist::load_machine());
        Rc::new_cyclic(|this: &Weak<Self>| {
            let ear = this.clone();
            let heard = Callback::from(move |heard| {
                if let Some(controller) = ear.upgrade() {
                    controller.hear(heard);
                }
            });
            Self {
                this: this.clone(),
                state: RefCell::new(Rc::new(state)),
                publish,
                link: Link::new(heard),
                pack: RefCell::default(),
                run_next: Cell::new(false),
                save: RefCell::default(),
                ack: RefCell::default(),
                log: RefCell::default(),
            }
        })
    }

    /// The current state.
    pub fn state(&self) -> Rc<State> {
        self.state.borrow().clone()
    }

    /// Starts the worker and fetches the list of exercises.
    pub fn start(&self) {
        self.link.start();
        self.restore_drawer();
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            match catalog::fetch_catalog().await {
                Ok(catalog) => this.dispatch(Action::CatalogKnown(Rc::new(catalog))),
                Err(message) => {
                    // The lab works without exercises too.
                    this.dispatch(Action::CatalogKnown(Rc::new(Catalog::default())));
                    this.dispatch(Action::FetchFailed(message));
                }
            }
            this.open_first();
        });
    }

    /// Does what the user wants.
    pub fn perform(&self, intent: Intent) {
        match intent {
            Intent::SetLang(lang) => {
                persist::save_lang(lang);
                self.dispatch(Action::Lang(lang));
            }
            Intent::SetTheme(theme) => {
                persist::save_theme(theme);
                self.dispatch(Action::Theme(theme));
            }
            Intent::OpenExercise(id) => self.open_exercise(&id),
            Intent::OpenScratch => self.open_scratch(),
            Intent::SetMachine(machine) => {
                persist::save_machine(&machine);
                self.link.send(Command::SetMachine(machine.clone()));
                self.dispatch(Action::Machine(machine));
                self.assemble();
            }
            Intent::ShowTab(tab) => self.dispatch(Action::ShowTab(tab)),
            Intent::ShowPhoneTab(tab) => self.show_phone_tab(tab),
            Intent::Edit(name, text) => self.change_work(Action::Edit(name, text)),
            Intent::ResetFiles => self.change_work(Action::ResetFiles),
            Intent::UndoReset => self.change_work(Action::UndoReset),
            Intent::OpenFiles(files) => self.open_files(files),
            Intent::RefuseFile(name) => self.dispatch(Action::NotOpened(Notice::TooLarge(name))),
            Intent::OpenHint => self.dispatch(Action::OpenHint),
            Intent::Assemble => {
                self.run_next.set(false);
                self.assemble();
            }
            Intent::RunOrPause => self.run_or_pause(),
            Intent::Step(cycles) => self.step(cycles),
            Intent::Back(cycles) => self.move_by(Command::Back(cycles)),
            Intent::Seek(cycle) => {
                self.dispatch(Action::Seeking(cycle));
                self.link.seek(cycle);
            }
            Intent::ToStart => self.move_by(Command::Seek(0)),
            Intent::ToEnd => {
                let frame = self.state().frame.clone();
                match frame.outcome {
                    Some(_) => self.move_by(Command::Seek(frame.end)),
                    None => self.move_by(Command::Run { until: None, pace: None }),
                }
            }
            Intent::SetPace(pace) => {
                self.dispatch(Action::Pace(pace));
                if self.state().frame.state == RunState::Running {
                    self.link.send(Command::SetPace(pace));
                }
            }
            Intent::Select(node) => {
                if self.state().watch.node != Some(node) {
                    self.dispatch(Action::Select(node));
                    self.watch();
                    self.ask_log();
                }
            }
            Intent::FocusMemory(focus) => {
                self.dispatch(Action::FocusMemory(focus));
                self.watch();
            }
            Intent::GoTo(place) => self.dispatch(Action::GoTo(place)),
            Intent::Open(dialog) => self.dispatch(Action::Dialog(Some(dialog))),
            Intent::CloseDialog => self.dispatch(Action::Dialog(None)),
            Intent::DismissNotice => self.dispatch(Action::DismissNotice),
            Intent::DismissOutcome => self.dispatch(Action::DismissOutcome),
            Intent::Analyse(wish) => self.analyse(wish),
            Intent::Restart => {
                self.dispatch(Action::Restarted);
                self.link.start();
            }
        }
    }

    /// Stores the work now.
    pub fn save_now(&self) {
        if self.save.borrow_mut().take().is_none() {
            return;
        }
        let state = self.state();
        if let Some((id, work)) = state.to_store().filter(|(id, _)| *id != EXECUTABLE) {
            self.dispatch(Action::Stored(persist::save_work(id, &work)));
        }
    }

    fn dispatch(&self, action: Action) {
        let next = {
            let mut state = self.state.borrow_mut();
            // The value is shared with Yew while it draws, so the small outer part is copied; the bulky parts are not.
            *state = Rc::new(State::clone(&state).reduce(action));
            state.clone()
        };
        self.publish.emit(next);
    }

    fn hear(&self, heard: Heard) {
        match heard {
            Heard::Dead(message) => {
                self.save_now();
                self.run_next.set(false);
                self.dispatch(Action::Died(message));
            }
            Heard::Updates(updates) => updates.into_iter().for_each(|update| self.hear_update(update)),
        }
    }

    fn hear_update(&self, update: Update) {
        match update {
            Update::Ready { .. } => {
                self.dispatch(Action::Heard(update));
                self.ready();
            }
            Update::Exercise(view) => {
                let state = self.state();
                let same = state.work.as_ref().filter(|w| w.id == view.id);
                // After a restart of the worker the text on the page is newer than the stored one can be.
                let before = same.map(Workspace::to_store).or_else(|| persist::load_work(&view.id));
                persist::save_last(&view.id);
                self.opened(Workspace::exercise(Rc::new(*view), before));
            }
            Update::Assembled(program) => {
                let ok = program.ok;
                self.dispatch(Action::Heard(Update::Assembled(program)));
                self.log.take();
                self.watch();
                if self.run_next.take() && ok {
                    self.run();
                }
            }
            Update::Frame(_) => {
                self.dispatch(Action::Heard(update));
                // The next picture is asked for when this one has been drawn; in a hidden tab that is never.
                let link = self.link.clone();
                *self.ack.borrow_mut() = Some(request_animation_frame(move |_| link.send(Command::Ack)));
                self.ask_log();
            }
            other => self.dispatch(Action::Heard(other)),
        }
    }

    /// The session is new: give it what it needs to go on where the page is.
    fn ready(&self) {
        let state = self.state();
        match &state.work {
            None => self.open_first(),
            Some(work) if work.exercise.is_none() => self.opened_scratch(work.clone()),
            Some(_) => self.send_pack(),
        }
    }

    fn open_first(&self) {
        let state = self.state();
        let (None, WorkerState::Ready, Some(catalog)) = (&state.work, &state.worker, &state.catalog) else { return };
        let last = persist::load_last();
        match catalog.first(last.as_deref()) {
            Some(id) if last.as_deref() != Some(SCRATCH) => self.open_exercise(&id),
            _ => self.open_scratch(),
        }
    }

    fn open_exercise(&self, id: &str) {
        self.save_now();
        let state = self.state();
        let Some((pack, folder)) = state.catalog.as_ref().and_then(|c| c.find(id)) else { return };
        let (pack, folder) = (pack.clone(), folder.to_owned());
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            match catalog::fetch_exercise(&pack, &folder).await {
                Ok(files) => {
                    *this.pack.borrow_mut() = Some(Pack { folder, files });
                    this.send_pack();
                }
                Err(message) => {
                    this.dispatch(Action::FetchFailed(message));
                    if this.state().work.is_none() {
                        this.open_scratch();
                    }
                }
            }
        });
    }

    fn send_pack(&self) {
        if let Some(pack) = self.pack.borrow().as_ref() {
            let (folder, files) = (pack.folder.clone(), pack.files.clone());
            self.link.send(Command::OpenExercise { folder, files });
        }
    }

    fn open_scratch(&self) {
        self.save_now();
        persist::save_last(SCRATCH);
        self.opened_scratch(Workspace::scratch(persist::load_work(SCRATCH)));
    }

    fn opened_scratch(&self, work: Workspace) {
        self.link.send(Command::CloseExercise);
        self.link.send(Command::SetMachine(self.state().scratch_machine.clone()));
        self.opened(work);
    }

    /// Texts join the open work; an ELF program is work of its own, with the texts as its sources.
    fn open_files(&self, files: Vec<(String, Vec<u8>)>) {
        let is_elf = |bytes: &[u8]| bytes.starts_with(b"\x7fELF");
        let (mut executable, mut texts) = (None, Vec::new());
        for (name, bytes) in files {
            if is_elf(&bytes) {
                executable = Some(Executable { name, bytes });
                continue;
            }
            match String::from_utf8(bytes) {
                // A text with zero bytes is none, and an editor would show a mess.
                Ok(text) if !text.contains('\0') => texts.push(SourceFile { name, text: text.replace("\r\n", "\n") }),
                _ => return self.dispatch(Action::NotOpened(Notice::NotText(name))),
            }
        }
        texts.sort_by(|a, b| a.name.cmp(&b.name));
        match executable {
            Some(executable) => {
                self.save_now();
                self.opened_scratch(Workspace::executable(executable, texts));
            }
            None if texts.is_empty() => {}
            None => {
                self.change_work(Action::FilesOpened(texts));
                // Sources that have come later: the program's lines lead to them now.
                if self.state().work.as_ref().is_some_and(|w| w.executable.is_some()) {
                    self.assemble();
                }
            }
        }
    }

    fn opened(&self, work: Workspace) {
        self.dispatch(Action::Opened(work));
        // A working example is ready to run at once.
        self.assemble();
    }

    fn change_work(&self, action: Action) {
        self.dispatch(action);
        let Some(this) = self.this.upgrade() else { return };
        *self.save.borrow_mut() = Some(Timeout::new(SAVE_AFTER_MS, move || this.save_now()));
    }

    fn watch(&self) {
        self.link.send(Command::Watch(self.state().watch.clone()));
    }

    fn assemble(&self) {
        let state = self.state();
        let Some(work) = &state.work else { return };
        self.save_now();
        self.dispatch(Action::Assembling);
        self.link.send(match &work.executable {
            Some(executable) => Command::LoadElf {
                name: executable.name.clone(),
                bytes: executable.bytes.clone(),
                sources: work.files.iter().map(|f| f.name.clone()).collect(),
            },
            None => Command::Assemble { files: work.files.to_vec() },
        });
    }

    /// True if what the user sees in the editor is not what would run, and nothing is lost by assembling it first.
    fn must_assemble(state: &State) -> bool {
        // A program with errors leaves the one before it loaded, which is not what the editor shows.
        let failed = state.program.as_ref().is_none_or(|p| !p.ok);
        let fresh = state.frame.cycle == 0 || matches!(state.frame.state, RunState::Empty | RunState::Ended);
        failed || (state.edited && fresh)
    }

    fn run_or_pause(&self) {
        let state = self.state();
        if state.frame.state == RunState::Running {
            self.link.send(Command::Pause);
        } else if Self::must_assemble(&state) {
            self.assemble();
            self.run_next.set(true);
        } else {
            if state.frame.state == RunState::Ended {
                self.link.send(Command::Seek(0));
            }
            self.run();
        }
    }

    fn run(&self) {
        let pace = self.state().pace;
        self.move_by(Command::Run { until: None, pace });
    }

    fn step(&self, cycles: u32) {
        if Self::must_assemble(&self.state()) {
            self.assemble();
        } else {
            self.move_by(Command::Step(cycles));
        }
    }

    fn move_by(&self, command: Command) {
        self.dispatch(Action::Moving);
        self.link.send(command);
    }
}
