## The page

app-name = M-Core Lab
mode-chip = Chip
modes = Modes
skip-to-chip = Skip to the chip (Ctrl+F6: next region)
language = Language
panels = Panels
close = Close
cancel = Cancel
undo = Undo
details = Details
loading = Loading…
exercise-choose = Exercise
scratch = Without an exercise
saved-yes = saved
saved-soon = saving…
saved-failed = not saved: the browser allows no storage
theme-label = Colours: { $theme }
theme-auto = as the system
theme-light = light
theme-dark = dark
help-open = Keys and help
docs-open = Documentation
crash-title = The page has stopped
crash-body = This is a fault of the lab, not of your program. Your text is stored in this browser: reload the page to go on.

## Tabs

tab-task = Task
tab-source = Source
tab-chip = Chip
tab-node = Node
tab-result = Result
files = Files

## Source

editor-label = Source text
library = Library
library-hint = Files of the library, to be read
read-only = read-only
compile = Compile
compiling = Compiling…
compile-hint = Compile and load on every node (Ctrl+Enter)
compile-edited = Changed since the last compilation
compiled-ok = Compiled: { $text } bytes of text, { $data } bytes of data
assemble = Assemble
assembling = Assembling…
assemble-hint = Assemble and load on every node (Ctrl+Enter)
assemble-edited = Changed since the last assembly
assembled-ok = Assembled: { $text } bytes of text, { $data } bytes of data
errors-count = Errors: { $n }
warnings-count = warnings: { $n }
findings = Findings of assembler and compiler
follow = Follow { $node }
follow-hint = The editor scrolls to the line of the selected node after each step, stop and selection
finding-at = { $file } line { $line }:

## What is kept: projects, files, versions, links, examples

projects-title = Projects
projects-open = Projects
project-name = Project
project-deleted = { $name } has been deleted.
project-copied = This project has been changed in another tab. The version here is kept as “{ $name }”.
copy-name = { $name } (copy)
link-name = { $name } (from a link)
not-kept = Your work cannot be stored ({ $why }). The page works, but your work is lost when you close it: export it.
store-damaged = Stored projects that cannot be read: { $n }. All others are there.
store-damaged-save = Save the remaining data
failed = That did not work: { $message }
export = Export everything
import-done = Imported: { $n }. Existing items were skipped.
file-foreign = This is not a file that was exported here (.mcwork).
file-later = A newer edition of the lab has written this file: reload the page and try again.
file-destroyed = This file is too badly damaged: no project in it can be read.
files-manage = Add, rename and order files
files-menu = Files: add, rename, open
files-more = More files
file-removed = { $name } has been removed.
history-open = Earlier versions
history-restored = The earlier version is back. The one before it is kept as well.
share-open = Share a link
share-title = Link to what you see
link-opened = Opened from a link, as a project of its own. Your other work is untouched.
link-part = The link is damaged ({ $why }). The readable part of the program is here as a new project; its end may be missing.
link-bad = The link cannot be opened ({ $why }). Your work is untouched.
guard-elsewhere = This project is open in another tab
guard-elsewhere-text = Here it can be read and run, but not changed, so that neither tab overwrites the other.
guard-taken = Another tab has taken this project over
guard-taken-text = Everything written here has been stored and is there now.
guard-take = Work here
guard-copy = Work on a copy
gallery-open = Examples

## Task

hint-title = Hint { $n }
hint-next = Show a hint ({ $n } left)
reset-files = Back to the start file…
open-files = Open files
open-files-hint = Open files…
files-opened = Files opened: { $n }.
decoded = { $name } was read as { $encoding }. It is kept as UTF-8.
not-text = { $name } is neither text (UTF-8) nor an ELF program.
too-large = { $name } cannot be read: it is larger than 64 MB, or a folder.
elf-program = ELF program { $name }
loaded-elf = Loaded: { $text } bytes of text, { $data } bytes of data
load-elf = Load
load-elf-hint = Load the ELF program on every node (Ctrl+Enter)
reset-done = The start file is back.

## Chip

role-computing = computing
role-polling = polling
role-halted = halted

## Time

time = Time
run = Run
pause = Pause
to-start = To the start (Alt+Home)
back = Back one cycle (Shift+F10)
forward = Forward one cycle (F10)
to-end = To the end of the run (Alt+End)
cycle-of = cycle { $cycle } of { $end }
slider = Cycle
slider-part = Cycle on the chart
pace-label = Speed
pace = { $n ->
    [1] 1 cycle/s
   *[n] { $n } cycles/s
 }
pace-max = full speed
series-ipc = instructions/cycle
series-flits = flits in flight
series-dmas = DMAs started
run-back = Back to the last breakpoint (Shift+F8)
unit-label = Kind of step
unit-cycle = cycle
unit-instruction = instruction
unit-line-into = line, into calls
unit-line = line, over calls
unit-out = out of function
unit-breakpoint = breakpoint
unit-communication = communication
unit-cursor = cursor line
back-instruction = Back one instruction of the node (Ctrl+Shift+F9)
forward-instruction = Forward one instruction of the node (Ctrl+F9)
back-line-into = Back one line of the node, into calls
back-line = Back one line of the node, over calls (Ctrl+Shift+F10)
back-out = Back to the call of this function
back-breakpoint = Back to the last breakpoint (Shift+F8)
forward-line-into = Forward one line of the node, into calls (Ctrl+F11)
forward-line = Forward one line of the node, over calls (Ctrl+F10)
forward-out = Out of this function (Ctrl+Shift+F11)
forward-breakpoint = On to the next breakpoint
back-cursor = Back to the line of the cursor
forward-cursor = On to the line of the cursor
back-communication = Back to the last communication (Ctrl+Shift+F8)
forward-communication = On to the next communication (Ctrl+F8)
time-zoom-in = Show a smaller part of the run
time-zoom-out = Show a larger part of the run
time-zoom-whole = Show the whole run
bookmark-set = Bookmark this cycle (Ctrl+F2)
bookmark-remove = Remove the bookmark of this cycle (Ctrl+F2)
searching = Searching… cycle { $n }
seeking = Computing cycle { $target }… now at { $n }
stopped-at = Stopped at cycle { $n }: { $reasons }
stopped-more = , and { $n } more
list-gap = ,{" "}
breakpoint = Breakpoint
breakpoint-if = Breakpoint, if { $condition }
data-open = Numbers of the chart

## Movable edges

edge-source = Width of the source
edge-node = Width of the node panel
edge-lower = Height of the lower area
edge-stage = Width of the chip
edge-hint = Drag it, or use the arrow keys; double click or Enter: as at first

## Result

result-none = No run yet
result-none-text = Run the program to the end: the verdict and the speed-up over the sequential program appear here.
result-none-scratch = Run the program: how it ends is shown here.
result-paused = Paused at cycle { $n }
result-stale = The text has changed since this run.
result-running = Running…
result-running-text = The verdict appears when the last core has halted.
result-errors = There are errors
result-errors-text = The findings are listed below the source text; a click on one leads to its line.
judging = Running the sequential program…
judging-cycles = { $n } cycles so far
verdict-passed = Passed
verdict-failed = Not passed
verdict-passed-beside = passed
verdict-failed-beside = not passed
headline-hint = Show the verdict
carry-title = This pack is now version { $new }; your work is for version { $old }.
carry-kept = As it was, it is kept among your projects: “{ $name }”.
carry-over = Go on with my work
carry-anew = Begin anew with the start files
carry-name = { $title } ({ $version })
bad-pack = This is not an exercise pack that can be opened: { $why }
reference-of = Sequential program: { $n } cycles
ended-ok = The run is over
ended-bad = The run was stopped
ended-deadlock = Deadlock
ended-cycles = { $n } cycles
live-assembled = Assembled and loaded.
live-compiled = Compiled and loaded.
live-at = Cycle { $n }.
live-at-line = Cycle { $n }: { $file }, line { $line }.
live-speedup = { $n ->
    [1] ; { $x } times as fast on one node.
   *[n] ; { $x } times as fast on { $n } nodes.
 }

## A newer version of the site

update-title = A new version is ready.
update-body = Your work is saved. The page changes to it when you reload.
update-now = Reload
update-later = Later

## Messages

dead-title = The simulator has stopped
dead-body = This is a fault of the lab, not of your program. Your text is safe; start the simulator again to go on.
dead-memory = The browser has no memory left for it. Your text is safe. Close other tabs, take a smaller machine, or let going back use less memory (Bookmarks), and start the simulator again.
restart = Start again
refused-no-program = There is no program yet: assemble first.
refused-ended = The run is over: go back, or run it again.
refused-beyond = Only { $end } cycles have been simulated so far.
fetch-failed = Could not be loaded: { $message }

## Keys

help-title = Keys
keys-assemble = Assemble
keys-run = Run or pause
keys-step = Forward one step, as chosen beside the buttons
keys-back = Back one step, as chosen beside the buttons
keys-instruction = Forward one instruction of the selected node
keys-instruction-back = Back one instruction of the selected node
keys-line = Forward one line of the selected node, over calls
keys-line-into = Forward one line of the selected node, into calls
keys-out = Out of the function of the selected node
keys-line-back = Back one line of the selected node, over calls
keys-communication = On to the next communication
keys-communication-back = Back to the last communication
keys-run-back = Back to the last breakpoint
keys-bookmark = Set or remove a bookmark at this cycle
keys-slider = Slider: by one cycle, by a larger part, to the ends
keys-slider-zoom = Slider: smaller part, larger part, whole run
keys-space = Shift the space-time picture
keys-slider-bookmarks = Slider: next bookmark, bookmark before
keys-value = Register or memory word: change it, ask who wrote it
keys-editor-breakpoint = Editor: breakpoint on this line
keys-editor-condition = Editor: condition of the breakpoint on this line
keys-start = To the start
keys-end = To the end of the run
keys-help = This list
keys-mesh-select = Select a neighbouring node
keys-mesh-zoom = Larger, smaller, whole chip
keys-mesh-pan = Shift the view
keys-editor-find = Find and replace
keys-editor-line = Go to a line
keys-editor-comment = Make a comment of the line, or take it back
keys-editor-words = Offer words
keys-editor-definition = Go to the definition of a name (also Ctrl-click)
keys-editor-rename = In C, select all uses of a name, to rename it by typing
keys-editor-next = Next finding, while there are any
keys-editor-help = What the word at the cursor means
keys-editor-leave = Leave the editor
keys-group-page = Program and page
keys-group-time = Time
keys-group-chip = Chip, while it has the focus
keys-group-editor = Editor, while it has the focus
keys-present = Presentation size on or off
keys-lower = Lower area larger, or as at first
keys-region = Next region of the page
keys-region-back = Previous region
keys-edges = On an edge between two panels: move it (with Shift farther), or as at first
keys-mesh-line = Keep the line of the selected node marked in the source, or no longer
keys-mesh-inside = Look inside the router of the selected node
keys-mesh-menu = Menu of the selected node

## Statistics and logs

tab-analysis = Analysis
analysis-run = Run
tabs-more = More tabs
analysis-statistics = Statistics
analysis-log = Log
analysis-running = The run continues; this is updated when it stops.
drawer-taller = Larger: over the panels
drawer-lower = Back to its height
stats-counting = Counting: cycle { $n } of { $until }
stats-up-to = Cycles 0 to { $n }
log-waits = Looking through the run…

## Breakpoints

analysis-stops = Breakpoints

## Going back in time

analysis-timeline = Bookmarks
analysis-compare = Compare
restart-again = Start again and go back to cycle { $n }

## Speed-up

analysis-speedup = Speed-up

## NoC bench

analysis-noc = NoC
analysis-watch = Watch
analysis-profile = Profile
analysis-reference = Reference

## Checks

analysis-checks = Checks
analysis-mpi = MPI
checks-badge = Reports: { $n }

## Presentation, first visit, tour

present = Presentation size
present-hint = Presentation size: larger type, fewer panels (Shift+F9)
