import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent } from '../machine/event.ts'
import { transition } from '../transition.ts'

/** Returns the steps for these inputs, JSON to JSON. The test of purity runs it where everything else throws. */
export function steps(inputs: string): string {
  const each = JSON.parse(inputs) as readonly [ConversationState, Context, ConversationEvent][]
  return JSON.stringify(each.map((input) => transition(...input)))
}
