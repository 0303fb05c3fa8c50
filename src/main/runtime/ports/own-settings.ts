import type { ChosenEffort } from '../../../shared/models/effort.ts'
import type { ChosenKeepTrying } from '../../../shared/conversation/keep-trying.ts'
import type { ChosenBudget } from '../../../shared/settings/budget.ts'
import type { PermissionMode } from '../../../shared/conversation/turn.ts'

/** A conversation's own settings. */
export interface OwnSettings {
  readonly permissionMode: PermissionMode
  readonly network: boolean
  /** Its models may search the web with their provider's tool. */
  readonly webSearch: boolean
  /** A person's own; null: Phoenix's. */
  readonly systemPrompt: string | null
  /** The model that a person chose for it; null: the app's choice. */
  readonly chosenModel: string | null
  /** The same for its fallback; NO_FALLBACK: none. */
  readonly chosenFallback: string | null
  /** Null: the app's choice. */
  readonly chosenEffort: ChosenEffort
  /** Null: the app's choice. */
  readonly chosenKeepTrying: ChosenKeepTrying
  /** Null: the app's choice. */
  readonly chosenBudget: ChosenBudget
}

/** Picks exactly these fields. */
export function ownOf(of: OwnSettings): OwnSettings {
  const { permissionMode, network, webSearch, systemPrompt } = of
  const { chosenModel, chosenFallback, chosenEffort, chosenKeepTrying, chosenBudget } = of
  const chosen = { chosenModel, chosenFallback, chosenEffort, chosenKeepTrying, chosenBudget }
  return { permissionMode, network, webSearch, systemPrompt, ...chosen }
}
