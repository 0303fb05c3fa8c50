import { type ConversationState, IDLE } from '../src/shared/conversation/conversation-state.ts'
import type { Provider } from '../src/shared/conversation/turn.ts'
import {
  type Caps,
  type Context,
  type ContextChange,
  DEFAULT_CAPS,
} from '../src/main/core/machine/context.ts'
import { clockedContext } from '../src/main/core/testing/test-context.ts'
import { runStatusOf } from './run-status.ts'

/** A context to explore the machine in, and the initial state of a conversation there. */
export interface Variant {
  readonly name: string
  readonly context: Context
  readonly start: ConversationState
  /**
   * settings: a change leads from each such variant to each other, at any time. atRest: differs in settings that are
   * only read when a turn begins; a change leads to it at rest. apart: tried separately.
   */
  readonly reach: 'settings' | 'atRest' | 'apart'
}

const ROOT: Context = { ...clockedContext(), permissionMode: 'ask' }
const CHILD: Context = {
  ...ROOT,
  role: { type: 'child', parent: ROOT.conversationId, kind: 'worker' },
}

const SECOND: Provider = { ...ROOT.primary, model: 'claude-second' }
const LARGER: Provider = {
  ...ROOT.primary,
  model: 'claude-larger',
  limits: { contextTokens: 1_000_000, outputTokens: 8_000 },
}
/** Events before a failure do not affect its retries, so a turn with one reply covers them all. */
const ONE_REPLY: Caps = {
  ...DEFAULT_CAPS,
  tokensPerTurn: 1,
  toolCallsPerTurn: 1,
  subAgentsPerTurn: 0,
}

/** Enough for a few waits: a longer time only adds more of them. */
const PATIENCE_MS = 10_000

/** Matches the call that the mode asks about. */
export const RULE = { tool: 'bash', subject: 'make', match: 'exact' } as const

function variant(name: string, context: Context, reach: Variant['reach']): Variant {
  return { name, context, start: IDLE, reach }
}

/** Together they contain each value of each setting that a step reads. */
export const VARIANTS: readonly Variant[] = [
  variant('ask, reject', ROOT, 'settings'),
  variant(
    'auto, interrupt',
    { ...ROOT, permissionMode: 'auto', busyPolicy: 'interrupt' },
    'settings',
  ),
  variant(
    'larger model, fallback, acceptEdits with a rule, interrupt at once',
    {
      ...ROOT,
      primary: LARGER,
      fallback: SECOND,
      permissionMode: 'acceptEdits',
      rules: [RULE],
      busyPolicy: 'interrupt',
      debounceMs: 0,
    },
    'atRest',
  ),
  variant(
    'readOnly, no autoCompact',
    { ...ROOT, permissionMode: 'readOnly', autoCompact: false },
    'apart',
  ),
  variant(
    'readOnly in a sandbox, few requests',
    {
      ...ROOT,
      permissionMode: 'readOnly',
      isSandboxed: true,
      network: false,
      caps: { ...DEFAULT_CAPS, requestsPerTurn: 3 },
    },
    'apart',
  ),
  variant(
    'few calls, sub-agents and tokens',
    {
      ...ROOT,
      caps: { ...DEFAULT_CAPS, toolCallsPerTurn: 2, subAgentsPerTurn: 2, tokensPerTurn: 3 },
    },
    'apart',
  ),
  variant(
    'keep trying, fallback, one reply',
    { ...ROOT, keepTryingMs: PATIENCE_MS, fallback: SECOND, caps: ONE_REPLY },
    'apart',
  ),
  variant('sub-agent, ask', CHILD, 'settings'),
  variant(
    'sub-agent, auto, interrupt',
    { ...CHILD, permissionMode: 'auto', busyPolicy: 'interrupt' },
    'settings',
  ),
  variant('sub-agent, fallback', { ...CHILD, fallback: SECOND }, 'apart'),
  variant(
    'sub-agent, keep trying, one reply',
    { ...CHILD, keepTryingMs: PATIENCE_MS, caps: ONE_REPLY },
    'apart',
  ),
  variant(
    'sub-agent, few requests',
    { ...CHILD, caps: { ...DEFAULT_CAPS, requestsPerChild: 2, requestsPerTurn: 4 } },
    'apart',
  ),
  variant(
    'sub-agent, few calls and tokens',
    { ...CHILD, caps: { ...DEFAULT_CAPS, toolCallsPerTurn: 1, tokensPerTurn: 2 } },
    'apart',
  ),
]

/** Variants connected by changes of settings, one group per component. The largest come first. */
export const COMPONENTS: readonly (readonly Variant[])[] = [
  ...Map.groupBy(
    VARIANTS.filter(({ reach }) => reach !== 'apart'),
    ({ context }) => context.role.type,
  ).values(),
  ...VARIANTS.filter(({ reach }) => reach === 'apart').map((each) => [each]),
]

/** Returns the variants that a change of settings leads to. A role never changes. */
export function changesFrom(from: Variant, state: ConversationState): readonly Variant[] {
  if (from.reach !== 'settings') return [from]
  const role = from.context.role.type
  const isAtRest = runStatusOf(state) === 'resting'
  return VARIANTS.filter(
    (to) =>
      to.context.role.type === role &&
      (to.reach === 'settings' || (to.reach === 'atRest' && isAtRest)),
  )
}

export function changeTo(to: Variant): ContextChange {
  const { conversationId: _id, folder: _folder, role: _role, ...change } = to.context
  return change
}
