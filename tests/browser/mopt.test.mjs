// The mapping mode: opens with its first lesson, already mapped, with the figures of the command; links, joins, pictures, a map
// made by dragging and by keys, files, a matrix from a file, links to the page, cancelling, axe's findings.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bringAxe, lookAt } from "./axe.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { atRest, becomes, mcoreCommand, paste, runs, showTab, until as untilLab, wholeText } from "./lab.mjs";
import { variants } from "./variants.mjs";

const PACK = new URL("../../exercises/mapping/", import.meta.url).pathname;

const facts = (page) => page.getByTestId("mopt").evaluate((e) => ({ ...e.dataset }));

const until = (page, what, holds) => untilLab(page, what, holds, facts);

const withMopt = (options, body) =>
  withLab({ ...options, path: "#/mopt" }, async ({ page, context }) => {
    const idle = (lesson) => (f) => f.lesson === lesson && f.state === "idle" && f.loads === "2" && f.asked === "0";
    await until(page, "the first lesson is mapped", idle("1-1"));
    // The tests are about the second lesson.
    await turn(page, "form");
    await page.getByTestId("mopt-lesson-next").click();
    await until(page, "the second lesson is mapped", (f) => idle("2-1")(f) && f.runs === "2");
    await body(page, context);
  });

/** On a narrow page, shows one of its parts. */
async function turn(page, part) {
  const tab = page.getByTestId(`mopt-part-${part}`);
  if (await tab.isVisible()) await tab.click();
}

/** The file saved by a click. */
async function saved(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

const command = (...options) => spawnSync(mcoreCommand(), ["mopt", ...options], { encoding: "utf8" }).stdout;

test("the second lesson is mapped at once, with the figures of the command", () =>
  withMopt({ lang: "en" }, async (page) => {
    const begin = await facts(page);
    assert.deepEqual([begin.lesson, begin.kept, begin.problems], ["2-1", "6", "0"]);
    const wanted = JSON.parse(command("run", "--pattern", "bruck-allgather", "--ranks", "64", "--topology", "mesh:8x8", "--json"));
    assert.deepEqual([Number(begin.cost), Number(begin.busiest)], [wanted.cost.mesh_hop_bytes, wanted.max_link.bytes]);
    await becomes(() => page.getByTestId("mopt-result").locator("h2").innerText(), /54 % less cost, busiest link 61 % less/);
    await becomes(() => page.getByTestId("mopt-live").innerText(), "MOPT mincost: 13.24 hop MB, busiest link 141.3 kB");
    assert.match(await page.getByTestId("mopt-row-xyz").locator("xpath=../..").innerText(), /28.62 hop MB\s+358.4 kB/);
    // Two maps with the links of both directions.
    for (const map of ["mopt-map-1", "mopt-map-2"]) {
      assert.equal(await page.getByTestId(map).locator("[data-link]").count(), 224);
      assert.equal(await page.getByTestId(map).locator("[data-node]").count(), 64);
    }
    // The lesson asks first, and gives the insight after an answer.
    assert.equal(await page.getByTestId("mopt-insight").count(), 0);
    await page.getByTestId("mopt-answer-1").click();
    await becomes(() => page.getByTestId("mopt-insight").innerText(), /^Not quite/);
    await page.getByTestId("mopt-answer-2").click();
    await becomes(() => page.getByTestId("mopt-insight").innerText(), /^Right.*28.62 to 13.24/);
    await screenshot(page, "mopt");
    // A click on a link names its ranks, here and in the table; their ways are lit in both maps.
    await page.getByTestId("mopt-tab-links").click();
    await page.getByTestId("mopt-links").locator("tbody tr").first().locator("button").click();
    await becomes(() => page.getByTestId("mopt-crossing").locator("p").innerText(), /141.3 kB · \d+ messages, most from \d+ to \d+/);
    await becomes(async () => (await page.getByTestId("mopt-map-1").locator(".mo-lit").count()) > 0, true);
    const map = await page.getByTestId("mopt-tab-result").click().then(() => saved(page, () => page.getByTestId("mopt-save-map").click()));
    assert.equal(map.name, "mincost-8x8.map");
    assert.equal(map.text.trim().split("\n").filter((line) => !line.startsWith("#")).length, 64);
    const csv = await saved(page, () => page.getByTestId("mopt-save-links").click());
    assert.equal(csv.text.trim().split("\n").length, 225);
    const svg = await saved(page, () => page.getByTestId("mopt-map-2").getByRole("button", { name: /SVG/ }).click());
    assert.match(svg.text, /^<svg[^]*data-link/);
    const trace = await saved(page, () => page.getByTestId("mopt-save-trace").click());
    assert.ok(trace.text.split("\n").length > 1000);
  }));

test("joins forward and back, all pictures, another lesson, maps side by side", () =>
  withMopt({ lang: "en" }, async (page) => {
    await until(page, "a join is shown", (f) => f.join === "60");
    await becomes(() => page.getByTestId("mopt-join-title").innerText(), "Iteration 4, join 1 of 2");
    await becomes(() => page.getByTestId("mopt-ways").locator("li").count(), 32);
    assert.equal(await page.getByTestId("mopt-ways").locator("li.mo-kept").innerText(), "288");
    await page.getByTestId("mopt-join-next").click();
    await until(page, "the next join", (f) => f.join === "61");
    await page.keyboard.press("Shift+F10");
    await until(page, "the join before", (f) => f.join === "60");
    await page.getByTestId("mopt-first-join").click();
    await until(page, "the first join", (f) => f.join === "0");
    for (const [view, there] of [["matrix", "mopt-matrix"], ["tasks", "mopt-tasks"], ["groups", "mopt-map-2"], ["difference", "mopt-map-1"]]) {
      await page.getByTestId(`mopt-view-${view}`).click();
      await page.getByTestId(there).locator("svg").first().waitFor();
    }
    await becomes(() => page.getByTestId("mopt-difference").innerText(), /^\d+ links carry more, \d+ carry less\.$/);
    await page.getByTestId("mopt-lesson-next").click();
    await until(page, "lesson 3", (f) => f.lesson === "3-1" && f.state === "idle" && f.runs === "3" && f.loads === "2");
    await page.getByTestId("mopt-tab-compare").click();
    await becomes(() => page.getByTestId("mopt-compare").locator("thead th").count(), 3);
    await page.getByTestId("mopt-compare-run-1").check();
    await becomes(() => page.getByTestId("mopt-compare").locator("thead th").count(), 4);
    await page.getByTestId("mopt-tab-papers").click();
    await becomes(() => page.getByTestId("mopt-table-2").innerText(), /51.10 hop GB/);
  }));

test("a map of one's own: dragged, by keys, undone, saved and read again", () =>
  withMopt({ lang: "en" }, async (page) => {
    await page.getByTestId("mopt-side-own").click();
    const hand = page.getByTestId("mopt-hand");
    await hand.locator("[data-node]").first().waitFor();
    const begin = await facts(page);
    await atRest(page);
    const centre = async (node) => {
      const box = await hand.locator(`[data-node="${node}"]`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await centre(0)));
    await page.mouse.down();
    await until(page, "taken up", (f) => f.taken === "0");
    await page.mouse.move(...(await centre(9)), { steps: 4 });
    await page.mouse.up();
    const put = await until(page, "put down", (f) => f.taken === "" && f.changes === String(Number(begin.changes) + 1));
    assert.notEqual(put.cost, begin.cost);
    await becomes(() => hand.locator('[data-node="9"] text').textContent(), "0");
    await page.getByTestId("mopt-undo").click();
    await until(page, "undone", (f) => f.cost === begin.cost);
    // The same by keys.
    await hand.focus();
    for (let times = 0; times < 8; times += 1) await page.keyboard.press("ArrowLeft");
    for (let times = 0; times < 8; times += 1) await page.keyboard.press("ArrowUp");
    await becomes(() => page.getByTestId("mopt-at").innerText(), "Node (0,0): rank 0");
    await page.keyboard.press("Enter");
    await until(page, "taken up by keys", (f) => f.taken === "0");
    await page.keyboard.press("Escape");
    await until(page, "cancelled", (f) => f.taken === "");
    await page.keyboard.press("Enter");
    await until(page, "taken up again", (f) => f.taken === "0");
    await page.keyboard.press("ArrowRight");
    await becomes(() => page.getByTestId("mopt-at").innerText(), /^Node \(1,0\)/);
    await page.keyboard.press("ArrowDown");
    await becomes(() => page.getByTestId("mopt-at").innerText(), /^Node \(1,1\)/);
    await page.keyboard.press("Enter");
    await until(page, "put down by keys", (f) => f.taken === "" && f.cost === put.cost);
    const map = await saved(page, () => page.getByTestId("mopt-own-save").click());
    await page.getByTestId("mopt-start-mincost").click();
    await until(page, "the map of mincost", (f) => Number(f.cost) < Number(put.cost) / 1.5);
    await page.getByTestId("mopt-own-file").setInputFiles({ name: map.name, mimeType: "text/plain", buffer: Buffer.from(map.text) });
    await until(page, "the saved map", (f) => f.cost === put.cost);
  }));

test("a matrix from a file, wrong values at their fields, stopping, a link to the page", () =>
  withMopt({ lang: "en" }, async (page, context) => {
    await page.getByTestId("mopt-side-form").click();
    await page.getByTestId("mopt-sizes").fill("4x4");
    await page.locator("[data-testid=mopt-sizes][aria-invalid=true]").waitFor();
    await page.getByTestId("mopt-source").selectOption("file");
    await page.getByTestId("mopt-file-file").setInputFiles({ name: "m.csv", mimeType: "text/csv", buffer: Buffer.from("0,1,x\n") });
    await page.locator("[data-testid=mopt-file][aria-invalid=true]").waitFor();
    await page.getByTestId("mopt-file-file").setInputFiles({ name: "m.csv", mimeType: "text/csv", buffer: Buffer.from("0,5,1000\n5,0,1000\n1,2,7\n2,1,7\n") });
    await until(page, "a good form", (f) => f.asked === "0" && f.problems === "0");
    await page.locator("[data-testid=mopt-map]:enabled").click();
    const own = await until(page, "its maps", (f) => f.state === "idle" && f.runs === "2" && Number(f.cost) === 2014);
    assert.equal(own.kept, "8");
    await page.keyboard.press("Escape");
    await page.getByTestId("share").click();
    const link = await becomes(() => page.getByTestId("share-url").inputValue(), /#\/mopt\?share=/);
    const other = await context.newPage();
    await other.goto(link);
    await until(other, "the same maps", (f) => f.state === "idle" && Number(f.cost) === 2014 && f.runs === "2");
    await other.close();
    await page.keyboard.press("Escape");
    // A long list shows its progress and can be stopped.
    await page.getByTestId("mopt-source").selectOption("pattern");
    await page.getByTestId("mopt-ranks").fill("4096");
    await page.getByTestId("mopt-sizes").fill("64x64");
    await page.getByTestId("mopt-more").locator("summary").click();
    await page.getByTestId("mopt-starts").fill("64");
    await until(page, "a good form", (f) => f.asked === "0" && f.problems === "0");
    await page.locator("[data-testid=mopt-map]:enabled").click();
    await until(page, "it maps", (f) => f.state === "mapping");
    await page.getByTestId("mopt-map").click();
    await until(page, "it stops", (f) => f.state === "idle");
  }));

test("an exercise is solved, judged as the grader does, and kept", () =>
  withMopt({ lang: "en" }, async (page) => {
    await page.getByTestId("mopt-side-exercise").click();
    await page.locator("[data-exercise='mapping/place-16']").waitFor();
    assert.match(await page.getByTestId("mopt-task").innerText(), /Place 16 ranks by hand/);
    await page.getByTestId("mopt-hint").click();
    await becomes(() => page.getByTestId("mopt-task").locator(".hint").count(), 1);
    assert.equal(await page.getByTestId("mopt-check").isDisabled(), true, "nothing is handed in");
    // In order the first case fails, with the place of the fault.
    await page.getByTestId("mopt-case-1").click();
    await until(page, "the ring in order", (f) => f.state === "idle" && f.runs === "1" && Number(f.cost) === 122_880);
    await page.getByTestId("mopt-hand-in-own").click();
    await page.getByTestId("mopt-check").click();
    await becomes(() => page.getByTestId("mopt-verdict-1").getAttribute("data-points"), "0");
    assert.match(
      await page.getByTestId("mopt-verdict-1").innerText(),
      /busiest link \(\d,\d\) to \(\d,\d\): 4.096 kB, allowed 2.048 kB; \d+ messages, most from \d+ to \d+/,
    );
    assert.match(await page.getByTestId("mopt-verdict-2").innerText(), /there is no map for this case/);
    // The maps of the solution, opened in My map.
    for (const [number, cost] of [[1, 65_536], [2, 704_512]]) {
      await page.getByTestId("mopt-side-exercise").click();
      await page.getByTestId(`mopt-case-${number}`).click();
      await until(page, "the case", (f) => f.state === "idle" && f.runs === "1" && f.changes === "1");
      await page.getByTestId("mopt-side-own").click();
      await page.getByTestId("mopt-own-file").setInputFiles(`${PACK}place-16/solution/${number}.map`);
      await until(page, "the map", (f) => Number(f.cost) === cost);
      await page.getByTestId("mopt-hand-in-own").click();
    }
    await page.getByTestId("mopt-side-exercise").click();
    await page.getByTestId("mopt-check").click();
    await becomes(() => page.getByTestId("mopt-grade").getAttribute("data-passed"), "true");
    assert.equal(await page.getByTestId("mopt-grade").getAttribute("data-points"), "100");
    await screenshot(page, "mopt-exercise");
    const file = await saved(page, () => page.getByTestId("mopt-save-hand-in").click());
    assert.equal(file.name, "mapping-place-16.mcsub");
    const folder = mkdtempSync(join(tmpdir(), "mopt-"));
    const path = join(folder, file.name);
    writeFileSync(path, file.text);
    const graded = spawnSync(mcoreCommand(), ["grade", PACK, path, "--json", join(folder, "rows.json")], { encoding: "utf8" });
    assert.equal(graded.status, 0, graded.stderr);
    const [row] = JSON.parse(readFileSync(join(folder, "rows.json"), "utf8")).rows;
    assert.deepEqual([row.points, row.notes], [100, []], "page and grader agree, and the copy is the same");
    rmSync(folder, { recursive: true });
    // A reload loses nothing.
    await page.reload();
    await until(page, "the page again", (f) => f.state === "idle" && f.loads !== "0");
    await page.getByTestId("mopt-side-exercise").click();
    await becomes(() => page.getByTestId("mopt-handed-2").innerText(), "Handed in: My map");
    // A method is handed in with its settings.
    await page.getByTestId("mopt-exercise").selectOption("mapping/one-method");
    await page.locator("[data-exercise='mapping/one-method']").waitFor();
    await page.getByTestId("mopt-case-1").click();
    await until(page, "the visible case", (f) => f.state === "idle" && f.runs === "1");
    await page.getByTestId("mopt-hand-in-method").click();
    await page.getByTestId("mopt-check").click();
    await becomes(() => page.getByTestId("mopt-grade").getAttribute("data-passed"), "false");
    assert.match(await page.getByTestId("mopt-verdict-2").innerText(), /Not judged here/);
    // A pack from a file; one of another page has nothing for this one.
    await page.getByTestId("mopt-pack-file").setInputFiles({ name: "no.zip", mimeType: "application/zip", buffer: Buffer.from("no") });
    await page.getByTestId("mopt-exercise-failed").waitFor();
    const build = mkdtempSync(join(tmpdir(), "mopt-"));
    spawnSync(mcoreCommand(), ["pack", "new", join(build, "own"), "--kind", "mopt"]);
    spawnSync(mcoreCommand(), ["pack", "build", join(build, "own"), "-o", join(build, "own.zip")]);
    await page.getByTestId("mopt-pack-file").setInputFiles(join(build, "own.zip"));
    await page.locator("[data-exercise='own/ring']").waitFor();
    assert.equal(await page.getByTestId("mopt-exercise-failed").count(), 0);
    rmSync(build, { recursive: true });
  }));

test("the time of both maps on the interconnect, and the joins played", () =>
  withMopt({ lang: "en" }, async (page) => {
    await page.getByTestId("mopt-run-both").click();
    const cells = () => page.getByTestId("mopt-times").locator("tbody tr td:first-of-type").allInnerTexts();
    const times = await becomes(cells, (all) => all.length === 2 && all.every((text) => /^[\d.]+ [µm]s$/.test(text)));
    const ns = times.map((text) => Number.parseFloat(text) * (text.endsWith("ms") ? 1e6 : 1e3));
    // The same as the command finds for the written program and maps.
    const folder = mkdtempSync(join(tmpdir(), "mopt-"));
    for (const [at, method] of ["xyz", "mincost"].entries()) {
      const [map, trace] = [join(folder, `${method}.map`), join(folder, "p.trace")];
      command("run", "--pattern", "bruck-allgather", "--ranks", "64", "--topology", "mesh:8x8", "--method", method, "--write-map", map, "--write-trace", trace);
      const options = ["--topology", "mesh", "--dims", "8x8", "--program", trace, "--params", "mopt", "--map", map, "--json"];
      const run = spawnSync(mcoreCommand(), ["nsim", "run", ...options], { encoding: "utf8" });
      const wanted = JSON.parse(run.stdout).time_ns;
      assert.ok(Math.abs(ns[at] / wanted - 1) < 1e-3, `${method}: ${ns[at]} here, ${wanted} by the command`);
    }
    rmSync(folder, { recursive: true });
    assert.ok(ns[1] < ns[0], "the map of mincost is faster");
    // Play goes on to the last join and stops there.
    await page.getByTestId("mopt-join").fill("58");
    await until(page, "a join near the end", (f) => f.join === "58");
    await page.getByTestId("mopt-play").click();
    await until(page, "the last join", (f) => f.join === "62");
    await becomes(() => page.getByTestId("mopt-play").getAttribute("aria-pressed"), "false");
  }));

test("a map runs on the chip as a file of the program, until it is removed", () =>
  withMopt({ lang: "en" }, async (page) => {
    const ended = async () => (await runs(page)).end;
    // A visitor without a program in C gets the communication as one.
    await page.getByTestId("mopt-use-on-chip").click();
    await page.getByTestId("tab-ranks.map").waitFor();
    await page.getByTestId("tab-messages.c").waitFor();
    await untilLab(page, "it is compiled", (f) => f.state === "paused");
    await becomes(() => page.getByTestId("finding").count(), 0);
    const mapped = await ended();
    await screenshot(page, "mopt-on-the-chip");
    // The same as by the command.
    const folder = mkdtempSync(join(tmpdir(), "mopt-"));
    const [map, program] = [join(folder, "best.map"), join(folder, "messages.c")];
    command("run", "--pattern", "bruck-allgather", "--ranks", "64", "--topology", "mesh:8x8", "--write-map", map, "--write-program", program);
    const run = spawnSync(mcoreCommand(), ["run", "-q", "--nodes", "8x8", "--map", map, "--stats", "json", program], { encoding: "utf8" });
    assert.equal(String(JSON.parse(run.stderr.trim().split("\n").at(-1)).cycles), mapped);
    // A wrong line of the map is an error at its place.
    await page.getByTestId("tab-ranks.map").click();
    const text = await wholeText(page);
    assert.match(text, /^0 \d,\d$/m);
    await paste(page, text.replace(/^5 .*$/m, "5 8,0"), "ranks.map");
    await becomes(() => page.getByTestId("finding").first().innerText(), /ranks\.map.*there is no node 8,0/s);
    await paste(page, text, "ranks.map");
    await page.locator("[data-testid=assemble]:enabled:not(.edited)").waitFor();
    await becomes(() => page.getByTestId("finding").count(), 0);
    // It is stored, and a link carries it.
    await page.reload();
    await page.getByTestId("tab-ranks.map").waitFor();
    await untilLab(page, "the page again", (f) => f.state === "paused");
    assert.equal(await ended(), mapped);
    // Without the map the ranks are in order, and the messages take longer.
    await page.getByTestId("files-menu").click();
    await page.getByTestId("files-manage").click();
    await page.locator('[data-file="ranks.map"]').getByTestId("file-remove").click();
    await page.keyboard.press("Escape");
    await page.getByTestId("tab-ranks.map").waitFor({ state: "detached" });
    await page.getByTestId("assemble").click();
    await untilLab(page, "compiled without the map", (f) => f.state === "paused" && f.cycle === "0");
    const inOrder = await ended();
    assert.ok(Number(inOrder) > Number(mapped) * 1.2, `${inOrder} in order, ${mapped} with the map`);
    // The traffic of the run is the communication of the mapping mode: Bruck's allgather and the messages that announce it.
    await showTab(page, "statistics");
    await page.getByTestId("stats-to-mapping").click();
    const back = await until(page, "maps of the traffic", (f) => f.state === "idle" && f.runs === "2" && f.loads === "2");
    assert.ok(Number(back.cost) > 13e6 && Number(back.cost) < 15e6, back.cost);
    assert.equal(await page.getByTestId("mopt-sizes").inputValue(), "8x8");
    // A program in C that is open gets the map as a further file.
    await page.getByTestId("mopt-side-lesson").click();
    await page.getByTestId("mopt-lesson-next").click();
    await until(page, "the lesson", (f) => f.state === "idle" && f.runs === "2" && f.loads === "2" && Number(f.cost) < 13.3e6);
    await page.getByTestId("mopt-use-on-chip").click();
    await page.getByTestId("tab-ranks.map").waitFor();
    await page.getByTestId("tab-messages.c").waitFor();
    await untilLab(page, "it is compiled", (f) => f.state === "paused");
    assert.equal(await ended(), mapped);
    rmSync(folder, { recursive: true });
    // The chip is a flat mesh.
    await page.getByTestId("mode-mopt").click();
    await until(page, "maps again", (f) => f.state === "idle" && f.loads === "2");
    await page.getByTestId("mopt-side-form").click();
    await page.getByTestId("mopt-kind").selectOption("torus");
    await until(page, "a good form", (f) => f.asked === "0" && f.problems === "0");
    await page.locator("[data-testid=mopt-map]:enabled").click();
    await until(page, "maps on a torus", (f) => f.state === "idle" && f.loads === "2" && f.kept === "4");
    assert.equal(await page.getByTestId("mopt-use-on-chip").isDisabled(), true);
  }));

test("the program of the interconnect is mapped", () =>
  withMopt({ lang: "en" }, async (page) => {
    await page.getByTestId("mopt-side-form").click();
    await page.getByTestId("mopt-take-interconnect").click();
    await becomes(() => page.getByTestId("mopt-not-taken").first().innerText(), /Nothing has been set up/);
    const form = { topology: "mesh", dims: "4x4", program: "trace", trace: "0 send 5 1000\n5 recv\n5 send 0 1000\n0 recv\n15 compute 1\n" };
    await page.evaluate((form) => localStorage.setItem("mcore-lab/nsim", JSON.stringify(form)), form);
    await page.getByTestId("mopt-take-interconnect").click();
    await becomes(() => page.getByTestId("mopt-sizes").inputValue(), "4x4");
    assert.equal(await page.getByTestId("mopt-not-taken").count(), 0);
    await until(page, "a good form", (f) => f.asked === "0" && f.problems === "0");
    await page.locator("[data-testid=mopt-map]:enabled").click();
    // Neighbours: 2,000 bytes over one link each.
    await until(page, "its maps", (f) => f.state === "idle" && f.runs === "2" && Number(f.cost) === 2000);
  }));

for (const [lang, theme, width, height] of variants([
  ["en", "light", 1440, 900],
  ["ja", "dark", 390, 844],
])) {
  test(`axe finds no fault and nothing is wider than the page (${lang}, ${theme}, ${width} px)`, () =>
    withMopt({ lang, theme, width, height }, async (page) => {
      const found = [];
      await bringAxe(page);
      const look = async (where) => {
        await atRest(page);
        await lookAt(page, where, found);
        await screenshot(page, `mopt-${where.replaceAll(" ", "-")}-${theme}-${width}`);
      };
      await look("at the begin");
      await page.getByTestId("mopt-answer-2").click();
      await look("an answer");
      await page.getByTestId("mopt-side-own").click();
      await look("own map");
      await page.getByTestId("mopt-side-exercise").click();
      await page.locator("[data-exercise='mapping/place-16']").waitFor();
      await look("exercise");
      await page.getByTestId("mopt-side-form").click();
      await turn(page, "network");
      for (const view of ["groups", "difference", "matrix", "tasks", "loads"]) {
        await page.getByTestId(`mopt-view-${view}`).click();
        await look(view);
      }
      await turn(page, "results");
      for (const tab of ["links", "compare", "papers", "result"]) {
        await page.getByTestId(`mopt-tab-${tab}`).click();
        await look(tab);
      }
      assert.deepEqual(found, []);
    }));
}
