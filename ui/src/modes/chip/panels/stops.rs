//! Breakpoints and watchpoints: the list, and the form that adds one.

mod draft;
mod form;

use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::travel::StopNote;
use crate::modes::chip::store::{Intent, Travel};
use crate::widgets::{Icon, IconName, rich};
use draft::Draft;
use form::Form;
use mcore::base::NodeId;
use mcore::modes::chip::session::{StopAt, StopSpec, StopView, WatchHow};
use mcore::modes::chip::view::SourcePlace;
use yew::prelude::*;

/// The panel.
#[component]
pub fn StopsPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let draft = use_state(Draft::default);
    let notes = &props.state.travel.notes;
    // The focus goes to the form of a stop that is changed; with `true` it came from the editor, and goes back there.
    let opened = use_state(|| (0_u32, false));
    let change = |note: &StopNote| {
        let (draft, new, opened) = (draft.clone(), Draft::of(&note.spec), opened.clone());
        Callback::from(move |_: MouseEvent| {
            draft.set(new.clone());
            opened.set((opened.0 + 1, false));
        })
    };
    {
        let (draft, opened, notes) = (draft.clone(), opened.clone(), notes.clone());
        use_effect_with(props.state.travel.form, move |form| {
            let asked = form.and_then(|(id, _)| notes.stops.iter().find(|note| note.spec.id == id));
            if let Some(note) = asked {
                draft.set(Draft::of(&note.spec));
                opened.set((opened.0 + 1, true));
            }
        });
    }
    let rows = notes.stops.iter().map(|note| row(props, note, change(note), &i18n));
    let empty = notes.stops.is_empty().then(|| html! { <p class="quiet">{ i18n.t("stops-none") }</p> });
    let on_change = {
        let draft = draft.clone();
        Callback::from(move |new: Draft| draft.set(new))
    };
    let id = draft.id.filter(|id| notes.stops.iter().any(|n| n.spec.id == *id)).unwrap_or_else(|| notes.free_id());
    let on_done = {
        let (act, draft, opened) = (props.act.clone(), draft.clone(), opened.clone());
        Callback::from(move |spec: StopSpec| {
            if let (StopAt::Line { file, line }, (n, true)) = (&spec.at, *opened) {
                act.emit(Intent::GoTo(SourcePlace { file: file.clone(), line: *line }));
                opened.set((n, false));
            }
            act.emit(Intent::Travel(Travel::Put(StopNote { spec, enabled: true })));
            draft.set(Draft { what: draft.what, ..Draft::default() });
        })
    };
    html! {
        <div class="stops" data-testid="stops">
            <div class="stops-list" tabindex="0" aria-label={i18n.t("stops-list")} role="group">
                <ul data-testid="stops-rows">{ for rows }</ul>
                <div>{ for empty }</div>
            </div>
            <Form draft={(*draft).clone()} {id} file={props.file()} selected={props.state.watch.node} in_c={props.state.travel.in_c} opened={opened.0} {on_change} {on_done} />
        </div>
    }
}

/// A description of the condition of a stop.
fn what(at: &StopAt, i18n: &I18n) -> String {
    match at {
        StopAt::Line { file, line } => i18n.tf("stop-is-line", &[("file", file), ("line", &line.to_string())]),
        StopAt::Address(address) => i18n.tf("stop-is-address", &[("address", &format!("{address:#x}"))]),
        StopAt::Label(name) => i18n.tf("stop-is-label", &[("name", name)]),
        StopAt::Cycle(cycle) => i18n.tf("stop-is-cycle", &[("n", &grouped(*cycle))]),
        StopAt::Watch { place, words, how } => {
            let label = match how {
                WatchHow::Read => "stop-is-read",
                WatchHow::Write => "stop-is-write",
                WatchHow::Change => "stop-is-change",
                WatchHow::Value(_) => "stop-is-value",
            };
            let test = if let WatchHow::Value(test) = how { test.as_str() } else { "" };
            let words = if *words > 1 { i18n.tf("stop-words", &[("n", &words.to_string())]) } else { "".into() };
            i18n.tf(label, &[("place", &format!("{place}{words}")), ("test", test)])
        }
        StopAt::DmaStarted => i18n.t("stop-what-dma-started"),
        StopAt::DmaArrived => i18n.t("stop-what-dma-arrived"),
        StopAt::Communication => i18n.t("stop-what-communication"),
        StopAt::Trap => i18n.t("stop-what-trap"),
        StopAt::Deadlock => i18n.t("stop-what-deadlock"),
        StopAt::Halt => i18n.t("stop-what-halt"),
    }
    .to_string()
}

fn row(props: &Props, note: &StopNote, on_change: Callback<MouseEvent>, i18n: &I18n) -> Html {
    let (act, travel, spec) = (&props.act, &props.state.travel, &note.spec);
    let id = spec.id;
    let name = what(&spec.at, i18n);
    let nodes = match spec.nodes.as_slice() {
        [] => String::new(),
        some => some.iter().map(NodeId::to_string).collect::<Vec<_>>().join(" "),
    };
    let nodes =
        (!nodes.is_empty()).then(|| html! { <span class="quiet">{ i18n.tf("stop-at", &[("nodes", &nodes)]) }</span> });
    let condition = (!spec.condition.is_empty()).then(|| {
        html! { <span class="quiet">{ rich(&i18n.tf("stop-if", &[("condition", &format!("`{}`", spec.condition))])) }</span> }
    });
    let here = travel.stopped.as_ref().is_some_and(|s| s.reasons.iter().any(|r| r.id == Some(id)));
    let here = here.then(|| html! { <span class="pill" data-testid="stop-here">{ i18n.t("stop-here") }</span> });
    let place = match travel.resolved(id) {
        Some(StopView { source: Some(place), .. }) if !props.state.edited => {
            let text = format!("{}:{}", place.file, place.line);
            let go = wants(act, Intent::GoTo(place.clone()));
            let label = i18n.tf("go-to-line", &[("line", &place.line.to_string())]);
            html! { <button type="button" class="link" onclick={go} title={label} data-testid="stop-go">{ text }</button> }
        }
        _ => Html::default(),
    };
    let moved = travel.moved.iter().find(|(moved, _)| *moved == id).map(|(_, line)| {
        html! { <p class="quiet small">{ i18n.tf("stop-moved", &[("line", &line.to_string())]) }</p> }
    });
    let problem = travel.problem(id).filter(|_| note.enabled).map(|(at, text)| {
        let text = rich(i18n.text(text));
        html! { <p class="problem" role="alert" data-testid="stop-problem" data-at={at.to_string()}>{ text }</p> }
    });
    let problem_new = (props.state.edited && !travel.sent.iter().any(|s| s.id == id) && note.enabled)
        .then(|| html! { <p class="quiet small">{ i18n.t("stop-later") }</p> });
    let toggle = {
        let act = act.clone();
        let on = !note.enabled;
        move |_: Event| act.emit(Intent::Travel(Travel::Enable(id, on)))
    };
    html! {
        <li key={id} class={classes!("stop", (!note.enabled).then_some("off"))} data-testid="stop">
            <label class="stop-name">
                <input type="checkbox" checked={note.enabled} onchange={toggle} aria-label={i18n.tf("stop-enable", &[("name", &name)])} />
                <span>{ &name }</span>
            </label>
            { for nodes }{ for condition }{ place }{ for here }
            <span class="grow"></span>
            <button
                type="button" class="btn icon-btn small-btn" onclick={on_change} data-testid="stop-change"
                aria-label={i18n.tf("stop-change", &[("name", &name)])} title={i18n.tf("stop-change", &[("name", &name)])}
            ><Icon name={IconName::Pen} /></button>
            <button
                type="button" class="btn icon-btn small-btn" onclick={wants(act, Intent::Travel(Travel::Remove(id)))} data-testid="stop-remove"
                aria-label={i18n.tf("stop-remove", &[("name", &name)])} title={i18n.tf("stop-remove", &[("name", &name)])}
            ><Icon name={IconName::Close} /></button>
            <div class="stop-notes">{ for moved }{ for problem }{ for problem_new }</div>
        </li>
    }
}
