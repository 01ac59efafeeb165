//! The form: memory system, program or traces, how it is run. What is wrong stands at its field.

use super::Chosen;
use super::fields::{Line, List};
use super::state::{Act, State};
use super::system::System;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use mcore::session::{PMNET_FILES, PmnetPlan, pmnet_programs, pmnet_settings};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// What a field does to the plan.
type Change = Box<dyn FnOnce(&mut PmnetPlan)>;

/// Properties of [`Form`].
#[derive(Properties, PartialEq)]
pub struct FormProps {
    /// What is known.
    pub state: Rc<State>,
    /// Told what the user does.
    pub act: Callback<Act>,
    /// Where the chosen files go.
    pub chosen: Chosen,
}

/// The message with a generator's name.
fn program_label(program: &str) -> &'static str {
    match program {
        "triad" => "pmnet-triad",
        "matmul" => "pmnet-matmul",
        "stencil" => "pmnet-stencil",
        "chase" => "pmnet-chase",
        "random" => "pmnet-random",
        "counters" => "pmnet-counters",
        "stride" => "pmnet-stride",
        _ => "pmnet-files",
    }
}

/// The message with what a setting is.
fn setting_label(program: &str, key: &str) -> &'static str {
    match (program, key) {
        ("triad", "n") => "pmnet-set-elements",
        ("matmul" | "stencil", "n") => "pmnet-set-side",
        ("counters", "n") => "pmnet-set-increments",
        (_, "n") => "pmnet-set-accesses",
        (_, "threads") => "pmnet-set-threads",
        (_, "passes") => "pmnet-set-passes",
        (_, "init") => "pmnet-set-init",
        (_, "store") => "pmnet-set-store",
        (_, "order") => "pmnet-set-order",
        (_, "block") => "pmnet-set-block",
        (_, "steps") => "pmnet-set-steps",
        (_, "bytes") => "pmnet-set-bytes",
        (_, "line") => "pmnet-set-line",
        (_, "writes") => "pmnet-set-writes",
        (_, "seed") => "pmnet-set-seed",
        _ => "pmnet-set-stride",
    }
}

/// The message for a word of a setting; words that are the field's own stay as they are.
fn word_label(i18n: &I18n, key: &str, word: &str) -> AttrValue {
    match (key, word) {
        ("init", "none") => i18n.t("pmnet-init-none"),
        ("init", "serial") => i18n.t("pmnet-init-serial"),
        ("init", "parallel") => i18n.t("pmnet-init-parallel"),
        ("store", "normal") => i18n.t("pmnet-store-normal"),
        ("store", "nt") => i18n.t("pmnet-store-nt"),
        _ => word.to_owned().into(),
    }
}

/// What is wrong with a field.
fn wrong(state: &State, i18n: &I18n, field: &str) -> Option<AttrValue> {
    let found = state.problems.iter().find(|problem| problem.field == field);
    found.map(|problem| i18n.text(&problem.text).to_owned().into())
}

/// The form.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let plan = &state.plan;
    let edit = {
        let (plan, act) = (plan.clone(), act.clone());
        Callback::from(move |change: Change| {
            let mut plan = (*plan).clone();
            change(&mut plan);
            act.emit(Act::Plan(Rc::new(plan)));
        })
    };
    let programs = pmnet_programs().chain([PMNET_FILES]);
    let programs: Vec<(AttrValue, AttrValue)> =
        programs.map(|name| (name.into(), i18n.t(program_label(name)))).collect();
    let on_program = {
        let edit = edit.clone();
        Callback::from(move |name: String| edit.emit(Box::new(move |plan| plan.program = name)))
    };
    let settings = pmnet_settings(&plan.program).into_iter().map(|setting| {
        let (key, id) = (setting.key, format!("pmnet-{}", setting.key));
        let label = i18n.t(setting_label(&plan.program, key));
        let value = plan.setting(&setting).to_owned();
        let change = {
            let edit = edit.clone();
            Callback::from(move |value: String| edit.emit(Box::new(move |plan| plan.set(key, &value))))
        };
        if setting.words.is_empty() {
            html! { <Line key={key} {id} {label} {value} wrong={wrong(state, &i18n, key)} on_input={change} /> }
        } else {
            let words =
                setting.words.iter().map(|word| ((*word).into(), word_label(&i18n, key, word))).collect::<Vec<_>>();
            html! { <List key={key} {id} {label} choices={words} now={value} on_choose={change} /> }
        }
    });
    let files = (plan.program == PMNET_FILES).then(|| files(props, &i18n, &edit));
    let word_list = |id: &'static str,
                     label: &str,
                     choices: &[(&'static str, &'static str)],
                     now: &str,
                     set: fn(&mut PmnetPlan, String)| {
        let choices: Vec<(AttrValue, AttrValue)> =
            choices.iter().map(|(value, label)| ((*value).into(), i18n.t(label))).collect();
        let edit = edit.clone();
        let on_choose = Callback::from(move |value: String| edit.emit(Box::new(move |plan| set(plan, value))));
        html! { <List {id} label={i18n.t(label)} {choices} now={now.to_owned()} {on_choose} /> }
    };
    let by_dat = if state.doc.dat().interleaves() { "pmnet-place-dat-interleave" } else { "pmnet-place-dat" };
    let placement = word_list(
        "pmnet-placement",
        "pmnet-placement",
        &[
            ("dat", by_dat),
            ("first-touch", "pmnet-place-first"),
            ("interleave", "pmnet-place-interleave"),
            ("fixed", "pmnet-place-fixed"),
        ],
        &plan.placement,
        |plan, value| plan.placement = value,
    );
    let places = (plan.placement == "fixed").then(|| {
        let edit = edit.clone();
        let oninput = move |event: InputEvent| {
            if let Some(area) = event.target().and_then(|t| t.dyn_into::<HtmlTextAreaElement>().ok()) {
                edit.emit(Box::new(move |plan| plan.places = area.value()));
            }
        };
        let wrong = wrong(state, &i18n, "places");
        html! {
            <div class="nsim-field">
                <label for="pmnet-places">{ i18n.t("pmnet-places") }</label>
                <textarea id="pmnet-places" rows="3" spellcheck="false" value={plan.places.clone()} {oninput} data-testid="pmnet-places" placeholder="0x10000000-0x1fffffff=mem0" aria-invalid={wrong.is_some().then_some("true")} />
                <span class="nsim-wrong">{ wrong.unwrap_or_default() }</span>
            </div>
        }
    });
    let coherence = word_list(
        "pmnet-coherence",
        "pmnet-coherence",
        &[("none", "pmnet-coherence-none"), ("msi", "pmnet-coherence-msi")],
        if plan.coherent { "msi" } else { "none" },
        |plan, value| plan.coherent = value == "msi",
    );
    let line = |id: &'static str,
                field: &'static str,
                label: &str,
                hint: AttrValue,
                value: &str,
                set: fn(&mut PmnetPlan, String)| {
        let edit = edit.clone();
        let on_input = Callback::from(move |value: String| edit.emit(Box::new(move |plan| set(plan, value))));
        html! { <Line {id} label={i18n.t(label)} value={value.to_owned()} {hint} wrong={wrong(state, &i18n, field)} {on_input} /> }
    };
    let cores = line("pmnet-cores", "cores", "pmnet-cores", "0=core3, 1=core1".into(), &plan.cores, |plan, value| {
        plan.cores = value;
    });
    let window =
        line("pmnet-window", "window", "pmnet-window", i18n.t("pmnet-window-none"), &plan.window, |plan, value| {
            plan.window = value;
        });
    let running = state.progress.is_some();
    let submit = {
        let (act, ready) = (act.clone(), state.ready() && !running);
        move |event: SubmitEvent| {
            event.prevent_default();
            if ready {
                act.emit(Act::Run);
            }
        }
    };
    let cancel = {
        let act = act.clone();
        move |_: MouseEvent| act.emit(Act::Cancel)
    };
    let told = match &state.progress {
        Some(progress) => {
            let which =
                if progress.of > 1 { format!("{}/{}: ", progress.number + 1, progress.of) } else { String::new() };
            let values = [("n", grouped(progress.accesses)), ("percent", format!("{:.0}", progress.share * 100.0))];
            let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            format!("{which}{}", i18n.tf("pmnet-progress", &values))
        }
        None if !state.doc.errors().is_empty() => i18n.t("pmnet-text-wrong").to_string(),
        None if state.doc.graph().is_err() => i18n.t("pmnet-not-whole").to_string(),
        None => match state.problems.len() {
            0 => String::new(),
            n => i18n.tf("pmnet-problems", &[("n", &n.to_string())]).to_string(),
        },
    };
    html! {
        <form class="panel nsim-form" aria-label={i18n.t("pmnet-form")} onsubmit={submit}>
            <div class="nsim-fields" tabindex="0" role="group" aria-label={i18n.t("pmnet-form")}>
                <System state={state.clone()} act={act.clone()} dark={false} />
                <fieldset>
                    <legend>{ i18n.t("pmnet-program-is") }</legend>
                    <List id="pmnet-program" label={i18n.t("pmnet-program")} choices={programs} now={plan.program.clone()} on_choose={on_program} />
                    <div class="nsim-numbers">{ for settings }</div>
                    { for files }
                </fieldset>
                <fieldset>
                    <legend>{ i18n.t("pmnet-how") }</legend>
                    { placement }
                    { for places }
                    { coherence }
                    { cores }
                    { window }
                </fieldset>
            </div>
            <div class="nsim-submit">
                <span class="nsim-state small" data-testid="pmnet-told">{ told }</span>
                if running {
                    <button type="button" class="btn outlined" onclick={cancel} data-testid="pmnet-cancel">{ i18n.t("pmnet-cancel") }</button>
                } else {
                    <button type="submit" class="btn primary" disabled={!state.ready()} data-testid="pmnet-run">{ i18n.t("pmnet-run") }</button>
                }
            </div>
        </form>
    }
}

/// Trace files: choosing them, their format, their list.
fn files(props: &FormProps, i18n: &I18n, edit: &Callback<Change>) -> Html {
    let (state, plan) = (&props.state, &props.state.plan);
    let onchange = {
        let (act, chosen) = (props.act.clone(), props.chosen.clone());
        move |event: Event| {
            let input = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok());
            let Some(list) = input.and_then(|input| input.files()) else { return };
            let files: Vec<web_sys::File> = (0..list.length()).filter_map(|i| list.get(i)).collect();
            let names = files.iter().map(|file| (file.name(), file.size())).collect();
            *chosen.borrow_mut() = files;
            act.emit(Act::Files(names));
        }
    };
    let formats: Vec<(AttrValue, AttrValue)> = vec![
        ("auto".into(), i18n.t("pmnet-format-auto")),
        ("lackey".into(), "valgrind lackey".into()),
        ("din".into(), "Dinero din".into()),
        ("generic".into(), i18n.t("pmnet-format-generic")),
    ];
    let on_format = {
        let edit = edit.clone();
        Callback::from(move |value: String| edit.emit(Box::new(move |plan| plan.format = value)))
    };
    let names = state.files.iter().map(|(name, size)| {
        html! { <li>{ name }<span class="quiet small">{ format!(" {:.1} MB", size / 1e6) }</span></li> }
    });
    let wrong = wrong(state, i18n, PMNET_FILES);
    html! {
        <>
            <label class="btn outlined nsim-file"><input type="file" multiple={true} class="unseen" {onchange} data-testid="pmnet-trace" aria-describedby="pmnet-trace-note" />{ i18n.t("pmnet-choose-files") }</label>
            <p id="pmnet-trace-note" class="small quiet">{ i18n.t("pmnet-files-note") }</p>
            if let Some(wrong) = wrong { <p class="nsim-wrong">{ wrong }</p> }
            <ul class="pmnet-files" data-testid="pmnet-trace-list">{ for names }</ul>
            <List id="pmnet-format" label={i18n.t("pmnet-format")} choices={formats} now={plan.format.clone()} on_choose={on_format} />
        </>
    }
}
