import { appError, type AppError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { LIVE_OUTPUT_LENGTH } from '../../../shared/conversation/conversation.ts'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { ShellCommand, ShellPhase } from '../../../shared/conversation/shell-command.ts'
import type { SandboxPolicy, Withdrawal } from '../../core/machine/sandbox-policy.ts'
import { storageError } from '../conversation/answers.ts'
import { whenKept } from '../conversation/when-kept.ts'
import type { FlushPort } from '../ports/store.ts'
import type { ConversationFeed } from '../conversation/feed/conversation-feed.ts'
import { OutputRing } from '../conversation/feed/output-ring.ts'
import type { Clock, Pulse } from '../ports/ports.ts'
import type {
  RunShell,
  ShellEnd,
  ShellPort,
  ShellRequest,
  ShellStore,
} from '../ports/shell-port.ts'

/** Maximum number of commands running in one conversation. */
export const MAX_SHELL_COMMANDS = 4
/** Maximum length of a stopped command's output, in code units. */
const STOPPED_LENGTH = 32 * 1024
/** How often an end is written that the disk did not take, in ms. */
const AGAIN_MS = 1_000

type StoppedBy = Extract<ShellPhase, { type: 'stopped' }>['by']

interface Running {
  readonly conversationId: ConversationId
  readonly row: ShellCommand
  readonly sandboxPolicy: SandboxPolicy | null
  readonly printed: OutputRing
  readonly stop: AbortController
  stoppedBy: StoppedBy
}

export interface ShellParts {
  readonly store: ShellStore & FlushPort
  readonly clock: Clock
  readonly pulse: Pulse
  readonly run: RunShell
  /** Null if nobody watches the conversation. */
  feedOf(conversationId: ConversationId): ConversationFeed | null
  /** Called when the number of its running commands has changed. */
  onCount(conversationId: ConversationId): void
  /** Called after a command in this folder: it may have moved it away, or found it gone. */
  onEnd(folder: string): void
}

export interface ShellStart extends Pick<ShellCommand, 'id' | 'command' | 'afterSeq'> {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly sandboxPolicy: SandboxPolicy | null
}

const TOO_MANY = appError(
  'invalidInput',
  `${MAX_SHELL_COMMANDS} of your commands are running here. Stop one first, or wait for one to end.`,
)

/**
 * Runs people's own commands, independently of turns. The machine does not know them, as with background jobs: each is
 * recorded in its own row (docs/decisions/085).
 */
export class ShellCommands implements ShellPort {
  readonly #running = new Map<WorkId, Running>()
  readonly #ends = new Set<Promise<void>>()
  /** What the disk has not taken yet. */
  readonly #unwritten = new Map<WorkId, Pick<ShellCommand, 'phase' | 'output'>>()
  #stopWriting: (() => void) | null = null
  readonly #parts: ShellParts

  constructor(parts: ShellParts) {
    this.#parts = parts
  }

  /** Records the command before it starts: none ever runs that the next start would not know of. */
  start(wanted: ShellStart): Result<Record<string, never>, AppError> {
    const { afterSeq, command, conversationId, id, sandboxPolicy } = wanted
    if (this.#parts.store.shellCommand(id) !== null) return ok({})
    if (this.countOf(conversationId) >= MAX_SHELL_COMMANDS) return failed(TOO_MANY)
    const since = this.#parts.clock.now()
    const isSandboxed = sandboxPolicy !== null
    const phase = { type: 'running' } as const
    const row = { id, command, afterSeq, since, isSandboxed, phase, output: '' }
    const begun = this.#parts.store.beginShellCommand(conversationId, row)
    if (!begun.ok) return failed(storageError(begun.error))
    const run: Running = {
      conversationId,
      row,
      sandboxPolicy,
      printed: new OutputRing(LIVE_OUTPUT_LENGTH),
      stop: new AbortController(),
      stoppedBy: 'person',
    }
    this.#running.set(id, run)
    this.#publish(run, row)
    const end = this.#follow(run, wanted.folder).finally(() => this.#ends.delete(end))
    this.#ends.add(end)
    return ok({})
  }

  /** Returns the commands as recorded; running ones with their current output. */
  of(
    id: ConversationId,
    page: Parameters<ShellStore['shellCommands']>[1],
  ): readonly ShellCommand[] {
    return this.#parts.store.shellCommands(id, page).map((row) => this.#asItIs(row))
  }

  /** What the row does not say: the disk may not have taken how it ended, or that it was interrupted. */
  #asItIs(row: ShellCommand): ShellCommand {
    const run = this.#running.get(row.id)
    if (run !== undefined) return { ...row, output: run.printed.text() }
    const end = this.#unwritten.get(row.id)
    if (end !== undefined) return { ...row, ...end }
    return row.phase.type === 'running' ? { ...row, phase: { type: 'interrupted' } } : row
  }

  stop(id: WorkId): void {
    this.#end(this.#running.get(id), 'person')
  }

  stopIn(conversationId: ConversationId): void {
    for (const run of this.#runningIn(conversationId)) this.#end(run, 'person')
  }

  withdraw(conversationId: ConversationId, { network }: Withdrawal): void {
    for (const run of this.#runningIn(conversationId))
      if (network && run.sandboxPolicy?.network === true) this.#end(run, 'network')
  }

  countOf(conversationId: ConversationId): number {
    return this.#runningIn(conversationId).length
  }

  /** Tells all to end, in this tick; resolves when the end of each is recorded, if the disk takes it. */
  async close(): Promise<void> {
    for (const run of this.#running.values()) this.#end(run, 'quit')
    await Promise.all(this.#ends)
    this.#writeEnds()
    this.#stopWriting?.()
  }

  #runningIn(conversationId: ConversationId): readonly Running[] {
    return [...this.#running.values()].filter((run) => run.conversationId === conversationId)
  }

  #end(run: Running | undefined, by: StoppedBy): void {
    if (run === undefined || run.stop.signal.aborted) return
    run.stoppedBy = by
    run.stop.abort()
  }

  async #follow(run: Running, folder: string): Promise<void> {
    const { conversationId, printed, row, sandboxPolicy } = run
    const { id, command } = row
    const { signal } = run.stop
    const request: ShellRequest = {
      conversationId,
      workId: id,
      command,
      folder,
      sandboxPolicy,
      signal,
      onOutput: (text) => {
        printed.push(text)
        const feed = this.#parts.feedOf(conversationId)
        feed?.publish({ type: 'conversation.shellPrinted', id, text })
      },
    }
    const begin = (): Promise<ShellEnd> => this.#parts.run(request)
    const end = await whenKept<ShellEnd>(this.#parts.store, signal, begin, {
      stopped: { type: 'aborted' },
      lost: { type: 'notStarted', reason: storageError('io').message },
    })
    const ended = { phase: this.#phaseOf(end, run), output: outputOf(end, printed) }
    this.#running.delete(id)
    this.#unwritten.set(id, ended)
    this.#writeEnds()
    this.#publish(run, { ...row, ...ended })
    this.#parts.onEnd(folder)
  }

  /** Tries until the disk takes them. If Phoenix ends before that, the next start calls these commands interrupted. */
  #writeEnds(): void {
    for (const [id, end] of this.#unwritten)
      if (this.#parts.store.endShellCommand(id, end).ok) this.#unwritten.delete(id)
    if (this.#unwritten.size > 0) {
      this.#stopWriting ??= this.#parts.pulse.every(AGAIN_MS, () => this.#writeEnds())
      return
    }
    this.#stopWriting?.()
    this.#stopWriting = null
  }

  #publish({ conversationId }: Running, command: ShellCommand): void {
    this.#parts.feedOf(conversationId)?.publish({ type: 'conversation.shell', command })
    this.#parts.onCount(conversationId)
  }

  #phaseOf(end: ShellEnd, { stoppedBy }: Running): ShellPhase {
    const at = this.#parts.clock.now()
    switch (end.type) {
      case 'exited':
        return { type: 'exited', code: end.code, at }
      case 'killed':
        return { type: 'killed', signal: end.signal, at }
      case 'timedOut':
        return { type: 'stopped', by: 'limit', at }
      case 'aborted':
        return { type: 'stopped', by: stoppedBy, at }
      case 'notStarted':
        return { type: 'notStarted', reason: end.reason }
      default:
        return assertNever(end)
    }
  }
}

function outputOf(end: ShellEnd, printed: OutputRing): string {
  switch (end.type) {
    case 'exited':
    case 'killed':
    case 'timedOut':
      return end.output
    case 'aborted':
      return printed.tail(STOPPED_LENGTH)
    case 'notStarted':
      return ''
    default:
      return assertNever(end)
  }
}
