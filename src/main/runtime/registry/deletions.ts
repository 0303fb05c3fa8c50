import { appError, type AppError } from '../../../shared/app-error.ts'
import type { StoredSummary } from '../../../shared/conversation/conversation.ts'
import type { ClientEventOf } from '../../../shared/protocol/events.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import { DELETION_UNDO_MS } from '../../../shared/protocol/list-commands.ts'
import { afterOthers } from '../after-others.ts'
import { attempt } from '../guard.ts'
import { storageError } from '../conversation/answers.ts'
import { isLocked } from '../conversation/while-locked.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import type { DeletionStore, WritingMarks } from '../ports/deletion-store.ts'
import type { Log, Pulse, Timers } from '../ports/ports.ts'
import type { ProcessPort } from '../ports/process-port.ts'
import type { TerminalEnder } from '../terminals/terminal-port.ts'
import type { ListRows } from './list-rows.ts'

export interface DeletionPorts {
  readonly store: Pick<ConversationStore, 'list'> &
    Pick<DeletionStore, 'familyOf' | 'leavingRows' | 'removeConversations'> &
    WritingMarks
  readonly rows: Pick<ListRows, 'announce'>
  readonly timers: Pick<Timers, 'awake' | 'soon'>
  readonly pulse: Pulse
  readonly log: Log
  readonly processes: Pick<ProcessPort, 'orphansOf' | 'end' | 'endJobs' | 'forgetJobs'>
  /** Absent if there are none. */
  readonly terminals?: TerminalEnder
  live(id: ConversationId): ConversationRuntime | null
  /** Also returns one that is not live yet; null if it was set aside. */
  open(id: ConversationId): ConversationRuntime | null
  /** Ends its turn and withdraws a pending title. */
  stop(id: ConversationId): void
  /** Makes its runtime unreachable; it accepts nothing any more. */
  drop(id: ConversationId): void
  broadcast(event: ClientEventOf<'list.removed' | 'host.faulted'>): void
  /** Called after conversations were removed and left rows and files. */
  onRemoved(): void
}

interface Hidden {
  readonly title: string
  readonly family: readonly ConversationId[]
  /** On the clock of `Timers.awake`. */
  readonly dueAt: number
}

const LOOK_MS = 1_000
/** How many are removed between two turns of the event loop: some milliseconds. */
const AT_ONCE = 10

/**
 * Deletes conversations (T74): stops their work, hides them at once, and removes them in one transaction after a moment
 * in which that can be undone. Hiding is only in memory: if the host dies in that moment, the conversation returns
 * whole, and no start ever finds half of one.
 */
export class Deletions {
  readonly #ports: DeletionPorts
  readonly #hidden = new Map<ConversationId, Hidden>()
  /** Hidden and removed conversations with their sub-agents, and those whose rows an earlier start left. */
  readonly #members: Set<ConversationId>
  #stopLooking: (() => void) | null = null
  #isRemoving = false
  /** Conversations of which only a part is written. */
  readonly #unfinished: Set<ConversationId>

  constructor(ports: DeletionPorts) {
    this.#ports = ports
    this.#unfinished = new Set(ports.store.partlyWritten())
    for (const id of this.#unfinished)
      if (ports.store.removeConversations([id]).ok) this.#unfinished.delete(id)
    this.#members = new Set([...ports.store.leavingRows(), ...this.#unfinished])
  }

  /** True if it is hidden, or was removed since the start: it is unreachable. */
  isDeleted(id: ConversationId): boolean {
    return this.#members.has(id)
  }

  /** True if it is in no list: it is hidden or removed, or only a part of it is written. */
  isUnlisted(id: ConversationId): boolean {
    return this.isDeleted(id) || this.#unfinished.has(id)
  }

  /** Before its first row: what a kill leaves of an import or a fork, the next start removes. */
  beginWriting(id: ConversationId): Result<null, StoreFault> {
    const begun = this.#ports.store.beginWriting(id)
    if (begun.ok) this.#unfinished.add(id)
    return begun
  }

  endWriting(id: ConversationId): Result<null, StoreFault> {
    const ended = this.#ports.store.endWriting(id)
    if (ended.ok) this.#unfinished.delete(id)
    return ended
  }

  /**
   * Removes the beginning of a conversation whose rest could not be written. Nobody can reach it even if that fails too:
   * the next start removes it, with all that was written to it.
   */
  discardWritten(id: ConversationId): void {
    if (this.isDeleted(id)) return
    this.#members.add(id)
    attempt('dropping a part of a conversation', () => this.#ports.drop(id))
    if (!this.#ports.store.removeConversations([id]).ok) return
    this.#unfinished.delete(id)
    attempt('removing what it left', () => this.#ports.onRemoved())
  }

  /** False if there is no such conversation in the list. */
  delete(id: ConversationId): boolean {
    if (this.isDeleted(id)) return true
    const row = this.#rowOf(id)
    if (row === null) return false
    this.#ports.stop(id)
    this.#hide(row)
    return true
  }

  #hide({ id, title }: StoredSummary): void {
    const family = this.#ports.store.familyOf(id)
    for (const each of family) {
      this.#members.add(each)
      attempt('ending the processes of a deleted conversation', () => this.#endProcesses(each))
      attempt('ending the feed of a deleted conversation', () => this.#ports.live(each)?.feed.end())
    }
    const dueAt = this.#ports.timers.awake() + DELETION_UNDO_MS
    this.#hidden.set(id, { title, family, dueAt })
    // No separate timer for each: a lost timer would leave it hidden, neither here nor gone.
    this.#stopLooking ??= this.#ports.pulse.every(LOOK_MS, () => void this.#look())
    this.#ports.broadcast({ type: 'list.removed', conversationId: id })
  }

  /** False if it was removed or never deleted. */
  restore(id: ConversationId): boolean {
    const hidden = this.#hidden.get(id)
    if (hidden === undefined) return false
    this.#unhide(id, hidden)
    return true
  }

  /** Removes everything because the app quits: what a person deleted is gone at the next start. */
  removeAll(): void {
    for (const id of this.#hidden.keys()) attempt('a deletion', () => this.#remove(id))
  }

  /** Removes those that are due; others get a turn in between. */
  async #look(): Promise<void> {
    if (this.#isRemoving) return
    this.#isRemoving = true
    const due = [...this.#hidden.keys()].filter((id) => this.#isDue(id))
    for (const [index, id] of due.entries()) {
      if (index > 0 && index % AT_ONCE === 0) await afterOthers(this.#ports.timers)
      // Meanwhile it may have been restored, and deleted again.
      if (this.#isDue(id)) attempt('a deletion', () => this.#remove(id))
    }
    this.#isRemoving = false
  }

  #isDue(id: ConversationId): boolean {
    const hidden = this.#hidden.get(id)
    return hidden !== undefined && hidden.dueAt <= this.#ports.timers.awake()
  }

  #endProcesses(id: ConversationId): void {
    const { processes } = this.#ports
    processes.endJobs(id)
    this.#ports.terminals?.endIn(id)
    for (const { workId } of processes.orphansOf(id)) void processes.end(workId)
  }

  /** Removes the rows first: whatever is still alive then accepts nothing and has nowhere to write (I35). */
  #remove(id: ConversationId): void {
    const hidden = this.#hidden.get(id)
    if (hidden === undefined) return
    const removed = this.#ports.store.removeConversations(hidden.family)
    // It stays hidden; the next look tries again.
    if (isLocked(removed)) return
    if (!removed.ok) return this.#giveUp(id, hidden, storageError(removed.error))
    this.#forget(id)
    // Sub-agents first: no parent may accept their reports.
    for (const each of hidden.family.toReversed()) {
      attempt('dropping a conversation', () => this.#ports.drop(each))
      attempt('the jobs of a deleted conversation', () => this.#ports.processes.forgetJobs(each))
    }
    attempt('removing what a deleted conversation left', () => this.#ports.onRemoved())
  }

  #giveUp(id: ConversationId, hidden: Hidden, { message }: AppError): void {
    this.#unhide(id, hidden)
    const sentence = `“${hidden.title}” was not deleted and is back in the list. ${message}`
    this.#ports.broadcast({ type: 'host.faulted', conversationId: id, message: sentence })
    this.#ports.log.warn('a conversation could not be deleted', { conversationId: id })
  }

  /** Forgets that it was hidden: it is removed, or restored. */
  #forget(id: ConversationId): void {
    this.#hidden.delete(id)
    if (this.#hidden.size > 0) return
    this.#stopLooking?.()
    this.#stopLooking = null
  }

  #unhide(id: ConversationId, { family }: Hidden): void {
    this.#forget(id)
    for (const each of family) this.#members.delete(each)
    const row = this.#rowOf(id)
    if (row !== null) this.#ports.rows.announce(row)
  }

  /** Returns the row of a person's own conversation. For one that was set aside there is only the row of the list. */
  #rowOf(id: ConversationId): StoredSummary | null {
    const runtime = this.#ports.open(id)
    if (runtime !== null) return runtime.isRoot ? runtime.summary() : null
    return this.#ports.store.list().find((each) => each.id === id) ?? null
  }
}

export const DELETED = appError('deleted', 'This conversation was deleted.')
