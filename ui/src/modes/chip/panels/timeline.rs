//! Bookmarks, edits of the run, and the memory that going back costs.

use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::travel::{Bookmark, Edited, MAX_NAME};
use crate::modes::chip::store::{Intent, Travel};
use crate::shell::fields::select_of;
use crate::widgets::{Icon, IconName};
use mcore::base::Cycle;
use mcore::modes::chip::view::Frame;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Memory limits to choose from, in MiB.
const CEILINGS: [u32; 6] = [32, 64, 128, 256, 512, 1024];

/// The panel.
#[component]
pub fn TimelinePanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let (act, travel, frame, cycle) = (&props.act, &props.state.travel, &props.frame, props.cycle());
    let bookmarks = travel.notes.bookmarks.iter().map(|b| bookmark(act, b, b.cycle <= frame.end, &i18n));
    let no_bookmarks =
        travel.notes.bookmarks.is_empty().then(|| html! { <p class="quiet">{ i18n.t("bookmarks-none") }</p> });
    let edits = travel.edits.iter().enumerate().map(|(index, e)| edit(act, index, e, &i18n));
    let no_edits = travel.edits.is_empty().then(|| html! { <p class="quiet">{ i18n.t("edits-none") }</p> });
    let marked = travel.notes.bookmarks.iter().any(|b| b.cycle == cycle);
    let set = if marked { "bookmark-remove" } else { "bookmark-set" };
    html! {
        <div class="journey" data-testid="timeline-panel">
            <section class="journey-part">
                <div class="card-head">
                    <h2>{ i18n.t("bookmarks-title") }</h2>
                    <button type="button" class="btn" onclick={wants(act, Intent::Travel(Travel::ToggleBookmark))} data-testid="bookmark-here">
                        { i18n.t(set) }
                    </button>
                </div>
                <ul data-testid="bookmarks">{ for bookmarks }</ul>
                <div>{ for no_bookmarks }</div>
            </section>
            <section class="journey-part">
                <div class="card-head"><h2>{ i18n.t("edits-title") }</h2></div>
                <ul data-testid="edits">{ for edits }</ul>
                <div>{ for no_edits }</div>
            </section>
            <section class="journey-part">
                <div class="card-head"><h2>{ i18n.t("kept-title") }</h2></div>
                { kept(act, travel.memory, frame, &i18n) }
            </section>
        </div>
    }
}

fn jump(act: &Callback<Intent>, cycle: Cycle, known: bool, i18n: &I18n) -> Html {
    let label = i18n.tf("go-to-cycle", &[("n", &grouped(cycle))]);
    html! {
        <button
            type="button" class="link num" disabled={!known} onclick={wants(act, Intent::Seek(cycle))} title={label.clone()}
            aria-label={label} data-testid="to-cycle"
        >{ grouped(cycle) }</button>
    }
}

fn bookmark(act: &Callback<Intent>, bookmark: &Bookmark, known: bool, i18n: &I18n) -> Html {
    let cycle = bookmark.cycle;
    let onchange = {
        let act = act.clone();
        move |event: Event| {
            if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                act.emit(Intent::Travel(Travel::NameBookmark(cycle, input.value())));
            }
        }
    };
    let remove = i18n.tf("bookmark-remove-at", &[("n", &grouped(cycle))]);
    html! {
        <li key={cycle} class="journey-row">
            { jump(act, cycle, known, i18n) }
            <input
                type="text" value={bookmark.name.clone()} {onchange} maxlength={MAX_NAME.to_string()} autocomplete="off"
                placeholder={i18n.t("bookmark-name")} aria-label={i18n.tf("bookmark-name-at", &[("n", &grouped(cycle))])}
                data-testid="bookmark-name"
            />
            <button
                type="button" class="btn icon-btn small-btn" onclick={wants(act, Intent::Travel(Travel::RemoveBookmark(cycle)))}
                aria-label={remove.clone()} title={remove} data-testid="bookmark-gone"
            ><Icon name={IconName::Close} /></button>
        </li>
    }
}

fn edit(act: &Callback<Intent>, index: usize, edit: &Edited, i18n: &I18n) -> Html {
    let target = &edit.target;
    let what = format!("{} {}", target.name, target.node);
    let values = format!("0x{:x} → 0x{:x}", target.value, edit.value);
    let remove = i18n.tf("edit-remove", &[("name", &what)]);
    html! {
        <li key={index} class="journey-row">
            { jump(act, edit.cycle, true, i18n) }
            <span class="num">{ what }</span>
            <span class="num quiet">{ values }</span>
            <span class="grow"></span>
            <button
                type="button" class="btn icon-btn small-btn" onclick={wants(act, Intent::Travel(Travel::DropEdit(index)))}
                aria-label={remove.clone()} title={remove} data-testid="edit-gone"
            ><Icon name={IconName::Close} /></button>
        </li>
    }
}

fn kept(act: &Callback<Intent>, memory: u32, frame: &Frame, i18n: &I18n) -> Html {
    let on_ceiling = {
        let act = act.clone();
        move |event: Event| {
            let chosen = select_of(&event);
            if let Some(mib) = chosen.and_then(|s| s.value().parse().ok()) {
                act.emit(Intent::Travel(Travel::SetMemory(mib)));
            }
        }
    };
    let ceilings = CEILINGS.into_iter().map(|mib| {
        html! { <option key={mib} value={mib.to_string()} selected={mib == memory}>{ format!("{} MiB", grouped(mib.into())) }</option> }
    });
    let used = format!("{:.1}", frame.kept_bytes as f64 / f64::from(1 << 20));
    let states = grouped(u64::from(frame.kept_states));
    html! {
        <div class="form">
            <p>{ i18n.tf("kept-used", &[("mib", &used), ("n", &states)]) }</p>
            <label class="field">
                <span>{ i18n.t("kept-ceiling") }</span>
                <select onchange={on_ceiling} data-testid="memory-ceiling">{ for ceilings }</select>
            </label>
            <p class="quiet small">{ i18n.t("kept-text") }</p>
        </div>
    }
}
