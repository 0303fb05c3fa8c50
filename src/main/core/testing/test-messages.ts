import type { HookRun } from '../../../shared/conversation/hook-run.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { FileChange } from '../../../shared/messages/file-change.ts'
import { BlobHash, type MessageId, type TurnId } from '../../../shared/ids.ts'
import type { Message, MessageContent, UndoContent } from '../../../shared/messages/message.ts'
import { testAttachment } from './test-attachment.ts'

/** Places contents as the messages of a conversation, with the ids m0, m1, ... For tests of requests. */
export function place(contents: readonly MessageContent[]): readonly Message[] {
  return contents.map((content, index) => {
    return { id: `m${index}` as MessageId, seq: index + 1, at: 0, content }
  })
}

export function user(text: string): Extract<MessageContent, { type: 'user' }> {
  return { type: 'user', text, attachments: [], author: 'person' }
}

export function agent(...blocks: readonly Block[]): Extract<MessageContent, { type: 'agent' }> {
  const turnId = 't' as TurnId
  return {
    type: 'agent',
    turnId,
    endpoint: 'anthropic',
    model: 'm',
    blocks,
    end: 'toolUse',
    usage: NO_USAGE,
    price: null,
  }
}

export function summary(text: string): MessageContent {
  return { type: 'summary', text, model: 'm', usage: NO_USAGE, price: null }
}

export function call(providerCallId: string): Extract<Block, { type: 'toolCall' }> {
  const input = { type: 'object', value: {} } as const
  return { type: 'toolCall', providerCallId, name: 'bash', input }
}

/** Returns the result of a call of the reply at this place. */
export function result(reply: number, index: number, text: string): MessageContent {
  const callId = callIdOf(`m${reply}` as MessageId, index)
  const content = [{ type: 'text', text }] as const
  return { type: 'tool', callId, outcome: 'ok', content, durationMs: 1, summary: null, files: [] }
}

export function fileChange(shown: string): FileChange {
  const blob = BlobHash.parse('0'.repeat(64))
  return { path: `/work/${shown}`, shown, before: { blob, mode: 0o644 }, after: null }
}

export function undo(delivery: UndoContent['heard'], ...shown: readonly string[]): UndoContent {
  const files = shown.map(fileChange)
  return { type: 'undo', of: 'edits', messageIds: ['m2' as MessageId], files, heard: delivery }
}

export function text(words: string): Block {
  return { type: 'text', text: words }
}

/** Returns a result with an image, like those of the tools. */
export function imageResult(
  reply: number,
  index: number,
  name: string,
  bytes = 100,
): MessageContent {
  const { copy: blob, original: _original, ...image } = testAttachment(name, { bytes })
  const callId = callIdOf(`m${reply}` as MessageId, index)
  const content = [
    { type: 'text', text: `${name}: an image.` },
    { type: 'image', blob, ...image },
  ] as const
  return { type: 'tool', callId, outcome: 'ok', content, durationMs: 1, summary: null, files: [] }
}

export const HOOK_RUN: HookRun = {
  event: 'PostToolUse',
  command: 'npm run format',
  durationMs: 10,
  outcome: 'ok',
  output: 'formatted',
}
