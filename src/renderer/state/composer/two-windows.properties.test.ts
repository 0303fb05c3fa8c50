import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommandInput } from '../../../shared/protocol/commands.ts'
import { EMPTY_MARK, markOf } from '../../../shared/messages/draft-mark.ts'
import { type MessageDraft, NO_DRAFT } from '../../../shared/messages/message.ts'
import { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { type ComposerRig, createComposerRig, RIG_ID } from '../../fakes/composer-rig.ts'
import type { ComposerEvent } from './composer-event.ts'

type DraftFollowed = Extract<ComposerEvent, { readonly type: 'draftFollowed' }>

interface Window {
  readonly rig: ComposerRig
  /** Drafts of the other window that this one has not been told about yet. */
  news: readonly Omit<DraftFollowed, 'type'>[]
  taken: number
}

/** Two windows of one conversation, and the host's rule for drafts, one request after another. */
class Life {
  readonly windows: readonly Window[] = [0, 1].map(() => ({
    rig: createComposerRig(),
    news: [],
    taken: 0,
  }))
  disk: MessageDraft = NO_DRAFT
  words: readonly string[] = []

  /** Adds a word that occurs nowhere else. */
  write({ rig }: Window): void {
    const word = `<${this.words.length}>`
    this.words = [...this.words, word]
    rig.type(rig.now().text + word)
  }

  /** Handles the next request; its answer reaches the window, or is lost with the connection. */
  take(window: Window, isAnswered = true): boolean {
    const asked = window.rig.host.all('draft.save')[window.taken]
    if (asked === undefined) return false
    window.taken += 1
    const { text, attachments, caret, known } = inputOf(asked) as CommandInput<'draft.save'>
    const mark = markOf(this.disk)
    const draft = { text, attachments, caret }
    const isOther = mark !== EMPTY_MARK && mark !== markOf(draft) && known?.includes(mark) === false
    const value = isOther ? { other: this.disk } : {}
    if (!isOther && mark !== markOf(draft)) {
      this.disk = draft
      for (const each of this.windows)
        if (each !== window) each.news = [...each.news, { draft, replaced: mark }]
    }
    if (isAnswered) asked.answer(value)
    return true
  }

  tell(window: Window): boolean {
    const [news, ...later] = window.news
    if (news === undefined) return false
    window.news = later
    window.rig.composing.dispatch(RIG_ID, { type: 'draftFollowed', ...news })
    return true
  }

  /** The connection is lost and comes back: what was under way is lost, and a snapshot shows what is stored. */
  cut(window: Window): void {
    const { rig } = window
    rig.host.cut()
    window.taken = rig.host.all('draft.save').length
    window.news = []
    void rig.client.attach(rig.host.connect())
    const snapshot = { draft: this.disk }
    rig.composing.dispatch(RIG_ID, { type: 'snapshotOpened', snapshot })
    rig.composing.reconnected()
  }

  async comeToRest(): Promise<void> {
    let isBusy = true
    for (let round = 0; isBusy && round < 100; round += 1) {
      await vi.advanceTimersByTimeAsync(6_000)
      const took = this.windows.map((each) => this.take(each))
      await settled()
      const told = this.windows.map((each) => this.tell(each))
      isBusy = [...took, ...told].includes(true)
    }
    expect(isBusy).toBe(false)
  }
}

const ACTS = {
  write: (life, window) => life.write(window),
  wait: () => vi.advanceTimersByTime(200),
  take: (life, window) => life.take(window),
  tell: (life, window) => life.tell(window),
  cut: (life, window) => life.cut(window),
  cutAfter: (life, window) => {
    life.take(window, false)
    life.cut(window)
  },
} as const satisfies Record<string, (life: Life, window: Window) => unknown>
const NAMES = [...Object.keys(ACTS), 'write', 'wait', 'take', 'write'] as (keyof typeof ACTS)[]
/** Without lost answers: after one, a window does not know what the other had. */
const NAMES_ANSWERED = NAMES.filter((name) => name !== 'cut' && name !== 'cutAfter')
const WAITING = WaitingMessage.parse({ id: 'w', text: 'Two', attachments: [], when: 'idle' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('R14 whatever is typed in two windows of a conversation, in any order, is in the stored draft', async () => {
  const acts = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat(1)), {
    maxLength: 40,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const life = new Life()
      for (const [name, pick] of all) {
        const window = life.windows[pick]
        if (window !== undefined) ACTS[name](life, window)
        await settled()
      }
      await life.comeToRest()
      for (const word of life.words) expect(life.disk.text).toContain(word)
      for (const { rig } of life.windows) expect(rig.now().text).toBe(life.disk.text)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['no window edits', []],
  ['one window edits a waiting message', [0]],
  ['both windows edit the same waiting message', [0, 1]],
])('while %s, no text comes into the draft again with each save', async (_, editors) => {
  const edited = { original: WAITING, behind: [] }
  const acts = fc.array(fc.tuple(fc.constantFrom(...NAMES_ANSWERED), fc.nat(1)), {
    maxLength: 60,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const life = new Life()
      for (const editor of editors) life.windows[editor]?.rig.edit(edited)
      await life.comeToRest()
      for (const [name, pick] of all) {
        const window = life.windows[pick]
        if (window !== undefined) ACTS[name](life, window)
        await settled()
      }
      await life.comeToRest()
      const { text } = life.disk
      // Both may have changed the same paragraph, but not while each has its own text.
      const most = editors.length === 2 ? 1 : life.words.length
      for (const word of life.words) {
        expect(text).toContain(word)
        expect(text.split(word).length - 1).toBeLessThanOrEqual(most)
      }
      const paragraphs = text.split('\n\n')
      expect(new Set(paragraphs).size).toBe(paragraphs.length)
    }),
    { numRuns: 200 },
  )
})
