import type { Message } from '../../src/shared/messages/message.ts'
import type { RequestFrame } from '../../src/main/core/request/request-frame.ts'
import type { RequestMessage } from '../../src/main/core/request/model-request.ts'
import {
  type BuiltRequest,
  RequestBuilder as Good,
} from '../../src/main/runtime/conversation/request-builder.ts'

/** PLANTED BUG: the results of parallel calls are split into two messages. */
export class RequestBuilder extends Good {
  override build(history: readonly Message[], frame: RequestFrame): BuiltRequest {
    const { request, ...rest } = super.build(history, frame)
    const messages = request.messages.flatMap((message): readonly RequestMessage[] => {
      const results = message.blocks.filter(({ type }) => type === 'toolResult').length
      if (results < 2) return [message]
      const { role, blocks } = message
      return [
        { role, blocks: blocks.slice(0, 1) },
        { role, blocks: blocks.slice(1) },
      ]
    })
    return { request: { ...request, messages }, ...rest }
  }
}
