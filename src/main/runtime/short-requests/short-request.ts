import type { Provider } from '../../../shared/conversation/turn.ts'
import type { Context } from '../../core/machine/context.ts'
import type { Timeouts } from '../../../shared/models/timeouts.ts'
import { DEMO_MODEL } from '../../../shared/models/model-name.ts'
import type { ConversationRecord } from '../conversation/record/conversation-record.ts'
import { whenKept } from '../conversation/when-kept.ts'
import type { Log, ModelCall, ModelOutcome, ModelPort, Stop, Timers } from '../ports/ports.ts'
import type { FlushPort } from '../ports/store.ts'
import type { StoredConversation } from '../ports/conversation-store.ts'

/** For the whole request, from the order to the last byte. */
const LIMIT_MS = 10_000
/** A model that thinks uses most of these before it says a word. */
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
  /** The context that settings currently give a conversation; its own settings override it. */
  contextOf(stored: StoredConversation): Pick<Context, 'primary'>
}

export interface ShortRequest extends Pick<
  ModelCall,
  'conversationId' | 'provider' | 'request' | 'signal'
> {
  /** What it asks for, for the log. */
  readonly what: string
}

export type ShortAnswer =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'failed'; readonly detail: string }
  /** It took longer than ten seconds. */
  | { readonly type: 'late' }
  /** By its signal. */
  | { readonly type: 'stopped' }
  /** The disk could not be written, so nothing was asked. */
  | { readonly type: 'notKept' }

/** Where a conversation's requests go at present. */
export function providerFor(
  ports: Pick<ShortRequestPorts, 'contextOf'>,
  { own, stored }: ConversationRecord,
): Provider {
  return ports.contextOf({ ...stored, ...own }).primary
}

/** Short requests to the model that a conversation uses. */
export class ShortRequests {
  private readonly ports: ShortRequestPorts

  constructor(ports: ShortRequestPorts) {
    this.ports = ports
  }

  /** Null: it is the demo, which answers none. Never rejects. */
  ask(
    record: ConversationRecord,
    asked: Pick<ShortRequest, 'request' | 'signal' | 'what'>,
  ): Promise<ShortAnswer> | null {
    const provider = providerFor(this.ports, record)
    if (provider.endpoint === DEMO_MODEL) return null
    return shortAnswer(this.ports, { ...asked, conversationId: record.stored.id, provider })
  }
}

/** One short request beside the machine, which no conversation waits for; tried once. Never rejects. */
export async function shortAnswer(
  ports: ShortRequestPorts,
  { what, signal, ...asked }: ShortRequest,
): Promise<ShortAnswer> {
  const overdue = new AbortController()
  const call = { ...asked, signal: AbortSignal.any([signal, overdue.signal]) }
  const ask = (): Promise<ModelOutcome> => askOnce(ports, what, call, overdue)
  const outcome = await whenKept<ModelOutcome | null>(ports.store, signal, ask, { stopped: null })
  if (signal.aborted) return { type: 'stopped' }
  if (overdue.signal.aborted) return { type: 'late' }
  if (outcome === null) return { type: 'notKept' }
  if (outcome.type === 'failed') {
    const { conversationId } = asked
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
