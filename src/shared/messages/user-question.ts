import * as z from '../schema.ts'
import type { CallInput } from './content.ts'

/** The tool that asks the person a question. */
export const ASK_USER = 'ask_user'

export const MAX_OPTIONS = 8
/** Maximum length of a page's address in a question, in UTF-16 code units: all of it has to be shown. */
export const MAX_LINK = 2_000

function someText(most: number): z.ZodString {
  return z.string().trim().min(1).max(most)
}

export const QuestionOption = z
  .object({
    label: someText(200).describe('The choice, in one to five words.'),
    description: z.string().max(1_000).optional().describe('What choosing it means.'),
  })
  .readonly()
export type QuestionOption = z.infer<typeof QuestionOption>

export const AskUserInput = z.object({
  question: someText(4_000).describe('The whole question, understandable on its own.'),
  header: z.string().max(60).optional().describe('The topic, in one to three words.'),
  options: z
    .array(QuestionOption)
    .max(MAX_OPTIONS)
    .default([])
    .describe(
      'What the user can choose from, at most 8, with the one you recommend first. The user can always answer in their own words, so add no option for that.',
    ),
  multi_select: z
    .boolean()
    .default(false)
    .describe('Whether the user can choose several options. Default: false.'),
})

/** A question that waits for a person: the agent's, or in a running call a server's, which may ask to open a page. */
export const UserQuestion = AskUserInput.extend({
  /** The page: a complete http or https address, which the question's text contains. It opens only by a click. */
  link: z
    .string()
    .max(MAX_LINK)
    .regex(/^https?:\/\//)
    .optional(),
  /** What a person may type. 'none': only the options answer it; 'value': a value, such as a number. Default: anything. */
  words: z.enum(['none', 'value']).optional(),
})
export type UserQuestion = z.infer<typeof UserQuestion>

/** Returns the question of an ask_user call; null if its input is invalid. */
export function questionOf(input: CallInput): UserQuestion | null {
  if (input.type !== 'object') return null
  const { multiSelect, ...fields } = input.value
  const several = fields['multi_select'] ?? multiSelect
  const read = AskUserInput.safeParse({
    ...fields,
    header: fields['header'] ?? undefined,
    options: asJson(fields['options']) ?? undefined,
    multi_select: asJson(several) ?? undefined,
  })
  return read.success ? read.data : null
}

/** Parses a list or boolean that some models write as text. */
export function asJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** A person's answer: options by index, their own words, or both; or a skip. */
export const QuestionAnswer = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('answered'),
      options: z.array(z.number().int().nonnegative()).max(MAX_OPTIONS).readonly(),
      text: z.string().max(10_000),
    })
    .readonly(),
  z
    .object({
      type: z.literal('skipped'),
      /** Nobody has seen the question. */
      isUnasked: z.literal(true).optional(),
    })
    .readonly(),
])
export type QuestionAnswer = z.infer<typeof QuestionAnswer>

/** True if it is a valid answer to this question: existing options, as many as allowed, or words. */
export function answersQuestion(answer: QuestionAnswer, question: UserQuestion): boolean {
  if (answer.type === 'skipped') return true
  const { options, text } = answer
  const areThere = options.every((index) => index < question.options.length)
  const areDifferent = new Set(options).size === options.length
  const isFew = question.multi_select || options.length <= 1
  return areThere && areDifferent && isFew && (options.length > 0 || text.trim() !== '')
}

/** Returns the labels of the chosen options: `Postgres, SQLite`. */
export function chosenLabels(
  answer: Extract<QuestionAnswer, { type: 'answered' }>,
  question: UserQuestion,
): string {
  return question.options
    .filter((_, index) => answer.options.includes(index))
    .map(({ label }) => label)
    .join(', ')
}
