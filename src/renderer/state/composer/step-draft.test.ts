import { describe, expect, test } from 'vitest'
import { MessageId } from '../../../shared/ids.ts'
import { EMPTY_MARK, markOf } from '../../../shared/messages/draft-mark.ts'
import { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { attachmentOf, snapshotOf } from '../../../client/fakes/samples.ts'
import { caretOf, type Composer, draftOf, EMPTY_COMPOSER, readyFiles } from './composer.ts'
import type { ComposerEvent } from './composer-event.ts'
import { ASK } from './outgoing.ts'
import { stepComposer } from './step-composer.ts'

const draft = (text: string) => ({ text, attachments: [], caret: 1 })
const [OURS, THEIRS] = [draft('Ours'), draft('Theirs')]
const original = WaitingMessage.parse({ id: 'w', text: 'Wait', attachments: [], when: 'idle' })
const edited = { original, behind: [] }

const typed = (text: string): ComposerEvent => ({ type: 'typed', text, caret: 0 })
const saving = (text: string): ComposerEvent => ({ type: 'draftSaving', mark: markOf(draft(text)) })
const saved = (text: string): ComposerEvent => ({
  type: 'draftSaved',
  mark: markOf(draft(text)),
  common: draft(text),
})
const refused: ComposerEvent = { type: 'draftRefused', other: THEIRS }
const opened: ComposerEvent = {
  type: 'snapshotOpened',
  snapshot: snapshotOf({ draft: THEIRS }),
}
const told: ComposerEvent = { type: 'draftFollowed', draft: THEIRS, replaced: markOf(OURS) }
const send: ComposerEvent = {
  type: 'sendPressed',
  messageId: MessageId.parse('m1'),
  route: ASK,
}
const ownSaved = [typed('Ours'), saving('Ours'), saved('Ours')] as const

const after = (...events: readonly ComposerEvent[]): Composer =>
  events.reduce((composer, event) => stepComposer(composer, event).composer, EMPTY_COMPOSER)

describe('the draft of another window is shown here', () => {
  test.each<[string, readonly ComposerEvent[]]>([
    ['with a snapshot, in an empty field', [opened]],
    ['with a snapshot, if nothing was typed since the last save', [...ownSaved, opened]],
    ['with its news, if nothing was typed since the last save', [...ownSaved, told]],
    [
      'in the place of one that was saved, if only its caret has moved',
      [...ownSaved, saving('Ours'), refused],
    ],
  ])('%s', (_, events) => {
    const composer = after(...events)
    expect(composer.text).toBe('Theirs')
    expect(caretOf(composer)).toBe(1)
    expect(composer.stored).toBe(markOf(THEIRS))
  })
})

describe('the draft of another window waits', () => {
  test.each<[string, readonly ComposerEvent[]]>([
    ['while something is not saved', [...ownSaved, typed('Ours!')]],
    [
      'while it is not known whether something is saved',
      [...ownSaved, typed('Ours!'), saving('Ours!'), typed('Ours')],
    ],
    ['while a message is on its way', [...ownSaved, send]],
    [
      'while a file is being prepared',
      [...ownSaved, { type: 'filesAdded', files: [{ key: 'f', name: 'f', isFolder: false }] }],
    ],
    ['while a waiting message is edited', [...ownSaved, { type: 'editPressed', edited, key: 'k' }]],
  ])('%s', (_, events) => {
    const before = after(...events)
    for (const news of [opened, told])
      expect(stepComposer(before, news).composer.text).toBe(before.text)
  })

  test('if its news is older than what is known', () => {
    const older: ComposerEvent = { type: 'draftFollowed', draft: THEIRS, replaced: EMPTY_MARK }
    expect(after(...ownSaved, older).text).toBe('Ours')
  })
})

describe('a draft that was not replaced is joined', () => {
  test('below the text of this window, whose caret stays', () => {
    const composer = after(typed('h'), saving('h'), {
      type: 'draftRefused',
      other: { ...THEIRS, attachments: [attachmentOf('cat.png')] },
    })
    expect(composer.text).toBe('h\n\nTheirs')
    expect(caretOf(composer)).toBe(0)
    expect(readyFiles(composer)).toEqual([attachmentOf('cat.png')])
  })

  test('and stays alone if the text of this window was sent', () => {
    const composer = after(typed('hi'), send, saving('hi'), refused)
    expect(composer.text).toBe('Theirs')
    expect(draftOf(composer).text).toBe('hi\n\nTheirs')
  })

  test('with what was set aside while a waiting message is edited', () => {
    const composer = after(typed('h'), { type: 'editPressed', edited, key: 'k' }, refused)
    expect(composer.text).toBe('Wait')
    expect(composer.editing?.previous.text).toBe('h\n\nTheirs')
  })

  test('with what was typed before a walk through earlier prompts', () => {
    const walk: readonly ComposerEvent[] = [
      typed('h'),
      { type: 'recallPressed', to: 'earlier', key: 'p' },
      { type: 'promptsLoaded', key: 'p', page: { prompts: ['Earlier'], next: null } },
    ]
    const composer = after(...walk, saving('h'), refused)
    expect(composer.text).toBe('Earlier')
    expect(draftOf(composer).text).toBe('h\n\nTheirs')
  })

  test('without what both windows had, and with its changes in the place of the earlier ones', () => {
    const joined = { ...draft('A\n\nMine\n\nC'), attachments: [attachmentOf('cat.png')] }
    const composer = after(
      { type: 'draftFollowed', draft: joined, replaced: EMPTY_MARK },
      { type: 'typed', text: 'A\n\nMine!\n\nC', caret: 7 },
      {
        type: 'draftRefused',
        other: { ...draft('A+\n\nMine\n\nC\n\nD'), attachments: joined.attachments },
      },
    )
    expect(composer.text).toBe('Mine!\n\nC\n\nA+\n\nD')
    expect(caretOf(composer)).toBe(4)
    expect(readyFiles(composer)).toEqual(joined.attachments)
  })

  test('but a text that was typed again after it was sent is not taken for the sent one', () => {
    const composer = after(typed('hi'), saving('hi'), saved('hi'), send, typed('hi'), refused)
    expect(composer.text).toBe('hi\n\nTheirs')
  })

  test('and a Send that waits for a file is called off', () => {
    const file = { key: 'f', name: 'f', isFolder: false }
    const composer = after(typed('h'), { type: 'filesAdded', files: [file] }, send, refused)
    expect(composer.waitingSend).toBeNull()
  })
})
