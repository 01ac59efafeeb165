//! The output of all nodes of a run, in the order of cycles.

use crate::view::{OutputQuery, OutputRow, OutputView, Stream, mpi_ranks, rank_in};
use crate::{Console, Line, Machine};
use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};
use mcore_base::Cycle;

/// Maximum number of lines in the list.
const MAX_LINES: usize = 1 << 19;
/// Maximum number of rows in one answer.
const MAX_ROWS: u32 = 1000;
/// Maximum number of bytes of a line in an answer.
const MAX_ROW_BYTES: usize = 1000;
/// Maximum number of bytes of a text to copy or to save.
const MAX_TEXT_BYTES: usize = 64 << 20;

/// A line in the list.
#[derive(Clone, Copy)]
struct Entry {
    /// The cycle in which it was begun.
    cycle: Cycle,
    /// The node, by its rank of the array.
    node: u32,
    /// Its number on its node's console.
    number: u32,
}

/// The lines that a query selects.
#[derive(Default)]
struct Selection {
    /// The query, without the rows to report.
    query: OutputQuery,
    /// Number of entries that were examined.
    examined: usize,
    /// Numbers of the selected entries.
    found: Vec<u32>,
}

/// The lines of a run up to its last known cycle. It only grows, except by [`Output::truncate`].
pub(super) struct Output {
    entries: Vec<Entry>,
    /// Number of entries on standard error.
    errors: u32,
    /// The consoles of the nodes that have printed, by rank of the array; chunks are shared with the machine.
    consoles: BTreeMap<u32, Console>,
    /// Bytes of each node's console that are in the list.
    seen: Vec<u32>,
    full: bool,
    selection: Selection,
    /// The rank of MPI of each node, if a rank map changes their order; else empty.
    ranks: Vec<u32>,
}

impl Output {
    /// For a run that has not started.
    pub(super) fn new(start: &Machine) -> Self {
        Self {
            entries: Vec::new(),
            errors: 0,
            consoles: BTreeMap::new(),
            seen: vec![0; start.state.nodes.len()],
            full: false,
            selection: Selection::default(),
            ranks: mpi_ranks(start),
        }
    }

    /// Adds the lines that a machine at or after the last known cycle has printed since the last call.
    pub(super) fn follow(&mut self, machine: &Machine) {
        let mut added: Vec<Entry> = Vec::new();
        for (rank, (node, seen)) in (0u32..).zip(machine.state.nodes.iter().zip(&mut self.seen)) {
            let bytes = node.console.len() as u32;
            if bytes <= *seen {
                continue;
            }
            let known = self.consoles.get(&rank).map_or(0, Console::line_count);
            // A line that was incomplete may contain the text now.
            if known > 0 && node.console.lines(known - 1).nth(1).is_none_or(|next| next.from > *seen) {
                self.selection.forget_text();
            }
            let lines = (known as u32..).zip(node.console.lines(known));
            added.extend(lines.map(|(number, line)| Entry { cycle: line.cycle, node: rank, number }));
            *seen = bytes;
            self.consoles.insert(rank, node.console.clone());
        }
        added.sort_by_key(|entry| (entry.cycle, entry.node, entry.number));
        self.full |= self.entries.len() + added.len() > MAX_LINES;
        added.truncate(MAX_LINES - self.entries.len());
        self.errors += added.iter().filter(|entry| self.stream(**entry) == Stream::Error).count() as u32;
        self.entries.extend(added);
    }

    /// Drops the lines after a machine's current cycle.
    pub(super) fn truncate(&mut self, machine: &Machine) {
        let printed = self.entries.partition_point(|entry| entry.cycle < machine.state.cycle);
        self.entries.truncate(printed);
        for (rank, (node, seen)) in (0u32..).zip(machine.state.nodes.iter().zip(&mut self.seen)) {
            *seen = node.console.len() as u32;
            if node.console.is_empty() {
                self.consoles.remove(&rank);
            } else if let Some(console) = self.consoles.get_mut(&rank) {
                *console = node.console.clone();
            }
        }
        self.errors = self.entries.iter().filter(|entry| self.stream(**entry) == Stream::Error).count() as u32;
        self.full = false;
        self.selection = Selection::default();
    }

    /// The lines of a query at a shown cycle.
    pub(super) fn view(&mut self, machine: &Machine, query: &OutputQuery) -> OutputView {
        self.select(query);
        let shown = machine.state.cycle;
        let row = |number: u32| self.row(machine, *self.entries.get(number as usize)?);
        let found = &self.selection.found;
        let printed = found.partition_point(|number| self.entries[*number as usize].cycle < shown) as u32;
        let (selected, rows) = (found.len() as u32, query.rows.min(MAX_ROWS));
        let first = query.first.unwrap_or(u32::MAX).min(selected.saturating_sub(rows));
        let last = self.entries.partition_point(|entry| entry.cycle < shown).checked_sub(1);
        OutputView {
            lines: self.entries.len() as u32,
            errors: self.errors,
            selected,
            printed,
            first,
            rows: found.iter().skip(first as usize).take(rows as usize).filter_map(|number| row(*number)).collect(),
            last: last.and_then(|number| row(number as u32)),
            full: self.full,
        }
    }

    /// The selected lines as text, each after its rank in brackets if several nodes have printed; true if there are more.
    pub(super) fn text(&mut self, query: &OutputQuery) -> (String, bool) {
        self.select(query);
        let mut text = String::new();
        let several = self.consoles.len() > 1;
        for number in &self.selection.found {
            let Some(entry) = self.entries.get(*number as usize) else { continue };
            if several {
                text.push_str(&format!("[{}] ", self.rank(*entry)));
            }
            text.push_str(&String::from_utf8_lossy(&self.bytes(*entry, usize::MAX)));
            text.push('\n');
            if text.len() > MAX_TEXT_BYTES {
                return (text, true);
            }
        }
        (text, self.full)
    }

    /// Selects the lines of a query, as far as that was not done for the last one.
    fn select(&mut self, query: &OutputQuery) {
        let query = OutputQuery { first: None, rows: 0, text: query.text.to_lowercase(), ..query.clone() };
        let mut selection = core::mem::take(&mut self.selection);
        if selection.query != query {
            selection = Selection { query, ..Selection::default() };
        }
        let OutputQuery { ranks, text, stream, .. } = &selection.query;
        for (number, entry) in self.entries.iter().enumerate().skip(selection.examined) {
            let rank =
                ranks.is_empty() || ranks.iter().any(|(first, last)| (*first..=*last).contains(&self.rank(*entry)));
            if rank
                && stream.is_none_or(|stream| stream == self.stream(*entry))
                && (text.is_empty()
                    || String::from_utf8_lossy(&self.bytes(*entry, usize::MAX)).to_lowercase().contains(text.as_str()))
            {
                selection.found.push(number as u32);
            }
        }
        selection.examined = self.entries.len();
        self.selection = selection;
    }

    /// The rank of the node that printed a line.
    fn rank(&self, entry: Entry) -> u32 {
        rank_in(&self.ranks, entry.node as usize)
    }

    fn line(&self, entry: Entry) -> Option<(&Console, Line, usize)> {
        let console = self.consoles.get(&entry.node)?;
        let mut lines = console.lines(entry.number as usize);
        let line = lines.next()?;
        Some((console, line, lines.next().map_or(console.len(), |next| next.from as usize)))
    }

    fn stream(&self, entry: Entry) -> Stream {
        match self.line(entry) {
            Some((console, line, _)) if console.is_error(line.from as usize) => Stream::Error,
            _ => Stream::Output,
        }
    }

    /// At most `limit` bytes of a line, without the newline or the carriage return and newline at its end.
    fn bytes(&self, entry: Entry, limit: usize) -> Vec<u8> {
        let Some((console, line, end)) = self.line(entry) else { return Vec::new() };
        let from = line.from as usize;
        let mut bytes: Vec<u8> = console.bytes(from).take((end - from).min(limit)).collect();
        if bytes.pop_if(|last| *last == b'\n').is_some() {
            bytes.pop_if(|last| *last == b'\r');
        }
        bytes
    }

    fn row(&self, machine: &Machine, entry: Entry) -> Option<OutputRow> {
        let bytes = self.bytes(entry, MAX_ROW_BYTES + 1);
        let mut text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_ROW_BYTES)]).into_owned();
        if bytes.len() > MAX_ROW_BYTES {
            text.push('…');
        }
        let node = machine.state.nodes.get(entry.node as usize)?.id;
        Some(OutputRow { cycle: entry.cycle + 1, node, rank: self.rank(entry), stream: self.stream(entry), text })
    }
}

impl Selection {
    /// Forgets what was found if it depends on the text of lines.
    fn forget_text(&mut self) {
        if !self.query.text.is_empty() {
            (self.examined, self.found) = (0, Vec::new());
        }
    }
}
