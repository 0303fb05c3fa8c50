import { StringDecoder } from 'node:string_decoder'
import { guard } from '../../runtime/guard.ts'
import type { CommandProcess } from '../processes/spawn/command-process.ts'
import { NO_RC } from '../processes/spawn/no-rc.ts'
import { NEVER, within } from '../system/within.ts'
import { type FirstProcess, firstProcessOf } from './first-process.ts'

/** The descriptor on which a sandboxed command waits for its host. */
export const GATE = 3
/** How long to wait for the error message of a sandbox that has ended (ms). */
const COMPLAINT_MS = 250
const MAX_COMPLAINT = 4_096

/**
 * Bubblewrap ties its processes to their parents one by one while it starts. If the host died in that time, processes that
 * are not tied yet would continue. So the command waits: until the first process of the sandbox sleeps, which it does only
 * once it is tied, and then for a message from a living host. A dead host sends nothing: its end of the connection is
 * closed.
 */
const WAIT = `n=0
while [ $n -lt 5000 ] && read -r _ _ state _ </proc/1/stat && [ "$state" != S ]; do n=$((n+1)); done
echo ready >&${GATE} && read -r go <&${GATE} && [ "$go" = go ] || exit 125
exec ${GATE}<&-
exec bash ${NO_RC} -c "$1"`

export function waitingAtGate(command: string): readonly string[] {
  return ['/bin/sh', '-c', WAIT, 'sh', command]
}

export type AtGate =
  /** The command runs. `first`: the first process of its sandbox; null if that has already ended. */
  | { readonly type: 'open'; readonly first: FirstProcess | null }
  /** The sandbox ended first, and nothing was run. `complaint`: the first line of its error message, or empty. */
  | { readonly type: 'ended'; readonly complaint: Promise<string> }

/** Lets the command run once it is ready, unless it has been aborted. Call this before its pipes flow. */
export function openGate(
  child: CommandProcess,
  exit: Promise<unknown>,
  signal: AbortSignal,
): Promise<AtGate> {
  const complaint = hearComplaint(child)
  return new Promise((resolve) => {
    let isOpen = false
    const ended = guard('a sandbox exiting at its gate', () => {
      if (!isOpen) resolve({ type: 'ended', complaint: complaint.whole() })
    })
    void exit.then(ended)
    const { gate } = child
    if (gate === null) return
    const open = guard('the gate of a sandbox', () => {
      if (signal.aborted) {
        gate.destroy()
        return
      }
      isOpen = true
      complaint.ignore()
      const first = firstProcessOf(child)
      gate.end('go\n')
      resolve({ type: 'open', first })
    })
    gate.once('data', open).resume()
    // The command is gone: its exit says everything.
    gate.on('error', () => undefined)
  })
}

/** Collects what the sandbox itself prints, until its command starts printing. */
function hearComplaint({ stderr, stdout }: CommandProcess): {
  whole(): Promise<string>
  ignore(): void
} {
  let printed = ''
  // A character can be split between two chunks.
  const decoder = new StringDecoder()
  const hear = guard("a sandbox's error output", (chunk: Buffer) => {
    if (printed.length < MAX_COMPLAINT) printed += decoder.write(chunk)
  })
  stderr.on('data', hear).resume()
  const end = new Promise<void>((resolve) => {
    stderr.once('end', resolve).once('error', resolve).once('close', resolve)
  })
  return {
    async whole() {
      await within(end, COMPLAINT_MS, NEVER)
      stderr.destroy()
      stdout.destroy()
      return printed.trim().split('\n')[0] ?? ''
    },
    ignore() {
      stderr.off('data', hear)
    },
  }
}
