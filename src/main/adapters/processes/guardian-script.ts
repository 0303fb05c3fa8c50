/** How long the guardian tries to end what is left (s); the next start continues, and lists what survives. */
const PATIENCE_S = 60

/**
 * Waits for the host's end. If the pipe closes without a message, the host died. Signals to a session or terminal do not end
 * the guardian.
 */
const WAIT = `trap '' HUP INT QUIT TERM
while read -r word pid; do
  case $word in
    done) exit ;;
    run) runs[pid]=1 ;;
    gone) unset "runs[pid]" ;;
  esac
done
SECONDS=0`

/**
 * Linux: searches /proc for processes with the mark of the host's runs, or its run token, for their children and their
 * sessions. Nothing has to be remembered, so no pid can meanwhile belong to an unrelated process. The pipe closes only after
 * what the host was about to start has executed another program: from then on each has the run token. A scan during that
 * exec sees neither, so several scans must find nothing.
 */
export const GUARDIAN_OF_LINUX = `${WAIT}
host=$1 bits=$2 runToken=$3

read_process() {
  local line
  read -r line <"/proc/$1/stat" || return
  # Behind the name: state, parent, group, session, ..., start time, ..., limit on resident memory.
  fields=(\${line##*) })
  [[ \${fields[0]} != [ZX] ]]
}

look() {
  parents=() groups=() sessions=() starts=() members=()
  local file pid limit before holders
  holders=$(grep -lsF -- "$runToken" /proc/[0-9]*/environ)
  for file in /proc/[0-9]*; do
    pid=\${file#/proc/}
    read_process "$pid" || continue
    parents[pid]=\${fields[1]} groups[pid]=\${fields[2]} sessions[pid]=\${fields[3]} starts[pid]=\${fields[19]}
    limit=\${fields[22]}
    if [[ \${#limit} = 19 && $((limit >> bits)) = "$host" || $holders = *"/proc/$pid/environ"* ]]; then
      members[pid]=1
    fi
  done
  before=-1
  while ((before != \${#members[@]})); do
    before=\${#members[@]}
    for pid in "\${!parents[@]}"; do
      [[ \${members[parents[pid]]-}\${members[sessions[pid]]-} ]] && members[pid]=1
    done
  done
  unset "members[$$]" "members[0]" "members[1]"
}

end() {
  local pid
  for pid in "\${!members[@]}"; do
    read_process "$pid" && [[ \${fields[19]} = "\${starts[pid]}" ]] || continue
    if [[ \${members[groups[pid]]-} ]]; then kill -s "$1" -- "-\${groups[pid]}"; else kill -s "$1" "$pid"; fi
  done
}

signal=TERM pauses=(0.05 0.1 0.2 0.4) clean=0
while ((clean < \${#pauses[@]} && SECONDS < ${PATIENCE_S})); do
  look
  if ((\${#members[@]})); then
    end $signal
    signal=KILL clean=0
    sleep 0.05
  else
    sleep "\${pauses[clean]}"
    ((clean += 1))
  fi
done`

/**
 * Without /proc (macOS): the groups that the host has named, and all descendants of their members, found by one `ps` before
 * the first signal. A process that has left both is not found.
 */
export const GUARDIAN_ELSEWHERE = `${WAIT}

look() {
  ps -A -o pid= -o ppid= -o pgid= | awk -v runs=" \${!runs[*]} " '
    { parent[$1] = $2; if (index(runs, " " $3 " ")) member[$1] = 1 }
    END {
      do {
        more = 0
        for (pid in parent) if (!(pid in member) && parent[pid] in member) more = member[pid] = 1
      } while (more)
      for (pid in member) if (pid > 1) print pid
    }'
}

first=$(look)
kill -s TERM $first
sleep 0.05
members="$first $(look)"
while [[ $members = *[0-9]* ]] && ((SECONDS < ${PATIENCE_S})); do
  kill -s KILL $members
  sleep 0.05
  members=$(look)
done`
