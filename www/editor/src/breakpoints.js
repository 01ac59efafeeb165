// Breakpoints: a click in the gutter (signs.js) or F9 toggles them; Alt+F9 asks for a condition. The page owns the list; the marks move with the text, and
// the page is notified of their new lines.

import { MapMode, RangeSet, RangeValue, StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/** Effect that replaces the marks: `[{id, line, enabled, bound, title}]`, lines from 1. */
export const setBreakpoints = StateEffect.define();

/** A breakpoint: filled when it can stop a run, a ring when it is disabled, a broken ring when its line has no code. */
class Dot extends RangeValue {
  constructor({ id, enabled, bound, title }) {
    super();
    Object.assign(this, { id, enabled, bound, title });
  }
  eq(other) {
    return other instanceof Dot && other.id === this.id && other.enabled === this.enabled && other.bound === this.bound && other.title === this.title;
  }
}

// It goes with the text before it, as marks of a gutter do.
Dot.prototype.mapMode = MapMode.TrackBefore;

function marks(doc, list) {
  const known = list.filter(({ line }) => line >= 1 && line <= doc.lines);
  return RangeSet.of(known.map((entry) => new Dot(entry).range(doc.line(entry.line).from)), true);
}

/** If the whole text is replaced, marks cannot move with it. */
function isReplaced({ changes, startState }) {
  let whole = false;
  changes.iterChangedRanges((from, to) => (whole ||= from === 0 && to === startState.doc.length && to > 0));
  return whole;
}

function sameLines(value, { startState, newDoc }) {
  const list = [];
  for (let at = value.iter(); at.value; at.next()) {
    const number = Math.min(startState.doc.lineAt(at.from).number, newDoc.lines);
    list.push(at.value.range(newDoc.line(number).from));
  }
  return RangeSet.of(list, true);
}

export const breakpointField = StateField.define({
  create: () => RangeSet.empty,
  update(value, transaction) {
    if (transaction.docChanged) value = isReplaced(transaction) ? sameLines(value, transaction) : value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setBreakpoints)) value = marks(transaction.state.doc, effect.value);
    }
    return value;
  },
});

/** `[{id, line}]` of all marks of a document. */
export function breakpointsOf(state) {
  const list = [];
  for (let at = state.field(breakpointField).iter(); at.value; at.next()) list.push({ id: at.value.id, line: state.doc.lineAt(at.from).number });
  return list;
}

/** The keys and the watch over the text; `listener` is `{toggle(line), condition(line), moved(list)}`. */
export function breakpoints(listener) {
  return [
    breakpointField,
    keymap.of([
      {
        key: "F9",
        run(view) {
          const { number } = view.state.doc.lineAt(view.state.selection.main.head);
          const there = breakpointsOf(view.state).some(({ line }) => line === number);
          listener.toggle(number);
          const phrase = there ? "mcore.breakpointGone" : "mcore.breakpointSet";
          view.dispatch({ effects: EditorView.announce.of(view.state.phrase(phrase, number)) });
          return true;
        },
      },
      {
        key: "Alt-F9",
        run(view) {
          listener.condition(view.state.doc.lineAt(view.state.selection.main.head).number);
          return true;
        },
      },
    ]),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      const line = (entry) => `${entry.id}:${entry.line}`;
      const now = breakpointsOf(update.state);
      if (now.map(line).join() !== breakpointsOf(update.startState).map(line).join()) listener.moved(now);
    }),
  ];
}
