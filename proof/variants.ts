import { type ConversationState, IDLE } from '../src/shared/conversation-state.ts'
import type { Provider } from '../src/shared/turn.ts'
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

const ROOT: Context = { ...testContext(), permissionMode: 'ask' }
const CHILD: Context = { ...ROOT, role: { type: 'child', parent: ROOT.conversationId } }

const SECOND: Provider = { ...ROOT.primary, model: 'claude-second' }
const LARGER: Provider = {
  ...ROOT.primary,
  model: 'claude-larger',
  limits: { contextTokens: 1_000_000, outputTokens: 8_000 },
}
/** Names the call that the mode asks for. */
export const RULE = { tool: 'bash', subject: 'make' }

function variant(name: string, context: Context, reach: Variant['reach']): Variant {
  return { name, context, start: IDLE, reach }
}

/** Each value of each setting that a step reads stands here at least once. */
export const VARIANTS: readonly Variant[] = [
  variant('ask, reject', ROOT, 'settings'),
  variant(
    'auto, interrupt, with fallback and a larger model',
    {
      ...ROOT,
      permissionMode: 'auto',
      busyPolicy: 'interrupt',
      primary: LARGER,
      fallback: SECOND,
    },
    'settings',
  ),
  variant(
    'readOnly, no autoCompact',
    { ...ROOT, permissionMode: 'readOnly', autoCompact: false },
    'apart',
  ),
  variant(
    'acceptEdits, rule, interrupt at once',
    {
      ...ROOT,
      permissionMode: 'acceptEdits',
      rules: [RULE],
      busyPolicy: 'interrupt',
      debounceMs: 0,
    },
    'apart',
  ),
  variant(
    'readOnly in a sandbox, few requests',
    {
      ...ROOT,
      permissionMode: 'readOnly',
      isSandboxed: true,
      caps: { ...DEFAULT_CAPS, requestsPerTurn: 3 },
    },
    'apart',
  ),
  variant('sub-agent, ask', CHILD, 'settings'),
  variant(
    'sub-agent, auto, interrupt, with fallback',
    { ...CHILD, permissionMode: 'auto', busyPolicy: 'interrupt', fallback: SECOND },
    'settings',
  ),
  variant(
    'sub-agent, few requests',
    { ...CHILD, caps: { ...DEFAULT_CAPS, requestsPerChild: 2, requestsPerTurn: 4 } },
    'apart',
  ),
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
