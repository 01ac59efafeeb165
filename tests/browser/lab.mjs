// What tests and pictures do with the lab as a student does: wait for what it says, replace the text, choose a machine.

import assert from "node:assert/strict";

/** What the page says of itself in the attributes of its outermost element. */
export const facts = (page) => page.getByTestId("lab").evaluate((lab) => ({ ...lab.dataset }));

/** Waits until the facts fulfil a condition and gives them. */
export async function until(page, what, holds, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const now = await facts(page);
    if (holds(now)) return now;
    assert.ok(Date.now() < end, `${what}: ${JSON.stringify(now)}`);
    await page.waitForTimeout(20);
  }
}

/** Replaces the text of a file in the editor by pasting, and assembles it. */
export async function paste(page, text, file = "matmul.s") {
  await page.getByTestId(`tab-${file}`).click();
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await page.getByTestId("assemble").click();
}

/**
 * Opens the work without an exercise on a machine of that size, puts a program there and runs it to its end. On a narrow
 * page (`phone`) the panels are behind tabs.
 */
export async function runScratch(page, text, { columns, rows, phone = false }) {
  const panel = async (name) => phone && page.getByTestId(`phone-${name}`).click();
  await until(page, "ready", (f) => f.state === "paused");
  await page.getByTestId("exercise").selectOption("scratch");
  await panel("chip");
  await page.getByTestId("machine").click();
  await page.getByTestId("machine-width").fill(String(columns));
  await page.getByTestId("machine-height").fill(String(rows));
  await page.getByTestId("machine-apply").click();
  await panel("source");
  await paste(page, text, "main.s");
  await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
  const paces = page.getByTestId("pace");
  await paces.selectOption({ index: (await paces.locator("option").count()) - 1 });
  await page.getByTestId("run").click();
  return until(page, "ended", (f) => f.state === "ended");
}

/** Goes to a cycle by the slider. */
export async function seek(page, cycle) {
  await page.getByTestId("slider").fill(String(cycle));
  return until(page, `cycle ${cycle}`, (f) => f.cycle === String(cycle) && f.digest !== "");
}
