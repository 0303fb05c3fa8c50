import type { PromptPlace } from '../../../shared/protocol/prompt-commands.ts'
import type { Composer } from './composer.ts'
import { joinTexts } from './outgoing.ts'
import { type ComposerStep, moved, noted } from './step.ts'

/** A walk through what was sent before in the folder. What was typed and what was changed on the way stays until the next Send. */
export interface Recall {
  /** What stood here when the walk left it. */
  readonly typed: Pick<Composer, 'text' | 'caret'>
  /** As they were sent, the newest first, as far as they are known. */
  readonly prompts: readonly string[]
  /** As they were changed here, by their places. */
  readonly changed: ReadonlyMap<number, string>
  /** Which prompt stands in the composer; null: what was typed. */
  readonly at: number | null
  /** Where the next page begins; `newest`: with the newest; null: all are known. */
  readonly next: PromptPlace | 'newest' | null
  /** Names the page that is asked for, and goes on with its first prompt; null: none is, or something was typed since. */
  readonly asked: string | null
}

export interface PromptPage {
  readonly prompts: readonly string[]
  readonly next: PromptPlace | null
}

/** A walk begins. */
function begun({ text, caret }: Composer): Recall {
  return {
    typed: { text, caret },
    prompts: [],
    changed: new Map(),
    at: null,
    next: 'newest',
    asked: null,
  }
}

/** Whether a prompt stands here as it was sent. */
export function isUntouchedPrompt({ recall, text }: Composer): boolean {
  return recall !== null && recall.at !== null && recall.prompts[recall.at] === text
}

/** `key`: fresh, for a page that has to be asked for. */
export function recallPressed(
  composer: Composer,
  to: 'earlier' | 'later',
  key: string,
): ComposerStep {
  // What waits for its place in the line is not what a person goes back from.
  if (composer.editing !== null) return noted(composer)
  if (to === 'later') return later(composer)
  const recall = composer.recall ?? begun(composer)
  const place = recall.at === null ? 0 : recall.at + 1
  if (place < recall.prompts.length) return moved(standingAt(composer, recall, place))
  if (recall.next === null || recall.asked !== null) return noted(composer)
  return asking({ ...composer, recall }, recall, key)
}

function later(composer: Composer): ComposerStep {
  const { recall } = composer
  if (recall === null || recall.at === null) return noted(composer)
  return moved(standingAt(composer, recall, recall.at === 0 ? null : recall.at - 1))
}

/** A page has come; null: the host did not answer. One that was called off by typing is only kept. */
export function promptsLoaded(
  composer: Composer,
  key: string,
  page: PromptPage | null,
): ComposerStep {
  const { recall } = composer
  if (recall?.asked !== key) return noted(composer)
  const quiet = { ...recall, asked: null }
  if (page === null) return noted({ ...composer, recall: quiet })
  const before = recall.prompts.length
  const known = { ...quiet, prompts: withPrompts(recall.prompts, page.prompts), next: page.next }
  if (known.prompts.length > before) return moved(standingAt(composer, known, before))
  return known.next === null
    ? noted({ ...composer, recall: known.prompts.length === 0 ? null : known })
    : asking({ ...composer, recall: known }, known, key)
}

/** The walk ends: what was typed stands here, and behind it a prompt that was changed. */
export function withoutWalk(composer: Composer): Composer {
  const { recall, text } = composer
  if (recall === null) return composer
  const ended = { ...composer, recall: null }
  if (recall.at === null) return ended
  if (isUntouchedPrompt(composer)) return { ...ended, ...recall.typed }
  const joined = joinTexts(recall.typed.text, text)
  const caret = composer.caret === null ? null : joined.length - text.length + composer.caret
  return { ...ended, text: joined, caret }
}

/** What stays behind when a prompt is sent: what was typed before it. */
export function leftByWalk({ recall }: Composer): string {
  return recall === null || recall.at === null ? '' : recall.typed.text
}

/** Typing calls off a page that is on its way. */
export function recallAfterTyping(recall: Recall | null): Recall | null {
  return recall === null || recall.asked === null ? recall : { ...recall, asked: null }
}

function asking(composer: Composer, recall: Recall, key: string): ComposerStep {
  const before = recall.next === 'newest' ? null : recall.next
  const next = { ...composer, recall: { ...recall, asked: key } }
  return moved(next, [{ type: 'loadPrompts', key, before }])
}

/** Null: what was typed. What is left stays as it stands. */
function standingAt(composer: Composer, recall: Recall, at: number | null): Composer {
  const { text, caret } = composer
  const changed = new Map(recall.changed)
  if (recall.at !== null && recall.prompts[recall.at] !== text) changed.set(recall.at, text)
  const typed = recall.at === null ? { text, caret } : recall.typed
  const shown =
    at === null ? typed : { text: changed.get(at) ?? recall.prompts[at] ?? '', caret: null }
  const next = { ...recall, typed, changed, at, asked: null }
  return {
    ...composer,
    ...shown,
    isOwn: true,
    notice: null,
    waitingSend: null,
    recall: at === null && changed.size === 0 ? null : next,
  }
}

/** The same prompt twice in a row is one, and an empty one is none. */
function withPrompts(known: readonly string[], more: readonly string[]): readonly string[] {
  const all = [...known]
  for (const text of more) if (text.trim() !== '' && text !== all.at(-1)) all.push(text)
  return all
}
