//! The choice of a memory system: presets, files, one-line descriptions; and saving it.

use super::Props;
use super::state::{Act, State};
use crate::i18n::{I18n, use_i18n};
use crate::shell::fields::List;
use crate::shell::files::{read_chosen, text_of};
use crate::widgets::{Icon, IconName, save_text};
use mcore::base::Text;
use mcore::modes::pmnet::{PMNET_PRESETS, pmnet_open, pmnet_preset, pmnet_synthetic, pmnet_title};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The messages with the names of the presets.
const NAMES: [&str; 4] = ["pmnet-preset-i7", "pmnet-preset-epyc", "pmnet-preset-epyc-interleaved", "pmnet-preset-chip"];

/// The message with the name of a preset.
pub fn preset_label(name: &str) -> &'static str {
    PMNET_PRESETS.iter().position(|own| *own == name).map_or(NAMES[0], |place| NAMES[place])
}

/// The part of the form that chooses a memory system.
#[component]
pub fn System(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let notices = state.notices.iter().map(|notice| html! { <li>{ i18n.text(notice) }</li> });
    let unsound = state
        .doc
        .graph()
        .err()
        .map(|errors| errors.iter().take(4).map(|e| i18n.text(&e.text()).to_owned()).collect::<Vec<_>>());
    html! {
        <fieldset>
            <legend>{ i18n.t("pmnet-system") }</legend>
            { presets(state, act, &i18n) }
            { files(state, act, &i18n) }
            if !state.notices.is_empty() {
                <ul class="pmnet-notices lab-wrong" role="alert" data-testid="pmnet-notices">{ for notices }</ul>
            }
            if let Some(unsound) = unsound {
                <ul class="pmnet-notices lab-wrong" data-testid="pmnet-unsound">{ for unsound.into_iter().map(|text| html! { <li>{ text }</li> }) }</ul>
            }
            <Synthetic act={act.clone()} />
        </fieldset>
    }
}

/// The list of presets. A system that is none of them is named first.
fn presets(state: &State, act: &Callback<Act>, i18n: &I18n) -> Html {
    let title = pmnet_title(state.doc.dat());
    let mut choices: Vec<(AttrValue, AttrValue)> =
        PMNET_PRESETS.iter().zip(NAMES).map(|(name, label)| ((*name).into(), i18n.t(label))).collect();
    let now = PMNET_PRESETS.iter().find(|name| pmnet_preset(name).is_ok_and(|dat| pmnet_title(&dat) == title));
    if now.is_none() {
        choices.insert(0, ("".into(), title.into()));
    }
    let act = act.clone();
    let on_choose = Callback::from(move |name: String| {
        if let Ok(dat) = pmnet_preset(&name) {
            act.emit(Act::Load(Rc::new(dat)));
        }
    });
    html! { <List id="pmnet-preset" label={i18n.t("pmnet-preset")} {choices} now={now.copied().unwrap_or_default()} {on_choose} /> }
}

/// The buttons that open a file and save the memory system, also with the results of a run.
fn files(state: &Rc<State>, act: &Callback<Act>, i18n: &I18n) -> Html {
    let on_file = {
        let act = act.clone();
        move |event: Event| open_file(&event, &act)
    };
    let save = {
        let state = state.clone();
        move |_: MouseEvent| save_text("machine.dat.json", "application/json", &state.doc.dat().to_json())
    };
    let save_results = {
        let state = state.clone();
        move |_: MouseEvent| {
            if let Some(run) = state.run() {
                save_text("machine.dat.json", "application/json", &run.result.annotate(&run.dat).to_json());
            }
        }
    };
    html! {
        <div class="pmnet-row">
            <label class="btn outlined lab-file"><input type="file" class="unseen" onchange={on_file} accept=".json,.dat,.xml,.txt" data-testid="pmnet-open" />{ i18n.t("pmnet-open") }</label>
            <button type="button" class="btn outlined" onclick={save} data-testid="pmnet-save"><Icon name={IconName::Save} />{ i18n.t("pmnet-save") }</button>
            if state.run().is_some() {
                <button type="button" class="btn outlined" onclick={save_results} data-testid="pmnet-save-results"><Icon name={IconName::Save} />{ i18n.t("pmnet-save-results") }</button>
            }
        </div>
    }
}

/// Loads the chosen file, or reports its errors.
fn open_file(event: &Event, act: &Callback<Act>) {
    let act = act.clone();
    read_chosen(event, |file| async move {
        let (name, text) = (file.name(), text_of(&file).await);
        let opened = text.ok_or_else(|| vec![Text::new("the file cannot be read", "ファイルを読めません")]);
        match opened.and_then(|text| pmnet_open(&text)) {
            Ok(dat) => act.emit(Act::Load(Rc::new(dat))),
            Err(errors) => {
                let named = |e: Text| Text::new(format!("{name}: {}", e.en), format!("{name}: {}", e.ja));
                act.emit(Act::Notices(errors.into_iter().take(8).map(named).collect()));
            }
        }
    });
}

/// Properties of [`Synthetic`].
#[derive(Properties, PartialEq)]
struct SyntheticProps {
    act: Callback<Act>,
}

/// A memory system described by one line.
#[component]
fn Synthetic(props: &SyntheticProps) -> Html {
    let i18n = use_i18n();
    let synthetic = use_state(|| String::from("pack:2 [numa] l3:4 l2:4 core:1"));
    let said = use_state(|| None::<Text>);
    let oninput = {
        let synthetic = synthetic.clone();
        move |event: InputEvent| {
            if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                synthetic.set(input.value());
            }
        }
    };
    let build = {
        let (act, synthetic, said) = (props.act.clone(), synthetic.clone(), said.clone());
        move |_: MouseEvent| match pmnet_synthetic(&synthetic) {
            Ok(dat) => {
                said.set(None);
                act.emit(Act::Load(Rc::new(dat)));
            }
            Err(why) => said.set(Some(why)),
        }
    };
    let wrong = said.as_ref().map(|why| i18n.text(why).to_owned());
    html! {
        <details class="lab-params">
            <summary>{ i18n.t("pmnet-synthetic") }</summary>
            <div class="lab-field">
                <label for="pmnet-synthetic">{ i18n.t("pmnet-synthetic-label") }</label>
                <input
                    id="pmnet-synthetic" value={(*synthetic).clone()} {oninput} autocomplete="off" spellcheck="false" data-testid="pmnet-synthetic"
                    aria-invalid={wrong.is_some().then_some("true")} aria-describedby="pmnet-synthetic-note"
                />
                <span id="pmnet-synthetic-note" class={if wrong.is_some() { "lab-wrong" } else { "small quiet" }}>
                    { wrong.map_or_else(|| i18n.t("pmnet-assumed"), AttrValue::from) }
                </span>
            </div>
            <button type="button" class="btn outlined" onclick={build} data-testid="pmnet-build">{ i18n.t("pmnet-build") }</button>
        </details>
    }
}
