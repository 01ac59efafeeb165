//! The contents of the space-time picture as tables: the DMAs of the shown cycles, and the activity of each node in
//! them.

use crate::fmt::{grouped, percent};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::arrows::{Traffic, is_of};
use crate::modes::chip::paint::span::Span;
use crate::modes::chip::store::{Analyse, Intent};
use crate::widgets::{Cell, Column, DataTable, Row, csv};
use mcore::base::{Array, NodeId};
use mcore::modes::chip::view::{Message, MpiArrowView, SpaceTimeView, rank_in};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`Tables`].
#[derive(Properties, PartialEq)]
pub struct TablesProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The DMAs.
    pub traffic: Rc<Traffic>,
    /// Shares of computing and waiting, by rank.
    pub uses: Rc<Vec<[f64; 2]>>,
    /// The nodes.
    pub array: Array,
    /// The rank of MPI of each node, if a rank map changes their order; else empty.
    pub ranks: Vec<u32>,
    pub selected: Option<NodeId>,
}

/// Shares of computing and waiting in a part of the run, by rank, 0 to 1.
pub fn uses(view: &SpaceTimeView, nodes: usize, span: Span) -> Vec<[f64; 2]> {
    let columns = columns(view, span);
    // A column is weighted by its number of cycles in the part.
    let weight = |column: usize| {
        let from = view.from + column as u64 * view.per_column;
        let until = (from + view.per_column).min(view.from + view.cycles);
        until.min(span.until).saturating_sub(from.max(span.from)) as f64
    };
    let all: f64 = columns.clone().map(weight).sum::<f64>().max(1.0);
    let share = |rank: usize, what: usize| -> f64 {
        columns.clone().map(|c| f64::from(view.core(rank, c)[what]) / 255.0 * weight(c)).sum::<f64>() / all
    };
    (0..nodes).map(|rank| [share(rank, 0), share(rank, 1)]).collect()
}

/// The columns of a picture that lie in a part of the run.
fn columns(view: &SpaceTimeView, span: Span) -> std::ops::Range<usize> {
    let at = |cycle: u64| cycle.saturating_sub(view.from) / view.per_column.max(1);
    let end = span.until.min(view.from + view.cycles);
    if end <= span.from {
        return 0..0;
    }
    at(span.from) as usize..at(end - 1) as usize + 1
}

/// By rank and column, shares from 0 to 1.
pub fn as_csv(view: &SpaceTimeView, nodes: usize, span: Span) -> String {
    let head = ["rank", "from cycle", "computing", "waiting"].map(str::to_owned).to_vec();
    let share = |byte: u8| format!("{:.3}", f64::from(byte) / 255.0);
    let rows = (0..nodes).flat_map(|rank| {
        columns(view, span).map(move |column| {
            let [computing, polling] = view.core(rank, column);
            let from = view.from + column as u64 * view.per_column;
            vec![rank_in(&view.ranks, rank).to_string(), from.to_string(), share(computing), share(polling)]
        })
    });
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    csv(rows.iter().map(|row| row.iter().map(String::as_str)))
}

/// The cells of a DMA.
fn dma_cells(m: &Message, i18n: &I18n) -> Vec<Cell> {
    let number = |n: Option<u64>, none: &str, key: f64| match n {
        Some(n) => Cell::number(grouped(n), n as f64),
        None => Cell::number(i18n.t(none), key),
    };
    let took = m.from.zip(m.until).map(|(from, until)| until - from);
    vec![
        number(m.from, "space-before", -1.0),
        Cell::words(m.source.to_string()),
        Cell::words(m.dst.to_string()),
        number(m.until, "space-later", f64::INFINITY),
        number(took, "space-unknown", -1.0),
        number(m.bytes.map(u64::from), "space-unknown", -1.0),
    ]
}

/// The cells of a message of MPI.
fn mpi_cells(m: &MpiArrowView, i18n: &I18n) -> Vec<Cell> {
    let later = || Cell::number(i18n.t("space-later"), f64::INFINITY);
    let number = |n: u64| Cell::number(grouped(n), n as f64);
    vec![
        number(m.from),
        Cell::words(m.function.clone()),
        number(m.ranks.0.into()),
        number(m.ranks.1.into()),
        m.tag.map_or_else(|| Cell::number("–", -1.0), |tag| number(tag.into())),
        number(m.bytes.into()),
        m.until.map_or_else(later, number),
        m.until.map_or_else(later, |until| number(until - m.from)),
    ]
}

/// Both tables.
#[component]
pub fn Tables(props: &TablesProps) -> Html {
    let i18n = use_i18n();
    let messages = use_memo((props.traffic.clone(), props.selected, i18n.lang), {
        let i18n = i18n.clone();
        move |(traffic, selected, _)| {
            // The messages of MPI are among the messages of the traffic, in the same order.
            let row = |(id, m): (usize, &Message)| {
                let mpi = traffic.mpi.as_ref().and_then(|mpi| mpi.get(id));
                let cells = mpi.map_or_else(|| dma_cells(m, &i18n), |mpi| mpi_cells(mpi, &i18n));
                Row { cells, id, current: is_of(m, *selected) }
            };
            let rows: Vec<Row> = traffic.messages.iter().enumerate().map(row).collect();
            Rc::new(rows)
        }
    });
    let nodes = use_memo(
        (props.uses.clone(), props.array, props.ranks.clone(), props.selected),
        |(uses, array, ranks, selected)| {
            let percent = |share: f64| Cell::number(percent(share, 1), share);
            let rows = uses.iter().enumerate().map(|(rank, [computing, waiting])| Row {
                cells: vec![
                    Cell::number(rank_in(ranks, rank).to_string(), rank_in(ranks, rank).into()),
                    Cell::words(array.node(rank).to_string()),
                    percent(*computing),
                    percent(*waiting),
                    percent((1.0 - computing - waiting).max(0.0)),
                ],
                id: rank,
                current: *selected == Some(array.node(rank)),
            });
            Rc::new(rows.collect::<Vec<_>>())
        },
    );
    let on_message = {
        let (act, traffic) = (props.act.clone(), props.traffic.clone());
        Callback::from(move |id: usize| {
            let Some(m) = traffic.messages.get(id) else { return };
            // To its start, or to its arrival if the start is not known.
            let there = m.from.map(|cycle| (cycle, m.source)).or(m.until.map(|cycle| (cycle, m.dst)));
            if let Some((cycle, node)) = there {
                act.emit(Intent::Analyse(Analyse::Visit(cycle, node)));
            }
        })
    };
    let on_node = {
        let (act, array) = (props.act.clone(), props.array);
        Callback::from(move |rank: usize| act.emit(Intent::Select(array.node(rank))))
    };
    let heads = |labels: &[(&str, bool)]| {
        let head = |(label, number): &(&str, bool)| Column { label: i18n.t(label), number: *number };
        Rc::new(labels.iter().map(head).collect::<Vec<_>>())
    };
    let is_mpi = props.traffic.mpi.is_some();
    let of_messages = if is_mpi {
        heads(&[
            ("space-start", true),
            ("space-function", false),
            ("mpi-from", true),
            ("mpi-to", true),
            ("space-tag", true),
            ("stats-bytes", true),
            ("space-arrival", true),
            ("stats-cycles", true),
        ])
    } else {
        heads(&[
            ("space-start", true),
            ("space-source", false),
            ("space-dst", false),
            ("space-arrival", true),
            ("stats-cycles", true),
            ("stats-bytes", true),
        ])
    };
    let (title, file) =
        if is_mpi { ("space-mpi-table", "space-time-messages") } else { ("space-messages", "space-time-dmas") };
    let of_nodes = heads(&[
        ("stats-rank", true),
        ("stats-node", false),
        ("role-computing", true),
        ("stats-waiting", true),
        ("role-halted", true),
    ]);
    html! {
        <div class="space-tables">
            <div>
                <h3>{ i18n.t(title) }</h3>
                <DataTable
                    key={title} label={i18n.t(title)} columns={of_messages} rows={(*messages).clone()} on_row={on_message}
                    {file} testid="table-messages"
                />
            </div>
            <div>
                <h3>{ i18n.t("space-nodes") }</h3>
                <DataTable
                    label={i18n.t("space-nodes")} columns={of_nodes} rows={(*nodes).clone()} on_row={on_node}
                    file="space-time-nodes" testid="table-uses"
                />
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> SpaceTimeView {
        SpaceTimeView {
            from: 10,
            cycles: 7,
            per_column: 4,
            cores: vec![255, 0, 0, 255, 0, 0, 0, 0],
            columns: 2,
            ..SpaceTimeView::default()
        }
    }

    #[test]
    fn the_file_has_a_line_for_each_rank_and_column() {
        let text = as_csv(&space(), 2, Span { from: 10, until: 17 });
        let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines.len(), 1 + 4);
        assert_eq!(lines[2], "0,14,0.000,1.000");
        assert_eq!(as_csv(&space(), 2, Span { from: 15, until: 40 }).lines().count(), 1 + 2);
        assert_eq!(as_csv(&space(), 2, Span { from: 40, until: 50 }).lines().count(), 1);
    }

    #[test]
    fn shares_are_those_of_the_cycles_in_the_part() {
        // Four cycles of computing, three of waiting.
        let [computing, waiting] = uses(&space(), 2, Span { from: 10, until: 17 })[0];
        assert!((computing - 4.0 / 7.0).abs() < 1e-9 && (waiting - 3.0 / 7.0).abs() < 1e-9);
        let [computing, waiting] = uses(&space(), 2, Span { from: 13, until: 15 })[0];
        assert!((computing - 0.5).abs() < 1e-9 && (waiting - 0.5).abs() < 1e-9);
        assert_eq!(uses(&space(), 2, Span { from: 10, until: 17 })[1], [0.0, 0.0]);
        assert_eq!(uses(&space(), 1, Span { from: 90, until: 91 }), [[0.0, 0.0]]);
    }
}
