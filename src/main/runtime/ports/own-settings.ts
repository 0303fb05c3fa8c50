import type { ChosenEffort } from '../../../shared/models/effort.ts'
import type { ChosenKeepTrying } from '../../../shared/conversation/keep-trying.ts'
import type { ChosenBudget } from '../../../shared/settings/budget.ts'
import type { PermissionMode } from '../../../shared/conversation/turn.ts'

/** A conversation's own settings. */
export interface OwnSettings {
  readonly permissionMode: PermissionMode
  readonly network: boolean
  /** True: models may use their provider's web search. */
  readonly webSearch: boolean
  /** The conversation's own; null for Phoenix's. */
  readonly systemPrompt: string | null
  /** The model that a person chose for it; null for the app's choice. */
  readonly chosenModel: string | null
  /** The same for its fallback; NO_FALLBACK for none. */
  readonly chosenFallback: string | null
  /** Null for the app's choice. */
  readonly chosenEffort: ChosenEffort
  /** Null for the app's choice. */
  readonly chosenKeepTrying: ChosenKeepTrying
  /** Null for the app's choice. */
  readonly chosenBudget: ChosenBudget
}

/** Picks exactly these fields. */
export function ownOf(of: OwnSettings): OwnSettings {
  const { permissionMode, network, webSearch, systemPrompt } = of
  const { chosenModel, chosenFallback, chosenEffort, chosenKeepTrying, chosenBudget } = of
  const chosen = { chosenModel, chosenFallback, chosenEffort, chosenKeepTrying, chosenBudget }
  return { permissionMode, network, webSearch, systemPrompt, ...chosen }
}
