import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askForLine } from './ask-for-line.ts'

/** A terminal whose input the test writes. `typed` is written once the question is shown. */
function terminal(typed: (stdin: PassThrough) => void) {
  const stdin = new PassThrough()
  const shown: string[] = []
  const write = (text: string): boolean => {
    shown.push(text)
    if (text.startsWith('Allow?')) typed(stdin)
    return true
  }
  return { stdin, stderr: { write }, shown }
}

const OPEN = new AbortController().signal

test('the line typed after the question is the answer, not what was typed before', async () => {
  const at = terminal((stdin) => void stdin.write('yes\n'))
  at.stdin.write('typed ahead\n')
  expect(await askForLine(at, 'Allow?', OPEN)).toBe('yes')
})

test('after the end of the input, this and every later question has no answer', async () => {
  const at = terminal((stdin) => void stdin.end())
  expect(await askForLine(at, 'Allow?', OPEN)).toBeNull()
  expect(await askForLine(at, 'Allow?', OPEN)).toBeNull()
  expect(at.shown).toEqual(['Allow?', '\n'])
})

test('a terminal that goes away while it asks ends the question, and nothing else', async () => {
  const at = terminal((stdin) => void stdin.destroy(new Error('read EIO')))
  at.stdin.on('error', () => undefined)
  expect(await askForLine(at, 'Allow?', OPEN)).toBeNull()
})

test('a withdrawn question ends and says so', async () => {
  const asking = new AbortController()
  const at = terminal(() => void setImmediate(() => asking.abort()))
  expect(await askForLine(at, 'Allow?', asking.signal)).toBeNull()
  expect(at.shown.at(-1)).toContain('This question is closed')
})

test('what is told with the withdrawal stands below the question, and an answered one is not withdrawn', async () => {
  const asking = new AbortController()
  const at = terminal(
    () =>
      void setImmediate(() => {
        asking.abort()
        at.stderr.write('Phoenix has quit.')
      }),
  )
  await askForLine(at, 'Allow?', asking.signal)
  expect(at.shown.join('')).toMatch(/^Allow\?\nThis question is closed: .*\nPhoenix has quit\.$/)
  const answered = new AbortController()
  const again = terminal((stdin) => void stdin.write('yes\n'))
  await askForLine(again, 'Allow?', answered.signal)
  answered.abort()
  expect(again.shown).toEqual(['Allow?'])
})
