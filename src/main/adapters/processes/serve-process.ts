import type { Readable, Writable } from 'node:stream'
import type { Exit } from './spawn/command-process.ts'
import type { OwnedTree } from './tree/orphan-processes.ts'
import type { StartedRun, StartRequest } from './runs/start-run.ts'
import { NEVER, within } from '../system/within.ts'

/** How long a process may take to end by itself after its input was closed (ms). */
const LEAVE_MS = 300

export type ServeRequest = Omit<StartRequest, 'hasInput'>

/** A process that exchanges data with Phoenix, from its start until nothing of it is left. */
export interface ServingProcess {
  readonly input: Writable
  readonly output: Readable
  readonly complaints: Readable
  readonly exit: Promise<Exit>
  /** Resolves when it is gone, or listed as an orphan. `atOnce` gives it no time to end by itself first. */
  end(how: 'inOrder' | 'atOnce'): Promise<void>
}

export type Served =
  | { readonly type: 'serving'; readonly process: ServingProcess }
  /** A sentence. */
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'aborted' }

interface ServingParts {
  /** Waits a moment for the PATH of the user's shell. */
  knowsPath(signal: AbortSignal): Promise<void>
  start(request: StartRequest): Promise<StartedRun>
  /** Ends the whole tree; resolves when it is gone or given up on. */
  cleanUp(owned: OwnedTree): Promise<number | null>
}

/** Processes that serve requests, independently of conversations. */
export class ServingProcesses {
  readonly #parts: ServingParts
  readonly #all = new Set<ServingProcess>()
  #isClosed = false

  constructor(parts: ServingParts) {
    this.#parts = parts
  }

  async serve(request: ServeRequest): Promise<Served> {
    if (this.#isClosed) return { type: 'aborted' }
    await this.#parts.knowsPath(request.signal)
    const started = await this.#parts.start({ ...request, hasInput: true })
    if (started.type !== 'started') return started
    const { input } = started.child
    if (input === undefined) {
      await this.#parts.cleanUp(started.owned)
      return { type: 'failed', reason: 'The process was started without a pipe to speak to it.' }
    }
    const process = this.#follow(started, input)
    if (this.#isClosed || request.signal.aborted) {
      await process.end('atOnce')
      return { type: 'aborted' }
    }
    return { type: 'serving', process }
  }

  /** Ends all of them at once. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#all].map((each) => each.end('atOnce')))
  }

  #follow(
    { child, exit, owned }: Extract<StartedRun, { type: 'started' }>,
    input: Writable,
  ): ServingProcess {
    let ending: Promise<void> | null = null
    const endNow = async (how: 'inOrder' | 'atOnce'): Promise<void> => {
      input.end()
      if (how === 'inOrder') await within(exit, LEAVE_MS, NEVER)
      await this.#parts.cleanUp(owned)
      this.#all.delete(process)
    }
    const process: ServingProcess = {
      input,
      output: child.stdout,
      complaints: child.stderr,
      exit,
      end: (how) => (ending ??= endNow(how)),
    }
    this.#all.add(process)
    // An error of its input is not reported: its exit says that it is gone.
    input.on('error', () => undefined)
    // Also after it has ended by itself: what it started is ended too.
    void exit.then(() => process.end('atOnce'))
    return process
  }
}
