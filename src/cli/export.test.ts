import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { FakeHost, settled } from '../client/fakes/fake-host.ts'
import { attachmentOf, personMessage, snapshotOf } from '../client/fakes/samples.ts'
import { appError } from '../shared/app-error.ts'
import { Message } from '../shared/messages/message.ts'
import { ok } from '../shared/result.ts'
import { VERSION } from '../shared/version.ts'
import { EXIT } from './exit-codes.ts'
import { exportConversation } from './export.ts'
import type { CommandHost, OpenHost } from './terminal.ts'

const IMAGE = attachmentOf('a.png')
const { content, ...facts } = personMessage(1)
const MESSAGE = Message.parse({ ...facts, content: { ...content, attachments: [IMAGE] } })

/** Exports a conversation with an image; returns what it prints, and what it says. `isThere`: false if the image is gone. */
async function exported(
  flags: Readonly<Record<string, string>>,
  isThere = true,
): Promise<{ readonly printed: string; readonly notes: readonly string[] }> {
  const host = new FakeHost()
  const client = createClient()
  const closed = client.attach(host.connect())
  const opened: OpenHost = { client, type: 'own', closed, close: () => Promise.resolve() }
  let printed = ''
  const notes: string[] = []
  const code = exportConversation(new Map(Object.entries(flags)), ['c1'], {
    terminal: {
      note: (line: string) => void notes.push(line),
      print: (text: string) => void (printed += text),
    },
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
  for (const asked of host.all('blob.read')) {
    if (isThere) asked.answer({ data: btoa('pixels'), bytes: 6 })
    else asked.refuse(appError('notFound', 'It is gone.'))
  }
  expect(await code).toBe(EXIT.done)
  return { printed, notes }
}

test('YAML has what JSON has', async () => {
  const { printed: json } = await exported({ format: 'json' })
  const { printed: yaml } = await exported({ format: 'yaml' })
  const { exportedAt: _, ...rest } = Object(load(yaml))
  expect(rest).toMatchObject({ title: 'A test', messages: [{ seq: 1 }] })
  expect(JSON.parse(json)).toMatchObject(rest)
})

test('images are in the file if wanted, and otherwise named', async () => {
  expect((await exported({})).printed).toContain('*Image: a.png*')
  const { notes, printed } = await exported({ images: '' })
  expect(printed).toContain(`data:${IMAGE.mediaType};base64,${btoa('pixels')}`)
  expect(notes).toEqual([])
})

test('an image that cannot be read is named in the file, and counted', async () => {
  const { notes, printed } = await exported({ images: '' }, false)
  expect(printed).toContain('*Image: a.png*')
  expect(notes).toEqual(['Not included: 1 image that could not be read.'])
})
