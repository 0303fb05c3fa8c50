import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent } from '../machine/event.ts'
import { transition } from '../transition.ts'

/** The steps of these inputs, JSON to JSON. For the test of purity, which runs it where all else throws. */
export function steps(inputs: string): string {
  const each = JSON.parse(inputs) as readonly [ConversationState, Context, ConversationEvent][]
  return JSON.stringify(each.map((input) => transition(...input)))
}
