//! The machine for work without an exercise.

use crate::i18n::use_i18n;
use crate::modes::chip::store::Intent;
use crate::shell::fields::select_of;
use mcore::modes::chip::session::{Level, MachineOptions};
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// Sizes of node memory in KiB.
const MEMORIES: [u32; 13] = [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131_072, 262_144];
/// Levels of optimisation of C, with the name of each.
const LEVELS: [(Level, &str); 3] =
    [(Level::O0, "machine-level-0"), (Level::O1, "machine-level-1"), (Level::O2, "machine-level-2")];
/// Minimum and maximum cycle limit of a run.
const LIMITS: (u64, u64) = (1, 1_000_000_000_000);

/// The values of the form.
#[derive(Clone, PartialEq)]
struct Draft {
    width: String,
    height: String,
    memory: u32,
    mirrored: bool,
    limit: String,
    level: Level,
    arguments: String,
    input: String,
    for_all: bool,
}

/// The field with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Width,
    Height,
    Limit,
}

impl Draft {
    fn of(machine: &MachineOptions) -> Self {
        Self {
            width: machine.width.to_string(),
            height: machine.height.to_string(),
            memory: machine.node_memory_kib,
            mirrored: machine.mirrored,
            limit: machine.cycle_limit.to_string(),
            level: machine.level,
            arguments: machine.arguments.clone(),
            input: machine.input.clone().unwrap_or_default(),
            for_all: machine.input_for_all,
        }
    }

    fn read(&self) -> Result<MachineOptions, Wrong> {
        let size = |text: &str, wrong| text.trim().parse().ok().filter(|n: &u8| *n > 0).ok_or(wrong);
        let digits: String = self.limit.chars().filter(|c| !matches!(c, ',' | ' ' | '_')).collect();
        let limit = digits.parse().ok().filter(|n| (LIMITS.0..=LIMITS.1).contains(n)).ok_or(Wrong::Limit);
        Ok(MachineOptions {
            width: size(&self.width, Wrong::Width)?,
            height: size(&self.height, Wrong::Height)?,
            node_memory_kib: self.memory,
            mirrored: self.mirrored,
            cycle_limit: limit?,
            level: self.level,
            arguments: self.arguments.trim().to_owned(),
            input: (!self.input.is_empty()).then(|| self.input.clone()),
            input_for_all: self.for_all && !self.input.is_empty(),
        })
    }
}

/// Properties of [`MachineForm`].
#[derive(Properties, PartialEq)]
pub struct MachineFormProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The present machine.
    pub machine: MachineOptions,
}

/// The form.
#[component]
pub fn MachineForm(props: &MachineFormProps) -> Html {
    let i18n = use_i18n();
    let draft = use_state(|| Draft::of(&props.machine));
    let result = draft.read();
    let text = |value: &str, label: &str, testid: &'static str, wrong: Wrong, set: fn(&mut Draft, String)| {
        let bad = result == Err(wrong);
        let oninput = {
            let draft = draft.clone();
            move |event: InputEvent| {
                if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                    let mut next = (*draft).clone();
                    set(&mut next, input.value());
                    draft.set(next);
                }
            }
        };
        html! {
            <label class="field">
                <span>{ i18n.t(label) }</span>
                <input
                    type="text" inputmode="numeric" value={value.to_owned()} {oninput} autocomplete="off"
                    aria-invalid={bad.to_string()} data-testid={testid}
                />
            </label>
        }
    };
    let on_memory = {
        let draft = draft.clone();
        move |event: Event| {
            let chosen = select_of(&event);
            if let Some(memory) = chosen.and_then(|s| s.value().parse().ok()) {
                draft.set(Draft { memory, ..(*draft).clone() });
            }
        }
    };
    let on_level = {
        let draft = draft.clone();
        move |event: Event| {
            let chosen = select_of(&event);
            let index = chosen.and_then(|s| s.value().parse().ok());
            if let Some((level, _)) = index.and_then(|index: usize| LEVELS.get(index)) {
                draft.set(Draft { level: *level, ..(*draft).clone() });
            }
        }
    };
    let levels = LEVELS.iter().enumerate().map(|(index, (level, name))| {
        html! { <option key={index} value={index.to_string()} selected={*level == draft.level}>{ i18n.t(name) }</option> }
    });
    let on_arguments = {
        let draft = draft.clone();
        move |event: InputEvent| {
            if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                draft.set(Draft { arguments: input.value(), ..(*draft).clone() });
            }
        }
    };
    let on_input = {
        let draft = draft.clone();
        move |event: InputEvent| {
            if let Some(area) = event.target().and_then(|t| t.dyn_into::<HtmlTextAreaElement>().ok()) {
                draft.set(Draft { input: area.value(), ..(*draft).clone() });
            }
        }
    };
    let on_for_all = {
        let draft = draft.clone();
        move |event: Event| {
            if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                draft.set(Draft { for_all: input.checked(), ..(*draft).clone() });
            }
        }
    };
    let on_mirrored = {
        let draft = draft.clone();
        move |event: Event| {
            if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                draft.set(Draft { mirrored: input.checked(), ..(*draft).clone() });
            }
        }
    };
    let onsubmit = {
        let (act, result) = (props.act.clone(), result.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            if let Ok(machine) = &result {
                act.emit(Intent::SetMachine(machine.clone()));
            }
        }
    };
    let memories = MEMORIES.into_iter().map(|kib| {
        let label = if kib < 1024 { format!("{kib} KiB") } else { format!("{} MiB", kib / 1024) };
        html! { <option key={kib} value={kib.to_string()} selected={kib == draft.memory}>{ label }</option> }
    });
    let problem = result.as_ref().err().map(|wrong| {
        i18n.t(match wrong {
            Wrong::Width | Wrong::Height => "machine-bad-size",
            Wrong::Limit => "machine-bad-limit",
        })
    });
    html! {
        <form class="form" {onsubmit}>
            <div class="field-row">
                { text(&draft.width, "machine-width", "machine-width", Wrong::Width, |d, v| d.width = v) }
                { text(&draft.height, "machine-height", "machine-height", Wrong::Height, |d, v| d.height = v) }
            </div>
            <label class="field">
                <span>{ i18n.t("machine-memory") }</span>
                <select onchange={on_memory} data-testid="machine-memory">{ for memories }</select>
            </label>
            { text(&draft.limit, "machine-limit", "machine-limit", Wrong::Limit, |d, v| d.limit = v) }
            <label class="field">
                <span>{ i18n.t("machine-level") }</span>
                <select onchange={on_level} data-testid="machine-level">{ for levels }</select>
            </label>
            <label class="field">
                <span>{ i18n.t("machine-arguments") }</span>
                <input
                    type="text" value={draft.arguments.clone()} oninput={on_arguments} spellcheck="false" autocomplete="off"
                    data-testid="machine-arguments"
                />
                <small>{ i18n.t("machine-arguments-text") }</small>
            </label>
            <label class="field">
                <span>{ i18n.t("machine-input") }</span>
                <textarea
                    rows="3" value={draft.input.clone()} oninput={on_input} spellcheck="false" autocomplete="off"
                    data-testid="machine-input"
                />
                <small>{ i18n.t("machine-input-text") }</small>
            </label>
            <label class="check-field">
                <input type="checkbox" checked={draft.for_all} onchange={on_for_all} data-testid="machine-input-all" />
                <span>{ i18n.t("machine-input-all") }</span>
            </label>
            <label class="check-field">
                <input type="checkbox" checked={draft.mirrored} onchange={on_mirrored} data-testid="machine-mirrored" />
                <span>{ i18n.t("machine-mirrored") }<small>{ i18n.t("machine-mirrored-text") }</small></span>
            </label>
            <p class="problem" role="alert">{ problem.unwrap_or_default() }</p>
            <div class="form-actions">
                <button type="submit" class="btn primary" disabled={result.is_err()} data-testid="machine-apply">
                    { i18n.t("machine-apply") }
                </button>
            </div>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_or_names_its_fault() {
        let draft = Draft::of(&MachineOptions::default());
        assert_eq!(draft.read(), Ok(MachineOptions::default()));
        let wrong = |change: fn(&mut Draft)| {
            let mut d = draft.clone();
            change(&mut d);
            d.read().expect_err("it is wrong")
        };
        assert_eq!(wrong(|d| d.width = "0".into()), Wrong::Width);
        assert_eq!(wrong(|d| d.height = "256".into()), Wrong::Height);
        assert_eq!(wrong(|d| d.limit = "many".into()), Wrong::Limit);
        let given = Draft { input: "1 2\n".into(), for_all: true, ..draft.clone() };
        let machine = given.read().expect("it is right");
        assert_eq!((machine.input.as_deref(), machine.input_for_all), (Some("1 2\n"), true));
        let with = Draft { arguments: " -n 5 ".into(), ..draft.clone() };
        assert_eq!(with.read().expect("it is right").arguments, "-n 5");
        assert_eq!(Draft { input: String::new(), ..given }.read(), Ok(MachineOptions::default()));
        let grouped = Draft { limit: "2,000,000".into(), ..draft };
        assert_eq!(grouped.read().expect("commas are fine").cycle_limit, 2_000_000);
    }
}
