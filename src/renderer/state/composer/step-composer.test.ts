import { describe, expect, test } from 'vitest'
import { type AppError, appError } from '../../../shared/app-error.ts'
import { MessageId } from '../../../shared/ids.ts'
import { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { attachmentOf, personMessage } from '../../../client/fakes/samples.ts'
import { caretOf, type Composer, draftOf, EMPTY_COMPOSER } from './composer.ts'
import type { ComposerEffect, ComposerEvent } from './composer-event.ts'
import { ASK, askThen, routeOf } from './outgoing.ts'
import { stepComposer } from './step-composer.ts'

const M1 = MessageId.parse('m1')
const BUSY = appError('busy', 'The agent is busy.')
const STORAGE = appError('storage', 'The disk is full.')
const GONE = appError('disconnected', 'Not connected.')
const original = WaitingMessage.parse({ id: 'w', text: 'Wait', attachments: [], when: 'idle' })
const edited = { original, behind: [] }

const typed = (text: string): ComposerEvent => ({ type: 'typed', text, caret: null })
const send = (route = ASK): ComposerEvent => ({ type: 'sendPressed', messageId: M1, route })
const answered = (error: AppError | null): ComposerEvent => ({
  type: 'answered',
  messageId: M1,
  error,
})
const file = (key: string, isFolder = false): ComposerEvent => ({
  type: 'filesAdded',
  files: [{ key, name: key, isFolder }],
})
const ready = (key: string): ComposerEvent => ({
  type: 'filePrepared',
  key,
  prepared: { type: 'ready', attachment: attachmentOf(key), notice: null },
})
const refused = (key: string): ComposerEvent => ({
  type: 'filePrepared',
  key,
  prepared: { type: 'refused', reason: 'It is empty.' },
})
const edit: ComposerEvent = { type: 'editPressed', edited, key: 'k' }
const putBack: ComposerEvent = { type: 'putBackPressed', as: 'original' }

/** The composer after these events, and the effects of the last one. */
function after(...events: readonly ComposerEvent[]): {
  readonly composer: Composer
  readonly last: readonly string[]
  readonly effects: readonly ComposerEffect[]
} {
  let step = { composer: EMPTY_COMPOSER, effects: [] as readonly ComposerEffect[] }
  for (const event of events) step = stepComposer(frozen(step.composer), event)
  return { ...step, last: step.effects.map(({ type }) => type) }
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

describe('effects of each event', () => {
  test.each<[string, readonly ComposerEvent[], readonly ComposerEffect['type'][]]>([
    ['typing saves', [typed('a')], ['saveDraftSoon']],
    [
      'a caret that moved saves',
      [typed('ab'), { type: 'caretMoved', caret: 1 }],
      ['saveDraftSoon'],
    ],
    ['a caret where it was does not', [typed('ab'), { type: 'caretMoved', caret: 2 }], []],
    ['Send delivers', [typed('a'), send()], ['saveDraftSoon', 'deliver']],
    ['Send with nothing to send does not', [typed(' \n'), send()], []],
    ['Send waits for a file', [typed('a'), file('f'), send()], []],
    [
      'the last file delivers',
      [typed('a'), file('f'), send(), ready('f')],
      ['saveDraftSoon', 'saveDraftSoon', 'deliver'],
    ],
    [
      'a file that is taken away delivers',
      [typed('a'), file('f'), send(), { type: 'fileRemoved', key: 'f' }],
      ['saveDraftSoon', 'saveDraftSoon', 'deliver'],
    ],
    [
      'typing while Send waits calls it off',
      [typed('a'), file('f'), send(), typed('b'), ready('f')],
      ['saveDraftSoon'],
    ],
    [
      'a stored message clears the saved draft',
      [typed('a'), send(), answered(null)],
      ['saveDraftSoon'],
    ],
    ['a lost connection asks for nothing', [typed('a'), send(), answered(GONE)], []],
    [
      'and delivers when it is back',
      [typed('a'), send(), answered(GONE), { type: 'reconnected' }],
      ['deliver'],
    ],
    [
      'what is on its way is not delivered twice',
      [typed('a'), send(), { type: 'reconnected' }],
      [],
    ],
    [
      'busy takes the way that was chosen',
      [typed('a'), send(askThen('sendWhenIdle')), answered(BUSY)],
      ['deliver'],
    ],
    ['busy without a choice comes back', [typed('a'), send(), answered(BUSY)], ['saveDraftSoon']],
    ['an edit saves first', [edit], ['saveDraftForEdit']],
    [
      'then it takes the message out',
      [edit, { type: 'editSaved', key: 'k', error: null }],
      ['takeOutOfLine'],
    ],
    [
      'an answer to an edit that is over does nothing',
      [edit, putBack, { type: 'editSaved', key: 'k', error: null }],
      [],
    ],
    ['a notice saves nothing', [{ type: 'noticed', error: STORAGE }], []],
  ])('%s', (_, events, effects) => {
    expect(after(...events).last).toEqual(effects)
  })
})

describe('what it contains', () => {
  test.each<[string, readonly ComposerEvent[], string]>([
    ['sent', [typed('a'), send()], ''],
    ['refused', [typed('a'), send(), typed('b'), answered(STORAGE)], 'a\n\nb'],
    [
      'refused after it was seen',
      [
        typed('a'),
        send(),
        { type: 'threadShown', messages: [personMessage(1, 'a', 'm1')], isResting: false },
        answered(STORAGE),
      ],
      '',
    ],
    [
      'quoted',
      [
        typed('Why?'),
        { type: 'caretMoved', caret: 1 },
        { type: 'quoted', text: '\nUse **this**:\n\n- one\n' },
      ],
      '> Use **this**:\n>\n> - one\n\nWhy?',
    ],
    ['edited', [typed('a'), edit], 'Wait'],
    ['put back', [typed('a'), edit, typed('Other'), putBack], 'a'],
    [
      'an edit that could not be saved',
      [typed('a'), edit, { type: 'editSaved', key: 'k', error: STORAGE }],
      'a',
    ],
    [
      'one that could not be saved and was changed',
      [typed('a'), edit, typed('b'), { type: 'editSaved', key: 'k', error: STORAGE }],
      'b',
    ],
  ])('%s', (_, events, text) => {
    expect(after(...events).composer.text).toBe(text)
  })

  test('the caret is after the returned text', () => {
    const { composer } = after(
      typed('Why?'),
      { type: 'caretMoved', caret: 1 },
      { type: 'quoted', text: 'a' },
    )
    expect(caretOf(composer)).toBe(composer.text.length)
  })
})

test('a file refused before Send was pressed does not stop it; one refused since does', () => {
  const before = [typed('a'), file('folder', true), file('one'), send()]
  expect(after(...before, ready('one')).last).toContain('deliver')
  const swapped = [...before, { type: 'fileRemoved', key: 'folder' } as const, refused('one')]
  expect(after(...swapped).last).not.toContain('deliver')
  expect(after(...swapped).composer.notice?.code).toBe('fileRefused')
})

test('a lost connection is no notice of the message, and takes an older one away', () => {
  const failures = [STORAGE, GONE].map((error): ComposerEvent => ({ type: 'noticed', error }))
  expect(after(...failures).composer.notice).toBeNull()
})

describe('a Send that waits for a file is called off by a text that the person has not seen', () => {
  const M2 = MessageId.parse('m2')
  const waiting = [
    typed('a'),
    send(),
    typed('b'),
    file('f'),
    { type: 'sendPressed', messageId: M2, route: ASK },
  ] as const
  const page = { prompts: ['Earlier'], next: null }
  test.each<[string, readonly ComposerEvent[]]>([
    ['a refused message that returns', [...waiting, answered(STORAGE)]],
    ['a message that was rewound', [...waiting, { type: 'rewound', text: 'c', attachments: [] }]],
    ['a quotation', [...waiting, { type: 'quoted', text: 'c' }]],
    [
      'the end of a walk through earlier prompts',
      [
        file('f'),
        { type: 'recallPressed', to: 'earlier', key: 'p' },
        { type: 'promptsLoaded', key: 'p', page },
        send(),
        edit,
      ],
    ],
  ])('%s', (_, events) => {
    const { last, composer } = after(...events, ready('f'))
    expect(last).not.toContain('deliver')
    expect(composer.waitingSend).toBeNull()
  })

  test('but not by an answer that returns nothing', () => {
    expect(after(...waiting, answered(null), ready('f')).last).toContain('deliver')
  })
})

test('a delivered message carries the choice, and its id stays in sending', () => {
  const { effects, composer } = after(typed('a'), send(askThen('sendAtNextStep')), answered(BUSY))
  const message = { messageId: M1, text: 'a', route: routeOf('sendAtNextStep') }
  expect(effects).toMatchObject([{ type: 'deliver', message }])
  expect(composer.outgoing).toMatchObject([message])
})

test('the saved draft contains what is being sent, what was stashed and the current text with its caret', () => {
  expect(draftOf(after(typed('a'), send(), typed('b')).composer).text).toBe('a\n\nb')
  expect(draftOf(after(typed('a'), edit).composer)).toMatchObject({ text: 'a\n\nWait', caret: 7 })
  const blank = after(typed('a'), send(), typed('  '), { type: 'caretMoved', caret: 0 }).composer
  expect(draftOf(blank)).toMatchObject({ text: 'a', caret: 0 })
})

test('an event that changes nothing returns the same composer', () => {
  const { composer } = after(typed('a'))
  const shown = { type: 'threadShown', messages: [personMessage(1)], isResting: true } as const
  expect(stepComposer(composer, shown).composer).toBe(composer)
})
