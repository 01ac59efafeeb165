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
mod taps;
mod time;

use crate::i18n::{I18n, use_i18n};
use crate::shell;
use crate::shell::frame::{Looks, use_looks};
use crate::shell::guide::use_guide;
use crate::shell::link::start_worker;
use crate::shell::modes::Mode;
use crate::shell::page::{Action, Frame, part_name, use_lab};
use crate::shell::persist;
use mcore::modes::nsim::NsimState;
use mcore::modes::nsim::{Nsim, NsimAct, NsimCommand, NsimPlan};
use state::{Act, MODE, State, plan_of};
use yew::prelude::*;

/// Maximum length of the form's text that is stored: imported traces and mappings can exceed the storage.
const MAX_KEPT: usize = 1 << 19;

/// Stores the form, unless a trace or a mapping is too long for the storage.
fn save(plan: &NsimPlan) {
    if plan.trace.len() + plan.map_text.len() <= MAX_KEPT {
        persist::save_mode(MODE, plan);
    }
}

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    shell::start::<Interconnect>(work);
}

/// Starts the session in its worker.
fn work() {
    start_worker::<Nsim>(|_, _| {});
}

/// The mode's page.
#[component]
fn Interconnect() -> Html {
    let (i18n, looks) = use_looks(Mode::of(MODE));
    html! {
        <ContextProvider<I18n> context={i18n}>
            <Lab {looks} />
        </ContextProvider<I18n>>
    }
}

/// Properties of [`Lab`].
#[derive(Properties, PartialEq)]
struct LabProps {
    looks: Looks,
}

#[component]
fn Lab(props: &LabProps) -> Html {
    let i18n = use_i18n();
    let lab = use_lab::<State>();
    let (state, link) = (&lab.state, &lab.link);
    let act = {
        let (dispatcher, link) = (lab.dispatcher.clone(), link.clone());
        use_callback((), move |act: Act, ()| {
            match &act {
                Act::Send(command) => link.send(command.clone()),
                Act::Edit(plan) => save(plan),
                Act::Lesson(lesson, run) => {
                    if let Some(plan) = plan_of(*lesson, *run) {
                        save(&plan);
                        link.send(NsimCommand::Check(Box::new(plan.clone())));
                        link.send(NsimCommand::Open(Box::new(plan)));
                        link.send(NsimAct::Run(None).into());
                    }
                }
                Act::Restart => link.start(),
                _ => {}
            }
            dispatcher.dispatch(Action::Act(act));
        })
    };
    {
        let (act, plan) = (act.clone(), state.plan.clone());
        use_effect_with((), move |()| {
            act.emit(Act::Send(NsimCommand::Open(Box::new((*plan).clone()))));
            act.emit(Act::Send(NsimCommand::Check(Box::new((*plan).clone()))));
        });
    }
    let guide = use_guide(&lab, &act, &i18n);
    let frame = &state.frame;
    let name = match frame.state {
        NsimState::Empty => "empty",
        NsimState::Paused => "paused",
        NsimState::Running => "running",
        NsimState::Ended => "ended",
        NsimState::Deadlock => "deadlock",
    };
    let spoken = match frame.state {
        NsimState::Running => i18n.t("nsim-spoken-running"),
        NsimState::Ended => i18n.tf("nsim-spoken-ended", &[("time", &crate::fmt::time_text(frame.time as f64 / 1e3))]),
        _ => AttrValue::default(),
    };
    let on_restart = {
        let (act, plan) = (act.clone(), state.plan.clone());
        // The plan in the form may be the one that killed the simulator, so the first example is opened.
        Callback::from(move |()| {
            act.emit(Act::Restart);
            act.emit(Act::Send(NsimCommand::Open(Box::default())));
            act.emit(Act::Send(NsimCommand::Check(Box::new((*plan).clone()))));
        })
    };
    let above = Frame {
        i18n: &i18n,
        mode: Mode::of(MODE),
        looks: &props.looks,
        dead: state.dead.as_deref(),
        on_restart,
        part: state.part,
        tabs: ["nsim-part-form", "nsim-part-network", "nsim-part-results"],
        on_part: act.reform(Act::Turn),
        spoken,
    };
    html! {
        <div
            class="lab-page" data-testid="nsim" data-part={part_name(state.part)} data-state={name} data-time={frame.time.to_string()} data-end={frame.end.to_string()}
            data-messages={frame.messages.to_string()} data-packets={frame.packets.to_string()}
            data-events={frame.events.to_string()} data-digest={frame.digest.clone().unwrap_or_default()}
            data-runs={state.runs.count.to_string()} data-map={if state.whole().is_some() { "whole" } else { "moment" }}
            data-link={state.link.map(|link| link.to_string()).unwrap_or_default()} data-lessons={state.lesson_runs.len().to_string()} data-batch={state.batch.is_some().to_string()}
            data-asked={state.asked.to_string()} data-busy={state.batch.as_ref().is_some_and(|b| b.running).to_string()}
        >
            { above.guided(&guide) }
            <main class="lab-main">
                <form::Form state={state.clone()} act={act.clone()} />
                <stage::Stage state={state.clone()} act={act.clone()} dark={props.looks.dark} />
                <time::TimePanel state={state.clone()} act={act.clone()} dark={props.looks.dark} />
                <results::Results state={state.clone()} {act} dark={props.looks.dark} />
            </main>
        </div>
    }
}
