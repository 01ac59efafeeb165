import assert from "node:assert/strict";
import { test } from "node:test";
import { complete, fromHelp } from "../src/complete.js";
import { bareLine, definitionOf, definitions, statementAt } from "../src/symbols.js";

const TEXT = `        .include "mclib.s"     # fake: not a label
        .equ    SIZE, 16
LIMIT = SIZE * 2
        .eqv    step  4
        .macro  twice reg
        .endm
/* ghost:
   phantom: */ real: nop
main: start: li $t0, SIZE ; b 1f
1:      bnez $t0, 1b
        .comm   shared, 64
        .asciiz "text: no"
        .set    noreorder
        .set    other, 5
1:      j main
行:      nop
`;

test("labels, constants, macros and data are found where they are defined, comments and strings are not", () => {
  const { names, numbered } = definitions(TEXT);
  const found = Object.fromEntries([...names].map(([name, { line, kind }]) => [name, `${line} ${kind}`]));
  assert.deepEqual(found, {
    SIZE: "2 constant", LIMIT: "3 constant", step: "4 constant", twice: "5 macro", real: "8 label", main: "9 label",
    start: "9 label", shared: "11 data", other: "14 constant", 行: "16 label",
  });
  assert.deepEqual(numbered.map(({ number, line }) => [number, line]), [["1", 10], ["1", 15]]);
  const lines = TEXT.split("\n");
  for (const [name, { line, from }] of names) assert.ok(lines[line - 1].startsWith(name, from), name);
});

test("numbered labels lead forwards and backwards", () => {
  const all = definitions(TEXT);
  assert.equal(definitionOf(all, "1f", 9).line, 10);
  assert.equal(definitionOf(all, "1b", 10).line, 10);
  assert.equal(definitionOf(all, "1f", 10).line, 15);
  assert.equal(definitionOf(all, "1f", 15), null);
  assert.equal(definitionOf(all, "nowhere", 1), null);
  assert.equal(definitionOf(all, "constructor", 1), null);
});

test("a bare line keeps its places", () => {
  assert.deepEqual(bareLine('a "b # c" # d', false), ["a         ", false]);
  assert.deepEqual(bareLine("x /* y", false), ["x     ", true]);
  assert.deepEqual(bareLine("y */ z", true), ["     z", false]);
  assert.deepEqual(bareLine("li $t0, '#'", false), ["li $t0,    ", false]);
});

test("the statement at a place, with its operands", () => {
  const line = "a: b: addu $t0, $t1, 4($sp) ; nop # x";
  const at = (offset) => statementAt(line, offset);
  assert.equal(at(8).word.text, "addu");
  assert.deepEqual(at(8).operands, ["$t0", "$t1", "4($sp)"]);
  assert.equal(at(31).word.text, "nop");
  assert.equal(statementAt("  # nothing", 3).word, null);
});

const ROWS = [
  { word: "addu", kind: "Instruction", operands: "$rd, $rs, $rt", meaning: { en: "adds", ja: "足す" } },
  { word: "li", kind: "Pseudo", operands: "$a, constant", meaning: { en: "loads", ja: "読む" } },
  { word: "jal", kind: "Instruction", operands: "label", meaning: { en: "calls", ja: "呼ぶ" } },
  { word: ".word", kind: "Directive", operands: "value", meaning: { en: "words", ja: "ワード" } },
  { word: "$t0", kind: "Register", operands: "$8", meaning: { en: "temporary", ja: "一時" } },
  { word: "mc_put", kind: "Function", operands: "void mc_put()", meaning: { en: "puts", ja: "送る" } },
];

const offered = (before, explicit = false) => {
  const symbols = [{ name: "loop", detail: "0x1000" }, { name: "mc_put", detail: "0x1100" }];
  const found = complete({ before, explicit, offers: fromHelp(ROWS, "ja"), symbols, text: "own: nop\n.macro big\n.endm" });
  return found && { from: found.from, labels: found.options.map((o) => o.label), options: found.options };
};

test("what is offered depends on the place in the statement", () => {
  assert.equal(offered(""), null);
  assert.deepEqual(offered("ad").labels, ["addu", "li", "jal", ".word", "big"]);
  assert.deepEqual(offered("x: ad").from, 3);
  assert.equal(offered("addu "), null);
  const operands = offered("addu $t0, l");
  assert.deepEqual(operands.labels, ["loop", "mc_put", "own", "$t0", "%hi", "%lo"]);
  assert.deepEqual(offered("nop ; l").labels[0], "addu");
  assert.equal(operands.options.find((o) => o.label === "mc_put").info, "送る", "a library function keeps its help");
  assert.equal(offered("jal m").options.find((o) => o.label === "mc_put").boost, 10);
  assert.equal(offered("addu m").options.find((o) => o.label === "mc_put").boost, 0);
  assert.equal(offered("li ", true).labels.includes("loop"), true);
});
