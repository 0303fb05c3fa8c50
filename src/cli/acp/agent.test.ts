import { setImmediate as later } from 'node:timers/promises'
import type { AnyMessage } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { FakeHost, inputOf, type ReceivedRequest } from '../../client/fakes/fake-host.ts'
import { SAMPLE_SETTINGS as settings } from '../../client/fakes/sample-settings.ts'
import { personMessage, snapshotOf, stepOf } from '../../client/fakes/samples.ts'
import { StateView } from '../../shared/conversation/state-view.ts'
import { VERSION } from '../../shared/version.ts'
import { phoenixAgent } from './agent.ts'

const IDLE = StateView.parse({ type: 'idle', unfinished: null })
const SNAPSHOT = snapshotOf({ messages: [], seq: 1, epoch: 1, hasEarlier: false, state: IDLE })
const sessionId = SNAPSHOT.summary.id
const ANSWERS: Readonly<Record<string, unknown>> = {
  'conversation.open': SNAPSHOT,
  'conversation.leave': {},
  'mcp.bring': { problems: [] },
  'files.commands': { commands: [] },
}

/** An agent whose host answers all that opens a session, once `flush` is called, and what its client has received. */
async function started() {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const opened = { version: VERSION, conversations: [], settings, homeFolder: '/home' } as const
  const { app } = phoenixAgent(client, opened as never, () => undefined)
  const received: AnyMessage[] = []
  const sent = new TransformStream<AnyMessage>()
  const writer = sent.writable.getWriter()
  const writable = new WritableStream<AnyMessage>({ write: (each) => void received.push(each) })
  app.connect({ readable: sent.readable, writable })
  const answered = new Set<ReceivedRequest>()
  let id = 0
  const agent = {
    host,
    received,
    /** What was answered to the request of this id. */
    answerTo: (of: number) => received.find((each) => 'id' in each && each.id === of),
    ask: (method: string, params: object): number => {
      id += 1
      void writer.write({ jsonrpc: '2.0', id, method, params })
      return id
    },
    tell: (method: string, params: object) => void writer.write({ jsonrpc: '2.0', method, params }),
    /** Lets everything happen. `cancels` are answered, too. */
    flush: async () => {
      for (let round = 0; round < 20; round += 1) {
        await later()
        for (const request of host.requests.filter((each) => !answered.has(each))) {
          const { frame } = request
          const value = frame.type === 'cancel' ? {} : ANSWERS[Object(frame).command]
          if (value === undefined) continue
          answered.add(request)
          request.answer(value)
        }
      }
    },
  }
  agent.ask('initialize', { protocolVersion: 1, clientCapabilities: {} })
  await agent.flush()
  return agent
}

const SESSION = { sessionId, cwd: '/work', mcpServers: [] }
const PROMPT = { sessionId, prompt: [{ type: 'text', text: 'Go' }] }

test('a session that is opened twice at once is followed once', async () => {
  const { answerTo, ask, flush, host } = await started()
  const both = [ask('session/resume', SESSION), ask('session/resume', SESSION)]
  await later()
  expect(host.all('conversation.open')).toHaveLength(1)
  await flush()
  expect(both.map(answerTo)).toMatchObject([{ result: {} }, { result: {} }])
  expect(host.all('conversation.open')).toHaveLength(2)
  expect(host.all('conversation.leave')).toHaveLength(1)
})

test('a prompt that comes while its session is opened again runs in the new one, and ends', async () => {
  const { answerTo, ask, flush, host } = await started()
  ask('session/resume', SESSION)
  await flush()
  ask('session/resume', SESSION)
  const prompt = ask('session/prompt', PROMPT)
  await flush()
  const sent = host.last('message.send')
  const { messageId } = Object(inputOf(sent))
  sent.answer({})
  const messages = [personMessage(2, 'Go', String(messageId))]
  host.emit(stepOf(1, 2, { conversationId: sessionId, state: IDLE, messages }))
  await flush()
  expect(answerTo(prompt)).toMatchObject({ result: { stopReason: 'end_turn' } })
})

test.each([
  ['session/cancel', 'opening', () => ({ sessionId })],
  ['$/cancel_request', 'opening', (requestId: number) => ({ requestId })],
  ['$/cancel_request', 'open', (requestId: number) => ({ requestId })],
])(
  '%s right behind a prompt ends it before anything is sent, while its session is %s',
  async (method, state, params) => {
    const { answerTo, ask, flush, host, tell } = await started()
    ask('session/resume', SESSION)
    if (state === 'open') await flush()
    const prompt = ask('session/prompt', PROMPT)
    tell(method, params(prompt))
    await flush()
    expect(answerTo(prompt)).toMatchObject({ result: { stopReason: 'cancelled' } })
    expect(host.all('message.send')).toEqual([])
  },
)

test('a session that could not be opened again is no longer there for a prompt', async () => {
  const { answerTo, ask, flush, host } = await started()
  ask('session/resume', SESSION)
  await flush()
  ask('session/resume', SESSION)
  await later()
  host.last('conversation.open').refuse({ code: 'storage', message: 'The disk is full.' })
  const prompt = ask('session/prompt', PROMPT)
  await flush()
  expect(answerTo(prompt)).toMatchObject({ error: { code: -32_002 } })
})
