//! The editor follows the selected node: after a step, a stop, a selection or a seek it scrolls to the node's line.

use super::{SourcePanelProps, is_own};
use crate::modes::chip::editor::Followed;
use crate::modes::chip::store::{Intent, Tab};
use mcore::modes::chip::view::SourcePlace;
use yew::prelude::*;

/// The line to scroll to; it changes only when the editor has to move. If another of the user's files is shown, the one
/// with the line takes its place.
#[hook]
pub fn use_follow(props: &SourcePanelProps) -> Option<Followed> {
    let own = own_line(props);
    let (act, tab) = (props.act.clone(), props.tab.clone());
    let shows_own = match &props.tab {
        Tab::File(name) => is_own(props, name),
        Tab::Task => false,
    };
    // Only a move of the node or of time changes the file: otherwise the user could not look at another one.
    use_effect_with(own.clone(), move |own| {
        if let (Some(followed), Tab::File(name), true) = (own, tab, shows_own)
            && followed.place.file != name
        {
            act.emit(Intent::ShowTab(Tab::File(followed.place.file.clone())));
        }
    });
    // A file of the library that the user reads stays, and the node is followed there.
    match &props.tab {
        Tab::File(name) if !shows_own => line_in(props, |place| place.file == *name),
        Tab::File(_) => own,
        Tab::Task => None,
    }
}

/// The nearest line of the user's own files to the selected node.
fn own_line(props: &SourcePanelProps) -> Option<Followed> {
    line_in(props, |place| is_own(props, &place.file))
}

/// The line of the selected node, or the nearest call, in some files; `None` while time runs or the text is newer.
fn line_in(props: &SourcePanelProps, fits: impl Fn(&SourcePlace) -> bool) -> Option<Followed> {
    // At its start a program has just been made: the user stays where they write.
    let cycle = props.at.filter(|cycle| *cycle > 0)?;
    let current = !props.edited && props.program.as_ref().is_some_and(|program| program.ok);
    let line = props.lines.iter().find(|line| props.follow && current && Some(line.node) == props.selected)?;
    let place = std::iter::once(&line.place).chain(&line.callers).find(|place| fits(place))?;
    Some(Followed { place: place.clone(), node: line.node, cycle })
}
