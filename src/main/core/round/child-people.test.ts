import { expect, test } from 'vitest'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import type { Input } from '../machine/event.ts'
import { submit } from '../testing/test-calls.ts'
import { message, Walk } from '../testing/test-walk.ts'

test('an ended sub-agent accepts nothing that would start work', () => {
  const walk = Walk.child().ask()
  walk.call(submit('Done'))
  const inputs: readonly (readonly [Input, string])[] = [
    [
      {
        type: 'userMessage',
        messageId: 'm' as never,
        text: 'x',
        attachments: [],
        mode: 'interrupt',
      },
      'ended',
    ],
    [{ type: 'continueRequested' }, 'nothingToDo'],
    [{ type: 'retryRequested' }, 'nothingToDo'],
    [{ type: 'compactRequested' }, 'nothingToDo'],
    [{ type: 'cancelRequested', by: 'parent' }, 'nothingToDo'],
  ]
  for (const [input, reason] of inputs) expect(walk.try(input)).toEqual({ type: 'refused', reason })
})

test('only its parent, its timer and people end a running sub-agent, never a message', () => {
  const walk = Walk.child({ busyPolicy: 'interrupt' }).ask()
  for (const mode of ['policy', 'interrupt', 'join'] as const) {
    expect(walk.try(message('x', mode))).toEqual({ type: 'refused', reason: 'busy' })
  }
})

test('a sub-agent asks a person like any conversation, under the mode and rules it was given', () => {
  const walk = Walk.child({ permissionMode: 'ask' }).ask()
  const { messages } = walk.callBash('make')
  const replyId = messages[0]?.id
  if (replyId === undefined) throw new Error('no reply')
  const callIds = [callIdOf(replyId, 0)]
  expect(walk.state.type).toBe('awaitingApproval')
  const step = walk.take({ type: 'approvalAnswered', callIds, answer: { type: 'once' } })
  expect(step.state.type).toBe('toolExecuting')
})
