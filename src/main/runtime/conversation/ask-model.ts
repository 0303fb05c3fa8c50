import type { Effort } from '../../../shared/models/effort.ts'
import { modelName } from '../../../shared/models/model-name.ts'
import { hasNews, type Message, placeOf } from '../../../shared/messages/message.ts'
import type { Repair } from '../../../shared/messages/repair.ts'
import {
  buildCompaction,
  buildToolless,
  hasRoomForSummary,
  summaryAfter,
  toolless,
} from '../../core/request/build-compaction.ts'
import type { RequestFrame } from '../../core/request/request-frame.ts'
import { buildRequest } from '../../core/request/build-request.ts'
import { isFull, isWorthShortening, usedTokens } from '../../core/request/context-window.ts'
import type { EffectOf } from '../../core/machine/effect.ts'
import type { Input, InputOf } from '../../core/machine/event.ts'
import type { ModelRequest } from '../../core/request/model-request.ts'
import {
  effortFor,
  type RejectedPart,
  repairsFor,
  SHORT_OUTPUTS,
  withoutDocuments,
  withRepair,
} from '../../core/request/repairs.ts'
import { validateRequest } from '../../core/request/validate-request.ts'
import type { EffectHost, EffectPorts } from './effect-host.ts'
import { readAgain } from '../read-again.ts'
import { inspectCalls } from './inspect-calls.ts'
import { isFirstReply, tellGitState } from './feed/git-state.ts'
import { askMessageHooks } from './feed/message-hooks.ts'
import type { ToolUser } from '../ports/tool-user.ts'
import type { BuiltRequest } from './request-builder.ts'
import { systemOf } from './system-text.ts'
import { askWhenKept } from './when-kept.ts'

type RequestModel = EffectOf<'requestModel'>
type Final = InputOf<'llmResponded' | 'llmFailed'>

/** Asks a model once. Reports exactly one final event, whatever throws (T17). */
export async function requestModel(
  effect: RequestModel,
  signal: AbortSignal,
  ports: EffectPorts,
  host: EffectHost,
): Promise<void> {
  const { requestId } = effect
  let final: Input
  try {
    await host.prepareNeeded(signal)
    if (!signal.aborted && isFirstReply(effect, host))
      await tellGitState(effect, signal, ports, host)
    await askMessageHooks(effect, signal, ports, host)
    if (effect.withTools) await ports.tools.ready?.(toolUserOf(effect, host), signal)
    final = signal.aborted
      ? failure(requestId, 'aborted', 'Stopped.')
      : await ask(corrected(effect, ports), signal, ports, host)
  } catch (error) {
    ports.log.warn('the model port threw', { requestId, error: String(error) })
    const detail =
      'The model could not be asked because something went wrong in Phoenix. Press Retry to try again.'
    final = failure(requestId, 'internal', detail)
  }
  host.report(final, requestId)
}

/**
 * Returns the request with corrected assumptions about its provider; otherwise a turn keeps the provider it started
 * with.
 */
function corrected(effect: RequestModel, { model }: EffectPorts): RequestModel {
  const { provider } = effect
  const limits = model.limitsNow?.(provider) ?? provider.limits
  return { ...effect, provider: { ...provider, limits } }
}

async function ask(
  effect: RequestModel,
  signal: AbortSignal,
  ports: EffectPorts,
  host: EffectHost,
): Promise<Final> {
  const { requestId, provider } = effect
  let prepared = prepare(effect, ports, host)
  if (prepared.type === 'unread') {
    const { timers } = ports
    const isUnread = ({ type }: Prepared): boolean => type === 'unread'
    prepared = await readAgain(() => prepare(effect, ports, host), isUnread, { signal, timers })
  }
  if (prepared.type === 'unread')
    return failure(requestId, signal.aborted ? 'aborted' : 'internal', prepared.detail)
  if (prepared.type === 'unfit') {
    const { kind, detail, repairs } = prepared
    return { ...failure(requestId, kind, detail), repairs }
  }
  const { built, follows, naming, shortening, tokens } = prepared
  const { effort, request } = built
  const outcome = await askWhenKept(ports, {
    conversationId: host.conversationId,
    provider,
    request,
    effort,
    webSearch: effect.withTools && provider.searchesWeb === true && host.maySearchWeb(),
    signal,
    onStarted: () => host.report({ type: 'llmStreamStarted', requestId }, null),
    onDelta: (part, text) => {
      if (!signal.aborted) host.feed.stream(requestId, part, text)
    },
    onCallDelta: (call, name, json) => {
      if (!signal.aborted) host.feed.growCall(requestId, { call, name, json })
    },
    onSilence: (silence) => host.feed.silence(requestId, silence),
  })
  if (outcome.type === 'failed') {
    const { rejectedPart, ...rest } = outcome
    const refused = rejectedPart === null ? [] : built.repairs(rejectedPart)
    const repairs = outcome.kind === 'contextFull' ? [...shortening(), ...naming()] : refused
    return { ...rest, type: 'llmFailed', requestId, repairs }
  }
  const calls = await inspectCalls(requestId, outcome.blocks, ports, host)
  return { ...outcome, type: 'llmResponded', requestId, calls, requestTokens: tokens, follows }
}

type Prepared =
  | {
      readonly type: 'ready'
      readonly built: Built
      readonly tokens: number
      readonly follows: InputOf<'llmResponded'>['follows']
      /** Returns the repairs that would make room if it exceeded the model's context. */
      readonly shortening: () => readonly Repair[]
      /** Returns the same for documents, whose size can be underestimated. */
      readonly naming: () => readonly Repair[]
    }
  /** An instruction file cannot be read now. */
  | { readonly type: 'unread'; readonly detail: string }
  | {
      readonly type: 'unfit'
      readonly kind: 'invalidRequest' | 'contextFull'
      readonly detail: string
      readonly repairs: readonly Repair[]
    }

function toolUserOf({ provider }: RequestModel, host: EffectHost): ToolUser {
  const { caller, conversationId, folder } = host
  const thinks = (): boolean => host.hasThought(provider)
  return { caller, conversationId, folder, model: provider.model, hasThought: thinks }
}

/** Builds, measures and validates the request. An invalid one is not sent. */
function prepare(effect: RequestModel, ports: EffectPorts, host: EffectHost): Prepared {
  const { requestId, provider } = effect
  const history = toSend(effect, host)
  const { documents, endpoint, model } = provider
  const tools = effect.withTools ? ports.tools.specs(toolUserOf(effect, host)) : []
  const { text: system, unread } = systemOf(effect, history, ports)
  if (unread !== null) {
    return { type: 'unread', detail: `${unread}. Nothing was sent. Press Retry to try again.` }
  }
  const frame = { endpoint, model, documents, system, tools }
  const tokens = usedTokens(history, frame)
  const shortening = (): readonly Repair[] => {
    const short = usedTokens(withRepair(history, modelName(frame), SHORT_OUTPUTS), frame)
    return isWorthShortening(tokens, short, provider.limits.contextTokens) ? [SHORT_OUTPUTS] : []
  }
  const naming = (): readonly Repair[] => withoutDocuments(history, frame)
  if (effect.purpose === 'reply' && isFull(tokens, provider.limits.contextTokens)) {
    const repairs = [...shortening(), ...(hasNews(history) ? [] : naming())]
    return { type: 'unfit', kind: 'contextFull', detail: CONTEXT_FULL, repairs }
  }
  const built = build(effect, history, { ...frame, tokens }, host)
  if (built === null) {
    return { type: 'unfit', kind: 'invalidRequest', detail: NOTHING_TO_SUMMARISE, repairs: [] }
  }
  const { complaints, noRoomFor } = built
  if (noRoomFor.length > 0) {
    const facts = { requestId, blobs: noRoomFor.join(', ') }
    ports.log.warn(
      'older images or documents were left out of a request: it has no room for them',
      facts,
    )
  }
  if (complaints.length === 0) {
    const follows = effect.withTools && endsWithResults(history) ? 'results' : 'message'
    return { type: 'ready', built, tokens, follows, shortening, naming }
  }
  const facts = { requestId, complaints: complaints.join('; ') }
  ports.log.warn('an invalid request was not sent', facts)
  const repairs = built.repairs({ type: 'calls' })
  return { type: 'unfit', kind: 'invalidRequest', detail: INVALID, repairs }
}

/** Returns the messages to send; for a summary of a part, only that part. */
function toSend({ purpose, throughSeq }: RequestModel, host: EffectHost): readonly Message[] {
  const needed = host.neededMessages()
  if (purpose === 'reply' || throughSeq === null) return needed
  return needed.filter((message) => placeOf(message) < throughSeq + 1)
}

/** Ignores a note about an undo after the results, which is not a message to answer. */
function endsWithResults(history: readonly Message[]): boolean {
  const spoken: readonly Message['content']['type'][] = ['user', 'agent', 'tool', 'summary']
  return history.findLast(({ content }) => spoken.includes(content.type))?.content.type === 'tool'
}

const CONTEXT_FULL = 'The conversation is longer than this model can read.'
const NOTHING_TO_SUMMARISE = 'There is nothing to summarise yet.'
const INVALID =
  'Phoenix could not build a valid request from this conversation. Send another message to continue.'

interface Built extends BuiltRequest {
  readonly effort: Effort
  /** Returns the changes that fit a refusal of this part. */
  readonly repairs: (rejectedPart: RejectedPart) => readonly Repair[]
}

/** `tokens`: the measured size of the request. */
type Measured = RequestFrame & { readonly tokens: number }

/** Returns null if there is nothing to summarise. */
function build(
  effect: RequestModel,
  history: readonly Message[],
  frame: Measured,
  host: EffectHost,
): Built | null {
  const { purpose, settings, withTools } = effect
  if (purpose === 'compaction') return buildSummary(effect, history, frame, host)
  const effort = effortFor(history, modelName(frame), settings.effort)
  const buildWith = withTools ? buildRequest : buildToolless
  const whole = host.requests.build(history, frame)
  const built = withTools ? whole : { ...whole, ...checked(toolless(whole.request)) }
  const repairs = (rejectedPart: RejectedPart): readonly Repair[] =>
    repairsFor({
      rejectedPart,
      request: built.request,
      effort,
      requestWith: (repair) => buildWith(withRepair(history, modelName(frame), repair), frame),
      canBeSummarised: hasNews(history),
    })
  return { ...built, effort, repairs }
}

/**
 * Places the question after the history if the model can read that; otherwise builds a separate, shorter request
 * (docs/decisions/042).
 */
function buildSummary(
  effect: RequestModel,
  history: readonly Message[],
  frame: Measured,
  host: EffectHost,
): Built | null {
  const { provider, settings } = effect
  const { contextTokens: limitTokens } = provider.limits
  if (!hasNews(history)) return null
  if (mayFollowHistory(effect, frame.tokens)) {
    const { noRoomFor, request } = host.requests.build(history, frame)
    const atEnd = checked(summaryAfter(request, effect.focus))
    const effort = effortFor(history, modelName(frame), settings.effort)
    if (atEnd.complaints.length === 0) return { ...atEnd, effort, noRoomFor, repairs: noRepairs }
  }
  const request = buildCompaction(history, { ...frame, limitTokens, focus: effect.focus })
  return request && { ...checked(request), effort: 'auto', noRoomFor: [], repairs: noRepairs }
}

/** No repairs: a refused summary is requested in the other way. */
function noRepairs(): readonly Repair[] {
  return []
}

/** If a reply was refused as too long although it should have fitted, our measure is wrong here. */
function mayFollowHistory(
  { focus, goal, provider, withTools }: RequestModel,
  tokens: number,
): boolean {
  const { contextTokens } = provider.limits
  const isMeasured = goal === 'compaction' || isFull(tokens, contextTokens)
  return withTools && isMeasured && hasRoomForSummary(tokens, contextTokens, focus)
}

function checked(request: ModelRequest): Pick<Built, 'request' | 'complaints'> {
  return { request, complaints: validateRequest(request, { endsWithAgent: false }) }
}

function failure(
  requestId: RequestModel['requestId'],
  kind: InputOf<'llmFailed'>['kind'],
  detail: string,
): InputOf<'llmFailed'> {
  return { type: 'llmFailed', requestId, kind, detail, retryAfterMs: null, repairs: [] }
}
