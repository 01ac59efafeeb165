// The exercises that ship, as a student sees them: by their names, in the order of a course, each with its statement
// and an assembled program.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const FOLDERS = {
  tutorial: ["hello", "dma", "nqueens", "matmul", "solver", "bitonic", "himeno"].flatMap((name) => [name, `${name}-c`]),
  class: ["matmul", "matmul-c", "quicksort", "quicksort-c"],
  network: ["broadcast", "broadcast-c", "order", "blocking", "hotspot", "hotspot-c", "barrier"],
  mpi: ["hello", "ring", "deadlock", "integral", "fractal", "halo"],
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
      assert.deepEqual(offered, IDS.map((id) => [id, title(id, lang)]));
      for (const id of IDS) {
        await choice.selectOption(id);
        const heading = page.getByTestId("task").getByRole("heading", { name: title(id, lang), exact: true });
        await heading.waitFor();
        await until(page, `${id} is assembled`, (f) => f.state === "paused" && f.cycle === "0");
        await screenshot(page, `exercise-${id.replace("/", "-")}-${lang}`);
      }
    }));
}
