import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { MAX_MESSAGE_LENGTH } from '../../../shared/messages/message.ts'
import type { Client } from '../../../client/client.ts'
import { type FakeHost, inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { personMessage, snapshotOf } from '../../../client/fakes/samples.ts'
import { type ComposerRig, createComposerRig } from '../../fakes/composer-rig.ts'
import { caretOf } from './composer.ts'

const id = ConversationId.parse('c1')
const other = ConversationId.parse('c2')
let host: FakeHost
let client: Client
let rig: ComposerRig

beforeEach(() => {
  vi.useFakeTimers()
  rig = createComposerRig()
  ;({ host, client } = rig)
})
afterEach(() => void vi.useRealTimers())

function write(to: ConversationId, text: string): void {
  rig.composing.dispatch(to, { type: 'typed', text, caret: null })
  rig.composing.send(to)
}

const savedDrafts = (): unknown[] => host.all('draft.save').map((asked) => inputOf(asked))

describe('sending', () => {
  test('T85: a sent message is visible at once, and leaves only with its echo', async () => {
    write(id, 'hello')
    expect(rig.now().outgoing).toMatchObject([{ text: 'hello', phase: 'sending' }])
    expect(rig.now().text).toBe('')
    host.last('message.send').answer({})
    await settled()
    const sent = rig.now().outgoing[0]
    expect(sent?.phase).toBe('committed')
    rig.show([personMessage(1, 'hello', sent?.messageId)])
    expect(rig.now().outgoing).toEqual([])
  })

  test('T85: a refused message returns to the composer, ahead of what was typed since', async () => {
    write(id, 'first')
    rig.type('second')
    host.last('message.send').refuse(appError('busy', 'The agent is busy.'))
    await settled()
    expect(rig.now().text).toBe('first\n\nsecond')
    expect(rig.now().outgoing).toEqual([])
    expect(rig.now().busy?.message).toBe('The agent is busy.')
  })

  test('R13: a cut connection keeps the message, and it is sent again under the same id', async () => {
    write(id, 'hello')
    host.cut()
    await settled()
    expect(rig.now().outgoing[0]?.phase).toBe('held')
    void client.attach(host.connect())
    rig.composing.reconnected()
    const [first, second] = host.all('message.send').map((asked) => inputOf(asked))
    expect(second).toEqual(first)
    host.last('message.send').answer({})
    await settled()
    expect(rig.now().outgoing[0]?.phase).toBe('committed')
  })

  test('blank text is not sent; a text that is too long is refused with a sentence and kept', () => {
    write(id, ' \n')
    const long = 'a'.repeat(MAX_MESSAGE_LENGTH + 1)
    write(id, long)
    expect(host.all('message.send')).toEqual([])
    expect(rig.now().text).toBe(long)
    expect(rig.now().notice?.code).toBe('messageTooLong')
  })
})

describe('drafts', () => {
  test('are saved shortly after the last change, and at once on leaving', async () => {
    rig.type('a')
    rig.type('ab')
    await vi.advanceTimersByTimeAsync(199)
    expect(savedDrafts()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(savedDrafts()).toMatchObject([
      { conversationId: id, text: 'ab', attachments: [], caret: 2 },
    ])
    rig.type('abc')
    rig.composing.saveAll()
    expect(savedDrafts()).toHaveLength(2)
  })

  test('are saved when the connection is back, if they could not be saved without it', async () => {
    host.cut()
    rig.type('a paragraph')
    await vi.advanceTimersByTimeAsync(300)
    expect(savedDrafts()).toEqual([])
    void client.attach(host.connect())
    rig.composing.reconnected()
    expect(savedDrafts()).toMatchObject([{ text: 'a paragraph' }])
  })

  test('are saved again after a disk that failed, also on leaving, until that succeeds', async () => {
    rig.type('a paragraph')
    await vi.advanceTimersByTimeAsync(200)
    host.last('draft.save').refuse(appError('storage', 'The disk is full.'))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(savedDrafts()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(savedDrafts()).toHaveLength(2)
    host.last('draft.save').refuse(appError('storage', 'The disk is full.'))
    await settled()
    rig.composing.saveAll()
    expect(savedDrafts()).toHaveLength(3)
    host.last('draft.save').answer({})
    await vi.advanceTimersByTimeAsync(60_000)
    rig.composing.saveAll()
    expect(savedDrafts()).toHaveLength(3)
  })

  test('that are too long to be saved say so', async () => {
    rig.type('a'.repeat(MAX_MESSAGE_LENGTH + 1))
    await vi.advanceTimersByTimeAsync(200)
    expect(savedDrafts()).toEqual([])
    expect(rig.now().notice?.code).toBe('messageTooLong')
  })

  test('that are too long in bytes say so too, and so does every other error that stays', async () => {
    rig.type('\u65e5'.repeat(MAX_MESSAGE_LENGTH - 1))
    await vi.advanceTimersByTimeAsync(200)
    expect(savedDrafts()).toEqual([])
    expect(rig.now().notice?.code).toBe('messageTooLong')
    rig.type('short')
    await vi.advanceTimersByTimeAsync(200)
    host.last('draft.save').refuse(appError('internal', 'A bug.'))
    await settled()
    expect(rig.now().notice?.code).toBe('internal')
  })

  test('are cleared on disk only when the message is stored there', async () => {
    write(id, 'hello')
    await vi.advanceTimersByTimeAsync(300)
    expect(savedDrafts()).toMatchObject([
      { conversationId: id, text: 'hello', attachments: [], caret: 5 },
    ])
    host.last('message.send').answer({})
    await vi.advanceTimersByTimeAsync(300)
    expect(savedDrafts().at(-1)).toMatchObject({
      conversationId: id,
      text: '',
      attachments: [],
      caret: 0,
    })
  })

  test('name the message on its way that they contain, and are saved without it once it is stored', async () => {
    write(id, 'hello')
    rig.type('more')
    await vi.advanceTimersByTimeAsync(300)
    const sending = rig.now().outgoing.map(({ messageId }) => messageId)
    expect(savedDrafts().at(-1)).toMatchObject({ text: 'hello\n\nmore', sending })
    host.last('draft.save').answer({ isSent: true })
    host.last('message.send').answer({})
    await vi.advanceTimersByTimeAsync(300)
    expect(savedDrafts().at(-1)).toMatchObject({ text: 'more' })
    expect(savedDrafts().at(-1)).not.toHaveProperty('sending')
  })

  test('belong to their conversation, and text typed here wins over the saved one', () => {
    const open = (conversationId: ConversationId, text: string, caret: number): void => {
      const snapshot = snapshotOf({ draft: { text, attachments: [], caret } })
      rig.composing.dispatch(conversationId, { type: 'snapshotOpened', snapshot })
    }
    open(id, 'saved before', 5)
    rig.composing.dispatch(other, { type: 'typed', text: 'theirs', caret: null })
    open(other, 'older', 0)
    const theirs = rig.composing.of(other)
    expect(rig.now().text).toBe('saved before')
    expect(caretOf(rig.now())).toBe(5)
    expect(caretOf(theirs)).toBe('theirs'.length)
    expect(theirs.text).toBe('theirs')
  })
})

test('a message stored while another conversation was shown does not stay in sending forever', async () => {
  write(id, 'hello')
  write(other, 'theirs')
  host.all('message.send')[0]?.answer({})
  await settled()
  rig.composing.dispatch(id, { type: 'snapshotOpened', snapshot: snapshotOf() })
  expect(rig.now().outgoing).toEqual([])
  expect(rig.composing.of(other).outgoing).toMatchObject([{ phase: 'sending' }])
})
