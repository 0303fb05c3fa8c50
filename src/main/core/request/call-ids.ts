import { wellFormed } from './text/well-formed.ts'

/** Matches the counter at the end of an id, as in `functions.bash:0`. A server reads the tool's name from such an id. */
const COUNTING = /^(.*:)(\d{1,9})$/s

/**
 * Assigns the ids of the calls of one request (T31, T32): unchanged unless they repeat or are empty. Each depends only
 * on the calls before it, so a request that has grown keeps its beginning.
 */
export class CallIds {
  readonly #used = new Set<string>()
  #count = 0

  /** `isRenamed`: the server accepts only nine letters and digits. */
  next(wanted: string, isRenamed: boolean): string {
    const providerId = wellFormed(wanted)
    this.#count++
    const id = isRenamed || providerId === '' ? this.#numbered() : this.#freeLike(providerId)
    this.#used.add(id)
    return id
  }

  #numbered(): string {
    let n = this.#count
    while (this.#used.has(numbered(n))) n++
    return numbered(n)
  }

  #freeLike(providerId: string): string {
    const [, head = '', last = ''] = COUNTING.exec(providerId) ?? []
    let id = providerId
    for (let n = 1; this.#used.has(id); n++) {
      id = head === '' ? `${providerId}_${n + 1}` : `${head}${Number(last) + n}`
    }
    return id
  }
}

/** Returns an id of nine letters and digits. */
function numbered(n: number): string {
  return `call${String(n).padStart(5, '0')}`
}
