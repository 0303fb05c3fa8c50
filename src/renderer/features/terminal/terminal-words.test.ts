import { expect, test } from 'vitest'
import { endedInWords, fileOfTerminal, foundInWords } from './terminal-words.ts'

test.for([
  [{ code: 3, signal: null }, 'The shell exited with code 3.'],
  [{ code: null, signal: 'SIGKILL' }, 'The shell was killed by SIGKILL.'],
  [
    { code: null, signal: null },
    'The terminal ended unexpectedly, with everything that was running in it.',
  ],
] as const)('%j is: %s', ([end, words]) => {
  expect(endedInWords({ type: 'ended', ...end })).toBe(words)
})

test('the agent is told whose command it was, and gets the end of output that is too long', async () => {
  const file = fileOfTerminal('$ npm test\n1 failed', 'lastCommand')
  expect(file.name).toBe('Terminal.txt')
  expect(await new Response(file.slice()).text()).toBe(
    'The user ran this in their own terminal in the folder:\n$ npm test\n1 failed',
  )
  const long = await new Response(
    fileOfTerminal(`a${'b'.repeat(70_000)}`, 'selection').slice(),
  ).text()
  expect(long.startsWith('The user selected this in their own terminal in the folder:\n…\nb')).toBe(
    true,
  )
  expect(long.length).toBeLessThan(66_000)
  const cut = fileOfTerminal(`😀${'b'.repeat(64 * 1024 - 1)}`, 'selection')
  expect(await new Response(cut.slice()).text()).toContain('…\nbbb')
})

test.for([
  [{ count: 0, current: null }, 'No matches'],
  [{ count: 1, current: null }, '1 match'],
  [{ count: 2, current: null }, '2 matches'],
  [{ count: 2, current: 1 }, '1 of 2'],
] as const)('%j is: %s', ([found, words]) => {
  expect(foundInWords(found)).toBe(words)
})
