// Colours and shapes. Every colour is a variable of the page, so that a change of theme needs no script. Every text
// colour is mixed with the ink far enough for a contrast of 4.5:1 in both themes, also on marked lines (tests/browser
// measures it).

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** `share` per cent of the ink mixed into a colour of the page. */
const inked = (name, share) => `color-mix(in srgb, var(--ink) ${share}%, var(${name}))`;

const highlighting = HighlightStyle.define([
  { tag: tags.keyword, color: inked("--accent", 15), fontWeight: "600" },
  { tag: tags.meta, color: inked("--accent", 15) },
  { tag: tags.labelName, color: inked("--work", 40), fontWeight: "600" },
  { tag: tags.atom, color: "var(--ink)" },
  { tag: tags.macroName, color: inked("--p2", 50) },
  { tag: tags.number, color: inked("--p2", 50) },
  { tag: tags.string, color: inked("--poll", 50) },
  { tag: tags.comment, color: "var(--ink2)", fontStyle: "italic" },
  { tag: tags.variableName, color: "var(--ink)" },
  // C
  { tag: tags.typeName, color: inked("--work", 40) },
  { tag: tags.definition(tags.variableName), color: inked("--work", 40), fontWeight: "600" },
]);

/** Tint of a line; transparent, because the selection is drawn beneath the lines. */
const tint = (name, share) => `color-mix(in srgb, var(${name}) ${share}%, transparent)`;

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--panel)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  // The ring is drawn inside, where no neighbour and no overflow can clip it.
  "&.cm-focused::after": {
    content: '""',
    position: "absolute",
    inset: "0",
    pointerEvents: "none",
    // Above the panels, below the tooltips of CodeMirror.
    zIndex: "400",
    outline: "2px solid var(--accent)",
    outlineOffset: "-2px",
  },
  "&.cm-focused[data-keys]::before": {
    content: "attr(data-leave)",
    position: "absolute",
    right: "8px",
    bottom: "8px",
    maxWidth: "calc(100% - 16px)",
    boxSizing: "border-box",
    pointerEvents: "none",
    zIndex: "400",
    padding: "4px 8px",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    backgroundColor: "var(--panel)",
    color: "var(--ink)",
    font: "12px/16px var(--ui, system-ui, sans-serif)",
  },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 8px 0 4px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: tint("--accent", 22),
  },
  ".cm-activeLine": { backgroundColor: tint("--ink", 4) },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--ink2)", border: "none" },
  ".cm-activeLineGutter": { backgroundColor: tint("--ink", 6), color: "var(--ink)" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 0", minWidth: "32px", fontSize: "12px", cursor: "pointer" },
  ".cm-lineNumbers .cm-gutterElement:hover": { backgroundColor: tint("--stall", 14) },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: tint("--accent", 16),
    outline: "1px solid var(--accent)",
  },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--stall)",
  },
  ".cm-searchMatch": { backgroundColor: tint("--poll", 16), outline: "1px solid var(--poll)" },
  ".cm-searchMatch-selected": { backgroundColor: tint("--poll", 30) },
  ".cm-selectionMatch": { backgroundColor: tint("--accent", 16) },
  ".cm-specialChar": { color: "var(--stall)" },

  // The lines of nodes: a tint and the names of the nodes after the text.
  ".cm-nodeLine": { backgroundColor: tint("--accent", 12) },
  ".cm-partner": { outline: "1px dotted var(--ink2)", outlineOffset: "-1px" },
  // Lines with the colours of their instructions (node.css has the colours).
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((colour) => [`.cm-tint-${colour}`, { boxShadow: `inset 3px 0 var(--tint-${colour})` }])),
  // The heat of lines: cycles of polling have a broken strip and a word.
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((width) => [`.cm-heat-${width}`, { backgroundSize: `${width}px 100%` }])),
  ".cm-heat": { backgroundImage: "linear-gradient(var(--stall), var(--stall))", backgroundRepeat: "no-repeat" },
  ".cm-heatPolls": { backgroundImage: "repeating-linear-gradient(135deg, var(--poll) 0 2px, transparent 2px 4px)" },
  ".cm-heatShare": { paddingLeft: "24px", color: "var(--ink2)", fontFamily: "var(--ui, system-ui, sans-serif)", fontSize: "12px", userSelect: "none" },
  ".cm-nodeLabel": { color: "var(--ink2)", paddingLeft: "24px", fontStyle: "italic", userSelect: "none" },

  // The gutter of signs. A breakpoint is a dot that can stop a run, a ring that is disabled, a broken ring whose line has no
  // code; on the next line of a node the arrow is in the ring.
  ".cm-signGutter": { width: "18px", cursor: "pointer" },
  ".cm-signGutter .cm-gutterElement": { display: "flex", alignItems: "center", justifyContent: "center", padding: "0" },
  ".cm-signGutter .cm-gutterElement:hover": { backgroundColor: tint("--stall", 14) },
  ".cm-sign": { display: "grid", placeItems: "center", fontSize: "11px", lineHeight: "1" },
  ".cm-here": { color: "var(--accent)" },
  ".cm-breakpoint": { width: "10px", height: "10px", borderRadius: "50%", border: "2px solid var(--stall)", boxSizing: "border-box" },
  ".cm-breakpoint-on": { backgroundColor: "var(--stall)" },
  ".cm-breakpoint-loose": { borderStyle: "dashed", borderColor: "var(--ink3)" },
  ".cm-breakpoint.cm-here": { width: "16px", height: "16px", paddingLeft: "1px", backgroundColor: "transparent", fontSize: "8px" },

  // Findings: squiggles by text-decoration (CodeMirror's own are pictures of fixed colour), marks of different shapes.
  ".cm-lintRange": { backgroundImage: "none", textDecoration: "underline wavy 1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecorationColor: "var(--stall)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--poll)" },
  ".cm-lintRange-info, .cm-lintRange-hint": { textDecorationColor: "var(--accent)" },
  ".cm-lintRange-active": { backgroundColor: tint("--poll", 14) },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--stall)" },
  ".cm-lintPoint-warning:after": { borderBottomColor: "var(--poll)" },
  ".cm-lint-marker": { cursor: "help" },
  ".cm-lint-marker-error": { color: "var(--stall)", fontSize: "12px", fontWeight: "600" },
  ".cm-lint-marker-warning": { color: "var(--poll)" },
  ".cm-lint-marker-info": { color: "var(--accent)" },

  ".cm-tooltip": {
    backgroundColor: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--ink3)",
    borderRadius: "6px",
    boxShadow: "0 4px 16px rgb(0 0 0 / 18%)",
    maxWidth: "min(60ch, 90vw)",
    overflow: "hidden",
    font: "13px/20px var(--ui, system-ui, sans-serif)",
  },
  // The finding of a line, after its text.
  ".cm-beside": { paddingLeft: "24px", fontFamily: "var(--ui, system-ui, sans-serif)", fontSize: "12px", userSelect: "none" },
  ".cm-beside-error": { color: inked("--stall", 30) },
  ".cm-beside-warning": { color: inked("--poll", 45) },
  ".cm-beside-info": { color: inked("--accent", 30) },
  ".cm-besideTip": { color: "var(--ink2)" },

  ".cm-tooltip-help": { padding: "6px 10px", maxHeight: "min(60vh, 24em)", overflow: "auto" },
  ".cm-tooltip-help code": { fontFamily: "var(--mono)" },
  ".cm-helpHead": { display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: "8px" },
  ".cm-helpHead > code:first-child": { fontWeight: "600" },
  ".cm-helpKind": { marginLeft: "auto", paddingLeft: "12px", color: "var(--ink2)", fontSize: "12px" },
  ".cm-helpOperands": { color: "var(--ink2)" },
  ".cm-tooltip-help .cm-helpCode": { display: "block", color: "var(--ink2)", fontSize: "12px", overflowWrap: "anywhere" },
  ".cm-helpNote": { margin: "4px 0 0", whiteSpace: "pre-wrap", font: "12px/16px var(--mono)", color: "var(--ink2)" },
  ".cm-helpNow": { marginTop: "6px", paddingTop: "4px", borderTop: "1px solid var(--line)", color: "var(--ink2)", fontSize: "12px" },
  ".cm-helpValues": { borderCollapse: "collapse", font: "12px/18px var(--mono)", fontVariantNumeric: "tabular-nums" },
  ".cm-helpValues th": { padding: "0 12px 0 0", textAlign: "left", fontWeight: "600" },
  ".cm-helpValues td": { padding: "0", whiteSpace: "pre" },
  ".cm-helpWhere": { color: "var(--ink2)", fontSize: "12px" },
  ".cm-helpWhere kbd": { padding: "0 4px", border: "1px solid var(--line)", borderRadius: "3px", font: "11px var(--mono)" },
  ".cm-diagnostic": { padding: "6px 10px", margin: "0", borderLeft: "4px solid var(--ink3)", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--stall)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--poll)" },
  ".cm-diagnosticTip": { color: "var(--ink2)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "15em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 10px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  ".cm-tooltip.cm-completionInfo": { padding: "6px 10px", maxWidth: "min(36ch, 60vw)" },
  ".cm-completionDetail": { color: "var(--ink2)", fontStyle: "normal" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },

  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel": { font: "13px/20px var(--ui, system-ui, sans-serif)" },
  ".cm-panel.cm-search": { padding: "6px 32px 6px 8px" },
  ".cm-panel.cm-search label": { fontSize: "12px" },
  ".cm-panel button[name=close], .cm-dialog-close": {
    color: "var(--ink)",
    width: "28px",
    height: "28px",
    cursor: "pointer",
  },
  ".cm-textfield": {
    backgroundColor: "var(--bg)",
    color: "var(--ink)",
    border: "1px solid var(--ink3)",
    borderRadius: "4px",
    padding: "3px 6px",
    font: "inherit",
  },
  ".cm-textfield::placeholder": { color: "var(--ink2)", opacity: "1" },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--bg)",
    color: "var(--ink)",
    border: "1px solid var(--ink3)",
    borderRadius: "4px",
    padding: "3px 8px",
    font: "inherit",
    cursor: "pointer",
  },
  ".cm-button:active": { backgroundImage: "none", backgroundColor: "var(--accent-soft)" },
  ".cm-panel :focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
});

export const theme = [look, syntaxHighlighting(highlighting)];
