import { expect, test } from 'vitest'
import { badgeOfSandbox, sentenceOfSandbox } from './sandbox-words.ts'

test('a badge shows that commands run without a sandbox, with the reason', () => {
  const badge = badgeOfSandbox('bubblewrap is not installed.', true)
  expect(badge?.label).toBe('Not sandboxed')
  expect(badge?.text).toContain('bubblewrap is not installed.')
  expect(badgeOfSandbox('bubblewrap is not installed.', false)?.label).toBe('Not sandboxed')
})

test('in a sandbox a badge shows only if the network is off', () => {
  expect(badgeOfSandbox(null, true)).toBeNull()
  expect(badgeOfSandbox(null, false)?.label).toBe('Network off')
})

test('the details of the permissions say what commands can reach', () => {
  expect(sentenceOfSandbox(null, true)).toContain('and reach the network')
  expect(sentenceOfSandbox(null, false)).toContain('have no network')
  expect(sentenceOfSandbox('None.', true)).toContain('without a sandbox')
})
