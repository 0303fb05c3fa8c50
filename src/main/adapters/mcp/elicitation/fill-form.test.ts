import { expect, test } from 'vitest'
import type { QuestionAnswer, UserQuestion } from '../../../../shared/messages/user-question.ts'
import { AskUserInput } from '../../../../shared/messages/user-question.ts'
import { fillForm } from './fill-form.ts'
import { readForm } from './form.ts'

function words(text: string): QuestionAnswer {
  return { type: 'answered', options: [], text }
}

function option(...options: readonly number[]): QuestionAnswer {
  return { type: 'answered', options: [...options], text: '' }
}

/** Fills in a form with these answers, one after the other. */
async function filled(
  properties: Readonly<Record<string, unknown>>,
  answers: readonly (QuestionAnswer | null)[],
  required: readonly string[] = Object.keys(properties),
): Promise<{ readonly questions: readonly UserQuestion[]; readonly result: unknown }> {
  const fields = readForm({ type: 'object', properties, required })
  if (fields === null) throw new Error('it cannot be shown')
  const questions: UserQuestion[] = []
  const result = await fillForm('Fill in.', fields, (question) => {
    expect(AskUserInput.safeParse(question).success).toBe(true)
    questions.push(question)
    return Promise.resolve(answers[questions.length - 1] ?? null)
  })
  return { questions, result }
}

test('each kind of field is a question, and its answer has the type of the field', async () => {
  const { questions, result } = await filled(
    {
      name: { type: 'string', title: 'Name', description: 'Of the cat' },
      age: { type: 'integer', minimum: 0 },
      isTame: { type: 'boolean' },
      colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
      size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] },
      toys: { type: 'array', items: { enum: ['ball', 'mouse'] }, minItems: 1 },
    },
    [words(' Tom '), words('3'), option(1), option(1), words('small'), option(0, 1)],
  )
  expect(result).toEqual({
    action: 'accept',
    content: {
      name: 'Tom',
      age: 3,
      isTame: false,
      colour: 'g',
      size: 's',
      toys: ['ball', 'mouse'],
    },
  })
  expect(questions[0]?.question).toContain('Fill in.')
  expect(questions[0]?.question).toContain('1 of 6: Name\nOf the cat')
})

test.each([
  ['a number in words', { type: 'number' }, 'three', '3'],
  ['a half where a whole is wanted', { type: 'integer' }, '1.5', '2'],
  ['a number beyond its range', { type: 'number', minimum: 1, maximum: 9 }, '10', '9'],
  ['infinity', { type: 'number' }, 'Infinity', '1'],
  ['an address without its part', { type: 'string', format: 'email' }, 'tom', 'tom@example.com'],
  ['a day that there is not', { type: 'string', format: 'date' }, '2026-02-30', '2026-02-28'],
  ['a text that is too short', { type: 'string', minLength: 3 }, 'ab', 'abc'],
  ['a choice that there is not', { type: 'string', enum: ['a', 'b'] }, 'c', 'B'],
])('%s is not sent: the question comes again and says why', async (_, field, wrong, right) => {
  const { questions, result } = await filled({ field }, [words(wrong), words(right)])
  expect(questions).toHaveLength(2)
  expect(questions[1]?.question).toMatch(/That (is|does)/)
  expect(result).toMatchObject({ action: 'accept' })
})

test.each([
  [
    { type: 'integer', minimum: 1, maximum: 9 },
    words('x'),
    words('2'),
    'It takes a whole number, 1 to 9.',
  ],
  [
    { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2 },
    option(0),
    option(0, 1),
    'Choose 2 or more.',
  ],
])(
  'what %j takes is said once, also after an answer that does not fit',
  async (field, bad, good, hint) => {
    const { questions } = await filled({ field }, [bad, good])
    expect(questions.map(({ question }) => question.split(hint).length)).toEqual([2, 2])
  },
)

test('a limit of one character is named in the singular', async () => {
  const field = { type: 'string', maxLength: 1 }
  const { questions } = await filled({ field }, [words('ab'), words('a')])
  expect(questions[1]?.question).toContain('at most 1 character.')
})

test('an optional field can be left empty, and a default takes one press', async () => {
  const properties = { a: { type: 'string' }, b: { type: 'number', default: 4 } }
  const { result } = await filled(properties, [option(0), option(0)], [])
  expect(result).toEqual({ action: 'accept', content: { b: 4 } })
})

test.each([
  ['a number beyond its range', { type: 'integer', minimum: 1, default: 0 }, words('1'), 1],
  ['a half where a whole is wanted', { type: 'integer', default: 1.5 }, words('2'), 2],
  ['a text that is too short', { type: 'string', minLength: 3, default: '' }, words('abc'), 'abc'],
  [
    'no e-mail address',
    { type: 'string', format: 'email', default: 'x' },
    words('a@b.cd'),
    'a@b.cd',
  ],
  ['none of the choices', { type: 'string', enum: ['a', 'b'], default: 'c' }, option(1), 'b'],
  [
    'a choice that there is not among several',
    { type: 'array', items: { enum: ['a', 'b'] }, default: ['a', 'c'] },
    option(0, 1),
    ['a', 'b'],
  ],
])('a default that is %s is not offered', async (_, field, answer, value) => {
  const { questions, result } = await filled({ field }, [answer])
  expect(JSON.stringify(questions[0]?.options)).not.toContain('Default')
  expect(result).toEqual({ action: 'accept', content: { field: value } })
})

test('a choice says itself that it is the default; words are taken only where the choices are not all listed', async () => {
  const many = Array.from({ length: 9 }, (_, n) => `c${n}`)
  const { questions } = await filled(
    {
      isTame: { type: 'boolean', default: true },
      colour: { type: 'string', enum: many, default: 'c1' },
      toys: { type: 'array', items: { enum: ['ball', 'mouse'] }, default: ['ball', 'mouse'] },
      age: { type: 'number' },
    },
    [option(0), option(0), option(0), words('3')],
  )
  const shown = questions.map(({ options, words: own }) => [
    own,
    ...options.map(({ description = '', label }) => `${label} ${description}`.trim()),
  ])
  expect(shown).toEqual([
    ['none', 'Yes The default', 'No'],
    ['value', 'Default: c1'],
    ['none', 'ball', 'mouse', 'Default: ball, mouse'],
    ['value'],
  ])
})

test('Skip declines, and an absent person cancels, whatever was filled in before', async () => {
  const properties = { a: { type: 'string' }, b: { type: 'string' } }
  expect((await filled(properties, [words('x'), { type: 'skipped' }])).result).toEqual({
    action: 'decline',
  })
  expect((await filled(properties, [words('x'), null])).result).toEqual({ action: 'cancel' })
})

test('a form without fields is a question with Accept and Decline', async () => {
  expect((await filled({}, [option(0)])).result).toEqual({ action: 'accept', content: {} })
  expect((await filled({}, [option(1)])).result).toEqual({ action: 'decline' })
})

test('endless invalid answers end the form', async () => {
  const { questions, result } = await filled(
    { n: { type: 'number' } },
    Array.from({ length: 200 }, () => words('x')),
  )
  expect(result).toEqual({ action: 'cancel' })
  expect(questions.length).toBeLessThan(100)
})

test('ten choices are named in the question, and typed text chooses one', async () => {
  const values = Array.from({ length: 10 }, (_, n) => `c${n}`)
  const { questions, result } = await filled({ c: { type: 'string', enum: values } }, [words('c9')])
  expect(questions[0]?.options).toEqual([])
  expect(questions[0]?.question).toContain('c0, c1')
  expect(result).toEqual({ action: 'accept', content: { c: 'c9' } })
})

test('nothing invisible reaches the person', async () => {
  const { questions } = await filled({ a: { type: 'string', title: 'Na\u202Eme\u{E0041}' } }, [
    null,
  ])
  expect(questions[0]?.question).not.toMatch(/[\u202E\u{E0041}]/u)
})

test.each([
  ['an object in an object', { a: { type: 'object', properties: {} } }],
  ['no type', { a: { title: 'A' } }],
  ['a range that nothing fits', { a: { type: 'integer', minimum: 5, maximum: 1 } }],
  ['no choices', { a: { type: 'string', enum: [] } }],
  [
    'more fields than a person fills in',
    Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, { type: 'string' }])),
  ],
])('what cannot be shown is not asked: %s', (_, properties) => {
  expect(readForm({ type: 'object', properties })).toBeNull()
})
