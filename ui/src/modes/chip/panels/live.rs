//! Announcements for screen readers: results of assemblies, ends of runs, verdicts.

use crate::fmt::{grouped, hundredths, plain};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Spoken, is_compiled};
use mcore::modes::chip::view::SourcePlace;
use yew::prelude::*;

/// Properties of [`Live`].
#[derive(Properties, PartialEq)]
pub struct LiveProps {
    /// The last announcement, and its number.
    pub spoken: (Option<Spoken>, u32),
}

/// The live region; it is not visible.
#[component]
pub fn Live(props: &LiveProps) -> Html {
    let i18n = use_i18n();
    let (spoken, number) = &props.spoken;
    let text = spoken.as_ref().map(|s| words(s, &i18n)).unwrap_or_default();
    // A new element each time: screen readers say nothing if only the same text is written again.
    html! { <div class="unseen" aria-live="polite" aria-atomic="true" data-testid="live"><span key={*number}>{ text }</span></div> }
}

fn words(spoken: &Spoken, i18n: &I18n) -> String {
    match spoken {
        Spoken::Assembled(program) if program.ok => {
            i18n.t(if is_compiled(program) { "live-compiled" } else { "live-assembled" }).to_string()
        }
        Spoken::Assembled(program) => i18n.tf("errors-count", &[("n", &grouped(program.counts.0.into()))]).to_string(),
        Spoken::At(cycle, place) => {
            let n = grouped(*cycle);
            match place {
                Some(SourcePlace { file, line }) => {
                    i18n.tf("live-at-line", &[("n", &n), ("file", file), ("line", &line.to_string())])
                }
                None => i18n.tf("live-at", &[("n", &n)]),
            }
            .to_string()
        }
        Spoken::Outcome(outcome) => plain(i18n.text(&outcome.message)),
        Spoken::Verdict(verdict) => {
            let checks = verdict.checks.iter().filter(|c| !c.passed).map(|c| i18n.text(&c.text));
            let mut text = i18n.t(if verdict.passed { "verdict-passed" } else { "verdict-failed" }).to_string();
            if let Some(speedup) = verdict.speedup_hundredths {
                let (x, n) = (hundredths(speedup), grouped(u64::from(verdict.nodes)));
                text += &i18n.tf("live-speedup", &[("x", &x), ("n", &n)]);
            }
            checks.fold(text, |text, check| format!("{text} {}", plain(check)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::base::{Lang, Text};
    use mcore::modes::chip::view::{CheckView, VerdictView};
    use std::rc::Rc;

    #[test]
    fn a_failed_verdict_says_what_failed() {
        let check =
            |passed, en: &str| CheckView { passed, text: Text::same(en), detail: None, withheld: false, wrong: None };
        let verdict = VerdictView {
            passed: false,
            case: Text::same("case"),
            checks: vec![check(true, "good"), check(false, "3 words differ")],
            nodes: 16,
            cycles: 1,
            reference_cycles: None,
            speedup_hundredths: None,
            right: None,
        };
        let text = words(&Spoken::Verdict(Rc::new(verdict)), &I18n::new(Lang::En));
        assert!(text.contains("3 words differ") && !text.contains("good"), "{text}");
    }
}
