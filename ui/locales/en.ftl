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
place-entering = on the link from the INCC of { $id } to its router
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
float-title = Floating point
float-format = How registers are read
float-single = single
float-double = double
float-hex = hex
fcsr-rounding = rounding
fcsr-conditions = conditions true
fcsr-causes = last operation
fcsr-flags = so far
fcsr-enables = trap enabled
fcsr-letters = V invalid · Z division by zero · O overflow · U underflow · I inexact
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
docs-all = Documentation: the machine, the assembler, how a DMA works
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

## Parts of a node and blocked chains

parts-title = In the last cycle
chains-title = Who waits for whom
chains-none = Nothing is held up at this router.

## Statistics and logs

tab-analysis = Analysis
analysis-statistics = Statistics
analysis-log = Log
analysis-running = The run goes on; this is looked at again when it stands.
drawer-open = Open statistics and logs
drawer-close = Close statistics and logs
drawer-taller = Use all the room
drawer-lower = Show the chip as well
save-csv = Save as CSV
save-svg = Save as SVG
save-png = Save as PNG
table-more = { $n } more rows
stats-none = Statistics appear here as soon as there is a run that stands.
stats-counting = Counting: cycle { $n } of { $until }
stats-up-to = Cycles 0 to { $n }
stats-summary = Summary
stats-outcome = state
stats-cycles-run = cycles of the program
stats-drain = cycles until the network was empty
stats-executed = instructions
stats-polled = of these polling
stats-per-cycle = instructions a cycle
stats-dmas = DMAs
stats-dma-bytes = bytes by DMA
stats-packets = packets
stats-flits = flits
stats-busiest = Busiest link: { $from } → { $to }, { $share } of the cycles
stats-congested = Most congested router: { $at }, something held up in { $share } of the cycles
outcome-running = not over yet
outcome-halted = all cores have halted
outcome-trapped = trapped
outcome-cycle-limit = cycle limit reached
outcome-deadlock = deadlock
stats-uses = Where the cycles went
stats-uses-note = In each cycle a part makes progress or has exactly one reason why not.
stats-use = use
part-cores = cores
part-inccs = INCCs
part-routers = routers
part-memory = memory node
stats-mix = Instructions by class
class-alu = arithmetic, logic
class-muldiv = multiply, divide
class-float = floating point
class-load = load
class-store = store
class-branch = branch
class-jump = jump
class-trap = trap
class-system = system
stats-instruction = instruction
stats-count = number
stats-share = share
stats-latency = Latency of packets
stats-latency-note = From the forming of the header to the writing of the last word, in cycles.
stats-cycles = cycles
stats-least = least
stats-median = median
stats-mean = mean
stats-p95 = 95 % within
stats-p99 = 99 % within
stats-most = most
stats-no-packets = No packet has arrived yet.
stats-dma = Sizes of DMAs, in bytes
stats-bytes = bytes
stats-no-dma = No DMA has been started yet.
stats-links = Links
stats-links-note = A row selects the router that the link leaves.
stats-link = link
stats-used = cycles in use
stats-routers = Routers
stats-routers-note = Held up: cycles in which some packet waited there.
stats-router = router
stats-held-up = held up
stats-moving = moving flits
stats-nodes = Nodes
stats-node = node
stats-rank = rank
stats-waiting = polling or waiting
stats-incc-busy = INCC at work
space-title = Space and time
space-note = Nodes downwards by rank, cycles to the right. A click goes there; the arrow keys do too.
space-label = What each core did from cycle 0 to { $n }. Arrow keys move to another cycle or node.
heat-title = Use of the links over time
heat-note = Links are as warm as they were used in the chosen stretch of the run.
heat-slider = Stretch of the run
heat-stretch = cycles { $from } to { $until }
heat-follow = At the shown cycle
log-none = The log appears here as soon as there is a run that stands.
log-waits = Looking through the run…
log-grain = How fine
grain-dma = DMAs
grain-packet = Packets
grain-flit = Flits
log-cycles = Cycles
log-from = From cycle
log-until = Up to cycle
log-now = Last 200
log-whole = Whole run
log-here = Only node { $id }
log-followed = Packet { $packet }
log-follow = Follow packet { $packet }
log-unfollow = Show all packets again
log-search = Search the rows
log-cycle = cycle
log-node = node
log-kind = kind
log-what = what happened
log-packet = packet
log-visit = Go to cycle { $cycle }, node { $id }
log-count = { $n } rows, cycles { $from } to { $until }
log-more = Show more
log-empty = Nothing was found in these cycles.
page-back = Page before
page-on = Next page
kind-dma = DMA
kind-packet = packet
kind-flit = flit
kind-console = output
kind-halt = halted
kind-trap = trap

## NoC bench

analysis-noc = NoC
noc-title = NoC bench
noc-note = The network of the chip without cores: nodes send packets at random. Loads are in flits per node and cycle.
noc-traffic = Traffic
noc-uniform = uniform
noc-transpose = transpose
noc-bit-complement = bit complement
noc-neighbour = neighbour
noc-hot-spot = hot spot
noc-hot-node = Hot node (x,y)
noc-hot-share = Its share in %
noc-packet = Flits per packet
noc-burst = Packets per burst
noc-cycles = Cycles to measure
noc-seed = Seed
noc-loads = Loads to measure
noc-start = Measure
noc-stop = Stop
noc-progress = load { $n } of { $of }, cycle { $cycle }
noc-latency = Latency against load
noc-throughput = Throughput against load
noc-throughput-note = A cross: the network cannot carry this load.
noc-points = Measured points
noc-offered-axis = offered load [flits/node/cycle]
noc-latency-axis = latency [cycles]
noc-zero-load = without contention
noc-bound = bound of the channels
noc-load = load
noc-offered = offered
noc-accepted = accepted
noc-hops = hops
noc-state = state
noc-saturated = saturated
noc-carried = carried
noc-bad-node = The hot node is written as x,y, for example 2,3.
noc-bad-share = The share is a number from 0 to 100.
noc-bad-packet = The flits of a packet are a whole number.
noc-bad-burst = The packets of a burst are a whole number; 1 is no burst.
noc-bad-loads = Loads are numbers from 0.001 to 1, parted by spaces.
noc-bad-seed = The seed is a whole number.
noc-bad-cycles = The cycles are a whole number.

## Checks

analysis-checks = Checks
checks-badge = Reports: { $n }
checks-switch = Check the run
checks-off = Checks are off.
checks-none-yet = Run the program: what it did is checked when it stands.
checks-under-way = Checking: cycle { $n } of { $end }
checks-clean = Nothing found in { $n } cycles.
checks-found = Found in { $cycle } cycles: { $n }. A click on a side leads to it.
checks-more = Not listed: { $n } more.
checks-count = { $n } times
checks-side = cycle { $cycle } · { $id } · { $place }
