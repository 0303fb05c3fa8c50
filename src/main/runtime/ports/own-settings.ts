import type { ChosenEffort } from '../../../shared/models/effort.ts'
import type { ChosenKeepTrying } from '../../../shared/conversation/keep-trying.ts'
import type { PermissionMode } from '../../../shared/conversation/turn.ts'

/** What a conversation has of its own. */
export interface OwnSettings {
  readonly permissionMode: PermissionMode
  readonly network: boolean
  /** Its models may search the web by a tool of their provider. */
  readonly webSearch: boolean
  /** A person's own; null: Phoenix's. */
  readonly systemPrompt: string | null
  /** The name of a model that a person has chosen for it; null: the app's choice. */
  readonly chosenModel: string | null
  /** The same of its fallback; NO_FALLBACK: none. */
  readonly chosenFallback: string | null
  /** Null: the app's choice. */
  readonly chosenEffort: ChosenEffort
  /** Null: the app's choice. */
  readonly chosenKeepTrying: ChosenKeepTrying
}

/** That of it, and nothing else. */
export function ownOf(of: OwnSettings): OwnSettings {
  const { permissionMode, network, webSearch, systemPrompt } = of
  const { chosenModel, chosenFallback, chosenEffort, chosenKeepTrying } = of
  const chosen = { chosenModel, chosenFallback, chosenEffort, chosenKeepTrying }
  return { permissionMode, network, webSearch, systemPrompt, ...chosen }
}
