import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../shared/app-error.ts'
import { ConversationId } from '../../shared/ids.ts'
import { MAX_MESSAGE_LENGTH } from '../../shared/message.ts'
import type { Client } from '../connection/client.ts'
import { type FakeHost, inputOf, settled } from '../fakes/fake-host.ts'
import { personMessage } from '../fakes/samples.ts'
import { createSendingRig } from '../fakes/sending-rig.ts'
import type { Drafting } from './drafting.ts'
import type { NoticeBoard } from './notices.ts'
import type { Sending } from './sending.ts'

const id = ConversationId.parse('c1')
const other = ConversationId.parse('c2')
let host: FakeHost
let client: Client
let drafting: Drafting
let notices: NoticeBoard
let sending: Sending

beforeEach(() => {
  vi.useFakeTimers()
  const rig = createSendingRig()
  ;({ host, client, drafting, notices, sending } = rig)
})
afterEach(() => void vi.useRealTimers())

function write(to: ConversationId, text: string): void {
  drafting.change(to, text)
  sending.send(to)
}

const savedDrafts = (): unknown[] => host.all('draft.save').map((asked) => inputOf(asked))

describe('sending', () => {
  test('T85: a sent message is visible at once, and leaves only with its echo', async () => {
    write(id, 'hello')
    expect(sending.outgoing.getState()).toMatchObject([{ text: 'hello', phase: 'sending' }])
    expect(drafting.textOf(id)).toBe('')
    host.last('message.send').answer({})
    await settled()
    const sent = sending.outgoing.getState()[0]
    expect(sent?.phase).toBe('committed')
    sending.settle(id, [personMessage(1, 'hello', sent?.messageId)])
    expect(sending.outgoing.getState()).toEqual([])
  })

  test('T85: what the host refuses is back in the composer, ahead of what was typed since', async () => {
    write(id, 'first')
    drafting.change(id, 'second')
    host.last('message.send').refuse(appError('busy', 'The agent is busy.'))
    await settled()
    expect(drafting.textOf(id)).toBe('first\n\nsecond')
    expect(sending.outgoing.getState()).toEqual([])
    expect(notices.busy.getState().get(id)?.message).toBe('The agent is busy.')
  })

  test('R13: a cut line holds the message, and it goes out again under the same id', async () => {
    write(id, 'hello')
    host.cut()
    await settled()
    expect(sending.outgoing.getState()[0]?.phase).toBe('held')
    void client.attach(host.connect())
    sending.resume()
    const [first, second] = host.all('message.send').map((asked) => inputOf(asked))
    expect(second).toEqual(first)
    host.last('message.send').answer({})
    await settled()
    expect(sending.outgoing.getState()[0]?.phase).toBe('committed')
  })

  test('blank text is not sent; a text that is too long is refused in words and kept', () => {
    write(id, ' \n')
    const long = 'a'.repeat(MAX_MESSAGE_LENGTH + 1)
    write(id, long)
    expect(host.all('message.send')).toEqual([])
    expect(drafting.textOf(id)).toBe(long)
    expect(notices.store.getState().get(id)?.code).toBe('messageTooLong')
  })
})

describe('drafts', () => {
  test('are saved a little after the last change, and at once on leaving', async () => {
    drafting.change(id, 'a')
    drafting.change(id, 'ab')
    await vi.advanceTimersByTimeAsync(199)
    expect(savedDrafts()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(savedDrafts()).toEqual([{ conversationId: id, text: 'ab', attachments: [], caret: 2 }])
    drafting.change(id, 'abc')
    drafting.saveAll()
    expect(savedDrafts()).toHaveLength(2)
  })

  test('are cleared on disk only when the message is stored there', async () => {
    write(id, 'hello')
    await vi.advanceTimersByTimeAsync(300)
    expect(savedDrafts()).toEqual([
      { conversationId: id, text: 'hello', attachments: [], caret: 5 },
    ])
    host.last('message.send').answer({})
    await vi.advanceTimersByTimeAsync(300)
    expect(savedDrafts().at(-1)).toEqual({
      conversationId: id,
      text: '',
      attachments: [],
      caret: 0,
    })
  })

  test('belong to their conversation, and what is typed here wins over what the host remembers', () => {
    drafting.adopt(id, 'saved before', 5)
    drafting.change(other, 'theirs')
    drafting.adopt(other, 'older', 0)
    expect(drafting.textOf(id)).toBe('saved before')
    expect(drafting.caretOf(id)).toBe(5)
    expect(drafting.caretOf(other)).toBe('theirs'.length)
    expect(drafting.textOf(other)).toBe('theirs')
  })
})

test('a message that was stored while another conversation was shown is not on its way for ever', async () => {
  write(id, 'hello')
  write(other, 'theirs')
  host.all('message.send')[0]?.answer({})
  await settled()
  sending.settleStored(id)
  expect(sending.outgoing.getState()).toMatchObject([{ conversationId: other, phase: 'sending' }])
})
