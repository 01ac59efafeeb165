//! Changes of the state of travelling in time.

use super::super::{Analyse, AnalysisTab, PhoneTab, State, Tab};
use super::{Busy, Cycle, Kept, LEAST_WINDOW, MAX_HITS, Notes, Rc, SourcePlace, StopAt, Stopped, Travel, Update};
use super::{Edited, PtrEq, Recipe, Travelling};

impl State {
    /// Applies a request. The controller sends the commands for it to the session.
    pub(in crate::modes::chip::store) fn travel(&mut self, request: Travel) {
        let shown = self.wanted.unwrap_or(self.frame.cycle);
        let end = self.frame.end;
        let edited_files = self.work.as_ref().map(|w| w.files.clone());
        let t = &mut self.travel;
        match request {
            Travel::ToggleLine(file, line) => Rc::make_mut(&mut t.notes).toggle_line(&file, line),
            Travel::Condition(file, line) => {
                let notes = Rc::make_mut(&mut t.notes);
                if notes.at_line(&file, line).next().is_none() {
                    notes.toggle_line(&file, line);
                }
                let id = notes.at_line(&file, line).next().map(|note| note.spec.id);
                t.form = id.map(|id| (id, t.form.map_or(0, |(_, number)| number.wrapping_add(1))));
                self.show_phone_tab(PhoneTab::Analysis);
                self.analyse(Analyse::Show(AnalysisTab::Stops));
            }
            Travel::LinesMoved(file, lines) => Rc::make_mut(&mut t.notes).lines_moved(&file, &lines),
            Travel::Put(note) => Rc::make_mut(&mut t.notes).put(note),
            Travel::Remove(id) => Rc::make_mut(&mut t.notes).stops.retain(|n| n.spec.id != id),
            Travel::Enable(id, on) => {
                let notes = Rc::make_mut(&mut t.notes);
                notes.stops.iter_mut().filter(|n| n.spec.id == id).for_each(|n| n.enabled = on);
            }
            Travel::Watches(list) => {
                let notes = Rc::make_mut(&mut t.notes);
                notes.watches = list;
                *notes = std::mem::take(notes).limited();
                self.watch_expressions();
            }
            Travel::SetUnit(unit) => t.unit = unit,
            Travel::Step { .. } | Travel::Go { .. } | Travel::RunBack => {
                self.wanted = None;
                t.moving();
                t.stepping = true;
            }
            Travel::Cancel => {
                (t.busy, t.deaf) = (None, true);
                self.wanted = None;
            }
            Travel::AskWriter(..) => (t.asking, t.writer) = (true, None),
            Travel::DismissWriter => (t.asking, t.writer) = (false, None),
            Travel::Change(target) => (t.target, t.discarded) = (Some(target), None),
            Travel::LeaveChange => t.target = None,
            Travel::Write(value) => {
                t.sending = t.target.take().map(|target| Edited { cycle: self.frame.cycle, target, value });
            }
            Travel::UndoEdit => {
                let end = t.discarded.take().map_or(end, |(_, until)| until);
                let edits = t.before.clone();
                t.again(Recipe { edits, end, cycle: shown.min(end) });
            }
            Travel::DropEdit(index) => {
                let edits = t.edits.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, e)| e.clone()).collect();
                t.again(Recipe { edits, end, cycle: shown });
            }
            Travel::DismissDiscarded => t.discarded = None,
            Travel::Keep => {
                let files = edited_files.unwrap_or_default().to_vec().into();
                (t.kept, t.difference) = (Some(Kept { cycles: end, files }), None);
            }
            Travel::Compare => (t.comparing, t.difference, t.against) = (Some((0, 0)), None, None),
            Travel::ToggleBookmark => Rc::make_mut(&mut t.notes).toggle_bookmark(shown),
            Travel::NameBookmark(cycle, name) => Rc::make_mut(&mut t.notes).name_bookmark(cycle, &name),
            Travel::RemoveBookmark(cycle) => Rc::make_mut(&mut t.notes).bookmarks.retain(|b| b.cycle != cycle),
            Travel::ToBookmark { back } => {
                if let Some(cycle) = t.notes.next_bookmark(shown, back).filter(|c| *c <= end) {
                    self.wanted = Some(cycle);
                    t.moving();
                }
            }
            Travel::Zoom(window) => t.window = window.and_then(|window| fit(window, end)),
            Travel::SetMemory(mib) => t.memory = mib,
            Travel::Visit(cycle, node, place) => {
                self.wanted = Some(cycle);
                t.moving();
                if node.is_some() {
                    self.watch.node = node;
                }
                place.into_iter().for_each(|place| self.go_to(place));
            }
        }
    }

    /// Handles an update of the session.
    pub(in crate::modes::chip::store) fn hear_travel(&mut self, update: Update) {
        let fresh = !self.edited && !self.assembling && self.program.as_ref().is_some_and(|p| p.ok);
        let t = &mut self.travel;
        match update {
            Update::Seeking { cycle, target } if !t.deaf => t.busy = Some(Busy::Seeking(cycle, target)),
            Update::Searching(cycle) if !t.deaf => t.busy = Some(Busy::Searching(cycle)),
            Update::Stopped { at, reasons, missed } if !t.deaf => {
                t.busy = None;
                if reasons.iter().any(|r| r.id.is_some()) && !t.hits.contains(&at) && t.hits.len() < MAX_HITS {
                    let mut hits = t.hits.to_vec();
                    hits.insert(hits.partition_point(|h| *h < at), at);
                    t.hits = hits.into();
                }
                // Where the program has stopped is shown, unless that is at the selected node too.
                let nodes = reasons.iter().filter(|r| r.id.is_some()).filter_map(|r| r.node);
                if !nodes.clone().any(|node| Some(node) == self.watch.node)
                    && let Some(node) = { nodes }.next()
                {
                    self.watch.node = Some(node);
                }
                // The source is shown, so that the line is seen.
                let file_of = |id: u32| match &t.notes.stops.iter().find(|note| note.spec.id == id)?.spec.at {
                    StopAt::Line { file, .. } => Some(file.clone()),
                    _ => None,
                };
                if self.tab == Tab::Task
                    && let Some(file) = reasons.iter().filter_map(|r| r.id).find_map(file_of)
                {
                    self.tab = Tab::File(file);
                }
                // A successful step is visible by itself; only a stop or a failed search needs a message.
                let has_news = !reasons.is_empty() || missed.is_some();
                t.stopped = has_news.then(|| Stopped { at, reasons: reasons.into(), missed });
            }
            Update::Stops(views) => {
                if fresh {
                    let moved = bind(Rc::make_mut(&mut t.notes), &views);
                    if !moved.is_empty() {
                        t.moved = moved.into();
                    }
                }
                t.resolved = views.into();
            }
            Update::Rewritten { at, end, .. } => {
                let mut edits: Vec<Edited> = t.edits.iter().filter(|e| e.cycle <= at).cloned().collect();
                edits.extend(t.sending.take().map(|e| Edited { cycle: at, ..e }));
                t.before = std::mem::replace(&mut t.edits, edits.into());
                t.hits = t.hits.iter().copied().filter(|h| *h <= at).collect();
                t.discarded = (end > at).then_some((at, end));
                (t.writer, t.asking, t.window, t.stopped) = (None, false, None, None);
                // From here the run is a different one: it has not ended, and has not been judged.
                (self.verdict, self.outcome_dismissed) = (None, false);
                self.analysis.space.forget();
                (self.analysis.wait, self.analysis.chain, self.analysis.profile) = (None, None, None);
            }
            Update::LastWriter(writer) if t.asking => {
                (t.asking, t.writer) = (false, Some(PtrEq::new(*writer)));
            }
            Update::Comparing { cycle, until } if t.comparing.is_some() => t.comparing = Some((cycle, until)),
            Update::Difference(difference) => (t.comparing, t.difference) = (None, Some(PtrEq::new(*difference))),
            _ => {}
        }
    }

    /// A frame has arrived: ends the seek that has reached its cycle.
    pub(in crate::modes::chip::store) fn travelled(&mut self, cycle: Cycle, end: Cycle) {
        let t = &mut self.travel;
        if matches!(t.busy, Some(Busy::Seeking(_, target)) if target == cycle) {
            t.busy = None;
        }
        if t.window.is_some_and(|(_, until)| until > end) {
            t.window = t.window.and_then(|window| fit(window, end));
        }
    }

    /// The session has refused a command: nothing is in progress any more.
    pub(in crate::modes::chip::store) fn travel_refused(&mut self) {
        let t = &mut self.travel;
        (t.busy, t.asking, t.sending, t.comparing) = (None, false, None, None);
    }
}

impl Travelling {
    /// The run is replayed from a recipe: facts about it are invalid.
    pub(in crate::modes::chip::store) fn again(&mut self, recipe: Recipe) {
        let hits = self.hits.clone();
        self.forget();
        // A stop that was hit before the first change is hit again.
        let same = recipe.edits.last().map_or(0, |e| e.cycle);
        self.hits = hits.iter().copied().filter(|h| *h <= same).collect();
        self.edits = recipe.edits.clone();
        self.lost = Some(recipe);
    }
}

/// Moves line breakpoints to the lines where they are bound. Returns those that moved, with the previous line.
fn bind(notes: &mut Notes, views: &[mcore::modes::chip::session::StopView]) -> Vec<(u32, u32)> {
    let mut moved = Vec::new();
    for note in &mut notes.stops {
        let view = views.iter().find(|v| v.id == note.spec.id);
        if let (StopAt::Line { file, line }, Some(SourcePlace { file: bound, line: to })) =
            (&mut note.spec.at, view.and_then(|v| v.source.as_ref()))
            && file == bound
            && line != to
        {
            moved.push((note.spec.id, *line));
            *line = *to;
        }
    }
    moved
}

/// A part within the run that is at least [`LEAST_WINDOW`] long; `None` if it is the whole run.
fn fit((from, until): (Cycle, Cycle), end: Cycle) -> Option<(Cycle, Cycle)> {
    let length = until.saturating_sub(from).clamp(LEAST_WINDOW.min(end), end);
    let from = from.min(end - length);
    (length < end).then_some((from, from + length))
}
