import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { CommandInput } from '../../../shared/protocol/commands.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { type Client, createClient } from '../../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { Reviewing } from './reviewing.svelte.ts'

const SCOPE = { type: 'conversation' } as const
const PLACE = { side: 'now', line: 3, quoted: 'x' } as const
let host: FakeHost
let client: Client
let reviewing: Reviewing

beforeEach(async () => {
  vi.useFakeTimers()
  host = new FakeHost()
  client = createClient()
  void client.attach(host.connect())
  reviewing = new Reviewing(client, ConversationId.parse('c1'))
  void reviewing.open(SCOPE)
  host.last('review.comments').answer({ comments: [] })
  await settled()
})
afterEach(() => void vi.useRealTimers())

function write(text: string): void {
  reviewing.add('a.ts', PLACE)
  reviewing.write(reviewing.comments[0]?.id ?? '', text)
}
const texts = (): readonly string[] => reviewing.comments.map((each) => each.text)
const saved = () =>
  host.all('review.saveComments').map((asked) => {
    const { changes } = inputOf(asked) as CommandInput<'review.saveComments'>
    return changes.map(({ comment }) => comment?.text)
  })
const answerSave = (): void =>
  host.last('review.saveComments').answer({ comments: [...reviewing.comments] })

test('a comment is saved soon after it is typed, and when the dialog closes', async () => {
  write('Why?')
  await vi.advanceTimersByTimeAsync(200)
  expect(saved()).toEqual([['Why?']])
  answerSave()
  await settled()
  reviewing.close()
  expect(saved()).toHaveLength(1)
  write('Why not?')
  reviewing.close()
  expect(saved()).toEqual([['Why?'], ['Why not?']])
})

test('reading the same changes again drops the earlier answer, and says nothing of it', async () => {
  const changes = { files: [], notes: ['new'] }
  void reviewing.read(SCOPE)
  const [, earlier] = host.all('review.read')
  void reviewing.read(SCOPE)
  earlier?.refuse({ code: 'stopped', message: 'A newer request replaced this one.' })
  host.last('review.read').answer(changes)
  await settled()
  expect([reviewing.review, reviewing.problem]).toEqual([changes, null])
})

test('a comment typed while the connection is lost is saved once it is back, and until then it is not replaced by the stored ones', async () => {
  host.cut()
  write('Why?')
  await vi.advanceTimersByTimeAsync(200)
  expect(reviewing.problem?.code).toBe('disconnected')
  reviewing.close()
  await settled()
  void client.attach(host.connect())
  reviewing.saveNow()
  expect(saved()).toEqual([['Why?']])
  host.cut()
  await settled()
  void client.attach(host.connect())
  const asked = host.all('review.comments').length
  void reviewing.open(SCOPE)
  expect(saved()).toEqual([['Why?'], ['Why?']])
  answerSave()
  await settled()
  expect(host.all('review.comments')).toHaveLength(asked)
  expect(texts()).toEqual(['Why?'])
  expect(reviewing.problem).toBeNull()
})

test('a comment that the disk refused is saved again by itself', async () => {
  write('Why?')
  await vi.advanceTimersByTimeAsync(200)
  host.last('review.saveComments').refuse(appError('storage', 'The disk is full.'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(saved()).toEqual([['Why?'], ['Why?']])
})

test('comments sent again after a lost answer are the same message, also after the dialog was closed', async () => {
  write('Why?')
  void reviewing.send()
  host.cut()
  await settled()
  void client.attach(host.connect())
  reviewing.add('b.ts', PLACE)
  reviewing.close()
  answerSave()
  await settled()
  void reviewing.open(SCOPE)
  host.last('review.comments').answer({ comments: [...reviewing.comments] })
  await settled()
  void reviewing.send()
  const [first, second] = host.all('message.send').map((asked) => inputOf(asked))
  expect(second).toEqual(first)
})

test('what could not be read because the connection was lost is read once it is back, and nothing else', async () => {
  host.cut()
  await settled()
  expect(reviewing.problem?.code).toBe('disconnected')
  expect(reviewing.problem?.message).not.toContain('Retrying')
  void client.attach(host.connect())
  reviewing.reconnected()
  expect(reviewing.problem).toBeNull()
  const review = { files: [], notes: [] }
  host.last('review.read').answer(review)
  host.last('review.comments').answer({ comments: [] })
  await settled()
  expect(reviewing.review).toEqual(review)
  expect(reviewing.canAdd).toBe(true)
  const count = host.all('review.read').length
  reviewing.reconnected()
  expect(host.all('review.read')).toHaveLength(count)
})
