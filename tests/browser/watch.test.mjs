// Watched expressions, the profile, the reference, and the editor that follows the selected node.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { RING, atRest, becomes, facts, runScratch, seek, showTab, stays, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const words = (page, id) => page.getByTestId(id).textContent();
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** The faults that axe finds in the lower area, and whether anything makes the page wider than the window. */
async function sound(page) {
  await atRest(page);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(".lower"));
  assert.deepEqual(violations.map((v) => [v.id, v.nodes[0].html]), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
}

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

const row = (page, n) => page.getByTestId("watch-row").nth(n).locator("td.num").allTextContents();
const values = (page, n) => async () => (await row(page, n)).join(" ");

async function add(page, text) {
  await page.getByTestId("watch-add").fill(text);
  await page.keyboard.press("Enter");
}

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`watched expressions have a column for each rank (${lang})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      await runScratch(page, RING, { columns: 2, rows: 2 });
      await showTab(page, "watch");
      await add(page, "$s0 * 10 + 1");
      await becomes(values(page, 0), "1 11 21 31");
      await add(page, "inbx");
      await becomes(() => words(page, "watch-error"), /inbox/);
      await sound(page);
      // The ranks are one stop for Tab; the arrow keys go from one to the next.
      const focus = () => page.evaluate(() => document.activeElement?.dataset.testid);
      await page.getByTestId("watch-rank-0").focus();
      await page.keyboard.press("ArrowRight");
      assert.equal(await focus(), "watch-rank-1");
      await page.keyboard.press("End");
      await page.keyboard.press("Tab");
      assert.equal(await focus(), "watch-expression");
      await screenshot(page, `watch-${lang}`);
      await page.getByTestId("watch-remove").nth(1).click();
      await page.getByTestId("watch-error").waitFor({ state: "detached" });
      await page.getByTestId("watch-format").selectOption({ index: 2 });
      await becomes(values(page, 0), "0x1 0xb 0x15 0x1f");
      await page.getByTestId("watch-on-chip").click();
      await becomes(() => page.getByTestId("watch-on-chip").getAttribute("aria-pressed"), "true");
      await screenshot(page, `watch-on-chip-${lang}`);
      await seek(page, 0);
      await becomes(values(page, 0), "0x1 0x1 0x1 0x1");
      await page.getByTestId("watch-rank-2").click();
      await page.locator('[data-testid="node"][data-node="1,2"]').waitFor();
      // The expressions belong to the work.
      await page.reload();
      await until(page, "again", (f) => f.state === "paused");
      await becomes(values(page, 0), "0x1 0x1 0x1 0x1");
    }),
  );

  test(`the profile adds up, leads to lines and shows their share in the editor (${lang})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      const { end } = await runScratch(page, RING, { columns: 2, rows: 2 });
      await showTab(page, "profile");
      const profile = page.locator(`[data-testid="profile"][data-cycles="${end}"]`);
      await profile.waitFor();
      const total = Number(await profile.getAttribute("data-total"));
      const number = (text) => Number(text.replaceAll(",", ""));
      const column = async (table, n) => (await page.getByTestId(table).locator(`tbody tr td:nth-child(${n})`).allTextContents()).map(number);
      const sum = (list) => list.reduce((a, b) => a + b, 0);
      assert.equal(sum(await column("profile-rank-table", 3)), total);
      assert.equal(sum(await column("profile-function-table", 3)), total);
      await sound(page);
      await page.getByTestId("profile-heat").click();
      await page.locator(".cm-heat").first().waitFor({ state: "attached" });
      await becomes(async () => (await page.locator(".cm-heatShare").count()) > 0, true);
      await screenshot(page, `profile-${lang}`);
      await page.getByTestId("profile-line-table").locator("tbody tr").first().click();
      await becomes(() => page.locator(".cm-activeLineGutter").count().then((n) => n > 0), true);
      await page.getByTestId("profile-one").click();
      await becomes(async () => Number(await page.getByTestId("profile").getAttribute("data-total")) < total, true);
      await page.getByTestId("profile-heat").click();
      await page.locator(".cm-heat").first().waitFor({ state: "detached" });
    }),
  );

  test(`the reference finds functions, instructions and directives (${lang})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      await showTab(page, "reference");
      const search = page.getByTestId("reference-search");
      const first = () => page.getByTestId("reference-row").first().textContent();
      await search.fill("mc_sig");
      // Words that begin with it come before texts that mention it.
      await becomes(first, /mc_signal\(/);
      await search.fill("addu");
      await becomes(first, /addu.*\$rd, \$rs, \$rt/s);
      await search.fill(".word");
      await becomes(first, /^\.word/);
      await search.fill("");
      await page.getByTestId("reference-directives").click();
      await becomes(first, /^\./);
      assert.match(await words(page, "help-reference"), /nop/);
      await sound(page);
      await screenshot(page, `reference-${lang}`);
    }),
  );
}

test("on a phone watch, profile and reference fit", () =>
  withLab({ width: 390, height: 844 }, async ({ page }) => {
    const { end } = await runScratch(page, RING, { columns: 2, rows: 2, phone: true });
    await page.getByTestId("phone-analysis").click();
    await showTab(page, "watch");
    await add(page, "$s0");
    await becomes(values(page, 0), "0 1 2 3");
    await sound(page);
    await screenshot(page, "watch-390");
    await showTab(page, "profile");
    await page.locator(`[data-testid="profile"][data-cycles="${end}"]`).waitFor();
    await sound(page);
    await screenshot(page, "profile-390");
    await showTab(page, "reference");
    await page.getByTestId("reference-row").first().waitFor();
    await sound(page);
    await screenshot(page, "reference-390");
  }),
);

test("the editor follows the selected node, shows its own line from the library, and can be told to stay", () =>
  withLab({ height: 700 }, async ({ page }) => {
    const long = `${"# a line that is only here to be scrolled over\n".repeat(120)}${WAITS}`;
    await runScratch(page, long, { columns: 2, rows: 1 });
    const top = () => page.locator(".cm-scroller").evaluate((e) => e.scrollTop);
    await becomes(() => page.locator(".in-library").textContent(), /131: mc_sync\.s:\d+/);
    await becomes(() => page.locator(".cm-signGutter .cm-gutterElement", { hasText: "▷" }).count().then((n) => n > 0), true);
    assert.ok((await top()) > 1000, "the line of the call is in view");
    await page.getByTestId("follow").click();
    await becomes(() => page.getByTestId("follow").getAttribute("aria-pressed"), "false");
    await page.locator(".cm-scroller").evaluate((e) => (e.scrollTop = 0));
    await seek(page, 20);
    await stays(top, 0);
    await page.getByTestId("follow").click();
    await becomes(async () => (await top()) > 1000, true);
    assert.equal((await facts(page)).cycle, "20");
  }),
);
