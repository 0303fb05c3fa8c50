import { expect, test } from 'vitest'
import { ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { ShellCommand } from '../../../../shared/conversation/shell-command.ts'
import type { Store } from '../../ports/store.ts'
import { ID, withConversation } from './store-samples.ts'

const ALL = { from: 0, before: Number.MAX_SAFE_INTEGER }

function ran(id: string, afterSeq: number, since: number): ShellCommand {
  const phase = { type: 'running' } as const
  return {
    id: WorkId.parse(id),
    command: `echo ${id}`,
    afterSeq,
    since,
    isSandboxed: true,
    phase,
    output: '',
  }
}

/** Tests how a store keeps people's own commands. */
export function testShells(kind: string, open: () => Store): void {
  const [first, second, third] = [ran('one', 0, 1), ran('two', 2, 2), ran('three', 2, 3)]

  function filled(): Store {
    const store = withConversation(open())
    const other = ConversationId.parse('beside')
    store.createConversation({ id: other, folder: '/work', permissionMode: 'ask', at: 1 })
    for (const each of [first, second, third]) store.beginShellCommand(ID, each)
    store.beginShellCommand(other, ran('elsewhere', 2, 4))
    return store
  }

  test(`${kind}: commands come with the messages that they follow, in order of start`, () => {
    const store = filled()
    expect(store.shellCommands(ID, ALL)).toEqual([first, second, third])
    expect(store.shellCommands(ID, { from: 0, before: 2 })).toEqual([first])
    expect(store.shellCommands(ID, { from: 1, before: 3 })).toEqual([second, third])
    expect(store.shellCommand(WorkId.parse('nobody'))).toBeNull()
  })

  test(`${kind}: what ended is kept as it ended, what a killed app left is interrupted`, () => {
    const store = filled()
    const end = { phase: { type: 'exited', code: 2, at: 9 }, output: 'no\n' } as const
    store.endShellCommand(second.id, end)
    store.interruptShellCommands()
    expect(store.shellCommand(second.id)).toEqual({ ...second, ...end })
    expect(store.shellCommand(first.id)?.phase).toEqual({ type: 'interrupted' })
  })

  test(`${kind}: with a conversation go its commands, and the files of what they printed`, () => {
    const store = filled()
    store.removeConversations([ID])
    expect(store.shellCommands(ID, ALL)).toEqual([])
    expect(store.endShellCommand(first.id, first)).toMatchObject({ ok: true })
    expect(store.shellCommand(WorkId.parse('elsewhere'))).not.toBeNull()
    expect(store.discarded().callIds.toSorted()).toEqual(['one', 'three', 'two'])
  })
}
