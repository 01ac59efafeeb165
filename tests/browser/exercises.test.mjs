// The exercises that ship, as a student sees them: by their names, in the order of a course, each with its statement
// and an assembled program.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, facts, reads, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const FOLDERS = {
  tutorial: ["hello", "dma", "nqueens", "matmul", "solver", "bitonic", "himeno"].flatMap((name) => [name, `${name}-c`]),
  class: ["matmul", "matmul-c", "quicksort", "quicksort-c"],
  network: ["broadcast", "broadcast-c", "order", "blocking", "hotspot", "hotspot-c", "barrier"],
  mpi: ["hello", "ring", "deadlock", "integral", "fractal", "halo", "column", "window", "overlap", "picture"],
};
const IDS = Object.entries(FOLDERS).flatMap(([pack, folders]) => folders.map((folder) => `${pack}/${folder}`));

/** First line of a statement, without its mark: the title. */
const title = (id, lang) =>
  readFileSync(new URL(`../../exercises/${id}/task.${lang}.md`, import.meta.url), "utf8").split("\n")[0].slice(2);

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`every exercise is offered by its name and opens (${lang})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      const choice = page.getByTestId("exercise");
      const offered = await choice.locator("optgroup option").evaluateAll((all) => all.map((o) => [o.value, o.textContent]));
      // One that exists in C too says so.
      const also = (id) => (IDS.includes(`${id}-c`) ? (lang === "ja" ? "（C 版もあり）" : " (also in C)") : "");
      assert.deepEqual(offered, IDS.map((id) => [id, title(id, lang) + also(id)]));
      for (const id of IDS) {
        await choice.selectOption(id);
        const heading = page.getByTestId("task").getByRole("heading", { name: title(id, lang), exact: true });
        await heading.waitFor();
        await until(page, `${id} is assembled`, (f) => f.state === "paused" && f.cycle === "0");
        await screenshot(page, `exercise-${id.replace("/", "-")}-${lang}`);
      }
    }));
}

/** Holds back the start files of an exercise; `release()` lets them continue. */
async function held(page, id) {
  const waiting = [];
  await page.route(new RegExp(`exercises/${id}/start/`), (route) => waiting.push(route));
  return {
    arrived: () => waiting.length > 0,
    release: () => Promise.all(waiting.splice(0).map((route) => route.continue())),
  };
}

for (const [next, file] of [["scratch", "main.s"], ["tutorial/dma", "dma.s"]]) {
  test(`the last choice is opened, even if an earlier one arrives after it (${next})`, () =>
    withLab({}, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      const slow = await held(page, "class/quicksort");
      const choice = page.getByTestId("exercise");
      await choice.selectOption("class/quicksort");
      await becomes(slow.arrived, true);
      await choice.selectOption(next);
      await page.getByTestId(`tab-${file}`).waitFor();
      await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
      const late = page.waitForResponse(/class\/quicksort\/start/);
      await slow.release();
      await late;
      // Another exercise is opened and closed by the session after it, so the late one would have been shown.
      await page.getByTestId("assemble").click();
      await until(page, "assembled again", (f) => f.state === "paused" && f.cycle === "0");
      assert.equal(await page.getByTestId("tab-quicksort.s").count(), 0);
      await page.getByTestId(`tab-${file}`).waitFor();
      assert.equal(await choice.inputValue(), next);
    }));
}

test("an exercise whose successor cannot be fetched is opened after all", () =>
  withLab({ allow: [/ERR_FAILED|abort/] }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    const slow = await held(page, "class/quicksort");
    await page.route(/exercises\/tutorial\/dma\//, (route) => route.abort());
    const choice = page.getByTestId("exercise");
    await choice.selectOption("class/quicksort");
    await becomes(slow.arrived, true);
    await choice.selectOption("tutorial/dma");
    await becomes(async () => (await slow.release(), await page.getByTestId("tab-quicksort.s").count()), 1);
    assert.equal(await choice.inputValue(), "class/quicksort");
  }));

test("comments of start files are in the language of the page, and edited files stay", () =>
  withLab({ lang: "ja" }, async ({ page }) => {
    const ready = () => until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    // The editor holds only the lines around the visible ones, and a run has led it away from the first ones.
    const shows = async (file, pattern) => {
      await page.getByTestId(`tab-${file}`).click();
      await page.locator(".cm-content").focus();
      await page.keyboard.press("ControlOrMeta+Home");
      await reads(page, pattern);
    };
    const speak = async (lang) => {
      await page.getByTestId(`lang-${lang}`).click();
      await becomes(() => page.locator("html").getAttribute("lang"), lang);
    };
    const saved = () => page.getByTestId("saved").filter({ hasText: /^(saved|保存済み)$/ }).waitFor();
    await ready();
    await page.getByTestId("exercise").selectOption("network/barrier");
    await page.getByTestId("tab-barrier.s").waitFor();
    await ready();
    // An editable and a read-only file.
    await shows("barrier.s", /ランク 0 がまとめ役です/);
    await shows("phases.s", /このファイルは変更できません/);
    await screenshot(page, "start-ja");
    // It is the same program in both languages, so a run stays.
    await page.getByTestId("run").click();
    await until(page, "ended", (f) => f.state === "ended");
    await speak("en");
    await shows("phases.s", /This file cannot be changed/);
    await shows("barrier.s", /Rank 0 keeps the list/);
    assert.equal((await facts(page)).state, "ended");
    assert.equal(await page.locator("[data-testid=assemble].edited").count(), 0);
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("# mine ");
    await saved();
    for (const again of [false, true]) {
      if (again) await page.reload();
      await speak("ja");
      await shows("barrier.s", /# mine.*[^]*Rank 0 keeps the list/);
      await shows("phases.s", /このファイルは変更できません/);
    }
    // A new start is in the language of the page, and so is a file that was stored in another language.
    await page.getByTestId("tab-task").click();
    await page.getByTestId("reset").click();
    await page.getByTestId("reset-confirm").click();
    await shows("barrier.s", /ランク 0 がまとめ役です/);
    await saved();
    await speak("en");
    await shows("barrier.s", /Rank 0 keeps the list/);
    await page.reload();
    await page.getByTestId("tab-barrier.s").waitFor();
    await shows("barrier.s", /Rank 0 keeps the list/);
    await page.getByTestId("tab-task").click();
    await becomes(() => page.getByTestId("reset").isDisabled(), true, "nothing is edited");
  }));
