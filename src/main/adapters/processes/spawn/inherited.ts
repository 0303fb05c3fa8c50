import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const CLOSE_ON_EXEC = 0o2000000

/** A descriptor of a command, from the fourth on; 'ignore' leaves it as it is. */
type Line = 'ignore' | 'pipe' | 'ipc'

const FIRST = 3

/**
 * What whoever started Phoenix left open, a command would have as well: in its place goes a line that leads nowhere
 * (closeLines). Phoenix opens nothing that way itself. Linux: elsewhere the system does not say what is passed on.
 */
export function withoutInherited(own: readonly Line[]): readonly Line[] {
  const lines: Line[] = [...own]
  for (const descriptor of inherited()) {
    const at = descriptor - FIRST
    while (lines.length < at) lines.push('ignore')
    lines[at] = 'pipe'
  }
  return lines
}

/** Ends all lines of a command that are not its own. Call at once after the spawn. */
export function closeLines({ stdio }: Pick<ChildProcess, 'stdio'>, own: readonly Line[]): void {
  for (const line of [...stdio].slice(FIRST + own.length)) line?.destroy()
}

let found: readonly number[] | null = null

/** In ascending order. Looked up once: what comes later is Phoenix's own. */
function inherited(): readonly number[] {
  found ??= passedOn().toSorted((one, other) => one - other)
  return found
}

function passedOn(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo').map(Number).filter(isPassedOn)
  } catch {
    return []
  }
}

function isPassedOn(descriptor: number): boolean {
  if (descriptor < FIRST) return false
  try {
    const facts = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')
    const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(facts)?.[1] ?? '0', 8)
    return (flags & CLOSE_ON_EXEC) === 0
  } catch {
    // The one that the list was read by.
    return false
  }
}
