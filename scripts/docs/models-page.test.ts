import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countedOnPage } from '../../src/main/adapters/model-api/fakes/counted-cases.ts'
import { EndpointKind } from '../../src/shared/models/endpoint.ts'
import { countedIn } from './count-cases.ts'
import { modelsPage, PAGE } from './models-page.ts'
import { suiteOf } from './conformance-section.ts'

test('docs/models.md matches the table of models (npm run docs)', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(modelsPage(countedOnPage()))
})

test('the page names every kind of endpoint', () => {
  for (const kind of EndpointKind.options)
    expect(modelsPage(countedOnPage())).toContain(`(\`${kind}\`)`)
})

function passed(title: string, ...ancestorTitles: readonly string[]) {
  return { title, status: 'passed', ancestorTitles: [...ancestorTitles] }
}

test('cases are counted for each kind; a file for two kinds counts by its group', () => {
  const alone = ['openai', 'responses', 'anthropic', 'gemini'] as const
  const files = alone.map((kind) => ({
    name: `/x/${suiteOf(kind)}`,
    assertionResults: [passed('a')],
  }))
  const clouds = {
    name: `/x/${suiteOf('vertex')}`,
    assertionResults: [passed('a', 'bedrock'), passed('b', 'bedrock'), passed('a', 'vertex')],
  }
  expect(countedIn({ testResults: [...files, clouds] }).cases).toEqual({
    openai: 1,
    responses: 1,
    anthropic: 1,
    gemini: 1,
    bedrock: 2,
    vertex: 1,
  })
  expect(() => countedIn({ testResults: files })).toThrow('No case of bedrock')
  const failed = { ...clouds, assertionResults: [{ ...passed('a', 'bedrock'), status: 'failed' }] }
  expect(() => countedIn({ testResults: [...files, failed] })).toThrow('does not pass: a')
})
