import { isUtf8 } from 'node:buffer'
import { setImmediate as pause } from 'node:timers/promises'

/** How much output is split into names between two turns of the event loop. */
const SLICE_BYTES = 32 * 1024

export interface Names {
  /** Relative to the folder. */
  readonly names: readonly string[]
  /** How many more there are that are not UTF-8: no string names them. */
  readonly unnameable: number
}

/** Removes the prefix that ripgrep prints before a name, so it is relative to the folder. */
export function fromFolder(name: string): string {
  return name.replace(/^\.\//, '')
}

/** The complete names of a list, or those of them that are wanted. */
export async function namesIn(
  output: Buffer,
  isWanted: (name: string) => boolean = () => true,
): Promise<Names> {
  const names: string[] = []
  let unnameable = 0
  for await (const slice of nameSlices(output)) {
    for (const name of slice.names) if (isWanted(name)) names.push(name)
    unnameable += slice.unnameable
  }
  return { names, unnameable }
}

/** The same in slices; other work gets a turn after each. */
export async function* nameSlices(output: Buffer): AsyncGenerator<Names> {
  const whole = output.subarray(0, output.lastIndexOf(0) + 1)
  for (let at = 0; at < whole.length;) {
    const end = whole.lastIndexOf(0, at + SLICE_BYTES) + 1
    const slice = whole.subarray(at, end > at ? end : whole.length)
    yield namesOf(slice)
    at += slice.length
    await pause()
  }
}

/** `list`: names, each ended by a NUL. */
function namesOf(list: Buffer): Names {
  if (isUtf8(list)) {
    const names = list.toString('utf8', 0, list.length - 1).split('\0')
    return { names: names.map(fromFolder), unnameable: 0 }
  }
  const raw = rawNamesIn(list)
  const names = raw.flatMap((name) => (isUtf8(name) ? [fromFolder(name.toString())] : []))
  return { names, unnameable: raw.length - names.length }
}

function rawNamesIn(list: Buffer): readonly Buffer[] {
  const names: Buffer[] = []
  for (let from = 0, end; (end = list.indexOf(0, from)) >= 0; from = end + 1) {
    names.push(list.subarray(from, end))
  }
  return names
}
