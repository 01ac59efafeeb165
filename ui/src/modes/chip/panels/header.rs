//! The top of the page: name, open work, language, theme, help.

use super::{Props, wants};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::catalog::Catalog;
use crate::modes::chip::store::project::Projects;
use crate::modes::chip::store::{Dialog, Intent, Keep, Look, PhoneTab, SCRATCH, Saved, Workspace};
use crate::shell::fields::select_of;
use crate::shell::frame::{docs_link, language_choice, theme_button};
use crate::shell::modes::{Mode, Modes};
use crate::widgets::{Icon, IconName};
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The header.
#[component]
pub fn Header(props: &Props) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let on_lang = act.reform(Intent::SetLang);
    let on_theme = act.reform(Intent::SetTheme);
    let (saved, saved_class) = match props.state.saved {
        _ if props.state.opening.is_some() => ("loading", "saved"),
        Saved::Yes => ("saved-yes", "saved"),
        Saved::Soon => ("saved-soon", "saved"),
        Saved::Failed => ("saved-failed", "saved saved-failed"),
    };
    html! {
        <header class="top">
            <Modes now={Mode::CHIP} />
            <span class="grow"></span>
            <Exercises
                act={act.clone()} work={props.state.work.clone()} opening={props.state.opening.clone()} catalog={props.state.catalog.clone()} projects={props.state.stored_work.projects.clone()}
            />
            <button
                type="button" class={classes!(saved_class, "wide")} title={i18n.t("history-open")}
                onclick={wants(act, Intent::Keep(Keep::ShowHistory))} data-testid="saved"
            >{ i18n.t(saved) }</button>
            <span class="grow"></span>
            { button(act, Intent::Open(Dialog::Projects), IconName::Stack, &i18n.t("projects-open"), "projects", false) }
            { button(act, Intent::Keep(Keep::ShowGallery), IconName::Gallery, &i18n.t("gallery-open"), "gallery", true) }
            { button(act, Intent::Keep(Keep::Share), IconName::Share, &i18n.t("share-open"), "share", true) }
            { language_choice(&i18n, on_lang) }
            <button
                type="button" class="btn icon-btn wide" onclick={wants(act, Intent::Look(Look::ToggleLarge))}
                aria-pressed={props.state.looks.large.to_string()} aria-label={i18n.t("present")} title={i18n.t("present-hint")}
                data-testid="present"
            ><Icon name={IconName::Present} /></button>
            { theme_button(&i18n, props.state.theme, on_theme) }
            { docs_link("index", "wide", &i18n) }
            <button
                type="button" class="btn icon-btn" onclick={wants(act, Intent::Open(Dialog::Help))}
                aria-label={i18n.t("help-open")} title={i18n.t("help-open")} data-testid="help"
            ><Icon name={IconName::Help} /></button>
        </header>
    }
}

/// A button with an icon. `wide`: only where there is room, because the list of projects has the same entry.
fn button(
    act: &Callback<Intent>,
    intent: Intent,
    icon: IconName,
    label: &str,
    testid: &'static str,
    wide: bool,
) -> Html {
    html! {
        <button
            type="button" class={classes!("btn", "icon-btn", wide.then_some("wide"))} onclick={wants(act, intent)}
            aria-label={label.to_owned()} title={label.to_owned()} data-testid={testid}
        ><Icon name={icon} /></button>
    }
}

/// Properties of [`Exercises`].
#[derive(Properties, PartialEq)]
struct ExercisesProps {
    act: Callback<Intent>,
    work: Option<Workspace>,
    opening: Option<Rc<str>>,
    catalog: Option<Rc<Catalog>>,
    projects: Rc<Projects>,
}

/// The choice of the open work.
#[component]
fn Exercises(props: &ExercisesProps) -> Html {
    let i18n = use_i18n();
    // The choice shows the work that is being opened; if it cannot be opened, the open one again.
    let now = props.opening.as_deref().map(str::to_owned).or_else(|| props.work.as_ref().map(|w| w.id.clone()));
    let choice = use_node_ref();
    {
        // Once a user has chosen, the browser no longer follows the attributes of the options.
        let choice = choice.clone();
        let is_elf = props.opening.is_none() && props.work.as_ref().is_some_and(|work| work.executable.is_some());
        let now = if is_elf { Some(String::new()) } else { now.clone() };
        use_effect_with((now, props.catalog.clone(), props.projects.clone()), move |(now, ..)| {
            if let (Some(choice), Some(now)) = (choice.cast::<HtmlSelectElement>(), now) {
                choice.set_value(now);
            }
        });
    }
    let onchange = {
        let (act, catalog) = (props.act.clone(), props.catalog.clone());
        move |event: Event| {
            let Some(select) = select_of(&event) else { return };
            let id = select.value();
            let exercise = catalog.as_ref().is_some_and(|c| c.find(&id).is_some());
            act.emit(match id.as_str() {
                SCRATCH => Intent::OpenScratch,
                _ if exercise => Intent::OpenExercise(id),
                _ => Intent::Keep(Keep::OpenProject(id)),
            });
        }
    };
    let name = |id: &str| exercise_name(props.work.as_ref(), id, &i18n);
    let packs = props.catalog.iter().flat_map(|c| &c.packs).map(|pack| {
        let options = pack.exercises().map(|e| {
            let id = format!("{}/{e}", pack.id);
            let chosen = now.as_deref() == Some(id.as_str());
            let name = pack.title_of(e).map_or_else(|| name(&id), |title| i18n.text(title).to_owned());
            let in_c = props.catalog.as_ref().and_then(|catalog| catalog.twin(&id)).is_some_and(|(_, is_c)| is_c);
            let name = if in_c { i18n.tf("exercise-also-c", &[("name", &name)]).to_string() } else { name };
            html! { <option key={id.clone()} value={id.clone()} selected={chosen}>{ name }</option> }
        });
        let title = pack.title.as_ref().map(|title| i18n.text(title).to_owned());
        let title = title.unwrap_or_else(|| pack_name(props.work.as_ref(), &pack.id, &i18n));
        html! { <optgroup key={pack.id.clone()} label={title}>{ for options }</optgroup> }
    });
    let scratch = now.as_deref() == Some(SCRATCH);
    // An ELF program is in the list while it is open.
    let executable = props.work.as_ref().and_then(|w| w.executable.as_ref()).map(|program| {
        let name = i18n.tf("elf-program", &[("name", &program.name)]);
        html! { <option key="elf" value="" selected={true} disabled={true}>{ name }</option> }
    });
    let mut own: Vec<_> =
        props.projects.values().filter(|p| p.is_own() && p.deleted.is_none() && p.id != SCRATCH).collect();
    own.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.id.cmp(&b.id)));
    let mut own: Vec<_> = own.into_iter().map(|p| (p.id.clone(), p.name.clone())).collect();
    // An example without edits is in the list while it is open.
    if let Some(work) =
        props.work.as_ref().filter(|w| w.exercise.is_none() && w.executable.is_none() && w.id != SCRATCH)
        && !own.iter().any(|(id, _)| *id == work.id)
    {
        own.push((work.id.clone(), work.name.clone()));
    }
    let projects = (!own.is_empty()).then(|| {
        let options = own.into_iter().map(|(id, name)| {
            let chosen = now.as_ref() == Some(&id);
            html! { <option key={id.clone()} value={id} selected={chosen}>{ name }</option> }
        });
        html! { <optgroup label={i18n.t("projects-title")}>{ for options }</optgroup> }
    });
    html! {
        <select class="exercise" ref={choice} {onchange} aria-label={i18n.t("exercise-choose")} data-testid="exercise">
            { for executable }
            { for packs }
            { for projects }
            <option key={SCRATCH} value={SCRATCH} selected={scratch}>{ i18n.t("scratch") }</option>
        </select>
    }
}

/// The title of the open exercise; of others only the folder is known.
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
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The shown panel.
    pub phone: PhoneTab,
}

/// Tabs instead of panels, on narrow screens.
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
