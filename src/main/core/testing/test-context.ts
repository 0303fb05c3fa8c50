import type { ConversationId } from '../../../shared/ids.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { type Context, DEFAULT_CAPS } from '../machine/context.ts'

/**
 * Returns a context like one from the settings, for tests. Its turns have no clock, like those recorded before there
 * was a limit, so an example test sees only the effects of its own step. `clockedContext` has one.
 */
export function testContext(conversationId = 'c1' as ConversationId): Context {
  return {
    conversationId,
    folder: '/work',
    role: { type: 'root' },
    systemPrompt: 'Be brief.',
    instructions: null,
    instructionsFault: null,
    gitState: null,
    primary: {
      endpoint: 'anthropic',
      model: 'claude-test',
      limits: { contextTokens: 200_000, outputTokens: 8_000 },
      timeouts: DEFAULT_TIMEOUTS,
      price: null,
    },
    fallback: null,
    explorerModel: null,
    effort: 'auto',
    keepTryingMs: 0,
    busyPolicy: 'reject',
    debounceMs: 100,
    permissionMode: 'auto',
    rules: [],
    isSandboxed: false,
    network: true,
    autoCompact: true,
    caps: { ...DEFAULT_CAPS, minutesPerTurn: 0 },
  }
}

/** Returns the same with the default time limit. */
export function clockedContext(): Context {
  return { ...testContext(), caps: DEFAULT_CAPS }
}
