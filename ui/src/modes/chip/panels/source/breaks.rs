//! Breakpoints of the shown files, for the editor's gutter.

use crate::fmt::plain;
use crate::i18n::I18n;
use crate::modes::chip::editor::{BreakMark, Breaking};
use crate::modes::chip::store::{Intent, Travel, Travelling};
use mcore::modes::chip::session::StopAt;
use std::rc::Rc;
use yew::prelude::*;

/// The marks of all line breakpoints.
fn marks(travel: &Travelling, edited: bool, i18n: &I18n) -> Vec<BreakMark> {
    let mark = |note: &crate::modes::chip::store::travel::StopNote| {
        let StopAt::Line { file, line } = &note.spec.at else { return None };
        let problem = travel.problem(note.spec.id).filter(|_| !edited);
        let title = match problem {
            Some((_, text)) => plain(i18n.text(text)),
            None if note.spec.condition.is_empty() => i18n.t("breakpoint").to_string(),
            None => i18n.tf("breakpoint-if", &[("condition", &note.spec.condition)]).to_string(),
        };
        let (id, enabled, bound) = (note.spec.id, note.enabled, problem.is_none());
        Some(BreakMark { id, file: file.clone(), line: *line, enabled, bound, title })
    };
    travel.notes.stops.iter().filter_map(mark).collect()
}

/// The marks, rebuilt only after a change.
#[hook]
pub fn use_marks(travel: &Travelling, edited: bool, i18n: &I18n) -> Rc<Vec<BreakMark>> {
    let i18n = i18n.clone();
    let travel = travel.clone();
    use_memo((travel.notes.clone(), travel.resolved.clone(), edited, i18n.lang), move |_| marks(&travel, edited, &i18n))
}

/// Actions in the gutter, as intents.
#[hook]
pub fn use_breaking(act: &Callback<Intent>) -> Callback<Breaking> {
    let act = act.clone();
    use_callback((), move |what: Breaking, ()| {
        act.emit(Intent::Travel(match what {
            Breaking::Toggle(file, line) => Travel::ToggleLine(file, line),
            Breaking::Condition(file, line) => Travel::Condition(file, line),
            Breaking::Moved(file, lines) => Travel::LinesMoved(file, lines),
        }));
    })
}
