import assert from "node:assert/strict";
import { test } from "node:test";
import { completeC, definitionInC, definitionsInC } from "../src/c.js";
import { helpForC } from "../src/help.js";

const TEXT = `#include <mclib.h>
#define N 32 /* rows */
/* int ghost; */
typedef struct { int x, y; } point;
enum color { RED, GREEN = 3 };
struct node { struct node *next; };
int A[N][N], B[N];
static int twice(int n);
static volatile int flag = 0;

static int twice(int n)
{
	int sum = n * 2, more = "int no;"[0];
	return sum + more;
}

int main(void)
{
	point p = { 1, 2 };
	for (int i = 0; i < N; i++)
		p.x += twice(i);
	int sum = p.x * flag;
	return sum;
}
`;

test("names of C are found where they are defined", () => {
  const found = definitionsInC(TEXT);
  const at = (name, line) => {
    const d = definitionInC(found, name, line);
    return d && `${d.line}:${d.from} ${d.kind}`;
  };
  assert.equal(at("N", 20), "2:8 constant");
  assert.equal(at("point", 19), "4:29 type");
  assert.equal(at("RED", 20), "5:13 constant");
  assert.equal(at("GREEN", 20), "5:18 constant");
  assert.equal(at("color", 20), "5:5 type");
  assert.equal(at("node", 20), "6:7 type");
  assert.equal(at("A", 20), "7:4 variable");
  assert.equal(at("B", 20), "7:13 variable");
  assert.equal(at("twice", 21), "11:11 function");
  assert.equal(at("flag", 22), "9:20 variable");
  assert.equal(at("sum", 14), "13:5 variable");
  assert.equal(at("more", 14), "13:18 variable");
  assert.equal(at("sum", 23), "22:5 variable");
  assert.equal(at("p", 21), "19:7 variable");
  assert.equal(at("i", 21), "20:10 variable");
  assert.equal(at("n", 13), "11:21 variable");
  for (const name of ["ghost", "no", "mclib", "return"]) assert.equal(at(name, 20), null, name);
  // A local name of another function is not seen.
  assert.equal(at("more", 22), null);
});

test("names, functions of the library and keywords are offered in C", () => {
  const offers = [{ label: "mc_put", kind: "Function" }, { label: "lw", kind: "Instruction" }];
  const offered = (before, line) =>
    completeC({ before, explicit: false, offers, texts: [TEXT, "int other;\nint f(int hidden) { return hidden; }\n"], line })?.options.map((o) => o.label) ?? null;
  const inMain = offered("\tsu", 22);
  for (const name of ["sum", "i", "mc_put", "return", "twice", "A", "other", "f"]) assert.ok(inMain.includes(name), name);
  for (const name of ["lw", "more", "hidden", "ghost"]) assert.ok(!inMain.includes(name), name);
  assert.equal(completeC({ before: "\tab", explicit: false, offers, texts: [""], line: 1 }).from, 1);
  assert.equal(offered("x = 12", 22), null);
  assert.equal(offered("x ", 22), null);
});

test("no text takes long, and none fails", () => {
  for (const text of ["", "{", "}", "(((", "int", "#define", "/*", '"', "typedef", "enum {", "x".repeat(1000), "int f(".repeat(50_000), "a{".repeat(50_000)]) {
    assert.ok(Array.isArray(definitionsInC(text)), text.slice(0, 9));
  }
});

test("the help for a name has its value at the selected node, if it has one", () => {
  const found = { word: "sum", from: 4, to: 7 };
  const asked = [];
  const values = (rows) => (names) => (asked.push(...names), { node: "1,1", rows });
  const of = (rows, definition) => helpForC({ found, rows: new Map(), definition, defining: "int sum;", values: values(rows), lang: "en" });
  assert.deepEqual(of([["sum", "12  int"]], { line: 3 }).values.rows, [["sum", "12  int"]]);
  assert.equal(of([], { line: 3 }).values, null);
  assert.equal(of([["sum", "12  int"]], null), null, "a name that nobody knows has no help");
  assert.deepEqual(asked, ["sum", "sum", "sum"]);
});
