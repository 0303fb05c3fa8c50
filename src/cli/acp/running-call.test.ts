import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { agentMessage, resultMessage, toolState } from '../../client/fakes/samples.ts'
import { CallId, ConversationId } from '../../shared/ids.ts'
import { RunningCall } from './running-call.ts'
import { UpdateQueue } from './update-queue.ts'

const ID = ConversationId.parse('c1')

function queueFor(id: ConversationId): { heard: SessionUpdate[]; queue: UpdateQueue } {
  const heard: SessionUpdate[] = []
  const notify = async (_method: string, { update }: { update: SessionUpdate }) =>
    void heard.push(update)
  const peer = { notify } as unknown as AgentContext
  const by = { client: createClient(), peer, capabilities: {}, note: () => undefined }
  return { heard, queue: new UpdateQueue(by, id, '/work') }
}

test('the end of a long output begins with a whole character: an editor may refuse JSON with half of one', async () => {
  const { heard, queue } = queueFor(ID)
  const running = new RunningCall(queue)
  const callId = CallId.parse('m1.0')
  running.step(toolState(callId))
  const text = `${'🚀'.repeat(3_000)}.`
  running.print({
    type: 'conversation.printed',
    conversationId: ID,
    epoch: 1,
    callId,
    dropped: 0,
    text,
  })
  await queue.allSent()
  const shown = JSON.stringify(heard.at(-1))
  expect(shown).toContain('🚀.')
  expect(shown).not.toContain('\\ud')
})

test('a call that wrote a plan is no call to the editor, which was not told of one', async () => {
  const { heard, queue } = queueFor(ID)
  const todos = [{ content: 'Look', status: 'pending' }]
  const input = { type: 'object', value: { todos } }
  queue.addMessage(
    agentMessage(1, [{ type: 'toolCall', providerCallId: 'p', name: 'todo_write', input }]),
  )
  new RunningCall(queue).step(toolState('m1.0'))
  queue.addMessage(resultMessage(2, 'm1.0', 'Noted.'))
  await queue.allSent()
  expect(heard.map(({ sessionUpdate }) => sessionUpdate)).toEqual(['plan'])
})
