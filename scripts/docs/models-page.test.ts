import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EndpointKind } from '../../src/shared/endpoint.ts'
import { modelsPage, PAGE } from './models-page.ts'

test('docs/models.md is what the table of models says (npm run docs)', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(modelsPage())
})

test('the page names every kind of endpoint', () => {
  for (const kind of EndpointKind.options) expect(modelsPage()).toContain(`(\`${kind}\`)`)
})
