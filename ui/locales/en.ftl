## The page

app-name = M-Core Lab
mode-chip = Chip
skip-to-chip = Skip to the chip
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
assemble = Assemble
assembling = Assembling…
assemble-hint = Assemble and load on every node (Ctrl+Enter)
assemble-edited = Changed since the last assembly
assembled-ok = Assembled: { $text } bytes of text, { $data } bytes of data
errors-count = Errors: { $n }
warnings-count = warnings: { $n }
findings = Findings of the assembler
finding-at = { $file } line { $line }:

## Task

hint-title = Hint { $n }
hint-next = Show a hint ({ $n } left)
reset-files = Back to the start file…
reset-title = Back to the start file?
reset-text = Your text is replaced by the one that the exercise begins with. You can undo this until you open another exercise.
reset-confirm = Put the start file back
open-files = Open files
open-files-hint = Open files: assembly text, or an ELF program (MIPS32, static) with its C sources. They can also be dropped here.
files-opened = { $n ->
    [one] One file opened.
   *[other] { $n } files opened.
 }
not-text = { $name } is neither text (UTF-8) nor an ELF program.
too-large = { $name } cannot be read: it is larger than 64 MB, or a folder.
load-elf = Load
load-elf-hint = Load the ELF program on every node (Ctrl+Enter)
reset-done = The start file is back.

## Chip

compute-nodes = compute nodes
mesh-warmth = links warm over the last 64 cycles
mesh-role = chip
mesh-label = Chip at cycle { $cycle }. Selected: { $node }. Arrow keys select a node.
zoom-fit = Show the whole chip
zoom-in = Larger
zoom-out = Smaller
machine-change = Machine…
role-computing = computing
role-polling = polling
role-halted = halted
role-trapped = trapped
role-exit = halted, code { $code }
flit-header = header
flit-address = address
flit-stride = stride
flit-data = data
flit-tail = tail
held-up = held up
memory-short = memory
memory-node = Memory node
memory-page = page { $page }
memory-busy = copying a page
memory-queued = requests waiting: { $n }
path-node = path node
hover-recent = { $n } of the last 64 cycles computing
hover-router = Router { $id }
hover-link = Link { $from } → { $to }
hover-used = used in { $n } of the last 64 cycles
hover-flit = Flit: { $kind }
hover-tail = Flit: { $kind }, the last of its packet
hover-packet = packet #{ $n } from { $from }
place-fifo = router { $id }, input { $port }, slot { $slot } of 4
place-link = on the link from { $id } to the { $port }
place-out = output buffer of the INCC of { $id }
place-in = input buffer of the INCC of { $id }
port-north = north
port-east = east
port-south = south
port-west = west
port-incc = INCC

## Node

node-none = No program is loaded yet.
node-title = Node { $id }
node-rank = rank { $rank }
node-counts = { $n } executed, { $polled } of them polling
why-waiting = Why is it waiting?
why-trapped = Why has it trapped?
why-doing = What is it doing?
why-computing = It executes one instruction in each cycle.
why-halted = It has stored its exit code and does nothing more.
why-path = A router only: it passes packets on between the memory node and the compute nodes.
why-memory = It serves requests to main memory through its page buffer.
code-title = Instructions
registers-title = Registers
registers-format = Number format
incc-title = INCC
incc-waiting = waiting
incc-command = command
incc-sent = sent
incc-receiving = receiving
memory-title = Memory
memory-focus = Address, label or register, for example 0x2000, flag or $sp
memory-bad-focus = Neither an address nor a label of this program nor a register
memory-up = Lower addresses
memory-down = Higher addresses
console-title = Console
console-empty = Nothing has been printed.

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
pace-label = Speed
pace = { $n } cycles/s
pace-max = full speed
series-ipc = instructions/cycle
series-flits = flits in flight
axis-cores = cores
axis-flits = flits
chart-label = What the cores did and how many flits were in flight, from cycle 0 to { $end }. The button beside it shows the numbers.
data-open = Numbers of the chart
data-title = Numbers of the chart
data-cycle = from cycle
data-note = Means over { $n } cycles each.
data-none = Nothing has run yet.

## Result

result-none = No run yet
result-none-text = Run the program to the end: the verdict and the speed-up over the sequential program appear here.
result-none-scratch = Run the program: how it ends is shown here.
result-running = Running…
result-running-text = The verdict comes when the last core has halted.
result-errors = There are errors
result-errors-text = The findings stand below the source text; a click on one leads to its line.
judging = Running the sequential program…
judging-cycles = { $n } cycles so far
verdict-passed = Passed
verdict-failed = Not passed
check-passed = met:
check-failed = not met:
speedup-of = the sequential program’s speed
run-of = { $nodes } nodes · { $cycles } cycles
reference-of = Sequential program: { $n } cycles
ended-ok = The run is over
ended-bad = The run was stopped
ended-after = after { $cycles } cycles, and { $drain } more until the network was empty
go-to-line = Go to line { $line }
select-node = Select node { $id }
live-assembled = Assembled and loaded.
live-speedup = { $x } times as fast on { $n } nodes.

## Machine

machine-title = Machine
machine-width = Columns (M)
machine-height = Rows (N)
machine-memory = Memory of a node
machine-limit = Cycle limit
machine-mirrored = Mirrored addressing
machine-mirrored-text = The upper address bits are ignored, as in the paper, instead of trapping.
machine-apply = Build this machine
machine-bad-size = Columns and rows are numbers from 1 to 255.
machine-bad-limit = The cycle limit is a number from 1 to 1,000,000,000,000.

## Messages

dead-title = The simulator has stopped
dead-body = This is a fault of the lab, not of your program. Your text is safe; start the simulator again to go on.
restart = Start again
refused-no-program = There is no program yet: assemble first.
refused-ended = The run is over: go back, or run it again.
refused-beyond = Only { $end } cycles have been simulated so far.
fetch-failed = Could not be loaded: { $message }

## Keys

help-title = Keys
keys-key = Key
keys-does = What it does
keys-mac = On a Mac, Command works like Ctrl.
keys-assemble = Assemble
keys-run = Run or pause
keys-step = Forward one cycle
keys-back = Back one cycle
keys-start = To the start
keys-end = To the end of the run
keys-help = This list
keys-mesh-select = Chip: select a neighbouring node
keys-mesh-zoom = Chip: larger, smaller, show all
keys-mesh-pan = Chip: shift the view
keys-editor-find = Editor: find and replace
keys-editor-next = Editor: next finding, while there are any
keys-editor-help = Editor: what the instruction at the cursor does
keys-editor-leave = Editor: leave by keyboard
