//! The frame that all modes share around their own panels: language, theme and title of the document, the header, rows
//! of tabs.

use crate::i18n::{Choices, I18n, tag, use_i18n};
use crate::shell::document::{Theme, set_root, use_dark};
use crate::shell::modes::{Mode, Modes};
use crate::shell::persist;
use crate::widgets::{Choice, Icon, IconName, Segmented, rich};
use mcore::base::Lang;
use std::ops::Range;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// The appearance of a mode, and the callbacks that change it.
#[derive(Clone, PartialEq)]
pub struct Looks {
    /// Dark theme.
    pub dark: bool,
    theme: Theme,
    /// The language that was chosen last, if its messages could not be fetched.
    missing: Option<Lang>,
    on_lang: Callback<Lang>,
    on_theme: Callback<Theme>,
    on_close: Callback<()>,
}

/// Language and theme of a mode that shares no other state with the page; both are kept for all modes.
#[hook]
pub fn use_looks(mode: Mode) -> (I18n, Looks) {
    let lang = use_state(persist::load_lang);
    let theme = use_state(persist::load_theme);
    let dark = use_dark(*theme);
    let i18n = use_memo(*lang, |lang| I18n::new(*lang));
    use_effect_with(i18n.clone(), move |i18n| {
        set_root("lang", i18n.tag());
        gloo_utils::document().set_title(&format!("{} · {}", i18n.t(mode.label()), i18n.t("app-name")));
    });
    let missing = use_state(|| None);
    let choices = use_memo((), |()| Choices::default());
    let on_lang = {
        let (lang, missing) = (lang.setter(), missing.setter());
        use_callback((), move |new: Lang, ()| {
            let (lang, missing, choices) = (lang.clone(), missing.clone(), choices.clone());
            spawn_local(async move {
                let Some(is_here) = choices.arrived(new).await else { return };
                if is_here {
                    persist::save_lang(new);
                    lang.set(new);
                }
                missing.set((!is_here).then_some(new));
            });
        })
    };
    let on_close = {
        let missing = missing.setter();
        use_callback((), move |(), ()| missing.set(None))
    };
    let on_theme = {
        let theme = theme.setter();
        use_callback((), move |new: Theme, ()| {
            persist::save_theme(new);
            theme.set(new);
        })
    };
    ((*i18n).clone(), Looks { dark, theme: *theme, missing: *missing, on_lang, on_theme, on_close })
}

/// Properties of [`Header`].
#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    pub now: Mode,
    /// Its appearance.
    pub looks: Looks,
    /// The document of the mode: its file name without language and extension.
    pub docs: &'static str,
    /// Opens the list of keys, and makes a link.
    pub on_guide: (Callback<()>, Callback<()>),
}

/// The header of a mode other than the chip.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let i18n = use_i18n();
    let Looks { theme, on_lang, on_theme, .. } = &props.looks;
    let button = |name: &str, testid: &'static str, icon: IconName, on_press: &Callback<()>| {
        let label = i18n.t(name);
        html! {
            <button
                type="button" class="btn icon-btn" onclick={on_press.reform(|_: MouseEvent| ())} aria-label={label.clone()} title={label}
                data-testid={testid}
            ><Icon name={icon} /></button>
        }
    };
    let (help, share) = &props.on_guide;
    html! {
        <header class="top">
            <Modes now={props.now} />
            <span class="grow"></span>
            { button("share-open", "share", IconName::Share, share) }
            { language_choice(&i18n, on_lang.clone()) }
            { theme_button(&i18n, *theme, on_theme.clone()) }
            { docs_link(props.docs, "wide", &i18n) }
            { button("help-open", "help", IconName::Help, help) }
        </header>
    }
}

/// The notice that the chosen language could not be fetched, for the strip below the header.
pub fn missing_language(looks: &Looks, i18n: &I18n) -> Option<Html> {
    let text = i18n.tf("fetch-failed", &[("message", tag(looks.missing?))]);
    let onclick = looks.on_close.reform(|_: MouseEvent| ());
    Some(html! {
        <div class="lab-news small" role="alert" data-testid="lang-missing">
            <span>{ text }</span>
            <button type="button" class="btn tiny" {onclick}>{ i18n.t("close") }</button>
        </div>
    })
}

#[wasm_bindgen]
extern "C" {
    /// Address of the documents, relative to the page.
    #[wasm_bindgen(thread_local_v2, js_namespace = mcoreBoot, js_name = docs)]
    static DOCS: String;
}

/// The address of a document, by its file name without language and extension.
pub fn docs(name: &str, lang: Lang) -> String {
    let end = if lang == Lang::Ja { ".ja.html" } else { ".html" };
    DOCS.with(|folder| [folder, name, end].concat())
}

/// A text with code in backquotes, in which each document that it names, `docs/c.md`, is a link to it.
pub fn with_documents(text: &str, i18n: &I18n) -> Html {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((name, range)) = document_in(rest) {
        let (before, after) = (&rest[..range.start], &rest[range.end..]);
        let href = docs(name, i18n.lang);
        out.push(rich(before));
        out.push(html! { <a {href} target="_blank" rel="noopener">{ rest[range].trim_matches('`').to_owned() }</a> });
        rest = after;
    }
    out.push(rich(rest));
    out.into_iter().collect()
}

/// The first document that a text names: its file name without language and extension, and the place of its path with the backquotes
/// around it.
fn document_in(text: &str) -> Option<(&str, Range<usize>)> {
    let start = text.find("docs/")?;
    let name_from = start + "docs/".len();
    let name_to = name_from + text[name_from..].find(".")?;
    let name = text.get(name_from..name_to).filter(|name| name.bytes().all(|byte| byte.is_ascii_lowercase()))?;
    let path_to = name_to + text[name_to..].find("md")? + "md".len();
    let is_path = matches!(&text[name_to..path_to], ".md" | ".ja.md");
    let quoted = text[..start].ends_with('`') && text[path_to..].starts_with('`');
    let range = if quoted { start - 1..path_to + 1 } else { start..path_to };
    is_path.then_some((name, range))
}

/// The link to a document, for a header; `class` is added to the class of a button.
pub fn docs_link(name: &str, class: &'static str, i18n: &I18n) -> Html {
    html! {
        <a
            class={classes!("btn", "icon-btn", class)} href={docs(name, i18n.lang)} target="_blank"
            aria-label={i18n.t("docs-open")} title={i18n.t("docs-open")} data-testid="docs"
        ><Icon name={IconName::Book} /></a>
    }
}

/// The choice of a language.
pub fn language_choice(i18n: &I18n, on_lang: Callback<Lang>) -> Html {
    let langs = vec![
        Choice { label: "日本語".into(), lang: Some("ja".into()), testid: "lang-ja".into() },
        Choice { label: "EN".into(), lang: Some("en".into()), testid: "lang-en".into() },
    ];
    let on_choose = move |index: usize| on_lang.emit(if index == 0 { Lang::Ja } else { Lang::En });
    let chosen = usize::from(i18n.lang == Lang::En);
    html! { <Segmented label={i18n.t("language")} choices={langs} {chosen} {on_choose} /> }
}

/// The button that goes to the next theme.
pub fn theme_button(i18n: &I18n, theme: Theme, on_theme: Callback<Theme>) -> Html {
    let (icon, name) = match theme {
        Theme::Auto => (IconName::Auto, "theme-auto"),
        Theme::Light => (IconName::Sun, "theme-light"),
        Theme::Dark => (IconName::Moon, "theme-dark"),
    };
    let label = i18n.tf("theme-label", &[("theme", &i18n.t(name))]);
    let onclick = move |_: MouseEvent| on_theme.emit(theme.next());
    html! {
        <button
            type="button" class="btn icon-btn" {onclick} aria-label={label.clone()} title={label} data-testid="theme"
        ><Icon name={icon} /></button>
    }
}

/// A button for each of `tabs`; tests find them by the same messages.
pub fn tabs<T: Copy + PartialEq + 'static>(
    i18n: &I18n,
    tabs: &[(T, &'static str)],
    now: T,
    on_choose: &Callback<T>,
) -> Html {
    tabs.iter()
        .map(|(tab, label)| {
            let (tab, on_choose) = (*tab, on_choose.clone());
            html! {
                <button
                    key={*label} type="button" class="tab" aria-current={(tab == now).then_some("true")}
                    onclick={move |_: MouseEvent| on_choose.emit(tab)} data-testid={*label}
                >{ i18n.t(label) }</button>
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_found_in_a_text() {
        let found = |text: &'static str| document_in(text).map(|(name, range)| (name, &text[range]));
        assert_eq!(found("`docs/c.md` lists the functions"), Some(("c", "`docs/c.md`")));
        assert_eq!(found("一覧は docs/assembler.ja.md にあります"), Some(("assembler", "docs/assembler.ja.md")));
        for text in ["no document", "docs/", "docs/c", "docs/../x.md", "docs/c.txt md", "docs/c.html"] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
