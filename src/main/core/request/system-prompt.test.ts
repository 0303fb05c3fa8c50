import { expect, test } from 'vitest'
import { systemPromptFor, withModelName } from './system-prompt.ts'

const PLACE = {
  folder: '/home/ann/app',
  platform: 'Linux (x64)',
  startedOn: '2026-11-23',
}
const PROMPT = withModelName(systemPromptFor(PLACE), 'claude-opus-5-5')

test('the prompt says where the agent works, on which system, since when and with which model', () => {
  for (const fact of ['/home/ann/app', 'Linux (x64)', '2026-11-23', 'claude-opus-5-5']) {
    expect(PROMPT).toContain(fact)
  }
})

test('a prompt that a person has emptied stays empty', () => {
  expect(withModelName(' ', 'claude-opus-5-5')).toBe(' ')
})

test('the prompt is at most 3 KB', () => {
  expect(Buffer.byteLength(PROMPT)).toBeLessThan(3 * 1024)
})

/** What models read, to be read by people: a change of a word is seen in review, with its bytes. */
test('the prompt matches the golden file', async () => {
  const golden = `${Buffer.byteLength(PROMPT)} bytes\n\n${PROMPT}\n`
  await expect(golden).toMatchFileSnapshot('./golden/system-prompt.txt')
})
