import { expect, test } from 'vitest'
import { WorkId } from '../../shared/ids.ts'
import type { ShellCommand, ShellPhase } from '../../shared/conversation/shell-command.ts'
import { fileOfShell, isBadShell, outcomeOfShell, shellCommandIn } from './shell-words.ts'

function ran(phase: ShellPhase, given: Partial<ShellCommand> = {}): ShellCommand {
  const base = { id: WorkId.parse('s1'), command: 'npm test', afterSeq: 0, since: 1_000 }
  return { ...base, isSandboxed: true, output: '', phase, ...given }
}

test.for([
  ['!npm test', 'npm test'],
  ['! npm test ', 'npm test'],
  ['!echo a\necho b', 'echo a\necho b'],
  ['!', null],
  ['!  ', null],
  [' !npm test', null],
  ['Run !npm test', null],
  ['![a picture](a.png) is too wide', null],
  ['![a picture][1]', null],
  ['![ -f a ] && echo a', '[ -f a ] && echo a'],
] as const)('of %j, %j is run', ([draft, command]) => {
  expect(shellCommandIn(draft)).toBe(command)
})

test.for([
  [{ type: 'running' }, 'Running · 4 s', false],
  [{ type: 'exited', code: 0, at: 3_500 }, 'exit 0 · 2.5 s', false],
  [{ type: 'exited', code: 2, at: 3_500 }, 'exit 2 · 2.5 s', true],
  [{ type: 'killed', signal: 'SIGSEGV', at: 3_500 }, 'killed by SIGSEGV · 2.5 s', true],
  [{ type: 'stopped', by: 'person', at: 3_500 }, 'Stopped by you · 2.5 s', false],
  [{ type: 'notStarted', reason: 'The folder is gone.' }, 'Not started', false],
  [{ type: 'interrupted' }, 'Phoenix quit while it was running', false],
] as const)('one that is %j says: %s', ([phase, words, isBad]) => {
  expect(outcomeOfShell(ran(phase), 5_000)).toBe(words)
  expect(isBadShell(ran(phase))).toBe(isBad)
})

test('the agent gets the command, its output without colours, and how it ended', async () => {
  const phase = { type: 'exited', code: 1, at: 2_000 } as const
  const output = '\u001B[31m1 failed\u001B[0m\n'
  const file = fileOfShell(ran(phase, { command: 'npm test -- a/b\necho', output }), 0)
  expect(file.name).toBe('npm test -- a b.txt')
  expect(await new Response(file.slice()).text()).toBe(
    'The user ran this command in the folder:\n$ npm test -- a/b\necho\n1 failed\nexit 1 · 1.0 s',
  )
})

test('the name of that file ends in a whole character', () => {
  const command = `echo ${'x'.repeat(34)}𠀀𠀀`
  expect(fileOfShell(ran({ type: 'running' }, { command }), 0).name).toBe(
    `echo ${'x'.repeat(34)}.txt`,
  )
})
