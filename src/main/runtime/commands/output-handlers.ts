import { textsOf } from '../../../shared/messages/content.ts'
import { type CallId, WorkId } from '../../../shared/ids.ts'
import type { OutputPage } from '../../../shared/protocol/output-page.ts'
import { ok } from '../../../shared/result.ts'
import { takePrinted } from '../../core/machine/printed-text.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { StandsFor } from '../ports/output-port.ts'

/** The full output of commands, of which results contain only an excerpt. */
export function outputHandlers(
  { outputs, store }: Pick<HandlerPorts, 'outputs' | 'store'>,
  { find }: Pick<ConversationAccess, 'find'>,
): HandlersOf<'output.read'> {
  return {
    'output.read': async ({ conversationId, callId, before }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const page = await outputs.read(callId, before)
      if (page === null) return ok({ page })
      // A person's own command has no result: its whole record is output.
      const own = store.shellCommand(WorkId.parse(callId))
      const standsFor =
        own === null
          ? placeOf(page.standsFor, () => resultOf(found.value, callId))
          : { from: 0, to: own.output.length }
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
