import type { ImageType } from '../../shared/attachment.ts'
import type { CallInput } from '../../shared/content.ts'
import type { BlobHash } from '../../shared/ids.ts'

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

/** Named by the hash of its bytes: the adapter reads them. */
export interface RequestImage {
  readonly type: 'image'
  readonly blob: BlobHash
  readonly bytes: number
  readonly mediaType: ImageType
  readonly name: string
}

export type RequestBlock =
  | RequestText
  | RequestImage
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redactedThinking'; readonly data: string }
  | {
      readonly type: 'toolCall'
      readonly id: string
      readonly name: string
      readonly input: CallInput
    }
  | {
      readonly type: 'toolResult'
      readonly id: string
      readonly isError: boolean
      readonly content: readonly (RequestText | RequestImage)[]
    }
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
