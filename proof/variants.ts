import { type ConversationState, IDLE, type Provider } from '../src/shared/conversation-state.ts'
import { type Context, type ContextChange, DEFAULT_CAPS } from '../src/main/core/context.ts'
import { testContext } from '../src/main/core/test-context.ts'

/** A context that the machine is explored in, and the state in which a conversation begins there. */
export interface Variant {
  readonly name: string
  readonly context: Context
  readonly start: ConversationState
  /** apart: tried for its own sake; no change of settings leads to it or away. */
  readonly reach: 'settings' | 'apart'
}

const FALLBACK: Provider = {
  endpoint: 'anthropic',
  model: 'claude-second',
  limits: { contextTokens: 200_000, outputTokens: 8_000 },
}

/** Each value of each setting that a step reads stands here at least once. */
export const VARIANTS: readonly Variant[] = [
  { name: 'default', context: testContext(), start: IDLE, reach: 'settings' },
  {
    name: 'few requests',
    context: { ...testContext(), caps: { ...DEFAULT_CAPS, requestsPerTurn: 3 } },
    start: IDLE,
    reach: 'apart',
  },
  {
    name: 'with fallback',
    context: { ...testContext(), fallback: FALLBACK },
    start: IDLE,
    reach: 'settings',
  },
]

/** Where a change of settings leads from a variant. A role is for life. */
export function changesFrom(from: Variant): readonly Variant[] {
  if (from.reach === 'apart') return [from]
  const role = from.context.role.type
  return VARIANTS.filter((to) => to.reach === 'settings' && to.context.role.type === role)
}

export function changeTo(to: Variant): ContextChange {
  const { conversationId: _id, folder: _folder, role: _role, ...change } = to.context
  return change
}
