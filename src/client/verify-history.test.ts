import { expect, test } from 'vitest'
import { appError } from '../shared/app-error.ts'
import type { ConversationId } from '../shared/ids.ts'
import { createClient } from './client.ts'
import { FakeHost, inputOf, settled } from './fakes/fake-host.ts'
import { sentenceOf, sentenceOfStale, type Verification, verifyHistory } from './verify-history.ts'

const DIFFERENCE = {
  conversationId: 'c7' as ConversationId,
  title: 'Cats',
  seq: 3,
  what: 'state.type',
  stored: '"idle"',
  derived: null,
  isOfOtherVersion: false,
}

function started(): { host: FakeHost; shown: Verification[]; leave: () => void } {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const shown: Verification[] = []
  let isWanted = true
  void verifyHistory(
    client,
    (each) => shown.push(each),
    () => isWanted,
  )
  return { host, shown, leave: () => (isWanted = false) }
}

test('pages are requested until the last, and the counts add up', async () => {
  const { host, shown } = started()
  const page = { conversations: 2, events: 700, differences: [], total: 3, stale: 2 }
  host.last('history.verify').answer({ ...page, next: 'c2' })
  await settled()
  expect(shown.map(sentenceOf).at(-1)).toBe('Verifying: 2 of 3 conversations')
  const one = { conversations: 0, total: 1, events: 0, differences: [], stale: 0 }
  expect(sentenceOf({ type: 'running', ...one })).toBe('Verifying: 0 of 1 conversation')
  expect(inputOf(host.last('history.verify'))).toEqual({ after: 'c2' })
  host.last('history.verify').answer({ ...page, conversations: 1, next: null })
  await settled()
  expect(shown.map(sentenceOf).at(-1)).toBe('3 conversations, 1,400 events: all equal.')
  expect(shown.map(sentenceOfStale)).toEqual([
    '',
    '',
    'Since Phoenix was started, 2 reports came too late and changed nothing.',
  ])
  expect(host.all('history.verify')).toHaveLength(2)
})

test('differences are kept and counted', async () => {
  const { host, shown } = started()
  const page = {
    conversations: 1,
    events: 1,
    differences: [DIFFERENCE],
    total: 1,
    next: null,
    stale: 0,
  }
  host.last('history.verify').answer(page)
  await settled()
  expect(shown.at(-1)).toMatchObject({ type: 'done', differences: [DIFFERENCE] })
  expect(shown.map(sentenceOf).at(-1)).toBe(
    '1 conversation, 1 event: 1 conversation differs from the log.',
  )
})

test('a decision of another version that this one would make differently is no fault', async () => {
  const { host, shown } = started()
  const differences = [{ ...DIFFERENCE, isOfOtherVersion: true }]
  const page = { conversations: 2, events: 9, differences, total: 2, next: null, stale: 0 }
  host.last('history.verify').answer(page)
  await settled()
  expect(shown.map(sentenceOf).at(-1)).toBe(
    '2 conversations, 9 events: all equal, except 1 conversation written by another version of Phoenix, which may have worked differently.',
  )
})

test('a refusal is shown as it was worded, and nothing is requested after the dialog closes', async () => {
  const refused = started()
  refused.host.last('history.verify').refuse(appError('internal', 'No.'))
  await settled()
  expect(refused.shown.map(sentenceOf).at(-1)).toBe('No.')
  const left = started()
  left.leave()
  const page = { conversations: 1, events: 1, differences: [], total: 9 }
  left.host.last('history.verify').answer({ ...page, next: 'c1' })
  await settled()
  expect(left.host.all('history.verify')).toHaveLength(1)
  expect(left.shown).toHaveLength(1)
})
