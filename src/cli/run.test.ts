import { expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { FakeHost, inputOf, settled } from '../client/fakes/fake-host.ts'
import { snapshotOf } from '../client/fakes/samples.ts'
import { appError } from '../shared/app-error.ts'
import { ConversationId } from '../shared/ids.ts'
import { ok } from '../shared/result.ts'
import { VERSION } from '../shared/version.ts'
import { EXIT, EXIT_OF_STOP, type StopReason } from './exit-codes.ts'
import { run } from './run.ts'
import type { CommandHost, OpenHost } from './terminal.ts'

/** `phoenix run hello`, up to the answer to its first request. `stop`: a person presses Ctrl+C. */
async function running(flags: Readonly<Record<string, string>> = {}) {
  const host = new FakeHost()
  const stops: ((reason: StopReason) => void)[] = []
  const client = createClient()
  const closed = client.attach(host.connect())
  const opened: OpenHost = { client, type: 'own', closed, close: () => Promise.resolve() }
  const terminal = {
    folder: '/work',
    onStop: (listener: (reason: StopReason) => void) => void stops.push(listener),
    note: () => undefined,
    print: () => undefined,
  }
  const code = run(new Map(Object.entries(flags)), ['hello'], {
    terminal,
    openHost: () => Promise.resolve(ok(opened)),
  } as unknown as CommandHost)
  await settled()
  host.last('app.open').answer({ version: VERSION, conversations: [] })
  await settled()
  const { conversationId } = inputOf(host.last('conversation.create')) as {
    readonly conversationId: ConversationId
  }
  const stop = (): void => stops.forEach((listener) => listener('SIGINT'))
  return { code, conversationId, host, stop }
}

test('stopped before anything was sent, it removes the conversation that it has created', async () => {
  const { code, conversationId, host, stop } = await running()
  stop()
  host.last('conversation.create').answer({})
  await settled()
  const snapshot = snapshotOf({ messages: [] })
  const summary = { ...snapshot.summary, id: conversationId }
  host.last('conversation.open').answer({ ...snapshot, summary })
  await settled()
  expect(inputOf(host.last('conversation.delete'))).toEqual({ conversationId })
  host.last('conversation.delete').answer({})
  expect(await code).toBe(EXIT_OF_STOP.SIGINT)
  expect(host.all('message.send')).toEqual([])
})

test('one that could not be configured is removed, too', async () => {
  const { code, conversationId, host } = await running({ model: 'nobody/knows' })
  host.last('conversation.create').answer({})
  await settled()
  host.last('conversation.configure').refuse(appError('invalidInput', 'There is no such model.'))
  await settled()
  expect(inputOf(host.last('conversation.delete'))).toEqual({ conversationId })
  host.last('conversation.delete').answer({})
  expect(await code).toBe(EXIT.failed)
})
