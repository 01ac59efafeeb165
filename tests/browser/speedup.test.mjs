// The speed-up over the number of nodes: measured in the background, shown as charts and table, cancelled, exported.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { atRest, becomes, openScratch, paste, showTab, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

/** Each node counts to its share of `work`; then all meet at a barrier. Without `work` it never ends. */
const shares = (work) => `
        .include "mclib.s"
main:   jal   mc_nodes
        li    $t0, ${work}
        divu  $zero, $t0, $v0
        mflo  $s0
count:  addiu $s0, $s0, -1
        bgtz  $s0, count
        jal   mc_barrier
        li    $a0, 0
        jal   mc_exit
`;

/** Opens the work without an exercise with a program, and the panel. */
async function open(page, text) {
  await openScratch(page, text);
  await page.getByTestId("tab-speedup").click();
}

const rows = (page) => page.getByTestId("table-speedup").locator("tbody tr").evaluateAll((all) => all.map((tr) => [...tr.cells].map((td) => td.textContent)));

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`a program of one's own is measured against its smallest array (${lang}, ${theme})`, async () => {
    await withLab({ lang, theme }, async ({ page }) => {
      await open(page, shares(48_000));
      await becomes(() => page.getByTestId("speedup-sizes").inputValue(), "1x1 2x1 2x2 4x2 4x4");
      await page.getByTestId("speedup-start").click();
      await page.locator('[data-testid="speedup"][data-points="5"][data-running="false"]').waitFor();
      const found = await rows(page);
      assert.deepEqual(found.map((row) => row[0]), ["1", "2", "4", "8", "16"]);
      const times = found.map((row) => Number(row[3]));
      assert.equal(times[0], 1);
      for (let i = 1; i < 5; i++) assert.ok(times[i] > times[i - 1] && times[i] <= 2 ** i, `${times}`);
      for (const name of ["speedup-chart", "speedup-efficiency"]) {
        await becomes(() => page.getByTestId(name).locator("svg circle").count(), 6, "five sizes and one in the legend");
      }
      await screenshot(page, `speedup-${lang}-${theme}`);
      const [csv] = await Promise.all([page.waitForEvent("download"), page.getByTestId("speedup-points").getByRole("button", { name: /CSV/ }).click()]);
      assert.equal(csv.suggestedFilename(), "speed-up.csv");
      assert.equal(readFileSync(await csv.path(), "utf8").trim().split("\r\n").length, 6);
      const [svg] = await Promise.all([page.waitForEvent("download"), page.getByTestId("speedup-chart").getByRole("button", { name: /SVG/ }).click()]);
      assert.match(readFileSync(await svg.path(), "utf8"), /^<svg[\s\S]*<\/svg>\s*$/);
    });
  });
}

test("a measurement is stopped, what has been found stays, the run is left alone, a failing size says why", async () => {
  await withLab({}, async ({ page }) => {
    await open(page, shares(2_000_000_000));
    await page.getByTestId("speedup-sizes").fill("1x1");
    await page.getByTestId("speedup-start").click();
    await page.getByTestId("speedup-said").filter({ hasText: /cycle [1-9]/ }).waitFor();
    await page.getByTestId("speedup-stop").click();
    await page.getByTestId("speedup-start").waitFor();
    assert.equal((await until(page, "paused", (f) => f.state === "paused")).cycle, "0");
    await page.getByTestId("speedup-sizes").fill("one");
    await page.getByTestId("speedup-start").click();
    await page.getByTestId("speedup-form").getByRole("alert").filter({ hasText: "1x1 2x2" }).waitFor();

    await paste(page, "main: lw $t0, 1($zero)\n", "main.s");
    await page.getByTestId("assembly").filter({ hasText: /\d/ }).waitFor();
    await page.getByTestId("speedup-sizes").fill("1x1, 2x1");
    await page.getByTestId("speedup-start").click();
    await page.locator('[data-testid="speedup"][data-points="2"][data-running="false"]').waitFor();
    for (const row of await rows(page)) assert.match(row[5], /^✕ .*multiple of/);
    await screenshot(page, "speedup-failed");
  });
});

test("on a narrow page the panel is whole", async () => {
  await withLab({ lang: "ja", width: 390, height: 844 }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("phone-analysis").click();
    await showTab(page, "speedup");
    await page.getByTestId("assemble").count();
    await atRest(page);
    const box = await page.getByTestId("speedup-form").boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    await screenshot(page, "speedup-phone");
  });
});
