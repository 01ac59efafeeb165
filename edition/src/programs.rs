//! Exercises with programs: answers of hidden cases become salted digests.

use mcore::modes::chip::exercise::{
    Case, Digest, Equals, Expect, Holds, Prints, Visibility, exact_answer, hex, read_exercise, trimmed_answer,
};
use mcore::packs::{PackError, PackFile};
use toml::{Table, Value};

/// Removes everything that students may not know. Comments are removed too, since they may reveal something.
pub fn hide(folder: &str, top: &mut Table, files: &[PackFile], secret: &str) -> Result<(), PackError> {
    let exercise = read_exercise(folder, files)?;
    let Some(Value::Array(cases)) = top.get_mut("case") else { return Ok(()) };
    for (n, (value, case)) in cases.iter_mut().zip(&exercise.cases).enumerate() {
        let Value::Table(table) = value else { continue };
        match case.visibility {
            Visibility::Visible => {}
            Visibility::Hidden => hide_case(table, case, &format!("{secret} {n}")),
            Visibility::Withheld => {
                for key in ["stdin", "files", "input", "expect", "seed", "ends"] {
                    table.remove(key);
                }
            }
        }
    }
    Ok(())
}

fn hide_case(table: &mut Table, case: &Case, secret: &str) {
    let Some(Value::Array(expects)) = table.get_mut("expect") else { return };
    for (n, (value, expect)) in expects.iter_mut().zip(&case.expects).enumerate() {
        // The salt is unknown before the pack is published, so no table of digests can be made in advance; and it is
        // the same for each build of the same pack.
        let salt = &Digest::of(b"salt of a hidden answer", format!("{secret} {n}").as_bytes()).sha256[..16];
        match expect {
            Expect::Console { prints: Prints::Exact(text), .. } => {
                digest_text(value, "console", &Digest::of(salt, &exact_answer(text.as_bytes())));
            }
            Expect::File { holds: Holds::Text(Prints::Exact(text)), .. } => {
                digest_text(value, "file", &Digest::of(salt, &exact_answer(text.as_bytes())));
            }
            Expect::File { holds: Holds::Text(Prints::Trimmed(text)), .. } => {
                digest_text(value, "file", &Digest::of(salt, &trimmed_answer(text)));
            }
            Expect::File { holds: Holds::Data(bytes), .. } => {
                digest_text(value, "file", &Digest::of(salt, &exact_answer(bytes)));
            }
            Expect::File { holds: Holds::Text(Prints::Regex(_)) | Holds::Picture(..), .. } => *value = withheld(),
            Expect::Console { prints: Prints::Trimmed(text), .. } => {
                digest_text(value, "console", &Digest::of(salt, &trimmed_answer(text)));
            }
            Expect::Memory(memory) => {
                let Equals::Data(bytes) = &memory.equals else { continue };
                if !memory.tolerance.is_exact() {
                    *value = withheld();
                    continue;
                }
                let Some(table) = value.get_mut("memory").and_then(Value::as_table_mut) else { continue };
                table.insert(memory.unit.key().into(), i64::from(memory.count).into());
                table.insert("equals".into(), digest_value(&Digest::of(salt, bytes)).into());
            }
            Expect::Console { prints: Prints::Regex(_), .. } => *value = withheld(),
            _ => {}
        }
    }
}

fn withheld() -> Value {
    Value::Table([("withheld".to_owned(), Value::Boolean(true))].into_iter().collect())
}

fn digest_value(digest: &Digest) -> Table {
    let text = |bytes: &[u8]| Value::String(hex(bytes));
    [("digest".to_owned(), text(&digest.sha256)), ("salt".to_owned(), text(&digest.salt))].into_iter().collect()
}

/// Replaces the right text of a console or a file by its digest.
fn digest_text(value: &mut Value, kind: &str, digest: &Digest) {
    let Some(table) = value.get_mut(kind).and_then(Value::as_table_mut) else { return };
    for key in ["exact", "trimmed", "data"] {
        table.remove(key);
    }
    table.extend(digest_value(digest));
}
