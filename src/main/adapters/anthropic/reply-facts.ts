import type { StopReason } from '@anthropic-ai/sdk/resources/messages'
import type { Usage } from '../../../shared/models/usage.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import { asCount, asObject } from '../model-api/json-fields.ts'

/** Lists every reason in the SDK's types: a new one does not compile until it is added. */
const ENDS: Readonly<Record<StopReason, ReplyEnd>> = {
  end_turn: 'endTurn',
  stop_sequence: 'stopSequence',
  tool_use: 'toolUse',
  max_tokens: 'maxTokens',
  pause_turn: 'pauseTurn',
  model_context_window_exceeded: 'contextFull',
  refusal: 'refusal',
}
const ENDS_BY_NAME: ReadonlyMap<string, ReplyEnd> = new Map(Object.entries(ENDS))

/** An unknown or missing reason ends safely as `unknown`. */
export function replyEndOf(stopReason: string | null): ReplyEnd {
  return stopReason === null ? 'unknown' : (ENDS_BY_NAME.get(stopReason) ?? 'unknown')
}

/** Newer counts override older ones: message_delta repeats some of message_start. */
export function mergeUsage(before: Usage, json: unknown): Usage {
  const usage = asObject(json)
  if (usage === null) return before
  const written = asObject(usage['cache_creation'])
  const forAnHour = asCount(written?.['ephemeral_1h_input_tokens']) ?? before.cacheWriteHourTokens
  const tools = asObject(usage['server_tool_use'])
  const searches = asCount(tools?.['web_search_requests']) ?? before.searches ?? 0
  return {
    ...(searches > 0 && { searches: Math.round(searches) }),
    ...(forAnHour === undefined ? {} : { cacheWriteHourTokens: forAnHour }),
    inputTokens: asCount(usage['input_tokens']) ?? before.inputTokens,
    outputTokens: asCount(usage['output_tokens']) ?? before.outputTokens,
    cacheReadTokens: asCount(usage['cache_read_input_tokens']) ?? before.cacheReadTokens,
    cacheWriteTokens: asCount(usage['cache_creation_input_tokens']) ?? before.cacheWriteTokens,
  }
}
