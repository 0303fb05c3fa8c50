import * as anthropicSdk from '@anthropic-ai/sdk'
import * as openaiSdk from 'openai'
import { describe, expect, test } from 'vitest'
import { isRetryable } from '../../core/round/retry-policy.ts'
import {
  classifyErrorEvent,
  classifyThrown as classifyAnthropic,
} from '../anthropic/classify-error.ts'
import {
  classifyErrorChunk,
  classifyThrown as classifyOpenai,
} from '../openai-compatible/classify-error.ts'
import type { Refused } from './ask-endpoint.ts'
import { type Fault, kindOf } from './faults/fault.ts'

const APIS: readonly (readonly [name: string, api: Classifying])[] = [
  [
    'the Messages API',
    {
      refused: (status, body) =>
        classifyAnthropic(anthropicSdk.APIError.generate(status, body, '', new Headers()), 0),
      timedOut: () => classifyAnthropic(new anthropicSdk.APIConnectionTimeoutError(), 0),
      inStream: (error) => classifyErrorEvent({ type: 'error', error }),
    },
  ],
  [
    'chat completions',
    {
      refused: (status, body) =>
        classifyOpenai(openaiSdk.APIError.generate(status, body, '', new Headers()), 0),
      timedOut: () => classifyOpenai(new openaiSdk.APIConnectionTimeoutError(), 0),
      inStream: (error) => classifyErrorChunk({ error }, 0)?.fault ?? null,
    },
  ],
]

interface Classifying {
  readonly refused: (status: number, body: object | undefined) => Refused
  readonly timedOut: () => Refused
  readonly inStream: (error: object) => Fault | null
}

const STATUSES = Array.from({ length: 300 }, (_, index) => 300 + index)
const BODIES = [undefined, {}, bodyOf('invalid_request_error'), bodyOf('telepathy_error')]
const TRIED_AGAIN = ['rate_limit_error', 'overloaded_error', 'server_error', 'telepathy_error']
const NOT_TRIED_AGAIN = ['authentication_error', 'permission_error', 'invalid_request_error']

function bodyOf(type: string) {
  return { error: { type, message: 'no' } }
}

function passesByItself(fault: Fault | null): boolean {
  const kind = fault === null ? 'contextFull' : kindOf(fault)
  return kind !== 'contextFull' && isRetryable(kind)
}

describe.each(APIS)('%s', (_, { inStream, refused, timedOut }) => {
  // The compiler ensures that no kind and no type is left to a default (assertNever, Record).
  test('T43 5xx, timeouts and 429 are retried, 4xx and keys are not, whatever else is said', () => {
    for (const body of BODIES) {
      const retried = STATUSES.filter((status) => passesByItself(refused(status, body).fault))
      const fives = STATUSES.filter((status) => status >= 500)
      expect(retried).toEqual([408, 409, 429, ...fives])
    }
    expect(passesByItself(timedOut().fault)).toBe(true)
    const ofStream = (type: string): boolean => passesByItself(inStream(bodyOf(type).error))
    expect(TRIED_AGAIN.map(ofStream)).not.toContain(false)
    expect(NOT_TRIED_AGAIN.map(ofStream)).not.toContain(true)
  })
})
