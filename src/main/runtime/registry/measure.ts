import type { ContextShares } from '../../../shared/context-use.ts'
import { buildRequest } from '../../core/request/build-request.ts'
import { notesSent } from '../../core/request/instruction-notes.ts'
import { sharesOf } from '../../core/request/context-shares.ts'
import { withModelName } from '../../core/request/system-prompt.ts'
import { callerOf } from '../../core/machine/context.ts'
import { hasThought } from '../../core/request/has-thought.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { BlobPort } from '../ports/file-ports.ts'
import type { ToolPort } from '../ports/ports.ts'
import { systemText } from '../conversation/system-text.ts'

export interface MeasurePorts {
  readonly tools: Pick<ToolPort, 'specs'>
  readonly blobs: Pick<BlobPort, 'read'>
}

/** What the next request of a conversation would be made of, were it asked now. */
export function measureNext(
  { liveContext, provider, record }: ConversationRuntime,
  { blobs, tools }: MeasurePorts,
): ContextShares {
  const { instructions, role } = liveContext
  const { documents, endpoint, model } = provider
  const systemPrompt = withModelName(liveContext.systemPrompt, model)
  const told = record.activeMessages()
  const user = { caller: callerOf(role), model, hasThought: hasThought(told, provider) }
  const system = systemText({ systemPrompt, instructions }, told, blobs).text
  const request = buildRequest(told, {
    endpoint,
    model,
    documents,
    system,
    tools: tools.specs(user),
  })
  return sharesOf(request, { systemPrompt, notes: notesSent(told) })
}
