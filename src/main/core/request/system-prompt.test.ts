import { expect, test } from 'vitest'
import { systemPromptFor } from './system-prompt.ts'

const PLACE = {
  folder: '/home/ann/app',
  platform: 'Linux (x64)',
  startedOn: '2026-11-23',
}

test('the prompt says where the agent works, on what and since when', () => {
  const prompt = systemPromptFor(PLACE)
  for (const fact of ['/home/ann/app', 'Linux (x64)', '2026-11-23']) {
    expect(prompt).toContain(fact)
  }
})

test('the prompt costs no more than it is worth: at most 3 KB', () => {
  expect(Buffer.byteLength(systemPromptFor(PLACE))).toBeLessThan(3 * 1024)
})
