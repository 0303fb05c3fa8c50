import type { OrphanProcess } from '../../../../shared/conversation/conversation.ts'
import type { ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { ProcessTree } from './process-tree.ts'
import type { AliveProcess } from './sweep-messages.ts'

/** The run that a process belongs to: its conversation, its command, and when it started. */
interface Origin {
  readonly conversationId: ConversationId
  readonly workId: WorkId
  readonly command: string
  readonly since: number
}

/** A run's processes and their origin. */
export interface OwnedTree {
  readonly origin: Origin
  readonly tree: ProcessTree
}

interface Listed {
  readonly owned: OwnedTree
  readonly processes: readonly AliveProcess[]
}

/** Processes that survived the attempt to end them, by run; notifies listeners when a conversation's list changes. */
export class OrphanProcesses {
  readonly #byWork = new Map<WorkId, Listed>()
  readonly #listeners: ((conversationId: ConversationId) => void)[] = []

  onChanged(listener: (conversationId: ConversationId) => void): void {
    this.#listeners.push(listener)
  }

  of(conversationId: ConversationId): readonly OrphanProcess[] {
    return [...this.#byWork.values()]
      .filter(({ owned }) => owned.origin.conversationId === conversationId)
      .flatMap(orphansOf)
  }

  /** The tree with its listed processes, so another attempt to end it can be made. */
  treeOf(workId: WorkId): OwnedTree | null {
    return this.#byWork.get(workId)?.owned ?? null
  }

  /** The trees of all conversations. */
  trees(): readonly OwnedTree[] {
    return [...this.#byWork.values()].map(({ owned }) => owned)
  }

  put({ origin, tree }: OwnedTree, processes: readonly AliveProcess[]): void {
    const owned = { origin, tree: { ...tree, known: processes } }
    this.#byWork.set(origin.workId, { owned, processes })
    this.#notify(owned)
  }

  remove(workId: WorkId): void {
    const listed = this.#byWork.get(workId)
    if (listed === undefined) return
    this.#byWork.delete(workId)
    this.#notify(listed.owned)
  }

  #notify({ origin }: OwnedTree): void {
    for (const listener of this.#listeners) listener(origin.conversationId)
  }
}

function orphansOf({ owned: { origin }, processes }: Listed): readonly OrphanProcess[] {
  const { workId, since } = origin
  return processes.map(({ pid, command }) => ({
    workId,
    pid,
    command: command === '' ? origin.command : command,
    since,
  }))
}
