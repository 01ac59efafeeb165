//! The communication time of maps: the interconnect mode runs the communication with each map, in a worker of its own.

use super::Props;
use super::stage::name_of;
use super::state::{Act, State};
use crate::fmt::time_text;
use crate::i18n::I18n;
use crate::shell::other::{Other, Ran};
use crate::widgets::Figure;
use mcore::base::Text;
use mcore::modes::mopt::{MoptAct, MoptHandover};
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use yew::prelude::*;

/// The mode that gives the times.
const INTERCONNECT: &str = "nsim";
/// The set of parameters of the paper, and the rule by which its routes are those of this mode.
const PARAMETERS: &str = "mopt";
const DIRECT: (&str, &str) = ("tie", "direct");

/// A plan of that mode; it has usual values for the rest.
#[derive(Clone, Serialize)]
struct Plan {
    topology: String,
    dims: String,
    base: &'static str,
    params: Vec<(&'static str, &'static str)>,
    program: &'static str,
    trace: String,
    map: &'static str,
    map_text: String,
}

/// The part of its results that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
struct Outcome {
    time_ns: f64,
    ended: bool,
}

/// Runs in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timing {
    /// The maps.
    pub ids: Vec<u32>,
    /// The program and the maps, once they are there.
    pub given: Option<Rc<MoptHandover>>,
    /// The run, from 0, and the share of it that is done.
    pub at: (u32, f64),
}

/// Runs the maps that wait for their times.
#[hook]
pub fn use_times(state: &State, act: &Callback<Act>) {
    let runs = use_mut_ref(|| None::<Other>);
    let given = state.timing.as_ref().and_then(|timing| timing.given.clone());
    let act = act.clone();
    use_effect_with(given, move |given| {
        *runs.borrow_mut() = given.as_ref().map(|given| {
            let plans = given.maps.iter().map(|(_, map)| Plan {
                topology: given.kind.clone(),
                dims: given.sizes.clone(),
                base: PARAMETERS,
                params: vec![DIRECT],
                program: "trace",
                trace: given.trace.clone(),
                map: "file",
                map_text: map.clone(),
            });
            let ids: Vec<u32> = given.maps.iter().map(|(id, _)| *id).collect();
            Other::run(INTERCONNECT, plans.collect(), move |ran: Ran<Outcome>| match ran {
                Ran::Share(run, share) => act.emit(Act::TimeShare(run, share)),
                Ran::Row(run, outcome) => {
                    if let Some(id) = ids.get(run as usize).filter(|_| outcome.ended) {
                        act.emit(Act::Time(*id, outcome.time_ns));
                    }
                }
                Ran::Done => act.emit(Act::TimesEnd(None)),
                Ran::Refused(problems) => act.emit(Act::TimesEnd(problems.into_iter().next().map(|own| own.text))),
                Ran::Dead(why) => act.emit(Act::TimesEnd(Some(Text::same(why)))),
            })
        });
    });
}

/// The times of the shown maps, side by side.
pub fn times(props: &Props, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let shown: Vec<u32> = state.shown.iter().copied().filter(|id| state.map(*id).is_some()).collect();
    if shown.is_empty() {
        return Html::default();
    }
    let time = |id: u32| state.times.get(&id).copied();
    let first = shown.first().and_then(|id| time(*id));
    let rows = shown.iter().map(|id| {
        let own = time(*id);
        let ratio = own.zip(first).map(|(own, first)| format!("{:.2}×", first / own));
        let link = state.loads.get(id).map(|loads| loads.most);
        let none = || "–".to_owned();
        html! {
            <tr key={*id}>
                <th scope="row">{ name_of(state, *id, i18n) }</th>
                <td class="num" data-testid={format!("mopt-time-{id}")}>{ own.map_or_else(none, time_text) }</td>
                <td class="num">{ ratio.unwrap_or_else(none) }</td>
                <td class="num">{ link.map_or_else(none, |most| mcore::modes::mopt::mopt_bytes(most as u64)) }</td>
            </tr>
        }
    });
    let heads = ["mopt-time", "mopt-faster", "mopt-max-link"]
        .map(|label| html! { <th key={label} scope="col" class="num">{ i18n.t(label) }</th> });
    let onclick = {
        let (act, ids, running) = (act.clone(), shown.clone(), state.timing.is_some());
        move |_: MouseEvent| {
            if running {
                act.emit(Act::TimesEnd(None));
            } else {
                act.emit(Act::Times(ids.clone()));
                act.emit(Act::Send(MoptAct::Handover(ids.clone()).into()));
            }
        }
    };
    let (label, class) = match (&state.timing, shown.len()) {
        (Some(_), _) => ("mopt-stop", "btn outlined"),
        (None, 1) => ("mopt-time-run", "btn outlined"),
        (None, _) => ("mopt-time-run-both", "btn outlined"),
    };
    let status = state.timing.as_ref().map(|timing| {
        let percent = format!("{:.0}", timing.at.1 * 100.0);
        i18n.tf("mopt-time-progress", &[("n", &(timing.at.0 + 1).to_string()), ("percent", &percent)])
    });
    let wrong = state.times_failed.as_ref().map(|why| {
        html! { <p class="lab-wrong" role="alert" data-testid="mopt-times-failed">{ i18n.text(why).to_owned() }</p> }
    });
    html! {
        <Figure title={i18n.t("mopt-times")} note={i18n.t("mopt-times-note")} testid="mopt-times" wide={true}>
            <div class="lab-columns" tabindex="0" role="group" aria-label={i18n.t("mopt-times")}>
                <table class="lab-facts mo-table"><thead><tr><th scope="col">{ i18n.t("mopt-method") }</th>{ for heads }</tr></thead><tbody>{ for rows }</tbody></table>
            </div>
            <div class="lab-pick">
                <button type="button" {class} {onclick} disabled={state.busy} data-testid="mopt-run-both">{ i18n.t(label) }</button>
                <span class="small" role="status">{ status.unwrap_or_default() }</span>
            </div>
            { wrong.unwrap_or_default() }
        </Figure>
    }
}
