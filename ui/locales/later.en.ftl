# Messages of the parts of the page that are loaded later (`www/dist/rest.mjs`).

## What is kept: projects, files, versions, links, examples

projects-deleted = Deleted: { $n } (kept for { $days } days)
project-new = New project
project-new-c = New project in C
project-open = open
project-rename = Rename { $name }
project-rename-label = New name
project-copy = Duplicate { $name }
project-delete = Delete { $name }
project-original = Original of this example
project-restore = Bring back
kept-here = Everything is stored in this browser. If it runs short of space it may remove it: export now and then.
kept-durable = Everything is stored in this browser, which has promised to keep it.
export-hint = One file with all projects, the work on exercises and their earlier versions. Importing it adds to your work and replaces nothing.
import = Import…
import-holds = The file holds projects: { $n }, earlier versions: { $versions }.
import-lost = The file is damaged: { $n } records cannot be read. The rest can be imported.
import-hint = Nothing here is replaced. If two projects differ, both stay; other work on an exercise becomes a version in its history.
import-accept = Import
files-hint = All files are assembled together, from top to bottom. A file that another one reads by .include is assembled there.
file-new-name = Name of the new file
file-kind = Kind
file-kind-s = Assembly
file-kind-c = C
file-kind-h = C header
file-add = Add file
file-name-of = Name of { $name }
file-up = Move { $name } up
file-down = Move { $name } down
file-remove = Remove { $name }
file-name-empty = A file needs a name.
file-name-long = The name has more than { $n } characters.
file-name-characters = A name has no spaces, none of / \ : * ? " < > | and no dot in front.
file-name-taken = Another file has this name.
history-title = Earlier versions
history-none = There is no earlier version yet. One is kept each time you assemble, and every few minutes while you write.
history-assembled = assembled
history-time = while writing
history-replaced = before going back
history-imported = imported
history-would = Going back to this version changes:
history-same = This version is what you see in the editor.
history-restore = Go back to this version
history-diff = Changes of { $name }
history-goes = removed:
history-comes = added:
share-short = Share
share-carries = Carries the program (files: { $files }), the chip ({ $columns } × { $rows }) and cycle { $cycle }.
share-exercise = It also shows your solution of the exercise to everybody who has the link.
share-copy = Copy
share-copied = Copied.
share-by-hand = The browser does not allow this: copy the selected address yourself (Ctrl+C).
share-size = { $n } characters.
share-long = Some mail and chat programs cut such long addresses off. The file of an export is safer.
share-very-long = This address is too long for most programs. Use an export instead.
share-code = QR code of the link
share-no-code = The program is too large for a QR code; the link works all the same.
share-private = The program is in the link itself. Nothing is sent to a server.
link-later = a newer edition of the lab has made it
link-cut-off = its end is missing
link-damaged = characters in it have changed
link-too-large = it is too large
gallery-title = Examples
gallery-hint = One click opens a program and runs it. Change it as you like: the original can be put back.
gallery-size = { $columns } × { $rows }

## Task

reset-title = Back to the start file?
reset-text = Your text is replaced by the start file of the exercise. You can undo this until you open another exercise.
reset-confirm = Put the start file back

## Chip

compute-nodes = compute nodes
link-use = link use
link-use-hint = Use of the links in the last 64 cycles
legend-key = Key
legend-key-title = Signs of the picture
mesh-role = chip
mesh-label = Chip at cycle { $cycle }. Selected: { $node }. Arrow keys select a node.
zoom-fit = Show the whole chip
zoom-in = Larger
zoom-out = Smaller
machine-change = Machine…
role-trapped = trapped
role-exit = halted, code { $code }
flit-header = header
flit-address = address
flit-stride = stride
flit-data = data
flit-tail = tail
held-up = held up
memory-short = M
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
why-computing = It executes one instruction in each cycle.
why-halted = It has stored its exit code and does nothing more.
why-path = A router only: it passes packets on between the memory node and the compute nodes.
why-memory = It serves requests to main memory through its page buffer.
code-title = Instructions
code-keys = Arrow keys choose an instruction, Enter goes to its line
code-elsewhere = of line { $line }; the next one is elsewhere
registers-title = Registers
registers-unit = Registers of
registers-integer = integer
registers-float = float
registers-format = Number format
variables-title = Variables
variables-or-registers = Shown in the node’s panel
variables-none = No variables of C are visible here.
variables-global = Global
variables-gone = gone
variables-unoptimised = Compile at -O0
variables-unoptimised-hint = Every variable then has a value; the run starts again
variables-cut = More variables than fit here: close some values.
variables-same = the same as { $name }
variables-parts = Parts of { $name }
variables-range = { $from } to { $to } of { $n }
variables-back = Earlier elements
variables-on = Later elements
variables-rows = Rows
variables-columns = Columns
calls-title = Call stack
calls-start = start of the program
calls-inlined = inlined
calls-more = and { $n } more calls of the same function
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
incc-output = output buffer
incc-input = input buffer
incc-registers = Interface registers
memory-title = Memory
memory-focus = Address, label or register, for example 0x2000, flag or $sp
memory-bad-focus = Neither an address nor a label of this program nor a register
memory-up = Lower addresses
memory-down = Higher addresses
memory-format = How words are read
read-hex = hexadecimal
read-signed = signed
read-unsigned = unsigned
read-binary = binary
read-halves = halfwords
read-bytes = bytes
read-text = characters
read-single = single precision
read-double = double precision
read-variables = variables of C
node-before = before: { $value }
console-title = Console
console-empty = Nothing has been printed.

## Time

axis-cores = cores
axis-flits = flits
chart-label = Activity of the cores and flits in flight, from cycle { $from } to { $end }. The button beside it shows the numbers.
data-title = Numbers of the chart
data-cycle = from cycle
data-note = Means over { $n } cycles each.
data-none = Nothing has run yet.

## Result

check-passed = met:
check-failed = not met:
speedup-of = the sequential program’s speed
run-of = { $nodes ->
    [1] 1 node
   *[n] { $nodes } nodes
 } · { $cycles } cycles
open-pack = Open a pack folder…
grade-title = All cases
grade-start = Check all cases
grade-stop = Stop
grade-running = Case { $case }: { $n } cycles
grade-points = { $points } of { $of } points
grade-speedup = Points for the speed-up (yours: { $x })
grade-at-least = At least
grade-worth = Points
grade-stale = The text has changed since this check.
case-hidden = (hidden)
case-withheld = checked when graded
case-cycles = { $n } cycles
case-show = Run this case
check-withheld = checked when graded:
go-to-last-write = Go to the last write of the wrong word
go-to-difference-passed = Go to the first difference from your last run that passed
go-to-difference-reference = Go to the first difference from the sequential program’s run
hand-in = Save the file to hand in
hand-in-copy = Copy it
hand-in-done = Done. Hand in this one file as your course wants it.
hand-in-unchecked = You can hand in without checking; the grader checks everything itself.
ended-after = after { $cycles } cycles, and { $drain } more until the network was empty
go-to-line = Go to line { $line }
select-node = Select node { $id }
line-mark = Keep the line of this node marked in the source
line-mark-of = Keep the line of node { $id } marked in the source
line-unmark-of = No longer keep the line of node { $id } marked
line-marked = line kept marked

## Machine

machine-title = Machine
machine-width = Columns (M)
machine-height = Rows (N)
machine-memory = Memory of a node
machine-limit = Cycle limit
machine-level = Optimisation of C
machine-level-0 = -O0: none; every variable is in memory
machine-level-1 = -O1: usual; within a line
machine-level-2 = -O2: full
machine-mirrored = Mirrored addressing
machine-mirrored-text = The upper address bits are ignored, as in the paper, instead of trapping.
machine-apply = Build this machine
machine-bad-size = Columns and rows are numbers from 1 to 255.
machine-bad-limit = The cycle limit is a number from 1 to 1,000,000,000,000.

## Keys

docs-all = Documentation: the machine, the assembler, how a DMA works

## Parts of a node and blocked chains

parts-title = Last cycle
chains-title = Held up
chains-none = Nothing is held up at this router.

## Statistics and logs

save-csv = Save as CSV
save-svg = Save as SVG
save-png = Save as PNG
table-more = { $n } more rows
stats-none = Statistics appear here when a run has stopped.
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
outcome-memory-limit = memory limit reached
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
stats-to-mapping = Map this traffic
stats-to-mapping-hint = Opens the mapping mode with the DMAs between the nodes up to this cycle. Each node is a rank there, so remove a rank map first.
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
space-note = Nodes downwards by rank, below the memory node (M); cycles to the right. Arrows are DMAs, from their start to the arrival of their last word. A click goes there; dragging shifts, Ctrl and the wheel or two fingers zoom.
space-label = Activity of each core in cycles { $from } to { $until }. Arrow keys move to another cycle or node, with Shift they move the picture; + and − zoom, 0 shows the whole run.
space-out = Show more cycles
space-in = Show fewer cycles
space-back = Earlier
space-on = Later
space-whole = Whole run
space-around = Around the shown cycle
space-finding = Looking at these cycles one by one
space-find = Look closely
space-arrows-none = No DMAs in these cycles.
space-arrows-all = DMAs in these cycles: { $n }, each with its arrow.
space-arrows-some = DMAs in these cycles: { $n }. Arrows are drawn for { $drawn } of them, spread evenly; zoom in to see all.
space-arrows-node = In these cycles: { $n }. Only arrows of the selected node are drawn: { $drawn }.
space-arrows-about = DMAs in these cycles: about { $n }. Arrows are drawn for { $drawn } of them; zoom in to see all.
space-messages = DMAs in these cycles
space-nodes = Nodes in these cycles
space-start = started
space-source = from
space-dst = to
space-arrival = arrived
space-before = before
space-later = later
space-unknown = –
heat-title = Use of the links over time
heat-note = Links are as warm as they were used in the chosen stretch of the run.
heat-slider = Stretch of the run
heat-stretch = cycles { $from } to { $until }
heat-follow = At the shown cycle
log-none = The log appears here as soon as a run has stopped.
log-grain = How fine
grain-message = Messages
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
mpi-unused = This program uses no function of MPI.
mpi-functions = By function
mpi-ranks = By rank
mpi-matrix = Bytes between ranks
mpi-matrix-note = Rows send, columns receive.
mpi-matrix-grouped = Rows send, columns receive; { $n } ranks share a row and a column.
mpi-matrix-label = Bytes between ranks; arrow keys read a cell
mpi-from-to = from \ to
mpi-from = from
mpi-to = to
mpi-messages = messages
mpi-cell = { $from } → { $to }: { $bytes } bytes in { $messages } messages
mpi-to-mapping-hint = Opens the mapping mode with the messages between the ranks up to this cycle.
mpi-to-mapping-many = There are too many pairs of ranks to hand over. Save the communication record, and open it in the mapping mode.
mpi-record = Communication record
mpi-record-hint = Save all messages of the run so far as a file for other modes (*.comm.json)
mpi-record-cut = The record ends at cycle { $cycle }: it has reached its maximum number of messages.
space-kind = Arrows
space-mpi = Messages
space-dmas = DMAs
space-mpi-none = No messages of MPI in these cycles.
space-mpi-all = Messages of MPI in these cycles: { $n }, each with its arrow.
space-mpi-some = Messages of MPI in these cycles: { $n }. Arrows are drawn for { $drawn } of them, spread evenly; zoom in to see all.
space-mpi-about = Messages of MPI in these cycles: about { $n }. Arrows are drawn for { $drawn } of them; zoom in to see all.
space-mpi-said = { $function }: rank { $from } → { $to }, tag { $tag }, { $bytes } bytes, { $cycles } cycles
space-mpi-collective = { $function }: rank { $from } → { $to }, { $bytes } bytes, { $cycles } cycles
space-dma-said = DMA { $from } → { $to }: { $bytes } bytes, { $cycles } cycles
space-mpi-table = Messages of MPI in these cycles
space-function = function
space-tag = tag
accesses-save = Loads and stores
accesses-hint = Save all loads and stores of the run so far as a trace for the memory mode
accesses-progress = Cycle { $cycle } of { $end }
accesses-stop = Stop
accesses-cut = The file ends at cycle { $cycle }: it has reached its maximum size (512 MiB).
page-back = Page before
page-on = Next page
kind-call = call
kind-message = message
kind-mark = mark
kind-dma = DMA
kind-packet = packet
kind-flit = flit
kind-console = output
kind-halt = halted
kind-trap = trap

## Breakpoints

stops-none = No breakpoints yet. Click on a line number, or press F9 in the editor, or use the form.
stops-list = Breakpoints and watchpoints
stop-form = New breakpoint
stop-form-change = Change breakpoint
stop-what = Stop at
stop-what-line = a source line
stop-what-label = a label
stop-what-address = an address
stop-what-watch = use of a register or memory
stop-what-cycle = a cycle
stop-what-dma-started = start of a DMA
stop-what-dma-arrived = arrival of a DMA
stop-what-communication = communication
stop-what-trap = a trap
stop-what-deadlock = a deadlock
stop-what-halt = the halt of a core
stop-place-line = Line, with its file or without
stop-place-label = Label
stop-place-address = Address of the instruction
stop-place-watch = Register, label or address
stop-place-cycle = Cycle
stop-how = When it is
stop-how-change = changed
stop-how-write = written
stop-how-read = read
stop-how-value = written with a value
stop-test = The value is
stop-words-label = Number of words
stop-nodes = Only at nodes
stop-condition = Only if
stop-only-here = Only at { $node }
stop-add = Add
stop-save = Save
stop-bad-empty = Something is missing here.
stop-bad-line = A line number is expected here, perhaps with a file: 31 or matmul.s:31.
stop-bad-address = An address is expected here: 0x1040.
stop-bad-cycle = A number is expected here: 18204.
stop-bad-words = A number from 1 to 262144 is expected here.
stop-bad-test = A comparison is expected here: == 5, < 100, !=u 0xff.
stop-bad-nodes = Nodes are written like this: (1,1) (2,3). Leave the field empty for all of them.
stop-bad-read = Registers are read in almost every cycle, so only reading of memory can be watched. Use “changed” or “written” for a register, or a breakpoint with a condition.
stop-is-line = { $file }:{ $line }
stop-is-address = { $address }
stop-is-label = { $name }
stop-is-cycle = cycle { $n }
stop-is-read = { $place } is read
stop-is-write = { $place } is written
stop-is-change = { $place } changes
stop-is-value = { $place } is written with { $test }
stop-words = {" "}({ $n } words)
stop-at = at { $nodes }
stop-if = if { $condition }
stop-here = stopped here
stop-moved = Line { $line } has no instruction, so the breakpoint moved to the next one.
stop-later = Takes effect when the text is assembled.
stop-enable = { $name }: switched on
stop-change = Change: { $name }
stop-remove = Remove: { $name }

## Going back in time

bookmarks-title = Bookmarks
bookmarks-none = No bookmarks yet. Ctrl+F2 sets one at the shown cycle.
bookmark-name = name
bookmark-name-at = Name of the bookmark of cycle { $n }
bookmark-remove-at = Remove the bookmark of cycle { $n }
go-to-cycle = Go to cycle { $n }
edits-title = Values changed by hand
edits-none = None. Double-click a register or a word of memory to change it; the run goes on with the new value.
edit-remove = Take back: { $name }
kept-title = Memory for going back
kept-used = Kept states: { $n }, { $mib } MiB.
kept-ceiling = At most
kept-text = More memory keeps more states, so that far cycles are shown sooner. Every cycle can be shown in any case.
place-keys = Arrow keys go from value to value, Enter changes one, W asks who wrote it, the space bar opens a menu.
place-writer = Who wrote this?
place-change = Change…
place-watch = Stop when it changes
change-title = Change { $name }
change-now = It holds { $value } at cycle { $n }.
change-value = New value: 10, -1, 0xff, 1.5 or 'a'
change-bad = This is no value of 32 bits. Write 10, -1, 0xff, 1.5 or 'a'.
change-lost = You are in the past. From cycle { $from } on the run goes another way, so cycles { $from } to { $until } are discarded. This can be undone.
change-write = Write
change-write-past = Discard and write
writer-asking = Looking for who wrote this…
writer-title = { $place } of { $node } before cycle { $n }
writer-go = Go to cycle { $n } at { $node }
writer-arrived = To its arrival, cycle { $n }
edit-discarded = Cycles { $from } to { $until } were discarded: the run goes another way from here.
compare-text = Run the version that works and keep its run. Then change the program, run it, and compare: you see the first difference of each node.
compare-keep = Keep this run
compare-run = Compare with the kept run
compare-none = No run is kept yet.
compare-kept = A run of { $n } cycles is kept.
compare-busy = Comparing
compare-progress = { $n } of { $until } cycles
compare-node = Node
compare-what = What
compare-kept-did = Kept run
compare-passed-did = Your run that passed
compare-reference-did = Sequential program
compare-present-did = This run
compare-console = output
compare-dma = DMA
compare-store = store
compare-exit = exit code
compare-nothing = nothing more
compare-at = cycle { $n }, { $place }

## Speed-up

speedup-title = Speed-up over nodes
speedup-note = Runs the loaded program on arrays of other sizes, with the same input, and compares the cycles.
speedup-sizes = Arrays (columns x rows)
speedup-progress = size { $n } of { $of }, cycle { $cycle }
speedup-times = Speed-up
speedup-axis = times as fast
speedup-efficiency = Efficiency
speedup-efficiency-note = Speed-up divided by the ideal one.
speedup-points = Measured sizes
speedup-nodes = nodes
speedup-array = array
speedup-measured = measured
speedup-ideal = ideal
speedup-result = result
speedup-ok = ended well
speedup-reference = Measured against the sequential program of the exercise: { $n } cycles. A cross: no result at this size.
speedup-smallest = Measured against the program itself on the smallest array (nodes: { $nodes }, cycles: { $n }). A cross: no result at this size.
speedup-bad-sizes = Write sizes as 1x1 2x2 4x4: columns x rows, each from 1 to 255.
speedup-no-program = Assemble a program first.

## NoC bench

noc-title = NoC bench
noc-note = The network of the chip without cores: nodes send packets at random. Loads are in flits per node and cycle.
noc-traffic = Traffic
noc-uniform = uniform
noc-transpose = transpose
noc-bit-complement = bit complement
noc-neighbour = neighbour
noc-tornado = tornado
noc-bit-reverse = bit reverse
noc-shuffle = shuffle
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

checks-switch = Check the run
checks-off = Checks are off.
checks-none-yet = Run the program: it is checked when it stops.
checks-under-way = Checking: cycle { $n } of { $end }
checks-clean = Nothing found in { $n } cycles.
checks-found = Found in { $cycle } cycles: { $n }. A click on a side leads to it.
checks-more = Not listed: { $n } more.
checks-count = { $n ->
    [1] once
   *[n] { $n } times
 }
checks-side = cycle { $cycle } · { $id } · { $place }

## Chip: table, menu, inside of routers

mesh-show = How the chip is shown
mesh-show-picture = Picture
mesh-show-nodes = Nodes
mesh-show-routers = Routers
mesh-table-nodes = Nodes of the chip
mesh-table-routers = Routers of the chip
mesh-col-state = state
mesh-col-reason = what it waits for
mesh-col-recent = computed (last 64)
mesh-col-incc = flits in INCC
mesh-col-dma = DMA under way
mesh-col-flits = flits in FIFOs
mesh-col-held = held up
mesh-col-crossbar = input → output
mesh-col-link = busiest link (last 64)
mesh-menu-inside = Look inside router { $id }
mesh-menu-log = Log of node { $id }
inside-held = path that a packet holds, input → output
inside-wanted = output that a head waits for
inside-turn = input that the arbiter asks first next time
inside-xoff = FIFO full: stop sending

## Presentation, first visit, tour

welcome-label = First visit
welcome-text = New here? This example is ready to run.
welcome-run = Run it
welcome-tour = Take the tour
welcome-close = No, thanks
present-leave = Leave
tour-start = Guided tour
tour-end = End the tour
tour-back = Back
tour-next = Next
tour-finish = Finish
tour-count = { $n } of { $of }
tour-done = Done.
tour-task = The exercise
tour-task-text = Here is what to do, with hints. The tabs beside it hold your program and the files that belong to it. Other exercises are in the list at the top.
tour-run = Run the program
tour-run-text = The program of the exercise is assembled and loaded on every node. It works, but on one node only.
tour-run-do = Press Run (F8).
tour-mesh = The chip
tour-mesh-text = Each box is a node with its core; the squares at the corners are routers, the small marks flits. The wheel or + enlarges; Enter looks inside the router of the selected node.
tour-mesh-do = Select another node: click it, or use the arrow keys.
tour-node = The selected node
tour-node-text = Here you see what the node is doing and why it waits: its instructions, registers, network interface (INCC) and memory at the shown cycle.
tour-time = Back and forth in time
tour-time-text = Every cycle of the run can be shown again. Drag the handle, or step one cycle at a time; the chart shows how busy the cores were.
tour-time-do = Go back one cycle (Shift+F10).
tour-edit = Change the program
tour-edit-text = Write your parallel version in the editor, then assemble it (Ctrl+Enter). Your text is stored in this browser as you type.
tour-result = The verdict
tour-result-text = When the run is over, this shows whether the result is right and the speed-up over the sequential program.
tour-help = Whenever you need it
tour-help-text = This button, or the ? key, lists all keys; it leads to the documentation, and back to this tour.

# Why a node waits.

wait-title = Why it waits
wait-go-sender = Go to cycle { $n }, node { $node }
wait-chain = Who waits for whom:
wait-chain-others = { $n } more cores wait for these, directly or through others.
wait-chain-circle = The last one waits for number { $n }: they wait in a circle.
checks-cause = { $n ->
    [1] Checks found 1 likely cause:
   *[n] Checks found { $n } likely causes:
 }
warned-cause = { $n ->
    [1] The compiler warned of 1 place:
   *[n] The compiler warned of { $n } places:
 }

## Keys

keys-key = Key
keys-does = Action
keys-mac = On a Mac, Command works like Ctrl.
keys-letters = Open this list with the single key ?

## Watched expressions

watch-expression = Expression
watch-tools = Format and place
watch-in-grid = In the grid
watch-add = Add an expression
watch-hint = `$s0`, `sum`, `table[$t0]`, `*($sp + 16)`, `(flags >> 3) & 1`, `line`
watch-format = Format
watch-signed = with sign
watch-unsigned = without sign
watch-hex = hexadecimal
watch-text = characters
watch-single = float
watch-at = { $text }, character { $n }:
watch-show = Show { $text } in the grid
watch-on-chip = Show { $text } on the nodes of the chip
watch-remove = Remove { $text }

## Profile

profile-none = The profile is counted when a run stops.
profile-functions = By function
profile-lines = By line
profile-ranks = By rank
profile-of = Nodes of the profile
profile-all = all nodes
profile-heat = in the gutter
profile-heat-hint = Show the share of each line in the editor
profile-said = { $n } core cycles, { $polling } polling, in { $cycles } cycles of the run
profile-function = function
profile-place = line
profile-cycles = cycles
profile-share = share

## Reference

reference-search = Search
reference-kinds = Kind
reference-all = All
reference-functions = Library
reference-constants = INCC registers
reference-instructions = Instructions
reference-pseudo = Pseudo-instructions
reference-directives = Directives
reference-registers = Registers
reference-slots = Delay slots: the assembler puts a `nop` after each branch and jump. After `.set noreorder` you fill the slot yourself.
reference-more = { $n } more; type a part of the word.
