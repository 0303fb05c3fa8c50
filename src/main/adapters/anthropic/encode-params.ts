import type {
  MessageCreateParamsStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages'

/** A longer text takes little time per character, and keeping it would take as much memory as the message (code units). */
const SHORT = 1_024

/** Short messages that `buildParams` maps only once: each request of a conversation repeats all before it. */
const encodedOnce = new WeakMap<MessageParam, string>()

/** Returns the body of a request. A short message that an earlier request contained is not encoded again. */
export function encodeParams({ messages, ...rest }: MessageCreateParamsStreaming): string {
  return `${JSON.stringify(rest).slice(0, -1)},"messages":[${messages.map(encodeOnce).join()}]}`
}

function encodeOnce(message: MessageParam): string {
  const known = encodedOnce.get(message)
  if (known !== undefined) return known
  const fresh = JSON.stringify(message)
  if (fresh.length <= SHORT) encodedOnce.set(message, fresh)
  return fresh
}
