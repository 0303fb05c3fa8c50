import type { OwnPrice } from '../../../shared/models/price.ts'
import type { Result } from '../../../shared/result.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import type { Counted } from '../../runtime/ports/ports.ts'
import type { Answer, Asked, World } from './ask-endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import type { Fault } from './faults/fault.ts'

/** A model that an endpoint lists. */
export interface FoundModel {
  readonly id: string
  /** The size of its context in tokens; null: the endpoint does not say. */
  readonly contextTokens: number | null
  /** The longest reply; null: the endpoint does not say. */
  readonly outputTokens: number | null
  /** Null: the endpoint does not say, or not that it always applies. */
  readonly price: OwnPrice | null
  /** What people call it. Absent: the endpoint does not say. */
  readonly displayName?: string
}

export interface CountAsked extends Counted {
  readonly provider: Provider
}

/** An API that endpoints speak. */
export interface ModelApi {
  /** Its name in sentences: `the Anthropic API`. */
  readonly name: string
  /** Its library, which a request loads if nobody did. */
  load(): Promise<unknown>
  /** One request, streamed and watched, never retried here. */
  ask(world: World, endpoint: Endpoint, asked: Asked): Promise<Answer>
  /** The tokens of this request, as its server counts them. Never rejects. Absent: the API has no such count. */
  readonly count?: (
    world: World,
    endpoint: Endpoint,
    asked: CountAsked,
  ) => Promise<Result<number, Fault>>
  /** The models of the endpoint, at most 1,000. Never rejects; an abort is the fault `tooSlow`. */
  listModels(endpoint: Endpoint, signal: AbortSignal): Promise<Result<readonly FoundModel[], Fault>>
}
