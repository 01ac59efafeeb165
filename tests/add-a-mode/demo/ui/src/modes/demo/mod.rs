//! The mode of prime numbers: a page of its own at `#/demo`.

mod state;

use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::shell::fields;
use crate::shell::lab::{self, Lab, Page, Panels};
use crate::shell::page::Part;
use mcore::mode::{Command, Plan as _};
use mcore::modes::demo::{DEMO_NUMBERS, DemoPlan};
use state::{Act, MODE, State};
use yew::prelude::*;

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    lab::start::<State>();
}

impl Lab for State {
    type Aside = ();

    const PARTS: [&'static str; 3] = ["demo-part-form", "demo-part-stage", "demo-part-results"];
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
            Act::Edit(plan) => {
                lab::keep::<Self>(&**plan, 0);
                page.send(Command::Check(Box::new((**plan).clone())));
            }
            Act::Run(plan) => {
                let more = DemoPlan { limit: [&plan.limit, "0"].concat() };
                page.send(Command::Batch(vec![(**plan).clone(), more]));
            }
            Act::Restart => page.start(),
            Act::Turn(_) => {}
        }
    }

    fn spoken(&self, _: &I18n) -> AttrValue {
        AttrValue::default()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("data-runs", self.runs.count.to_string())]
    }

    fn panels(panels: &Panels<Self>) -> Html {
        html! { <Main ..panels.clone() /> }
    }
}

#[component]
fn Main(props: &Panels<State>) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let on_change = {
        let act = act.clone();
        fields::use_change(&state.plan, move |plan| act.emit(Act::Edit(plan)))
    };
    let form = fields::Form { mode: MODE, i18n: &i18n, problems: &state.problems, on_change };
    let submit = {
        let (plan, act) = (state.plan.clone(), act.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            act.emit(Act::Run(plan.clone()));
        }
    };
    let rows = state.runs.iter().map(|run| {
        html! { <tr><th scope="row">{ grouped(run.limit) }</th><td class="num">{ grouped(run.primes) }</td></tr> }
    });
    html! {
        <main class="lab-main">
            <form class="panel lab-form" aria-label={i18n.t("demo-part-form")} onsubmit={submit}>
                <div class="lab-fields">{ form.group(&*state.plan, &state.plan.fields(), DEMO_NUMBERS) }</div>
                <div class="lab-submit">
                    <button type="submit" class="btn primary" disabled={state.running || !state.problems.is_empty()} data-testid="demo-run">{ i18n.t("demo-run") }</button>
                </div>
            </form>
            <section class="panel lab-stage" aria-label={i18n.t("demo-part-stage")}></section>
            <section class="panel lab-results" aria-label={i18n.t("demo-part-results")}>
                <table class="lab-facts" data-testid="demo-rows"><tbody>{ for rows }</tbody></table>
            </section>
        </main>
    }
}
