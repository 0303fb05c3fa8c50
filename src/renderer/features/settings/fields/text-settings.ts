import { BUDGET_BOUNDS, type Budget } from '../../../../shared/settings/budget.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import {
  LIMIT_BOUNDS,
  MAX_DEBOUNCE_MS,
  type SettingsChange,
  type SettingsView,
  type TurnLimits,
} from '../../../../shared/settings/settings.ts'
import type { Timeouts } from '../../../../shared/models/timeouts.ts'
import { DEADLINES, deadlineFields, deadlineIn } from './deadline-form.ts'
import { LIMIT_NAMES, wordsOfLimit } from './limit-words.ts'

type ModelSetting = 'model' | 'fallbackModel' | 'explorerModel'
type LineSetting = ModelSetting | 'baseUrl' | 'telemetryEndpoint' | 'editorCommand' | 'debounceMs'

/** A typed setting. */
export type TextSetting = LineSetting | keyof TurnLimits | keyof Budget | keyof Timeouts

export function isModelSetting(name: TextSetting): name is ModelSetting {
  return name === 'model' || name === 'fallbackModel' || name === 'explorerModel'
}

interface Typed {
  /** The label above it. */
  readonly label: string
  /** Its saved value; '' for none. */
  read(settings: SettingsView): string
  /** The change of this setting only; the error is a sentence for people. */
  change(text: string): Result<SettingsChange, string>
}

function line(
  label: string,
  read: (settings: SettingsView) => string | null,
  change: (value: string | null) => SettingsChange,
): Typed {
  return {
    label,
    read: (settings) => read(settings) ?? '',
    change: (text) => ok(change(text.trim() || null)),
  }
}

const LINES: Readonly<Record<LineSetting, Typed>> = {
  model: line(
    'Model',
    ({ model }) => model,
    (model) => ({ model }),
  ),
  baseUrl: line(
    'Base URL',
    ({ baseUrl }) => baseUrl,
    (baseUrl) => ({ baseUrl }),
  ),
  telemetryEndpoint: line(
    'Telemetry (OTLP endpoint)',
    (settings) => settings.telemetryEndpoint,
    (telemetryEndpoint) => ({ telemetryEndpoint }),
  ),
  fallbackModel: line(
    'Fallback',
    ({ behaviour }) => behaviour.fallbackModel,
    (fallbackModel) => ({ behaviour: { fallbackModel } }),
  ),
  explorerModel: line(
    'Model for explorers',
    ({ behaviour }) => behaviour.explorerModel,
    (explorerModel) => ({ behaviour: { explorerModel } }),
  ),
  editorCommand: line(
    'Editor',
    ({ behaviour }) => behaviour.editorCommand,
    (editorCommand) => ({ behaviour: { editorCommand } }),
  ),
  debounceMs: number('Wait for messages that belong together', 'debounceMs', {
    min: 0,
    max: MAX_DEBOUNCE_MS,
    isWhole: true,
  }),
}

interface Range {
  readonly min: number
  readonly max: number
  readonly isWhole: boolean
}

function number(
  label: string,
  name: 'debounceMs' | keyof TurnLimits | keyof Budget,
  range: Range,
  isOptional = false,
): Typed {
  return {
    label,
    read: ({ behaviour }) => shownIn(behaviour[name] ?? null, range),
    change: (text) => {
      if (isOptional && text.trim() === '') return ok({ behaviour: { [name]: null } })
      const value = numberIn(text, range)
      return value === null
        ? failed(sentenceOf(range, isOptional))
        : ok({ behaviour: { [name]: value } })
    },
  }
}

/** A whole number in groups, as the notes write it. Elsewhere a comma may stand for a decimal point. */
function shownIn(value: number | null, { isWhole }: Range): string {
  if (value === null) return ''
  return isWhole ? value.toLocaleString('en') : String(value)
}

function numberIn(text: string, { isWhole, max, min }: Range): number | null {
  const isGrouped = isWhole && /^\d{1,3}(,\d{3})+$/.test(text.trim())
  const typed = isGrouped ? text.replaceAll(',', '') : text.trim()
  const value = Number(typed)
  const isNumber = (isWhole ? /^\d+$/ : /^\d*\.?\d+$/).test(typed)
  return isNumber && value >= min && value <= max ? value : null
}

function sentenceOf({ isWhole, max, min }: Range, isOptional: boolean): string {
  const [from, to] = [min, max].map((each) => each.toLocaleString('en'))
  const kind = isWhole ? 'a whole number' : 'a number'
  return `Not saved. Enter ${kind} from ${from} to ${to}${isOptional ? ', or leave it empty' : ''}.`
}

const limits = LIMIT_NAMES.map((name) => {
  const range = { ...LIMIT_BOUNDS[name], isWhole: name !== 'minutesPerTurn' }
  return [name, number(wordsOfLimit(name).label, name, range)] as const
})

const BUDGETS: Readonly<Record<keyof Budget, Typed>> = {
  budgetUsd: number(
    'Budget in US dollars',
    'budgetUsd',
    { ...BUDGET_BOUNDS.budgetUsd, isWhole: false },
    true,
  ),
  budgetMinutes: number(
    'Budget in minutes of work',
    'budgetMinutes',
    { ...BUDGET_BOUNDS.budgetMinutes, isWhole: false },
    true,
  ),
}

const deadlines = DEADLINES.map(([name, label]): readonly [keyof Timeouts, Typed] => [
  name,
  {
    label: `${label} timeout`,
    read: ({ timeouts }) => deadlineFields(timeouts)[name],
    change: (text) => {
      const ms = deadlineIn(text)
      return ms.ok ? ok({ timeouts: { [name]: ms.value } }) : failed(`Not saved. Enter ${ms.error}`)
    },
  },
])

const ALL = new Map<TextSetting, Typed>([
  ...(Object.entries(LINES) as [LineSetting, Typed][]),
  ...limits,
  ...(Object.entries(BUDGETS) as [keyof Budget, Typed][]),
  ...deadlines,
])

export const TEXT_SETTINGS: readonly TextSetting[] = [...ALL.keys()]

const AT_TOP: ReadonlySet<TextSetting> = new Set(['model', 'baseUrl', 'telemetryEndpoint'])
const OF_REQUESTS: ReadonlySet<TextSetting> = new Set(DEADLINES.map(([name]) => name))

/** Its name in settings.json. */
export function nameInFile(name: TextSetting): string {
  if (AT_TOP.has(name)) return name
  return OF_REQUESTS.has(name) ? `timeouts.${name}` : `behaviour.${name}`
}

/** The definition of a typed setting. */
export function textSetting(name: TextSetting): Typed {
  const found = ALL.get(name)
  if (found === undefined) throw new Error(`No setting has the name ${name}`)
  return found
}
