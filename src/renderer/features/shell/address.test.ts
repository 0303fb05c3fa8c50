import { afterEach, expect, test, vi } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { fragmentOfLink, NOWHERE } from '../../../shared/link.ts'
import { snapshotOf } from '../../../client/fakes/samples.ts'
import {
  conversationIn,
  fragmentOf,
  isPlaceToReturnTo,
  placeIn,
  placeThatIs,
  savePlace,
  shownFirst,
} from './address.ts'

const id = ConversationId.parse('c/1&2')
const other = ConversationId.parse('c2')

afterEach(() => void vi.unstubAllGlobals())

test('the address names a conversation, or the form for a new one', () => {
  expect(conversationIn(fragmentOf(id))).toBe(id)
  expect(conversationIn(fragmentOf(null))).toBeNull()
  expect(conversationIn('')).toBeNull()
})

test('it also names the neighbouring pane, and its side', () => {
  for (const shown of [id, null])
    for (const side of ['left', 'right'] as const) {
      const place = { shown, beside: { side, shown: other } }
      expect(placeIn(fragmentOf(shown, place.beside))).toEqual(place)
    }
  const form = { side: 'right', shown: null } as const
  expect(placeIn(fragmentOf(id, form))).toEqual({ shown: id, beside: form })
})

test('an address with no place, or with one conversation twice, is used as far as possible', () => {
  for (const text of ['', '#', '#conversation=', '#left=c2', `#conversation=${'x'.repeat(999)}`])
    expect(placeIn(text)).toBeNull()
  expect(placeIn('#conversation=c2&right=c2')).toEqual({ shown: other, beside: null })
  expect(placeIn('#new&right=new')).toEqual({ shown: null, beside: null })
})

test('R26 of a place left earlier only what still exists is shown again', () => {
  const { summary } = snapshotOf()
  const rows = [
    { ...summary, id, updatedAt: 1 },
    { ...summary, id: other, updatedAt: 2 },
  ]
  const gone = ConversationId.parse('gone')
  const beside = { side: 'right', shown: id } as const
  expect(placeThatIs({ shown: other, beside }, rows)).toEqual({ shown: other, beside })
  expect(placeThatIs({ shown: id, beside: { ...beside, shown: gone } }, rows)).toEqual({
    shown: id,
    beside: null,
  })
  expect(placeThatIs({ shown: gone, beside }, rows)).toEqual({ shown: other, beside: null })
  expect(placeThatIs(null, rows).shown).toBe(other)
  expect(placeThatIs({ shown: null, beside: null }, rows).shown).toBeNull()
  expect(placeThatIs(null, []).shown).toBeNull()
})

test('Back goes only to conversations', () => {
  expect(isPlaceToReturnTo(fragmentOf(id))).toBe(true)
  expect(isPlaceToReturnTo(fragmentOf(null, { side: 'left', shown: id }))).toBe(false)
  expect(['', '#', fragmentOf(null)].some(isPlaceToReturnTo)).toBe(false)
})

test('a window begins with what its address names, else with what was shown last', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  expect(shownFirst('')).toEqual([])
  savePlace(fragmentOf(other))
  expect(shownFirst('')).toEqual([other])
  expect(shownFirst(fragmentOf(id))).toEqual([id])
  expect(shownFirst(fragmentOf(id, { side: 'left', shown: other }))).toEqual([id, other])
})

test('a form, or a link that is looked for in the list, is no conversation that it begins with', () => {
  for (const fragment of [
    fragmentOf(null),
    fragmentOf(id, { side: 'right', shown: null }),
    fragmentOfLink({ type: 'settings', section: null }),
    fragmentOfLink({ type: 'conversation', conversationId: other, seq: 7 }),
    NOWHERE,
  ])
    expect(shownFirst(fragment)).toEqual([])
})
