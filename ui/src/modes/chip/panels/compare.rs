//! A saved run against the present one: for example a broken version against the working one.

use super::{Props, wants};
use crate::fmt::{grouped, plain};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Intent, PtrEq, Travel};
use crate::widgets::rich;
use mcore::modes::chip::view::{DidView, DifferenceKind, DifferenceRow, DifferenceView, RightRun};
use yew::prelude::*;

/// The panel.
#[component]
pub fn ComparePanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let (act, travel, end) = (&props.act, &props.state.travel, props.frame.end);
    let kept = match &travel.kept {
        Some(kept) => i18n.tf("compare-kept", &[("n", &grouped(kept.cycles))]),
        None => i18n.t("compare-none"),
    };
    let other = match travel.against {
        None => "compare-kept-did",
        Some(RightRun::Passed) => "compare-passed-did",
        Some(RightRun::Reference) => "compare-reference-did",
    };
    let busy = travel.comparing.map(|(cycle, until)| {
        html! {
            <p class="compare-busy">
                <progress max={until.max(1).to_string()} value={cycle.to_string()} aria-label={i18n.t("compare-busy")}></progress>
                <span class="num">{ i18n.tf("compare-progress", &[("n", &grouped(cycle)), ("until", &grouped(until))]) }</span>
            </p>
        }
    });
    let found = travel.difference.clone().filter(|_| travel.comparing.is_none());
    let found = found.map(|difference| html! { <Difference act={act.clone()} {difference} {other} /> });
    html! {
        <div class="compare" data-testid="compare">
            <p>{ i18n.t("compare-text") }</p>
            <div class="compare-actions">
                <button type="button" class="btn" onclick={wants(act, Intent::Travel(Travel::Keep))} disabled={end == 0} data-testid="keep-run">
                    { i18n.t("compare-keep") }
                </button>
                <button
                    type="button" class="btn primary" onclick={wants(act, Intent::Travel(Travel::Compare))}
                    disabled={travel.kept.is_none() || end == 0 || travel.comparing.is_some()} data-testid="compare-run"
                >{ i18n.t("compare-run") }</button>
                <span class="quiet" data-testid="kept">{ kept }</span>
            </div>
            { for busy }
            { for found }
        </div>
    }
}

/// Properties of [`Difference`].
#[derive(Properties, PartialEq)]
struct DifferenceProps {
    act: Callback<Intent>,
    difference: PtrEq<DifferenceView>,
    /// The message above the column of the other run.
    other: &'static str,
}

/// The differences of two runs. They are drawn again only if there are others.
#[component]
fn Difference(props: &DifferenceProps) -> Html {
    let i18n = use_i18n();
    let DifferenceProps { act, difference, other } = props;
    let rows = difference.rows.iter().enumerate().map(|(index, r)| row(act, index, r, &i18n));
    let table = (!difference.rows.is_empty()).then(|| {
        html! {
            <div class="table-scroll compare-table" tabindex="0">
                <table class="data" data-testid="differences">
                    <thead><tr>
                        <th scope="col">{ i18n.t("compare-node") }</th>
                        <th scope="col">{ i18n.t("compare-what") }</th>
                        <th scope="col">{ i18n.t(other) }</th>
                        <th scope="col">{ i18n.t("compare-present-did") }</th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
        }
    });
    html! {
        <div data-testid="difference">
            <p class="compare-verdict" role="status">{ rich(i18n.text(&difference.text)) }</p>
            { for table }
        </div>
    }
}

fn row(act: &Callback<Intent>, index: usize, row: &DifferenceRow, i18n: &I18n) -> Html {
    let kind = i18n.t(match row.kind {
        DifferenceKind::Console => "compare-console",
        DifferenceKind::Dma => "compare-dma",
        DifferenceKind::Store => "compare-store",
        DifferenceKind::Exit => "compare-exit",
    });
    let place = |did: &DidView| {
        let line = did.by.source.as_ref().map(|s| format!("{}:{}", s.file, s.line));
        line.unwrap_or_else(|| format!("{:#x}", did.by.pc))
    };
    let nothing = || html! { <span class="quiet">{ i18n.t("compare-nothing") }</span> };
    let kept = row.kept.as_ref().map_or_else(nothing, |did| {
        html! {
            <>
                <span>{ rich(i18n.text(&did.text)) }</span>
                <span class="quiet small">{ i18n.tf("compare-at", &[("n", &grouped(did.by.cycle)), ("place", &place(did))]) }</span>
            </>
        }
    });
    let present = row.present.as_ref().map_or_else(nothing, |did| {
        let visit = Travel::Visit(did.by.cycle, Some(did.by.node), did.by.source.clone());
        let label = i18n.tf("compare-at", &[("n", &grouped(did.by.cycle)), ("place", &place(did))]);
        html! {
            <>
                <span>{ rich(i18n.text(&did.text)) }</span>
                <button type="button" class="link small" onclick={wants(act, Intent::Travel(visit))} data-testid="compare-go">
                    { plain(&label) }
                </button>
            </>
        }
    });
    html! {
        <tr key={index}>
            <th scope="row">{ row.node.to_string() }</th>
            <td>{ kind }</td>
            <td class="did">{ kept }</td>
            <td class="did">{ present }</td>
        </tr>
    }
}
