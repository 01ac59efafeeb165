//! The editor follows the selected node: after a step, a stop, a selection or a seek it scrolls to the node's line.

use super::SourcePanelProps;
use crate::modes::chip::editor::Followed;
use crate::modes::chip::intent::Intent;
use crate::modes::chip::store::Tab;
use mcore::modes::chip::view::SourcePlace;
use yew::prelude::*;

/// The line to scroll to; it changes only when the editor has to move. Shows another of the user's files if the line is
/// there.
#[hook]
pub fn use_follow(props: &SourcePanelProps) -> Option<Followed> {
    let wanted = wanted(props);
    let other = wanted.as_ref().map(|followed| followed.place.file.clone());
    let (act, shown) = (props.act.clone(), props.tab.clone());
    use_effect_with(wanted.clone(), move |_| {
        if let (Some(file), Tab::File(name)) = (other, shown)
            && file != name
        {
            act.emit(Intent::ShowTab(Tab::File(file)));
        }
    });
    wanted
}

fn wanted(props: &SourcePanelProps) -> Option<Followed> {
    let (cycle, running) = props.at;
    let current = !props.edited && props.program.as_ref().is_some_and(|program| program.ok);
    let (Tab::File(shown), true) = (&props.tab, props.follow && current && !running) else { return None };
    let work = props.work.as_ref()?;
    let own = |place: &&SourcePlace| work.files.iter().any(|file| file.name == place.file);
    let line = props.lines.iter().find(|line| Some(line.node) == props.selected)?;
    let mut places = std::iter::once(&line.place).chain(&line.callers);
    // A file of the library that the user reads stays.
    let reads_library = !work.files.iter().any(|file| file.name == *shown);
    let place = match reads_library {
        true => places.find(|place| place.file == *shown)?,
        false => places.find(own)?,
    };
    Some(Followed { place: place.clone(), node: line.node, cycle })
}
