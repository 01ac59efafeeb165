//! The students' edition of an exercise pack: its files without solutions, lecturers' notes and hidden answers.
//!
//! The command (`mcore pack build`) and the build of the site use it. The build runs it in Node.js (`src/bin/edition.rs`),
//! compiled together with the page, because the command takes minutes to compile.

#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod measured;
mod programs;

use mcore::base::Text;
use mcore::modes::mopt::exercise::MOPT_KIND;
use mcore::modes::tca::exercise::TCA_KIND;
use mcore::packs::{PackError, PackFile, STANDARD_KIND, digest, is_private, kind_of, read_pack};
use mcore::text;
use toml::Table;

/// Removes everything from the `exercise.toml` in a folder of a pack that students may not know. The last argument is a secret
/// that cannot be guessed and depends on the pack alone.
type Hide = fn(&str, &mut Table, &[PackFile], &str) -> Result<(), PackError>;

/// The kinds of exercises, by their names in an `exercise.toml`.
const KINDS: [(&str, Hide); 3] =
    [(STANDARD_KIND, programs::hide), (MOPT_KIND, measured::hide_maps), (TCA_KIND, measured::hide_scripts)];

/// The names of the kinds of exercises. The first one is that of exercises that name none.
pub fn kinds() -> Vec<&'static str> {
    KINDS.iter().map(|(name, _)| *name).collect()
}

/// The files for students of the pack with these files. Equal packs give equal files.
///
/// # Errors
///
/// The pack cannot be read, or a reference program is among the solutions.
pub fn student_edition(pack: &[PackFile]) -> Result<Vec<PackFile>, Text> {
    let info = read_pack(pack).map_err(|error| error.text())?;
    let mut files = Vec::new();
    let text_of = |name: &str| {
        let file = pack.iter().find(|f| f.name == name);
        file.map(|f| String::from_utf8_lossy(&f.bytes).trim_start_matches('\u{feff}').to_owned()).unwrap_or_default()
    };
    let table = |name: &str| -> Result<Table, Text> {
        let parsed = text_of(name).parse::<Table>();
        parsed.map_err(|e| text!("{name}: this is not valid TOML: {e}", "{name}: TOML として読めません: {e}"))
    };
    let mut top = table("pack.toml")?;
    top.insert("edition".into(), "student".into());
    files.push(toml_file("pack.toml", &top)?);
    let names = kinds();
    for folder in &info.exercises {
        let kind = kind_of(folder, pack, &names).map_err(|error| error.text())?;
        let name = format!("{folder}/exercise.toml");
        let mut top = table(&name)?;
        let secret = digest(folder, pack);
        let hide = KINDS.iter().find(|(known, _)| *known == kind).map_or(KINDS[0].1, |(_, hide)| *hide);
        hide(folder, &mut top, pack, &secret).map_err(|error| error.text())?;
        let written = toml_file(&name, &top)?;
        let used = String::from_utf8_lossy(&written.bytes).into_owned();
        files.push(written);
        let reference = reference_of(&top);
        for file in pack {
            let Some(inside) = file.name.strip_prefix(&format!("{folder}/")) else { continue };
            let is_reference = reference.as_deref() == Some(inside);
            if is_reference && is_private(inside) {
                let file = &file.name;
                return Err(text!(
                    "{file}: the reference is among the solutions, which students never get; move it to {folder}/reference/",
                    "{file}: 参照プログラムが、学生に渡らない解答例の中にあります。{folder}/reference/ に移してください"
                ));
            }
            let goes = match inside.split_once('/') {
                None => is_text_for_students(inside),
                Some(("start" | "start.ja" | "images" | "reference", _)) => true,
                // Data of hidden answers are no longer named.
                Some(("data", _)) => used.contains(&format!("\"{inside}\"")),
                _ => is_reference,
            };
            if goes && !is_private(inside) {
                files.push(file.clone());
            }
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Statement and hints.
fn is_text_for_students(name: &str) -> bool {
    ["task.en.md", "task.ja.md", "hints.en.md", "hints.ja.md"].contains(&name)
}

fn reference_of(top: &Table) -> Option<String> {
    Some(top.get("files")?.get("reference")?.as_str()?.to_owned())
}

fn toml_file(name: &str, table: &Table) -> Result<PackFile, Text> {
    let text =
        toml::to_string(table).map_err(|e| text!("{name}: cannot be written: {e}", "{name}: 書けません: {e}"))?;
    Ok(PackFile { name: name.to_owned(), bytes: text.into_bytes() })
}
