// Taps on the pictures of the three modes: straight after a quick drag or pinch, after which a browser may send pointer
// events without a click; and clicks without a pointer, as assistive tools send them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withLab } from "./harness.mjs";
import { atRest, becomes, stays, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

/**
 * A click without a pointer within 300 ms after a tap belongs to that tap (ECHO_MS in ui/src/paint/tap.rs): waits that
 * long.
 */
async function echoed(page) {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 300, since);
}

const range = (from, to, step) => Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);

/** The fingers of a touch screen; places are pixels of the page. */
async function hand(page, context) {
  const client = await context.newCDPSession(page);
  const send = (type, places) => client.send("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y], id) => ({ x, y, id })) });
  /**
   * Sends each movement once the page has handled the last one, so fast that the browser takes the end for that of a
   * fling.
   */
  const press = async ([first, ...rest]) => {
    await send("touchStart", first);
    for (const places of rest) await send("touchMove", places);
    await send("touchEnd", []);
  };
  return {
    /** Both events at once: a busy page must not change the duration of the tap. */
    tap: (place) => Promise.all([send("touchStart", [place]), send("touchEnd", [])]),
    /** One finger moves quickly from a place and is lifted while it moves. */
    pan: ([x, y], [dx, dy]) => press(range(0, 7, 1).map((i) => [[x + (dx * i) / 7, y + (dy * i) / 7]])),
    /** Two fingers around a place move from one distance through others to the last one. */
    pinch: ([x, y], ...distances) => press(distances.map((apart) => [[x - apart / 2, y], [x + apart / 2, y]])),
  };
}

/** The place of an element's point on the page, once nothing moves any more. */
async function placed(page, locator, [x, y]) {
  await atRest(page);
  const box = await locator.boundingBox();
  return [Math.round(box.x + box.width * x), Math.round(box.y + box.height * y)];
}

/**
 * Selects something at `other`; then a tap must at once select the object at `place`, after a pan and after a pinch.
 * `chosen()` reads the selection; if `still` is set, the picture does not move with the fingers.
 */
async function quickTaps(page, context, { chosen, place, other, wanted, away, still = false }) {
  const { tap, pan, pinch } = await hand(page, context);
  await tap(other);
  await becomes(chosen, away, "the first tap");
  const by = still ? [70, 0] : [70, -35];
  await pan(place, by);
  const gone = still ? [0, 0] : by;
  await tap([place[0] + gone[0], place[1] + gone[1]]);
  await becomes(chosen, wanted, "a tap straight after a pan");
  await tap([other[0] + gone[0], other[1] + gone[1]]);
  await becomes(chosen, away, "and back");
  // The place between the fingers stays in place.
  const middle = [place[0] + gone[0], place[1] + gone[1]];
  const apart = range(40, 100, 10);
  await pinch(middle, ...apart, ...(still ? apart.toReversed() : []));
  await tap(middle);
  await becomes(chosen, wanted, "a tap straight after a pinch");
}

test("the chip", () =>
  withLab({ touch: true, width: 1440, height: 900 }, async ({ page, context }) => {
    await until(page, "ready", (f) => f.state === "paused");
    const mesh = page.getByTestId("mesh");
    const place = await placed(page, mesh, [0.52, 0.45]);
    const chosen = () => page.getByTestId("node").getAttribute("data-node");
    const { tap } = await hand(page, context);
    await tap(place);
    const wanted = await becomes(chosen, (now) => now !== "1,1");
    const other = [place[0] + 90, place[1]];
    await quickTaps(page, context, { chosen, place, other, wanted, away: (now) => now !== wanted });
  }),
);

test("memory systems", () =>
  withLab({ touch: true, path: "#/pmnet", width: 1440, height: 900 }, async ({ page, context }) => {
    await page.locator('[data-testid="pmnet"][data-objects="14"]').waitFor();
    const chosen = () => page.getByTestId("pmnet").getAttribute("data-selected");
    const object = (name) => page.locator(`[data-name="${name}"]`);
    const [place, other] = [await placed(page, object("L2_1"), [0.5, 0.4]), await placed(page, object("L2_2"), [0.5, 0.4])];
    await quickTaps(page, context, { chosen, place, other, wanted: "L2_1", away: "L2_2" });
    // A click without a pointer selects too, and a tap is one action: with Shift, a second one would undo it.
    await echoed(page);
    await object("core0").dispatchEvent("click");
    await becomes(chosen, "core0");
    await page.getByTestId("pmnet-fit").click();
    await atRest(page);
    await object("core1").click({ modifiers: ["Shift"] });
    await becomes(chosen, "core0 core1");
    await stays(chosen, "core0 core1");
    // An assistive tool may send all events.
    await object("core2").evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = { bubbles: true, shiftKey: true, clientX: left + width / 2, clientY: top + height / 2 };
      for (const type of ["pointerdown", "pointerup"]) element.dispatchEvent(new PointerEvent(type, { ...at, pointerId: 77, isPrimary: true, pointerType: "touch" }));
      element.dispatchEvent(new PointerEvent("click", at));
    });
    await becomes(chosen, "core0 core1 core2");
    await stays(chosen, "core0 core1 core2");
    // A click beside all boxes selects nothing.
    const picture = await page.getByTestId("pmnet-picture").boundingBox();
    await page.mouse.click(picture.x + 4, picture.y + 4);
    await becomes(chosen, "");
  }),
);

for (const [width, height] of variants([[1440, 900], [390, 1100]])) {
  test(`interconnects (${width} px)`, () =>
    withLab({ touch: true, path: "#/nsim", width, height, lang: "en" }, async ({ page, context }) => {
      await page.locator('[data-testid="nsim"][data-state="paused"]').waitFor();
      await page.getByTestId("nsim-dims").fill("4x4");
      await page.getByTestId("nsim-build").click();
      await page.locator('[data-testid="nsim"][data-state="ended"]').waitFor();
      const canvas = page.getByTestId("nsim-picture");
      const tab = page.getByTestId("nsim-part-network");
      if (await tab.isVisible()) await tab.click();
      await atRest(page);
      const box = await canvas.boundingBox();
      // Four cells and a gap in each direction (ui/src/modes/nsim/layout.rs).
      const cell = Math.min(box.width, box.height) / 5;
      const at = (column, row) => [box.x + (box.width - 4 * cell) / 2 + (column + 0.5) * cell, box.y + (box.height - 5 * cell) / 2 + (row + 0.5) * cell];
      const chosen = async () => /\((\d,\d)\)/.exec((await page.getByTestId("nsim-look").locator("b").allTextContents()).join())?.[1];
      assert.equal(await chosen(), undefined);
      await quickTaps(page, context, { chosen, place: at(1, 1), other: at(2, 3), wanted: "1,1", away: "2,3", still: true });
      // A click without a pointer, but with a position.
      await echoed(page);
      await canvas.evaluate((element, [clientX, clientY]) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY })), at(0, 2));
      await becomes(chosen, "0,2");
      // On the diagram a tap goes to a time.
      const { end } = await page.getByTestId("nsim").evaluate((e) => ({ ...e.dataset }));
      await (await hand(page, context)).tap(await placed(page, page.getByTestId("nsim-diagram"), [0.5, 0.5]));
      await becomes(() => page.getByTestId("nsim").getAttribute("data-time"), (time) => Number(time) > 0 && Number(time) < Number(end));
    }),
  );
}
