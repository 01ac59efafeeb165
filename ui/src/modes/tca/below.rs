//! The panel below the stage: rings, descriptors and queues of both nodes at the shown time, what happens in words, and the bytes of
//! the selected packet.

use super::Props;
use super::picture;
use super::stage::USUAL;
use super::state::{Act, State};
use crate::fmt::plain;
use crate::i18n::{I18n, use_i18n};
use crate::paint::palette::Palette;
use crate::shell::saved::Saved;
use crate::shell::stage::use_size;
use crate::widgets::{Cell, Column, DataTable, Picture, Row};
use mcore::modes::tca::{TCA_HEADER_FIELDS, TcaRing, TcaSet, TcaSlot};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::prelude::*;

/// Sentences on what happens that are shown.
const SENTENCES: usize = 5;

/// The panel.
#[component]
pub fn Below(props: &Props) -> Html {
    let i18n = use_i18n();
    let state = &props.state;
    html! {
        <section class="panel lab-below tca-below" aria-label={i18n.t("tca-below")}>
            <div class="tca-columns" tabindex="0" role="group" aria-label={i18n.t("tca-below")}>
                <Memory ..props.clone() />
                <div class="tca-now-panel">
                    <b class="small">{ i18n.t("tca-now") }</b>
                    <div data-testid="tca-now">{ sentences(state, &i18n) }</div>
                    { packet(state, &i18n) }
                </div>
            </div>
        </section>
    }
}

/// Everything that happens at the shown time.
fn sentences(state: &State, i18n: &I18n) -> Html {
    let Some(moment) = &state.moment else { return html! { <p class="quiet small">{ i18n.t("tca-no-run") }</p> } };
    if moment.sentences.is_empty() {
        return html! { <p class="small">{ i18n.t(if moment.ended { "tca-ended" } else { "tca-nothing" }) }</p> };
    }
    let all = moment.sentences.iter().take(SENTENCES).enumerate();
    let all = all.map(|(at, sentence)| html! { <p key={at} class="small">{ plain(i18n.text(&sentence.text)) }</p> });
    let more = moment.sentences.len().saturating_sub(SENTENCES);
    let more = (more > 0)
        .then(|| html! { <p class="small quiet">{ i18n.tf("tca-more-happens", &[("n", &more.to_string())]) }</p> });
    html! { <>{ for all }{ more.unwrap_or_default() }</> }
}

/// The selected slot, if it is still in use.
fn selected(state: &State) -> Option<(&TcaRing, &TcaSlot)> {
    let (from, to, high, psn) = state.slot?;
    let set = if high { TcaSet::High } else { TcaSet::Low };
    let rings = &state.moment.as_ref()?.rings;
    let ring = rings.iter().find(|ring| (ring.from, ring.to, ring.set) == (from, to, set))?;
    Some((ring, ring.used.iter().find(|slot| slot.psn == psn)?))
}

/// The slot whose bytes are shown: the selected one, else the newest one with bytes.
fn shown(state: &State) -> Option<(&TcaRing, &TcaSlot)> {
    selected(state).or_else(|| {
        let rings = state.moment.as_ref()?.rings.iter();
        rings.flat_map(|ring| ring.used.iter().map(move |slot| (ring, slot))).rfind(|(_, slot)| !slot.bytes.is_empty())
    })
}

/// The bytes of a packet: its header field by field, and its first data bytes.
fn packet(state: &State, i18n: &I18n) -> Html {
    let Some((ring, slot)) = shown(state) else {
        return html! { <p class="small quiet">{ i18n.t("tca-no-packet") }</p> };
    };
    let values = [ring.from.to_string(), ring.to.to_string(), (slot.psn + 1).to_string(), slot.slot.to_string()];
    let title =
        i18n.tf("tca-packet", &[("from", &values[0]), ("to", &values[1]), ("psn", &values[2]), ("slot", &values[3])]);
    let bytes = |from: usize, count: usize| {
        let part = slot.bytes.get(from..(from + count).min(slot.bytes.len())).unwrap_or_default();
        part.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
    };
    if slot.bytes.is_empty() {
        return html! { <><b class="small">{ title }</b><p class="small quiet">{ i18n.t("tca-packet-gone") }</p></> };
    }
    let fields = TCA_HEADER_FIELDS.iter().map(|(name, from, count)| {
        html! { <tr key={*name}><th scope="row">{ *name }</th><td><code>{ bytes(*from, *count) }</code></td></tr> }
    });
    let header = TCA_HEADER_FIELDS.iter().map(|(_, from, count)| from + count).max().unwrap_or(0);
    let data = (slot.length > 0).then(|| {
        let label = i18n.tf("tca-packet-data", &[("n", &slot.length.to_string())]);
        html! { <tr><th scope="row">{ label }</th><td><code>{ bytes(header, 16) }{ if slot.length > 16 { " …" } else { "" } }</code></td></tr> }
    });
    html! {
        <details class="lab-data" open={state.slot.is_some()} data-testid="tca-packet">
            <summary class="small">{ title }</summary>
            <table class="lab-facts tca-bytes"><tbody>{ for fields }{ data.unwrap_or_default() }</tbody></table>
        </details>
    }
}

/// The slot in an element's attribute.
fn slot_of(key: &str) -> Option<(u8, u8, bool, u64)> {
    let mut parts = key.split(' ');
    let from = parts.next()?.parse().ok()?;
    let to = parts.next()?.parse().ok()?;
    let high = parts.next()? == "1";
    Some((from, to, high, parts.next()?.parse().ok()?))
}

/// Rings, descriptors and queues.
#[component]
fn Memory(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let host = use_node_ref();
    let (width, _) = use_size(&host, USUAL, (state.part, state.runs));
    let Some(moment) = &state.moment else {
        return html! { <div class="tca-memory" ref={host}><p class="quiet small">{ i18n.t("tca-no-run") }</p></div> };
    };
    let chosen = selected(state).map(|(ring, slot)| picture::key_of_slot(ring, slot.psn));
    let svg: Rc<str> = picture::memory(moment, width.clamp(330.0, 900.0), chosen.as_deref(), &palette, &i18n).into();
    let onclick = {
        let act = act.clone();
        move |event: MouseEvent| {
            let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let found = element.and_then(|element| element.closest("[data-slot]").ok().flatten());
            let slot = found.and_then(|found| found.get_attribute("data-slot")).and_then(|key| slot_of(&key));
            act.emit(Act::Slot(slot));
        }
    };
    let columns = vec![
        Column::words(i18n.t("tca-ring")),
        Column::number(i18n.t("tca-slot")),
        Column::number("PSN".into()),
        Column::words(i18n.t("tca-slot-state")),
        Column::number(i18n.t("tca-bytes")),
    ];
    let used: Vec<(&TcaRing, &TcaSlot)> =
        moment.rings.iter().flat_map(|ring| ring.used.iter().map(move |slot| (ring, slot))).collect();
    let rows = used.iter().enumerate().map(|(id, (ring, slot))| {
        let set = i18n.t(if ring.set == TcaSet::High { "tca-set-high" } else { "tca-set-low" });
        Row {
            cells: vec![
                Cell::words(format!("{} → {}, {set}", ring.from, ring.to)),
                Cell::number(slot.slot.to_string(), slot.slot as f64),
                Cell::number((slot.psn + 1).to_string(), slot.psn as f64),
                Cell::words(i18n.t(picture::name_of_slot(slot.state))),
                Cell::number(slot.length.to_string(), slot.length as f64),
            ],
            id,
            current: chosen.as_ref() == Some(&picture::key_of_slot(ring, slot.psn)),
        }
    });
    let rows: Vec<Row> = rows.collect();
    let on_row = {
        let act = act.clone();
        let slots: Vec<_> =
            used.iter().map(|(ring, slot)| (ring.from, ring.to, ring.set == TcaSet::High, slot.psn)).collect();
        Callback::from(move |at: usize| act.emit(Act::Slot(slots.get(at).copied())))
    };
    html! {
        <div class="tca-memory" ref={host}>
            <div class="tca-picture" role="img" aria-label={i18n.t("tca-memory-label")} {onclick} data-testid="tca-slots-picture"><Picture svg={svg.clone()} /></div>
            <div class="tca-save-row"><Saved {svg} file="tca-rings" /></div>
            <details class="lab-data"><summary class="small">{ i18n.t("tca-as-table") }</summary>
                <DataTable label={i18n.t("tca-below")} columns={Rc::new(columns)} rows={Rc::new(rows)} {on_row} file="tca-rings" testid="tca-slots" />
            </details>
        </div>
    }
}
