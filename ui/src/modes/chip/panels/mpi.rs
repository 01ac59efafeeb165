//! The profile of MPI: time in MPI by function and by rank, late senders and receivers, the bytes between ranks.

mod matrix;

use super::Props;
use super::log::RecordingBar;
use super::statistics::spacetime::SpaceTime;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::persist::{Traffic, leave_traffic};
use crate::modes::chip::store::{Counted, Intent, PtrEq, Recorded};
use crate::shell::modes::{Mode, go};
use crate::widgets::{Cell, Choice, Column, DataTable, Row, Segmented};
use matrix::Matrix;
use mcore::base::{NodeId, Text};
use mcore::modes::chip::view::{MpiPanelView, StatsView};
use std::rc::Rc;
use yew::prelude::*;

/// The panel.
#[component]
pub fn MpiPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let picture = use_state(|| false);
    let Some(counted) = &props.state.analysis.counted else {
        return html! { <p class="empty" data-testid="mpi-none">{ i18n.t("stats-none") }</p> };
    };
    let Some(mpi) = &counted.mpi else {
        return html! { <p class="empty" data-testid="mpi-none">{ i18n.t("mpi-unused") }</p> };
    };
    let switch = switch(&picture, &i18n);
    if *picture {
        return html! {
            <div class="figures" tabindex="0" data-testid="mpi" data-cycle={counted.cycle.to_string()}>
                <div class="mpi-switch">{ switch }</div>
                <SpaceTime
                    act={props.act.clone()} counted={counted.clone()} space={props.state.analysis.space.clone()} cycle={props.cycle()}
                    selected={props.state.watch.node} dark={props.dark}
                />
            </div>
        };
    }
    let late = mpi.late.iter().map(|text| html! { <p>{ i18n.text(text).to_owned() }</p> });
    html! {
        <div class="profile-panel mpi-panel" data-testid="mpi" data-cycle={counted.cycle.to_string()}>
            <section class="profile-part" aria-label={i18n.t("mpi-functions")}>
                <div class="mpi-said">
                    { switch }
                    <p data-testid="mpi-summary">{ i18n.text(&mpi.summary).to_owned() }</p>
                    <div data-testid="mpi-late">{ for late }</div>
                    <div class="mpi-buttons">
                        <RecordingBar
                            act={props.act.clone()} recording={props.state.analysis.recording} recorded={props.state.analysis.recorded} wants={Recorded::Messages}
                            end={props.frame.end}
                        />
                        { to_mapping(counted, mpi, &i18n) }
                    </div>
                </div>
                <Functions counted={counted.clone()} />
            </section>
            <section class="profile-part" aria-label={i18n.t("mpi-ranks")}>
                <div class="profile-head"><h2>{ i18n.t("mpi-ranks") }</h2></div>
                <Ranks act={props.act.clone()} counted={counted.clone()} selected={props.state.watch.node} />
            </section>
            <section class="profile-part" aria-label={i18n.t("mpi-matrix")}>
                <Matrix counted={counted.clone()} />
            </section>
        </div>
    }
}

/// Tables, or the space-time picture.
fn switch(picture: &UseStateHandle<bool>, i18n: &I18n) -> Html {
    let choice = |label: &str, testid: &'static str| Choice { label: i18n.t(label), lang: None, testid: testid.into() };
    let choices = vec![choice("mpi-tables", "mpi-tables"), choice("mpi-picture", "mpi-picture")];
    let set = picture.setter();
    let on_choose = move |index: usize| set.set(index == 1);
    html! { <Segmented label={i18n.t("mpi-view")} {choices} chosen={usize::from(**picture)} {on_choose} /> }
}

/// The rows of the session's table with the name in front.
fn table(rows: &[Vec<Text>], i18n: &I18n) -> (Rc<Vec<Column>>, Vec<Vec<Cell>>) {
    let turned = |row: &Vec<Text>| {
        let mut cells: Vec<String> = row.iter().map(|text| i18n.text(text).to_owned()).collect();
        cells.rotate_right(1);
        cells
    };
    let mut rows = rows.iter().map(turned);
    let column = |(index, label): (usize, String)| Column { label: label.into(), number: index > 0 };
    let columns = rows.next().unwrap_or_default().into_iter().enumerate().map(column).collect();
    (Rc::new(columns), rows.map(|row| row.into_iter().map(cell).collect()).collect())
}

/// A cell: a number, a share, or a name, which may begin with the number of a rank.
fn cell(text: String) -> Cell {
    if let Ok(number) = text.parse::<u64>() {
        return Cell::number(grouped(number), number as f64);
    }
    let key = text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    Cell::number(text, key)
}

/// Properties of [`Functions`].
#[derive(Properties, PartialEq)]
struct FunctionsProps {
    counted: PtrEq<Counted>,
}

/// The time in MPI by function. The table is drawn again only if it was counted again.
#[component]
fn Functions(props: &FunctionsProps) -> Html {
    let i18n = use_i18n();
    let Some(mpi) = &props.counted.mpi else { return Html::default() };
    let (columns, rows) = table(&mpi.functions, &i18n);
    let rows = rows.into_iter().enumerate().map(|(id, cells)| Row { cells, id, current: false });
    html! {
        <DataTable
            label={i18n.t("mpi-functions")} {columns} rows={Rc::new(rows.collect::<Vec<_>>())} sorted={1}
            file="mpi-functions" testid="mpi-function-table"
        />
    }
}

/// Properties of [`Ranks`].
#[derive(Properties, PartialEq)]
struct RanksProps {
    act: Callback<Intent>,
    counted: PtrEq<Counted>,
    selected: Option<NodeId>,
}

/// The time in MPI by rank. The table is drawn again only if it was counted again, or for another node.
#[component]
fn Ranks(props: &RanksProps) -> Html {
    let i18n = use_i18n();
    let Some(mpi) = &props.counted.mpi else { return Html::default() };
    let (columns, rows) = table(&mpi.ranks, &i18n);
    let here = |id: usize| props.selected.is_some() && mpi.nodes.get(id).copied() == props.selected;
    let rows = rows.into_iter().enumerate().map(|(id, cells)| Row { cells, id, current: here(id) });
    let on_row = {
        let (act, counted) = (props.act.clone(), props.counted.clone());
        Callback::from(move |index: usize| {
            if let Some(node) = counted.mpi.as_ref().and_then(|mpi| mpi.nodes.get(index)) {
                act.emit(Intent::Select(*node));
            }
        })
    };
    html! {
        <DataTable
            label={i18n.t("mpi-ranks")} {columns} rows={Rc::new(rows.collect::<Vec<_>>())} {on_row}
            file="mpi-ranks" testid="mpi-rank-table"
        />
    }
}

/// The button that takes the messages to the page of the mapping mode.
fn to_mapping(counted: &PtrEq<Counted>, mpi: &MpiPanelView, i18n: &I18n) -> Html {
    let disabled = mpi.pairs.as_ref().is_none_or(Vec::is_empty);
    let title = i18n.t(if mpi.pairs.is_none() { "mpi-to-mapping-many" } else { "mpi-to-mapping-hint" });
    let counted = counted.clone();
    let onclick = move |_: MouseEvent| {
        let pairs = counted.mpi.iter().filter_map(|mpi| mpi.pairs.as_ref()).flatten();
        map_traffic(&counted.stats, pairs.map(|p| (p.source, p.destination, p.bytes, p.messages)));
    };
    html! {
        <button type="button" class="btn outlined" {onclick} {disabled} {title} data-testid="mpi-to-mapping">{ i18n.t("stats-to-mapping") }</button>
    }
}

/// Takes traffic to the page of the mapping mode: source, destination, bytes and messages of each pair of ranks.
pub fn map_traffic(stats: &StatsView, pairs: impl Iterator<Item = (u32, u32, u64, u64)>) {
    let lines = pairs.map(|(from, to, bytes, messages)| format!("{from},{to},{bytes},{messages}\n"));
    let text = std::iter::once("source,destination,bytes,messages\n".to_owned()).chain(lines).collect();
    // A browser that stores nothing has said so on the page.
    if leave_traffic(&Traffic { sizes: format!("{}x{}", stats.columns, stats.rows), text }) {
        go(Mode::of("mopt"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::base::Lang;

    #[test]
    fn names_are_in_front_and_numbers_are_sorted_as_numbers() {
        let words = |row: &[&str]| row.iter().map(|cell| Text::same(*cell)).collect::<Vec<_>>();
        let rows = [words(&["cycles", "share", "rank"]), words(&["12345", "7.5 %", "10 (3,1)"])];
        let (columns, cells) = table(&rows, &I18n::new(Lang::En));
        let heads: Vec<_> = columns.iter().map(|c| (c.label.as_str(), c.number)).collect();
        assert_eq!(heads, [("rank", false), ("cycles", true), ("share", true)]);
        let cells: Vec<_> = cells[0].iter().map(|c| (c.text.as_str(), c.key)).collect();
        assert_eq!(cells, [("10 (3,1)", 10.0), ("12,345", 12345.0), ("7.5 %", 7.5)]);
    }
}
