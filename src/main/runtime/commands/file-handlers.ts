import { appError, type AppError } from '../../../shared/app-error.ts'
import { MAX_HEAD_BYTES } from '../../../shared/messages/attachment.ts'
import { type browseCommands, MAX_ENTRIES } from '../../../shared/protocol/browse-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'
import { newestOnly } from './session/newest-only.ts'

const STOPPED = appError('stopped', 'A newer search replaced this one.')

function notListed(why: string): Result<never, AppError> {
  return failed(appError('folderNotReadable', `The files of the folder can’t be listed. ${why}`))
}

/** Files of a conversation's folder, for mentions in messages. */
export function fileHandlers(
  { folderFiles, files }: Pick<HandlerPorts, 'folderFiles' | 'files'>,
  { find }: Pick<ConversationAccess, 'find'>,
): HandlersOf<
  'files.find' | 'files.attach' | 'files.named' | 'files.commands' | keyof typeof browseCommands
> {
  const finding = newestOnly()
  return {
    'files.find': async ({ conversationId, text }, client) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { folder } = found.value.record.stored
      const answer = await folderFiles.find(folder, text, finding(client))
      if (!answer.ok) return notListed(answer.error)
      return answer.value === null ? failed(STOPPED) : ok(answer.value)
    },

    'folder.list': async ({ conversationId, under }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const listed = await folderFiles.list(found.value.record.stored.folder, under)
      if (!listed.ok) return notListed(listed.error)
      const entries = listed.value.entries.slice(0, MAX_ENTRIES)
      return ok({
        entries,
        isCut: listed.value.isCut || entries.length < listed.value.entries.length,
      })
    },

    'folder.look': async ({ conversationId, from, path }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const seen = await folderFiles.look(found.value.record.stored.folder, path, from)
      return seen.ok ? seen : failed(appError('folderNotReadable', seen.error))
    },

    'files.commands': async ({ conversationId }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      return ok({ commands: await folderFiles.commands(found.value.record.stored.folder) })
    },

    'files.named': async ({ conversationId, paths }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { folder } = found.value.record.stored
      return ok({ kinds: await Promise.all(paths.map((path) => folderFiles.kindOf(folder, path))) })
    },

    'files.attach': async ({ conversationId, path }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { folder } = found.value.record.stored
      const file = await folderFiles.read(folder, path, MAX_HEAD_BYTES)
      if (file === null) return ok({ attachment: null })
      const kept = await files.keepText(file)
      return kept.ok ? ok({ attachment: kept.value }) : kept
    },
  }
}
