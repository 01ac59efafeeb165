// A program with MPI in the page: its calls and messages in the log, the profile of MPI, the record, the arrows of the
// space-time picture, and the help for its functions. The native tests compare the numbers (tests/tests/session/mpi.rs).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bringAxe, faults } from "./axe.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { atRest, becomes, compiled, facts, MPI_RING, newInC, profiled, RANKS, runs, seek, showTab, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

/** Opens the program on the machine of a new project, and runs it to its end; the last cycle. */
async function ring(page, text = MPI_RING) {
  await newInC(page);
  await compiled(page, text);
  return Number((await runs(page)).cycle);
}

/** Opens the tab MPI, which shows the profile up to that cycle. */
async function showMpi(page, cycle) {
  await showTab(page, "mpi");
  await profiled(page, cycle);
}

/** The rows of the log that are shown, as texts of their cells. */
const rows = (page) =>
  page.getByTestId("log-rows").locator("tbody tr").evaluateAll((found) => found.map((row) => [...row.cells].map((cell) => cell.innerText)));

const WORDS = {
  en: { sends: /MPI_Send sends a message to rank \d+: tag \d, \d+ bytes/, takes: /MPI_Recv takes the message of rank \d+: tag \d.*late (?:sender|receiver): \d+ cycles?/, returns: /MPI_Recv returns after \d+ cycles, \d+ of them waiting/, sum: /In MPI \d+\.\d % .*waiting \d+\.\d %/, late: /Late senders: \d+ receives/ },
  ja: { sends: /MPI_Send がランク \d+ へメッセージを送信：タグ \d、\d+ バイト/, takes: /MPI_Recv がランク \d+ からのメッセージを受け取り：タグ \d.*の遅れ \d+ サイクル/, returns: /MPI_Recv から復帰：\d+ サイクル、うち待ち \d+/, sum: /MPI の中は \d+\.\d %/, late: /遅い送信側: .*\d+ 回/ },
};

for (const [lang, theme, width, height] of variants([["en", "light", 1440, 900], ["ja", "dark", 1366, 768], ["en", "dark", 1024, 768], ["ja", "light", 390, 844]])) {
  test(`calls, messages and profile of MPI (${lang}, ${theme}, ${width})`, () =>
    withLab({ lang, theme, width, height }, async ({ page }) => {
      const name = `mpi-${lang}-${theme}-${width}`;
      const end = await ring(page);
      if (width < 900) await page.getByTestId("phone-analysis").click();
      // The grain "message" of the log.
      await showTab(page, "log");
      await page.getByTestId("grain-message").click();
      await page.getByTestId("log-whole").click();
      const what = async () => (await rows(page)).map((cells) => cells[3]).join("\n");
      // A page of the table has 100 rows.
      const { sends, takes, returns } = WORDS[lang];
      for (const [word, pattern] of [["MPI_Send", sends], ["MPI_Recv", takes], ["MPI_Recv", returns]]) {
        await page.getByTestId("log-search").fill(word);
        await becomes(what, pattern);
      }
      await page.getByTestId("log-search").fill("");
      await becomes(what, /MPI_Init/);
      const all = Number(await page.getByTestId("log-rows").getAttribute("data-rows"));
      await screenshot(page, `${name}-log`);
      // Those of one node are fewer; going back to a row's cycle changes nothing in them.
      await page.getByTestId("log-here").click();
      const few = await becomes(async () => Number(await page.getByTestId("log-rows").getAttribute("data-rows")), (n) => n > 5 && n < all);
      // By key: a low window shows few rows.
      await page.getByTestId("log-visit").nth(8).press("Enter");
      await until(page, "an earlier cycle", (f) => f.state === "paused" && Number(f.cycle) < end);
      assert.equal(Number(await page.getByTestId("log-rows").getAttribute("data-rows")), few);
      // The profile is that of the whole run, also at an earlier cycle.
      await showMpi(page, end);
      const early = await page.getByTestId("mpi-summary").innerText();
      await seek(page, end);
      await profiled(page, end);
      assert.match(early, WORDS[lang].sum);
      assert.equal(await page.getByTestId("mpi-summary").innerText(), early);
      assert.match(await page.getByTestId("mpi-late").innerText(), WORDS[lang].late);
      const functions = await page.getByTestId("mpi-function-table").innerText();
      for (const word of ["MPI_Init", "MPI_Send", "MPI_Recv", "MPI_Allreduce", "MPI_Finalize"]) assert.ok(functions.includes(word), word);
      // Each rank has sent 8, 24 and 40 bytes to the next one.
      const cells = await page.getByTestId("mpi-matrix").locator("tbody tr").first().locator("td").allInnerTexts();
      assert.ok(Number(cells[1]) >= 72, cells.join(" "));
      await bringAxe(page);
      assert.deepEqual(await faults(page), []);
      await atRest(page);
      await screenshot(page, name);
    }),
  );
}

test("the communication record is saved and the traffic is mapped", () =>
  withLab({}, async ({ page }) => {
    const end = await ring(page);
    await showMpi(page, end);
    const download = page.waitForEvent("download");
    await page.getByTestId("mpi-record").click();
    const file = await download;
    assert.equal(file.suggestedFilename(), "messages.comm.json");
    const [head, ...lines] = readFileSync(await file.path(), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const nodes = Number(await page.getByTestId("mpi-rank-table").locator("tbody tr").count());
    assert.deepEqual([head.format, head.ranks], [1, nodes]);
    const sent = lines.filter((line) => line.tag === 2);
    assert.equal(sent.length, nodes);
    assert.ok(sent.every((line) => line.bytes === 40 && line.posted < line.matched && line.matched <= line.delivered && line.delivered < end));
    assert.ok(lines.some((line) => line.collective === "MPI_Allreduce") && lines.some((line) => line.begin < line.end));
    // The messages become the communication of the mapping mode, rank by rank.
    await page.getByTestId("mpi-to-mapping").click();
    const maps = () => page.getByTestId("mopt").evaluate((e) => ({ ...e.dataset }));
    await until(page, "maps of the messages", (f) => f.state === "idle" && Number(f.cost) > 0, maps);
    assert.equal(await page.getByTestId("mopt-sizes").inputValue(), "4x4");
  }));

test("arrows lead from send to receive, and one says what it carries", () =>
  withLab({}, async ({ page }) => {
    const end = await ring(page);
    await showTab(page, "statistics");
    await page.locator(`[data-testid="statistics"][data-covered="${end}"]`).waitFor();
    await page.getByTestId("space-tools").scrollIntoViewIfNeeded();
    const drawn = () => page.getByTestId("space-arrows").evaluate((e) => ({ arrows: Number(e.dataset.arrows), messages: Number(e.dataset.messages) }));
    const messages = await becomes(drawn, (n) => n.arrows > 0);
    assert.ok(messages.messages < 400 && messages.arrows <= messages.messages);
    // The DMAs that carry them are more: credits, barriers.
    await page.getByTestId("space-dmas").click();
    await becomes(drawn, (n) => n.messages > messages.messages);
    await page.getByTestId("space-mpi").click();
    await becomes(drawn, (n) => n.messages === messages.messages);
    assert.match(await page.getByTestId("table-messages").innerText(), /MPI_Send/);
    // The pointer on the middle of an arrow.
    await page.getByTestId("space-canvas").scrollIntoViewIfNeeded();
    await atRest(page);
    const canvas = await page.getByTestId("space-canvas").boundingBox();
    const ends = await page.getByTestId("space-over").locator(".arrow .shaft").evaluateAll((found) => found.map((e) => e.getAttribute("d").match(/-?[\d.]+/g).map(Number)));
    const [x0, y0, x1, y1] = ends.find(([, top, , bottom]) => top !== bottom);
    await page.mouse.move(canvas.x + (x0 + x1) / 2, canvas.y + (y0 + y1) / 2);
    await becomes(() => page.getByTestId("space-hint").textContent(), /MPI_\w+: rank \d+ → \d+,.* [\d,]+ bytes, [\d,]+ cycles/);
    await screenshot(page, "mpi-arrows");
    await page.mouse.move(2, 2);
    await becomes(() => page.getByTestId("space-hint").count(), 0);
  }));

for (const [lang, theme, width, height] of variants([["en", "light", 1440, 900], ["ja", "dark", 1024, 768]])) {
  test(`more than 16 ranks have a picture instead of numbers (${lang}, ${theme}, ${width})`, () =>
    withLab({ lang, theme, width, height }, async ({ page }) => {
      await newInC(page);
      await page.getByTestId("machine").click();
      await page.getByTestId("machine-width").fill("5");
      await page.getByTestId("machine-height").fill("5");
      await page.getByTestId("machine-apply").click();
      await compiled(page, MPI_RING);
      const { cycle } = await runs(page);
      await showMpi(page, cycle);
      assert.equal(await page.getByTestId("mpi-rank-table").locator("tbody tr").count(), 25);
      assert.equal(await page.getByTestId("mpi-matrix").count(), 0);
      // The arrow keys read its cells: each rank has sent to the next one, and rank 0 nothing to rank 2.
      const note = () => page.getByTestId("mpi-matrix-note").innerText();
      const heat = page.getByTestId("mpi-heat");
      await heat.scrollIntoViewIfNeeded();
      await heat.focus();
      await page.keyboard.press("ArrowRight");
      await becomes(note, /^0 → 1\D+[1-9]/);
      await page.keyboard.press("ArrowRight");
      await becomes(note, /^0 → 2\D+0\D+0\D*$/);
      await page.keyboard.press("ArrowDown");
      await becomes(note, /^1 → 2\D+[1-9]/);
      // The last cell, under the pointer.
      await atRest(page);
      const box = await heat.boundingBox();
      await page.mouse.move(box.x + box.width * 0.98, box.y + box.height * 0.98);
      await becomes(note, /^24 → 24\D/);
      await bringAxe(page);
      assert.deepEqual(await faults(page), []);
      await screenshot(page, `mpi-heat-${lang}-${theme}-${width}`);
    }));
}

test("a program without MPI says so", () =>
  withLab({}, async ({ page }) => {
    const end = await ring(page, RANKS);
    assert.ok(end > 0);
    await showTab(page, "mpi");
    await becomes(() => page.getByTestId("mpi-none").innerText(), /uses no function of MPI/);
  }));

test("help for a function of MPI has prototype, meaning and cost in both languages", async () => {
  for (const [lang, said] of [["en", /int MPI_Send\(const void \*buffer[^]*Sends[^]*Cost: /], ["ja", /int MPI_Send\(const void \*buffer[^]*送ります[^]*コスト: /]]) {
    await withLab({ lang }, async ({ page }) => {
      await newInC(page);
      await compiled(page, MPI_RING);
      await page.locator(".cm-content").click();
      await page.keyboard.press("ControlOrMeta+Home");
      const line = MPI_RING.split("\n").findIndex((text) => text.includes("MPI_Send("));
      for (let step = 0; step < line; step++) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Home");
      for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Alt+h");
      await becomes(() => page.locator(".cm-tooltip-help").innerText(), said);
      await screenshot(page, `mpi-help-${lang}`);
    });
  }
});
