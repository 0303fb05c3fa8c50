import type { AppError } from '../../../shared/app-error.ts'
import type { Attachment, PreparedFile } from '../../../shared/messages/attachment.ts'
import type { ConversationSnapshot } from '../../../shared/conversation/conversation.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { EnterWhileBusy } from '../../../shared/settings/settings.ts'
import type { PromptPlace } from '../../../shared/protocol/prompt-commands.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Edited, Outgoing, Route } from './outgoing.ts'

/** A file that a person added. Its bytes are uploaded while its card says `preparing`. */
export interface AddedFile {
  readonly key: string
  readonly name: string
  readonly isFolder: boolean
}

/** What happens to the composer of one conversation. */
export type ComposerEvent =
  /** Null: the caret is at the end. */
  | { readonly type: 'typed'; readonly text: string; readonly caret: number | null }
  | { readonly type: 'caretMoved'; readonly caret: number }
  /** Put before the typed text, as a Markdown quotation. */
  | { readonly type: 'quoted'; readonly text: string }
  /** A message was rewound to be edited. */
  | {
      readonly type: 'rewound'
      readonly text: string
      readonly attachments: readonly Attachment[]
    }
  | { readonly type: 'filesAdded'; readonly files: readonly AddedFile[] }
  | { readonly type: 'fileRemoved'; readonly key: string }
  /** A text so long that it is added as the file with this key. `at`: where it was pasted. */
  | {
      readonly type: 'pastedAsFile'
      readonly key: string
      readonly text: string
      readonly at: number
    }
  /** It is put into the text after all, where it was pasted. */
  | { readonly type: 'unpackPressed' }
  | { readonly type: 'filePrepared'; readonly key: string; readonly prepared: PreparedFile }
  /** To earlier prompts of the folder, and back. `key`: fresh. */
  | { readonly type: 'recallPressed'; readonly to: 'earlier' | 'later'; readonly key: string }
  /** Null: the host did not answer. */
  | { readonly type: 'promptsLoaded'; readonly key: string; readonly page: PromptPage | null }
  /** Whether the next choice for a busy agent becomes the default. */
  | { readonly type: 'alwaysChosen'; readonly isAlways: boolean }
  /** `messageId`: for the message, if it is a new one. */
  | { readonly type: 'sendPressed'; readonly messageId: MessageId; readonly route: Route }
  /** Null: the host has the message. */
  | { readonly type: 'answered'; readonly messageId: MessageId; readonly error: AppError | null }
  /** A waiting message is to be edited. `key`: fresh. */
  | { readonly type: 'editPressed'; readonly edited: Edited; readonly key: string }
  /** The draft with the message to be edited is on disk, or not. */
  | { readonly type: 'editSaved'; readonly key: string; readonly error: AppError | null }
  /** The message to be edited has left the outbox, or not. */
  | { readonly type: 'editTaken'; readonly key: string; readonly error: AppError | null }
  /** The edited message goes back: as it is in the composer, or as it was. */
  | { readonly type: 'putBackPressed'; readonly as: 'edited' | 'original' }
  | { readonly type: 'reconnected' }
  | {
      readonly type: 'snapshotOpened'
      readonly snapshot: Pick<ConversationSnapshot, 'messages' | 'waiting' | 'draft'>
    }
  /** What the conversation shows now. */
  | {
      readonly type: 'threadShown'
      readonly messages: readonly Message[]
      readonly isResting: boolean
    }
  /** Something else that was tried here failed; null: it succeeded. */
  | { readonly type: 'noticed'; readonly error: AppError | null }

/** What must be done outside, in this order, after the state has changed. */
export type ComposerEffect =
  /** A little later; once for all changes until then. */
  | { readonly type: 'saveDraftSoon' }
  /** Now; answered by `editSaved`. */
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
