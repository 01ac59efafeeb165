//! `cargo xtask pictures`: takes the pictures of the documents from the built page, and draws those of the examples; or makes
//! a contact sheet of the page.

use crate::site::{self, Kind};
use crate::{exercises, place, run, setup};
use anyhow::{Result, bail};
use mcore_serve::Server;

/// Options of the verb.
#[derive(clap::Args)]
pub struct Options {
    /// Only the page in all its states, sizes, languages and themes, in one picture: target/sheet.png
    #[arg(long)]
    sheet: bool,
}

/// Draws the pictures of the examples natively. Then builds the site and runs every script in `tests/browser/pictures`; each
/// writes into `docs/pictures`.
pub fn run(options: &Options) -> Result<()> {
    if options.sheet {
        return sheet();
    }
    let examples = ["test", "-p", "mcore-ui", "--locked", "every_example_has_its_pictures"];
    run::open(run::cargo().args(examples).env("MCORE_BLESS", "1"))?;
    let chromium = setup::browser()?;
    setup::npm_packages("tests/browser", "drive the browsers")?;
    site::build(Kind::Release, false)?;
    let server = Server::start(&Kind::Release.folder(), "/", Some(0))?;
    let folder = place::root().join("tests/browser");
    let scripts: Vec<String> =
        exercises::files_here(&folder.join("pictures"))?.into_iter().filter(|name| name.ends_with(".mjs")).collect();
    if scripts.is_empty() {
        bail!("there are no scripts in {}", folder.join("pictures").display());
    }
    for script in scripts {
        run::open(
            run::command("node")
                .current_dir(&folder)
                .arg(format!("pictures/{script}"))
                .env("MCORE_LAB_URL", server.address())
                .env("MCORE_CHROMIUM", &chromium),
        )?;
    }
    let (docs, examples) = (place::root().join("docs/pictures"), place::root().join("assets/examples"));
    println!("The pictures are in {} and {}", docs.display(), examples.display());
    Ok(())
}

/// The contact sheet.
fn sheet() -> Result<()> {
    let chromium = setup::browser()?;
    setup::npm_packages("tests/browser", "drive the browsers")?;
    site::build(Kind::Release, false)?;
    let server = Server::start(&Kind::Release.folder(), "/", Some(0))?;
    let file = place::target()?.join("sheet.png");
    run::open(
        run::command("node")
            .current_dir(place::root().join("tests/browser"))
            .arg("sheet.mjs")
            .arg(&file)
            .env("MCORE_LAB_URL", server.address())
            .env("MCORE_CHROMIUM", &chromium),
    )?;
    println!("The contact sheet is {}", file.display());
    Ok(())
}
