//! The controller's part for the panels that analyse a run.

use super::Controller;
use crate::modes::chip::persist;
use crate::modes::chip::store::{Action, Analyse, Intent, Notice, OutputTo, PhoneTab, Recorded, Recording};
use crate::shell::share::copy;
use crate::widgets::{save_parts, save_text};
use js_sys::{Array, Uint8Array};
use mcore::modes::chip::session::{Command, Update};
use mcore::modes::chip::view::RunState;

impl Controller {
    /// Shows the tab of the lower area that was chosen when the page was left.
    pub(super) fn restore_drawer(&self) {
        self.dispatch(Action::Drawer(persist::load_drawer()));
    }

    /// The page has become narrow, or wide.
    pub(super) fn narrow(&self, narrow: bool) {
        let before = self.state();
        self.dispatch(Intent::Narrow(narrow));
        if self.state().watch != before.watch {
            self.watch();
        }
        self.ask_for_what_is_seen();
    }

    pub(super) fn analyse(&self, request: Analyse) {
        let before = self.state();
        match &request {
            Analyse::Measure(options) => self.link.send(Command::Noc(options.clone())),
            Analyse::SetChecks(on) => self.link.send(Command::SetChecks(*on)),
            Analyse::SpeedUp(sizes) => self.link.send(Command::SpeedUp { sizes: sizes.clone() }),
            Analyse::StopSpeedUp => self.link.send(Command::StopSpeedUp),
            Analyse::Record(recorded) => {
                self.recorded.set_length(0);
                self.link.send(match recorded {
                    Recorded::Accesses => Command::RecordAccesses,
                    Recorded::Messages => Command::RecordMessages,
                });
            }
            Analyse::TakeOutput(to) => {
                self.output_to.set(Some(*to));
                self.link.send(Command::OutputText(self.state().analysis.output.query(0)));
            }
            Analyse::ShowFile(Some(name)) => self.link.send(Command::ReadFile(name.clone())),
            Analyse::CompareFile(Some(other)) if !other.own => self.link.send(Command::ReadFile(other.name.clone())),
            Analyse::SaveFile => self.save_file(),
            Analyse::StopRecording => self.link.send(Command::StopRecording),
            Analyse::StopSpace => self.link.send(Command::StopSpaceTime),
            Analyse::StopMeasuring => self.link.send(Command::StopNoc),
            _ => {}
        }
        let visited = match &request {
            Analyse::Visit(cycle, _) | Analyse::VisitLine(cycle, ..) => Some(*cycle),
            _ => None,
        };
        self.dispatch(Intent::Analyse(request));
        let after = self.state();
        if after.analysis.drawer != before.analysis.drawer {
            persist::save_drawer(&after.analysis.drawer);
        }
        if after.watch != before.watch {
            self.watch();
        }
        match visited {
            Some(cycle) => self.link.seek(cycle),
            None => self.ask_for_what_is_seen(),
        }
    }

    /// The next chunk of a file; after the last one the user gets it.
    pub(super) fn recorded(&self, mut update: Update) {
        if let Update::Accesses { text, done, .. } = &mut update
            && self.state().analysis.recording != Recording::None
        {
            // The browser keeps the chunks, outside the memory of the page.
            self.recorded.push(&Uint8Array::from(std::mem::take(text).as_slice()));
            if *done {
                let (name, mime) = match self.state().analysis.recorded {
                    Recorded::Accesses => ("accesses.trace", "text/plain"),
                    Recorded::Messages => ("messages.comm.json", "application/json"),
                };
                save_parts(name, mime, &self.recorded);
                self.recorded.set_length(0);
            }
        }
        self.dispatch(Action::Heard(update));
    }

    /// Gives the user the file that is shown.
    fn save_file(&self) {
        let state = self.state();
        let Some((file, bytes)) = state.analysis.file.as_ref().and_then(|file| Some((file, file.bytes.as_ref()?)))
        else {
            return;
        };
        let name = file.name.rsplit('/').next().unwrap_or(&file.name);
        save_parts(name, "application/octet-stream", &Array::of1(&Uint8Array::from(bytes.as_slice())));
    }

    /// Requests the shown file, and the one that it is compared with, again if they may have changed: time is paused at
    /// another cycle.
    pub(super) fn refresh_file(&self) {
        let state = self.state();
        if state.frame.state != RunState::Running
            && let Some(file) = state.analysis.file.as_ref().filter(|file| file.cycle != state.frame.cycle)
        {
            self.link.send(Command::ReadFile(file.name.clone()));
            if let Some(other) = file.other_of_chip() {
                self.link.send(Command::ReadFile(other.name.clone()));
            }
        }
    }

    /// The text of the output that was requested.
    pub(super) fn take_output(&self, text: &str, cut: bool) {
        match self.output_to.take() {
            Some(OutputTo::File) => save_text("output.txt", "text/plain", text),
            Some(OutputTo::Clipboard) => {
                let (text, this) = (text.to_owned(), self.this.clone());
                wasm_bindgen_futures::spawn_local(async move {
                    let notice = if copy(&text).await { Notice::OutputCopied } else { Notice::NotCopied };
                    if let Some(this) = this.upgrade() {
                        this.dispatch(Action::Notify(notice));
                    }
                });
            }
            None => {}
        }
        if cut {
            self.dispatch(Action::Notify(Notice::OutputCut));
        }
    }

    pub(super) fn show_phone_tab(&self, tab: PhoneTab) {
        let before = self.state();
        self.dispatch(Intent::ShowPhoneTab(tab));
        if self.state().watch != before.watch {
            self.watch();
        }
        self.ask_for_what_is_seen();
    }

    /// Requests the log or the space-time picture that is visible, unless the last request was for the same one.
    pub(super) fn ask_for_what_is_seen(&self) {
        if let Some((from, until)) = self.state().wanted_space() {
            self.dispatch(Action::SpaceAsked((from, until)));
            self.link.send(Command::SpaceTime { from, until });
        }
        let wanted = self.state().wanted_log();
        if wanted.is_some() && *self.log.borrow() != wanted {
            self.log.borrow_mut().clone_from(&wanted);
            self.dispatch(Action::LogAsked);
            wanted.into_iter().for_each(|command| self.link.send(command));
        }
    }
}
