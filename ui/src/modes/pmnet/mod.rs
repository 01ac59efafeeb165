//! The mode of memory systems (PMNet): a page of its own at `#/pmnet`.
//!
//! ```text
//! form      program, placement, coherence; system is the choice of the memory system: presets, files, lines of text
//! stage     the picture with its tools and keys; picture draws it
//! below     properties of objects and classes, the DAT text
//! results   the run, all objects, charts, lessons; chart draws
//! misses    misses by kind and array, the roofline
//! compare   kept runs side by side
//! sweep     runs that vary one property
//! files     trace files for the session; unpack reads compressed ones
//! state     the state of the page
//! ```

mod below;
mod chart;
mod compare;
mod files;
mod form;
mod misses;
mod picture;
mod results;
mod stage;
mod state;
mod sweep;
mod system;
mod unpack;

use crate::i18n::I18n;
use crate::shell::lab::{self, Lab, Page};
use crate::shell::page::Part;
use mcore::mode::Session;
use mcore::modes::pmnet::seconds_text;
use mcore::modes::pmnet::{Pmnet, PmnetCommand, PmnetPlan, pmnet_plans, pmnet_scenarios, pmnet_sweep};
use state::{Act, State};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of the panels of the mode.
pub type Props = lab::Panels<State>;

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    lab::start::<State>();
}

/// Stores memory system and form as they are when the user leaves.
#[hook]
fn use_kept(state: &Rc<State>) {
    let kept = state.clone();
    use_effect_with((state.doc.revision(), state.plan.clone()), move |_| {
        let plan = kept.whole_plan();
        lab::keep::<State>(&plan, plan.dat.len());
    });
}

/// Runs plans, which may read the chosen files.
fn run(plans: Vec<PmnetPlan>, page: &Page<State>) {
    page.send_files(page.aside.borrow().iter().collect());
    page.send(PmnetCommand::Batch(plans));
}

impl Lab for State {
    /// The chosen files; they are sent to the worker with the next run.
    type Aside = Vec<web_sys::File>;

    const MAX_KEPT: usize = 1 << 20;
    const PARTS: [&'static str; 3] = ["pmnet-part-form", "pmnet-part-system", "pmnet-part-results"];
    const TURN: fn(Part) -> Act = Act::Turn;

    fn part(&self) -> Part {
        self.part
    }

    fn dead(&self) -> Option<&str> {
        self.dead.as_deref()
    }

    fn restart(&self) -> Vec<Act> {
        vec![Act::Restart]
    }

    fn perform(act: &Act, page: &Page<Self>) {
        match act {
            Act::Files(files) => *page.aside.borrow_mut() = files.clone(),
            Act::Run => run(vec![page.state().whole_plan()], page),
            Act::Start(plan) => run(vec![(**plan).clone()], page),
            Act::Lesson(number) => {
                if let Some(lesson) = pmnet_scenarios().get(*number) {
                    page.send(PmnetCommand::Batch(pmnet_plans(lesson)));
                }
            }
            Act::RunSweep => {
                let state = page.state();
                let values = &state.sweep.values;
                match pmnet_sweep(&state.plan, state.doc.dat(), &state.swept(), values) {
                    Ok(all) => {
                        let (numbers, plans) = all.into_iter().unzip();
                        page.dispatch(Act::Vary(state.swept(), values.clone()));
                        page.dispatch(Act::Sweep(Ok(numbers)));
                        run(plans, page);
                    }
                    Err(why) => page.dispatch(Act::Sweep(Err(why))),
                }
            }
            Act::Cancel => page.send(PmnetCommand::Pause),
            Act::Restart => page.start(),
            _ => {}
        }
    }

    fn use_effects<'hook>(state: &'hook Rc<Self>, _: &'hook Callback<Act>) -> impl Hook<Output = ()> + 'hook {
        use_kept(state)
    }

    fn take_files(session: &mut Session<Pmnet>, list: &js_sys::Array) {
        session.mode().take_files(files::of(list));
    }

    fn spoken(&self, i18n: &I18n) -> AttrValue {
        match (&self.progress, self.run()) {
            (Some(_), _) => i18n.t("pmnet-spoken-running"),
            (None, Some(run)) => i18n.text(&run.result.sentence).to_owned().into(),
            _ => AttrValue::default(),
        }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let (dat, run) = (self.doc.dat(), self.run());
        let bottleneck = run.and_then(|run| run.result.bottleneck()).map(|object| object.name.clone());
        vec![
            ("data-state", if self.progress.is_some() { "running" } else { "idle" }.to_owned()),
            ("data-runs", self.runs.count.to_string()),
            ("data-swept", self.sweep.rows.len().to_string()),
            ("data-objects", dat.object_count().to_string()),
            ("data-edges", dat.edge_obj.len().to_string()),
            ("data-revision", self.doc.revision().to_string()),
            ("data-wrong", self.doc.errors().len().to_string()),
            ("data-selected", self.selected.join(" ")),
            ("data-problems", self.problems.len().to_string()),
            ("data-time", run.map(|run| seconds_text(run.result.time)).unwrap_or_default()),
            ("data-bottleneck", bottleneck.unwrap_or_default()),
        ]
    }

    fn panels(panels: &Props) -> Html {
        html! {
            <main class="lab-main">
                <form::Form ..panels.clone() />
                <stage::Stage ..panels.clone() />
                <below::BelowPanel ..panels.clone() />
                <results::Results ..panels.clone() />
            </main>
        }
    }
}
