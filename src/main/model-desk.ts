import { ok, type Result } from '../shared/result.ts'
import type { AppError } from '../shared/app-error.ts'
import { isLocalAddress } from '../shared/local-address.ts'
import type { EndpointKind, EndpointModel } from '../shared/endpoint.ts'
import {
  ANTHROPIC_ENDPOINT,
  DEMO_MODEL,
  modelName,
  type NamedModel,
  readModelName,
} from '../shared/model-name.ts'
import { type Price, priceOf } from '../shared/price.ts'
import type { EffortLevel } from '../shared/effort.ts'
import type { SettingsView } from '../shared/settings.ts'
import { type Timeouts, timeoutsOf } from '../shared/timeouts.ts'
import type { Provider } from '../shared/turn.ts'
import { anthropicApi } from './adapters/anthropic/anthropic-api.ts'
import { limitsOf as limitsOfClaude, listPriceOf } from './adapters/anthropic/models.ts'
import { levelsOf as levelsOfClaude } from './adapters/anthropic/thinking.ts'
import { createDemoModel } from './adapters/demo/demo-model.ts'
import { describeFault, namesOf } from './adapters/model-api/describe-fault.ts'
import type { ImageDeps } from './adapters/model-api/image-source.ts'
import type { ModelApi } from './adapters/model-api/model-api.ts'
import { createModelPort, type SetUpEndpoint } from './adapters/model-api/model-port.ts'
import { testEndpoint } from './adapters/model-api/test-endpoint.ts'
import {
  levelsOf as levelsOfOther,
  limitsOf as limitsOfOther,
} from './adapters/openai-compatible/models.ts'
import { openaiApi } from './adapters/openai-compatible/openai-api.ts'
import { responsesApi } from './adapters/openai-responses/responses-api.ts'
import type { Endpoints, ResolvedEndpoint } from './adapters/system/endpoints.ts'
import type { ResolvedSettings, Settings } from './adapters/system/settings.ts'
import { systemClock, systemTimers } from './adapters/system/system-clock.ts'
import type { ModelPort } from './runtime/ports.ts'
import type { SettingsDesk } from './runtime/settings-handlers.ts'

/** Until an endpoint has said which models it has: none is loaded for that. */
const LIST_MS = 20_000

/** What is known of models by their names, and the way to each. */
export interface ModelDesk {
  readonly model: ModelPort
  readonly settings: SettingsDesk
  /** By the name that people see. */
  providerOf(name: string): Provider
}

export interface ModelDeskParts extends ImageDeps {
  readonly settings: Settings
  readonly endpoints: Endpoints
}

/** Endpoints as they are in Settings at the moment of each request. */
export function createModelDesk({ endpoints, settings, ...images }: ModelDeskParts): ModelDesk {
  const demo = createDemoModel({ timers: systemTimers })
  const others = createModelPort({
    endpointOf: (id) => endpointOf(id, endpoints, settings.resolve()),
    timers: systemTimers,
    clock: systemClock,
    ...images,
  })

  function providerOf(name: string): Provider {
    const { endpoint, model } = readModelName(name)
    const found = endpoints.find(endpoint)
    const timeouts = deadlinesOf(found ?? settings.resolve())
    const price = priceIn(found, { endpoint, model })
    return { endpoint, model, limits: limitsOf(found, model), timeouts, price }
  }

  return {
    model: {
      ask: (call) => (call.provider.endpoint === DEMO_MODEL ? demo : others).ask(call),
    },
    providerOf,
    settings: createSettingsDesk(settings, endpoints, (name) => {
      const { endpoint, limits, model } = providerOf(name)
      return { limits, levels: levelsOf(endpoint, endpoints.find(endpoint), model) }
    }),
  }
}

/** What a person has set, else what is usual for such an address. */
function deadlinesOf({
  baseUrl,
  timeouts,
}: Pick<ResolvedSettings, 'baseUrl' | 'timeouts'>): Timeouts {
  return timeoutsOf(timeouts, isLocalAddress(baseUrl))
}

/** Anthropic's own endpoint is none of those that a person has added. */
function isOfClaude(endpoint: ResolvedEndpoint | null): boolean {
  return endpoint === null || endpoint.kind === 'anthropic'
}

/** What a person has said of it, else what is known of its name, else the smallest. */
function limitsOf(endpoint: ResolvedEndpoint | null, model: string): Provider['limits'] {
  const known = isOfClaude(endpoint) ? limitsOfClaude(model) : limitsOfOther(model)
  const said = saidOf(endpoint, model)
  const contextTokens = said?.contextTokens ?? known.contextTokens
  // A reply may not be as long as all that a model can read.
  const most = Math.max(1, Math.floor(contextTokens / 2))
  return { contextTokens, outputTokens: Math.min(said?.outputTokens ?? known.outputTokens, most) }
}

/** What a person has said of it, else its list price. Null: it is unknown. */
function priceIn(endpoint: ResolvedEndpoint | null, named: NamedModel): Price | null {
  const said = saidOf(endpoint, named.model)?.price ?? null
  return said === null ? listPriceOf(named) : priceOf(said)
}

function saidOf(endpoint: ResolvedEndpoint | null, model: string): EndpointModel | undefined {
  return endpoint?.models.find(({ id }) => id === model)
}

/** What is known of its name. The demo thinks nothing. */
function levelsOf(
  id: string,
  endpoint: ResolvedEndpoint | null,
  model: string,
): readonly EffortLevel[] {
  if (id === DEMO_MODEL) return []
  return isOfClaude(endpoint) ? levelsOfClaude(model) : levelsOfOther(model)
}

/** Anthropic's own is in the settings themselves. Null: no endpoint has this id. */
function endpointOf(
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
}

function setUp({ apiKey, baseUrl, headers, kind }: ResolvedEndpoint): SetUpEndpoint {
  return { api: APIS[kind], endpoint: { apiKey, baseUrl, headers } }
}

interface KnownModel {
  readonly limits: Provider['limits']
  readonly levels: readonly EffortLevel[]
}

function createSettingsDesk(
  settings: Settings,
  endpoints: Endpoints,
  knownOf: (name: string) => KnownModel,
): SettingsDesk {
  const whole = (view: SettingsView): SettingsView => {
    const known = withEndpoints(view, endpoints)
    const names = [...known.knownModels, ...known.favouriteModels]
    const models = names.map((name) => [name, knownOf(name)] as const)
    return {
      ...known,
      contextTokens: Object.fromEntries(
        models.map(([name, { limits }]) => [name, limits.contextTokens]),
      ),
      effortLevels: Object.fromEntries(models.map(([name, { levels }]) => [name, levels])),
    }
  }
  const viewed = (done: Result<null, AppError>): Result<SettingsView, AppError> =>
    done.ok ? ok(whole(settings.view())) : done
  return {
    view: () => whole(settings.view()),
    save: (change) => {
      const saved = settings.save(change)
      return saved.ok ? ok(whole(saved.value)) : saved
    },
    test: async (change, signal) => {
      const values = settings.preview(change)
      if (!values.ok) return { works: false, message: values.error.message }
      const { endpoint: id, model } = readModelName(values.value.model)
      if (id === DEMO_MODEL) return DEMO_WORKS
      const found = endpointOf(id, endpoints, values.value)
      if (found === null) return GONE
      const timeouts = deadlinesOf(endpoints.find(id) ?? values.value)
      return testEndpoint(found, { model, timeouts }, signal)
    },
    keepKeys: (rest) => viewed(settings.keepKeys(rest)),
    saveEndpoint: (draft) => viewed(endpoints.save(draft)),
    removeEndpoint: (id) => viewed(endpoints.remove(id)),
    testEndpoint: async (draft, model, signal) => {
      const resolved = endpoints.preview(draft)
      if (!resolved.ok) return { works: false, message: resolved.error.message }
      const timeouts = deadlinesOf(resolved.value)
      return testEndpoint(setUp(resolved.value), { model, timeouts }, signal)
    },
    modelsOf: (draft) => modelsOf(endpoints.preview(draft)),
  }
}

const DEMO_WORKS = {
  works: true,
  message: 'The scripted demo needs no key and no network.',
}
const GONE = { works: false, message: 'There is no such endpoint in Settings.' }

function withEndpoints(view: SettingsView, endpoints: Endpoints): SettingsView {
  const added = endpoints.view()
  const names = added.flatMap(({ id, models }) =>
    models.map((model) => modelName({ endpoint: id, model: model.id })),
  )
  const notices = [...view.notices, ...endpoints.notices]
  return { ...view, endpoints: added, knownModels: [...view.knownModels, ...names], notices }
}

async function modelsOf(
  resolved: Result<ResolvedEndpoint, AppError>,
): ReturnType<SettingsDesk['modelsOf']> {
  if (!resolved.ok) return { models: [], problem: resolved.error.message }
  const asked = setUp(resolved.value)
  const found = await asked.api.listModels(asked.endpoint, AbortSignal.timeout(LIST_MS))
  if (found.ok)
    return { models: found.value.map((each) => ({ ...each, outputTokens: null })), problem: null }
  const { settingsHint, what } = describeFault(found.error, namesOf(asked, 'it'))
  return { models: [], problem: settingsHint === null ? what : `${what} ${settingsHint}` }
}
