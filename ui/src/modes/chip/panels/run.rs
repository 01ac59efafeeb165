//! The first tab of the lower area: the chart of the run, and the verdict beside it.

use super::result::{ResultPanel, ResultPanelProps};
use super::time::{Chart, ChartProps};
use yew::prelude::*;

/// Properties of [`RunPanel`].
#[derive(Properties, PartialEq)]
pub struct RunPanelProps {
    /// The chart.
    pub chart: ChartProps,
    /// The verdict.
    pub result: ResultPanelProps,
    /// Whether its tab is chosen. It exists under every tab, since narrow pages show it in another place.
    pub shown: bool,
    /// Something has run.
    pub begun: bool,
}

/// The panel.
#[component]
pub fn RunPanel(props: &RunPanelProps) -> Html {
    html! {
        <div
            class="run-tab" id="run-panel" role="tabpanel" aria-labelledby="drawer-tab-run" data-shown={props.shown.to_string()}
            data-begun={props.begun.to_string()}
        >
            <Chart ..props.chart.clone() />
            <ResultPanel ..props.result.clone() />
        </div>
    }
}
