import { textsOf } from '../../../shared/content.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { OutputPage } from '../../../shared/output-page.ts'
import { ok } from '../../../shared/result.ts'
import { takePrinted } from '../../core/machine/printed-text.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './command-handlers.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { StandsFor } from '../ports/output-port.ts'

/** What commands printed, beside what their results say. */
export function outputHandlers(
  { outputs }: Pick<HandlerPorts, 'outputs'>,
  { find }: Pick<ConversationAccess, 'find'>,
): HandlersOf<'output.read'> {
  return {
    'output.read': async ({ conversationId, callId, before }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const page = await outputs.read(callId, before)
      if (page === null) return ok({ page })
      const standsFor = placeOf(page.standsFor, () => resultOf(found.value, callId))
      return ok({ page: { ...page, standsFor } })
    },
  }
}

function placeOf(standsFor: StandsFor, result: () => string): OutputPage['standsFor'] {
  if (standsFor !== 'printedEnd') return { from: 0, to: standsFor }
  const text = result()
  return { from: text.length - takePrinted(text).length, to: text.length }
}

function resultOf({ record }: ConversationRuntime, callId: CallId): string {
  for (const { content } of record.history())
    if (content.type === 'tool' && content.callId === callId)
      return textsOf(content.content).join('\n')
  return ''
}
