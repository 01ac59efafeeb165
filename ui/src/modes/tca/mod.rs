//! The verbs mode (TCA): a page of its own at `#/tca`.
//!
//! ```text
//! form      lesson, presets, record, machine; script is the editor
//! exercises the task, its cases, the verdict
//! stage     sequence diagram, its events, the buttons that move time; picture draws everything
//! below     rings and queues at the shown time, what happens in words, bytes of a packet
//! results   figures, charts, rings of boards, Himeno, comparison
//! state     the state of the page
//! ```

mod below;
mod exercises;
mod form;
mod picture;
mod results;
mod script;
mod stage;
mod state;

use crate::fmt::{grouped, plain};
use crate::i18n::I18n;
use crate::shell::exercises::use_work;
use crate::shell::lab::{self, Lab, Page};
use crate::shell::page::Part;
use mcore::modes::tca::{TCA_MAX_SCRIPT, TcaAct, TcaCommand, TcaMoment, TcaPlan};
use state::{Act, State, lesson_plan};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of the panels of the mode.
pub type Props = lab::Panels<State>;

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    lab::start::<State>();
}

/// Requests what the pictures need, and stores the work on the exercise.
#[hook]
fn use_views(state: &Rc<State>, act: &Callback<Act>) {
    let ask = {
        let act = act.clone();
        move |command: TcaAct| act.emit(Act::Send(command.into()))
    };
    {
        let (ask, goal) = (ask.clone(), state.goal);
        use_effect_with(state.runs, move |runs| {
            if *runs > 0 {
                ask(TcaAct::SeekTime(goal.unwrap_or(u64::from(u32::MAX) << 8)));
            }
        });
    }
    let nodes = state.moment.as_ref().map(|moment| moment.nodes);
    use_effect_with((state.runs, state.interval, nodes, state.opening), move |(runs, interval, _, opening)| {
        if *runs > 0 && *opening == 0 {
            ask(TcaAct::Diagram(interval.0, interval.1));
        }
    });
    use_work(&state.exercises);
}

/// Records the run of a plan.
fn run(plan: &TcaPlan, page: &Page<State>) {
    lab::keep::<State>(plan, plan.record.len());
    page.send(TcaCommand::Check(Box::new(plan.clone())));
    page.send(TcaCommand::Open(Box::new(plan.clone())));
}

impl Lab for State {
    type Aside = ();

    const MAX_KEPT: usize = TCA_MAX_SCRIPT * 4;
    const PARTS: [&'static str; 3] = ["tca-part-form", "tca-part-network", "tca-part-results"];
    const TURN: fn(Part) -> Act = Act::Turn;

    fn part(&self) -> Part {
        self.part
    }

    fn dead(&self) -> Option<&str> {
        self.dead.as_deref()
    }

    fn first(&self) -> Vec<Act> {
        vec![Act::Run(self.plan.clone(), self.goal)]
    }

    fn restart(&self) -> Vec<Act> {
        // The plan in the form may be the one that killed the session, so it is checked and not run.
        vec![Act::Restart, Act::Send(TcaCommand::Check(Box::new((*self.plan).clone())))]
    }

    fn perform(act: &Act, page: &Page<Self>) {
        match act {
            Act::Send(command) => page.send(command.clone()),
            Act::Edit(plan) => lab::keep::<Self>(&**plan, plan.record.len()),
            Act::Run(plan, _) => run(plan, page),
            Act::Lesson(number) => lesson_plan(*number).iter().for_each(|plan| run(plan, page)),
            Act::Himeno(plan) => {
                lab::keep::<Self>(&**plan, plan.record.len());
                page.send(TcaCommand::Batch(plan.each()));
            }
            Act::Judge(script) => page.send(TcaAct::Judge(script.clone())),
            Act::Restart => page.start(),
            _ => {}
        }
    }

    fn use_effects<'hook>(state: &'hook Rc<Self>, act: &'hook Callback<Act>) -> impl Hook<Output = ()> + 'hook {
        use_views(state, act)
    }

    fn spoken(&self, i18n: &I18n) -> AttrValue {
        let Some(moment) = &self.moment else { return AttrValue::default() };
        let now = moment.sentences.first().map(|sentence| plain(i18n.text(&sentence.text)));
        format!("{} ns. {}", grouped(moment.now), now.unwrap_or_default()).into()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let of_moment =
            |pick: fn(&TcaMoment) -> u64| self.moment.as_ref().map(|own| pick(own).to_string()).unwrap_or_default();
        let drawn = self.diagram.as_ref().map(|diagram| diagram.blocks.len().to_string());
        vec![
            ("data-state", if self.opening > 0 { "recording" } else { "idle" }.to_owned()),
            ("data-runs", self.runs.to_string()),
            ("data-problems", self.problems.len().to_string()),
            ("data-asked", self.asked.to_string()),
            ("data-time", of_moment(|moment| moment.now)),
            ("data-step", of_moment(|moment| moment.step)),
            ("data-steps", of_moment(|moment| moment.steps)),
            ("data-blocks", drawn.unwrap_or_default()),
            ("data-lesson", self.lesson.to_string()),
            ("data-rows", self.himeno.len().to_string()),
            ("data-list", if self.busy() { "running" } else { "idle" }.to_owned()),
            ("data-kept", self.kept.len().to_string()),
            ("data-interval", format!("{}-{}", self.interval.0, self.interval.1)),
        ]
    }

    fn panels(panels: &Props) -> Html {
        html! {
            <main class="lab-main tca-main">
                <form::Form ..panels.clone() />
                <stage::Stage ..panels.clone() />
                <below::Below ..panels.clone() />
                <results::Results ..panels.clone() />
            </main>
        }
    }
}
