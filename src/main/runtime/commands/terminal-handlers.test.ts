import { expect, test } from 'vitest'
import { ConversationId, WorkId } from '../../../shared/ids.ts'
import { ok } from '../../../shared/result.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { World } from '../fakes/world.ts'
import type { TerminalRequest } from '../terminals/terminal-port.ts'
import type { HandlerPorts } from './handler-ports.ts'
import { terminalHandlers } from './terminal-handlers.ts'

const conversationId = ConversationId.parse('c1')
const asked = {
  conversationId,
  terminalId: WorkId.parse('t1'),
  size: { columns: 80, rows: 24 },
}

/** What is opened in a conversation of this kind. */
async function opened(isRoot: boolean) {
  const world = new World()
  const requests: TerminalRequest[] = []
  const terminals = {
    open: (request: TerminalRequest) => {
      requests.push(request)
      return Promise.resolve(ok({}))
    },
  } as unknown as HandlerPorts['terminals']
  const record = { stored: { folder: '/work' } }
  const find = () => ok({ isRoot, record } as unknown as ConversationRuntime)
  const answer = await terminalHandlers({ terminals }, { find })['terminal.open'](
    asked,
    world.client,
  )
  return { answer, requests }
}

test('a terminal opens in the folder of its conversation', async () => {
  const { answer, requests } = await opened(true)
  expect(answer).toEqual(ok({}))
  expect(requests).toEqual([{ ...asked, folder: '/work' }])
})

test('a sub-agent has no terminal', async () => {
  const { answer, requests } = await opened(false)
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalidInput' } })
  expect(requests).toEqual([])
})

test('a host without terminals says so', async () => {
  expect(await new World().request('terminal.open', asked)).toMatchObject({
    ok: false,
    error: { message: 'There are no terminals here.' },
  })
})
