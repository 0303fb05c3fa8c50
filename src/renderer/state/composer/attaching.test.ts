import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { Attachment } from '../../../shared/messages/attachment.ts'
import { ConversationId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import { type FakeHost, inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { attachmentOf } from '../../../client/fakes/samples.ts'
import { type ComposerRig, createComposerRig } from '../../fakes/composer-rig.ts'

const id = ConversationId.parse('c1')
let host: FakeHost
let client: Client
let rig: ComposerRig

beforeEach(() => {
  vi.useFakeTimers()
  rig = createComposerRig()
  ;({ host, client } = rig)
})
afterEach(() => void vi.useRealTimers())

/** A file that can be read at once, or not at all. */
function fileOf(name: string, size = 3, isThere = true): File {
  const arrayBuffer = (): Promise<ArrayBuffer> =>
    isThere ? Promise.resolve(new ArrayBuffer(size)) : Promise.reject(new Error('gone'))
  const slice = (from = 0, to = size): Blob =>
    Object.assign(new Blob([new Uint8Array(Math.min(to, size) - from)]), { arrayBuffer })
  return Object.assign(new File([new Uint8Array(size)], name), { slice })
}

async function until(command: string, count: number): Promise<void> {
  for (let look = 0; look < 50 && host.all(command).length < count; look++) await settled()
  expect(host.all(command)).toHaveLength(count)
}

/** The host receives the nth file completely, and sends this answer. */
async function prepare(count: number, answer: object): Promise<void> {
  await until('attachment.begin', count)
  host.last('attachment.begin').answer({})
  await until('attachment.append', count)
  host.last('attachment.append').answer({})
  await until('attachment.finish', count)
  host.last('attachment.finish').answer(answer)
  await settled()
}

const ready = (attachment: Attachment): object => ({ type: 'ready', attachment, notice: null })
const refused = { type: 'refused', reason: 'b.png is empty.' }
const typesOf = (): readonly string[] => rig.now().files.map(({ type }) => type)

describe('attaching', () => {
  test('files are prepared one after the other, and the finished ones are saved with the draft', async () => {
    const a = attachmentOf('a.png')
    rig.composing.addFiles(id, [fileOf('a.png'), fileOf('b.png')])
    expect(typesOf()).toEqual(['preparing', 'preparing'])
    await prepare(1, ready(a))
    expect(typesOf()).toEqual(['ready', 'preparing'])
    await prepare(2, refused)
    expect(typesOf()).toEqual(['ready', 'refused'])
    await vi.advanceTimersByTimeAsync(300)
    const saved = inputOf(host.last('draft.save'))
    expect(saved).toMatchObject({ conversationId: id, text: '', attachments: [a], caret: 0 })
  })

  test('one that is removed before it is ready comes back: at once, or once it is ready', async () => {
    const a = attachmentOf('a.png')
    rig.composing.addFiles(id, [fileOf('a.png'), fileOf('b.png'), fileOf('c.png')])
    const keys = rig.now().files.map(({ key }) => key)
    for (const key of keys) rig.composing.dispatch(id, { type: 'fileRemoved', key })
    expect(typesOf()).toEqual([])
    rig.composing.dispatch(id, { type: 'removalUndone' })
    expect(rig.now().files).toMatchObject([{ name: 'c.png', type: 'preparing' }])
    await prepare(1, ready(a))
    await prepare(2, refused)
    rig.composing.dispatch(id, { type: 'removalUndone' })
    rig.composing.dispatch(id, { type: 'removalUndone' })
    expect(rig.now().files).toMatchObject([
      { name: 'a.png', type: 'ready' },
      { name: 'c.png', type: 'preparing' },
    ])
    await prepare(3, ready(attachmentOf('c.png')))
    expect(typesOf()).toEqual(['ready', 'ready'])
  })

  test('a file that cannot be read gets a card, and the next one is prepared', async () => {
    rig.composing.addFiles(id, [fileOf('folder', 3, false), fileOf('b.png')])
    await until('attachment.begin', 1)
    host.last('attachment.begin').answer({})
    await until('attachment.begin', 2)
    expect(typesOf()).toEqual(['refused', 'preparing'])
  })

  test('the connection is cut in the middle of a file: it is uploaded again when the connection is back', async () => {
    rig.composing.addFiles(id, [fileOf('a.png')])
    await until('attachment.begin', 1)
    host.cut()
    await settled()
    expect(typesOf()).toEqual(['preparing'])
    void client.attach(host.connect())
    rig.composing.reconnected()
    await until('attachment.begin', 2)
  })

  test('more than twenty are refused with a sentence, on one card for all of them', () => {
    rig.composing.addFiles(
      id,
      Array.from({ length: 150 }, (_, n) => fileOf(`${n}.png`)),
    )
    expect(typesOf()).toEqual([...Array(20).fill('preparing'), 'refused'])
    expect(rig.now().files.at(-1)).toMatchObject({
      name: '20.png and 129 more',
      reason: expect.stringContaining('at most 20 files'),
    })
  })
})

describe('Send and images', () => {
  test('Send waits for the last image, then sends text and image', async () => {
    rig.type('Look')
    rig.composing.addFiles(id, [fileOf('a.png')])
    rig.composing.send(id)
    expect(rig.now().waitingSend).not.toBeNull()
    expect(host.all('message.send')).toEqual([])
    const a = attachmentOf('a.png')
    await prepare(1, ready(a))
    expect(inputOf(host.last('message.send'))).toMatchObject({ text: 'Look', attachments: [a] })
    expect(rig.now().waitingSend).toBeNull()
    expect(typesOf()).toEqual([])
  })

  test('any image refused while Send waits stops it; the next Send works', async () => {
    rig.type('Look')
    rig.composing.addFiles(id, [fileOf('b.png'), fileOf('a.png')])
    rig.composing.send(id)
    await prepare(1, refused)
    await prepare(2, ready(attachmentOf('a.png')))
    expect(host.all('message.send')).toEqual([])
    expect(rig.now().notice?.code).toBe('fileRefused')
    expect(rig.now().text).toBe('Look')
    rig.composing.send(id)
    expect(host.all('message.send')).toHaveLength(1)
  })

  test('T85: a refused message returns to the composer, its images ahead of those added since', async () => {
    rig.give([attachmentOf('a.png')])
    rig.composing.send(id)
    rig.give([attachmentOf('later.png')])
    host.last('message.send').refuse(appError('busy', 'The agent is busy.'))
    await settled()
    expect(rig.files().map(({ name }) => name)).toEqual(['a.png', 'later.png'])
  })

  test('an image being sent stays in the saved draft until it is stored', async () => {
    const a = attachmentOf('a.png')
    rig.give([a])
    rig.composing.send(id)
    await vi.advanceTimersByTimeAsync(300)
    expect(inputOf(host.last('draft.save'))).toMatchObject({ attachments: [a] })
    host.last('message.send').answer({})
    await vi.advanceTimersByTimeAsync(300)
    expect(inputOf(host.last('draft.save'))).toMatchObject({ attachments: [] })
  })
})
