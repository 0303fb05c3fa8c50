import { isLive } from '../../../shared/conversation/background-job.ts'
import type {
  ConversationSummary,
  StoredSummary,
  WorktreeOf,
} from '../../../shared/conversation/conversation.ts'
import type { ClientEventOf } from '../../../shared/protocol/events.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import type { ProcessPort } from '../ports/process-port.ts'
import type { ShellPort } from '../ports/shell-port.ts'
import { firstSeen, ROWS_FIRST_SEEN } from './first-seen.ts'

/** The clients to notify among those that show the list. `others`: those that do not follow the row's conversation. */
export type Audience = 'all' | 'others'
export type Broadcast = (
  event: ClientEventOf<
    'list.changed' | 'list.removed' | 'settings.changed' | 'rules.changed' | 'host.faulted'
  >,
  to?: Audience,
) => void

/** Number of rows that the host reads, and a window decodes, within a few ms. */
export const ROWS_AT_ONCE = 1_000

type Rows = readonly ConversationSummary[]

/** A list that begins with what is seen of it. `rest`: all other rows, part by part; null: there are none. */
interface BegunList {
  readonly conversations: Rows
  readonly rest: RestOfList | null
}
export type RestOfList = Iterator<Rows, Rows | undefined>

interface ListPorts {
  readonly store: Pick<ConversationStore, 'list' | 'listAfter' | 'listSome'>
  readonly processes: Pick<ProcessPort, 'jobsOf'>
  readonly shells: Pick<ShellPort, 'countOf'>
  readonly broadcast: Broadcast
  worktreeOf?(id: ConversationId): WorktreeOf | null
  /** The live ones. */
  readonly runtimes: ReadonlyMap<ConversationId, ConversationRuntime>
  readonly setAside: ReadonlyMap<ConversationId, unknown>
  /** Also returns one that is not live yet. */
  open(id: ConversationId): ConversationRuntime | null
  /** True if it is in no list. */
  isDeleted(id: ConversationId): boolean
}

/** The rows of the list, each with its running jobs. Clients receive a row again only if something visible has changed. */
export class ListRows {
  readonly #shown = new Map<ConversationId, ConversationSummary>()
  readonly #counts = new Map<ConversationId, number>()
  readonly #ports: ListPorts

  constructor(ports: ListPorts) {
    this.#ports = ports
  }

  /** Newest first; a live conversation reports its own state. */
  all(): Rows {
    return this.#rowsOf(this.#ports.store.list())
  }

  /**
   * Returns what a window that shows these conversations first needs of the list (first-seen.ts); all of it if it shows
   * none, or the list is short.
   */
  begin(shown: readonly ConversationId[]): BegunList {
    const conversations = this.#firstSeen(shown)
    return conversations === null
      ? { conversations: this.all(), rest: null }
      : { conversations, rest: this.#restAfter(conversations) }
  }

  #firstSeen(shown: readonly ConversationId[]): Rows | null {
    const { runtimes, setAside, store } = this.#ports
    if (shown.length === 0 || store.listAfter(null, ROWS_FIRST_SEEN + 1).length <= ROWS_FIRST_SEEN)
      return null
    // What the store does not know of a row.
    const ids = [...shown, ...runtimes.keys(), ...setAside.keys(), ...this.#counts.keys()]
    return firstSeen(this.#rowsOf(store.listSome(ROWS_FIRST_SEEN, ids)), shown)
  }

  /** Returns the last part. */
  *#restAfter(first: Rows): Generator<Rows, Rows> {
    const sent = new Set(first.map(({ id }) => id))
    for (let after: ConversationId | null = null; ;) {
      const stored = this.#ports.store.listAfter(after, ROWS_AT_ONCE)
      const rows = this.#rowsOf(stored).filter(({ id }) => !sent.has(id))
      const last = stored.at(-1)
      if (last === undefined || stored.length < ROWS_AT_ONCE) return rows
      after = last.id
      yield rows
    }
  }

  /** Returns those with something under way: a turn, or a person's command. */
  working(): Rows {
    return this.all().filter(
      ({ id, jobs }) => jobs > 0 || this.#ports.runtimes.get(id)?.isAtWork === true,
    )
  }

  rowOf(stored: StoredSummary): ConversationSummary {
    const { id } = stored
    const setAsideStatus =
      this.#ports.setAside.has(id) && ({ activity: 'setAside', asks: null } as const)
    const worktree = this.#ports.worktreeOf?.(id) ?? null
    return { ...stored, ...setAsideStatus, jobs: this.#countJobs(id), worktree }
  }

  show(stored: StoredSummary): void {
    if (this.#ports.isDeleted(stored.id)) return
    if (!isSameRow(this.#shown.get(stored.id), this.rowOf(stored))) this.announce(stored)
  }

  /** Announces the row after a step. Clients that follow the conversation received the step itself (docs/decisions/049). */
  stepped(stored: StoredSummary): void {
    if (this.#ports.isDeleted(stored.id)) return
    const [before, now] = [this.#shown.get(stored.id), this.rowOf(stored)]
    if (isSameRow(before, now)) return
    const isAside = before?.activity === 'setAside' || now.activity === 'setAside'
    const isActivity =
      !isAside &&
      before !== undefined &&
      isSameRow(before, { ...now, activity: before.activity, asks: before.asks })
    this.announce(stored, isActivity ? 'others' : 'all')
  }

  /** Announces a row that is new or has changed. */
  announce(stored: StoredSummary, to: Audience = 'all'): ConversationSummary {
    const summary = this.rowOf(stored)
    this.#shown.set(summary.id, summary)
    this.#ports.broadcast({ type: 'list.changed', summary }, to)
    return summary
  }

  /** Returns the row of a conversation. Null if it is in no list. */
  listed(runtime: ConversationRuntime): ConversationSummary | null {
    const stored = runtime.summary()
    return runtime.isRoot && !this.#ports.isDeleted(stored.id) ? this.rowOf(stored) : null
  }

  forget(id: ConversationId): void {
    this.#shown.delete(id)
  }

  /** Reports that a background job started, ended, or printed something. */
  jobsChanged(id: ConversationId): void {
    const jobs = this.#ports.processes.jobsOf(id)
    this.#ports.runtimes.get(id)?.feed.publish({ type: 'conversation.jobs', jobs })
    this.countChanged(id)
  }

  /** Announces the row if the number of running commands has changed. */
  countChanged(id: ConversationId): void {
    const count = this.#countJobs(id)
    if (count === (this.#counts.get(id) ?? 0)) return
    if (count === 0) this.#counts.delete(id)
    else this.#counts.set(id, count)
    const runtime = this.#ports.open(id)
    if (runtime?.isRoot === true) this.show(runtime.summary())
  }

  #countJobs(id: ConversationId): number {
    const jobs = this.#ports.processes.jobsOf(id).filter(isLive).length
    return jobs + this.#ports.shells.countOf(id)
  }

  #rowsOf(stored: readonly StoredSummary[]): Rows {
    return stored
      .filter(({ id }) => !this.#ports.isDeleted(id))
      .map((row) => this.rowOf(this.#liveOr(row)))
  }

  #liveOr(row: StoredSummary): StoredSummary {
    return this.#ports.runtimes.get(row.id)?.summary() ?? row
  }
}

/** Ignores times: their change alone is no reason to notify every client. */
function isSameRow(before: ConversationSummary | undefined, now: ConversationSummary): boolean {
  return (
    before?.activity === now.activity &&
    before.asks === now.asks &&
    before.title === now.title &&
    before.hasBegun === now.hasBegun &&
    before.isUnread === now.isUnread &&
    before.isArchived === now.isArchived &&
    before.pinnedAt === now.pinnedAt &&
    before.rank === now.rank &&
    before.jobs === now.jobs
  )
}
