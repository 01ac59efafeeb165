//! `cargo xtask oracle cc`: the C compiler against other compilers' suites and against gcc. The suites are fetched from
//! the packages of the system, are read where they were unpacked, and are never copied into the checkout.
//! `cargo xtask oracle mpi`: the chip's MPI against the system's (MPICH), by programs that print the same on both.
//! `cargo xtask oracle courses FOLDER`: the programs of a course against MPICH and gcc; see `courses.rs`.
//! `cargo xtask oracle maps`: maps of ranks against Scotch and the optima of QAPLIB.

use crate::run::{self, cargo, command};
use crate::{courses, place};
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};

/// Options of `oracle`.
#[derive(clap::Args)]
pub struct Options {
    /// The part to check: `cc`, the C compiler, `mpi`, the chip's MPI, `courses`, the programs of a folder, or `maps`, maps of
    /// ranks
    part: String,
    /// Suites to run: torture, csmith, abi, bits, init, fuzz, tests2, sdcc, mcpp; of `maps`, scotch, qaplib; all without a name. Of `courses`,
    /// the folder
    suites: Vec<String>,
    /// Of `courses`, the command to run instead of one that is built
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,
    /// Number of random programs; of `fuzz`, a thousand times as many texts
    #[arg(long, default_value_t = 50)]
    count: u32,
    /// Of csmith, each random program with every list of options instead of one in turn
    #[arg(long)]
    every: bool,
    /// Seed of the first random program
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// The programs of gcc's suite, by the folder that they are unpacked to.
const TORTURE: &str = "gcc/testsuite/gcc.c-torture/execute";

/// Runs the suites; an error if one has a difference that is not listed.
pub fn run(options: &Options) -> Result<()> {
    match options.part.as_str() {
        "cc" => {}
        "mpi" => return mpi(options),
        "courses" => {
            let [folder] = &*options.suites else {
                bail!("name the folder of a course: cargo xtask oracle courses FOLDER")
            };
            installed(&MPICH)?;
            installed(&[("gcc", "gcc")])?;
            return courses::run(Path::new(folder), options.command.as_deref());
        }
        "maps" => return maps(&options.suites),
        _ => bail!("there are only `cc`, the C compiler, `mpi`, the chip's MPI, `courses`, and `maps`, maps of ranks"),
    }
    run::quiet(
        "build the oracle",
        cargo().args(["build", "--release", "--locked", "-p", "mcore-cc", "--example", "oracle"]),
    )?;
    let all = options.suites.is_empty();
    let mut failed = Vec::new();
    for suite in ["torture", "csmith", "abi", "bits", "init", "fuzz", "tests2", "sdcc", "mcpp"] {
        if !all && !options.suites.iter().any(|s| s == suite) {
            continue;
        }
        let words = match suite {
            "torture" => torture().map(|folder| vec![folder.display().to_string()]),
            "csmith" => csmith(options),
            "abi" | "bits" | "init" => {
                installed(&[GCC]).map(|()| vec![options.count.to_string(), options.seed.to_string()])
            }
            "fuzz" => Ok(vec![(u64::from(options.count) * 1_000).to_string(), options.seed.to_string()]),
            "sdcc" => installed(&[GCC]).and_then(|()| suite_of("sdcc", "support/regression")),
            "mcpp" => installed(&[GCC]).and_then(|()| suite_of("mcpp", ".")),
            _ => suite_of("tcc", "tests/tests2"),
        };
        match words {
            Ok(words) if !oracle(suite, &words)? => failed.push(suite),
            Ok(_) => {}
            Err(missing) if all => run::say(&format!("{suite}: not run: {missing:#}")),
            Err(missing) => return Err(missing),
        }
    }
    if !failed.is_empty() {
        bail!("differences in {}", failed.join(", "));
    }
    Ok(())
}

/// Compares maps; see tests/src/bin/maps.rs.
fn maps(suites: &[String]) -> Result<()> {
    let status = cargo()
        .args(["run", "--quiet", "--release", "--locked", "-p", "mcore-tests", "--bin", "maps", "--"])
        .arg(cache("maps")?)
        .args(suites)
        .status();
    anyhow::ensure!(status.context("cannot start cargo")?.success(), "maps are not as they should be");
    Ok(())
}

/// Runs the program of all functions, and random programs, on the chip and with the system's MPI.
fn mpi(options: &Options) -> Result<()> {
    installed(&MPICH)?;
    let ours = built()?;
    let sources = place::root().join("tests/tests/clib/mpi");
    let mut different = Vec::new();
    let random = ["random", "type_maps", "begun_random", "epochs"];
    let fixed = [
        "meaning",
        "grids",
        "types",
        "gaps",
        "vectors",
        "buffered",
        "attributes",
        "keys",
        "graphs",
        "inverses",
        "begun",
        "ineighbors",
        "windows",
    ];
    for name in fixed.into_iter().chain(random) {
        let source = sources.join(name).with_extension("c");
        let host = cache("mpi")?.join(name);
        run::quiet(
            "compile for this machine",
            command("mpicc").arg("-O1").arg("-w").arg("-o").arg(&host).arg(&source),
        )?;
        let seeds =
            if random.contains(&name) { options.seed..options.seed.saturating_add(options.count) } else { 1..2 };
        for (seed, ranks) in seeds.flat_map(|seed| [1, 2, 3, 5, 8].map(|ranks| (seed.to_string(), ranks))) {
            let real = command("mpiexec").args(["-n", &ranks.to_string()]).arg(&host).arg(&seed).output()?;
            let chip = command(&ours)
                .args(["run", "-O2", "--nodes"])
                .arg(format!("{ranks}x1"))
                .arg(&source)
                .args(["--", &seed])
                .output()?;
            if !real.status.success() || !chip.status.success() || real.stdout != chip.stdout {
                different.push(format!("{name}, seed {seed}, {ranks} ranks"));
            }
        }
    }
    if !different.is_empty() {
        bail!("the chip and the system's MPI differ: {}", different.join("; "));
    }
    run::say("mpi: the same on the chip and with the system's MPI");
    Ok(())
}

/// Prints the cycles of the kernels at each level, beside those of gcc's code if gcc is there, and the compiler's speed.
pub fn kernels() -> Result<()> {
    let folder = place::root().join("tests/cases/cc/kernels");
    let words = [folder.display().to_string()];
    anyhow::ensure!(oracle("kernels", &words)?, "a kernel does not run, or results differ");
    anyhow::ensure!(oracle("speed", &words)?, "a kernel does not compile");
    Ok(())
}

fn oracle(suite: &str, words: &[String]) -> Result<bool> {
    let status = cargo()
        .args(["run", "--quiet", "--release", "--locked", "-p", "mcore-cc", "--example", "oracle", "--", suite])
        .args(words)
        .status();
    Ok(status.context("cannot start cargo")?.success())
}

/// A folder for what is unpacked.
pub fn cache(name: &str) -> Result<PathBuf> {
    let folder = place::cache()?.join("oracle").join(name);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

/// Unpacks gcc's programs from the package of its source.
fn torture() -> Result<PathBuf> {
    let folder = cache("gcc")?;
    if let Some(found) = below(&folder, TORTURE) {
        return Ok(found);
    }
    let packed = newest("/usr/src", "gcc-", ".tar.xz").context("install the package gcc-12-source")?;
    let status = command("tar")
        .arg("xf")
        .arg(&packed)
        .arg("-C")
        .arg(&folder)
        .args(["--wildcards", "*/gcc/testsuite/gcc.c-torture/*"])
        .status()
        .context("cannot start tar")?;
    anyhow::ensure!(status.success(), "tar cannot read {}", packed.display());
    below(&folder, TORTURE).context("the package of gcc's source has no gcc.c-torture")
}

/// The folder at a path below another one or below one of the folders in it: some packages have no separate folder.
fn below(folder: &Path, path: &str) -> Option<PathBuf> {
    let inner = std::fs::read_dir(folder).ok()?.flatten().map(|e| e.path().join(path));
    inner.chain([folder.join(path)]).find(|p| p.is_dir())
}

/// The last file in the folders below one whose name begins and ends so.
fn newest(folder: &str, begin: &str, end: &str) -> Option<PathBuf> {
    let inner = std::fs::read_dir(folder).ok()?.flatten().filter(|e| e.path().is_dir());
    let files = inner.flat_map(|e| std::fs::read_dir(e.path()).into_iter().flatten().flatten()).map(|e| e.path());
    let fits = |p: &PathBuf| {
        let name = p.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        name.starts_with(begin) && name.ends_with(end)
    };
    files.filter(fits).max()
}

/// Programs, and the packages that have them.
const MPICH: [(&str, &str); 2] = [("mpicc", "mpich and libmpich-dev"), ("mpiexec", "mpich and libmpich-dev")];
/// gcc for the chip's processor.
const GCC: (&str, &str) = ("mipsel-linux-gnu-gcc", "gcc-mipsel-linux-gnu");

/// An error if a program is not there.
fn installed(programs: &[(&str, &str)]) -> Result<()> {
    for (program, package) in programs {
        let found = command(program).arg("--version").output();
        anyhow::ensure!(found.is_ok_and(|o| o.status.success()), "install the package {package}");
    }
    Ok(())
}

/// The command, built for comparisons.
pub fn built() -> Result<PathBuf> {
    run::quiet("build the command", cargo().args(["build", "--release", "--locked", "-p", "mcore-cli"]))?;
    Ok(place::target()?.join("release/mcore"))
}

fn csmith(options: &Options) -> Result<Vec<String>> {
    installed(&[("csmith", "csmith"), GCC, ("qemu-mipsel", "qemu-user")])?;
    anyhow::ensure!(Path::new("/usr/include/csmith").is_dir(), "install the package libcsmith-dev");
    let every = options.every.then(|| "every".to_owned());
    Ok([options.count.to_string(), options.seed.to_string()].into_iter().chain(every).collect())
}

/// The folder of a suite below the source of a package, as words of the program that runs it.
fn suite_of(package: &str, path: &str) -> Result<Vec<String>> {
    let folder = cache(package)?;
    let found = below(&folder, path).filter(|found| *found != folder.join("."));
    let found = found.with_context(|| {
        format!(
            "unpack the source package {package} (`apt-get source --download-only {package}`) in {}",
            folder.display()
        )
    })?;
    Ok(vec![found.display().to_string()])
}
