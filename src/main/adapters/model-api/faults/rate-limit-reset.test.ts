import { expect, test } from 'vitest'
import { readRateLimitReset } from './rate-limit-reset.ts'
import { readRetryAfter, waitOf } from './retry-after.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const SPENT = 'anthropic-ratelimit-input-tokens'

test.each<[string, Record<string, string>, number | null]>([
  ['no header', {}, null],
  [
    'a time, as Anthropic has it',
    { [`${SPENT}-remaining`]: '0', [`${SPENT}-reset`]: '2026-01-01T00:01:00Z' },
    60_000,
  ],
  ['a time that is over', { [`${SPENT}-reset`]: '2025-12-31T23:59:00Z' }, 0],
  ['seconds since 1970', { 'anthropic-ratelimit-unified-reset': String(NOW / 1000 + 30) }, 30_000],
  [
    'a length of time, as OpenAI has it',
    { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m1.5s' },
    361_500,
  ],
  ['parts of a second', { 'x-ratelimit-reset-requests': '20ms' }, 20],
  ['hours', { 'x-ratelimit-reset-requests': '1h30m' }, 5_400_000],
  ['ms since 1970, as OpenRouter has it', { 'x-ratelimit-reset': String(NOW + 5_000) }, 5_000],
  ['seconds from now', { 'x-ratelimit-reset': '12' }, 12_000],
  [
    'the longest of what is used up, and not what is left',
    {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '2s',
      'x-ratelimit-remaining-tokens': '17',
      'x-ratelimit-reset-tokens': '9m',
      'x-ratelimit-reset-images': '1s',
    },
    2_000,
  ],
  [
    'the window that rejects, as Anthropic has it for all of an account',
    {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(NOW / 1000 + 1_800),
      'anthropic-ratelimit-unified-5h-status': 'rejected',
      'anthropic-ratelimit-unified-5h-reset': String(NOW / 1000 + 1_800),
      'anthropic-ratelimit-unified-7d-status': 'allowed_warning',
      'anthropic-ratelimit-unified-7d-reset': String(NOW / 1000 + 500_000),
    },
    1_800_000,
  ],
  [
    'what is used up, and not what nothing is said of',
    {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '2s',
      'x-ratelimit-reset-tokens': '6m',
    },
    2_000,
  ],
  [
    'what nothing is said of, where the others are left',
    {
      'x-ratelimit-remaining-requests': '5',
      'x-ratelimit-reset-requests': '6m',
      'x-ratelimit-reset-tokens': '2s',
    },
    2_000,
  ],
  [
    'limits that are all left',
    { 'x-ratelimit-remaining-tokens': '17', 'x-ratelimit-reset-tokens': '6m' },
    null,
  ],
  ['nonsense', { 'x-ratelimit-reset-tokens': 'soon', 'x-ratelimit-reset-requests': '' }, null],
  ['parts of a ms since 1970', { 'x-ratelimit-reset': `${NOW + 5_000}.6` }, 5_001],
  ['parts of a ms', { 'x-ratelimit-reset-requests': '1.4ms' }, 1],
  ['30 days', { 'x-ratelimit-reset-requests': '30d' }, 2_592_000_000],
  ['more than 30 days', { 'x-ratelimit-reset-requests': '30d1ms' }, null],
  ['a number beyond all times', { 'x-ratelimit-reset': `1${'0'.repeat(20)}` }, null],
  ['a number beyond all numbers', { 'x-ratelimit-reset': '9'.repeat(400) }, null],
  ['a length of time beyond them', { 'x-ratelimit-reset-tokens': `${'9'.repeat(400)}s` }, null],
  ['a time that is none', { [`${SPENT}-reset`]: '2026-99-01T00:00:00Z' }, null],
])('%s', (_, headers, ms) => {
  expect(readRateLimitReset(new Headers(headers), NOW)).toBe(ms)
})

test.each([
  ['2', 2_000],
  ['0.5', 500],
  ['3600', 3_600_000],
  [' 7 ', 7_000],
  ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['99999999999', 99_999_999_999_000],
  ['1e400', null],
  [`9${'9'.repeat(400)}`, null],
  ['NaN', null],
  ['Infinity', null],
  ['-5', null],
  ['', null],
  ['soon', null],
])('retry-after %j is %s ms', (header, ms) => {
  expect(readRetryAfter(header, NOW)).toBe(ms)
})

test.each([
  ['1500', 1_500],
  ['', 2_000],
  [' ', 2_000],
  ['soon', 2_000],
  ['-1', 2_000],
])('retry-after-ms %j beside retry-after 2 is %s ms', (header, ms) => {
  const headers = new Headers({ 'retry-after-ms': header, 'retry-after': '2' })
  expect(waitOf({ type: 'overloaded' }, headers, NOW)).toBe(ms)
})
