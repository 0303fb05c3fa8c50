import type { AppError } from '../../../shared/app-error.ts'
import type { Attachment, PreparedFile } from '../../../shared/messages/attachment.ts'
import type { ConversationSnapshot } from '../../../shared/conversation/conversation.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { EnterWhileBusy } from '../../../shared/settings/settings.ts'
import type { PromptPlace } from '../../../shared/protocol/prompt-commands.ts'
import type { DraftMark } from '../../../shared/messages/draft-mark.ts'
import type { Message, MessageDraft } from '../../../shared/messages/message.ts'
import type { Content, Edited, Outgoing, Route } from './outgoing.ts'

/** A file that a person added. Its bytes are uploaded while its card says `preparing`. */
export interface AddedFile {
  readonly key: string
  readonly name: string
  readonly isFolder: boolean
}

/** The events of one conversation's composer. */
export type ComposerEvent =
  /** Null: the caret is at the end. */
  | { readonly type: 'typed'; readonly text: string; readonly caret: number | null }
  | { readonly type: 'caretMoved'; readonly caret: number }
  /** Inserted before the typed text, as a Markdown quotation. */
  | { readonly type: 'quoted'; readonly text: string }
  /** A message was rewound to be edited, or what was typed for a question went unanswered. */
  | {
      readonly type: 'rewound'
      readonly text: string
      readonly attachments: readonly Attachment[]
    }
  | { readonly type: 'filesAdded'; readonly files: readonly AddedFile[] }
  | { readonly type: 'fileRemoved'; readonly key: string }
  /** The host does not attach it: the text only names it. */
  | { readonly type: 'fileLeftOut'; readonly key: string }
  /** The file removed last comes back, if nothing was typed since. */
  | { readonly type: 'removalUndone' }
  /** A pasted text so long that it is added as the file with this key. `at`: where it was pasted. */
  | {
      readonly type: 'pastedAsFile'
      readonly key: string
      readonly text: string
      readonly at: number
    }
  /** The pasted file becomes text after all, where it was pasted. */
  | { readonly type: 'unpackPressed' }
  | { readonly type: 'filePrepared'; readonly key: string; readonly prepared: PreparedFile }
  /** Moves to earlier prompts of the folder, or back. `key`: fresh. */
  | { readonly type: 'recallPressed'; readonly to: 'earlier' | 'later'; readonly key: string }
  /** Null: the host did not answer. */
  | { readonly type: 'promptsLoaded'; readonly key: string; readonly page: PromptPage | null }
  /** Set if the next choice for a busy agent becomes the default. */
  | { readonly type: 'alwaysChosen'; readonly isAlways: boolean }
  /** `messageId`: used if the message is new. */
  | { readonly type: 'sendPressed'; readonly messageId: MessageId; readonly route: Route }
  /** Null: the host has stored the message. */
  | { readonly type: 'answered'; readonly messageId: MessageId; readonly error: AppError | null }
  /** A waiting message is to be edited. `key`: fresh. */
  | { readonly type: 'editPressed'; readonly edited: Edited; readonly key: string }
  /** The draft with the message to be edited is on disk, or not. */
  | { readonly type: 'editSaved'; readonly key: string; readonly error: AppError | null }
  /** The message to be edited has left the outbox, or not. */
  | { readonly type: 'editTaken'; readonly key: string; readonly error: AppError | null }
  /** The edited message returns to the outbox: as it is in the composer, or in its original form. */
  | { readonly type: 'putBackPressed'; readonly as: 'edited' | 'original' }
  | { readonly type: 'reconnected' }
  /** The draft with this mark is being saved. */
  | { readonly type: 'draftSaving'; readonly mark: DraftMark }
  | { readonly type: 'draftSaved'; readonly mark: DraftMark; readonly common: Content }
  /** It was not saved, because another window has saved a draft that this one has not shown. */
  | { readonly type: 'draftRefused'; readonly other: MessageDraft }
  /** Another window has saved a draft in the place of this one. */
  | {
      readonly type: 'draftFollowed'
      readonly draft: MessageDraft
      readonly replaced: DraftMark
    }
  | {
      readonly type: 'snapshotOpened'
      readonly snapshot: Pick<ConversationSnapshot, 'draft'>
    }
  /** The conversation's current contents on the screen. */
  | {
      readonly type: 'threadShown'
      readonly messages: readonly Message[]
      readonly isResting: boolean
    }
  /** Another action here failed; null: it succeeded. */
  | { readonly type: 'noticed'; readonly error: AppError | null }

/** Side effects, to be run in this order after the state has changed. */
export type ComposerEffect =
  /** A little later; once for all changes until then. */
  | { readonly type: 'saveDraftSoon' }
  /** At once; answered by `editSaved`. */
  | { readonly type: 'saveDraftForEdit'; readonly key: string }
  /** Answered by `editTaken`. */
  | { readonly type: 'takeOutOfLine'; readonly key: string; readonly messageId: MessageId }
  /** Answered by `promptsLoaded`. Null: the newest. */
  | { readonly type: 'loadPrompts'; readonly key: string; readonly before: PromptPlace | null }
  /** From now on Enter does this if the agent is busy. */
  | { readonly type: 'rememberWay'; readonly way: EnterWhileBusy }
  /** Answered by `answered`. */
  | { readonly type: 'deliver'; readonly message: Outgoing }

export interface PromptPage {
  readonly prompts: readonly string[]
  readonly next: PromptPlace | null
}
