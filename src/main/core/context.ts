import type { ConversationId } from '../../shared/ids.ts'
import type { Provider, Timeouts } from '../../shared/conversation-state.ts'

/** Bounds of one turn (machine.md, rule 14). */
export interface Caps {
  readonly requestsPerTurn: number
  readonly callsPerReply: number
}

/** All that a step may know beside the state. Plain JSON; a step never looks anything up. */
export interface Context {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly role: { readonly type: 'root' }
  readonly systemPrompt: string
  readonly primary: Provider
  readonly fallback: Provider | null
  readonly timeouts: Timeouts
  readonly permissionMode: 'auto'
  readonly caps: Caps
}

/** What settings can change. The folder never does. */
export type ContextChange = Partial<
  Pick<Context, 'systemPrompt' | 'primary' | 'fallback' | 'timeouts' | 'caps'>
>

export const DEFAULT_TIMEOUTS: Timeouts = {
  firstByteMs: 60_000,
  silenceMs: 90_000,
  thinkingSilenceMs: 300_000,
  requestMs: 30 * 60_000,
}

export const DEFAULT_CAPS: Caps = { requestsPerTurn: 200, callsPerReply: 64 }
