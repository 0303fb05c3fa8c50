import { callIdOf } from '../../src/shared/messages/call-id.ts'
import {
  askedCalls,
  type ConversationState,
} from '../../src/shared/conversation/conversation-state.ts'
import type { CallId } from '../../src/shared/ids.ts'
import type { ApprovalAnswer, PermissionMode, Rule } from '../../src/shared/conversation/turn.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { CallFacts, ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { Step } from '../../src/main/core/machine/step.ts'
import type { SimulatedRun } from '../ports/simulated-tools.ts'

type Runnable = Extract<CallFacts['check'], { type: 'runnable' }>
type Need = 'nothing' | 'a person' | 'never'

interface Judged {
  readonly mode: PermissionMode
  readonly rules: readonly Rule[]
  /** True if commands are sandboxed. */
  readonly isSandboxed: boolean
  readonly facts: CallFacts
}

/** Rule 6, from the person's side: nothing runs that required permission and did not get it. */
export class Permissions {
  readonly #judged = new Map<CallId, Judged>()
  readonly #allowed = new Set<CallId>()
  readonly #denied = new Set<CallId>()
  /** The first answer to each call: later ones have no effect. */
  readonly #first = new Map<CallId, ApprovalAnswer['type']>()
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  /** Records an answer that a person gave, whether or not it is accepted. */
  answered(callIds: readonly CallId[], answer: ApprovalAnswer): void {
    for (const callId of callIds)
      (answer.type === 'deny' ? this.#denied : this.#allowed).add(callId)
  }

  /** The machine accepts a person's answer for waiting calls. */
  decided(state: ConversationState, event: ConversationEvent, step: Step): void {
    if (state.type !== 'awaitingApproval' || event.type !== 'approvalAnswered') return
    if (step.type === 'refused') return
    const left = step.state.type === 'awaitingApproval' ? askedCalls(step.state) : []
    const open = new Set(left.map(({ callId }) => callId))
    for (const { callId } of askedCalls(state)) {
      if (event.callIds.includes(callId) && !open.has(callId))
        this.#first.set(callId, this.#first.get(callId) ?? event.answer.type)
    }
  }

  /** Judges the calls of a reply by the mode and the rules at that moment. */
  replied(context: Context, event: ConversationEvent, step: Step): void {
    if (event.type !== 'llmResponded' || step.type === 'refused') return
    const reply = step.messages.find(({ content }) => content.type === 'agent')
    if (reply === undefined) return
    const { isSandboxed, permissionMode: mode, rules } = context
    event.calls.forEach((facts, index) => {
      this.#judged.set(callIdOf(reply.id, index), { mode, rules, isSandboxed, facts })
    })
  }

  /** Judges calls that still wait for an answer by the new mode and rules. */
  changed(state: ConversationState, context: Context, event: ConversationEvent): void {
    if (event.type !== 'settingsChanged' || state.type !== 'awaitingApproval') return
    const { isSandboxed, permissionMode: mode, rules } = { ...context, ...event.change }
    for (const { callId } of askedCalls(state)) {
      const judged = this.#judged.get(callId)
      if (judged !== undefined) this.#judged.set(callId, { ...judged, mode, rules, isSandboxed })
    }
  }

  runs({ run: { call, sandboxPolicy } }: SimulatedRun): void {
    const judged = this.#judged.get(call.callId)
    const { check } = judged?.facts ?? {}
    if (judged === undefined || check?.type !== 'runnable')
      return this.#complain('only what can be run is run', call.callId)
    const need = needOf(check, judged)
    if ((sandboxPolicy !== null) !== judged.isSandboxed)
      this.#complain('commands are sandboxed where they can be', call.callId)
    if (judged.isSandboxed && judged.mode === 'readOnly' && sandboxPolicy?.folder !== 'readOnly')
      this.#complain('a read-only conversation writes nothing', call.callId)
    if (need === 'never') this.#complain('rule 6 what is not allowed never runs', call.callId)
    if (need === 'a person' && !this.#allowed.has(call.callId))
      this.#complain(
        'rule 6 nothing runs that nobody allowed',
        `${call.callId} under ${judged.mode}`,
      )
    if (this.#first.get(call.callId) === 'deny')
      this.#complain('rule 6 what was denied never runs', call.callId)
  }

  /** Checks a result which says that a person denied the call. */
  saysDenied(callId: CallId): void {
    if (!this.#denied.has(callId)) this.#complain('a denial was said by a person', callId)
    if ((this.#first.get(callId) ?? 'deny') !== 'deny')
      this.#complain('rule 6 the first word on a call counts', callId)
  }
}

function needOf(
  { action, reach, subject }: Runnable,
  { facts, isSandboxed, mode, rules }: Judged,
): Need {
  if (action === 'think') return 'nothing'
  if (action === 'spawn' || action === 'submit') return 'never'
  const isChange = action === 'change' || (action === 'command' && reach !== 'inside')
  if (mode === 'readOnly' && isChange) return 'never'
  if (reach !== 'inside') return 'a person'
  if (action === 'read' || mode === 'auto') return 'nothing'
  if (mode === 'readOnly') return action === 'command' && isSandboxed ? 'nothing' : 'never'
  if (action === 'change' && mode === 'acceptEdits') return 'nothing'
  const isRule = rules.some(
    (rule) => rule.tool === facts.name && rule.match === 'exact' && rule.subject === subject,
  )
  return isRule ? 'nothing' : 'a person'
}
