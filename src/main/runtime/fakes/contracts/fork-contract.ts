import { expect, test } from 'vitest'
import type { ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { Store } from '../../ports/store.ts'
import { commit, ID, input, user, withConversation } from './store-samples.ts'

const FORK = 'fork' as ConversationId

/** Tests how a store forks; used for the fake and the real one. */
export function testForks(kind: string, open: () => Store): void {
  test(`${kind}: a fork is there with all that it begins with, and names what it was made from`, () => {
    const store = withConversation(open())
    const own = {
      permissionMode: 'auto',
      network: false,
      webSearch: true,
      systemPrompt: 'Be brief.',
      chosenModel: 'lab/small',
      chosenFallback: '',
      chosenEffort: 'auto',
      chosenKeepTrying: '1h',
      chosenBudget: { budgetUsd: 2, budgetMinutes: null },
    } as const
    store.configure(ID, own)
    const rows = [input('fork.f0')]
    const first = commit({ conversationId: FORK, rows, messages: [user('m1')], at: 7, title: 'F' })
    const listed = { id: FORK, folder: '/work', title: 'F', forkedFrom: ID, createdAt: 7 }
    const ran = {
      id: 'fork.s0' as WorkId,
      command: 'make',
      afterSeq: 1,
      since: 3,
      isSandboxed: false,
      phase: { type: 'exited', code: 0, at: 4 },
      output: 'done',
    } as const
    expect(store.forkConversation(ID, first, [ran])).toMatchObject({ ok: true, value: listed })
    expect(store.list()).toMatchObject([listed, { id: ID, forkedFrom: null }])
    expect(store.conversation(FORK)).toMatchObject({ ...own, forkedFrom: ID, parent: null, seq: 1 })
    expect(store.history(FORK)).toMatchObject([{ id: 'm1', seq: 1 }])
    expect(store.history(ID)).toEqual([])
    expect(store.shellCommands(FORK, { from: 0, before: 9 })).toEqual([ran])
  })
}
