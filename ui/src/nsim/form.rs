//! The form: target, parameters, program, mapping. The session says what is wrong; it stands at its field.

use super::state::{Act, Part, State};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::widgets::save_text;
use mcore::session::{NsimCommand, NsimPlan, uses};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// Properties of the panels of the mode.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is known.
    pub state: Rc<State>,
    /// Told what the user does.
    pub act: Callback<Act>,
}

/// Kinds of networks: value, message, and sizes that show what it is.
const KINDS: [(&str, &str, &str); 5] = [
    ("torus", "nsim-torus", "8x8x4"),
    ("mesh", "nsim-mesh", "16x16"),
    ("cube", "nsim-cube", "8x8x4"),
    ("tofu", "nsim-tofu", "3x3x2x2x3x2"),
    ("fat-tree", "nsim-fat-tree", "8x8x4"),
];

/// Sets of parameters.
const SETS: [(&str, &str); 3] =
    [("torus", "nsim-set-torus"), ("infiniband", "nsim-set-infiniband"), ("mopt", "nsim-set-mopt")];

/// Programs.
const PROGRAMS: [(&str, &str); 13] = [
    ("bruck-alltoall", "nsim-bruck-alltoall"),
    ("pairwise-alltoall", "nsim-pairwise-alltoall"),
    ("bruck-allgather", "nsim-bruck-allgather"),
    ("recursive-doubling-allreduce", "nsim-allreduce"),
    ("binomial-bcast", "nsim-bcast"),
    ("binomial-reduce", "nsim-reduce"),
    ("ring", "nsim-ring"),
    ("random-ring", "nsim-random-ring"),
    ("halo-2d", "nsim-halo-2d"),
    ("halo-3d", "nsim-halo-3d"),
    ("master-worker", "nsim-master-worker"),
    ("hot-spot", "nsim-hot-spot"),
    ("trace", "nsim-trace"),
];

/// Numbers of a program: field, message.
const NUMBERS: [(&str, &str); 4] =
    [("bytes", "nsim-bytes"), ("rounds", "nsim-rounds"), ("compute_ns", "nsim-compute"), ("seed", "nsim-seed")];

/// Parameters: key, message.
const PARAMS: [(&str, &str); 22] = [
    ("link_gb_per_s", "nsim-p-link"),
    ("switch_gb_per_s", "nsim-p-switch"),
    ("nic_gb_per_s", "nsim-p-nic"),
    ("dma_gb_per_s", "nsim-p-dma"),
    ("memory_gb_per_s", "nsim-p-memory"),
    ("routing_ns", "nsim-p-routing"),
    ("vc_allocation_ns", "nsim-p-vc"),
    ("switch_allocation_ns", "nsim-p-allocation"),
    ("switch_delay_ns", "nsim-p-switch-delay"),
    ("cable_delay_ns", "nsim-p-cable"),
    ("nic_delay_ns", "nsim-p-nic-delay"),
    ("mpi_overhead_ns", "nsim-p-mpi"),
    ("packet_gap_ns", "nsim-p-gap"),
    ("mtu_bytes", "nsim-p-mtu"),
    ("control_bytes", "nsim-p-control"),
    ("nics", "nsim-p-nics"),
    ("copies", "nsim-p-copies"),
    ("rendezvous_from_bytes", "nsim-p-rendezvous"),
    ("input_buffer_packets", "nsim-p-input"),
    ("output_buffer_packets", "nsim-p-output"),
    ("arbitration", "nsim-p-arbitration"),
    ("tie", "nsim-p-tie"),
];

/// Words that a parameter may have.
fn words_of(key: &str) -> &'static [(&'static str, &'static str)] {
    match key {
        "copies" => &[("zero-copy", "nsim-zero-copy"), ("one-copy", "nsim-one-copy")],
        "arbitration" => &[("transit-first", "nsim-transit-first"), ("round-robin", "nsim-round-robin")],
        "tie" => &[("one-way", "nsim-one-way"), ("split", "nsim-split")],
        _ => &[],
    }
}

/// The value of a field of the plan.
fn field<'a>(plan: &'a mut NsimPlan, name: &str) -> &'a mut String {
    match name {
        "dims" => &mut plan.dims,
        "bytes" => &mut plan.bytes,
        "rounds" => &mut plan.rounds,
        "compute_ns" => &mut plan.compute_ns,
        "seed" => &mut plan.seed,
        "ranks" => &mut plan.ranks,
        "trace" => &mut plan.trace,
        "map_text" => &mut plan.map_text,
        _ => &mut plan.watch,
    }
}

/// What changes a plan.
#[derive(Clone)]
struct Editor {
    plan: Rc<NsimPlan>,
    act: Callback<Act>,
}

impl Editor {
    fn change(&self, change: impl FnOnce(&mut NsimPlan)) {
        let mut plan = (*self.plan).clone();
        change(&mut plan);
        self.act.emit(Act::Send(NsimCommand::Check(Box::new(plan.clone()))));
        self.act.emit(Act::Edit(Rc::new(plan)));
    }
}

/// The form.
#[component]
pub fn Form(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let plan = &state.plan;
    let editor = Editor { plan: plan.clone(), act: act.clone() };
    // A mapping that has come is given to the user as a file.
    {
        let act = act.clone();
        use_effect_with(state.map_file.clone(), move |file| {
            if let Some(text) = file {
                save_text("ranks.txt", "text/plain", text);
                act.emit(Act::MapSaved);
            }
        });
    }
    let wrong = |name: &str| {
        let found = state.problems.iter().find(|problem| problem.field == name);
        found.map(|problem| i18n.text(&problem.text).to_owned())
    };
    let input = |name: &'static str, label: &str, value: &str, hint: AttrValue| {
        let editor = editor.clone();
        let change = Callback::from(move |value: String| editor.change(|plan| *field(plan, name) = value));
        text_field(name, &i18n.t(label), value, wrong(name), hint, change)
    };
    let kind = choice("nsim-topology", &i18n, "nsim-network", KINDS.iter().map(|k| (k.0, k.1)), &plan.topology, {
        let editor = editor.clone();
        Callback::from(move |value: String| {
            editor.change(|plan| {
                plan.dims = KINDS.iter().find(|k| k.0 == value).map_or("8x8x4", |k| k.2).into();
                // Parameters of the other kind would only surprise; what the user has typed stays.
                if (value == "fat-tree") != (plan.topology == "fat-tree") && plan.params.is_empty() {
                    plan.base = if value == "fat-tree" { "infiniband" } else { "torus" }.into();
                }
                plan.topology = value;
            });
        })
    });
    let rings = (plan.topology == "cube").then(|| {
        let dims = plan.dims.split(['x', 'X']).count().min(6);
        let boxes = "xyzabc".chars().take(dims).map(|letter| {
            let editor = editor.clone();
            let onchange = move |_: Event| {
                editor.change(|plan| match plan.rings.contains(letter) {
                    true => plan.rings.retain(|own| own != letter),
                    false => plan.rings.push(letter),
                });
            };
            let id = format!("nsim-ring-{letter}");
            html! {
                <label class="check-field"><input type="checkbox" {id} checked={plan.rings.contains(letter)} {onchange} /><span>{ letter }</span></label>
            }
        });
        html! { <fieldset class="nsim-rings"><legend>{ i18n.t("nsim-rings") }</legend>{ for boxes }</fieldset> }
    });
    let ups = (plan.topology == "fat-tree").then(|| {
        let ways = [("up", "nsim-up-straight"), ("down", "nsim-down-straight")];
        let editor = editor.clone();
        let now = if plan.up_straight { "up" } else { "down" };
        choice(
            "nsim-ups",
            &i18n,
            "nsim-routing",
            ways.into_iter(),
            now,
            Callback::from(move |value: String| {
                editor.change(|plan| plan.up_straight = value == "up");
            }),
        )
    });
    let base = choice("nsim-base", &i18n, "nsim-set", SETS.into_iter(), &plan.base, {
        let editor = editor.clone();
        Callback::from(move |value: String| {
            editor.change(|plan| {
                plan.base = value;
                plan.params.clear();
            });
        })
    });
    let program = choice("nsim-program", &i18n, "nsim-program-is", PROGRAMS.into_iter(), &plan.program, {
        let editor = editor.clone();
        Callback::from(move |value: String| editor.change(|plan| plan.program = value))
    });
    let used = uses(&plan.program);
    let numbers = NUMBERS.iter().filter(|(name, _)| used.contains(name)).map(|(name, label)| {
        let value = field(&mut (**plan).clone(), name).clone();
        input(name, label, &value, AttrValue::default())
    });
    let maps = [("xyz", "nsim-map-xyz"), ("random", "nsim-map-random"), ("file", "nsim-map-file")];
    let map = choice("nsim-map", &i18n, "nsim-map-is", maps.into_iter(), &plan.map, {
        let editor = editor.clone();
        Callback::from(move |value: String| editor.change(|plan| plan.map = value))
    });
    let map_seed = (plan.map == "random" && !used.contains(&"seed"))
        .then(|| input("seed", "nsim-seed", &plan.seed, AttrValue::default()));
    let map_text = (plan.map == "file")
        .then(|| area("map_text", &i18n, "nsim-map-text", &plan.map_text, wrong("map_text"), &editor));
    let trace = (plan.program == "trace")
        .then(|| area("trace", &i18n, "nsim-trace-text", &plan.trace, wrong("trace"), &editor));
    let save_map = {
        let (act, plan) = (act.clone(), plan.clone());
        move |_: MouseEvent| act.emit(Act::Send(NsimCommand::MapFile(Box::new((*plan).clone()))))
    };
    let build = {
        let (act, plan) = (act.clone(), plan.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            act.emit(Act::Send(NsimCommand::Open(Box::new((*plan).clone()))));
            act.emit(Act::Send(NsimCommand::Run(None)));
            act.emit(Act::Turn(Part::Network));
        })
    };
    let problems = state.problems.len();
    let needs = state
        .memory
        .map_or_else(AttrValue::default, |bytes| i18n.tf("nsim-needs", &[("n", &grouped(bytes.div_ceil(1 << 20)))]));
    html! {
        <form class="panel nsim-form" onsubmit={build} aria-label={i18n.t("nsim-form")} novalidate={true}>
            <div class="nsim-fields">
                <fieldset><legend>{ i18n.t("nsim-target") }</legend>
                    { kind }
                    { input("dims", "nsim-dims", &plan.dims, i18n.t(if plan.topology == "fat-tree" { "nsim-arity-hint" } else { "nsim-dims-hint" })) }
                    { for rings }{ for ups }
                    { base }
                    <p class="quiet small nsim-needs" data-testid="nsim-needs">{ needs }</p>
                    <Parameters state={state.clone()} act={act.clone()} />
                </fieldset>
                <fieldset><legend>{ i18n.t("nsim-program") }</legend>
                    { program }
                    <div class="nsim-numbers">{ for numbers }</div>
                    { for trace }
                </fieldset>
                <fieldset><legend>{ i18n.t("nsim-mapping") }</legend>
                    { map }{ for map_seed }{ for map_text }
                    <div class="nsim-numbers">
                        { input("ranks", "nsim-ranks", &plan.ranks, i18n.t("nsim-ranks-hint")) }
                        { input("watch", "nsim-watch", &plan.watch, i18n.t("nsim-watch-hint")) }
                    </div>
                    <button type="button" class="btn outlined" onclick={save_map} disabled={problems > 0} data-testid="nsim-map-save">{ i18n.t("nsim-map-save") }</button>
                </fieldset>
            </div>
            <div class="nsim-submit">
                <span class="nsim-state small" role="status">
                    { if problems > 0 { i18n.tf("nsim-problems", &[("n", &problems.to_string())]) }
                      else if state.edited() { i18n.t("nsim-edited") } else { AttrValue::default() } }
                </span>
                <button type="submit" class="btn primary" disabled={problems > 0} data-testid="nsim-build">{ i18n.t("nsim-build") }</button>
            </div>
        </form>
    }
}

/// All parameters, folded away: the sets are what most want.
#[component]
fn Parameters(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, plan) = (&props.state, &props.state.plan);
    let known = NsimPlan::parameters(&plan.base);
    let editor = Editor { plan: plan.clone(), act: props.act.clone() };
    let rows = PARAMS.iter().map(|(key, label)| {
        let base = known.iter().find(|(own, _)| own == key).map(|(_, value)| value.clone()).unwrap_or_default();
        let own = plan.params.iter().find(|(own, _)| own == key).map(|(_, value)| value.clone());
        let wrong = state.problems.iter().find(|p| p.field == *key).map(|p| i18n.text(&p.text).to_owned());
        let (key, editor, of_base) = (*key, editor.clone(), base.clone());
        let change = Callback::from(move |value: String| {
            editor.change(|plan| {
                plan.params.retain(|(own, _)| own != key);
                if value != of_base {
                    plan.params.push((key.to_owned(), value));
                }
            });
        });
        let words = words_of(key);
        let value = own.unwrap_or(base);
        if words.is_empty() {
            text_field(key, &i18n.t(label), &value, wrong, AttrValue::default(), change)
        } else {
            choice(key, &i18n, label, words.iter().copied(), &value, change)
        }
    });
    // Unfolded for something wrong in it, and not folded up under the hands of who mends it.
    let unfolded = use_mut_ref(|| false);
    if state.problems.iter().any(|p| PARAMS.iter().any(|(key, _)| p.field == *key)) {
        *unfolded.borrow_mut() = true;
    }
    let open = *unfolded.borrow();
    let count = plan.params.len();
    let summary = match count {
        0 => i18n.t("nsim-params"),
        n => i18n.tf("nsim-params-own", &[("n", &n.to_string())]),
    };
    html! {
        <details class="nsim-params" open={open} data-testid="nsim-params">
            <summary>{ summary }</summary>
            <div class="nsim-param-grid">{ for rows }</div>
        </details>
    }
}

/// A line of text with what is wrong with it.
fn text_field(
    name: &'static str,
    label: &str,
    value: &str,
    wrong: Option<String>,
    hint: AttrValue,
    change: Callback<String>,
) -> Html {
    let oninput = move |event: InputEvent| {
        if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
            change.emit(input.value());
        }
    };
    let (id, note) = (format!("nsim-{name}"), format!("nsim-{name}-note"));
    let invalid = wrong.is_some();
    let said = wrong.unwrap_or_else(|| hint.to_string());
    html! {
        <div class="nsim-field" key={name}>
            <label for={id.clone()}>{ label.to_owned() }</label>
            <input
                {id} value={value.to_owned()} {oninput} autocomplete="off" spellcheck="false" data-testid={format!("nsim-{name}")}
                aria-invalid={invalid.then_some("true")} aria-describedby={note.clone()} placeholder={hint.clone()}
            />
            <span id={note} class={if invalid { "nsim-wrong" } else { "unseen" }}>{ said }</span>
        </div>
    }
}

/// A list to choose from.
fn choice(
    name: &'static str,
    i18n: &I18n,
    label: &str,
    choices: impl Iterator<Item = (&'static str, &'static str)>,
    now: &str,
    change: Callback<String>,
) -> Html {
    let onchange = move |event: Event| {
        if let Some(select) = event.target().and_then(|t| t.dyn_into::<HtmlSelectElement>().ok()) {
            change.emit(select.value());
        }
    };
    let options = choices.map(|(value, label)| {
        html! { <option key={value} {value} selected={value == now}>{ i18n.t(label) }</option> }
    });
    html! {
        <div class="nsim-field" key={name}>
            <label for={name}>{ i18n.t(label) }</label>
            <select id={name} {onchange} data-testid={name}>{ for options }</select>
        </div>
    }
}

/// A text of several lines, that may come from a file.
fn area(name: &'static str, i18n: &I18n, label: &str, value: &str, wrong: Option<String>, editor: &Editor) -> Html {
    let oninput = {
        let editor = editor.clone();
        move |event: InputEvent| {
            if let Some(area) = event.target().and_then(|t| t.dyn_into::<HtmlTextAreaElement>().ok()) {
                editor.change(|plan| *field(plan, name) = area.value());
            }
        }
    };
    let onchange = {
        let editor = editor.clone();
        move |event: Event| {
            let input = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok());
            let Some(file) = input.and_then(|input| input.files()?.get(0)) else { return };
            let editor = editor.clone();
            spawn_local(async move {
                // A file that cannot be read leaves what is there.
                let text = JsFuture::from(file.text()).await;
                if let Some(text) = text.ok().and_then(|text| text.as_string()) {
                    editor.change(|plan| *field(plan, name) = text);
                }
            });
        }
    };
    let (id, note) = (format!("nsim-{name}"), format!("nsim-{name}-note"));
    let invalid = wrong.is_some();
    html! {
        <div class="nsim-field">
            <label for={id.clone()}>{ i18n.t(label) }</label>
            <textarea
                {id} {oninput} rows="6" spellcheck="false" value={value.to_owned()} data-testid={format!("nsim-{name}")}
                aria-invalid={invalid.then_some("true")} aria-describedby={note.clone()}
            />
            <span id={note} class="nsim-wrong">{ wrong.unwrap_or_default() }</span>
            <label class="btn outlined nsim-file"><input type="file" class="unseen" {onchange} data-testid={format!("nsim-{name}-file")} />{ i18n.t("nsim-from-file") }</label>
        </div>
    }
}
