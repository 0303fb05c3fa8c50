import { expect, test } from 'vitest'
import type { EndpointView } from '../../../shared/models/endpoint.ts'
import { endpointAs } from './kind-offer.ts'

const LAB: EndpointView = {
  id: 'lab',
  kind: 'openai',
  baseUrl: 'https://lab.example/v1',
  models: [],
  timeouts: {},
  hasKey: true,
  headerNames: [],
  keyRest: 'file',
}
const MODEL = 'lab/gpt-6-sol'

test('the offer changes only the kind of the endpoint', () => {
  expect(endpointAs('responses', MODEL, [LAB])).toEqual({ ...LAB, kind: 'responses' })
})

test.each([
  ['no word of its server', null, [LAB]],
  ['the kind that is wanted', 'responses', [{ ...LAB, kind: 'responses' }]],
  ['an endpoint that is gone', 'responses', []],
] as const)('nothing is offered with %s', (_, wanted, endpoints) => {
  expect(endpointAs(wanted, MODEL, endpoints)).toBeNull()
})
