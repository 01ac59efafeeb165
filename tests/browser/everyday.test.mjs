// Small things that a student meets every day: the way out of the presentation, messages that leave, texts that begin at their
// top, settings that belong to the work.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, paste, until } from "./lab.mjs";

const ready = (page) => until(page, "ready", (f) => f.state === "paused");
const choose = async (page, id) => {
  await page.getByTestId("exercise").selectOption(id);
  await page.getByTestId(`tab-${id.split("/")[1]}.s`).waitFor();
  await until(page, `${id} is assembled`, (f) => f.state === "paused" && f.cycle === "0");
};

test("Escape leaves the presentation after a click on its icon", () =>
  withLab({}, async ({ page }) => {
    await ready(page);
    const large = () => page.getByTestId("lab").getAttribute("data-large");
    await page.getByTestId("present").click();
    await becomes(large, "true");
    await page.keyboard.press("Escape");
    await becomes(large, "false");
  }));

test("a message that needs no answer leaves, and lies over no control of the presentation", () =>
  withLab({ width: 1440, height: 900 }, async ({ page }) => {
    await ready(page);
    await page.getByTestId("exercise").selectOption("scratch");
    await page.getByTestId("tab-main.s").waitFor();
    await page.getByTestId("present").click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["main: nop\n"], "other.s"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    const notice = page.getByTestId("notice");
    await notice.waitFor();
    const [message, time] = [await notice.boundingBox(), await page.locator(".panel.time").boundingBox()];
    assert.ok(message.y + message.height <= time.y, "above the time bar");
    await screenshot(page, "everyday-notice-in-presentation");
    // It stays under the pointer.
    await notice.hover();
    await page.mouse.move(10, 10);
    await notice.waitFor({ state: "detached" });
  }));

test("an exercise begins at its top, whatever was read before", () =>
  withLab({ width: 1366, height: 600 }, async ({ page }) => {
    await ready(page);
    const task = page.locator(".task-host");
    await choose(page, "tutorial/himeno");
    await task.evaluate((host) => host.scrollTo(0, host.scrollHeight));
    assert.ok((await task.evaluate((host) => host.scrollTop)) > 0);
    await choose(page, "tutorial/dma");
    assert.equal(await task.evaluate((host) => host.scrollTop), 0);
  }));

test("pace and machine belong to the work", () =>
  withLab({}, async ({ page }) => {
    await ready(page);
    const pace = page.getByTestId("pace");
    const fastest = await pace.inputValue();
    await page.getByTestId("gallery").click();
    await page.locator('[data-example="hot-spot"]').click();
    await until(page, "the example runs", (f) => f.end !== "0");
    assert.notEqual(await pace.inputValue(), fastest);
    await choose(page, "tutorial/dma");
    assert.equal(await pace.inputValue(), fastest);

    // A project on a large chip leaves its size to no other one.
    await page.getByTestId("exercise").selectOption("scratch");
    await page.getByTestId("tab-main.s").waitFor();
    await page.getByTestId("machine").click();
    await page.getByTestId("machine-width").fill("8");
    await page.getByTestId("machine-apply").click();
    await becomes(() => page.locator(".panel.mesh").innerText(), /8\s*×\s*4/);
    await page.getByTestId("projects").click();
    await page.getByTestId("project-new").click();
    await becomes(() => page.locator(".panel.mesh").innerText(), /4\s*×\s*4/);
  }));

test("the checks are not green over a run that has failed", () =>
  withLab({}, async ({ page }) => {
    await ready(page);
    // An address that is not aligned stops the core.
    await paste(page, `main: lw $v0, 1($zero)\nli $v0, 10\nsyscall\n.data\n${["A", "B", "C"].map((name) => `${name}: .space 4096\n`).join("")}`, "matmul.s");
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("to-end").click();
    await until(page, "ended", (f) => f.state === "ended");
    await page.getByTestId("tab-checks").click();
    await becomes(() => page.getByTestId("checks-said").innerText(), /the run has failed: Run says why/);
    await screenshot(page, "everyday-checks-failed");
  }));

test("a stop at a breakpoint brings the source forward", () =>
  withLab({}, async ({ page }) => {
    await ready(page);
    await page.getByTestId("tab-matmul.s").click();
    await page.locator(".cm-line", { hasText: /jal\s+multiply/ }).first().click();
    await page.keyboard.press("F9");
    await page.getByTestId("tab-task").click();
    await page.getByTestId("run").click();
    await page.getByTestId("stopped").waitFor();
    await page.locator(".editor-host:not([hidden])").waitFor();
    assert.equal(await page.getByTestId("tab-matmul.s").getAttribute("aria-selected"), "true");
  }));

test("an address of no page says so", () =>
  withLab({ path: "#/nonsense" }, async ({ page }) => {
    await becomes(() => page.getByTestId("notice").innerText(), /There is no page #\/nonsense/);
    await ready(page);
  }));
