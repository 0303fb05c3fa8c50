import type { CallInput } from '../../../shared/messages/content.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import type { CallId, MessageId } from '../../../shared/ids.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { fieldWith } from '../../../shared/conversation/edited-call.ts'
import type { Call, Round } from '../../../shared/conversation/turn.ts'
import type { CallFacts } from '../machine/event.ts'

/** `subjectIn`: the input field whose text a rule can name. */
type WithoutSubject<Named> = Omit<Named, 'subject'> & { readonly subjectIn: string | null }

/** A call without what its reply already stores. */
export type StoredCall = WithoutSubject<Omit<Call, 'input'>>

type Check = CallFacts['check']
type Runnable = Extract<Check, { type: 'runnable' }>
export type StoredFacts = Omit<CallFacts, 'input' | 'check'> & {
  readonly check: Exclude<Check, Runnable> | WithoutSubject<Runnable>
}

export type StoredRound = Omit<Round, 'remaining'> & { readonly remaining: readonly StoredCall[] }

export function storeCall({ input, subject, ...call }: Call): StoredCall {
  return { ...call, subjectIn: fieldWith(input, subject) }
}

export function storeRound(round: Round): StoredRound {
  return { ...round, remaining: round.remaining.map(storeCall) }
}

export function storeFacts({ input, check, ...facts }: CallFacts): StoredFacts {
  if (check.type === 'unusable') return { ...facts, check }
  const { subject, ...rest } = check
  return { ...facts, check: { ...rest, subjectIn: fieldWith(input, subject) } }
}

export function restoreFacts({ check, ...facts }: StoredFacts, input: CallInput): CallFacts {
  if (check.type === 'unusable') return { ...facts, input, check }
  const { subjectIn, ...rest } = check
  return { ...facts, input, check: { ...rest, subject: fieldOf(input, subjectIn) } }
}

/** Restores inputs from the reply; returns null if the reply does not contain them. */
export function callRestorer(
  replyId: MessageId,
  reply: MessageContent | null,
): (call: StoredCall) => Call | null {
  const inputs = new Map<CallId, CallInput>()
  for (const block of reply?.type === 'agent' ? reply.blocks : []) {
    if (block.type === 'toolCall') inputs.set(callIdOf(replyId, inputs.size), block.input)
  }
  return ({ subjectIn, ...call }) => {
    const input = inputs.get(call.callId)
    return input === undefined ? null : { ...call, input, subject: fieldOf(input, subjectIn) }
  }
}

function fieldOf(input: CallInput, field: string | null): string | null {
  if (input.type !== 'object' || field === null) return null
  const value = input.value[field]
  return typeof value === 'string' ? value : null
}
