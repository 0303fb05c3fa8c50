import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { FakeHost, settled } from '../client/fakes/fake-host.ts'
import { attachmentOf, personMessage, snapshotOf } from '../client/fakes/samples.ts'
import { Message } from '../shared/messages/message.ts'
import { ok } from '../shared/result.ts'
import { VERSION } from '../shared/version.ts'
import { EXIT } from './exit-codes.ts'
import { exportConversation } from './export.ts'
import type { CommandHost, OpenHost } from './terminal.ts'

const IMAGE = attachmentOf('a.png')
const { content, ...facts } = personMessage(1)
const MESSAGE = Message.parse({ ...facts, content: { ...content, attachments: [IMAGE] } })

/** Exports a conversation with an image; returns what it prints. */
async function exported(flags: ReadonlyMap<string, string>): Promise<string> {
  const host = new FakeHost()
  const client = createClient()
  const closed = client.attach(host.connect())
  const opened: OpenHost = { client, type: 'own', closed, close: () => Promise.resolve() }
  let printed = ''
  const code = exportConversation(flags, ['c1'], {
    terminal: { print: (text: string) => void (printed += text) },
    openHost: () => Promise.resolve(ok(opened)),
  } as unknown as CommandHost)
  await settled()
  const row = { id: 'c1', title: 'A test', folder: '/work', activity: { type: 'idle' } }
  host
    .last('app.open')
    .answer({ version: VERSION, conversations: [row], settings: { notices: [] } })
  await settled()
  host.last('conversation.open').answer(snapshotOf({ messages: [MESSAGE], hasEarlier: false }))
  await settled()
  for (const asked of host.all('blob.read')) asked.answer({ data: btoa('pixels'), bytes: 6 })
  expect(await code).toBe(EXIT.done)
  return printed
}

test('YAML has what JSON has', async () => {
  const json: unknown = JSON.parse(await exported(new Map([['format', 'json']])))
  expect(json).toMatchObject({ title: 'A test', messages: [{ seq: 1 }] })
  const { exportedAt: _, ...rest } = Object(load(await exported(new Map([['format', 'yaml']]))))
  expect(json).toMatchObject(rest)
})

test('images are in the file if wanted, and otherwise named', async () => {
  expect(await exported(new Map())).toContain('*Image: a.png*')
  expect(await exported(new Map([['images', '']]))).toContain(
    `data:${IMAGE.mediaType};base64,${btoa('pixels')}`,
  )
})
