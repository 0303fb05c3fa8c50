import type { Provider } from '../../../shared/conversation/turn.ts'
import type { Context } from '../../core/machine/context.ts'
import type { Timeouts } from '../../../shared/models/timeouts.ts'
import { DEMO_MODEL } from '../../../shared/models/model-name.ts'
import type { ConversationRecord } from '../conversation/record/conversation-record.ts'
import { whenKept } from '../conversation/when-kept.ts'
import type { Log, ModelCall, ModelOutcome, ModelPort, Stop, Timers } from '../ports/ports.ts'
import type { FlushPort } from '../ports/store.ts'
import type { StoredConversation } from '../ports/conversation-store.ts'

/** Time limit of the whole request, from sending to the last byte. */
const LIMIT_MS = 10_000
/** A model that thinks uses most of these before it writes a word. */
const OUTPUT_TOKENS = 1_000

const TIMEOUTS: Timeouts = {
  connectMs: LIMIT_MS,
  firstByteMs: LIMIT_MS,
  silenceMs: LIMIT_MS,
  thinkingSilenceMs: LIMIT_MS,
  requestMs: LIMIT_MS,
}

export interface ShortRequestPorts {
  readonly model: ModelPort
  readonly store: FlushPort
  readonly timers: Timers
  readonly log: Log
  /** Returns the context that the settings currently give a conversation; its own settings override it. */
  contextOf(stored: StoredConversation): Pick<Context, 'primary'>
}

export interface ShortRequest extends Pick<
  ModelCall,
  'conversationId' | 'provider' | 'request' | 'signal'
> {
  /** The purpose of the request, for the log. */
  readonly what: string
}

export type ShortAnswer =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'failed'; readonly detail: string }
  /** It took longer than ten seconds. */
  | { readonly type: 'late' }
  /** Stopped by its signal. */
  | { readonly type: 'stopped' }
  /** The disk could not be written, so nothing was sent. */
  | { readonly type: 'notKept' }

/** Returns the provider that a conversation's requests currently go to. */
export function providerFor(
  ports: Pick<ShortRequestPorts, 'contextOf'>,
  { own, stored }: ConversationRecord,
): Provider {
  return ports.contextOf({ ...stored, ...own }).primary
}

/** Sends short requests to the model that a conversation uses. */
export class ShortRequests {
  readonly #ports: ShortRequestPorts

  constructor(ports: ShortRequestPorts) {
    this.#ports = ports
  }

  /** Null for the demo, which answers none. Never rejects. */
  ask(
    record: ConversationRecord,
    short: Pick<ShortRequest, 'request' | 'signal' | 'what'>,
  ): Promise<ShortAnswer> | null {
    const provider = providerFor(this.#ports, record)
    if (provider.endpoint === DEMO_MODEL) return null
    return shortAnswer(this.#ports, { ...short, conversationId: record.stored.id, provider })
  }
}

/** Sends one short request outside the machine, which no conversation waits for; tried once. Never rejects. */
export async function shortAnswer(
  ports: ShortRequestPorts,
  { what, signal, ...modelCall }: ShortRequest,
): Promise<ShortAnswer> {
  const overdue = new AbortController()
  const call = { ...modelCall, signal: AbortSignal.any([signal, overdue.signal]) }
  const ask = (): Promise<ModelOutcome> => askOnce(ports, what, call, overdue)
  const outcome = await whenKept<ModelOutcome | null>(ports.store, signal, ask, { stopped: null })
  if (signal.aborted) return { type: 'stopped' }
  if (overdue.signal.aborted) return { type: 'late' }
  if (outcome === null) return { type: 'notKept' }
  if (outcome.type === 'failed') {
    const { conversationId } = modelCall
    ports.log.warn(`no ${what} was given`, { conversationId, kind: outcome.kind })
    return { type: 'failed', detail: outcome.detail }
  }
  const text = outcome.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
  return { type: 'text', text }
}

async function askOnce(
  { log, model, timers }: ShortRequestPorts,
  what: string,
  call: Omit<ShortRequest, 'what'>,
  overdue: AbortController,
): Promise<ModelOutcome> {
  const { limits: most } = call.provider
  const limits = { ...most, outputTokens: Math.min(most.outputTokens, OUTPUT_TOKENS) }
  const stopTimer = timers.start(LIMIT_MS, () => overdue.abort(OVERDUE))
  try {
    return await model.ask({
      ...call,
      provider: { ...call.provider, limits, timeouts: TIMEOUTS },
      effort: 'auto',
      onStarted: () => {},
      onDelta: () => {},
      onCallDelta: () => {},
      onSilence: () => {},
    })
  } catch (error) {
    const detail = String(error)
    log.warn('the model port threw', { what, error: detail })
    return { type: 'failed', kind: 'internal', detail, retryAfterMs: null, rejectedPart: null }
  } finally {
    stopTimer()
  }
}

const OVERDUE: Stop = { reason: 'timeout' }
