//! The mapping mode (MOPT): a page of its own at `#/mopt`.
//!
//! ```text
//! form      lesson, form, the map that the user makes; errors at their fields
//! exercises the task, what is handed in, the verdict
//! stage     the pictures: placement with link loads, matrix, task graph; picture draws them
//! below     the joins of the paper's method, links by their bytes
//! results   measures of the maps, busiest links, comparison, the paper's tables
//! times     the communication times of maps, from the interconnect mode
//! state     the state of the page
//! ```

mod below;
mod exchange;
mod exercises;
mod form;
mod picture;
mod results;
mod stage;
mod state;
mod times;

use crate::i18n::I18n;
use crate::shell::exercises::use_work;
use crate::shell::lab::{self, Lab, Page};
use crate::shell::page::Part;
use crate::widgets::save_text;
use mcore::mode::Plan as _;
use mcore::modes::mopt::{MOPT_OWN, MoptAct, MoptCommand, MoptMeasures, MoptPlan};
use state::{Act, State, View, lesson_plan};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of the panels of the mode.
pub type Props = lab::Panels<State>;

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    lab::start::<State>();
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
        let wanted = state.join.map_or(joins.saturating_sub(3), |join| join.min(joins.max(1) - 1));
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

/// Everything that the page requests or gives away when its state changes.
#[hook]
fn use_all(state: &Rc<State>, act: &Callback<Act>) {
    use_views(state, act);
    use_files(state, act);
    exchange::use_chip(state, act);
    times::use_times(state, act);
    use_work(&state.exercises);
}

/// Makes the maps of a plan.
fn map(plan: &MoptPlan, page: &Page<State>) {
    lab::keep::<State>(plan, plan.file.len());
    page.send(MoptCommand::Check(Box::new(plan.clone())));
    // The map that the user makes stays as long as communication and network are the same.
    let mut opened = page.aside.borrow_mut();
    let same = opened.as_ref().is_some_and(|opened| opened.same_input(plan) && opened.hops == plan.hops);
    if !same {
        *opened = Some(plan.clone());
        page.send(MoptCommand::Open(Box::new(plan.clone())));
    }
    page.send(MoptCommand::Batch(plan.each()));
}

impl Lab for State {
    /// The plan that is open in the session.
    type Aside = Option<MoptPlan>;

    const PARTS: [&'static str; 3] = ["mopt-part-form", "mopt-part-network", "mopt-part-results"];
    const TURN: fn(Part) -> Act = Act::Turn;

    fn part(&self) -> Part {
        self.part
    }

    fn dead(&self) -> Option<&str> {
        self.dead.as_deref()
    }

    fn first(&self) -> Vec<Act> {
        vec![Act::Map(self.plan.clone())]
    }

    fn restart(&self) -> Vec<Act> {
        // The plan in the form may be the one that killed the session, so it is checked and not mapped.
        vec![Act::Restart, Act::Send(MoptCommand::Check(Box::new((*self.plan).clone())))]
    }

    fn perform(act: &Act, page: &Page<Self>) {
        match act {
            Act::Send(command) => page.send(command.clone()),
            Act::Edit(plan) => lab::keep::<Self>(&**plan, plan.file.len()),
            Act::Map(plan) | Act::Case(plan) => map(plan, page),
            Act::Lesson(lesson, at) => lesson_plan(*lesson, *at).iter().for_each(|plan| map(plan, page)),
            Act::Judge(own) => page.send(MoptAct::Judge(own.clone())),
            Act::Restart => {
                page.aside.take();
                page.start();
            }
            _ => {}
        }
    }

    fn use_effects<'hook>(state: &'hook Rc<Self>, act: &'hook Callback<Act>) -> impl Hook<Output = ()> + 'hook {
        use_all(state, act)
    }

    fn spoken(&self, i18n: &I18n) -> AttrValue {
        let result = self.main().and_then(|id| self.result(id));
        result.map(|result| i18n.text(&result.spoken).to_owned().into()).unwrap_or_default()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let measure = |pick: fn(&MoptMeasures) -> f64| {
            let of = |id: u32| match id {
                MOPT_OWN => self.own.as_ref().map(|own| pick(&own.measures)),
                id => self.result(id).map(|result| pick(&result.measures)),
            };
            self.main().and_then(of).map(|value| value.to_string()).unwrap_or_default()
        };
        let loads = self.shown.iter().filter(|id| self.loads.contains_key(id)).count();
        vec![
            ("data-state", if self.busy { "mapping" } else { "idle" }.to_owned()),
            ("data-runs", self.last.len().to_string()),
            ("data-kept", self.results.len().to_string()),
            ("data-problems", self.problems.len().to_string()),
            ("data-asked", self.asked.to_string()),
            ("data-cost", measure(|own| own.cost)),
            ("data-busiest", measure(|own| own.max_link)),
            ("data-loads", loads.to_string()),
            ("data-join", self.step.as_ref().map(|step| step.join.to_string()).unwrap_or_default()),
            ("data-taken", self.taken.map(|rank| rank.to_string()).unwrap_or_default()),
            ("data-changes", self.changes.to_string()),
            ("data-lesson", format!("{}-{}", self.lesson.0, self.lesson.1 + 1)),
        ]
    }

    fn panels(panels: &Props) -> Html {
        html! {
            <main class="lab-main">
                <form::Form ..panels.clone() />
                <stage::Stage ..panels.clone() />
                <below::Below ..panels.clone() />
                <results::Results ..panels.clone() />
            </main>
        }
    }
}
