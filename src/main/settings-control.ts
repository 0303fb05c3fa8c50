import type { AppError } from '../shared/app-error.ts'
import { DEMO_MODEL, modelName, readModelName } from '../shared/models/model-name.ts'
import { ok, type Result } from '../shared/result.ts'
import type { SettingsView } from '../shared/settings/settings.ts'
import { describeFault, namesOf } from './adapters/model-api/describe-fault.ts'
import { testEndpoint } from './adapters/model-api/test-endpoint.ts'
import type { Endpoints, ResolvedEndpoint } from './adapters/settings/endpoints.ts'
import type { Settings } from './adapters/settings/settings.ts'
import { AwakeLimit } from './adapters/system/awake-limit.ts'
import { endpointOf, type ModelRouter, setUp } from './model-router.ts'
import { deadlinesOf } from './provider-facts.ts'
import type { SettingsControl } from './runtime/ports/access/settings-control.ts'

/** Time limit for listing an endpoint's models, which requires loading none. */
const LIST_MS = 20_000

interface SettingsControlParts {
  readonly settings: Settings
  readonly endpoints: Endpoints
  readonly models: Pick<ModelRouter, 'knownOf' | 'wantsResponses' | 'forget'>
  /** Sentences for people about other files that could not be used. */
  readonly notices: () => readonly string[]
}

/** Settings and endpoints as one, with what is known about their models. */
export function createSettingsControl(parts: SettingsControlParts): SettingsControl {
  const { endpoints, models: router, notices, settings } = parts
  const whole = (view: SettingsView): SettingsView => {
    const known = withEndpoints(view, endpoints)
    const names = [...known.knownModels, ...known.favouriteModels]
    const models = names.map((name) => [name, router.knownOf(name)] as const)
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
      if (saved.ok) router.forget(draft.id)
      return viewed(saved)
    },
    wantedKind: (model) => (router.wantsResponses(model) ? 'responses' : null),
    removeEndpoint: (id) => {
      const removed = endpoints.remove(id)
      if (removed.ok) router.forget(id)
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
  using limit = new AwakeLimit(LIST_MS)
  const found = await target.api.listModels(target.endpoint, limit.over)
  if (found.ok) return { models: [...found.value], problem: null }
  const { settingsHint, what } = describeFault(found.error, namesOf(target, 'it'))
  return { models: [], problem: settingsHint === null ? what : `${what} ${settingsHint}` }
}
