import type { Composer, Recall } from './composer.ts'
import type { PromptPage } from './composer-event.ts'
import { type ComposerStep, moved, noted } from './step.ts'

/** Begins a walk. */
function begun({ text, caret }: Composer): Recall {
  return {
    typed: { text, caret },
    prompts: [],
    changed: new Map(),
    at: null,
    next: 'newest',
    requestKey: null,
  }
}

/** `key`: fresh, for a page that may have to be requested. */
export function recallPressed(
  composer: Composer,
  to: 'earlier' | 'later',
  key: string,
): ComposerStep {
  // A waiting message that is being edited cannot be left.
  if (composer.editing !== null) return noted(composer)
  if (to === 'later') return later(composer)
  const recall = composer.recall ?? begun(composer)
  const place = recall.at === null ? 0 : recall.at + 1
  if (place < recall.prompts.length) return moved(standingAt(composer, recall, place))
  if (recall.next === null || recall.requestKey !== null) return noted(composer)
  return asking({ ...composer, recall }, recall, key)
}

function later(composer: Composer): ComposerStep {
  const { recall } = composer
  if (recall === null || recall.at === null) return noted(composer)
  return moved(standingAt(composer, recall, recall.at === 0 ? null : recall.at - 1))
}

/** A page arrived; null: the host did not answer. A page that typing has cancelled is only kept. */
export function promptsLoaded(
  composer: Composer,
  key: string,
  page: PromptPage | null,
): ComposerStep {
  const { recall } = composer
  if (recall?.requestKey !== key) return noted(composer)
  const quiet = { ...recall, requestKey: null }
  if (page === null) return noted({ ...composer, recall: quiet })
  const before = recall.prompts.length
  const known = { ...quiet, prompts: withPrompts(recall.prompts, page.prompts), next: page.next }
  if (known.prompts.length > before) return moved(standingAt(composer, known, before))
  return known.next === null
    ? noted({ ...composer, recall: known.prompts.length === 0 ? null : known })
    : asking({ ...composer, recall: known }, known, key)
}

/** The text that remains when a prompt is sent: the one typed before it. */
export function leftByWalk({ recall }: Composer): string {
  return recall === null || recall.at === null ? '' : recall.typed.text
}

/** Typing cancels a requested page. */
export function recallAfterTyping(recall: Recall | null): Recall | null {
  return recall === null || recall.requestKey === null ? recall : { ...recall, requestKey: null }
}

function asking(composer: Composer, recall: Recall, key: string): ComposerStep {
  const before = recall.next === 'newest' ? null : recall.next
  const next = { ...composer, recall: { ...recall, requestKey: key } }
  return moved(next, [{ type: 'loadPrompts', key, before }])
}

/** Null: the typed text. The prompt that is left keeps its changes. */
function standingAt(composer: Composer, recall: Recall, at: number | null): Composer {
  const { text, caret } = composer
  const changed = new Map(recall.changed)
  if (recall.at !== null && recall.prompts[recall.at] !== text) changed.set(recall.at, text)
  const typed = recall.at === null ? { text, caret } : recall.typed
  const shown =
    at === null ? typed : { text: changed.get(at) ?? recall.prompts[at] ?? '', caret: null }
  const next = { ...recall, typed, changed, at, requestKey: null }
  return {
    ...composer,
    ...shown,
    notice: null,
    waitingSend: null,
    recall: at === null && changed.size === 0 ? null : next,
  }
}

/** Repeated prompts are merged, and empty ones dropped. */
function withPrompts(known: readonly string[], more: readonly string[]): readonly string[] {
  const all = [...known]
  for (const text of more) if (text.trim() !== '' && text !== all.at(-1)) all.push(text)
  return all
}
