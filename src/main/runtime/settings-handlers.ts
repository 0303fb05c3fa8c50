import type { AppError } from '../../shared/app-error.ts'
import type { EndpointDraft, EndpointModel } from '../../shared/endpoint.ts'
import type { KeyRest } from '../../shared/key-rest.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SettingsChange, SettingsView } from '../../shared/settings.ts'
import type { settingsCommands } from '../../shared/settings-commands.ts'
import type { HandlersOf } from './command-handlers.ts'
import type { ConversationRegistry } from './conversation-registry.ts'

interface Tested {
  readonly works: boolean
  /** For people. */
  readonly message: string
}

/** What a person has set, and the endpoints that can be asked. */
export interface SettingsDesk {
  view(): SettingsView
  save(change: SettingsChange): Result<SettingsView, AppError>
  test(change: SettingsChange): Promise<Tested>
  keepKeys(rest: KeyRest): Result<SettingsView, AppError>
  saveEndpoint(draft: EndpointDraft): Result<SettingsView, AppError>
  removeEndpoint(id: string): Result<SettingsView, AppError>
  testEndpoint(draft: EndpointDraft, model: string): Promise<Tested>
  /** `problem`: a sentence for people where the endpoint did not say. */
  modelsOf(draft: EndpointDraft): Promise<{
    readonly models: readonly EndpointModel[]
    readonly problem: string | null
  }>
}

type OfSettings = HandlersOf<keyof typeof settingsCommands>

export function settingsHandlers(desk: SettingsDesk, registry: ConversationRegistry): OfSettings {
  /** Every conversation hears what its context is from now on. */
  function told(saved: Result<SettingsView, AppError>): Result<SettingsView, AppError> {
    if (saved.ok) registry.settingsChanged(saved.value)
    return saved
  }
  return {
    'settings.save': (change) => told(desk.save(change)),
    'settings.test': async (change) => ok(await desk.test(change)),
    'keys.keep': ({ rest }) => told(desk.keepKeys(rest)),
    'endpoint.save': (draft) => told(desk.saveEndpoint(draft)),
    'endpoint.remove': ({ id }) => told(desk.removeEndpoint(id)),
    'endpoint.test': async ({ draft, model }) => ok(await desk.testEndpoint(draft, model)),
    'endpoint.models': async ({ draft }) => ok(await desk.modelsOf(draft)),
  }
}
