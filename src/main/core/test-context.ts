import type { ConversationId } from '../../shared/ids.ts'
import { DEFAULT_TIMEOUTS } from '../../shared/timeouts.ts'
import { type Context, DEFAULT_CAPS } from './context.ts'

/** A context as settings would give it, for tests. */
export function testContext(conversationId = 'c1' as ConversationId): Context {
  return {
    conversationId,
    folder: '/work',
    role: { type: 'root' },
    systemPrompt: 'Be brief.',
    instructions: null,
    instructionsFault: null,
    primary: {
      endpoint: 'anthropic',
      model: 'claude-test',
      limits: { contextTokens: 200_000, outputTokens: 8_000 },
      timeouts: DEFAULT_TIMEOUTS,
      price: null,
    },
    fallback: null,
    effort: 'auto',
    busyPolicy: 'reject',
    debounceMs: 100,
    permissionMode: 'auto',
    rules: [],
    isSandboxed: false,
    network: true,
    autoCompact: true,
    caps: DEFAULT_CAPS,
  }
}
