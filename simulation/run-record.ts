import { createHash, type Hash } from 'node:crypto'
import type { Mark } from './marks/marks.ts'

/** A broken promise and the facts that broke it. */
export interface Violation {
  readonly promise: string
  readonly facts: string
}

/** Everything a run has met: marks, pairs of state and event, the first broken promise, and the hash of its trace. */
export class RunRecord {
  readonly marks = new Set<Mark>()
  readonly pairs = new Set<string>()
  violation: Violation | null = null
  readonly #hash: Hash | null
  readonly #onLine: ((line: string) => void) | null

  /** `onLine` receives every line, for people who read a replay. */
  constructor(isHashed: boolean, onLine: ((line: string) => void) | null) {
    this.#hash = isHashed ? createHash('sha256') : null
    this.#onLine = onLine
  }

  sometimes(mark: Mark): void {
    this.marks.add(mark)
  }

  fail(promise: string, facts: string): void {
    this.violation ??= { promise, facts: facts.slice(0, 2_000) }
  }

  note(line: string): void {
    this.#hash?.update(`${line}\n`)
    this.#onLine?.(line)
  }

  get isRead(): boolean {
    return this.#hash !== null || this.#onLine !== null
  }

  digest(): string {
    return this.#hash?.digest('hex') ?? ''
  }
}
