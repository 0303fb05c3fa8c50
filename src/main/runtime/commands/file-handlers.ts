import { appError } from '../../../shared/app-error.ts'
import { MAX_HEAD_BYTES } from '../../../shared/messages/attachment.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'
import { newestOnly } from './session/newest-only.ts'

const STOPPED = appError('stopped', 'A newer search replaced this one.')
const FAILED = appError(
  'folderNotReadable',
  'The files of the folder can’t be listed. You can still type a path.',
)

/** Files of a conversation's folder, for the message that names them. */
export function fileHandlers(
  { folderFiles, files }: Pick<HandlerPorts, 'folderFiles' | 'files'>,
  { find }: Pick<ConversationAccess, 'find'>,
): HandlersOf<'files.find' | 'files.attach' | 'files.commands'> {
  const finding = newestOnly()
  return {
    'files.find': async ({ conversationId, text }, client) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { folder } = found.value.record.stored
      const answer = await folderFiles.find(folder, text, finding(client))
      if (answer.ok) return ok({ paths: answer.value })
      return failed(answer.error === 'stopped' ? STOPPED : FAILED)
    },

    'files.commands': async ({ conversationId }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      return ok({ commands: await folderFiles.commands(found.value.record.stored.folder) })
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
