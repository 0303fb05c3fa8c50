import type { BackgroundJob, JobEnd } from '../../../../shared/conversation/background-job.ts'
import type { CallId } from '../../../../shared/ids.ts'
import type { SandboxPolicy, Withdrawal } from '../../../core/machine/sandbox-policy.ts'
import { DRAIN_MS, END_MS } from '../runs/command-run.ts'
import { JobOutput } from './job-output.ts'
import { NOTHING_PRINTED } from '../output/printed.ts'
import { readPipes } from '../output/read-pipes.ts'
import type { Exit } from '../spawn/command-process.ts'
import type { StartedRun } from '../runs/start-run.ts'
import type { OwnedTree } from '../tree/orphan-processes.ts'
import { NEVER, within } from '../../system/within.ts'

/** The most lines and characters of a job's output on the screen. */
const SHOWN_LINES = 12
const SHOWN_LENGTH = 2_000

type Ended = Extract<JobEnd['phase'], { type: 'ended' }>

/** `isLeft`: part of it did not end and is now an orphan. */
export type JobPhase =
  Exclude<BackgroundJob['phase'], { type: 'lost' }> | (Ended & { readonly isLeft: boolean })

/** The right whose loss ends it. */
type JobLoss = keyof Withdrawal

type Started = Extract<StartedRun, { type: 'started' }>

export interface JobParts {
  readonly callId: CallId
  /** Null runs it outside any sandbox. */
  readonly sandboxPolicy: SandboxPolicy | null
  now(): number
  /** Ends the whole tree; resolves when it is gone, or with null when given up on. */
  end(owned: OwnedTree): Promise<number | null>
  /** Ends what a command that ended by itself has left. */
  tidyUp(owned: OwnedTree, ended: { readonly durationMs: number }): void
  onPhase(job: Job): void
  onPrinted(job: Job, bytes: Uint8Array): void
}

/** One background job, from its spawn until nobody asks about it any more. */
export class Job {
  readonly number: number
  readonly owned: OwnedTree
  readonly sandboxPolicy: SandboxPolicy | null
  readonly output = new JobOutput()
  /** Resolves when it no longer runs, for whatever reason. */
  readonly over: Promise<void>
  /** True once the model knows that it ended. */
  isReported = false
  readonly #parts: JobParts
  readonly #pipes: ReturnType<typeof readPipes>
  readonly #waiting = new Set<() => void>()
  #phase: JobPhase = { type: 'running' }
  readonly #isOver: () => void
  readonly #released: Promise<void>
  readonly #startedAt = performance.now()
  #endedAt: number | null = null

  constructor(number: number, { child, exit, owned, readEnd, released }: Started, parts: JobParts) {
    this.number = number
    this.owned = owned
    this.sandboxPolicy = parts.sandboxPolicy
    this.#parts = parts
    this.#released = released
    const { promise, resolve } = Promise.withResolvers<void>()
    this.over = promise
    this.#isOver = resolve
    this.#pipes = readPipes(child, (bytes) => {
      this.output.push(bytes)
      parts.onPrinted(this, bytes)
      this.#wake()
    })
    void exit.then((ended) => this.#exited(ended, readEnd))
  }

  get phase(): JobPhase {
    return this.#phase
  }

  /** True while it runs or may run: it counts against the limit of jobs. */
  get isLive(): boolean {
    return this.#phase.type === 'running' || this.#phase.type === 'ending'
  }

  /** The job as shown on the screen; null if the user no longer needs to see it. */
  shown(): BackgroundJob | null {
    const { workId, command } = this.owned.origin
    const phase = this.#phase
    if (phase.type === 'ended') return null
    const lastLines = fitting(this.output.lastLines(SHOWN_LINES))
    return { ...this.#name(), workId, command, phase, lastLines }
  }

  /** Null while it runs or may run. */
  ended(): JobEnd | null {
    const phase = this.#phase
    if (phase.type === 'running' || phase.type === 'ending') return null
    if (phase.type !== 'ended') return { ...this.#name(), phase }
    const { isLeft: _isLeft, ...end } = phase
    return { ...this.#name(), phase: end }
  }

  #name(): Pick<JobEnd, 'callId' | 'number' | 'since'> {
    const { number, owned } = this
    return { callId: this.#parts.callId, number, since: owned.origin.since }
  }

  /** How long it has run, or ran (ms). */
  age(): number {
    return (this.#endedAt ?? performance.now()) - this.#startedAt
  }

  /** Resolves when it is gone or given up on; at once if it has ended. */
  async end(by: Ended['by'] | JobLoss): Promise<void> {
    if (this.#phase.type !== 'running') return this.over
    this.#enter({ type: 'ending' })
    const ended = await this.#parts.end(this.owned)
    await this.#drain()
    const at = this.#parts.now()
    if (by === 'network' || by === 'writing') this.#enter({ type: 'withdrawn', right: by, at })
    else this.#enter({ type: 'ended', by, isLeft: ended === null, at })
    this.#isOver()
  }

  /** Resolves when there is something to read, when it is over, after the time, or by the signal. */
  async waitForNews(limitMs: number, signal: AbortSignal): Promise<void> {
    if (this.output.hasUnread || !this.isLive) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    await within(promise, limitMs, signal)
    this.#waiting.delete(resolve)
  }

  async #exited({ code, signal }: Exit, readEnd: Started['readEnd']): Promise<void> {
    if (!(await this.#drain())) {
      await this.#parts.end(this.owned)
      await within(this.#released, END_MS, NEVER)
    }
    if (this.#phase.type !== 'running') return
    const at = this.#parts.now()
    const durationMs = performance.now() - this.#startedAt
    const exited = {
      type: 'exited',
      code: code ?? 0,
      durationMs,
      printed: NOTHING_PRINTED,
    } as const
    const outcome = signal === null ? readEnd(exited) : { type: 'signalled' as const, signal }
    this.#parts.tidyUp(this.owned, { durationMs })
    if (outcome.type === 'signalled') this.#enter({ type: 'killed', signal: outcome.signal, at })
    else this.#enter({ type: 'exited', code: code ?? 0, at })
    this.#isOver()
  }

  /** Waits for its last output; a process that holds its pipes for longer is not awaited. True if its sandbox is empty. */
  async #drain(): Promise<boolean> {
    const [, released] = await Promise.all([
      within(this.#pipes.drained, DRAIN_MS, NEVER),
      within(this.#released, DRAIN_MS, NEVER),
    ])
    this.#pipes.release()
    return released.type === 'done'
  }

  #enter(phase: JobPhase): void {
    this.#phase = phase
    if (!this.isLive) this.#endedAt = performance.now()
    this.#parts.onPhase(this)
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }
}

/** Cuts at the limit in whole characters, without leading empty lines. */
function fitting(lines: string): string {
  return lines
    .replace(/^(?:[ \t]*\n)+/, '')
    .slice(-SHOWN_LENGTH)
    .replace(/^[\uDC00-\uDFFF]/, '')
}
