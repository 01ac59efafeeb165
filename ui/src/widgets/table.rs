//! A table that can be sorted by every column; a click on a row can be an action. Long tables are divided into pages.

use super::export::{csv, save_text};
use super::{Icon, IconName};
use crate::i18n::use_i18n;
use std::cmp::Ordering;
use std::rc::Rc;
use yew::prelude::*;

/// Rows per page.
const PAGE: usize = 50;

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its heading.
    pub label: AttrValue,
    /// Its cells are numbers: aligned to the right, and sorted with the greatest first.
    pub number: bool,
}

impl Column {
    /// A column of text.
    pub fn words(label: AttrValue) -> Self {
        Self { label, number: false }
    }

    /// A column of numbers.
    pub fn number(label: AttrValue) -> Self {
        Self { label, number: true }
    }
}

/// A cell: its text, and its key for sorting.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub text: AttrValue,
    /// Its key for sorting.
    pub key: f64,
}

impl Cell {
    /// A cell with a number.
    pub fn number(text: impl Into<AttrValue>, key: f64) -> Self {
        Self { text: text.into(), key }
    }

    /// A cell with text, sorted alphabetically.
    pub fn words(text: impl Into<AttrValue>) -> Self {
        Self { text: text.into(), key: 0.0 }
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub cells: Vec<Cell>,
    /// Its number in the table's owner.
    pub id: usize,
    /// Whether it is marked.
    pub current: bool,
}

/// Properties of [`DataTable`].
#[derive(Properties, PartialEq)]
pub struct DataTableProps {
    /// The name of the table, for screen readers and for the file.
    pub label: AttrValue,
    pub columns: Rc<Vec<Column>>,
    /// Its rows, in their own order.
    pub rows: Rc<Vec<Row>>,
    /// The column by which it is sorted at first.
    #[prop_or_default]
    pub sorted: Option<usize>,
    /// Called with the ID of a clicked row; without it rows are read-only.
    #[prop_or_default]
    pub on_row: Option<Callback<usize>>,
    /// Name of the file.
    pub file: AttrValue,
    /// Name for tests.
    pub testid: AttrValue,
}

/// Indices of the rows, sorted by a column.
fn order(rows: &[Row], column: usize, number: bool, down: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let cell = |i: usize| rows[i].cells.get(column);
    order.sort_by(|&a, &b| {
        let ordering = match (cell(a), cell(b)) {
            (Some(a), Some(b)) if number => a.key.total_cmp(&b.key),
            (Some(a), Some(b)) => a.key.total_cmp(&b.key).then_with(|| a.text.cmp(&b.text)),
            _ => Ordering::Equal,
        };
        if down { ordering.reverse() } else { ordering }
    });
    order
}

/// The table.
#[component]
pub fn DataTable(props: &DataTableProps) -> Html {
    let i18n = use_i18n();
    let sorted = use_state(|| props.sorted.map(|column| (column, true)));
    let shown = use_state(|| PAGE);
    let columns = &props.columns;
    let sorting = *sorted;
    let order = use_memo((props.rows.clone(), sorting), |(rows, sorting)| match sorting {
        Some((column, down)) => order(rows, *column, columns.get(*column).is_some_and(|c| c.number), *down),
        None => (0..rows.len()).collect(),
    });
    let heads = columns.iter().enumerate().map(|(index, column)| {
        let now = sorting.filter(|(by, _)| *by == index).map(|(_, down)| down);
        let onclick = {
            let (sorted, number) = (sorted.clone(), column.number);
            move |_: MouseEvent| sorted.set(Some((index, now.map_or(number, |down| !down))))
        };
        let (aria, sign) = match now {
            Some(true) => ("descending", "▾"),
            Some(false) => ("ascending", "▴"),
            None => ("none", ""),
        };
        html! {
            <th key={index} scope="col" class={column.number.then_some("num")} aria-sort={aria}>
                <button type="button" {onclick}>{ &column.label }<span class="sort" aria-hidden="true">{ sign }</span></button>
            </th>
        }
    });
    let rows = order.iter().take(*shown).filter_map(|index| props.rows.get(*index)).map(|row| {
        let cells = row.cells.iter().zip(columns.iter()).enumerate().map(|(i, (cell, column))| {
            let class = column.number.then_some("num");
            match (&props.on_row, i) {
                (Some(on_row), 0) => {
                    let (on_row, id) = (on_row.clone(), row.id);
                    // The row accepts clicks too; this button is for the keyboard and for screen readers.
                    let onclick = move |event: MouseEvent| {
                        event.stop_propagation();
                        on_row.emit(id);
                    };
                    html! { <th key={i} scope="row" {class}><button type="button" class="link" {onclick}>{ &cell.text }</button></th> }
                }
                (None, 0) => html! { <th key={i} scope="row" {class}>{ &cell.text }</th> },
                _ => html! { <td key={i} {class}>{ &cell.text }</td> },
            }
        });
        let onclick = props.on_row.clone().map(|on_row| {
            let id = row.id;
            Callback::from(move |_: MouseEvent| on_row.emit(id))
        });
        let current = row.current.then_some("true");
        html! { <tr key={row.id} {onclick} class={row.current.then_some("current")} aria-current={current}>{ for cells }</tr> }
    });
    let left = props.rows.len().saturating_sub(*shown);
    let more = {
        let shown = shown.clone();
        move |_: MouseEvent| shown.set(*shown * 2)
    };
    let save = {
        let (columns, rows, order, file) = (columns.clone(), props.rows.clone(), order.clone(), props.file.clone());
        move |_: MouseEvent| {
            let head = columns.iter().map(|c| c.label.as_str()).collect::<Vec<_>>();
            let body = order.iter().map(|i| rows[*i].cells.iter().map(|c| c.text.as_str()).collect::<Vec<_>>());
            save_text(&format!("{file}.csv"), "text/csv", &csv(std::iter::once(head).chain(body)));
        }
    };
    let class = if props.on_row.is_some() { "sheet pick" } else { "sheet" };
    html! {
        <div class="sheet-host" data-testid={&props.testid}>
            <div class="sheet-scroll" tabindex="0" role="group" aria-label={&props.label}>
                <table {class}>
                    <thead><tr>{ for heads }</tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
            <div class="sheet-foot">
                if left > 0 {
                    <button type="button" class="btn tiny" onclick={more}>{ i18n.tf("table-more", &[("n", &left.to_string())]) }</button>
                }
                <span class="grow"></span>
                <button type="button" class="btn tiny" onclick={save} title={i18n.t("save-csv")} aria-label={i18n.t("save-csv")}>
                    <Icon name={IconName::Save} />{ "CSV" }
                </button>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let row = |id, name: &'static str, n: f64| Row {
            cells: vec![Cell::words(name), Cell::number(n.to_string(), n)],
            id,
            current: false,
        };
        vec![row(0, "b", 2.0), row(1, "a", 10.0), row(2, "c", 2.0)]
    }

    #[test]
    fn numbers_are_sorted_as_numbers_and_equals_stay_in_order() {
        assert_eq!(order(&rows(), 1, true, false), [0, 2, 1]);
        assert_eq!(order(&rows(), 1, true, true), [1, 0, 2]);
        assert_eq!(order(&rows(), 0, false, false), [1, 0, 2]);
    }
}
