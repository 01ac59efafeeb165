// The verbs mode: opens with the first lesson, already run, with the figures of the command; steps forwards and backwards, lessons with their
// questions, a wrong script with its line, charts, rings, Himeno, comparison, files, links to the page, keys, axe's findings.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bringAxe, lookAt } from "./axe.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { atRest, becomes, mcoreCommand, until as untilLab } from "./lab.mjs";
import { variants } from "./variants.mjs";

const facts = (page) => page.getByTestId("tca").evaluate((e) => ({ ...e.dataset }));

const until = (page, what, holds) => untilLab(page, what, holds, facts);

const withTca = (options, body) =>
  withLab({ ...options, path: "#/tca" }, async ({ page, context }) => {
    await until(page, "the first lesson has run", (f) => f.state === "idle" && f.runs === "1" && f.time === "2300" && Number(f.blocks) > 0 && f.asked === "0");
    await body(page, context);
  });

/** On a narrow page, shows one of its parts. */
async function turn(page, part) {
  const tab = page.getByTestId(`tca-part-${part}`);
  if (await tab.isVisible()) await tab.click();
}

/** The file saved by a click. */
async function saved(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const command = (...options) => spawnSync(mcoreCommand(), ["tca", ...options], { encoding: "utf8" }).stdout;

test("opens with the first lesson, already run, at 2,300 ns; steps forwards and backwards", () =>
  withTca({ lang: "en" }, async (page) => {
    const wanted = JSON.parse(command("run", "--lesson", "1", "--json"));
    await becomes(() => page.getByTestId("tca-result").locator("h2").innerText(), "3.50 µs, as in the paper");
    const table = await page.getByTestId("tca-parts").innerText();
    for (const row of [/Board.*2,002 ns/, /Library of node 0\s+501 ns/, /Sequence numbers.*100 ns/, /Library of node 1\s+901 ns/]) assert.match(table, row);
    const rows = await page.getByTestId("tca-completions-table").locator("tbody tr").allInnerTexts();
    assert.deepEqual(rows.map((row) => row.split(/\s+/)[0]), [wanted.nodes[1], wanted.nodes[0]].map((node) => node.completions[0].at_ns.toLocaleString("en")));
    await becomes(() => page.getByTestId("tca-status").innerText(), /^2 nodes, \d+ events, no findings$/);
    // One press goes to the next event and says in a sentence what happens.
    await becomes(() => page.getByTestId("tca-now").innerText(), /arrive in the memory of the peer/);
    await page.getByTestId("tca-step-next").click();
    await until(page, "the next event", (f) => f.time === "2503");
    await becomes(() => page.getByTestId("tca-now").innerText(), /PSN pair follows. Without it the peer cannot know of the packet/);
    await becomes(() => page.getByTestId("tca-live").textContent(), /^2,503 ns\. Node 1/);
    await page.getByTestId("tca-step-back").click();
    await until(page, "the event before", (f) => f.time === "2103");
    await page.getByTestId("tca-start").click();
    await until(page, "the start", (f) => f.time === "0");
    await page.getByTestId("tca-unit").selectOption({ index: 1 });
    for (const time of ["3504", "5754"]) {
      await page.getByTestId("tca-step-next").click();
      await until(page, "a completion", (f) => f.time === time);
    }
    await page.keyboard.press("Shift+F9");
    await until(page, "the completion before by key", (f) => f.time === "3504");
    await page.keyboard.press("F10");
    await until(page, "the next event by key", (f) => Number(f.time) > 3504);
    await page.keyboard.press("Alt+Home");
    await until(page, "the start by key", (f) => f.time === "0");
    // A click in the diagram goes to its time.
    await atRest(page);
    const box = await page.getByTestId("tca-sequence").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await until(page, "the time of the click", (f) => Number(f.time) > 2000 && Number(f.time) < 4000);
    await page.getByTestId("tca-zoom-in").click();
    const near = await until(page, "a shorter interval", (f) => Number(f.interval.split("-")[0]) > 0);
    assert.ok(Number(near.interval.split("-")[1]) < 5000, near.interval);
    await page.getByTestId("tca-zoom-fit").click();
    await until(page, "the whole run", (f) => f.interval.startsWith("0-"));
    // The packet in the ring with its bytes.
    await page.getByTestId("tca-slider").fill("3");
    await page.getByTestId("tca-slots-picture").locator("[data-slot]").first().click();
    await becomes(() => page.getByTestId("tca-packet").innerText(), /length\s+08 00 00 00/);
    await page.getByTestId("tca-view-events").click();
    await becomes(() => page.getByTestId("tca-events").locator("tbody tr").count(), 16);
    await page.getByTestId("tca-events").locator("tbody tr").first().locator("button").click();
    await until(page, "the first event", (f) => f.time === "0");
  }));

test("lessons ask first, and give the insight after an answer", () =>
  withTca({ lang: "en" }, async (page) => {
    assert.equal(await page.getByTestId("tca-insight").count(), 0);
    await page.getByTestId("tca-answer-1").click();
    await becomes(() => page.getByTestId("tca-insight").innerText(), /^Not quite/);
    await page.getByTestId("tca-answer-2").click();
    await becomes(() => page.getByTestId("tca-insight").innerText(), /^Right.*hardware takes 2,000/);
    await page.getByTestId("tca-hint").click();
    await page.getByTestId("tca-hint-text").waitFor();
    const seen = [];
    for (let number = 2; number <= 8; number += 1) {
      await page.getByTestId("tca-lesson-next").click();
      await until(page, `lesson ${number}`, (f) => f.lesson === String(number) && f.state === "idle" && f.runs === String(number) && f.problems === "0" && Number(f.blocks) > 0);
      assert.equal(await page.getByTestId("tca-insight").count(), 0);
      seen.push(await page.getByTestId("tca-lesson").locator("h2").innerText());
      if (number === 4) await becomes(() => page.getByTestId("tca-findings").locator("li").count(), 2);
      if (number === 6) await becomes(() => page.getByTestId("tca-completions-table").locator("tbody").innerText(), /REM_ACCESS_ERR[^]*WR_FLUSH_ERR[^]*SUCCESS/);
      if (number === 7) {
        await becomes(() => page.getByTestId("tca-boards").locator("[data-link]").count(), 5);
        await page.getByTestId("tca-links").getByRole("button", { name: "2 → 3" }).click();
        await becomes(() => page.getByTestId("tca-crossing").innerText(), /1 → 3[^]*1.75 GB\/s[^]*2 → 4[^]*1.75 GB\/s/);
        await page.getByTestId("tca-of-now").click();
        await becomes(() => page.getByTestId("tca-boards").locator("[data-link]").count(), 5);
        await page.getByTestId("tca-shown-nodes").selectOption({ index: 2 });
        await page.getByTestId("tca-tab-result").click();
      }
    }
    assert.equal(new Set(seen).size, 7);
    assert.ok(await page.getByTestId("tca-lesson-next").isDisabled());
    // The runs side by side are named by what differs.
    await page.getByTestId("tca-tab-compare").click();
    await becomes(() => page.getByTestId("tca-compare").locator("thead th").count(), 4);
  }));

test("a wrong script names its line, a changed one is compared by its change, a link carries it", () =>
  withTca({ lang: "en" }, async (page, context) => {
    const script = page.getByTestId("tca-script");
    const text = await script.inputValue();
    await script.fill(text.replace(".length = 8", ".lenght = 8"));
    await becomes(() => page.getByTestId("tca-errors").innerText(), /^7:\d+:.*`\.lenght`.*did you mean `\.length`/);
    assert.equal(await page.locator(".tca-bad").getAttribute("data-line"), "7");
    assert.ok(await page.getByTestId("tca-run").isDisabled());
    await script.fill(text.replaceAll(".length = 8", ".length = 64"));
    await until(page, "a good form", (f) => f.asked === "0" && f.problems === "0");
    await page.keyboard.press("F8");
    const own = await until(page, "the second run", (f) => f.state === "idle" && f.runs === "2" && Number(f.time) > 5754);
    await page.getByTestId("tca-side-form").click();
    await page.getByTestId("tca-preset").selectOption("read");
    await becomes(() => script.inputValue(), /IBV_WR_RDMA_READ/);
    await page.getByTestId("tca-memory").first().waitFor();
    await page.getByTestId("tca-bytes").fill("65536");
    await until(page, "a good preset", (f) => f.asked === "0" && f.problems === "0");
    await page.getByTestId("tca-run").click();
    await until(page, "the third run", (f) => f.state === "idle" && f.runs === "3" && f.time !== own.time);
    await page.getByTestId("tca-side-machine").click();
    await page.getByTestId("tca-poll").fill("x");
    await page.locator("[data-testid=tca-poll][aria-invalid=true]").waitFor();
    await page.getByTestId("tca-poll").fill("1150");
    await until(page, "a good machine", (f) => f.asked === "0" && f.problems === "0");
    await page.getByTestId("tca-run").click();
    const slow = await until(page, "the fourth run", (f) => f.state === "idle" && f.runs === "4" && f.kept === "4" && f.time !== "0");
    await page.getByTestId("tca-tab-compare").click();
    await becomes(() => page.getByTestId("tca-compare").locator(".lab-runs").innerText(), /poll: PSN seen 1150/);
    await page.getByTestId("tca-start").click();
    await page.getByTestId("share").click();
    const link = await becomes(() => page.getByTestId("share-url").inputValue(), /#\/tca\?share=/);
    const other = await context.newPage();
    await other.goto(link);
    await until(other, "the same run at the same time", (f) => f.state === "idle" && f.time === "0" && f.steps === slow.steps);
    await becomes(() => other.getByTestId("tca-compare").count(), 1);
    await other.close();
  }));

test("charts with the paper's points, Himeno, files", () =>
  withTca({ lang: "en" }, async (page) => {
    const svg = await saved(page, () => page.getByTestId("tca-sequence-svg").click());
    assert.match(svg.bytes.toString(), /^<svg[^]*node 0[^]*<\/svg>$/);
    const png = await saved(page, () => page.getByTestId("tca-sequence-png").click());
    assert.deepEqual([png.name, png.bytes.subarray(1, 4).toString()], ["tca-sequence.png", "PNG"]);
    const csv = await saved(page, () => page.getByTestId("tca-completions-table").getByRole("button", { name: /CSV/ }).click());
    assert.equal(csv.bytes.toString().trim().split("\n").length, 3);
    await page.getByTestId("tca-tab-curves").click();
    await becomes(() => page.getByTestId("tca-latency").locator("polyline").count(), 5);
    await becomes(() => page.getByTestId("tca-latency").locator(".tca-paper").count(), 5);
    await page.getByTestId("tca-line-5").check();
    await becomes(() => page.getByTestId("tca-latency").locator("polyline").count(), 6);
    await page.getByTestId("tca-gpu").click();
    await becomes(() => page.getByTestId("tca-latency").locator("polyline").count(), 6);
    await page.getByTestId("tca-tab-himeno").click();
    await page.getByTestId("tca-size").selectOption("small");
    await page.getByTestId("tca-iterations").fill("2");
    await page.getByTestId("tca-himeno-run").click();
    await until(page, "the benchmark", (f) => f.list === "idle" && f.rows === "9");
    await becomes(() => page.getByTestId("tca-himeno-table").locator("tbody tr").last().innerText(), /small\s+4×4\s+8 KiB, 8 KiB/);
    // A long list can be stopped.
    await page.getByTestId("tca-size").selectOption("all");
    await page.getByTestId("tca-iterations").fill("1000");
    await page.getByTestId("tca-himeno-run").click();
    await until(page, "it runs", (f) => f.list === "running");
    await page.getByTestId("tca-himeno-run").click();
    await until(page, "it stops", (f) => f.list === "idle");
  }));

for (const [lang, theme, width, height] of variants([
  ["en", "light", 1440, 900],
  ["ja", "dark", 1440, 900],
  ["en", "light", 1024, 768],
  ["ja", "dark", 390, 844],
])) {
  test(`axe finds no fault and nothing is wider than the page (${lang}, ${theme}, ${width} px)`, () =>
    withTca({ lang, theme, width, height }, async (page) => {
      const found = [];
      await bringAxe(page);
      const look = async (where) => {
        await atRest(page);
        await lookAt(page, where, found);
        await screenshot(page, `tca-${where.replaceAll(" ", "-")}-${theme}-${width}`);
      };
      await look("at the begin");
      await page.getByTestId("tca-answer-2").click();
      await look("an answer");
      await page.getByTestId("tca-side-machine").click();
      await look("machine");
      await page.getByTestId("tca-side-form").click();
      await look("form");
      await turn(page, "network");
      await look("sequence");
      await page.getByTestId("tca-view-events").click();
      await look("events");
      await page.getByTestId("tca-view-sequence").click();
      await turn(page, "results");
      for (const tab of ["curves", "rings", "himeno", "compare", "result"]) {
        await page.getByTestId(`tca-tab-${tab}`).click();
        if (tab === "curves") await page.getByTestId("tca-latency").locator("polyline").first().waitFor();
        await look(tab);
      }
      assert.deepEqual(found, []);
    }));
}

/** The script of a solution of the pack. */
const solution = (exercise) => readFileSync(new URL(`../../exercises/verbs/${exercise}/solution/script.tca`, import.meta.url), "utf8");

test("an exercise: task, run of a case, verdict, hand-in file, and the work after a reload", () =>
  withTca({ lang: "en" }, async (page) => {
    await page.getByTestId("tca-side-exercise").click();
    await page.locator("[data-exercise='verbs/ping-pong']").waitFor();
    assert.match(await page.getByTestId("tca-task").innerText(), /Ping-pong in 3.5 µs/);
    await page.getByTestId("tca-hint").click();
    await page.locator(".hint").first().waitFor();
    // The script at the start: it runs, and is judged as not enough.
    const before = Number((await facts(page)).runs);
    await page.getByTestId("tca-case-1").click();
    await until(page, "the case has run", (f) => Number(f.runs) === before + 1 && f.state === "idle");
    assert.match(await page.getByTestId("tca-script").inputValue(), /works, but it is slow/);
    await page.getByTestId("tca-check").click();
    await becomes(() => page.getByTestId("tca-verdict-1").getAttribute("data-passed"), "false");
    assert.match(await page.getByTestId("tca-verdict-1").innerText(), /RECV\): at most 3,504 ns; found/);
    assert.match(await page.getByTestId("tca-verdict-2").innerText(), /Not judged here/);
    await page.getByTestId("tca-script").fill(solution("ping-pong"));
    await page.getByTestId("tca-verdict-old").waitFor();
    await page.getByTestId("tca-check").click();
    await becomes(() => page.getByTestId("tca-grade").getAttribute("data-passed"), "true");
    assert.equal(await page.getByTestId("tca-grade").getAttribute("data-points"), "60", "the hidden case is the grader's");
    const file = await saved(page, () => page.getByTestId("tca-save-hand-in").click());
    assert.equal(file.name, "verbs-ping-pong.mcsub");
    assert.equal(JSON.parse(file.bytes.toString("utf8")).script, solution("ping-pong"));
    // A node of the task can be read but not taken.
    await page.getByTestId("tca-exercise").selectOption("verbs/repair");
    await page.locator("[data-exercise='verbs/repair']").waitFor();
    await page.getByTestId("tca-case-1").click();
    await until(page, "the case of the next exercise", (f) => Number(f.runs) === before + 2 && f.state === "idle");
    assert.match(await page.getByTestId("tca-given").locator("pre").textContent(), /at 30000 ns/);
    await page.getByTestId("tca-script").fill("node 1 { }");
    await becomes(() => page.getByTestId("tca-errors").innerText(), /1:1: the task gives node 1/);
    await page.getByTestId("tca-script").fill(solution("repair"));
    await until(page, "no errors", (f) => f.problems === "0" && f.asked === "0");
    await page.reload();
    await page.locator("[data-exercise='verbs/repair']").waitFor();
    assert.equal(await page.getByTestId("tca-script").inputValue(), solution("repair"));
    await page.getByTestId("tca-check").click();
    await becomes(() => page.getByTestId("tca-grade").getAttribute("data-passed"), "true");
    await page.getByTestId("tca-exercise").selectOption("verbs/ping-pong");
    await page.locator("[data-exercise='verbs/ping-pong']").waitFor();
    await page.getByTestId("tca-case-1").click();
    await becomes(() => page.getByTestId("tca-script").inputValue(), solution("ping-pong"));
    await page.getByTestId("tca-leave").click();
    await becomes(() => page.getByTestId("tca-given").count(), 0);
  }));

test("the script at the start is in the language of the page, and the same work in both", () =>
  withTca({ lang: "ja" }, async (page) => {
    const run = async (n) => {
      const before = Number((await facts(page)).runs);
      await page.getByTestId("tca-case-1").click();
      await until(page, `run ${n}`, (f) => Number(f.runs) === before + 1 && f.state === "idle");
      return page.getByTestId("tca-script").inputValue();
    };
    await page.getByTestId("tca-side-exercise").click();
    await page.locator("[data-exercise='verbs/ping-pong']").waitFor();
    assert.match(await run(1), /正しく動きますが、遅いです/);
    await page.getByTestId("tca-check").click();
    await becomes(() => page.getByTestId("tca-verdict-1").getAttribute("data-passed"), "false");
    await page.getByTestId("lang-en").click();
    await becomes(() => page.locator("html").getAttribute("lang"), "en");
    assert.match(await run(2), /works, but it is slow/);
    assert.equal(await page.getByTestId("tca-verdict-old").count(), 0, "the verdict is on the same script");
    // Edited work stays as it is.
    await page.getByTestId("tca-script").fill(`// mine\n${solution("ping-pong")}`);
    await page.getByTestId("tca-verdict-old").waitFor();
    await page.getByTestId("lang-ja").click();
    await becomes(() => page.locator("html").getAttribute("lang"), "ja");
    assert.match(await run(3), /^\/\/ mine/);
  }));
