import { describe, expect, test, vi } from 'vitest'
import type { ClientEvent } from '../shared/protocol/events.ts'
import { ConversationId, MessageId } from '../shared/ids.ts'
import { VERSION } from '../shared/version.ts'
import { FakeHost } from './fakes/fake-host.ts'
import { stepOf } from './fakes/samples.ts'
import { SAMPLE_SETTINGS } from './fakes/sample-settings.ts'
import { createClient } from './client.ts'

const conversationId = ConversationId.parse('c1')

function connected(): { client: ReturnType<typeof createClient>; host: FakeHost } {
  const client = createClient()
  const host = new FakeHost()
  void client.attach(host.connect())
  return { client, host }
}

describe('the client', () => {
  test('answers match the request by id, in any order', async () => {
    const { client, host } = connected()
    const first = client.request('folder.complete', { text: 'a' })
    const second = client.request('folder.complete', { text: 'b' })
    host.requests[1]?.answer({ folders: ['b'] })
    host.requests[0]?.answer({ folders: ['a'] })
    expect(await first).toEqual({ ok: true, value: { folders: ['a'] } })
    expect(await second).toEqual({ ok: true, value: { folders: ['b'] } })
  })

  test('an empty text where one is needed is refused in words for people', async () => {
    const { client, host } = connected()
    expect(await client.request('token.create', { name: ' ', scopes: ['read'] })).toMatchObject({
      ok: false,
      error: { message: 'This was not sent: it is empty. Change it and try again.' },
    })
    expect(host.requests).toEqual([])
  })

  test('a command that does not exist is refused, and nothing is sent or thrown', async () => {
    const { client, host } = connected()
    for (const name of ['nope', 'constructor'])
      expect(await client.request(name as 'app.ping', {})).toMatchObject({
        ok: false,
        error: { code: 'invalidInput', message: `There is no command ${name}.` },
      })
    expect(host.requests).toEqual([])
  })

  test('all waiting requests are answered with disconnected after a cut, and so are requests without a connection', async () => {
    const { client, host } = connected()
    const waiting = client.request('turn.retry', { conversationId })
    const cancel = client.cancel(conversationId)
    host.cut()
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'disconnected' } })
    expect(await cancel).toMatchObject({ ok: false, error: { code: 'disconnected' } })
    const later = await client.request('turn.retry', { conversationId })
    expect(later).toMatchObject({ ok: false, error: { code: 'disconnected' } })
  })

  test('what waits on a connection that another one replaces is answered with disconnected', async () => {
    const { client, host } = connected()
    const waiting = client.request('turn.retry', { conversationId })
    const next = new FakeHost()
    void client.attach(next.connect())
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'disconnected' } })
    const later = client.request('folder.complete', { text: 'a' })
    host.cut()
    next.last('folder.complete').answer({ folders: ['a'] })
    expect(await later).toMatchObject({ ok: true })
  })

  test('cancel is a frame of its own', () => {
    const { client, host } = connected()
    void client.cancel(conversationId)
    expect(host.requests[0]?.frame).toMatchObject({ type: 'cancel', conversationId })
  })

  test('a request that the host would refuse is refused before sending', async () => {
    const { client, host } = connected()
    const messageId = MessageId.parse('m')
    const tooBig = await client.request('message.send', {
      conversationId,
      messageId,
      text: '語'.repeat(400 * 1024),
      attachments: [],
      mode: 'policy',
    })
    expect(tooBig).toMatchObject({ ok: false, error: { code: 'messageTooLong' } })
    const tooLong = await client.request('folder.complete', { text: 'a'.repeat(5000) })
    expect(tooLong).toMatchObject({ ok: false, error: { code: 'invalidInput' } })
    expect(host.requests).toEqual([])
  })

  test('an answer of an unknown form is an error, not a crash', async () => {
    const { client, host } = connected()
    const answer = client.request('folder.complete', { text: 'a' })
    host.requests[0]?.answer({ folders: 'a' })
    expect(await answer).toMatchObject({ ok: false, error: { code: 'internal' } })
  })

  test('events reach every listener', () => {
    const { client, host } = connected()
    const listener = vi.fn()
    client.onEvent(listener)
    host.emit(stepOf(1, 2))
    expect(listener).toHaveBeenCalledWith(stepOf(1, 2))
  })
})

describe('frames of the host are checked', () => {
  const opened = {
    conversations: [],
    isWhole: true,
    settings: SAMPLE_SETTINGS,
    now: 0,
    homeFolder: '/home/me',
    hasFolderDialog: false,
    hasDesktop: false,
    sandboxMissing: null,
    storageTrouble: null,
    folderWarning: null,
  }

  /** A connection to a host of this version. */
  async function openedAt(version: string) {
    const { client, host } = connected()
    const heard = vi.fn()
    client.onEvent(heard)
    const answer = client.request('app.open', {})
    host.last('app.open').answer({ ...opened, version })
    await answer
    const ask = async (): Promise<unknown> => {
      const asked = client.request('folder.complete', { text: 'a' })
      host.last('folder.complete').answer({ folders: 'a' })
      return asked
    }
    return { client, host, heard, ask }
  }

  const foreign = { ...stepOf(1, 2), after: 'a' } as unknown as ClientEvent

  test('from another version: an unknown form is an error or ignored', async () => {
    const { ask, heard, host } = await openedAt('0.0.0')
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'internal' } })
    host.emit(foreign)
    expect(heard).not.toHaveBeenCalled()
    host.emit(stepOf(1, 2))
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('a list from the same version is accepted as it is, from another one only its known entries', async () => {
    for (const [version, isTaken] of [
      [VERSION, true],
      ['0.0.0', false],
    ] as const) {
      const { client, host } = connected()
      const answer = client.request('app.open', {})
      host.last('app.open').answer({ ...opened, conversations: 'unread', version })
      expect(await answer).toMatchObject({ ok: isTaken })
    }
  })

  test('but not after the host has reported the same version, until the connection changes', async () => {
    const { ask, client, heard, host } = await openedAt(VERSION)
    expect(await ask()).toMatchObject({ ok: true })
    host.emit(foreign)
    expect(heard).toHaveBeenCalledTimes(1)
    void client.attach(host.connect())
    expect(await ask()).toMatchObject({ ok: false })
  })
})
