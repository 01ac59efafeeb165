// Checking all cases, handing in, and grading the same file with `mcore grade`: the same verdicts, cycles and points.
// And packs that the page loads by address or from a dropped file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { OUT, screenshot, withLab } from "./harness.mjs";
import { judged, mcoreCommand, paste, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOLUTION = readFileSync(join(ROOT, "exercises/class/matmul/solution/matmul.s"), "utf8");

/** Runs the command; builds it if necessary. */
function mcore(...args) {
  const command = mcoreCommand();
  try {
    return execFileSync(command, args, { cwd: OUT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    // Status 1: something did not pass.
    assert.equal(error.status, 1, error.stderr);
    return error.stdout;
  }
}

/** Checks all cases and waits for the points. */
async function grade(page) {
  await page.getByTestId("grade").click();
  await page.getByTestId("points").waitFor();
  return page.getByTestId("points").textContent();
}

/** Saves the file to hand in and returns it. */
async function handIn(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("hand-in").click()]);
  mkdirSync(OUT, { recursive: true });
  const path = join(OUT, name);
  await download.saveAs(path);
  return { path, file: JSON.parse(readFileSync(path, "utf8")), name: download.suggestedFilename() };
}

for (const lang of variants(["en", "ja"])) {
  test(`the page and the grader agree (${lang})`, () =>
    withLab({ lang }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused" && f.end === "0");
      // The start file, then the solution.
      for (const text of [null, SOLUTION]) {
        if (text) await paste(page, text);
        await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
        const points = await grade(page);
        const { path, file, name } = await handIn(page, `${lang}-${text ? "solution" : "start"}.mcsub`);
        assert.equal(name, "class-matmul.mcsub");
        assert.ok(file.claims.length > 0 && file.digest.length === 32, JSON.stringify(file));
        await screenshot(page, `grade-${lang}-${text ? "solution" : "start"}`);

        const out = join(OUT, `${lang}.json`);
        mcore("grade", join(ROOT, "exercises/class"), path, "--json", out);
        const [row] = JSON.parse(readFileSync(out, "utf8")).rows;
        assert.deepEqual(row.notes, [], "the grader finds what the page claims");
        assert.equal(row.points, file.points);
        const numbers = points.match(/\d+/g).map(Number).sort((a, b) => a - b);
        assert.deepEqual(numbers, [row.points, row.of].sort((a, b) => a - b));
        const graded = row.cases.map((c) => [c.name.en, c.passed, c.cycles, c.speedup_hundredths]);
        assert.deepEqual(file.claims.map((c) => [c.case, c.passed, c.cycles, c.speedup_hundredths]), graded);
        assert.equal(row.passed, text !== null);
      }
    }));
}

test("a dropped pack opens, and a wrong word leads to its last write", () =>
  withLab({ lang: "en" }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    mkdirSync(OUT, { recursive: true });
    const folder = join(OUT, `pack-${process.pid}`);
    mcore("pack", "new", folder, "--id", "own");
    const zip = join(OUT, `own-${process.pid}.zip`);
    mcore("pack", "build", folder, "-o", zip);
    await page.getByTestId("files-input").setInputFiles(zip);
    await page.getByTestId("tab-sum.s").waitFor();
    const solution = readFileSync(join(folder, "sum/solution/sum.s"), "utf8");
    await paste(page, solution.replace("addu    $s2, $s2, $t0", "nop"), "sum.s");
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("run").click();
    const { end } = await judged(page, "failed");
    await page.getByTestId("last-write").click();
    const there = await until(page, "the last write", (f) => Number(f.cycle) > 0 && Number(f.cycle) < Number(end));
    assert.ok(Number(there.cycle) > 0);
    await paste(page, solution, "sum.s");
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    // The second case of the template is withheld: only the lecturer can award its 10 points.
    assert.match(await grade(page), /30 of 40/);
    // A file that is no pack is reported, and nothing is lost.
    const broken = join(OUT, "broken.zip");
    writeFileSync(broken, "PK\u0003\u0004 and nothing more");
    await page.getByTestId("files-input").setInputFiles(broken);
    await page.getByText("This is not an exercise pack").waitFor();
    await page.getByTestId("tab-sum.s").waitFor();
  }));
