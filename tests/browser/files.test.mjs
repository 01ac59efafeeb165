// The user's files: ELF programs with and without their C sources, texts, and files that are neither.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const golden = (path) => readFileSync(new URL(`../golden/${path}`, import.meta.url));
const file = (name, buffer) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(buffer) });
const open = (page, ...files) => page.getByTestId("files-input").setInputFiles(files);

for (const lang of variants(["en", "ja"])) {
  test(`a compiled program runs and is followed in its C source (${lang})`, () =>
    withLab({ lang }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      await open(page, file("lines.elf", golden("elf/lines.elf")), file("lines.c", golden("gcc/lines.c")), file("io.h", golden("gcc/io.h")));
      await page.getByTestId("tab-lines.c").waitFor();
      await until(page, "loaded", (f) => f.state === "paused" && f.cycle === "0");
      // The line of the selected node is marked and moves as the program is stepped.
      const lines = new Set();
      for (let i = 0; i < 12; i++) {
        await page.getByTestId("step").click();
        await until(page, "stepped", (f) => f.cycle === String(i + 1));
        const mark = page.locator(".cm-nodeLine").first();
        if (await mark.count()) lines.add(await mark.textContent());
      }
      assert.ok(lines.size > 1, `marked lines: ${[...lines].join(" | ")}`);
      await screenshot(page, `elf-${lang}`);
      const paces = page.getByTestId("pace");
      await paces.selectOption({ index: (await paces.locator("option").count()) - 1 });
      await page.getByTestId("run").click();
      await until(page, "ended", (f) => f.state === "ended");
      const printed = golden("gcc/lines.out").toString().split("exit ")[0].trim().split("\n")[0];
      await becomes(() => page.getByTestId("console").textContent(), new RegExp(printed.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
    }));
}

test("without sources a disassembly is shown; what cannot run is refused in words", () =>
  withLab({}, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await open(page, file("calc.elf", golden("elf/calc.elf")));
    await page.getByTestId("tab-calc.elf.s").waitFor();
    await page.locator(".cm-content").getByText("addiu").first().waitFor();
    await screenshot(page, "elf-disassembly");
    await open(page, file("big.elf", golden("elf/big-endian.elf")));
    await becomes(() => page.getByTestId("finding").first().textContent(), /big.endian/i);
    await open(page, file("picture.png", [0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]));
    await becomes(() => page.getByTestId("notice").textContent(), /picture\.png/);
  }));

test("a text that is opened joins the work, and that can be undone", () =>
  withLab({}, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("exercise").selectOption("scratch");
    await page.getByTestId("tab-main.s").waitFor();
    await open(page, file("part.s", " .globl part\npart: li $v0, 7\n jr $ra\n"));
    await page.getByTestId("tab-part.s").waitFor();
    await page.getByTestId("assemble").click();
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await page.reload();
    await page.getByTestId("tab-part.s").waitFor();
    await open(page, file("other.s", "other: nop\n"));
    await page.getByTestId("tab-other.s").waitFor();
    await page.getByTestId("undo-reset").click();
    await page.getByTestId("tab-other.s").waitFor({ state: "detached" });
  }));

test("a text that an editor has saved as Shift_JIS is read, and the page says so", () =>
  withLab({ lang: "ja" }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("exercise").selectOption("scratch");
    await page.getByTestId("tab-main.s").waitFor();
    // "# 合計" in Shift_JIS.
    await open(page, file("part.s", [0x23, 0x20, 0x8d, 0x87, 0x8c, 0x76, ...Buffer.from("\n .globl part\npart: jr $ra\n nop\n")]));
    await page.getByTestId("tab-part.s").waitFor();
    await becomes(() => page.getByTestId("notice").textContent(), /part\.s.*Shift_JIS/);
    await becomes(() => page.locator(".cm-content").textContent(), /# 合計/);
  }));
