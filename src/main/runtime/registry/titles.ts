import type { Provider } from '../../../shared/conversation/turn.ts'
import type { Timeouts } from '../../../shared/models/timeouts.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import { hasFirstAnswer, titleByModel, titleRequest } from '../../core/turn/title.ts'
import type { ModelRequest } from '../../core/request/model-request.ts'
import { whenKept } from '../conversation/when-kept.ts'
import type { FlushPort } from '../ports/store.ts'
import type { Log, ModelOutcome, ModelPort, Stop, Timers } from '../ports/ports.ts'

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

export interface TitlePorts {
  readonly model: ModelPort
  readonly store: FlushPort
  readonly timers: Timers
  readonly log: Log
  /** Whether a title may be requested from this provider now. */
  wantsTitle(provider: Provider): boolean
}

/** What a title is requested for. */
export interface Untitled {
  readonly conversationId: ConversationId
  readonly provider: Provider
  readonly messages: () => readonly Message[]
}

/**
 * Titles by a model, outside the machine: one short request after the first completed turn, tried once. No conversation
 * waits for it, and only the log records its failure.
 */
export class Titles {
  private readonly asked = new Map<ConversationId, AbortController>()
  private readonly ports: TitlePorts
  private readonly onTitle: (id: ConversationId, title: string) => void

  constructor(ports: TitlePorts, onTitle: (id: ConversationId, title: string) => void) {
    this.ports = ports
    this.onTitle = onTitle
  }

  /** Called when a turn has completed. */
  consider({ conversationId, provider, messages }: Untitled): void {
    if (this.asked.has(conversationId) || !this.ports.wantsTitle(provider)) return
    const request = this.requestFrom(messages)
    if (request !== null) void this.request(conversationId, provider, request)
  }

  /** A disk that cannot be read is no reason to disturb the conversation. */
  private requestFrom(messages: Untitled['messages']): ModelRequest | null {
    try {
      const history = messages()
      return hasFirstAnswer(history) ? titleRequest(activeMessages(history)) : null
    } catch (error) {
      this.ports.log.warn('no title was asked for', { error: String(error) })
      return null
    }
  }

  /** Ends all requests: the app is quitting. */
  stopAll(): void {
    for (const id of this.asked.keys()) this.stop(id, 'shutdown')
  }

  stop(id: ConversationId, reason: Stop['reason']): void {
    const stop: Stop = { reason }
    this.asked.get(id)?.abort(stop)
    this.asked.delete(id)
  }

  private async request(
    conversationId: ConversationId,
    provider: Provider,
    request: ModelRequest,
  ): Promise<void> {
    const controller = new AbortController()
    this.asked.set(conversationId, controller)
    const { signal } = controller
    const ask = (): Promise<ModelOutcome> => this.ask({ conversationId, provider, request, signal })
    const outcome = await whenKept<ModelOutcome | null>(this.ports.store, signal, ask, {
      stopped: null,
    })
    if (signal.aborted) return
    this.asked.delete(conversationId)
    if (outcome === null) return
    if (outcome.type === 'failed') {
      this.ports.log.warn('no title was given', { conversationId, kind: outcome.kind })
      return
    }
    const said = outcome.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
    const title = titleByModel(said)
    if (title !== null) this.onTitle(conversationId, title)
  }

  private async ask(call: {
    readonly conversationId: ConversationId
    readonly provider: Provider
    readonly request: ModelRequest
    readonly signal: AbortSignal
  }): Promise<ModelOutcome> {
    const { limits: most } = call.provider
    const limits = { ...most, outputTokens: Math.min(most.outputTokens, OUTPUT_TOKENS) }
    const overdue = (): void => this.stop(call.conversationId, 'timeout')
    const stopTimer = this.ports.timers.start(LIMIT_MS, overdue)
    try {
      return await this.ports.model.ask({
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
      this.ports.log.warn('the model port threw', { what: 'title', error: detail })
      return { type: 'failed', kind: 'internal', detail, retryAfterMs: null, rejectedPart: null }
    } finally {
      stopTimer()
    }
  }
}
