import type { Provider } from '../src/shared/conversation-state.ts'
import type { SettingsView } from '../src/shared/settings.ts'
import { type Context, DEFAULT_CAPS, DEFAULT_TIMEOUTS } from '../src/main/core/context.ts'
import { SETTINGS } from '../src/main/runtime/fakes/world.ts'
import type { StoredConversation } from '../src/main/runtime/ports.ts'
import type { Choices } from './choices.ts'

/** The simulator's deadline of a request. */
const REQUEST_MS = 120_000

/** What a person has set, and the caps of the run: often the real ones, sometimes so small that they are reached. */
export class SimulatedSettings {
  model = 'model-a'
  readonly wantsTitle: boolean
  private readonly caps: Context['caps']

  constructor(choices: Choices) {
    const { requestsPerTurn, callsPerReply } = DEFAULT_CAPS
    this.caps = {
      requestsPerTurn: choices.pick(requestsPerTurn, 2, 6),
      callsPerReply: choices.pick(callsPerReply, callsPerReply, 2),
    }
    this.wantsTitle = choices.int(3) === 1
  }

  view(): SettingsView {
    return { ...SETTINGS, model: this.model, modelInForce: this.model }
  }

  contextOf(stored: StoredConversation): Context {
    return {
      conversationId: stored.id,
      folder: stored.folder,
      role: { type: 'root' },
      systemPrompt: `Be brief in ${stored.folder}.`,
      primary: this.provider(),
      fallback: null,
      timeouts: { ...DEFAULT_TIMEOUTS, requestMs: REQUEST_MS },
      permissionMode: 'auto',
      caps: this.caps,
    }
  }

  private provider(): Provider {
    const limits = { contextTokens: 200_000, outputTokens: 8_000 }
    return { endpoint: 'anthropic', model: this.model, limits }
  }
}
