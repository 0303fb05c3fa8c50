import { afterEach, beforeEach, expect, test } from 'vitest'
import { Desk } from './calling.fixture.ts'
import { changing, edit } from './changing.fixture.ts'

let desk: Desk
beforeEach(() => {
  desk = new Desk()
})
afterEach(() => {
  desk[Symbol.dispose]()
})

const WORDS =
  /Instructions for your work in the folder of a\/AGENTS\.md\.[^]*<instructions>\nUse tabs\.\n<\/instructions>$/

test('reading or changing a file tells the instructions of the folders above it', async () => {
  desk.write('AGENTS.md', 'The folder’s own.')
  desk.write('a/AGENTS.md', 'Use tabs.\n')
  desk.write('a/b/c.ts', 'one\n')
  expect((await desk.call('read_file', { path: 'a/b/c.ts' })).text).toMatch(WORDS)
  const changed = await desk.call(...changing(edit('a/b/c.ts', 'one', 'two')))
  expect(changed.text).toMatch(WORDS)
  desk.write('x.ts', 'one\n')
  expect((await desk.call('read_file', { path: 'x.ts' })).text).not.toContain('instructions')
  expect((await desk.call('read_file', { path: 'a/b/none.ts' })).text).not.toContain('instructions')
})
