import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { PlaceWithin } from '../../../shared/search/search.ts'
import type { Client } from '../../../client/client.ts'
import { wordsOfPosition } from './find-words.ts'
import { Finding } from './finding.svelte.ts'

const [A, B] = ['c1' as ConversationId, 'c2' as ConversationId]
const UNREACHABLE = failed(appError('disconnected', 'Can’t reach Phoenix.'))
const PLACE: PlaceWithin = {
  messageId: 'm3' as MessageId,
  seq: 3,
  callId: null,
  role: 'agent',
  isTakenBack: false,
  count: 2,
}

/** A host that finds the same place for every text, as long as it can be reached. */
function found(isPhrase = false) {
  let isOnline = true
  const held: (() => void)[] = []
  const request = async (): Promise<unknown> => {
    await new Promise<void>((resolve) => held.push(resolve))
    return isOnline
      ? ok({ places: [PLACE], isPhrase, hasMore: false, indexing: null })
      : UNREACHABLE
  }
  const finding = new Finding({ request: request as Client['request'] })
  const answer = async (): Promise<void> => {
    held.shift()?.()
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
  }
  const cut = (): void => void (isOnline = false)
  return { finding, answer, cut }
}

test('a search that failed claims nothing about its text, and leads to no place of an older one', async () => {
  const { answer, cut, finding } = found()
  finding.open(A)
  finding.type('port')
  await answer()
  expect(wordsOfPosition(finding)).toBe('2 of 2')
  cut()
  finding.type('ports')
  await answer()
  expect(finding.problem?.code).toBe('disconnected')
  expect([wordsOfPosition(finding), finding.places]).toEqual(['', []])
})

test('the same text is searched again in another conversation', async () => {
  const { answer, finding } = found()
  finding.open(A)
  finding.type('port')
  await answer()
  finding.open(B)
  expect(wordsOfPosition(finding)).toBe('Searching')
  await answer()
  expect(wordsOfPosition(finding)).toBe('2 of 2')
})

test('without a match in the part that was searched, nothing is claimed about the rest', async () => {
  const answer = ok({ places: [], isPhrase: false, hasMore: true, indexing: null })
  const request = () => Promise.resolve(answer)
  const finding = new Finding({ request: request as unknown as Client['request'] })
  finding.open(A)
  finding.type('->')
  await Promise.resolve()
  await Promise.resolve()
  expect(wordsOfPosition(finding)).toBe('No matches in the newest messages')
})

test.each([
  [0, '1 of 1'],
  [1, '1 of 1'],
  [2, '2 of 2'],
])('of two matches the page draws %i: %s', async (drawn, words) => {
  const { answer, finding } = found()
  finding.open(A)
  finding.type('**')
  await answer()
  const { target } = finding
  if (target === null) throw new Error('there is no target')
  finding.drew(target, drawn)
  expect(wordsOfPosition(finding)).toBe(words)
  finding.previous()
  finding.next()
  expect(wordsOfPosition(finding)).toBe(words)
  finding.drew(target, 0)
  expect(wordsOfPosition(finding)).toBe(words)
})

test('words that were found next to each other are marked as one, also at the hit of another search', async () => {
  const { answer, finding } = found(true)
  const hit = { ...PLACE, at: 0, isBySubAgent: false, text: '', marks: [] }
  finding.goTo(A, 'free port', hit)
  expect(finding.target?.wanted).toMatchObject({
    phrases: [{ words: ['free'] }, { words: ['port'] }],
  })
  await answer()
  expect(finding.target?.wanted).toMatchObject({ phrases: [{ words: ['free', 'port'] }] })
  expect(wordsOfPosition(finding)).toBe('1 of 2')
  // A single word is none of these, even before its own answer.
  finding.type('port')
  expect(finding.wanted).toMatchObject({ phrases: [{ words: ['port'] }] })
})
