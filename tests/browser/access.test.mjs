// Accessibility: axe's findings, the main job by keyboard alone, spoken messages, reduced motion, narrow and enlarged
// pages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { bringAxe, faults } from "./axe.mjs";
import { atRest, becomes, facts, focused, judged, seek, stays, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const SOLUTION = readFileSync(new URL("../../exercises/class/matmul/solution/matmul.s", import.meta.url), "utf8");

/** The elements of the drawer's tabs that appear with their results. */
const SHOWN = { statistics: "space-canvas", log: "log-rows", checks: "checks-said", noc: "noc-start" };

const ready = (page) => until(page, "ready", (f) => f.state === "paused");

/** Runs the program to its end and goes to a cycle with flits in flight. */
async function run(page) {
  await ready(page);
  await page.getByTestId("to-end").click();
  await until(page, "ended", (f) => f.state === "ended" && f.verdict !== "none");
}

// Colours depend only on the theme and names only on the language: two of the four pairs show both of each.
for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`axe finds no fault in any panel, dialog or tab (${lang}, ${theme})`, () =>
    withLab({ lang, theme, firstVisit: true }, async ({ page }) => {
      const found = [];
      const look = async (name) => found.push(...(await faults(page)).map((fault) => `${name}: ${fault}`));
      await ready(page);
      await bringAxe(page);
      await look("first visit");
      await page.getByTestId("welcome-tour").click();
      await page.getByTestId("tour").waitFor();
      await look("tour");
      await page.getByTestId("tour-end").click();
      await run(page);
      await look("statement and verdict");
      await page.getByTestId("tab-matmul.s").click();
      await page.locator(".cm-content").waitFor();
      await look("source");
      for (const tab of ["statistics", "log", "checks", "noc"]) {
        await page.getByTestId(`tab-${tab}`).click();
        await page.getByTestId(SHOWN[tab]).first().waitFor();
        await atRest(page);
        await look(tab);
      }
      await page.getByTestId("tab-run").click();
      for (const show of ["nodes", "routers", "picture"]) {
        await page.getByTestId(`mesh-${show}`).click();
        await look(`chip as ${show}`);
      }
      await page.getByTestId("mesh").focus();
      await page.keyboard.press("Enter");
      await page.getByTestId("inside-key").waitFor();
      await look("inside a router");
      await page.getByTestId("mesh").click({ button: "right" });
      await page.getByTestId("menu").waitFor();
      await look("menu");
      await page.keyboard.press("Escape");
      for (const [button, dialog] of [["help", "help-dialog"], ["data", "data-dialog"]]) {
        await page.getByTestId(button).click();
        await page.getByTestId(dialog).waitFor();
        await look(dialog);
        await page.getByTestId("dialog-close").click();
      }
      await page.getByTestId("present").click();
      await page.locator('[data-testid="lab"][data-large="true"]').waitFor();
      await page.mouse.move(2, 2);
      await atRest(page);
      await look("presentation");
      await page.getByTestId("present-leave").click();
      await page.getByTestId("exercise").selectOption("scratch");
      await page.getByTestId("machine").click();
      await page.getByTestId("machine-dialog").waitFor();
      await look("machine");
      assert.deepEqual(found, []);
    }),
  );
}

for (const [lang, theme] of variants([["ja", "light"], ["en", "dark"]])) {
  test(`axe finds no fault on a phone (${lang}, ${theme})`, () =>
    withLab({ lang, theme, width: 360, height: 740, touch: true }, async ({ page }) => {
      const found = [];
      await run(page);
      await bringAxe(page);
      for (const panel of ["task", "source", "chip", "node", "result", "analysis"]) {
        await page.getByTestId(`phone-${panel}`).click();
        await atRest(page);
        found.push(...(await faults(page)).map((fault) => `${panel}: ${fault}`));
        await screenshot(page, `access-phone-${panel}-${theme}`);
      }
      assert.deepEqual(found, []);
    }),
  );
}

/** Presses Tab until the focus is on the element with a test name; fails if the element never gets it. */
async function tabTo(page, testid, key = "Tab") {
  const seen = [];
  for (let i = 0; i < 90; i++) {
    // In the editor Tab and Shift+Tab indent; after Escape they leave it.
    if (seen.at(-1) === "cm-content") await page.keyboard.press("Escape");
    await page.keyboard.press(key);
    const now = await page.evaluate(() => {
      let e = document.activeElement;
      while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
      const { outlineStyle, boxShadow } = getComputedStyle(e);
      const box = e.getBoundingClientRect();
      const name = e.dataset?.testid ?? (e.classList.contains("cm-content") ? "cm-content" : e.className || e.tagName);
      return { name: String(name), shown: outlineStyle !== "none" || boxShadow !== "none" || e.classList.contains("cm-content"), width: box.width, height: box.height };
    });
    seen.push(now.name);
    if (now.name === testid) {
      assert.ok(now.shown, `the focus is seen on ${testid}`);
      return;
    }
  }
  assert.fail(`${testid} is not reached by ${key}: ${seen.join(", ")}`);
}

test("the whole job by keyboard alone", () =>
  withLab({ lang: "en" }, async ({ page, context }) => {
    await ready(page);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const spoken = (words) => page.getByTestId("live").filter({ hasText: words }).waitFor();
    // To the file, into the editor, and the solution replaces the text.
    await tabTo(page, "tab-matmul.s");
    await page.keyboard.press("Enter");
    await page.evaluate((text) => navigator.clipboard.writeText(text), SOLUTION);
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement.classList.contains("cm-content") || document.activeElement.shadowRoot?.activeElement != null)) break;
    }
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+v");
    await page.keyboard.press("Control+Enter");
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await spoken("Assembled and loaded");
    // Leave the editor; run.
    await page.keyboard.press("Escape");
    await tabTo(page, "run");
    await page.keyboard.press("Enter");
    await judged(page, "passed");
    await spoken(/Passed.*times as fast on 16 nodes/);
    // Through time: by the slider, and by one cycle.
    await tabTo(page, "slider");
    await page.keyboard.press("Home");
    await until(page, "the start", (f) => f.cycle === "0");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await until(page, "three cycles on", (f) => f.cycle === "3");
    await page.keyboard.press("F10");
    await until(page, "one more", (f) => f.cycle === "4");
    // Another node.
    await tabTo(page, "mesh", "Shift+Tab");
    await page.keyboard.press("ArrowDown");
    await page.locator('[data-testid="node"][data-node="1,2"]').waitFor();
    // The exercise is chosen by keyboard too.
    await tabTo(page, "exercise", "Shift+Tab");
    // Opens and closes the list of keys: the focus is where it was. (A letter or sign in a list selects an entry
    // there.)
    await tabTo(page, "help");
    await page.keyboard.press("?");
    await page.getByTestId("help-dialog").waitFor();
    await page.keyboard.press("Escape");
    await focused(page, "help");
  }),
);

test("the list of keys is the table that the keys obey", () =>
  withLab({}, async ({ page }) => {
    await ready(page);
    await page.keyboard.press("?");
    const rows = page.getByTestId("help-dialog").locator("tbody tr");
    await rows.nth(13).waitFor();
    await becomes(() => page.getByTestId("help-dialog").locator("caption").count(), (n) => n >= 4);
    for (const text of await rows.allTextContents()) assert.doesNotMatch(text, /keys-/, "every row has its words");
  }),
);

test("keys of a single character can be switched off, which is remembered, and on again", () =>
  withLab({}, async ({ page }) => {
    await ready(page);
    const dialog = page.getByTestId("help-dialog");
    await page.keyboard.press("?");
    await dialog.waitFor();
    await page.getByTestId("keys-letters").uncheck();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const silent = async () => {
      await page.keyboard.press("?");
      await stays(() => dialog.count(), 0, "the key does nothing");
    };
    await silent();
    await becomes(() => page.evaluate(() => localStorage["mcore-lab/looks"]), /"letters_off":true/);
    await page.reload();
    await ready(page);
    await silent();
    // The button still opens the list, where they can be switched on.
    await page.getByTestId("help").click();
    await page.getByTestId("keys-letters").check();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await dialog.waitFor();
  }),
);

test("who wants less motion gets none", () =>
  withLab({ reducedMotion: "no-preference" }, async ({ page }) => {
    await ready(page);
    // The only part of the page that moves by itself: the bar while a result is judged.
    await page.evaluate(() => {
      const bar = Object.assign(document.createElement("div"), { className: "progress", id: "bar" });
      bar.append(document.createElement("span"));
      document.body.append(bar);
    });
    const longest = () =>
      page.evaluate(() => Math.max(...document.getAnimations().map((a) => a.effect.getComputedTiming().endTime), 0));
    await becomes(longest, Infinity, "it moves");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await becomes(longest, (ms) => ms < 1, "it stands, and nothing else moves");
  }),
);

test("nothing shifts while a program runs", () =>
  withLab({ reducedMotion: "no-preference" }, async ({ page }) => {
    await ready(page);
    await page.getByTestId("pace").selectOption("1000");
    await atRest(page);
    await page.evaluate(() => {
      globalThis.__shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          // Words that change within a paragraph count as a shift of the words that follow them, although their box
          // stays.
          const box = (rect) => JSON.stringify(rect);
          if (entry.sources.every((s) => box(s.previousRect) === box(s.currentRect))) continue;
          __shifts.push({ value: entry.value, recent: entry.hadRecentInput, parts: entry.sources.map((s) => `${s.node?.className ?? s.node?.nodeName} ${JSON.stringify(s.previousRect)} ${JSON.stringify(s.currentRect)}`) });
        }
      }).observe({ type: "layout-shift", buffered: false });
    });
    // Input in the last half second would excuse a shift, so the program is started without input.
    await page.evaluate(() => document.querySelector("[data-testid=run]").click());
    await until(page, "it runs", (f) => Number(f.cycle) > 2000);
    await page.evaluate(() => document.querySelector("[data-testid=run]").click());
    await until(page, "held", (f) => f.state === "paused");
    await atRest(page);
    assert.deepEqual(await page.evaluate(() => __shifts), []);
  }),
);

for (const [width, height] of variants([[360, 740], [390, 844], [768, 1024], [1024, 768], [1440, 900], [1920, 1080], [2560, 1440], [720, 450]])) {
  test(`usable at ${width} x ${height}, in both themes`, () =>
    withLab({ lang: "ja", width, height }, async ({ page }) => {
      await run(page);
      const { end } = await facts(page);
      const narrow = width < 1000;
      if (narrow) await page.getByTestId("phone-chip").click();
      await seek(page, Math.round(Number(end) / 12));
      for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: theme });
        for (const panel of narrow ? ["task", "source", "chip", "node", "result", "analysis"] : ["chip"]) {
          if (narrow) await page.getByTestId(`phone-${panel}`).click();
          await atRest(page);
          await screenshot(page, `width-${width}-${panel}-${theme}`);
          const { wide, tall, cut } = await page.evaluate(() => {
            const shown = (e) => e.getClientRects().length && getComputedStyle(e).visibility === "visible";
            const cut = [...document.querySelectorAll("button, select, input, a")].filter((e) => {
              if (!shown(e) || e.closest(".unseen, .skip, .sheet-scroll, .cm-editor, .statement, .phone-tabs, .tabs, .log-rows, [role=tablist]")) return false;
              const r = e.getBoundingClientRect();
              return r.right > innerWidth + 1 || r.left < -1;
            });
            return { wide: document.documentElement.scrollWidth - innerWidth, tall: document.documentElement.scrollHeight - innerHeight, cut: cut.map((e) => e.outerHTML.slice(0, 140)) };
          });
          assert.ok(wide <= 0 && tall <= 0, `${panel}: the page itself never scrolls (${wide}, ${tall})`);
          assert.deepEqual(cut, [], panel);
        }
      }
      // There is room for the picture of the chip.
      if (narrow) await page.getByTestId("phone-chip").click();
      const box = await page.getByTestId("mesh").boundingBox();
      assert.ok(box.width > 200 && box.height > 90, JSON.stringify(box));
    }),
  );
}

for (const [lang, width] of variants([["en", 360], ["ja", 360], ["en", 390], ["ja", 390]])) {
  test(`nothing of one's own chip and of the welcome is cut off at ${width} (${lang})`, () =>
    withLab({ lang, width, height: 800, firstVisit: true }, async ({ page }) => {
      await ready(page);
      await page.getByTestId("exercise").selectOption("scratch");
      await page.getByTestId("phone-chip").click();
      const box = (id) => page.getByTestId(id).boundingBox();
      for (const id of ["machine", "zoom-fit", "zoom-in", "zoom-out", "welcome-run", "welcome-tour", "welcome-close"]) {
        const { x, width: wide } = await box(id);
        assert.ok(x >= 0 && x + wide <= width, `${id}: ${x} to ${x + wide}`);
      }
      await screenshot(page, `own-${width}-${lang}`);
      const [close, tour, run] = [await box("welcome-close"), await box("welcome-tour"), await box("welcome-run")];
      assert.ok(close.y < run.y && tour.y === run.y, "the cross stands beside the words, what can be done below");
    }),
  );
}
