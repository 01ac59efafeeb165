//! `cargo xtask serve`: builds the site and serves it on this machine.

use crate::{place, run, site};
use anyhow::{Context, Result, bail};
use mcore_serve::Server;
use std::io::Write as _;

/// Options of `serve`.
#[derive(clap::Args)]
pub struct Options {
    /// Port on this machine; 0 takes any free one [default: the first free one from 8080]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Folder that the site is served under
    #[arg(long, value_name = "PATH", default_value = "/")]
    under: String,
    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
    /// Serve the site as it was built last
    #[arg(long)]
    no_build: bool,
    #[command(flatten)]
    build: site::Options,
}

/// Builds, then serves until the process is ended.
pub fn run(options: &Options) -> Result<()> {
    let site = options.build.kind().folder();
    if !options.no_build {
        site::build(options.build.kind(), options.build.force)?;
    } else if !site.join("index.html").is_file() {
        bail!("there is no site in {}: leave out --no-build", site.display());
    }
    let server = Server::start(&site, &options.under, options.port)?;
    println!("M-Core Lab is at {}  (Ctrl-C ends it)", server.address());
    // A script may be waiting for this line at the other end of a pipe.
    std::io::stdout().flush().context("cannot write to the standard output")?;
    if options.open {
        open_browser(server.address());
    }
    server.wait();
    bail!("the server broke off: run the command again");
}

/// Opens the page; a failure is only a warning, because the address is printed above it.
fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    if place::find_on_path(opener).is_none_or(|program| run::command(program).arg(address).spawn().is_err()) {
        eprintln!("warning: no browser could be opened by `{opener}`; open the address above by hand");
    }
}
