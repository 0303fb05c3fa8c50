import { expect, test } from 'vitest'
import { badgeOfFence, sentenceOfFence } from './fence-words.ts'

test('a badge shows where nothing keeps the commands, with the reason', () => {
  const badge = badgeOfFence('bubblewrap is not installed.', true)
  expect(badge?.label).toBe('Not sandboxed')
  expect(badge?.text).toContain('bubblewrap is not installed.')
  expect(badgeOfFence('bubblewrap is not installed.', false)?.label).toBe('Not sandboxed')
})

test('in a sandbox a badge shows only where the network is off', () => {
  expect(badgeOfFence(null, true)).toBeNull()
  expect(badgeOfFence(null, false)?.label).toBe('Network off')
})

test('a second look at the permissions says what commands can reach', () => {
  expect(sentenceOfFence(null, true)).toContain('and reach the network')
  expect(sentenceOfFence(null, false)).toContain('reach no network')
  expect(sentenceOfFence('None.', true)).toContain('without a sandbox')
})
