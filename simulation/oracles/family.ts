import {
  type ConversationState,
  isResting,
} from '../../src/shared/conversation/conversation-state.ts'
import type { AgentId, ConversationId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/messages/message.ts'
import type { ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { NewChild } from '../../src/main/core/machine/step.ts'

/** The longest time that a sub-agent may take to stop once its parent no longer waits for it. */
const STOPPING_MS = 600
const MAX_RESULT_LENGTH = 32 * 1024
/** Outcomes of sub-agents whose parent did not wait for their result. */
const NOT_HEARD = ['cancelled', 'timeout', 'interrupted', 'storage', 'internal']

export interface Child extends NewChild {
  readonly parent: ConversationId
}

type StateOf = (id: ConversationId) => ConversationState

/** Sub-agents: depth one, one outcome each, known only to the conversation that started them (I30 to I33). */
export class Family {
  readonly children = new Map<ConversationId, Child>()
  readonly #reported = new Set<ConversationId>()
  readonly #orphanedAt = new Map<ConversationId, number>()
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  /** Forgets a deleted conversation. */
  delete(id: ConversationId): void {
    this.children.delete(id)
    this.#reported.delete(id)
  }

  isChild(id: ConversationId): boolean {
    return this.children.has(id)
  }

  of(parent: ConversationId): readonly Child[] {
    return [...this.children.values()].filter((child) => child.parent === parent)
  }

  /** Records sub-agents, which are stored with the step that started them. */
  born(parent: ConversationId, children: readonly NewChild[]): void {
    if (children.length === 0) return
    if (this.isChild(parent)) this.#complain('I30 sub-agents start no sub-agents', parent)
    if (children.length > 10) this.#complain('rule 11 at most ten tasks', `${children.length}`)
    children.forEach((child, index) => {
      if (child.index !== index) this.#complain('rule 11 in the order of the tasks', child.agentId)
      if (this.isChild(child.agentId)) this.#complain('rule 11 a row of its own', child.agentId)
      this.children.set(child.agentId, { ...child, parent })
    })
  }

  /** I33: a sub-agent's report reaches its own parent. */
  heard(id: ConversationId, event: ConversationEvent): void {
    if (event.type !== 'childChanged') return
    if (this.children.get(event.agentId)?.parent !== id)
      this.#complain('I33 a report reaches its own parent', `${event.agentId} at ${id}`)
  }

  /** I31: a message of the parent that records a sub-agent's end. */
  accept(parent: ConversationId, { content }: Message, stateOf: StateOf): void {
    if (content.type !== 'subAgent') return
    const { agentId, outcome, text, task } = content
    const child = this.children.get(agentId)
    if (child?.parent !== parent || child.task !== task)
      this.#complain('I33 an outcome is told to its own parent', agentId)
    if (this.#reported.has(agentId)) this.#complain('I31 one outcome a sub-agent', agentId)
    this.#reported.add(agentId)
    const state = stateOf(agentId)
    if (outcome === 'completed') {
      const isTrue =
        state.type === 'completed' &&
        state.result.slice(0, MAX_RESULT_LENGTH).toWellFormed() === text
      if (!isTrue)
        this.#complain('a sub-agent is quoted as it spoke', JSON.stringify([agentId, text, state]))
    } else if (!NOT_HEARD.includes(outcome)) {
      if (state.type !== 'failed' || state.reason !== outcome)
        this.#complain('a sub-agent failed as it is told', `${agentId}: ${outcome}, ${state.type}`)
    }
    if (text.length > MAX_RESULT_LENGTH) this.#complain('I37 a result is bounded', agentId)
  }

  /** Checks that the result of a call that started sub-agents names each, in the order of the tasks. */
  checkResult(callId: string, text: string): void {
    const children = [...this.children.values()].filter((child) => child.callId === callId)
    let at = -1
    for (const { index, agentId } of children) {
      const next = text.indexOf(`Sub-agent ${index + 1} (`, at + 1)
      if (next <= at) this.#complain('rule 11 the result lists every sub-agent', agentId)
      at = next
      if (!this.#reported.has(agentId)) this.#complain('I31 an outcome before the result', agentId)
    }
  }

  /** I31, when a conversation comes to rest. */
  checkRest(parent: ConversationId): void {
    for (const { agentId } of this.of(parent))
      if (!this.#reported.has(agentId))
        this.#complain('I31 one outcome a sub-agent at rest', agentId)
  }

  /**
   * I32: no sub-agent works for a parent that does not wait. `now`: awake ms; `heldUpMs`: allowance for turns of the
   * loop.
   */
  checkOrphans(
    live: readonly ConversationId[],
    stateOf: StateOf,
    { now, heldUpMs }: { readonly now: number; readonly heldUpMs: number },
  ): void {
    for (const id of live) {
      const child = this.children.get(id)
      if (child === undefined) continue
      if (isResting(stateOf(id)) || waitsFor(stateOf(child.parent), child.agentId)) {
        this.#orphanedAt.delete(id)
        continue
      }
      const since = this.#orphanedAt.get(id) ?? now
      this.#orphanedAt.set(id, since)
      if (now - since > STOPPING_MS + heldUpMs)
        this.#complain('I32 no sub-agent of a parent that does not wait', `${id} ${now - since}`)
    }
  }

  /** Row 20: the number of sub-agents, and of their outcomes in their parents' histories. */
  count(): { readonly children: number; readonly outcomes: number } {
    return { children: this.children.size, outcomes: this.#reported.size }
  }

  /** Forgets sub-agents of a dead app. */
  forgetOrphans(): void {
    this.#orphanedAt.clear()
  }
}

function waitsFor(parent: ConversationState, id: AgentId): boolean {
  if (parent.type === 'awaitingSubAgents')
    return parent.children.some(({ agentId, phase }) => agentId === id && phase.type !== 'ended')
  return parent.type === 'cancelling' && parent.waitingFor.some(({ workId }) => workId === id)
}
