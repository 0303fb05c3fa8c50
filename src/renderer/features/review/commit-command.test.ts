import { expect, test } from 'vitest'
import { MAX_SHELL_LENGTH } from '../../../shared/conversation/shell-command.ts'
import { commitCommand, MAX_COMMIT_MESSAGE } from './commit-command.ts'

test.each([
  ['Close the server', "'Close the server'"],
  ['Two lines\n\n- of $HOME `id` "q" \\\n', `'Two lines\n\n- of $HOME \`id\` "q" \\'`],
  ["Don't 'wait'", String.raw`'Don'\''t '\''wait'\'''`],
])(
  'everything in the folder is committed with the message %j, word for word',
  (message, quoted) => {
    expect(commitCommand(message)).toBe(`git add -A . && git commit -m ${quoted} -- .`)
  },
)

test('the longest message fits into a command, whatever is in it', () => {
  expect(commitCommand("'".repeat(MAX_COMMIT_MESSAGE)).length).toBeLessThanOrEqual(MAX_SHELL_LENGTH)
})
