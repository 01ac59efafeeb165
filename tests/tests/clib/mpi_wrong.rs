//! Wrong programs with MPI: the report of each `cases/mpi/*.c`, in both languages, is its `.txt`.
//!
//! After a wanted change, `MCORE_BLESS=1 cargo test -p mcore-tests --test clib mpi_wrong` writes the `.txt` files anew; read the
//! difference.

use super::ended;
use mcore::modes::chip::view::OutcomeView;
use std::fs;

#[test]
fn every_wrong_program_gives_exactly_its_report() {
    let folder = mcore_tests::root().join("tests/cases/mpi");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "c"));
    paths.sort();
    assert!(paths.len() >= 15);
    let mut wrong = String::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a program");
        let size = text.split_once("nodes: ").and_then(|(_, rest)| rest.split_once('.')).expect("a size").0;
        let (width, height) = size.split_once('x').expect("columns x rows");
        let machine = ended(width.parse().expect("columns"), height.parse().expect("rows"), &text);
        let OutcomeView { ok, message, .. } = OutcomeView::of(&machine).expect("an end");
        let found = format!("{}\n{}\n", message.en, message.ja);
        let expected = path.with_extension("txt");
        if std::env::var_os("MCORE_BLESS").is_some() {
            fs::write(&expected, &found).expect("a file");
        }
        if ok || fs::read_to_string(expected).unwrap_or_default() != found {
            wrong += &format!("{}\n{found}", path.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
