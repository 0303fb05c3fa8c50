import { expect, test } from 'vitest'
import { LIVE_OUTPUT_LENGTH } from '../../shared/conversation/conversation.ts'
import { ConversationId, WorkId } from '../../shared/ids.ts'
import type { ShellCommand } from '../../shared/conversation/shell-command.ts'
import { joinedShells, withPrinted, withShell } from './shells.ts'

const id = WorkId.parse('one')
const first: ShellCommand = {
  id,
  command: 'npm test',
  afterSeq: 2,
  since: 1,
  isSandboxed: true,
  phase: { type: 'running' },
  output: '',
}
const second = { ...first, id: WorkId.parse('two') }
const printed = (text: string): Parameters<typeof withPrinted>[1] => ({
  type: 'conversation.shellPrinted',
  conversationId: ConversationId.parse('c1'),
  epoch: 1,
  id,
  text,
})

test('a started command comes last, and an ended one keeps its place', () => {
  const both = withShell(withShell([], first), second)
  const ended: ShellCommand = { ...first, phase: { type: 'exited', code: 0, at: 3 }, output: 'ok' }
  expect(withShell(both, ended)).toEqual([ended, second])
})

test('output of a command is added to its own, and its end is kept', () => {
  const both = withPrinted(withPrinted([first, second], printed('a')), printed('b'))
  expect(both.map(({ output }) => output)).toEqual(['ab', ''])
  const long = withPrinted(both, printed('x'.repeat(LIVE_OUTPUT_LENGTH)))
  expect(long[0]?.output).toHaveLength(LIVE_OUTPUT_LENGTH)
})

test('two pages are joined without repeating a command, each as in the later page', () => {
  const newer = { ...first, output: 'newer' }
  expect(joinedShells([first], [newer, second])).toEqual([newer, second])
})
