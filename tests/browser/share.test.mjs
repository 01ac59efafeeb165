// Links that contain a program: made, opened as a project of their own, and damaged ones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, paste, reads, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const PROGRAM = "# Shared\n\t.globl main\nmain:\tli $t0, 40\n1:\taddiu $t0, $t0, -1\n\tbnez $t0, 1b\n\tsw $zero, -0xcc($zero)\n";

/** Makes a link to a scratch program on a machine of 3 x 2 nodes at cycle 50, with node (2,2) selected. */
async function made(page, program = PROGRAM) {
  await until(page, "ready", (f) => f.state === "paused");
  await page.getByTestId("exercise").selectOption("scratch");
  await page.getByTestId("machine").click();
  await page.getByTestId("machine-width").fill("3");
  await page.getByTestId("machine-height").fill("2");
  await page.getByTestId("machine-apply").click();
  await paste(page, program, "main.s");
  await page.getByTestId("assembly").filter({ hasText: "Assembled" }).waitFor();
  await page.getByTestId("run").click();
  await until(page, "ended", (f) => f.state === "ended");
  await page.getByTestId("slider").fill("50");
  await until(page, "cycle 50", (f) => f.cycle === "50" && f.digest !== "");
  await page.getByTestId("share").click();
  await page.getByTestId("share-url").waitFor();
  return page.getByTestId("share-url").inputValue();
}

const digest = (page) => until(page, "a digest", (f) => f.digest !== "").then((f) => f.digest);

for (const lang of variants(["en", "ja"])) {
  test(`a link carries program, machine, cycle and view (${lang})`, async () => {
    let link, there;
    await withLab({ lang: "en" }, async ({ page }) => {
      link = await made(page);
      there = await digest(page);
      await becomes(() => page.getByTestId("share-size").innerText(), new RegExp(`^${link.length} characters`));
      await page.getByTestId("share-code").waitFor();
      await screenshot(page, "share-en");
      assert.ok(link.includes("#share=1."), link);
      assert.ok(link.length < 700, link);
    });
    const path = link.slice(link.indexOf("#"));
    await withLab({ lang, path }, async ({ page, url }) => {
      await page.locator(".cm-content", { hasText: "Shared" }).waitFor();
      await until(page, "cycle 50", (f) => f.cycle === "50" && f.state === "paused");
      assert.equal(await digest(page), there, "the same state of the machine");
      await page.getByTestId("notice").filter({ hasText: lang === "ja" ? "リンクの内容" : "Opened from a link" }).waitFor();
      await screenshot(page, `from-link-${lang}`);
      assert.ok(!page.url().includes("#share"), "a reload must not open it again");
      // It is a project of its own; the previous work is untouched.
      const name = lang === "ja" ? /（リンクから）/ : /\(from a link\)/;
      await becomes(() => page.getByTestId("exercise").evaluate((s) => s.selectedOptions[0].textContent), name);
      await page.getByTestId("exercise").selectOption("scratch");
      await page.locator(".cm-content", { hasText: "mc_rank" }).waitFor();
      // The same link again, pasted into the address: the same project.
      await page.evaluate((to) => { location.hash = to; }, path);
      await page.locator(".cm-content", { hasText: "Shared" }).waitFor();
      await becomes(() => page.getByTestId("exercise").locator("option").filter({ hasText: /link|リンク/ }).count(), 1, url);
    });
  });
}

test("a damaged link says so, gives what can be read, and loses nothing", async () => {
  const long = PROGRAM + Array.from({ length: 80 }, (_, i) => `word${i}:\t.word ${(i * 7919) % 1000}, ${i * i}\n`).join("");
  let link;
  await withLab({}, async ({ page }) => {
    link = await made(page, `${long}`);
  });
  const path = link.slice(link.indexOf("#"));
  await withLab({ path: path.slice(0, Math.floor(path.length * 0.8)) }, async ({ page }) => {
    await page.getByTestId("notice").filter({ hasText: "its end is missing" }).waitFor();
    await page.locator(".cm-content", { hasText: "Shared" }).waitFor();
    await reads(page, /word0/);
    await page.getByTestId("exercise").selectOption("scratch");
    await page.locator(".cm-content", { hasText: "mc_rank" }).waitFor();
  });
  for (const [broken, words] of [
    [path.slice(0, 20), /cannot be opened/],
    [path.replace("share=1.", "share=7."), /newer edition/],
  ]) {
    await withLab({ path: broken }, async ({ page }) => {
      await page.getByTestId("notice").filter({ hasText: words }).waitFor();
      await until(page, "works all the same", (f) => f.state === "paused");
    });
  }
});

test("a large program has no QR code and a warning", () =>
  withLab({}, async ({ page }) => {
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647);
    const data = Array.from({ length: 700 }, () => `\t.word ${random()}, ${random()}\n`).join("");
    await made(page, `${PROGRAM}\t.data\n${data}`);
    await page.getByTestId("share-no-code").waitFor();
    await page.getByTestId("share-warning").waitFor();
    await screenshot(page, "share-long-en");
  }));
