import { assertNever } from '../../../shared/assert-never.ts'
import {
  ASSUMED_LEVELS,
  type ChosenEffort,
  type Effort,
  type EffortLevel,
  effortWithin,
} from '../../../shared/models/effort.ts'
import type { SettingsView } from '../../../shared/settings/settings.ts'
import { labelOfModel } from '../../../client/words/model-words.ts'

export function wordsOfEffort(effort: Effort): string {
  switch (effort) {
    case 'auto':
      return 'Model default'
    case 'none':
      return 'No thinking'
    case 'low':
      return 'Low'
    case 'medium':
      return 'Medium'
    case 'high':
      return 'High'
    case 'xhigh':
      return 'Extra high'
    case 'max':
      return 'Maximum'
    default:
      return assertNever(effort)
  }
}

/** The effort levels of the model with this name; empty: it has no such setting. */
export function levelsOf(model: string, { effortLevels }: SettingsView): readonly EffortLevel[] {
  return effortLevels[model] ?? ASSUMED_LEVELS
}

/** The choices for a conversation with this model, including its earlier choice. */
export function effortChoices(
  model: string,
  chosen: ChosenEffort,
  settings: SettingsView,
): readonly Effort[] {
  const choices: readonly Effort[] = ['auto', ...levelsOf(model, settings)]
  return chosen === null || choices.includes(chosen) ? choices : [...choices, chosen]
}

/** The note below the choice. */
export function noteOfEffort(model: string, chosen: ChosenEffort, settings: SettingsView): string {
  const wanted = chosen ?? settings.behaviour.effort
  const used = effortWithin(levelsOf(model, settings), wanted)
  if (used !== wanted) {
    return `${labelOfModel(model, settings)} doesn’t support “${wordsOfEffort(wanted)}”. Phoenix uses “${wordsOfEffort(used)}” instead.`
  }
  return settings.effortLevels[model] === undefined
    ? 'Phoenix doesn’t know whether this model accepts an effort. If it refuses, Phoenix retries without one.'
    : 'How hard the model thinks. More takes longer. Applies from the next turn.'
}

/** The effort used for a conversation's model. */
export function effortInForce(
  { model, chosenEffort }: { readonly model: string; readonly chosenEffort: ChosenEffort },
  settings: SettingsView,
): Effort {
  return effortWithin(levelsOf(model, settings), chosenEffort ?? settings.behaviour.effort)
}
