//! The files of the chip, above the output: one of them can be looked at as a picture, as text or as bytes, and compared
//! with another file of the chip or of the user.

mod contents;
mod difference;

use self::contents::{Contents, View};
use self::difference::{Difference, differing};
use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Analyse, Intent, OtherFile, PtrEq, ShownFile};
use crate::shell::fields::select_of;
use crate::shell::files::read_chosen_bytes;
use crate::widgets::{Choice, Icon, IconName, Segmented};
use mcore::base::pictures;
use mcore::modes::chip::view::FileRow;
use std::rc::Rc;
use yew::prelude::*;

/// The files, and the one that is shown. Nothing without files.
pub fn files(props: &Props, i18n: &I18n) -> Html {
    let shown = props.state.analysis.file.as_ref();
    if props.frame.files.is_empty() && shown.is_none() {
        return Html::default();
    }
    let button = |row: &FileRow| {
        let on = shown.is_some_and(|file| file.name == row.name);
        let wanted = (!on).then(|| row.name.clone());
        let bytes = i18n.tf("files-bytes", &[("n", &grouped(row.bytes.into()))]);
        html! {
            <button
                key={row.name.clone()} type="button" class="btn small-btn file-chip" aria-pressed={on.to_string()}
                onclick={wants(&props.act, Intent::Analyse(Analyse::ShowFile(wanted)))} data-testid={format!("file-{}", row.name)}
            >{ pictures(&row.name) }<span class="quiet num">{ bytes }</span></button>
        }
    };
    html! {
        <>
            <div class="files-bar" role="group" aria-label={i18n.t("files-title")} data-testid="files">
                <span class="quiet">{ i18n.t("files-title") }</span>
                { for props.frame.files.iter().map(button) }
            </div>
            { for shown.map(|file| {
                let names: Rc<[String]> = props.frame.files.iter().map(|row| row.name.clone()).collect();
                html! { <Viewer key={file.name.clone()} act={props.act.clone()} file={file.clone()} {names} /> }
            }) }
        </>
    }
}

/// Properties of [`Viewer`].
#[derive(Properties, PartialEq)]
struct ViewerProps {
    act: Callback<Intent>,
    file: ShownFile,
    /// The names of all files of the chip.
    names: Rc<[String]>,
}

/// The file that is shown, or its differences from another one.
#[component]
fn Viewer(props: &ViewerProps) -> Html {
    let i18n = use_i18n();
    let chosen = use_state(|| None::<View>);
    let ShownFile { bytes, other, .. } = &props.file;
    let others = other.as_ref().and_then(|other| other.bytes.clone());
    let found = use_memo((bytes.clone(), others, *chosen), |(bytes, others, chosen)| {
        let mut views = bytes.as_ref().map(|bytes| View::of(bytes)).unwrap_or_default();
        if let Some(others) = others {
            let both = View::to_compare(others);
            views.retain(|view| both.contains(view));
        }
        let view = chosen.filter(|view| views.contains(view)).or_else(|| views.first().copied());
        let difference = match (bytes, others, view) {
            (Some(bytes), Some(others), Some(view)) => Some(Difference::of(bytes, others, view)),
            _ => None,
        };
        (views, view, difference)
    });
    let (views, view, difference) = &*found;
    let body = match (bytes, *view, difference) {
        (Some(bytes), Some(view), None) if other.is_none() => html! { <Contents bytes={bytes.clone()} {view} /> },
        (_, Some(view), Some(difference)) => differing(difference, view, &i18n),
        _ => html! { <p class="empty">{ i18n.t("files-none") }</p> },
    };
    let switch = (views.len() > 1).then(|| {
        let choices = views.iter().map(|view| {
            let (label, testid) = view.words();
            Choice { label: i18n.t(label), lang: None, testid: testid.into() }
        });
        let on_choose = {
            let (chosen, found) = (chosen.clone(), found.clone());
            Callback::from(move |index: usize| chosen.set(found.0.get(index).copied()))
        };
        let now = views.iter().position(|other| Some(*other) == *view).unwrap_or_default();
        html! { <Segmented label={i18n.t("files-view")} choices={choices.collect::<Vec<_>>()} chosen={now} {on_choose} /> }
    });
    let tool = |icon, id: &str, request, testid: &'static str| {
        let label = i18n.t(id);
        html! {
            <button
                type="button" class="btn icon-btn small-btn" onclick={wants(&props.act, Intent::Analyse(request))}
                aria-label={label.clone()} title={label} data-testid={testid}
            ><Icon name={icon} /></button>
        }
    };
    html! {
        <div class="file-view" data-testid="file-view">
            <div class="file-head">
                <b>{ pictures(&props.file.name) }</b>
                { for switch }
                { for bytes.is_some().then(|| compare(props, &i18n)) }
                <span class="grow"></span>
                { tool(IconName::Save, "files-save", Analyse::SaveFile, "file-save") }
                { tool(IconName::Close, "files-close", Analyse::ShowFile(None), "file-close") }
            </div>
            <div class="file-body" tabindex="0">{ body }</div>
        </div>
    }
}

/// The choice of a file to compare with: one of the chip, or one from the user's disk.
fn compare(props: &ViewerProps, i18n: &I18n) -> Html {
    let with = |act: &Callback<Intent>, other| act.emit(Intent::Analyse(Analyse::CompareFile(other)));
    let other = props.file.other.as_ref();
    let onchange = {
        let act = props.act.clone();
        // The name of a file is not empty, so the empty value means no file.
        move |event: Event| {
            let select = select_of(&event);
            let name = select.map(|select| select.value()).filter(|name| !name.is_empty());
            with(&act, name.map(|name| OtherFile { name, bytes: None, own: false }));
        }
    };
    let on_own = {
        let act = props.act.clone();
        move |event: Event| {
            let act = act.clone();
            read_chosen_bytes(&event, move |name, bytes| {
                with(&act, Some(OtherFile { name, bytes: Some(PtrEq::new(bytes)), own: true }));
            });
        }
    };
    let names = props.names.iter().filter(|name| **name != props.file.name);
    let of_chip = names.map(|name| {
        let selected = props.file.other_of_chip().is_some_and(|other| other.name == *name);
        html! { <option key={name.clone()} value={name.clone()} {selected}>{ pictures(name) }</option> }
    });
    // An own file is no choice of the list, so the list shows its name in place of the invitation.
    let own = other.filter(|other| other.own);
    let first = own.map_or_else(|| i18n.t("files-compare"), |own| pictures(&own.name).into());
    html! {
        <>
            <select {onchange} aria-label={i18n.t("files-compare")} data-testid="file-compare">
                <option value="" selected={other.is_none_or(|other| other.own)}>{ first }</option>
                { for of_chip }
            </select>
            <label class="btn outlined lab-file file-own">
                <input type="file" class="unseen" onchange={on_own} data-testid="file-compare-own" />{ i18n.t("files-compare-own") }
            </label>
            { for other.map(|_| {
                let label = i18n.t("files-compare-end");
                html! {
                    <button
                        type="button" class="btn" onclick={wants(&props.act, Intent::Analyse(Analyse::CompareFile(None)))}
                        data-testid="file-compare-end"
                    >{ label }</button>
                }
            }) }
        </>
    }
}
