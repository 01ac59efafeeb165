// The line of the user's own files, kinds of step, why a node waits, watched expressions, the profile, findings while
// typing, the reference.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { RING, becomes, facts, paste, runScratch, seek, until } from "./lab.mjs";

const words = (page, id) => page.getByTestId(id).textContent();
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** A wait in the library that nothing ends on the second node: the call is in line 11. */
const WAITS = `        .text
        .globl main
main:   addiu $sp, $sp, -8
        sw    $ra, 4($sp)
        jal   work
        li    $a0, 0
        jal   mc_exit
work:   jal   mc_rank
        la    $a0, flag
        li    $a1, 1
        jal   mc_wait_eq
        li    $a0, 0
        jal   mc_exit
        .data
flag:   .word 0
        .include "mclib.s"
`;

for (const [lang, theme] of [["en", "light"], ["ja", "dark"]]) {
  test(`a deadlock in the library leads to the own line and shows the chain (${lang})`, { timeout: 180_000 }, () =>
    withLab({ lang, theme }, async ({ page }) => {
      await runScratch(page, WAITS, { columns: 2, rows: 1 });
      await page.getByTestId("wait-chain").waitFor();
      await becomes(() => page.getByTestId("chain-line").first().textContent(), /main\.s:11/);
      const marked = () => page.locator(".cm-nodeGutter .cm-gutterElement", { hasText: /[▶▷]/ }).allTextContents();
      await becomes(async () => (await marked()).join(""), /▷/);
      await becomes(() => words(page, "in-library"), /11: mc_sync\.s:\d+/);
      await becomes(() => words(page, "wait-wants"), /flag/);
      assert.match(await words(page, "wait-end"), lang === "en" ? /Nothing in this run/ : /書かれません/);
      await page.getByTestId("outcome-line").first().click();
      await becomes(() => page.locator(".cm-activeLineGutter").first().textContent(), /11/);
      await screenshot(page, `debug-deadlock-${lang}`);
    }),
  );
}

test("steps into, over and out of calls pass through the library in both directions", { timeout: 180_000 }, () =>
  withLab({}, async ({ page }) => {
    await runScratch(page, WAITS, { columns: 2, rows: 1 });
    await seek(page, 0);
    const line = async () => {
      const rows = page.locator(".cm-nodeLine");
      return rows.first().textContent();
    };
    const press = async (key) => {
      const { cycle } = await facts(page);
      await page.keyboard.press(key);
      return (await until(page, key, (f) => f.cycle !== cycle && f.digest !== "")).cycle;
    };
    const cycles = ["0"];
    for (const text of [/sw /, /jal {3}work/, /work:/, /la /]) {
      cycles.push(await press("Control+F11"));
      await becomes(line, text);
    }
    await page.getByTestId("unit").selectOption({ label: "line, into calls" });
    for (const cycle of cycles.slice(0, -1).toReversed()) assert.equal(await press("Shift+F10"), cycle);
    await page.getByTestId("unit").selectOption({ label: "breakpoint" });
    await page.keyboard.press("F10");
    await becomes(() => words(page, "stopped"), /No breakpoint is set/);
    await page.getByTestId("unit").selectOption({ label: "out of function" });
    await page.keyboard.press("F10");
    await becomes(() => words(page, "stopped"), /no caller/);
  }),
);

test("a waiting node says who will end its wait, and leads there", { timeout: 180_000 }, () =>
  withLab({}, async ({ page }) => {
    const { end } = await runScratch(page, RING, { columns: 2, rows: 2 });
    // The first cycle at which the selected node polls memory.
    for (let cycle = 40; cycle < Number(end); cycle += 7) {
      await seek(page, cycle);
      if ((await page.getByTestId("wait-sender").count()) > 0) break;
    }
    const label = await words(page, "wait-sender");
    const [, cycle] = label.match(/cycle ([0-9,]+)/);
    await page.getByTestId("wait-sender").click();
    await until(page, "at the sender", (f) => f.cycle === cycle.replaceAll(",", ""));
    const [, x, y] = label.match(/\((\d),(\d)\)/);
    await page.locator(`[data-testid="node"][data-node="${x},${y}"]`).waitFor();
  }),
);

test("watched expressions have a column for each rank, errors with their place, and a place on the chip", { timeout: 180_000 }, () =>
  withLab({}, async ({ page }) => {
    await runScratch(page, RING, { columns: 2, rows: 2 });
    await page.getByTestId("tab-watch").click();
    const add = async (text) => {
      await page.getByTestId("watch-add").fill(text);
      await page.keyboard.press("Enter");
    };
    await add("$s0 * 10 + 1");
    const row = (n) => page.getByTestId("watch-row").nth(n).locator("td.num").allTextContents();
    await becomes(async () => (await row(0)).join(" "), "1 11 21 31");
    await add("inbx");
    await becomes(() => words(page, "watch-error"), /did you mean inbox/);
    await page.getByTestId("watch-remove").nth(1).click();
    await page.getByTestId("watch-error").waitFor({ state: "detached" });
    await page.getByTestId("watch-on-chip").click();
    await becomes(() => page.getByTestId("watch-on-chip").getAttribute("aria-pressed"), "true");
    await seek(page, 0);
    await becomes(async () => (await row(0)).join(" "), "1 1 1 1");
    await page.getByTestId("watch-rank-2").click();
    await page.locator('[data-testid="node"][data-node="1,2"]').waitFor();
    await screenshot(page, "debug-watch");
    await page.reload();
    await until(page, "again", (f) => f.state === "paused");
    await becomes(async () => (await row(0)).join(" "), "1 1 1 1");
    await page.addScriptTag({ content: axe }).catch(() => page.evaluate(axe));
    const found = await page.evaluate(() => axe.run(document.querySelector('[data-testid="watch"]')));
    assert.deepEqual(found.violations.map((v) => v.id), []);
  }),
);

test("the profile adds up, leads to lines, and warms the editor", { timeout: 180_000 }, () =>
  withLab({}, async ({ page }) => {
    const { end } = await runScratch(page, RING, { columns: 2, rows: 2 });
    await page.getByTestId("tab-profile").click();
    await page.getByTestId("profile").waitFor();
    const total = Number(await page.getByTestId("profile").getAttribute("data-total"));
    assert.ok(total > 0 && total <= 4 * Number(end), `${total} of ${end}`);
    await page.getByTestId("profile-heat").check();
    await page.locator(".cm-heat").first().waitFor({ state: "attached" });
    await page.getByTestId("profile-lines").click();
    await screenshot(page, "debug-profile");
    await page.getByTestId("profile-heat").uncheck();
    await page.locator(".cm-heat").first().waitFor({ state: "detached" });
  }),
);

test("errors appear while typing, and words beside a line go at its first edit", { timeout: 120_000 }, () =>
  withLab({}, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("exercise").selectOption("scratch");
    await paste(page, "        .text\nmain:   li $a0, 0\n        movee $t0, $t1\n        jal mc_exit\n        .include \"mclib.s\"\n", "main.s");
    await page.locator(".cm-beside").waitFor();
    await page.locator(".cm-line", { hasText: "movee" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" ");
    // Without assembling: the text is looked at again.
    await becomes(() => page.locator(".cm-beside").count(), 1);
    await page.locator(".cm-line", { hasText: "li $a0" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(", 5, 6");
    await becomes(() => page.locator(".cm-beside").count(), 2);
  }),
);

test("the reference finds functions, instructions and directives", { timeout: 120_000 }, () =>
  withLab({}, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("library").selectOption("?");
    await page.getByTestId("reference-search").fill("mc_sig");
    await becomes(() => page.getByTestId("reference-row").count(), 1);
    assert.match(await words(page, "reference-row"), /mc_signal\(unsigned id.*Cost: 18 cycles/s);
    await page.getByTestId("reference-search").fill("addu");
    await becomes(() => page.getByTestId("reference-row").first().textContent(), /addu/);
    assert.match(await words(page, "help-reference"), /nop/);
    await screenshot(page, "debug-reference");
    await page.keyboard.press("Escape");
    await page.getByTestId("help-reference").waitFor({ state: "detached" });
  }),
);
