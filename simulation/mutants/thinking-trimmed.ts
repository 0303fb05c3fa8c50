import type { Message } from '../../src/shared/messages/message.ts'
import type { RequestFrame } from '../../src/main/core/request/request-frame.ts'
import type { RequestBlock } from '../../src/main/core/request/model-request.ts'
import {
  type BuiltRequest,
  RequestBuilder as Good,
} from '../../src/main/runtime/conversation/request-builder.ts'

/** PLANTED BUG: thinking is trimmed at both ends. */
export class RequestBuilder extends Good {
  override build(history: readonly Message[], frame: RequestFrame): BuiltRequest {
    const { request, ...rest } = super.build(history, frame)
    const messages = request.messages.map(({ role, blocks }) => {
      return { role, blocks: blocks.map(trimmed) }
    })
    return { request: { ...request, messages }, ...rest }
  }
}

function trimmed(block: RequestBlock): RequestBlock {
  return block.type === 'thinking' ? { ...block, text: block.text.trim() } : block
}
