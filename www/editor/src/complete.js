// Completions while typing, by the place of the cursor: instructions at the start of a statement, registers, labels,
// library functions and constants among the operands.

import { definitions, statementAt } from "./symbols.js";

/** Kinds of help rows that start a statement. */
const BEGIN = new Set(["Instruction", "Pseudo", "Directive"]);
/** Instructions that jump to a label: labels are offered before everything else. */
const GOES = /^(?:j|jal|b|bal|b[a-z]{1,5}|bc1[ft]l?)$/i;
/** CodeMirror's types, which become class names. */
const TYPES = { Instruction: "keyword", Pseudo: "keyword", Directive: "type", Register: "variable", Function: "function", Constant: "constant" };

/** Help rows as completions, in one language. */
export function fromHelp(rows, lang) {
  return rows.map((row) => ({
    label: row.word,
    type: TYPES[row.kind] ?? "text",
    detail: row.operands,
    info: row.meaning?.[lang] ?? row.meaning?.en ?? undefined,
    kind: row.kind,
    // Machine instructions before pseudo-instructions.
    boost: row.kind === "Pseudo" ? -1 : 0,
  }));
}

/**
 * Completions at the end of `before` (the line up to the cursor): `{from, options}` with `from` in UTF-16 units of the
 * line, or null. `offers` are `fromHelp(…)`, `symbols` `[{name, detail}]` of the last assembly, `text` the document.
 */
export function complete({ before, explicit, offers, symbols, text }) {
  const word = /[$.%]?[\p{L}\p{N}_.]*$/u.exec(before)[0];
  // A number is no beginning of a name: `10` must not become `$f10` when the line ends.
  if ((!word && !explicit) || /^\d/.test(word)) return null;
  const from = before.length - word.length;
  const statement = statementAt(before, before.length);
  const atBegin = !statement.word || statement.word.from === from;
  // The label before a colon is the student's own name.
  if (atBegin) {
    const macros = [...definitions(text).names].filter(([, { kind }]) => kind === "macro");
    const own = macros.map(([label]) => ({ label, type: "function", kind: "Macro" }));
    return { from, options: offers.filter((o) => BEGIN.has(o.kind)).concat(own) };
  }
  const known = new Map(symbols.map(({ name, detail }) => [name, detail]));
  for (const [name, { kind }] of definitions(text).names) {
    if (kind !== "macro" && !known.has(name)) known.set(name, "");
  }
  const goes = GOES.test(statement.word.text) && !/^b(reak|yte)$/i.test(statement.word.text);
  const rest = offers.filter((o) => !BEGIN.has(o.kind) && !known.has(o.label));
  // A label that the library explains keeps its explanation.
  const explained = new Map(offers.filter((o) => !BEGIN.has(o.kind)).map((o) => [o.label, o]));
  const labels = [...known].map(([label, detail]) => explained.get(label) ?? { label, type: "label", detail, kind: "Label" });
  const boosted = (option) => (goes && (option.kind === "Label" || option.kind === "Function") ? { ...option, boost: 10 } : option);
  const operators = ["%hi", "%lo"].map((label) => ({ label, type: "keyword", detail: "(label)", kind: "Operator" }));
  return { from, options: labels.map(boosted).concat(rest.map(boosted), operators) };
}
