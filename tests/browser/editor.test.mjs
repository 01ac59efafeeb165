// The source editor in the built site: its features for a student, by mouse and keyboard, under the page's own security
// policy (the harness fails a test on any violation).

import assert from "node:assert/strict";
import { test } from "node:test";
import { bringAxe } from "./axe.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, stays } from "./lab.mjs";
import { variants } from "./variants.mjs";

const PALETTE = {
  light: {
    "--bg": "#f6f7f9", "--panel": "#ffffff", "--line": "#dde2e9", "--ink": "#17202c", "--ink2": "#4d5a6b", "--ink3": "#667487",
    "--accent": "#1f5fbf", "--accent-soft": "#e3edfb", "--work": "#0f8a7e", "--poll": "#b26a00", "--stall": "#c0392b", "--p2": "#d55e00",
  },
  dark: {
    "--bg": "#0f141b", "--panel": "#161d26", "--line": "#28323f", "--ink": "#e7edf5", "--ink2": "#aab6c5", "--ink3": "#8b99aa",
    "--accent": "#6aa5ff", "--accent-soft": "#1c2f4c", "--work": "#35c2b3", "--poll": "#f0a53a", "--stall": "#ff7566", "--p2": "#ff9a4d",
  },
};

const PROGRAM = `# C = A * B 😀 行列
main:   addiu $t0, $zero, 0x20   /* rows */
        lui   $t1, %hi(A)
        .asciiz "text"
inner:  lw    $t2, 0($t1)
        bnez  $t2, inner
        nop
`;

/** Puts an editor over the page, with the palette of `theme`, and stores its handle in `globalThis.editor`. */
async function withEditor(options, body) {
  const { theme = "light", lang = "en", text = PROGRAM, file = "main.s", ...rest } = options;
  await withLab({ theme, lang, ...rest }, async (lab) => {
    await lab.page.evaluate(
      async ({ palette, theme, lang, text, file }) => {
        await mcoreBoot.editor(true);
        const box = document.createElement("div");
        box.id = "editor-under-test";
        Object.assign(box.style, { position: "fixed", inset: "0", zIndex: "1000", background: "var(--panel)" });
        for (const [name, value] of Object.entries(palette)) box.style.setProperty(name, value);
        box.style.setProperty("--mono", "monospace");
        document.body.append(box);
        globalThis.changes = [];
        globalThis.editor = McoreEditor.create(box, { label: "Source", theme, lang, name: file, text });
        editor.onChange((name) => changes.push(name));
        // The live region is emptied soon after, so each message is noted when it appears.
        globalThis.spoken = [];
        const region = box.querySelector(".mcore-editor").shadowRoot.querySelector(".cm-announced");
        new MutationObserver(() => region.textContent.trim() && spoken.push(region.textContent)).observe(region, { childList: true, subtree: true });
      },
      { palette: PALETTE[theme], theme, lang, text, file },
    );
    const area = lab.page.locator("#editor-under-test .cm-content");
    await area.waitFor();
    await body({ ...lab, area, box: lab.page.locator("#editor-under-test") });
  });
}

/** Calls a method of the handle. */
const call = (page, method, ...args) => page.evaluate(({ method, args }) => editor[method](...args), { method, args });

test("typing, undo and redo; onChange tells of the user's edits only", async () => {
  await withEditor({ text: "" }, async ({ page, area }) => {
    await call(page, "setText", "nop");
    assert.deepEqual(await page.evaluate(() => changes), []);
    await area.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("li $t0, 1");
    await becomes(() => call(page, "getText"), "nop\nli $t0, 1");
    await becomes(async () => [...new Set(await page.evaluate(() => changes))], ["main.s"]);
    for (let i = 0; i < 5; i++) await page.keyboard.press("Control+z");
    await becomes(() => call(page, "getText"), "", "setText can be undone too");
    for (let i = 0; i < 5; i++) await page.keyboard.press("Control+y");
    await becomes(() => call(page, "getText"), "nop\nli $t0, 1");
  });
});

test("several documents, each with its own undo history and access", async () => {
  await withEditor({ text: "main" }, async ({ page, area }) => {
    await call(page, "openDoc", "lib.s", "library", true);
    await call(page, "openDoc", "b.s", "b");
    assert.deepEqual(await call(page, "docs"), [
      { name: "main.s", readOnly: false, current: true },
      { name: "lib.s", readOnly: true, current: false },
      { name: "b.s", readOnly: false, current: false },
    ]);
    await call(page, "switchTo", "b.s");
    await area.click();
    await page.keyboard.type("X");
    await call(page, "switchTo", "main.s");
    await page.keyboard.press("Control+z");
    assert.equal(await call(page, "getText"), "main", "undo here does not reach the other document");
    await becomes(() => call(page, "getText", "b.s"), /X/);
    await call(page, "switchTo", "b.s");
    await page.keyboard.press("Control+z");
    await becomes(() => call(page, "getText"), "b");

    await call(page, "switchTo", "lib.s");
    await area.click();
    await page.keyboard.type("X");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Tab");
    await becomes(() => call(page, "getText"), "library");
    await becomes(() => area.getAttribute("aria-readonly"), "true");
    await call(page, "setReadOnly", false, "lib.s");
    await area.click();
    await page.keyboard.type("X");
    await becomes(() => call(page, "getText"), /X/);

    assert.equal(await call(page, "closeDoc", "lib.s"), false, "the shown one stays");
    assert.equal(await call(page, "closeDoc", "b.s"), true);
    await assert.rejects(call(page, "switchTo", "b.s"), /no document "b\.s"; open are: main\.s, lib\.s/);
  });
});

test("findings: squiggle, gutter, tooltip with tip, F2 and a spoken message", async () => {
  await withEditor({ text: "nop\n# 😀😀\n😀 beq $t0, dnoe\nnop" }, async ({ page, area, box }) => {
    await call(page, "setDiagnostics", [
      { line: 3, col: 12, len: 4, severity: "error", message: "no label dnoe", tip: 'did you mean "done"?' },
      { line: 4, col: 1, len: 3, severity: "warning", message: "useless" },
      { line: 99, col: 99, len: 99, severity: "warning", message: "older than the text" },
    ]);
    const squiggle = box.locator(".cm-lintRange-error");
    await becomes(() => squiggle.textContent(), "dnoe", "columns count characters, not UTF-16 units");
    await becomes(() => squiggle.evaluate((element) => getComputedStyle(element).textDecorationStyle), "wavy");
    await becomes(() => box.locator(".cm-lint-marker-error").count(), 1);
    await becomes(() => box.locator(".cm-lint-marker-warning").count(), 1);
    await stays(() => box.locator(".cm-panel").count(), 0, "no panel");

    await squiggle.hover();
    const tooltip = box.locator(".cm-tooltip .cm-diagnostic");
    await tooltip.first().waitFor();
    await becomes(() => tooltip.first().innerText(), 'no label dnoe\nTip: did you mean "done"?');
    await page.mouse.move(5, 400);
    await tooltip.first().waitFor({ state: "detached" });

    await area.focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F2");
    await becomes(() => call(page, "cursor"), { line: 3, col: 16 });
    await tooltip.first().waitFor();
    await screenshot(page, "editor-finding");
    await becomes(() => page.evaluate(() => spoken), ['no label dnoe did you mean "done"?']);
    await page.keyboard.press("F2");
    await becomes(async () => (await call(page, "cursor")).line, 4);
    await page.keyboard.press("Shift+F2");
    await becomes(async () => (await call(page, "cursor")).line, 3);

    await call(page, "setDiagnostics", []);
    await becomes(() => squiggle.count(), 0);
  });
});

test("findings and marks of a document that is not shown are there when it is", async () => {
  await withEditor({}, async ({ page, box }) => {
    await call(page, "openDoc", "b.s", "a\nb\nc");
    await call(page, "setDiagnostics", [{ line: 2, col: 1, len: 1, severity: "warning", message: "b" }], "b.s");
    await call(page, "setCurrentLines", [{ line: 3, label: "(1,2)" }], "b.s");
    await becomes(() => box.locator(".cm-lintRange").count(), 0);
    await call(page, "switchTo", "b.s");
    await becomes(() => box.locator(".cm-lintRange-warning").textContent(), "b");
    await becomes(() => box.locator(".cm-nodeLine").textContent(), /^c/);
  });
});

test("lines of calls have another arrow, and heat and scrolling move neither text nor cursor", async () => {
  await withEditor({}, async ({ page, area, box }) => {
    await area.click();
    await page.keyboard.press("Control+Home");
    const left = () => box.locator(".cm-line").first().evaluate((e) => e.getBoundingClientRect().left);
    const before = await left();
    await call(page, "setCurrentLines", [
      { line: 2, label: "(1,1)", caller: true },
      { line: 3, label: "(1,1)" },
      { line: 3, label: "(2,1)", caller: true },
    ]);
    const arrows = (sign) => box.locator(".cm-signGutter .cm-gutterElement", { hasText: sign }).count();
    await becomes(() => arrows("▷"), 1);
    await becomes(() => arrows("▶"), 1);
    await call(page, "setHeat", [
      { line: 3, width: 7, share: "60.0 %", polls: false },
      { line: 2, width: 2, share: "", polls: true },
      { line: 1000, width: 1, share: "gone", polls: false },
    ]);
    await becomes(() => box.locator(".cm-heatShare").allTextContents(), ["60.0 %"]);
    await becomes(() => box.locator(".cm-line.cm-heat-2.cm-heatPolls").count(), 1);
    assert.equal(await left(), before);
    await page.keyboard.press("Enter");
    await becomes(() => box.locator(".cm-line").nth(3).getAttribute("class"), /cm-heat-7/, "the heat moves with its line");
    await call(page, "setHeat", []);
    await becomes(() => box.locator(".cm-heat").count(), 0);
    const cursor = await call(page, "cursor");
    await call(page, "reveal", 1000);
    assert.deepEqual(await call(page, "cursor"), cursor);
  });
});

test("current lines of nodes: mark, arrow, names; they move with the text", async () => {
  await withEditor({}, async ({ page, area, box }) => {
    await call(page, "setCurrentLines", [
      { line: 5, label: "(1,1)" },
      { line: 5, label: "(2,1)" },
      { line: 6, label: "(3,1)" },
      { line: 1000, label: "gone" },
    ]);
    await becomes(() => box.locator(".cm-nodeLine").count(), 2);
    await becomes(() => box.locator(".cm-nodeLabel").allTextContents(), ["(1,1), (2,1)", "(3,1)"]);
    await becomes(() => box.locator(".cm-signGutter .cm-gutterElement", { hasText: "▶" }).count(), 2);
    await area.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Enter");
    await becomes(() => box.locator(".cm-nodeLine").first().textContent(), /inner:/);
    await call(page, "setCurrentLines", []);
    await becomes(() => box.locator(".cm-nodeLine").count(), 0);
  });
});

test("go to a place; find, replace and go to line by keyboard, in Japanese", async () => {
  await withEditor({ lang: "ja" }, async ({ page, area, box }) => {
    await call(page, "goTo", 1, 14);
    await becomes(() => call(page, "cursor"), { line: 1, col: 14 });
    await page.keyboard.press("Control+f");
    await box.getByRole("textbox", { name: "検索" }).fill("nop");
    await box.getByRole("textbox", { name: "置換後の文字列" }).fill("sync");
    await box.getByRole("button", { name: "すべて置換" }).click();
    await becomes(() => call(page, "getText"), /sync/);
    await screenshot(page, "editor-search-ja");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Alt+g");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await becomes(async () => (await call(page, "cursor")).line, 3);

    await call(page, "setPhrases", "en");
    await call(page, "openFind");
    await box.getByRole("textbox", { name: "Find" }).waitFor();
    await page.keyboard.press("Escape");
    await area.focus();
    await becomes(() => area.getAttribute("aria-description"), "Press Escape, then Tab, to leave the editor.");
  });
});

test("Tab indents; Escape and Tab leave", async () => {
  await withEditor({ text: "nop" }, async ({ page, area, box }) => {
    await box.evaluate((element) => {
      const button = document.createElement("button");
      button.id = "after";
      button.textContent = "after";
      element.append(button);
    });
    await area.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Tab");
    await becomes(() => call(page, "getText"), "\tnop");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await becomes(() => page.evaluate(() => document.activeElement.id), "after");
    await page.keyboard.press("Shift+Tab");
    await becomes(() => page.evaluate(() => document.activeElement.className), "mcore-editor");
  });
});

/** A few help rows as the session makes them. */
const HELP = [
  { word: "addiu", kind: "Instruction", operands: "$rt, $rs, constant", meaning: { en: "adds a constant", ja: "定数を足す" }, encoding: "001001 sssss ttttt iiiiiiiiiiiiiiii" },
  { word: "addu", kind: "Instruction", operands: "$rd, $rs, $rt", meaning: { en: "adds", ja: "足す" }, encoding: "" },
  { word: "$t0", kind: "Register", operands: "$8", meaning: { en: "Temporary.", ja: "一時レジスタ。" }, encoding: "" },
  { word: ".asciiz", kind: "Directive", operands: '"text"', meaning: { en: "`text` and 0", ja: "`text` と 0" }, encoding: "" },
];

test("words are offered by their place, with a sentence, and not in comments", async () => {
  await withEditor({ text: "" }, async ({ page, area, box }) => {
    await call(page, "setHelp", HELP);
    await page.evaluate(() => editor.setSymbols([new Map([["name", "total"], ["detail", "0x2000"]])]));
    const labels = () => box.locator(".cm-tooltip-autocomplete .cm-completionLabel").allTextContents();
    await area.click();
    await page.keyboard.type("add");
    await box.locator(".cm-tooltip-autocomplete li").first().waitFor();
    await becomes(labels, ["addiu", "addu"]);
    await box.locator(".cm-completionInfo", { hasText: "adds a constant" }).waitFor();
    await screenshot(page, "editor-completion");
    // By the editor's rule, a list accepts keys only after it has been shown for 75 ms.
    const since = await page.evaluate(() => performance.now());
    await page.waitForFunction((since) => performance.now() - since > 150, since);
    await page.keyboard.press("Enter");
    await becomes(() => call(page, "getText"), "addiu");
    await page.keyboard.type(" $t");
    await box.locator(".cm-tooltip-autocomplete li", { hasText: "$t0" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.type("0, to");
    await box.locator(".cm-tooltip-autocomplete li", { hasText: "total" }).waitFor();
    await becomes(() => box.locator(".cm-tooltip-autocomplete li").first().textContent(), /0x2000/);
    await page.keyboard.press("Escape");
    await page.keyboard.type(" # add");
    await stays(() => box.locator(".cm-tooltip-autocomplete").count(), 0, "nothing is offered in a comment", 400);
  });
});

test("help for an instruction with what its operands hold, by mouse and by Alt-H, in the chosen language", async () => {
  await withEditor({}, async ({ page, box }) => {
    await call(page, "setHelp", HELP);
    await page.evaluate(() => {
      globalThis.asked = [];
      editor.setValues((operands) => {
        asked.push(operands);
        return operands.includes("$t0") ? { node: "(2,1)", rows: [["$t0", "0x00000005  5"]] } : null;
      });
    });
    const help = box.locator(".cm-tooltip-help");
    await box.getByText("addiu", { exact: true }).hover();
    await help.waitFor();
    for (const words of ["$rt, $rs, constant", "instruction", "adds a constant", "001001 sssss", "Now at node (2,1)", "0x00000005  5"]) {
      await becomes(() => help.textContent(), (text) => text.includes(words), words);
    }
    await becomes(async () => (await page.evaluate(() => asked)).at(-1), ["$t0", "$zero", "0x20"]);
    await screenshot(page, "editor-help");
    await page.mouse.move(5, 600);
    await help.waitFor({ state: "detached" });
    // The help of a label is the place of its definition; a word in a comment has no help.
    await box.locator(".cm-line", { hasText: "bnez" }).getByText("inner").hover();
    await help.filter({ hasText: "Defined in line 5" }).waitFor();
    await page.mouse.move(5, 600);
    await help.waitFor({ state: "detached" });

    await call(page, "setPhrases", "ja");
    await page.evaluate(() => editor.setHelp([new Map([["word", "addiu"], ["kind", "Instruction"], ["operands", "x"], ["meaning", new Map([["en", "a"], ["ja", "定数を足す"]])], ["encoding", ""]])]));
    await call(page, "goTo", 2, 10);
    await page.keyboard.press("Alt+h");
    await help.waitFor();
    await becomes(() => help.textContent(), /命令定数を足す現在の値 ノード \(2,1\)/);
    await becomes(() => page.evaluate(() => spoken), ["addiu x. 定数を足す. 現在の値 ノード (2,1). $t0 0x00000005  5"]);
  });
});

test("to the definition of a name: F12 and Ctrl-click, numbered labels, other documents", async () => {
  await withEditor({ text: "1: nop\nmain: jal far\nb 1b\nb 1f\n1: nop\n# main\n" }, async ({ page, area, box }) => {
    await call(page, "openDoc", "b.s", "nop\nfar: nop\n1: nop", true);
    await page.evaluate(() => {
      globalThis.visited = [];
      editor.onVisit((name, line) => visited.push(`${name}:${line}`));
    });
    const from = async (line, col) => {
      await call(page, "goTo", line, col);
      await page.keyboard.press("F12");
      return call(page, "cursor");
    };
    assert.equal((await from(3, 4)).line, 1);
    assert.equal((await from(4, 4)).line, 5);
    assert.deepEqual(await from(2, 12), { line: 2, col: 12 });
    await becomes(() => page.evaluate(() => visited), ["b.s:2"]);
    await call(page, "goTo", 6, 1);
    await box.locator(".cm-line", { hasText: "b 1f" }).getByText("1f").click({ modifiers: ["ControlOrMeta"] });
    await becomes(() => call(page, "cursor"), { line: 5, col: 1 });
    await becomes(() => area.evaluate((element) => element.getRootNode().activeElement === element), true);
  });
});

test("what is wrong stands beside the line, the worse first, and moves with it", async () => {
  await withEditor({ text: "nop\nbeq $t0\nnop" }, async ({ page, area, box }) => {
    await call(page, "setDiagnostics", [
      { line: 2, col: 5, len: 3, severity: "warning", message: "useless" },
      { line: 2, col: 1, len: 3, severity: "error", message: "too few operands", tip: "write a label" },
    ]);
    const beside = box.locator(".cm-beside");
    await becomes(() => beside.textContent(), "✗ too few operands write a label (+1)");
    assert.equal(await call(page, "getText"), "nop\nbeq $t0\nnop");
    await area.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Enter");
    await becomes(() => box.locator(".cm-line").nth(2).textContent(), /^beq \$t0✗/);
    await call(page, "setDiagnostics", []);
    await becomes(() => beside.count(), 0);
  });
});

test("comments come and go by key; C is coloured and not taken for assembly", async () => {
  await withEditor({ text: "nop\nnop" }, async ({ page, area, box }) => {
    await area.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+/");
    await becomes(() => call(page, "getText"), "# nop\nnop");
    await page.keyboard.press("Control+/");
    await becomes(() => call(page, "getText"), "nop\nnop");

    await call(page, "openDoc", "main.c", "int main(void) { return 7; } // addiu", true);
    await call(page, "setHelp", HELP);
    await call(page, "switchTo", "main.c");
    const colour = (text) => box.locator(".cm-line span", { hasText: text }).first().evaluate((element) => getComputedStyle(element).color);
    const colours = new Set([await colour("int"), await colour("return"), await colour("7"), await colour("// addiu")]);
    assert.equal(colours.size, 4, [...colours].join(" "));
    await box.getByText("return", { exact: true }).hover();
    await stays(() => box.locator(".cm-tooltip-help").count(), 0, "C has no help", 700);
  });
});

test("an undo history can be stored and taken up again, but not for another text", async () => {
  await withEditor({ text: "nop" }, async ({ page, area }) => {
    await area.click();
    await page.keyboard.press("Control+End");
    // Inserted at once: letters that are typed slowly are steps of their own.
    await page.keyboard.insertText("\nsync");
    const stored = await call(page, "history");
    assert.equal(await call(page, "history", "main.s", 10), "");
    await call(page, "openDoc", "again.s", "nop\nsync");
    await call(page, "openDoc", "other.s", "nop");
    assert.equal(await call(page, "restoreHistory", "again.s", stored), true);
    assert.equal(await call(page, "restoreHistory", "other.s", stored), false);
    assert.equal(await call(page, "restoreHistory", "other.s", "{damaged"), false);
    assert.equal(await call(page, "getText", "other.s"), "nop");
    await call(page, "switchTo", "again.s");
    await area.click();
    await page.keyboard.press("Control+z");
    await becomes(() => call(page, "getText", "again.s"), "nop");
  });
});

test("in the page: help with the values of the selected node, labels of the program, the way into the library", async () => {
  await withLab({ lang: "ja" }, async ({ page }) => {
    const { until, paste } = await import("./lab.mjs");
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("exercise").selectOption("scratch");
    await paste(page, '        .include "mclib.s"\n        .data\ntotal:  .word 42\n        .text\nmain:   li $t1, 5\n        lw $t2, total\n        addu $t3, $t1, $t2\n        jal mc_exit\n', "main.s");
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("assembly").filter({ hasText: /\d/ }).waitFor();
    for (let i = 0; i < 3; i++) await page.getByTestId("step").click();
    await until(page, "three cycles", (f) => f.cycle === "3");
    await page.locator(".cm-line", { hasText: "addu" }).getByText("addu").hover();
    const help = page.locator(".cm-tooltip-help");
    await help.filter({ hasText: "現在の値 ノード (1,1)" }).waitFor();
    const text = await help.innerText();
    assert.match(text, /\$rd, \$rs, \$rt/);
    assert.match(text, /000000 sssss ttttt ddddd/);
    assert.match(text, /\$t1\s+0x00000005 {2}5/);
    assert.match(text, /\$t2\s+0x0000002a {2}42/);
    await screenshot(page, "editor-values-ja");
    await page.mouse.move(700, 300);
    await help.waitFor({ state: "detached" });
    await page.locator(".cm-line", { hasText: "jal" }).getByText("mc_exit").click();
    await page.keyboard.press("F12");
    await page.locator(".cm-line.cm-activeLine", { hasText: "mc_exit:" }).waitFor();
    await becomes(() => page.getByTestId("library").inputValue(), "mc_system.s");
  });
});

test("in the page: findings in assembly while it is typed, without a change of the run", async () => {
  await withLab({}, async ({ page }) => {
    const { paste, until } = await import("./lab.mjs");
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("exercise").selectOption("scratch");
    await paste(page, "        .text\nmain:   li $t0, 1\n        li $t1, 2\n        jr $ra\n", "main.s");
    await page.getByTestId("assemble").click();
    await page.getByTestId("assembly").filter({ hasText: /\d/ }).waitFor();
    await page.getByTestId("step").click();
    await until(page, "one cycle", (f) => f.cycle === "1");
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("        movee $t0, $t1");
    const finding = page.getByTestId("finding");
    await becomes(() => finding.innerText().catch(() => ""), /main\.s line 2.*movee/s);
    await becomes(() => page.getByTestId("assembly").innerText(), /Errors: 1 · Changed since/);
    // The program that runs is the one before.
    assert.equal((await until(page, "the same moment", (f) => f.state === "paused")).cycle, "1");
    // The finding goes with the text that it was about.
    await page.keyboard.press("ControlOrMeta+z");
    await becomes(() => finding.count(), 0);
  });
});

test("names of controls come 300 ms after the pointer, at once on focus, and stay for screen readers", () =>
  withLab({}, async ({ page }) => {
    const { until } = await import("./lab.mjs");
    await until(page, "ready", (f) => f.state === "paused");
    const tip = page.locator(".name-tip");
    const button = page.getByTestId("step");
    const title = await button.getAttribute("title");
    assert.ok(title);
    const begin = Date.now();
    await button.hover();
    await becomes(() => tip.innerText().catch(() => ""), title);
    assert.ok(Date.now() - begin >= 290, "not at once");
    const [box, own] = [await tip.boundingBox(), await button.boundingBox()];
    assert.ok(box.y >= own.y + own.height || box.y + box.height <= own.y, "it covers nothing of the control");
    await page.mouse.move(5, 400);
    await becomes(() => tip.count(), 0);
    assert.equal(await button.getAttribute("title"), title, "the title is back");
    await button.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await becomes(() => tip.count(), 1);
    await page.keyboard.press("Escape");
    await becomes(() => tip.count(), 0);
    // A control that has no other name keeps its name while the tip is shown.
    const nameless = await page.evaluate(() => {
      const button = Object.assign(document.createElement("button"), { id: "nameless", title: "Only a title" });
      button.style.cssText = "position: fixed; inset: 40px auto auto 40px; width: 30px; height: 30px; z-index: 50";
      document.body.append(button);
      return button.id;
    });
    await page.locator(`#${nameless}`).hover();
    await becomes(() => tip.innerText().catch(() => ""), "Only a title");
    assert.equal(await page.getByRole("button", { name: "Only a title" }).count(), 1);
    await screenshot(page, "name-tip");
  }));

/** Runs in the page: the contrast of each piece of text with its background. */
function contrasts(box) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  /** The colour that results from `layers` (bottom first). */
  const mixed = (layers) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of layers) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const root = box.querySelector(".mcore-editor").shadowRoot;
  const found = [];
  const walk = document.createTreeWalker(root.querySelector(".cm-editor"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    const element = walk.currentNode.parentElement;
    const visible = element?.checkVisibility({ visibilityProperty: true });
    if (!text || !visible || element.closest(".cm-announced")) continue;
    const layers = [];
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) layers.unshift(getComputedStyle(at).backgroundColor);
    const back = mixed(layers);
    const front = mixed([...layers, getComputedStyle(element).color]);
    const [low, high] = [luminance(back), luminance(front)].sort((a, b) => a - b);
    found.push({ text: text.slice(0, 20), ratio: (high + 0.05) / (low + 0.05) });
  }
  return found;
}

for (const theme of variants(["light", "dark"])) {
  test(`every text has a contrast of 4.5:1 or more, ${theme}`, async () => {
    await withEditor({ theme }, async ({ page, area, box }) => {
      const lines = PROGRAM.split("\n").length;
      await call(page, "setDiagnostics", [{ line: 2, col: 9, len: 5, severity: "error", message: "m", tip: "t" }]);
      await area.click();
      // The other places of a selected word are marked.
      await box.getByText("inner", { exact: true }).first().dblclick();
      await box.locator(".cm-selectionMatch").first().waitFor();
      for (const { text, ratio } of await box.evaluate(contrasts)) assert.ok(ratio >= 4.5, `"${text}" has ${ratio.toFixed(2)} with a word selected`);
      await call(page, "openFind");
      for (const marked of [false, true]) {
        // With and without the marks of nodes, and with the cursor in each line once.
        await call(page, "setCurrentLines", marked ? Array.from({ length: lines }, (_, i) => ({ line: i + 1, label: "(1,1)" })) : []);
        for (let line = 1; line < lines; line++) {
          await call(page, "goTo", line, 1);
          const found = await box.evaluate(contrasts);
          assert.ok(found.length > 30, "the texts were found");
          for (const { text, ratio } of found) assert.ok(ratio >= 4.5, `"${text}" has ${ratio.toFixed(2)} with the cursor in line ${line}`);
        }
      }
      await screenshot(page, `editor-${theme}`);
    });
  });

  test(`axe finds no fault in the editor, ${theme}`, async () => {
    await withEditor({ theme }, async ({ page, area }) => {
      await call(page, "setCurrentLines", [{ line: 5, label: "(1,1)" }]);
      await area.click();
      await call(page, "openFind");
      await bringAxe(page);
      const { violations } = await page.evaluate(() => axe.run("#editor-under-test"));
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`),
        [],
      );
    });
  });
}

test("a change of the page's variables changes the editor without a call", async () => {
  await withEditor({}, async ({ box }) => {
    const back = () => box.locator(".cm-editor").evaluate((element) => getComputedStyle(element).backgroundColor);
    await becomes(back, "rgb(255, 255, 255)");
    await box.evaluate((element) => element.style.setProperty("--panel", "#161d26"));
    await becomes(back, "rgb(22, 29, 38)");
  });
});

test("labels can change, and nothing is left after destroy", async () => {
  await withEditor({}, async ({ page, area, box }) => {
    await call(page, "setLabel", "ソース");
    await becomes(() => area.getAttribute("aria-label"), "ソース");
    await call(page, "setTheme", "dark");
    await call(page, "destroy");
    await becomes(() => box.locator(".mcore-editor").count(), 0);
  });
});

test("text that arrives in one piece over a line with a finding: the finding's words stay beside the text", async () => {
  await withEditor({ text: "main:\n\tnop\n\tmovee $t0, $t1" }, async ({ page, area }) => {
    const finding = (line) => [{ line, col: 2, len: 5, severity: "error", message: "there is no instruction", tip: "did you mean move?" }];
    await call(page, "setDiagnostics", finding(3));
    await area.click();
    const long = Array.from({ length: 150 }, (_, i) => `\taddiu $t0, $t0, ${i}`).join("\n");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(long);
    assert.equal(await call(page, "getText"), long);
    // A single letter replaces a selection in the same way; brackets still enclose it.
    await call(page, "setText", "a\nb");
    await call(page, "setDiagnostics", finding(2));
    await page.keyboard.press("Control+a");
    await page.keyboard.type("(");
    assert.equal(await call(page, "getText"), "(a\nb)");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("nop");
    assert.equal(await call(page, "getText"), "nop");
  });
});

test("Enter over whole lines leaves no indentation, and a click beside the text keeps the focus in the text", async () => {
  await withEditor({ text: "\tnop\n\tnop" }, async ({ page, area, box }) => {
    await area.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Enter");
    assert.equal(await call(page, "getText"), "\n");
    await page.evaluate(() => document.activeElement.blur());
    await box.locator(".cm-lineNumbers").click({ position: { x: 4, y: 12 } });
    await box.locator(".cm-editor.cm-focused").waitFor();
    assert.match(await page.evaluate(() => document.querySelector("#editor-under-test .mcore-editor").shadowRoot.activeElement.className), /cm-content/);
  });
});

test("Alt+R selects the uses of a name of C, and typing renames them", async () => {
  const text = "int count;\nint twice(int n) { return 2 * n; }\nint main(void)\n{\n\tint n = twice(count); // n\n\treturn n + count;\n}\n";
  await withEditor({ text, file: "main.c" }, async ({ page, area }) => {
    await area.click();
    await page.keyboard.press("ControlOrMeta+Home");
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Alt+r");
    await becomes(() => page.evaluate(() => spoken), (said) => said.some((words) => /selected: 3/.test(words)), "the number of uses");
    // As one edit: undo takes back together only the keys within half a second.
    await page.keyboard.insertText("all");
    assert.equal(await call(page, "getText"), text.replaceAll("count", "all"));
    // One undo takes it back.
    await page.keyboard.press("ControlOrMeta+z");
    assert.equal(await call(page, "getText"), text);
  });
});
