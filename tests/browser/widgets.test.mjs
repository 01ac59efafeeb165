// The reference of the widgets: the same parts in both themes, in other colours, and no fault that axe finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bringAxe } from "./axe.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { becomes } from "./lab.mjs";

/** A description of every widget of a theme: its elements, with names and sizes of type, and its colours. */
function describe(sheet) {
  const walk = (e) => [e, ...(e instanceof SVGElement ? [] : [...e.children].flatMap(walk))];
  const structure = (e) => {
    const { fontSize, fontWeight, display, height } = getComputedStyle(e);
    const names = ["role", "aria-pressed", "aria-sort", "aria-current", "aria-invalid"].filter((a) => e.hasAttribute(a)).map((a) => `${a}=${e.getAttribute(a)}`);
    return [e.tagName, e.getAttribute("class"), ...names, fontSize, fontWeight, display, height].join(" ");
  };
  const colours = (e) => {
    const { color, backgroundColor, borderTopColor } = getComputedStyle(e);
    return [color, backgroundColor, borderTopColor].join(" ");
  };
  const parts = [...sheet.querySelectorAll("[data-widget]")].map((part) => [part.dataset.widget, walk(part.querySelector(".reference-body"))]);
  return {
    structure: Object.fromEntries(parts.map(([name, all]) => [name, all.map(structure)])),
    colours: Object.fromEntries(parts.map(([name, all]) => [name, all.map(colours).join("; ")])),
  };
}

test("every widget is the same in both themes but for its colours, and axe finds no fault", () =>
  withLab({ path: "#/widgets", width: 1440, height: 1800 }, async ({ page }) => {
    await page.getByTestId("reference").waitFor();
    // No button is under the pointer, and none has the focus.
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement?.blur());
    await screenshot(page, "widgets");
    const [light, dark] = await Promise.all(["light", "dark"].map((theme) => page.locator(`[data-theme="${theme}"].reference-sheet`).evaluate(describe)));
    assert.ok(Object.keys(light.structure).length >= 11);
    assert.deepEqual(light.structure, dark.structure);
    for (const [widget, colours] of Object.entries(light.colours)) assert.notEqual(colours, dark.colours[widget], widget);
    await bringAxe(page);
    const { violations } = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
    assert.deepEqual(violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.html.slice(0, 160)}`)), []);
  }),
);

test("a dialog takes the focus and gives it back", () =>
  withLab({}, async ({ page }) => {
    const open = page.getByTestId("help");
    await open.focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("help-dialog").waitFor();
    await becomes(() => page.evaluate(() => document.querySelector("dialog").contains(document.activeElement)), true);
    await page.keyboard.press("Escape");
    await page.getByTestId("help-dialog").waitFor({ state: "detached" });
    await becomes(() => open.evaluate((e) => e === document.activeElement), true);
  }),
);
