import { readFileSync } from 'node:fs'

/** The nice value of a thread of this process or another, named `PID/task/TID`. */
export function niceOf(thread: string): number {
  const facts = readFileSync(`/proc/${thread}/stat`, 'latin1')
  return Number(facts.slice(facts.lastIndexOf(')') + 2).split(' ')[16])
}
