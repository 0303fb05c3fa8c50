import { type ConversationState, IDLE } from '../../src/shared/conversation-state.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/message.ts'
import { contextAfter } from '../../src/main/core/context-after.ts'
import type { Context } from '../../src/main/core/context.ts'
import { storeState } from '../../src/main/core/stored-state.ts'
import { transition } from '../../src/main/core/transition.ts'
import type { LogRow } from '../../src/main/runtime/ports.ts'
import type { Disk } from '../disk.ts'
import { readEvent } from './read-event.ts'

interface Folded {
  state: ConversationState
  context: Context | null
  seq: number
  /** Read from the disk, in order. */
  readonly messages: Message[]
}

/**
 * The log on disk, folded through `transition` from the first row on: its states, messages and lifecycle are what is
 * stored, after every commit, in every life of the app (machine.md, Proof 5).
 */
export class Replay {
  private readonly folded = new Map<ConversationId, Folded>()
  private readonly complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.complain = complain
  }

  stateOf(id: ConversationId): ConversationState {
    return this.folded.get(id)?.state ?? IDLE
  }

  contextOf(id: ConversationId): Context | null {
    return this.folded.get(id)?.context ?? null
  }

  history(id: ConversationId): readonly Message[] {
    return this.folded.get(id)?.messages ?? []
  }

  seqOf(id: ConversationId): number {
    return this.folded.get(id)?.seq ?? 0
  }

  /** Folds what is new on disk. */
  follow(id: ConversationId, disk: Disk): void {
    const folded = this.folded.get(id) ?? { state: IDLE, context: null, seq: 0, messages: [] }
    this.folded.set(id, folded)
    const rows = disk.rows(id, folded.seq)
    if (disk.seq(id) !== folded.seq + rows.length) {
      this.complain(
        'I27 seq is gapless',
        `${disk.seq(id)} after ${folded.seq} and ${rows.length} rows`,
      )
    }
    const waiting = [...rows]
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      folded.seq++
      if (row.kind === 'lifecycle') {
        this.complain('the log folds to what is stored', `${row.entry.type} without its input`)
      } else {
        this.fold(id, folded, row, waiting, disk)
      }
    }
    const stored = disk.state(id)
    const state = JSON.stringify(storeState(folded.state))
    if (stored !== state) this.complain('the log folds to the stored state', `${state} / ${stored}`)
  }

  private fold(
    id: ConversationId,
    folded: Folded,
    row: Extract<LogRow, { kind: 'input' }>,
    waiting: LogRow[],
    disk: Disk,
  ): void {
    const event = readEvent(row, (messageId) => disk.message(messageId)?.content ?? null)
    const context = event.type === 'sessionOpened' ? event.context : folded.context
    if (context === null) return this.complain('a log begins with its session', event.type)
    const step = transition(folded.state, context, event)
    if (step.type === 'refused') {
      return this.complain('a logged event was accepted', `${event.type}: ${step.reason} (${id})`)
    }
    folded.context = contextAfter(context, event)
    folded.state = step.state
    for (const entry of step.lifecycle) {
      const next = waiting.shift()
      folded.seq++
      if (next?.kind !== 'lifecycle' || JSON.stringify(next.entry) !== JSON.stringify(entry)) {
        this.complain('I22 the log has the lifecycle of each step', JSON.stringify([entry, next]))
      }
    }
    for (const { agentId, callId } of step.children) {
      const link = disk.store.conversation(agentId)?.parent
      if (link?.conversationId !== id || link.callId !== callId)
        this.complain('rule 11 a sub-agent is on disk with its step', agentId)
    }
    for (const message of step.messages) {
      const stored = disk.message(message.id)
      const derived = JSON.stringify(message.content)
      if (stored?.seq !== folded.messages.length + 1)
        this.complain('I27 messages are numbered without a gap', `${stored?.seq}: ${derived}`)
      if (JSON.stringify(stored?.content) !== derived)
        this.complain('the log folds to the stored messages', derived)
      if (stored !== null) folded.messages.push(stored)
    }
  }
}
