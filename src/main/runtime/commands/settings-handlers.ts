import type { AppError } from '../../../shared/app-error.ts'
import type { EndpointDraft, EndpointKind, EndpointModel } from '../../../shared/models/endpoint.ts'
import type { TestId } from '../../../shared/ids.ts'
import type { KeyRest } from '../../../shared/models/key-rest.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { SettingsChange, SettingsView } from '../../../shared/settings/settings.ts'
import type { settingsCommands } from '../../../shared/protocol/settings-commands.ts'
import type { ClientSession } from './session/client-session.ts'
import type { HandlersOf } from './command-handlers.ts'
import type { ConversationRegistry } from '../registry/conversation-registry.ts'

interface Tested {
  readonly works: boolean
  /** For people. */
  readonly message: string
}

/** What a person has set, and the endpoints that can be asked. */
export interface SettingsControl {
  view(): SettingsView
  save(change: SettingsChange): Result<SettingsView, AppError>
  /** Never rejects; a model that has to be loaded first takes minutes. */
  test(change: SettingsChange, signal: AbortSignal): Promise<Tested>
  keepKeys(rest: KeyRest): Result<SettingsView, AppError>
  saveEndpoint(draft: EndpointDraft): Result<SettingsView, AppError>
  /** What the server of a model, by its name, wants its endpoint to be. Null: it has said nothing against it. */
  wantedKind(model: string): EndpointKind | null
  removeEndpoint(id: string): Result<SettingsView, AppError>
  /** As `test`. */
  testEndpoint(draft: EndpointDraft, model: string, signal: AbortSignal): Promise<Tested>
  /** `problem`: a sentence for people where the endpoint did not say. */
  modelsOf(draft: EndpointDraft): Promise<{
    readonly models: readonly EndpointModel[]
    readonly problem: string | null
  }>
}

type OfSettings = HandlersOf<keyof typeof settingsCommands>

export function settingsHandlers(
  settings: SettingsControl,
  registry: ConversationRegistry,
): OfSettings {
  /** Every conversation hears what its context is from now on. */
  function told(saved: Result<SettingsView, AppError>): Result<SettingsView, AppError> {
    if (saved.ok) registry.settingsChanged(saved.value)
    return saved
  }
  const tests = new Map<TestId, AbortController>()
  /** A test ends with its client. */
  async function tested(
    client: ClientSession,
    testId: TestId,
    run: (signal: AbortSignal) => Promise<Tested>,
  ): Promise<Result<Tested, never>> {
    const stop = new AbortController()
    tests.set(testId, stop)
    const stopListening = client.onClose(() => stop.abort())
    const outcome = await run(stop.signal)
    stopListening()
    tests.delete(testId)
    return ok(outcome)
  }
  return {
    'settings.save': (change) => told(settings.save(change)),
    'settings.test': ({ change, testId }, client) =>
      tested(client, testId, (signal) => settings.test(change, signal)),
    'keys.keep': ({ rest }) => told(settings.keepKeys(rest)),
    'endpoint.save': (draft) => told(settings.saveEndpoint(draft)),
    'endpoint.wanted': ({ model }) => ok({ kind: settings.wantedKind(model) }),
    'endpoint.remove': ({ id }) => told(settings.removeEndpoint(id)),
    'endpoint.test': ({ draft, model, testId }, client) =>
      tested(client, testId, (signal) => settings.testEndpoint(draft, model, signal)),
    'test.stop': ({ testId }) => {
      tests.get(testId)?.abort()
      return ok({})
    },
    'endpoint.models': async ({ draft }) => ok(await settings.modelsOf(draft)),
  }
}
