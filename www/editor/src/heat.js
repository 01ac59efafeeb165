// The heat of lines: a strip of 1 to 7 pixels between the line number and the text, and the share of the cycles at the line's
// end. The strip lies on the line, so nothing moves.

import { StateEffect } from "@codemirror/state";
import { Decoration, WidgetType } from "@codemirror/view";
import { marked } from "./marked.js";

/** Effect that replaces the heat: `[{line, width, share, polls}]`, lines from 1, widths from 1 to 7. */
export const setHeat = StateEffect.define();

class Share extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq(other) {
    return other.text === this.text;
  }
  toDOM() {
    const span = document.createElement("span");
    span.className = "cm-heatShare";
    span.textContent = this.text;
    return span;
  }
  ignoreEvent() {
    return true;
  }
}

function marks(doc, list) {
  const ranges = [];
  for (const { line, width, share, polls } of list) {
    if (!(line >= 1 && line <= doc.lines)) continue;
    const at = doc.line(line);
    const strip = `cm-heat cm-heat-${Math.min(7, Math.max(1, width))}${polls ? " cm-heatPolls" : ""}`;
    ranges.push(Decoration.line({ class: strip }).range(at.from));
    if (share) ranges.push(Decoration.widget({ widget: new Share(share), side: 3 }).range(at.to));
  }
  return Decoration.set(ranges, true);
}

export const heat = marked(setHeat, marks);
