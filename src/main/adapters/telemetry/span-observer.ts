import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Usage } from '../../../shared/models/usage.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type {
  TelemetryEvent,
  TelemetryEventOf,
  Observed,
  Observer,
} from '../../runtime/ports/observer.ts'
import { AGENT, attributesOfCall, attributesOfRequest, errorOf, inputTokensOf } from './gen-ai.ts'

/** The number of conversations whose last turn is remembered, for work that ends after it. */
const MAX_TURNS = 1_000

interface Turn {
  /** Null once it has ended. */
  span: Span | null
  readonly context: Context
}

/** Creates a trace per turn: its requests, its calls, its commits, and the turns of its sub-agents below it. */
export function createSpanObserver(tracer: Tracer): Observer {
  const turns = new Map<ConversationId, Turn>()

  function begin(
    { at, conversationId, parent }: Observed,
    turn: TelemetryEventOf<'turnStarted'>,
  ): void {
    const above = parent === null ? undefined : turns.get(parent)
    const attributes = {
      ...AGENT,
      'gen_ai.conversation.id': conversationId,
      'phoenix.turn.trigger': turn.trigger,
      'phoenix.turn.goal': turn.goal,
    }
    const options = { startTime: at, kind: SpanKind.INTERNAL, attributes }
    const span = tracer.startSpan('invoke_agent Phoenix', options, above?.context ?? ROOT_CONTEXT)
    const context = trace.setSpanContext(ROOT_CONTEXT, span.spanContext())
    turns.delete(conversationId)
    turns.set(conversationId, { span, context })
    const [oldest] = turns.keys()
    if (turns.size > MAX_TURNS && oldest !== undefined) turns.delete(oldest)
  }

  function end({ at, conversationId }: Observed, turn: TelemetryEventOf<'turnEnded'>): void {
    const known = turns.get(conversationId)
    if (known === undefined || known.span === null) return
    const { outcome, why } = turn
    known.span.setAttribute('phoenix.turn.outcome', outcome)
    if (why !== null) known.span.setAttribute('error.type', why)
    if (outcome === 'failed') known.span.setStatus({ code: SpanStatusCode.ERROR })
    known.span.end(at)
    known.span = null
  }

  /** Records a span that has ended below a turn. */
  function below({ conversationId }: Observed, span: Done): void {
    const { attributes, hasFailed, kind, name, startTime, endTime } = span
    const context = turns.get(conversationId)?.context
    if (context === undefined) return
    const made = tracer.startSpan(name, { kind, startTime, attributes }, context)
    if (hasFailed) made.setStatus({ code: SpanStatusCode.ERROR })
    made.end(endTime)
  }

  function addEvent({ at, conversationId }: Observed, name: string, attributes: Attributes): void {
    turns.get(conversationId)?.span?.addEvent(name, attributes, at)
  }

  function observe(of: Observed, event: TelemetryEvent): void {
    switch (event.type) {
      case 'turnStarted':
        return begin(of, event)
      case 'turnEnded':
        return end(of, event)
      case 'requestEnded':
        return below(of, spanOfRequest(of, event))
      case 'toolEnded':
        return below(of, spanOfCall(of, event))
      case 'committed':
        return below(of, spanOfCommit(of, event))
      case 'retryPlanned': {
        const { afterMs, attempt, kind } = event
        const when = { 'phoenix.retry.attempt': attempt, 'phoenix.retry.after': afterMs / 1_000 }
        return addEvent(of, 'retry', { ...when, 'error.type': kind })
      }
      case 'providerFallback':
        return addEvent(of, 'fallback', { 'error.type': event.kind })
      case 'requestRepaired': {
        const { kind, repair } = event
        return addEvent(of, 'repair', { 'phoenix.repair': repair, 'error.type': kind })
      }
      case 'compacted':
        return addEvent(of, 'compacted', {})
      case 'stale':
        return addEvent(of, 'stale', { 'phoenix.input': event.input })
      case 'requestStarted':
      case 'toolStarted':
        return
      default:
        assertNever(event)
    }
  }
  return { observe }
}

interface Done {
  readonly name: string
  readonly kind: SpanKind
  /** ms since 1970. */
  readonly startTime: number
  readonly endTime: number
  readonly attributes: Attributes
  readonly hasFailed: boolean
}

function spanOfRequest(of: Observed, request: TelemetryEventOf<'requestEnded'>): Done {
  const { attempt, end, firstByteMs, model, ms, outcome, purpose, usage } = request
  const isStopped = outcome === 'aborted' || outcome === 'unanswered'
  return {
    name: `chat ${model}`,
    kind: SpanKind.CLIENT,
    startTime: of.at - ms,
    endTime: of.at,
    attributes: {
      ...attributesOfRequest(request),
      ...errorOf(request),
      ...(usage === null ? {} : tokensOf(usage)),
      ...(end === null ? {} : { 'gen_ai.response.finish_reasons': [end] }),
      ...(firstByteMs === null ? {} : { 'phoenix.request.first_byte': firstByteMs / 1_000 }),
      'gen_ai.conversation.id': of.conversationId,
      'phoenix.request.attempt': attempt,
      'phoenix.request.purpose': purpose,
    },
    hasFailed: outcome !== 'responded' && !isStopped,
  }
}

function tokensOf(usage: Usage): Attributes {
  return {
    'gen_ai.usage.input_tokens': inputTokensOf(usage),
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
  }
}

function spanOfCall(of: Observed, call: TelemetryEventOf<'toolEnded'>): Done {
  const { callId, ms, outcome, tool } = call
  return {
    name: `execute_tool ${tool}`,
    kind: SpanKind.INTERNAL,
    startTime: of.at - ms,
    endTime: of.at,
    attributes: {
      ...attributesOfCall(call),
      'gen_ai.tool.call.id': callId,
      'gen_ai.tool.type': 'function',
      'phoenix.tool.outcome': outcome,
    },
    hasFailed: outcome === 'failed' || outcome === 'timedOut',
  }
}

function spanOfCommit({ at }: Observed, commit: TelemetryEventOf<'committed'>): Done {
  const { fault, ms, steps } = commit
  return {
    name: 'commit',
    kind: SpanKind.INTERNAL,
    startTime: at,
    endTime: at + ms,
    attributes: {
      'phoenix.commit.steps': steps,
      ...(fault === null ? {} : { 'error.type': fault }),
    },
    hasFailed: fault !== null,
  }
}
