import type { AppError } from '../../../shared/app-error.ts'
import type { EndpointDraft, EndpointKind, EndpointModel } from '../../../shared/models/endpoint.ts'
import type { KeyRest } from '../../../shared/models/key-rest.ts'
import type { Result } from '../../../shared/result.ts'
import type { SettingsChange, SettingsView } from '../../../shared/settings/settings.ts'

export interface Tested {
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
