import { appError, type AppError } from '../../../../shared/app-error.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { trustCommands } from '../../../../shared/protocol/trust-commands.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from '../handler-ports.ts'

/** What a person allows of a folder's files. */
export function trustHandlers(
  { trust }: Pick<HandlerPorts, 'trust'>,
  { find }: ConversationAccess,
): HandlersOf<keyof typeof trustCommands> {
  function folderOf(id: ConversationId | null): Result<string | null, AppError> {
    if (id === null) return ok(null)
    const found = find(id)
    return found.ok ? ok(found.value.liveContext.folder) : found
  }

  return {
    'trust.list': async ({ conversationId }) => {
      const folder = folderOf(conversationId)
      return folder.ok ? ok({ files: await trust.list(folder.value) }) : folder
    },
    'trust.allow': async ({ conversationId, ...said }) => {
      const folder = folderOf(conversationId)
      if (!folder.ok) return folder
      const allowed = await trust.allow(folder.value, said)
      return allowed.ok ? ok({}) : failed(appError('invalidInput', allowed.error))
    },
  }
}
