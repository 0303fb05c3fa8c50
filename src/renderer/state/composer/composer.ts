import type { PromptPlace } from '../../../shared/protocol/prompt-commands.ts'
import type { AppError } from '../../../shared/app-error.ts'
import {
  areSameAttachments,
  type Attachment,
  MAX_ATTACHMENTS,
} from '../../../shared/messages/attachment.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { type DraftMark, EMPTY_MARK } from '../../../shared/messages/draft-mark.ts'
import type { MessageDraft } from '../../../shared/messages/message.ts'
import { type Content, type Edited, joinTexts, type Outgoing, type Route } from './outgoing.ts'

/** A file in the composer. Its key identifies it as long as it is there. */
export type ComposerFile = { readonly key: string; readonly name: string } & (
  | { readonly type: 'preparing' }
  | { readonly type: 'ready'; readonly attachment: Attachment; readonly notice: string | null }
  /** A sentence for people. It does not prevent sending. */
  | { readonly type: 'refused'; readonly reason: string }
)

/** A waiting message that is being edited in the composer. */
export interface Editing {
  readonly edited: Edited
  /** The earlier content of the composer, which is part of the saved draft meanwhile. */
  readonly previous: Content
  /** Identifies the request to take the message out of the outbox; null: it is out. */
  readonly key: string | null
}

/** A Send that is waiting for files. */
export interface WaitingSend {
  readonly messageId: MessageId
  readonly route: Route
  /** Files that were refused before Send was pressed, which do not prevent it. */
  readonly refusedBefore: ReadonlySet<string>
}

/** A long text that was pasted as a file; null once something else is pasted or it is sent. */
export interface Pasted {
  /** Key of its file. */
  readonly key: string
  readonly text: string
  /** Where it was pasted, in UTF-16 code units. */
  readonly at: number
}

/** A file that the person removed, with what brings it back as it was. */
interface RemovedFile {
  readonly file: ComposerFile
  /** Its place among the files. */
  readonly at: number
  /** The text at that time: whatever was typed since is undone first. */
  readonly text: string
  readonly pasted: Pasted | null
}

/** Everything in the composer of one conversation, and messages that have left it but may not be stored. */
export interface Composer {
  /** The draft on disk, as far as this window knows: the one that it adopted or saved last. */
  readonly stored: DraftMark
  /** The last draft that other windows had too, without messages on their way: what they changed in it is known from it. */
  readonly common: Content
  /** Drafts that it tried to save since, without an answer so far: one of them may be on disk instead. */
  readonly tried: readonly DraftMark[]
  readonly text: string
  /** In UTF-16 code units; null: at the end. */
  readonly caret: number | null
  readonly files: readonly ComposerFile[]
  /** The number of files that came back into it, from which their keys are made. */
  readonly returnedFiles: number
  readonly editing: Editing | null
  readonly waitingSend: WaitingSend | null
  readonly outgoing: readonly Outgoing[]
  /** The last error, until the next attempt. */
  readonly notice: AppError | null
  /** Set if a message was refused because something runs: stays until it is sent, or nothing runs any more. */
  readonly busy: AppError | null
  /** The next choice for a busy agent becomes the default. */
  readonly isAlways: boolean
  readonly recall: Recall | null
  readonly pasted: Pasted | null
  /** Removed files that can be brought back, the last one at the end. */
  readonly removed: readonly RemovedFile[]
}

export const EMPTY_COMPOSER: Composer = {
  stored: EMPTY_MARK,
  common: { text: '', attachments: [] },
  tried: [],
  text: '',
  caret: null,
  files: [],
  returnedFiles: 0,
  editing: null,
  waitingSend: null,
  outgoing: [],
  notice: null,
  busy: null,
  isAlways: false,
  recall: null,
  pasted: null,
  removed: [],
}

export function caretOf({ text, caret }: Composer): number {
  return Math.min(caret ?? text.length, text.length)
}

export function readyFiles({ files }: Composer): readonly Attachment[] {
  return files.flatMap((each) => (each.type === 'ready' ? [each.attachment] : []))
}

export function isPreparing({ files }: Composer): boolean {
  return files.some(({ type }) => type === 'preparing')
}

/** True if the file with this key is to be prepared, also for Undo: the person may have removed it meanwhile. */
export function isAwaited({ files, removed }: Composer, key: string): boolean {
  const all = [...files, ...removed.map(({ file }) => file)]
  return all.some((each) => each.key === key && each.type === 'preparing')
}

/** The removed file that undo brings back now; null: none. */
export function fileToBringBack({ files, removed, text }: Composer): RemovedFile | null {
  const last = removed.at(-1)
  const attached = files.filter(({ type }) => type !== 'refused')
  return last?.text === text && attached.length < MAX_ATTACHMENTS ? last : null
}

export function contentOf(composer: Composer): Content {
  return { text: composer.text, attachments: readyFiles(composer) }
}

/**
 * The draft to save: messages on their way that may not be stored, content set aside, and the current content. An
 * earlier prompt that is only viewed is not part of it.
 */
export function draftOf(shown: Composer): MessageDraft {
  const composer = withoutWalk(shown)
  const { outgoing, editing } = composer
  const sent = outgoing.filter(({ phase }) => phase !== 'committed')
  const previous = editing === null ? [] : [editing.previous]
  const { text, attachments } = [...sent, ...previous, contentOf(composer)].reduce(joinContents)
  const caret = Math.max(0, text.length - composer.text.length + caretOf(composer))
  return { text, attachments: attachments.slice(0, MAX_ATTACHMENTS), caret }
}

export function joinContents(first: Content, second: Content): Content {
  return {
    text: joinTexts(first.text, second.text),
    attachments: [...first.attachments, ...second.attachments],
  }
}

export function isSameContent(some: Content, other: Content): boolean {
  return some.text === other.text && areSameAttachments(some.attachments, other.attachments)
}

/** A walk through earlier prompts of the folder. Texts typed or changed on the way stay until the next Send. */
export interface Recall {
  /** The content when the walk began. */
  readonly typed: Pick<Composer, 'text' | 'caret'>
  /** The known prompts as they were sent, newest first. */
  readonly prompts: readonly string[]
  /** Changed prompts, by index. */
  readonly changed: ReadonlyMap<number, string>
  /** The index of the prompt in the composer; null: the typed text. */
  readonly at: number | null
  /** The start of the next page; `newest`: the first page; null: all are known. */
  readonly next: PromptPlace | 'newest' | null
  /** Identifies the requested page, whose first prompt is shown next; null: none, or something was typed since. */
  readonly requestKey: string | null
}

/** True if a prompt is shown unchanged. */
export function isUntouchedPrompt({ recall, text }: Composer): boolean {
  return recall !== null && recall.at !== null && recall.prompts[recall.at] === text
}

/**
 * Ends the walk: the composer has the typed text, followed by a prompt that was changed. A Send that waits for files
 * with another text is cancelled.
 */
export function withoutWalk(composer: Composer): Composer {
  const { recall, text } = composer
  if (recall === null) return composer
  if (recall.at === null) return { ...composer, recall: null }
  const ended = { ...composer, recall: null, waitingSend: null }
  if (isUntouchedPrompt(composer)) return { ...ended, ...recall.typed }
  const joined = joinTexts(recall.typed.text, text)
  const caret = composer.caret === null ? null : joined.length - text.length + composer.caret
  return { ...ended, text: joined, caret }
}
