//! Any number of runs side by side.

use super::misses;
use super::results::{facts, name_of, time_chart};
use super::state::{Act, State};
use crate::i18n::I18n;
use crate::paint::palette::Palette;
use crate::paint::surface::Ink;
use crate::shell::compare::SideBySide;
use crate::widgets::Figure;
use mcore::modes::pmnet::pmnet_scenarios;
use yew::prelude::*;

/// Maximum number of runs with charts of their own.
const MAX_CHARTS: usize = 4;

/// The comparison, after a lesson with its note.
pub fn compare(state: &State, act: &Callback<Act>, i18n: &I18n, palette: &Palette) -> Html {
    let lesson = state.lesson.and_then(|number| pmnet_scenarios().into_iter().nth(number)).map(|lesson| {
        html! {
            <Figure title={i18n.text(&lesson.title).to_owned()} testid="pmnet-lesson">
                <p class="pmnet-sentence">{ i18n.text(&lesson.ask) }</p>
            </Figure>
        }
    });
    let runs = &state.runs;
    if runs.len() < 2 {
        return html! { <>{ for lesson }<p class="empty">{ i18n.t("pmnet-compare-none") }</p></> };
    }
    let chosen: Vec<usize> = runs.compared.iter().copied().filter(|run| *run < runs.len()).collect();
    let names: Vec<AttrValue> = (0..runs.len()).map(|run| name_of(run, runs, i18n).into()).collect();
    let first = chosen.first().map_or(1.0, |run| runs[*run].result.time).max(f64::MIN_POSITIVE);
    let columns = chosen.iter().map(|run| {
        let result = &runs[*run].result;
        let mut facts = facts(result, i18n);
        facts.insert(0, (i18n.t("lab-relative").to_string(), format!("{:.3}", result.time / first)));
        facts
    });
    let columns: Vec<Vec<(String, String)>> = columns.collect();
    let ratio = match &chosen[..] {
        [a, .., b] => {
            let ratio = runs[*b].result.time / first;
            let values = [("a", (a + 1).to_string()), ("b", (b + 1).to_string()), ("ratio", format!("{ratio:.3}"))];
            let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            i18n.tf("lab-ratio", &values)
        }
        _ => AttrValue::default(),
    };
    let sentences = chosen.iter().map(|run| {
        html! { <p key={*run} class="pmnet-sentence"><b>{ run + 1 }</b>{ " " }{ i18n.text(&runs[*run].result.sentence) }</p> }
    });
    let charts = chosen.iter().take(MAX_CHARTS).enumerate().map(|(place, run)| {
        time_chart(&runs[*run].result, &(run + 1).to_string(), i18n, palette, Ink::Packet(place as u8))
    });
    let points: Vec<_> = chosen.iter().map(|run| ((run + 1).to_string(), &runs[*run].result)).collect();
    html! {
        <>
            { for lesson }
            <Figure title={i18n.t("pmnet-compare-title")} note={ratio} testid="pmnet-compare" wide={true}>
                <SideBySide
                    label={i18n.t("pmnet-compare-title")} {names} chosen={chosen.clone()} on_choose={act.reform(Act::Compare)} facts={columns}
                    testid="pmnet-compare-run"
                />
                { for sentences }
            </Figure>
            { misses::roofline(&points, i18n, palette) }
            { for charts }
        </>
    }
}
