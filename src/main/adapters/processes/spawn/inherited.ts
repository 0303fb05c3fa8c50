import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const CLOSE_ON_EXEC = 0o2000000

/** A descriptor of a command, from the fourth on: a new one, or the number of an open one; 'ignore' leaves it unchanged. */
export type Descriptor = 'ignore' | 'pipe' | 'ipc' | number

const FIRST = 3

/**
 * A command would inherit whatever the program that started Phoenix left open: each is replaced by a dead pipe (closeInherited).
 * Phoenix itself opens nothing that way. Only on Linux: other systems do not list what is inherited.
 */
export function withoutInherited(
  own: readonly Descriptor[],
  descriptors = inherited(),
): readonly Descriptor[] {
  const lines: Descriptor[] = [...own]
  for (const descriptor of descriptors) {
    const at = descriptor - FIRST
    while (lines.length < at) lines.push('ignore')
    // The command's own takes its place anyway.
    lines[at] ??= 'pipe'
  }
  return lines
}

/** Closes our ends of these pipes. Call this right after the spawn. */
export function closeInherited(
  { stdio }: Pick<ChildProcess, 'stdio'>,
  own: readonly Descriptor[],
): void {
  for (const pipe of [...stdio].slice(FIRST + own.length)) pipe?.destroy()
}

let found: readonly number[] | null = null

/** In ascending order. Listed once: whatever is opened later is Phoenix's own. */
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
    // The descriptor used for reading the list.
    return false
  }
}

/**
 * Linux: code for bash that closes everything but the standard streams, for a starter that passes on what it has open: a pty
 * whose other end is open elsewhere is never hung up.
 */
export const CLOSE_INHERITED =
  'for at in /proc/self/fd/*; do at=${at##*/}; [ "$at" -gt 2 ] && eval "exec $at>&-"; done'
