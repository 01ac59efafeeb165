//! Installs the tools that the other verbs need and a fresh machine lacks. A function costs nothing if its tool is
//! there.
//!
//! The rule for all: look first (path, then cache, with versions), say what is installed, why and about how long it
//! takes, install it without asking, and on failure end with one line that names the remedy.

use crate::place::{self, find_in, find_on_path};
use crate::run::{self, cargo, command, quiet};
use anyhow::{Context, Result, anyhow, bail};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// The oldest Node.js that the site's tools and the test runner work with.
const NODE: u32 = 20;

/// Announces the next step and its reason.
fn announce(text: &str) {
    run::say(&format!("set-up: {text}"));
}

/// Keeps two set-ups from installing the same tool at once. Held until dropped.
fn lock(folder: &Path) -> Result<File> {
    place::lock(folder, "set-up: waiting for another `cargo xtask` to finish its installation").with_context(|| {
        format!("cannot write to {}: make it writable, or set MCORE_LAB_CACHE to another folder", folder.display())
    })
}

/// Installs the compilation target `triple` for Rust; `why` is the reason shown to the user.
pub fn rust_target(triple: &str, why: &str) -> Result<()> {
    let has = || {
        run::output(command("rustc").args(["--print", "target-libdir", "--target", triple]))
            .is_some_and(|folder| Path::new(folder.trim()).is_dir())
    };
    if has() {
        return Ok(());
    }
    if find_on_path("rustup").is_none() {
        bail!(
            "Rust's target {triple} ({why}) is missing and there is no rustup to add it: install Rust by rustup, then run this again"
        );
    }
    announce(&format!("adding Rust's target {triple} ({why}); a few seconds"));
    quiet(&format!("rustup target add {triple}"), command("rustup").args(["target", "add", triple]))?;
    if has() {
        return Ok(());
    }
    bail!(
        "rustup added {triple} to another toolchain than the one in use: run `rustup target add {triple} --toolchain <yours>`"
    )
}

/// Rust's target for the page.
pub fn wasm_target() -> Result<()> {
    rust_target("wasm32-unknown-unknown", "the page is WebAssembly")
}

/// Compiles the program that joins the WebAssembly to the page (`xtask/bindgen`), and returns its full path.
pub fn bindgen() -> Result<PathBuf> {
    let build = ["build", "--locked", "--profile", "xtask", "--package", "mcore-bindgen"];
    quiet("compile wasm-bindgen", cargo().args(build))?;
    let program = place::target()?.join("xtask").join(format!("mcore-bindgen{}", env::consts::EXE_SUFFIX));
    anyhow::ensure!(program.is_file(), "cargo has compiled mcore-bindgen, but {} is not there", program.display());
    Ok(program)
}

/// The version of cargo-deny; its settings (`deny.toml`) are for this one.
const DENY: &str = "0.19.0";

/// Sets up cargo-deny, which reads the licences and sources of all dependencies, and returns its full path.
pub fn deny() -> Result<PathBuf> {
    cargo_tool(&Tool {
        name: "cargo-deny",
        package: "cargo-deny",
        version: DENY,
        why: "checks the licences and sources of dependencies",
        minutes: "3 to 5 minutes on two cores",
        options: &["--locked", "--no-default-features"],
    })
}

/// Sets up the oldest compiler that the workspace supports, and returns its toolchain; `None` if it is the one in use.
pub fn oldest_rust() -> Result<Option<String>> {
    let text = fs::read_to_string(place::root().join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let oldest = oldest_version(&text).context("Cargo.toml names no rust-version")?;
    let used = run::output(command("rustc").arg("--version")).context("there is no rustc on the path")?;
    if used.split_whitespace().nth(1).is_some_and(|used| used.starts_with(&format!("{oldest}."))) {
        return Ok(None);
    }
    if find_on_path("rustup").is_none() {
        bail!(
            "there is no rustup to install Rust {oldest}, the oldest that the workspace names: install Rust by rustup"
        );
    }
    let install = ["toolchain", "install", &oldest, "--profile", "minimal", "--no-self-update"];
    quiet(&format!("rustup toolchain install {oldest}"), command("rustup").args(install))?;
    Ok(Some(oldest))
}

/// The oldest supported compiler in the text of the workspace's Cargo.toml: `1.95`.
fn oldest_version(manifest: &str) -> Option<String> {
    let manifest: toml::Table = manifest.parse().ok()?;
    Some(manifest.get("workspace")?.get("package")?.get("rust-version")?.as_str()?.to_owned())
}

/// Settings with which Cargo compiles a tool quickly. Its compilation takes longer than its few seconds of work.
const QUICKLY: [(&str, &str); 5] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "false"),
    ("CARGO_INCREMENTAL", "0"),
];

/// A program that Cargo can install.
struct Tool<'a> {
    name: &'a str,
    package: &'a str,
    version: &'a str,
    why: &'a str,
    minutes: &'a str,
    options: &'a [&'a str],
}

/// Finds `tool` with its version on the path or in the cache, else installs it into the cache.
fn cargo_tool(tool: &Tool<'_>) -> Result<PathBuf> {
    let root = place::tools()?;
    let bin = root.join("bin");
    let search = || {
        let path = env::var_os("PATH").unwrap_or_default();
        find_in(env::split_paths(&path).chain([bin.clone()]), tool.name)
            .find(|program| has_version(program, tool.version))
    };
    if let Some(found) = search() {
        return Ok(found);
    }
    let _lock = lock(&root)?;
    // The other set-up that held the lock may have installed it.
    if let Some(found) = search() {
        return Ok(found);
    }
    announce(&format!(
        "installing {} {} into {} ({}); about {}, once",
        tool.package,
        tool.version,
        root.display(),
        tool.why,
        tool.minutes
    ));
    // The build folder survives an interruption, so that the next run continues where this one stopped.
    let build = place::cache()?.join("build").join(format!("{}-{}", tool.package, tool.version));
    let mut install = cargo();
    install
        // Outside the checkout, whose settings must not apply to the tool.
        .current_dir(&root)
        .args(["install", &format!("{}@{}", tool.package, tool.version)])
        .args(["--bin", tool.name])
        .args(tool.options)
        .arg("--force")
        .arg("--root")
        .arg(&root)
        .arg("--target-dir")
        .arg(&build)
        .env_remove("RUSTFLAGS")
        .envs(QUICKLY);
    quiet(&format!("cargo install {} {}", tool.package, tool.version), &mut install)?;
    // A failure here only wastes disk space.
    let _ = fs::remove_dir_all(&build);
    search().ok_or_else(|| {
        anyhow!(
            "{} {} was installed into {}, but does not run from there: delete that folder, then run this again",
            tool.package,
            tool.version,
            root.display()
        )
    })
}

/// Whether `program --version` names exactly `version`.
fn has_version(program: &Path, version: &str) -> bool {
    run::output(command(program).arg("--version")).is_some_and(|text| text.split_whitespace().nth(1) == Some(version))
}

/// Node.js, new enough.
pub fn node() -> Result<()> {
    let remedy = format!("install Node.js {NODE} or newer with npm (Debian, Ubuntu: apt-get install nodejs npm)");
    let Some(text) = run::output(command("node").arg("--version")) else {
        bail!("there is no node on the path: {remedy}");
    };
    let major = text.trim().trim_start_matches('v').split('.').next().and_then(|number| number.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE) {
        bail!("node is {}, too old: {remedy}", text.trim());
    }
    if find_on_path(npm()).is_none() {
        bail!("there is no npm on the path: {remedy}");
    }
    Ok(())
}

/// npm's name: a script on Windows.
fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Installs the npm packages that `folder` of the checkout lists; `why` is the reason shown to the user.
pub fn npm_packages(folder: &str, why: &str) -> Result<()> {
    node()?;
    let folder_path = place::root().join(folder);
    let lock_path = folder_path.join("package-lock.json");
    let wanted = fs::read(&lock_path).with_context(|| format!("cannot read {}", lock_path.display()))?;
    // A copy of the lock file that was installed last; npm deletes it together with the packages.
    let stamp = folder_path.join("node_modules/.installed-lock.json");
    let installed = || fs::read(&stamp).is_ok_and(|bytes| bytes == wanted);
    if installed() {
        return Ok(());
    }
    let _lock = lock(&place::work())?;
    if installed() {
        return Ok(());
    }
    announce(&format!("fetching the npm packages of {folder}/ ({why}); about 10 seconds"));
    // Without the packages' own scripts: none is needed, and so none runs on this machine.
    quiet(
        &format!("npm ci in {folder}/"),
        command(npm()).current_dir(&folder_path).args([
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefer-offline",
        ]),
    )?;
    fs::write(&stamp, &wanted).with_context(|| format!("cannot write {}", stamp.display()))
}

/// Finds Chromium without windows, in which tests take a quarter less of the processor's time, and Japanese glyphs. Where
/// there is no such package, the whole Chromium does.
pub fn browser_for_tests() -> Result<PathBuf> {
    let chosen = env::var_os(CHROMIUM.variable).is_some();
    // Unknown on a fresh machine, whose lists are empty, and where Chromium has to be installed in any case.
    let known = || run::output(command("apt-cache").args(["show", SHELL.package])).is_some_and(|text| !text.is_empty());
    if !chosen && (SHELL.find().is_some() || CHROMIUM.find().is_none() || known()) {
        match install_browser(&SHELL) {
            Ok(found) => return Ok(found),
            Err(error) => eprintln!("note: the tests use the whole Chromium: {error:#}"),
        }
    }
    browser()
}

/// Finds Chromium and Japanese glyphs; installs what is missing where apt can.
pub fn browser() -> Result<PathBuf> {
    install_browser(&CHROMIUM)
}

fn install_browser(browser: &Program) -> Result<PathBuf> {
    let mut missing = Vec::new();
    if browser.find().is_none() {
        missing.push(browser.package);
    }
    let japanese = run::output(command("fc-list").arg(":lang=ja")).is_some_and(|fonts| !fonts.trim().is_empty());
    if !japanese && cfg!(target_os = "linux") {
        missing.push("fonts-noto-cjk");
    }
    if !missing.is_empty() {
        let outcome =
            apt_install(&missing, "the page is tested in a real browser, in Japanese too", &browser.by_hand());
        // Without the font every test still runs, only the pictures of it lack glyphs.
        if missing == ["fonts-noto-cjk"] {
            if let Err(error) = outcome {
                eprintln!("warning: {error:#}");
            }
        } else {
            outcome?;
        }
    }
    browser.found()
}

/// Finds Firefox, which listens for WebDriver BiDi itself; installs it where apt can.
pub fn firefox() -> Result<PathBuf> {
    install_programs(&[&FIREFOX], "the page is tested in Firefox")?;
    FIREFOX.found()
}

/// WebKit for the tests.
pub struct WebKit {
    /// The WebDriver of WebKitGTK, which starts WebKitGTK's MiniBrowser.
    pub driver: PathBuf,
    /// The screen in memory that the browser draws on.
    pub screen: PathBuf,
}

/// Finds WebKit with its driver and a screen; installs what is missing where apt can.
pub fn webkit() -> Result<WebKit> {
    install_programs(&[&WEBKIT, &SCREEN], "the page is tested in WebKit, the engine of Safari")?;
    Ok(WebKit { driver: WEBKIT.found()?, screen: SCREEN.found()? })
}

/// Finds gdb and qemu, which judge debug information; installs them where apt can. The test in question needs them where `CI`
/// is set.
pub fn debuggers() -> Result<()> {
    install_programs(&[&GDB, &QEMU], "gdb judges debug information")
}

/// The program that counts host instructions, which is installed if it is missing.
pub fn counter() -> Result<PathBuf> {
    install_programs(&[&VALGRIND], "it counts host instructions")?;
    VALGRIND.found()
}

/// A program from a package of Debian or Ubuntu.
struct Program {
    /// Its name in messages.
    title: &'static str,
    /// The variable of the environment that can name its file.
    variable: &'static str,
    /// Its names on the path, the best first.
    names: &'static [&'static str],
    package: &'static str,
}

const CHROMIUM: Program = Program {
    title: "Chromium or Chrome",
    variable: "MCORE_CHROMIUM",
    names: &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"],
    package: "chromium",
};
const SHELL: Program = Program {
    title: "Chromium's headless shell",
    variable: "MCORE_CHROMIUM",
    names: &["chromium-headless-shell", "chrome-headless-shell"],
    package: "chromium-headless-shell",
};
const FIREFOX: Program =
    Program { title: "Firefox", variable: "MCORE_FIREFOX", names: &["firefox-esr", "firefox"], package: "firefox-esr" };
const WEBKIT: Program = Program {
    title: "WebKitWebDriver of WebKitGTK",
    variable: "MCORE_WEBKIT_DRIVER",
    names: &["WebKitWebDriver"],
    package: "webkit2gtk-driver",
};
const SCREEN: Program = Program { title: "Xvfb", variable: "MCORE_XVFB", names: &["Xvfb"], package: "xvfb" };
const GDB: Program =
    Program { title: "gdb for MIPS", variable: "MCORE_GDB", names: &["gdb-multiarch"], package: "gdb-multiarch" };
const QEMU: Program =
    Program { title: "qemu for MIPS", variable: "MCORE_QEMU", names: &["qemu-mipsel"], package: "qemu-user" };

const VALGRIND: Program =
    Program { title: "valgrind", variable: "MCORE_VALGRIND", names: &["valgrind"], package: "valgrind" };

impl Program {
    /// Its file: the one that its variable names, else the first on the path.
    fn find(&self) -> Option<PathBuf> {
        let chosen = env::var_os(self.variable).map(PathBuf::from).filter(|path| path.is_file());
        chosen.or_else(|| self.names.iter().find_map(|name| find_on_path(name)))
    }

    /// Its file, or an error with the remedy.
    fn found(&self) -> Result<PathBuf> {
        self.find().ok_or_else(|| anyhow!("there is still no {} on the path: {}", self.title, self.by_hand()))
    }

    /// The remedy where no package can be installed.
    fn by_hand(&self) -> String {
        format!("install {}, or set {} to its program file", self.title, self.variable)
    }
}

/// Installs those of `programs` that are missing.
fn install_programs(programs: &[&Program], why: &str) -> Result<()> {
    let missing: Vec<_> = programs.iter().filter(|program| program.find().is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().map(|program| program.package).collect();
    let by_hand: Vec<_> = missing.iter().map(|program| program.by_hand()).collect();
    apt_install(&packages, why, &by_hand.join("; "))
}

/// Installs packages of Debian or Ubuntu, if there is apt and we may use it; `otherwise` is the remedy where there is none.
fn apt_install(packages: &[&str], why: &str, otherwise: &str) -> Result<()> {
    let list = packages.join(" ");
    let by_hand = format!("install by hand: {list} (names of Debian and Ubuntu; {why})");
    if find_on_path("apt-get").is_none() {
        bail!("this machine has no apt-get: {otherwise} ({why})");
    }
    let root = run::output(command("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    if !root && run::output(command("sudo").args(["-n", "true"])).is_none() {
        bail!(
            "packages are missing and only root can install them: run `sudo apt-get install {list}` ({why}), then run this again"
        );
    }
    let apt = |arguments: &[&str]| -> Command {
        let mut apt = if root { command("env") } else { command("sudo") };
        if !root {
            apt.args(["-n", "env"]);
        }
        // Another apt may be running on a fresh machine, so wait for its lock.
        apt.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"]).args(arguments);
        apt
    };
    announce(&format!("installing {list} by apt ({why}); about 1 minute"));
    // `update` does not wait for the lock of its lists. If another apt takes it after the first look, the second try waits.
    wait_for_other_apt();
    if quiet("apt-get update", &mut apt(&["update"])).is_err() {
        wait_for_other_apt();
        quiet("apt-get update, again", &mut apt(&["update"])).context(by_hand.clone())?;
    }
    let mut install = vec!["install", "-y", "--no-install-recommends"];
    install.extend(packages);
    quiet(&format!("apt-get install {list}"), &mut apt(&install)).context(by_hand)
}

/// Waits until no other apt runs, at most five minutes.
fn wait_for_other_apt() {
    let started = Instant::now();
    let mut said = false;
    while runs_any_of(&["apt", "apt-get"]) && started.elapsed() < Duration::from_secs(300) && !run::stopped() {
        if !said {
            announce("waiting for another apt to end");
            said = true;
        }
        thread::sleep(Duration::from_secs(1));
    }
}

/// True if a process with one of these names runs.
fn runs_any_of(names: &[&str]) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else { return false };
    let name = |process: fs::DirEntry| fs::read_to_string(process.path().join("comm")).ok();
    processes.flatten().filter_map(name).any(|name| names.contains(&name.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_compiler_is_the_one_that_the_workspace_names() {
        let text = fs::read_to_string(place::root().join("Cargo.toml")).expect("is there");
        let oldest = oldest_version(&text).expect("is named");
        assert!(oldest.split('.').all(|part| part.parse::<u32>().is_ok()), "{oldest}");
        assert_eq!(oldest_version("[workspace.package]\nversion = \"1\"\n"), None);
    }

    #[test]
    fn a_browser_that_is_not_there_is_named_with_its_variable_and_its_package() {
        let none =
            Program { title: "Nothing", variable: "MCORE_NO_SUCH", names: &["no-such-program"], package: "nothing" };
        let error = none.found().expect_err("there is none");
        assert!(error.to_string().contains("install Nothing, or set MCORE_NO_SUCH"), "{error}");
        let there = Program { names: &["no-such-program", "rustc"], ..none };
        assert_eq!(
            there.found().expect("is on the path"),
            find_on_path("rustc").expect("the compiler that built this")
        );
    }

    #[test]
    fn a_process_is_found_by_its_name() {
        let own = fs::read_to_string("/proc/self/comm").expect("this process has a name");
        assert!(runs_any_of(&["no-such-program", own.trim_end()]));
        assert!(!runs_any_of(&["no-such-program"]));
    }

    #[test]
    fn version_of_a_program() {
        let rustc = find_on_path("rustc").expect("the compiler that built this");
        let text = run::output(command(&rustc).arg("--version")).expect("it runs");
        let version = text.split_whitespace().nth(1).expect("rustc <version>");
        assert!(has_version(&rustc, version));
        assert!(!has_version(&rustc, "0.0.1"));
        assert!(!has_version(Path::new("/no/such/program"), version));
    }
}
