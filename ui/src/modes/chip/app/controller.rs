//! Executes the user's intents and handles the session's updates: the only place with effects.
//!
//! Holds the current [`State`] itself, so that a chain of messages sees each other's results at once. Yew gets each new
//! state and draws when it has time.

mod analysis;
mod budget;
mod checker;
mod grading;
mod keep;
mod packs;
mod regions;
mod text_file;
mod travel;

use crate::i18n::{self, tag};
use crate::modes::chip::catalog;
use crate::modes::chip::link::{Heard, Link};
use crate::modes::chip::persist;
use crate::modes::chip::store::history::Reason;
use crate::modes::chip::store::{
    Action, Executable, Intent, Keep, Kept, Look, Notice, OutputTo, SCRATCH, State, WorkerState, Workspace,
};
use crate::shell::pictures::Pictures;
use budget::Budget;
use checker::Checker;
use gloo_render::{AnimationFrame, request_animation_frame};
use gloo_timers::callback::Timeout;
use keep::{ENDING, Keeper};
use mcore::base::{Encoding, Lang, NodeId, SourceFile};
use mcore::modes::chip::exercise::PackFile;
use mcore::modes::chip::session::{Command, Refused, Update};
use mcore::modes::chip::view::RunState;
use mcore::packs::STANDARD_KIND;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

/// Milliseconds between an edit and storing it: less than it takes to reach for the reload button.
const SAVE_AFTER_MS: u32 = 250;
/// Milliseconds between an edit of C and the search for errors: a pause between words.
const CHECK_C_AFTER_MS: u32 = 200;
/// The same for assembly: the session assembles, so it should not do so between two keys.
const CHECK_ASSEMBLY_AFTER_MS: u32 = 300;

/// Files of the open exercise in the form that the session needs; they are sent again when the worker restarts.
struct Pack {
    folder: String,
    files: Vec<PackFile>,
}

/// Turns intents and updates into actions, commands and other effects.
pub struct Controller {
    this: Weak<Controller>,
    state: RefCell<Rc<State>>,
    publish: Callback<Rc<State>>,
    link: Link,
    pack: RefCell<Option<Pack>>,
    /// Run as soon as the pending assembly has succeeded.
    run_next: Cell<bool>,
    /// Copy the next file to hand in instead of saving it.
    copy_next: Cell<bool>,
    /// The user has cancelled an assembly: the next automatic one is left out.
    cancelled: Cell<bool>,
    /// Where the requested text of the output goes.
    output_to: Cell<Option<OutputTo>>,
    /// The exercise to open first, because the address of the page names its pack.
    first: RefCell<Option<String>>,
    /// Move to the last writer as soon as it is found.
    seek_writer: Cell<bool>,
    /// Move to the first difference as soon as it is found, preferably to the one at this node.
    seek_difference: Cell<Option<Option<NodeId>>>,
    save: RefCell<Option<Timeout>>,
    ack: RefCell<Option<AnimationFrame>>,
    budget: RefCell<Budget>,
    /// The last request for the log.
    log: RefCell<Option<Command>>,
    /// Chunks received so far of the trace of loads and stores.
    recorded: js_sys::Array,
    keeper: Keeper,
    checker: Checker,
    /// The first work of the page has been opened, or is being opened.
    first_opened: Cell<bool>,
    langs: i18n::Choices,
}

impl PartialEq for Controller {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Controller {
    /// A controller that passes every new state to `publish`.
    pub fn new(publish: Callback<Rc<State>>) -> Rc<Self> {
        let state = State::new(persist::load_lang(), persist::load_theme(), persist::load_machine());
        Rc::new_cyclic(|this: &Weak<Self>| {
            let ear = this.clone();
            let heard = Callback::from(move |heard| {
                if let Some(controller) = ear.upgrade() {
                    controller.hear(heard);
                }
            });
            let ear = this.clone();
            let word = Callback::from(move |word| {
                if let Some(controller) = ear.upgrade() {
                    controller.hear_word(&word);
                }
            });
            Self {
                this: this.clone(),
                state: RefCell::new(Rc::new(state)),
                publish,
                link: Link::new(heard),
                pack: RefCell::default(),
                run_next: Cell::new(false),
                copy_next: Cell::new(false),
                cancelled: Cell::new(false),
                output_to: Cell::new(None),
                first: RefCell::default(),
                seek_writer: Cell::new(false),
                seek_difference: Cell::default(),
                save: RefCell::default(),
                ack: RefCell::default(),
                budget: RefCell::default(),
                log: RefCell::default(),
                recorded: js_sys::Array::new(),
                keeper: Keeper::new(word),
                checker: Checker::default(),
                first_opened: Cell::default(),
                langs: i18n::Choices::default(),
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
        self.dispatch(Action::Looks(persist::load_looks()));
        self.fetch_packs();
    }

    /// Changes the language, as soon as its messages are here.
    fn set_lang(&self, lang: Lang) {
        let (this, langs) = (self.this.clone(), self.langs.clone());
        spawn_local(async move {
            let Some(is_here) = langs.arrived(lang).await else { return };
            let Some(this) = this.upgrade() else { return };
            if is_here {
                persist::save_lang(lang);
                this.dispatch(Intent::SetLang(lang));
            } else {
                this.dispatch(Action::FetchFailed(tag(lang).to_owned()));
            }
        });
    }

    /// Executes the user's intent: its effects, and the change of the state.
    pub fn perform(&self, intent: Intent) {
        match intent {
            Intent::SetLang(lang) => self.set_lang(lang),
            Intent::SetTheme(theme) => {
                persist::save_theme(theme);
                self.dispatch(intent);
            }
            Intent::OpenExercise(id) => self.keep(Keep::OpenProject(id)),
            Intent::OpenScratch => self.open_scratch(),
            Intent::SetMachine(machine) => {
                if self.state().work.as_ref().is_some_and(|work| work.id == SCRATCH) {
                    persist::save_machine(&machine);
                }
                self.link.send(Command::SetMachine(machine.clone()));
                self.dispatch(Intent::SetMachine(machine));
                self.save_soon();
                self.assemble();
            }
            Intent::SetLevel(level) => {
                self.link.send(Command::SetLevel(level));
                self.dispatch(intent);
                self.assemble();
            }
            Intent::ShowPhoneTab(tab) => self.show_phone_tab(tab),
            Intent::Edit(..) | Intent::ResetFiles | Intent::UndoReset => self.change_work(intent),
            Intent::OpenFiles(files) => self.open_files(files),
            Intent::OpenPack(files) => self.add_pack(catalog::Pack::from_folder(files, STANDARD_KIND), true),
            // The program that would run is about to go.
            Intent::Assemble | Intent::RunOrPause if self.state().is_changing() => {}
            Intent::Assemble => {
                self.run_next.set(false);
                self.cancelled.set(false);
                self.assemble();
            }
            Intent::CancelAssembly => {
                self.run_next.set(false);
                self.cancelled.set(true);
                self.dispatch(Action::Restarted(false));
                self.link.start();
            }
            Intent::RunOrPause => {
                self.welcomed();
                self.cancelled.set(false);
                self.run_or_pause();
            }
            Intent::Seek(cycle) => {
                self.dispatch(intent);
                self.link.seek(cycle);
            }
            Intent::ToStart => self.move_by(Command::Seek(0)),
            Intent::ToEnd => self.move_by(Command::ToEnd),
            Intent::SetPace(pace) => {
                self.dispatch(intent);
                if self.state().frame.state == RunState::Running {
                    self.link.send(Command::SetPace(pace));
                }
            }
            Intent::Select(node) if self.state().watch.node == Some(node) => {}
            Intent::Select(_) | Intent::SelectBy(..) => {
                let before = self.state().watch.node;
                self.dispatch(intent);
                if self.state().watch.node != before {
                    self.watch();
                    self.ask_for_what_is_seen();
                }
            }
            Intent::MarkLine(_) | Intent::FocusMemory(_) | Intent::Inspect(_) => {
                self.dispatch(intent);
                self.watch();
            }
            // Several instructions belong to one line.
            Intent::Point(place) if self.state().pointed == place => {}
            Intent::Cursor(_) | Intent::Point(_) => self.look_at(intent),
            Intent::ToRegion { back } => regions::go(back),
            Intent::Analyse(request) => self.analyse(request),
            Intent::Keep(request) => self.keep(request),
            Intent::Grade(request) => self.grade(request),
            Intent::Look(_) => {
                self.dispatch(intent);
                persist::save_looks(&self.state().looks);
            }
            Intent::Travel(request) => self.travel(request),
            Intent::Narrow(narrow) => self.narrow(narrow),
            Intent::Restart(again) => {
                self.dispatch(Action::Restarted(again));
                if self.state().work.is_none() {
                    self.first_opened.set(false);
                }
                self.link.start();
            }
            Intent::ShowTab(_)
            | Intent::RefuseFile(_)
            | Intent::OpenHint
            | Intent::GoTo(_)
            | Intent::Open(_)
            | Intent::CloseDialog
            | Intent::DismissNotice
            | Intent::DismissOutcome => self.dispatch(intent),
        }
    }

    /// The cursor or the pointer is at another line: its instructions are fetched, if they are not known.
    fn look_at(&self, intent: Intent) {
        let before = self.state().watch.code.clone();
        self.dispatch(intent);
        if self.state().watch.code != before {
            self.watch();
        }
    }

    /// The offer of the tour goes with the first run.
    fn welcomed(&self) {
        if !self.state().looks.welcomed {
            self.perform(Intent::Look(Look::Welcomed));
        }
    }

    fn dispatch(&self, action: impl Into<Action>) {
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
                self.forget_check();
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
            Update::Exercise(view) => self.exercise_is_open(*view),
            Update::Assembled(program) => {
                let ok = program.ok;
                self.dispatch(Action::Heard(Update::Assembled(program)));
                self.log.take();
                self.watch();
                if ok {
                    self.find_left_run();
                }
                if ok && self.state().travel.lost.is_some() {
                    return self.replay();
                }
                let cycle = self.keeper.go_to.take();
                if self.run_next.take() && ok {
                    self.run();
                } else if cycle > 0 && ok {
                    self.move_by(Command::Run { until: Some(cycle), pace: None });
                }
            }
            Update::Accesses { .. } => self.recorded(update),
            Update::OutputText { text, cut } => self.take_output(&text, cut),
            Update::HandIn { name, text } => self.handed_in(&name, &text),
            Update::Findings { diagnostics, .. } => self.heard_of_assembler(diagnostics),
            Update::Difference(_) => {
                self.dispatch(Action::Heard(update.clone()));
                self.difference_found(&update);
            }
            Update::LastWriter(_) => {
                self.writer_found(&update);
                self.dispatch(Action::Heard(update));
            }
            Update::Frame(frame) => {
                if frame.state == RunState::Running {
                    self.count_time();
                } else {
                    // The user waits for this frame, so the budget does not delay it.
                    self.budget.take();
                }
                let before = self.state().watch.output.clone();
                let ended = frame.outcome.as_ref().filter(|outcome| outcome.ok).map(|outcome| outcome.cycles);
                let ended = ended.filter(|_| self.state().frame.outcome.is_none());
                self.dispatch(Action::Heard(Update::Frame(frame)));
                // The output may have opened itself.
                if self.state().watch.output != before {
                    self.watch();
                }
                self.refresh_file();
                ended.into_iter().for_each(|cycles| self.run_ended(cycles));
                self.ask_for_next_picture();
                self.ask_for_what_is_seen();
            }
            Update::Stops(_) => {
                let before = self.state().travel.notes.clone();
                self.dispatch(Action::Heard(update));
                // A breakpoint that moved to the next line with code stays there.
                if self.state().travel.notes != before {
                    self.save_notes();
                    self.send_stops();
                }
            }
            Update::Stopped { .. } => {
                let before = self.state().watch.node;
                self.dispatch(Action::Heard(update));
                // The node at which the program has stopped is selected.
                if self.state().watch.node != before {
                    self.watch();
                }
            }
            Update::Refused(_, Refused::BadExercise(_)) if self.keeper.is_fetched() => {
                self.end_opening();
                self.dispatch(Action::Heard(update));
            }
            other => self.dispatch(Action::Heard(other)),
        }
    }

    /// The next frame is requested when this one is drawn and the budget allows another; never in a hidden tab.
    fn ask_for_next_picture(&self) {
        let this = self.this.clone();
        let ask = request_animation_frame(move |_| {
            let Some(this) = this.upgrade() else { return };
            if this.state().frame.state == RunState::Running {
                this.count_time();
            }
            if this.budget.borrow_mut().refresh() {
                this.link.send(Command::Ack);
            } else {
                this.ask_for_next_picture();
            }
        });
        *self.ack.borrow_mut() = Some(ask);
    }

    /// Measures the time from now until the browser has finished the work that this event causes: elements, drawing,
    /// layout.
    fn count_time(&self) {
        let now = || gloo_utils::window().performance().map_or(0.0, |clock| clock.now());
        let (this, begin) = (self.this.clone(), now());
        let count = move || {
            if let Some(this) = this.upgrade() {
                this.budget.borrow_mut().spend(now() - begin);
            }
        };
        Timeout::new(0, count).forget();
    }

    /// The session is new: send it everything it needs to continue with the state of the page.
    fn ready(&self) {
        let state = self.state();
        let memory = persist::load_memory();
        self.dispatch(Action::MemoryKnown(memory));
        self.link.send(Command::SetMemoryLimit(u64::from(memory) << 20));
        match &state.work {
            _ if self.keeper.is_fetched() => self.send_pack(),
            // It follows when it has been fetched.
            _ if state.opening.is_some() => {}
            None => self.open_first(),
            Some(work) if work.exercise.is_none() => self.opened_scratch(work.clone()),
            Some(_) => self.send_pack(),
        }
    }

    fn open_first(&self) {
        let state = self.state();
        let (None, Some(catalog)) = (&state.work, &state.catalog) else { return };
        let last = persist::load_last();
        // An exercise of the site can be shown while the session is starting; everything else needs the session at
        // once.
        let wait = || {
            self.first.borrow().is_some()
                || last.as_deref().is_some_and(|last| self.last_project(last))
                || Self::has_link()
                || catalog.packs.is_empty()
        };
        // The storage, the worker and the list of exercises each call this when they are ready.
        if state.stored_work.kept == Kept::Unknown
            || state.worker != WorkerState::Ready && wait()
            || self.first_opened.replace(true)
            || (Self::has_link() && self.open_link())
        {
            return;
        }
        if let Some(first) = self.first.borrow_mut().take() {
            return self.open_exercise(&first);
        }
        match (last.as_deref(), catalog.first(last.as_deref())) {
            (Some(last), _) if self.last_project(last) => self.keep(Keep::OpenProject(last.to_owned())),
            (_, Some(id)) => self.keep(Keep::OpenProject(id)),
            _ => self.open_scratch(),
        }
    }

    /// Opens an exercise with these files in the session; a session that is still starting gets them when it is ready.
    fn set_pack(&self, folder: String, files: Vec<PackFile>) {
        *self.pack.borrow_mut() = Some(Pack { folder, files });
        if self.state().worker == WorkerState::Ready {
            self.send_pack();
        }
    }

    /// The images of the exercise that is being opened.
    fn pictures_of_pack(&self) -> Rc<Pictures> {
        self.pack.borrow().as_ref().map_or_else(Rc::default, |pack| Rc::new(Pictures::of(&pack.folder, &pack.files)))
    }

    fn send_pack(&self) {
        if let Some(pack) = self.pack.borrow().as_ref() {
            let (folder, files) = (pack.folder.clone(), pack.files.clone());
            self.link.send(Command::OpenExercise { folder, files });
        }
    }

    fn open_exercise(&self, id: &str) {
        self.keep(Keep::OpenProject(id.to_owned()));
    }

    fn open_scratch(&self) {
        self.keep(Keep::OpenProject(SCRATCH.to_owned()));
    }

    fn opened_scratch(&self, work: Workspace) {
        self.end_opening();
        self.link.send(Command::CloseExercise);
        self.link.send(Command::SetMachine(self.state().scratch_machine.clone()));
        self.opened(work);
    }

    /// Text files join the open work; an ELF program is work of its own, with the text files as its sources.
    fn open_files(&self, files: Vec<(String, Vec<u8>)>) {
        let is_elf = |bytes: &[u8]| bytes.starts_with(b"\x7fELF");
        let (mut executable, mut sources, mut decoded) = (None, Vec::new(), None);
        for (name, bytes) in files {
            if name.ends_with(ENDING) {
                return self.import(&bytes);
            }
            if mcore_archive::is_zip(&bytes) {
                return self.add_pack(catalog::Pack::from_archive(&bytes, STANDARD_KIND), true);
            }
            if is_elf(&bytes) {
                executable = Some(Executable { name, bytes });
                continue;
            }
            let Some((text, encoding)) = text_file::text_of(&bytes) else {
                return self.dispatch(Action::Notify(Notice::NotText(name)));
            };
            if encoding != Encoding::Utf8 {
                decoded = Some(Notice::Decoded(name.clone(), encoding.name()));
            }
            sources.push(SourceFile { name, text });
        }
        sources.sort_by(|a, b| a.name.cmp(&b.name));
        match executable {
            Some(executable) => {
                self.save_now();
                self.opened_scratch(Workspace::executable(executable, sources));
            }
            None if sources.is_empty() => {}
            None => {
                self.change_work(Action::FilesOpened(sources));
                if let Some(decoded) = decoded {
                    self.dispatch(Action::Notify(decoded));
                }
                // Sources added to an open executable: assembling links the program's lines to them.
                if self.state().work.as_ref().is_some_and(|w| w.executable.is_some()) {
                    self.assemble();
                }
            }
        }
    }

    fn opened(&self, work: Workspace) {
        self.dispatch(Action::Opened(work));
        self.restore_notes();
        // A working example is ready to run at once.
        self.assemble();
    }

    fn change_work(&self, action: impl Into<Action>) {
        self.keep_first_version();
        self.dispatch(action);
        self.save_soon();
        self.check_soon();
    }

    /// The text has changed: looks for errors when the user pauses.
    fn check_soon(&self) {
        self.checker.newest.set(self.checker.newest.get().wrapping_add(1));
        let has_c = match &self.state().work {
            Some(work) if work.executable.is_none() => work.has_c(),
            _ => return,
        };
        let pause = if has_c { CHECK_C_AFTER_MS } else { CHECK_ASSEMBLY_AFTER_MS };
        let this = self.this.clone();
        let check = move || {
            if let Some(this) = this.upgrade() {
                this.check_now();
            }
        };
        *self.checker.timer.borrow_mut() = Some(Timeout::new(pause, check));
    }

    fn save_soon(&self) {
        let Some(this) = self.this.upgrade() else { return };
        *self.save.borrow_mut() = Some(Timeout::new(SAVE_AFTER_MS, move || this.save_now()));
    }

    fn watch(&self) {
        self.link.send(Command::Watch(self.state().watch.clone()));
    }

    fn assemble(&self) {
        let state = self.state();
        let Some(work) = &state.work else { return };
        if state.worker != WorkerState::Ready {
            // It will be assembled as soon as the session has opened it.
            return;
        }
        if self.cancelled.take() {
            return;
        }
        if work.has_c() {
            self.fetch_help();
        }
        self.save_now();
        // The findings of the build replace those of the text.
        self.checker.timer.take();
        self.checker.newest.set(self.checker.newest.get().wrapping_add(1));
        self.keep_version(Reason::Assembled);
        self.dispatch(Action::Assembling);
        self.send_stops();
        self.link.send(match &work.executable {
            Some(executable) => Command::LoadElf {
                name: executable.name.clone(),
                bytes: executable.bytes.clone(),
                sources: work.files.iter().map(|f| f.name.clone()).collect(),
            },
            None => Command::Assemble { files: work.files.to_vec() },
        });
    }

    /// True if the editor's program is not the loaded one, and nothing is lost by assembling it first.
    fn must_assemble(state: &State) -> bool {
        // A program with errors leaves the previous one loaded, which is not the program in the editor.
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

    fn move_by(&self, command: Command) {
        self.dispatch(Action::Moving);
        self.link.send(command);
    }
}
