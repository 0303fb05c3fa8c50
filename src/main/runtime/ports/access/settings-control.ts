import type { AppError } from '../../../../shared/app-error.ts'
import type {
  EndpointDraft,
  EndpointKind,
  EndpointModel,
} from '../../../../shared/models/endpoint.ts'
import type { KeyStorage } from '../../../../shared/models/key-storage.ts'
import type { Result } from '../../../../shared/result.ts'
import type { SettingsChange, SettingsView } from '../../../../shared/settings/settings.ts'

export interface Tested {
  readonly works: boolean
  /** A sentence for people. */
  readonly message: string
}

/** The settings and the available endpoints. */
export interface SettingsControl {
  view(): SettingsView
  save(change: SettingsChange): Result<SettingsView, AppError>
  /** Never rejects; loading a model first can take minutes. */
  test(change: SettingsChange, signal: AbortSignal): Promise<Tested>
  keepKeys(storage: KeyStorage): Result<SettingsView, AppError>
  saveEndpoint(draft: EndpointDraft): Result<SettingsView, AppError>
  /**
   * Returns the kind of endpoint that the server of this model asked for. Null if it has not objected to the current
   * kind.
   */
  wantedKind(model: string): EndpointKind | null
  removeEndpoint(id: string): Result<SettingsView, AppError>
  /** Like `test`. */
  testEndpoint(draft: EndpointDraft, model: string, signal: AbortSignal): Promise<Tested>
  /** `problem`: a sentence for people, if the endpoint did not answer. */
  modelsOf(draft: EndpointDraft): Promise<{
    readonly models: readonly EndpointModel[]
    readonly problem: string | null
  }>
}
