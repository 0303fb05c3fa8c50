import type { EndpointKind } from '../shared/models/endpoint.ts'
import {
  ANTHROPIC_ENDPOINT,
  DEMO_MODEL,
  modelName,
  readModelName,
} from '../shared/models/model-name.ts'
import type { EffortLevel } from '../shared/models/effort.ts'
import type { Provider } from '../shared/conversation/turn.ts'
import { anthropicApi } from './adapters/anthropic/anthropic-api.ts'
import { bedrockApi, vertexApi } from './adapters/claude-clouds/cloud-apis.ts'
import { createDemoModel } from './adapters/demo/demo-model.ts'
import { endOf, levelsOf as levelsOfName } from './adapters/known-models/known-models.ts'
import type { MediaDeps } from './adapters/model-api/media-source.ts'
import type { ModelApi } from './adapters/model-api/model-api.ts'
import { LearntLimits } from './adapters/model-api/learnt-limits.ts'
import { createModelPort, type SetUpEndpoint } from './adapters/model-api/model-port.ts'
import { geminiApi } from './adapters/gemini/gemini-api.ts'
import { openaiApi } from './adapters/openai-compatible/openai-api.ts'
import { responsesApi } from './adapters/openai-responses/responses-api.ts'
import type { Endpoints, ResolvedEndpoint } from './adapters/settings/endpoints.ts'
import type { ResolvedSettings, Settings } from './adapters/settings/settings.ts'
import { systemClock, systemTimers } from './adapters/system/system-clock.ts'
import {
  deadlinesOf,
  documentsIn,
  hostOf,
  limitsOf,
  priceIn,
  canSearchWeb,
} from './provider-facts.ts'
import type { ModelPort } from './runtime/ports/ports.ts'

/** The models by name, and the ports to reach them. */
export interface ModelRouter {
  readonly model: ModelPort
  /** Returns the provider for a name that people see. */
  providerOf(name: string): Provider
  knownOf(name: string): KnownModel
  /** True if the model's server accepts tools only over the Responses API. */
  wantsResponses(name: string): boolean
  /** Forgets what was learnt about the models of an endpoint. */
  forget(endpoint: string): void
}

export interface KnownModel {
  readonly limits: Provider['limits']
  readonly levels: readonly EffortLevel[]
  /** As `2026-11-30`; null if unknown. */
  readonly endsOn: string | null
}

export interface ModelRouterParts extends MediaDeps {
  readonly settings: Settings
  readonly endpoints: Endpoints
  /** Called when a server has reported the context of one of its models: later providers include it. */
  readonly onLearnt: () => void
}

/** Creates a router that uses the endpoints in Settings as they are at each request. */
export function createModelRouter(parts: ModelRouterParts): ModelRouter {
  const { endpoints, settings, onLearnt, ...images } = parts
  const demo = createDemoModel({ timers: systemTimers })
  const learnt = new LearntLimits()
  const wantResponses = new Set<string>()
  const others = createModelPort({
    endpointOf: (id) => endpointOf(id, endpoints, settings.resolve()),
    timers: systemTimers,
    clock: systemClock,
    learnt,
    onLearnt: (named, tokens) => {
      // Saved for the next start, if there is a place for it.
      endpoints.fillContext(named, tokens)
      onLearnt()
    },
    onWantsResponses: (named) => void wantResponses.add(modelName(named)),
    ...images,
  })

  function providerOf(name: string): Provider {
    const { endpoint, model } = readModelName(name)
    const found = endpoints.find(endpoint)
    const timeouts = deadlinesOf(found ?? settings.resolve())
    const price = priceIn(found, { endpoint, model })
    const limits = limitsOf(found, model, learnt.of({ endpoint, model }))
    const documents = documentsIn(found, { endpoint, model }, limits.contextTokens)
    const searches = canSearchWeb(found, { endpoint, model })
    return {
      endpoint,
      model,
      limits,
      timeouts,
      price,
      ...(documents !== null && { documents }),
      ...(searches && { searchesWeb: true }),
    }
  }

  function knownOf(name: string): KnownModel {
    const { endpoint, limits, model } = providerOf(name)
    if (endpoint === DEMO_MODEL) return { limits, levels: [], endsOn: null }
    const host = hostOf(endpoints.find(endpoint), { endpoint, model })
    return { limits, levels: levelsOfName(model), endsOn: endOf(model, host) }
  }

  return {
    model: {
      ask: (call) => (call.provider.endpoint === DEMO_MODEL ? demo : others).ask(call),
      load: (provider) => others.load?.(provider),
      limitsNow: (provider) => learnt.within(provider),
      counterOf: (provider) => others.counterOf?.(provider) ?? null,
    },
    providerOf,
    knownOf,
    wantsResponses: (name) => wantResponses.has(name),
    forget: (endpoint) => {
      learnt.forget(endpoint)
      for (const name of wantResponses) {
        if (readModelName(name).endpoint === endpoint) wantResponses.delete(name)
      }
    },
  }
}

/** Returns an endpoint; Anthropic's own is part of the settings. Null if no endpoint has this id. */
export function endpointOf(
  id: string,
  endpoints: Endpoints,
  { apiKey, baseUrl }: ResolvedSettings,
): SetUpEndpoint | null {
  if (id === ANTHROPIC_ENDPOINT) {
    return { api: anthropicApi, endpoint: { apiKey, baseUrl, headers: {} } }
  }
  const found = endpoints.find(id)
  return found === null ? null : setUp(found)
}

const APIS: Readonly<Record<EndpointKind, ModelApi>> = {
  openai: openaiApi,
  responses: responsesApi,
  anthropic: anthropicApi,
  gemini: geminiApi,
  bedrock: bedrockApi,
  vertex: vertexApi,
}

/** The endpoint with the API of its kind. */
export function setUp({
  kind,
  apiKey,
  baseUrl,
  headers,
  project,
  region,
}: ResolvedEndpoint): SetUpEndpoint {
  return { api: APIS[kind], endpoint: { apiKey, baseUrl, headers, project, region } }
}
