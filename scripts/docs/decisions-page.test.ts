import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decisionsPage } from './decisions-page.ts'

test('docs/decisions/README.md lists every decision', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/decisions/README.md'), 'utf8')
  expect(page, 'it is stale: node scripts/docs/decisions.ts').toBe(decisionsPage())
})
