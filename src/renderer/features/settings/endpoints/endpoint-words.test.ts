import { expect, test } from 'vitest'
import { EndpointKind } from '../../../../shared/models/endpoint.ts'
import { labelOfKey, noteOfKey, wordsOfAddress } from './endpoint-words.ts'

test('local servers are named if they use the API of the endpoint, and only then', () => {
  const local = EndpointKind.options.filter((kind) =>
    wordsOfAddress(kind).note.includes('localhost'),
  )
  expect(local).toEqual(['openai'])
  const keyless = EndpointKind.options.filter((kind) => noteOfKey(kind).includes('needs none'))
  expect(keyless).toEqual(['openai', 'anthropic'])
})

test('the clouds say which key they take', () => {
  expect(EndpointKind.options.map(labelOfKey)).toEqual([
    'Key',
    'Key',
    'Key',
    'Key',
    'Bedrock API key',
    'Service account or access token',
  ])
  expect(noteOfKey('bedrock')).toContain('AWS keys')
  expect(noteOfKey('vertex')).toContain('a token, which works for an hour')
})
