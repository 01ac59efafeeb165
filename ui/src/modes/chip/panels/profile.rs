//! The profile: cycles by function, by line, and by rank; polling apart.

use super::wants;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::intent::Intent;
use crate::modes::chip::store::{Analyse, Analysis};
use crate::widgets::{Cell, Column, DataTable, Row};
use mcore::base::NodeId;
use mcore::modes::chip::view::{ProfileView, SourcePlace};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`ProfilePanel`].
#[derive(Properties, PartialEq)]
pub struct ProfilePanelProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The profile.
    pub analysis: Analysis,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// The profile is that of one node.
    pub node: Option<NodeId>,
}

/// The lists of a profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum By {
    #[default]
    Function,
    Line,
    Rank,
}

/// A part of a total in per cent, with one decimal.
fn share(part: u64, total: u64) -> String {
    let tenths = if total == 0 { 0 } else { (u128::from(part) * 1000 / u128::from(total)) as u64 };
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The panel.
#[component]
pub fn ProfilePanel(props: &ProfilePanelProps) -> Html {
    let i18n = use_i18n();
    let by = use_state(By::default);
    let Some(profile) = props.analysis.profile.as_deref() else {
        let words = match props.analysis.profiling {
            Some((cycle, until)) => i18n.tf("stats-counting", &[("n", &grouped(cycle)), ("until", &grouped(until))]),
            None => i18n.t("profile-none"),
        };
        return html! { <p class="empty" data-testid="profile-none">{ words }</p> };
    };
    let choice = |value: By, label: &str, testid: &'static str| {
        let by = by.clone();
        let chosen = *by == value;
        html! {
            <button
                type="button" class={classes!("btn", chosen.then_some("chosen"))} aria-pressed={chosen.to_string()}
                onclick={Callback::from(move |_| by.set(value))} data-testid={testid}
            >{ i18n.t(label) }</button>
        }
    };
    let of_one = profile.node.is_some() || props.node.is_some();
    let of = if of_one { None } else { props.selected };
    let one =
        i18n.tf("profile-one", &[("id", &props.node.or(props.selected).map(|n| n.to_string()).unwrap_or_default())]);
    let said = i18n.tf(
        "profile-said",
        &[
            ("n", &grouped(profile.total)),
            ("polling", &share(profile.polling, profile.total)),
            ("cycles", &grouped(profile.cycles)),
        ],
    );
    let heat = props.analysis.heat;
    html! {
        <div class="profile-panel" data-testid="profile" data-total={profile.total.to_string()}>
            <div class="profile-head">
                { choice(By::Function, "profile-functions", "profile-functions") }
                { choice(By::Line, "profile-lines", "profile-lines") }
                { choice(By::Rank, "profile-ranks", "profile-ranks") }
                <label class="check-line">
                    <input
                        type="checkbox" checked={of_one} disabled={!profile.single}
                        onchange={wants(&props.act, Intent::Analyse(Analyse::ProfileOf(of)))} data-testid="profile-one"
                    /><span>{ one }</span>
                </label>
                <label class="check-line">
                    <input
                        type="checkbox" checked={heat} onchange={wants(&props.act, Intent::Analyse(Analyse::ToggleHeat))}
                        data-testid="profile-heat"
                    /><span>{ i18n.t("profile-heat") }</span>
                </label>
                <span class="quiet small" data-testid="profile-said">{ said }</span>
            </div>
            { match *by {
                By::Function => functions(props, profile, &i18n),
                By::Line => lines(props, profile, &i18n),
                By::Rank => ranks(props, profile, &i18n),
            } }
        </div>
    }
}

/// A click on a row goes to its place.
fn visits(act: &Callback<Intent>, places: Vec<Option<SourcePlace>>) -> Callback<usize> {
    let act = act.clone();
    Callback::from(move |index: usize| {
        if let Some(place) = places.get(index).cloned().flatten() {
            act.emit(Intent::GoTo(place));
        }
    })
}

/// Cells with the cycles of a row.
fn cells(computing: u64, polling: u64, total: u64) -> [Cell; 4] {
    let sum = computing + polling;
    [
        Cell::number(grouped(sum), sum as f64),
        Cell::number(share(sum, total), sum as f64),
        Cell::number(grouped(computing), computing as f64),
        Cell::number(grouped(polling), polling as f64),
    ]
}

fn columns(first: Vec<Column>, i18n: &I18n) -> Rc<Vec<Column>> {
    let rest = ["profile-cycles", "profile-share", "profile-computing", "profile-polling"];
    Rc::new(first.into_iter().chain(rest.map(|label| Column::number(i18n.t(label)))).collect())
}

fn functions(props: &ProfilePanelProps, profile: &ProfileView, i18n: &I18n) -> Html {
    let place =
        |place: &Option<SourcePlace>| place.as_ref().map(|p| format!("{}:{}", p.file, p.line)).unwrap_or_default();
    let rows = profile.functions.iter().enumerate().map(|(id, f)| Row {
        cells: [Cell::words(f.name.clone()), Cell::words(place(&f.place))]
            .into_iter()
            .chain(cells(f.computing, f.polling, profile.total))
            .collect(),
        id,
        current: false,
    });
    let head = vec![Column::words(i18n.t("profile-function")), Column::words(i18n.t("profile-place"))];
    let on_row = visits(&props.act, profile.functions.iter().map(|f| f.place.clone()).collect());
    html! {
        <DataTable
            key="functions" label={i18n.t("profile-functions")} columns={columns(head, i18n)} rows={Rc::new(rows.collect::<Vec<_>>())}
            {on_row} file="profile-functions" testid="profile-table"
        />
    }
}

fn lines(props: &ProfilePanelProps, profile: &ProfileView, i18n: &I18n) -> Html {
    let rows = profile.lines.iter().enumerate().map(|(id, l)| Row {
        cells: [Cell::words(format!("{}:{}", l.place.file, l.place.line)), Cell::words(l.function.clone())]
            .into_iter()
            .chain(cells(l.computing, l.polling, profile.total))
            .collect(),
        id,
        current: false,
    });
    let head = vec![Column::words(i18n.t("profile-place")), Column::words(i18n.t("profile-function"))];
    let on_row = visits(&props.act, profile.lines.iter().map(|l| Some(l.place.clone())).collect());
    html! {
        <DataTable
            key="lines" label={i18n.t("profile-lines")} columns={columns(head, i18n)} rows={Rc::new(rows.collect::<Vec<_>>())}
            {on_row} file="profile-lines" testid="profile-table"
        />
    }
}

fn ranks(props: &ProfilePanelProps, profile: &ProfileView, i18n: &I18n) -> Html {
    let rows = profile.ranks.iter().enumerate().map(|(id, r)| {
        let [sum, share, computing, polling] = cells(r.computing, r.polling, profile.cycles);
        Row {
            cells: vec![
                Cell::number(id.to_string(), id as f64),
                Cell::words(r.node.to_string()),
                sum,
                share,
                computing,
                polling,
                Cell::number(grouped(r.halted), r.halted as f64),
            ],
            id,
            current: props.selected == Some(r.node),
        }
    });
    let head = vec![Column::number(i18n.t("stats-rank")), Column::words(i18n.t("stats-node"))];
    let mut all = columns(head, i18n);
    Rc::make_mut(&mut all).push(Column::number(i18n.t("profile-halted")));
    let on_row = {
        let (act, nodes) = (props.act.clone(), profile.ranks.iter().map(|r| r.node).collect::<Vec<_>>());
        Callback::from(move |index: usize| {
            if let Some(node) = nodes.get(index) {
                act.emit(Intent::Select(*node));
            }
        })
    };
    html! {
        <DataTable
            key="ranks" label={i18n.t("profile-ranks")} columns={all} rows={Rc::new(rows.collect::<Vec<_>>())}
            {on_row} file="profile-ranks" testid="profile-table"
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_one_decimal_and_need_no_total() {
        assert_eq!(share(1, 3), "33.3 %");
        assert_eq!(share(5, 5), "100.0 %");
        assert_eq!(share(0, 0), "0.0 %");
        assert_eq!(share(u64::MAX, u64::MAX), "100.0 %");
    }
}
