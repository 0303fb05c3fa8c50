import type { ContentBlock, SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk'
import type { Client } from '../../client/client.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { type Attachment, isImage } from '../../shared/messages/attachment.ts'
import { callIdOf, type WrittenCall } from '../../shared/messages/call-id.ts'
import type { Block, CallInput, ToolContent } from '../../shared/messages/content.ts'
import type { BlobHash, CallId, MessageId } from '../../shared/ids.ts'
import type { Message, MessageContent } from '../../shared/messages/message.ts'
import { wordsOfUnreadable } from '../../shared/messages/unreadable.ts'
import { Todo } from '../../shared/messages/todos.ts'
import { wordsOfSubAgent } from '../../client/words/words.ts'
import { toBase64 } from '../../client/files/base64.ts'
import { readBlobBytes } from '../../client/files/read-blob.ts'
import { fenced } from '../../client/words/fenced.ts'
import { withModelNames } from '../../client/words/model-words.ts'
import { LiveReply } from './live-reply.ts'
import { diffsOf, isPlan, statusOf, toolCallOf } from './tool-calls.ts'
import { withoutButtons } from '../without-buttons.ts'

/** Larger images, in bytes, are named instead of shown. */
const MAX_IMAGE_BYTES = 8 * 1024 * 1024

/** An update, or a sentence for people that is not part of the conversation. */
export type Reported = SessionUpdate | { readonly sessionUpdate: 'note'; readonly text: string }

/** Reports the messages of a conversation as updates of a session. */
export class MessageUpdates {
  /** The part of the current reply that the client has received. */
  readonly live = new LiveReply()
  readonly #client: Client
  readonly #folder: string
  /** Calls without a result. */
  readonly #calls = new Map<CallId, WrittenCall>()
  /** Calls that the client received as a plan: it knows no call with such an id. */
  readonly #plans = new Set<string>()

  constructor(client: Client, folder: string) {
    this.#client = client
    this.#folder = folder
  }

  isPlan(callId: string): boolean {
    return this.#plans.has(callId)
  }

  async of({ content, id }: Message): Promise<readonly Reported[]> {
    switch (content.type) {
      case 'user':
        return this.#ofPerson(content)
      case 'agent':
        return this.#ofReply(id, content.blocks)
      case 'tool':
        return [await this.#ofResult(content)]
      case 'subAgent':
        return [note(`Sub-agent: ${wordsOfSubAgent(content.outcome)}.`)]
      case 'summary':
        return [note('The conversation was summarised to make room.')]
      case 'repair':
      case 'system':
        return [note(withModelNames(withoutButtons(content.text)))]
      case 'rewound':
        return [note('The conversation was rewound here.')]
      case 'unreadable':
        return [note(wordsOfUnreadable(content))]
      // The prompt that the error ends fails with the same text.
      case 'error':
      case 'undo':
      case 'attachmentsDropped':
        return []
      default:
        return assertNever(content)
    }
  }

  async #ofPerson({
    attachments,
    text,
  }: Extract<MessageContent, { type: 'user' }>): Promise<readonly Reported[]> {
    const words: ContentBlock[] = text === '' ? [] : [{ type: 'text', text }]
    const files = await Promise.all(attachments.map((each) => this.#ofAttachment(each)))
    return [...words, ...files].map((content) => ({ sessionUpdate: 'user_message_chunk', content }))
  }

  async #ofAttachment(attachment: Attachment): Promise<ContentBlock> {
    if (isImage(attachment)) return this.#picture(attachment.copy, attachment)
    const { bytes, mediaType: mimeType, name, path } = attachment
    // An imported export can name half a character, of which no address can be made.
    const uri = `file://${path.toWellFormed().split('/').map(encodeURIComponent).join('/')}`
    return { type: 'resource_link', name, uri, mimeType, size: bytes }
  }

  #ofReply(id: MessageId, blocks: readonly Block[]): readonly Reported[] {
    const joined = (type: 'text' | 'thinking'): string =>
      blocks.flatMap((block) => (block.type === type ? [block.text] : [])).join('')
    const calls = blocks.filter((block) => block.type === 'toolCall')
    return [
      ...this.live.rest({ thinking: joined('thinking'), text: joined('text') }),
      ...calls.map((call, at): SessionUpdate => {
        const callId = callIdOf(id, at)
        this.#calls.set(callId, call)
        const plan = isPlan(call.name) ? planOf(call.input) : null
        if (plan === null)
          return { sessionUpdate: 'tool_call', ...toolCallOf(callId, call, this.#folder) }
        this.#plans.add(callId)
        return plan
      }),
    ]
  }

  async #ofResult({
    callId,
    content,
    files,
    outcome,
    summary,
  }: Extract<MessageContent, { type: 'tool' }>): Promise<SessionUpdate> {
    const shown = await Promise.all(content.map((part) => this.#ofPart(part)))
    const call = this.#calls.get(callId)
    this.#calls.delete(callId)
    const isNew = files[0]?.before === null
    const diffs = call === undefined || outcome !== 'ok' ? [] : diffsOf(call, this.#folder, isNew)
    return {
      sessionUpdate: 'tool_call_update',
      toolCallId: callId,
      status: statusOf(outcome),
      content: [...diffs, ...shown],
      ...(files.length > 0 && { locations: files.map(({ path }) => ({ path })) }),
      rawOutput: { outcome, summary },
    }
  }

  async #ofPart(part: ToolContent): Promise<ToolCallContent> {
    const content: ContentBlock =
      part.type === 'text'
        ? { type: 'text', text: fenced(part.text) }
        : await this.#picture(part.blob, part)
    return { type: 'content', content }
  }

  async #picture(
    hash: BlobHash,
    { bytes, mediaType, name }: { bytes: number; mediaType: string; name: string },
  ): Promise<ContentBlock> {
    const data = bytes > MAX_IMAGE_BYTES ? null : await readBlobBytes(this.#client, hash)
    if (data === null) return { type: 'text', text: `[${name}, ${mediaType}, ${bytes} bytes]` }
    return { type: 'image', mimeType: mediaType, data: toBase64(data) }
  }
}

function note(text: string): Reported {
  return { sessionUpdate: 'note', text }
}

/** Null if it is not a list of tasks. */
function planOf(input: CallInput): SessionUpdate | null {
  const todos = Todo.array().safeParse(input.type === 'object' ? input.value['todos'] : null)
  if (!todos.success) return null
  const entries = todos.data.map((todo) => ({ ...todo, priority: 'medium' as const }))
  return { sessionUpdate: 'plan', entries }
}
