import { assertNever } from '../../../shared/assert-never.ts'
import { failed } from '../../../shared/result.ts'
import { NO_USAGE, type Usage } from '../../../shared/models/usage.ts'
import type { NamedModel } from '../../../shared/models/model-name.ts'
import type {
  Clock,
  ModelCall,
  ModelOutcome,
  ModelPort,
  Timers,
} from '../../runtime/ports/ports.ts'
import { type Answer, failedBy, type AskDeps } from './ask-endpoint.ts'
import { Connections, loadUndici } from './transport/connections.ts'
import { describeFault, type Names, namesOf } from './describe-fault.ts'
import type { Endpoint } from './endpoint.ts'
import { type Fault, kindOf, rejectedPartOf } from './faults/fault.ts'
import { LONGEST_MS } from './faults/rate-limit-reset.ts'
import { type LoadedMedia, type MediaDeps, MediaSource } from './media-source.ts'
import type { LearntLimits } from './learnt-limits.ts'
import type { ModelApi } from './model-api.ts'
import { AwakeLimit } from '../system/awake-limit.ts'
import { inOwnTurn } from '../system/own-turn.ts'

/** An endpoint from the settings, with the API it speaks. */
export interface SetUpEndpoint {
  readonly api: ModelApi
  readonly endpoint: Endpoint
}

export interface ModelPortDeps extends MediaDeps {
  /** Called for every request, so the key and address are current. Null if the endpoint no longer exists. */
  endpointOf(id: string): SetUpEndpoint | null
  readonly timers: Timers
  readonly clock: Clock
  /** The context sizes that servers have reported. */
  readonly learnt?: LearntLimits
  /** Called after `learnt` has been updated. */
  readonly onLearnt?: (named: NamedModel, contextTokens: number) => void
  /** Called if the model's server accepts tools only over the Responses API. */
  readonly onWantsResponses?: (named: NamedModel) => void
}

/** A count is one small answer, without silences to report. */
const COUNT_MS = 20_000

/** Sends each request to the endpoint that it names. */
export function createModelPort(deps: ModelPortDeps): ModelPort {
  const media = new MediaSource(deps)
  const { timers, clock } = deps
  const connections = new Connections(clock)
  const shared = { timers, clock, connections, refusedParts: new Set<string>() }
  return {
    ask: async (call) => {
      const { endpoint: id, model } = call.provider
      const found = deps.endpointOf(id)
      if (found === null) {
        const names = { api: id, model, host: id, secrets: [] }
        return outcomeOf(failedBy({ type: 'endpointGone' }), names)
      }
      const names = namesOf(found, model)
      const loaded = await media.load(call.request, call.signal)
      if (loaded.type === 'aborted') return ABORTED
      if (loaded.type === 'unread') return outcomeOf(failedBy(unreadFault(loaded)), names)
      const { base64Of } = loaded
      return outcomeOf(await askWithin({ ...shared, base64Of }, found, call, deps), names)
    },
    load: (provider) => {
      const found = deps.endpointOf(provider.endpoint)
      if (found === null) return
      // Each holds the loop for 40 ms. Any error is reported by the request.
      for (const load of [() => found.api.load(), loadUndici])
        inOwnTurn(() => void load().catch(() => undefined))
    },
    counterOf: (provider) => {
      const found = deps.endpointOf(provider.endpoint)
      const count = found?.api.count
      if (found === null || count === undefined) return null
      return async (counted) => {
        using limit = new AwakeLimit(COUNT_MS)
        const signal = AbortSignal.any([counted.signal, limit.over])
        const loaded = await media.load(counted.request, signal)
        const tokens =
          loaded.type === 'loaded'
            ? await count({ ...shared, base64Of: loaded.base64Of }, found.endpoint, {
                ...counted,
                provider,
                signal,
              })
            : failed(loaded.type === 'unread' ? unreadFault(loaded) : TOO_SLOW)
        if (tokens.ok) return tokens
        return failed(describeFault(tokens.error, namesOf(found, provider.model)).what)
      }
    },
  }
}

/**
 * Learns the model's context size from a refusal. If that also means shorter answers, the request may have been too long
 * only because of its answer: then it is repeated once, with a shorter answer.
 */
async function askWithin(
  askDeps: AskDeps,
  { api, endpoint }: SetUpEndpoint,
  call: ModelCall,
  { learnt, onLearnt, onWantsResponses }: ModelPortDeps,
): Promise<Answer> {
  let hasBegun = false
  const onStarted = (): void => {
    hasBegun = true
    call.onStarted()
  }
  const answer = await api.ask(askDeps, endpoint, { ...call, onStarted })
  if (answer.type !== 'failed') return answer
  if (answer.fault.type === 'wantsResponses') onWantsResponses?.(call.provider)
  if (answer.fault.type !== 'tooLong') return answer
  const { contextTokens } = answer.fault
  if (contextTokens === null || learnt === undefined) return answer
  if (learnt.learn(call.provider, contextTokens)) onLearnt?.(call.provider, contextTokens)
  const limits = learnt.within(call.provider)
  const isShorter = limits.outputTokens < call.provider.limits.outputTokens
  if (hasBegun || call.signal.aborted || !isShorter) return answer
  return api.ask(askDeps, endpoint, { ...call, provider: { ...call.provider, limits } })
}

const TOO_SLOW: Fault = { type: 'tooSlow' }

function unreadFault({ name, why }: Extract<LoadedMedia, { type: 'unread' }>): Fault {
  return { type: 'mediaUnread', name, why }
}

const ABORTED: ModelOutcome = {
  type: 'failed',
  kind: 'aborted',
  detail: 'Stopped.',
  retryAfterMs: null,
  rejectedPart: null,
}

/** More tokens than any request has. */
const IMPOSSIBLE = 1_000_000_000

/** Such counts are as good as none. Sums of larger ones are infinite, and could be stored but not read back. */
function unlessImpossible(usage: Usage): Usage {
  return Object.values(usage).some((count = 0) => count > IMPOSSIBLE) ? NO_USAGE : usage
}

/** Converts an answer to the model port's form. */
function outcomeOf(answer: Answer, names: Names): ModelOutcome {
  switch (answer.type) {
    case 'replied':
      return { type: 'responded', ...answer.reply, usage: unlessImpossible(answer.reply.usage) }
    case 'aborted':
      return ABORTED
    case 'failed': {
      const { fault } = answer
      // A date far enough in the future cannot be shown.
      const retryAfterMs = answer.retryAfterMs && Math.min(answer.retryAfterMs, LONGEST_MS)
      const { what, remedy } = describeFault(fault, names)
      const detail = `${what} ${remedy}`
      const [kind, rejectedPart] = [kindOf(fault), rejectedPartOf(fault)]
      return { type: 'failed', kind, detail, retryAfterMs, rejectedPart }
    }
    default:
      return assertNever(answer)
  }
}
