// Statistics, the log and the reasons for waiting, used to find where the time goes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { screenshot, withLab } from "./harness.mjs";
import { CROWD, atRest, becomes, facts, mcoreCommand, paste, seek, showTab, until } from "./lab.mjs";
import { Patience } from "./patience.mjs";
import { variants } from "./variants.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const solution = "exercises/class/matmul/solution/matmul.s";
const SOLUTION = readFileSync(new URL(solution, `file://${root}`), "utf8");

/**
 * The counts of the command for the same program. Its matrices are zero, which changes none of the compared figures.
 */
function counted() {
  const args = ["run", solution, "--nodes", "4x4", "--stats", "json"];
  const { stderr, error } = spawnSync(mcoreCommand(), args, { cwd: root, encoding: "utf8" });
  const line = (stderr ?? "").split("\n").find((l) => l.startsWith("{"));
  assert.ok(line, `no statistics of the command: ${error ?? stderr}`);
  return JSON.parse(line);
}

/** The exercise fills these, so every program has them. */
const LABELS = ".data\nA: .space 4096\nB: .space 4096\nC: .space 4096\n";

/** A function gets one argument less than it needs. */
const UNSET = ` .include "mclib.s"
${LABELS} .text
main: li $a0, 5
 jal sum
 move $a0, $v0
 jal mc_print_int
 li $a0, 0
 jal mc_exit
sum: addu $v0, $a0, $a1
 jr $ra
`;

const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Replaces the text in the editor, assembles it and runs it to its end. */
async function run(page, text) {
  await until(page, "ready", (f) => f.state === "paused");
  await paste(page, text);
  await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
  await page.getByTestId("to-end").click();
  return until(page, "ended", (f) => f.state === "ended" && f.digest !== "");
}

/** Waits for the statistics of a cycle, over the run up to its end. */
async function stats(page, cycle, end) {
  await page.locator(`[data-testid="statistics"][data-cycle="${cycle}"][data-covered="${end}"]`).waitFor();
}

const number = async (page, id) => parseFloat((await page.getByTestId(id).textContent()).replaceAll(",", ""));

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`statistics equal those of the command and follow the shown cycle (${lang})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      const expected = counted();
      const { end } = await run(page, SOLUTION);
      await page.getByTestId("tab-statistics").click();
      await stats(page, end, end);
      assert.equal(await number(page, "sum-executed"), expected.instructions.executed);
      assert.equal(await number(page, "sum-cycles"), expected.cycles);
      assert.equal(await number(page, "sum-drain"), expected.drain);
      assert.equal(await number(page, "sum-dmas"), expected.dma.count);
      assert.equal(await number(page, "sum-packets"), expected.network.packets);
      assert.equal(await number(page, "sum-flits"), expected.network.flits);
      assert.equal(await number(page, "stats-median"), expected.network.latency.median);
      assert.equal(await number(page, "stats-p99"), expected.network.latency.p99);
      const names = Math.min(50, Object.keys(expected.instructions.by_name).length);
      await becomes(() => page.getByTestId("table-instructions").locator("tbody tr").count(), names);
      await page.getByTestId("table-nodes").locator("tbody tr").nth(15).waitFor();
      await becomes(() => page.getByTestId("table-nodes").locator("tbody tr").count(), 16);

      // The table is sorted by number; a click on its first head sorts it by name.
      const first = () => page.getByTestId("table-instructions").locator("tbody th").first().textContent();
      const most = Object.entries(expected.instructions.by_name).sort((a, b) => b[1] - a[1])[0][0];
      await becomes(first, most);
      await page.getByTestId("table-instructions").locator("thead button").first().click();
      await becomes(first, Object.keys(expected.instructions.by_name).sort()[0]);

      // A row selects its router on the chip.
      await page.getByTestId("table-nodes").locator("tbody tr").nth(6).click();
      await page.locator('[data-testid="node"][data-node="3,2"]').waitFor();
      await screenshot(page, `insight-statistics-${lang}`);

      // An earlier cycle has smaller counts; forwards again they are as before.
      const middle = Math.floor(Number(end) / 2);
      await seek(page, middle);
      await stats(page, middle, end);
      const then = await number(page, "sum-executed");
      assert.ok(then > 0 && then < expected.instructions.executed, String(then));
      await seek(page, Number(end));
      await stats(page, end, end);
      assert.equal(await number(page, "sum-executed"), expected.instructions.executed);

      // A click on the space-time picture goes to that cycle and that node.
      const picture = page.getByTestId("space-canvas");
      await picture.scrollIntoViewIfNeeded();
      await screenshot(page, `insight-space-${lang}`);
      await atRest(page);
      const box = await picture.boundingBox();
      // The memory node's row and a gap take the first 17 pixels.
      await picture.click({ position: { x: box.width * 0.25, y: 17 + ((box.height - 17) * 5.5) / 16 } });
      const there = await until(page, "a quarter of the run", (f) => Math.abs(Number(f.cycle) / Number(end) - 0.25) < 0.01 && f.digest !== "");
      await page.locator('[data-testid="node"][data-node="2,2"]').waitFor();
      await page.getByTestId("heat-canvas").scrollIntoViewIfNeeded();
      await screenshot(page, `insight-heat-${lang}`);

      // When another tab is chosen, it requests nothing.
      await page.getByTestId("tab-run").click();
      await page.getByTestId("statistics").waitFor({ state: "detached" });
      assert.equal((await facts(page)).cycle, there.cycle);
    }),
  );
}

test("tables and charts can be saved", () =>
  withLab({}, async ({ page }) => {
    const { end } = await run(page, SOLUTION);
    await page.getByTestId("tab-statistics").click();
    await stats(page, end, end);
    const saved = async (button, name) => {
      const download = page.waitForEvent("download");
      await button.click();
      const file = await download;
      assert.equal(file.suggestedFilename(), name);
      return readFileSync(await file.path(), "utf8");
    };
    const links = await saved(page.getByTestId("table-links").getByRole("button", { name: "Save as CSV" }), "links.csv");
    assert.match(links, /\(1,1\)/);
    const svg = await saved(page.getByTestId("stats-mix").getByRole("button", { name: "Save as SVG" }), "instruction-classes.svg");
    assert.match(svg, /<svg[^]*<\/svg>/);
    const cells = await saved(page.getByTestId("space-csv"), "space-time.csv");
    assert.ok(cells.split("\n").length > 16);
    // The loads and stores of all cores, for the mode of memory systems.
    await page.getByTestId("tab-log").click();
    const trace = (await saved(page.getByTestId("accesses"), "accesses.trace")).trimEnd().split("\n");
    const flops = trace.filter((line) => /^# flops \d+ \d+ \d+ \d+$/.test(line));
    assert.equal(flops.length, 16, "every core says what it has computed");
    const accesses = trace.filter((line) => /^\d+ [RW] [0-9a-f]+ [1248]$/.test(line));
    assert.equal(accesses.length + flops.length, trace.length, "nothing else is in it");
    assert.equal(new Set(accesses.map((line) => line.split(" ")[0])).size, 16, "every core loads and stores");
    await page.getByTestId("accesses").waitFor();
  }),
);

test("the log can be filtered, followed and walked", () =>
  withLab({}, async ({ page }) => {
    const { end } = await run(page, SOLUTION);
    await page.getByTestId("tab-log").click();
    const table = page.getByTestId("log-rows");
    const rows = async () => Number(await table.getAttribute("data-rows"));
    const settled = async (holds) => {
      for (const patience = new Patience(); ; ) {
        const found = await rows();
        if (await holds(found)) return found;
        patience.sees(found);
        assert.ok(!patience.isOver, `rows: ${found}`);
        await page.waitForTimeout(30);
      }
    };
    await table.waitFor();
    // By default the last cycles; then the whole run, in which there are far more.
    const last = await rows();
    await becomes(() => page.getByTestId("log-until").inputValue(), end);
    await becomes(() => page.getByTestId("log-from").inputValue(), String(Number(end) - 200));
    await page.getByTestId("grain-dma").click();
    await page.getByTestId("log-whole").click();
    const whole = await settled((n) => n > last);
    await screenshot(page, "insight-log");

    // Only the events at the selected node.
    await page.getByTestId("log-here").click();
    const here = await settled((n) => n < whole && n > 0);
    assert.ok(here > 0);
    await becomes(async () => [...new Set(await table.locator("tbody tr td:nth-child(2)").allTextContents())], ["(1,1)"]);
    await page.getByTestId("log-here").click();
    await settled((n) => n === whole);

    // A click on a cycle goes there and to its node; the rows stay.
    const third = table.locator("tbody tr").nth(2);
    const cycle = (await third.getByTestId("log-visit").textContent()).replaceAll(",", "");
    const node = await third.locator("td").nth(1).textContent();
    await third.getByTestId("log-visit").click();
    await until(page, "the cycle of the row", (f) => f.cycle === cycle && f.digest !== "");
    await page.locator(`[data-testid="node"][data-node="${node.replace(/[()]/g, "")}"]`).waitFor();
    await becomes(rows, whole);

    // One packet, flit by flit.
    await third.getByTestId("log-follow").click();
    await page.getByTestId("log-packet").waitFor();
    await page.getByTestId("grain-flit").click();
    const way = await settled((n) => n > 3 && n < whole);
    assert.ok(way > 3);
    await becomes(async () => new Set(await table.locator("tbody tr td:nth-child(5)").allTextContents()).size, 1);
    await page.getByTestId("log-search").fill("header");
    await settled((n) => n > 0 && n < way);
    await screenshot(page, "insight-packet");
  }),
);

test("a held-up packet's chain can be walked", () =>
  withLab({}, async ({ page }) => {
    const { end } = await run(page, CROWD);
    await seek(page, Math.floor(Number(end) / 3));
    const link = page.getByTestId("chain-link").first();
    await link.waitFor();
    await screenshot(page, "insight-chain");
    await page.getByTestId("parts").locator("tr").nth(2).waitFor();
    const at = /at \((\d+),(\d+)\)/.exec(await page.getByTestId("chain-link").last().textContent());
    await page.getByTestId("chain-link").last().click();
    await page.locator(`[data-testid="node"][data-node="${at[1]},${at[2]}"]`).waitFor();
    await screenshot(page, "insight-chain-end");
  }),
);

test("checks report a mistake, and a click leads to either side of it", () =>
  withLab({}, async ({ page }) => {
    await run(page, UNSET);
    await page.getByTestId("checks-badge").waitFor();
    await page.getByTestId("tab-checks").click();
    const report = page.getByTestId("report").first();
    await becomes(() => report.getAttribute("data-kind"), "unset-register");
    const side = report.getByTestId("report-side").last();
    const [cycle, node] = [await side.getAttribute("data-cycle"), await side.getAttribute("data-node")];
    await side.click();
    await until(page, "the cycle of the side", (f) => f.cycle === cycle && f.digest !== "");
    await page.locator(`[data-testid="node"][data-node="${node}"]`).waitFor();
    await screenshot(page, "insight-checks");
    // Without checks there are no reports; a correct program has none.
    await page.getByTestId("checks-on").uncheck();
    await page.getByTestId("report").first().waitFor({ state: "detached" });
    await page.getByTestId("checks-on").check();
    await page.getByTestId("report").first().waitFor();
    await run(page, SOLUTION);
    await page.getByTestId("checks-said").getByText("Nothing found").waitFor();
    await becomes(() => page.getByTestId("report").count(), 0);
  }),
);

test("the NoC bench draws its curve in the background and can be stopped", () =>
  withLab({}, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("tab-noc").click();
    await page.getByTestId("noc-loads").fill("0.05 0.1 x");
    await page.getByTestId("noc-start").click();
    await becomes(() => page.locator(".noc-problem").textContent(), /Loads are numbers/);
    await page.getByTestId("noc-loads").fill("0.05 0.15 0.4");
    await page.getByTestId("noc-cycles").fill("3000");
    await page.getByTestId("noc-start").click();
    await page.locator('[data-testid="noc"][data-points="3"]').waitFor();
    const rows = page.getByTestId("table-noc").locator("tbody tr");
    await becomes(() => rows.count(), 3);
    await becomes(() => rows.nth(0).textContent(), /carried/);
    await becomes(() => rows.nth(2).textContent(), /saturated/);
    await screenshot(page, "insight-noc");
    // Parameters that cannot be measured are refused in words.
    await page.getByTestId("noc-width").fill("4");
    await page.getByTestId("noc-traffic").selectOption("transpose");
    await page.getByTestId("noc-start").click();
    await page.locator(".noc-problem").getByText("square").waitFor();
    // The program runs at the same time as the bench.
    await page.getByTestId("noc-traffic").selectOption("uniform");
    await page.getByTestId("noc-cycles").fill("9000000");
    await page.getByTestId("noc-start").click();
    await page.getByTestId("noc-stop").waitFor();
    await page.getByTestId("to-end").click();
    await until(page, "the program's end", (f) => f.state === "ended");
    await page.getByTestId("noc-stop").click();
    await page.getByTestId("noc-start").waitFor();
  }),
);

for (const [width, height] of variants([[390, 844], [1440, 900], [2560, 1440]])) {
  test(`nothing is clipped or shifted at ${width} x ${height}`, () =>
    withLab({ lang: "ja", width, height }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      await page.getByTestId("to-end").click();
      const { end } = await until(page, "ended", (f) => f.state === "ended" && f.digest !== "");
      if (width < 900) await page.getByTestId("phone-analysis").click();
      for (const tab of ["tab-statistics", "tab-log", "tab-checks", "tab-noc"]) {
        await showTab(page, tab.replace("tab-", ""));
        if (tab === "tab-statistics") await stats(page, end, end);
        if (tab === "tab-log") await page.getByTestId("log-rows").waitFor();
        await atRest(page);
        await screenshot(page, `insight-${tab}-${width}`);
        // An element wider than its place scrolls inside that place, never the whole page.
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.equal(wide, false, tab);
        const cut = await page.getByTestId("drawer").evaluate((drawer) => {
          const { left, right } = drawer.getBoundingClientRect();
          const parts = [...drawer.querySelectorAll("button, input, h2, .figure")].filter((e) => !e.closest(".sheet-scroll, .log-rows, [role=tablist]"));
          return parts.filter((e) => e.getClientRects().length && (e.getBoundingClientRect().left < left - 1 || e.getBoundingClientRect().right > right + 1)).map((e) => e.outerHTML.slice(0, 120));
        });
        assert.deepEqual(cut, [], tab);
        if (width !== 1440) continue;
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(".lower"));
        assert.deepEqual(violations.map((v) => [v.id, v.nodes[0].html]), [], `${tab}: faults that axe finds`);
      }
    }),
  );
}
