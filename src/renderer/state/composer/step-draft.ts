import type { MessageId } from '../../../shared/ids.ts'
import type { ClientEventOf } from '../../../shared/protocol/events.ts'
import { MAX_KNOWN_DRAFTS } from '../../../shared/messages/draft-commands.ts'
import { type DraftMark, markOf } from '../../../shared/messages/draft-mark.ts'
import type { MessageDraft } from '../../../shared/messages/message.ts'
import { type Composer, contentOf } from './composer.ts'
import { allIn, joinedText, type Joining, newAttachments } from './join-drafts.ts'
import type { Content, Outgoing } from './outgoing.ts'
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

export function saved(
  composer: Composer,
  { mark, common }: { readonly mark: DraftMark; readonly common: Content },
): Composer {
  const { tried } = composer
  return { ...composer, stored: mark, common, tried: tried.slice(tried.indexOf(mark) + 1) }
}

/** Another window's draft comes below the text of this one; it replaces a text that was not touched since it was saved. */
export function refused(composer: Composer, other: MessageDraft): Composer {
  const known = { ...composer, tried: [] }
  if (isUntouched(known)) return adopted(known, other)
  return withBelow(
    { ...known, stored: markOf(other), common: other },
    {
      here: allIn(composer),
      common: composer.common,
      other,
    },
  )
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
  return { ...filledWith(composer, draft), caret: draft.caret, stored: mark, common: draft }
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
function withBelow(
  composer: Composer,
  joining: Joining & { readonly other: MessageDraft },
): Composer {
  const { editing, recall } = composer
  const files = newAttachments(joining)
  if (editing !== null) {
    const { text } = joinedText({ ...editing.previous, caret: null }, joining)
    const attachments = [...editing.previous.attachments, ...files]
    return { ...composer, editing: { ...editing, previous: { text, attachments } } }
  }
  const all = { ...withFilesAhead(composer, files), waitingSend: null }
  if (recall !== null && recall.at !== null) {
    const { text } = joinedText(recall.typed, joining)
    return { ...all, recall: { ...recall, typed: { ...recall.typed, text } } }
  }
  const { text, caret } = joinedText(composer, joining)
  return { ...all, text, caret: composer.text === '' ? joining.other.caret : caret }
}

function withoutCommitted(outgoing: readonly Outgoing[]): readonly Outgoing[] {
  const left = outgoing.filter(({ phase }) => phase !== 'committed')
  return left.length < outgoing.length ? left : outgoing
}
