// Proves the recipe "Add a mode" of CONTRIBUTING.md: node tests/add-a-mode/check.mjs [folder for compiled files]
//
// Copies the repository, adds the simulator, the page and the verb of the mode in `demo/` by the recipe, and counts the
// changed files that are not the mode's own. Then clippy reads all three, and the verb runs. `demo/` is the smallest mode
// with a form, a list of runs and results; a new mode can begin as a copy of it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The shared files of the recipe: in each, the replaced texts and the new ones. */
const SHARED = {
  "cli/src/modes/mod.rs": [
    ["pub mod nsim;\n", "pub mod demo;\npub mod nsim;\n"],
    ["    Grade(grade::args::Grade),\n", "    Grade(grade::args::Grade),\n    Demo(demo::args::Demo),\n"],
    ["[nsim::args::JAPANESE,", "[demo::args::JAPANESE, nsim::args::JAPANESE,"],
    ["            Self::Grade(options) =>", "            Self::Demo(options) => demo::run(options, report),\n            Self::Grade(options) =>"],
  ],
  "core/Cargo.toml": [['mcore-chip = { path = "chip" }\n', 'mcore-chip = { path = "chip" }\nmcore-demo = { path = "demo" }\n']],
  "core/src/modes.rs": [["pub use mcore_chip as chip;\n", "pub use mcore_chip as chip;\npub use mcore_demo as demo;\n"]],
  "ui/src/modes/mod.rs": [["pub mod nsim;\n", "pub mod demo;\npub mod nsim;\n"]],
  "www/modes.json": [['"pmnet"', '"pmnet", "demo"']],
};

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));

/** Runs a command in `folder`; its output, or an error with it. */
function run(folder, command, args, environment = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: "utf8", env: { ...process.env, ...environment } });
  if (error) throw error;
  assert.equal(status, 0, `${command} ${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout;
}

const copy = mkdtempSync(join(realpathSync(tmpdir()), "mcore-lab-add-a-mode-"));
try {
  for (const path of run(root, "git", ["ls-files", "-z"]).split("\0")) if (path) cpSync(join(root, path), join(copy, path));
  const git = (...args) => run(copy, "git", ["-c", "user.name=test", "-c", "user.email=test@lab.invalid", "-c", "commit.gpgsign=false", ...args]);
  git("init", "--quiet");
  git("add", "--all", "--force");
  git("commit", "--quiet", "--message", "Before");

  cpSync(join(here, "demo"), copy, { recursive: true });
  for (const [path, lines] of Object.entries(SHARED)) {
    let text = readFileSync(join(copy, path), "utf8");
    for (const [before, after] of lines) {
      assert.ok(text.includes(before), `${path} has no ${JSON.stringify(before)}`);
      text = text.replace(before, after);
    }
    writeFileSync(join(copy, path), text);
  }
  git("add", "--all", "--force");
  const changed = git("diff", "--cached", "--name-only").trim().split("\n");
  const shared = changed.filter((path) => !path.includes("demo"));
  console.log(`${shared.length} shared files:\n  ${shared.join("\n  ")}`);
  assert.deepEqual(shared, Object.keys(SHARED), "no other shared file is touched");

  const target = resolve(process.argv[2] ?? join(root, "target/add-a-mode"));
  const cargo = (...args) => run(copy, "cargo", args, { CARGO_TARGET_DIR: target }).trim();
  // Cargo.lock lists every package. Nothing is fetched: the mode uses packages that are there.
  cargo("update", "--quiet", "--workspace", "--offline");
  cargo("clippy", "--quiet", "--locked", "-p", "mcore", "-p", "mcore-ui", "-p", "mcore-cli", "--", "-D", "warnings");
  const demo = (...args) => cargo("run", "--quiet", "--locked", "-p", "mcore-cli", "--", ...args);
  // 168 prime numbers are below 1,000 (OEIS A000720); 1,000 is the plan's usual value.
  assert.equal(demo("demo"), "168 prime numbers below 1000");
  assert.deepEqual(JSON.parse(demo("demo", "--limit", "100", "--json")), { limit: 100, primes: 25 });
  assert.match(demo("demo", "--help", "--lang", "ja"), /素数/);
} finally {
  rmSync(copy, { recursive: true });
}
