import {
  MAX_OPTIONS,
  type QuestionAnswer,
  type QuestionOption,
  type UserQuestion,
} from '../../../../shared/messages/user-question.ts'
import { type Choice, type Field, type FormValue, shown } from './form.ts'
import { hintOf, takesDefault, valueOf } from './read-value.ts'

/** The limit for a form and its corrections together. */
const MAX_QUESTIONS = 60
const MAX_MESSAGE = 2_000
const MAX_LISTED = 1_000

type Filled =
  | { readonly action: 'accept'; readonly content: Record<string, FormValue> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' }

/** An option that gives a value or omits the field. */
interface Offered {
  readonly option: QuestionOption
  readonly gives: 'choice' | 'preset' | 'nothing'
}

/** Asks for the fields of a form, one after the other. Skipping a question declines the whole form; null: nobody answers. */
export async function fillForm(
  message: string,
  fields: readonly Field[],
  ask: (question: UserQuestion) => Promise<QuestionAnswer | null>,
): Promise<Filled> {
  const shownMessage = shown(message, MAX_MESSAGE)
  if (fields.length === 0) return confirm(shownMessage, ask)
  const content: Record<string, FormValue> = {}
  let left = MAX_QUESTIONS
  for (const [index, field] of fields.entries()) {
    const offered = offeredFor(field)
    const choices = choicesOf(field).slice(
      0,
      offered.filter(({ gives }) => gives === 'choice').length,
    )
    let problem = ''
    for (;;) {
      left -= 1
      if (left < 0) return { action: 'cancel' }
      const place = `${index + 1} of ${fields.length}`
      const answer = await ask(questionFor(field, { shownMessage, place, problem, offered }))
      if (answer === null) return { action: 'cancel' }
      if (answer.type === 'skipped') return { action: 'decline' }
      const [option] = answer.options
      const chosen = option === undefined ? undefined : offered[option]
      if (chosen?.gives === 'nothing') break
      if (chosen?.gives === 'preset' && field.preset !== undefined) {
        content[field.key] = field.preset
        break
      }
      const value = valueOf(field, answer, choices)
      if (value.ok) {
        content[field.key] = value.value
        break
      }
      problem = value.error
    }
  }
  return { action: 'accept', content }
}

async function confirm(
  shownMessage: string,
  ask: (question: UserQuestion) => Promise<QuestionAnswer | null>,
): Promise<Filled> {
  const options = [{ label: 'Accept' }, { label: 'Decline' }]
  const answer = await ask({
    question: shownMessage || 'It asks you to go on.',
    options,
    multi_select: false,
    words: 'none',
  })
  if (answer === null) return { action: 'cancel' }
  const isAccepted = answer.type === 'answered' && answer.options[0] === 0
  return isAccepted ? { action: 'accept', content: {} } : { action: 'decline' }
}

function choicesOf({ takes }: Field): readonly Choice[] {
  return takes.type === 'one' || takes.type === 'several' ? takes.choices : []
}

/**
 * Choices first, if all of them fit; then the server's default, if it is none of the options already, and the option to omit
 * it.
 */
function offeredFor(field: Field): readonly Offered[] {
  const { isRequired, takes } = field
  const preset = takesDefault(field) ? field.preset : undefined
  const choices = choicesOf(field)
  const more: Offered[] = []
  const canList = (): boolean => choices.length + more.length <= MAX_OPTIONS
  if (!isRequired) more.push({ option: { label: 'Leave it out' }, gives: 'nothing' })
  if (preset !== undefined && !(takes.type === 'one' && canList())) {
    const label = `Default: ${shown(wordsOf(preset, choices), 150)}`
    more.unshift({ option: { label }, gives: 'preset' })
  }
  if (!canList()) return more
  const listed = choices.map(({ label, value }): Offered => {
    const option = value === preset ? { label, description: 'The default' } : { label }
    return { option, gives: 'choice' }
  })
  return [...listed, ...more]
}

function wordsOf(preset: FormValue, choices: readonly Choice[]): string {
  const values = Array.isArray(preset) ? preset : [preset]
  const words = values.map((value) => {
    return choices.find((choice) => choice.value === value)?.label ?? String(value)
  })
  return words.join(', ') || '(empty)'
}

function questionFor(
  field: Field,
  {
    offered,
    place,
    problem,
    shownMessage,
  }: {
    readonly offered: readonly Offered[]
    readonly place: string
    readonly problem: string
    readonly shownMessage: string
  },
): UserQuestion {
  const isListed = offered.some(({ gives }) => gives === 'choice')
  const choices = choicesOf(field)
  const list =
    isListed || choices.length === 0
      ? ''
      : `One of: ${shown(choices.map(({ label }) => label).join(', '), MAX_LISTED)}`
  const about = [`${place}: ${field.title}`, field.description].filter(Boolean).join('\n')
  const hints = [problem, hintOf(field), list, 'Skip declines all of it.']
    .filter(Boolean)
    .join('\n')
  return {
    question: [shownMessage, about, hints].filter(Boolean).join('\n\n'),
    options: offered.map(({ option }) => option),
    multi_select: field.takes.type === 'several',
    words: isListed ? 'none' : 'value',
  }
}
