import type { Context } from '../../src/main/core/machine/context.ts'
import type { EventOf } from '../../src/main/core/machine/event.ts'
import {
  acceptReply as accept,
  type SentRequest,
  type ReplyVerdict,
} from '../../src/main/core/round/reply.ts'
import type { Draft } from '../../src/main/core/machine/step.ts'

/** PLANTED BUG: a call cut off at the output limit is kept as if it were complete. */
export function acceptReply(
  draft: Draft,
  context: Context,
  asked: SentRequest,
  event: EventOf<'llmResponded'>,
): ReplyVerdict {
  const isCut = event.end === 'maxTokens' && event.blocks.at(-1)?.type === 'toolCall'
  return accept(draft, context, asked, isCut ? { ...event, end: 'toolUse' } : event)
}
