import { describe, expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { ConversationId, MessageId } from '../../../shared/ids.ts'
import { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { caretOf, type Composer, draftOf, EMPTY_COMPOSER, isUntouchedPrompt } from './composer.ts'
import type { ComposerEffect, ComposerEvent } from './composer-event.ts'
import { ASK } from './outgoing.ts'
import { stepComposer } from './step-composer.ts'

const NEXT = { at: 5, conversationId: ConversationId.parse('c1'), seq: 3 }
const M1 = MessageId.parse('m1')
const up: ComposerEvent = { type: 'recallPressed', to: 'earlier', key: 'k' }
const down: ComposerEvent = { type: 'recallPressed', to: 'later', key: 'd' }
const typed = (text: string): ComposerEvent => ({ type: 'typed', text, caret: null })
const page = (prompts: readonly string[], next: typeof NEXT | null = null): ComposerEvent => {
  return { type: 'promptsLoaded', key: 'k', page: { prompts, next } }
}
const send: ComposerEvent = { type: 'sendPressed', messageId: M1, route: ASK }

function after(...events: readonly ComposerEvent[]): {
  readonly composer: Composer
  readonly effects: readonly ComposerEffect[]
} {
  let step = { composer: EMPTY_COMPOSER, effects: [] as readonly ComposerEffect[] }
  for (const event of events) step = stepComposer(step.composer, event)
  return step
}
const textAfter = (...events: readonly ComposerEvent[]): string => after(...events).composer.text
const savedAfter = (...events: readonly ComposerEvent[]): string =>
  draftOf(after(...events).composer).text

describe('Up and Down', () => {
  test.each<[string, readonly ComposerEvent[], string]>([
    ['Up shows the newest prompt', [up, page(['b', 'a'])], 'b'],
    ['Up again the one before', [up, page(['b', 'a']), up], 'a'],
    ['at the oldest Up does nothing', [up, page(['b', 'a']), up, up], 'a'],
    ['Down leads back', [up, page(['b', 'a']), up, down], 'b'],
    ['to what was typed', [typed('mine'), up, page(['b', 'a']), up, down, down], 'mine'],
    ['and no further', [typed('mine'), up, page(['b']), down, down], 'mine'],
    ['Down alone does nothing', [typed('mine'), down], 'mine'],
    ['a prompt that was sent twice in a row is one', [up, page(['b', 'b', 'a']), up], 'a'],
    ['also over two pages', [up, page(['b'], NEXT), up, page(['b', 'a'])], 'a'],
    ['an empty one is none', [up, page([' ', 'a'])], 'a'],
    [
      'what was changed on the way is there again',
      [up, page(['b', 'a']), typed('b2'), up, down],
      'b2',
    ],
    [
      'also after what was typed was looked at',
      [typed('mine'), up, page(['b']), typed('b2'), down, typed('mine 2'), up],
      'b2',
    ],
    [
      'and what was typed then as well',
      [typed('mine'), up, page(['b']), typed('b2'), down, typed('mine 2'), up, down],
      'mine 2',
    ],
    ['typing calls off a page that is on its way', [up, typed('mine'), page(['b'])], 'mine'],
    ['Down does as well', [up, page(['b'], NEXT), up, down, page(['a'])], ''],
    [
      'without an answer what was typed stays',
      [typed('mine'), up, { type: 'promptsLoaded', key: 'k', page: null }],
      'mine',
    ],
  ])('%s', (_, events, text) => {
    expect(textAfter(...events)).toBe(text)
  })

  test('put the caret at the end of a prompt, and back to its place in the typed text', () => {
    const caret: ComposerEvent = { type: 'caretMoved', caret: 2 }
    const walked = [typed('mine'), caret, up, page(['before'])]
    expect(caretOf(after(...walked).composer)).toBe(6)
    expect(caretOf(after(...walked, down).composer)).toBe(2)
  })

  test('request the next page at the end of the known ones, once', () => {
    expect(after(up).effects).toContainEqual({ type: 'loadPrompts', key: 'k', before: null })
    expect(after(up, up).effects).toEqual([])
    expect(after(up, page(['b', 'a'], NEXT), up).effects).not.toContainEqual(
      expect.objectContaining({ type: 'loadPrompts' }),
    )
    const more = { type: 'loadPrompts', key: 'k', before: NEXT }
    expect(after(up, page(['b'], NEXT), up).effects).toContainEqual(more)
    // An empty page that is not the last one leads to a request for the next.
    expect(after(up, page([], NEXT)).effects).toContainEqual(more)
  })

  test('ask again after an empty answer', () => {
    expect(after(up, page([])).composer.recall).toBeNull()
  })

  test('begin with the newest once the walk is over', () => {
    const { composer, effects } = after(up, page(['b']), down, up)
    expect(composer.recall?.prompts).toEqual([])
    expect(effects).toContainEqual({ type: 'loadPrompts', key: 'k', before: null })
  })

  test('leave a prompt untouched until it is changed', () => {
    expect(isUntouchedPrompt(after(up, page(['b'])).composer)).toBe(true)
    expect(isUntouchedPrompt(after(up, page(['b']), typed('b2')).composer)).toBe(false)
    expect(isUntouchedPrompt(after(typed('b')).composer)).toBe(false)
  })
})

describe('the typed text is never lost', () => {
  const walking = [typed('mine'), up, page(['b', 'a'])]

  test('R14 it is saved while a prompt is looked at, together with the prompt if that was changed', () => {
    expect(savedAfter(...walking)).toBe('mine')
    expect(savedAfter(...walking, typed('b2'))).toBe('mine\n\nb2')
    expect(savedAfter(...walking, down)).toBe('mine')
  })

  test('sending a prompt leaves it in the composer', () => {
    const { composer, effects } = after(...walking, send)
    expect(composer.text).toBe('mine')
    expect(composer.recall).toBeNull()
    expect(effects).toContainEqual(
      expect.objectContaining({ type: 'deliver', message: expect.objectContaining({ text: 'b' }) }),
    )
    expect(textAfter(...walking, down, send)).toBe('')
  })

  const original = WaitingMessage.parse({ id: 'w', text: 'Wait', attachments: [], when: 'idle' })
  const edit: ComposerEvent = {
    type: 'editPressed',
    edited: { original, behind: [] },
    key: 'e',
  }
  test.each<[string, readonly ComposerEvent[], string]>([
    ['a quotation goes to it', [{ type: 'quoted', text: 'q' }], '> q\n\nmine'],
    ['so does a rewound message', [{ type: 'rewound', text: 'r', attachments: [] }], 'r\n\nmine'],
    [
      'it is set aside for a waiting message that is edited',
      [edit, { type: 'putBackPressed', as: 'original' }],
      'mine',
    ],
    ['while one is edited Up does nothing', [edit, up], 'Wait'],
  ])('%s', (_, events, text) => {
    expect(textAfter(...walking, ...events)).toBe(text)
  })

  test('a returning message goes ahead of it', () => {
    const refused = {
      type: 'answered',
      messageId: M1,
      error: appError('storage', 'Full.'),
    } as const
    expect(textAfter(typed('sent'), send, ...walking, refused)).toBe('sent\n\nmine')
  })
})
