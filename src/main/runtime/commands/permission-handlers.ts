import { askedCalls } from '../../../shared/conversation/conversation-state.ts'
import { failed, ok } from '../../../shared/result.ts'
import { storageError } from '../conversation/answers.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'

type OfPermissions = HandlersOf<'approval.preview' | 'rules.list' | 'rules.remove'>

/** Commands for what a person sees before and after allowing something. */
export function permissionHandlers(
  ports: HandlerPorts,
  { find }: ConversationAccess,
): OfPermissions {
  const { rules } = ports.registry
  return {
    'approval.preview': async ({ conversationId, callId }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { current, record } = found.value
      const waiting = current.type === 'awaitingApproval' ? askedCalls(current) : []
      const call = waiting.find((each) => each.callId === callId)
      if (call === undefined) return ok({ type: 'none' })
      return ok(await ports.tools.preview(call, { conversationId, folder: record.stored.folder }))
    },

    'rules.list': () => ok({ rules: rules.list() }),

    'rules.remove': ({ folder, rule }) => {
      const removed = rules.remove(folder, rule)
      return removed.ok ? ok({}) : failed(storageError(removed.error))
    },
  }
}
