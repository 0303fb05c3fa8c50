import { expect, test } from 'vitest'
import { frontMatterOf } from './front-matter.ts'

const MAX_LENGTH = 16 * 1024

function nested(depth: number): string {
  return `---\na: ${'['.repeat(depth)}${']'.repeat(depth)}\n---\nDo it`
}

test('brackets are read up to a depth that nobody writes; deeper ones are not parsed', async () => {
  expect(JSON.stringify((await frontMatterOf(nested(99))).fields)).toBe(
    `{"a":${'['.repeat(99)}${']'.repeat(99)}}`,
  )
  expect(await frontMatterOf(nested(100))).toEqual({ fields: null, body: 'Do it' })
})

test('brackets side by side are not nested', async () => {
  const { fields } = await frontMatterOf(`---\na: [${'[], '.repeat(500)}]\n---\n`)
  expect(fields?.['a']).toHaveLength(500)
})

// The parser before this one took 15 s for 1,200 characters of the first, and minutes for 4,000.
test.each(['?  ', '- ', '-\n', '?\n', '-,', '!x ', '&a ', 'x: ', '[', '{', '"', '<<: '])(
  'a file full of %j cannot keep the program busy',
  async (unit) => {
    for (const start of ['', 'a: ', 'a: [', 'a: {', 'a:\n- ', 'description: ']) {
      const front = `${start}${unit.repeat(MAX_LENGTH)}`.slice(0, MAX_LENGTH)
      const { system, user } = process.cpuUsage()
      await frontMatterOf(`---\n${front}\n---\n`)
      const used = process.cpuUsage({ system, user })
      expect(used.user + used.system).toBeLessThan(1_000_000)
    }
  },
)

test.each([
  ['ends of lines of Windows', '---\r\ndescription: It\r\n---\r\nDo it\r\n', 'It'],
  ['blanks behind the marks', '--- \ndescription: It\n---\t\nDo it', 'It'],
  ['nothing between the marks', '---\n---\nDo it', undefined],
])('front matter with %s is not taken for the text', async (_what, text, description) => {
  const { body, fields } = await frontMatterOf(text)
  expect([body, fields?.['description']]).toEqual(['Do it', description])
})

test('comments alone are no fields', async () => {
  expect(await frontMatterOf('---\n# nothing\n---\nDo it')).toEqual({ fields: {}, body: 'Do it' })
})
