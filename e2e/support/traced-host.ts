import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** True if strace, which traces all system calls of a program and its children, is installed. */
export const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

export const HOW_TO_GET_STRACE =
  'No strace that may trace was found: what the program asks of the system is not looked at. Install it (apt-get install strace).'

/** Returns the words before the program; strace writes each call to this file. */
export function traceInto(file: string): readonly string[] {
  return ['strace', '-D', '-f', '-qq', '-s', '4096', '-e', `trace=${CALLS}`, '-o', file]
}

const CALLS = 'execve,execveat,connect,socket,open,openat,openat2,readlink,readlinkat,creat'

export interface TracedCall {
  readonly name: string
  /** Its arguments and result, in strace's format. */
  readonly rest: string
}

/** Returns all calls so far. */
export function callsIn(file: string): readonly TracedCall[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const found = /^\d+\s+(\w+)\((.*)$/.exec(line)
      return found === null ? [] : [{ name: found[1] ?? '', rest: found[2] ?? '' }]
    })
}
