import { APIError } from '@anthropic-ai/sdk/core/error'
import type { MessageCreateParamsStreaming as Params } from '@anthropic-ai/sdk/resources/messages'
import type { Dispensable } from '../model-api/without-refused.ts'

/** An older proxy knows only markers without a duration: "cache_control.ephemeral.ttl: Extra inputs are not permitted". */
export const HOUR_OF_CACHE: Dispensable<Params> = {
  name: 'ttl',
  isRefusedBy: (error) => error instanceof APIError && /\bttl\b/.test(error.message),
  without({ system, tools, ...params }) {
    const parts = typeof system === 'string' ? undefined : system
    const marked = [...(parts ?? []), ...(tools ?? [])]
    if (!marked.some(({ cache_control: marker }) => marker?.ttl !== undefined)) return null
    return {
      ...params,
      ...(system === undefined ? {} : { system: parts?.map(withoutTime) ?? system }),
      ...(tools === undefined ? {} : { tools: tools.map(withoutTime) }),
    }
  },
}

function withoutTime<Part extends { cache_control?: { type: 'ephemeral' } | null }>(
  part: Part,
): Part {
  return part.cache_control ? { ...part, cache_control: { type: 'ephemeral' } } : part
}
