// The chip as picture, table and menu; the size for a lecture hall; the first visit and the tour.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { CROWD, atRest, becomes, focused, runScratch, seek, stays, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const ready = (page) => until(page, "ready", (f) => f.state === "paused");
const node = (page) => page.getByTestId("node").getAttribute("data-node");
const isNode = (page, id) => page.locator(`[data-testid="node"][data-node="${id}"]`).waitFor();
/** The painted part of the canvas. Read from a copy: reading one canvas repeatedly makes the browser warn. */
const painted = (page) =>
  page.getByTestId("mesh").evaluate((canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let dots = 0;
    for (let i = 3; i < data.length; i += 4) dots += data[i] > 0;
    return dots / (canvas.width * canvas.height);
  });

test("quick arrow keys lose no step", () =>
  withLab({}, async ({ page }) => {
    await ready(page);
    await isNode(page, "1,1");
    await page.getByTestId("mesh").focus();
    // Both within one task: nothing is drawn between them.
    await page.getByTestId("mesh").evaluate((canvas) => {
      for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) {
        canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      }
    });
    await isNode(page, "3,2");
  }),
);

test("the line of a node stays marked in the source while another is selected", () =>
  withLab({}, async ({ page }) => {
    // Node (2,1) takes another branch than node (1,1).
    const text = " .include \"mclib.s\"\nmain: lw $t0, NODE_ID($zero)\n andi $t0, $t0, 0x100\n bnez $t0, odd\n nop\n li $v0, 10\n syscall\nodd: li $v0, 10\n syscall\n";
    await runScratch(page, text, { columns: 2, rows: 1 });
    await seek(page, 4);
    const marks = page.locator(".cm-nodeLabel");
    await page.getByTestId("mesh").focus();
    await isNode(page, "1,1");
    await becomes(() => marks.count(), 1);
    const button = page.getByTestId("line-mark");
    // By key at one node, then continue to the other.
    await page.keyboard.press("Space");
    await page.locator('[data-testid="line-mark"][aria-pressed=true]').waitFor();
    await page.keyboard.press("ArrowRight");
    await isNode(page, "2,1");
    await becomes(() => button.getAttribute("aria-pressed"), "false");
    await page.locator(".cm-nodeLabel").nth(1).waitFor();
    await becomes(async () => (await marks.allTextContents()).sort(), ["(1,1)", "(2,1)"]);
    await screenshot(page, "mesh-lines");
    // Both are at one line at the start; the menu removes the mark, and the button sets it for the other node.
    await seek(page, 0);
    await page.getByText("(2,1), (1,1)", { exact: true }).waitFor();
    await page.getByTestId("mesh").focus();
    await page.keyboard.press("ArrowLeft");
    await isNode(page, "1,1");
    await page.keyboard.press("ContextMenu");
    await page.getByTestId("menu-line").click();
    await page.locator('[data-testid="line-mark"][aria-pressed=false]').waitFor();
    await becomes(() => marks.allTextContents(), ["(1,1)"]);
    await button.click();
    await page.locator('[data-testid="line-mark"][aria-pressed=true]').waitFor();
    await becomes(() => marks.allTextContents(), ["(1,1)"], "the selected node is named once");
  }),
);

test("one router fills the canvas, with crossbar, arbiters and Xoff", () =>
  withLab({}, async ({ page }) => {
    await runScratch(page, CROWD, { columns: 4, rows: 4 });
    await seek(page, 400);
    await page.getByTestId("mesh").focus();
    assert.equal(await page.getByTestId("inside-key").count(), 0);
    await page.keyboard.press("Enter");
    await page.getByTestId("inside-key").waitFor();
    await becomes(() => page.getByTestId("mesh").getAttribute("data-inside"), "true");
    await becomes(() => painted(page), (part) => part > 0.05, "the canvas is not empty");
    await screenshot(page, "mesh-inside");
    // The tooltip of the router says the same in words.
    await atRest(page);
    const box = await page.getByTestId("mesh").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await becomes(() => page.getByTestId("tip").textContent(), /Router \(1,1\).*output .*held by input .*next turn begins at/);
    await page.keyboard.press("0");
    await page.getByTestId("inside-key").waitFor({ state: "detached" });
    await becomes(() => painted(page), (part) => part > 0.05);
  }),
);

for (const lang of variants(["en", "ja"])) {
  test(`the table says what the picture shows (${lang})`, () =>
    withLab({ lang, theme: lang === "ja" ? "dark" : "light" }, async ({ page }) => {
      await runScratch(page, CROWD, { columns: 4, rows: 4 });
      await seek(page, 400);
      await page.getByTestId("mesh-nodes").click();
      const rows = page.getByTestId("mesh-rows").locator("tbody tr");
      await rows.nth(16).waitFor();
      await becomes(() => rows.count(), 17, "16 compute nodes and the memory node");
      await rows.nth(6).getByRole("button").focus();
      await page.keyboard.press("Enter");
      const chosen = (await rows.nth(6).locator("th").textContent()).replace(/[()]/g, "");
      await isNode(page, chosen);
      await becomes(() => rows.nth(6).getAttribute("aria-current"), "true");
      await page.getByTestId("mesh-routers").click();
      await rows.nth(24).waitFor();
      await becomes(() => rows.count(), 25);
      // Sorted by blocked packets, the router with the most is first and gives the reason.
      const held = page.getByTestId("mesh-rows").locator("thead th").nth(2);
      await held.getByRole("button").click();
      await becomes(() => held.getAttribute("aria-sort"), "descending");
      await becomes(() => rows.nth(0).locator("td").nth(1).textContent(), (n) => Number(n) > 0);
      await becomes(() => rows.nth(0).locator("td").nth(2).textContent(), lang === "ja" ? /出力/ : /output/);
      await screenshot(page, `mesh-table-${lang}`);
      // Remembered, and back.
      await page.reload();
      await ready(page);
      await becomes(() => page.getByTestId("mesh-rows").count(), 1);
      await page.getByTestId("mesh-picture").click();
      await becomes(() => painted(page), (part) => part > 0.05);
    }),
  );
}

test("the menu opens by mouse, by key and by a long press", () =>
  withLab({ touch: true }, async ({ page, context }) => {
    await ready(page);
    await atRest(page);
    const box = await page.getByTestId("mesh").boundingBox();
    const at = { x: box.x + box.width * 0.7, y: box.y + box.height * 0.5 };
    await page.mouse.click(at.x, at.y, { button: "right" });
    await page.getByTestId("menu").waitFor();
    await focused(page, "menu-select");
    for (const next of ["menu-line", "menu-inside"]) {
      await page.keyboard.press("ArrowDown");
      await focused(page, next);
    }
    await page.keyboard.press("Enter");
    await page.getByTestId("inside-key").waitFor();
    await page.getByTestId("menu").waitFor({ state: "detached" });
    await page.getByTestId("zoom-fit").click();

    await page.getByTestId("mesh").focus();
    await page.keyboard.press("ContextMenu");
    await page.getByTestId("menu").waitFor();
    await page.keyboard.press("Escape");
    await page.getByTestId("menu").waitFor({ state: "detached" });
    // The focus returns.
    await focused(page, "chip");

    const client = await context.newCDPSession(page);
    const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [at]);
    await page.getByTestId("menu").waitFor();
    await touch("touchEnd", []);
    await page.getByTestId("menu-select").tap();
    await page.getByTestId("menu").waitFor({ state: "detached" });
    await becomes(() => node(page), (now) => now !== "1,1");
    // Two fingers enlarge.
    const before = await painted(page);
    const finger = (d, id) => ({ x: at.x + d, y: at.y, id });
    await touch("touchStart", [finger(-20, 1), finger(20, 2)]);
    for (let d = 25; d < 140; d += 10) await touch("touchMove", [finger(-d, 1), finger(d, 2)]);
    await touch("touchEnd", []);
    await becomes(() => painted(page), (now) => now !== before);
  }),
);

test("presentation size: larger, fewer panels, remembered, the mouse still hits", () =>
  withLab({ width: 1920, height: 1080 }, async ({ page }) => {
    await ready(page);
    const size = () => page.getByTestId("run").evaluate((e) => e.getBoundingClientRect().height);
    const before = await size();
    await page.keyboard.press("Shift+F9");
    await page.locator('[data-testid="lab"][data-large="true"]').waitFor();
    await becomes(size, (now) => now > before * 1.2);
    const wide = async () => (await page.locator(".panel.mesh").boundingBox()).width / 1920;
    await becomes(wide, (part) => Math.abs(part - 0.6) < 0.01, "the chip has 60 % of the width");
    await becomes(() => page.getByTestId("headline").isVisible(), false);
    const sticksOut = () => page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
    await becomes(sticksOut, [0, 0]);
    await isNode(page, "1,1");
    // A click on the last box, found by its pixels, selects that node.
    await atRest(page);
    const box = await page.getByTestId("mesh").boundingBox();
    await page.getByTestId("mesh").focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await isNode(page, "4,4");
    await page.keyboard.press("Enter");
    await page.getByTestId("inside-key").waitFor();
    await page.getByTestId("mesh").focus();
    await page.keyboard.press("ArrowLeft");
    await isNode(page, "3,4");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await becomes(() => node(page), (now) => ["4,4", "3,4"].includes(now));
    await screenshot(page, "mesh-large");
    await page.reload();
    await ready(page);
    await becomes(() => page.getByTestId("lab").getAttribute("data-large"), "true");
    await page.getByTestId("present-leave").click();
    await becomes(size, before);
    // And by Escape.
    await page.keyboard.press("Shift+F9");
    await becomes(() => page.getByTestId("lab").getAttribute("data-large"), "true");
    await page.getByTestId("mesh").focus();
    await page.keyboard.press("Escape");
    await becomes(() => page.getByTestId("lab").getAttribute("data-large"), "false");
  }),
);

test("at the first visit an example runs within one click", () =>
  withLab({ firstVisit: true }, async ({ page }) => {
    await ready(page);
    await page.getByTestId("welcome-run").click();
    await until(page, "it runs", (f) => Number(f.end) > 0);
    await becomes(() => page.getByTestId("welcome").count(), 0);
    await page.reload();
    await ready(page);
    await becomes(() => page.getByTestId("welcome").count(), 0, "offered once");
  }),
);

for (const { lang, width, height } of variants([
  { lang: "en", width: 1440, height: 900 },
  { lang: "ja", width: 390, height: 844 },
])) {
  test(`the tour points at the real parts and lets the student do it (${lang}, ${width} px)`, () =>
    withLab({ firstVisit: true, lang, width, height }, async ({ page }) => {
      await ready(page);
      await page.getByTestId("welcome-tour").click();
      const tour = page.getByTestId("tour");
      const done = page.locator(".tour-do.is-done");
      for (let step = 0; step < 8; step++) {
        await page.locator(`[data-testid="tour"][data-step="${step}"]`).waitFor();
        // The focus moves so that screen readers read the new text.
        await focused(page, "tour-title");
        await atRest(page);
        const card = await tour.boundingBox();
        assert.ok(card.x >= 0 && card.y >= 0 && card.x + card.width <= width && card.y + card.height <= height, `step ${step} is on the page`);
        const ring = await page.locator(".tour-ring").boundingBox();
        assert.ok(ring.width > 20 && ring.x + ring.width > 0 && ring.y < height, `step ${step} points at something`);
        if (step === 1) {
          assert.equal(await done.count(), 0);
          await page.keyboard.press("F8");
          await done.waitFor();
          await until(page, "ended", (f) => f.state === "ended");
        }
        if (step === 2) {
          await page.getByTestId("mesh").focus();
          await page.keyboard.press("ArrowDown");
          await done.waitFor();
        }
        if (step === 4) {
          await page.keyboard.press("Shift+F10");
          await done.waitFor();
        }
        await screenshot(page, `tour-${lang}-${step}`);
        await page.getByTestId("tour-next").click();
      }
      await becomes(() => tour.count(), 0);
      // Found again, and left by Escape.
      await page.getByTestId("help").click();
      await page.getByTestId("tour-start").click();
      await tour.waitFor();
      await page.keyboard.press("Escape");
      await becomes(() => tour.count(), 0);
    }),
  );
}

for (const [width, height] of variants([[390, 844], [1024, 768]])) {
  test(`fingers: two zoom around their middle, one shifts, a tap selects, a long press opens the menu (${width} px)`, () =>
    withLab({ touch: true, width, height }, async ({ page, context }) => {
      await ready(page);
      if (width < 900) await page.getByTestId("phone-chip").click();
      await atRest(page);
      const box = await page.getByTestId("mesh").boundingBox();
      const client = await context.newCDPSession(page);
      const touch = (type, ...touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
      const at = (dx = 0, dy = 0, id = 1) => ({ x: box.x + box.width * 0.52 + dx, y: box.y + box.height * 0.45 + dy, id });
      /** The node that a tap selects, once it is the expected one; the panel may be in a hidden tab, but it exists. */
      const tap = async (wanted, dx = 0, dy = 0, what = "") => {
        const { x, y } = at(dx, dy);
        await page.touchscreen.tap(x, y);
        const found = await becomes(() => node(page), wanted, what);
        await stays(() => node(page), found, what, 100);
        return found;
      };
      const first = await tap((now) => now !== "1,1");
      const away = await tap((now) => now !== first, box.width / 5, 0, "another node lies there");
      // Two fingers spread to four times their distance: the point between them stays in place, and the picture is
      // larger.
      await touch("touchStart", at(-20, 0, 1), at(20, 0, 2));
      for (let d = 25; d <= 80; d += 5) await touch("touchMove", at(-d, 0, 1), at(d, 0, 2));
      await touch("touchEnd");
      await stays(() => node(page), away, "a pinch selects nothing");
      await tap(first);
      await tap(first, 20, 0, "it is larger");
      // One finger drags it.
      await touch("touchStart", at());
      for (let d = 10; d <= 70; d += 10) await touch("touchMove", at(d, -d / 2));
      await touch("touchEnd");
      assert.equal(await page.getByTestId("menu").count(), 0);
      await tap(first, 70, -35, "it has gone with the finger");
      await screenshot(page, `mesh-fingers-${width}`);
      // A finger that stays for half a second opens the menu, all of it on the screen.
      await touch("touchStart", at(70, -35));
      await page.getByTestId("menu").waitFor();
      await touch("touchEnd");
      await atRest(page);
      const menu = await page.getByTestId("menu").boundingBox();
      assert.ok(menu.x >= 0 && menu.y >= 0 && menu.x + menu.width <= width && menu.y + menu.height <= height, JSON.stringify(menu));
      await screenshot(page, `mesh-menu-${width}`);
      await page.getByTestId("menu-select").tap();
      await page.getByTestId("menu").waitFor({ state: "detached" });
      await becomes(() => node(page), first);
    }),
  );
}
