import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId, MessageId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/messages/message.ts'
import {
  type Difference,
  type LoggedMessage,
  REPLAY_START,
  type Replayed,
  replayEnd,
  replayRow,
} from '../../src/main/core/log/replay.ts'
import type { Disk } from '../disks/disk.ts'

interface Folded {
  at: Replayed
  /** Read from the disk, in order. */
  readonly messages: Message[]
}

/** Rows per read: more than one commit writes. */
const ALL = 1_000_000

/**
 * The log on disk, folded from the first row by the core's own replay: its states, messages and lifecycle match what is
 * stored, after every commit, in every life of the app.
 */
export class Replay {
  readonly #folded = new Map<ConversationId, Folded>()
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  /** Forgets a deleted conversation. */
  delete(id: ConversationId): void {
    this.#folded.delete(id)
  }

  stateOf(id: ConversationId): ConversationState {
    return (this.#folded.get(id)?.at ?? REPLAY_START).state
  }

  history(id: ConversationId): readonly Message[] {
    return this.#folded.get(id)?.messages ?? []
  }

  seqOf(id: ConversationId): number {
    return this.#folded.get(id)?.at.seq ?? 0
  }

  /** Folds the new rows on disk. */
  follow(id: ConversationId, disk: Disk): void {
    const folded = this.#folded.get(id) ?? { at: REPLAY_START, messages: [] }
    this.#folded.set(id, folded)
    const { log } = disk
    const messageOf = (messageId: MessageId): LoggedMessage | null => log.message(messageId)
    for (const row of log.rows(id, folded.at.seq, ALL)) {
      const next = replayRow(folded.at, row, messageOf)
      if (!next.ok) return this.#differs(id, next.error)
      folded.at = next.value
    }
    const difference = replayEnd(folded.at, log.end(id))
    if (difference !== null) return this.#differs(id, difference)
    if (folded.at.messages > folded.messages.length)
      folded.messages.push(...disk.messages(id, folded.messages.length))
    this.#checkChildren(id, folded.at.state, disk)
  }

  #differs(id: ConversationId, difference: Difference): void {
    this.#complain('the log leads to what is stored', `${id}: ${JSON.stringify(difference)}`)
  }

  #checkChildren(parent: ConversationId, state: ConversationState, disk: Disk): void {
    if (state.type !== 'awaitingSubAgents') return
    const { callId } = state.current.call
    for (const { agentId } of state.children) {
      const link = disk.store.conversation(agentId)?.parent
      if (link?.conversationId !== parent || link.callId !== callId)
        this.#complain('rule 11 a sub-agent is on disk with its step', agentId)
    }
  }
}
