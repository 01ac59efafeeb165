//! The guided tour: a small card beside the part of the page that it describes. The page stays usable, so the student
//! can follow the card; nothing is forced.

use super::wants;
use crate::i18n::use_i18n;
use crate::modes::chip::store::{Intent, Look, PhoneTab, State};
use crate::widgets::{Icon, IconName};
use gloo_timers::callback::{Interval, Timeout};
use mcore::base::NodeId;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Milliseconds between two updates of the card's position.
const FOLLOW_MS: u32 = 200;
/// Pixels between a part and the card.
const GAP: f64 = 12.0;

/// A task of a step: the message, and whether the task is done.
type Task = (&'static str, fn(&State) -> bool);

/// One step.
struct Step {
    /// The part of the page that it describes, as a selector.
    part: &'static str,
    /// The panel on narrow pages.
    panel: PhoneTab,
    /// Message with the headline; the text's has the suffix `-text`.
    title: &'static str,
    text: &'static str,
    /// An optional task for the student.
    task: Option<Task>,
}

const STEPS: [Step; 8] = [
    Step { part: ".panel.source", panel: PhoneTab::Task, title: "tour-task", text: "tour-task-text", task: None },
    Step {
        part: "[data-testid=run]",
        panel: PhoneTab::Chip,
        title: "tour-run",
        text: "tour-run-text",
        task: Some(("tour-run-do", |s| s.frame.end > 0)),
    },
    Step {
        part: ".panel.mesh",
        panel: PhoneTab::Chip,
        title: "tour-mesh",
        text: "tour-mesh-text",
        task: Some(("tour-mesh-do", |s| s.watch.node != Some(NodeId::new(1, 1)))),
    },
    Step { part: ".panel.node", panel: PhoneTab::Node, title: "tour-node", text: "tour-node-text", task: None },
    Step {
        part: ".panel.time",
        panel: PhoneTab::Chip,
        title: "tour-time",
        text: "tour-time-text",
        task: Some(("tour-time-do", |s| s.frame.end > 0 && s.frame.cycle < s.frame.end)),
    },
    Step {
        part: "[data-testid=assemble]",
        panel: PhoneTab::Source,
        title: "tour-edit",
        text: "tour-edit-text",
        task: None,
    },
    Step { part: ".panel.result", panel: PhoneTab::Result, title: "tour-result", text: "tour-result-text", task: None },
    Step { part: "[data-testid=help]", panel: PhoneTab::Chip, title: "tour-help", text: "tour-help-text", task: None },
];

/// True if the task of a step is done.
pub fn done(step: usize, state: &State) -> bool {
    STEPS.get(step).and_then(|s| s.task).is_some_and(|(_, done)| done(state))
}

/// Properties of [`Tour`].
#[derive(Properties, PartialEq)]
pub struct TourProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The shown step.
    pub step: usize,
    /// Whether its task is done.
    pub done: bool,
}

/// The card of a step, and a ring around the described part.
#[component]
pub fn Tour(props: &TourProps) -> Html {
    let i18n = use_i18n();
    let (card, ring, title) = (use_node_ref(), use_node_ref(), use_node_ref());
    let step = props.step.min(STEPS.len() - 1);
    let Step { title: headline, text, task, .. } = &STEPS[step];
    {
        let (card, ring, title, act) = (card.clone(), ring.clone(), title.clone(), props.act.clone());
        use_effect_with(step, move |step| {
            act.emit(Intent::Look(Look::TourAt(*step, STEPS[*step].panel)));
            // A dialog that started the tour returns the focus to its button when it closes; the card gets the focus
            // after that.
            let focus = Timeout::new(0, move || {
                if let Some(title) = title.cast::<HtmlElement>() {
                    // Fails only in documents that are not shown.
                    let _ = title.focus();
                }
            });
            let part = STEPS[*step].part;
            let follow = move || {
                if let (Some(card), Some(ring)) = (card.cast::<HtmlElement>(), ring.cast::<HtmlElement>()) {
                    place(&card, &ring, part);
                }
            };
            follow();
            let timer = Interval::new(FOLLOW_MS, follow);
            move || drop((timer, focus))
        });
    }
    let go = |to: Option<usize>| wants(&props.act, Intent::Look(Look::Tour(to)));
    let onkeydown = {
        let act = props.act.clone();
        move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                act.emit(Intent::Look(Look::Tour(None)));
            }
        }
    };
    let last = step + 1 == STEPS.len();
    let task = task.map(|(label, _)| {
        let (class, sign) = if props.done { ("tour-do is-done", "✓") } else { ("tour-do", "▸") };
        let spoken = props.done.then(|| html! { <span class="unseen">{ i18n.t("tour-done") }</span> });
        html! {
            <p {class} role="status" data-testid="tour-do">
                <span aria-hidden="true">{ sign }</span><span>{ i18n.t(label) }</span>{ for spoken }
            </p>
        }
    });
    let back = (step > 0).then(|| {
        html! { <button type="button" class="btn" onclick={go(Some(step - 1))} data-testid="tour-back">{ i18n.t("tour-back") }</button> }
    });
    let count = i18n.tf("tour-count", &[("n", &(step + 1).to_string()), ("of", &STEPS.len().to_string())]);
    let next = if last { None } else { Some(step + 1) };
    html! {
        <>
            <div class="tour-ring" ref={ring} aria-hidden="true"></div>
            <section
                class="tour" ref={card} role="dialog" aria-modal="false" aria-labelledby="tour-title"
                aria-describedby="tour-text" {onkeydown} data-testid="tour" data-step={step.to_string()}
            >
                <div class="tour-head">
                    <h2 id="tour-title" ref={title} tabindex="-1">{ i18n.t(headline) }</h2>
                    <button
                        type="button" class="btn icon-btn" onclick={go(None)} aria-label={i18n.t("tour-end")}
                        title={i18n.t("tour-end")} data-testid="tour-end"
                    ><Icon name={IconName::Close} /></button>
                </div>
                <p id="tour-text">{ i18n.t(text) }</p>
                { for task }
                <div class="tour-foot">
                    <span class="quiet small">{ count }</span>
                    <span class="grow"></span>
                    { for back }
                    <button type="button" class="btn primary" onclick={go(next)} data-testid="tour-next">
                        { i18n.t(if last { "tour-finish" } else { "tour-next" }) }
                    </button>
                </div>
            </section>
        </>
    }
}

/// Puts the ring around a part of the page and the card beside it, where there is room.
fn place(card: &HtmlElement, ring: &HtmlElement, part: &str) {
    let document = gloo_utils::document();
    let window = gloo_utils::window();
    let size = |v: Result<wasm_bindgen::JsValue, _>| v.ok().and_then(|v| v.as_f64()).unwrap_or(0.0);
    let room = (size(window.inner_width()), size(window.inner_height()));
    let shown = |e: &Element| {
        let r = e.get_bounding_client_rect();
        r.width() > 0.0 && r.height() > 0.0
    };
    let target = document.query_selector(part).ok().flatten().filter(shown).map(|e| e.get_bounding_client_rect());
    let own = card.get_bounding_client_rect();
    // The page may be zoomed; then pixels of the style are larger than those of the window.
    let zoom = if card.offset_width() > 0 { own.width() / f64::from(card.offset_width()) } else { 1.0 };
    let put = |element: &HtmlElement, name: &str, value: f64| {
        // Through the object model, because the page's policy forbids style attributes.
        let _ = element.style().set_property(name, &format!("{:.1}px", value / zoom));
    };
    let rect = target.map(|r| (r.left(), r.top(), r.width(), r.height()));
    let (x, y) = beside(rect, (own.width(), own.height()), room);
    put(card, "left", x);
    put(card, "top", y);
    let (left, top, width, height) = rect.unwrap_or((-100.0, -100.0, 0.0, 0.0));
    put(ring, "left", left - 3.0);
    put(ring, "top", top - 3.0);
    put(ring, "width", width + 6.0);
    put(ring, "height", height + 6.0);
}

/// The place of a card beside a part (left, top, width, height): below, above, right, left, or over its end.
fn beside(part: Option<(f64, f64, f64, f64)>, card: (f64, f64), room: (f64, f64)) -> (f64, f64) {
    let within = |v: f64, size: f64, room: f64| v.min(room - size - GAP).max(GAP.min((room - size).max(0.0)));
    let Some((left, top, width, height)) = part else {
        return (within((room.0 - card.0) / 2.0, card.0, room.0), within(room.1 - card.1 - GAP, card.1, room.1));
    };
    let x = within(left + (width - card.0) / 2.0, card.0, room.0);
    let y = within(top + (height - card.1) / 2.0, card.1, room.1);
    if top + height + GAP + card.1 + GAP <= room.1 {
        (x, top + height + GAP)
    } else if top - GAP - card.1 >= GAP {
        (x, top - GAP - card.1)
    } else if left + width + GAP + card.0 + GAP <= room.0 {
        (left + width + GAP, y)
    } else if left - GAP - card.0 >= GAP {
        (left - GAP - card.0, y)
    } else {
        (within(left + width - card.0 - GAP, card.0, room.0), within(top + height - card.1 - GAP, card.1, room.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modes::chip::store::Theme;
    use mcore::base::Lang;
    use mcore::modes::chip::session::MachineOptions;

    #[test]
    fn the_card_is_always_on_the_page_and_covers_its_part_only_where_there_is_no_other_room() {
        let (card, room) = ((320.0, 200.0), (1440.0, 900.0));
        for part in [
            (0.0, 48.0, 390.0, 600.0),
            (500.0, 700.0, 80.0, 32.0),
            (1080.0, 48.0, 360.0, 600.0),
            (1400.0, 8.0, 34.0, 32.0),
            (390.0, 48.0, 690.0, 600.0),
        ] {
            let (x, y) = beside(Some(part), card, room);
            assert!(x >= 0.0 && y >= 0.0 && x + card.0 <= room.0 && y + card.1 <= room.1, "{part:?}");
            let apart = x >= part.0 + part.2 || x + card.0 <= part.0 || y >= part.1 + part.3 || y + card.1 <= part.1;
            assert!(apart, "{part:?} is covered");
        }
        let (x, y) = beside(Some((0.0, 88.0, 360.0, 500.0)), (340.0, 220.0), (360.0, 640.0));
        assert!(x >= 0.0 && x + 340.0 <= 360.0 && y + 220.0 <= 640.0, "on a phone: ({x}, {y})");
        beside(None, card, (100.0, 50.0));
    }

    #[test]
    fn a_step_is_done_when_the_student_has_done_it() {
        let state = State::new(Lang::En, Theme::Light, MachineOptions::default());
        let state = state.reduce(Intent::Select(NodeId::new(1, 1)));
        assert!(!done(2, &state) && !done(0, &state) && !done(99, &state));
        assert!(done(2, &state.reduce(Intent::SelectBy(1, 0))));
    }

    #[test]
    fn the_parts_that_are_pointed_at_exist() {
        let sources = concat!(
            include_str!("header.rs"),
            include_str!("mesh.rs"),
            include_str!("node.rs"),
            include_str!("result.rs"),
            include_str!("source.rs"),
            include_str!("time.rs"),
        );
        for step in &STEPS {
            let name =
                step.part.trim_start_matches("[data-testid=").trim_end_matches(']').trim_start_matches(".panel.");
            let found =
                [format!("data-testid=\"{name}\""), format!("panel {name}")].iter().any(|s| sources.contains(s));
            assert!(found, "{}", step.part);
        }
    }
}
