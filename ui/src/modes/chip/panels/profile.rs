//! The profile: cycles by function, by line, and by rank; polling apart.

use super::wants;
use crate::fmt::{grouped, share};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Analyse, Intent, PtrEq};
use crate::widgets::{Cell, Choice, Column, DataTable, Row, Segmented};
use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::view::{ProfileView, RankRow, SourcePlace};
use std::rc::Rc;
use yew::prelude::*;

/// Maximum number of ranks in the picture: the bars of more would be thinner than a pointer can hit.
const MAX_BARS: usize = 64;

/// Properties of [`ProfilePanel`].
#[derive(Properties, PartialEq)]
pub struct ProfilePanelProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    pub profile: Option<PtrEq<ProfileView>>,
    /// Progress of counting: cycles so far, and in all.
    pub progress: Option<(Cycle, Cycle)>,
    /// The editor shows the heat of the lines.
    pub heat: bool,
    pub selected: Option<NodeId>,
    /// The profile is that of this node only.
    pub node: Option<NodeId>,
}

/// The panel.
#[component]
pub fn ProfilePanel(props: &ProfilePanelProps) -> Html {
    let i18n = use_i18n();
    let counting = |(cycle, until): (Cycle, Cycle)| {
        i18n.tf("stats-counting", &[("n", &grouped(cycle)), ("until", &grouped(until))])
    };
    let Some(profile) = props.profile.as_deref().filter(|profile| profile.cycles > 0) else {
        let words = props.progress.map_or_else(|| i18n.t("profile-none"), counting);
        return html! { <p class="empty" data-testid="profile-none">{ words }</p> };
    };
    let said = i18n.tf(
        "profile-said",
        &[
            ("n", &grouped(profile.total)),
            ("polling", &share(profile.polling, profile.total)),
            ("cycles", &grouped(profile.cycles)),
        ],
    );
    html! {
        <div class="profile-panel" data-testid="profile" data-total={profile.total.to_string()} data-cycles={profile.cycles.to_string()}>
            <section class="profile-part" aria-label={i18n.t("profile-functions")}>
                <div class="profile-head"><h2>{ i18n.t("profile-functions") }</h2><span class="quiet small" data-testid="profile-said">{ said }</span></div>
                { functions(props, profile, &i18n) }
            </section>
            <section class="profile-part" aria-label={i18n.t("profile-lines")}>
                <div class="profile-head">
                    <h2>{ i18n.t("profile-lines") }</h2>
                    { of_nodes(props, profile, &i18n) }
                    <button
                        type="button" class="btn tiny" aria-pressed={props.heat.to_string()} title={i18n.t("profile-heat-hint")}
                        onclick={wants(&props.act, Intent::Analyse(Analyse::ToggleHeat))} data-testid="profile-heat"
                    >{ i18n.t("profile-heat") }</button>
                </div>
                { lines(props, profile, &i18n) }
            </section>
            <section class="profile-part" aria-label={i18n.t("profile-ranks")}>
                <div class="profile-head"><h2>{ i18n.t("profile-ranks") }</h2>{ key(&i18n) }</div>
                { bars(props, profile, &i18n).unwrap_or_default() }
                { ranks(props, profile, &i18n) }
            </section>
        </div>
    }
}

/// The switch between all nodes and the selected one.
fn of_nodes(props: &ProfilePanelProps, profile: &ProfileView, i18n: &I18n) -> Html {
    let one = props.node.or(props.selected).filter(|_| profile.single);
    let mut choices = vec![Choice { label: i18n.t("profile-all"), lang: None, testid: "profile-all".into() }];
    choices.extend(one.map(|node| Choice { label: node.to_string().into(), lang: None, testid: "profile-one".into() }));
    let act = props.act.clone();
    let on_choose = Callback::from(move |index: usize| {
        act.emit(Intent::Analyse(Analyse::ProfileOf(one.filter(|_| index == 1))));
    });
    let chosen = usize::from(props.node.is_some());
    html! { <Segmented label={i18n.t("profile-of")} {choices} {chosen} {on_choose} /> }
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

/// Cells with the cycles of a row: all, their share, and those of polling.
fn cells(computing: u64, polling: u64, total: u64) -> [Cell; 3] {
    let sum = computing.saturating_add(polling);
    [
        Cell::number(grouped(sum), sum as f64),
        Cell::number(share(sum, total), sum as f64),
        Cell::number(grouped(polling), polling as f64),
    ]
}

fn columns(first: Vec<Column>, i18n: &I18n) -> Vec<Column> {
    let rest = ["profile-cycles", "profile-share", "role-polling"];
    first.into_iter().chain(rest.map(|label| Column::number(i18n.t(label)))).collect()
}

fn functions(props: &ProfilePanelProps, profile: &ProfileView, i18n: &I18n) -> Html {
    let place =
        |place: &Option<SourcePlace>| place.as_ref().map(|p| format!("{}:{}", p.file, p.line)).unwrap_or_default();
    let rows = profile.functions.iter().enumerate().map(|(id, f)| {
        // Code without a label has no name.
        let name = if f.name.is_empty() { "–".to_owned() } else { f.name.clone() };
        let first = [Cell::words(name), Cell::words(place(&f.place))];
        Row {
            cells: first.into_iter().chain(cells(f.computing, f.polling, profile.total)).collect(),
            id,
            current: false,
        }
    });
    let head = vec![Column::words(i18n.t("profile-function")), Column::words(i18n.t("profile-place"))];
    let on_row = visits(&props.act, profile.functions.iter().map(|f| f.place.clone()).collect());
    html! {
        <DataTable
            label={i18n.t("profile-functions")} columns={Rc::new(columns(head, i18n))} rows={Rc::new(rows.collect::<Vec<_>>())}
            sorted={2} {on_row} file="profile-functions" testid="profile-function-table"
        />
    }
}

fn lines(props: &ProfilePanelProps, profile: &ProfileView, i18n: &I18n) -> Html {
    let rows = profile.lines.iter().enumerate().map(|(id, l)| {
        let first = [Cell::words(format!("{}:{}", l.place.file, l.place.line)), Cell::words(l.function.clone())];
        Row {
            cells: first.into_iter().chain(cells(l.computing, l.polling, profile.total)).collect(),
            id,
            current: false,
        }
    });
    let head = vec![Column::words(i18n.t("profile-place")), Column::words(i18n.t("profile-function"))];
    let on_row = visits(&props.act, profile.lines.iter().map(|l| Some(l.place.clone())).collect());
    html! {
        <DataTable
            label={i18n.t("profile-lines")} columns={Rc::new(columns(head, i18n))} rows={Rc::new(rows.collect::<Vec<_>>())}
            sorted={2} {on_row} file="profile-lines" testid="profile-line-table"
        />
    }
}

/// The meaning of the bars.
fn key(i18n: &I18n) -> Html {
    html! {
        <span class="quiet small profile-key">
            <span class="profile-swatch computing" aria-hidden="true"></span>{ i18n.t("role-computing") }
            <span class="profile-swatch polling" aria-hidden="true"></span>{ i18n.t("role-polling") }
        </span>
    }
}

/// Computing and polling of each rank as a bar, from the bottom; a click selects the node. `None` for large chips.
fn bars(props: &ProfilePanelProps, profile: &ProfileView, i18n: &I18n) -> Option<Html> {
    let count = profile.ranks.len();
    if count > MAX_BARS {
        return None;
    }
    let height = |cycles: u64| cycles as f64 * 60.0 / profile.cycles.max(1) as f64;
    let bar = |(rank, row): (usize, &RankRow)| {
        let (computing, polling) = (height(row.computing), height(row.polling));
        let x = rank as f64 * 10.0;
        let here = (props.selected == Some(row.node)).then(|| {
            html! { <rect class="here" x={(x + 0.5).to_string()} y="0.5" width="9" height="59" /> }
        });
        html! {
            <g key={rank} onclick={wants(&props.act, Intent::Select(row.node))}>
                <rect class="all" x={(x + 1.0).to_string()} y="0" width="8" height="60" />
                <rect class="computing" x={(x + 1.0).to_string()} y={format!("{:.2}", 60.0 - computing)} width="8" height={format!("{computing:.2}")} />
                <rect class="polling" x={(x + 1.5).to_string()} y={format!("{:.2}", 60.0 - computing - polling)} width="7" height={format!("{polling:.2}")} />
                { here.unwrap_or_default() }
            </g>
        }
    };
    Some(html! {
        <svg
            class="profile-bars" viewBox={format!("0 0 {} 60", count * 10)} preserveAspectRatio="none" role="img"
            aria-label={i18n.t("profile-ranks")} data-testid="profile-bars"
        >{ for profile.ranks.iter().enumerate().map(bar) }</svg>
    })
}

fn ranks(props: &ProfilePanelProps, profile: &ProfileView, i18n: &I18n) -> Html {
    let rows = profile.ranks.iter().enumerate().map(|(id, r)| {
        let first = [Cell::number(r.rank.to_string(), r.rank.into()), Cell::words(r.node.to_string())];
        let mut all: Vec<_> = first.into_iter().chain(cells(r.computing, r.polling, profile.cycles)).collect();
        all.push(Cell::number(grouped(r.halted), r.halted as f64));
        Row { cells: all, id, current: props.selected == Some(r.node) }
    });
    let head = vec![Column::number(i18n.t("stats-rank")), Column::words(i18n.t("stats-node"))];
    let mut all = columns(head, i18n);
    all.push(Column::number(i18n.t("role-halted")));
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
            label={i18n.t("profile-ranks")} columns={Rc::new(all)} rows={Rc::new(rows.collect::<Vec<_>>())}
            {on_row} file="profile-ranks" testid="profile-rank-table"
        />
    }
}
