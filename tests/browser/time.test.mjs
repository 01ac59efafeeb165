// Time travel, used to find what went wrong: breakpoints, steps back, bookmarks, the last writer, edits, and a
// simulator that dies.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { COUNT, MOTION, becomes, facts, paste, runScratch, seek, startScratch, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

/** The place for a breakpoint beside a line. */
const gutter = (page, line) => page.locator(".cm-signGutter .cm-gutterElement").nth(line - 1);
const words = (page, id) => page.getByTestId(id).textContent();

/** Every breakpoint of the list, in words. */
const listed = (page) => page.getByTestId("stop").locator(".stop-name").allTextContents();

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`breakpoints stop runs in both directions and stay with the work (${lang})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      const { end } = await runScratch(page, COUNT, { columns: 1, rows: 1 });
      // A line without code: the breakpoint moves to the next one.
      await gutter(page, 3).click();
      await page.getByTestId("tab-stops").click();
      await page.locator(".stop-notes .quiet").waitFor();
      await becomes(() => listed(page), ["main.s:4"]);
      await page.getByTestId("to-start").click();
      await until(page, "start", (f) => f.cycle === "0");
      const hits = [];
      for (let turn = 0; turn < 10; turn += 1) {
        const before = (await facts(page)).cycle;
        await page.getByTestId("run").click();
        const { cycle } = await until(page, "stopped", (f) => f.state === "paused" && f.cycle !== before && f.digest);
        hits.push(cycle);
      }
      await becomes(() => words(page, "stopped"), /main\.s:4/);
      assert.equal(new Set(hits).size, 10);
      await screenshot(page, `time-stops-${lang}`);
      await page.getByTestId("to-end").click();
      await until(page, "end", (f) => f.cycle === end);
      const back = [];
      for (let turn = 0; turn < 10; turn += 1) {
        const before = (await facts(page)).cycle;
        await page.keyboard.press("Shift+F8");
        const { cycle } = await until(page, "stopped", (f) => f.cycle !== before && f.digest);
        back.push(cycle);
      }
      assert.deepEqual(back, hits.toReversed());
      // When switched off it stops nothing; the list survives a reload.
      await page.getByTestId("stop").locator("input").uncheck();
      await page.getByTestId("run").click();
      await until(page, "ended", (f) => f.state === "ended");
      await page.reload();
      await until(page, "again", (f) => f.state === "paused");
      await page.getByTestId("stop").waitFor();
      await becomes(() => page.getByTestId("stop").locator("input").isChecked(), false);
      await page.getByTestId("stop-remove").click();
      await page.getByTestId("stop").waitFor({ state: "detached" });
    }),
  );
}

test("F10 obeys the list beside the buttons; only a search that failed says something", () =>
  withLab({}, async ({ page }) => {
    await runScratch(page, COUNT, { columns: 1, rows: 1 });
    const end = (await seek(page, 0)).end;
    await page.getByTestId("unit").selectOption({ label: "line, over calls" });
    const at = async (key) => {
      const { cycle } = await page.getByTestId("lab").evaluate((lab) => ({ ...lab.dataset }));
      await page.keyboard.press(key);
      return (await until(page, key, (f) => f.cycle !== cycle && f.digest !== "")).cycle;
    };
    const lines = [await at("F10"), await at("F10"), await at("F10")];
    await seek(page, 0);
    const button = async () => {
      const { cycle } = await page.getByTestId("lab").evaluate((lab) => ({ ...lab.dataset }));
      await page.getByTestId("step").click();
      return (await until(page, "a step", (f) => f.cycle !== cycle && f.digest !== "")).cycle;
    };
    assert.deepEqual(lines, [await button(), await button(), await button()]);
    assert.equal(await at("Shift+F10"), lines[1]);
    assert.equal(await page.getByTestId("stopped").count(), 0, "steps that have arrived need no words");
    await seek(page, end);
    await page.getByTestId("run-back").click();
    assert.match(await words(page, "stopped"), /^No breakpoint before this cycle \([0-9,]+\)\.$/);
  }),
);

test("a watchpoint by the form stops where the value is reached, and says why", () =>
  withLab({}, async ({ page }) => {
    await runScratch(page, COUNT, { columns: 1, rows: 1 });
    await page.getByTestId("tab-stops").click();
    await page.getByTestId("stop-what").selectOption({ label: "use of a register or memory" });
    await page.getByTestId("stop-add").click();
    await page.getByText("Something is missing here.").waitFor();
    await page.getByTestId("stop-place").fill("totl");
    await page.getByTestId("stop-how").selectOption({ label: "written with a value" });
    await page.getByTestId("stop-test").fill("== 7");
    await page.getByTestId("stop-add").click();
    await becomes(() => words(page, "stop-problem"), /did you mean total/);
    await page.getByTestId("stop-change").click();
    await page.getByTestId("stop-place").fill("total");
    await page.getByTestId("stop-add").click();
    await page.getByTestId("stop-problem").waitFor({ state: "detached" });
    await page.getByTestId("run").click();
    await page.getByTestId("stopped").waitFor();
    await becomes(() => words(page, "stopped"), /\(1,1\): total == 7/);
    await screenshot(page, "time-watch");
  }),
);

test("F9 in the editor, steps by line, instruction and cycle, and their ways back", () =>
  withLab({}, async ({ page }) => {
    await runScratch(page, COUNT, { columns: 1, rows: 1 });
    await page.locator(".cm-line").nth(4).click();
    await page.keyboard.press("F9");
    await page.locator(".cm-breakpoint-on:visible").waitFor();
    // The mark stays with its line while text is inserted above.
    await page.locator(".cm-line").nth(0).click();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByTestId("tab-stops").click();
    await becomes(() => listed(page), ["main.s:6"]);
    await page.getByTestId("assemble").click();
    await until(page, "assembled", (f) => f.cycle === "0" && f.state === "paused");
    await page.getByTestId("run").click();
    const first = await until(page, "stopped", (f) => f.state === "paused" && f.cycle !== "0" && f.digest);
    for (const key of ["Control+F10", "Control+F9", "F10"]) {
      await page.keyboard.press(key);
      await until(page, key, (f) => f.cycle !== first.cycle && f.digest);
      await page.keyboard.press(key === "F10" ? "Shift+F10" : key.replace("+F", "+Shift+F"));
      const { digest } = await until(page, `back by ${key}`, (f) => f.cycle === first.cycle && f.digest);
      assert.equal(digest, first.digest);
    }
  }),
);

/** A value of the node panel. */
const value = (page, place) => page.locator(`[data-place="${place}"]`);

test("who wrote this: by right click and by key, and the way there", () =>
  withLab({}, async ({ page }) => {
    const { end } = await runScratch(page, COUNT, { columns: 1, rows: 1 });
    await value(page, "$s0").click({ button: "right" });
    await screenshot(page, "time-menu");
    await page.getByTestId("place-writer").click();
    await page.getByTestId("writer").waitFor();
    await becomes(() => words(page, "writer-text"), /main\.s:4/);
    await screenshot(page, "time-writer");
    await page.getByTestId("writer-go").click();
    await until(page, "at the instruction", (f) => f.cycle !== end && f.digest);
    await becomes(() => value(page, "$s0").getAttribute("data-value"), "00000009");
    await page.getByTestId("answer-close").click();
    // By keys alone.
    await page.getByTestId("registers").focus();
    await page.keyboard.press("ArrowRight");
    for (let turn = 0; (await page.evaluate(() => document.activeElement.dataset.place)) !== "$s0"; turn += 1) {
      assert.ok(turn < 40, "the arrow keys reach every register");
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("w");
    await page.getByTestId("writer").waitFor();
  }),
);

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`a value changed in the past sends the run another way, and can be taken back (${lang})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      const { end } = await runScratch(page, COUNT, { columns: 1, rows: 1 });
      const first = await seek(page, 20);
      await value(page, "$s1").dblclick();
      await page.getByTestId("change-value").fill("x");
      await page.getByTestId("change-bad").waitFor();
      await page.getByTestId("change-value").fill("12");
      await becomes(() => words(page, "change-meaning"), /0x0000000c/);
      await page.getByTestId("change-lost").waitFor();
      await screenshot(page, `time-change-${lang}`);
      await page.getByTestId("change-write").click();
      await until(page, "rewritten", (f) => f.end === "20" && f.digest !== first.digest);
      await screenshot(page, `time-discarded-${lang}`);
      await page.getByTestId("to-end").click();
      const longer = await until(page, "ended", (f) => f.state === "ended");
      assert.ok(Number(longer.end) > Number(end), "two rounds more");
      await page.getByTestId("tab-timeline").click();
      await becomes(() => page.getByTestId("edits").locator("li").count(), 1);
      await screenshot(page, `time-timeline-${lang}`);
      await page.getByTestId("edit-gone").click();
      await until(page, "as before", (f) => f.end === end && f.digest);
      await seek(page, 20).then(({ digest }) => assert.equal(digest, first.digest));
      await becomes(() => page.getByTestId("edits").locator("li").count(), 0);
    }),
  );
}

test("bookmarks have names, are kept, and lead back; a part of the run fills the chart", () =>
  withLab({}, async ({ page }) => {
    await runScratch(page, COUNT, { columns: 1, rows: 1 });
    await seek(page, 13);
    await page.keyboard.press("Control+F2");
    await seek(page, 40);
    await page.getByTestId("bookmark").click();
    await page.getByTestId("tab-timeline").click();
    await page.getByTestId("bookmark-name").first().fill("here it begins");
    await page.getByTestId("bookmark-name").first().blur();
    await page.getByTestId("tab-run").click();
    await page.getByTestId("slider-part").focus();
    await page.keyboard.press("p");
    await until(page, "the bookmark before", (f) => f.cycle === "13");
    await page.keyboard.press("n");
    await until(page, "the next one", (f) => f.cycle === "40");
    await page.keyboard.press("+");
    const part = await becomes(
      () => page.getByTestId("timeline").evaluate((e) => [Number(e.dataset.from), Number(e.dataset.until)]),
      ([from, to]) => from > 0 && from <= 40 && to >= 40,
    );
    await page.keyboard.press("Home");
    await until(page, "the begin of the part", (f) => f.cycle === String(part[0]));
    await screenshot(page, "time-part");
    await page.keyboard.press("0");
    await becomes(() => page.getByTestId("timeline").getAttribute("data-from"), "0");
    // The slider of the bar is over the whole run, and has the same keys.
    await page.getByTestId("slider").focus();
    await page.keyboard.press("End");
    await until(page, "the end", (f) => f.cycle === f.end);
    await page.keyboard.press("p");
    await until(page, "the bookmark before", (f) => f.cycle === "40");
    await page.getByTestId("tab-timeline").click();
    await page.reload();
    await until(page, "again", (f) => f.state === "paused");
    await becomes(() => page.getByTestId("bookmark-name").first().inputValue(), "here it begins");
  }),
);

test("the broken version against the working one", () =>
  withLab({}, async ({ page }) => {
    await runScratch(page, COUNT, { columns: 1, rows: 1 });
    await page.getByTestId("tab-compare").click();
    await page.getByTestId("keep-run").click();
    await paste(page, COUNT.replace("$s0, $s0, 1", "$s0, $s0, 2"), "main.s");
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("to-end").click();
    await until(page, "ended", (f) => f.state === "ended");
    await page.getByTestId("compare-run").click();
    await page.getByTestId("differences").waitFor();
    await screenshot(page, "time-compare");
    await page.getByTestId("compare-go").first().click();
    const { cycle } = await until(page, "at the difference", (f) => f.state === "paused" && f.digest);
    assert.ok(Number(cycle) < 10, cycle);
  }),
);

test("a chip of 1,024 nodes full of packets is shown and paused at once, after a node that ran far faster", () =>
  withLab({}, async ({ page }) => {
    await runScratch(page, "main: addiu $t0, $t0, 1\n b main\n", { columns: 1, rows: 1 });
    await startScratch(page, MOTION, { columns: 32, rows: 32 });
    await until(page, "packets everywhere", (f) => f.state === "running" && Number(f.flits) > 3000);
    await page.getByTestId("run").click();
    await until(page, "held", (f) => f.state === "paused");
  }),
);

test("a simulator that dies is started anew, and the run is as it was", () =>
  withLab({ allow: ["the simulator breaks", "unreachable"] }, async ({ page }) => {
    await runScratch(page, COUNT, { columns: 1, rows: 1 });
    await seek(page, 20);
    await value(page, "$s1").dblclick();
    await page.getByTestId("change-value").fill("12");
    await page.getByTestId("change-write").click();
    await page.getByTestId("to-end").click();
    const before = await until(page, "ended", (f) => f.state === "ended");
    const { digest } = await seek(page, 33);
    // The browser's report when WebAssembly traps: a panic, or no more memory.
    await page.workers()[0].evaluate(() => void setTimeout(() => { throw new WebAssembly.RuntimeError("the simulator breaks"); }));
    await page.getByTestId("worker-dead").waitFor();
    await screenshot(page, "time-dead");
    await becomes(() => page.locator(".cm-content").textContent(), /Nothing stands here/);
    await page.getByTestId("restart-again").click();
    const after = await until(page, "as it was", (f) => f.cycle === "33" && f.digest);
    assert.deepEqual([after.end, after.digest], [before.end, digest]);
    await page.getByTestId("worker-dead").waitFor({ state: "detached" });
  }),
);

test("ten million cycles: any of them is on screen soon, and is the same as natively", () =>
  withLab({}, async ({ page }) => {
    const golden = (name) => readFileSync(new URL(`../golden/time/${name}`, import.meta.url), "utf8");
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("exercise").selectOption("scratch");
    await page.getByTestId("machine").click();
    await page.getByTestId("machine-limit").fill("10000000");
    await page.getByTestId("machine-apply").click();
    await paste(page, golden("ring.s"), "main.s");
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("to-end").click();
    const { end } = await until(page, "ended", (f) => f.state === "ended");
    assert.equal(end, "10000000");
    for (const line of golden("digests.txt").trim().split("\n")) {
      const [cycle, digest] = line.split(" ");
      assert.equal((await seek(page, cycle)).digest, digest, `cycle ${cycle}`);
    }
  }),
);

for (const [lang, paused] of variants([["en", "Paused at cycle 3"], ["ja", "サイクル 3 で一時停止中"]])) {
  test(`a run that was stepped says where it is paused (${lang})`, () =>
    withLab({ lang }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      for (let i = 0; i < 3; i++) {
        await page.getByTestId("step").click();
        await until(page, "stepped", (f) => f.cycle === String(i + 1));
      }
      await becomes(() => page.locator(".waiting .headline").textContent(), paused);
      await becomes(() => page.getByTestId("headline").textContent(), paused);
    }));
}
