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
use crate::i18n::{I18n, use_i18n};
use crate::shell;
use crate::shell::exercises::Stored as _;
use crate::shell::frame::{Looks, use_looks};
use crate::shell::guide::use_guide;
use crate::shell::link::start_worker;
use crate::shell::modes::Mode;
use crate::shell::page::{Action, Frame, part_name, use_lab};
use crate::shell::persist;
use mcore::modes::tca::{TCA_MAX_SCRIPT, Tca, TcaAct, TcaCommand, TcaPlan};
use state::{Act, MODE, State, lesson_plan};
use yew::prelude::*;

/// Stores the form, unless its record is too long for the storage.
fn save(plan: &TcaPlan) {
    if plan.record.len() <= TCA_MAX_SCRIPT * 4 {
        persist::save_mode(MODE, plan);
    }
}

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    shell::start::<Verbs>(work);
}

/// Starts the session in its worker.
fn work() {
    start_worker::<Tca>(|_, _| {});
}

/// The mode's page.
#[component]
fn Verbs() -> Html {
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

/// Requests what the pictures need.
#[hook]
fn use_views(state: &State, act: &Callback<Act>) {
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
}

#[component]
fn Lab(props: &LabProps) -> Html {
    let i18n = use_i18n();
    let lab = use_lab::<State>();
    let (state, link) = (&lab.state, &lab.link);
    let act = {
        let (dispatcher, link) = (lab.dispatcher.clone(), link.clone());
        use_callback((), move |act: Act, ()| {
            let run = |plan: &TcaPlan| {
                save(plan);
                link.send(TcaCommand::Check(Box::new(plan.clone())));
                link.send(TcaCommand::Open(Box::new(plan.clone())));
            };
            let mut checks = false;
            match &act {
                Act::Send(command) => link.send(command.clone()),
                Act::Edit(plan) => save(plan),
                Act::Run(plan, _) => {
                    run(plan);
                    checks = true;
                }
                Act::Lesson(number) => {
                    if let Some(plan) = lesson_plan(*number) {
                        run(&plan);
                        checks = true;
                    }
                }
                Act::Himeno(plan) => {
                    save(plan);
                    link.send(TcaCommand::Batch(plan.each()));
                }
                Act::Judge(script) => link.send(TcaAct::Judge(script.clone()).into()),
                Act::Restart => link.start(),
                _ => {}
            }
            dispatcher.dispatch(Action::Act(act));
            if checks {
                dispatcher.dispatch(Action::Act(Act::Checking));
            }
        })
    };
    {
        let (act, plan, goal) = (act.clone(), state.plan.clone(), state.goal);
        use_effect_with((), move |()| act.emit(Act::Run(plan, goal)));
    }
    use_views(state, &act);
    use_effect_with((state.exercise.clone(), state.work.clone()), |(exercise, work)| {
        if let Some(own) = exercise {
            work.store(&own.id, &own.version);
        }
    });
    let guide = use_guide(&lab, &act, &i18n);
    let spoken = match &state.moment {
        Some(moment) => {
            let now = moment.sentences.first().map(|sentence| plain(i18n.text(&sentence.text)));
            AttrValue::from(format!("{} ns. {}", grouped(moment.now), now.unwrap_or_default()))
        }
        None => AttrValue::default(),
    };
    let on_restart = {
        let (act, plan) = (act.clone(), state.plan.clone());
        // The plan in the form may be the one that killed the session, so it is checked and not run.
        Callback::from(move |()| {
            act.emit(Act::Restart);
            act.emit(Act::Send(TcaCommand::Check(Box::new((*plan).clone()))));
        })
    };
    let above = Frame {
        i18n: &i18n,
        mode: Mode::of(MODE),
        looks: &props.looks,
        dead: state.dead.as_deref(),
        on_restart,
        part: state.part,
        tabs: ["tca-part-form", "tca-part-network", "tca-part-results"],
        on_part: act.reform(Act::Turn),
        spoken,
    };
    let moment = state.moment.as_ref();
    let of_moment = |pick: fn(&mcore::modes::tca::TcaMoment) -> u64| {
        moment.map(|moment| pick(moment).to_string()).unwrap_or_default()
    };
    let drawn = state.diagram.as_ref().map(|diagram| diagram.blocks.len().to_string());
    html! {
        <div
            class="lab-page" data-testid="tca" data-part={part_name(state.part)} data-state={if state.opening > 0 { "recording" } else { "idle" }}
            data-runs={state.runs.to_string()} data-problems={state.problems.len().to_string()} data-asked={state.asked.to_string()}
            data-time={of_moment(|moment| moment.now)} data-step={of_moment(|moment| moment.step)} data-steps={of_moment(|moment| moment.steps)}
            data-blocks={drawn.unwrap_or_default()} data-lesson={state.lesson.to_string()} data-rows={state.himeno.len().to_string()}
            data-list={if state.busy() { "running" } else { "idle" }} data-kept={state.kept.len().to_string()}
            data-interval={format!("{}-{}", state.interval.0, state.interval.1)}
        >
            { above.guided(&guide) }
            <main class="lab-main tca-main">
                <form::Form state={state.clone()} act={act.clone()} />
                <stage::Stage state={state.clone()} act={act.clone()} dark={props.looks.dark} />
                <below::Below state={state.clone()} act={act.clone()} dark={props.looks.dark} />
                <results::Results state={state.clone()} {act} dark={props.looks.dark} />
            </main>
        </div>
    }
}
