//! The output of all nodes: one list of lines in the order of cycles, which the user can filter, copy and save.

use super::files::files;
use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Analyse, AnalysisTab, Intent, OUTPUT_ROWS, OutputChoice, OutputTo, PhoneTab};
use crate::shell::fields::value_of;
use crate::widgets::{Choice, Icon, IconName, Segmented};
use mcore::base::{Cycle, pictures};
use mcore::modes::chip::view::{Frame, OutputRow, OutputView, Stream};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Height of a line in pixels; that of `.output-row` in www/style/output.css.
const ROW: u32 = 18;
/// Requested lines above the first visible one, so that a little scrolling needs no request.
const ABOVE: u32 = 80;
/// Requests begin at a multiple of this number of lines.
const STEP: u32 = 40;
/// Characters of a cycle, with spaces before it.
const CYCLE_WIDTH: usize = 11;
/// Up to this number of ranks, each has a button.
const MAX_BUTTONS: u32 = 16;

/// The panel.
#[component]
pub fn OutputPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let none = OutputView::default();
    let view = props.frame.output.as_ref().unwrap_or(&none);
    let words = match (view.lines, view.selected) {
        (0, _) => Some("output-empty"),
        (_, 0) => Some("output-nothing-selected"),
        _ => None,
    };
    let words = words.map(|id| html! { <p class="empty" data-testid="output-empty">{ i18n.t(id) }</p> });
    // A file that is shown takes the place of the lines.
    let lines = props.state.analysis.file.is_none().then(|| {
        let (act, frame, choice) =
            (props.act.clone(), Printed(props.frame.clone()), props.state.analysis.output.clone());
        html! { <><div>{ for words }</div><Lines {act} {frame} {choice} /></> }
    });
    html! {
        <section class="output" aria-label={i18n.t("analysis-output")} data-testid="output" data-lines={view.lines.to_string()}>
            { bar(props, view, &i18n) }
            { files(props, &i18n) }
            { for lines }
        </section>
    }
}

/// Requests other lines, from their end on.
fn choose(act: &Callback<Intent>, choice: OutputChoice) {
    act.emit(Intent::Analyse(Analyse::Output(OutputChoice { first: None, ..choice })));
}

/// The controls above the lines.
fn bar(props: &Props, view: &OutputView, i18n: &I18n) -> Html {
    let choice = &props.state.analysis.output;
    let on_search = changed(&props.act, choice, |choice, text| OutputChoice { text, ..choice });
    let streams = [None, Some(Stream::Output), Some(Stream::Error)];
    let errors = if view.errors > 0 { grouped(view.errors.into()) } else { String::new() };
    let label = |label: AttrValue, testid: &'static str| Choice { label, lang: None, testid: testid.into() };
    let choices = vec![
        label(i18n.t("output-all"), "output-both"),
        label("stdout".into(), "output-stdout"),
        label(format!("stderr {errors}").trim().to_owned().into(), "output-stderr"),
    ];
    let chosen = streams.iter().position(|stream| *stream == choice.stream).unwrap_or(0);
    let on_choose = {
        let (act, choice) = (props.act.clone(), choice.clone());
        move |index: usize| choose(&act, OutputChoice { stream: streams[index], ..choice.clone() })
    };
    let take = |icon, id: &str, to, testid: &'static str| {
        let label = i18n.t(id);
        html! {
            <button
                type="button" class="btn icon-btn small-btn" onclick={wants(&props.act, Intent::Analyse(Analyse::TakeOutput(to)))}
                disabled={view.selected == 0} aria-label={label.clone()} title={label} data-testid={testid}
            ><Icon name={icon} /></button>
        }
    };
    let count = match view.full {
        true => i18n.tf("output-full", &[("n", &grouped(view.lines.into()))]),
        false => i18n.tf("output-lines", &[("n", &grouped(view.selected.into()))]),
    };
    html! {
        <div class="output-bar">
            { ranks(props, i18n) }
            <input
                class="field-line output-search" type="search" value={choice.text.clone()} oninput={on_search}
                placeholder={i18n.t("output-search")} aria-label={i18n.t("output-search")} data-testid="output-search"
            />
            <span class="grow"></span>
            <span class="quiet output-count" data-testid="output-count">{ count }</span>
            <Segmented label={i18n.t("output-stream")} {choices} {chosen} {on_choose} />
            { take(IconName::Copy, "output-copy", OutputTo::Clipboard, "output-copy") }
            { take(IconName::Save, "output-save", OutputTo::File, "output-save") }
        </div>
    }
}

/// A handler of input that changes the choice.
fn changed(
    act: &Callback<Intent>,
    choice: &OutputChoice,
    change: fn(OutputChoice, String) -> OutputChoice,
) -> Callback<InputEvent> {
    let (act, choice) = (act.clone(), choice.clone());
    Callback::from(move |event: InputEvent| {
        if let Some(text) = value_of(&event) {
            choose(&act, change(choice.clone(), text));
        }
    })
}

/// The colour of a rank, one of eight.
fn rank_class(rank: u32) -> String {
    format!("rank rank-{}", rank % 8)
}

/// The choice of ranks: buttons for a small chip, else a list of numbers.
fn ranks(props: &Props, i18n: &I18n) -> Html {
    let (width, height) = props.size();
    let nodes = u32::from(width) * u32::from(height);
    let choice = &props.state.analysis.output;
    let ranges = choice.ranges();
    if nodes > MAX_BUTTONS {
        let on_ranks = changed(&props.act, choice, |choice, ranks| OutputChoice { ranks, ..choice });
        return html! {
            <input
                class="field-line output-ranks" type="text" value={choice.ranks.clone()} oninput={on_ranks}
                aria-invalid={ranges.is_none().to_string()} placeholder={i18n.t("output-ranks")}
                aria-label={i18n.t("output-ranks-hint")} title={i18n.t("output-ranks-hint")} data-testid="output-ranks"
            />
        };
    }
    let ranges = ranges.unwrap_or_default();
    let is_on = |rank: u32| ranges.iter().any(|(first, last)| (*first..=*last).contains(&rank));
    let only = |ranks: String| Intent::Analyse(Analyse::Output(OutputChoice { ranks, first: None, ..choice.clone() }));
    let button = |rank: u32| {
        let on = is_on(rank);
        let chosen = (0..nodes).filter(|other| is_on(*other) != (*other == rank)).map(|other| other.to_string());
        let ranks = chosen.collect::<Vec<_>>().join(", ");
        html! {
            <button
                key={rank} type="button" class={rank_class(rank)} aria-pressed={on.to_string()}
                aria-label={i18n.tf("output-rank", &[("rank", &rank.to_string())])}
                onclick={wants(&props.act, only(ranks))} data-testid={format!("output-rank-{rank}")}
            >{ rank }</button>
        }
    };
    html! {
        <div class="output-ranks" role="group" aria-label={i18n.t("output-ranks")}>
            <button
                type="button" class="rank" aria-pressed={ranges.is_empty().to_string()} onclick={wants(&props.act, only(String::new()))}
                data-testid="output-rank-all"
            >{ i18n.t("output-all") }</button>
            { for (0..nodes).map(button) }
        </div>
    }
}

/// A frame, of which the lines are drawn. It equals another one with the same lines, so that nothing is copied to compare them.
#[derive(Clone)]
struct Printed(Rc<Frame>);

impl Printed {
    /// The shown cycle, if there are lines after it.
    fn cycle(&self) -> Option<Cycle> {
        let is_later = self.0.output.as_ref().is_some_and(|view| view.printed < view.selected);
        is_later.then_some(self.0.cycle)
    }
}

impl PartialEq for Printed {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || (self.cycle(), &self.0.output) == (other.cycle(), &other.0.output)
    }
}

/// Properties of [`Lines`].
#[derive(Properties, PartialEq)]
struct LinesProps {
    act: Callback<Intent>,
    frame: Printed,
    choice: OutputChoice,
}

/// The number of the first line to request if line `top` is the first visible one.
fn first_around(top: u32) -> u32 {
    top.saturating_sub(ABOVE) / STEP * STEP
}

/// The lines. Only those around the visible ones exist as elements; a line at the shown cycle divides the list.
#[component]
fn Lines(props: &LinesProps) -> Html {
    let i18n = use_i18n();
    let host = use_node_ref();
    let LinesProps { act, frame, choice } = props;
    let none = OutputView::default();
    let view = frame.0.output.as_ref().unwrap_or(&none);
    let later = frame.cycle();
    {
        let (host, follows) = (host.clone(), choice.first.is_none());
        let filter = OutputChoice { first: None, ..choice.clone() };
        use_effect_with((view.selected, view.printed, filter), move |&(selected, printed, _)| {
            let Some(host) = host.cast::<HtmlElement>() else { return };
            let (top, height) = (host.scroll_top(), host.client_height());
            let divider = (printed * ROW) as i32;
            if printed == selected {
                // The newest line, unless the user reads earlier ones.
                if follows {
                    host.set_scroll_top(host.scroll_height());
                }
            } else if divider < top || divider + ROW as i32 > top + height {
                host.set_scroll_top((divider - height / 2).max(0));
            }
        });
    }
    let onscroll = {
        let (host, act, choice) = (host.clone(), act.clone(), choice.clone());
        move |_: Event| {
            let Some(host) = host.cast::<HtmlElement>() else { return };
            let at_end = host.scroll_top() + host.client_height() + 4 >= host.scroll_height();
            let first = (!at_end).then(|| first_around(host.scroll_top().max(0) as u32 / ROW));
            if first != choice.first {
                act.emit(Intent::Analyse(Analyse::Output(OutputChoice { first, ..choice.clone() })));
            }
        }
    };
    let divider = later.map(|cycle| {
        html! {
            <div key="shown" class="output-row output-shown" role="listitem">
                <b>{ i18n.tf("output-shown", &[("n", &grouped(cycle))]) }</b>
            </div>
        }
    });
    let line = |(index, row): (u32, &OutputRow)| {
        let is_later = index >= view.printed;
        html! { <Row key={index} act={act.clone()} row={row.clone()} {is_later} /> }
    };
    let rows: Vec<_> = (view.first..).zip(&view.rows).collect();
    let split = rows.partition_point(|(index, _)| *index < view.printed);
    let (before, after) = rows.split_at(split);
    // The divider is among these lines, or above or below them.
    let shown_here = later.is_some() && (view.first..view.first + OUTPUT_ROWS).contains(&view.printed);
    let above = view.first + u32::from(later.is_some() && view.printed < view.first);
    let shown = rows.len() as u32 + u32::from(shown_here);
    let below = (view.selected + u32::from(later.is_some())).saturating_sub(above + shown);
    html! {
        <div
            ref={host} class="output-lines" tabindex="0" role="group" aria-label={i18n.t("output-list")} {onscroll}
            data-testid="output-lines"
        >
            { room(above) }
            <div class="output-window" role="list">
                { for before.iter().copied().map(line) }
                { for divider.filter(|_| shown_here) }
                { for after.iter().copied().map(line) }
            </div>
            { room(below) }
        </div>
    }
}

/// The room of lines that do not exist as elements. Its height is an attribute of SVG, because the page's policy allows no styles in
/// attributes.
fn room(lines: u32) -> Html {
    html! { <svg class="output-room" width="1" height={(lines * ROW).to_string()} aria-hidden="true"></svg> }
}

/// Properties of [`Row`].
#[derive(Properties, PartialEq)]
struct RowProps {
    act: Callback<Intent>,
    row: OutputRow,
    /// It is printed after the shown cycle.
    is_later: bool,
}

/// A line: its cycle, which is a link, its rank and its text.
#[component]
fn Row(props: &RowProps) -> Html {
    let i18n = use_i18n();
    let OutputRow { cycle, node, rank, stream, text } = &props.row;
    let is_error = *stream == Stream::Error;
    let cycle_words = grouped(*cycle);
    let title = i18n.tf("log-visit", &[("cycle", &cycle_words), ("id", &node.to_string())]);
    let class = classes!("output-row", is_error.then_some("output-error"), props.is_later.then_some("output-later"));
    let tag = is_error.then(|| html! { <span class="stream-tag">{ "stderr" }</span> });
    let onclick = {
        let (act, cycle, node) = (props.act.clone(), *cycle, *node);
        move |event: MouseEvent| {
            event.prevent_default();
            act.emit(Intent::Analyse(Analyse::Visit(cycle, node)));
        }
    };
    let before = " ".repeat(CYCLE_WIDTH.saturating_sub(cycle_words.len()));
    // A link within text may be smaller than a button.
    html! {
        <div {class} role="listitem" data-testid="output-row">
            { before }<a class="link" href="#/" {onclick} {title} data-testid="output-visit">{ cycle_words }</a>{ " " }
            <span class={rank_class(*rank)}>{ rank }</span>{ " " }
            <span class="output-text">{ visible(text) }</span>
            { for tag }
        </div>
    }
}

/// A line with pictures of control characters, except tabs.
fn visible(text: &str) -> String {
    text.split('\t').map(pictures).collect::<Vec<_>>().join("\t")
}

/// The last printed line, below the chip. It always has its room, so that nothing moves.
pub fn last_line(frame: &Frame, act: &Callback<Intent>, i18n: &I18n) -> Html {
    let last = frame.output.as_ref().and_then(|output| output.last.as_ref());
    let act = act.clone();
    let onclick = move |_: MouseEvent| {
        act.emit(Intent::ShowPhoneTab(PhoneTab::Analysis));
        act.emit(Intent::Analyse(Analyse::Show(AnalysisTab::Output)));
    };
    let (class, body) = match last {
        Some(row) => {
            let class = (row.stream == Stream::Error).then_some("output-error");
            let body = html! {
                <>
                    <span class={rank_class(row.rank)}>{ row.rank }</span>
                    <span class="output-text">{ visible(&row.text) }</span>
                    <span class="quiet output-at">{ i18n.tf("output-at", &[("n", &grouped(row.cycle))]) }</span>
                </>
            };
            (class, body)
        }
        None => (None, html! { <span class="quiet">{ i18n.t("output-none-yet") }</span> }),
    };
    html! {
        <button
            type="button" class={classes!("last-line", class)} {onclick} title={i18n.t("output-open")} data-testid="last-line"
        >{ body }</button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_with_the_same_lines_are_equal() {
        let at = |cycle: Cycle, selected: u32, printed: u32| {
            let output = Some(OutputView { selected, printed, ..OutputView::default() });
            Printed(Rc::new(Frame { cycle, output, ..Frame::default() }))
        };
        assert!(at(10, 3, 3) == at(20, 3, 3), "the shown cycle is after all lines");
        assert!(at(10, 3, 2) != at(20, 3, 2), "a divider names the shown cycle");
        assert!(at(10, 3, 3) != at(10, 4, 3) && at(10, 3, 3) != Printed(Rc::default()));
        let frame = at(10, 3, 2);
        assert!(frame == frame.clone());
    }

    #[test]
    fn requests_begin_at_steps_above_the_visible_lines() {
        assert_eq!([0, 80, 119, 120, 1000].map(first_around), [0, 0, 0, 40, 920]);
        let below = |top: u32| first_around(top) + OUTPUT_ROWS - top;
        assert!((80..1000).all(|top| below(top) > 2160 / ROW), "the lines of a screen of 2,160 pixels are among them");
    }
}
