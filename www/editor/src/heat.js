// The heat of lines: a strip of 1 to 7 pixels beside the line number, and the share of the cycles at the line's end. The
// gutter has its width without heat too, so that nothing moves.

import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, gutter } from "@codemirror/view";

/** Effect that replaces the heat: `[{line, width, share, polls}]`, lines from 1, widths from 1 to 7. */
export const setHeat = StateEffect.define();

class Strip extends GutterMarker {
  constructor(width, polls) {
    super();
    this.width = width;
    this.polls = polls;
  }
  eq(other) {
    return other.width === this.width && other.polls === this.polls;
  }
  toDOM() {
    const strip = document.createElement("span");
    strip.className = `cm-heat${this.polls ? " cm-heatPolls" : ""}`;
    strip.style.width = `${this.width}px`;
    return strip;
  }
}

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
  const strips = [];
  const shares = [];
  for (const { line, width, share, polls } of list) {
    if (!(line >= 1 && line <= doc.lines)) continue;
    const at = doc.line(line);
    strips.push(new Strip(Math.min(7, Math.max(1, width)), !!polls).range(at.from));
    if (share) shares.push(Decoration.widget({ widget: new Share(share), side: 3 }).range(at.to));
  }
  return { strips: RangeSet.of(strips, true), shares: Decoration.set(shares, true) };
}

const field = StateField.define({
  create: () => ({ strips: RangeSet.empty, shares: Decoration.none }),
  update(value, transaction) {
    if (transaction.docChanged) {
      value = { strips: value.strips.map(transaction.changes), shares: value.shares.map(transaction.changes) };
    }
    for (const effect of transaction.effects) {
      if (effect.is(setHeat)) value = marks(transaction.state.doc, effect.value);
    }
    return value;
  },
  provide: (self) => EditorView.decorations.from(self, (value) => value.shares),
});

export const heat = [field, gutter({ class: "cm-heatGutter", markers: (view) => view.state.field(field).strips })];
