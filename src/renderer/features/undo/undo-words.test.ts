import { expect, test } from 'vitest'
import type { EditsLook } from '../../../shared/conversation/edits.ts'
import { headingOf, listsOf, nothingIn, problemOf, sentenceOfCommands } from './undo-words.ts'

const CHANGED = { shown: 'a.ts', why: 'It has changed since.' }
const FULL = { shown: 'b.ts', why: 'The disk is full.' }
const LOOK: EditsLook = {
  restorable: [{ shown: 'b.ts', becomes: 'restored' }],
  conflicts: [CHANGED],
  mayHaveChanged: null,
}

test('an undo that matches its preview is no problem, even if it skipped files', () => {
  expect(problemOf({ undone: 1, conflicts: [CHANGED] }, LOOK)).toBeNull()
})

test('a file that the preview listed and that was not restored is named with the reason', () => {
  expect(problemOf({ undone: 1, conflicts: [CHANGED, FULL] }, LOOK)).toBe(
    '1 file was restored, these were not. b.ts: The disk is full.',
  )
})

test('an undo that changed nothing gives the reason for each file', () => {
  expect(problemOf({ undone: 0, conflicts: [CHANGED, FULL] }, LOOK)).toBe(
    'Nothing was changed. a.ts: It has changed since. b.ts: The disk is full.',
  )
})

test.for([[], ['a.log']])(
  'changes possibly made by commands are listed, with what is not checked: %o',
  (names) => {
    const words = sentenceOfCommands({ commands: 1, names, more: 0, gap: null }, 'In this turn')
    expect(words).toContain('deleted and ignored files are not checked')
  },
)

test('files are listed by what happens to them, and counted there', () => {
  const look: EditsLook = {
    ...LOOK,
    restorable: [
      { shown: 'new.ts', becomes: 'deleted' },
      { shown: 'b.ts', becomes: 'restored' },
      { shown: 'c.ts', becomes: 'restored' },
    ],
  }
  expect(listsOf(look).map(({ title, shown }) => [headingOf(title, shown.length), shown])).toEqual([
    ['Will be changed back: 2 files', ['b.ts', 'c.ts']],
    ['Will be deleted: 1 file', ['new.ts']],
  ])
  expect(nothingIn(look)).toBeNull()
})

test('an undo without a file to change says whether any was left to undo', () => {
  expect(nothingIn({ ...LOOK, restorable: [] })).toBe('No file can be restored.')
  expect(nothingIn({ ...LOOK, restorable: [], conflicts: [] })).toContain('Nothing to undo')
})
