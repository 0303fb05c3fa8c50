import { appError } from '../../../shared/app-error.ts'
import { textsOf } from '../../../shared/messages/content.ts'
import { type CallId, type ConversationId, WorkId } from '../../../shared/ids.ts'
import type { OutputPage } from '../../../shared/protocol/output-page.ts'
import { failed, ok } from '../../../shared/result.ts'
import { takePrinted } from '../../core/machine/printed-text.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'
import type { StandsFor } from '../ports/output-port.ts'
import { type HistoryReading, pagesBefore } from '../conversation/record/read-history.ts'

/** The full output of commands, of which results contain only an excerpt. */
export function outputHandlers(
  ports: Pick<HandlerPorts, 'outputs' | 'store' | 'timers'>,
  { find }: Pick<ConversationAccess, 'find'>,
): HandlersOf<'output.read'> {
  const { outputs, store } = ports
  return {
    'output.read': async ({ conversationId, callId, before }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const kept = await outputs.read(callId, before)
      if (!kept.ok) return failed(appError('storage', `It cannot be read now: ${kept.error}.`))
      const page = kept.value
      if (page === null) return ok({ page })
      // A person's own command has no result: its whole record is output.
      const own = store.shellCommand(WorkId.parse(callId))
      const standsFor =
        own === null
          ? await placeOf(page.standsFor, () => resultOf(ports, conversationId, callId))
          : { from: 0, to: own.output.length }
      return ok({ page: { ...page, standsFor } })
    },
  }
}

async function placeOf(
  standsFor: StandsFor,
  result: () => Promise<string>,
): Promise<OutputPage['standsFor']> {
  if (standsFor !== 'printedEnd') return { from: 0, to: standsFor }
  const text = await result()
  return { from: text.length - takePrinted(text).length, to: text.length }
}

async function resultOf(
  reading: HistoryReading,
  id: ConversationId,
  callId: CallId,
): Promise<string> {
  for await (const page of pagesBefore(reading, id, null))
    for (const { content } of page)
      if (content.type === 'tool' && content.callId === callId)
        return textsOf(content.content).join('\n')
  return ''
}
