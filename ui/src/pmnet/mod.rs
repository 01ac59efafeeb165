//! The mode of memory systems (PMNet): a page of its own at `#/pmnet`.
//!
//! ```text
//! system    which memory system: presets, files, text lines            form     program, placement, coherence
//! stage     the picture with its tools; picture draws it               below    properties of objects and classes, the DAT text
//! hand      pointers on it; look: what part is seen
//! results   the run, all objects, charts, two runs, lessons            chart    charts by plotters
//! state     what the page knows                                        link, worker, files, unpack   to the session and back
//! ```

mod below;
mod chart;
mod files;
mod form;
mod hand;
mod link;
mod look;
mod picture;
mod results;
mod stage;
mod state;
mod system;
mod unpack;
pub mod worker;

use crate::frame::{Header, Looks, tabs, use_looks};
use crate::i18n::{I18n, Words, use_i18n};
use crate::modes::Mode;
use crate::persist;
use link::{Link, ToWorker};
use mcore::session::{PmnetCommand, pmnet_scenarios};
use mcore::view::seconds_text;
use state::{Act, Heard, Part, State};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// The files that were chosen; they go to the worker with the next run.
pub type Chosen = Rc<RefCell<Vec<web_sys::File>>>;

/// Its messages.
const WORDS: Words =
    Words { en: include_str!("../../locales/pmnet.en.ftl"), ja: include_str!("../../locales/pmnet.ja.ftl") };

/// The mode's page.
#[component]
pub fn MemorySystems() -> Html {
    let (i18n, looks) = use_looks(Mode::Memory, WORDS);
    html! {
        <ContextProvider<I18n> context={i18n}>
            <Lab {looks} />
        </ContextProvider<I18n>>
    }
}

/// Properties of the panels of the mode.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is known.
    pub state: Rc<State>,
    /// Told what the user does.
    pub act: Callback<Act>,
    /// Dark theme.
    pub dark: bool,
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
    let chosen: Rc<Chosen> = use_memo((), |()| Chosen::default());
    let link = {
        let dispatcher = state.dispatcher();
        use_memo((), move |()| Link::new(Callback::from(move |heard| dispatcher.dispatch(Heard::Worker(heard)))))
    };
    {
        let link = link.clone();
        use_effect_with((), move |()| link.start());
    }
    // What a run is made of is read at the moment when it is asked for.
    let newest = use_mut_ref(|| None::<Rc<State>>);
    let shared: Rc<State> = Rc::new((*state).clone());
    *newest.borrow_mut() = Some(shared.clone());
    let act = {
        let (dispatcher, link, chosen) = (state.dispatcher(), link.clone(), chosen.clone());
        use_callback((), move |act: Act, ()| {
            let command = |command| link.send(&ToWorker::Command(command));
            match &act {
                Act::Run => {
                    if let Some(state) = newest.borrow().as_ref() {
                        link.send(&ToWorker::Files(chosen.borrow().iter().collect()));
                        command(PmnetCommand::Run(vec![state.whole_plan()]));
                    }
                }
                Act::Lesson(number) => {
                    if let Some(lesson) = pmnet_scenarios().get(*number) {
                        command(PmnetCommand::Run(lesson.plans()));
                    }
                }
                Act::Cancel => command(PmnetCommand::Cancel),
                Act::Restart => link.start(),
                _ => {}
            }
            dispatcher.dispatch(Heard::Act(act));
        })
    };
    // Kept as it is left.
    {
        let state = shared.clone();
        use_effect_with((shared.doc.revision(), shared.plan.clone()), move |_| {
            persist::save_pmnet(&state.whole_plan());
        });
    }
    let part = match state.part {
        Part::Form => "form",
        Part::System => "network",
        Part::Results => "results",
    };
    let parts =
        [(Part::Form, "pmnet-part-form"), (Part::System, "pmnet-part-system"), (Part::Results, "pmnet-part-results")];
    let parts = tabs(&i18n, &parts, state.part, &act.reform(Act::Turn));
    let run = state.run();
    let spoken = match (&state.progress, run) {
        (Some(_), _) => i18n.t("pmnet-spoken-running"),
        (None, Some(run)) => i18n.text(&run.result.sentence).to_owned().into(),
        _ => AttrValue::default(),
    };
    let dead = state.dead.as_ref().map(|message| {
        let act = act.clone();
        html! {
            <div class="nsim-dead" role="alert">
                <p>{ i18n.t("pmnet-dead") }</p><pre>{ message.to_string() }</pre>
                <button type="button" class="btn primary" onclick={move |_: MouseEvent| act.emit(Act::Restart)}>{ i18n.t("pmnet-restart") }</button>
            </div>
        }
    });
    let dat = state.doc.dat();
    html! {
        <div
            class="nsim pmnet" data-testid="pmnet" data-part={part} data-state={if state.progress.is_some() { "running" } else { "idle" }}
            data-runs={state.count.to_string()} data-objects={dat.object_count().to_string()} data-edges={dat.edge_obj.len().to_string()}
            data-revision={state.doc.revision().to_string()} data-wrong={state.doc.errors().len().to_string()}
            data-selected={state.selected.join(" ")} data-problems={state.problems.len().to_string()}
            data-time={run.map(|run| seconds_text(run.result.time)).unwrap_or_default()}
            data-bottleneck={run.and_then(|run| run.result.bottleneck()).map(|object| object.name.clone()).unwrap_or_default()}
        >
            <Header now={Mode::Memory} looks={props.looks.clone()} docs="pmnet" />
            { for dead }
            <div class="unseen" role="status" data-testid="pmnet-live">{ spoken }</div>
            <nav class="phone-tabs nsim-parts" aria-label={i18n.t("panels")}>{ parts }</nav>
            <main class="nsim-main">
                <form::Form state={shared.clone()} act={act.clone()} chosen={(*chosen).clone()} />
                <stage::Stage state={shared.clone()} act={act.clone()} dark={props.looks.dark} />
                <below::BelowPanel state={shared.clone()} act={act.clone()} dark={props.looks.dark} />
                <results::Results state={shared} {act} dark={props.looks.dark} />
            </main>
        </div>
    }
}
