import { expect, test } from 'vitest'
import { contextAfter } from './context-after.ts'
import { testContext } from '../testing/test-context.ts'
import { enveloped, SAMPLES } from '../testing/test-steps.ts'

test('the context is what a session opens with, changed only by settings', () => {
  const before = testContext()
  const brought = { ...before, systemPrompt: 'Brought.' }
  const opened = enveloped({ type: 'sessionOpened', context: brought, unclosed: false })
  expect(contextAfter(before, opened)).toEqual(brought)
  const change = { systemPrompt: 'Changed.' }
  const changed = enveloped({ type: 'settingsChanged', change })
  expect(contextAfter(before, changed)).toEqual({ ...before, ...change })
  for (const [type, input] of Object.entries(SAMPLES)) {
    if (type === 'sessionOpened' || type === 'settingsChanged') continue
    expect(contextAfter(before, enveloped(input))).toBe(before)
  }
})
