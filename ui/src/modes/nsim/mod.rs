//! The interconnect mode (NSIM): a page of its own at `#/nsim`.
//!
//! ```text
//! form      target, program, mapping; errors at their fields
//! stage     the picture of the network, the selected switch; layout, picture and space draw it
//! time      run, step, rewind; the space-time diagram
//! results   charts and tables of a run, comparison, the paper's experiments
//! lessons   questions with their runs
//! state     the state of the page
//! ```

mod form;
mod layout;
mod lessons;
mod picture;
mod results;
mod space;
mod stage;
mod state;
mod time;

use crate::fmt::time_text;
use crate::i18n::I18n;
use crate::shell::lab::{self, Lab, Page};
use crate::shell::page::Part;
use mcore::modes::nsim::NsimState;
use mcore::modes::nsim::{NsimAct, NsimCommand};
use state::{Act, State, plan_of};
use yew::prelude::*;

/// Properties of the panels of the mode.
pub type Props = lab::Panels<State>;

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    lab::start::<State>();
}

impl Lab for State {
    type Aside = ();

    const PARTS: [&'static str; 3] = ["nsim-part-form", "nsim-part-network", "nsim-part-results"];
    const TURN: fn(Part) -> Act = Act::Turn;

    fn part(&self) -> Part {
        self.part
    }

    fn dead(&self) -> Option<&str> {
        self.dead.as_deref()
    }

    fn first(&self) -> Vec<Act> {
        let plan = || Box::new((*self.plan).clone());
        vec![Act::Send(NsimCommand::Open(plan())), Act::Send(NsimCommand::Check(plan()))]
    }

    fn restart(&self) -> Vec<Act> {
        // The plan in the form may be the one that killed the simulator, so the first example is opened.
        let check = NsimCommand::Check(Box::new((*self.plan).clone()));
        vec![Act::Restart, Act::Send(NsimCommand::Open(Box::default())), Act::Send(check)]
    }

    fn perform(act: &Act, page: &Page<Self>) {
        match act {
            Act::Send(command) => page.send(command.clone()),
            // Imported traces and mappings can exceed the storage.
            Act::Edit(plan) => lab::keep::<Self>(&**plan, plan.trace.len() + plan.map_text.len()),
            Act::Lesson(lesson, run) => {
                if let Some(plan) = plan_of(*lesson, *run) {
                    lab::keep::<Self>(&plan, plan.trace.len() + plan.map_text.len());
                    page.send(NsimCommand::Check(Box::new(plan.clone())));
                    page.send(NsimCommand::Open(Box::new(plan)));
                    page.send(NsimAct::Run(None));
                }
            }
            Act::Restart => page.start(),
            _ => {}
        }
    }

    fn spoken(&self, i18n: &I18n) -> AttrValue {
        match self.frame.state {
            NsimState::Running => i18n.t("nsim-spoken-running"),
            NsimState::Ended => i18n.tf("nsim-spoken-ended", &[("time", &time_text(self.frame.time as f64 / 1e3))]),
            _ => AttrValue::default(),
        }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let frame = &self.frame;
        let name = match frame.state {
            NsimState::Empty => "empty",
            NsimState::Paused => "paused",
            NsimState::Running => "running",
            NsimState::Ended => "ended",
            NsimState::Deadlock => "deadlock",
        };
        vec![
            ("data-state", name.to_owned()),
            ("data-time", frame.time.to_string()),
            ("data-end", frame.end.to_string()),
            ("data-messages", frame.messages.to_string()),
            ("data-packets", frame.packets.to_string()),
            ("data-events", frame.events.to_string()),
            ("data-digest", frame.digest.clone().unwrap_or_default()),
            ("data-runs", self.runs.count.to_string()),
            ("data-map", if self.whole().is_some() { "whole" } else { "moment" }.to_owned()),
            ("data-link", self.link.map(|link| link.to_string()).unwrap_or_default()),
            ("data-lessons", self.lesson_runs.len().to_string()),
            ("data-batch", self.batch.is_some().to_string()),
            ("data-asked", self.asked.to_string()),
            ("data-busy", self.batch.as_ref().is_some_and(|batch| batch.running).to_string()),
        ]
    }

    fn panels(panels: &Props) -> Html {
        html! {
            <main class="lab-main">
                <form::Form ..panels.clone() />
                <stage::Stage ..panels.clone() />
                <time::TimePanel ..panels.clone() />
                <results::Results ..panels.clone() />
            </main>
        }
    }
}
