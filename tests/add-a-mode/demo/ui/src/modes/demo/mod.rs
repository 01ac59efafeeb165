//! The mode of prime numbers: a page of its own at `#/demo`.

mod state;

use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::shell;
use crate::shell::fields;
use crate::shell::frame::{Looks, use_looks};
use crate::shell::link::start_worker;
use crate::shell::modes::Mode;
use crate::shell::page::{Action, Frame, part_name, use_lab};
use crate::shell::persist;
use mcore::mode::{Command, Plan as _};
use mcore::modes::demo::{DEMO_NUMBERS, Demo, DemoPlan};
use state::{Act, MODE, State};
use yew::prelude::*;

/// Starts the mode: its page, or its session where a worker runs the program.
pub fn start() {
    shell::start::<Primes>(|| start_worker::<Demo>(|_, _| {}));
}

/// The mode's page.
#[component]
fn Primes() -> Html {
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
                Act::Edit(plan) => {
                    persist::save_mode(MODE, &**plan);
                    link.send(Command::Check(Box::new((**plan).clone())));
                }
                Act::Run(plan) => {
                    let more = DemoPlan { limit: [&plan.limit, "0"].concat() };
                    link.send(Command::Batch(vec![(**plan).clone(), more]));
                }
                Act::Restart => link.start(),
                Act::Turn(_) => {}
            }
            dispatcher.dispatch(Action::Act(act));
        })
    };
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
    let above = Frame {
        i18n: &i18n,
        mode: Mode::of(MODE),
        looks: &props.looks,
        dead: state.dead.as_deref(),
        on_restart: act.reform(|()| Act::Restart),
        part: state.part,
        tabs: ["demo-part-form", "demo-part-stage", "demo-part-results"],
        on_part: act.reform(Act::Turn),
        spoken: AttrValue::default(),
    };
    let rows = state.runs.iter().map(|run| {
        html! { <tr><th scope="row">{ grouped(run.limit) }</th><td class="num">{ grouped(run.primes) }</td></tr> }
    });
    html! {
        <div class="lab-page" data-testid="demo" data-part={part_name(state.part)} data-runs={state.runs.count.to_string()}>
            { above.view() }
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
        </div>
    }
}
