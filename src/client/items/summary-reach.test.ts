import { expect, test } from 'vitest'
import { personMessage } from '../fakes/samples.ts'
import { beginningAt } from './summary-reach.ts'

test('the beginning that names a message ends with a whole character', () => {
  const text = `${'a'.repeat(59)}🚀 and more`
  expect(beginningAt([personMessage(1, text)], 1)).toBe(`${'a'.repeat(59)}…`)
})
