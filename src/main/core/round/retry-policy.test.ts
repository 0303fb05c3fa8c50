import { expect, test } from 'vitest'
import { ErrorKind } from '../../../shared/messages/message.ts'
import { decideRetry, isRetryable } from './retry-policy.ts'

// covers REQ-BED-006.3a
test('temporary kinds of failure are retried, and no others', () => {
  const retried = ErrorKind.options.filter(isRetryable)
  expect(retried).toEqual(['rateLimit', 'overloaded', 'network', 'timeout', 'server'])
})

// covers REQ-BED-006.1a R5-14 D-28 D-37
test('the waits are 1 s and 2 s plus at most a quarter, and the third failure is the last', () => {
  const failure = { kind: 'server', retryAfterMs: null } as const
  expect(decideRetry({ ...failure, attempt: 1 }, 0)).toEqual({ type: 'retry', waitMs: 1_000 })
  expect(decideRetry({ ...failure, attempt: 1 }, 0.5)).toEqual({ type: 'retry', waitMs: 1_125 })
  expect(decideRetry({ ...failure, attempt: 2 }, 0)).toEqual({ type: 'retry', waitMs: 2_000 })
  expect(decideRetry({ ...failure, attempt: 2 }, 0.999_999)).toEqual({
    type: 'retry',
    waitMs: 2_500,
  })
  expect(decideRetry({ ...failure, attempt: 3 }, 0.5)).toEqual({ type: 'usedUp' })
})

test('a retry-after of up to a minute is honoured; a longer one ends the attempts', () => {
  const failure = { kind: 'rateLimit', attempt: 1 } as const
  expect(decideRetry({ ...failure, retryAfterMs: 60_000 }, 0)).toEqual({
    type: 'retry',
    waitMs: 60_000,
  })
  expect(decideRetry({ ...failure, retryAfterMs: 60_001 }, 0)).toEqual({
    type: 'giveUp',
    retryAfterMs: 60_001,
  })
})

test('a permanent failure ends the attempts at once, whatever the provider says', () => {
  for (const kind of ErrorKind.options.filter((each) => !isRetryable(each))) {
    const decision = decideRetry({ kind, attempt: 1, retryAfterMs: 1_000 }, 0)
    expect(decision).toEqual({ type: 'giveUp', retryAfterMs: null })
  }
})
