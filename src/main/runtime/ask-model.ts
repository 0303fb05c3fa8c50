import type { Message } from '../../shared/message.ts'
import { buildCompaction, buildToolless } from '../core/build-compaction.ts'
import type { RequestFrame } from '../core/build-request.ts'
import { isFull, usedTokens } from '../core/context-window.ts'
import type { EffectOf } from '../core/effect.ts'
import type { Input, InputOf } from '../core/event.ts'
import type { ModelRequest } from '../core/model-request.ts'
import { withInstructions } from '../core/system-prompt.ts'
import { validateRequest } from '../core/validate-request.ts'
import type { EffectHost, EffectPorts } from './effect-runner.ts'

type RequestModel = EffectOf<'requestModel'>
type Final = InputOf<'llmResponded' | 'llmFailed'>

/** Asks a model once. Reports exactly one final event, whatever throws (T17). */
export async function requestModel(
  effect: RequestModel,
  ports: EffectPorts,
  host: EffectHost,
): Promise<void> {
  const { requestId } = effect
  const signal = host.running.begin(requestId)
  let final: Input
  try {
    final = await ask(effect, signal, ports, host)
  } catch (error) {
    ports.log.warn('the model port threw', { requestId, error: String(error) })
    const detail =
      'The model could not be asked because of a fault in Phoenix. Press Retry to try again.'
    final = { type: 'llmFailed', requestId, kind: 'internal', detail, retryAfterMs: null }
  }
  host.report(final, requestId)
}

async function ask(
  effect: RequestModel,
  signal: AbortSignal,
  ports: EffectPorts,
  host: EffectHost,
): Promise<Final> {
  const { requestId, provider, settings } = effect
  const prepared = prepare(effect, ports, host)
  if (prepared.type === 'unfit') {
    const { kind, detail } = prepared
    return { type: 'llmFailed', requestId, kind, detail, retryAfterMs: null }
  }
  const { follows, request, tokens } = prepared
  const outcome = await ports.model.ask({
    conversationId: host.conversationId,
    provider,
    timeouts: settings.timeouts,
    request,
    signal,
    onStarted: () => host.report({ type: 'llmStreamStarted', requestId }, null),
    onDelta: (part, text) => {
      if (!signal.aborted) host.feed.stream(requestId, part, text)
    },
  })
  if (outcome.type === 'failed') return { ...outcome, type: 'llmFailed', requestId }
  const at = { folder: host.folder, role: host.role }
  const calls = await Promise.all(
    outcome.blocks
      .filter((block) => block.type === 'toolCall')
      .map((block) => ports.tools.inspect(block, at)),
  )
  return { ...outcome, type: 'llmResponded', requestId, calls, requestTokens: tokens, follows }
}

type Prepared =
  | {
      readonly type: 'ready'
      readonly request: ModelRequest
      readonly tokens: number
      readonly follows: InputOf<'llmResponded'>['follows']
    }
  | {
      readonly type: 'unfit'
      readonly kind: 'invalidRequest' | 'contextFull'
      readonly detail: string
    }

/** Builds, measures and checks: what is not fit to be sent is not sent. */
function prepare(effect: RequestModel, ports: EffectPorts, host: EffectHost): Prepared {
  const { requestId, provider } = effect
  const history = host.history()
  const tools = effect.withTools ? ports.tools.specs(host.role) : []
  const { endpoint, model } = provider
  const frame = { endpoint, model, system: systemOf(effect, ports), tools }
  const tokens = usedTokens(history, frame)
  if (effect.purpose === 'reply' && isFull(tokens, provider.limits.contextTokens)) {
    return { type: 'unfit', kind: 'contextFull', detail: CONTEXT_FULL }
  }
  const built = build(effect, history, frame, host)
  if (built === null) return { type: 'unfit', kind: 'invalidRequest', detail: NOTHING_TO_SUMMARISE }
  const { request, complaints } = built
  if (complaints.length === 0) {
    const follows = effect.withTools && endsWithResults(history) ? 'results' : 'message'
    return { type: 'ready', request, tokens, follows }
  }
  const facts = { requestId, complaints: complaints.join('; ') }
  ports.log.warn('an invalid request was not sent', facts)
  return { type: 'unfit', kind: 'invalidRequest', detail: INVALID }
}

/** What Phoenix says of an undo behind them is no message to answer. */
function endsWithResults(history: readonly Message[]): boolean {
  const said: readonly Message['content']['type'][] = ['user', 'agent', 'tool', 'summary']
  return history.findLast(({ content }) => said.includes(content.type))?.content.type === 'tool'
}

/** The system prompt and what the folder says. Without its bytes a request goes without it. */
function systemOf({ requestId, settings }: RequestModel, { blobs, log }: EffectPorts): string {
  const { systemPrompt, instructions } = settings
  if (instructions === null) return systemPrompt
  const { name, blob } = instructions
  const bytes = blobs.read(blob)
  if (bytes !== null) {
    return withInstructions(systemPrompt, instructions, new TextDecoder().decode(bytes))
  }
  log.warn('instructions are gone and were left out of a request', { requestId, name, blob })
  return systemPrompt
}

const CONTEXT_FULL = 'The conversation is longer than what this model can read.'
const NOTHING_TO_SUMMARISE = 'There is nothing to summarise yet.'
const INVALID =
  'Phoenix could not build a valid request from this conversation. Send another message to go on.'

interface Built {
  readonly request: ModelRequest
  readonly complaints: readonly string[]
}

/** Null: there is nothing that could be summarised. */
function build(
  { purpose, provider, withTools }: RequestModel,
  history: readonly Message[],
  frame: RequestFrame,
  host: EffectHost,
): Built | null {
  if (purpose === 'reply' && withTools) return host.requests.build(history, frame)
  const { contextTokens: limitTokens } = provider.limits
  const request =
    purpose === 'compaction'
      ? buildCompaction(history, { ...frame, limitTokens })
      : buildToolless(history, frame)
  if (request === null) return null
  return { request, complaints: validateRequest(request, { endsWithAgent: false }) }
}
