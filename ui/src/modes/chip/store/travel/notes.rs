//! The student's notes about the runs of a program: breakpoints, watchpoints and bookmarks. They are stored with the
//! work.

use mcore::base::Cycle;
use mcore::modes::chip::session::{StopAt, StopSpec};
use serde::{Deserialize, Serialize};

/// Maximum number of bookmarks per work.
const MAX_BOOKMARKS: usize = 200;
/// Maximum number of characters in the name of a bookmark.
pub const MAX_NAME: usize = 60;
/// Maximum number of stops that a session accepts.
const MAX_STOPS: usize = 256;

/// A breakpoint or watchpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopNote {
    /// Its condition.
    pub spec: StopSpec,
    /// Whether it is enabled.
    pub enabled: bool,
}

/// A cycle with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    pub cycle: Cycle,
    /// The student's name for it; may be empty.
    pub name: String,
}

/// Maximum number of watched expressions per work.
pub const MAX_WATCHES: usize = 32;
/// Maximum number of characters of a watched expression.
const MAX_EXPRESSION: usize = 200;

/// How the values of a watched expression are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    #[default]
    Signed,
    /// Without sign.
    Unsigned,
    /// Hexadecimal.
    Hex,
    /// Four characters.
    Text,
    /// Single-precision number.
    Single,
}

impl Format {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 5] = [Self::Signed, Self::Unsigned, Self::Hex, Self::Text, Self::Single];
}

/// A watched expression.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WatchNote {
    /// The expression.
    pub text: String,
    /// How its values are written.
    pub format: Format,
    /// Its values are shown on the nodes of the chip.
    pub on_chip: bool,
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// Breakpoints and watchpoints in the order in which they were set.
    pub stops: Vec<StopNote>,
    /// Bookmarks by cycle.
    pub bookmarks: Vec<Bookmark>,
    /// Watched expressions, in the order of their rows.
    pub watches: Vec<WatchNote>,
}

impl Notes {
    /// True if there are no notes.
    pub fn is_empty(&self) -> bool {
        self.stops.is_empty() && self.bookmarks.is_empty() && self.watches.is_empty()
    }

    /// Limits imported notes to the rules here: maximum numbers, bookmarks sorted by cycle, maximum length of names.
    pub fn limited(mut self) -> Self {
        self.stops.truncate(MAX_STOPS);
        self.bookmarks.sort_by_key(|b| b.cycle);
        self.bookmarks.dedup_by_key(|b| b.cycle);
        self.bookmarks.truncate(MAX_BOOKMARKS);
        for bookmark in &mut self.bookmarks {
            bookmark.name = bookmark.name.trim().chars().take(MAX_NAME).collect();
        }
        self.watches.truncate(MAX_WATCHES);
        let mut shown = false;
        for watch in &mut self.watches {
            watch.text = watch.text.trim().chars().take(MAX_EXPRESSION).collect();
            // The nodes of the chip have room for one value.
            watch.on_chip &= !shown;
            shown |= watch.on_chip;
        }
        self.watches.retain(|watch| !watch.text.is_empty());
        self
    }

    /// A number that no stop has.
    pub fn free_id(&self) -> u32 {
        self.stops.iter().map(|n| n.spec.id).max().map_or(1, |id| id.wrapping_add(1))
    }

    /// The breakpoints of a line.
    pub fn at_line<'a>(&'a self, file: &'a str, line: u32) -> impl Iterator<Item = &'a StopNote> {
        let here = move |at: &StopAt| matches!(at, StopAt::Line { file: f, line: l } if f == file && *l == line);
        self.stops.iter().filter(move |n| here(&n.spec.at))
    }

    /// Sets a breakpoint on a line, or removes all of the line.
    pub fn toggle_line(&mut self, file: &str, line: u32) {
        let gone: Vec<u32> = self.at_line(file, line).map(|n| n.spec.id).collect();
        match gone.is_empty() {
            false => self.stops.retain(|n| !gone.contains(&n.spec.id)),
            true => {
                let at = StopAt::Line { file: file.to_owned(), line };
                let spec = StopSpec { id: self.free_id(), at, nodes: Vec::new(), condition: String::new() };
                self.put(StopNote { spec, enabled: true });
            }
        }
    }

    /// Adds a stop, or replaces the one with its number; beyond the maximum it is dropped.
    pub fn put(&mut self, note: StopNote) {
        match self.stops.iter().position(|n| n.spec.id == note.spec.id) {
            Some(at) => self.stops[at] = note,
            None if self.stops.len() < MAX_STOPS => self.stops.push(note),
            None => {}
        }
    }

    /// Breakpoints of a file have moved to other lines. Two on the same line become one.
    pub fn lines_moved(&mut self, file: &str, lines: &[(u32, u32)]) {
        for note in &mut self.stops {
            if let StopAt::Line { file: f, line } = &mut note.spec.at
                && f == file
                && let Some((_, now)) = lines.iter().find(|(id, _)| *id == note.spec.id)
            {
                *line = *now;
            }
        }
        let mut seen: Vec<StopSpec> = Vec::new();
        self.stops.retain(|n| {
            let bare = StopSpec { id: 0, ..n.spec.clone() };
            let first = !matches!(bare.at, StopAt::Line { .. }) || !seen.contains(&bare);
            seen.push(bare);
            first
        });
    }

    /// Sets or removes a bookmark; beyond the maximum it is dropped.
    pub fn toggle_bookmark(&mut self, cycle: Cycle) {
        match self.bookmarks.binary_search_by_key(&cycle, |b| b.cycle) {
            Ok(at) => drop(self.bookmarks.remove(at)),
            Err(at) if self.bookmarks.len() < MAX_BOOKMARKS => {
                self.bookmarks.insert(at, Bookmark { cycle, name: String::new() });
            }
            Err(_) => {}
        }
    }

    /// Names a bookmark.
    pub fn name_bookmark(&mut self, cycle: Cycle, name: &str) {
        if let Some(bookmark) = self.bookmarks.iter_mut().find(|b| b.cycle == cycle) {
            bookmark.name = name.trim().chars().take(MAX_NAME).collect();
        }
    }

    /// The nearest bookmark before or after a cycle.
    pub fn next_bookmark(&self, cycle: Cycle, back: bool) -> Option<Cycle> {
        let mut cycles = self.bookmarks.iter().map(|b| b.cycle);
        match back {
            true => cycles.rfind(|c| *c < cycle),
            false => cycles.find(|c| *c > cycle),
        }
    }
}
