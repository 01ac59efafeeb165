// C in the page: a program is written, its findings are shown while it is typed, and it runs; the compiler is fetched
// only when a C text is opened, and works without network and in the single file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bringAxe, faults } from "./axe.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, RANKS, compiled, judged, newInC, paste, printed, replaced, runs, showTab, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const SOLUTION = readFileSync(new URL("../../exercises/class/matmul-c/solution/matmul.c", import.meta.url), "utf8");

const ofCompiler = (requests) => requests.filter((request) => /\/compiler-/.test(request));

for (const [lang, theme, width] of variants([["en", "light", 1440], ["ja", "dark", 1440], ["en", "dark", 390], ["ja", "light", 390]])) {
  test(`a C program is written, corrected and run (${lang}, ${theme}, ${width})`, () =>
    withLab({ lang, theme, width }, async ({ page, requests }) => {
      await until(page, "ready", (f) => f.state === "paused");
      assert.deepEqual(ofCompiler(requests), [], "the compiler is not fetched before a C text is opened");
      await newInC(page);
      assert.ok(ofCompiler(requests).length > 0);
      // A finding appears while typing, with its place, a tip and a mark at the line, and without a click.
      await compiled(page, RANKS);
      await page.locator(".cm-content").click();
      await page.keyboard.press("ControlOrMeta+Home");
      await page.keyboard.type("int wrong = undeclared;\n");
      await page.getByTestId("finding").first().waitFor();
      await becomes(() => page.getByTestId("finding").first().innerText(), /main\.c.*1.*undeclared/s);
      await page.locator(".cm-lintRange-error").first().waitFor();
      await bringAxe(page);
      assert.deepEqual(await faults(page), []);
      await screenshot(page, `c-finding-${lang}-${theme}-${width}`);
      // It goes when the text is right again.
      await page.keyboard.press("ControlOrMeta+z");
      await compiled(page, RANKS);
      await becomes(() => page.getByTestId("finding").count(), 0);
      await runs(page);
      if (width < 1000) await page.getByTestId("phone-node").click();
      await becomes(() => printed(page), /0 squared is 0/);
      await screenshot(page, `c-run-${lang}-${theme}-${width}`);
    }),
  );
}

test("C and assembly are parts of one program, with a header, and a level that is kept", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    for (const [kind, name] of [[".h", "twice.h"], [".s", "twice.s"]]) {
      await page.getByTestId("files-menu").click();
      await page.getByTestId("files-manage").click();
      await page.getByTestId("file-kind").selectOption(kind);
      await becomes(() => page.getByTestId("file-new-name").inputValue(), new RegExp(`\\${kind}$`));
      await page.getByTestId("file-new-name").fill(name);
      await page.getByTestId("file-add").click();
      await page.getByTestId(`tab-${name}`).waitFor();
    }
    await paste(page, "int twice(int n);\n", "twice.h");
    await paste(page, "\t.text\n\t.globl twice\ntwice:\tadd $v0, $a0, $a0\n\tjr $ra\n", "twice.s");
    await compiled(page, '#include "twice.h"\n#include <stdio.h>\nint main(void)\n{\n\tint sum = 0;\n\tfor (int i = 0; i < 2; i++)\n\t\tsum += twice(i);\n\tprintf("%d\\n", sum + twice(20));\n\treturn 0;\n}\n');
    await becomes(() => page.getByTestId("finding").count(), 0);
    await runs(page);
    await becomes(() => printed(page), /42/);
    // The level of optimisation belongs to the project.
    const size = () => page.getByTestId("assembly").innerText();
    const before = await size();
    await page.getByTestId("machine").click();
    await page.getByTestId("machine-level").selectOption("0");
    await page.getByTestId("machine-apply").click();
    const after = await becomes(size, (text) => text !== before && /\d/.test(text), "-O0 is larger");
    await page.reload();
    await page.getByTestId("tab-main.c").waitFor();
    await becomes(size, after);
  }));

test("a breakpoint on a line of C stops there, and a trap names its line", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    const lines = ["int main(void)", "{", "\tvolatile int n = 3;", "\tn = n + 1;", "\tint *p = (int *)2;", "\treturn *p + n;", "}", ""];
    await compiled(page, lines.join("\n"));
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    for (let line = 1; line < 4; line++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("F9");
    await page.getByTestId("run").click();
    await until(page, "stopped", (f) => f.state === "paused" && Number(f.cycle) > 0);
    await becomes(() => page.locator(".cm-nodeLine").first().innerText(), /n = n \+ 1/);
    await page.getByTestId("run").click();
    const ended = await until(page, "trapped", (f) => f.state === "ended");
    assert.ok(ended);
    await becomes(() => page.locator("body").innerText(), /main\.c line 6/);
  }));

test("findings in a text of 1,000 lines, and Compile of 300 lines, come at once", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    const part = (n) => `static int f${n}(int a, int *p)\n{\n\tint sum = 0;\n\tfor (int i = 0; i < a; i++) {\n\t\tif (p[i] > ${n})\n\t\t\tsum += p[i] * ${n + 2};\n\t\telse\n\t\t\tsum -= i;\n\t}\n\treturn sum;\n}\n\n`;
    const program = (parts) => {
      const numbers = Array.from({ length: parts }, (_, n) => n);
      const calls = numbers.map((n) => `f${n}(4, v)`).join(" + ");
      return `#include <stdio.h>\n#include <mclib.h>\nstatic int v[4] = {1, 2, 3, 4};\n${numbers.map(part).join("")}int main(void)\n{\n\tprintf("%d\\n", ${calls});\n\treturn mc_rank() > 99;\n}\n`;
    };
    /** A request to the compiler's worker as its bytes (ui/src/modes/chip/compiler/messages.rs), in postcard's form. */
    const request = (number, [{ name, text }], memory) => {
      const varint = (n) => (n < 0x80 ? [n] : [(n & 0x7f) | 0x80, ...varint(n >>> 7)]);
      const string = (text) => [...varint(Buffer.byteLength(text)), ...Buffer.from(text)];
      // One file; then the level -O1, the size of memory, no debug information, no rules.
      return [...varint(number), 1, ...string(name), ...string(text), 1, ...varint(memory), 0, 0];
    };
    const timed = (files, memory) =>
      page.evaluate(
        async (requests) => {
          const worker = mcoreBoot.startCompiler();
          const answer = () => new Promise((done, fail) => ((worker.onmessage = ({ data }) => (data.fatal ? fail(new Error(data.fatal)) : done(data))), (worker.onerror = fail)));
          const times = [];
          for (const [number, request] of requests.entries()) {
            const answered = answer();
            const begin = performance.now();
            worker.postMessage(new Uint8Array(request));
            const found = await answered;
            times.push(performance.now() - begin);
            // One answer: its number, no finding, and little memory used.
            if (String([...found]) !== String([1, number, 0, 0])) throw new Error(`answer: ${found}`);
          }
          worker.terminate();
          return times.sort((a, b) => a - b)[1];
        },
        Array.from({ length: 8 }, (_, number) => request(number, files, memory)),
      );
    const check = await timed([{ name: "main.c", text: program(83) }], 524288);
    const short = await timed([{ name: "main.c", text: program(10) }], 524288);
    console.log(`# findings in ${program(83).split("\n").length} lines: ${check.toFixed(1)} ms`);
    await compiled(page, program(24));
    const spent = [];
    for (let run = 0; run < 5; run++) {
      await page.getByTestId("assemble").click();
      spent.push(
        await page.evaluate(
          () =>
            new Promise((done) => {
              const begin = performance.now();
              const button = document.querySelector("[data-testid=assemble]");
              const look = () => (button.disabled ? requestAnimationFrame(look) : done(performance.now() - begin));
              requestAnimationFrame(look);
            }),
        ),
      );
    }
    console.log(`# Compile of ${program(24).split("\n").length} lines: ${Math.min(...spent).toFixed(1)} ms`);
    // Nothing grows beyond proportion, on any machine: eight times the text, and code for 300 lines beside findings in 1,000.
    assert.ok(check < 40 * short, `findings after ${check} ms, in an eighth of the text after ${short} ms`);
    assert.ok(Math.min(...spent) < 40 * check, `compiled after ${spent} ms, findings after ${check} ms`);
  }));

test("after a text that needs much memory the compiler is started anew, in its worker and beside the simulator", () =>
  withLab({}, async ({ page }) => {
    await page.evaluate(() => {
      const { startCompiler } = mcoreBoot;
      globalThis.started = 0;
      mcoreBoot.startCompiler = () => ((globalThis.started += 1), startCompiler());
    });
    const started = () => page.evaluate(() => globalThis.started);
    await newInC(page);
    await compiled(page, RANKS);
    // Each macro expands the previous one eight times; the values fill an array that is too large.
    const levels = ["#define A0 1,1,1,1,1,1,1,1", ...[1, 2, 3, 4, 5].map((n) => `#define A${n} ${Array(8).fill(`A${n - 1}`).join()}`)];
    const much = [...levels, "static const char values[] = { A5, A5, A5 };", "int main(void) { return values[0]; }", ""].join("\n");
    const write = (text) => replaced(page, text, "main.c");
    const found = () => page.getByTestId("finding").count();
    // A separate worker looks for errors. It stays after ordinary texts.
    await write(`${RANKS}int wrong = undeclared;\n`);
    await becomes(found, 1);
    const before = await started();
    assert.equal(page.workers().length, 2);
    await write(RANKS);
    await becomes(found, 0);
    assert.deepEqual([page.workers().length, await started()], [2, before]);
    // After this text it is ended; the next text starts another one.
    await write(much);
    await becomes(found, 1);
    await becomes(() => page.workers().length, 1);
    await write(`${RANKS}int wrong = undeclared;\n`);
    await becomes(() => page.getByTestId("finding").first().innerText(), /undeclared/);
    assert.deepEqual([page.workers().length, await started()], [2, before + 1]);
    // The copy beside the simulator is replaced too; its worker and the loaded program stay.
    const workers = await Promise.all(page.workers().map(async (worker) => ({ worker, compiles: await worker.evaluate(() => "mcoreCompile" in globalThis) })));
    const { worker } = workers.find(({ compiles }) => compiles);
    const isSame = () => worker.evaluate(() => globalThis.mcoreCompile === globalThis.earlier);
    await worker.evaluate(() => (globalThis.earlier = globalThis.mcoreCompile));
    await compiled(page, RANKS);
    assert.ok(await isSame());
    await compiled(page, much);
    await becomes(() => page.getByTestId("finding").first().innerText(), /values/);
    await becomes(isSame, false);
    await compiled(page, RANKS);
    await becomes(found, 0);
    await runs(page);
    await becomes(() => printed(page), /0 squared is 0/);
  }));

test("the editor knows names of C: offered while typing, explained, and where they are defined", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    await compiled(page, RANKS);
    const text = page.locator(".cm-content");
    await text.click();
    // The call of square in main: its definition, and the help for mc_rank beside it.
    await page.keyboard.press("ControlOrMeta+Home");
    for (let line = 1; line < 11; line++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    for (let back = 0; back < "ank()));".length; back++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Alt+h");
    const help = page.locator(".cm-tooltip-help");
    await becomes(() => help.innerText(), /int mc_rank\(void\)[^]*rank/);
    await screenshot(page, "c-help");
    for (let back = 0; back < "mc_r".length + 3; back++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("F12");
    await becomes(() => page.locator(".cm-activeLine").innerText(), /^static int square/);
    // Names of the text and of the library.
    for (let line = 4; line < 6; line++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await page.keyboard.type("mc_barr");
    const offered = page.locator(".cm-tooltip-autocomplete li");
    await becomes(() => offered.first().innerText(), /mc_barrier.*void mc_barrier\(void\)/s);
    await screenshot(page, "c-completion");
    await page.keyboard.press("Escape");
    await page.keyboard.type("; squ");
    await becomes(() => offered.first().innerText(), /square/);
  }));

test("the C library can be read: headers and functions in the list, and a tip leads to the document that it names", () =>
  withLab({}, async ({ page }) => {
    const library = page.getByTestId("library");
    const groups = () => library.locator("optgroup").evaluateAll((all) => all.map((group) => [group.label, group.querySelectorAll("option").length]));
    await until(page, "ready", (f) => f.state === "paused");
    await becomes(async () => (await groups()).map(([label]) => label).join(), "Assembly: MClib");
    await newInC(page);
    await becomes(async () => (await groups()).map(([label]) => label).join(), "C: headers,C: functions,Assembly: MClib");
    assert.ok((await groups()).every(([, files]) => files >= 5), String(await groups()));
    await library.selectOption("lib/abs.c");
    await becomes(() => page.locator(".cm-content").innerText(), /Cost: at most 8 cycles[^]*int abs\(int value\)/);
    await library.selectOption("mpi.h");
    await becomes(() => page.locator(".cm-content").innerText(), /MPIMC: message passing/);
    await paste(page, '#include <mpi.h>\nint main(void)\n{\n  MPI_Never();\n  return 0;\n}\n', "main.c");
    const link = page.getByTestId("findings").getByRole("link", { name: "docs/c.md" });
    await link.waitFor();
    assert.match(await link.getAttribute("href"), /docs\/c\.html$/);
    await screenshot(page, "c-library");
  }));

for (const lang of variants(["en", "ja"])) {
  test(`a student solves the matrix multiplication in C (${lang})`, () =>
    withLab({ lang }, async ({ page, requests }) => {
      await until(page, "ready", (f) => f.state === "paused");
      assert.deepEqual(ofCompiler(requests), []);
      await page.getByTestId("exercise").selectOption("class/matmul-c");
      await page.getByTestId("tab-matmul.c").waitFor();
      await becomes(() => page.getByTestId("assembly").innerText(), /\d/, "it is compiled");
      // The start file computes on one node only.
      await page.getByTestId("pace").selectOption({ index: (await page.getByTestId("pace").locator("option").count()) - 1 });
      await page.getByTestId("run").click();
      await judged(page, "failed");
      await compiled(page, SOLUTION, "matmul.c");
      await page.getByTestId("run").click();
      await judged(page, "passed");
      // The command says the same cycles: 163,161 and 14,034.
      await becomes(() => page.locator("body").innerText(), /11\.6/);
      await screenshot(page, `c-matmul-${lang}`);
    }));
}

const STACK = `#include <mclib.h>

struct point { int x, y; };

static int grid[20][12];
static struct point corner = {3, -4};

static int twice(int n)
{
	int sum = n + n;
	grid[2][3] = sum;
	return sum;
}

int main(void)
{
	int calls = 0;
	for (int i = 0; i < 5; i++)
		calls += twice(i + mc_rank());
	return calls == corner.x;
}
`;

/** Compiles at -O0, where every variable has a place. */
async function atO0(page, width = 1440) {
  if (width < 900) await page.getByTestId("phone-chip").click();
  await page.getByTestId("machine").click();
  await page.getByTestId("machine-level").selectOption("0");
  await page.getByTestId("machine-apply").click();
  if (width < 900) await page.getByTestId("phone-source").click();
}

for (const [lang, theme, width] of variants([["en", "light", 1440], ["ja", "dark", 1366], ["ja", "light", 1024], ["en", "dark", 390]])) {
  test(`variables, calls and conditions of C, forwards and back (${lang}, ${theme}, ${width})`, () =>
    withLab({ lang, theme, width }, async ({ page }) => {
      await newInC(page);
      await compiled(page, STACK);
      await atO0(page, width);
      await until(page, "ready", (f) => f.state === "paused" && f.cycle === "0");
      // A breakpoint with a condition in C, at node (1,1) only because of the rank.
      await page.locator(".cm-content").click();
      await page.keyboard.press("ControlOrMeta+Home");
      for (let line = 1; line < 11; line++) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("F9");
      if (width < 900) await page.getByTestId("phone-node").click();
      await page.getByTestId("run").click();
      await until(page, "stopped", (f) => f.state === "paused" && Number(f.cycle) > 0);
      const variables = page.getByTestId("variables");
      const value = (name) => page.getByTestId(`variable-${name}`).locator("td").first().innerText();
      await becomes(() => value("sum"), /\d/);
      assert.match(await page.getByTestId("variable-grid").innerText(), /int \[20\]\[12\]/);
      // A line and its instructions have the same colour.
      if (width >= 900) {
        const cell = page.getByTestId("code").locator("tr.current .line");
        const [, colour] = /tint-(\d)/.exec(await cell.getAttribute("class"));
        const line = page.locator(`.cm-tint-${colour}`, { hasText: "grid[2][3] = sum" });
        await line.waitFor();
        const shadow = (element) => getComputedStyle(element).boxShadow.match(/^rgb\([^)]*\)/)[0];
        assert.equal(await cell.evaluate(shadow), await line.evaluate(shadow));
      }
      // Structs and arrays open, by keyboard too; the grid is one of the cells of the array.
      await page.getByTestId("open-corner").focus();
      await page.keyboard.press("Enter");
      await becomes(() => value("corner.y"), /-4/);
      await page.getByTestId("open-grid").click();
      await page.getByTestId("grid-grid").waitFor();
      // The caller is chosen by an arrow key: its variables are shown.
      await page.getByTestId("call-0").focus();
      await page.keyboard.press("ArrowDown");
      await becomes(() => page.getByTestId("calls").locator("[aria-current]").innerText(), /main/);
      await becomes(() => value("calls"), /^\D*0/);
      await bringAxe(page);
      assert.deepEqual(await faults(page), []);
      await screenshot(page, `c-variables-${lang}-${theme}-${width}`);
      // Registers instead, and back.
      await page.getByTestId("show-registers").click();
      await page.getByTestId("registers").waitFor();
      await page.getByTestId("show-variables").click();
      await variables.waitFor();
    }));
}

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`the job of a student in C by keyboard alone (${lang}, ${theme})`, () =>
    withLab({ lang, theme, width: 1366 }, async ({ page, context }) => {
      await until(page, "ready", (f) => f.state === "paused");
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const press = async (...keys) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      const line = () => page.locator(".cm-activeLine").innerText();
      // The element with the focus, in the editor too.
      const focus = () =>
        page.evaluate(() => {
          let e = document.activeElement;
          while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
          return e?.dataset.testid ?? (e?.classList.contains("cm-content") ? "editor" : e?.className);
        });
      const tabTo = async (wanted) => {
        for (let count = 0; count < 15 && (await focus()) !== wanted; count++) await press("Tab");
        assert.equal(await focus(), wanted);
      };
      const spoken = (words) => page.getByTestId("live").filter({ hasText: words }).waitFor();
      // The exercise, its file, the editor, which says how to leave it.
      await tabTo("exercise");
      await press("ArrowDown");
      await page.getByTestId("tab-matmul.c").waitFor();
      await spoken(lang === "en" ? "Compiled and loaded." : "コンパイルしてロードしました。");
      await press("Control+F6");
      assert.equal(await focus(), "tab-task");
      await tabTo("tab-matmul.c");
      await press("Enter");
      await tabTo("editor");
      const leave = () => page.locator(".cm-editor").evaluate((editor) => getComputedStyle(editor, "::before").content);
      assert.match(await leave(), /Esc/);
      await screenshot(page, `c-keys-editor-${lang}`);
      // The solution is pasted, compiled, and run.
      await page.evaluate((text) => navigator.clipboard.writeText(text), SOLUTION);
      await press("Control+a", "Control+v");
      await becomes(() => page.locator("[data-testid=assemble].edited").count(), 1);
      await press("Control+Enter");
      await page.locator("[data-testid=assemble]:enabled:not(.edited)").waitFor();
      await press("F8");
      await judged(page, "passed");
      await spoken(lang === "en" ? /Passed.*11\.6/ : /合格.*11\.6/);
      // A breakpoint with a condition: the form has the focus, and then the editor again.
      await press("Alt+Home", "Control+Home");
      await until(page, "the start", (f) => f.cycle === "0");
      for (let down = 0; down < 30; down++) await press("ArrowDown");
      assert.match(await line(), /C\[i\]\[j\] = sum/);
      await press("Alt+F9");
      await becomes(focus, "stop-condition");
      assert.equal(await page.getByTestId("stop-condition").getAttribute("placeholder"), "i == 31");
      await page.keyboard.type("rank == 2");
      await press("Enter");
      await becomes(focus, "editor");
      assert.match(await line(), /C\[i\]\[j\] = sum/);
      // The node where the run stops is selected; a step leads to another line.
      await press("F8");
      await page.getByTestId("stopped").filter({ hasText: "(3,1)" }).waitFor();
      await page.locator('[data-testid="node"][data-node="3,1"]').waitFor();
      const { cycle } = await until(page, "stopped", (f) => f.state === "paused" && Number(f.cycle) > 0);
      await screenshot(page, `c-keys-stopped-${lang}`);
      await press("F10");
      await until(page, "another line", (f) => f.cycle !== cycle && f.state === "paused");
      // Regions of the page: the chip, the node with its variables and instructions.
      await press("Escape", "Control+F6");
      assert.equal(await focus(), "mesh");
      await press("Control+F6");
      await tabTo("code");
      assert.match(await page.getByTestId("variable-rows_of_b").innerText(), /\d/);
      await screenshot(page, `c-keys-code-${lang}`);
      // The instruction that executes next, one of another line, and the line in the editor.
      const chosen = () => page.evaluate(() => document.activeElement.querySelector?.("td.line")?.textContent);
      await press("ArrowDown");
      const current = await chosen();
      assert.match(current, /\d/);
      await becomes(async () => (await press("ArrowDown"), chosen()), (line) => line && line !== current);
      const wanted = Number(await chosen());
      const text = await page.getByTestId("code").locator("tr:focus").evaluate((row) => row.textContent);
      await press("Enter");
      const number = () => page.locator(".cm-lineNumbers .cm-activeLineGutter").innerText();
      await becomes(number, (n) => Number.parseInt(n, 10) === wanted, text);
      await press("Escape");
      await page.getByTestId("code").focus();
      // Back past the chip to the editor, and its tab.
      await press("Control+Shift+F6", "Control+Shift+F6");
      assert.equal(await focus(), "editor");
      await press("Control+Shift+F6");
      assert.equal(await focus(), "tab-matmul.c");
      await press("Control+Shift+F6");
      assert.equal(await focus(), "exercise");
    }));
}

test("the list of instructions goes to a line of C wherever it is in the program, and back", () =>
  withLab({}, async ({ page }) => {
    const sums = Array.from({ length: 40 }, (_, i) => `\tg = g * ${i} + n;`).join("\n");
    await newInC(page);
    await compiled(page, `volatile int g;\nstatic void far(int n)\n{\n${sums}\n}\n\nint main(void)\n{\n\tg = 7;\n\tfar(1);\n\treturn 0;\n}\n`);
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.mouse.move(2, 2);
    for (let line = 1; line < 24; line++) await page.keyboard.press("ArrowDown");
    const list = page.getByTestId("code");
    // The list follows the cursor line by line: it shows the lines before for a moment.
    await becomes(() => list.locator("tr.partner .line").first().innerText(), "24");
    assert.equal(await list.locator("tr.current").count(), 0);
    await becomes(() => page.locator(".card", { has: list }).locator(".card-head").innerText(), /line 24/);
    await screenshot(page, "c-list-elsewhere");
    // The next instruction is in the list again when time moves.
    await page.keyboard.press("F10");
    await list.locator("tr.current").waitFor();
  }));

for (const [lang, theme, width, height] of variants([["en", "light", 1440, 900], ["ja", "dark", 1024, 768], ["ja", "light", 390, 844]])) {
  test(`the list of instructions scrolls by keyboard and follows the cursor (${lang}, ${theme}, ${width})`, () =>
    withLab({ lang, theme, width, height }, async ({ page }) => {
      const panel = async (name) => width < 900 && page.getByTestId(`phone-${name}`).click();
      await newInC(page);
      await compiled(page, STACK);
      await atO0(page, width);
      await until(page, "ready", (f) => f.state === "paused" && f.cycle === "0");
      const toLine = async (wanted, key) => {
        await panel("source");
        await page.locator(".cm-content").click();
        await page.keyboard.press("ControlOrMeta+Home");
        for (let line = 1; line < wanted; line++) await page.keyboard.press("ArrowDown");
        if (key) await page.keyboard.press(key);
        // The line under the pointer would count instead of that of the cursor.
        await page.mouse.move(2, 2);
        await panel("node");
      };
      await toLine(11, "F9");
      await page.getByTestId("run").click();
      await until(page, "stopped", (f) => f.state === "paused" && Number(f.cycle) > 0);
      const list = page.getByTestId("code");
      const seen = () =>
        list.evaluate((region) => {
          const { top, bottom } = region.getBoundingClientRect();
          const rows = [...region.querySelectorAll("tr")].map((row) => ({ row, box: row.getBoundingClientRect() }));
          const within = rows.filter(({ box }) => box.top > top - 2 && box.bottom < bottom + 2).map(({ row }) => row);
          return {
            rows: rows.length,
            within: within.length,
            current: within.some((row) => row.matches(".current")),
            last: within.includes(rows.at(-1).row),
            marked: within.filter((row) => row.matches(".partner")).map((row) => row.cells[3].textContent),
          };
        });
      const around = await becomes(seen, (s) => s.current);
      assert.ok(around.within === 9 && around.rows > 9 && !around.last, JSON.stringify(around));
      // By keyboard to its end.
      assert.equal(await list.getAttribute("aria-label"), lang === "en" ? "Instructions" : "命令");
      await list.focus();
      for (let row = 0; row < 20; row++) await page.keyboard.press("ArrowDown");
      await becomes(seen, (s) => s.last && !s.current);
      await bringAxe(page);
      assert.deepEqual(await faults(page), []);
      await screenshot(page, `c-list-${lang}-${theme}-${width}`);
      // Instructions of the line of the cursor are brought into sight, those before and after the current one.
      for (const line of ["10", "12"]) {
        await toLine(Number(line));
        await becomes(seen, (s) => s.marked.includes(line), `instructions of line ${line}`);
        await list.focus();
        for (let row = 0; row < 20; row++) await page.keyboard.press("ArrowDown");
        await becomes(seen, (s) => s.last);
      }
      await screenshot(page, `c-list-marked-${lang}-${theme}-${width}`);
    }));
}

test("a variable without a value says why, and one press compiles so that it has one", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    // Nothing needs the value of `spare`.
    await compiled(page, STACK.replace("calls = 0;", "calls = 0, spare = mc_rank() * 3;").replace("\treturn calls", "\t(void)spare; return calls"));
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    for (let line = 1; line < 19; line++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("F9");
    await page.getByTestId("run").click();
    await until(page, "stopped", (f) => f.state === "paused" && Number(f.cycle) > 0);
    await becomes(() => page.getByTestId("variable-spare").innerText(), /-O0/);
    await screenshot(page, "c-lost");
    await page.getByTestId("unoptimised").click();
    await until(page, "compiled again", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("run").click();
    await until(page, "stopped", (f) => f.state === "paused" && Number(f.cycle) > 0);
    await becomes(() => page.getByTestId("variable-calls").locator("td").first().innerText(), /^\D*0$/);
    assert.equal(await page.getByTestId("unoptimised").count(), 0);
  }));

test("a watched expression of C has a value for each rank, and a condition in C stops there", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    await compiled(page, STACK);
    await atO0(page);
    await until(page, "ready", (f) => f.state === "paused" && f.cycle === "0");
    await showTab(page, "watch");
    for (const text of ["n * 2", "corner.x + rank"]) {
      await page.getByTestId("watch-add").fill(text);
      await page.getByTestId("watch-add").press("Enter");
    }
    await becomes(() => page.getByTestId("watch-row").nth(1).innerText(), /3\s+4\s+5\s+6/);
    // Out of scope there is no value yet.
    assert.match(await page.getByTestId("watch-row").nth(0).innerText(), /–/);
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    for (let line = 1; line < 11; line++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("F9");
    await page.getByTestId("run").click();
    await until(page, "stopped", (f) => f.state === "paused" && Number(f.cycle) > 0);
    await becomes(() => page.getByTestId("watch-row").nth(0).innerText(), /\d/);
    await screenshot(page, "c-watch");
    // The help for a name shows its value.
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    for (let line = 1; line < 12; line++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    for (let right = 0; right < "return s".length; right++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Alt+h");
    await becomes(() => page.locator(".cm-tooltip-help").innerText(), /sum[^]*int/);
  }));
