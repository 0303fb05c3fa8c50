import { ok, type Result } from '../shared/result.ts'
import type { AppError } from '../shared/app-error.ts'
import type { EndpointKind } from '../shared/models/endpoint.ts'
import {
  ANTHROPIC_ENDPOINT,
  DEMO_MODEL,
  modelName,
  readModelName,
} from '../shared/models/model-name.ts'
import type { EffortLevel } from '../shared/models/effort.ts'
import type { SettingsView } from '../shared/settings/settings.ts'
import type { Provider } from '../shared/conversation/turn.ts'
import { anthropicApi } from './adapters/anthropic/anthropic-api.ts'
import { bedrockApi, vertexApi } from './adapters/claude-clouds/cloud-apis.ts'
import { createDemoModel } from './adapters/demo/demo-model.ts'
import { endOf, levelsOf as levelsOfName } from './adapters/known-models/known-models.ts'
import { describeFault, namesOf } from './adapters/model-api/describe-fault.ts'
import type { MediaDeps } from './adapters/model-api/media-source.ts'
import type { ModelApi } from './adapters/model-api/model-api.ts'
import { LearntLimits } from './adapters/model-api/learnt-limits.ts'
import { createModelPort, type SetUpEndpoint } from './adapters/model-api/model-port.ts'
import { testEndpoint } from './adapters/model-api/test-endpoint.ts'
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
import type { SettingsControl } from './runtime/ports/access/settings-control.ts'

/** Time limit for listing an endpoint's models, which requires loading none. */
const LIST_MS = 20_000

/** The models by name, and the ports to reach them. */
export interface ModelRouter {
  readonly model: ModelPort
  readonly settings: SettingsControl
  /** Returns the provider for a name that people see. */
  providerOf(name: string): Provider
}

export interface ModelRouterParts extends MediaDeps {
  readonly settings: Settings
  readonly endpoints: Endpoints
  /** Sentences for people about other files that could not be used. */
  readonly notices: () => readonly string[]
  /** Called when a server has reported the context of one of its models: later providers include it. */
  readonly onLearnt: () => void
}

/** Creates a router that uses the endpoints in Settings as they are at each request. */
export function createModelRouter(parts: ModelRouterParts): ModelRouter {
  const { endpoints, notices, settings, onLearnt, ...images } = parts
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
    settings: createSettingsControl({
      settings,
      endpoints,
      notices,
      learnt,
      wantResponses,
      knownOf,
    }),
  }
}

/** Returns an endpoint; Anthropic's own is part of the settings. Null if no endpoint has this id. */
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
  gemini: geminiApi,
  bedrock: bedrockApi,
  vertex: vertexApi,
}

function setUp({
  kind,
  apiKey,
  baseUrl,
  headers,
  project,
  region,
}: ResolvedEndpoint): SetUpEndpoint {
  return { api: APIS[kind], endpoint: { apiKey, baseUrl, headers, project, region } }
}

interface KnownModel {
  readonly limits: Provider['limits']
  readonly levels: readonly EffortLevel[]
  /** As `2026-11-30`; null if unknown. */
  readonly endsOn: string | null
}

interface SettingsControlParts {
  readonly settings: Settings
  readonly endpoints: Endpoints
  readonly notices: () => readonly string[]
  readonly learnt: LearntLimits
  /** Names of models. */
  readonly wantResponses: Set<string>
  readonly knownOf: (name: string) => KnownModel
}

function createSettingsControl(parts: SettingsControlParts): SettingsControl {
  const { endpoints, knownOf, learnt, notices, settings, wantResponses } = parts
  const whole = (view: SettingsView): SettingsView => {
    const known = withEndpoints(view, endpoints)
    const names = [...known.knownModels, ...known.favouriteModels]
    const models = names.map((name) => [name, knownOf(name)] as const)
    return {
      ...known,
      notices: [...known.notices, ...notices()],
      contextTokens: Object.fromEntries(
        models.map(([name, { limits }]) => [name, limits.contextTokens]),
      ),
      effortLevels: Object.fromEntries(models.map(([name, { levels }]) => [name, levels])),
      modelEnds: Object.fromEntries(
        models.flatMap(([name, { endsOn }]) => (endsOn === null ? [] : [[name, endsOn]])),
      ),
    }
  }
  const forget = (endpoint: string): void => {
    learnt.forget(endpoint)
    for (const name of wantResponses) {
      if (readModelName(name).endpoint === endpoint) wantResponses.delete(name)
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
    saveEndpoint: (draft) => {
      const saved = endpoints.save(draft)
      // Its server may be a different one now.
      if (saved.ok) forget(draft.id)
      return viewed(saved)
    },
    wantedKind: (model) => (wantResponses.has(model) ? 'responses' : null),
    removeEndpoint: (id) => {
      const removed = endpoints.remove(id)
      if (removed.ok) forget(id)
      return viewed(removed)
    },
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
): ReturnType<SettingsControl['modelsOf']> {
  if (!resolved.ok) return { models: [], problem: resolved.error.message }
  const target = setUp(resolved.value)
  const found = await target.api.listModels(target.endpoint, AbortSignal.timeout(LIST_MS))
  if (found.ok) return { models: [...found.value], problem: null }
  const { settingsHint, what } = describeFault(found.error, namesOf(target, 'it'))
  return { models: [], problem: settingsHint === null ? what : `${what} ${settingsHint}` }
}
