import { expect, test } from 'vitest'
import type { AgentKind } from '../../../shared/conversation/agent-kind.ts'
import { IN_THE_LIST } from '../../../shared/conversation/conversation.ts'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import { CallId, type ConversationId } from '../../../shared/ids.ts'
import { testContext } from '../../core/testing/test-context.ts'
import type { Context } from '../../core/machine/context.ts'
import { NOTHING_OWN } from '../fakes/memory/new-record.ts'
import { ownContext } from './own-context.ts'
import type { StoredConversation } from '../ports/conversation-store.ts'

const PARENT: Context = { ...testContext(), systemPrompt: 'Be brief.', permissionMode: 'auto' }

function contextOf(kind: AgentKind): Context {
  const { conversationId, folder } = PARENT
  const parent = { conversationId, callId: CallId.parse('call'), index: 0, task: 'Look', kind }
  const stored: StoredConversation = {
    ...NOTHING_OWN,
    id: 'child' as ConversationId,
    title: null,
    titleSource: 'message',
    hasBegun: true,
    isUnread: false,
    ...IN_THE_LIST,
    folder,
    parent,
    permissionMode: 'ask',
    instructions: null,
    instructionsFault: null,
    createdAt: 0,
    updatedAt: 0,
    state: IDLE,
    seq: 0,
    hasOpenSession: false,
  }
  const around = { settings: PARENT, rules: [], parent: PARENT }
  return ownContext(stored, around)
}

test("a sub-agent works under its parent's restrictions, as the kind that its call asked for", () => {
  const worker = contextOf('worker')
  const role = { type: 'child', parent: PARENT.conversationId }
  expect(worker).toMatchObject({ role: { ...role, kind: 'worker' }, permissionMode: 'auto' })
  expect(worker.systemPrompt).toBe('Be brief.')
  const explorer = contextOf('explorer')
  expect(explorer.role).toEqual({ ...role, kind: 'explorer' })
  expect(explorer.systemPrompt).toMatch(/^Be brief\.\n\n# You are an explorer\n\nYou only read\./)
})
