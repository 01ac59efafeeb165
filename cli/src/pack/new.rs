//! `mcore pack new`: a small pack that works, as a start for one's own.

use crate::failure::Failure;
use crate::kind::Kind;
use crate::output;
use crate::report::Report;
use mcore::text;
use std::fs;
use std::path::Path;

/// The files of a new pack of any kind.
const SCHEMAS: [(&str, &str); 2] = [
    ("pack.schema.json", include_str!("../../../docs/pack.schema.json")),
    ("exercise.schema.json", include_str!("../../../docs/exercise.schema.json")),
];

/// Writes a new pack into a new or empty folder.
pub fn run(folder: &Path, id: Option<&str>, kind: &dyn Kind, report: &Report) -> Result<u8, Failure> {
    let shown = folder.display();
    let last = folder.file_name().map_or_else(String::new, |n| n.to_string_lossy().to_lowercase());
    let id = id.map_or(last, str::to_owned);
    if id.is_empty() || !id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
        return Err(text!(
            "`{id}` cannot be the name of a pack: only a to z, 0 to 9 and `-`; choose one by --id",
            "`{id}` は課題集の名前に使えません（a から z、0 から 9、`-` だけ）。--id で指定してください"
        )
        .into());
    }
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(text!(
            "{shown}: there is something in this folder already; name a new one",
            "{shown}: このフォルダは空ではありません。新しいフォルダを指定してください"
        )
        .into());
    }
    let template = kind.template();
    let example = template.iter().find_map(|(name, _)| name.strip_suffix("/exercise.toml")).unwrap_or_default();
    for (name, text) in SCHEMAS.iter().chain(template) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| Failure::writing_file(parent, &error))?;
        let text =
            if *name == "pack.toml" { text.replace("\"my-pack\"", &format!("\"{id}\"")) } else { (*text).to_owned() };
        output::file(&path, text)?;
    }
    report.line(report.say(&text!(
        "{shown} is ready. Next: change pack.toml and the exercise in {example}/, then `mcore pack check {shown}`",
        "{shown} ができました。pack.toml と {example}/ の課題を書き換え、`mcore pack check {shown}` で確かめてください"
    )));
    Ok(0)
}
