//! The mode of memory systems (PMNet): a page of its own at `#/pmnet`.
//!
//! ```text
//! system    choice of the memory system: presets, files, text lines    form    program, placement, coherence
//! stage     the picture with its tools; picture draws it
//! hand      pointer gestures on it                                     look    the viewport
//! below     properties of objects and classes, the DAT text
//! results   the run, all objects, charts, lessons                      chart   charts by plotters
//! misses    by kind and array, the roofline                            compare, sweep   runs side by side, one property
//! state     the state of the page                                      files, unpack   trace files for the session
//! ```

mod below;
mod chart;
mod compare;
mod files;
mod form;
mod misses;
mod picture;
mod pointers;
mod results;
mod stage;
mod state;
mod sweep;
mod system;
mod unpack;
mod viewport;

use crate::i18n::{I18n, use_i18n};
use crate::shell;
use crate::shell::frame::{Looks, use_looks};
use crate::shell::guide::use_guide;
use crate::shell::link::start_worker;
use crate::shell::modes::Mode;
use crate::shell::page::{Action, Frame, part_name, use_lab};
use crate::shell::persist;
use mcore::modes::pmnet::seconds_text;
use mcore::modes::pmnet::{Pmnet, PmnetCommand, PmnetPlan, pmnet_scenarios, pmnet_sweep};
use state::{Act, MODE, State};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// The chosen files; they are sent to the worker with the next run.
pub type Chosen = Rc<RefCell<Vec<web_sys::File>>>;

/// Maximum length of a memory system's text that is stored.
const MAX_KEPT: usize = 1 << 20;

/// Stores memory system and form, unless the system is too long for the storage.
fn save(plan: &PmnetPlan) {
    if plan.dat.len() <= MAX_KEPT {
        persist::save_mode(MODE, plan);
    }
}

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    shell::start::<MemorySystems>(work);
}

/// Starts the session in its worker.
fn work() {
    start_worker::<Pmnet>(|session, list| session.mode().take_files(files::of(list)));
}

/// The mode's page.
#[component]
fn MemorySystems() -> Html {
    let (i18n, looks) = use_looks(Mode::of(MODE));
    html! {
        <ContextProvider<I18n> context={i18n}>
            <Lab {looks} />
        </ContextProvider<I18n>>
    }
}

/// Properties of the panels of the mode.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The state of the mode.
    pub state: Rc<State>,
    /// Receives the user's actions.
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
    let lab = use_lab::<State>();
    let (state, link) = (&lab.state, &lab.link);
    let chosen: Rc<Chosen> = use_memo((), |()| Chosen::default());
    // The input of a run is read at the moment of the request.
    let newest = use_mut_ref(|| None::<Rc<State>>);
    *newest.borrow_mut() = Some(state.clone());
    let act = {
        let (dispatcher, link, chosen) = (lab.dispatcher.clone(), link.clone(), chosen.clone());
        use_callback((), move |act: Act, ()| {
            match &act {
                Act::Run => {
                    if let Some(state) = newest.borrow().as_ref() {
                        link.send_files(chosen.borrow().iter().collect());
                        link.send(PmnetCommand::Batch(vec![state.whole_plan()]));
                    }
                }
                Act::Start(plan) => {
                    link.send_files(chosen.borrow().iter().collect());
                    link.send(PmnetCommand::Batch(vec![(**plan).clone()]));
                }
                Act::Lesson(number) => {
                    if let Some(lesson) = pmnet_scenarios().get(*number) {
                        link.send(PmnetCommand::Batch(lesson.plans()));
                    }
                }
                Act::Cancel => link.send(PmnetCommand::Pause),
                Act::Restart => link.start(),
                _ => {}
            }
            dispatcher.dispatch(Action::Act(act));
        })
    };
    let guide = use_guide(&lab, &act, &i18n);
    // Starts the sweep: its runs are sent here, because only the page has the files.
    let on_sweep = {
        let (state, link, chosen, act) = (state.clone(), link.clone(), chosen.clone(), act.clone());
        Callback::from(move |()| {
            let sweep = &state.sweep;
            match pmnet_sweep(&state.plan, state.doc.dat(), &state.swept(), &sweep.values) {
                Ok(all) => {
                    let (values, plans): (Vec<f64>, Vec<PmnetPlan>) = all.into_iter().unzip();
                    act.emit(Act::Vary(state.swept(), sweep.values.clone()));
                    act.emit(Act::Sweep(Ok(values)));
                    link.send_files(chosen.borrow().iter().collect());
                    link.send(PmnetCommand::Batch(plans));
                }
                Err(why) => act.emit(Act::Sweep(Err(why))),
            }
        })
    };
    // Stored as it is when the user leaves.
    {
        let kept = state.clone();
        use_effect_with((state.doc.revision(), state.plan.clone()), move |_| save(&kept.whole_plan()));
    }
    let run = state.run();
    let spoken = match (&state.progress, run) {
        (Some(_), _) => i18n.t("pmnet-spoken-running"),
        (None, Some(run)) => i18n.text(&run.result.sentence).to_owned().into(),
        _ => AttrValue::default(),
    };
    let above = Frame {
        i18n: &i18n,
        mode: Mode::of(MODE),
        looks: &props.looks,
        dead: state.dead.as_deref(),
        on_restart: act.reform(|()| Act::Restart),
        part: state.part,
        tabs: ["pmnet-part-form", "pmnet-part-system", "pmnet-part-results"],
        on_part: act.reform(Act::Turn),
        spoken,
    };
    let dat = state.doc.dat();
    html! {
        <div
            class="lab-page pmnet" data-testid="pmnet" data-part={part_name(state.part)} data-state={if state.progress.is_some() { "running" } else { "idle" }}
            data-runs={state.runs.count.to_string()} data-swept={state.sweep.rows.len().to_string()} data-objects={dat.object_count().to_string()} data-edges={dat.edge_obj.len().to_string()}
            data-revision={state.doc.revision().to_string()} data-wrong={state.doc.errors().len().to_string()}
            data-selected={state.selected.join(" ")} data-problems={state.problems.len().to_string()}
            data-time={run.map(|run| seconds_text(run.result.time)).unwrap_or_default()}
            data-bottleneck={run.and_then(|run| run.result.bottleneck()).map(|object| object.name.clone()).unwrap_or_default()}
        >
            { above.guided(&guide) }
            <main class="lab-main">
                <form::Form state={state.clone()} act={act.clone()} chosen={(*chosen).clone()} />
                <stage::Stage state={state.clone()} act={act.clone()} dark={props.looks.dark} />
                <below::BelowPanel state={state.clone()} act={act.clone()} dark={props.looks.dark} />
                <results::Results state={state.clone()} {act} {on_sweep} dark={props.looks.dark} />
            </main>
        </div>
    }
}
