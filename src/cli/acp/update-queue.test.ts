import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { ConversationId } from '../../shared/ids.ts'
import { chunk } from './live-reply.ts'
import { MAX_WAITING_UPDATES, UpdateQueue } from './update-queue.ts'

test('R25: a client that does not read is sent so many updates later, then how many are missing, and all that follow', async () => {
  const reads = Promise.withResolvers<void>()
  const heard: SessionUpdate[] = []
  const peer = {
    notify: async (_method: string, { update }: { update: SessionUpdate }) => {
      await reads.promise
      heard.push(update)
    },
  } as unknown as AgentContext
  const by = {
    client: createClient(),
    peer,
    capabilities: {},
    note: (line: string) => expect.fail(line),
  }
  const queue = new UpdateQueue(by, ConversationId.parse(crypto.randomUUID()), '/work')
  const missing = 5
  for (let at = 0; at < MAX_WAITING_UPDATES + missing; at += 1) queue.add(chunk('text', `${at} `))
  reads.resolve()
  await queue.allSent()
  const words = heard.map((update) => JSON.stringify(update))
  expect(words).toHaveLength(MAX_WAITING_UPDATES + 1)
  expect(words[MAX_WAITING_UPDATES - 1]).toContain(`${MAX_WAITING_UPDATES - 1} `)
  expect(words.at(-1)).toContain(`${missing} updates are missing here`)
  queue.add(chunk('text', 'next'))
  await queue.allSent()
  expect(heard.slice(MAX_WAITING_UPDATES + 1)).toEqual([chunk('text', 'next')])
})
