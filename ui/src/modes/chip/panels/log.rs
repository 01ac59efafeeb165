//! The communication log: the events of a window of the run, which the user can filter, search, follow and save.

mod recording;

use super::{Props, wants};
use crate::fmt::{grouped, plain};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Analyse, Intent, LOG_ROWS, LogQuery, LogWindow, PtrEq, Recorded};
use crate::shell::fields::value_of;
use crate::widgets::{Choice, Icon, IconName, Segmented, csv, save_text};
use mcore::base::Cycle;
use mcore::modes::chip::view::{LogKind, LogLevel, LogRow, LogView, MAX_ROWS, PacketId};
pub use recording::RecordingBar;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Rows per page.
const PAGE: usize = 100;

/// The panel.
#[component]
pub fn LogPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let search = use_state(String::new);
    let on_search = {
        let search = search.clone();
        move |event: InputEvent| search.set(value_of(&event).unwrap_or_default())
    };
    html! {
        <div class="log" data-testid="log">
            <div class="log-bar">
                <Choices ..props.clone() />
                <Window ..props.clone() />
                <Filters ..props.clone() />
                <input
                    class="field-line log-search" type="search" oninput={on_search} placeholder={i18n.t("log-search")}
                    aria-label={i18n.t("log-search")} data-testid="log-search"
                />
                <RecordingBar
                    act={props.act.clone()} recording={props.state.analysis.recording} recorded={props.state.analysis.recorded} wants={Recorded::Accesses}
                    end={props.frame.end}
                />
            </div>
            <Rows act={props.act.clone()} query={props.state.analysis.query} log={props.state.analysis.log.clone()} search={(*search).clone()} cycle={props.cycle()} />
        </div>
    }
}

fn ask(act: &Callback<Intent>, query: LogQuery) {
    act.emit(Intent::Analyse(Analyse::Log(query)));
}

/// The level of detail of the log.
#[component]
fn Choices(props: &Props) -> Html {
    let i18n = use_i18n();
    let levels = [
        (LogLevel::Message, "grain-message", "grain-message"),
        (LogLevel::Dma, "grain-dma", "grain-dma"),
        (LogLevel::Packet, "grain-packet", "grain-packet"),
        (LogLevel::Flit, "grain-flit", "grain-flit"),
    ];
    let choices: Vec<Choice> = levels
        .iter()
        .map(|(_, label, testid)| Choice { label: i18n.t(label), lang: None, testid: (*testid).into() })
        .collect();
    let chosen = levels.iter().position(|(level, ..)| *level == props.state.analysis.query.level).unwrap_or(0);
    let (act, query) = (props.act.clone(), props.state.analysis.query);
    let on_choose = Callback::from(move |index: usize| {
        if let Some((level, ..)) = levels.get(index) {
            ask(&act, LogQuery { level: *level, limit: LOG_ROWS, ..query });
        }
    });
    html! { <Segmented label={i18n.t("log-grain")} {choices} {chosen} {on_choose} /> }
}

/// The cycles of the log: from and until, the last ones, all.
#[component]
fn Window(props: &Props) -> Html {
    let i18n = use_i18n();
    let query = props.state.analysis.query;
    let (from, until) = query.cycles(props.cycle(), props.frame.end);
    let field = |value: Cycle, label: &str, testid: &'static str, make: fn((Cycle, Cycle), Cycle) -> (Cycle, Cycle)| {
        let act = props.act.clone();
        let onchange = move |event: Event| {
            let input = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok());
            let Some(value) = input.and_then(|i| i.value().replace(',', "").trim().parse::<Cycle>().ok()) else {
                return;
            };
            let (from, until) = make((from, until), value);
            ask(&act, LogQuery { window: LogWindow::Fixed(from, until), limit: LOG_ROWS, ..query });
        };
        html! {
            <input
                class="field-line num" type="text" inputmode="numeric" value={value.to_string()} {onchange}
                aria-label={i18n.t(label)} title={i18n.t(label)} data-testid={testid}
            />
        }
    };
    let button = |window: LogWindow, label: &str, testid: &'static str| {
        let request = Intent::Analyse(Analyse::Log(LogQuery { window, limit: LOG_ROWS, ..query }));
        html! {
            <button
                type="button" class="btn outlined" onclick={wants(&props.act, request)}
                aria-pressed={(query.window == window).to_string()} data-testid={testid}
            >{ i18n.t(label) }</button>
        }
    };
    html! {
        <span class="log-window">
            <span class="quiet">{ i18n.t("log-cycles") }</span>
            { field(from, "log-from", "log-from", |(_, until), from| (from, until.max(from))) }
            <span class="quiet">{ "–" }</span>
            { field(until, "log-until", "log-until", |(from, _), until| (from.min(until), until)) }
            { button(LogWindow::Now, "log-now", "log-now") }
            { button(LogWindow::Whole, "log-whole", "log-whole") }
        </span>
    }
}

/// Only the selected node; only one packet.
#[component]
fn Filters(props: &Props) -> Html {
    let i18n = use_i18n();
    let query = props.state.analysis.query;
    let name = props.state.watch.node.map(|id| id.to_string()).unwrap_or_default();
    let here = Intent::Analyse(Analyse::Log(LogQuery { here: !query.here, limit: LOG_ROWS, ..query }));
    let packet = query.packet.map(|packet| {
        let request = Intent::Analyse(Analyse::Log(LogQuery { packet: None, limit: LOG_ROWS, ..query }));
        html! {
            <button
                type="button" class="btn outlined" aria-pressed="true" onclick={wants(&props.act, request)}
                title={i18n.t("log-unfollow")} data-testid="log-packet"
            >{ i18n.tf("log-followed", &[("packet", &packet_name(packet))]) }<Icon name={IconName::Close} /></button>
        }
    });
    html! {
        <>
            <button
                type="button" class="btn outlined" aria-pressed={query.here.to_string()} onclick={wants(&props.act, here)}
                data-testid="log-here"
            >{ i18n.tf("log-here", &[("id", &name)]) }</button>
            { for packet }
        </>
    }
}

/// The name of a packet in the log.
fn packet_name(packet: PacketId) -> String {
    format!("{}#{}", packet.source, packet.number)
}

/// Message with the name of a kind of row.
fn kind_label(kind: LogKind) -> &'static str {
    match kind {
        LogKind::Call => "kind-call",
        LogKind::Message => "kind-message",
        LogKind::Mark => "kind-mark",
        LogKind::Dma => "kind-dma",
        LogKind::Packet => "kind-packet",
        LogKind::Flit => "kind-flit",
        LogKind::Console => "kind-console",
        LogKind::Halt => "kind-halt",
        LogKind::Trap => "kind-trap",
    }
}

/// Indices of the rows that contain all the search words, in upper or lower case.
fn found(rows: &[LogRow], search: &str, i18n: &I18n) -> Vec<usize> {
    let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
    let holds = |row: &LogRow| {
        let packet = row.packet.map(packet_name).unwrap_or_default();
        let text = format!("{} {} {} {packet}", row.cycle, row.node, i18n.text(&row.text)).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    (0..rows.len()).filter(|i| words.is_empty() || holds(&rows[*i])).collect()
}

/// Properties of [`Rows`].
#[derive(Properties, PartialEq)]
struct RowsProps {
    act: Callback<Intent>,
    query: LogQuery,
    log: Option<PtrEq<LogView>>,
    search: String,
    cycle: Cycle,
}

/// The rows, one page at a time; the newest page first, if the window ends at the shown cycle.
#[component]
fn Rows(props: &RowsProps) -> Html {
    let i18n = use_i18n();
    let page = use_state(|| 0);
    {
        let page = page.clone();
        let last_first = props.query.window == LogWindow::Now;
        let what = (props.log.clone(), props.search.clone());
        use_effect_with(what, move |(log, _)| {
            let rows = log.as_ref().map_or(0, |l| l.rows.len());
            page.set(if last_first { rows.saturating_sub(1) / PAGE } else { 0 });
        });
    }
    let places = use_memo((props.log.clone(), props.search.clone(), i18n.lang), {
        let i18n = i18n.clone();
        move |(log, search, _)| log.as_ref().map(|l| found(&l.rows, search, &i18n)).unwrap_or_default()
    });
    let Some(log) = &props.log else { return html! { <p class="empty">{ i18n.t("log-none") }</p> } };
    let pages = places.len().div_ceil(PAGE).max(1);
    let now = (*page).min(pages - 1);
    let rows = places.iter().skip(now * PAGE).take(PAGE).map(|index| row(*index, &log.rows[*index], props, &i18n));
    let turn = |to: usize, label: &str, icon, off: bool| {
        let page = page.clone();
        let onclick = move |_: MouseEvent| page.set(to);
        html! {
            <button type="button" class="btn icon-btn small-btn" {onclick} disabled={off} aria-label={i18n.t(label)} title={i18n.t(label)}>
                <Icon name={icon} />
            </button>
        }
    };
    let query = props.query;
    let more = log.more.then(|| {
        // Within the limit of one answer, the same window with more rows; beyond it, a window that starts where this
        // one ended.
        let next = if query.limit < MAX_ROWS {
            LogQuery { limit: (query.limit * 4).min(MAX_ROWS), ..query }
        } else {
            let until = query.cycles(props.cycle, Cycle::MAX).1.max(log.until);
            LogQuery { window: LogWindow::Fixed(log.until, until), limit: LOG_ROWS, ..query }
        };
        html! {
            <button type="button" class="btn tiny" onclick={wants(&props.act, Intent::Analyse(Analyse::Log(next)))} data-testid="log-more">
                { i18n.t("log-more") }
            </button>
        }
    });
    let save = {
        let (log, places, i18n) = (log.clone(), places.clone(), i18n.clone());
        move |_: MouseEvent| save_text("log.csv", "text/csv", &as_csv(&log, &places, &i18n))
    };
    let (total, from, until) = (grouped(places.len() as u64), grouped(log.from), grouped(log.until));
    let none = places.is_empty().then(|| html! { <p class="empty">{ i18n.t("log-empty") }</p> });
    html! {
        <>
            <div class="log-rows" tabindex="0" role="group" aria-label={i18n.t("analysis-log")}>
                <table class="sheet log-table" data-testid="log-rows" data-rows={places.len().to_string()}>
                    <thead><tr>
                        <th scope="col" class="num">{ i18n.t("log-cycle") }</th>
                        <th scope="col">{ i18n.t("log-node") }</th>
                        <th scope="col">{ i18n.t("log-kind") }</th>
                        <th scope="col">{ i18n.t("log-what") }</th>
                        <th scope="col">{ i18n.t("log-packet") }</th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
                { for none }
            </div>
            <div class="sheet-foot">
                <span class="quiet">{ i18n.tf("log-count", &[("n", &total), ("from", &from), ("until", &until)]) }</span>
                { for more }
                <span class="grow"></span>
                { turn(now.saturating_sub(1), "page-back", IconName::Up, now == 0) }
                <span class="quiet">{ format!("{} / {pages}", now + 1) }</span>
                { turn(now + 1, "page-on", IconName::Down, now + 1 >= pages) }
                <button type="button" class="btn tiny" onclick={save} aria-label={i18n.t("save-csv")} title={i18n.t("save-csv")}>
                    <Icon name={IconName::Save} />{ "CSV" }
                </button>
            </div>
        </>
    }
}

fn row(index: usize, row: &LogRow, props: &RowsProps, i18n: &I18n) -> Html {
    let cycle = grouped(row.cycle);
    let visit = wants(&props.act, Intent::Analyse(Analyse::Visit(row.cycle, row.node)));
    let title = i18n.tf("log-visit", &[("cycle", &cycle), ("id", &row.node.to_string())]);
    let packet = row.packet.map(|packet| {
        let request = Intent::Analyse(Analyse::Log(LogQuery { packet: Some(packet), limit: LOG_ROWS, ..props.query }));
        let name = packet_name(packet);
        let title = i18n.tf("log-follow", &[("packet", &name)]);
        html! { <button type="button" class="link" onclick={wants(&props.act, request)} {title} data-testid="log-follow">{ name }</button> }
    });
    let sign = match row.kind {
        LogKind::Call => "ƒ",
        LogKind::Message => "→",
        LogKind::Mark => "◆",
        LogKind::Dma => "⇒",
        LogKind::Packet => "▣",
        LogKind::Flit => "▪",
        LogKind::Console => "›",
        LogKind::Halt => "■",
        LogKind::Trap => "▲",
    };
    html! {
        <tr key={index} class={(row.cycle == props.cycle).then_some("current")}>
            <td class="num"><button type="button" class="link" onclick={visit} {title} data-testid="log-visit">{ cycle }</button></td>
            <td>{ row.node.to_string() }</td>
            <td><span class="log-sign" aria-hidden="true">{ sign }</span>{ i18n.t(kind_label(row.kind)) }</td>
            <td class="log-what">{ plain(i18n.text(&row.text)) }</td>
            <td>{ for packet }</td>
        </tr>
    }
}

fn as_csv(log: &LogView, places: &Rc<Vec<usize>>, i18n: &I18n) -> String {
    let head = ["cycle", "node", "kind", "what", "packet"].map(str::to_owned).to_vec();
    let rows = places.iter().map(|i| &log.rows[*i]).map(|row| {
        vec![
            row.cycle.to_string(),
            row.node.to_string(),
            i18n.t(kind_label(row.kind)).to_string(),
            plain(i18n.text(&row.text)),
            row.packet.map(packet_name).unwrap_or_default(),
        ]
    });
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    csv(rows.iter().map(|row| row.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::base::NodeId;
    use mcore::base::{Lang, Text};

    fn rows() -> Vec<LogRow> {
        let node = NodeId::new(1, 2);
        let row = |cycle, text: &str, packet| LogRow {
            cycle,
            node,
            kind: LogKind::Packet,
            text: Text::new(text, "パケット"),
            packet,
        };
        let packet = Some(PacketId { source: node, number: 7 });
        vec![row(10, "packet formed", packet), row(20, "packet delivered", packet), row(30, "printed", None)]
    }

    #[test]
    fn all_words_must_be_found_in_any_column() {
        let en = I18n::new(Lang::En);
        assert_eq!(found(&rows(), "", &en), [0, 1, 2]);
        assert_eq!(found(&rows(), "PACKET #7", &en), [0, 1]);
        assert_eq!(found(&rows(), "(1,2) 30", &en), [2]);
        assert_eq!(found(&rows(), "delivered printed", &en), [0usize; 0]);
        assert_eq!(found(&rows(), "パケット", &I18n::new(Lang::Ja)).len(), 3);
    }

    #[test]
    fn the_file_holds_what_was_found() {
        let log = LogView { from: 0, until: 40, rows: rows(), more: false };
        let text = as_csv(&log, &Rc::new(vec![1]), &I18n::new(Lang::En));
        assert!(
            text.contains("20,\"(1,2)\",") && text.contains("packet delivered") && !text.contains("printed"),
            "{text}"
        );
    }
}
