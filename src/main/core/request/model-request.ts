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

/** Text of a reply, with the extra fields that the provider sent with it. */
export interface ReplyText extends RequestText {
  readonly provider?: Readonly<Record<string, unknown>> | undefined
}

/** An image, identified by the hash of its bytes, which the adapter reads. */
export interface RequestImage {
  readonly type: 'image'
  readonly blob: BlobHash
  readonly bytes: number
  readonly mediaType: ImageType
  readonly name: string
}

/** A PDF, identified by the hash of its bytes. `pages` count against the model's limit; `tokens` is its estimated cost. */
export interface RequestDocument {
  readonly type: 'document'
  readonly blob: BlobHash
  readonly bytes: number
  readonly mediaType: typeof PDF_TYPE
  readonly name: string
  readonly pages: number
  readonly tokens: number
}

/** Media whose bytes an adapter reads. */
export type RequestMedia = RequestImage | RequestDocument

export type RequestBlock =
  | ReplyText
  | RequestMedia
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redactedThinking'; readonly data: string }
  /** Its reasoning, with the name of the chat completion field it came in. */
  | { readonly type: 'reasoning'; readonly field: string; readonly text: string }
  /** Marks that the server requires reasoning under this name, and this reply has none. */
  | { readonly type: 'noReasoning'; readonly field: ReasoningField }
  /** Data to send back to the provider unchanged, under the name it came with. */
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
      /** Extra fields that the provider sent with it. */
      readonly provider?: Readonly<Record<string, unknown>> | undefined
    }
  | {
      readonly type: 'toolResult'
      readonly id: string
      readonly isError: boolean
      readonly content: readonly (RequestText | RequestImage)[]
    }
  /** A step of a tool that ran at the provider, unchanged. */
  | { readonly type: 'serverTool'; readonly json: Readonly<Record<string, unknown>> }
  | { readonly type: 'other'; readonly json: Readonly<Record<string, unknown>> }

export interface RequestMessage {
  readonly role: 'user' | 'agent'
  readonly blocks: readonly RequestBlock[]
}

/** A request to a model, independent of any provider. Built only from the messages, validated before it is sent. */
export interface ModelRequest {
  readonly system: string
  readonly tools: readonly ToolSpec[]
  readonly messages: readonly RequestMessage[]
}
