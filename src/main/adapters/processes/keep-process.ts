import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { beginRecord, type RunDependencies } from './runs/start-run.ts'
import type { Exit, ProcessOrder, StartedProcess } from './spawn/command-process.ts'
import { describeNotStarted, folderProblem, orderOf } from './spawn/spawn-command.ts'
import type { OwnedTree } from './tree/orphan-processes.ts'

export interface KeepRequest {
  readonly conversationId: ConversationId
  readonly workId: WorkId
  /** Shown and recorded. */
  readonly label: string
  /** For bash, which executes the program in its place. */
  readonly command: string
  readonly folder: string
  /** Added to the user's environment, and overrides it. */
  readonly environment: Readonly<Record<string, string>>
}

/** A process that another component has started, as the leader of its own group and session. */
export interface StartedElsewhere {
  readonly type: 'started'
  readonly pid: number
  readonly startTime: number
  readonly exit: Promise<Exit>
}

type NotStarted = Exclude<StartedProcess, { type: 'started' }>

/** Never rejects. */
export type StartElsewhere<Started> = (order: ProcessOrder) => Promise<Started | NotStarted>

/** A process, from its start until nothing of it is left. */
export interface KeptProcess<Started> {
  readonly started: Started
  /** Ends the whole tree. Resolves when it is gone, or listed as an orphan. */
  end(): Promise<void>
}

export interface KeepParts extends Pick<
  RunDependencies,
  'records' | 'bootId' | 'runTokens' | 'now'
> {
  /** The user's environment, once their PATH is known or was waited for. */
  environment(): Promise<Readonly<Record<string, string>>>
  /** Ends the whole tree; resolves when it is gone or given up on. */
  cleanUp(owned: OwnedTree): Promise<number | null>
}

/**
 * Supervises processes that others start: each is recorded before it begins, has the marks of a run, and ends as a whole
 * tree, even after it has ended by itself.
 */
export class KeptProcesses {
  readonly #parts: KeepParts
  readonly #ends = new Set<() => Promise<void>>()
  #isClosed = false

  constructor(parts: KeepParts) {
    this.#parts = parts
  }

  /** The error is a sentence. Never rejects. */
  async keep<Started extends StartedElsewhere>(
    request: KeepRequest,
    start: StartElsewhere<Started>,
  ): Promise<Result<KeptProcess<Started>, string>> {
    const { bootId, records, runTokens } = this.#parts
    const { command, conversationId, folder, label, workId } = request
    const problem = folderProblem(folder)
    if (problem !== null) return failed(problem)
    const environment = { ...(await this.#parts.environment()), ...request.environment }
    if (this.#isClosed) return failed(CLOSING)
    const runToken = runTokens.next()
    const origin = { conversationId, workId, command: label, since: this.#parts.now() }
    const record = beginRecord(records, { ...origin, runToken, bootId, process: null })
    if (!record.ok) return record
    const started = await start(orderOf({ command, folder, environment, runToken, launch: null }))
    const marks = { runToken, isCold: false, isSandboxed: false }
    if (started.type !== 'started') {
      record.value.complete(null)
      const { mayRun, reason } = describeNotStarted(started, folder)
      if (mayRun) await this.#parts.cleanUp({ origin, tree: { root: null, ...marks } })
      else records.remove(workId)
      return failed(reason)
    }
    const root = { pid: started.pid, startTime: started.startTime }
    record.value.complete(root)
    const kept = this.#follow(started, { origin, tree: { root, ...marks } })
    if (!this.#isClosed) return ok(kept)
    await kept.end()
    return failed(CLOSING)
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#ends].map((end) => end()))
  }

  #follow<Started extends StartedElsewhere>(
    started: Started,
    owned: OwnedTree,
  ): KeptProcess<Started> {
    let ending: Promise<void> | null = null
    const endNow = async (): Promise<void> => {
      await this.#parts.cleanUp(owned)
      this.#ends.delete(end)
    }
    const end = (): Promise<void> => (ending ??= endNow())
    this.#ends.add(end)
    void started.exit.then(end)
    return { started, end }
  }
}

const CLOSING = 'Phoenix is closing, so nothing was started.'
