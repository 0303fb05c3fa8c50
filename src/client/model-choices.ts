import { NO_FALLBACK } from '../shared/models/chosen-model.ts'
import { ANTHROPIC_ENDPOINT, DEMO_MODEL, readModelName } from '../shared/models/model-name.ts'
import { visibleText } from '../shared/visible-text.ts'
import type { SettingsChange, SettingsView } from '../shared/settings/settings.ts'
import { labelOfModel } from './words/model-words.ts'

/** A model that can be chosen. */
export interface ModelChoice {
  readonly name: string
  /** The display name; `name` if another choice has the same display name. */
  readonly label: string
  readonly isFavourite: boolean
  /** Context size and end date, or why the model cannot be used; '' if nothing is known. */
  readonly about: string
}

/** Returns favourites, then the other known models, without hidden ones. */
export function choicesOf(settings: SettingsView, now = Date.now()): readonly ModelChoice[] {
  const { favouriteModels, hiddenModels, knownModels } = settings
  const hidden = new Set(hiddenModels)
  const names = new Set([...favouriteModels, ...knownModels].filter((name) => !hidden.has(name)))
  const labels = new Map([...names].map((name) => [name, labelOfModel(name, settings)]))
  const allLabels = [...labels.values()]
  return [...names].map((name) => {
    const label = labels.get(name) ?? name
    const isOnlyOne = allLabels.indexOf(label) === allLabels.lastIndexOf(label)
    return {
      name,
      label: isOnlyOne ? label : visibleText(name),
      isFavourite: favouriteModels.includes(name),
      about: aboutModel(name, settings, now),
    }
  })
}

function aboutModel(name: string, settings: SettingsView, now: number): string {
  if (isGone(name, settings)) return 'its endpoint is missing'
  const tokens = ownOf(settings.contextTokens, name)
  const reads = tokens === undefined || name === DEMO_MODEL ? '' : `reads ${shortTokens(tokens)}`
  return [reads, endOfModel(name, settings, now)].filter((each) => each !== '').join(', ')
}

/**
 * Says when the vendor retires the model: `will be retired on 30 November 2026`. '' if unknown. `now`: ms since 1970.
 */
function endOfModel(name: string, { modelEnds }: SettingsView, now: number): string {
  const day = ownOf(modelEnds, name)
  if (day === undefined) return ''
  const isOver = new Date(now).toISOString().slice(0, 10) > day
  return `${isOver ? 'was retired' : 'will be retired'} on ${LONG_DATE.format(new Date(day))}`
}

/** A name may be any text, also `constructor`. */
function ownOf<Value>(
  values: Readonly<Partial<Record<string, Value>>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A row of the list below a model field. */
export type ModelRow =
  | (ModelChoice & { readonly type: 'listed' })
  /** The typed text as a model name, although it is not in the list. */
  | { readonly type: 'asItIs'; readonly name: string }

/** Returns the models that match every typed word, an exact match first, then the typed text itself. */
export function rowsFor(choices: readonly ModelChoice[], typed: string): readonly ModelRow[] {
  const text = typed.trim()
  const words = text.toLowerCase().split(/\s+/)
  const found = choices
    .filter(({ label, name }) =>
      words.every((word) => `${name} ${label}`.toLowerCase().includes(word)),
    )
    .map((choice) => ({ ...choice, type: 'listed' }) as const)
    .toSorted((one, other) => Number(other.name === text) - Number(one.name === text))
  if (text === '' || found[0]?.name === text) return found
  return [...found, { type: 'asItIs', name: text }]
}

/** Whether a name may be saved: one from the list, one that a person chose explicitly, or none. */
export function isChosen(
  text: string,
  choices: readonly ModelChoice[],
  asItIs: string | null,
): boolean {
  const name = text.trim()
  return name === '' || name === asItIs || choices.some((choice) => choice.name === name)
}

/** Whether a model's endpoint is missing from Settings. */
export function isGone(name: string, { endpoints }: SettingsView): boolean {
  const { endpoint } = readModelName(name)
  const isOwn = endpoint === ANTHROPIC_ENDPOINT || endpoint === DEMO_MODEL
  return !isOwn && endpoints.every(({ id }) => id !== endpoint)
}

/** Returns the note below a model field with this name; '' if there is nothing to say. */
export function noteOfModel(name: string, settings: SettingsView, now = Date.now()): string {
  if (name === '') return ''
  if (isGone(name, settings)) {
    const { endpoint } = readModelName(name)
    return `There is no endpoint “${endpoint}” in Settings. Add it there, or choose another model.`
  }
  const end = endOfModel(name, settings, now)
  if (end !== '') return `This model ${end}. After that, its provider refuses requests for it.`
  if (settings.knownModels.includes(name)) return ''
  return 'Phoenix doesn’t know this model, but will request it by this name.'
}

/** Formats a number of tokens as `128k` or `1M`. Rounded down, so a context that is not full never looks full. */
export function shortTokens(tokens: number): string {
  if (tokens < 1_000) return String(Math.floor(tokens))
  if (tokens < 1_000_000) return `${Math.floor(tokens / 1_000)}k`
  return `${Math.floor(tokens / 100_000) / 10}M`
}

/** The text of a fallback field that means no fallback. */
export const NONE = 'None'

export function fallbackText(chosen: string | null): string {
  return chosen === NO_FALLBACK ? NONE : (chosen ?? '')
}

/** Reads a fallback field. Null: the app's choice. */
export function chosenFallbackIn(text: string): string | null {
  const name = text.trim()
  if (name === '') return null
  return name.toLowerCase() === NONE.toLowerCase() ? NO_FALLBACK : name
}

/** Returns the change that adds a model to the favourites, or removes it if it is one. */
export function withFavourite(settings: SettingsView, name: string): SettingsChange {
  return { favouriteModels: { [name]: !settings.favouriteModels.includes(name) } }
}
