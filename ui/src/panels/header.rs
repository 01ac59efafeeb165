//! The top of the page: what this is, what is open, language, theme, help.

use super::wants;
use crate::catalog::Catalog;
use crate::i18n::{I18n, use_i18n};
use crate::intent::Intent;
use crate::store::{Dialog, PhoneTab, SCRATCH, Saved, Theme, Workspace};
use crate::widgets::{Choice, Icon, IconName, Segmented};
use mcore::base::Lang;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Properties of [`Header`].
#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// Theme.
    pub theme: Theme,
    /// What is open.
    pub work: Option<Workspace>,
    /// What can be opened.
    pub catalog: Option<Rc<Catalog>>,
    /// Whether the work is stored.
    pub saved: Saved,
}

/// The header.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let theme = match props.theme {
        Theme::Auto => (IconName::Auto, "theme-auto"),
        Theme::Light => (IconName::Sun, "theme-light"),
        Theme::Dark => (IconName::Moon, "theme-dark"),
    };
    let theme_label = i18n.tf("theme-label", &[("theme", &i18n.t(theme.1))]);
    let langs = vec![
        Choice { label: "日本語".into(), lang: Some("ja".into()), testid: "lang-ja".into() },
        Choice { label: "EN".into(), lang: Some("en".into()), testid: "lang-en".into() },
    ];
    let on_lang = {
        let act = act.clone();
        move |index: usize| act.emit(Intent::SetLang(if index == 0 { Lang::Ja } else { Lang::En }))
    };
    let (saved, saved_class) = match props.saved {
        Saved::Yes => ("saved-yes", "saved"),
        Saved::Soon => ("saved-soon", "saved"),
        Saved::Failed => ("saved-failed", "saved saved-failed"),
    };
    html! {
        <header class="top">
            <h1 class="logo">
                <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
                    <g fill="none" stroke="currentColor" stroke-width="1.6">
                        <rect x="2" y="2" width="7" height="7" rx="1.5" />
                        <rect x="13" y="2" width="7" height="7" rx="1.5" />
                        <rect x="2" y="13" width="7" height="7" rx="1.5" />
                        <rect x="13" y="13" width="7" height="7" rx="1.5" fill="currentColor" />
                        <path d="M9 5.5h4M5.5 9v4M16.5 9v4M9 16.5h4" />
                    </g>
                </svg>
                <span>{ i18n.t("app-name") }</span>
            </h1>
            <span class="mode wide">{ i18n.t("mode-chip") }</span>
            <span class="grow"></span>
            <Exercises act={act.clone()} work={props.work.clone()} catalog={props.catalog.clone()} />
            <span class={classes!(saved_class, "wide")} data-testid="saved">{ i18n.t(saved) }</span>
            <Segmented label={i18n.t("language")} choices={langs} chosen={usize::from(i18n.lang == Lang::En)} on_choose={on_lang} />
            <button
                type="button" class="btn icon-btn" onclick={wants(act, Intent::SetTheme(props.theme.next()))}
                aria-label={theme_label.clone()} title={theme_label} data-testid="theme"
            ><Icon name={theme.0} /></button>
            <a
                class="btn icon-btn wide" href={docs(i18n.lang)} target="_blank"
                aria-label={i18n.t("docs-open")} title={i18n.t("docs-open")} data-testid="docs"
            ><Icon name={IconName::Book} /></a>
            <button
                type="button" class="btn icon-btn" onclick={wants(act, Intent::Open(Dialog::Help))}
                aria-label={i18n.t("help-open")} title={i18n.t("help-open")} data-testid="help"
            ><Icon name={IconName::Help} /></button>
        </header>
    }
}

/// The list of documents in a language, relative to the page.
pub(super) fn docs(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "docs/index.html",
        Lang::Ja => "docs/index.ja.html",
    }
}

/// Properties of [`Exercises`].
#[derive(Properties, PartialEq)]
struct ExercisesProps {
    act: Callback<Intent>,
    work: Option<Workspace>,
    catalog: Option<Rc<Catalog>>,
}

/// The choice of what is open.
#[component]
fn Exercises(props: &ExercisesProps) -> Html {
    let i18n = use_i18n();
    let now = props.work.as_ref().map(|w| w.id.clone());
    let onchange = {
        let act = props.act.clone();
        move |event: Event| {
            let Some(select) = event.target().and_then(|t| t.dyn_into::<HtmlSelectElement>().ok()) else { return };
            let id = select.value();
            act.emit(if id == SCRATCH { Intent::OpenScratch } else { Intent::OpenExercise(id) });
        }
    };
    let name = |id: &str| exercise_name(props.work.as_ref(), id, &i18n);
    let packs = props.catalog.iter().flat_map(|c| &c.packs).map(|pack| {
        let options = pack.exercises().map(|e| {
            let id = format!("{}/{e}", pack.id);
            let chosen = now.as_deref() == Some(id.as_str());
            html! { <option key={id.clone()} value={id.clone()} selected={chosen}>{ name(&id) }</option> }
        });
        let title = pack_name(props.work.as_ref(), &pack.id, &i18n);
        html! { <optgroup key={pack.id.clone()} label={title}>{ for options }</optgroup> }
    });
    let scratch = now.as_deref() == Some(SCRATCH);
    // An ELF program stands in the list while it is open.
    let executable = props.work.as_ref().and_then(|w| w.executable.as_ref()).map(|program| {
        let name = i18n.tf("elf-program", &[("name", &program.name)]);
        html! { <option key="elf" value="" selected={true} disabled={true}>{ name }</option> }
    });
    html! {
        <select class="exercise" {onchange} aria-label={i18n.t("exercise-choose")} data-testid="exercise">
            { for executable }
            { for packs }
            <option key={SCRATCH} value={SCRATCH} selected={scratch}>{ i18n.t("scratch") }</option>
        </select>
    }
}

/// The title of the exercise that is open; of others only the folder is known.
fn exercise_name(work: Option<&Workspace>, id: &str, i18n: &I18n) -> String {
    let open = work.filter(|w| w.id == id).and_then(|w| w.exercise.as_ref());
    match open {
        Some(exercise) => i18n.text(&exercise.title).to_owned(),
        None => id.split_once('/').map_or(id, |(_, folder)| folder).to_owned(),
    }
}

fn pack_name(work: Option<&Workspace>, pack: &str, i18n: &I18n) -> String {
    let open = work.filter(|w| w.id.split('/').next() == Some(pack)).and_then(|w| w.exercise.as_ref());
    open.map_or_else(|| pack.to_owned(), |e| i18n.text(&e.pack_title).to_owned())
}

/// Properties of [`PhoneTabs`].
#[derive(Properties, PartialEq)]
pub struct PhoneTabsProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The panel that is shown.
    pub phone: PhoneTab,
}

/// Tabs in place of panels, on narrow screens.
#[component]
pub fn PhoneTabs(props: &PhoneTabsProps) -> Html {
    let i18n = use_i18n();
    let tabs = [
        (PhoneTab::Task, "tab-task", "phone-task"),
        (PhoneTab::Source, "tab-source", "phone-source"),
        (PhoneTab::Chip, "tab-chip", "phone-chip"),
        (PhoneTab::Node, "tab-node", "phone-node"),
        (PhoneTab::Result, "tab-result", "phone-result"),
        (PhoneTab::Analysis, "tab-analysis", "phone-analysis"),
    ];
    let buttons = tabs.into_iter().map(|(tab, label, testid)| {
        let chosen = tab == props.phone;
        html! {
            <button
                key={testid} type="button" class="tab" aria-current={chosen.then_some("true")}
                onclick={wants(&props.act, Intent::ShowPhoneTab(tab))} data-testid={testid}
            >{ i18n.t(label) }</button>
        }
    });
    html! { <nav class="phone-tabs" aria-label={i18n.t("panels")}>{ for buttons }</nav> }
}
