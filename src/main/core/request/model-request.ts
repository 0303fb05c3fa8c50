import type { ImageType } from '../../../shared/messages/attachment.ts'
import type { CallInput } from '../../../shared/messages/content.ts'
import type { PDF_TYPE } from '../../../shared/messages/document-limits.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type { ReasoningField } from '../../../shared/messages/repair.ts'

/** A tool as the model sees it. `inputSchema` is a JSON Schema of type object. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
}

export interface RequestText {
  readonly type: 'text'
  readonly text: string
}

/** Of a reply, with the fields that the provider put beside it. */
export interface ReplyText extends RequestText {
  readonly provider?: Readonly<Record<string, unknown>> | undefined
}

/** Named by the hash of its bytes: the adapter reads them. */
export interface RequestImage {
  readonly type: 'image'
  readonly blob: BlobHash
  readonly bytes: number
  readonly mediaType: ImageType
  readonly name: string
}

/** A PDF, named by the hash of its bytes. `pages` count against what a model takes; `tokens`: what it costs, estimated. */
export interface RequestDocument {
  readonly type: 'document'
  readonly blob: BlobHash
  readonly bytes: number
  readonly mediaType: typeof PDF_TYPE
  readonly name: string
  readonly pages: number
  readonly tokens: number
}

/** What an adapter reads the bytes of. */
export type RequestMedia = RequestImage | RequestDocument

export type RequestBlock =
  | ReplyText
  | RequestMedia
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redactedThinking'; readonly data: string }
  /** What it thought, under the name of the chat completion in which it came. */
  | { readonly type: 'reasoning'; readonly field: string; readonly text: string }
  /** The server wants reasoning under this name, and none came with this reply. */
  | { readonly type: 'noReasoning'; readonly field: ReasoningField }
  /** What the provider wants back as it came, under the name in which it did. */
  | {
      readonly type: 'providerItem'
      readonly field: string
      readonly json: Readonly<Record<string, unknown>>
    }
  | {
      readonly type: 'toolCall'
      readonly id: string
      readonly name: string
      readonly input: CallInput
      /** Fields that the provider put beside it. */
      readonly provider?: Readonly<Record<string, unknown>> | undefined
    }
  | {
      readonly type: 'toolResult'
      readonly id: string
      readonly isError: boolean
      readonly content: readonly (RequestText | RequestImage)[]
    }
  /** A step of a tool that ran at the provider, as it came. */
  | { readonly type: 'serverTool'; readonly json: Readonly<Record<string, unknown>> }
  | { readonly type: 'other'; readonly json: Readonly<Record<string, unknown>> }

export interface RequestMessage {
  readonly role: 'user' | 'agent'
  readonly blocks: readonly RequestBlock[]
}

/** What is asked of a model, in no provider's words. Built from the messages alone, checked before it is sent. */
export interface ModelRequest {
  readonly system: string
  readonly tools: readonly ToolSpec[]
  readonly messages: readonly RequestMessage[]
}
