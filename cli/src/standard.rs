//! Standard input among files: `-`.

use mcore::base::Text;
use std::borrow::Cow;
use std::path::Path;

/// Name of standard input in messages.
const STANDARD: &str = "<stdin>";

/// True for `-`, which is standard input.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// A file's name in messages.
pub fn name(path: &Path) -> Cow<'_, str> {
    if is_standard(path) { STANDARD.into() } else { path.to_string_lossy() }
}

/// A message with the name of its file before it.
pub fn named(path: &Path, why: &Text) -> Text {
    let name = name(path);
    Text::new(format!("{name}: {}", why.en), format!("{name}: {}", why.ja))
}
