import type { ChildProcess } from 'node:child_process'
import { Duplex } from 'node:stream'
import { guard } from '../../runtime/guard.ts'

/** The descriptor by which a confined command waits for its host. */
export const GATE = 4

/**
 * Bubblewrap binds its processes to their parents one by one while it starts. A host that dies in that time leaves what is
 * not bound yet, which would run on. So the command waits: until the first process of the sandbox sleeps, which it does only
 * once it is bound, and then for the word of a host that lives. A host that died says nothing: its end of the line is closed.
 */
const WAIT = `n=0
while [ $n -lt 5000 ] && read -r _ _ state _ </proc/1/stat && [ "$state" != S ]; do n=$((n+1)); done
echo ready >&${GATE} && read -r go <&${GATE} && [ "$go" = go ] || exit 125
exec ${GATE}<&-
exec bash -c "$1"`

export function behindGate(command: string): readonly string[] {
  return ['/bin/sh', '-c', WAIT, 'sh', command]
}

/** Lets the command run once it stands there. Call at once after the spawn. */
export function openGate(child: ChildProcess): void {
  const line = child.stdio[GATE]
  if (!(line instanceof Duplex)) return
  const open = guard('the gate of a sandbox', () => line.end('go\n'))
  line.once('data', open)
  // The command is gone: its exit says all there is to say.
  line.on('error', () => undefined)
}
