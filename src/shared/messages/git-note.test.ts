import { expect, test } from 'vitest'
import { GIT_NOTE_BEGINNING, gitNoteIn, isGitNote } from './git-note.ts'

const note = (...lines: readonly string[]): string => [GIT_NOTE_BEGINNING, ...lines].join('\n')

test.each([
  [note('Branch: main', 'No changed files.', 'x'), 'main', false],
  [note('Branch: fix/it...origin/fix/it [ahead 1]', 'Changed files:', ' M a'), 'fix/it', true],
  [note('Branch: No commits yet on main', 'No changed files.'), 'main', false],
  [note('Branch: HEAD (no branch)', 'No changed files.'), 'HEAD (no branch)', false],
])('the branch and whether files have changed, %#', (text, branch, isChanged) => {
  expect(gitNoteIn(text)).toMatchObject({ branch, isChanged })
})

test('people read what git said, not what is meant for the model', () => {
  expect(gitNoteIn(note('Branch: main', 'No changed files.'))?.rest).toBe(
    'Branch: main\nNo changed files.',
  )
})

test.each(['', 'Branch: main', GIT_NOTE_BEGINNING, `Look: ${note('Branch: main')}`])(
  'any other text is not such a note: %j',
  (text) => {
    expect(isGitNote(text)).toBe(false)
    expect(gitNoteIn(text)).toBeNull()
  },
)
