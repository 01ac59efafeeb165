#!/bin/sh
# Runs the GNU parallel and Slurm lines of docs/grading.md once for real, on this machine, and compares what is merged with the
# result of one process, byte for byte.
#
#   tests/slurm/run.sh [path of mcore]      (target/release/mcore if left out, else target/debug/mcore)
#
# It needs Debian's packages parallel, slurm-wlm and munge, and root, since slurmd starts jobs. The lines are taken out of the
# document, not copied. munged, slurmctld and slurmd run for this script alone, with their files in a temporary folder, and are
# stopped at its end. Exit status: 0 if all is equal, 1 if not, 2 if a tool is missing or Slurm does not start.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
document=$root/docs/grading.md
mcore=${1:-}
for found in "$root/target/release/mcore" "$root/target/debug/mcore"; do
    [ -n "$mcore" ] || { [ -x "$found" ] && mcore=$found; } || true
done
[ -x "${mcore:-}" ] || { echo "there is no mcore: build it by \`cargo build --release -p mcore-cli\`, or name it" >&2; exit 2; }
mcore=$(cd "$(dirname "$mcore")" && pwd)/$(basename "$mcore")
PATH=$PATH:/usr/sbin:/sbin
for tool in parallel munged munge slurmctld slurmd sbatch squeue sinfo; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install parallel slurm-wlm munge" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo "slurmd needs root" >&2; exit 2; }

work=$(mktemp -d)
chmod 755 "$work"
pids=""
finish() {
    status=$?
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    for pid in $pids; do
        n=0
        while kill -0 "$pid" 2>/dev/null && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
        kill -9 "$pid" 2>/dev/null || true
    done
    [ $status = 0 ] || tail -n 20 "$work"/log/* >&2 2>/dev/null || true
    rm -rf "$work"
    exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM
mkdir "$work/bin" "$work/log" "$work/class" "$work/state" "$work/spool"
ln -s "$mcore" "$work/bin/mcore"
PATH=$work/bin:$PATH
export PATH

# The blocks of the document: the one that begins with a word, between its fences.
block() {
    awk -v first="$1" '
        /^```/ { inside = !inside; if (inside) { text = ""; n = 0 } else if (hit) { printf "%s", text; exit } else hit = 0; next }
        inside { if (++n == 1) hit = (index($0, first) == 1); text = text $0 "\n" }
    ' "$document"
}
block "parallel " > "$work/class/parallel.sh"
block "#!/bin/sh" > "$work/class/grade.sh"
merge=$(grep -o 'mcore grade merge part\*\.json --csv grades\.csv' "$document" | head -n 1)
for piece in parallel.sh grade.sh; do
    [ -s "$work/class/$piece" ] || { echo "docs/grading.md has no block for $piece" >&2; exit 2; }
done
[ -n "$merge" ] || { echo "docs/grading.md has no line that merges" >&2; exit 2; }

# A pack and a class of 40: solutions, start files, and programs that cannot be assembled.
cd "$work/class"
mcore pack new my-course 2>/dev/null
mkdir submissions
n=1
while [ $n -le 40 ]; do
    name=submissions/$(printf '%02d' $n).s
    case $((n % 4)) in
        0) cp my-course/sum/start/sum.s "$name" ;;
        1) sed 's/addu    \$v0, \$v0, \$t2/adu $v0/' my-course/sum/solution/sum.s > "$name" ;;
        *) cp my-course/sum/solution/sum.s "$name" ;;
    esac
    n=$((n + 1))
done
allowed() { "$@" || [ $? = 1 ]; } # 1: some submission did not pass
allowed mcore grade my-course submissions/* --csv whole.csv --json whole.json > whole.txt 2>/dev/null

failed=0
compare() {
    allowed sh -c "$merge --json all.json" > all.txt 2>/dev/null
    for end in csv json txt; do
        case $end in csv) found=grades.csv ;; *) found=all.$end ;; esac
        if cmp "$found" "whole.$end"; then echo "$1: $end equal to that of one process"; else failed=1; fi
    done
    rm -f grades.csv all.json all.txt part*.json
}

echo "--- GNU parallel $(parallel --version | sed -n '1s/[^0-9]*//p')"
sed -n 1p parallel.sh
# The first line alone: parallel's status is the number of parts in which something did not pass.
sed -n 1p parallel.sh > first.sh
PARALLEL_HOME=$work/parallel sh first.sh > /dev/null 2>"$work/log/parallel" || [ $? -le 4 ]
ls part*.json | wc -l | sed 's/^ */parts: /'
compare "GNU parallel"

echo "--- $(slurmd -V)"
dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 2>/dev/null
chmod 400 "$work/munge.key"
mkdir -m 755 "$work/munge"
munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
    --log-file="$work/log/munged" --seed-file="$work/munge/seed" > "$work/log/munged.out" 2>&1 &
pids="$pids $!"
host=$(hostname -s)
cat > "$work/slurm.conf" <<CONF
ClusterName=grading
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
SlurmctldPort=26817
SlurmdPort=26818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/log/slurmctld
SlurmdLogFile=$work/log/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
ReturnToService=2
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
SLURM_CONF=$work/slurm.conf
export SLURM_CONF
n=0
while [ ! -S "$work/munge/socket" ] && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done
slurmctld -D -f "$SLURM_CONF" > "$work/log/slurmctld.out" 2>&1 &
pids="$pids $!"
# The configuration overrides the number of processors, since a task asks for two and the machine may have less.
slurmd -D -N "$host" -f "$SLURM_CONF" > "$work/log/slurmd.out" 2>&1 &
pids="$pids $!"
n=0
while [ "$(sinfo -h -o %t 2>/dev/null)" != idle ]; do
    n=$((n + 1))
    [ $n -lt 120 ] || { echo "Slurm has no idle node: $(sinfo 2>&1)" >&2; exit 2; }
    sleep 0.5
done

cat grade.sh
job=$(sbatch --parsable grade.sh)
echo "job $job"
n=0
while [ -n "$(squeue -h -j "$job" 2>/dev/null)" ]; do
    n=$((n + 1))
    [ $n -lt 1200 ] || { echo "the array does not end: $(squeue)" >&2; exit 2; }
    sleep 0.5
done
ls part*.json | wc -l | sed 's/^ */parts: /'
compare "Slurm array"
exit $failed
