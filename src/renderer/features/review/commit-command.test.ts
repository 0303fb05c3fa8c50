import { expect, test } from 'vitest'
import { MAX_SHELL_LENGTH, type ShellPhase } from '../../../shared/conversation/shell-command.ts'
import { commitCommand, MAX_COMMIT_MESSAGE, refusedMessage } from './commit-command.ts'

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

const exited = (code: number): ShellPhase => ({ type: 'exited', code, at: 1 })

test.each([
  ['a hook refused it', exited(1), true],
  ['it was stopped', { type: 'stopped', by: 'person', at: 1 }, true],
  ['Phoenix was killed', { type: 'interrupted' }, true],
  ['it was made', exited(0), false],
  ['it still runs', { type: 'running' }, false],
] as const)(
  'the message of the last commit comes back only if that was not made: %s',
  (_, phase, isBack) => {
    const message = "Don't 'wait'\n\nfor $HOME"
    const tried = { command: commitCommand(message), phase }
    const others = ['git status', "git add -A . && git commit -m it's -- ."].map((command) => ({
      command,
      phase: exited(1),
    }))
    expect(refusedMessage([{ command: commitCommand('Older'), phase: exited(1) }, tried])).toBe(
      isBack ? message : '',
    )
    expect(refusedMessage([tried, ...others.slice(0, 1)])).toBe(isBack ? message : '')
    expect(refusedMessage(others)).toBe('')
  },
)
