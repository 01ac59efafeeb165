//! The reference: functions of the library, instructions, directives and registers, with a search.

use crate::i18n::{I18n, use_i18n};
use crate::widgets::rich;
use mcore::base::Lang;
use mcore::modes::chip::session::{HelpKind, HelpRow};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Maximum number of rows shown at a time; a search finds the others.
const MAX_SHOWN: usize = 120;

/// Properties of [`Reference`].
#[derive(Properties, PartialEq)]
pub struct ReferenceProps {
    pub help: Rc<Vec<HelpRow>>,
}

/// The kinds in the order of their groups, with their messages.
const KINDS: [(HelpKind, &str); 6] = [
    (HelpKind::Function, "reference-functions"),
    (HelpKind::Constant, "reference-constants"),
    (HelpKind::Instruction, "reference-instructions"),
    (HelpKind::Pseudo, "reference-pseudo"),
    (HelpKind::Directive, "reference-directives"),
    (HelpKind::Register, "reference-registers"),
];

/// How well a row fits what is searched for; `None`: not at all. Smaller is better.
fn fit(row: &HelpRow, search: &str, lang: Lang) -> Option<usize> {
    if search.is_empty() {
        return Some(0);
    }
    let word = row.word.to_lowercase();
    let in_words = || {
        search.split_whitespace().all(|part| {
            let has = |text: &str| text.to_lowercase().contains(part);
            has(&row.word) || has(row.meaning.get(lang)) || has(&row.operands) || has(&row.note)
        })
    };
    match () {
        () if word == search => Some(0),
        () if word.starts_with(search) => Some(1),
        () if word.contains(search) => Some(2),
        () if in_words() => Some(3),
        () => None,
    }
}

/// The rows that fit, best first; of equal ones those of the library first.
fn found<'a>(help: &'a [HelpRow], search: &str, kind: Option<HelpKind>, lang: Lang) -> Vec<&'a HelpRow> {
    let search = search.trim().to_lowercase();
    let order = |kind: HelpKind| KINDS.iter().position(|(known, _)| *known == kind).unwrap_or(KINDS.len());
    let rows = help.iter().filter(|row| kind.is_none_or(|kind| row.kind == kind));
    let mut rows: Vec<_> = rows.filter_map(|row| Some((fit(row, &search, lang)?, order(row.kind), row))).collect();
    rows.sort_by_key(|(fit, order, _)| (*fit, *order));
    rows.into_iter().map(|(.., row)| row).collect()
}

/// The panel.
#[component]
pub fn Reference(props: &ReferenceProps) -> Html {
    let i18n = use_i18n();
    let search = use_state(String::new);
    let kind = use_state(|| None::<HelpKind>);
    let rows = found(&props.help, &search, *kind, i18n.lang);
    let (count, more) = (rows.len(), rows.len().saturating_sub(MAX_SHOWN));
    let oninput = {
        let search = search.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                search.set(input.value());
            }
        })
    };
    let button = |value: Option<HelpKind>, label: &'static str| {
        let (kind, chosen) = (kind.clone(), *kind == value);
        html! {
            <button
                key={label} type="button" class="btn tiny" aria-pressed={chosen.to_string()}
                onclick={Callback::from(move |_| kind.set(value))} data-testid={label}
            >{ i18n.t(label) }</button>
        }
    };
    let kinds =
        std::iter::once(button(None, "reference-all")).chain(KINDS.map(|(kind, label)| button(Some(kind), label)));
    let list = rows
        .into_iter()
        .take(MAX_SHOWN)
        .map(|row| html! { <li key={row.word.clone()} data-testid="reference-row">{ entry(row, &i18n) }</li> });
    let more = (more > 0).then(|| i18n.tf("reference-more", &[("n", &more.to_string())]));
    html! {
        <div class="help-reference" data-testid="help-reference" data-found={count.to_string()}>
            <div class="reference-top">
            <input
                type="search" class="reference-search" value={(*search).clone()} {oninput} placeholder={i18n.t("reference-search")}
                aria-label={i18n.t("reference-search")} spellcheck="false" autocomplete="off" data-testid="reference-search"
            />
            <div class="reference-kinds" role="group" aria-label={i18n.t("reference-kinds")}>{ for kinds }</div>
            </div>
            <div class="reference-body-scroll" tabindex="0" role="region" aria-label={i18n.t("analysis-reference")}>
                <p class="quiet small">{ rich(&i18n.t("reference-slots")) }</p>
                <ul class="reference-list">{ for list }</ul>
                <p class="quiet small">{ more.unwrap_or_default() }</p>
            </div>
        </div>
    }
}

fn entry(row: &HelpRow, i18n: &I18n) -> Html {
    let label = KINDS.iter().find(|(kind, _)| *kind == row.kind).map_or("", |(_, label)| label);
    // A prototype already contains the function's name.
    let head = match (row.kind, row.operands.is_empty()) {
        (HelpKind::Function, false) => html! { <code>{ row.operands.clone() }</code> },
        (_, true) => html! { <code>{ row.word.clone() }</code> },
        (_, false) => {
            html! { <><code>{ row.word.clone() }</code>{ " " }<code class="quiet">{ row.operands.clone() }</code></> }
        }
    };
    let arrow = if row.kind == HelpKind::Pseudo { "→ " } else { "" };
    let codes = row
        .encoding
        .lines()
        .enumerate()
        .map(|(at, line)| html! { <code key={at} class="reference-code">{ arrow }{ line.to_owned() }</code> });
    let note = (!row.note.is_empty()).then(|| html! { <pre class="reference-note">{ row.note.clone() }</pre> });
    html! {
        <>
            <p class="reference-head">{ head }<span class="quiet small">{ i18n.t(label) }</span></p>
            <p>{ rich(i18n.text(&row.meaning)) }</p>
            { for codes }
            { for note }
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::base::Text;

    fn row(word: &str, kind: HelpKind, meaning: &str) -> HelpRow {
        HelpRow {
            word: word.into(),
            kind,
            operands: String::new(),
            meaning: Text::new(meaning, "説明"),
            encoding: String::new(),
            note: String::new(),
        }
    }

    #[test]
    fn the_search_finds_words_first_and_then_meanings() {
        let help = [
            row("add", HelpKind::Instruction, "Adds with a trap."),
            row("addu", HelpKind::Instruction, "Adds."),
            row("mc_put", HelpKind::Function, "Copies words to another node."),
            row(".word", HelpKind::Directive, "Emits words."),
        ];
        let words =
            |search: &str| found(&help, search, None, Lang::En).iter().map(|r| r.word.clone()).collect::<Vec<_>>();
        assert_eq!(words("add"), ["add", "addu"]);
        assert_eq!(words("WORD"), [".word", "mc_put"]);
        assert_eq!(words("copies node"), ["mc_put"]);
        assert_eq!(words("nothing"), [""; 0]);
        assert_eq!(words("").first().map(String::as_str), Some("mc_put"), "the library comes first");
        assert_eq!(found(&help, "", Some(HelpKind::Directive), Lang::En).len(), 1);
        assert_eq!(found(&help, "説明", None, Lang::Ja).len(), 4);
    }
}
