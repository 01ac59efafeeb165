// The colours of lines whose instructions are shown beside the editor: a strip at the end of the line number, of the same
// colour as at the instructions.

import { StateEffect } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import { marked } from "./marked.js";

/** Effect that replaces the colours: `[{line, colour}]`, lines from 1, colours from 0 to 5. */
export const setTints = StateEffect.define();

const strips = Array.from({ length: 6 }, (_, colour) => Decoration.line({ class: `cm-tint-${colour}` }));

function marks(doc, list) {
  const shown = list.filter(({ line, colour }) => line >= 1 && line <= doc.lines && strips[colour]);
  return Decoration.set(shown.map(({ line, colour }) => strips[colour].range(doc.line(line).from)), true);
}

/** Effect that marks the line, from 1, whose instructions are marked; 0 marks none. */
export const setPartner = StateEffect.define();

const partnerLine = Decoration.line({ class: "cm-partner" });

const partnerMark = (doc, line) =>
  line >= 1 && line <= doc.lines ? Decoration.set([partnerLine.range(doc.line(line).from)]) : Decoration.none;

export const partner = marked(setPartner, partnerMark);

export const tints = marked(setTints, marks);
