// The space-time picture, used to find the moment in which all nodes wait: from the whole run to single cycles and
// back, by buttons, keys, wheel, mouse and fingers; the messages in it; tables and files.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { atRest, becomes, facts, RING, runScratch, seek, until } from "./lab.mjs";
import { Patience } from "./patience.mjs";
import { variants } from "./variants.mjs";

/** Computes and polls for a long time on many nodes, so that a detailed picture takes a while. */
const LONG = ` .include "mclib.s"
main: li $s0, 6000
loop: jal mc_barrier
 addiu $s0, $s0, -1
 bnez $s0, loop
 li $a0, 0
 jal mc_exit
`;

const canvas = (page) => page.getByTestId("space-canvas");

/** The shown cycles, from the picture's attributes; `fine` are the cycles of one column of the finest picture. */
const shown = (page) =>
  canvas(page).evaluate((e) => ({ from: Number(e.dataset.from), until: Number(e.dataset.until), fine: Number(e.dataset.fine), moving: e.ariaBusy === "true" }));

/** Waits until the shown cycles fulfil a condition and their detailed picture is there. */
async function settled(page, what, holds) {
  for (const patience = new Patience(); ; ) {
    const now = { ...(await shown(page)), busy: await page.getByTestId("space-work").locator("*").count() };
    if (holds(now) && !now.moving && now.busy === 0) return now;
    patience.sees(now);
    assert.ok(!patience.isOver, `${what}: ${JSON.stringify(now)}`);
    await page.waitForTimeout(30);
  }
}

/** Opens the statistics and waits for the picture of the whole run. */
async function open(page, end) {
  await page.getByTestId("tab-statistics").click();
  await page.locator(`[data-testid="statistics"][data-covered="${end}"]`).waitFor();
  await page.getByTestId("space-tools").scrollIntoViewIfNeeded();
}

const length = ({ from, until: to }) => to - from;

/** Colours of a row of pixels of the picture. */
const pixels = (page, y, height) =>
  canvas(page).evaluate(
    (element, [top, rows]) => {
      const data = element.getContext("2d").getImageData(0, top, element.width, rows).data;
      const found = new Map();
      for (let i = 0; i < data.length; i += 4) {
        const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
        found.set(key, (found.get(key) ?? 0) + 1);
      }
      return [...found.entries()].sort((a, b) => b[1] - a[1]);
    },
    [y, height],
  );

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`from the whole run to single cycles and back, by buttons, keys and wheel (${lang})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      const { end } = await runScratch(page, RING, { columns: 3, rows: 2 });
      await open(page, end);
      await settled(page, "the whole run", (s) => s.from === 0 && s.until === Number(end));
      await screenshot(page, `spacetime-whole-${lang}`);

      // Buttons. Zooming in shows every cycle by itself.
      await seek(page, Math.floor(Number(end) / 2));
      await page.getByTestId("space-around").click();
      const around = await settled(page, "around the shown cycle", (s) => length(s) === 400);
      assert.equal(around.fine, 1, "every cycle by itself");
      assert.ok(around.from < Number(end) / 2 && around.until > Number(end) / 2);
      await screenshot(page, `spacetime-around-${lang}`);
      await page.getByTestId("space-in").click();
      const near = await settled(page, "nearer", (s) => length(s) === 200);
      await page.getByTestId("space-on").click();
      await settled(page, "later", (s) => s.from === near.from + 50);
      await page.getByTestId("space-back").click();
      await settled(page, "earlier", (s) => s.from === near.from);
      await page.getByTestId("space-out").click();
      await settled(page, "farther", (s) => length(s) === 400);
      await page.getByTestId("space-whole").click();
      await settled(page, "whole", (s) => length(s) === Number(end));

      // Keys.
      await canvas(page).focus();
      await page.keyboard.press("+");
      const half = await settled(page, "by +", (s) => Math.abs(length(s) - Number(end) / 2) <= 1);
      await page.keyboard.press("Shift+ArrowRight");
      await settled(page, "by Shift+→", (s) => s.from > half.from);
      await page.keyboard.press("Shift+ArrowLeft");
      await settled(page, "by Shift+←", (s) => s.from === half.from);
      await page.keyboard.press("-");
      await settled(page, "by −", (s) => length(s) === Number(end));
      await page.keyboard.press("+");
      await page.keyboard.press("+");
      await settled(page, "by + twice", (s) => length(s) < Number(end) / 3);
      await page.keyboard.press("0");
      await settled(page, "by 0", (s) => length(s) === Number(end));
      const { cycle } = await facts(page);
      await page.keyboard.press("ArrowRight");
      await until(page, "→ goes on in time", (f) => Number(f.cycle) > Number(cycle) && f.digest !== "");

      // The wheel scrolls the panel; with Ctrl it zooms around the pointer.
      await atRest(page);
      const box = await canvas(page).boundingBox();
      await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -600);
      await page.keyboard.up("Control");
      const wheeled = await settled(page, "by the wheel", (s) => length(s) < Number(end) / 2);
      const under = wheeled.from + 0.25 * length(wheeled);
      assert.ok(Math.abs(under - 0.25 * Number(end)) < 0.02 * Number(end), "what is under the pointer stays there");
      await page.mouse.wheel(120, 0);
      await settled(page, "sideways", (s) => s.from > wheeled.from && length(s) === length(wheeled));

      // A drag shifts the picture and does not change the cycle; a click goes to its cycle.
      const before = await facts(page);
      const drag = await settled(page, "before the drag", () => true);
      await page.mouse.move(box.x + 100, box.y + 60);
      await page.mouse.down();
      await page.mouse.move(box.x + 180, box.y + 60, { steps: 8 });
      await page.mouse.move(box.x + 260, box.y + 60, { steps: 8 });
      await page.mouse.up();
      await settled(page, "dragged", (s) => s.from < drag.from && length(s) === length(drag));
      assert.equal((await facts(page)).cycle, before.cycle);
      const now = await shown(page);
      await canvas(page).click({ position: { x: box.width * 0.5, y: 30 } });
      await until(page, "the clicked cycle", (f) => Math.abs(Number(f.cycle) - (now.from + length(now) / 2)) <= 2 && f.digest !== "");
      await page.locator('[data-testid="node"][data-node="1,1"]').waitFor();
      // The row above the nodes is the memory node's.
      await canvas(page).click({ position: { x: box.width * 0.5, y: 4 } });
      await page.locator('[data-testid="node"][data-node="0,0"]').waitFor();
    }),
  );
}

test("the arrows are the DMAs of these cycles; tables and files say the same", () =>
  withLab({}, async ({ page }) => {
    const { end } = await runScratch(page, RING, { columns: 3, rows: 2 });
    await open(page, end);
    const reported = async () => {
      const [arrows, messages] = await page.getByTestId("space-arrows").evaluate((e) => [e.dataset.arrows, e.dataset.messages]);
      return { arrows: Number(arrows), messages: Number(messages) };
    };
    const whole = await becomes(reported, ({ messages }) => messages >= 18, "three blocks of six nodes, and the barriers");
    const rows = page.getByTestId("table-messages").locator("tbody tr");
    await becomes(() => page.getByTestId("space-over").locator(".arrow").count(), whole.arrows);
    await becomes(() => rows.count(), Math.min(50, whole.messages));

    // A row leads to the start of its DMA: the log shows it there.
    const first = await rows.first().locator("th, td").allTextContents();
    await rows.first().click();
    await until(page, "at its start", (f) => f.cycle === first[0].replaceAll(",", "") && f.digest !== "");
    await page.locator(`[data-testid="node"][data-node="${first[1].replace(/[()]/g, "")}"]`).waitFor();

    // When zoomed in there are fewer messages, all of them drawn.
    await page.getByTestId("space-around").click();
    await settled(page, "around", (s) => length(s) <= 400);
    const part = await reported();
    assert.ok(part.messages > 0 && part.messages < whole.messages && part.arrows === part.messages, JSON.stringify(part));
    await becomes(() => page.getByTestId("space-arrows").textContent(), /each with its arrow/);

    const saved = async (button, name) => {
      const download = page.waitForEvent("download");
      await button.click();
      const file = await download;
      assert.equal(file.suggestedFilename(), name);
      return readFileSync(await file.path(), "utf8");
    };
    const svg = await saved(page.getByTestId("space-svg"), "space-time.svg");
    assert.equal(svg.match(/<image /g).length, 1);
    assert.ok(svg.match(/<polygon /g).length > 0 && /data:image\/png;base64,/.test(svg));
    const parsed = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent, svg);
    assert.equal(parsed, undefined, "well-formed");
    const cells = await saved(page.getByTestId("space-csv"), "space-time.csv");
    assert.equal(cells.trim().split("\n").length, 1 + 6 * length(await shown(page)), "a line for each node and cycle");
    const dmas = await saved(page.getByTestId("table-messages").getByRole("button", { name: "Save as CSV" }), "space-time-dmas.csv");
    assert.equal(dmas.trim().split("\n").length, 1 + part.messages);

    // Each use has a pattern of its own: computing is one colour, polling two that alternate, idling dots on light
    // ground.
    await seek(page, 10);
    await page.getByTestId("space-whole").click();
    await settled(page, "whole", (s) => length(s) === Number(end));
    const colours = await pixels(page, 20, 10);
    assert.ok(colours.length > 4, "patterns and blends");
  }),
);

test("looking closely at many cycles shows how far it is, and can be given up", () =>
  withLab({}, async ({ page }) => {
    const { end } = await runScratch(page, LONG, { columns: 4, rows: 4 });
    await seek(page, 800_000);
    await open(page, end);
    await canvas(page).focus();
    await atRest(page);
    const tools = await page.getByTestId("space-tools").boundingBox();
    // Half of a run of 1,700,000 cycles with messages all the time, cancelled as soon as possible: with a progress beside the button.
    const givenUp = page.evaluate(
      () =>
        new Promise((resolve) => {
          const watch = new MutationObserver(() => {
            const button = document.querySelector('[data-testid="space-cancel"]');
            if (!button) return;
            watch.disconnect();
            resolve(Boolean(document.querySelector('[data-testid="space-progress"]')));
            button.click();
          });
          watch.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.keyboard.press("+");
    assert.ok(await givenUp, "it shows how far it is");
    await page.getByTestId("space-find").waitFor();
    assert.equal((await page.getByTestId("space-tools").boundingBox()).height, tools.height, "nothing moves");
    const coarse = (await shown(page)).fine;
    await page.getByTestId("space-find").click();
    await becomes(() => page.getByTestId("space-work").locator("*").count(), 0, "it comes to an end");
    await becomes(async () => (await shown(page)).fine, (fine) => fine < coarse, "finer than before");
  }),
);

test("on a phone: one finger shifts, two zoom, a tap goes there, and nothing is clipped", () =>
  withLab({ width: 390, height: 844, touch: true, lang: "ja" }, async ({ page, context }) => {
    const { end } = await runScratch(page, RING, { columns: 3, rows: 2, phone: true });
    await page.getByTestId("phone-analysis").click();
    await open(page, end);
    await canvas(page).scrollIntoViewIfNeeded();
    await screenshot(page, "spacetime-phone");
    const client = await context.newCDPSession(page);
    const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
    await atRest(page);
    const box = await canvas(page).boundingBox();
    const at = (x, id = 1) => ({ x: box.x + x, y: box.y + 50, id });
    await touch("touchStart", [at(120, 1), at(180, 2)]);
    for (let d = 0; d <= 60; d += 10) await touch("touchMove", [at(120 - d, 1), at(180 + d, 2)]);
    await touch("touchEnd", []);
    const near = await settled(page, "by two fingers", (s) => length(s) < Number(end) / 2);
    await touch("touchStart", [at(200)]);
    for (let x = 190; x >= 80; x -= 10) await touch("touchMove", [at(x)]);
    await touch("touchEnd", []);
    const moved = await settled(page, "by one finger", (s) => s.from > near.from && length(s) === length(near));
    await screenshot(page, "spacetime-phone-near");
    const clicked = box.width / 2;
    await page.touchscreen.tap(box.x + clicked, box.y + 30);
    await until(page, "the tapped cycle", (f) => Math.abs(Number(f.cycle) - (moved.from + length(moved) / 2)) <= 0.03 * length(moved) + 2);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await atRest(page);
    const cut = await page.getByTestId("space-time").evaluate((figure) => {
      const { left, right } = figure.getBoundingClientRect();
      const parts = [...figure.querySelectorAll("button, canvas, h3, .small")].filter((e) => !e.closest(".sheet-scroll"));
      return parts.filter((e) => e.getBoundingClientRect().left < left - 1 || e.getBoundingClientRect().right > right + 1).map((e) => e.outerHTML.slice(0, 100));
    });
    assert.deepEqual(cut, []);
  }),
);
