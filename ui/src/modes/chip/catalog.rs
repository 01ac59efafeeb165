//! The exercise packs of the chip's page.

pub use crate::shell::packs::{Catalog, Pack, fetch_bytes, fetch_exercise, fetch_part};

use mcore::base::{Lang, SourceFile, Text};
use mcore::modes::chip::session::{ExerciseView, MachineOptions, Rules};
use mcore::packs::{PackFile, in_japanese, split_hints};

/// Whether a file of an exercise is needed to read it and to write in it. Its texts in the other language, its hints and its
/// rules can follow while the simulator is loading.
pub fn is_read_first(pack: &Pack, name: &str, lang: Lang) -> bool {
    let Some((folder, file)) = name.split_once('/') else { return name == "pack.toml" };
    let statement = if lang == Lang::Ja { "task.ja.md" } else { "task.en.md" };
    if let Some(translated) = in_japanese(file) {
        return lang != Lang::Ja || !pack.files.contains(&format!("{folder}/{translated}"));
    }
    file == statement || file.starts_with("images/") || (lang == Lang::Ja && file.starts_with("start.ja/"))
}

/// A preview of an exercise from its files, before the session has read them: statement, hints and programs, so
/// that a student can read and write while the simulator is still loading. A text that is there in one language only is
/// shown for both. `None` if the site's list does not have enough of it.
pub fn preview(pack: &Pack, folder: &str, files: &[PackFile]) -> Option<ExerciseView> {
    let listed = pack.exercises.iter().find(|e| e.folder == folder)?;
    let text = |name: &str| {
        let path = format!("{folder}/{name}");
        let file = files.iter().find(|f| f.name == path)?;
        Some(String::from_utf8_lossy(&file.bytes).replace("\r\n", "\n"))
    };
    let programs = listed.editable.iter().chain(&listed.read_only);
    let (mut start, mut start_ja) = (Vec::new(), Vec::new());
    for name in programs {
        let path = format!("start/{name}");
        let (first, translated) = (text(&path), in_japanese(&path).and_then(|path| text(&path)));
        let file = |text: String| SourceFile { name: name.clone(), text };
        start.push(file(first.or_else(|| translated.clone())?));
        start_ja.extend(translated.map(file));
    }
    let hints = text("hints.en.md").zip(text("hints.ja.md")).map_or_else(Vec::new, |(en, ja)| {
        split_hints(&en).into_iter().zip(split_hints(&ja)).map(|(en, ja)| Text { en, ja }).collect()
    });
    let nodes = listed.nodes.as_deref().and_then(|nodes| {
        let (width, height) = nodes.split_once('x')?;
        Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
    });
    let standard = MachineOptions::default();
    let (width, height) = nodes.unwrap_or((standard.width, standard.height));
    Some(ExerciseView {
        id: format!("{}/{folder}", pack.id),
        pack_title: pack.title.clone()?,
        pack_version: String::new(),
        title: listed.title.clone()?,
        statement: match (text("task.en.md"), text("task.ja.md")) {
            (Some(en), Some(ja)) => Text { en, ja },
            (one, other) => Text::same(one.or(other)?),
        },
        hints,
        start: (!start.is_empty()).then_some(start)?,
        start_ja,
        read_only: listed.read_only.clone(),
        machine: MachineOptions { width, height, ..standard },
        rules: Rules::default(),
        points: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exercise_is_shown_from_its_files_as_the_session_will_show_it() {
        let mut pack: Pack = serde_json::from_str(
            r#"{"id":"p","title":{"en":"P","ja":"ピー"},"files":[],
                "exercises":[{"folder":"z","title":{"en":"Z","ja":"ゼット"},"nodes":"2x3","editable":["b.s","a.s"],"read_only":["c.s"]}]}"#,
        )
        .expect("well-formed");
        let toml = "format = 1\ntitle.en = \"Z\"\ntitle.ja = \"ゼット\"\nlanguage = \"asm\"\n[machine]\nnodes = \"2x3\"\n\
                    [files]\neditable = [\"b.s\", \"a.s\"]\nread_only = [\"c.s\"]\n\
                    [[case]]\nname.en = \"a\"\nname.ja = \"あ\"\npoints = 5\ncycle_limit = 1000\n[[case.expect]]\nhalted = true\n";
        let top = "format = 1\nid = \"p\"\nversion = \"1.0.0\"\ntitle.en = \"P\"\ntitle.ja = \"ピー\"\nauthors = \"a\"\n\
                   licence = \"CC0-1.0\"\nexercises = [\"z\"]\n";
        let file = |name: &str, text: &str| PackFile { name: name.into(), bytes: text.into() };
        let files = [
            file("pack.toml", top),
            file("z/exercise.toml", toml),
            file("z/task.en.md", "Do\r\nit."),
            file("z/task.ja.md", "やって。"),
            file("z/hints.en.md", "one\n\n---\ntwo\n"),
            file("z/hints.ja.md", "一\n---\n二\n"),
            file("z/start/a.s", "a"),
            file("z/start/b.s", "b"),
            file("z/start/c.s", "c"),
            file("z/start.ja/b.s", "乙"),
            file("z/start.ja/c.s", "丙"),
        ];
        pack.files = files.iter().map(|file| file.name.clone()).collect();
        let shown = preview(&pack, "z", &files).expect("enough is told");
        let read = mcore::modes::chip::exercise::read_exercise("z", &files).expect("a pack");
        assert_eq!((&shown.id, &shown.title, &shown.pack_title), (&read.id, &read.title, &read.pack_title));
        assert_eq!((&shown.statement, &shown.hints), (&read.statement, &read.hints));
        assert_eq!((&shown.start, &shown.read_only), (&read.start, &read.read_only));
        assert_eq!(shown.start_ja, read.start_ja);
        assert_eq!((shown.machine.width, shown.machine.height), (read.machine.width, read.machine.height));
        assert_eq!(preview(&pack, "y", &files), None);
        for (lang, statement) in [(Lang::En, "Do\nit."), (Lang::Ja, "やって。")] {
            let first: Vec<_> = files.iter().filter(|f| is_read_first(&pack, &f.name, lang)).cloned().collect();
            assert_eq!(first.len(), 5, "pack.toml, a statement, three programs");
            let early = preview(&pack, "z", &first).expect("enough to read and write");
            assert_eq!((&early.statement, early.hints.len()), (&Text::same(statement), 0));
            assert_eq!(early.start_in(lang), shown.start_in(lang));
        }
        assert_eq!(preview(&pack, "z", &files[..8]), None, "a program is missing");
    }
}
