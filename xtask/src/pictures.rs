//! `cargo xtask pictures`: takes the pictures of the documents from the built page.

use crate::serve::Server;
use crate::{exercises, place, run, setup, site};
use anyhow::{Result, bail};

/// Builds the site and runs every script in `tests/browser/pictures`; each writes into `docs/pictures`.
pub fn run() -> Result<()> {
    let chromium = setup::browser(false)?;
    setup::npm_packages("tests/browser", "drive Chromium")?;
    site::build(&site::Options::default())?;
    let server = Server::start(&site::dist(), "/", Some(0))?;
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
                .env("MCORE_CHROMIUM", &chromium.chromium),
        )?;
    }
    println!("The pictures are in {}", place::root().join("docs/pictures").display());
    Ok(())
}
