import * as z from '../../../../shared/schema.ts'
import { assertNever } from '../../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { QuestionAnswer } from '../../../../shared/messages/user-question.ts'
import { counted } from '../../tools/definition/capped.ts'
import type { Choice, Field, FormValue } from './form.ts'

type Answered = Extract<QuestionAnswer, { type: 'answered' }>
type Read = Result<FormValue, string>

const FORMATS = {
  email: { schema: z.email(), words: 'an e-mail address' },
  uri: { schema: z.url(), words: 'a whole address, such as https://example.com' },
  date: { schema: z.iso.date(), words: 'a date, such as 2026-05-31' },
  'date-time': {
    schema: z.iso.datetime({ offset: true }),
    words: 'a date and time, such as 2026-05-31T12:00:00Z',
  },
} as const

/** A sentence that says what a field accepts; empty if it accepts any text. */
export function hintOf({ takes }: Field): string {
  switch (takes.type) {
    case 'text': {
      const { format, max, min } = takes
      if (format !== undefined) return `It takes ${FORMATS[format].words}.`
      return rangeOf(min <= 0 ? -Infinity : min, max, 'Its length in characters is')
    }
    case 'number': {
      const kind = takes.isWhole ? 'a whole number' : 'a number'
      const range = rangeOf(takes.min, takes.max, `It takes ${kind},`)
      return range === '' ? `It takes ${kind}.` : range
    }
    case 'several':
      return rangeOf(takes.min <= 0 ? -Infinity : takes.min, takes.max, 'Choose')
    case 'one':
      return ''
    default:
      return assertNever(takes)
  }
}

function rangeOf(min: number, max: number, what: string): string {
  if (min === -Infinity && max === Infinity) return ''
  if (max === Infinity) return `${what} ${min} or more.`
  if (min === -Infinity) return `${what} ${max} or less.`
  return min === max ? `${what} ${min}.` : `${what} ${min} to ${max}.`
}

/** The value that an answer gives to a field. The error is a sentence. `offered`: the choices that are shown as options. */
export function valueOf(field: Field, answer: Answered, offered: readonly Choice[]): Read {
  const { takes } = field
  const words = answer.text.trim()
  switch (takes.type) {
    case 'text':
      return textOf(takes, words)
    case 'number':
      return numberOf(takes, words)
    case 'one': {
      const [option] = answer.options
      const chosen = option === undefined ? named(takes.choices, words) : offered[option]
      return chosen === undefined ? failed('That is none of the choices.') : ok(chosen.value)
    }
    case 'several': {
      const typed = words === '' ? [] : words.split(',').map((word) => named(takes.choices, word))
      const chosen = [...answer.options.map((option) => offered[option]), ...typed]
      const values = new Set(chosen.map((choice) => choice?.value))
      if (values.has(undefined)) return failed('That is none of the choices.')
      return isWithin(takes, values.size)
        ? ok([...values].map(String))
        : failed('That is the wrong number of choices.')
    }
    default:
      return assertNever(takes)
  }
}

/** True if the field accepts its own default: a server can offer one that it would refuse. */
export function takesDefault({ preset, takes }: Field): boolean {
  switch (takes.type) {
    case 'text':
      return typeof preset === 'string' && textOf(takes, preset).ok
    case 'number':
      return typeof preset === 'number' && isInRange(takes, preset)
    case 'one':
      return takes.choices.some(({ value }) => value === preset)
    case 'several':
      return (
        Array.isArray(preset) &&
        preset.every((each) => takes.choices.some(({ value }) => value === each)) &&
        isWithin(takes, preset.length)
      )
    default:
      return assertNever(takes)
  }
}

type Range = { readonly min: number; readonly max: number }

function isWithin({ max, min }: Range, count: number): boolean {
  return count >= min && count <= max
}

function isInRange({ isWhole, ...range }: Range & { isWhole: boolean }, number: number): boolean {
  return (
    Number.isFinite(number) && isWithin(range, number) && (!isWhole || Number.isSafeInteger(number))
  )
}

function textOf(takes: Extract<Field['takes'], { type: 'text' }>, words: string): Read {
  const { format, max, min } = takes
  const length = Array.from(words).length
  if (length < min)
    return failed(`That is too short: it takes at least ${counted(min, 'character')}.`)
  if (length > max)
    return failed(`That is too long: it takes at most ${counted(max, 'character')}.`)
  if (format === undefined) return ok(words)
  const { schema, words: kind } = FORMATS[format]
  return schema.safeParse(words).success ? ok(words) : failed(`That is not ${kind}.`)
}

function numberOf(takes: Extract<Field['takes'], { type: 'number' }>, words: string): Read {
  const number = words === '' ? NaN : Number(words)
  return isInRange(takes, number) ? ok(number) : failed('That does not fit.')
}

/** The choice that the user names in words. */
function named(choices: readonly Choice[], words: string): Choice | undefined {
  const wanted = words.trim().toLowerCase()
  return (
    choices.find(({ label }) => label.toLowerCase() === wanted) ??
    choices.find(({ value }) => String(value).toLowerCase() === wanted)
  )
}
