//! The form: target, parameters, program, mapping. The session reports errors; each is shown at its field.

use super::Props;
use super::state::{Act, State};
use crate::fmt::grouped;
use crate::fmt::time_text;
use crate::i18n::use_i18n;
use crate::shell::fields;
use crate::shell::page::Part;
use crate::widgets::save_text;
use mcore::mode::Plan as _;
use mcore::modes::nsim::{NSIM_MAPPING, NSIM_PARAMS, NSIM_PROGRAM, NSIM_TARGET, NsimAct, NsimCommand};
use mcore::modes::nsim::{NsimNetwork, NsimPrediction};
use std::rc::Rc;
use yew::prelude::*;

/// The form.
#[component]
pub fn Form(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let plan = &state.plan;
    // A mapping that has arrived is given to the user as a file.
    {
        let act = act.clone();
        use_effect_with(state.map_file.clone(), move |file| {
            if let Some(text) = file {
                save_text("ranks.txt", "text/plain", text);
                act.emit(Act::MapSaved);
            }
        });
    }
    // The session checks each new plan.
    let on_change = {
        let act = act.clone();
        fields::use_change(plan, move |plan| {
            act.emit(Act::Send(NsimCommand::Check(Box::new((*plan).clone()))));
            act.emit(Act::Edit(plan));
        })
    };
    let form = fields::Form { mode: "nsim", i18n: &i18n, problems: &state.problems, on_change: on_change.clone() };
    let all = plan.fields();
    let group = |name: &str| form.group(&**plan, &all, name);
    let save_map = {
        let (act, plan) = (act.clone(), plan.clone());
        move |_: MouseEvent| act.emit(Act::Send(NsimAct::MapFile(Box::new((*plan).clone())).into()))
    };
    let build = {
        let (act, plan) = (act.clone(), plan.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            act.emit(Act::Send(NsimCommand::Open(Box::new((*plan).clone()))));
            act.emit(Act::Send(NsimAct::Run(None).into()));
            act.emit(Act::Turn(Part::Stage));
        })
    };
    // An absent line is an empty node, so that the fields before it stay the same elements while the user types.
    let outlook = *use_memo(plan.clone(), |plan| plan.outlook());
    let network = outlook.map(|(network, _)| {
        let values = network_values(network);
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        html! { <p class="small nsim-outlook" data-testid="nsim-outlook">{ i18n.tf("nsim-outlook", &values) }</p> }
    });
    let prediction = outlook.and_then(|(_, prediction)| prediction).map(|prediction| {
        let time = time_text(prediction.time_ns);
        let values = [("time", time.as_str()), ("sum", &prediction_text(&prediction))];
        html! { <p class="small nsim-outlook" data-testid="nsim-predicted">{ i18n.tf("nsim-predicted-before", &values) }</p> }
    });
    let problems = state.problems.len();
    let needs = state
        .memory
        .map_or_else(AttrValue::default, |bytes| i18n.tf("nsim-needs", &[("n", &grouped(bytes.div_ceil(1 << 20)))]));
    html! {
        <form class="panel lab-form" onsubmit={build} aria-label={i18n.t("nsim-form")} novalidate={true}>
            <div class="lab-fields">
                <fieldset><legend>{ i18n.t("nsim-target") }</legend>
                    { group(NSIM_TARGET) }
                    { network.unwrap_or_default() }
                    <p class="quiet small nsim-needs" data-testid="nsim-needs">{ needs }</p>
                    <Parameters state={state.clone()} {on_change} />
                </fieldset>
                <fieldset><legend>{ i18n.t("nsim-program") }</legend>
                    { group(NSIM_PROGRAM) }
                    { prediction.unwrap_or_default() }
                </fieldset>
                <fieldset><legend>{ i18n.t("nsim-mapping") }</legend>
                    { group(NSIM_MAPPING) }
                    <button type="button" class="btn outlined" onclick={save_map} disabled={problems > 0} data-testid="nsim-map-save">{ i18n.t("nsim-map-save") }</button>
                </fieldset>
            </div>
            <div class="lab-submit">
                <span class="lab-state small" role="status">
                    { if problems > 0 { i18n.tf("nsim-problems", &[("n", &problems.to_string())]) }
                      else if state.edited() { i18n.t("nsim-edited") } else { AttrValue::default() } }
                </span>
                <button type="submit" class="btn primary" disabled={problems > 0} data-testid="nsim-build">{ i18n.t("nsim-build") }</button>
            </div>
        </form>
    }
}

/// The figures of a network, as values of a message.
pub fn network_values(network: NsimNetwork) -> [(&'static str, String); 4] {
    [
        ("diameter", network.diameter.to_string()),
        ("hops", format!("{:.2}", network.mean_hops)),
        ("links", grouped(network.bisection_links)),
        ("rate", format!("{:.0}", network.bisection_gb_per_s)),
    ]
}

/// The terms of a prediction: `8 × 1.77 µs + 8,192 B ÷ 8 GB/s`.
pub fn prediction_text(prediction: &NsimPrediction) -> String {
    let NsimPrediction { alpha_ns, gb_per_s, messages, bytes, computation_ns, .. } = *prediction;
    let rate = (gb_per_s * 100.0).round() / 100.0;
    let mut sum = format!("{} × {} + {} B ÷ {rate} GB/s", grouped(messages), time_text(alpha_ns), grouped(bytes));
    if computation_ns > 0 {
        sum += &format!(" + {}", time_text(computation_ns as f64));
    }
    sum
}

/// Properties of [`Parameters`].
#[derive(Properties, PartialEq)]
struct ParametersProps {
    state: Rc<State>,
    on_change: Callback<(&'static str, String)>,
}

/// All parameters, collapsed: for most users the parameter sets are enough.
#[component]
fn Parameters(props: &ParametersProps) -> Html {
    let i18n = use_i18n();
    let (state, plan) = (&props.state, &props.state.plan);
    let form =
        fields::Form { mode: "nsim", i18n: &i18n, problems: &state.problems, on_change: props.on_change.clone() };
    let all = plan.fields();
    let rows = form.group(&**plan, &all, NSIM_PARAMS);
    // Opens for an error in it, and does not close while the user corrects the error.
    let unfolded = use_mut_ref(|| false);
    let is_parameter = |id: &str| all.iter().any(|field| field.group == NSIM_PARAMS && field.id == id);
    if state.problems.iter().any(|problem| is_parameter(&problem.field)) {
        *unfolded.borrow_mut() = true;
    }
    let open = *unfolded.borrow();
    let count = plan.params.len();
    let summary = match count {
        0 => i18n.t("nsim-params"),
        n => i18n.tf("nsim-params-own", &[("n", &n.to_string())]),
    };
    html! {
        <details class="lab-params" open={open} data-testid="nsim-params">
            <summary>{ summary }</summary>
            <div class="lab-numbers">{ rows }</div>
        </details>
    }
}
