import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { toolState } from '../../client/fakes/samples.ts'
import { CallId, ConversationId } from '../../shared/ids.ts'
import { RunningCall } from './running-call.ts'
import { UpdateQueue } from './update-queue.ts'

test('the end of a long output begins with a whole character: an editor may refuse JSON with half of one', async () => {
  const heard: SessionUpdate[] = []
  const notify = async (_method: string, { update }: { update: SessionUpdate }) =>
    void heard.push(update)
  const peer = { notify } as unknown as AgentContext
  const by = { client: createClient(), peer, capabilities: {}, note: () => undefined }
  const conversationId = ConversationId.parse('c1')
  const queue = new UpdateQueue(by, conversationId, '/work')
  const running = new RunningCall(queue)
  const callId = CallId.parse('m1.0')
  running.step(toolState(callId))
  const text = `${'🚀'.repeat(3_000)}.`
  running.print({
    type: 'conversation.printed',
    conversationId,
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
