// A page in a browser that Playwright does not drive. Its functions have the names and the meaning of Playwright's, so the
// helpers of lab.mjs work on it. A driver (firefox/driver.mjs, webkit/driver.mjs) does the part that differs:
//
// - `call(source)` runs a function without parameters in the page and gives its value;
// - `act(sources)` presses keys and buttons, as `actions` of the WebDriver standard, which both protocols share;
// - `open(url)`, `reload()`, `picture()` and `close()`;
// - `problems` is the list of everything that went wrong in the page; `look()` asks the page for what is not listed yet.
//
// Mouse and keys are real input events. Values are set only where the standard has no input for it: lists and sliders.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Patience } from "../patience.mjs";
import { failurePicture } from "../harness.mjs";

/** The page went to another document before it answered. */
export class Gone extends Error {}

/** The keys that are no characters, by the WebDriver standard. */
const KEYS = {
  Control: "\uE009",
  ControlOrMeta: "\uE009",
  Shift: "\uE008",
  Enter: "\uE007",
  Delete: "\uE017",
  Home: "\uE011",
  End: "\uE010",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  F10: "\uE03A",
};

const pressed = (value) => [{ type: "keyDown", value }, { type: "keyUp", value }];
const keyboard = (actions) => [{ type: "key", id: "keyboard", actions }];

/**
 * In the page: all elements that a list of selectors leads to, each one inside the elements of the one before, in open shadow
 * trees too.
 */
function find(steps) {
  const inside = (root) => {
    const trees = [...root.querySelectorAll("*"), root].map((element) => element.shadowRoot).filter(Boolean);
    return [root, ...trees.flatMap(inside)];
  };
  let found = [document];
  for (const { css, index } of steps) {
    const roots = found.flatMap(inside);
    found = [...new Set(roots.flatMap((root) => [...root.querySelectorAll(css)]))];
    if (index !== undefined) found = found.slice(index, index + 1);
  }
  return found;
}

/**
 * In the page: the point at which the mouse meets an element, or the reason why it cannot yet. The element has to be visible,
 * enabled and at rest, and nothing may cover it.
 */
async function meet(element, block) {
  element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
  const frame = () => new Promise(requestAnimationFrame);
  const box = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  };
  const before = String(box());
  await frame();
  await frame();
  if (before !== String(box())) return { why: "it moves" };
  let { left, top, right, bottom } = element.getBoundingClientRect();
  // The part that can be seen; the rest of a long text is cut off by what it is in.
  for (let outer = element; outer; outer = outer.assignedSlot ?? outer.parentElement ?? outer.getRootNode().host) {
    if (outer !== element && getComputedStyle(outer).overflow === "visible") continue;
    const cut = outer.getBoundingClientRect();
    [left, top] = [Math.max(left, cut.left), Math.max(top, cut.top)];
    [right, bottom] = [Math.min(right, cut.right), Math.min(bottom, cut.bottom)];
  }
  if (left >= right || top >= bottom || getComputedStyle(element).visibility !== "visible") return { why: "it is not visible" };
  if (element.matches(":disabled")) return { why: "it is disabled" };
  const point = { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
  let there = document.elementFromPoint(point.x, point.y);
  while (there?.shadowRoot && !element.contains(there)) there = there.shadowRoot.elementFromPoint(point.x, point.y);
  return element.contains(there) ? point : { why: `it is covered by ${there?.outerHTML.slice(0, 100)}` };
}

/** One element or several, found anew at each use. */
class Locator {
  #page;
  #steps;

  constructor(page, steps) {
    this.#page = page;
    this.#steps = steps;
  }

  locator(css) {
    return new Locator(this.#page, [...this.#steps, { css }]);
  }

  nth(index) {
    const steps = [...this.#steps];
    steps.push({ ...steps.pop(), index });
    return new Locator(this.#page, steps);
  }

  first() {
    return this.nth(0);
  }

  /** Runs `read(elements, arg)` in the page and gives its value. */
  evaluateAll(read, arg) {
    return this.#page.run(`async () => (${read})((${find})(${JSON.stringify(this.#steps)}), ${JSON.stringify(arg)})`);
  }

  /** Runs `read(element, arg)` in the page as soon as there is exactly one element, and gives its value. */
  async evaluate(read, arg) {
    const one = `async (found, arg) => found.length === 1 ? { value: await (${read})(found[0], arg) } : { count: found.length }`;
    for (const patience = new Patience(); ; await pause(20)) {
      const answer = await this.evaluateAll(one, arg);
      if (!("count" in answer)) return answer.value;
      assert.ok(!patience.isOver, `${answer.count} elements are ${this}, not one`);
    }
  }

  count() {
    return this.evaluateAll((found) => found.length);
  }

  textContent() {
    return this.evaluate((element) => element.textContent);
  }

  allTextContents() {
    return this.evaluateAll((found) => found.map((element) => element.textContent));
  }

  innerText() {
    return this.evaluate((element) => element.innerText);
  }

  inputValue() {
    return this.evaluate((element) => element.value);
  }

  getAttribute(name) {
    return this.evaluate((element, name) => element.getAttribute(name), name);
  }

  /** Waits until there is such an element, and it is visible. */
  async waitFor() {
    const visible = () => this.evaluateAll((found) => found.some((element) => element.checkVisibility({ visibilityProperty: true })));
    for (const patience = new Patience(); !(await visible()); await pause(20)) assert.ok(!patience.isOver, `${this} is not there`);
  }

  /** Presses the main button of the mouse in the middle of the element, once the mouse can meet it there. */
  async click() {
    for (const patience = new Patience(), blocks = ["nearest", "center"]; ; await pause(20)) {
      const point = await this.evaluate(meet, blocks[0]);
      if (!point.why) return this.#page.mouse.click(point.x, point.y);
      assert.ok(!patience.isOver, `${this} cannot be clicked: ${point.why}`);
      blocks.reverse();
    }
  }

  focus() {
    return this.evaluate((element) => element.focus());
  }

  async press(keys) {
    await this.focus();
    await this.#page.keyboard.press(keys);
  }

  /** Replaces the text of a field by typing, or moves a slider. */
  async fill(text) {
    const typed = await this.evaluate((element, text) => {
      element.focus();
      if (element.type !== "range") {
        element.select();
        return true;
      }
      element.value = text;
      for (const name of ["input", "change"]) element.dispatchEvent(new Event(name, { bubbles: true }));
      return false;
    }, String(text));
    if (typed) await this.#page.keyboard.type(String(text));
  }

  /** Chooses an option by its value, or by `{index}` or `{label}`. */
  async selectOption(wanted) {
    const choose = (element, wanted) => {
      const fits = ({ value, index, label }) => (typeof wanted === "string" ? value === wanted : "index" in wanted ? index === wanted.index : label === wanted.label);
      const option = [...element.options].find(fits);
      if (!option || element.disabled) return false;
      element.value = option.value;
      for (const name of ["input", "change"]) element.dispatchEvent(new Event(name, { bubbles: true }));
      return true;
    };
    for (const patience = new Patience(); !(await this.evaluate(choose, wanted)); await pause(20)) {
      assert.ok(!patience.isOver, `${this} has no option ${JSON.stringify(wanted)}`);
    }
  }

  toString() {
    return this.#steps.map(({ css, index }) => css + (index === undefined ? "" : `[${index}]`)).join(" >> ");
  }
}

class Page {
  #driver;

  constructor(driver) {
    this.#driver = driver;
  }

  keyboard = {
    /** Presses a key, together with others if joined by `+`. */
    press: (keys) => {
      const [last, ...held] = keys.split("+").map((key) => KEYS[key] ?? key).reverse();
      const down = held.reverse().map((value) => ({ type: "keyDown", value }));
      const up = held.map((value) => ({ type: "keyUp", value })).reverse();
      return this.#driver.act(keyboard([...down, ...pressed(last), ...up]));
    },
    type: (text) => this.#driver.act(keyboard([...text].flatMap((letter) => pressed(letter === "\n" ? KEYS.Enter : letter)))),
  };

  mouse = {
    click: (x, y) => {
      const actions = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      return this.#driver.act([{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }]);
    },
  };

  locator(css) {
    return new Locator(this, [{ css }]);
  }

  getByTestId(id) {
    return this.locator(`[data-testid="${id}"]`);
  }

  /** Runs a function in the page, given as its source. If the document goes before it answers, the next one is asked. */
  async run(source) {
    for (const patience = new Patience(); ; await pause(20)) {
      try {
        return await this.#driver.call(source);
      } catch (error) {
        if (!(error instanceof Gone) || patience.isOver) throw error;
      }
    }
  }

  evaluate(read, arg) {
    return this.run(`async () => (${read})(${JSON.stringify(arg)})`);
  }

  waitForTimeout(milliseconds) {
    return pause(milliseconds);
  }

  goto(url) {
    return this.#driver.open(url);
  }

  reload() {
    return this.#driver.reload();
  }

  /** Everything that has gone wrong so far. */
  async problems() {
    await this.#driver.look();
    return this.#driver.problems;
  }

  async screenshot({ path }) {
    writeFileSync(path, Buffer.from(await this.#driver.picture(), "base64"));
  }
}

/**
 * Opens `url` in a new browser of `launch({width, height, url})` and runs `body(page)`. Fails if the body fails or the page
 * reported problems that do not fit one of the patterns `allow`.
 */
export async function withPage(launch, { url, allow = [], width = 1440, height = 900 }, body) {
  const driver = await launch({ width, height, url });
  const page = new Page(driver);
  const problems = () => driver.problems.filter((text) => !allow.some((pattern) => pattern.test(text)));
  try {
    await page.goto(url);
    await body(page);
  } catch (error) {
    await failurePicture(page);
    // The first error is the one to report.
    await driver.close().catch(() => {});
    if (problems().length) error.message += `\nThe page reported: ${problems().join("\n")}`;
    throw error;
  }
  await driver.close();
  assert.deepEqual(problems(), [], "the page reported problems");
}
