import type { OwnPrice } from '../../../shared/models/price.ts'
import type { Result } from '../../../shared/result.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import type { Counted } from '../../runtime/ports/ports.ts'
import type { Answer, ModelCall, AskDeps } from './ask-endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import type { Fault } from './faults/fault.ts'

/** A model that an endpoint lists. */
export interface FoundModel {
  readonly id: string
  /** The size of its context in tokens; null if the endpoint does not say. */
  readonly contextTokens: number | null
  /** The longest reply in tokens; null if the endpoint does not say. */
  readonly outputTokens: number | null
  /** Null if the endpoint does not say, or not that it always applies. */
  readonly price: OwnPrice | null
  /** What people call it. Absent: the endpoint does not say. */
  readonly displayName?: string
}

export interface CountCall extends Counted {
  readonly provider: Provider
}

/** An API that endpoints speak. */
export interface ModelApi {
  /** Its name in sentences: `the Anthropic API`. */
  readonly name: string
  /** Loads its library; otherwise the first request does. */
  load(): Promise<unknown>
  /** Sends one request, streamed and watched. Never retries. */
  ask(deps: AskDeps, endpoint: Endpoint, call: ModelCall): Promise<Answer>
  /** The number of tokens in this request, counted by its server. Never rejects. Absent if the API cannot count. */
  readonly count?: (
    deps: AskDeps,
    endpoint: Endpoint,
    call: CountCall,
  ) => Promise<Result<number, Fault>>
  /** The endpoint's models, at most 1,000. Never rejects; an abort is the fault `tooSlow`. */
  listModels(endpoint: Endpoint, signal: AbortSignal): Promise<Result<readonly FoundModel[], Fault>>
}
