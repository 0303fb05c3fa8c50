import type { MessageId } from '../../../shared/ids.ts'
import type { ClientEventOf } from '../../../shared/protocol/events.ts'
import { MAX_KNOWN_DRAFTS } from '../../../shared/messages/draft-commands.ts'
import { type DraftMark, markOf } from '../../../shared/messages/draft-mark.ts'
import type { MessageDraft } from '../../../shared/messages/message.ts'
import { caretOf, type Composer, contentOf, joinContents } from './composer.ts'
import { joinTexts, type Outgoing } from './outgoing.ts'
import { filledWith, withFilesAhead } from './step.ts'

/** Drafts that may be on disk and may be replaced: this window has shown them, or they are its own. */
export function knownDrafts({ stored, tried }: Composer): readonly DraftMark[] {
  return [stored, ...tried]
}

/** New messages on their way, which the saved draft contains. */
export function newOnTheirWay({ outgoing }: Composer): readonly MessageId[] {
  return outgoing.flatMap(({ edited, messageId, phase }) =>
    edited === null && phase !== 'committed' ? [messageId] : [],
  )
}

/** Without an answer for long, the first ones are kept: the later ones cannot have arrived. */
export function saving(composer: Composer, mark: DraftMark): Composer {
  const earlier = composer.tried.filter((each) => each !== mark)
  return { ...composer, tried: [...earlier.slice(0, MAX_KNOWN_DRAFTS - 2), mark] }
}

export function saved(composer: Composer, mark: DraftMark): Composer {
  const { tried } = composer
  return { ...composer, stored: mark, tried: tried.slice(tried.indexOf(mark) + 1) }
}

/** Another window's draft comes below the text of this one; it replaces a text that was not touched since it was saved. */
export function refused(composer: Composer, other: MessageDraft): Composer {
  const known = { ...composer, tried: [] }
  if (isUntouched(known)) return adopted(known, other)
  return withBelow({ ...known, stored: markOf(other) }, other)
}

/** Follows another window's draft, unless something was typed here: then saving that decides. Older news is dropped. */
export function followed(
  composer: Composer,
  { draft, replaced }: Pick<ClientEventOf<'conversation.drafted'>, 'draft' | 'replaced'>,
): Composer {
  const isNext = replaced === composer.stored && isUntouched(composer)
  return isNext ? adopted(composer, draft) : composer
}

/** The same for the draft of a snapshot, which contains everything that was stored before it. */
export function opened(composer: Composer, draft: MessageDraft): Composer {
  const outgoing = withoutCommitted(composer.outgoing)
  const settled = outgoing === composer.outgoing ? composer : { ...composer, outgoing }
  return isUntouched(settled) ? adopted(settled, draft) : settled
}

function adopted(composer: Composer, draft: MessageDraft): Composer {
  const mark = markOf(draft)
  if (mark === composer.stored) return composer
  return { ...filledWith(composer, draft), caret: draft.caret, stored: mark }
}

/** True if nothing is here that is not on disk. */
function isUntouched(composer: Composer): boolean {
  const { editing, files, outgoing, recall, stored, tried, waitingSend } = composer
  return (
    tried.length === 0 &&
    editing === null &&
    recall === null &&
    waitingSend === null &&
    outgoing.every(({ phase }) => phase === 'committed') &&
    files.every(({ type }) => type === 'ready') &&
    markOf(contentOf(composer)) === stored
  )
}

/** A waiting Send must be pressed again. */
function withBelow(composer: Composer, other: MessageDraft): Composer {
  const { editing, recall, text } = composer
  if (editing !== null)
    return { ...composer, editing: { ...editing, previous: joinContents(editing.previous, other) } }
  const all = { ...withFilesAhead(composer, other.attachments), waitingSend: null }
  if (recall !== null && recall.at !== null) {
    const typed = { ...recall.typed, text: joinTexts(recall.typed.text, other.text) }
    return { ...all, recall: { ...recall, typed } }
  }
  const caret = text === '' ? other.caret : caretOf(composer)
  return { ...all, text: joinTexts(text, other.text), caret }
}

function withoutCommitted(outgoing: readonly Outgoing[]): readonly Outgoing[] {
  const left = outgoing.filter(({ phase }) => phase !== 'committed')
  return left.length < outgoing.length ? left : outgoing
}
