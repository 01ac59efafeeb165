//! The interconnect mode (NSIM): a page of its own at `#/nsim`.
//!
//! ```text
//! form      target, program, mapping; what is wrong stands at its field       link, worker   to the session and back
//! stage     the picture of the network, the switch that is looked at          layout, picture, space   what is drawn where
//! time      run, step, rewind; the diagram of space and time                  state   what the page knows
//! results   charts and tables of a run, comparison, the paper's experiments   chart   charts by plotters
//! ```

mod chart;
mod form;
mod layout;
mod link;
mod picture;
mod results;
mod space;
mod stage;
mod state;
mod taps;
mod time;
pub mod worker;

use crate::frame::{Header, Looks, tabs, use_looks};
use crate::i18n::{I18n, Words, use_i18n};
use crate::modes::Mode;
use crate::persist;
use link::Link;
use mcore::session::NsimCommand;
use mcore::view::NsimState;
use state::{Act, Heard, Part, State};
use std::rc::Rc;
use yew::prelude::*;

/// Its messages.
const WORDS: Words =
    Words { en: include_str!("../../locales/nsim.en.ftl"), ja: include_str!("../../locales/nsim.ja.ftl") };

/// The mode's page.
#[component]
pub fn Interconnect() -> Html {
    let (i18n, looks) = use_looks(Mode::Interconnect, WORDS);
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
    let state = use_reducer(State::restored);
    let link = {
        let dispatcher = state.dispatcher();
        use_memo((), move |()| Link::new(Callback::from(move |heard| dispatcher.dispatch(Heard::Worker(heard)))))
    };
    let act = {
        let (dispatcher, link) = (state.dispatcher(), link.clone());
        use_callback((), move |act: Act, ()| {
            match &act {
                Act::Send(command) => link.send(command),
                Act::Edit(plan) => persist::save_nsim(plan),
                Act::Restart => link.start(),
                _ => {}
            }
            dispatcher.dispatch(Heard::Act(act));
        })
    };
    {
        let (link, act, plan) = (link.clone(), act.clone(), state.plan.clone());
        use_effect_with((), move |()| {
            link.start();
            act.emit(Act::Send(NsimCommand::Open(Box::new((*plan).clone()))));
            act.emit(Act::Send(NsimCommand::Check(Box::new((*plan).clone()))));
        });
    }
    let frame = &state.frame;
    let name = match frame.state {
        NsimState::Empty => "empty",
        NsimState::Paused => "paused",
        NsimState::Running => "running",
        NsimState::Ended => "ended",
        NsimState::Deadlock => "deadlock",
    };
    let part = match state.part {
        Part::Form => "form",
        Part::Network => "network",
        Part::Results => "results",
    };
    let parts =
        [(Part::Form, "nsim-part-form"), (Part::Network, "nsim-part-network"), (Part::Results, "nsim-part-results")];
    let parts = tabs(&i18n, &parts, state.part, &act.reform(Act::Turn));
    let spoken = match frame.state {
        NsimState::Running => i18n.t("nsim-spoken-running"),
        NsimState::Ended => i18n.tf("nsim-spoken-ended", &[("time", &space::time_text(frame.time as f64 / 1e3))]),
        _ => AttrValue::default(),
    };
    let dead = state.dead.as_ref().map(|message| {
        let act = act.clone();
        let plan = state.plan.clone();
        // The form keeps what the simulator has died of; what is open is the first example again.
        let restart = move |_: MouseEvent| {
            act.emit(Act::Restart);
            act.emit(Act::Send(NsimCommand::Open(Box::default())));
            act.emit(Act::Send(NsimCommand::Check(Box::new((*plan).clone()))));
        };
        html! {
            <div class="nsim-dead" role="alert">
                <p>{ i18n.t("nsim-dead") }</p><pre>{ message.to_string() }</pre>
                <button type="button" class="btn primary" onclick={restart}>{ i18n.t("nsim-restart") }</button>
            </div>
        }
    });
    let shared: Rc<State> = Rc::new((*state).clone());
    html! {
        <div
            class="nsim" data-testid="nsim" data-part={part} data-state={name} data-time={frame.time.to_string()} data-end={frame.end.to_string()}
            data-messages={frame.messages.to_string()} data-packets={frame.packets.to_string()}
            data-events={frame.events.to_string()} data-digest={frame.digest.clone().unwrap_or_default()}
            data-runs={state.runs.len().to_string()} data-batch={state.batch.is_some().to_string()}
            data-asked={state.asked.to_string()} data-busy={state.batch.as_ref().is_some_and(|b| b.running).to_string()}
        >
            <Header now={Mode::Interconnect} looks={props.looks.clone()} docs="nsim" />
            { for dead }
            <div class="unseen" role="status" data-testid="nsim-live">{ spoken }</div>
            <nav class="phone-tabs nsim-parts" aria-label={i18n.t("panels")}>{ parts }</nav>
            <main class="nsim-main">
                <form::Form state={shared.clone()} act={act.clone()} />
                <stage::Stage state={shared.clone()} act={act.clone()} dark={props.looks.dark} />
                <time::TimePanel state={shared.clone()} act={act.clone()} dark={props.looks.dark} />
                <results::Results state={shared} {act} dark={props.looks.dark} />
            </main>
        </div>
    }
}
