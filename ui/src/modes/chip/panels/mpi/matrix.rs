//! The bytes between ranks: a table with a tint for each cell if there are few ranks, else a picture whose cells are read
//! under the pointer or by the arrow keys, with a table of the largest ones.

use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Counted, PtrEq};
use crate::widgets::{Cell, Column, DataTable, Row};
use mcore::modes::chip::view::MpiMatrix;
use std::fmt::Write as _;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::prelude::*;

/// Maximum number of ranks whose numbers are written.
const WRITTEN: u32 = 16;
/// Tints, from the lightest.
const TINTS: u64 = 5;
/// Maximum number of cells in the table beside the picture.
const LISTED: usize = 200;

/// Properties of [`Matrix`].
#[derive(Properties, PartialEq)]
pub struct MatrixProps {
    /// The statistics; without MPI there is no matrix.
    pub counted: PtrEq<Counted>,
}

/// A matrix and the number of all ranks: the last row and column may have fewer than the others.
type Counts<'a> = (&'a MpiMatrix, u32);

/// The tint of a cell, from 1; 0 is none.
fn tint(bytes: u64, most: u64) -> u64 {
    if bytes == 0 {
        return 0;
    }
    let share = (u128::from(bytes) * u128::from(TINTS)).div_ceil(u128::from(most.max(1)));
    share.min(u128::from(TINTS)) as u64
}

/// Ranks of a row or column, of `count` in all: one, or the first and the last one.
fn ranks((matrix, count): Counts<'_>, place: u32) -> String {
    let first = place * matrix.group;
    let last = (first + matrix.group).min(count.max(first + 1)) - 1;
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

/// Bytes and messages of a cell.
fn cell(matrix: &MpiMatrix, row: u32, column: u32) -> (u64, u64) {
    let at = (row * matrix.side + column) as usize;
    let of = |values: &[u64]| values.get(at).copied().unwrap_or(0);
    (of(&matrix.bytes), of(&matrix.messages))
}

fn said(counts: Counts<'_>, row: u32, column: u32, i18n: &I18n) -> AttrValue {
    let (bytes, messages) = cell(counts.0, row, column);
    let (from, to) = (ranks(counts, row), ranks(counts, column));
    let (bytes, messages) = (grouped(bytes), grouped(messages));
    i18n.tf("mpi-cell", &[("from", &from), ("to", &to), ("bytes", &bytes), ("messages", &messages)])
}

/// The parts that do not depend on the pointer.
struct Parts {
    /// The numbers of few ranks, with the largest ones below; the largest ones beside the picture of many.
    tables: Html,
    /// The cells of the picture; none for few ranks.
    tints: Option<Html>,
}

impl Parts {
    fn of(counts: Counts<'_>, i18n: &I18n) -> Self {
        let few = counts.0.side <= WRITTEN && counts.0.group == 1;
        let largest = largest(counts, i18n);
        match few {
            true => Self { tables: html! { <>{ written(counts, i18n) }{ largest }</> }, tints: None },
            false => Self { tables: largest, tints: Some(tints(counts.0)) },
        }
    }
}

/// The matrix with its heading.
#[component]
pub fn Matrix(props: &MatrixProps) -> Html {
    let i18n = use_i18n();
    let at = use_state_eq(|| None::<(u32, u32)>);
    let parts = use_memo((props.counted.clone(), i18n.clone()), |(counted, i18n)| {
        counted.mpi.as_ref().map(|mpi| Parts::of((&mpi.matrix, mpi.nodes.len() as u32), i18n))
    });
    let (Some(mpi), Some(Parts { tables, tints })) = (&props.counted.mpi, &*parts) else { return Html::default() };
    let matrix = &mpi.matrix;
    let counts = (matrix, mpi.nodes.len() as u32);
    let now = at.filter(|(row, column)| *row < matrix.side && *column < matrix.side);
    let note = match now.filter(|_| tints.is_some()) {
        Some((row, column)) => said(counts, row, column, &i18n),
        None if matrix.group > 1 => i18n.tf("mpi-matrix-grouped", &[("n", &matrix.group.to_string())]),
        None => i18n.t("mpi-matrix-note"),
    };
    let body = match tints {
        None => tables.clone(),
        Some(tints) => html! {
            <div class="mpi-picture">
                { picture(matrix.side, tints.clone(), now, &at, &i18n) }
                { tables.clone() }
            </div>
        },
    };
    html! {
        <>
            <div class="profile-head"><h2>{ i18n.t("mpi-matrix") }</h2><span class="quiet small" role="status" data-testid="mpi-matrix-note">{ note }</span></div>
            { body }
        </>
    }
}

/// A table with the numbers.
fn written(counts: Counts<'_>, i18n: &I18n) -> Html {
    let matrix = counts.0;
    let most = matrix.bytes.iter().copied().max().unwrap_or(0);
    let places = || 0..matrix.side;
    let heads = places().map(|rank| html! { <th key={rank} scope="col" class="num">{ rank }</th> });
    let row = |from: u32| {
        let cells = places().map(|to| {
            let (bytes, _) = cell(matrix, from, to);
            let class = classes!("num", format!("mpi-tint-{}", tint(bytes, most)));
            let text = if bytes == 0 { "·".to_owned() } else { grouped(bytes) };
            html! { <td key={to} {class} title={said(counts, from, to, i18n)}>{ text }</td> }
        });
        html! { <tr key={from}><th scope="row" class="num">{ from }</th>{ for cells }</tr> }
    };
    html! {
        <div class="sheet-host mpi-numbers">
            <div class="sheet-scroll" tabindex="0" role="group" aria-label={i18n.t("mpi-matrix")}>
                <table class="sheet mpi-matrix" data-testid="mpi-matrix">
                    <thead><tr><th scope="col" class="quiet">{ i18n.t("mpi-from-to") }</th>{ for heads }</tr></thead>
                    <tbody>{ for places().map(row) }</tbody>
                </table>
            </div>
        </div>
    }
}

/// The cells of each tint as one path.
fn paths(matrix: &MpiMatrix) -> Vec<(u64, String)> {
    let most = matrix.bytes.iter().copied().max().unwrap_or(0);
    let mut paths: Vec<(u64, String)> = (1..=TINTS).map(|tint| (tint, String::new())).collect();
    for row in 0..matrix.side {
        for column in 0..matrix.side {
            let tint = tint(cell(matrix, row, column).0, most);
            if let Some((_, path)) = paths.get_mut((tint as usize).wrapping_sub(1)) {
                let _ = write!(path, "M{column} {row}h1v1h-1z");
            }
        }
    }
    paths
}

/// The cells with bytes.
fn tints(matrix: &MpiMatrix) -> Html {
    let path = |(tint, d): (u64, String)| html! { <path key={tint} class={format!("mpi-tint-{tint}")} {d} /> };
    paths(matrix).into_iter().map(path).collect()
}

/// The picture with a frame around the cell `now`.
fn picture(
    side: u32,
    tints: Html,
    now: Option<(u32, u32)>,
    at: &UseStateHandle<Option<(u32, u32)>>,
    i18n: &I18n,
) -> Html {
    let onpointermove = {
        let at = at.clone();
        move |event: PointerEvent| {
            // The parts of the picture take no pointer events.
            let Some(element) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
            let place = |offset: i32, size: i32| {
                let share = f64::from(offset.max(0)) / f64::from(size.max(1));
                ((share * f64::from(side)) as u32).min(side.saturating_sub(1))
            };
            let row = place(event.offset_y(), element.client_height());
            at.set(Some((row, place(event.offset_x(), element.client_width()))));
        }
    };
    let onpointerleave = {
        let at = at.clone();
        move |_: PointerEvent| at.set(None)
    };
    let onkeydown = {
        let at = at.clone();
        move |event: KeyboardEvent| {
            let (row, column) = now.unwrap_or((0, 0));
            let to = match event.key().as_str() {
                "ArrowUp" => (row.saturating_sub(1), column),
                "ArrowDown" => ((row + 1).min(side - 1), column),
                "ArrowLeft" => (row, column.saturating_sub(1)),
                "ArrowRight" => (row, (column + 1).min(side - 1)),
                _ => return,
            };
            event.prevent_default();
            at.set(Some(to));
        }
    };
    let here = now.map(|(row, column)| {
        html! { <rect class="here" x={column.to_string()} y={row.to_string()} width="1" height="1" /> }
    });
    html! {
        <svg
            viewBox={format!("0 0 {side} {side}")} preserveAspectRatio="none" tabindex="0" role="application" aria-label={i18n.t("mpi-matrix-label")}
            {onpointermove} {onpointerleave} {onkeydown} data-testid="mpi-heat"
        >
            <rect class="all" width={side.to_string()} height={side.to_string()} />
            { tints }
            { here.unwrap_or_default() }
        </svg>
    }
}

/// The cells with the most bytes as a table.
fn largest(counts: Counts<'_>, i18n: &I18n) -> Html {
    let matrix = counts.0;
    let mut cells: Vec<(u64, u32, u32)> = (0..matrix.side)
        .flat_map(|row| (0..matrix.side).map(move |column| (row, column)))
        .map(|(row, column)| (cell(matrix, row, column).0, row, column))
        .filter(|(bytes, ..)| *bytes > 0)
        .collect();
    cells.sort_by_key(|(bytes, row, column)| (std::cmp::Reverse(*bytes), *row, *column));
    let row = |(id, (bytes, from, to)): (usize, &(u64, u32, u32))| {
        let messages = cell(matrix, *from, *to).1;
        let cells = vec![
            Cell::number(ranks(counts, *from), f64::from(*from)),
            Cell::number(ranks(counts, *to), f64::from(*to)),
            Cell::number(grouped(*bytes), *bytes as f64),
            Cell::number(grouped(messages), messages as f64),
        ];
        Row { cells, id, current: false }
    };
    let rows: Vec<Row> = cells.iter().take(LISTED).enumerate().map(row).collect();
    let columns = ["mpi-from", "mpi-to", "stats-bytes", "mpi-messages"].map(|label| Column::number(i18n.t(label)));
    html! {
        <DataTable
            label={i18n.t("mpi-matrix")} columns={Rc::new(columns.to_vec())} rows={Rc::new(rows)} sorted={2}
            file="mpi-matrix" testid="mpi-pair-table"
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(side: u32, group: u32) -> MpiMatrix {
        let cells = (side * side) as usize;
        let bytes: Vec<u64> = (0..cells as u64).collect();
        MpiMatrix { group, side, messages: bytes.iter().map(|b| b / 2).collect(), bytes }
    }

    #[test]
    fn every_cell_with_bytes_has_one_tint_and_the_greatest_the_darkest() {
        assert_eq!((tint(0, 100), tint(1, 100), tint(20, 100), tint(21, 100), tint(100, 100)), (0, 1, 1, 2, 5));
        assert_eq!((tint(u64::MAX, u64::MAX), tint(1, u64::MAX)), (5, 1));
        let paths = paths(&matrix(20, 1));
        assert_eq!(paths.iter().map(|(_, d)| d.matches('M').count()).sum::<usize>(), 20 * 20 - 1);
        assert!(paths[4].1.contains("M19 19h"), "the last cell has the most bytes");
    }

    #[test]
    fn cells_of_many_ranks_name_the_first_and_the_last_one() {
        assert_eq!(ranks((&matrix(4, 1), 4), 3), "3");
        assert_eq!(ranks((&matrix(4, 16), 64), 3), "48–63");
        // 81 ranks in pairs: the last one is alone. Of 50 ranks in groups of 16 the last two are a group.
        assert_eq!((ranks((&matrix(41, 2), 81), 39), ranks((&matrix(41, 2), 81), 40)), ("78–79".into(), "80".into()));
        assert_eq!(ranks((&matrix(4, 16), 50), 3), "48–49");
        assert_eq!(cell(&matrix(4, 16), 1, 2), (6, 3));
    }
}
