// The interconnect mode: switching to it and back, a run with steps and rewinding, refusals of the form, pausing, two
// runs side by side, the experiments of the paper, trees and machines of 65,536 nodes, narrow pages, no network, axe's
// findings.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { bringAxe, faults, fits } from "./axe.mjs";
import { atRest, becomes, until as untilLab } from "./lab.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { variants } from "./variants.mjs";

const facts = (page) => page.getByTestId("nsim").evaluate((e) => ({ ...e.dataset }));

const until = (page, what, holds) => untilLab(page, what, holds, facts);

const withNsim = (options, body) =>
  withLab({ ...options, path: "#/nsim" }, async ({ page, context }) => {
    await until(page, "a machine is there", (f) => f.state === "paused");
    await body(page, context);
  });

/** The current form has been checked: the page shows its errors and no older ones. */
const checked = (page) => until(page, "the form looked through", (f) => f.asked === "0");

/** The file saved by a click, as text. */
async function saved(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/** On a narrow page, shows one of its parts. */
async function turn(page, part) {
  const tab = page.getByTestId(`nsim-part-${part}`);
  if (await tab.isVisible()) await tab.click();
}

/** Whether the canvas, in the light theme, shows a warm link: more red than blue. */
const warm = (page) =>
  page.getByTestId("nsim-picture").evaluate((canvas) => {
    // A copy is read: Chromium warns of a canvas that is read often.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255 && data[i] > data[i + 2] + 15) return true;
    return false;
  });

test("a run ends with the known counts and can be rewound to any moment", () =>
  withNsim({ lang: "en" }, async (page) => {
    await page.getByTestId("nsim-dims").fill("16x8x8");
    await page.getByTestId("nsim-bytes").fill("4");
    await page.getByTestId("nsim-build").click();
    // Bruck's all-to-all on 1,024 nodes: the count of its packets is known exactly.
    const end = await until(page, "ended", (f) => f.state === "ended" && f.packets === "81920");
    assert.equal(end.time, end.end);
    await page.getByTestId("nsim-outcome").getByText("253,376").waitFor();
    await page.getByTestId("nsim-back").click();
    const back = await until(page, "an event back", (f) => f.state === "paused" && f.time !== end.end && f.digest !== "");
    assert.ok(Number(back.events) < Number(end.events));
    await page.getByTestId("nsim-forward").click();
    const again = await until(page, "and forward", (f) => Number(f.events) > Number(back.events) && f.digest !== "");
    assert.ok(Number(again.time) <= Number(end.end));
    const half = String(Math.round(Number(end.end) / 2));
    await page.getByTestId("nsim-slider").fill(half);
    const middle = await until(page, "the middle", (f) => f.time === half && f.digest !== "");
    await page.getByTestId("nsim-unit").selectOption({ index: 1 });
    await page.getByTestId("nsim-forward").click();
    await until(page, "a message further", (f) => Number(f.messages) > Number(middle.messages) && f.digest !== "");
    await page.getByTestId("nsim-slider").fill(half);
    const same = await until(page, "the middle again", (f) => f.time === half && f.digest !== "");
    assert.equal(same.digest, middle.digest);
    await becomes(() => warm(page), true, "links are warm in the middle of the run");
    // The slider by keys: a step, a tenth, both ends.
    await page.getByTestId("nsim-slider").focus();
    await page.keyboard.press("ArrowRight");
    await until(page, "a message by key", (f) => Number(f.messages) > Number(same.messages) && f.digest !== "");
    await page.keyboard.press("Home");
    await until(page, "the begin", (f) => f.time === "0" && f.digest !== "");
    await page.keyboard.press("PageUp");
    await until(page, "a tenth", (f) => Math.abs(Number(f.time) - Number(end.end) / 10) <= 1 && f.digest !== "");
    await page.keyboard.press("End");
    await until(page, "the end", (f) => f.time === end.end && f.digest === end.digest);
    await page.getByTestId("nsim-picture").focus();
    await page.keyboard.press("ArrowRight");
    await page.getByTestId("nsim-look").getByText("(0,0,0)").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByTestId("nsim-look").getByText("(1,0,0)").waitFor();
  }));

test("at its end a run is shown as a whole, and links and rows light each other", () =>
  withNsim({ lang: "en" }, async (page) => {
    // Before anything runs: the network's figures and the prediction.
    await becomes(() => page.getByTestId("nsim-outlook").innerText(), /Diameter 10, 5\.02 hops on average, bisection 64 links \(512 GB\/s/);
    await becomes(() => page.getByTestId("nsim-predicted").innerText(), /8 × .* ÷ 8 GB\/s$/);
    await page.getByTestId("nsim-dims").fill("4x4x4");
    await becomes(() => page.getByTestId("nsim-outlook").innerText(), /Diameter 6, 3\.05 hops/);
    await page.getByTestId("nsim-build").click();
    const end = await until(page, "ended", (f) => f.state === "ended" && f.map === "whole");
    await becomes(() => warm(page), true, "the whole run is warm although nothing moves");
    await becomes(() => page.getByTestId("nsim-heat").innerText(), /^Bytes over the run, 0 to \d/);
    await page.getByTestId("nsim-map-moment").click();
    await until(page, "the moment", (f) => f.map === "moment");
    await becomes(() => page.getByTestId("nsim-heat").innerText(), /^Use of links at this moment/);
    // In the middle the moment is shown unless the whole run is asked for.
    await page.getByTestId("nsim-map-whole").click();
    await page.getByTestId("nsim-slider").fill(String(Math.round(Number(end.end) / 2)));
    await until(page, "the middle, as a whole", (f) => f.state === "paused" && f.map === "whole" && f.digest !== "");
    // A row lights its link in the picture and in the table of the switch.
    await page.getByTestId("nsim-tab-tables").click();
    const row = page.getByTestId("nsim-links").locator("tbody tr").first();
    const name = await row.locator("button").innerText();
    await row.locator("button").click();
    const lit = await until(page, "a link", (f) => f.link !== "");
    await becomes(() => row.getAttribute("aria-current"), "true");
    await becomes(() => page.getByTestId("nsim-look").locator("[aria-current=true]").innerText(), (text) => text.startsWith(name.split(" ")[1]));
    // A click on a link in the picture, found by its colour: the row of that link is lit then.
    await page.keyboard.press("Escape");
    await page.getByTestId("nsim-picture").focus();
    await page.keyboard.press("Escape");
    await until(page, "none", (f) => f.link === "");
    await atRest(page);
    const place = await page.getByTestId("nsim-picture").evaluate((canvas) => {
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      const hot = (x, y) => data[4 * (y * width + x)] > data[4 * (y * width + x) + 2] + 40;
      for (let y = 4; y < height - 4; y += 1) {
        for (let x = 4; x < width - 12; x += 1) {
          if ([0, 2, 4, 6, 8].every((d) => hot(x + d, y))) return [((x + 4) * canvas.clientWidth) / width, (y * canvas.clientHeight) / height];
        }
      }
      return null;
    });
    assert.ok(place, "a warm link");
    await page.getByTestId("nsim-picture").click({ position: { x: place[0], y: place[1] } });
    await until(page, "the link that was clicked", (f) => f.link !== "");
    // Its switch is shown with it; the table of the busiest links need not contain it.
    await page.getByTestId("nsim-look").locator("[aria-current=true]").first().waitFor();
    assert.notEqual(lit.link, "");
  }));

test("a field keeps its focus while lines above and below it come and go", () =>
  withNsim({ lang: "en" }, async (page) => {
    await page.getByTestId("nsim-outlook").waitFor();
    // On the way the sizes are right, wrong and right again, so the line with the network's figures appears and disappears.
    const wrongWays = ["4", "x", "4", "x", "8"];
    await page.getByTestId("nsim-dims").selectText();
    for (const key of wrongWays) {
      await page.keyboard.type(key);
      await until(page, "an answer", (f) => f.asked === "0");
    }
    await becomes(() => page.getByTestId("nsim-dims").inputValue(), "4x4x8");
    assert.equal(await page.evaluate(() => document.activeElement.id), "nsim-dims");
    await becomes(() => page.getByTestId("nsim-build").isEnabled(), true);
  }));

test("two fields that change before the page is drawn again keep both values", () =>
  withNsim({ lang: "en" }, async (page) => {
    await page.getByTestId("nsim-outlook").waitFor();
    await page.evaluate(() => {
      for (const [id, value] of [["nsim-dims", "2x3x4"], ["nsim-bytes", "77"]]) {
        const field = document.getElementById(id);
        field.value = value;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
    });
    await until(page, "an answer", (f) => f.asked === "0");
    await becomes(() => page.getByTestId("nsim-outlook").innerText(), /Diameter 4/);
    await becomes(() => page.getByTestId("nsim-dims").inputValue(), "2x3x4");
    await becomes(() => page.getByTestId("nsim-bytes").inputValue(), "77");
  }));

test("lessons come first: each sets the form, asks, and answers when its runs have ended", () =>
  withNsim({ lang: "ja" }, async (page) => {
    const card = page.getByTestId("nsim-lesson-mapping");
    await card.getByText("交換は何倍かかるでしょうか").waitFor();
    await page.getByTestId("nsim-lesson-mapping-1").click();
    await until(page, "in order", (f) => f.state === "ended" && f.lessons === "1");
    assert.equal(await page.getByTestId("nsim-answer-mapping").count(), 0, "the answer waits for all runs");
    await becomes(() => page.getByTestId("nsim-program").inputValue(), "halo-3d");
    await page.getByTestId("nsim-lesson-mapping-2").click();
    await until(page, "random", (f) => f.state === "ended" && f.lessons === "2" && f.map === "whole");
    await becomes(() => page.getByTestId("nsim-map").inputValue(), "random");
    await page.getByTestId("nsim-answer-mapping").getByText("2.8 倍").waitFor();
    await becomes(() => card.locator("tbody tr").first().innerText(), /32\.54 µs\s+92\.51 µs/);
    await page.getByTestId("nsim-lesson-tree-torus-2").click();
    await until(page, "the tree", (f) => f.state === "ended" && f.lessons === "3");
    await becomes(() => page.getByTestId("nsim-topology").inputValue(), "fat-tree");
  }));

test("a link carries the form and the moment, and the own form can be restored", () =>
  withNsim({ lang: "en" }, async (page) => {
    await page.getByTestId("nsim-dims").fill("4x4x2");
    await page.getByTestId("nsim-bytes").fill("32");
    await page.getByTestId("nsim-build").click();
    const end = await until(page, "ended", (f) => f.state === "ended");
    await page.getByTestId("nsim-slider").fill(String(Math.round(Number(end.end) / 3)));
    const shown = await until(page, "a third", (f) => f.state === "paused" && f.digest !== "" && f.time !== end.time);
    await page.getByTestId("nsim-picture").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.getByTestId("nsim-look").getByText("(1,0,0)").waitFor();
    await page.getByTestId("nsim-tab-tables").click();
    await page.getByTestId("share").click();
    const url = await becomes(() => page.getByTestId("share-url").inputValue(), /#\/nsim\?share=1\./);
    await page.getByTestId("share-code").waitFor();
    await page.getByTestId("dialog-close").click();
    await withLab({ lang: "en", path: url.slice(url.indexOf("#")) }, async ({ page: other }) => {
      const there = await until(other, "the same moment", (f) => f.state === "paused" && f.time === shown.time && f.digest !== "");
      assert.equal(there.digest, shown.digest);
      await becomes(() => other.getByTestId("nsim-dims").inputValue(), "4x4x2");
      await other.getByTestId("nsim-look").getByText("(1,0,0)").waitFor();
      await becomes(() => other.evaluate(() => location.hash), "#/nsim");
      // The form from before the link.
      await other.getByTestId("lab-news").getByText("Opened from a link").waitFor();
      await other.getByTestId("lab-link-back").click();
      await becomes(() => other.getByTestId("nsim-dims").inputValue(), "8x8x4");
      await until(other, "the own machine", (f) => f.state === "paused" && f.time === "0");
      // A link whose end is missing changes nothing and says so.
      await other.evaluate((hash) => (location.hash = hash), url.slice(url.indexOf("#"), -9));
      await other.getByTestId("lab-news").getByText("cannot be opened").waitFor();
      await becomes(() => other.getByTestId("nsim-dims").inputValue(), "8x8x4");
    });
  }));

test("keys run, pause and step, and ? lists them", () =>
  withNsim({ lang: "en" }, async (page) => {
    await page.keyboard.press("?");
    const list = page.getByTestId("help-dialog");
    await list.getByText("Run or pause").waitFor();
    await list.getByText("Select the switch beside, above or below").waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.keyboard.press("F10");
    const step = await until(page, "a message", (f) => f.messages !== "0" && f.state === "paused" && f.digest !== "");
    await page.keyboard.press("F8");
    await until(page, "ended", (f) => f.state === "ended");
    await page.keyboard.press("Alt+Home");
    await until(page, "the begin", (f) => f.time === "0" && f.digest !== "");
    await page.keyboard.press("F10");
    await until(page, "the same message", (f) => f.time === step.time && f.digest === step.digest);
    await page.keyboard.press("Shift+F10");
    await until(page, "back", (f) => Number(f.time) < Number(step.time) && f.digest !== "");
    // In a field the character is typed.
    await page.getByTestId("nsim-dims").focus();
    await page.keyboard.type("?");
    await becomes(() => page.getByTestId("nsim-dims").inputValue(), /\?/);
    assert.equal(await page.getByTestId("help-dialog").count(), 0);
  }));

test("a form that cannot be built says where and why, in both languages", () =>
  withNsim({ lang: "ja" }, async (page) => {
    const dims = page.getByTestId("nsim-dims");
    await dims.fill("4x0");
    await page.getByText("x でつなぎます").waitFor();
    await becomes(() => dims.getAttribute("aria-invalid"), "true");
    await becomes(() => page.getByTestId("nsim-build").isDisabled(), true);
    await page.getByTestId("lang-en").click();
    await page.getByText("Write 1 to 6 sizes").waitFor();
    await dims.fill("4x4");
    await page.getByTestId("nsim-program").selectOption("trace");
    await page.getByTestId("nsim-trace").fill("0 recv 1\n1 recv 0\n");
    await page.getByTestId("nsim-build").click();
    await until(page, "deadlock", (f) => f.state === "deadlock");
    await page.getByTestId("nsim-deadlock").getByText("waits for a message from rank 1").waitFor();
  }));

test("two mappings are compared, and an experiment of the paper runs by one click", () =>
  withNsim({ lang: "en" }, async (page) => {
    await page.getByTestId("nsim-dims").fill("4x4x4");
    await page.getByTestId("nsim-build").click();
    await until(page, "first run", (f) => f.runs === "1");
    await page.getByTestId("nsim-map").selectOption("random");
    await page.getByTestId("nsim-build").click();
    await until(page, "second run", (f) => f.runs === "2");
    await page.getByTestId("nsim-tab-compare").click();
    await page.getByTestId("nsim-compare").getByText(/Run 2 takes .* times the time of run 1/).waitFor();
    await becomes(() => page.locator(".lab-differs").count(), (n) => n >= 2, "mapping and time differ");
    // Runs are named by the settings that differ, and any number of them is shown.
    await becomes(() => page.getByTestId("nsim-compare").locator(".check-field").nth(1).innerText(), /^2: Random/);
    await page.getByTestId("nsim-bytes").fill("128");
    await page.getByTestId("nsim-build").click();
    await until(page, "third run", (f) => f.runs === "3");
    await page.getByTestId("nsim-compare-run-1").check();
    await becomes(() => page.getByTestId("nsim-compare").locator("thead th").allInnerTexts(), ["1", "2", "3"]);
    await page.getByTestId("nsim-compare").getByText(/Run 3 takes .* times the time of run 1/).waitFor();
    await page.getByTestId("nsim-tab-paper").click();
    await page.getByTestId("nsim-run-bruck-alltoall").click();
    await page.getByTestId("nsim-paper-rows").getByText("torus 8x8x8").first().waitFor();
  }));

test("a run can be paused, goes on, and makes room for another", () =>
  withNsim({ lang: "en" }, async (page) => {
    // 21 million packets: no machine finishes them before the click.
    await page.getByTestId("nsim-dims").fill("16x8x8");
    await page.getByTestId("nsim-bytes").fill("1024");
    await checked(page);
    await page.getByTestId("nsim-build").click();
    await until(page, "under way", (f) => f.state === "running" && Number(f.packets) > 0);
    await page.getByTestId("nsim-progress").waitFor();
    await page.getByTestId("nsim-run").click();
    const held = await until(page, "paused", (f) => f.state === "paused" && f.digest !== "");
    await page.getByTestId("nsim-run").click();
    await until(page, "goes on", (f) => Number(f.packets) > Number(held.packets));
    await page.getByTestId("nsim-dims").fill("4x4x4");
    await page.getByTestId("nsim-bytes").fill("4");
    await page.getByTestId("nsim-build").click();
    await until(page, "the other one ended", (f) => f.state === "ended" && f.packets === "384");
    // A list of runs is cancelled in the middle; finished results stay.
    await page.getByTestId("nsim-tab-paper").click();
    await page.getByTestId("nsim-run-random-ring").click();
    await page.getByTestId("nsim-paper-rows").getByText("fat-tree").first().waitFor();
    await page.getByTestId("nsim-paper-stop").click();
    await until(page, "given up", (f) => f.batch === "true" && f.busy === "false");
  }));

test("trees, traces and mappings: the picture by levels, a file in and out, a form that stays", () =>
  withNsim({ lang: "ja" }, async (page) => {
    await page.getByTestId("nsim-topology").selectOption("fat-tree");
    await page.getByTestId("nsim-dims").fill("4x4x2");
    await page.getByTestId("nsim-program").selectOption("random-ring");
    await page.getByTestId("nsim-bytes").fill("65536");
    await page.getByTestId("nsim-watch").fill("0,1");
    await page.getByTestId("nsim-build").click();
    const end = await until(page, "the ring ended", (f) => f.state === "ended" && f.runs === "1");
    await page.getByTestId("nsim-buffers").waitFor();
    await page.getByTestId("nsim-slider").fill(String(Math.round(Number(end.end) / 2)));
    await until(page, "the middle", (f) => f.state === "paused" && f.digest !== "");
    await becomes(() => warm(page), true, "ways up and down are warm");
    await page.getByTestId("nsim-picture").focus();
    await page.keyboard.press("ArrowRight");
    await page.getByTestId("nsim-look").getByText("スイッチ L0-0").waitFor();
    const map = await saved(page, () => page.getByTestId("nsim-map-save").click());
    assert.equal(map.text.split("\n").filter((line) => /^\d/.test(line)).length, 32, map.text);
    const chart = await saved(page, () => page.getByTestId("nsim-use").getByRole("button", { name: /SVG/ }).click());
    assert.match(chart.text, /^<svg/);
    await page.getByTestId("nsim-use").locator("summary").click();
    const table = await saved(page, () => page.getByTestId("nsim-use-data").getByRole("button", { name: /CSV/ }).click());
    assert.match(table.text.split("\n")[0], /時間（µs）/);
    // A trace from a file.
    await page.getByTestId("nsim-program").selectOption("trace");
    const lines = Array.from({ length: 8 }, (_, rank) => `${rank} sendrecv ${(rank + 1) % 8} 1000 ${(rank + 7) % 8} 0`);
    await page.getByTestId("nsim-trace-file").setInputFiles({ name: "ring.txt", mimeType: "text/plain", buffer: Buffer.from(lines.join("\n")) });
    await page.getByTestId("nsim-build").click();
    await until(page, "the trace ended", (f) => f.state === "ended" && f.messages === "8");
    await page.reload();
    await until(page, "a machine is there again", (f) => f.state === "paused");
    await becomes(() => page.getByTestId("nsim-program").inputValue(), "trace");
    await becomes(() => page.getByTestId("nsim-trace").inputValue(), lines.join("\n"));
  }));

test("65,536 nodes as an overview", () =>
  withNsim({ lang: "en" }, async (page) => {
    await page.getByTestId("nsim-dims").fill("64x32x32");
    await checked(page);
    await becomes(() => page.getByTestId("nsim-needs").innerText(), /[1-9]\d* MiB/);
    // A run of minutes pauses at once on request.
    await page.getByTestId("nsim-build").click();
    await until(page, "a long run", (f) => f.state === "running" && Number(f.packets) > 0);
    await page.getByTestId("nsim-run").click();
    const held = await until(page, "held", (f) => f.state === "paused" && f.digest !== "");
    assert.ok(Number(held.messages) < 65_536 * 16, "long before its end");
    await page.getByTestId("nsim-program").selectOption("binomial-bcast");
    await page.getByTestId("nsim-build").click();
    const end = await until(page, "ended", (f) => f.state === "ended" && f.messages === "65535");
    await page.getByTestId("nsim-slider").fill(String(Math.round(Number(end.end) * 0.7)));
    await until(page, "later", (f) => f.state === "paused" && f.digest !== "");
    await becomes(() => warm(page), true, "links are warm");
  }));

test("after the first opening the mode works without network", () =>
  withNsim({ lang: "en" }, async (page, context) => {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
    });
    await context.setOffline(true);
    await page.reload();
    await until(page, "there without network", (f) => f.state === "paused");
    await page.getByTestId("nsim-build").click();
    await until(page, "ended", (f) => f.state === "ended");
  }));

for (const [lang, theme, width, height] of variants([["en", "light", 1440, 900], ["ja", "dark", 360, 740]])) {
  test(`axe finds no fault and nothing is wider than the page (${lang}, ${theme}, ${width} px)`, () =>
    withNsim({ lang, theme, width, height }, async (page) => {
      const found = [];
      await bringAxe(page);
      const look = async (where) => {
        await checked(page);
        found.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
        await fitsAtRest(where);
        await screenshot(page, `nsim-${where.replaceAll(" ", "-")}-${theme}-${width}`);
      };
      const fitsAtRest = async (where) => {
        await atRest(page);
        await fits(page, where, found);
      };
      await look("at the begin");
      for (const other of [800, 2560]) {
        await page.setViewportSize({ width: other, height });
        await fitsAtRest(`${other} px`);
      }
      await page.setViewportSize({ width, height });
      await page.getByTestId("nsim-dims").fill("4x0");
      await page.getByTestId("nsim-params").locator("summary").click();
      await page.locator("[aria-invalid=true]").waitFor();
      await look("a wrong field");
      await page.getByTestId("nsim-dims").fill("4x4x4");
      for (const map of ["xyz", "random"]) {
        await turn(page, "form");
        await page.getByTestId("nsim-map").selectOption(map);
        await page.getByTestId("nsim-build").click();
        await until(page, map, (f) => f.state === "ended" && f.runs === (map === "xyz" ? "1" : "2"));
      }
      await page.getByTestId("nsim-picture").focus();
      await page.keyboard.press("ArrowRight");
      await page.getByTestId("nsim-look").locator("td").first().waitFor();
      await look("a switch");
      await turn(page, "results");
      for (const tab of ["lessons", "run", "tables", "compare", "paper"]) {
        await page.getByTestId(`nsim-tab-${tab}`).click();
        await look(tab);
      }
      await turn(page, "form");
      await page.getByTestId("nsim-topology").selectOption("cube");
      await page.getByTestId("nsim-program").selectOption("trace");
      await page.getByTestId("nsim-trace").fill("0 recv 1\n1 recv 0\n");
      await page.getByTestId("nsim-map").selectOption("file");
      await page.getByTestId("nsim-map_text").fill("0 0,0,0\n1 1,0,0\n");
      await look("texts in the form");
      await page.getByTestId("nsim-build").click();
      await until(page, "deadlock", (f) => f.state === "deadlock");
      await look("deadlock");
      assert.deepEqual(found, []);
    }),
  );
}

test("the whole job by keys", () =>
  withNsim({ lang: "en" }, async (page) => {
    const shown = () => page.evaluate(() => document.activeElement?.dataset.testid ?? "");
    /** Presses Tab until something has the focus. */
    const to = async (testid) => {
      for (let presses = 0; (await shown()) !== testid; presses += 1) {
        assert.ok(presses < 80, `the Tab key comes to ${testid}`);
        await page.keyboard.press("Tab");
      }
    };
    await to("nsim-dims");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("4x4x4");
    await to("nsim-bytes");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("4");
    await checked(page);
    await page.keyboard.press("Enter");
    const end = await until(page, "ended", (f) => f.state === "ended" && f.packets === "384");
    await to("nsim-back");
    await page.keyboard.press("Enter");
    await until(page, "a step back", (f) => f.state === "paused" && Number(f.time) < Number(end.time) && f.digest !== "");
    await to("nsim-slider");
    await page.keyboard.press("Home");
    await until(page, "the begin", (f) => f.time === "0" && f.digest !== "");
    await to("nsim-tab-run");
    await page.getByTestId("nsim-outcome").getByText("684").waitFor();
    // Backwards as well: the picture is before the controls.
    while ((await shown()) !== "nsim-picture") await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowRight");
    await page.getByTestId("nsim-look").getByText("(0,0,0)").waitFor();
  }));

test("opened at its address, the mode asks for its own program alone, and the chip's page for its own", async () => {
  for (const [path, own, other] of [["#/nsim", "nsim", "page"], ["", "page", "nsim"]]) {
    // The start of the page arrives only after the program has been asked for, or too late.
    const prepare = async (context) => {
      const asked = new Promise((resolve) => context.on("request", (request) => /_bg\.wasm$/.test(request.url()) && resolve()));
      await context.route(/\/boot-[0-9a-f]+\.js$/, async (route) => {
        await Promise.race([asked, sleep(10_000)]);
        await route.continue();
      });
    };
    await withLab({ lang: "en", path, prepare }, async ({ page, requests }) => {
      // Requests of the page and its workers; files that the service worker stores for later are not counted.
      const program = (name) => requests.filter((address) => new RegExp(`/${name}-[0-9a-f]+(_bg)?\\.(wasm|js)$`).test(address));
      assert.ok(program(own).some((address) => address.endsWith(".wasm")), `${own}: ${requests}`);
      assert.deepEqual(program(other), [], path);
      // The browser records a resource a moment after it has arrived.
      const links = () => page.evaluate(() => performance.getEntriesByType("resource").filter((entry) => entry.initiatorType === "link").map(({ name }) => name));
      await becomes(links, (found) => found.some((address) => address.endsWith("_bg.wasm")), "by a link, before any script could:");
    });
  }
});

test("there is a way to the mode and back, on narrow pages too", async () => {
  // A page that is left does not wait for its requests.
  await withLab({ lang: "en", allow: ["ERR_ABORTED"] }, async ({ page, requests }) => {
    await untilLab(page, "the chip", (f) => f.state === "paused");
    await page.evaluate(() => document.fonts.ready);
    const early = requests.filter((address) => /nsim/.test(address));
    await page.getByTestId("mode-nsim").click();
    await until(page, "the interconnect", (f) => f.state === "paused");
    assert.match(page.url(), /#\/nsim$/);
    assert.deepEqual(early, [], "the chip's page does without the other mode");
    await page.getByTestId("mode-chip").click();
    await untilLab(page, "the chip again", (f) => f.state === "paused");
  });
  await withLab({ lang: "ja", width: 390, height: 844, allow: ["ERR_ABORTED"] }, async ({ page }) => {
    await untilLab(page, "the chip", (f) => f.state === "paused");
    await page.getByTestId("modes").selectOption("インターコネクト");
    await until(page, "the interconnect", (f) => f.state === "paused");
    await page.getByTestId("modes").selectOption("チップ");
    await untilLab(page, "the chip again", (f) => f.state === "paused");
  });
});
