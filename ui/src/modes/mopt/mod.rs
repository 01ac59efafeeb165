//! The mapping mode (MOPT): a page of its own at `#/mopt`.
//!
//! ```text
//! form      lesson, form, the map that the user makes; errors at their fields
//! exercises the task, what is handed in, the verdict
//! stage     the pictures: placement with link loads, matrix, task graph; picture draws them
//! below     the joins of the paper's method, links by their bytes
//! results   measures of the maps, busiest links, comparison, the paper's tables
//! times     the communication times of maps, from the interconnect mode
//! lessons   questions with their answers
//! state     the state of the page
//! ```

mod below;
mod exchange;
mod exercises;
mod form;
mod lessons;
mod picture;
mod results;
mod stage;
mod state;
mod times;

use crate::i18n::{I18n, use_i18n};
use crate::shell;
use crate::shell::exercises::Stored as _;
use crate::shell::frame::{Looks, use_looks};
use crate::shell::guide::use_guide;
use crate::shell::link::start_worker;
use crate::shell::modes::Mode;
use crate::shell::page::{Action, Frame, part_name, use_lab};
use crate::shell::persist;
use crate::widgets::save_text;
use mcore::mode::Plan as _;
use mcore::modes::mopt::{MOPT_OWN, Mopt, MoptAct, MoptCommand, MoptPlan};
use state::{Act, MODE, State, View, lesson_plan};
use yew::prelude::*;

/// Maximum length of the form's text that is stored: matrices can exceed the storage.
const MAX_KEPT: usize = 1 << 19;

/// Stores the form, unless a file in it is too long for the storage.
fn save(plan: &MoptPlan) {
    if plan.file.len() <= MAX_KEPT {
        persist::save_mode(MODE, plan);
    }
}

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    shell::start::<Mapping>(work);
}

/// Starts the session in its worker.
fn work() {
    start_worker::<Mopt>(|_, _| {});
}

/// The mode's page.
#[component]
fn Mapping() -> Html {
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

/// Requests the views of the maps that are shown.
#[hook]
fn use_views(state: &State, act: &Callback<Act>) {
    let ask = {
        let act = act.clone();
        move |command: MoptAct| act.emit(Act::Send(command.into()))
    };
    let shown = state.shown.clone();
    // A change of the own map changes its loads.
    let changes = if shown.contains(&MOPT_OWN) { state.changes } else { 0 };
    let main = state.main();
    {
        let counts = state.mapped.fields().iter().any(|field| field.id == "bytes" && field.applies);
        let (ask, part) = (ask.clone(), state.mapped.bytes.trim().parse().ok().filter(|_| counts));
        use_effect_with((shown.clone(), changes, state.busy), move |(shown, _, busy)| {
            if *busy || shown.is_empty() {
                return;
            }
            shown.iter().for_each(|id| ask(MoptAct::Loads(*id)));
            shown.last().into_iter().for_each(|id| ask(MoptAct::Links(*id)));
            ask(MoptAct::Histogram { ids: shown.clone(), part });
        });
    }
    {
        let (ask, joins) = (ask.clone(), state.joins());
        let wanted = if state.join == u32::MAX { joins.saturating_sub(3) } else { state.join.min(joins.max(1) - 1) };
        use_effect_with((main, wanted, joins, state.busy), move |(main, join, joins, busy)| {
            if let Some(id) = main.filter(|_| *joins > 0 && !*busy) {
                ask(MoptAct::Step { id, join: *join });
            }
        });
    }
    {
        let (ask, ranks) = (ask.clone(), main.and_then(|id| state.shape_of(id)).map_or(0, |shape| shape.ranks));
        let iteration = state.step.as_ref().map_or(0, |step| step.iteration);
        let joins = state.joins();
        let wanted = (state.view, shown.clone(), state.grouped, iteration, changes, state.busy);
        use_effect_with(wanted, move |(view, shown, grouped, iteration, _, busy)| {
            let Some(id) = shown.last().copied().filter(|_| !*busy) else { return };
            match view {
                View::Loads => {}
                View::Groups if joins > 0 => ask(MoptAct::Groups { id, iteration: *iteration }),
                View::Groups => {}
                View::Difference => {
                    if let [first, second] = shown[..] {
                        ask(MoptAct::Difference(first, second));
                    }
                }
                View::Matrix => ask(MoptAct::Matrix { id, grouped: *grouped, from: 0, count: ranks }),
                View::Tasks => ask(MoptAct::Tasks { id, least: 0.0 }),
            }
        });
    }
    use_effect_with((state.link, shown), move |(link, shown)| {
        if let Some((id, link)) = *link {
            ask(MoptAct::Link { id, link, ways: shown.clone() });
        }
    });
}

/// Gives files that have arrived to the user.
#[hook]
fn use_files(state: &State, act: &Callback<Act>) {
    {
        let act = act.clone();
        use_effect_with(state.saved.clone(), move |saved| {
            if let Some(file) = saved {
                save_text(&file.0, "text/plain", &file.1);
                act.emit(Act::Saved);
            }
        });
    }
    let act = act.clone();
    use_effect_with(state.handover.clone(), move |handover| {
        if let Some(given) = handover {
            save_text("program.trace", "text/plain", &given.trace);
            act.emit(Act::Saved);
        }
    });
}

#[component]
fn Lab(props: &LabProps) -> Html {
    let i18n = use_i18n();
    let lab = use_lab::<State>();
    let (state, link) = (&lab.state, &lab.link);
    let opened = use_mut_ref(|| None::<MoptPlan>);
    let act = {
        let (dispatcher, link) = (lab.dispatcher.clone(), link.clone());
        use_callback((), move |act: Act, ()| {
            let map = |plan: &MoptPlan| {
                save(plan);
                link.send(MoptCommand::Check(Box::new(plan.clone())));
                // The map that the user makes stays as long as communication and network are the same.
                let mut opened = opened.borrow_mut();
                let same = opened.as_ref().is_some_and(|opened| opened.same_input(plan) && opened.hops == plan.hops);
                if !same {
                    *opened = Some(plan.clone());
                    link.send(MoptCommand::Open(Box::new(plan.clone())));
                }
                link.send(MoptCommand::Batch(plan.each()));
            };
            let mut checks = false;
            match &act {
                Act::Send(command) => link.send(command.clone()),
                Act::Edit(plan) => save(plan),
                Act::Map(plan) | Act::Case(plan) => {
                    map(plan);
                    checks = true;
                }
                Act::Lesson(lesson, at) => {
                    if let Some(plan) = lesson_plan(*lesson, *at) {
                        map(&plan);
                        checks = true;
                    }
                }
                Act::Judge(own) => link.send(MoptAct::Judge(own.clone()).into()),
                Act::Restart => {
                    *opened.borrow_mut() = None;
                    link.start();
                }
                _ => {}
            }
            dispatcher.dispatch(Action::Act(act));
            if checks {
                dispatcher.dispatch(Action::Act(Act::Checking));
            }
        })
    };
    {
        let (act, plan) = (act.clone(), state.plan.clone());
        use_effect_with((), move |()| act.emit(Act::Map(plan)));
    }
    use_views(state, &act);
    use_files(state, &act);
    exchange::use_chip(state, &act);
    times::use_times(state, &act);
    use_effect_with((state.exercise.clone(), state.work.clone()), |(exercise, work)| {
        if let Some(own) = exercise {
            work.store(&own.id, &own.version);
        }
    });
    let guide = use_guide(&lab, &act, &i18n);
    let spoken = match state.main().and_then(|id| state.result(id)) {
        Some(result) => i18n.text(&result.spoken).to_owned().into(),
        None => AttrValue::default(),
    };
    let on_restart = {
        let (act, plan) = (act.clone(), state.plan.clone());
        // The plan in the form may be the one that killed the session, so it is checked and not mapped.
        Callback::from(move |()| {
            act.emit(Act::Restart);
            act.emit(Act::Send(MoptCommand::Check(Box::new((*plan).clone()))));
        })
    };
    let above = Frame {
        i18n: &i18n,
        mode: Mode::of(MODE),
        looks: &props.looks,
        dead: state.dead.as_deref(),
        on_restart,
        part: state.part,
        tabs: ["mopt-part-form", "mopt-part-network", "mopt-part-results"],
        on_part: act.reform(Act::Turn),
        spoken,
    };
    let measure = |pick: fn(&mcore::modes::mopt::MoptMeasures) -> f64| {
        let of = |id: u32| match id {
            MOPT_OWN => state.own.as_ref().map(|own| pick(&own.measures)),
            id => state.result(id).map(|result| pick(&result.measures)),
        };
        state.main().and_then(of).map(|value| value.to_string()).unwrap_or_default()
    };
    html! {
        <div
            class="lab-page" data-testid="mopt" data-part={part_name(state.part)} data-state={if state.busy { "mapping" } else { "idle" }}
            data-runs={state.last.len().to_string()} data-kept={state.results.len().to_string()} data-problems={state.problems.len().to_string()}
            data-asked={state.asked.to_string()} data-cost={measure(|m| m.cost)} data-busiest={measure(|m| m.max_link)}
            data-loads={state.shown.iter().filter(|id| state.loads.contains_key(id)).count().to_string()}
            data-join={state.step.as_ref().map(|step| step.join.to_string()).unwrap_or_default()}
            data-taken={state.taken.map(|rank| rank.to_string()).unwrap_or_default()} data-changes={state.changes.to_string()}
            data-lesson={format!("{}-{}", state.lesson.0, state.lesson.1 + 1)}
        >
            { above.guided(&guide) }
            <main class="lab-main">
                <form::Form state={state.clone()} act={act.clone()} />
                <stage::Stage state={state.clone()} act={act.clone()} dark={props.looks.dark} />
                <below::Below state={state.clone()} act={act.clone()} dark={props.looks.dark} />
                <results::Results state={state.clone()} {act} />
            </main>
        </div>
    }
}
