import { expect, onTestFinished, test, vi } from 'vitest'
import type { Rule } from '../../../shared/conversation/turn.ts'
import { type Counts, oftenAllowed, saveCounts, withAllowed } from './often-allowed.ts'

const rule = (subject: string): Rule => ({ tool: 'bash', subject, match: 'exact' })
const allowed = (times: number, before: Counts = []): Counts =>
  Array.from({ length: times }).reduce<Counts>(
    (counts) => withAllowed(counts, '/app', rule('npm test')),
    before,
  )

test('a rule is offered from the third time on, for the same call in the same folder', () => {
  const offers = [1, 2, 3, 7].map((times) => oftenAllowed(allowed(times), '/app', rule('npm test')))
  expect(offers).toEqual([0, 0, 3, 7])
  expect(oftenAllowed(allowed(3), '/app', rule('npm run test'))).toBe(0)
  expect(oftenAllowed(allowed(3), '/other', rule('npm test'))).toBe(0)
  expect(oftenAllowed(allowed(3), '/app', undefined)).toBe(0)
})

test('calls in between change nothing, and old approvals are forgotten', () => {
  let counts = allowed(2)
  for (let each = 0; each < 199; each += 1)
    counts = withAllowed(counts, '/app', rule(`echo ${each}`))
  expect(oftenAllowed(allowed(1, counts), '/app', rule('npm test'))).toBe(3)
  counts = withAllowed(counts, '/app', rule('one more'))
  expect(counts).toHaveLength(200)
  expect(oftenAllowed(allowed(1, counts), '/app', rule('npm test'))).toBe(0)
})

test('long commands are not kept: the browser keeps only some megabytes', () => {
  let counts = allowed(3)
  for (let each = 0; each < 199; each += 1)
    counts = withAllowed(counts, '/app', rule(`cat <<END ${each} ${'x'.repeat(100_000)}`))
  expect(counts).toEqual(allowed(3))
})

test('an answer does not fail if the browser keeps nothing more', () => {
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(() => saveCounts(allowed(1))).not.toThrow()
})
