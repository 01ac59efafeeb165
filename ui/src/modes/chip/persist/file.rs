//! All work as one file (`.mcwork`): export and import.
//!
//! A text of lines, so that damage to one line affects no other. The first line has the title and the number of
//! records; each other one has a checksum and a record. Reading never overwrites work: [`plan`] decides what happens to
//! each project.

use crate::modes::chip::store::history::{Reason, Version};
use crate::modes::chip::store::imported::{Imported, Unreadable};
use crate::modes::chip::store::project::{Project, Projects, free_name};
use crate::modes::chip::store::travel::Notes;
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use twox_hash::XxHash64;

/// First words of such a file.
const TITLE: &str = "M-Core Lab work";
/// Edition of the format.
const EDITION: u32 = 1;

/// One line of the file.
#[derive(Serialize, Deserialize)]
enum Record {
    Project(Project),
    /// A version of the project with this ID.
    Version(String, Version),
    /// Breakpoints, watchpoints and bookmarks of the project with this ID.
    Notes(String, Notes),
}

/// Writes projects, versions and notes into the text of a file.
pub fn write(projects: &Projects, versions: &[(String, Version)], notes: &[(String, Notes)]) -> String {
    let records: Vec<_> = projects
        .values()
        .map(|p| Record::Project(Project::clone(p)))
        .chain(versions.iter().map(|(id, v)| Record::Version(id.clone(), v.clone())))
        .chain(notes.iter().map(|(id, n)| Record::Notes(id.clone(), n.clone())))
        .filter_map(|record| serde_json::to_string(&record).ok())
        .collect();
    let mut text = format!("{TITLE} {EDITION} {}\n", records.len());
    for record in records {
        text.push_str(&format!("{:016x} {record}\n", XxHash64::oneshot(0, record.as_bytes())));
    }
    text
}

/// Reads the intact part of a file.
pub fn read(bytes: &[u8]) -> Result<Imported, Unreadable> {
    let mut lines = bytes.split(|b| *b == b'\n').map(|l| l.strip_suffix(b"\r").unwrap_or(l));
    let first = String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    let mut head =
        first.trim_start_matches('\u{feff}').strip_prefix(TITLE).ok_or(Unreadable::Foreign)?.split_whitespace();
    match head.next().and_then(|n| n.parse::<u32>().ok()) {
        Some(edition) if edition > EDITION => return Err(Unreadable::Later),
        Some(_) => {}
        None => return Err(Unreadable::Foreign),
    }
    let declared: usize = head.next().and_then(|n| n.parse().ok()).unwrap_or_default();
    let mut found = Imported::default();
    let (mut sound, mut broken) = (0, 0);
    for line in lines.filter(|l| !l.is_empty()) {
        match record(line) {
            Some(Record::Project(project)) => found.projects.push(project),
            Some(Record::Version(id, version)) => found.versions.push((id, version)),
            Some(Record::Notes(id, notes)) => found.notes.push((id, notes.limited())),
            None => {
                broken += 1;
                continue;
            }
        }
        sound += 1;
    }
    found.lost = declared.saturating_sub(sound).max(broken);
    if found.projects.is_empty() && found.lost > 0 {
        return Err(Unreadable::Destroyed);
    }
    Ok(found)
}

fn record(line: &[u8]) -> Option<Record> {
    let (sum, text) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let right = u64::from_str_radix(sum, 16).ok()? == XxHash64::oneshot(0, text.as_bytes());
    serde_json::from_str(text).ok().filter(|_| right)
}

/// The action for a project of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is new here: add it.
    Add(Project),
    /// Add it beside the existing one, under another name.
    AddCopy(Project),
    /// It becomes a version of the existing work on the same exercise: there can be only one such work.
    Keep(String, Version),
    /// It exists here already.
    Same,
}

/// Decides about each project of a file, in order. Existing work is not changed.
pub fn plan(imported: &Imported, here: &Projects, now: u64, fresh: &mut dyn FnMut() -> String) -> Vec<Step> {
    let mut names: Vec<String> = here.values().map(|p| p.name.clone()).collect();
    let step = |project: &Project| {
        let Some(old) = here.get(&project.id) else {
            return Step::Add(Project { revision: 0, deleted: None, ..project.clone() });
        };
        if old.says_the_same(project) {
            return Step::Same;
        }
        if !project.is_own() {
            let files = Rc::new(project.files.clone());
            let first = crate::modes::chip::store::history::first_change(&old.files, &project.files);
            // A version is identified by its time, so each needs a different one.
            return Step::Keep(project.id.clone(), Version { at: now, reason: Reason::Imported, first, files });
        }
        let name = free_name(&project.name, names.iter().map(String::as_str));
        names.push(name.clone());
        Step::AddCopy(Project { id: fresh(), name, revision: 0, deleted: None, ..project.clone() })
    };
    imported.projects.iter().filter(|p| p.deleted.is_none()).map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modes::chip::store::travel::Bookmark;
    use mcore::base::SourceFile;
    use proptest::prelude::*;

    fn project(id: &str, name: &str, text: &str) -> Project {
        let files = vec![SourceFile { name: "main.s".into(), text: text.into() }];
        Project { id: id.into(), name: name.into(), files, ..Project::default() }
    }

    fn stored_work(list: &[Project]) -> Projects {
        list.iter().map(|p| (p.id.clone(), Rc::new(p.clone()))).collect()
    }

    fn version(at: u64) -> Version {
        Version { at, reason: Reason::Time, first: None, files: Rc::new(Vec::new()) }
    }

    fn notes() -> Vec<(String, Notes)> {
        let mut notes = Notes::default();
        notes.toggle_line("main.s", 1);
        notes.toggle_bookmark(18_204);
        notes.name_bookmark(18_204, "最初のパケット");
        vec![("a".to_owned(), notes)]
    }

    fn written() -> (Vec<Project>, Vec<(String, Version)>, String) {
        let projects = vec![project("a", "Ring", "nop\n"), project("b", "並べ替え", "# 日本語\n")];
        let versions = vec![("a".to_owned(), version(1)), ("b".to_owned(), version(2))];
        let text = write(&stored_work(&projects), &versions, &notes());
        (projects, versions, text)
    }

    #[test]
    fn what_is_written_is_read() {
        let (projects, versions, text) = written();
        assert_eq!(read(text.as_bytes()), Ok(Imported { projects, versions, notes: notes(), lost: 0 }));
    }

    #[test]
    fn damage_costs_only_the_line_that_it_is_in() {
        let (projects, versions, text) = written();
        let damaged = text.replacen("nop", "nap", 1);
        let found = read(damaged.as_bytes()).expect("the rest");
        assert_eq!((found.projects.as_slice(), found.lost), (&projects[1..], 1));
        assert_eq!(found.versions, versions);
        // Cut off in the middle of the last line.
        let cut = &text.as_bytes()[..text.len() - 10];
        let found = read(cut).expect("the rest");
        assert_eq!((found.projects, found.versions, found.notes.len(), found.lost), (projects, versions, 0, 1));
    }

    #[test]
    fn what_is_no_such_file_is_refused_by_name() {
        assert_eq!(read(b"\x89PNG"), Err(Unreadable::Foreign));
        assert_eq!(read(b""), Err(Unreadable::Foreign));
        assert_eq!(read(b"M-Core Lab work 2 0\n"), Err(Unreadable::Later));
        assert_eq!(read(b"M-Core Lab work 1 3\nrubbish\n"), Err(Unreadable::Destroyed));
        assert_eq!(read(b"M-Core Lab work 1 0\n"), Ok(Imported::default()));
    }

    #[test]
    fn reading_a_file_overwrites_nothing() {
        let exercise = Project { exercise: Some("class/x".into()), ..project("class/x", "", "mine") };
        let here = stored_work(&[project("a", "Ring", "mine"), project("b", "Same", "same"), exercise.clone()]);
        let theirs = Project { files: project("", "", "theirs").files, ..exercise };
        let projects = vec![
            project("a", "Ring", "theirs"),
            project("b", "Same", "same"),
            theirs.clone(),
            project("new", "New", "x"),
        ];
        let imported = Imported { projects, ..Imported::default() };
        let steps = plan(&imported, &here, 9, &mut || "fresh".to_owned());
        assert_eq!(steps.len(), 4);
        assert_eq!(steps[0], Step::AddCopy(project("fresh", "Ring 2", "theirs")));
        assert_eq!(steps[1], Step::Same);
        let Step::Keep(id, kept) = &steps[2] else { panic!("{:?}", steps[2]) };
        assert_eq!((id.as_str(), kept.at, &*kept.files), ("class/x", 9, &theirs.files));
        assert_eq!(steps[3], Step::Add(project("new", "New", "x")));
    }

    #[test]
    fn a_file_brings_no_more_notes_than_can_be_made_here() {
        let mut many = Notes::default();
        for cycle in 0..1000 {
            many.bookmarks.push(Bookmark { cycle, name: "x".repeat(1000) });
        }
        let text = write(&Projects::new(), &[], &[("a".to_owned(), many)]);
        let found = read(text.as_bytes()).expect("sound");
        let bookmarks = &found.notes[0].1.bookmarks;
        assert_eq!((bookmarks.len(), bookmarks[7].name.len()), (200, 60));
    }

    proptest! {
        #[test]
        fn no_damage_makes_up_work(at in 0usize..400, byte in any::<u8>()) {
            let (projects, _, text) = written();
            let mut bytes = text.into_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            if let Ok(found) = read(&bytes) {
                prop_assert!(found.projects.iter().all(|p| projects.contains(p)));
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(&bytes);
            let _ = read(&[b"M-Core Lab work 1 2\n".as_slice(), &bytes].concat());
        }
    }
}
