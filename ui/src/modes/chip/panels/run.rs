//! The first two tabs of the lower area: the output or the chart of the run, and the verdict beside it.

use super::Props;
use super::output::OutputPanel;
use super::result::ResultPanel;
use super::time::Chart;
use crate::modes::chip::store::AnalysisTab;
use yew::prelude::*;

/// The panel. It exists under every tab, since narrow pages show it in another place; the output replaces the chart if its tab is chosen.
#[component]
pub fn RunPanel(props: &Props) -> Html {
    let tab = props.state.analysis.drawer.tab;
    let output = tab == AnalysisTab::Output;
    html! {
        <div
            class="run-tab" id="run-panel" role="tabpanel" aria-labelledby={if output { "drawer-tab-output" } else { "drawer-tab-run" }}
            data-shown={tab.is_beside_verdict().to_string()} data-begun={(props.frame.end > 0).to_string()} data-output={output.to_string()}
        >
            <Chart ..props.clone() />
            <div class="output-host">{ for output.then(|| html! { <OutputPanel ..props.clone() /> }) }</div>
            <ResultPanel ..props.clone() />
        </div>
    }
}
