import type { DocumentLimits } from '../shared/messages/document-limits.ts'
import type { EndpointKind, EndpointModel } from '../shared/models/endpoint.ts'
import { isLocalAddress } from '../shared/settings/local-address.ts'
import { ANTHROPIC_ENDPOINT, type NamedModel } from '../shared/models/model-name.ts'
import { type Price, priceOf } from '../shared/models/price.ts'
import { type Timeouts, timeoutsOf } from '../shared/models/timeouts.ts'
import type { Provider } from '../shared/conversation/turn.ts'
import { documentsOf } from './adapters/known-models/documents.ts'
import { limitsOf as limitsOfName, listPriceOf } from './adapters/known-models/known-models.ts'
import { searchesWeb } from './adapters/known-models/web-search.ts'
import type { ResolvedEndpoint } from './adapters/settings/endpoints.ts'
import type { ResolvedSettings } from './adapters/settings/settings.ts'
import { limitsFrom } from './core/request/provider-limits.ts'

/** Returns the person's deadlines, else the defaults for such an address. */
export function deadlinesOf({
  baseUrl,
  timeouts,
}: Pick<ResolvedSettings, 'baseUrl' | 'timeouts'>): Timeouts {
  return timeoutsOf(timeouts, isLocalAddress(baseUrl))
}

export function limitsOf(
  endpoint: ResolvedEndpoint | null,
  model: string,
  learntContext: number | null,
): Provider['limits'] {
  const own = entryOf(endpoint, model) ?? { contextTokens: null, outputTokens: null }
  return limitsFrom({ usual: limitsOfName(model), own, learntContext })
}

/** Returns the person's price, else the list price. Null if unknown. */
export function priceIn(endpoint: ResolvedEndpoint | null, named: NamedModel): Price | null {
  const ownPrice = entryOf(endpoint, named.model)?.price ?? null
  return ownPrice === null ? listPriceOf(named.model, hostOf(endpoint, named)) : priceOf(ownPrice)
}

/** Returns the PDF documents that it accepts. The demo accepts none. */
export function documentsIn(
  endpoint: ResolvedEndpoint | null,
  named: NamedModel,
  contextTokens: number,
): DocumentLimits | null {
  const kind = kindOf(endpoint, named)
  return kind === null
    ? null
    : documentsOf(named.model, { kind, host: hostOf(endpoint, named) }, contextTokens)
}

/** Null if no endpoint has this id. */
function kindOf(
  endpoint: ResolvedEndpoint | null,
  { endpoint: id }: NamedModel,
): EndpointKind | null {
  return id === ANTHROPIC_ENDPOINT ? 'anthropic' : (endpoint?.kind ?? null)
}

/**
 * Returns the host of the endpoint; '' if there is none. Anthropic's own endpoint counts as Anthropic wherever its base
 * URL leads.
 */
export function hostOf(endpoint: ResolvedEndpoint | null, { endpoint: id }: NamedModel): string {
  if (id === ANTHROPIC_ENDPOINT) return ANTHROPIC_HOST
  return URL.parse(endpoint?.baseUrl ?? '')?.hostname ?? ''
}

const ANTHROPIC_HOST = 'api.anthropic.com'

function entryOf(endpoint: ResolvedEndpoint | null, model: string): EndpointModel | undefined {
  return endpoint?.models.find(({ id }) => id === model)
}

/** True if its provider has a tool for that. The demo has none. */
export function canSearchWeb(endpoint: ResolvedEndpoint | null, named: NamedModel): boolean {
  const kind = kindOf(endpoint, named)
  return kind !== null && searchesWeb(kind, named.model)
}
