import { appError, type AppError } from '../../../shared/app-error.ts'
import { askedCalls } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { trustCommands } from '../../../shared/protocol/trust-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { storageError } from '../conversation/answers.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'

type OfPermissions = HandlersOf<
  'approval.preview' | 'rules.list' | 'rules.remove' | keyof typeof trustCommands
>

/** Commands for what a person allows: calls, by rules, and files that a folder brings. */
export function permissionHandlers(
  ports: HandlerPorts,
  { find }: ConversationAccess,
): OfPermissions {
  const { registry, trust } = ports
  const { rules } = registry

  function folderOf(id: ConversationId | null): Result<string | null, AppError> {
    if (id === null) return ok(null)
    const found = find(id)
    return found.ok ? ok(found.value.liveContext.folder) : found
  }

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

    'trust.list': async ({ conversationId }) => {
      const folder = folderOf(conversationId)
      return folder.ok ? ok({ files: await trust.list(folder.value) }) : folder
    },

    'trust.allow': async ({ conversationId, ...decision }) => {
      const folder = folderOf(conversationId)
      if (!folder.ok) return folder
      const allowed = await trust.allow(folder.value, decision)
      return allowed.ok ? ok({}) : failed(appError('invalidInput', allowed.error))
    },
  }
}
