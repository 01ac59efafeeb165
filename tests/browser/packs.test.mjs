// Packs as lecturers and students open them: folders, new versions, pictures; and the published part of the site's own
// packs.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { OUT, screenshot, siteUrl, withLab } from "./harness.mjs";
import { becomes, judged, mcoreCommand, paste, reads, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TEMPLATE = join(ROOT, "cli/src/modes/chip/exercise/template");
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#1f5fa8"/></svg>';

/** A folder with a small pack `own`: the one that `mcore pack new` makes, with a picture. */
function pack(name, version) {
  const folder = join(OUT, `${name}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  cpSync(TEMPLATE, folder, { recursive: true });
  edit(folder, "pack.toml", (text) => text.replace('"my-pack"', '"own"').replace(/^version = .*$/m, `version = "${version}"`));
  mkdirSync(join(folder, "sum/images"));
  writeFileSync(join(folder, "sum/images/box.svg"), PICTURE);
  for (const lang of ["en", "ja"]) edit(folder, `sum/task.${lang}.md`, (text) => `${text}\n\n![A blue box](images/box.svg)\n\n![Not there](https://example.org/x.png)\n`);
  return folder;
}

function edit(folder, file, change) {
  const path = join(folder, file);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** Drops files or folders on the page as the operating system does. */
async function drop(page, ...files) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 700, y: 400, data });
}

test("the site tells no hidden answer", async () => {
  const site = await siteUrl();
  const get = async (path) => {
    const response = await fetch(new URL(path, site));
    assert.equal(response.status, 200, path);
    return response.text();
  };
  const indexes = await Promise.all(["index", "index-mopt", "index-tca"].map((name) => get(`exercises/${name}.json`)));
  let hidden = 0;
  for (const { id, files } of indexes.flatMap((index) => JSON.parse(index).packs)) {
    assert.ok((await get(`exercises/${id}/pack.toml`)).includes('edition = "student"'), id);
    for (const name of files.filter((file) => file.endsWith("/exercise.toml"))) {
      const cases = (await get(`exercises/${id}/${name}`)).split(/^\[\[case\]\]$/m).slice(1);
      for (const one of cases.filter((one) => /^visibility = "(hidden|withheld)"$/m.test(one))) {
        hidden += 1;
        for (const answer of [/\bequals = \[/, /\b(exact|trimmed|regex) = /]) assert.doesNotMatch(one, answer, `${id}/${name}`);
      }
    }
    assert.ok(!files.some((file) => /solution|lecturer/.test(file)), id);
  }
  assert.ok(hidden >= 10, `${hidden} hidden cases`);
  // The answers for 9 and for 7 queens, from the lecturers' edition.
  const [, nine, seven] = /equals = \[ ?(352) ?\][^]*equals = \[ ?(40) ?\]/.exec(readFileSync(join(ROOT, "exercises/tutorial/nqueens/exercise.toml"), "utf8"));
  const queens = await get("exercises/tutorial/nqueens/exercise.toml");
  assert.ok(!queens.includes(`[${nine}]`) && !queens.includes(`[${seven}]`) && queens.includes("digest = "), queens);
});

for (const [lang, theme, width] of variants([["en", "light", 1440], ["ja", "dark", 1440], ["ja", "light", 390]])) {
  test(`statements show the pictures of their pack (${lang}, ${theme}, ${width})`, () =>
    withLab({ lang, theme, width, height: 900 }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      for (const [id, shows] of [["network/blocking", /12.+13/], ["class/matmul", /\(4,4\)/]]) {
        await page.getByTestId("exercise").selectOption(id);
        if (width < 900) await page.getByTestId("phone-task").click();
        const picture = page.getByTestId("task").getByRole("img", { name: shows });
        await picture.waitFor();
        await until(page, `${id} is assembled`, (f) => f.state === "paused" && f.cycle === "0");
        await picture.scrollIntoViewIfNeeded();
        await picture.evaluate((img) => img.decode());
        const { box, host, alt } = await picture.evaluate((img) => ({ box: img.getBoundingClientRect().width, host: img.closest(".task").clientWidth, alt: img.alt }));
        assert.ok(box > 150 && box <= host, `${id}: ${box} of ${host}`);
        assert.ok(alt.length > 40, alt);
        await screenshot(page, `picture-${id.replace("/", "-")}-${lang}-${theme}-${width}`);
      }
    }));
}

test("a folder is a pack: dropped anywhere, or chosen", () =>
  withLab({ lang: "en" }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    const folder = pack("dropped", "1.0.0");
    await drop(page, folder);
    await page.getByTestId("tab-sum.s").waitFor();
    await page.getByTestId("tab-task").click();
    const picture = page.getByTestId("task").locator("img");
    await picture.evaluate((img) => img.decode());
    await becomes(() => picture.evaluateAll((all) => all.map((img) => [img.alt, img.naturalWidth])), [["A blue box", 60]]);
    await page.getByTestId("task").getByText("Not there").waitFor();
    // Text files dropped on the editor are opened, not typed into it.
    const own = join(OUT, "own-file.s");
    writeFileSync(own, "# a file of my own\n");
    await page.getByTestId("tab-sum.s").click();
    await drop(page, own);
    await page.getByTestId("tab-own-file.s").click();
    await reads(page, /^# a file of my own/);
    // Mistakes are reported with file, line and key.
    edit(folder, "pack.toml", (toml) => toml.replace("authors", "autors"));
    const line = readFileSync(join(folder, "pack.toml"), "utf8").split("\n").findIndex((l) => l.startsWith("autors")) + 1;
    await page.getByTestId("projects").click();
    await page.getByTestId("pack-input").setInputFiles(folder);
    await page.getByText(`pack.toml:${line}`).waitFor();
    edit(folder, "pack.toml", (toml) => toml.replace("autors", "authors"));
    edit(folder, "sum/exercise.toml", (toml) => toml.replace("cycle_limit", "cycle_limits"));
    await page.getByTestId("projects").click();
    await page.getByTestId("pack-input").setInputFiles(folder);
    await page.getByText(/sum\/exercise\.toml:\d+.*cycle_limits/).waitFor();
    rmSync(folder, { recursive: true });
  }));

test("work on another version of a pack is carried over or kept, and never lost", () =>
  withLab({ lang: "en" }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    const [first, second] = [pack("first", "1.0.0"), pack("second", "1.1.0")];
    edit(second, "sum/start/sum.s", (start) => `# the new start file\n${start}`);
    await drop(page, first);
    await page.getByTestId("tab-sum.s").waitFor();
    const mine = `# mine\n${readFileSync(join(first, "sum/start/sum.s"), "utf8")}`;
    await paste(page, mine, "sum.s");
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    assert.equal(await page.getByTestId("carry").count(), 0, "the same version asks nothing");
    // The next version: the work is still there.
    await drop(page, second);
    const carry = page.getByTestId("carry");
    await carry.waitFor();
    await becomes(() => carry.innerText(), /1\.1\.0[^]*1\.0\.0[^]*\(1\.0\.0\)/);
    await page.getByTestId("tab-sum.s").click();
    await reads(page, /^# mine/);
    await screenshot(page, "carry");
    // Started anew; this can be undone, and the previous work is a project.
    await page.getByTestId("carry-anew").click();
    await carry.waitFor({ state: "detached" });
    await page.locator(".cm-content").filter({ hasText: "# the new start file" }).waitFor();
    await page.getByTestId("projects").click();
    await page.locator(".projects").getByText("(1.0.0)").first().waitFor();
    await page.keyboard.press("Escape");
    // Back to the old version and forward again: the page asks about the work of each, and continuing keeps it.
    await paste(page, mine.replace("# mine", "# more of mine"), "sum.s");
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await drop(page, first);
    await carry.waitFor();
    await page.getByTestId("carry-over").click();
    await carry.waitFor({ state: "detached" });
    await page.getByTestId("tab-sum.s").click();
    await page.locator(".cm-content").filter({ hasText: "# more of mine" }).waitFor();
    await page.getByTestId("projects").click();
    await page.locator(".projects").getByText("(1.1.0)").first().waitFor();
    await page.keyboard.press("Escape");
    for (const folder of [first, second]) rmSync(folder, { recursive: true });
  }));

test("a wrong result leads to the first difference from the run that passed", () =>
  withLab({ lang: "en" }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    const folder = pack("differs", "1.0.0");
    await drop(page, folder);
    await page.getByTestId("tab-sum.s").waitFor();
    const solution = readFileSync(join(TEMPLATE, "sum/solution/sum.s"), "utf8");
    const run = async (program, verdict) => {
      await paste(page, program, "sum.s");
      await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
      await page.getByTestId("run").click();
      return judged(page, verdict);
    };
    const wrong = solution.replace("addu    $s2, $s2, $t0", "nop");
    assert.notEqual(wrong, solution);
    await run(wrong, "failed");
    await becomes(() => page.getByTestId("first-difference").innerText(), /sequential/);
    await run(solution, "passed");
    await becomes(() => page.getByTestId("first-difference").count(), 0);
    const { end } = await run(wrong, "failed");
    await becomes(() => page.getByTestId("first-difference").innerText(), /passed/);
    await page.getByTestId("first-difference").click();
    await page.getByTestId("difference").waitFor();
    const there = await until(page, "the difference", (f) => Number(f.cycle) > 0 && Number(f.cycle) < Number(end));
    assert.ok(Number(there.cycle) > 0);
    await page.getByRole("columnheader", { name: "Your run that passed" }).waitFor();
    await screenshot(page, "first-difference");
    rmSync(folder, { recursive: true });
  }));

test("a pack beside the page opens by its address, as `mcore pack serve` offers it", async () => {
  const folder = pack("served", "1.0.0");
  const server = spawn(mcoreCommand(), ["pack", "serve", folder, "--site", join(ROOT, "dist"), "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await new Promise((resolve, reject) => {
      let reported = "";
      server.stdout.on("data", (chunk) => {
        reported += chunk;
        const found = /^http\S+\?pack=\S+$/m.exec(reported);
        if (found) resolve(found[0]);
      });
      server.on("exit", (code) => reject(new Error(`mcore pack serve ended (${code})`)));
    });
    await withLab({ lang: "ja", url }, async ({ page }) => {
      await page.getByTestId("tab-sum.s").waitFor();
      await until(page, "ready", (f) => f.state === "paused");
      await page.getByTestId("tab-task").click();
      await page.getByTestId("task").locator("img").evaluate((img) => img.decode());
    });
    // A missing pack is reported, and the lab works.
    await withLab({ lang: "en", url: url.replace(/pack=.*/, "pack=packs/other.zip"), allow: [/404/] }, async ({ page }) => {
      await page.getByText(/packs\/other\.zip/).first().waitFor();
      await until(page, "ready", (f) => f.state === "paused");
    });
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
});
