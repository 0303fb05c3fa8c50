import type { OrphanProcess } from '../../../../shared/conversation/conversation.ts'
import type { ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { ProcessTree } from './process-tree.ts'
import type { AliveProcess } from './sweep-messages.ts'

/** Whose processes, of which command, running since when. */
interface Origin {
  readonly conversationId: ConversationId
  readonly workId: WorkId
  readonly command: string
  readonly since: number
}

/** A run's processes and whose they are. */
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

  /** With what is listed of it, so ending it can be tried again. */
  treeOf(workId: WorkId): OwnedTree | null {
    return this.#byWork.get(workId)?.owned ?? null
  }

  /** Of all conversations. */
  trees(): readonly OwnedTree[] {
    return [...this.#byWork.values()].map(({ owned }) => owned)
  }

  put({ origin, tree }: OwnedTree, processes: readonly AliveProcess[]): void {
    const owned = { origin, tree: { ...tree, known: processes } }
    this.#byWork.set(origin.workId, { owned, processes })
    this.#tell(owned)
  }

  remove(workId: WorkId): void {
    const listed = this.#byWork.get(workId)
    if (listed === undefined) return
    this.#byWork.delete(workId)
    this.#tell(listed.owned)
  }

  #tell({ origin }: OwnedTree): void {
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
