// The one gutter beside the line numbers. It carries one sign by rank: the next line of a node (▶) or the
// line of a call that it is in (▷), either in the ring of a breakpoint, if there is one too; a breakpoint, an error, a warning.
// Its tooltip has the others. A click here or on the number sets or removes a breakpoint.

import { RangeSet, StateField } from "@codemirror/state";
import { GutterMarker, gutter, lineNumbers } from "@codemirror/view";
import { findingsField } from "./beside.js";
import { breakpointField } from "./breakpoints.js";
import { currentLinesField } from "./current-lines.js";

/** Shapes of findings, the more severe ones last. */
const SIGNS = { info: "●", hint: "●", warning: "▲", error: "✗" };
const RANKS = Object.keys(SIGNS);

/** The signs of a line: `{here, dot, severity, words}`. */
class Sign extends GutterMarker {
  constructor(has) {
    super();
    Object.assign(this, has);
  }
  eq(other) {
    const dot = ({ dot }) => dot && `${dot.id} ${dot.enabled} ${dot.bound} ${dot.title}`;
    return (
      other instanceof Sign && other.here === this.here && other.severity === this.severity && other.words === this.words && dot(other) === dot(this)
    );
  }
  toDOM() {
    const sign = document.createElement("span");
    sign.className = "cm-sign";
    const { here, dot, severity } = this;
    if (dot) {
      sign.classList.add("cm-breakpoint", `cm-breakpoint-${dot.bound ? (dot.enabled ? "on" : "off") : "loose"}`);
    } else if (!here && severity) {
      sign.classList.add("cm-lint-marker", `cm-lint-marker-${severity}`);
      sign.textContent = SIGNS[severity];
    }
    if (here) {
      sign.classList.add("cm-here");
      sign.textContent = here;
    }
    const title = [dot?.title, this.words].filter(Boolean).join("\n");
    if (title) sign.title = title;
    return sign;
  }
}

/** The signs of all lines, from the fields that know them. */
function signs(state) {
  const lines = new Map();
  const at = (from) => {
    const line = state.doc.lineAt(Math.min(from, state.doc.length)).from;
    if (!lines.has(line)) lines.set(line, { here: "", dot: undefined, severity: undefined, words: "" });
    return lines.get(line);
  };
  for (const { from, caller } of state.field(currentLinesField).lines) at(from).here ||= caller ? "▷" : "▶";
  for (let dots = state.field(breakpointField).iter(); dots.value; dots.next()) at(dots.from).dot ??= dots.value;
  for (const { from, severity, message } of state.field(findingsField)) {
    const line = at(from);
    if (RANKS.indexOf(severity) > RANKS.indexOf(line.severity)) line.severity = severity;
    line.words = line.words ? `${line.words}\n${message}` : message;
  }
  return RangeSet.of([...lines].map(([from, has]) => new Sign(has).range(from)), true);
}

const FIELDS = [currentLinesField, breakpointField, findingsField];

const field = StateField.define({
  create: (state) => signs(state),
  update: (value, { state, startState, docChanged }) =>
    docChanged || FIELDS.some((part) => state.field(part) !== startState.field(part)) ? signs(state) : value,
});

/** Both gutters. `toggle(line)` is called for a click. */
export function signGutters(toggle) {
  const mousedown = (view, block, event) => {
    if (event.button !== 0) return false;
    toggle(view.state.doc.lineAt(block.from).number);
    event.preventDefault();
    // Not on a touch screen, where the focus opens a keyboard.
    if (!matchMedia("(pointer: coarse)").matches) view.focus();
    return true;
  };
  return [
    FIELDS,
    field,
    gutter({
      class: "cm-signGutter",
      // Each line has an element, which shows that a click would set a breakpoint there.
      renderEmptyElements: true,
      markers: (view) => view.state.field(field),
      domEventHandlers: { mousedown },
    }),
    lineNumbers({ domEventHandlers: { mousedown } }),
  ];
}
