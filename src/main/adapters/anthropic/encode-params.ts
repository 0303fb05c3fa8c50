import { setImmediate as pause } from 'node:timers/promises'
import type {
  MessageCreateParamsStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages'

/** A longer text takes little time per character, and keeping it would take as much memory as the message (code units). */
const SHORT = 1_024
/** Code units encoded before others get a turn. */
const AT_ONCE = 128 * 1_024

/** Short messages that `buildParams` maps only once: each request of a conversation repeats all before it. */
const encodedOnce = new WeakMap<MessageParam, string>()

/** Returns the body of a request. A short message that an earlier request contained is not encoded again. */
export async function encodeParams({
  messages,
  ...rest
}: MessageCreateParamsStreaming): Promise<string> {
  const encoded: string[] = []
  let units = 0
  for (const message of messages) {
    const each = encodeOnce(message)
    encoded.push(each)
    units += each.length
    if (units < AT_ONCE) continue
    await pause()
    units = 0
  }
  return `${JSON.stringify(rest).slice(0, -1)},"messages":[${encoded.join()}]}`
}

function encodeOnce(message: MessageParam): string {
  const known = encodedOnce.get(message)
  if (known !== undefined) return known
  const fresh = JSON.stringify(message)
  if (fresh.length <= SHORT) encodedOnce.set(message, fresh)
  return fresh
}
