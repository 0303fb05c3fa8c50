import { expect, test } from 'vitest'
import { frontMatterOf } from './front-matter.ts'

function nested(depth: number): string {
  return `---\na: ${'['.repeat(depth)}${']'.repeat(depth)}\n---\nDo it`
}

test('brackets are read up to a depth that nobody writes; deeper ones are not parsed', async () => {
  expect(JSON.stringify((await frontMatterOf(nested(100))).fields)).toBe(
    `{"a":${'['.repeat(100)}${']'.repeat(100)}}`,
  )
  expect(await frontMatterOf(nested(101))).toEqual({ fields: null, body: 'Do it' })
})

test('brackets side by side are not nested', async () => {
  const { fields } = await frontMatterOf(`---\na: [${'[], '.repeat(500)}]\n---\n`)
  expect(fields?.['a']).toHaveLength(500)
})
