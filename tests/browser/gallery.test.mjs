// The examples: each has its picture and runs on one click.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { becomes, facts, until } from "./lab.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { variants } from "./variants.mjs";

const { examples } = JSON.parse(readFileSync(new URL("../../assets/examples/index.json", import.meta.url), "utf8"));

for (const [lang, theme, width] of variants([
  ["en", "light", 1440],
  ["ja", "dark", 1440],
  ["ja", "light", 390],
])) {
  test(`all examples have a picture, a title and a sentence (${lang}, ${theme}, ${width})`, () =>
    withLab({ lang, theme, width }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      if (width < 900) {
        await page.getByTestId("projects").click();
        await screenshot(page, `projects-${lang}-${theme}-${width}`);
        await page.getByTestId("projects-gallery").click();
      } else {
        await page.getByTestId("gallery").click();
      }
      const cards = page.getByTestId("example");
      await cards.first().waitFor();
      await becomes(() => cards.count(), examples.length);
      for (let i = 0; i < examples.length; i++) {
        const card = cards.nth(i);
        await card.scrollIntoViewIfNeeded();
        for (const words of [examples[i].title[lang], examples[i].text[lang]]) await becomes(() => card.innerText(), (shown) => shown.includes(words), words);
        await card.locator("img").evaluate((img) => img.decode());
      }
      await cards.first().scrollIntoViewIfNeeded();
      await screenshot(page, `gallery-${lang}-${theme}-${width}`);
    }));
}

test("every example runs on one click", () =>
  withLab({}, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    for (const example of examples) {
      await page.getByTestId("gallery").click();
      await page.locator(`[data-example="${example.id}"]`).click();
      await page.locator(`[data-testid="exercise"] option[value="example/${example.id}"]`).waitFor({ state: "attached" });
      await until(page, `${example.id} runs`, (f) => f.state === "running" || f.state === "ended");
      const then = Number((await facts(page)).cycle);
      await until(page, `${example.id} goes on`, (f) => Number(f.cycle) > then || f.state === "ended");
      await becomes(() => page.getByTestId("finding").count(), 0, example.id);
    }
  }));

test("an example that has been changed is kept, and its original can be put back", () =>
  withLab({}, async ({ page }) => {
    const open = async () => {
      await page.getByTestId("gallery").click();
      await page.locator('[data-example="loop"]').click();
      await page.locator(".cm-content", { hasText: "the sum" }).waitFor();
    };
    await until(page, "ready", (f) => f.state === "paused");
    await open();
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("# mine\n");
    await page.getByTestId("saved").filter({ hasText: /^saved$/ }).waitFor();
    await page.getByTestId("exercise").selectOption("scratch");
    await page.locator(".cm-content", { hasText: "mc_rank" }).waitFor();
    await open();
    await page.locator(".cm-content", { hasText: "# mine" }).waitFor();
    await page.getByTestId("projects").click();
    await page.getByTestId("project-original").click();
    await page.locator(".cm-content", { hasText: "# mine" }).waitFor({ state: "detached" });
    await page.getByTestId("undo-reset").click();
    await page.locator(".cm-content", { hasText: "# mine" }).waitFor();
  }));
