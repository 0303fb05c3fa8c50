import { APIError } from '@anthropic-ai/sdk/core/error'
import type { MessageCreateParamsStreaming as Params } from '@anthropic-ai/sdk/resources/messages'
import type { Dispensable } from '../model-api/without-refused.ts'

/**
 * Only Anthropic's own API and clouds accept it: "tools.0.custom.eager_input_streaming: Extra inputs are not
 * permitted".
 */
export const EAGER_INPUT: Dispensable<Params> = {
  name: 'eager_input_streaming',
  isRefusedBy: (error) =>
    error instanceof APIError && /\beager_input_streaming\b/.test(error.message),
  without({ tools, ...params }) {
    const isEager = tools?.some((tool) => 'eager_input_streaming' in tool) ?? false
    if (tools === undefined || !isEager) return null
    return { ...params, tools: tools.map(withoutField) }
  },
}

type Tool = NonNullable<Params['tools']>[number]

function withoutField(tool: Tool): Tool {
  if (!('eager_input_streaming' in tool)) return tool
  const { eager_input_streaming: _, ...rest } = tool
  return rest
}
