// Where everything is: the boxes of the named regions in eight states and four sizes of window, against the numbers in
// layout.json, and the rules that those numbers follow. No pixels are compared, since browsers and fonts differ.
// MCORE_BLESS=1 writes the numbers anew: look at `cargo xtask pictures --sheet` before you commit them.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { atRest, becomes, until } from "./lab.mjs";
import { SIZES, STATES, bring } from "./states.mjs";
import { variants } from "./variants.mjs";

const FILE = new URL("layout.json", import.meta.url);
const BLESS = process.env.MCORE_BLESS === "1";
const known = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};

/** Pixels by which a box may differ: fonts of other systems are a little wider or higher. */
const TOLERANCE = 4;

/** The named regions. */
const REGIONS = {
  header: ".top",
  tabs: ".phone-tabs",
  source: ".panel.source",
  editor: "[data-testid=editor]",
  chip: ".panel.mesh",
  picture: ".stage",
  legend: ".legend",
  node: ".panel.node",
  registers: "[data-testid=registers]",
  instructions: "[data-testid=code]",
  time: ".panel.time",
  run: "[data-testid=run]",
  slider: "[data-testid=slider]",
  strip: ".strip",
  headline: "[data-testid=headline]",
  chart: ".run-chart",
  verdict: ".panel.result",
  lower: ".drawer-body",
};

/** `{region: [x, y, width, height]}` of those that are seen. */
const boxes = (page) =>
  page.evaluate((regions) => {
    const seen = {};
    for (const [name, selector] of Object.entries(regions)) {
      const element = document.querySelector(selector);
      if (!element?.getClientRects().length || getComputedStyle(element).visibility !== "visible") continue;
      const { x, y, width, height } = element.getBoundingClientRect();
      seen[name] = [x, y, width, height].map(Math.round);
    }
    return seen;
  }, REGIONS);

/** Compares two lists of boxes, both named. */
function alike(found, wanted, what, tolerance = TOLERANCE) {
  assert.deepEqual(Object.keys(found).sort(), Object.keys(wanted).sort(), `${what}: the regions that are seen`);
  for (const [name, box] of Object.entries(found)) {
    const off = box.map((value, i) => Math.abs(value - wanted[name][i]));
    assert.ok(Math.max(...off) <= tolerance, `${what}: ${name} is at ${box}, was at ${wanted[name]}`);
  }
}

/** The regions that never move within one size of window: the bars, and the columns where there are some. */
const FIXED = ["header", "tabs", "time", "run", "slider", "strip", "headline", "node", "source", "chip"];

for (const [width, height] of variants(SIZES)) {
  test(`the regions are where they were, and the frame never moves (${width} x ${height})`, async () => {
    const phone = width < 900;
    const found = {};
    for (const state of Object.keys(STATES)) {
      await withLab({ width, height }, async ({ page }) => {
        await bring(page, state, phone);
        found[state] = await boxes(page);
        await screenshot(page, `layout-${width}-${state}`);
      });
    }
    const [frame, ...others] = Object.values(found);
    for (const [index, other] of others.entries()) {
      for (const name of FIXED.filter((name) => frame[name] && other[name])) {
        assert.deepEqual(other[name], frame[name], `${name} has moved in ${Object.keys(found)[index + 1]}`);
      }
    }
    if (BLESS) known[`${width}x${height}`] = found;
    else for (const state of Object.keys(STATES)) alike(found[state], known[`${width}x${height}`][state], state);
  });
}

if (BLESS) {
  test("the numbers are written", () => {
    const line = (boxes) => Object.entries(boxes).map(([name, box]) => `${JSON.stringify(name)}: ${JSON.stringify(box)}`).join(", ");
    const states = (all) => Object.entries(all).map(([state, boxes]) => `    ${JSON.stringify(state)}: { ${line(boxes)} }`).join(",\n");
    const sizes = Object.entries(known).map(([size, all]) => `  ${JSON.stringify(size)}: {\n${states(all)}\n  }`);
    writeFileSync(FILE, `{\n${sizes.join(",\n")}\n}\n`);
  });
}

test("all registers and nine instructions are in sight at 1366 x 768", () =>
  withLab({ width: 1366, height: 768 }, async ({ page }) => {
    await bring(page, "back", false);
    const { bottom } = await page.locator(".cards").evaluate((e) => e.getBoundingClientRect().toJSON());
    for (const id of ["registers", "code"]) {
      const box = await page.getByTestId(id).evaluate((e) => {
        const { height } = e.querySelector("tr").getBoundingClientRect();
        return { ...e.getBoundingClientRect().toJSON(), rows: Math.round(e.clientHeight / height) };
      });
      assert.ok(box.bottom <= bottom, `${id} ends at ${box.bottom}, the panel at ${bottom}`);
      assert.equal(box.rows, id === "code" ? 9 : 12);
    }
    assert.equal(await page.locator("[data-testid=registers] td[data-place]").count(), 35);
  }),
);

test("the source has at least 60 columns at 1440 px, and a click on a line number sets a breakpoint", () =>
  withLab({}, async ({ page }) => {
    await bring(page, "first", false);
    await page.getByTestId("tab-matmul.s").click();
    const columns = await page.locator(".cm-content").evaluate((content) => {
      const range = document.createRange();
      const line = [...content.querySelectorAll(".cm-line")].find((l) => l.textContent.trimEnd().length > 20);
      const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode();
      range.setStart(text, 0);
      range.setEnd(text, 1);
      const letter = range.getBoundingClientRect().width;
      const scroller = content.parentElement.getBoundingClientRect();
      return (scroller.right - line.getBoundingClientRect().left - 4) / letter;
    });
    assert.ok(columns >= 60, `${columns} columns`);
    await page.locator(".cm-lineNumbers .cm-gutterElement").nth(5).click();
    await page.locator(".cm-breakpoint").first().waitFor();
  }),
);

for (const lang of variants(["en", "ja"])) {
  test(`type has six sizes and buttons have one height (${lang})`, () =>
    withLab({ lang }, async ({ page }) => {
      await bring(page, "deadlock", false);
      for (const tab of ["run", "statistics", "log", "checks", "stops", "timeline", "compare", "speedup", "noc"]) {
        await page.getByTestId(`tab-${tab}`).click();
        await atRest(page);
        const { sizes, heights } = await page.evaluate(() => {
          const seen = (e) => e.getClientRects().length && getComputedStyle(e).visibility === "visible";
          const words = (e) => [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
          const all = [...document.querySelectorAll(".lab *")].filter(seen);
          const note = (list, of) => Object.fromEntries(list.map((e) => [of(e), e.outerHTML.slice(0, 90)]));
          return {
            // The figures' numbers are small in both languages.
            sizes: note(all.filter((e) => words(e) && !e.closest("svg")), (e) => getComputedStyle(e).fontSize),
            heights: note(all.filter((e) => e.matches("button.btn, select")), (e) => Math.round(e.getBoundingClientRect().height)),
          };
        });
        const odd = (found, known) => Object.entries(found).filter(([value]) => !known.includes(value));
        assert.deepEqual(odd(sizes, ["11px", "12px", "13px", "14px", "16px", "20px"].slice(lang === "ja" ? 1 : 0)), [], tab);
        // In cards 24; within a frame 26; a button whose words wrap is higher.
        assert.deepEqual(odd(heights, ["28", "24", "26"]).filter(([height]) => Number(height) < 40), [], tab);
      }
    }),
  );
}

test("edges are dragged, moved by keys, kept, scaled with the window, and put back", () =>
  withLab({}, async ({ page }) => {
    await bring(page, "first", false);
    const size = async (region, of = "width") => (await page.locator(REGIONS[region]).boundingBox())[of];
    const first = { source: await size("source"), node: await size("node"), lower: await size("verdict", "height") };
    const drag = async (edge, dx, dy) => {
      const { x, y, width, height } = await page.getByTestId(edge).boundingBox();
      const [cx, cy] = [x + width / 2, y + height / 2];
      await page.mouse.move(cx, cy);
      await page.mouse.down();
      await page.mouse.move(cx + dx / 2, cy + dy / 2);
      await page.mouse.move(cx + dx, cy + dy);
      await page.mouse.up();
    };
    await drag("edge-source", -100, 0);
    await drag("edge-lower", 0, -60);
    const near = (wanted) => (found) => Math.abs(found - wanted) <= 2;
    await becomes(() => size("source"), near(first.source - 100), "narrower source");
    await becomes(() => size("verdict", "height"), near(first.lower + 60), "higher lower area");
    await page.getByTestId("edge-node").focus();
    for (const key of ["ArrowLeft", "ArrowLeft", "Shift+ArrowLeft"]) await page.keyboard.press(key);
    await becomes(() => size("node"), near(first.node + 56), "wider node");
    await page.reload();
    await until(page, "again", (f) => f.state === "paused");
    await becomes(() => size("source"), near(first.source - 100), "kept");
    await page.setViewportSize({ width: 1720, height: 900 });
    await becomes(() => size("source"), near(((first.source - 100) * 1720) / 1440), "scaled with the window");
    await page.setViewportSize({ width: 1440, height: 900 });
    // Never below the least sizes.
    await drag("edge-source", -900, 0);
    await becomes(() => size("source"), near(300), "least width");
    await page.getByTestId("edge-source").dblclick();
    await becomes(() => size("source"), near(first.source), "as at first");
    await page.getByTestId("edge-node").focus();
    await page.keyboard.press("Enter");
    await becomes(() => size("node"), near(first.node), "as at first");
  }),
);

for (const lang of variants(["en", "ja"])) {
  test(`no tab and no button is cut to dots, and those without room are in a list (${lang})`, async () => {
    for (const [width, height] of SIZES) {
      await withLab({ lang, width, height }, async ({ page }) => {
        await bring(page, "passed", width < 900);
        if (width < 900) await page.getByTestId("phone-analysis").click();
        await atRest(page);
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll("button, [role=tab]")]
            .filter((e) => e.getClientRects().length && getComputedStyle(e).visibility === "visible" && !e.closest(".unseen, .skip, .phone-tabs"))
            .filter((e) => e.scrollWidth > e.clientWidth + 1)
            .map((e) => `${e.dataset.testid}: ${e.textContent}`),
        );
        assert.deepEqual(cut, [], `${width} px`);
        const tabs = page.locator(".strip [role=tab]");
        const hidden = await tabs.evaluateAll((all) => all.filter((e) => getComputedStyle(e).visibility !== "visible").length);
        if (hidden === 0) return assert.equal(await page.getByTestId("tabs-more").count(), 0);
        await page.getByTestId("tabs-more").click();
        await becomes(() => page.getByRole("menuitem").count(), hidden);
        const name = await page.getByRole("menuitem").last().textContent();
        await page.getByRole("menuitem").last().click();
        await becomes(() => page.locator(".strip [role=tab][aria-selected=true]").textContent(), (text) => text.startsWith(name));
        await becomes(() => page.locator(".strip [role=tab][aria-selected=true]").isVisible(), true, "the chosen tab is in the strip");
      });
    }
  });
}

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`every list on a phone is as high as a finger is wide, and none is cut (${lang}, ${theme})`, () =>
    withLab({ lang, theme, width: 390, height: 844 }, async ({ page }) => {
      await bring(page, "passed", true);
      const seen = new Map();
      const look = async () => {
        await atRest(page);
        const lists = await page.evaluate(() =>
          [...document.querySelectorAll("select")]
            .filter((e) => e.getClientRects().length && getComputedStyle(e).visibility === "visible")
            .map((e) => {
              const { top, bottom, height } = e.getBoundingClientRect();
              const bar = e.closest(".bar, .top")?.getBoundingClientRect();
              return [e.dataset.testid, { height, inside: !bar || (top >= bar.top && bottom <= bar.bottom) }];
            }),
        );
        for (const [name, list] of lists) seen.set(name, list);
      };
      for (const name of ["source", "chip", "node", "result"]) {
        await page.getByTestId(`phone-${name}`).click();
        await look();
        await screenshot(page, `lists-${name}-${lang}-${theme}`);
      }
      for (const name of ["exercise", "mesh-show", "pace", "unit"]) assert.ok(seen.has(name), `${name} is seen`);
      for (const [name, { height, inside }] of seen) {
        // The kind of step is framed together with its two arrows.
        assert.ok(height >= (name === "unit" ? 38 : 40) && inside, `${name}: ${height} px, inside its bar: ${inside}`);
      }
    }),
  );
}
