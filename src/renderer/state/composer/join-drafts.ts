import type { Attachment } from '../../../shared/messages/attachment.ts'
import { type Composer, contentOf, joinContents } from './composer.ts'
import { type Content, joinTexts } from './outgoing.ts'

const BREAK = '\n\n'

/** What another window wrote, beside what is here. */
export interface Joining {
  /** Everything in this window, wherever it stands. */
  readonly here: Content
  /** The last draft that both windows had. */
  readonly common: Content
  readonly other: Content
}

/** Everything in a composer but messages on their way. */
export function allIn(composer: Composer): Content {
  const { editing, recall } = composer
  const previous = editing === null ? [] : [editing.previous]
  const typed = recall === null ? [] : [{ text: recall.typed.text, attachments: [] }]
  return [...previous, ...typed, contentOf(composer)].reduce(joinContents)
}

/**
 * Paragraph by paragraph: what is new in the other window comes below a text, and what was given up or changed there leaves
 * it. Both windows do this at each of their saves, so a text that is there already must not come again.
 */
export function joinedText(
  { text, caret }: Pick<Composer, 'text' | 'caret'>,
  { here, common, other }: Joining,
): { readonly text: string; readonly caret: number } {
  const theirs = paragraphsOf(other.text)
  const shared = paragraphsOf(common.text)
  const isGone = taking(without(shared, theirs))
  const added = without(without(theirs, shared), without(paragraphsOf(here.text), shared))
  const from = Math.min(caret ?? text.length, text.length)
  let at = 0
  let goneAhead = 0
  const kept = paragraphsOf(text).filter((each) => {
    const [start, isKept] = [at, !isGone(each)]
    at += each.length + BREAK.length
    if (!isKept) goneAhead += Math.max(0, Math.min(from, at) - start)
    return isKept
  })
  return { text: joinTexts(kept.join(BREAK), added.join(BREAK)), caret: from - goneAhead }
}

function nameOf({ original, name }: Attachment): string {
  return `${original} ${name}`
}

/** Attachments of the other window that this one neither has nor had. */
export function newAttachments({ here, common, other }: Joining): Content['attachments'] {
  const known = [...here.attachments, ...common.attachments].map(nameOf)
  return other.attachments.filter((each) => !known.includes(nameOf(each)))
}

function paragraphsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(BREAK)
}

/** The texts without the others, each as often as it is among them. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const isOther = taking(others)
  return texts.filter((each) => !isOther(each))
}

/** Says of a text whether it is one of these, as often as it is. */
function taking(texts: readonly string[]): (text: string) => boolean {
  const left = new Map<string, number>()
  for (const each of texts) left.set(each, (left.get(each) ?? 0) + 1)
  return (text) => {
    const count = left.get(text) ?? 0
    if (count > 0) left.set(text, count - 1)
    return count > 0
  }
}
